//===- ScheduleOperations.cpp - Order chunks for few registers ------------===//

#include "MemoryRange.h"
#include "Pirch/Analysis/PipelineModel.h"
#include "Pirch/Analysis/RegisterModel.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_SCHEDULEOPERATIONS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Orders the operations of one block. Its *roots* are the operations whose
/// order must be kept: those with effects and the terminator. Walks go depth
/// first from the roots to their operands. Several walks take turns, each
/// placing one operation, so that chains that share operands proceed side by
/// side, and none waits for its own last result.
class BlockScheduler {
public:
  explicit BlockScheduler(Block &block) : block(block) { collect(); }

  /// Where the first walks start.
  enum class Start {
    /// At the block's first effects.
    first,
    /// At effects spread over the block. Effects that follow each other often
    /// need the same chain of operations, as the stores of one record do; walks
    /// that are spread go along chains of their own.
    spread
  };

  /// The order that `walks` walks give from the block's effects, then from
  /// each of `places`, then from the terminator.
  std::vector<Operation *> run(int64_t walks, Start start = Start::first,
                               ArrayRef<Operation *> places = {}) {
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

  /// The number of the block's results that share operands with the first one,
  /// itself included: they are best computed side by side. 0 if the block has
  /// no results.
  int64_t getGroupSize() const { return groupSize; }

  int64_t getNumLoads() const { return loads.size(); }

  /// The operations whose vectors the terminator passes on, as the end of a
  /// loop's iteration does. Those that share operands follow each other.
  ArrayRef<Operation *> getResults() const { return results; }

  /// The operations that take time and are no roots, in the order of the block.
  /// For an unrolled loop this is the order of its iterations.
  ArrayRef<Operation *> getSteps() const { return steps; }

private:
  /// An operation that a walk has reached.
  struct Frame {
    Operation *op;
    /// The operations that must be placed before it, of which the first `done`
    /// have been.
    SmallVector<Operation *, 4> pending;
    size_t done = 0;
  };
  /// The way from a root to the operation that the walk has reached.
  using Walk = SmallVector<Frame>;

  void collect() {
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

  /// Let `walks` walks start at roots as far apart as possible. The terminator
  /// stays the last one.
  void orderRoots(int64_t walks) {
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

  void collectResults() {
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

  /// Keep each load between two roots: the last one before it and the first one
  /// after it that may write what it reads.
  void orderMemory() {
    std::vector<std::optional<MemoryRange>> written;
    for (Operation *root : roots)
      written.push_back(memoryOf(root));
    for (const auto &entry : loads) {
      Operation *load = entry.first;
      auto conflicts = [&](size_t root) {
        return !written[root] || entry.second.mayOverlap(*written[root]);
      };
      size_t below =
          llvm::partition_point(roots,
                                [&](Operation *root) {
                                  return position[root] < position[load];
                                }) -
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

  /// The operations of this block whose results `op`, or an operation in its
  /// regions, uses. Those at the end of longer chains come first.
  SmallVector<Operation *, 4> operandsOf(Operation *op) {
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

  /// Let `walk` go on to `op`.
  void open(Walk &walk, Operation *op) {
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

  /// The number of `op` among the roots; -1 if it is none.
  int64_t rootIndex(Operation *op) const {
    auto found = llvm::partition_point(roots, [&](Operation *root) {
      return position.lookup(root) < position.lookup(op);
    });
    return found != roots.end() && *found == op ? found - roots.begin() : -1;
  }

  /// Whether it is too early for the terminator: the last root before it, or
  /// one of `places`, has not been placed.
  bool isEarly(ArrayRef<Operation *> places) const {
    auto isPlaced = [&](Operation *op) { return placed.contains(op); };
    return (roots.size() > 1 && !isPlaced(*std::prev(roots.end(), 2))) ||
           !llvm::all_of(places, isPlaced);
  }

  /// Go on until one operation that takes time is placed. Returns false if no
  /// operation could be placed, as other walks are at work on all that this one
  /// waits for.
  bool advance(Walk &walk, ArrayRef<Operation *> places) {
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

  void place(Operation *op) {
    started.insert(op);
    placed.insert(op);
    order.push_back(op);
  }

  /// Whether `op` has been placed, or takes no time and needs nothing else that
  /// has not been, as constants in all lanes do.
  bool isReady(Operation *op, int depth = 0) {
    constexpr int kMostDepth = 8;
    return placed.contains(op) ||
           (depth < kMostDepth && !started.contains(op) && !takesTime(op) &&
            !op->getNumRegions() && isMemoryEffectFree(op) &&
            areOperandsReady(op, depth + 1));
  }
  bool areOperandsReady(Operation *op, int depth = 0) {
    return llvm::all_of(operands.lookup(op), [&](Operation *other) {
      return isReady(other, depth);
    });
  }

  /// Place `op`, and before it what its operands need, which is ready.
  void placeReady(Operation *op) {
    for (Operation *operand : operands.lookup(op))
      if (!placed.contains(operand))
        placeReady(operand);
    place(op);
  }

  /// Place what can be computed with the mask `op`, if it is one. Masks have
  /// few registers, and those of a chain of comparisons would wait for all of
  /// the chain: the number of the best of 32 states, which nothing but the end
  /// of the chain needs, would be computed at that end.
  void placeUsersOfMask(Operation *op) {
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

  static bool givesMask(Operation *op) {
    auto type = op->getNumResults() == 1
                    ? dyn_cast<VectorType>(op->getResult(0).getType())
                    : VectorType();
    return type && type.getElementType().isInteger(1);
  }

  /// Whether `op` computes a vector from several. Loads take no time, as they
  /// are folded into their users.
  static bool takesTime(Operation *op) {
    return op->getNumResults() == 1 && !isLoad(op) &&
           !op->hasTrait<OpTrait::ConstantLike>() &&
           isa<VectorType>(op->getResult(0).getType()) &&
           llvm::count_if(op->getOperandTypes(), llvm::IsaPred<VectorType>) > 1;
  }

  Block &block;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 4>> operands;
  /// For each operation, its number in the block, and the number of operations
  /// on the longest chain that ends with it.
  llvm::DenseMap<Operation *, int64_t> position, height;
  std::vector<std::pair<Operation *, MemoryRange>> loads;
  SmallVector<Operation *> roots;
  /// For each load, the root that it must come after, if there is one; for each
  /// root, the loads that must come before it.
  llvm::DenseMap<Operation *, Operation *> after;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> loadsBefore;
  /// The roots in the order in which walks start from them.
  SmallVector<Operation *> rootOrder;
  /// The root of `rootOrder`, and the places, from which the next walks start.
  size_t nextRoot = 0;
  ArrayRef<Operation *> nextPlaces;
  /// What `getResults`, `getSteps` and `getGroupSize` return.
  SmallVector<Operation *> results, steps;
  int64_t groupSize = 0;
  /// The operations placed so far, in their order.
  std::vector<Operation *> order;
  llvm::DenseSet<Operation *> started, placed;
};

/// The number of vectors that `order` loads again, because a machine with
/// `registers` registers has dropped them.
int64_t countReloads(ArrayRef<Operation *> order, int64_t registers) {
  RegisterModel model(registers);
  int64_t reloads = 0;
  for (Operation *op : order) {
    for (Value operand : op->getOperands())
      if (RegisterModel::isHeld(operand))
        reloads += model.use(operand);
    for (Value result : op->getResults())
      if (RegisterModel::isHeld(result))
        model.define(result);
  }
  return reloads;
}

struct ScheduleOperationsPass
    : public pirch::impl::ScheduleOperationsBase<ScheduleOperationsPass> {
  using ScheduleOperationsBase::ScheduleOperationsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    int64_t registers = RegisterModel::countOn(target);
    PipelineModel pipeline(target);
    getOperation().walk([&](Block *block) {
      if (!block->empty())
        numMoved += apply(*block, choose(*block, registers, pipeline));
    });
  }

  /// An order of a block's operations.
  struct Candidate {
    std::vector<Operation *> order;
    int64_t reloads;
    /// In the target's unit of costs, one for each reload.
    int64_t time;
    /// Whether independent chains proceed side by side for their own sake, so
    /// that more of them are better where nothing else tells orders apart.
    bool isInterleaved;
  };

  /// By what factor the time of one order must exceed that of another one for
  /// the model to tell them apart.
  static constexpr double kPrecision = 1.05;
  /// What computing results side by side must save, as a share of the
  /// operations of the block: operations that depend on each other get closer.
  static constexpr double kLeastGain = 1.0 / 8;

  /// The number of walks beyond which more of them are no better: operations
  /// that use the same constants lie too far apart, and accesses to memory go
  /// to and fro.
  static constexpr int64_t kManyWalks = 8;

  /// The time of `order`, in the target's unit of costs. Memory is accessed
  /// beside what is computed, one load in a unit; a register that is loaded
  /// again was stored before. Each reload delays what is computed a little, as
  /// it takes a place among the instructions that wait.
  static int64_t getTime(ArrayRef<Operation *> order, int64_t reloads,
                         int64_t loads, const PipelineModel &pipeline) {
    constexpr int64_t kReloadsPerUnit = 4;
    return std::max(pipeline.getTime(order), loads + 2 * reloads) +
           reloads / kReloadsPerUnit;
  }

  /// Of the orders that take the least time, the one with the fewest reloads;
  /// among equals, that of the most walks up to `kManyWalks`, as operations
  /// such as mathematical functions become many with latencies of their own.
  std::vector<Operation *> choose(Block &block, int64_t registers,
                                  const PipelineModel &pipeline) {
    if (walks > 0)
      return BlockScheduler(block).run(walks);
    std::vector<Candidate> candidates =
        getCandidates(block, registers, pipeline);
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const Candidate &candidate : candidates)
      least = std::min(least, candidate.time);
    Candidate *best = nullptr;
    for (Candidate &candidate : candidates)
      if (candidate.time <= kPrecision * least &&
          (!best || candidate.reloads < best->reloads ||
           (candidate.reloads == best->reloads && candidate.isInterleaved)))
        best = &candidate;
    return std::move(best->order);
  }

  static std::vector<Candidate> getCandidates(Block &block, int64_t registers,
                                              const PipelineModel &pipeline) {
    BlockScheduler scheduler(block);
    std::vector<Candidate> candidates;
    // For very long blocks fewer orders are tried, as each takes time.
    bool isLong = block.getOperations().size() > 50000;
    using Start = BlockScheduler::Start;
    auto add = [&](int64_t walks, ArrayRef<Operation *> places, int64_t gain,
                   Start start = Start::first) {
      std::vector<Operation *> order = scheduler.run(walks, start, places);
      int64_t reloads = countReloads(order, registers) + gain;
      int64_t time = getTime(order, reloads, scheduler.getNumLoads(), pipeline);
      candidates.push_back({std::move(order), reloads, time,
                            places.empty() && walks <= kManyWalks});
    };
    for (int64_t number : {1, 2, 4, 8, 12, 16, 24})
      if (!isLong || number == 1 || number == 8)
        add(number, {}, 0);
    for (int64_t number : {2, 4, 8})
      if (!isLong)
        add(number, {}, 0, Start::spread);
    if (!scheduler.getResults().empty())
      add(1, scheduler.getSteps(), 0);
    int64_t group = scheduler.getGroupSize();
    if (group > 1 && !isLong)
      for (int64_t number : {group, 2 * group})
        add(number, scheduler.getResults(),
            block.getOperations().size() * kLeastGain);
    return candidates;
  }

  /// Returns the number of operations that changed their place.
  static int64_t apply(Block &block, ArrayRef<Operation *> order) {
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
};

} // namespace
