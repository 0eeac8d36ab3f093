//===- NarrowIntegers.cpp - Integers of as few bits as matter -------------===//

#include "IntegerBits.h"
#include "Pirch/CodeGen/Passes.h"
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

/// Computes the integers of a function in fewer bits.
class Narrower {
public:
  Narrower(func::FuncOp function, TargetAttrInterface target)
      : function(function), registerBits(target.getRegisterBits()),
        known(function) {}

  /// Returns the operations that were narrowed, as the bits of each and of what
  /// took its place.
  struct Change {
    Location loc;
    unsigned from, to;
  };
  SmallVector<Change> run() {
    function.walk([&](Operation *op) {
      if (unsigned bits = findBits(op))
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
      changes.push_back({op->getLoc(), widthOf(computedType(op)), bits});
      rewrite(op, bits);
    }
    shortenTruncations();
    return changes;
  }

private:
  static unsigned widthOf(Type type) {
    return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  }

  /// The type of the integers that `op` computes with: of what a comparison
  /// compares, of the result of other operations.
  static Type computedType(Operation *op) {
    return isa<arith::CmpIOp>(op) ? op->getOperand(0).getType()
                                  : op->getResult(0).getType();
  }

  static bool isIntegers(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getElementType().isSignlessInteger();
  }

  int64_t registersOf(Type type, unsigned bits) const {
    int64_t all = cast<VectorType>(type).getNumElements() * bits;
    return std::max<int64_t>(1, llvm::divideCeil(all, registerBits));
  }

  /// The fewest bits in which `op` gives what is demanded of it; 0 if that
  /// leaves no fewer registers.
  unsigned findBits(Operation *op) const {
    if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
        !isIntegers(computedType(op)))
      return 0;
    Type type = computedType(op);
    for (unsigned bits = 8; bits < widthOf(type); bits *= 2)
      if (registersOf(type, bits) < registersOf(type, widthOf(type)) &&
          cast<VectorType>(type).getNumElements() * bits >= registerBits &&
          canCompute(op, bits))
        return bits;
    return 0;
  }

  bool canCompute(Operation *op, unsigned bits) const {
    if (!isa<arith::CmpIOp>(op) && !known.get(op->getResult(0)).fits(bits))
      return false;
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case<arith::AddIOp, arith::SubIOp, arith::AndIOp, arith::OrIOp,
              arith::XOrIOp, arith::SelectOp, vector::ShuffleOp>(
            [](Operation *) { return true; })
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

  /// The operand by which a value was extended, and null otherwise.
  static Value getExtended(Value value) {
    if (auto extension = value.getDefiningOp<arith::ExtUIOp>())
      return extension.getIn();
    if (auto extension = value.getDefiningOp<arith::ExtSIOp>())
      return extension.getIn();
    return {};
  }

  /// The operands of `op` that are narrowed with it.
  static OperandRange getComputedOperands(Operation *op) {
    if (isa<arith::SelectOp>(op))
      return op->getOperands().drop_front();
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
      sizes[leader] += registersOf(type, widthOf(type));
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
    int64_t gain = registersOf(type, widthOf(type)) - registersOf(type, bits);
    for (Value operand : getComputedOperands(op))
      if (converted.insert({operand, bits}).second)
        gain -= conversionCost(operand, bits);
    if (isa<arith::CmpIOp>(op))
      return gain;
    bool isWide = false;
    for (Operation *user : op->getResult(0).getUsers()) {
      auto truncation = dyn_cast<arith::TruncIOp>(user);
      if (truncation)
        gain += 2 * registersOf(type, widthOf(type)) -
                truncationCost(type, bits, widthOf(truncation.getType()));
      isWide |= !truncation && !planned.count(user);
    }
    return isWide ? gain - registersOf(type, widthOf(type)) : gain;
  }

  int64_t truncationCost(Type type, unsigned from, unsigned to) const {
    return from == to ? 0 : 2 * registersOf(type, std::max(from, to));
  }

  /// The cost of `operand` in `bits` bits, less that of what is saved by it.
  int64_t conversionCost(Value operand, unsigned bits) const {
    Type type = operand.getType();
    if (getSplatConstant(operand) ||
        operand.getDefiningOp<vector::BroadcastOp>())
      return 0;
    if (Value source = getExtended(operand)) {
      unsigned from = widthOf(source.getType());
      int64_t saved =
          llvm::all_of(operand.getUsers(),
                       [&](Operation *user) { return planned.count(user); })
              ? registersOf(type, widthOf(type))
              : 0;
      return (from == bits ? 0 : registersOf(type, std::max(from, bits))) -
             saved;
    }
    auto found = planned.find(operand.getDefiningOp());
    if (found == planned.end()) // a truncation takes two operations or more
      return 2 * registersOf(type, widthOf(type));
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

  Type withBits(Type type, unsigned bits) const {
    Type element = IntegerType::get(type.getContext(), bits);
    return isa<VectorType>(type) ? Type(cast<VectorType>(type).clone(element))
                                 : element;
  }

  /// The low `bits` bits of `value`, of which those that its extension would
  /// make are not needed, where it has fewer.
  Value inBits(OpBuilder &builder, Value value, unsigned bits) {
    Location loc = value.getLoc();
    Type type = withBits(value.getType(), bits);
    if (std::optional<APInt> constant = getSplatConstant(value)) {
      auto vector = cast<VectorType>(type);
      return arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(vector, constant->trunc(bits)));
    }
    if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
        broadcast && isa<IntegerType>(broadcast.getSource().getType())) {
      Value scalar = arith::TruncIOp::create(
          builder, loc, withBits(broadcast.getSource().getType(), bits),
          broadcast.getSource());
      return vector::BroadcastOp::create(builder, loc, type, scalar);
    }
    Value source = getExtended(value);
    if (!source)
      return arith::TruncIOp::create(builder, loc, type, value);
    unsigned from = widthOf(source.getType());
    if (from == bits)
      return source;
    if (from > bits)
      return arith::TruncIOp::create(builder, loc, type, source);
    if (value.getDefiningOp<arith::ExtUIOp>())
      return arith::ExtUIOp::create(builder, loc, type, source);
    return arith::ExtSIOp::create(builder, loc, type, source);
  }

