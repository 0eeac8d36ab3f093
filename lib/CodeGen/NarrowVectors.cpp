//===- NarrowVectors.cpp - Vectors of as many lanes as are read -----------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

namespace pirch {
#define GEN_PASS_DEF_NARROWVECTORS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The lanes of a vector of one dimension; 0 for other types.
static int64_t lanesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable()
             ? vector.getNumElements()
             : 0;
}

static VectorType withLanes(Type type, int64_t lanes) {
  return VectorType::get({lanes}, cast<VectorType>(type).getElementType());
}

/// Whether each lane of the one result is made of the same lanes of the
/// operands.
static bool isLaneWise(Operation *op) {
  bool isOfLLVM = isa<LLVM::FreezeOp, LLVM::GEPOp, LLVM::masked_gather,
                      LLVM::MaskedLoadOp>(op);
  if (op->getNumResults() != 1 || op->getNumRegions() ||
      !(OpTrait::hasElementwiseMappableTraits(op) || isOfLLVM))
    return false;
  int64_t lanes = lanesOf(op->getResult(0).getType());
  return lanes && llvm::all_of(op->getOperandTypes(), [&](Type type) {
           return !isa<VectorType>(type) || lanesOf(type) == lanes;
         });
}

static bool isPlainLoad(Operation *op) {
  auto load = dyn_cast<LLVM::LoadOp>(op);
  return load && !load.getVolatile_() &&
         load.getOrdering() == LLVM::AtomicOrdering::not_atomic;
}

/// Whether `op` makes a vector of nothing but scalars, of which any number of
/// lanes can be made.
static bool makesLanes(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<DenseElementsAttr>(constant.getValue());
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return !isa<VectorType>(broadcast.getSourceType());
  return isa<LLVM::PoisonOp, ub::PoisonOp>(op) || isPlainLoad(op);
}

namespace {

/// Finds how many leading lanes of each vector are read, and computes no more.
class Narrower {
public:
  Narrower(func::FuncOp function, int64_t bits)
      : function(function), bits(bits) {}

  /// Returns the number of operations whose vectors became shorter.
  int64_t run() {
    function.walk([&](Operation *op) { start(op); });
    spread();
    if (llvm::none_of(needed, [&](const auto &entry) {
          return lanesFor(entry.first) < lanesOf(entry.first.getType());
        }))
      return 0;
    SmallVector<Operation *> ops;
    function.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      rewrite(op);
    for (Operation *op : ops)
      if (Value source = getCopied(op)) {
        op->replaceAllUsesWith(ValueRange(source));
        op->erase();
      }
    return numNarrowed;
  }

private:
  //===--------------------------------------------------------------------===//
  // Which lanes are read
  //===--------------------------------------------------------------------===//

  /// The lanes that `value` gets: those that are needed, or half, a quarter ...
  /// of what it had that holds them, but no fewer than make `bits`. Vectors of
  /// single bits have as many as what they are masks of, vectors of pointers as
  /// what is accessed through them.
  int64_t lanesFor(Value value) const {
    int64_t lanes = lanesOf(value.getType());
    Type element = cast<VectorType>(value.getType()).getElementType();
    bool isPointer = isa<LLVM::LLVMPointerType>(element);
    if (!element.isIntOrFloat() && !isPointer)
      return lanes;
    int64_t least = std::max<int64_t>(needed.lookup(value), 1);
    if (!isPointer && !element.isInteger(1))
      least = std::max(least, bits / element.getIntOrFloatBitWidth());
    while (lanes % 2 == 0 && lanes / 2 >= least)
      lanes /= 2;
    return lanes;
  }

  /// Note that the first `lanes` lanes of `value` are read.
  void need(Value value, int64_t lanes) {
    if (!lanesOf(value.getType()))
      return;
    auto [entry, isNew] = needed.try_emplace(value, lanes);
    if (!isNew && lanes <= entry->second)
      return;
    entry->second = lanes;
    pending.insert(value);
  }
  void needAll(ValueRange values) {
    for (Value value : values)
      need(value, lanesOf(value.getType()));
  }

  /// Note that `targets` become what `sources` hold: what is read of a target
  /// is read of its source.
  void feed(ValueRange sources, ValueRange targets) {
    for (auto [source, target] : llvm::zip_equal(sources, targets))
      if (lanesOf(source.getType()))
        sourcesOf[target].push_back(source);
  }
  /// Note that both have the same type, as a loop's result and what it carries.
  void tie(ValueRange first, ValueRange second) {
    feed(first, second);
    feed(second, first);
  }

