//===- NarrowIntegers.cpp - Integers of as few bits as matter -------------===//

#include "IntegerConversions.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {
#define GEN_PASS_DEF_NARROWINTEGERS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Computes the integers of a kernel in InfReg form, or of a function over
/// chunks, in fewer bits.
class Narrower {
public:
  /// Integers of fewer than `leastBits` bits take as many registers as those of
  /// `leastBits`.
  Narrower(FunctionOpInterface function, TargetAttrInterface target,
           unsigned leastBits)
      : function(function), registerBits(target.getRegisterBits()),
        leastBits(leastBits), known(function) {}

  /// Returns the operations that were narrowed, as the bits of each and of what
  /// took its place.
  struct Change {
    Location loc;
    unsigned from, to;
  };
  SmallVector<Change> run() {
    llvm::SetVector<Operation *> addresses = findAddresses();
    function.walk([&](Operation *op) {
      if (unsigned bits = findBits(op); bits && !addresses.contains(op))
        planned[op] = bits;
    });
    dropUnworthy();
    SmallVector<Change> changes;
    if (planned.empty())
      return changes;
    dropFlags();
    // What is known of operands is asked for before they are replaced.
    for (auto [op, bits] : planned)
      meanings[op] = describe(op, bits);
    for (auto [op, bits] : planned) {
      changes.push_back(
          {op->getLoc(), getIntegerWidth(computedType(op)), bits});
      rewrite(op, bits);
    }
    shortenTruncations();
    return changes;
  }

private:
  /// The operations on infregs that compute which elements are accessed. They
  /// stay as they are: passes find out from them how lanes lie in memory.
  llvm::SetVector<Operation *> findAddresses() {
    llvm::SetVector<Operation *> addresses;
    BackwardSliceOptions options;
    options.omitBlockArguments = true;
    options.inclusive = true;
    options.filter = [](Operation *op) { return !isa<AccessOpInterface>(op); };
    auto add = [&](Value index) {
      if (isa<InfRegType>(index.getType()))
        (void)getBackwardSlice(index, &addresses, options);
    };
    function.walk([&](Operation *op) {
      if (auto access = dyn_cast<AccessOpInterface>(op)) {
        // Subscripts follow the buffer; masks do, too, and are of one bit.
        for (Value operand : llvm::drop_begin(llvm::make_range(
                 llvm::find(op->getOperands(), access.getBuffer()),
                 op->operand_end())))
          if (!getElementTypeOrSelf(operand.getType()).isInteger(1))
            add(operand);
      } else if (auto extract = dyn_cast<ExtractOp>(op)) {
        add(extract.getIndex());
      } else if (auto insert = dyn_cast<InsertOp>(op)) {
        add(insert.getIndex());
      } else if (auto shuffle = dyn_cast<WgShuffleOp>(op)) {
        add(shuffle.getSource());
      }
    });
    return addresses;
  }

  /// The type of the integers that `op` computes with: of what a comparison
  /// compares, of the result of other operations.
  static Type computedType(Operation *op) {
    return isa<arith::CmpIOp>(op) ? op->getOperand(0).getType()
                                  : op->getResult(0).getType();
  }

  static bool isIntegers(Type type) {
    return isa<VectorType, InfRegType>(type) &&
           getElementTypeOrSelf(type).isSignlessInteger();
  }

  /// The registers that values of `type` take with elements of `bits` bits. Of
  /// an infreg, which has no registers yet, it is a number in proportion to
  /// them.
  int64_t registersOf(Type type, unsigned bits) const {
    if (auto infreg = dyn_cast<InfRegType>(type))
      return infreg.getExtent() * std::max(bits, leastBits);
    int64_t all = cast<VectorType>(type).getNumElements() * bits;
    return std::max<int64_t>(1, llvm::divideCeil(all, registerBits));
  }

  /// Whether elements of `bits` bits fill a register.
  bool fillsRegister(Type type, unsigned bits) const {
    auto vector = dyn_cast<VectorType>(type);
    return !vector || vector.getNumElements() * bits >= registerBits;
  }