  void rewrite(Operation *op, unsigned bits) {
    OpBuilder builder(op);
    IRMapping mapping;
    for (Value operand : getComputedOperands(op))
      mapping.map(operand, inBits(builder, operand, bits));
    Operation *narrow = computeNarrow(builder, op, bits, mapping);
    Value result = narrow->getResult(0);
    if (!isa<arith::CmpIOp>(op)) {
      KnownBits wide = known.get(op->getResult(0));
      Type type = op->getResult(0).getType();
      if (wide.demanded <= bits || wide.unsignedBits <= bits)
        result = arith::ExtUIOp::create(builder, op->getLoc(), type, result);
      else
        result = arith::ExtSIOp::create(builder, op->getLoc(), type, result);
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
    Operation *narrow = builder.clone(*op, mapping);
    narrow->getResult(0).setType(withBits(op->getResultTypes()[0], bits));
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
    SmallVector<arith::TruncIOp> truncations;
    function.walk([&](arith::TruncIOp op) { truncations.push_back(op); });
    for (arith::TruncIOp op : truncations) {
      if (!getExtended(op.getIn()) || !isIntegers(op.getType()))
        continue;
      OpBuilder builder(op);
      op.replaceAllUsesWith(inBits(builder, op.getIn(), widthOf(op.getType())));
      replaced.push_back(op);
    }
    for (Operation *op : llvm::reverse(replaced))
      if (op->use_empty())
        op->erase();
    SmallVector<Operation *> extensions;
    function.walk([&](Operation *op) {
      if (isa<arith::ExtUIOp, arith::ExtSIOp>(op))
        extensions.push_back(op);
    });
    for (Operation *op : llvm::reverse(extensions))
      if (op->use_empty())
        op->erase();
  }

  func::FuncOp function;
  int64_t registerBits;
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
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (!target || !hasWideIntegers(target))
      return;
    llvm::DenseSet<Location> told;
    for (auto &change : Narrower(getOperation(), target).run()) {
      ++numNarrowed;
      if (emitRemarks && told.insert(change.loc).second)
        emitRemark(change.loc)
            << "computed in " << change.to << " bits instead of " << change.from
            << ", as no other bits are used";
    }
  }

  /// Whether there are vectors of integers that one register does not hold, so
  /// that it is worth to look at their bits.
  bool hasWideIntegers(TargetAttrInterface target) {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto vector = dyn_cast<VectorType>(type);
            vector && vector.getElementType().isSignlessInteger() &&
            vector.getNumElements() * vector.getElementTypeBitWidth() >
                target.getRegisterBits())
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return result.wasInterrupted();
  }
};

} // namespace