  /// Note what `op` is to this pass, and what it reads whoever reads its
  /// results.
  void start(Operation *op) {
    for (Value result : op->getResults())
      need(result, 0);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      feed(loop.getInitArgs(), loop.getRegionIterArgs());
      feed(loop.getYieldedValues(), loop.getRegionIterArgs());
      tie(loop.getResults(), loop.getRegionIterArgs());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      feed(loop.getInits(), loop.getBeforeArguments());
      feed(loop.getYieldOp().getResults(), loop.getBeforeArguments());
      feed(loop.getConditionOp().getArgs(), loop.getAfterArguments());
      tie(loop.getResults(), loop.getAfterArguments());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      if (branch.getNumResults()) {
        feed(branch.thenYield().getResults(), branch.getResults());
        feed(branch.elseYield().getResults(), branch.getResults());
      }
    } else if (auto shuffle = dyn_cast<vector::ShuffleOp>(op);
               shuffle && lanesOf(shuffle.getV1VectorType())) {
      firstOperand[shuffle] = lanesOf(shuffle.getV1VectorType());
    } else if (auto slice = dyn_cast<vector::ExtractStridedSliceOp>(op);
               slice && lanesOf(slice.getSourceVectorType())) {
      int64_t lanes = lanesOf(slice.getType());
      need(slice.getResult(), lanes);
      need(slice.getSource(),
           cast<IntegerAttr>(slice.getOffsets()[0]).getInt() + lanes);
    } else if (isLaneWise(op)) {
      laneWise.insert(op);
    } else if (!makesLanes(op) && !isEndOfTied(op)) {
      needAll(op->getOperands());
      needAll(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          needAll(block.getArguments());
    }
  }

  static bool isEndOfTied(Operation *op) {
    return isa<scf::YieldOp, scf::ConditionOp>(op) &&
           isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op->getParentOp());
  }

