//===- AccessPlan.cpp - How chunks reach memory ---------------------------===//

#include "Pirch/Analysis/OwnMemory.h"
#include "RequestPlanner.h"
#include "SpanPlanner.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace pirch;

/// Set the places of lanes that access the copies of `variable`.
static void placeInCopies(AccessShape &shape, AllocaOp variable) {
  OwnLayout layout = getOwnLayout(variable, shape.mapping);
  int64_t extent = shape.mapping.getExtent(Axis::ix);
  for (auto [lane, offset] : llvm::enumerate(shape.offsets))
    if (offset != kNoOffset)
      offset = layout.getStart(/*wg=*/0, lane / extent) +
               offset * layout.elementStep;
  shape.stride = layout.groupStep;
  shape.isOwn = true;
  shape.baseStep = layout.elementStep;
}

AccessShape pirch::describeAccess(AffineAccessOpInterface op,
                                  const LaneMapping &mapping,
                                  TargetAttrInterface target) {
  AccessShape shape;
  shape.mapping = mapping;
  llvm::append_range(shape.offsets, op.getOffsets());
  shape.isMasked = static_cast<bool>(op.getMask());
  shape.isStore = op.isWrite();
  Type element = op.getAccessType().getElementType();
  shape.elementBytes = std::max(1u, element.getIntOrFloatBitWidth() / 8);
  shape.hasMaskedLoads = target.hasMaskedLoads(element);
  if (auto variable = op.getBuffer().getDefiningOp<AllocaOp>()) {
    placeInCopies(shape, variable);
    return shape;
  }
  APInt stride;
  if (matchPattern(op.getGroupStride(), m_ConstantInt(&stride)) &&
      stride.abs().ule(kMaxOffset))
    shape.stride = stride.getSExtValue();
  return shape;
}

namespace {

class Planner {
public:
  Planner(const AccessShape &shape, TargetAttrInterface target)
      : shape(shape), chunkLanes(shape.mapping.getLanes()), target(target) {
    for (int64_t offset : shape.offsets)
      if (offset != kNoOffset) {
        low = std::min(low, offset);
        high = std::max(high, offset);
      }
  }

  AccessPlan run() {
    plan.chunks.reserve(shape.mapping.getNumChunks());
    for (int64_t chunk = 0; chunk < shape.mapping.getNumChunks(); ++chunk)
      plan.chunks.push_back(planChunk(chunk));
    if (target.distributesWorkItems()) {
      takeRuns(chunkLanes / 2);
      return planRequests(shape, target.getWarpMemory(), std::move(plan));
    }
    if (target.hasStridedAccess()) {
      // As many runs as cost less than a gather or scatter: each run of a load
      // is moved into place and blended.
      takeRuns(
          target.getCost(shape.isStore ? OpClass::scatter : OpClass::gather) /
          (target.getCost(OpClass::load) + target.getCost(OpClass::blend)));
      return std::move(plan);
    }
    takeRuns(2);
    if (!shape.isMasked && llvm::isPowerOf2_64(chunkLanes) && chunkLanes > 1 &&
        (!shape.isStore || allDistinct()))
      findWindows();
    takeRuns(chunkLanes / 2);
    std::optional<AccessPlan> inSpan = planSpan(shape, target, plan);
    if (inSpan && getCost(*inSpan, shape, target).work.sum() <
                      getCost(plan, shape, target).work.sum())
      return *std::move(inSpan);
    return std::move(plan);
  }

private:
  std::optional<AccessedLane> laneAt(int64_t chunk, int64_t lane) const {
    return getAccessedLane(shape, chunk, lane);
  }

