//===- ResultCache.cpp - Results that a context keeps ---------------------===//

#include "Pirch/Dialect/IR/ResultCache.h"

using namespace pirch;

size_t ResultCache::size() const {
  std::lock_guard<std::mutex> lock(mutex);
  return results.size();
}

std::shared_ptr<const void> ResultCache::find(const Entry &entry) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = results.find(entry);
  return found == results.end() ? nullptr : found->second;
}

void ResultCache::insert(Entry entry, std::shared_ptr<const void> result) {
  std::lock_guard<std::mutex> lock(mutex);
  if (results.size() >= kMostResults)
    results.clear();
  results.try_emplace(std::move(entry), std::move(result));
}
