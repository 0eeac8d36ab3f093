//===- ReorderPatterns.cpp - Lane maps on chunks --------------------------===//

#include "Pirch/Analysis/ReorderPatterns.h"
#include "llvm/ADT/DenseSet.h"
#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

ReorderSelector::ReorderSelector(TargetAttrInterface target,
                                 ArrayRef<ReorderPattern> disabled)
    : target(target), disabled(disabled), results(getResults(target)) {
  disabledKey.push_back(disabled.size());
  for (ReorderPattern pattern : disabled)
    disabledKey.push_back(static_cast<int64_t>(pattern));
}

std::optional<int64_t> ReorderSelector::cost(ReorderPattern pattern) const {
  if (llvm::is_contained(disabled, pattern))
    return std::nullopt;
  return target.getReorderCost(pattern);
}

bool ReorderSelector::permutesAtWill() const {
  return target.getReorderCost(ReorderPattern::permute).has_value();
}

/// The length of the segments of a `segmented` chunk, in which all lanes of a
/// segment copy one lane: the distance of the first two changes of origin. 0 if
/// the origin never changes.
static int32_t segmentLength(ArrayRef<ChunkLane> origins) {
  SmallVector<int32_t, 2> changes;
  const ChunkLane *last = nullptr;
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

/// The pattern that a lane map of several rotations belongs to: `segmented` if
/// runs of lanes copy one lane each, `repeat` if a run of lanes is repeated,
/// `shifts` if neither. `lanes` has the source lane of each lane, all of one
/// chunk, or -1.
static ReorderPattern nameShifts(ArrayRef<int32_t> lanes) {
  int64_t unit = 0, read = 0;
  std::optional<int64_t> first;
  bool isSegmented = true;
  llvm::SmallDenseSet<int32_t> sources;
  std::optional<int32_t> last;
  for (auto [lane, source] : llvm::enumerate(lanes)) {
    if (source < 0) {
      last = std::nullopt;
      continue;
    }
    int64_t distance = source - static_cast<int64_t>(lane);
    first = first.value_or(distance);
    unit = std::gcd(unit, distance - *first);
    isSegmented &= !last || source == *last || !sources.contains(source);
    sources.insert(source);
    last = source;
    ++read;
  }
  bool isCopied = static_cast<int64_t>(sources.size()) < read;
  if (isCopied && unit > 1)
    return ReorderPattern::repeat;
  return isCopied && isSegmented ? ReorderPattern::segmented
                                 : ReorderPattern::shifts;
}

int64_t ReorderSelector::pieceCost(const ReorderPiece &piece) const {
  return *cost(piece.pattern) * (piece.shifts ? piece.shifts->count() : 1);
}

/// One piece for each source chunk: all `open` lanes that come from it, moved
/// by rotations in steps.
void ReorderSelector::addShifted(ArrayRef<ChunkLane> origins,
                                 const llvm::BitVector &open, int64_t maxCost,
                                 std::vector<ReorderPiece> &candidates) const {
  for (int32_t chunk : sourceChunks(origins)) {
    ReorderPiece piece{ReorderPattern::shifts, chunk, {}, std::nullopt};
    bool any = false;
    for (auto [lane, origin] : llvm::enumerate(origins)) {
      bool isHere = open.test(lane) && origin.chunk == chunk;
      piece.lanes.push_back(isHere ? origin.lane : -1);
      any |= isHere;
    }
    piece.pattern = nameShifts(piece.lanes);
    if (!any || !cost(piece.pattern))
      continue;
    piece.shifts = planShifts(
        piece.lanes, maxCost / std::max<int64_t>(1, *cost(piece.pattern)));
    if (piece.shifts && piece.shifts->count() > 1)
      candidates.push_back(std::move(piece));
  }
}

/// The piece that one instruction makes and that has the most lanes for its
/// cost.
void ReorderSelector::addSimple(ArrayRef<ChunkLane> origins,
                                const llvm::BitVector &open,
                                std::vector<ReorderPiece> &candidates) const {
  int32_t count = origins.size();
  int32_t segment = permutesAtWill() ? segmentLength(origins) : 0;
  // For each pattern, a lane fits at most one piece. A piece is named by its
  // pattern, its source chunk and what else identifies it: a lane, an offset
  // within segments, or a distance.
  using Name = std::tuple<ReorderPattern, int32_t, int32_t>;
  auto eachName = [&](int32_t lane, auto add) {
    const ChunkLane &origin = origins[lane];
    if (origin.lane == lane)
      add(Name{ReorderPattern::reuse, origin.chunk, 0});
    add(Name{ReorderPattern::broadcast, origin.chunk, origin.lane});
    int32_t offset = segment ? origin.lane - lane / segment * segment : -1;
    if (offset >= 0 && offset < segment)
      add(Name{ReorderPattern::segmented, origin.chunk, offset});
    add(Name{ReorderPattern::rotate, origin.chunk,
             (origin.lane - lane + count) % count});
  };
  llvm::DenseMap<Name, int64_t> covered;
  for (int32_t lane : open.set_bits())
    eachName(lane, [&](Name name) { ++covered[name]; });
  std::optional<Name> best;
  auto rank = [&](Name name) {
    int64_t price = *cost(std::get<0>(name)) + target.getCost(OpClass::blend);
    return static_cast<double>(covered.lookup(name)) /
           std::max<int64_t>(1, price);
  };
  for (const auto &[name, lanes] : covered)
    if (cost(std::get<0>(name)) &&
        (!best || rank(name) > rank(*best) ||
         (rank(name) == rank(*best) && name < *best)))
      best = name;
  if (!best)
    return;
  ReorderPiece piece{std::get<0>(*best), std::get<1>(*best), {}, std::nullopt};
  piece.lanes.assign(count, -1);
  for (int32_t lane : open.set_bits())
    eachName(lane, [&](Name name) {
      if (name == *best)
        piece.lanes[lane] = origins[lane].lane;
    });
  candidates.push_back(std::move(piece));
}

int64_t ReorderSelector::coverCost(ArrayRef<ReorderPiece> pieces) const {
  int64_t sum = pieces.empty() ? 0
                               : (static_cast<int64_t>(pieces.size()) - 1) *
                                     target.getCost(OpClass::blend);
  for (const ReorderPiece &piece : pieces)
    sum += pieceCost(piece);
  return sum;
}

/// Each piece is a `permute`, or a more special pattern that makes all of its
/// lanes.
std::vector<ReorderPiece>
ReorderSelector::coverBySource(ArrayRef<ChunkLane> origins) const {
  std::vector<ReorderPiece> pieces;
  for (int32_t chunk : sourceChunks(origins)) {
    ReorderPiece whole{ReorderPattern::permute, chunk, {}, std::nullopt};
    llvm::BitVector open(origins.size());
    for (auto [lane, origin] : llvm::enumerate(origins)) {
      whole.lanes.push_back(origin.chunk == chunk ? origin.lane : -1);
      if (origin.chunk == chunk)
        open.set(lane);
    }
    std::vector<ReorderPiece> special;
    addSimple(origins, open, special);
    for (const ReorderPiece &piece : special)
      if (piece.lanes == whole.lanes)
        whole.pattern = piece.pattern;
    pieces.push_back(std::move(whole));
  }
  return pieces;
}

std::vector<ReorderPiece> ReorderSelector::cover(ArrayRef<ChunkLane> origins,
                                                 int64_t maxCost) const {
  if (permutesAtWill() && !target.getReorderCost(ReorderPattern::permute2))
    return coverBySource(origins);
  std::vector<ReorderPiece> best = coverGreedily(origins, maxCost);
  if (permutesAtWill())
    return best;
  // One piece for each source chunk may take fewer rotations than pieces that
  // are chosen greedily.
  std::vector<ReorderPiece> whole;
  addShifted(origins, llvm::BitVector(origins.size(), true), maxCost, whole);
  if (whole.size() != sourceChunks(origins).size() ||
      coverCost(whole) > maxCost)
    return best;
  return best.empty() || coverCost(whole) <= coverCost(best) ? whole : best;
}

std::vector<ReorderPiece>
ReorderSelector::coverGreedily(ArrayRef<ChunkLane> origins,
                               int64_t maxCost) const {
  std::vector<ReorderPiece> pieces;
  llvm::BitVector open(origins.size());
  for (auto [lane, origin] : llvm::enumerate(origins))
    if (origin.isRead())
      open.set(lane);
  int64_t sum = 0, blend = target.getCost(OpClass::blend);
  while (open.any()) {
    std::vector<ReorderPiece> candidates;
    addSimple(origins, open, candidates);
    if (!permutesAtWill())
      addShifted(origins, open, maxCost - sum, candidates);
    if (candidates.empty())
      return {};
    auto rank = [&](const ReorderPiece &piece) {
      return static_cast<double>(llvm::count_if(
                 piece.lanes, [](int32_t lane) { return lane >= 0; })) /
             std::max<int64_t>(1, pieceCost(piece) + blend);
    };
    size_t best = 0;
    double bestRank = rank(candidates[0]);
    for (size_t index = 1; index < candidates.size(); ++index)
      if (double other = rank(candidates[index]); other > bestRank) {
        best = index;
        bestRank = other;
      }
    sum += pieceCost(candidates[best]) + (pieces.empty() ? 0 : blend);
    if (sum > maxCost)
      return {};
    for (auto [lane, source] : llvm::enumerate(candidates[best].lanes))
      if (source >= 0)
        open.reset(lane);
    pieces.push_back(std::move(candidates[best]));
  }
  return pieces;
}

ReorderSelector::Choice
ReorderSelector::select(ArrayRef<ChunkLane> origins) const {
  // The choice does not depend on which chunks they are: in the key they are
  // numbered by their first use.
  SmallVector<int32_t> sources = sourceChunks(origins);
  if (sources.empty())
    return {ReorderPattern::unread, 0};
  ResultCache::Key key = disabledKey;
  for (const ChunkLane &origin : origins)
    key.push_back(!origin.isRead()
                      ? -1
                      : (llvm::find(sources, origin.chunk) - sources.begin()) *
                                static_cast<int64_t>(origins.size()) +
                            origin.lane);
  return *results.get<Choice>(target, std::move(key), [&] {
    return selectNew(origins, sources.size());
  });
}

/// Whether the lanes, which come from one or two chunks, are the result of one
/// shuffle within blocks of `blockLanes` lanes or of whole blocks.
static bool isInterleaved(ArrayRef<ChunkLane> origins, int64_t blockLanes) {
  int64_t lanes = origins.size();
  if (blockLanes < 2 || lanes % blockLanes)
    return false;
  // The chunk and the lane of its block that each lane of a block takes, and
  // the chunk that each half of the blocks takes; -1 while that is not known.
  SmallVector<std::pair<int32_t, int32_t>> inBlock(blockLanes, {-1, -1});
  bool isWithin = true, isWhole = true;
  int32_t halves[] = {-1, -1};
  for (auto [lane, origin] : llvm::enumerate(origins)) {
    if (!origin.isRead())
      continue;
    int64_t at = lane % blockLanes;
    std::pair<int32_t, int32_t> from = {origin.chunk, origin.lane % blockLanes};
    auto &known = inBlock[at];
    isWithin &=
        origin.lane / blockLanes == static_cast<int64_t>(lane) / blockLanes &&
        (known.first < 0 || known == from);
    known = from;
    int32_t &half = halves[static_cast<int64_t>(lane) >= lanes / 2];
    isWhole &= from.second == at && (half < 0 || half == origin.chunk);
    half = origin.chunk;
  }
  if (isWithin) {
    // One half of the block from each chunk, or lanes by turns, in order, from
    // one half of the blocks.
    auto chunkOf = [&](int64_t at) { return inBlock[at].first; };
    bool inHalves = true, byTurns = true;
    int32_t parity[] = {-1, -1}, half[] = {-1, -1};
    for (int64_t at = 0; at < blockLanes; ++at) {
      if (chunkOf(at) < 0)
        continue;
      int32_t &ofHalf = half[at >= blockLanes / 2], &ofTurn = parity[at % 2];
      inHalves &= ofHalf < 0 || ofHalf == chunkOf(at);
      byTurns &= (ofTurn < 0 || ofTurn == chunkOf(at)) &&
                 inBlock[at].second % (blockLanes / 2) == at / 2;
      ofHalf = ofTurn = chunkOf(at);
    }
    return inHalves || byTurns;
  }
  return isWhole;
}

ReorderSelector::Choice ReorderSelector::selectNew(ArrayRef<ChunkLane> origins,
                                                   int64_t count) const {
  Choice best{ReorderPattern::gather,
              count * target.getCost(OpClass::store) +
                  target.getReorderCost(ReorderPattern::gather)
                      .value_or(target.getCost(OpClass::gather))};
  // Later candidates are more special and win among equals.
  auto consider = [&](ReorderPattern pattern, std::optional<int64_t> price) {
    if (price && *price <= best.cost)
      best = {pattern, *price};
  };
  std::optional<int64_t> permute2 = cost(ReorderPattern::permute2);
  if (count > 1 && permute2)
    consider(ReorderPattern::permute2, (count - 1) * *permute2);
  if (count <= 2 &&
      isInterleaved(origins, getShuffleBlockLanes(origins.size(), target)))
    consider(ReorderPattern::interleave, cost(ReorderPattern::interleave));
  if (count == 1)
    consider(ReorderPattern::permute, cost(ReorderPattern::permute));
  if (count == 1 && permutesAtWill()) {
    SmallVector<int32_t> lanes;
    for (const ChunkLane &origin : origins)
      lanes.push_back(origin.isRead() ? origin.lane : -1);
    if (nameShifts(lanes) == ReorderPattern::repeat)
      consider(ReorderPattern::repeat, cost(ReorderPattern::repeat));
  }
  std::vector<ReorderPiece> pieces = cover(origins, best.cost);
  int64_t sum = coverCost(pieces);
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
    for (const ChunkLane &origin : origins)
      key.emplace_back(origin.chunk, origin.lane);
    bool isNew = made.try_emplace(std::move(key), true).second;
    bool isRead = llvm::any_of(
        origins, [](const ChunkLane &origin) { return origin.isRead(); });
    bool mayReuse = !llvm::is_contained(disabled, ReorderPattern::reuse);
    result.push_back(isNew || !isRead || !mayReuse
                         ? select(origins)
                         : Choice{ReorderPattern::reuse, 0});
  }
  joinChunks(chunkOrigins, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

Work pirch::getNetworkCost(const LaneNetwork &network,
                           TargetAttrInterface target) {
  Work sum;
  ReorderSelector selector(target);
  // A permute reads its lanes from a table. Few tables stay in registers, many
  // take the place of values, and are loaded each time.
  std::set<std::vector<int32_t>> tables;
  int64_t permutes = 0;
  for (const NetworkStep &step : network.steps) {
    ChunkOrigins origins;
    int64_t lanes = step.lanes.size();
    for (int32_t lane : step.lanes)
      origins.push_back(lane < 0 ? ChunkLane()
                        : lane >= lanes
                            ? ChunkLane{1, static_cast<int32_t>(lane - lanes)}
                            : ChunkLane{0, lane});
    ReorderSelector::Choice choice = selector.select(origins);
    sum.shuffle += choice.cost;
    if (choice.pattern == ReorderPattern::permute2) {
      tables.emplace(step.lanes.begin(), step.lanes.end());
      ++permutes;
    }
  }
  int64_t numTables = tables.size();
  bool areKept = numTables <= target.getNumRegisters() / 4;
  sum.load += (areKept ? numTables : permutes) * target.getCost(OpClass::load);
  return sum;
}

LaneNetwork ReorderSelector::connect(ArrayRef<ChunkOrigins> chunkOrigins,
                                     ArrayRef<ReorderPattern> patterns,
                                     int32_t numSources) const {
  std::vector<ChunkOrigins> results(chunkOrigins.begin(), chunkOrigins.end());
  for (auto [origins, pattern] : llvm::zip_equal(results, patterns))
    if (pattern != ReorderPattern::network)
      llvm::fill(origins, ChunkLane());
  int64_t lanes = results.front().size();
  std::optional<LaneNetwork> best;
  double leastCost = 0;
  for (LanePlacement placement :
       {LanePlacement::asInSource, LanePlacement::asInResult}) {
    LaneNetwork network = planNetwork(results, numSources, lanes, placement,
                                      getShuffleBlockLanes(lanes, target));
    double cost = getNetworkCost(network, target).sum();
    if (best && cost >= leastCost)
      continue;
    best = std::move(network);
    leastCost = cost;
  }
  return *best;
}

namespace {
/// The cost of the network that makes chunks of a lane map, in the target's
/// unit.
struct NetworkCost {
  int64_t cost;
};
} // namespace
MLIR_DECLARE_EXPLICIT_TYPE_ID(NetworkCost)
MLIR_DEFINE_EXPLICIT_TYPE_ID(NetworkCost)

void ReorderSelector::joinChunks(ArrayRef<ChunkOrigins> chunkOrigins,
                                 MutableArrayRef<Choice> choices) const {
  // The time to plan a network grows with the square of its number of results.
  constexpr int64_t kMostChunks = 128;
  std::optional<int64_t> step = cost(ReorderPattern::permute2);
  if (!step || llvm::is_contained(disabled, ReorderPattern::network))
    return;
  // A chunk of two sources takes one shuffle, which sharing cannot save.
  SmallVector<ReorderPattern> patterns;
  int64_t sum = 0, count = 0;
  int32_t numSources = 0;
  ResultCache::Key key = disabledKey;
  key.push_back(chunkOrigins.empty() ? 0 : chunkOrigins.front().size());
  for (auto [origins, choice] : llvm::zip_equal(chunkOrigins, choices)) {
    bool isJoined = choice.cost > *step && sourceChunks(origins).size() > 2;
    patterns.push_back(isJoined ? ReorderPattern::network : choice.pattern);
    if (!isJoined)
      continue;
    sum += choice.cost;
    ++count;
    for (const ChunkLane &origin : origins) {
      numSources = std::max(numSources, origin.chunk + 1);
      key.push_back(
          origin.isRead() ? origin.chunk * origins.size() + origin.lane : -1);
    }
  }
  if (count < 2 || count > kMostChunks)
    return;
  int64_t rest =
      results
          .get<NetworkCost>(
              target, std::move(key),
              [&] {
                Work work = getNetworkCost(
                    connect(chunkOrigins, patterns, numSources), target);
                return NetworkCost{static_cast<int64_t>(std::ceil(work.sum()))};
              })
          ->cost;
  if (rest >= sum)
    return;
  for (auto [choice, pattern] : llvm::zip_equal(choices, patterns))
    if (pattern == ReorderPattern::network)
      choice = {pattern, std::exchange(rest, 0)};
}

//===----------------------------------------------------------------------===//
// Lanes chosen at run time
//===----------------------------------------------------------------------===//

Type ReorderSelector::getLookupType(Type element, int64_t chunkLanes) const {
  if (!element.isInteger(1))
    return element;
  int64_t bits = target.getRegisterBits() / std::max<int64_t>(1, chunkLanes);
  bits = std::clamp<int64_t>(llvm::bit_floor(uint64_t(bits)), 8, 64);
  return IntegerType::get(element.getContext(), bits);
}

std::optional<int64_t>
ReorderSelector::costOfSelections(const LaneLookup &lookup) const {
  constexpr int64_t kMostCandidates = 64;
  int64_t arith = target.getCost(OpClass::arith);
  int64_t blend = target.getCost(OpClass::blend);
  if (lookup.keepsLanes())
    return llvm::Log2_64_Ceil(lookup.slots.size()) * arith +
           (lookup.countSources() - 1) * blend;
  if (lookup.candidates > kMostCandidates)
    return std::nullopt;
  int64_t sum = (lookup.candidates - 1) * (arith + blend);
  for (int64_t candidate = 0; candidate < lookup.candidates; ++candidate)
    sum += select(lookup.getOrigins(candidate)).cost;
  return sum;
}

std::optional<int64_t>
ReorderSelector::costOfLookups(const LaneLookup &lookup, Type element,
                               int64_t chunkLanes) const {
  if (llvm::is_contained(disabled, ReorderPattern::lookup) ||
      !llvm::isPowerOf2_64(lookup.lanes) || !llvm::isPowerOf2_64(chunkLanes))
    return std::nullopt;
  int64_t arith = target.getCost(OpClass::arith);
  Type type = getLookupType(element, chunkLanes);
  std::optional<int64_t> one = target.getLookupCost(type, chunkLanes, 1);
  std::optional<int64_t> two = target.getLookupCost(type, chunkLanes, 2);
  int64_t slots = lookup.slots.size(), pairs = llvm::divideCeil(slots, 2);
  if (!one || (!two && slots > 1))
    return std::nullopt;
  // Bits become integers and bits again.
  int64_t sum = type == element ? 0 : (slots + 1) * arith;
  sum += slots / 2 * two.value_or(0) + slots % 2 * *one;
  return sum + (pairs - 1) * target.getCost(OpClass::blend) +
         llvm::Log2_64_Ceil(pairs) * arith;
}

ReorderSelector::Choice ReorderSelector::selectLookup(const LaneLookup &lookup,
                                                      Type element,
                                                      int64_t chunkLanes,
                                                      int64_t storeCost) const {
  // The position is the index, multiplied and counted from the first one, and
  // kept among the candidates.
  int64_t arith = target.getCost(OpClass::arith), position = arith;
  if (lookup.stride != 1)
    position += arith;
  if (llvm::any_of(lookup.first, [](const std::optional<int64_t> &first) {
        return first && *first != 0;
      }))
    position += arith;
  Choice best{ReorderPattern::gather,
              position + storeCost +
                  target.getReorderCost(ReorderPattern::gather)
                      .value_or(target.getCost(OpClass::gather))};
  auto consider = [&](ReorderPattern pattern, std::optional<int64_t> price) {
    if (price && *price <= best.cost)
      best = {pattern, *price};
  };
  if (std::optional<int64_t> price = costOfLookups(lookup, element, chunkLanes))
    consider(ReorderPattern::lookup, *price + position);
  consider(ReorderPattern::cover, costOfSelections(lookup));
  return best;
}

SmallVector<ReorderSelector::Choice>
ReorderSelector::selectLookups(ArrayRef<LaneLookup> lookups, Type element,
                               int64_t chunkLanes) const {
  llvm::DenseSet<int32_t> stored;
  for (const LaneLookup &lookup : lookups)
    stored.insert_range(lookup.slots);
  stored.erase(-1);
  int64_t store = llvm::divideCeil(
      stored.size() * target.getCost(OpClass::store), lookups.size());
  return llvm::map_to_vector(lookups, [&](const LaneLookup &lookup) {
    return selectLookup(lookup, element, chunkLanes, store);
  });
}