  ChunkAccess planChunk(int64_t chunk) const {
    ChunkAccess access;
    access.used.resize(chunkLanes);
    access.step = stepOf(chunk);
    bool inRow = true, same = true;
    int64_t least = INT64_MAX, greatest = INT64_MIN;
    LanePlace first;
    for (int64_t lane = 0; lane < chunkLanes; ++lane) {
      std::optional<AccessedLane> owner = laneAt(chunk, lane);
      if (!owner)
        continue;
      LanePlace origin = owner->place + access.step * -lane;
      if (access.used.none()) {
        access.place = origin;
        first = owner->place;
      }
      inRow &= origin == access.place;
      same &= owner->place == first;
      access.used.set(lane);
      // Whatever lies between the elements that this lane's group accesses may
      // be read.
      int64_t shift = shape.stride ? owner->id.wg * *shape.stride : 0;
      least = std::min(least, low + shift);
      greatest = std::max(greatest, high + shift);
    }
    if (access.used.none())
      return access;
    access.isInHull = true;
    for (int64_t lane = 0; lane < chunkLanes; ++lane) {
      if (target.hasStridedAccess() &&
          (lane < access.used.find_first() || lane > access.used.find_last()))
        continue; // the access does not reach this lane
      int64_t offset = access.place.offset + lane;
      access.isInHull &=
          access.used.test(lane) || (offset >= least && offset <= greatest);
    }
    // Machines with strided accesses have masked ones that go nowhere.
    if (same && !shape.isStore &&
        (!shape.isMasked || !target.hasStridedAccess())) {
      access.kind = AccessKind::uniform;
      access.place = first;
    } else {
      access.kind = !inRow                           ? AccessKind::scattered
                    : access.step == LanePlace{0, 1} ? AccessKind::contiguous
                                                     : AccessKind::strided;
      access.isInHull &=
          access.kind != AccessKind::strided || isOneRange(access.used);
    }
    return access;
  }

  static bool isOneRange(const llvm::BitVector &lanes) {
    return lanes.any() && lanes.find_last() - lanes.find_first() + 1 ==
                              static_cast<int>(lanes.count());
  }

  /// The distance between the elements of neighbouring lanes, taken from the
  /// first two lanes in use from `first` on; one element if the target has no
  /// strided accesses.
  LanePlace stepOf(int64_t chunk, int64_t first = 0) const {
    LanePlace step{0, 1};
    if (!target.hasStridedAccess())
      return step;
    std::optional<std::pair<int64_t, LanePlace>> before;
    for (int64_t lane = first; lane < chunkLanes; ++lane) {
      std::optional<AccessedLane> owner = laneAt(chunk, lane);
      if (!owner)
        continue;
      if (!before) {
        before = {lane, owner->place};
        continue;
      }
      int64_t lanes = lane - before->first;
      LanePlace apart = owner->place + before->second * -1;
      bool isWhole = apart.wg % lanes == 0 && apart.offset % lanes == 0;
      bool isNothing = apart == LanePlace{0, 0};
      if (isWhole && !(shape.isStore && isNothing))
        step = {apart.wg / lanes, apart.offset / lanes};
      break;
    }
    return step;
  }

  /// Make scattered chunks whose lanes fall into at most `limit` runs an access
  /// by runs.
  void takeRuns(int64_t limit) {
    for (auto [index, access] : llvm::enumerate(plan.chunks)) {
      if (access.kind != AccessKind::scattered)
        continue;
      SmallVector<LaneRun, 0> runs;
      for (int64_t lane = 0; lane < chunkLanes; ++lane) {
        std::optional<AccessedLane> owner = laneAt(index, lane);
        if (!owner)
          continue;
        // A later lane that writes the same element comes in a later run.
        if (runs.empty() ||
            !(runs.back().place == owner->place + runs.back().step * -lane)) {
          LanePlace step = stepOf(index, lane);
          runs.push_back(
              {owner->place + step * -lane, llvm::BitVector(chunkLanes), step});
        }
        runs.back().lanes.set(lane);
        if (static_cast<int64_t>(runs.size()) > limit)
          break;
      }
      if (static_cast<int64_t>(runs.size()) > limit)
        continue;
      access.kind = AccessKind::runs;
      access.runs = std::move(runs);
    }
  }

  bool allDistinct() const {
    llvm::DenseSet<int64_t> seen;
    for (int64_t offset : shape.offsets)
      if (offset != kNoOffset && !seen.insert(offset).second)
        return false;
    return true;
  }

  /// Find windows for scattered chunks. Chunks whose elements differ by the
  /// same offset in all lanes can be columns of one window.
  void findWindows() {
    using Key = std::vector<std::pair<int64_t, int64_t>>;
    std::map<Key, SmallVector<std::pair<int64_t, int64_t>>> families;
    for (auto [index, access] : llvm::enumerate(plan.chunks)) {
      if (access.kind != AccessKind::scattered)
        continue;
      Key key;
      std::optional<int64_t> base;
      for (int64_t lane = 0; lane < chunkLanes; ++lane) {
        std::optional<AccessedLane> owner = laneAt(index, lane);
        if (!owner) {
          key.emplace_back(-1, 0);
          continue;
        }
        if (!base)
          base = owner->place.offset;
        key.emplace_back(owner->place.wg, owner->place.offset - *base);
      }
      families[key].emplace_back(*base, index);
    }
    for (auto &[key, members] : families) {
      llvm::sort(members);
      for (size_t first = 0; first < members.size();) {
        size_t end = first;
        while (end < members.size() &&
               members[end].first < members[first].first + chunkLanes)
          ++end;
        // A single column is gathered as fast as a window is loaded.
        if (end - first > 1)
          addWindow(ArrayRef(members).slice(first, end - first));
        first = end;
      }
    }
  }

