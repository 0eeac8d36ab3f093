//===- FormInfRegs.cpp - From one work item to infregs --------------------===//

#include "Former.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_FORMINFREGS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

Former::Former(KernelOp kernel, const FormOptions &options)
    : kernel(kernel), options(options), items(kernel.getWgSize()),
      builder(kernel.getContext(), &meter) {
  mask = fullMask(space);
}

void FormMeter::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  ++ops;
  for (Type type : op->getResultTypes())
    if (auto infreg = dyn_cast<InfRegType>(type))
      lanes += infreg.getLanesPerGroup();
}

/// Whether the kernel is still the program of one work item.
static bool isWorkItemForm(KernelOp kernel) {
  return !kernel
              .walk([](Operation *op) {
                auto isInfReg = [](Type type) { return isa<InfRegType>(type); };
                return llvm::any_of(op->getResultTypes(), isInfReg) ||
                               llvm::any_of(op->getOperandTypes(), isInfReg)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

LogicalResult Former::run() {
  Region formed;
  Block *entry = new Block;
  formed.push_back(entry);
  Block &old = kernel.getBody().front();
  for (BlockArgument argument : old.getArguments()) {
    Value fresh = entry->addArgument(argument.getType(), argument.getLoc());
    parameters[argument] = fresh;
    if (!isa<MemRefType>(argument.getType()))
      define(argument, fromValue(fresh, 1));
  }
  builder.setInsertionPointToEnd(entry);
  LogicalResult result = emitBlock(old);
  ReturnOp::create(builder, kernel.getLoc());
  if (failed(result))
    return failure();
  kernel.getBody().takeBody(formed);
  return success();
}

namespace {
struct FormInfRegsPass : public pirch::impl::FormInfRegsBase<FormInfRegsPass> {
  using FormInfRegsBase::FormInfRegsBase;

  void runOnOperation() override {
    FormOptions formOptions{emitRemarks, unrollBudget};
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!isWorkItemForm(kernel))
        continue;
      if (failed(checkWorkItemForm(kernel)))
        return signalPassFailure();
      Former former(kernel, formOptions);
      if (failed(former.run()))
        return signalPassFailure();
      const FormCounts &counts = former.getCounts();
      numVectorized += counts.vectorized;
      numUnrolled += counts.unrolled;
      numRunTime += counts.runTime;
      numRunTimeSubscripts += counts.runTimeSubscripts;
      removeDeadOps(kernel);
    }
  }

  /// Operations that turned out to be unused: one pass backwards suffices, as
  /// uses follow definitions.
  static void removeDeadOps(KernelOp kernel) {
    kernel.walk<WalkOrder::PostOrder, mlir::ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace
