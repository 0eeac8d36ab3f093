//===- LaneCopyPropagation.cpp - Read lanes from where they come ----------===//
//
// Lane maps and merges only copy lanes. What an array of local memory has held
// becomes a long chain of them: each store is a map and a merge, each load a
// map, although every lane that a load reads was computed by one of a few
// operations. This pass follows each lane through such a chain.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace pirch {
#define GEN_PASS_DEF_LANECOPYPROPAGATION
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The most lanes that the results of a net's copies may have together: tables
/// of the origins of more lanes would take too much memory.
static constexpr int64_t kMostLanes = 1 << 20;

/// The most values from which one result of a net is put together.
static constexpr size_t kMostBases = 8;

static bool isCopy(Operation *op) {
  return isa<LaneMapOpInterface, MergeOp>(op);
}

static int64_t countLanes(Value value) {
  return cast<InfRegType>(value.getType()).getLanesPerGroup();
}

namespace {
/// The lane that a lane is a copy of: lane `lane` of the value with the number
/// `base`, which no copy computes; or none (-1).
struct Origin {
  int32_t base = -1, lane = kNoLane;
};
using Origins = std::vector<Origin>;

/// A lane map or a merge that is to be built. Values have numbers: those of the
/// bases, then those of the steps.
struct Step {
  /// The map's source; of a merge, the value whose `table` is not 0.
  int32_t source;
  /// The value that a merge takes other lanes from; -1 for a map.
  int32_t into;
  InfRegType type;
  std::vector<int32_t> table;

  auto key() const {
    return std::make_tuple(source, into, type.getAsOpaquePointer(), table);
  }
};

/// Copies that are connected in a block, and how to compute those of their
/// results that others read, from the values that they copy.
class CopyNet {
public:
  explicit CopyNet(ArrayRef<Operation *> copies) : copies(copies) {}

  /// Find out where all lanes come from and plan new copies. Returns false if
  /// they would not cost less than the present ones.
  bool plan();

  /// Replace the results and erase the copies.
  void rewrite();

private:
  int32_t numberOf(Value value);
  void follow(Operation *copy);
  bool isResult(Operation *copy) const;

  /// The number of a value whose lanes have the origins of `result`.
  int32_t build(Value result);
  int32_t add(Step step);
  int32_t addMap(int32_t source, InfRegType type, std::vector<int32_t> table);
  int32_t buildMergedBases(InfRegType type, ArrayRef<int32_t> from,
                           const Origins &wanted);
  int32_t buildMergedMaps(InfRegType type, ArrayRef<int32_t> from,
                          const Origins &wanted);
  /// Whether no two of the wanted lanes of different bases lie at the same
  /// place, so that one merge of the bases holds all of them.
  bool areApart(ArrayRef<int32_t> from, const Origins &wanted) const;

  Value get(int32_t number, Operation *before);

  ArrayRef<Operation *> copies;
  llvm::MapVector<Value, int32_t> bases;
  llvm::DenseMap<Value, Origins> origins;
  std::vector<Step> steps;
  std::map<decltype(std::declval<Step>().key()), int32_t> known;
  /// The values that steps have become.
  std::vector<Value> built;
  llvm::MapVector<Operation *, int32_t> results;
  int64_t cost = 0;
};
} // namespace

int32_t CopyNet::numberOf(Value value) {
  return bases.insert({value, static_cast<int32_t>(bases.size())})
      .first->second;
}

void CopyNet::follow(Operation *copy) {
  auto originsOf = [&](Value value) {
    if (auto found = origins.find(value); found != origins.end())
      return found->second;
    Origins own(countLanes(value));
    int32_t base = numberOf(value);
    for (auto [lane, origin] : llvm::enumerate(own))
      origin = {base, static_cast<int32_t>(lane)};
    return own;
  };
  Origins mine;
  if (auto merge = dyn_cast<MergeOp>(copy)) {
    mine = originsOf(merge.getInto());
    Origins taken = originsOf(merge.getValue());
    for (auto [lane, isTaken] : llvm::enumerate(merge.getLanes()))
      if (isTaken)
        mine[lane] = taken[lane];
  } else {
    auto map = cast<LaneMapOpInterface>(copy);
    Origins source = originsOf(map.getLaneSource());
    for (int32_t lane : map.getLaneTable())
      mine.push_back(lane == kNoLane ? Origin() : source[lane]);
  }
  origins[copy->getResult(0)] = std::move(mine);
}

bool CopyNet::isResult(Operation *copy) const {
  return llvm::any_of(copy->getUsers(), [&](Operation *user) {
    return user->getNumResults() != 1 || !isCopy(user) ||
           !origins.count(user->getResult(0));
  });
}

int32_t CopyNet::add(Step step) {
  auto [found, isNew] = known.try_emplace(
      step.key(), static_cast<int32_t>(bases.size() + steps.size()));
  if (isNew) {
    cost += step.type.getLanesPerGroup();
    steps.push_back(std::move(step));
  }
  return found->second;
}

int32_t CopyNet::addMap(int32_t source, InfRegType type,
                        std::vector<int32_t> table) {
  Type from = source < static_cast<int32_t>(bases.size())
                  ? bases.begin()[source].first.getType()
                  : steps[source - bases.size()].type;
  bool isIdentity = from == type;
  for (auto [lane, origin] : llvm::enumerate(table))
    isIdentity &= origin == kNoLane || origin == static_cast<int32_t>(lane);
  return isIdentity ? source : add({source, -1, type, std::move(table)});
}

