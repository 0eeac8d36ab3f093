//===- ReorderPatterns.cpp - Lane maps on chunks --------------------------===//

#include "Pirch/Dialect/IR/ReorderPatterns.h"
#include <map>

using namespace mlir;
using namespace pirch;

std::vector<ChunkOrigins> pirch::splitLaneMap(const LaneLayout &from,
                                              const LaneLayout &to,
                                              ArrayRef<int32_t> table,
                                              int64_t chunkLanes) {
  std::vector<ChunkOrigins> result;
  for (int64_t first = 0; first < to.size(); first += chunkLanes) {
    ChunkOrigins origins(chunkLanes);
    int64_t end = std::min(first + chunkLanes, to.size());
    for (int64_t position = first; position < end; ++position) {
      LaneId id = to.lane(position);
      int32_t entry = table[id.wi * to.getExtent() + id.ix];
      if (entry == kNoLane)
        continue;
      int64_t source = from.position(
          {id.wg, entry / from.getExtent(), entry % from.getExtent()});
      origins[position - first] = {static_cast<int32_t>(source / chunkLanes),
                                   static_cast<int32_t>(source % chunkLanes)};
    }
    result.push_back(std::move(origins));
  }
  return result;
}

SmallVector<int32_t> pirch::sourceChunks(ArrayRef<LaneOrigin> origins) {
  SmallVector<int32_t> chunks;
  for (const LaneOrigin &origin : origins)
    if (origin.isRead() && !llvm::is_contained(chunks, origin.chunk))
      chunks.push_back(origin.chunk);
  return chunks;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

ReorderSelector::ReorderSelector(TargetAttrInterface target,
                                 ArrayRef<ReorderPattern> disabled)
    : target(target), disabled(disabled) {}

std::optional<int64_t> ReorderSelector::cost(ReorderPattern pattern) const {
  if (llvm::is_contained(disabled, pattern))
    return std::nullopt;
  return target.getReorderCost(pattern);
}

/// The length of the segments, where one lane of each is in all its lanes; 0
/// where there are none.
static int32_t segmentLength(ArrayRef<LaneOrigin> origins) {
  SmallVector<int32_t, 2> changes;
  const LaneOrigin *last = nullptr;
  for (auto [lane, origin] : llvm::enumerate(origins)) {
    if (!origin.isRead())
      continue;
    if (last && !(*last == origin))
      changes.push_back(lane);
    last = &origin;
    if (changes.size() == 2)
      break;
  }
  if (changes.empty())
    return 0;
  return changes.size() == 1 ? changes[0] : changes[1] - changes[0];
}

SmallVector<ReorderPiece>
ReorderSelector::cover(ArrayRef<LaneOrigin> origins) const {
  int32_t count = origins.size();
  int32_t segment = segmentLength(origins);
  // Each lane fits one piece of every kind; (kind, chunk, parameter) names it.
  using Name = std::tuple<ReorderPattern, int32_t, int32_t>;
  auto nameOf = [&](ReorderPattern pattern,
                    int32_t lane) -> std::optional<Name> {
    const LaneOrigin &origin = origins[lane];
    switch (pattern) {
    case ReorderPattern::reuse:
      if (origin.lane != lane)
        return std::nullopt;
      return Name{pattern, origin.chunk, 0};
    case ReorderPattern::broadcast:
      return Name{pattern, origin.chunk, origin.lane};
    case ReorderPattern::segmented: {
      if (!segment)
        return std::nullopt;
      int32_t offset = origin.lane - lane / segment * segment;
      if (offset < 0 || offset >= segment)
        return std::nullopt;
      return Name{pattern, origin.chunk, offset};
    }
    default: // rotate
      return Name{pattern, origin.chunk, (origin.lane - lane + count) % count};
    }
  };
  SmallVector<ReorderPiece> pieces;
  llvm::BitVector open(count);
  for (auto [lane, origin] : llvm::enumerate(origins))
    if (origin.isRead())
      open.set(lane);
  while (open.any()) {
    std::map<Name, int32_t> covered;
    for (int32_t lane : open.set_bits())
      for (ReorderPattern pattern :
           {ReorderPattern::reuse, ReorderPattern::broadcast,
            ReorderPattern::segmented, ReorderPattern::rotate})
        if (cost(pattern))
          if (std::optional<Name> name = nameOf(pattern, lane))
            ++covered[*name];
    if (covered.empty())
      return {};
    auto best = covered.begin();
    auto rank = [&](const auto &entry) {
      auto [name, lanes] = entry;
      int64_t price = *cost(std::get<0>(name)) + target.getCost(OpClass::blend);
      return static_cast<double>(lanes) / std::max<int64_t>(1, price);
    };
    for (auto entry = covered.begin(); entry != covered.end(); ++entry)
      if (rank(*entry) > rank(*best))
        best = entry;
    ReorderPiece piece{std::get<0>(best->first), std::get<1>(best->first), {}};
    piece.lanes.assign(count, -1);
    for (int32_t lane = 0; lane < count; ++lane)
      if (open.test(lane) && nameOf(piece.pattern, lane) == best->first) {
        piece.lanes[lane] = origins[lane].lane;
        open.reset(lane);
      }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

ReorderSelector::Choice
ReorderSelector::select(ArrayRef<LaneOrigin> origins) const {
  int64_t sources = sourceChunks(origins).size();
  if (!sources)
    return {ReorderPattern::unread, 0};
  Choice best{ReorderPattern::gather,
              sources * target.getCost(OpClass::store) +
                  target.getReorderCost(ReorderPattern::gather)
                      .value_or(target.getCost(OpClass::gather))};
  // Later candidates are more special and win among equals.
  auto consider = [&](ReorderPattern pattern, std::optional<int64_t> price) {
    if (price && *price <= best.cost)
      best = {pattern, *price};
  };
  std::optional<int64_t> permute2 = cost(ReorderPattern::permute2);
  if (sources > 1 && permute2)
    consider(ReorderPattern::permute2, (sources - 1) * *permute2);
  if (sources == 1)
    consider(ReorderPattern::permute, cost(ReorderPattern::permute));
  SmallVector<ReorderPiece> pieces = cover(origins);
  int64_t sum = (static_cast<int64_t>(pieces.size()) - 1) *
                target.getCost(OpClass::blend);
  for (const ReorderPiece &piece : pieces)
    sum += *cost(piece.pattern);
  if (pieces.size() > 1)
    consider(ReorderPattern::cover, sum);
  if (pieces.size() == 1)
    consider(pieces[0].pattern, sum);
  return best;
}

SmallVector<ReorderSelector::Choice>
ReorderSelector::selectAll(ArrayRef<ChunkOrigins> chunkOrigins) const {
  SmallVector<Choice> result;
  std::map<SmallVector<std::pair<int32_t, int32_t>>, bool> made;
  for (const ChunkOrigins &origins : chunkOrigins) {
    SmallVector<std::pair<int32_t, int32_t>> key;
    for (const LaneOrigin &origin : origins)
      key.emplace_back(origin.chunk, origin.lane);
    bool isNew = made.try_emplace(std::move(key), true).second;
    Choice choice = select(origins);
    if (!isNew && choice.pattern != ReorderPattern::unread)
      choice = {ReorderPattern::reuse, 0};
    result.push_back(choice);
  }
  return result;
}
