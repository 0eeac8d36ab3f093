//===- CacheModel.h - How caches serve one core -----------------*- C++ -*-===//
//
// Data of a target, which decides where prefetches and stores past the caches
// pay, and what lanes in many places cost. Only such data belong here; the
// rules that use them are the passes'.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_CACHEMODEL_H
#define PIRCH_DIALECT_IR_CACHEMODEL_H

#include <cstdint>

namespace pirch {

/// How a machine's caches serve one core (`getCacheModel` of a target). All 0:
/// there is nothing to be gained by asking ahead or by writing past them.
struct CacheModel {
  /// Bytes that one access, and one prefetch, brings.
  int64_t lineBytes = 0;
  /// Bytes of a call's data that the caches hold; 0: it is not known.
  int64_t heldBytes = 0;
  /// Streams of one buffer that hardware follows at once.
  int64_t followedStreams = 0;
  /// Lines at the start of a stream before hardware follows it.
  int64_t unfollowedLines = 0;
  /// Lines that one core waits for at once, with all that it runs ahead.
  int64_t burstLines = 0;
  /// Operations on chunks for each line: a pass with fewer keeps memory busy
  /// without prefetches, and one with more than `storeOperations` for each line
  /// that it writes does not wait for its stores.
  int64_t prefetchOperations = 0, storeOperations = 0;
  /// Cost, in units of one add, of a line of a stream that ends before it is
  /// followed.
  int64_t missCost = 0;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_CACHEMODEL_H
