//===- ResultCache.h - Results that a context keeps -------------*- C++ -*-===//
//
// The cost model prices the same lane maps and memory accesses for many packs
// and lane orders and in several passes, and the conversions make code of the
// same plans. Such plans and prices depend on the target's attribute and on
// some numbers alone, so that each is computed once for an MLIRContext. What
// depends on operations does not belong here, unless numbers tell them apart.
// The dialect owns the cache (`PirchDialect::getResults`).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_RESULTCACHE_H
#define PIRCH_DIALECT_IR_RESULTCACHE_H

#include "mlir/IR/Attributes.h"
#include "mlir/Support/TypeID.h"
#include "llvm/ADT/Hashing.h"
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace pirch {

/// Results by what they were computed from. Several threads may use one cache
/// at once; two that ask for the same result at the same time may both compute
/// it. A result stays valid for as long as its pointer is held.
class ResultCache {
public:
  /// What a result depends on beside the target: numbers that only equal
  /// arguments have in common.
  using Key = std::vector<int64_t>;

  /// The result that `compute`, which takes nothing and returns a `ResultT`,
  /// has for `target` and `key`. Each `ResultT` has keys of its own: what is
  /// computed in another way must have another type.
  template <typename ResultT, typename ComputeT>
  std::shared_ptr<const ResultT> get(mlir::Attribute target, Key key,
                                     ComputeT compute) {
    Entry entry{mlir::TypeID::get<ResultT>(), target, std::move(key)};
    if (std::shared_ptr<const void> found = find(entry))
      return std::static_pointer_cast<const ResultT>(found);
    auto result = std::make_shared<const ResultT>(compute());
    insert(std::move(entry), result);
    return result;
  }

  /// The number of results that are kept.
  size_t size() const;

  /// When there are as many results as this, all are dropped, so that a context
  /// in which many kernels are compiled does not grow without bound.
  static constexpr size_t kMostResults = 1 << 17;

private:
  struct Entry {
    mlir::TypeID type;
    mlir::Attribute target;
    Key key;
    bool operator==(const Entry &other) const {
      return type == other.type && target == other.target && key == other.key;
    }
  };
  struct HashEntry {
    size_t operator()(const Entry &entry) const {
      return llvm::hash_combine(
          entry.type, entry.target,
          llvm::hash_combine_range(entry.key.begin(), entry.key.end()));
    }
  };

  std::shared_ptr<const void> find(const Entry &entry) const;
  void insert(Entry entry, std::shared_ptr<const void> result);

  mutable std::mutex mutex;
  std::unordered_map<Entry, std::shared_ptr<const void>, HashEntry> results;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_RESULTCACHE_H