bool CopyNet::areApart(ArrayRef<int32_t> from, const Origins &wanted) const {
  Type type = bases.begin()[from.front()].first.getType();
  if (llvm::any_of(from, [&](int32_t base) {
        return bases.begin()[base].first.getType() != type;
      }))
    return false;
  llvm::DenseMap<int32_t, int32_t> baseOfLane;
  return llvm::all_of(wanted, [&](Origin origin) {
    return origin.base < 0 ||
           baseOfLane.try_emplace(origin.lane, origin.base).first->second ==
               origin.base;
  });
}

/// Bases are merged at their own places, then moved at once. Each merge takes
/// all lanes that are not wanted from earlier bases, so that results that want
/// other lanes of the same bases share it.
int32_t CopyNet::buildMergedBases(InfRegType type, ArrayRef<int32_t> from,
                                  const Origins &wanted) {
  auto source = cast<InfRegType>(bases.begin()[from.front()].first.getType());
  std::vector<int32_t> isLater(source.getLanesPerGroup(), 1);
  int32_t merged = from.front();
  for (int32_t base : from.drop_front()) {
    for (Origin origin : wanted)
      if (origin.base >= 0 && origin.base < base)
        isLater[origin.lane] = 0;
    merged = add({base, merged, source, isLater});
  }
  std::vector<int32_t> table;
  for (Origin origin : wanted)
    table.push_back(origin.lane);
  return addMap(merged, type, std::move(table));
}

int32_t CopyNet::buildMergedMaps(InfRegType type, ArrayRef<int32_t> from,
                                 const Origins &wanted) {
  int32_t merged = -1;
  std::vector<int32_t> isLater(wanted.size(), 1);
  for (int32_t base : from) {
    std::vector<int32_t> table;
    for (Origin origin : wanted)
      table.push_back(origin.base == base ? origin.lane : kNoLane);
    int32_t map = addMap(base, type, std::move(table));
    merged = merged < 0 ? map : add({map, merged, type, isLater});
    for (auto [lane, origin] : llvm::enumerate(wanted))
      if (origin.base == base)
        isLater[lane] = 0;
  }
  return merged;
}

int32_t CopyNet::build(Value result) {
  const Origins &wanted = origins[result];
  auto type = cast<InfRegType>(result.getType());
  SmallVector<int32_t> from;
  for (Origin origin : wanted)
    if (origin.base >= 0 && !llvm::is_contained(from, origin.base))
      from.push_back(origin.base);
  if (from.empty() || from.size() > kMostBases)
    return -1;
  llvm::sort(from);
  return areApart(from, wanted) ? buildMergedBases(type, from, wanted)
                                : buildMergedMaps(type, from, wanted);
}

bool CopyNet::plan() {
  int64_t present = 0;
  for (Operation *copy : copies)
    present += countLanes(copy->getResult(0));
  if (copies.size() < 2 || present > kMostLanes)
    return false;
  for (Operation *copy : copies)
    follow(copy);
  for (Operation *copy : copies) {
    if (!isResult(copy))
      continue;
    int32_t number = build(copy->getResult(0));
    if (number < 0 || cost >= present)
      return false;
    results[copy] = number;
  }
  return true;
}

Value CopyNet::get(int32_t number, Operation *before) {
  if (number < static_cast<int32_t>(bases.size()))
    return bases.begin()[number].first;
  int32_t index = number - static_cast<int32_t>(bases.size());
  // Steps use earlier ones only.
  while (static_cast<int32_t>(built.size()) <= index) {
    const Step &step = steps[built.size()];
    OpBuilder builder(before);
    Value source = get(step.source, before);
    if (step.into < 0) {
      built.push_back(WgPermuteOp::create(builder, before->getLoc(), step.type,
                                          source, step.table));
      continue;
    }
    SmallVector<bool> lanes(step.table.begin(), step.table.end());
    built.push_back(MergeOp::create(builder, before->getLoc(), step.type,
                                    source, get(step.into, before), lanes));
  }
  return built[index];
}

void CopyNet::rewrite() {
  for (auto [copy, number] : results)
    copy->getResult(0).replaceUsesWithIf(
        get(number, copy), [&](OpOperand &use) {
          return !isCopy(use.getOwner()) ||
                 !origins.count(use.getOwner()->getResult(0));
        });
  for (Operation *copy : llvm::reverse(copies))
    copy->erase();
}

namespace {
struct LaneCopyPropagationPass
    : public pirch::impl::LaneCopyPropagationBase<LaneCopyPropagationPass> {
  using LaneCopyPropagationBase::LaneCopyPropagationBase;

  void runOnOperation() override {
    getOperation()->walk([&](KernelOp kernel) {
      kernel->walk([&](Block *block) { propagate(*block); });
    });
  }

  /// Rewrite each net of connected copies of `block` that costs less so.
  void propagate(Block &block) {
    llvm::EquivalenceClasses<Operation *> nets;
    SmallVector<Operation *> copies;
    for (Operation &op : block) {
      if (!isCopy(&op) || !isa<InfRegType>(op.getResult(0).getType()))
        continue;
      copies.push_back(&op);
      nets.insert(&op);
      for (Value operand : op.getOperands())
        if (Operation *source = operand.getDefiningOp();
            source && source->getBlock() == &block && nets.contains(source))
          nets.unionSets(&op, source);
    }
    llvm::MapVector<Operation *, SmallVector<Operation *>> members;
    for (Operation *copy : copies)
      members[nets.getLeaderValue(copy)].push_back(copy);
    for (auto &[leader, copiesOfNet] : members) {
      CopyNet net(copiesOfNet);
      if (!net.plan())
        continue;
      net.rewrite();
      ++numNets;
    }
  }
};
} // namespace
