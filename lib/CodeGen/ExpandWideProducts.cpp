//===- ExpandWideProducts.cpp - Upper halves of products ------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pirch {
#define GEN_PASS_DEF_EXPANDWIDEPRODUCTS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// The bits of the factors whose products are expanded.
constexpr unsigned kBits = 32;

/// The operand of 32 bits that `value`, of 64 bits, extends by an `ExtOp`; null
/// if it is no such value.
template <typename ExtOp> Value getFactor(Value value) {
  auto extension = value.getDefiningOp<ExtOp>();
  return extension && getElementTypeOrSelf(extension.getIn().getType())
                          .isSignlessInteger(kBits)
             ? extension.getIn()
             : Value();
}

/// Whether all lanes of `value` are `kBits`.
bool shiftsByHalf(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && constant == kBits;
}

/// Finds `(x * y) >> 32`, truncated to 32 bits, of extended numbers of 32 bits.
template <typename ExtOp, typename ProductOp>
struct FindUpperHalf : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    Operation *shift = op.getIn().getDefiningOp();
    if (!isa<VectorType>(op.getType()) ||
        !getElementTypeOrSelf(op.getType()).isSignlessInteger(kBits) ||
        !isa_and_present<arith::ShRUIOp, arith::ShRSIOp>(shift) ||
        !shiftsByHalf(shift->getOperand(1)))
      return failure();
    auto product = shift->getOperand(0).getDefiningOp<arith::MulIOp>();
    if (!product)
      return failure();
    Value left = getFactor<ExtOp>(product.getLhs());
    Value right = getFactor<ExtOp>(product.getRhs());
    if (!left || !right)
      return failure();
    auto both = ProductOp::create(rewriter, op.getLoc(), left, right);
    rewriter.replaceOp(op, both.getHigh());
    return success();
  }
};

/// Multiplies the numbers with even and those with odd places each as the low
/// halves of numbers of twice the bits.
template <typename ProductOp, bool isSigned>
struct MultiplyHalves : OpRewritePattern<ProductOp> {
  MultiplyHalves(MLIRContext *context, int64_t registerBits,
                 mlir::Pass::Statistic &count)
      : OpRewritePattern<ProductOp>(context), registerBits(registerBits),
        count(count) {}

  LogicalResult matchAndRewrite(ProductOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getLow().getType());
    if (!type || !type.getElementType().isSignlessInteger(kBits) ||
        type.getNumElements() * kBits % registerBits != 0)
      return failure();
    Location loc = op.getLoc();
    auto wide = VectorType::get({type.getNumElements() / 2},
                                rewriter.getIntegerType(2 * kBits));
    auto constant = [&](const APInt &value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       DenseElementsAttr::get(wide, value));
    };
    Value half = constant(APInt(2 * kBits, kBits));
    Value lowBits = constant(APInt::getLowBitsSet(2 * kBits, kBits));
    Value highBits = constant(APInt::getHighBitsSet(2 * kBits, kBits));
    Value left = vector::BitCastOp::create(rewriter, loc, wide, op.getLhs());
    Value right = vector::BitCastOp::create(rewriter, loc, wide, op.getRhs());
    // The lower half of each number of 64 bits, and its upper half.
    auto lower = [&](Value value) -> Value {
      if (!isSigned)
        return arith::AndIOp::create(rewriter, loc, value, lowBits);
      Value up = arith::ShLIOp::create(rewriter, loc, value, half);
      return arith::ShRSIOp::create(rewriter, loc, up, half);
    };
    auto upper = [&](Value value) -> Value {
      if (isSigned)
        return arith::ShRSIOp::create(rewriter, loc, value, half);
      return arith::ShRUIOp::create(rewriter, loc, value, half);
    };
    Value ofLower =
        arith::MulIOp::create(rewriter, loc, lower(left), lower(right));
    Value ofUpper =
        arith::MulIOp::create(rewriter, loc, upper(left), upper(right));
    Value high = arith::OrIOp::create(
        rewriter, loc, arith::ShRUIOp::create(rewriter, loc, ofLower, half),
        arith::AndIOp::create(rewriter, loc, ofUpper, highBits));
    high = vector::BitCastOp::create(rewriter, loc, type, high);
    Value low = arith::MulIOp::create(rewriter, loc, op.getLhs(), op.getRhs());
    rewriter.replaceOp(op, {low, high});
    ++count;
    return success();
  }

  int64_t registerBits;
  mlir::Pass::Statistic &count;
};

struct ExpandWideProductsPass
    : public pirch::impl::ExpandWideProductsBase<ExpandWideProductsPass> {
  using ExpandWideProductsBase::ExpandWideProductsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (!target)
      return;
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::TruncIOp, arith::MulUIExtendedOp, arith::MulSIExtendedOp>(
              op))
        ops.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    patterns.add<FindUpperHalf<arith::ExtUIOp, arith::MulUIExtendedOp>,
                 FindUpperHalf<arith::ExtSIOp, arith::MulSIExtendedOp>>(
        &getContext());
    int64_t bits = target.getRegisterBits();
    patterns.add<MultiplyHalves<arith::MulUIExtendedOp, false>,
                 MultiplyHalves<arith::MulSIExtendedOp, true>>(
        &getContext(), bits, numProducts);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    bool changed = false;
    if (!ops.empty() && failed(applyOpPatternsGreedily(ops, std::move(patterns),
                                                       config, &changed)))
      signalPassFailure();
  }
};

} // namespace
