//===- PanelLoops.cpp - Loops that change a panel -------------------------===//

#include "PanelLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

static bool isExchange(Operation *op) {
  return isa<WgShuffleOp, ReduceOp, ScanOp, AnyOp, AllOp>(op);
}

//===----------------------------------------------------------------------===//
// Taint
//===----------------------------------------------------------------------===//

void pirch::propagateTaint(Operation *root, llvm::DenseSet<Value> &tainted,
                           bool byConditions) {
  auto isTainted = [&](Value value) { return tainted.contains(value); };
  auto isUnderTainted = [&](Operation *op) {
    for (Operation *parent = op->getParentOp(); parent && parent != root;
         parent = parent->getParentOp()) {
      if (auto branch = dyn_cast<scf::IfOp>(parent);
          branch && isTainted(branch.getCondition()))
        return true;
      if (auto loop = dyn_cast<LoopOp>(parent))
        if (isTainted(cast<ConditionOp>(loop.getCond().front().getTerminator())
                          .getCondition()))
          return true;
    }
    return false;
  };
  size_t before;
  do {
    before = tainted.size();
    root->walk([&](Operation *op) {
      if (auto store = dyn_cast<memref::StoreOp>(op)) {
        if (llvm::any_of(op->getOperands(), isTainted) ||
            (byConditions && isUnderTainted(op)))
          tainted.insert(store.getMemRef());
        return;
      }
      if (auto branch = dyn_cast<scf::IfOp>(op)) {
        bool any = byConditions && isTainted(branch.getCondition());
        branch.walk([&](scf::YieldOp yield) {
          any |= yield->getParentOp() == op &&
                 llvm::any_of(yield.getOperands(), isTainted);
        });
        if (any)
          tainted.insert(op->result_begin(), op->result_end());
        return;
      }
      if (llvm::any_of(op->getOperands(), isTainted))
        tainted.insert(op->result_begin(), op->result_end());
    });
  } while (tainted.size() != before);
}

KnownValues::KnownValues(KernelOp kernel) {
  for (BlockArgument argument : kernel.getBody().front().getArguments())
    atRunTime.insert(argument);
  kernel.walk([&](Operation *op) {
    if (isa<WiIndexOp>(op))
      perItem.insert(op->getResult(0));
    else if (isa<WgIndexOp, NumGroupsOp, ReduceOp, ScanOp, AnyOp, AllOp>(op))
      atRunTime.insert(op->result_begin(), op->result_end());
  });
  propagateTaint(kernel, atRunTime);
  propagateTaint(kernel, perItem);
  findPlaces(kernel);
}

/// Whether `use` needs its value only to know a place in memory, given what is
/// taken to do so.
static bool isUsedAsPlace(OpOperand &use, const llvm::DenseSet<Value> &places) {
  Operation *op = use.getOwner();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return use.get() != load.getMemRef() || places.contains(load.getResult());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return use.get() != store.getValueToStore() ||
           places.contains(store.getMemRef());
  return op->getNumResults() == 1 && places.contains(op->getResult(0));
}

/// The largest sets of integers and of variables of one integer that are used
/// as places alone.
void KnownValues::findPlaces(KernelOp kernel) {
  SmallVector<Value> candidates;
  kernel.walk([&](Operation *op) {
    if (op->getNumResults() != 1 || op->getNumRegions())
      return;
    Value value = op->getResult(0);
    auto variable = dyn_cast<memref::AllocaOp>(op);
    Type type =
        variable ? variable.getType().getElementType() : value.getType();
    if (type.isIntOrIndex() &&
        (!variable || variable.getType().getNumElements() == 1))
      candidates.push_back(value);
  });
  places.insert(candidates.begin(), candidates.end());
  size_t before;
  do {
    before = places.size();
    for (Value value : llvm::reverse(candidates))
      if (!llvm::all_of(value.getUses(), [&](OpOperand &use) {
            return isUsedAsPlace(use, places);
          }))
        places.erase(value);
  } while (places.size() != before);
}

//===----------------------------------------------------------------------===//
// Panels
//===----------------------------------------------------------------------===//

