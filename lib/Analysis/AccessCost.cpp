//===- AccessCost.cpp - What plans of memory accesses cost ----------------===//

#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace pirch;

/// The cost of loading or storing these lanes of a contiguous vector.
static Work getVectorCost(const llvm::BitVector &wanted, bool isStore,
                          TargetAttrInterface target) {
  Work work;
  size_t pieces = splitLanes(wanted, isStore, target).size();
  if (!isStore)
    work.load = target.getCost(OpClass::load) * (pieces ? 1 : 2);
  else
    work.store = pieces ? pieces * target.getCost(OpClass::store)
                        : target.getCost(OpClass::masked_store);
  return work;
}

/// The cost of loading or storing the lanes of a contiguous vector that a mask
/// selects, the bits of which come from other lanes: they become numbers, which
/// are permuted and compared.
static Work getMaskedCost(bool isStore, TargetAttrInterface target) {
  Work work;
  if (isStore)
    work.store = target.getCost(OpClass::masked_store);
  else
    work.load = 2 * target.getCost(OpClass::load);
  work.compute = 2 * target.getCost(OpClass::arith);
  work.shuffle = target.getReorderCost(ReorderPattern::permute).value_or(1);
  return work;
}

bool pirch::mayLieInPage(int64_t bytes, TargetAttrInterface target) {
  // Of what is longer than a quarter of a page, too much does not.
  constexpr int64_t kMostOfPage = 4;
  return bytes <= target.getPageBytes() / kMostOfPage;
}

std::optional<AccessHull> pirch::findHull(const AccessShape &shape,
                                          TargetAttrInterface target) {
  int64_t groups = shape.mapping.getExtent(Axis::wg);
  if (!shape.isMasked || shape.isStore || target.getNumMaskRegisters() ||
      target.distributesWorkItems() || (groups > 1 && !shape.stride))
    return std::nullopt;
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (int64_t offset : shape.offsets)
    if (offset != kNoOffset) {
      low = std::min(low, offset);
      high = std::max(high, offset);
    }
  if (low > high)
    return std::nullopt;
  int64_t last = groups > 1 ? *shape.stride * (groups - 1) : 0;
  AccessHull hull{std::min(low, low + last), high - low + 1 + std::abs(last)};
  if (!mayLieInPage(hull.elements * shape.elementBytes, target))
    return std::nullopt;
  return hull;
}

bool pirch::mayIgnoreMask(const AccessSpan &span, const AccessShape &shape,
                          TargetAttrInterface target) {
  if (span.vectors.empty())
    return false;
  LanePlace first = span.vectors.front().place,
            last = span.vectors.back().place;
  int64_t elements = last.offset + shape.mapping.getLanes() - first.offset;
  return first.wg == last.wg &&
         mayLieInPage(elements * shape.elementBytes, target);
}

/// The cost, in additions of one register, of the test whether a work item
/// takes part and the elements lie in one page.
static constexpr int64_t kPageTestCost = 4;

/// The cost of the vectors and of the network of a span.
static Work getCost(const AccessSpan &span, const AccessShape &shape,
                    TargetAttrInterface target) {
  Work sum;
  bool ignoresMask =
      shape.isMasked && !shape.isStore && mayIgnoreMask(span, shape, target);
  for (const SpanVector &vector : span.vectors)
    sum += shape.isMasked && !ignoresMask
               ? getMaskedCost(shape.isStore, target)
               : getVectorCost(vector.lanes, shape.isStore, target);
  // The code tests whether a work item takes part, and whether the span lies in
  // one page.
  if (ignoresMask)
    sum.compute += kPageTestCost * target.getCost(OpClass::arith);
  return sum + getNetworkCost(span.network, target);
}

/// The cost of moving the rows of a window and of transposing them.
static Work getCost(const AccessWindow &window, const AccessShape &shape,
                    TargetAttrInterface target) {
  int64_t lanes = shape.mapping.getLanes(), segment = window.getSegment();
  llvm::BitVector columns(lanes);
  for (auto [column, chunk] : window.columns)
    columns.set(column);
  Work row;
  if (shape.isStore)
    row = getVectorCost(columns, /*isStore=*/true, target);
  else
    row.load = target.getCost(OpClass::load);
  int64_t step = target.getReorderCost(ReorderPattern::permute2).value_or(16);
  step = target.getReorderCost(ReorderPattern::interleave).value_or(step);
  int64_t rows = llvm::count_if(
      window.rows, [](const auto &place) { return place.has_value(); });
  Work work = row * rows;
  // Rows behind the first one of a register are inserted.
  if (!shape.isStore)
    work.shuffle += std::max<int64_t>(0, rows - segment) * step;
  // All rounds make as many registers but for the last one.
  int64_t rounds = llvm::Log2_64_Ceil(segment);
  work.shuffle +=
      (segment * std::max<int64_t>(0, rounds - 1) + window.columns.size()) *
      step;
  return work;
}

