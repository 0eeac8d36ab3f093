//===- PirchToVector.cpp - Packed kernels to functions over vectors -------===//

#include "Chunker.h"
#include "KernelFunction.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {
#define GEN_PASS_DEF_CONVERTPIRCHTOVECTOR
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether every infreg of the kernel has its lanes assigned; otherwise an
/// error names the operation.
static LogicalResult checkForm(KernelOp kernel) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  if (!target)
    return kernel.emitOpError("has no target to make chunks for");
  if (target.distributesWorkItems())
    return kernel.emitOpError("has a target whose work items are threads; "
                              "distribute them (pirch-distribute)");
  if (failed(checkInfRegForm(kernel)))
    return failure();
  auto result = kernel.walk([&](Operation *op) -> WalkResult {
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type);
          infreg && !infreg.getLanes())
        return op->emitOpError("has no lane order; assign lanes first "
                               "(pirch-assign-lanes)");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
/// Compares operations by what they do, apart from their locations: alike are
/// equal operations with the same operands.
struct AlikeInfo : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getEmptyKey() || a == getTombstoneKey() || b == getEmptyKey() ||
        b == getTombstoneKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(a), const_cast<Operation *>(b),
        OperationEquivalence::IgnoreLocations);
  }
};
} // namespace

/// Replace loads by earlier loads of the same memory if nothing is written
/// between them. MLIR's CSE pass would do this too, but it walks from each load
/// to every load that is like it, which takes quadratic time.
static void shareLoads(Block &block) {
  llvm::DenseSet<Operation *, AlikeInfo> loads;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        shareLoads(inner);
    if (isMemoryEffectFree(&op))
      continue;
    if (op.getNumRegions() || !hasSingleEffect<MemoryEffects::Read>(&op)) {
      loads.clear();
      continue;
    }
    auto [known, isNew] = loads.insert(&op);
    if (isNew)
      continue;
    op.replaceAllUsesWith(*known);
    op.erase();
  }
}

namespace {
struct ConvertPirchToVectorPass
    : public pirch::impl::ConvertPirchToVectorBase<ConvertPirchToVectorPass> {
  using ConvertPirchToVectorBase::ConvertPirchToVectorBase;

  void runOnOperation() override {
    ChunkCounts counts;
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    llvm::StringMap<func::FuncOp> functions;
    for (KernelOp kernel : kernels) {
      if (failed(checkForm(kernel)))
        return signalPassFailure();
      functions[kernel.getSymName()] = declareFunction(kernel);
    }
    for (KernelOp kernel : kernels) {
      StringRef name = kernel.getSymName();
      func::FuncOp remainder =
          functions.lookup(kernel.getRemainder().value_or(""));
      Chunker chunker(kernel, counts);
      if (failed(chunker.run(functions[name], remainder)))
        return signalPassFailure();
      shareLoads(functions[name].getBody().front());
      if (remainder) {
        remainder->setAttr(kKernelAttrName, kernel.getSymNameAttr());
        makeInternal(remainder);
      }
    }
    for (KernelOp kernel : kernels) {
      func::FuncOp &function = functions[kernel.getSymName()];
      if (!kernel.hasRole(KernelRole::main))
        continue;
      bool isGrid = kernel.getNumRowParams() && !kernel.hasItemRows();
      if (kernel.countGroupParts() > 1)
        function = isGrid ? addItemRowsFunction(kernel, function)
                          : addGroupFunction(kernel, function);
      if (isGrid)
        function = addGridFunction(kernel, function);
    }
    for (KernelOp kernel : kernels) {
      if (!kernel.hasItemRows() || !kernel.hasRole(KernelRole::main))
        continue;
      KernelOp whole = *llvm::find_if(kernels, [&](KernelOp other) {
        return other.getSymName() == *kernel.getWholeKernel();
      });
      addRowsFunction(
          kernel, functions[kernel.getSymName()], functions[whole.getSymName()],
          static_cast<int64_t>(whole.getWgSize()) * whole.countGroupParts());
    }
    for (KernelOp kernel : kernels)
      kernel.erase();
    numChunks += counts.chunks;
    numShuffles += counts.shuffles;
    numGathers += counts.gathers;
  }
};
} // namespace