  /// The fewest bits in which `op` gives what is demanded of it; 0 if that
  /// leaves no fewer registers.
  unsigned findBits(Operation *op) const {
    if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
        !isIntegers(computedType(op)))
      return 0;
    Type type = computedType(op);
    for (unsigned bits = 8; bits < getIntegerWidth(type); bits *= 2)
      if (registersOf(type, bits) < registersOf(type, getIntegerWidth(type)) &&
          fillsRegister(type, bits) && canCompute(op, bits))
        return bits;
    return 0;
  }

  bool canCompute(Operation *op, unsigned bits) const {
    if (!isa<arith::CmpIOp>(op) && !known.get(op->getResult(0)).fits(bits))
      return false;
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case<arith::AddIOp, arith::SubIOp, arith::AndIOp, arith::OrIOp,
              arith::XOrIOp, arith::SelectOp, vector::ShuffleOp, SelectOp,
              ReorderOp, WgPermuteOp, MergeOp, WgShuffleOp, ExtractOp,
              InsertOp>([](Operation *) { return true; })
        // Few machines multiply bytes.
        .Case([&](arith::MulIOp) { return bits >= 16; })
        .Case<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(
            [&](Operation *op) { return canShift(op, bits); })
        .Case<arith::MinSIOp, arith::MaxSIOp, arith::CmpIOp, arith::MinUIOp,
              arith::MaxUIOp>([&](Operation *op) {
          return areAllUnsigned(op, bits) ||
                 (areAllSigned(op, bits) && !comparesUnsigned(op));
        })
        .Case([&](math::CtPopOp op) {
          return known.get(op.getOperand()).unsignedBits <= bits;
        })
        .Case([&](math::AbsIOp op) {
          return known.get(op.getOperand()).signedBits <= bits;
        })
        .Default([](Operation *) { return false; });
  }

  bool canShift(Operation *op, unsigned bits) const {
    std::optional<APInt> shift = getSplatConstant(op->getOperand(1));
    if (!shift || shift->uge(bits))
      return false;
    if (isa<arith::ShLIOp>(op))
      return true;
    KnownBits source = known.get(op->getOperand(0));
    return source.unsignedBits <= bits ||
           known.get(op->getResult(0)).demanded + shift->getZExtValue() <=
               bits ||
           (isa<arith::ShRSIOp>(op) && source.signedBits <= bits);
  }

  bool areAllUnsigned(Operation *op, unsigned bits) const {
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return known.get(operand).unsignedBits <= bits;
    });
  }
  bool areAllSigned(Operation *op, unsigned bits) const {
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return known.get(operand).signedBits <= bits;
    });
  }

  /// Whether `op` takes its operands to have no sign.
  static bool comparesUnsigned(Operation *op) {
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return compare.getPredicate() >= arith::CmpIPredicate::ult;
    return isa<arith::MinUIOp, arith::MaxUIOp>(op);
  }

  /// The operands of `op` that are narrowed with it.
  static OperandRange getComputedOperands(Operation *op) {
    if (isa<arith::SelectOp, SelectOp>(op))
      return op->getOperands().drop_front();
    if (isa<WgShuffleOp, ExtractOp>(op)) // the others say which lane
      return op->getOperands().take_front(1);
    if (isa<InsertOp>(op))
      return op->getOperands().take_front(2);
    return op->getOperands();
  }

  /// Narrowing must save one of so many operations on whole registers: LLVM has
  /// instructions of its own for some wide products of narrow numbers.
  static constexpr int64_t kLeastGain = 3;

  /// Leave operations alone where conversions take as long as fewer registers
  /// save. Operations that use each other are narrowed together or not at all.
  void dropUnworthy() {
    llvm::EquivalenceClasses<Operation *> groups;
    for (auto [op, bits] : planned) {
      groups.insert(op);
      for (Value operand : getComputedOperands(op))
        if (Operation *def = operand.getDefiningOp(); planned.count(def))
          groups.unionSets(op, def);
    }
    llvm::DenseMap<Operation *, int64_t> gains, sizes;
    llvm::DenseSet<std::pair<Value, unsigned>> converted;
    for (auto [op, bits] : planned) {
      Operation *leader = groups.getLeaderValue(op);
      Type type = computedType(op);
      gains[leader] += gainOf(op, bits, converted);
      sizes[leader] += registersOf(type, getIntegerWidth(type));
    }
    planned.remove_if([&](const auto &entry) {
      Operation *leader = groups.getLeaderValue(entry.first);
      return kLeastGain * gains.lookup(leader) < sizes.lookup(leader);
    });
  }

  /// The operations on whole registers that are saved where `op` is computed in
  /// `bits` bits. `converted` are the operands, with their bits, whose
  /// conversions have been counted.
  int64_t gainOf(Operation *op, unsigned bits,
                 llvm::DenseSet<std::pair<Value, unsigned>> &converted) const {
    Type type = computedType(op);
    int64_t gain =
        registersOf(type, getIntegerWidth(type)) - registersOf(type, bits);
    for (Value operand : getComputedOperands(op))
      if (converted.insert({operand, bits}).second)
        gain -= conversionCost(operand, bits);
    if (isa<arith::CmpIOp>(op))
      return gain;
    bool isWide = false;
    for (Operation *user : op->getResult(0).getUsers()) {
      if (isTruncation(user))
        gain += 2 * registersOf(type, getIntegerWidth(type)) -
                truncationCost(type, bits,
                               getIntegerWidth(user->getResult(0).getType()));
      isWide |= !isTruncation(user) && !planned.count(user);
    }
    return isWide ? gain - registersOf(type, getIntegerWidth(type)) : gain;
  }

  int64_t truncationCost(Type type, unsigned from, unsigned to) const {
    return from == to ? 0 : 2 * registersOf(type, std::max(from, to));
  }

  /// The cost of `operand` in `bits` bits, less that of what is saved by it.
  int64_t conversionCost(Value operand, unsigned bits) const {
    Type type = operand.getType();
    if (getSplatConstant(operand) ||
        isa_and_present<vector::BroadcastOp, SplatOp, ConstantOp>(
            operand.getDefiningOp()))
      return 0;
    if (Value source = getExtended(operand)) {
      unsigned from = getIntegerWidth(source.getType());
      int64_t saved =
          llvm::all_of(operand.getUsers(),
                       [&](Operation *user) { return planned.count(user); })
              ? registersOf(type, getIntegerWidth(type))
              : 0;
      return (from == bits ? 0 : registersOf(type, std::max(from, bits))) -
             saved;
    }
    auto found = planned.find(operand.getDefiningOp());
    if (found == planned.end()) // a truncation takes two operations or more
      return 2 * registersOf(type, getIntegerWidth(type));
    return found->second == bits
               ? 0
               : registersOf(type, std::max(found->second, bits));
  }

  /// Bits that nobody looks at may change, so that nothing is known of
  /// overflows into them.
  void dropFlags() {
    function.walk([&](arith::ArithIntegerOverflowFlagsInterface op) {
      if (op->getNumResults() != 1 || !isIntegers(op->getResultTypes()[0]))
        return;
      KnownBits bits = known.get(op->getResult(0));
      if (bits.demanded < bits.width)
        op->setAttr(op.getIntegerOverflowAttrName(),
                    arith::IntegerOverflowFlagsAttr::get(
                        op->getContext(), arith::IntegerOverflowFlags::none));
    });
  }

  void rewrite(Operation *op, unsigned bits) {
    OpBuilder builder(op);
    IRMapping mapping;
    for (Value operand : getComputedOperands(op))
      mapping.map(operand, toIntegerWidth(builder, operand, bits));
    Operation *narrow = computeNarrow(builder, op, bits, mapping);
    Value result = narrow->getResult(0);
    if (!isa<arith::CmpIOp>(op)) {
      KnownBits wide = known.get(op->getResult(0));
      bool isUnsigned = wide.demanded <= bits || wide.unsignedBits <= bits;
      result = extendInteger(builder, op->getResult(0).getType(), result,
                             /*isSigned=*/!isUnsigned);
    }
    op->getResult(0).replaceAllUsesWith(result);
    replaced.push_back(op);
  }

  /// What operands of few bits stand for.
  struct Meaning {
    /// Numbers without a sign.
    bool isUnsigned;
    /// Of a shift: its bits are copies of the highest bit, which is the sign.
    bool movesSign;
  };

  Meaning describe(Operation *op, unsigned bits) const {
    bool movesSign =
        isa<arith::ShRSIOp>(op) && isSignedOnly(op->getOperand(0), bits);
    return {areAllUnsigned(op, bits), movesSign};
  }
  /// Whether `bits` bits hold the values of `value` with a sign, and not
  /// without.
  bool isSignedOnly(Value value, unsigned bits) const {
    KnownBits bitsOfValue = known.get(value);
    return bitsOfValue.unsignedBits > bits && bitsOfValue.signedBits <= bits;
  }

  /// `op` on the operands of `mapping`.
  Operation *computeNarrow(OpBuilder &builder, Operation *op, unsigned bits,
                           IRMapping &mapping) {
    Location loc = op->getLoc();
    auto operand = [&](unsigned index) {
      return mapping.lookup(op->getOperand(index));
    };
    bool isUnsigned = meanings.lookup(op).isUnsigned;
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return arith::CmpIOp::create(builder, loc,
                                   isUnsigned ? dropSign(compare.getPredicate())
                                              : compare.getPredicate(),
                                   operand(0), operand(1));
    if (isa<arith::MinSIOp>(op) && isUnsigned)
      return arith::MinUIOp::create(builder, loc, operand(0), operand(1));
    if (isa<arith::MaxSIOp>(op) && isUnsigned)
      return arith::MaxUIOp::create(builder, loc, operand(0), operand(1));
    // Bits that a shift moves in are copies of the sign only where the sign is
    // one in few bits, too.
    if (isa<arith::ShRSIOp>(op) && !meanings.lookup(op).movesSign)
      return arith::ShRUIOp::create(builder, loc, operand(0), operand(1));
    // The same value may be computed with and say which lane is taken.
    Operation *narrow = builder.clone(*op);
    OperandRange computed = getComputedOperands(op);
    for (auto [index, value] : llvm::enumerate(computed))
      narrow->setOperand(computed.getBeginOperandIndex() + index,
                         mapping.lookup(value));
    narrow->getResult(0).setType(
        withIntegerWidth(op->getResultTypes()[0], bits));
    if (auto flags =
            dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(narrow))
      narrow->setAttr(flags.getIntegerOverflowAttrName(),
                      arith::IntegerOverflowFlagsAttr::get(
                          op->getContext(), arith::IntegerOverflowFlags::none));
    return narrow;
  }

  /// The comparison of numbers without a sign.
  static arith::CmpIPredicate dropSign(arith::CmpIPredicate predicate) {
    switch (predicate) {
    case arith::CmpIPredicate::slt:
      return arith::CmpIPredicate::ult;
    case arith::CmpIPredicate::sle:
      return arith::CmpIPredicate::ule;
    case arith::CmpIPredicate::sgt:
      return arith::CmpIPredicate::ugt;
    case arith::CmpIPredicate::sge:
      return arith::CmpIPredicate::uge;
    default:
      return predicate;
    }
  }

  /// Let truncations of extended values truncate what was extended, and erase
  /// what nobody uses any more.
  void shortenTruncations() {
    SmallVector<Operation *> truncations;
    function.walk([&](Operation *op) {
      if (isTruncation(op))
        truncations.push_back(op);
    });
    for (Operation *op : truncations) {
      Value wide = op->getOperand(0), narrow = op->getResult(0);
      if (!getExtended(wide) || !isIntegers(narrow.getType()))
        continue;
      OpBuilder builder(op);
      narrow.replaceAllUsesWith(
          toIntegerWidth(builder, wide, getIntegerWidth(narrow.getType())));
      replaced.push_back(op);
    }
    for (Operation *op : llvm::reverse(replaced))
      if (op->use_empty())
        op->erase();
    SmallVector<Operation *> extensions;
    function.walk([&](Operation *op) {
      if (isExtension(op, /*isSigned=*/true) ||
          isExtension(op, /*isSigned=*/false))
        extensions.push_back(op);
    });
    for (Operation *op : llvm::reverse(extensions))
      if (op->use_empty())
        op->erase();
  }

  FunctionOpInterface function;
  int64_t registerBits;
  unsigned leastBits;
  IntegerBits known;
  /// The operations that will be narrowed, in their order, and their bits.
  llvm::MapVector<Operation *, unsigned> planned;
  llvm::DenseMap<Operation *, Meaning> meanings;
  SmallVector<Operation *> replaced;
};

struct NarrowIntegersPass
    : public pirch::impl::NarrowIntegersBase<NarrowIntegersPass> {
  using NarrowIntegersBase::NarrowIntegersBase;

  void runOnOperation() override {
    FunctionOpInterface function = getOperation();
    auto kernel = dyn_cast<KernelOp>(*function);
    auto target = dyn_cast_or_null<TargetAttrInterface>(
        kernel ? kernel.getTargetAttr() : function->getAttr(kTargetAttrName));
    if (!target)
      return;
    unsigned leastBits = getLeastIntegerBits(target);
    if (kernel)
      leastBits = std::max(leastBits, getFloatWidth(kernel));
    if (!hasWideIntegers(target, leastBits))
      return;
    llvm::DenseSet<Location> told;
    for (auto &change : Narrower(function, target, leastBits).run()) {
      ++numNarrowed;
      if (emitRemarks && told.insert(change.loc).second)
        emitRemark(change.loc)
            << "computed in " << change.to << " bits instead of " << change.from
            << ", as no other bits are used";
    }
  }

  /// The width in bits of the floats that decide how many lanes a chunk of
  /// `kernel` has; 0 where there are none.
  static unsigned getFloatWidth(KernelOp kernel) {
    Type type = getChunkElementType(kernel);
    return isa<FloatType>(type) ? type.getIntOrFloatBitWidth() : 0;
  }

  /// Whether there are vectors of integers that one register does not hold, or
  /// infregs of integers of more than `leastBits` bits, so that it is worth to
  /// look at their bits.
  bool hasWideIntegers(TargetAttrInterface target, unsigned leastBits) {
    auto isWide = [&](Type type) {
      if (!isa<VectorType, InfRegType>(type) ||
          !getElementTypeOrSelf(type).isSignlessInteger())
        return false;
      auto vector = dyn_cast<VectorType>(type);
      return vector ? vector.getNumElements() * getIntegerWidth(type) >
                          target.getRegisterBits()
                    : getIntegerWidth(type) > leastBits;
    };
    WalkResult result = getOperation()->walk([&](Operation *op) {
      return llvm::any_of(op->getResultTypes(), isWide)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return result.wasInterrupted();
  }
};

} // namespace
