//===- LaneLookup.cpp - Lanes chosen at run time --------------------------===//

#include "Pirch/Mapping/LaneLookup.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace pirch;

bool LaneLookup::keepsLanes() const {
  if (stride % lanes != 0)
    return false;
  for (auto [lane, position] : llvm::enumerate(first))
    if (position && *position % lanes != static_cast<int64_t>(lane))
      return false;
  return true;
}

ChunkOrigins LaneLookup::getOrigins(int64_t candidate) const {
  ChunkOrigins origins(lanes);
  for (auto [origin, start] : llvm::zip(origins, first))
    if (start) {
      int64_t position = *start + candidate * stride;
      origin = {slots[position / lanes],
                static_cast<int32_t>(position % lanes)};
    }
  return origins;
}

int64_t LaneLookup::countSources() const {
  return llvm::count_if(slots, [](int32_t chunk) { return chunk >= 0; });
}

/// The lookup with chunk `c` in slot `slotOf(c)`, if one formula finds all
/// `places`: the candidates of each lane that is no padding.
static bool
findFormula(LaneLookup &lookup,
            llvm::ArrayRef<std::optional<llvm::SmallVector<ChunkLane>>> places,
            llvm::function_ref<int64_t(int32_t)> slotOf) {
  std::optional<int64_t> stride;
  lookup.first.assign(lookup.lanes, std::nullopt);
  auto position = [&](ChunkLane place) {
    return slotOf(place.chunk) * lookup.lanes + place.lane;
  };
  for (auto [first, list] : llvm::zip(lookup.first, places)) {
    if (!list)
      continue;
    first = position(list->front());
    if (!stride)
      stride = list->size() > 1 ? position((*list)[1]) - *first : 0;
    for (auto [candidate, place] : llvm::enumerate(*list))
      if (position(place) != *first + static_cast<int64_t>(candidate) * *stride)
        return false;
  }
  lookup.stride = stride.value_or(0);
  return lookup.stride >= 0;
}

std::vector<LaneLookup> pirch::planLookups(const LaneMapping &from,
                                           const LaneMapping &to, Axis axis) {
  std::vector<LaneLookup> result;
  int64_t lanes = to.getLanes(), candidates = from.getExtent(axis);
  for (int64_t chunk = 0; chunk < to.getNumChunks(); ++chunk) {
    LaneLookup lookup;
    lookup.lanes = lanes;
    lookup.candidates = candidates;
    llvm::SmallVector<std::optional<llvm::SmallVector<ChunkLane>>> places(
        lanes);
    llvm::BitVector asked(from.getNumChunks());
    for (auto [lane, list] : llvm::enumerate(places)) {
      std::optional<LaneId> id = to.getOwner(chunk, lane);
      if (!id)
        continue;
      list.emplace();
      for (int64_t candidate = 0; candidate < candidates; ++candidate) {
        (axis == Axis::wi ? id->wi : id->ix) = candidate;
        list->push_back(from.getPlace(*id, lane));
        asked.set(list->back().chunk);
      }
    }
    // Slots without holes where a formula finds them, else with holes.
    llvm::SmallVector<int32_t> numbers(from.getNumChunks());
    for (int32_t source : asked.set_bits()) {
      numbers[source] = lookup.slots.size();
      lookup.slots.push_back(source);
    }
    if (!findFormula(lookup, places,
                     [&](int32_t source) { return numbers[source]; })) {
      int32_t base = asked.find_first();
      lookup.slots.assign(asked.find_last() - base + 1, -1);
      for (int32_t source : asked.set_bits())
        lookup.slots[source - base] = source;
      [[maybe_unused]] bool found = findFormula(
          lookup, places, [&](int32_t source) { return source - base; });
      assert(found && "positions are linear along an axis of one digit");
    }
    result.push_back(std::move(lookup));
  }
  return result;
}