/// The number of places in `places`, in order, that are so far from the one
/// before that a processor does not load their lines ahead of time.
template <typename RangeT>
static int64_t countJumps(const RangeT &places, int64_t elementBytes) {
  int64_t count = 0;
  std::optional<LanePlace> before;
  for (const LanePlace &place : places) {
    count += !before || before->wg != place.wg ||
             std::abs(place.offset - before->offset) * elementBytes > kFarBytes;
    before = place;
  }
  return count;
}

/// How many gathers of registers of 64-bit elements take as long as that of one
/// register of the access.
static double getGathersPerRegister(const AccessShape &shape,
                                    TargetAttrInterface target) {
  auto element = IntegerType::get(target.getContext(), 8 * shape.elementBytes);
  int64_t lanes = shape.mapping.getLanes();
  return static_cast<double>(countGatherRegisters(element, lanes, target)) /
         static_cast<double>(target.getRegistersPerChunk(element, lanes));
}

static bool isInRows(const ChunkAccess &chunk) {
  return chunk.kind == AccessKind::contiguous || chunk.kind == AccessKind::runs;
}

AccessCost pirch::getCost(const AccessPlan &plan, const AccessShape &shape,
                          TargetAttrInterface target) {
  if (plan.hull && shape.isMasked) {
    AccessShape unmasked = shape;
    unmasked.isMasked = false;
    AccessCost cost = getCost(plan, unmasked, target);
    cost.work.compute += kPageTestCost * target.getCost(OpClass::arith);
    return cost;
  }
  OpClass inRow = shape.isStore ? OpClass::store : OpClass::load;
  OpClass scattered = shape.isStore ? OpClass::scatter : OpClass::gather;
  int64_t jumps = 0;
  AccessCost cost;
  if (target.distributesWorkItems()) {
    RequestCost requests = getRequestCost(plan, shape, target.getWarpMemory());
    // The same requests for each further group of the pack.
    cost.work.compute = countAdditions(requests) *
                        shape.mapping.getNumChunks() /
                        shape.mapping.getExtent(Axis::ix);
    return cost;
  }
  double &inMemory = shape.isStore ? cost.work.store : cost.work.load;
  // Without an instruction for the mask, lanes are loaded one by one.
  bool isByLanes = shape.isMasked && !shape.isStore && !shape.hasMaskedLoads;
  cost.work = ::getCost(plan.span, shape, target);
  for (const ChunkAccess &chunk : plan.chunks)
    switch (isByLanes && isInRows(chunk) ? AccessKind::scattered : chunk.kind) {
    case AccessKind::unused:
    case AccessKind::window:
    case AccessKind::span:
    case AccessKind::staged: // of threads, above
      break;
    case AccessKind::scattered:
      inMemory +=
          target.getCost(scattered) * getGathersPerRegister(shape, target);
      break;
    case AccessKind::runs:
      inMemory += chunk.runs.size() * target.getCost(inRow);
      break;
    case AccessKind::uniform:
      inMemory += target.getCost(inRow);
      // Whether a lane takes part decides which address is taken.
      if (shape.isMasked)
        cost.work.compute += 2 * target.getCost(OpClass::arith);
      break;
    case AccessKind::contiguous:
    case AccessKind::strided:
      inMemory += target.getCost(inRow);
      break;
    }
  for (const AccessWindow &window : plan.windows) {
    cost.work += ::getCost(window, shape, target);
    SmallVector<LanePlace> rows;
    for (const std::optional<LanePlace> &row : window.rows)
      if (row)
        rows.push_back(*row);
    jumps += countJumps(rows, shape.elementBytes);
  }
  jumps += countJumps(
      llvm::map_range(plan.span.vectors,
                      [](const SpanVector &vector) { return vector.place; }),
      shape.elementBytes);
  cost.jumps = jumps * target.getCost(OpClass::jump);
  return cost;
}

/// A piece for the row of each work item of each group of the pack.
static SmallVector<RowPlan::Piece> cutRows(const LaneMapping &mapping) {
  SmallVector<RowPlan::Piece> pieces;
  for (int64_t wg = 0; wg < mapping.getExtent(Axis::wg); ++wg)
    for (int64_t wi = 0; wi < mapping.getExtent(Axis::wi); ++wi)
      pieces.push_back({wg, wi, /*offset=*/0, mapping.getExtent(Axis::ix)});
  return pieces;
}

