//===- LoopFission.cpp - Loops that carry no more than registers hold -----===//

#include "ChunkArithmetic.h"
#include "MemoryRange.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/PipelineModel.h"
#include "Pirch/Analysis/RegisterModel.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallBitVector.h"

namespace pirch {
#define GEN_PASS_DEF_LOOPFISSION
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Splits one loop into several, each of which computes some of the values that
/// it carries. The values are named by their numbers. A *part* is a set of
/// values that must stay in one loop; a group of parts becomes a loop.
class LoopSplitter {
public:
  /// Where there is a `pipeline`, loops are split only if they are not faster
  /// whole.
  LoopSplitter(scf::WhileOp loop, int64_t registers,
               const PipelineModel *pipeline)
      : loop(loop), registers(registers), pipeline(pipeline),
        numValues(loop.getNumResults()) {}

  /// Returns the number of loops that the loop became, 1 if it was not split.
  int64_t run() {
    if (!isSimple())
      return 1;
    findShared();
    // Vectors that the loop's condition depends on would be in every loop.
    for (unsigned value : shared.set_bits())
      if (isVector(value))
        return 1;
    findParts();
    Values all(numValues, true);
    if (parts.size() < 2 || vectorsIn(all) <= registers)
      return 1;
    SmallVector<Values> groups = groupParts();
    for (Values &group : groups)
      group |= shared;
    if (groups.size() < 2 || isFasterWhole(groups))
      return 1;
    for (const Values &group : groups)
      makeLoop(group);
    loop.erase();
    return groups.size();
  }

private:
  /// A set of values that the loop carries from iteration to iteration.
  using Values = llvm::SmallBitVector;
  using Slice = llvm::DenseSet<Operation *>;

  Block &body() { return *loop.getAfterBody(); }
  Block &test() { return *loop.getBeforeBody(); }
  bool isVector(unsigned value) {
    return isa<VectorType>(loop.getResult(value).getType());
  }

  /// Whether the loop's condition passes the values on as they are, and the
  /// loop writes no memory, so that parts of it can run one after the other.
  bool isSimple() {
    if (loop.getInits().size() != numValues ||
        !llvm::equal(loop.getConditionOp().getArgs(), test().getArguments()))
      return false;
    WalkResult result = loop.walk([](Operation *op) {
      auto effects = dyn_cast<MemoryEffectOpInterface>(op);
      bool onlyReads = isLoad(op) || (effects && effects.hasNoEffect()) ||
                       op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                       op->hasTrait<OpTrait::IsTerminator>();
      return onlyReads ? WalkResult::advance() : WalkResult::interrupt();
    });
    return !result.wasInterrupted();
  }

  /// Add the operations of `block` that `value` is computed from to `slice`,
  /// and the loop's values that it is computed from to `used`.
  static void collect(Value value, Block &block, Slice &slice, Values &used) {
    SmallVector<Value> todo{value};
    while (!todo.empty()) {
      Value next = todo.pop_back_val();
      if (auto argument = dyn_cast<BlockArgument>(next)) {
        if (argument.getOwner() == &block)
          used.set(argument.getArgNumber());
        continue;
      }
      Operation *def = next.getDefiningOp();
      if (def->getBlock() != &block || !slice.insert(def).second)
        continue;
      todo.append(def->operand_begin(), def->operand_end());
      llvm::SetVector<Value> above;
      getUsedValuesDefinedAbove(def->getRegions(), above);
      todo.append(above.begin(), above.end());
    }
  }

  /// Find the values that every loop needs, as the condition is computed from
  /// them.
  void findShared() {
    for (Value next : loop.getYieldOp().getOperands()) {
      slices.emplace_back();
      sources.emplace_back(numValues);
      collect(next, body(), slices.back(), sources.back());
    }
    Slice slice;
    shared.resize(numValues);
    collect(loop.getConditionOp().getCondition(), test(), slice, shared);
    for (Values before; before != shared;) {
      before = shared;
      for (unsigned value : before.set_bits())
        shared |= sources[value];
    }
  }

