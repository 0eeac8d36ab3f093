//===- ScalarizeBroadcastLoads.cpp - Load single lanes for all lanes ------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_SCALARIZEBROADCASTLOADS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The operand and its lane that all lanes of the result copy; nothing if they
/// copy several lanes.
static std::optional<std::pair<Value, int64_t>>
getSpreadLane(vector::ShuffleOp shuffle) {
  Type element = shuffle.getType().getElementType();
  if (shuffle.getV1VectorType().getRank() != 1 || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() % 8)
    return std::nullopt;
  std::optional<int64_t> only;
  for (int64_t entry : shuffle.getMask()) {
    if (entry == vector::ShuffleOp::kPoisonIndex)
      continue;
    if (only && *only != entry)
      return std::nullopt;
    only = entry;
  }
  if (!only)
    return std::nullopt;
  int64_t lanes = shuffle.getV1VectorType().getNumElements();
  if (*only < lanes)
    return std::pair<Value, int64_t>(shuffle.getV1(), *only);
  return std::pair<Value, int64_t>(shuffle.getV2(), *only - lanes);
}

/// The pointer and the alignment of the load `op`; nothing if `op` is no load,
/// or one whose mask leaves `lane` out.
static std::optional<std::pair<Value, unsigned>> getPlace(Operation *op,
                                                          int64_t lane) {
  if (auto load = dyn_cast_or_null<LLVM::LoadOp>(op))
    if (!load.getVolatile_() &&
        load.getOrdering() == LLVM::AtomicOrdering::not_atomic)
      return std::pair<Value, unsigned>(load.getAddr(),
                                        load.getAlignment().value_or(0));
  auto load = dyn_cast_or_null<LLVM::MaskedLoadOp>(op);
  DenseElementsAttr mask;
  if (!load || !matchPattern(load.getMask(), m_Constant(&mask)) ||
      !mask.getValues<bool>()[lane])
    return std::nullopt;
  return std::pair<Value, unsigned>(load.getData(), load.getAlignment());
}

namespace {
struct ScalarizeBroadcastLoadsPass
    : public pirch::impl::ScalarizeBroadcastLoadsBase<
          ScalarizeBroadcastLoadsPass> {
  using ScalarizeBroadcastLoadsBase::ScalarizeBroadcastLoadsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (target && target.getCost(OpClass::load) >
                      target.getReorderCost(ReorderPattern::broadcast)
                          .value_or(INT64_MAX))
      return;
    llvm::MapVector<Operation *, LoadedLanes> loads;
    getOperation().walk([&](vector::ShuffleOp shuffle) {
      auto spread = getSpreadLane(shuffle);
      if (!spread)
        return;
      Operation *load = spread->first.getDefiningOp();
      Value loaded = loadLane(shuffle, load, spread->second, loads[load]);
      if (!loaded)
        return;
      shuffle.replaceAllUsesWith(loaded);
      shuffle.erase();
      ++numBroadcasts;
    });
    for (auto &entry : loads)
      if (entry.first && entry.first->use_empty())
        entry.first->erase();
  }

private:
  /// The broadcast loads that replace uses of one load, by lane and by the type
  /// of the result.
  using LoadedLanes = llvm::SmallDenseMap<std::pair<int64_t, Type>, Value>;

  /// Load `lane` of `load` alone and broadcast it. The new load stands at
  /// `load`, where memory holds the same. Null if the lane cannot be loaded
  /// alone.
  static Value loadLane(vector::ShuffleOp shuffle, Operation *load,
                        int64_t lane, LoadedLanes &loaded) {
    Value &known = loaded[{lane, shuffle.getType()}];
    if (known)
      return known;
    auto place = getPlace(load, lane);
    if (!place)
      return {};
    Type element = shuffle.getType().getElementType();
    OpBuilder builder(load);
    Location loc = shuffle.getLoc();
    Value pointer = place->first;
    unsigned alignment = element.getIntOrFloatBitWidth() / 8;
    if (place->second)
      alignment = std::min(alignment, place->second);
    if (lane)
      pointer = LLVM::GEPOp::create(
          builder, loc, pointer.getType(), element, pointer,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(lane)});
    Value scalar =
        LLVM::LoadOp::create(builder, loc, element, pointer, alignment);
    known =
        vector::BroadcastOp::create(builder, loc, shuffle.getType(), scalar);
    return known;
  }
};
} // namespace
