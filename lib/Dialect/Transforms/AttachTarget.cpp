//===- AttachTarget.cpp - Say which machine kernels are for ---------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

namespace pirch {
#define GEN_PASS_DEF_ATTACHTARGET
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct AttachTargetPass
    : public pirch::impl::AttachTargetBase<AttachTargetPass> {
  using AttachTargetBase::AttachTargetBase;

  void runOnOperation() override {
    auto attr = dyn_cast_or_null<TargetAttrInterface>(
        parseAttribute(target, &getContext()));
    if (!attr) {
      InFlightDiagnostic error = getOperation().emitError("'");
      error << target << "' is no target; expected one of the attributes ";
      error << "#pirch."
            << llvm::join(getContext()
                              .getLoadedDialect<PirchDialect>()
                              ->getTargetMnemonics(),
                          ", #pirch.");
      return signalPassFailure();
    }
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (!kernel.getTargetAttr())
        kernel->setAttr(kernel.getTargetAttrName(), attr);
  }
};
} // namespace
