//===- CacheModel.h - How caches serve one core -----------------*- C++ -*-===//
//
// The data of a target that decide where prefetches and non-temporal stores
// pay, what accesses to many places cost, and how much code loops may become.
// The rules that use these data belong to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_CACHEMODEL_H
#define PIRCH_DIALECT_IR_CACHEMODEL_H

#include <cstdint>

namespace pirch {

/// How a machine's caches serve one core (`getCacheModel` of a target). On a
/// machine whose values are all 0, neither prefetches nor non-temporal stores
/// are made.
struct CacheModel {
  /// The number of bytes that one access, or one prefetch, brings.
  int64_t lineBytes = 0;
  /// The number of bytes of a call's data that the caches hold; 0 where it is
  /// not known.
  int64_t heldBytes = 0;
  /// The number of bytes that the caches of one core hold, where operations
  /// hardly wait for them; 0 where it is not known.
  int64_t coreBytes = 0;
  /// The number of bytes of the first-level cache of data; 0 where it is not
  /// known.
  int64_t firstLevelBytes = 0;
  /// The number of lines between an access and the prefetch of what the same
  /// stream will access, long enough before that access to be there in time.
  int64_t linesAhead = 0;
  /// The number of lines at the start of a stream before the hardware
  /// prefetcher follows it.
  int64_t unfollowedLines = 0;
  /// The number of lines that one core waits for at once, out-of-order
  /// execution included.
  int64_t burstLines = 0;
  /// Numbers of operations on chunks for each cache line. A loop over packs
  /// with fewer than `prefetchOperations` keeps memory busy without prefetches;
  /// one with more than `storeOperations` for each line that it writes does not
  /// wait for its stores.
  int64_t prefetchOperations = 0, storeOperations = 0;
  /// The cost, in additions of one register, of a line of a stream that ends
  /// before the hardware prefetcher follows it.
  int64_t missCost = 0;
  /// The cost, in additions of one register, of a line that is accessed over
  /// and over, and of which the first-level cache holds nothing because the
  /// others take its place.
  int64_t secondLevelCost = 0;
  /// The number of vector instructions that a core fetches at full speed where
  /// it executes them over and over; 0 where it is not known.
  int64_t fetchedInstructions = 0;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_CACHEMODEL_H
