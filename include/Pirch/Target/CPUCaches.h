//===- CPUCaches.h - Caches of CPUs in general ------------------*- C++ -*-===//
//
// The cache model that targets for CPUs share as long as they have no
// measurements of their own.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_CPUCACHES_H
#define PIRCH_TARGET_CPUCACHES_H

#include "Pirch/Dialect/IR/CacheModel.h"

namespace pirch {

/// The caches of a core that executes out of order and has lines of 64 bytes,
/// measured on one machine (docs/Targets/AVX512.md). How much they hold
/// (`heldBytes`) is left unknown.
inline CacheModel describeOutOfOrderCaches() {
  CacheModel model;
  model.lineBytes = 64;
  model.coreBytes = 1 << 20;
  model.firstLevelBytes = 32 << 10;
  model.linesAhead = 32;
  model.unfollowedLines = 4;
  model.burstLines = 60;
  model.prefetchOperations = 8;
  model.storeOperations = 16;
  model.missCost = 36;
  model.secondLevelCost = 4;
  model.fetchedInstructions = 2000;
  return model;
}

} // namespace pirch

#endif // PIRCH_TARGET_CPUCACHES_H