  /// Find the parts: values that are computed from each other, or by the same
  /// arithmetic, are in one part, so that no arithmetic is done twice.
  void findParts() {
    llvm::EquivalenceClasses<unsigned> classes;
    llvm::DenseMap<Operation *, unsigned> usedFor;
    for (unsigned value = 0; value < numValues; ++value) {
      if (shared.test(value))
        continue;
      classes.insert(value);
      for (unsigned source : sources[value].set_bits())
        if (!shared.test(source))
          classes.unionSets(value, source);
      for (Operation *op : slices[value])
        if (isChunkArithmetic(op))
          classes.unionSets(value,
                            usedFor.try_emplace(op, value).first->second);
    }
    llvm::SmallDenseMap<unsigned, unsigned> indexOf;
    for (unsigned value = 0; value < numValues; ++value) {
      if (shared.test(value))
        continue;
      auto [entry, isNew] =
          indexOf.try_emplace(classes.getLeaderValue(value), parts.size());
      if (isNew)
        parts.emplace_back(numValues);
      parts[entry->second].set(value);
    }
  }

  /// The number of vectors that live throughout a loop that computes `values`:
  /// those among them, and those from outside that it uses.
  int64_t vectorsIn(const Values &values) {
    llvm::DenseSet<Value> outer;
    int64_t count = 0;
    for (unsigned value : values.set_bits()) {
      count += isVector(value);
      for (Operation *op : slices[value])
        outer.insert_range(vectorsUsedBy(op));
    }
    return count + outer.size();
  }

