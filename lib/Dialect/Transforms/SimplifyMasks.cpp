//===- SimplifyMasks.cpp - Masks that say something once ------------------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pirch {
#define GEN_PASS_DEF_SIMPLIFYMASKS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether all lanes of the mask `value` are `wanted`.
static bool isMaskOf(Value value, bool wanted) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    return matchPattern(splat.getScalar(), wanted ? m_One() : m_Zero());
  auto lanes = value.getDefiningOp<ConstantOp>();
  auto same = lanes ? dyn_cast<SplatElementsAttr>(lanes.getValue())
                    : SplatElementsAttr();
  return same && same.getSplatValue<bool>() == wanted;
}

/// The comparison that holds where `predicate` does not, of NaN, too.
static arith::CmpFPredicate invert(arith::CmpFPredicate predicate) {
  using Predicate = arith::CmpFPredicate;
  switch (predicate) {
  case Predicate::AlwaysFalse:
    return Predicate::AlwaysTrue;
  case Predicate::AlwaysTrue:
    return Predicate::AlwaysFalse;
  case Predicate::OEQ:
    return Predicate::UNE;
  case Predicate::UNE:
    return Predicate::OEQ;
  case Predicate::OGT:
    return Predicate::ULE;
  case Predicate::ULE:
    return Predicate::OGT;
  case Predicate::OGE:
    return Predicate::ULT;
  case Predicate::ULT:
    return Predicate::OGE;
  case Predicate::OLT:
    return Predicate::UGE;
  case Predicate::UGE:
    return Predicate::OLT;
  case Predicate::OLE:
    return Predicate::UGT;
  case Predicate::UGT:
    return Predicate::OLE;
  case Predicate::ONE:
    return Predicate::UEQ;
  case Predicate::UEQ:
    return Predicate::ONE;
  case Predicate::ORD:
    return Predicate::UNO;
  case Predicate::UNO:
    return Predicate::ORD;
  }
  llvm_unreachable("all predicates are above");
}

/// How deep comparisons lie within a condition that is inverted.
static constexpr int kMostDepth = 8;

/// Whether the inverse of the mask `value` takes as many operations as `value`.
static bool canInvert(Value value, int depth = 0) {
  Operation *def = value.getDefiningOp();
  if (!def || depth > kMostDepth)
    return false;
  if (isa<arith::CmpIOp, arith::CmpFOp>(def) || isMaskOf(value, true) ||
      isMaskOf(value, false))
    return true;
  if (auto either = dyn_cast<SelectOp>(def))
    return isMaskOf(either.getTrueValue(), true) &&
           canInvert(either.getMask(), depth + 1) &&
           canInvert(either.getFalseValue(), depth + 1);
  return false;
}

/// The inverse of a mask that `canInvert`.
static Value invert(PatternRewriter &rewriter, Value value) {
  Operation *def = value.getDefiningOp();
  Location loc = def->getLoc();
  if (auto compare = dyn_cast<arith::CmpIOp>(def))
    return arith::CmpIOp::create(rewriter, loc,
                                 arith::invertPredicate(compare.getPredicate()),
                                 compare.getLhs(), compare.getRhs());
  if (auto compare = dyn_cast<arith::CmpFOp>(def)) {
    auto inverse =
        arith::CmpFOp::create(rewriter, loc, invert(compare.getPredicate()),
                              compare.getLhs(), compare.getRhs());
    inverse.setFastmathAttr(compare.getFastmathAttr());
    return inverse;
  }
  if (auto either = dyn_cast<SelectOp>(def)) {
    Value neither = invert(rewriter, either.getMask());
    return arith::AndIOp::create(rewriter, loc, neither,
                                 invert(rewriter, either.getFalseValue()));
  }
  Value constant = arith::ConstantOp::create(
      rewriter, loc, rewriter.getBoolAttr(isMaskOf(value, false)));
  return SplatOp::create(rewriter, loc, value.getType(), constant);
}

