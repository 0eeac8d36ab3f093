//===- SpanPlanner.cpp - Accesses of all memory in between ----------------===//

#include "SpanPlanner.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace pirch;

std::optional<AccessedLane>
pirch::getAccessedLane(const AccessShape &shape, int64_t chunk, int64_t lane) {
  std::optional<LaneId> id = shape.mapping.getOwner(chunk, lane);
  if (!id)
    return std::nullopt;
  int64_t offset = shape.offsets[shape.mapping.getTableIndex(*id)];
  if (offset == kNoOffset)
    return std::nullopt;
  LanePlace place{id->wg, offset};
  if (shape.stride)
    place = {0, offset + id->wg * *shape.stride};
  return AccessedLane{*id, place};
}

/// Whether a span may take the place of an access of this kind.
static bool isInPieces(const ChunkAccess &chunk) {
  return chunk.kind == AccessKind::scattered ||
         chunk.kind == AccessKind::window || chunk.kind == AccessKind::runs;
}

bool SpanPlanner::collectElements() {
  for (auto [index, chunk] : llvm::enumerate(plan.chunks)) {
    if (!isInPieces(chunk))
      continue;
    int32_t number = plan.span.chunks.size();
    plan.span.chunks.push_back(index);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      std::optional<AccessedLane> accessed =
          getAccessedLane(shape, index, lane);
      if (!accessed)
        continue;
      bool isNew = elements
                       .insert({{accessed->place.wg, accessed->place.offset},
                                {number, static_cast<int32_t>(lane)}})
                       .second;
      if (!isNew && shape.isStore)
        return false;
    }
  }
  return !elements.empty();
}

bool SpanPlanner::placeVectors() {
  size_t most = 2 * plan.span.chunks.size() + 2;
  auto next = elements.begin();
  while (next != elements.end()) {
    auto [wg, first] = next->first;
    // All elements that a vector from here on holds.
    SpanVector vector{{wg, first}, llvm::BitVector(lanes)};
    auto end = next;
    int64_t last = first;
    for (; end != elements.end() && end->first.first == wg &&
           end->first.second < first + lanes;
         ++end) {
      last = end->first.second;
      vector.lanes.set(last - first);
    }
    // A load reads what lies between elements, up to the next one.
    bool goesOn = end != elements.end() && end->first.first == wg;
    if (!shape.isStore)
      vector.lanes.set(0, goesOn ? lanes : last - first + 1);
    plan.span.vectors.push_back(std::move(vector));
    if (plan.span.vectors.size() > most)
      return false;
    next = end;
  }
  return true;
}

ChunkLane SpanPlanner::find(LanePlace place) const {
  // Vectors are in the order of their elements.
  auto after = llvm::upper_bound(
      plan.span.vectors, place, [](LanePlace key, const SpanVector &vector) {
        return std::pair(key.wg, key.offset) <
               std::pair(vector.place.wg, vector.place.offset);
      });
  auto vector = std::prev(after);
  return {static_cast<int32_t>(vector - plan.span.vectors.begin()),
          static_cast<int32_t>(place.offset - vector->place.offset)};
}

LaneNetwork SpanPlanner::connect(LanePlacement placement) const {
  std::vector<ChunkOrigins> results;
  if (shape.isStore) {
    results.assign(plan.span.vectors.size(), ChunkOrigins(lanes));
    for (const auto &[place, source] : elements) {
      ChunkLane to = find({place.first, place.second});
      results[to.chunk][to.lane] = source;
    }
    return planNetwork(results, plan.span.chunks.size(), lanes, placement);
  }
  for (int64_t chunk : plan.span.chunks) {
    ChunkOrigins origins(lanes);
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (auto accessed = getAccessedLane(shape, chunk, lane))
        origins[lane] = find(accessed->place);
    results.push_back(std::move(origins));
  }
  return planNetwork(results, plan.span.vectors.size(), lanes, placement);
}

