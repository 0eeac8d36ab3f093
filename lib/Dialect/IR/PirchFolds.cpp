//===- PirchFolds.cpp - Folders of the PIRCH operations -------------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace pirch;

/// Whether every lane that may be read copies the lane at its own place.
static bool isIdentity(ArrayRef<int32_t> table) {
  for (auto [lane, source] : llvm::enumerate(table))
    if (source != kNoLane && source != static_cast<int32_t>(lane))
      return false;
  return true;
}

/// Fold a lane map that is the identity, or whose source is a splat, all lanes
/// of which are the same; and merge it with a lane map before it.
template <typename OpT> static OpFoldResult foldLaneMap(OpT op) {
  SmallVector<int32_t> table = op.getLaneTable();
  if (op.getSource().getType() == op.getType() && isIdentity(table))
    return op.getSource();
  if (auto splat = op.getSource().template getDefiningOp<SplatOp>())
    if (splat.getType() == op.getType())
      return splat.getResult();
  // A map of a map is one map.
  auto inner = op.getSource().template getDefiningOp<OpT>();
  if (!inner || inner == op)
    return {};
  SmallVector<int32_t> innerTable = inner.getLaneTable();
  for (int32_t &lane : table)
    if (lane != kNoLane)
      lane = innerTable[lane];
  op.getSourceMutable().assign(inner.getSource());
  op.setLaneTable(table);
  return op.getResult();
}

OpFoldResult ReorderOp::fold(FoldAdaptor) { return foldLaneMap(*this); }
OpFoldResult WgPermuteOp::fold(FoldAdaptor) { return foldLaneMap(*this); }

OpFoldResult MergeOp::fold(FoldAdaptor) {
  if (getValue() == getInto())
    return getValue();
  if (llvm::all_of(getLanes(), [](bool taken) { return taken; }))
    return getValue();
  if (llvm::none_of(getLanes(), [](bool taken) { return taken; }))
    return getInto();
  return {};
}

OpFoldResult SelectOp::fold(FoldAdaptor) {
  if (getTrueValue() == getFalseValue())
    return getTrueValue();
  return {};
}

namespace {
/// Replaces constants of arith by splats. Folders of arith make constants of
/// any shaped type; the text of one of an infinite infreg could not be parsed.
struct SplatConstant : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<InfRegType>(op.getType());
    auto value = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!type || !value)
      return failure();
    Value scalar = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        cast<TypedAttr>(value.getSplatValue<Attribute>()));
    rewriter.replaceOpWithNewOp<SplatOp>(op, type, scalar);
    return success();
  }
};
} // namespace

void PirchDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<SplatConstant>(getContext());
}