/// Whether `mask` holds only where `other` does, as the leftmost of the
/// conditions that it is a conjunction of.
static bool implies(Value mask, Value other) {
  for (int depth = 0; depth <= kMostDepth; ++depth) {
    if (mask == other)
      return true;
    auto both = mask.getDefiningOp<arith::AndIOp>();
    if (!both)
      return false;
    mask = both.getLhs();
  }
  return false;
}

namespace {

/// A pattern of masks that counts where it applies.
template <typename OpT> struct MaskPattern : OpRewritePattern<OpT> {
  MaskPattern(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern<OpT>(context), count(count) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto infreg = dyn_cast<InfRegType>(op.getType());
    if (!infreg || !infreg.getElementType().isInteger(1))
      return failure();
    LogicalResult result = simplify(op, rewriter);
    count += succeeded(result);
    return result;
  }

  virtual LogicalResult simplify(OpT op, PatternRewriter &rewriter) const = 0;

private:
  Pass::Statistic &count;
};

/// `go` without the lanes that leave, which are those of `go` that meet a
/// condition, or all that do.
struct LanesThatStay : MaskPattern<SelectOp> {
  using MaskPattern::MaskPattern;

  LogicalResult simplify(SelectOp select,
                         PatternRewriter &rewriter) const override {
    if (!isMaskOf(select.getTrueValue(), false))
      return failure();
    Value go = select.getFalseValue(), leave = select.getMask();
    if (auto both = leave.getDefiningOp<arith::AndIOp>();
        both && both.getLhs() == go && canInvert(both.getRhs())) {
      Value stay = invert(rewriter, both.getRhs());
      rewriter.replaceOpWithNewOp<arith::AndIOp>(select, go, stay);
      return success();
    }
    if (!canInvert(leave))
      return failure();
    Value stay = invert(rewriter, leave);
    if (isMaskOf(go, true))
      rewriter.replaceOp(select, stay);
    else
      rewriter.replaceOpWithNewOp<arith::AndIOp>(select, stay, go);
    return success();
  }
};

/// A select of false where a mask does not hold, which is a conjunction.
struct Conjunction : MaskPattern<SelectOp> {
  using MaskPattern::MaskPattern;

  LogicalResult simplify(SelectOp select,
                         PatternRewriter &rewriter) const override {
    if (!isMaskOf(select.getFalseValue(), false))
      return failure();
    rewriter.replaceOpWithNewOp<arith::AndIOp>(select, select.getMask(),
                                               select.getTrueValue());
    return success();
  }
};

/// A conjunction one side of which holds only where the other one does: it is
/// that side.
struct SaidTwice : MaskPattern<arith::AndIOp> {
  using MaskPattern::MaskPattern;

  LogicalResult simplify(arith::AndIOp both,
                         PatternRewriter &rewriter) const override {
    if (implies(both.getRhs(), both.getLhs()))
      rewriter.replaceOp(both, both.getRhs());
    else if (implies(both.getLhs(), both.getRhs()))
      rewriter.replaceOp(both, both.getLhs());
    else
      return failure();
    return success();
  }
};

struct SimplifyMasksPass
    : public pirch::impl::SimplifyMasksBase<SimplifyMasksPass> {
  using SimplifyMasksBase::SimplifyMasksBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<Conjunction, LanesThatStay, SaidTwice>(&getContext(),
                                                        numSimplified);
    FrozenRewritePatternSet frozen(std::move(patterns));
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      SmallVector<Operation *> masks;
      kernel.walk([&](Operation *op) {
        if (isa<SelectOp, arith::AndIOp>(op) &&
            isa<InfRegType>(op->getResult(0).getType()) &&
            getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1))
          masks.push_back(op);
      });
      // Folds of `arith` would make constants that are no infregs.
      (void)applyOpPatternsGreedily(
          masks, frozen,
          GreedyRewriteConfig().enableFolding(false).setStrictness(
              GreedyRewriteStrictness::ExistingAndNewOps));
    }
  }
};

} // namespace