static memref::AllocaOp getPrivateArray(Value memref) {
  auto variable = memref.getDefiningOp<memref::AllocaOp>();
  return variable && variable.getType().getNumElements() > 1 &&
                 variable.getType().getMemorySpaceAsInt() != kLocalMemorySpace
             ? variable
             : memref::AllocaOp();
}

bool pirch::changesPanel(LoopOp loop) {
  llvm::SetVector<Value> written;
  loop.getBody().walk([&](memref::StoreOp store) {
    auto variable = getPrivateArray(store.getMemRef());
    if (variable && !loop->isAncestor(variable))
      written.insert(store.getMemRef());
  });
  for (Value array : written) {
    llvm::DenseSet<Value> read;
    loop.getBody().walk([&](memref::LoadOp load) {
      if (load.getMemRef() == array)
        read.insert(load.getResult());
    });
    propagateTaint(loop, read);
    bool exchanged =
        loop.getBody()
            .walk([&](Operation *op) {
              return isExchange(op) && read.contains(op->getOperand(0))
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted();
    if (exchanged)
      return true;
  }
  return false;
}

/// The condition of the branch or selection that `op` is; null if it is none.
static Value getCondition(Operation *op) {
  if (auto branch = dyn_cast_or_null<scf::IfOp>(op))
    return branch.getCondition();
  auto select = dyn_cast_or_null<arith::SelectOp>(op);
  return select ? select.getCondition() : Value();
}

bool pirch::selectsKnownItems(LoopOp loop, const KnownValues &values) {
  auto selectsItems = [&](Operation *op) {
    Value condition = getCondition(op);
    return condition && values.isKnown(condition) &&
           values.isPerItem(condition);
  };
  return loop.getBody()
      .walk([&](memref::StoreOp store) {
        if (!getPrivateArray(store.getMemRef()))
          return WalkResult::advance();
        if (selectsItems(store.getValueToStore().getDefiningOp()))
          return WalkResult::interrupt();
        for (Operation *op = store->getParentOp(); op != loop;
             op = op->getParentOp())
          if (selectsItems(op))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

/// The instructions of an operation without regions.
static int64_t estimateInstructions(Operation &op, const KnownValues &values,
                                    int64_t items, int64_t lanes) {
  int64_t chunks = llvm::divideCeil(items, lanes);
  if (auto shuffle = dyn_cast<WgShuffleOp>(op))
    return values.isKnown(shuffle.getSource()) ? chunks : chunks * chunks;
  if (isExchange(&op)) {
    // Halves of the chunks are combined, then halves of one chunk.
    int64_t steps = llvm::Log2_64_Ceil(std::min(items, lanes));
    return chunks + 2 * steps;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isa<BlockArgument>(store.getMemRef()) ? chunks : 0;
  if (op.getNumResults() == 0 || isa<memref::AllocaOp>(op))
    return 0;
  // What is known takes no instruction, and neither does what registers hold
  // or instructions add up as they access memory.
  if (llvm::all_of(op.getResults(), [&](Value result) {
        return values.isKnown(result) || values.isPlace(result);
      }))
    return 0;
  if (auto load = dyn_cast<memref::LoadOp>(op);
      load && !isa<BlockArgument>(load.getMemRef()))
    return 0;
  return llvm::any_of(op.getResults(),
                      [&](Value result) { return values.isPerItem(result); })
             ? chunks
             : 1;
}

int64_t pirch::estimateInstructions(
    Block &block, const KnownValues &values, int64_t items, int64_t lanes,
    llvm::function_ref<int64_t(LoopOp)> countIterations) {
  int64_t sum = 0;
  for (Operation &op : block) {
    if (!op.getNumRegions()) {
      sum += ::estimateInstructions(op, values, items, lanes);
      continue;
    }
    auto loop = dyn_cast<LoopOp>(op);
    int64_t times = loop ? countIterations(loop) : 1;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        sum += times * estimateInstructions(inner, values, items, lanes,
                                            countIterations);
  }
  return sum;
}
