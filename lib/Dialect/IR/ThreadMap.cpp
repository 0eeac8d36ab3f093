//===- ThreadMap.cpp - Lane maps where work items are threads -------------===//

#include "Pirch/Dialect/IR/ThreadMap.h"
#include "llvm/ADT/MapVector.h"

using namespace pirch;

std::optional<int64_t> ThreadMap::Part::getOnlyItem() const {
  std::optional<int64_t> only;
  for (int64_t item : items) {
    if (item < 0)
      continue;
    if (only && *only != item)
      return std::nullopt;
    only = item;
  }
  return only;
}

ThreadMap::ThreadMap(InfRegType from, InfRegType to,
                     llvm::ArrayRef<int32_t> table) {
  int64_t numItems = to.getNumItems();
  for (int64_t ix = 0; ix < to.getExtent(); ++ix) {
    llvm::MapVector<int64_t, llvm::SmallVector<int64_t>> readers;
    for (int64_t wi = 0; wi < numItems; ++wi) {
      int32_t entry = table[wi * to.getExtent() + ix];
      if (entry == kNoLane)
        continue;
      auto &items = readers[entry % from.getExtent()];
      items.resize(numItems, -1);
      items[wi] = entry / from.getExtent();
    }
    auto &parts = elements.emplace_back();
    for (auto &[element, items] : readers) {
      Part part{element, std::move(items)};
      // What has one item is held by every thread.
      part.isOwn = from.getNumItems() == 1;
      if (!part.isOwn && numItems > 1)
        part.isOwn = llvm::all_of(llvm::enumerate(part.items), [](auto pair) {
          return pair.value() < 0 ||
                 pair.value() == static_cast<int64_t>(pair.index());
        });
      parts.push_back(std::move(part));
    }
  }
}

int64_t ThreadMap::getCost(TargetAttrInterface target,
                           mlir::Type element) const {
  constexpr unsigned kWordBits = 32;
  int64_t words = llvm::divideCeil(element.getIntOrFloatBitWidth(), kWordBits);
  int64_t exchange = *target.getReorderCost(ReorderPattern::permute) * words;
  int64_t selection = target.getCost(OpClass::blend) * words;
  int64_t cost = 0;
  for (const auto &parts : elements) {
    for (const Part &part : parts)
      cost += part.isOwn ? 0 : exchange;
    if (parts.size() > 1)
      cost += (parts.size() - 1) * selection;
  }
  return cost;
}
