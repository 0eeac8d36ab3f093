//===- ScheduleChunks.cpp - Order chunks for few registers ----------------===//

#include "Pirch/Conversion/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_SCHEDULECHUNKS
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// What a load or store touches: bytes `first` to `last` from `origin`, a
/// pointer into `parameter`. Unknown parts are null or unbounded.
struct MemoryRange {
  Value parameter, origin;
  int64_t first = INT64_MIN, last = INT64_MAX;

  bool mayOverlap(const MemoryRange &other) const {
    if (parameter && other.parameter && parameter != other.parameter)
      return false;
    if (origin != other.origin || !origin)
      return true;
    return first <= other.last && other.first <= last;
  }
};

} // namespace

static int64_t sizeInBytes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() *
           ((vector.getElementTypeBitWidth() + 7) / 8);
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

static MemoryRange rangeOf(Value pointer, Type accessed) {
  MemoryRange range;
  if (isa<VectorType>(pointer.getType()))
    accessed = {}; // scattered
  int64_t offset = 0;
  Value origin = pointer;
  if (auto gep = pointer.getDefiningOp<LLVM::GEPOp>();
      gep && accessed && gep.getDynamicIndices().empty() &&
      gep.getRawConstantIndices().size() == 1) {
    offset = gep.getRawConstantIndices()[0] * sizeInBytes(gep.getElemType());
    origin = gep.getBase();
  }
  if (accessed) {
    range.origin = origin;
    range.first = offset;
    range.last = offset + sizeInBytes(accessed) - 1;
  }
  while (auto gep = origin.getDefiningOp<LLVM::GEPOp>())
    origin = gep.getBase();
  if (isa<BlockArgument>(origin))
    range.parameter = origin;
  return range;
}

/// The memory that `op` reads or writes; nothing where it is no simple access.
static std::optional<MemoryRange> memoryOf(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return rangeOf(load.getAddr(), load.getType());
  if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op))
    return rangeOf(load.getData(), load.getType());
  if (auto load = dyn_cast<LLVM::masked_gather>(op))
    return rangeOf(load.getPtrs(), {});
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return rangeOf(store.getAddr(), store.getValue().getType());
  if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
    return rangeOf(store.getData(), store.getValue().getType());
  if (auto store = dyn_cast<LLVM::masked_scatter>(op))
    return rangeOf(store.getPtrs(), {});
  return std::nullopt;
}

static bool isLoad(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::MaskedLoadOp, LLVM::masked_gather>(op);
}

namespace {

/// Orders one block.
class BlockScheduler {
public:
  explicit BlockScheduler(Block &block) : block(block) {}

  /// Number of operations that changed their place.
  int64_t run() {
    collect();
    for (Operation *root : roots) {
      for (Operation *load : mustPrecede(root))
        place(load);
      if (root == &block.back())
        placeUnused();
      place(root);
    }
    int64_t moved = 0;
    Operation *previous = nullptr;
    for (Operation *op : order) {
      bool inPlace =
          previous ? previous->getNextNode() == op : &block.front() == op;
      if (!inPlace) {
        ++moved;
        if (previous)
          op->moveAfter(previous);
        else
          op->moveBefore(&block, block.begin());
      }
      previous = op;
    }
    return moved;
  }

private:
  /// Roots have effects or an order of their own; everything else is placed
  /// when first needed. A root that needs a load comes after it, and so after
  /// all stores above the load.
  void collect() {
    for (Operation &op : block) {
      position[&op] = position.size();
      int64_t above = 0;
      for (Operation *operand : operandsOf(&op))
        above = std::max(above, height[operand]);
      height[&op] = above + 1;
      if (isLoad(&op))
        loads.push_back({&op, *memoryOf(&op)});
      else if (!isMemoryEffectFree(&op) || op.getNumRegions() ||
               op.hasTrait<OpTrait::IsTerminator>())
        roots.push_back(&op);
    }
  }

  /// Loads above `root` that it may overwrite and that are not placed yet. What
  /// is no simple access may overwrite anything.
  SmallVector<Operation *> mustPrecede(Operation *root) {
    std::optional<MemoryRange> written = memoryOf(root);
    SmallVector<Operation *> result;
    for (auto &[load, range] : loads)
      if (!placed.contains(load) && position[load] < position[root] &&
          (!written || range.mayOverlap(*written)))
        result.push_back(load);
    llvm::erase_if(
        loads, [&](const auto &entry) { return placed.contains(entry.first); });
    return result;
  }

  /// What no root needs stays, behind its operands.
  void placeUnused() {
    for (Operation &op : block.without_terminator())
      place(&op);
  }

  /// Operations of this block that `op` uses, those within its regions too;
  /// those at the end of longer chains first.
  SmallVector<Operation *> operandsOf(Operation *op) {
    llvm::SmallSetVector<Operation *, 4> result;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp();
            def && def->getBlock() == &block)
          result.insert(def);
    });
    SmallVector<Operation *> operands = result.takeVector();
    llvm::sort(operands, [&](Operation *a, Operation *b) {
      return std::pair(-height[a], position[a]) <
             std::pair(-height[b], position[b]);
    });
    return operands;
  }

  /// Depth first without recursion: chains are as long as kernels. In blocks
  /// that nobody reaches, operations may need each other in a circle.
  void place(Operation *root) {
    SmallVector<std::pair<Operation *, SmallVector<Operation *>>> stack;
    llvm::DenseSet<Operation *> opened;
    auto open = [&](Operation *op) {
      if (!placed.contains(op) && opened.insert(op).second)
        stack.emplace_back(op, operandsOf(op));
    };
    open(root);
    while (!stack.empty()) {
      auto &[op, operands] = stack.back();
      if (!operands.empty()) {
        Operation *next = operands.front();
        operands.erase(operands.begin());
        open(next);
        continue;
      }
      Operation *done = op;
      stack.pop_back();
      if (placed.insert(done).second)
        order.push_back(done);
    }
  }

  Block &block;
  llvm::DenseMap<Operation *, int64_t> position, height;
  SmallVector<std::pair<Operation *, MemoryRange>> loads;
  SmallVector<Operation *> roots, order;
  llvm::DenseSet<Operation *> placed;
};

struct ScheduleChunksPass
    : public pirch::impl::ScheduleChunksBase<ScheduleChunksPass> {
  using ScheduleChunksBase::ScheduleChunksBase;

  void runOnOperation() override {
    getOperation().walk([&](Block *block) {
      if (!block->empty())
        numMoved += BlockScheduler(*block).run();
    });
  }
};

} // namespace
