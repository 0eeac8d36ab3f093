//===- KernelForms.cpp - What each form of a kernel may hold --------------===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/IR/ElementwiseModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

static bool isScalar(Type type) {
  return type.isIndex() || InfRegType::isLaneType(type);
}

/// Run `check` on every operation of the body, until one fails. `check` reports
/// the error.
static LogicalResult checkBody(KernelOp kernel,
                               function_ref<LogicalResult(Operation *)> check) {
  return failure(kernel.getBody()
                     .walk<WalkOrder::PreOrder>([&](Operation *op) {
                       return failed(check(op)) ? WalkResult::interrupt()
                                                : WalkResult::advance();
                     })
                     .wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Work-item form
//===----------------------------------------------------------------------===//

static LogicalResult checkVariable(memref::AllocaOp op) {
  MemRefType type = op.getType();
  if (!type.hasStaticShape() || type.getRank() != 1 ||
      type.getNumElements() == 0 || !type.getLayout().isIdentity() ||
      !InfRegType::isLaneType(type.getElementType()))
    return op.emitOpError("expects a rank-1 variable of known size, got ")
           << type;
  return success();
}

static LogicalResult checkPlace(Operation *op, Value memref, size_t subscripts,
                                KernelOp kernel) {
  auto argument = dyn_cast<BlockArgument>(memref);
  bool isParameter =
      argument && argument.getOwner() == &kernel.getBody().front();
  bool isTable = memref.getDefiningOp<TableOp>() != nullptr;
  if (isTable && !isa<memref::LoadOp>(op))
    return op->emitOpError("writes a table of constants");
  if (!isParameter && !isTable && !memref.getDefiningOp<memref::AllocaOp>())
    return op->emitOpError("accesses neither a parameter nor a variable");
  if (subscripts != 1)
    return op->emitOpError("expects one subscript");
  return success();
}

LogicalResult pirch::checkWorkItemForm(KernelOp kernel) {
  if (kernel.getWgPack())
    return kernel.emitOpError("is packed already; form infregs before packing");
  auto isNoScalar = [](Type type) { return !isScalar(type); };
  return checkBody(kernel, [&](Operation *op) -> LogicalResult {
    if (auto variable = dyn_cast<memref::AllocaOp>(op))
      return checkVariable(variable);
    if (isa<TableOp>(op))
      return success();
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return checkPlace(op, load.getMemRef(), load.getIndices().size(), kernel);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return checkPlace(op, store.getMemRef(), store.getIndices().size(),
                        kernel);
    if (isa<AtomicRMWOp, AtomicCmpXchgOp>(op))
      return checkPlace(op, cast<AccessOpInterface>(op).getBuffer(),
                        /*subscripts=*/1, kernel);
    bool known = isArithmetic(op) || op->hasTrait<InWorkItemForm>() ||
                 isa<scf::IfOp>(op) ||
                 (isa<scf::YieldOp>(op) && isa<scf::IfOp>(op->getParentOp()));
    if (!known || llvm::any_of(op->getOperandTypes(), isNoScalar) ||
        llvm::any_of(op->getResultTypes(), isNoScalar))
      return op->emitOpError("is not supported yet in the work-item form");
    if (auto lanes = dyn_cast<InfRegOpInterface>(op);
        lanes && lanes.getLaneMask())
      return op->emitOpError("has a mask, which the work-item form does not: "
                             "its masks come from branches and loops");
    return success();
  });
}

//===----------------------------------------------------------------------===//
// InfReg form
//===----------------------------------------------------------------------===//

LogicalResult pirch::checkInfRegForm(KernelOp kernel) {
  auto isInfReg = [](Type type) { return isa<InfRegType>(type); };
  return checkBody(kernel, [&](Operation *op) -> LogicalResult {
    if (isa<LoopOp, memref::AllocaOp>(op))
      return op->emitOpError(
          "belongs to the work-item form; form infregs first "
          "(pirch-vectorize-work-items)");
    if (auto table = dyn_cast<TableOp>(op);
        table &&
        !InfRegType::isMemoryType(table.getBuffer().getType().getElementType()))
      return op->emitOpError("holds elements that do not take whole bytes");
    for (Type type : op->getResultTypes())
      if (!isInfReg(type) && !isScalar(type) && !isa<AllocaOp, TableOp>(op))
        return op->emitOpError("is not supported yet in the InfReg form");
    for (Type type : op->getOperandTypes())
      if (!isInfReg(type) && !isScalar(type) && !isa<AccessOpInterface>(op))
        return op->emitOpError("is not supported yet in the InfReg form");
    bool onLanes = llvm::any_of(op->getResultTypes(), isInfReg) ||
                   llvm::any_of(op->getOperandTypes(), isInfReg);
    if (isArithmetic(op)) {
      if (!onLanes)
        return llvm::all_of(op->getOperandTypes(), isScalar)
                   ? success()
                   : op->emitOpError("is not supported yet in the InfReg form");
      if (isa<arith::ConstantOp>(op))
        return op->emitOpError("makes an infreg; use pirch.splat or "
                               "pirch.constant");
      if (!llvm::all_of(op->getOperandTypes(), isInfReg) ||
          !llvm::all_of(op->getResultTypes(), isInfReg))
        return op->emitOpError("mixes scalars and infregs");
      auto first = cast<InfRegType>(op->getResult(0).getType());
      for (Type type :
           llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                    SmallVector<Type>(op->getResultTypes())))
        if (auto infreg = cast<InfRegType>(type);
            infreg.getShape() != first.getShape() ||
            infreg.getLanes() != first.getLanes())
          return op->emitOpError("mixes lanes of ")
                 << infreg << " and " << first;
      return success();
    }
    bool isControlFlow =
        isa<scf::WhileOp, scf::ConditionOp>(op) ||
        (isa<scf::YieldOp>(op) && isa<scf::WhileOp>(op->getParentOp()));
    if (!isControlFlow && !op->hasTrait<InInfRegForm>())
      return op->emitOpError("is not supported yet in the InfReg form");
    if (isa<InfRegOpInterface>(op) && !onLanes &&
        !op->hasTrait<ScalarInInfRegForm>())
      return op->emitOpError(
          "belongs to the work-item form; form infregs first "
          "(pirch-vectorize-work-items)");
    return success();
  });
}

bool pirch::isWorkItemForm(KernelOp kernel) {
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

llvm::StringSet<> pirch::findWholeKernels(ModuleOp module) {
  llvm::StringSet<> names;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (kernel.hasItemRows())
      names.insert(*kernel.getWholeKernel());
  return names;
}