AccessPlan SpanPlanner::run() {
  AccessPlan before = plan;
  // Beyond, windows of rows serve as well.
  constexpr size_t kMaxChunks = 64;
  if (shape.isMasked || plan.chunks.size() > kMaxChunks || !collectElements() ||
      !placeVectors())
    return before;
  plan.windows.clear();
  for (int64_t chunk : plan.span.chunks)
    plan.chunks[chunk].kind = AccessKind::span;
  AccessPlan other = plan;
  plan.span.network = connect(LanePlacement::asInSource);
  other.span.network = connect(LanePlacement::asInResult);
  return getCost(plan, shape, target).instructions <=
                 getCost(other, shape, target).instructions
             ? plan
             : other;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// The number of vectors of 2^n lanes each, from a multiple of 2^n on, that the
/// lanes in `wanted` consist of; nothing if they are not neighbours.
static std::optional<int64_t> countPieces(const llvm::BitVector &wanted) {
  int64_t first = wanted.find_first(), end = wanted.find_last() + 1, count = 0;
  if (end - first != static_cast<int64_t>(wanted.count()))
    return std::nullopt;
  for (; first < end; ++count) {
    int64_t size = llvm::bit_floor<uint64_t>(end - first);
    first += first ? std::min<int64_t>(size, first & -first) : size;
  }
  return count;
}

/// The cost of loading or storing these lanes of a contiguous vector.
static double getVectorCost(const llvm::BitVector &wanted, bool isStore,
                            TargetAttrInterface target) {
  std::optional<int64_t> pieces = countPieces(wanted);
  if (!isStore)
    return target.getCost(OpClass::load) * (pieces == 1 ? 1 : 2);
  double store = target.getCost(OpClass::store);
  if (pieces == 1)
    return store;
  double masked = target.getCost(OpClass::masked_store);
  return pieces ? std::min(masked, *pieces * store) : masked;
}

static double getCost(const AccessSpan &span, const AccessShape &shape,
                      TargetAttrInterface target) {
  double sum = 0;
  for (const SpanVector &vector : span.vectors)
    sum += getVectorCost(vector.lanes, shape.isStore, target);
  ReorderSelector selector(target);
  // A shuffle reads its lanes from a constant in memory, if no other one has
  // the same lanes.
  std::set<std::vector<int32_t>> tables;
  for (const NetworkStep &step : span.network.steps) {
    if (tables.emplace(step.lanes.begin(), step.lanes.end()).second)
      sum += target.getCost(OpClass::load);
    ChunkOrigins origins;
    int64_t lanes = step.lanes.size();
    for (int32_t lane : step.lanes)
      origins.push_back(lane < 0 ? ChunkLane()
                        : lane >= lanes
                            ? ChunkLane{1, static_cast<int32_t>(lane - lanes)}
                            : ChunkLane{0, lane});
    sum += selector.select(origins).cost;
  }
  return sum;
}

/// The cost of moving the rows of a window and of transposing them.
static double getCost(const AccessWindow &window, const AccessShape &shape,
                      TargetAttrInterface target) {
  int64_t lanes = shape.mapping.getLanes();
  llvm::BitVector columns(lanes);
  for (auto [column, chunk] : window.columns)
    columns.set(column);
  double row = shape.isStore ? getVectorCost(columns, /*isStore=*/true, target)
                             : target.getCost(OpClass::load);
  int64_t step = target.getReorderCost(ReorderPattern::permute2).value_or(16);
  return row * llvm::count_if(window.rows,
                              [](auto &place) { return place.has_value(); }) +
         window.columns.size() * llvm::Log2_64_Ceil(lanes) * step / 2.0;
}

/// The number of places in `places`, in order, that are far from the one
/// before.
template <typename RangeT>
static int64_t countJumps(const RangeT &places, int64_t lanes) {
  int64_t count = 0;
  std::optional<LanePlace> before;
  for (const LanePlace &place : places) {
    count += !before || before->wg != place.wg ||
             std::abs(place.offset - before->offset) > 2 * lanes;
    before = place;
  }
  return count;
}

AccessCost pirch::getCost(const AccessPlan &plan, const AccessShape &shape,
                          TargetAttrInterface target) {
  OpClass inRow = shape.isStore ? OpClass::store : OpClass::load;
  OpClass scattered = shape.isStore ? OpClass::scatter : OpClass::gather;
  int64_t lanes = shape.mapping.getLanes(), jumps = 0;
  AccessCost cost;
  cost.instructions = ::getCost(plan.span, shape, target);
  for (const ChunkAccess &chunk : plan.chunks)
    switch (chunk.kind) {
    case AccessKind::unused:
    case AccessKind::window:
    case AccessKind::span:
      break;
    case AccessKind::scattered:
      cost.instructions += target.getCost(scattered);
      break;
    case AccessKind::runs:
      cost.instructions += chunk.runs.size() * target.getCost(inRow);
      break;
    case AccessKind::uniform:
    case AccessKind::contiguous:
    case AccessKind::strided:
      cost.instructions += target.getCost(inRow);
      break;
    }
  for (const AccessWindow &window : plan.windows) {
    cost.instructions += ::getCost(window, shape, target);
    SmallVector<LanePlace> rows;
    for (const std::optional<LanePlace> &row : window.rows)
      if (row)
        rows.push_back(*row);
    jumps += countJumps(rows, lanes);
  }
  jumps += countJumps(
      llvm::map_range(plan.span.vectors,
                      [](const SpanVector &vector) { return vector.place; }),
      lanes);
  cost.jumps = jumps * target.getCost(OpClass::jump);
  return cost;
}
