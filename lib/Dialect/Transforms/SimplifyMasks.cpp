//===- SimplifyMasks.cpp - Masks that say something once ------------------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include <memory>

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

/// Whether the inverse of the mask `value` takes as many operations as `value`
/// and nothing else reads `value`, so that it need not be computed, too.
static bool canInvert(Value value, int depth = 0) {
  Operation *def = value.getDefiningOp();
  if (!def || depth > kMostDepth)
    return false;
  if (isa<arith::CmpIOp, arith::CmpFOp>(def))
    return def->hasOneUse();
  if (isMaskOf(value, true) || isMaskOf(value, false))
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

/// A select within a select that is asked only where its own mask is known: it
/// is one of the two values that it chooses among.
struct ChosenTwice : OpRewritePattern<SelectOp> {
  ChosenTwice(MLIRContext *context, Pass::Statistic &count)
      : OpRewritePattern<SelectOp>(context), count(count) {}

  LogicalResult matchAndRewrite(SelectOp select,
                                PatternRewriter &rewriter) const override {
    Value mask = select.getMask();
    Value chosen = select.getTrueValue(), other = select.getFalseValue();
    while (auto inner = chosen.getDefiningOp<SelectOp>()) {
      if (!implies(mask, inner.getMask()))
        break;
      chosen = inner.getTrueValue();
    }
    while (auto inner = other.getDefiningOp<SelectOp>()) {
      if (!implies(inner.getMask(), mask))
        break;
      other = inner.getFalseValue();
    }
    if (chosen == select.getTrueValue() && other == select.getFalseValue())
      return failure();
    rewriter.modifyOpInPlace(select, [&] {
      select.getTrueValueMutable().assign(chosen);
      select.getFalseValueMutable().assign(other);
    });
    ++count;
    return success();
  }

private:
  Pass::Statistic &count;
};

/// Where a comparison with a constant holds that compares what masks choose
/// among constants: a mask, or a few operations on these masks.
class ComparedNumbers {
public:
  explicit ComparedNumbers(arith::CmpIOp compare) : compare(compare) {
    APInt number;
    auto splat = compare.getRhs().getDefiningOp<SplatOp>();
    if (splat && matchPattern(splat.getScalar(), m_ConstantInt(&number)) &&
        compare.getLhs().getDefiningOp<SelectOp>())
      lanes = find(compare.getLhs(), number);
  }

  /// The number of operations on masks; nothing where a number is not known.
  std::optional<int> countOps() const {
    return lanes ? std::optional(numOps) : std::nullopt;
  }

  Value emit(PatternRewriter &rewriter) const { return emit(*lanes, rewriter); }

private:
  /// Lanes of a mask: all or none where it has no parts; else those of `yes`
  /// among the lanes of `mask`, and those of `no` among the others.
  struct Lanes {
    bool all = false;
    Value mask;
    std::shared_ptr<Lanes> yes, no;

    bool areAll() const { return !mask && all; }
    bool areNone() const { return !mask && !all; }
  };

  static constexpr int kMostSelects = 16;

  std::optional<Lanes> find(Value value, const APInt &number) {
    APInt constant;
    if (auto splat = value.getDefiningOp<SplatOp>();
        splat && matchPattern(splat.getScalar(), m_ConstantInt(&constant)))
      return Lanes{
          arith::applyCmpPredicate(compare.getPredicate(), constant, number),
          {},
          {},
          {}};
    auto select = value.getDefiningOp<SelectOp>();
    if (!select || select.getMask().getType() != compare.getType() ||
        ++numSelects > kMostSelects)
      return std::nullopt;
    std::optional<Lanes> yes = find(select.getTrueValue(), number);
    if (!yes)
      return std::nullopt;
    std::optional<Lanes> no = find(select.getFalseValue(), number);
    return no ? std::optional(combine(select.getMask(), *yes, *no))
              : std::nullopt;
  }

  Lanes combine(Value mask, const Lanes &yes, const Lanes &no) {
    if (!yes.mask && !no.mask && yes.all == no.all)
      return yes;
    // The others have no lanes where `mask` holds, anyway.
    if (yes.areNone() && no.mask && no.yes->areNone() && implies(mask, no.mask))
      return no;
    numOps += !yes.areAll() || !no.areNone();
    return {false, mask, std::make_shared<Lanes>(yes),
            std::make_shared<Lanes>(no)};
  }

  Value emit(const Lanes &part, PatternRewriter &rewriter) const {
    Location loc = compare->getLoc();
    if (!part.mask) {
      Value all = arith::ConstantOp::create(rewriter, loc,
                                            rewriter.getBoolAttr(part.all));
      return SplatOp::create(rewriter, loc, compare->getResult(0).getType(),
                             all);
    }
    if (part.yes->areAll() && part.no->areNone())
      return part.mask;
    Value yes = emit(*part.yes, rewriter);
    if (part.no->areNone())
      return arith::AndIOp::create(rewriter, loc, part.mask, yes);
    Value no = emit(*part.no, rewriter);
    return SelectOp::create(rewriter, loc, part.mask.getType(), part.mask, yes,
                            no);
  }

  arith::CmpIOp compare;
  std::optional<Lanes> lanes;
  int numOps = 0, numSelects = 0;
};

/// A comparison of what masks choose among constants. Where it is not simply
/// one of the masks, it stays unless nothing else needs the number that it
/// compares.
struct ComparedChoice : MaskPattern<arith::CmpIOp> {
  using MaskPattern::MaskPattern;

  LogicalResult simplify(arith::CmpIOp compare,
                         PatternRewriter &rewriter) const override {
    ComparedNumbers numbers(compare);
    std::optional<int> ops = numbers.countOps();
    if (!ops ||
        (*ops > 0 && !llvm::all_of(compare.getLhs().getUsers(), hasSimpleMask)))
      return failure();
    rewriter.replaceOp(compare, numbers.emit(rewriter));
    return success();
  }

private:
  static bool hasSimpleMask(Operation *user) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    return compare && ComparedNumbers(compare).countOps().value_or(2) <= 1;
  }
};

