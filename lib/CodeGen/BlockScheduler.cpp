//===- BlockScheduler.cpp - Orders of the operations of a block -----------===//

#include "BlockScheduler.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pirch;

std::vector<Operation *> BlockScheduler::run(int64_t walks, Start start,
                                             ArrayRef<Operation *> places) {
  orderRoots(start == Start::spread ? walks : 1);
  nextRoot = 0;
  nextPlaces = places;
  order.clear();
  started.clear();
  placed.clear();
  std::vector<Walk> all(walks);
  for (bool progress = true; progress;) {
    progress = false;
    for (Walk &walk : all)
      progress |= advance(walk, places);
  }
  // In a block that is never reached, operations may use each other in a
  // circle, so that not all are placed.
  if (order.size() < position.size()) {
    order.clear();
    for (Operation &op : block)
      order.push_back(&op);
  }
  return std::move(order);
}

void BlockScheduler::collect() {
  for (Operation &op : block) {
    position[&op] = position.size();
    int64_t above = 0;
    for (Operation *operand : operands[&op] = operandsOf(&op))
      above = std::max(above, height[operand]);
    height[&op] = above + 1;
    if (isLoad(&op))
      loads.push_back({&op, *memoryOf(&op)});
    else if (!isMemoryEffectFree(&op) || op.getNumRegions() ||
             op.hasTrait<OpTrait::IsTerminator>())
      roots.push_back(&op);
  }
  for (Operation &op : block)
    if (takesTime(&op) && rootIndex(&op) < 0)
      steps.push_back(&op);
  orderMemory();
  collectResults();
}

void BlockScheduler::orderRoots(int64_t walks) {
  rootOrder.clear();
  if (roots.empty())
    return;
  size_t inner = roots.size() - 1;
  llvm::SmallSetVector<Operation *, 16> all;
  for (int64_t walk = 0; walk < walks && inner; ++walk)
    all.insert(roots[inner * walk / walks]);
  all.insert_range(roots);
  rootOrder = all.takeVector();
}

void BlockScheduler::collectResults() {
  llvm::SmallSetVector<Operation *, 8> all;
  for (Value value : block.back().getOperands())
    if (Operation *def = value.getDefiningOp();
        def && def->getBlock() == &block && rootIndex(def) < 0 &&
        isa<VectorType>(value.getType()))
      all.insert(def);
  while (!all.empty()) {
    size_t first = results.size();
    results.push_back(all.front());
    llvm::SmallPtrSet<Operation *, 8> shared(llvm::from_range,
                                             operands.lookup(all.front()));
    all.remove(all.front());
    for (Operation *op : llvm::to_vector(all))
      if (llvm::any_of(operands.lookup(op), [&](Operation *operand) {
            return shared.contains(operand);
          })) {
        results.push_back(op);
        all.remove(op);
      }
    if (!first)
      groupSize = results.size();
  }
}

void BlockScheduler::orderMemory() {
  std::vector<std::optional<MemoryRange>> written;
  for (Operation *root : roots)
    written.push_back(memoryOf(root));
  for (const auto &entry : loads) {
    Operation *load = entry.first;
    auto conflicts = [&](size_t root) {
      return !written[root] || entry.second.mayOverlap(*written[root]);
    };
    size_t below =
        llvm::partition_point(
            roots,
            [&](Operation *root) { return position[root] < position[load]; }) -
        roots.begin();
    for (size_t root = below; root > 0; --root)
      if (conflicts(root - 1)) {
        after[load] = roots[root - 1];
        break;
      }
    for (size_t root = below; root < roots.size(); ++root)
      if (conflicts(root)) {
        loadsBefore[roots[root]].push_back(load);
        break;
      }
  }
}

SmallVector<Operation *, 4> BlockScheduler::operandsOf(Operation *op) {
  llvm::SmallSetVector<Operation *, 4> result;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && def->getBlock() == &block)
        result.insert(def);
  });
  SmallVector<Operation *, 4> operands = llvm::to_vector<4>(result);
  llvm::sort(operands, [&](Operation *a, Operation *b) {
    return std::pair(-height[a], position[a]) <
           std::pair(-height[b], position[b]);
  });
  return operands;
}