  /// The vectors from outside of the loop that `op`, or an operation in its
  /// regions, uses.
  ArrayRef<Value> vectorsUsedBy(Operation *op) {
    auto [known, isNew] = usedBy.try_emplace(op);
    if (!isNew)
      return known->second;
    llvm::SmallSetVector<Value, 4> used;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (RegisterModel::isHeld(operand) &&
            operand.getParentRegion()->isProperAncestor(&loop.getAfter()))
          used.insert(operand);
    });
    return known->second = used.takeVector();
  }

  /// Group parts, as many as fit into the registers. Those that use the same
  /// loaded vectors come into one group, so that these are loaded once.
  SmallVector<Values> groupParts() {
    SmallVector<Values> groups;
    SmallVector<Slice> loads(parts.size());
    for (auto [part, itsLoads] : llvm::zip_equal(parts, loads))
      for (unsigned value : part.set_bits())
        for (Operation *op : slices[value])
          if (isLoad(op))
            itsLoads.insert(op);
    llvm::SmallBitVector left(parts.size(), true);
    while (left.any()) {
      Values group(numValues);
      Slice loaded;
      for (int next = left.find_first(); next >= 0;
           next = findNext(left, loads, group, loaded)) {
        group |= parts[next];
        loaded.insert(loads[next].begin(), loads[next].end());
        left.reset(next);
      }
      groups.push_back(group);
    }
    return groups;
  }

  /// The number of the part among those that are `left` that uses the most of
  /// what a group has `loaded`, of those that fit into its loop; -1 if none
  /// does.
  int findNext(const llvm::SmallBitVector &left, ArrayRef<Slice> loads,
               const Values &group, const Slice &loaded) {
    int best = -1;
    int64_t mostShared = -1;
    for (unsigned part : left.set_bits()) {
      int64_t numShared = llvm::count_if(
          loads[part], [&](Operation *op) { return loaded.contains(op); });
      if (numShared <= mostShared)
        continue;
      Values joined = group;
      joined |= parts[part];
      if (vectorsIn(joined) > registers)
        continue;
      best = part;
      mostShared = numShared;
    }
    return best;
  }

  /// Whether an iteration of the loop takes clearly less time than one of each
  /// of the loops that would compute `groups`: chains of operations that wait
  /// for their operands fill each other's gaps, and vectors that registers do
  /// not hold are stored and loaded beside them.
  bool isFasterWhole(ArrayRef<Values> groups) {
    constexpr double kClearly = 0.9;
    if (!pipeline)
      return false;
    Values all(numValues, true);
    int64_t whole = std::max(timeOf(all), 2 * (vectorsIn(all) - registers));
    int64_t split = 0;
    for (const Values &group : groups)
      split += timeOf(group);
    return whole < kClearly * split;
  }

  /// The time of the operations that `values` are computed from.
  int64_t timeOf(const Values &values) {
    Slice slice;
    for (unsigned value : values.set_bits())
      slice.insert_range(slices[value]);
    std::vector<Operation *> order;
    for (Operation &op : body())
      if (slice.contains(&op))
        order.push_back(&op);
    return pipeline->getTime(order);
  }

  /// Clone the operations of `block` that `results` are computed from.
  void cloneSlice(OpBuilder &builder, Block &block, ValueRange results,
                  IRMapping &copies) {
    Slice slice;
    Values used(numValues);
    for (Value result : results)
      collect(result, block, slice, used);
    for (Operation &op : block)
      if (slice.contains(&op))
        builder.clone(op, copies);
  }

  /// Make a loop that computes only `values`, and replaces their uses.
  void makeLoop(const Values &values) {
    SmallVector<Value> inits, nexts;
    SmallVector<Type> types;
    for (unsigned value : values.set_bits()) {
      inits.push_back(loop.getInits()[value]);
      nexts.push_back(loop.getYieldOp().getOperand(value));
      types.push_back(loop.getResult(value).getType());
    }
    auto mapArguments = [&](Block &from, ValueRange to) {
      IRMapping copies;
      for (auto [value, copy] : llvm::zip_equal(values.set_bits(), to))
        copies.map(from.getArgument(value), copy);
      return copies;
    };
    OpBuilder builder(loop);
    auto part = scf::WhileOp::create(
        builder, loop.getLoc(), types, inits,
        [&](OpBuilder &inner, Location loc, ValueRange arguments) {
          IRMapping copies = mapArguments(test(), arguments);
          Value condition = loop.getConditionOp().getCondition();
          cloneSlice(inner, test(), condition, copies);
          scf::ConditionOp::create(
              inner, loc, copies.lookupOrDefault(condition), arguments);
        },
        [&](OpBuilder &inner, Location loc, ValueRange arguments) {
          IRMapping copies = mapArguments(body(), arguments);
          cloneSlice(inner, body(), nexts, copies);
          for (Value &next : nexts)
            next = copies.lookupOrDefault(next);
          scf::YieldOp::create(inner, loc, nexts);
        });
    part->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    for (auto [value, result] :
         llvm::zip_equal(values.set_bits(), part.getResults()))
      loop.getResult(value).replaceAllUsesWith(result);
  }

  scf::WhileOp loop;
  int64_t registers;
  const PipelineModel *pipeline;
  unsigned numValues;
  /// For each value, the operations and the loop's values from which its value
  /// in the next iteration is computed.
  std::vector<Slice> slices;
  std::vector<Values> sources;
  /// The values that every loop needs.
  Values shared;
  SmallVector<Values> parts;
  /// The results of `vectorsUsedBy`.
  llvm::DenseMap<Operation *, SmallVector<Value>> usedBy;
};

struct LoopFissionPass : public pirch::impl::LoopFissionBase<LoopFissionPass> {
  using LoopFissionBase::LoopFissionBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    int64_t count = registers;
    if (count <= 0 && target)
      count = getLoopRegisters(target);
    if (count <= 0)
      return;
    std::optional<PipelineModel> pipeline;
    if (target)
      pipeline.emplace(target);
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops) {
      LoopSplitter splitter(loop, count, pipeline ? &*pipeline : nullptr);
      int64_t parts = splitter.run();
      if (parts > 1)
        numLoops += parts;
    }
  }
};

} // namespace