  /// Note what is read of operands until nothing changes.
  void spread() {
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      int64_t lanes = lanesFor(value);
      for (Value source : sourcesOf.lookup(value))
        need(source, lanes);
      Operation *op = value.getDefiningOp();
      if (laneWise.contains(op))
        for (Value operand : op->getOperands())
          need(operand, lanes);
      auto first = firstOperand.find(op);
      if (first == firstOperand.end())
        continue;
      auto shuffle = cast<vector::ShuffleOp>(op);
      for (int64_t entry : shuffle.getMask().take_front(lanes))
        if (entry >= first->second)
          need(shuffle.getV2(), entry - first->second + 1);
        else if (entry != vector::ShuffleOp::kPoisonIndex)
          need(shuffle.getV1(), entry + 1);
    }
  }

  //===--------------------------------------------------------------------===//
  // Shorter vectors
  //===--------------------------------------------------------------------===//

  /// Give `value` the lanes that it needs. Returns whether it had more.
  bool shorten(Value value) {
    int64_t lanes = lanesOf(value.getType());
    if (!lanes || lanes == lanesFor(value))
      return false;
    value.setType(withLanes(value.getType(), lanesFor(value)));
    return true;
  }

  /// The first `lanes` lanes of `value`, whose definition has been rewritten.
  Value firstLanes(Value value, int64_t lanes) {
    if (lanesOf(value.getType()) == lanes || !lanesOf(value.getType()))
      return value;
    Value &known = shorter[{value, lanes}];
    if (known)
      return known;
    OpBuilder builder(function.getContext());
    builder.setInsertionPointAfterValue(value);
    Operation *op = value.getDefiningOp();
    if (op && makesLanes(op) && !isPlainLoad(op)) {
      Operation *other = builder.clone(*op);
      setLanes(other, lanes);
      return known = other->getResult(0);
    }
    return known = vector::ShuffleOp::create(
               builder, value.getLoc(), value, value,
               llvm::to_vector(llvm::seq<int64_t>(0, lanes)));
  }

  /// Make `op`, which makes any number of lanes, make `lanes`.
  static void setLanes(Operation *op, int64_t lanes) {
    auto type = withLanes(op->getResult(0).getType(), lanes);
    op->getResult(0).setType(type);
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (!constant)
      return;
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    if (elements.isSplat())
      return constant.setValueAttr(elements.resizeSplat(type));
    auto all = llvm::to_vector(elements.getValues<Attribute>());
    constant.setValueAttr(
        DenseElementsAttr::get(type, ArrayRef(all).take_front(lanes)));
  }

  void rewrite(Operation *op) {
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        shorten(argument);
    bool isShorter = false;
    for (Value result : op->getResults())
      isShorter |= shorten(result);
    numNarrowed += isShorter;
    if (laneWise.contains(op)) {
      int64_t lanes = lanesOf(op->getResult(0).getType());
      for (OpOperand &operand : op->getOpOperands())
        operand.set(firstLanes(operand.get(), lanes));
    } else if (firstOperand.contains(op)) {
      rewriteShuffle(cast<vector::ShuffleOp>(op));
    } else if (isShorter && makesLanes(op)) {
      setLanes(op, lanesOf(op->getResult(0).getType()));
    } else if (isEndOfTied(op) || isa<scf::ForOp, scf::WhileOp>(op)) {
      rewriteCarried(op);
    }
  }

  /// Give the operands of `op` as many lanes as what they become has.
  void rewriteCarried(Operation *op) {
    auto adapt = [&](MutableArrayRef<OpOperand> operands, ValueRange targets) {
      for (auto [operand, target] : llvm::zip_equal(operands, targets))
        operand.set(firstLanes(operand.get(), lanesOf(target.getType())));
    };
    Operation *parent = op->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      adapt(loop.getInitArgsMutable(), loop.getRegionIterArgs());
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      adapt(loop.getInitsMutable(), loop.getBeforeArguments());
    else if (auto condition = dyn_cast<scf::ConditionOp>(op))
      adapt(condition.getArgsMutable(), parent->getResults());
    else if (auto loop = dyn_cast<scf::ForOp>(parent))
      adapt(op->getOpOperands(), loop.getRegionIterArgs());
    else if (auto loop = dyn_cast<scf::WhileOp>(parent))
      adapt(op->getOpOperands(), loop.getBeforeArguments());
    else
      adapt(op->getOpOperands(), parent->getResults());
  }

  /// Name the lanes of operands that have become shorter by their new numbers.
  void rewriteShuffle(vector::ShuffleOp shuffle) {
    int64_t before = firstOperand.lookup(shuffle);
    int64_t first = lanesOf(shuffle.getV1VectorType());
    bool readsFirst = false, readsSecond = false;
    for (int64_t entry :
         shuffle.getMask().take_front(lanesOf(shuffle.getType()))) {
      readsFirst |= entry != vector::ShuffleOp::kPoisonIndex && entry < before;
      readsSecond |= entry >= before;
    }
    int64_t offset = first;
    if (!readsSecond) {
      shuffle.getV2Mutable().set(shuffle.getV1());
    } else if (!readsFirst) {
      shuffle.getV1Mutable().set(shuffle.getV2());
      offset = 0;
    } else {
      offset = makeOperandsAlike(shuffle);
    }
    SmallVector<int64_t> mask;
    for (int64_t entry :
         shuffle.getMask().take_front(lanesOf(shuffle.getType())))
      mask.push_back(entry < before ? entry : entry - before + offset);
    shuffle.setMask(mask);
  }

  /// Make the shorter operand as long as the other one: a shuffle of vectors of
  /// different lengths would become a move of each lane in LLVM's dialect.
  /// Returns how many lanes they have then.
  int64_t makeOperandsAlike(vector::ShuffleOp shuffle) {
    int64_t most = std::max(lanesOf(shuffle.getV1VectorType()),
                            lanesOf(shuffle.getV2VectorType()));
    for (OpOperand &operand : shuffle->getOpOperands()) {
      int64_t lanes = lanesOf(operand.get().getType());
      if (lanes == most)
        continue;
      SmallVector<int64_t> mask(most, vector::ShuffleOp::kPoisonIndex);
      std::iota(mask.begin(), mask.begin() + lanes, 0);
      OpBuilder builder(shuffle);
      operand.set(vector::ShuffleOp::create(
          builder, shuffle.getLoc(), operand.get(), operand.get(), mask));
    }
    return most;
  }

  /// The operand of which `op` is a copy by now; null if it is none.
  static Value getCopied(Operation *op) {
    if (auto slice = dyn_cast<vector::ExtractStridedSliceOp>(op))
      return slice.getSource().getType() == slice.getType() ? slice.getSource()
                                                            : Value();
    auto shuffle = dyn_cast<vector::ShuffleOp>(op);
    if (!shuffle)
      return {};
    auto copies = [&](Value operand, int64_t offset) {
      return operand.getType() == shuffle.getType() &&
             llvm::all_of(
                 llvm::enumerate(shuffle.getMask()), [&](const auto &entry) {
                   return entry.value() == vector::ShuffleOp::kPoisonIndex ||
                          entry.value() == offset + int64_t(entry.index());
                 });
    };
    if (copies(shuffle.getV1(), 0))
      return shuffle.getV1();
    return copies(shuffle.getV2(), lanesOf(shuffle.getV1VectorType()))
               ? shuffle.getV2()
               : Value();
  }

  func::FuncOp function;
  int64_t bits, numNarrowed = 0;
  llvm::SmallPtrSet<Operation *, 16> laneWise;
  /// The shuffles, and how many lanes the first operand of each had.
  llvm::DenseMap<Operation *, int64_t> firstOperand;
  /// How many leading lanes of each vector are read.
  llvm::DenseMap<Value, int64_t> needed;
  /// The values that each result, or argument of a region, may hold.
  llvm::DenseMap<Value, SmallVector<Value, 2>> sourcesOf;
  llvm::SetVector<Value> pending;
  /// The first lanes of vectors that have more, by their number.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> shorter;
};

struct NarrowVectorsPass
    : public pirch::impl::NarrowVectorsBase<NarrowVectorsPass> {
  using NarrowVectorsBase::NarrowVectorsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    // A machine without such blocks has no shorter registers either.
    int64_t bits = target ? target.getShuffleBlockBits() : 0;
    if (!bits)
      return;
    int64_t count = Narrower(getOperation(), bits).run();
    numNarrowed += count;
    if (emitRemarks && count)
      emitRemark(getOperation().getLoc())
          << count << " operations on vectors of which nobody reads the last "
          << "lanes became operations on shorter vectors";
  }
};
} // namespace