void BlockScheduler::open(Walk &walk, Operation *op) {
  started.insert(op);
  Frame frame;
  frame.op = op;
  frame.pending = operands.lookup(op);
  if (Operation *root = after.lookup(op))
    frame.pending.push_back(root);
  llvm::append_range(frame.pending, loadsBefore.lookup(op));
  if (int64_t index = rootIndex(op); index > 0) // roots keep their order
    frame.pending.push_back(roots[index - 1]);
  if (op == &block.back()) // what no root needs comes before the terminator
    for (Operation &other : block.without_terminator())
      if (!placed.contains(&other))
        frame.pending.push_back(&other);
  walk.push_back(std::move(frame));
}

int64_t BlockScheduler::rootIndex(Operation *op) const {
  auto found = llvm::partition_point(roots, [&](Operation *root) {
    return position.lookup(root) < position.lookup(op);
  });
  return found != roots.end() && *found == op ? found - roots.begin() : -1;
}

bool BlockScheduler::isEarly(ArrayRef<Operation *> places) const {
  auto isPlaced = [&](Operation *op) { return placed.contains(op); };
  return (roots.size() > 1 && !isPlaced(*std::prev(roots.end(), 2))) ||
         !llvm::all_of(places, isPlaced);
}

bool BlockScheduler::advance(Walk &walk, ArrayRef<Operation *> places) {
  bool progress = false;
  while (true) {
    if (walk.empty()) {
      bool isLast = nextRoot + 1 == roots.size();
      if (isLast && !nextPlaces.empty()) {
        Operation *place = nextPlaces.front();
        nextPlaces = nextPlaces.drop_front();
        if (!started.contains(place))
          open(walk, place);
        continue;
      }
      if (nextRoot == roots.size() || (isLast && isEarly(places)))
        return progress; // the terminator waits for everything
      Operation *root = rootOrder[nextRoot++];
      if (!started.contains(root))
        open(walk, root);
      continue;
    }
    Frame &frame = walk.back();
    while (frame.done < frame.pending.size() &&
           placed.contains(frame.pending[frame.done]))
      ++frame.done;
    if (frame.done == frame.pending.size()) {
      Operation *op = frame.op;
      walk.pop_back();
      place(op);
      placeUsersOfMask(op);
      progress = true;
      if (takesTime(op))
        return true;
      continue;
    }
    auto *next =
        std::find_if(frame.pending.begin() + frame.done, frame.pending.end(),
                     [&](Operation *op) { return !started.contains(op); });
    if (next == frame.pending.end())
      return progress;
    open(walk, *next);
  }
}

void BlockScheduler::place(Operation *op) {
  started.insert(op);
  placed.insert(op);
  order.push_back(op);
}

bool BlockScheduler::isReady(Operation *op, int depth) {
  constexpr int kMostDepth = 8;
  return placed.contains(op) ||
         (depth < kMostDepth && !started.contains(op) && !takesTime(op) &&
          !op->getNumRegions() && isMemoryEffectFree(op) &&
          areOperandsReady(op, depth + 1));
}

bool BlockScheduler::areOperandsReady(Operation *op, int depth) {
  return llvm::all_of(operands.lookup(op),
                      [&](Operation *other) { return isReady(other, depth); });
}

void BlockScheduler::placeReady(Operation *op) {
  for (Operation *operand : operands.lookup(op))
    if (!placed.contains(operand))
      placeReady(operand);
  place(op);
}

void BlockScheduler::placeUsersOfMask(Operation *op) {
  SmallVector<Operation *> pending = {op};
  while (!pending.empty()) {
    Operation *mask = pending.pop_back_val();
    if (!givesMask(mask))
      continue;
    SmallVector<Operation *> users(mask->getUsers());
    llvm::sort(users, [&](Operation *a, Operation *b) {
      return position.lookup(a) < position.lookup(b);
    });
    for (Operation *user : users) {
      if (user->getBlock() != &block || started.contains(user) ||
          !takesTime(user) || !isMemoryEffectFree(user) ||
          !areOperandsReady(user))
        continue;
      placeReady(user);
      pending.push_back(user);
    }
  }
}

bool BlockScheduler::givesMask(Operation *op) {
  auto type = op->getNumResults() == 1
                  ? dyn_cast<VectorType>(op->getResult(0).getType())
                  : VectorType();
  return type && type.getElementType().isInteger(1);
}

bool BlockScheduler::takesTime(Operation *op) {
  return op->getNumResults() == 1 && !isLoad(op) &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         isa<VectorType>(op->getResult(0).getType()) &&
         llvm::count_if(op->getOperandTypes(), llvm::IsaPred<VectorType>) > 1;
}