struct SimplifyMasksPass
    : public pirch::impl::SimplifyMasksBase<SimplifyMasksPass> {
  using SimplifyMasksBase::SimplifyMasksBase;

  void runOnOperation() override {
    // What nothing reads any more does not count as a use of a number.
    IRRewriter rewriter(&getContext());
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      (void)runRegionDCE(rewriter, kernel->getRegions());
    // Comparisons are looked at when what they compare is simple.
    RewritePatternSet choices(&getContext()), masks(&getContext());
    choices.add<ChosenTwice>(&getContext(), numSimplified);
    masks.add<Conjunction, LanesThatStay, SaidTwice, ComparedChoice>(
        &getContext(), numSimplified);
    for (const FrozenRewritePatternSet &patterns :
         {FrozenRewritePatternSet(std::move(choices)),
          FrozenRewritePatternSet(std::move(masks))})
      for (KernelOp kernel : getOperation().getOps<KernelOp>())
        apply(kernel, patterns);
  }

private:
  static void apply(KernelOp kernel, const FrozenRewritePatternSet &patterns) {
    SmallVector<Operation *> ops;
    kernel.walk([&](Operation *op) {
      if (isa<SelectOp, arith::AndIOp, arith::CmpIOp>(op) &&
          isa<InfRegType>(op->getResult(0).getType()))
        ops.push_back(op);
    });
    // Folds of `arith` would make constants that are no infregs.
    (void)applyOpPatternsGreedily(
        ops, patterns,
        GreedyRewriteConfig().enableFolding(false).setStrictness(
            GreedyRewriteStrictness::ExistingAndNewOps));
  }
};

} // namespace
