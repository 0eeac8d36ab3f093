//===- SeparateItems.cpp - Kernels whose work items do not meet -----------===//

#include "SeparateItems.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

Value pirch::getOtherOperand(Operation *op, Value operand) {
  return op->getOperand(op->getOperand(0) == operand ? 1 : 0);
}

std::optional<SmallVector<arith::MulIOp>>
pirch::findGlobalIndices(KernelOp kernel) {
  SmallVector<arith::MulIOp> products;
  auto isSize = [&](Value value) {
    IntegerAttr number;
    return matchPattern(value, m_Constant(&number)) &&
           number.getInt() == static_cast<int64_t>(kernel.getWgSize());
  };
  auto isAddedToItem = [](arith::MulIOp product) {
    return llvm::all_of(product->getUsers(), [&](Operation *user) {
      return isa<arith::AddIOp>(user) &&
             getOtherOperand(user, product).getDefiningOp<WiIndexOp>();
    });
  };
  auto isAddedToGroup = [&](Operation *user, Value item) {
    if (!isa<arith::AddIOp>(user))
      return false;
    auto product = getOtherOperand(user, item).getDefiningOp<arith::MulIOp>();
    return product && llvm::any_of(product->getOperands(), [](Value factor) {
             return factor.getDefiningOp<WgIndexOp>();
           });
  };
  WalkResult result = kernel.walk([&](Operation *op) {
    for (Operation *user : op->getUsers()) {
      if (isa<WiIndexOp>(op) && !isAddedToGroup(user, op->getResult(0)))
        return WalkResult::interrupt();
      if (!isa<WgIndexOp>(op))
        continue;
      auto product = dyn_cast<arith::MulIOp>(user);
      if (!product || !isSize(getOtherOperand(product, op->getResult(0))) ||
          !isAddedToItem(product))
        return WalkResult::interrupt();
      products.push_back(product);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || products.empty())
    return std::nullopt;
  return products;
}

bool pirch::hasSeparateItems(KernelOp kernel, bool mayAskForGroups) {
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    auto variable = dyn_cast<memref::AllocaOp>(op);
    auto onLanes = dyn_cast<InfRegOpInterface>(op);
    bool isShared =
        (variable &&
         variable.getType().getMemorySpaceAsInt() == kLocalMemorySpace) ||
        (onLanes && onLanes.getLaneRelation() == LaneRelation::exchanged) ||
        isa<AccessOpInterface>(op) ||
        (!mayAskForGroups && isa<NumGroupsOp>(op));
    bool isKnown =
        isMemoryEffectFree(op) || op->getNumRegions() ||
        isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp, StageOp>(op);
    return isShared || !isKnown ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

Type pirch::getWidestType(KernelOp kernel) {
  Type widest = getChunkElementType(kernel);
  kernel.walk([&](Operation *op) {
    // Constants are folded: the 1e-5 of `(float)1e-5` is no double.
    if (op->hasTrait<OpTrait::ConstantLike>())
      return;
    for (Type type : op->getResultTypes())
      if (isa<FloatType>(type) &&
          (!isa<FloatType>(widest) ||
           type.getIntOrFloatBitWidth() > widest.getIntOrFloatBitWidth()))
        widest = type;
  });
  return widest;
}
