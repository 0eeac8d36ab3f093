//===- ScheduleOperations.cpp - Order chunks for few registers ------------===//

#include "BlockScheduler.h"
#include "Pirch/Analysis/PipelineModel.h"
#include "Pirch/Analysis/RegisterModel.h"
#include "Pirch/CodeGen/Passes.h"

namespace pirch {
#define GEN_PASS_DEF_SCHEDULEOPERATIONS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

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
    auto schedule =
        getOperation()->getAttrOfType<ScheduleAttr>(kScheduleAttrName);
    if (schedule && schedule.getKeepOrder())
      return;
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
    auto addOrder = [&](std::vector<Operation *> order, int64_t gain,
                        bool isInterleaved) {
      int64_t reloads = countReloads(order, registers) + gain;
      int64_t time = getTime(order, reloads, scheduler.getNumLoads(), pipeline);
      candidates.push_back({std::move(order), reloads, time, isInterleaved});
    };
    auto add = [&](int64_t walks, ArrayRef<Operation *> places, int64_t gain,
                   Start start = Start::first) {
      addOrder(scheduler.run(walks, start, places), gain,
               places.empty() && walks <= kManyWalks);
    };
    for (int64_t number : {1, 2, 4, 8, 12, 16, 24})
      if (!isLong || number == 1 || number == 8)
        add(number, {}, 0);
    for (int64_t number : {2, 4, 8})
      if (!isLong)
        add(number, {}, 0, Start::spread);
    if (!scheduler.getResults().empty())
      add(1, scheduler.getSteps(), 0);
    // Where one chain feeds another one, as random numbers feed a count, walks
    // from the end compute all of the first chain before they begin with the
    // second.
    std::vector<Operation *> asInSource;
    for (Operation &op : block)
      asInSource.push_back(&op);
    addOrder(std::move(asInSource), 0, /*isInterleaved=*/false);
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
