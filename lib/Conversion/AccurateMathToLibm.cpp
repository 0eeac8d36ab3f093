//===- AccurateMathToLibm.cpp - Library calls where expansions lose digits ===//

#include "Pirch/Conversion/Passes.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pirch {
#define GEN_PASS_DEF_ACCURATEMATHTOLIBM
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;

namespace {
struct AccurateMathToLibmPass
    : public pirch::impl::AccurateMathToLibmBase<AccurateMathToLibmPass> {
  using AccurateMathToLibmBase::AccurateMathToLibmBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<math::ExpM1Op, math::Log1pOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
