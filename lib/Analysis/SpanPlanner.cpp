//===- SpanPlanner.cpp - Accesses of all memory in between ----------------===//

#include "SpanPlanner.h"
#include "Pirch/Analysis/ReorderPatterns.h"

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
      if (!isNew && (shape.isStore || shape.isMasked))
        return false;
    }
  }
  return !elements.empty();
}

bool SpanPlanner::placeVectors() {
  // Where vectors have fewer elements than these in the mean, loading each
  // element costs no more than loading and permuting vectors.
  constexpr int64_t kFewElements = 4;
  size_t chunks = plan.span.chunks.size();
  size_t most = std::max<size_t>(2 * chunks + 2, chunks * lanes / kFewElements);
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
    // A load reads what lies between elements, up to the next one, unless a
    // mask says which elements may be read.
    bool goesOn = end != elements.end() && end->first.first == wg;
    if (!shape.isStore && !shape.isMasked)
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

void SpanPlanner::noteOwners() {
  plan.span.owners.assign(plan.span.vectors.size(), ChunkOrigins(lanes));
  for (const auto &[place, owner] : elements) {
    ChunkLane to = find({place.first, place.second});
    plan.span.owners[to.chunk][to.lane] = owner;
  }
}

LaneNetwork SpanPlanner::connect(LanePlacement placement) const {
  std::vector<ChunkOrigins> results;
  if (shape.isStore) {
    results.assign(plan.span.vectors.size(), ChunkOrigins(lanes));
    for (const auto &[place, source] : elements) {
      ChunkLane to = find({place.first, place.second});
      results[to.chunk][to.lane] = source;
    }
    return planNetwork(results, plan.span.chunks.size(), lanes, placement,
                       getShuffleBlockLanes(lanes, target));
  }
  for (int64_t chunk : plan.span.chunks) {
    ChunkOrigins origins(lanes);
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (auto accessed = getAccessedLane(shape, chunk, lane))
        origins[lane] = find(accessed->place);
    results.push_back(std::move(origins));
  }
  return planNetwork(results, plan.span.vectors.size(), lanes, placement,
                     getShuffleBlockLanes(lanes, target));
}

std::optional<AccessPlan> SpanPlanner::run() {
  if (!collectElements() || !placeVectors())
    return std::nullopt;
  if (shape.isMasked)
    noteOwners();
  plan.windows.clear();
  for (int64_t chunk : plan.span.chunks)
    plan.chunks[chunk].kind = AccessKind::span;
  AccessPlan other = plan;
  plan.span.network = connect(LanePlacement::asInSource);
  other.span.network = connect(LanePlacement::asInResult);
  return getCost(plan, shape, target).work.sum() <=
                 getCost(other, shape, target).work.sum()
             ? std::move(plan)
             : std::move(other);
}

std::optional<AccessPlan> pirch::planSpan(const AccessShape &shape,
                                          TargetAttrInterface target,
                                          const AccessPlan &plan) {
  // Beyond, windows of rows serve as well.
  constexpr size_t kMaxChunks = 64;
  // Without registers for masks, a masked vector is as many branches as lanes.
  bool isPossible = !shape.isMasked || target.getNumMaskRegisters();
  // A plan of many chunks takes megabytes, so it is not copied in vain.
  if (!isPossible || plan.chunks.size() > kMaxChunks)
    return std::nullopt;
  return SpanPlanner(shape, target, plan).run();
}