  /// Add a window for `members`: the offset of each chunk's first lane in use,
  /// and the chunk.
  void addWindow(ArrayRef<std::pair<int64_t, int64_t>> members) {
    AccessWindow window;
    int64_t start = members.front().first;
    for (auto [offset, chunk] : members) {
      window.columns.emplace_back(offset - start, chunk);
      plan.chunks[chunk].kind = AccessKind::window;
    }
    for (int64_t lane = 0; lane < chunkLanes; ++lane) {
      std::optional<AccessedLane> owner = laneAt(members.front().second, lane);
      window.rows.push_back(owner ? std::optional(owner->place) : std::nullopt);
      int64_t shift = owner && shape.stride ? owner->id.wg * *shape.stride : 0;
      window.isWhole.push_back(owner &&
                               owner->place.offset + window.getSegment() - 1 <=
                                   high + shift);
    }
    plan.windows.push_back(std::move(window));
  }

  const AccessShape &shape;
  int64_t chunkLanes;
  TargetAttrInterface target;
  /// The least and the greatest offset that a lane of a group accesses. The
  /// elements between them may be read.
  int64_t low = INT64_MAX, high = INT64_MIN;
  AccessPlan plan;
};

} // namespace

/// The plan for a shape of which none is known yet.
static AccessPlan makePlan(const AccessShape &shape,
                           TargetAttrInterface target) {
  AccessPlan plan = Planner(shape, target).run();
  std::optional<AccessHull> hull = findHull(shape, target);
  // Of one element for all lanes, the mask only decides whether it is loaded.
  if (!hull || llvm::all_of(plan.chunks, [](const ChunkAccess &chunk) {
        return chunk.kind == AccessKind::uniform ||
               chunk.kind == AccessKind::unused;
      }))
    return plan;
  AccessShape unmasked = shape;
  unmasked.isMasked = false;
  AccessPlan whole = Planner(unmasked, target).run();
  whole.hull = hull;
  return getCost(whole, shape, target).work.sum() <
                 getCost(plan, shape, target).work.sum()
             ? whole
             : plan;
}

/// Numbers that only equal shapes have in common.
static ResultCache::Key makeKey(const AccessShape &shape) {
  ResultCache::Key key;
  shape.mapping.appendTo(key);
  key.insert(key.end(),
             {shape.stride.has_value(), shape.stride.value_or(0),
              shape.isMasked, shape.isStore, shape.isOwn, shape.baseStep,
              shape.elementBytes, shape.hasMaskedLoads});
  llvm::append_range(key, shape.offsets);
  return key;
}

std::shared_ptr<const PricedAccess>
pirch::planAccess(const AccessShape &shape, TargetAttrInterface target) {
  return getResults(target).get<PricedAccess>(target, makeKey(shape), [&] {
    PricedAccess access{makePlan(shape, target), {}};
    access.cost = getCost(access.plan, shape, target);
    return access;
  });
}

/// Masked stores are slow on some machines (pade for 8 f32 work items on Zen 5,
/// from memory: 335 ns with, 71 without), and others have none.
SmallVector<LanePiece> pirch::splitLanes(const llvm::BitVector &wanted,
                                         bool isStore,
                                         TargetAttrInterface target) {
  size_t most = 1;
  if (isStore)
    most = std::max<int64_t>(1, target.getCost(OpClass::masked_store) /
                                    target.getCost(OpClass::store));
  int64_t first = wanted.find_first(), end = wanted.find_last() + 1;
  SmallVector<LanePiece> pieces;
  if (end - first != static_cast<int64_t>(wanted.count()))
    return pieces;
  while (first < end && pieces.size() <= most) {
    int64_t count = llvm::bit_floor<uint64_t>(end - first);
    if (first)
      count = std::min<int64_t>(count, first & -first);
    pieces.push_back({first, count});
    first += count;
  }
  if (pieces.size() > most)
    pieces.clear();
  return pieces;
}
