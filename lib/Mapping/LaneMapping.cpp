//===- LaneMapping.cpp - Which register and lane holds what ---------------===//

#include "Pirch/Mapping/LaneMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace pirch;

LaneMapping::LaneMapping(llvm::ArrayRef<Digit> digits, int64_t lanes,
                         int64_t used)
    : digits(digits), lanes(lanes), used(used) {
  strides.resize(digits.size());
  weights.resize(digits.size());
  size = 1;
  for (size_t index = digits.size(); index-- > 0;) {
    const Digit &digit = digits[index];
    strides[index] = size;
    size *= digit.factor;
    if (!digit.axis) {
      hasCopies |= digit.factor > 1;
      continue;
    }
    int64_t &extent = extents[static_cast<int>(*digit.axis)];
    weights[index] = extent;
    extent *= digit.factor;
  }
  assert(llvm::isUInt<31>(size) && "more lanes than any kernel has");
  numChunks = llvm::divideCeil(size, used);
}

LaneMapping LaneMapping::inOrder(llvm::ArrayRef<int64_t> shape,
                                 llvm::ArrayRef<Axis> order, int64_t lanes) {
  llvm::SmallVector<Digit, 3> digits;
  for (Axis axis : order)
    digits.push_back({axis, shape[static_cast<int>(axis)]});
  return LaneMapping(digits, lanes, lanes);
}

LaneMapping LaneMapping::acrossThreads(llvm::ArrayRef<int64_t> shape,
                                       int64_t groupItems, int64_t lanes) {
  int64_t slots = lanes / groupItems;
  assert(slots > 0 && "a group needs more lanes than a chunk has");
  auto items = shape[1] == 1 ? std::nullopt : std::optional(Axis::wi);
  return LaneMapping({{Axis::wg, shape[0]},
                      {Axis::ix, shape[2]},
                      {Axis::wg, slots},
                      {items, groupItems}},
                     lanes, slots * groupItems);
}

llvm::SmallVector<Axis, 3> LaneMapping::getAxes() const {
  llvm::SmallVector<Axis, 3> axes;
  for (const Digit &digit : llvm::reverse(digits))
    if (digit.axis && !llvm::is_contained(axes, *digit.axis))
      axes.push_back(*digit.axis);
  for (Axis axis : {Axis::ix, Axis::wi, Axis::wg})
    if (!llvm::is_contained(axes, axis))
      axes.push_back(axis);
  std::reverse(axes.begin(), axes.end());
  return axes;
}

void LaneMapping::appendTo(std::vector<int64_t> &key) const {
  key.insert(key.end(), {static_cast<int64_t>(digits.size()), lanes, used});
  for (const Digit &digit : digits)
    key.insert(key.end(), {digit.axis ? static_cast<int64_t>(*digit.axis) : -1,
                           digit.factor});
}

// The two functions below are called for each lane of each lane map, so that
// they decide how long the compiler takes. They compute in 32 bits, with one
// division for each digit.

std::optional<LaneId> LaneMapping::getOwner(int64_t chunk, int64_t lane) const {
  int64_t position = chunk * used + lane;
  if (lane >= used || position >= size)
    return std::nullopt;
  int64_t coordinates[3] = {0, 0, 0};
  uint32_t rest = position;
  for (size_t index = digits.size(); index-- > 0;) {
    const Digit &digit = digits[index];
    uint32_t factor = digit.factor, next = rest / factor;
    if (digit.axis)
      coordinates[static_cast<int>(*digit.axis)] +=
          (rest - next * factor) * weights[index];
    rest = next;
  }
  return LaneId{coordinates[0], coordinates[1], coordinates[2]};
}

ChunkLane LaneMapping::getPlace(LaneId id) const {
  const int64_t coordinates[3] = {id.wg, id.wi, id.ix};
  uint32_t position = 0;
  for (size_t index = 0; index < digits.size(); ++index) {
    const Digit &digit = digits[index];
    if (!digit.axis)
      continue;
    uint32_t value = coordinates[static_cast<int>(*digit.axis)];
    if (digit.factor != getExtent(*digit.axis)) // the axis has other digits
      value = value / static_cast<uint32_t>(weights[index]) %
              static_cast<uint32_t>(digit.factor);
    position += value * static_cast<uint32_t>(strides[index]);
  }
  uint32_t chunk = position / static_cast<uint32_t>(used);
  return {static_cast<int32_t>(chunk),
          static_cast<int32_t>(position - chunk * used)};
}

ChunkLane LaneMapping::getPlace(LaneId id, int64_t near) const {
  ChunkLane place = getPlace(id);
  if (hasCopies && getOwner(place.chunk, near) == id)
    place.lane = near;
  return place;
}

std::vector<ChunkOrigins> pirch::splitLaneMap(const LaneMapping &from,
                                              const LaneMapping &to,
                                              llvm::ArrayRef<int32_t> table) {
  std::vector<ChunkOrigins> result;
  int64_t extent = from.getExtent(Axis::ix);
  for (int64_t chunk = 0; chunk < to.getNumChunks(); ++chunk) {
    ChunkOrigins &origins = result.emplace_back(to.getLanes());
    for (auto [lane, origin] : llvm::enumerate(origins)) {
      std::optional<LaneId> id = to.getOwner(chunk, lane);
      if (!id)
        continue;
      int32_t entry = table[to.getTableIndex(*id)];
      if (entry != kNoLane)
        origin = from.getPlace({id->wg, entry / extent, entry % extent}, lane);
    }
  }
  return result;
}

llvm::SmallVector<int32_t> pirch::composeTables(llvm::ArrayRef<int32_t> outer,
                                                llvm::ArrayRef<int32_t> inner) {
  return llvm::map_to_vector(outer, [&](int32_t lane) {
    return lane == kNoLane ? kNoLane : inner[lane];
  });
}

llvm::SmallVector<int32_t>
pirch::sourceChunks(llvm::ArrayRef<ChunkLane> origins) {
  llvm::SmallVector<int32_t> chunks;
  for (const ChunkLane &origin : origins)
    if (origin.isRead() && !llvm::is_contained(chunks, origin.chunk))
      chunks.push_back(origin.chunk);
  return chunks;
}