/// Pieces for all elements from the first one of a group's first row to the
/// last one of its last row. The last piece overlaps the one before it where
/// it would be no power of two otherwise.
static SmallVector<RowPlan::Piece> cutJoinedRows(const LaneMapping &mapping,
                                                 int64_t step) {
  int64_t total =
      (mapping.getExtent(Axis::wi) - 1) * step + mapping.getExtent(Axis::ix);
  int64_t length = llvm::bit_floor(
      static_cast<uint64_t>(std::min(total, mapping.getLanes())));
  SmallVector<RowPlan::Piece> pieces;
  for (int64_t wg = 0; wg < mapping.getExtent(Axis::wg); ++wg)
    for (int64_t first = 0; first < total; first += length)
      pieces.push_back({wg, /*wi=*/0, std::min(first, total - length), length});
  return pieces;
}

/// The lanes of `mapping` as lanes of `pieces`, one register each; the rows of
/// a group begin `step` elements behind each other, if `step` is given, and
/// have a piece each otherwise.
static std::vector<ChunkOrigins>
originsInPieces(const LaneMapping &mapping, ArrayRef<RowPlan::Piece> pieces,
                std::optional<int64_t> step) {
  int64_t perGroup = pieces.size() / mapping.getExtent(Axis::wg);
  auto findElement = [&](LaneId id) {
    int64_t number = id.wg * perGroup + (step ? 0 : id.wi);
    int64_t element = id.ix + (step ? id.wi * *step : 0);
    while (element >= pieces[number].offset + pieces[number].length)
      ++number;
    return ChunkLane{static_cast<int32_t>(number),
                     static_cast<int32_t>(element - pieces[number].offset)};
  };
  std::vector<ChunkOrigins> chunks;
  for (int64_t chunk = 0; chunk < mapping.getNumChunks(); ++chunk) {
    ChunkOrigins origins(mapping.getLanes());
    for (int64_t lane = 0; lane < mapping.getLanes(); ++lane)
      if (std::optional<LaneId> id = mapping.getOwner(chunk, lane))
        origins[lane] = findElement(*id);
    chunks.push_back(std::move(origins));
  }
  return chunks;
}

/// The inverse of a map from lanes of `numSources` registers to lanes of
/// `results`.
static std::vector<ChunkOrigins> invert(ArrayRef<ChunkOrigins> results,
                                        int64_t numSources, int64_t lanes) {
  std::vector<ChunkOrigins> inverse(numSources, ChunkOrigins(lanes));
  for (auto [chunk, origins] : llvm::enumerate(results))
    for (auto [lane, origin] : llvm::enumerate(origins))
      if (origin.isRead())
        inverse[origin.chunk][origin.lane] = {static_cast<int32_t>(chunk),
                                              static_cast<int32_t>(lane)};
  return inverse;
}

bool pirch::canJoinRows(int64_t extent, int64_t step) {
  return step > 0 && step <= 2 * extent;
}

/// The cheaper of the plans by `pieces` that place lanes early and late.
static RowPlan planPieces(const LaneMapping &mapping, bool isStore,
                          SmallVector<RowPlan::Piece> pieces,
                          std::optional<int64_t> step,
                          TargetAttrInterface target) {
  int64_t lanes = mapping.getLanes();
  int64_t numPieces = pieces.size();
  std::vector<ChunkOrigins> results = originsInPieces(mapping, pieces, step);
  if (isStore)
    results = invert(results, numPieces, lanes);
  std::optional<RowPlan> best;
  for (LanePlacement placement :
       {LanePlacement::asInSource, LanePlacement::asInResult}) {
    RowPlan plan;
    plan.network =
        planNetwork(results, isStore ? mapping.getNumChunks() : numPieces,
                    lanes, placement, getShuffleBlockLanes(lanes, target));
    plan.work = getNetworkCost(plan.network, target);
    (isStore ? plan.work.store : plan.work.load) +=
        numPieces * target.getCost(isStore ? OpClass::store : OpClass::load);
    if (!best || plan.work.sum() < best->work.sum())
      best = std::move(plan);
  }
  best->pieces = std::move(pieces);
  return std::move(*best);
}

std::optional<RowPlan> pirch::planRows(const LaneMapping &mapping, bool isStore,
                                       std::optional<int64_t> step,
                                       TargetAttrInterface target) {
  int64_t extent = mapping.getExtent(Axis::ix);
  if (extent > mapping.getLanes() ||
      !target.getReorderCost(ReorderPattern::permute2))
    return std::nullopt;
  RowPlan best =
      planPieces(mapping, isStore, cutRows(mapping), std::nullopt, target);
  if (!isStore && step && canJoinRows(extent, *step)) {
    RowPlan joined = planPieces(mapping, isStore, cutJoinedRows(mapping, *step),
                                step, target);
    if (joined.work.sum() < best.work.sum())
      best = std::move(joined);
  }
  double apart = mapping.getNumChunks() *
                 target.getCost(isStore ? OpClass::scatter : OpClass::gather);
  if (best.work.sum() > apart)
    return std::nullopt;
  return best;
}
