//===- SeparateItems.cpp - Kernels whose work items do not meet -----------===//

#include "SeparateItems.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

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

void pirch::forwardSingleStores(KernelOp kernel) {
  DominanceInfo dominance(kernel);
  SmallVector<memref::LoadOp> unused;
  kernel.walk([&](memref::AllocaOp variable) {
    if (variable.getType().getNumElements() != 1)
      return;
    memref::StoreOp store;
    SmallVector<memref::LoadOp> loads;
    for (Operation *user : variable->getUsers()) {
      if (auto load = dyn_cast<memref::LoadOp>(user)) {
        loads.push_back(load);
        continue;
      }
      auto other = dyn_cast<memref::StoreOp>(user);
      if (!other || store || other.getValue() == variable.getResult())
        return;
      store = other;
    }
    if (!store || !llvm::all_of(loads, [&](memref::LoadOp load) {
          return dominance.properlyDominates(store.getOperation(), load);
        }))
      return;
    for (memref::LoadOp load : loads) {
      load.replaceAllUsesWith(store.getValue());
      unused.push_back(load);
    }
  });
  for (memref::LoadOp load : unused)
    load.erase();
}

void pirch::eraseUnread(KernelOp kernel) {
  SmallVector<memref::AllocaOp> variables;
  kernel.walk([&](memref::AllocaOp each) { variables.push_back(each); });
  for (memref::AllocaOp variable : variables)
    if (llvm::all_of(variable->getUsers(), [&](Operation *user) {
          auto store = dyn_cast<memref::StoreOp>(user);
          return store && store.getValue() != variable.getResult();
        }))
      for (Operation *user : llvm::make_early_inc_range(variable->getUsers()))
        user->erase();
  kernel.walk<WalkOrder::PostOrder, mlir::ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// Whether `left` and `right` are computed from the same values by the same
/// pure operations.
static bool isSame(Value left, Value right) {
  if (left == right)
    return true;
  Operation *one = left.getDefiningOp(), *other = right.getDefiningOp();
  return one && other && isPure(one) && one->getNumRegions() == 0 &&
         OperationEquivalence::isEquivalentTo(
             one, other, [](Value a, Value b) { return success(isSame(a, b)); },
             [](Value, Value) {}, OperationEquivalence::IgnoreLocations);
}

bool pirch::ownsStores(KernelOp kernel) {
  auto isOwn = [](BlockArgument buffer) {
    memref::StoreOp store;
    for (Operation *user : buffer.getUsers())
      if (auto each = dyn_cast<memref::StoreOp>(user))
        store = each;
    auto indexOf = [](Operation *op) {
      auto load = dyn_cast<memref::LoadOp>(op);
      return load ? load.getIndices().front()
                  : cast<memref::StoreOp>(op).getIndices().front();
    };
    bool isRead = llvm::any_of(buffer.getUsers(), [](Operation *user) {
      return isa<memref::LoadOp>(user);
    });
    return !store || !isRead ||
           llvm::all_of(buffer.getUsers(), [&](Operation *user) {
             return isSame(indexOf(user), indexOf(store));
           });
  };
  return llvm::all_of(kernel.getBody().getArguments(), [&](Value argument) {
    return !isa<MemRefType>(argument.getType()) ||
           isOwn(cast<BlockArgument>(argument));
  });
}
