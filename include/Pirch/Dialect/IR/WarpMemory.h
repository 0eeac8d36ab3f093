//===- WarpMemory.h - How memory serves a warp ------------------*- C++ -*-===//
//
// Data of a target whose work items are threads. Only such data belong here;
// the rules that use them are the planners'
// (`lib/Analysis/RequestPlanner.cpp`).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_WARPMEMORY_H
#define PIRCH_DIALECT_IR_WARPMEMORY_H

#include <cstdint>

namespace pirch {

/// How a GPU's memory serves the threads of one warp (`getWarpMemory` of a
/// target). All fields are 0 where there are no warps.
struct WarpMemory {
  /// The number of threads of a warp.
  int64_t warpThreads = 0;
  /// The bytes of a sector, the least that one request of a warp fetches.
  int64_t sectorBytes = 0;
  /// The most bytes that one thread accesses by one instruction.
  int64_t vectorBytes = 0;
  /// The number of banks of the memory that the threads of a block share, and
  /// the bytes that one bank delivers in a cycle.
  int64_t numBanks = 0, bankBytes = 0;
  /// The bytes of shared memory that one block may have.
  int64_t blockBytes = 0;
  /// The number of threads of a block whose groups fit into a warp.
  int64_t blockThreads = 0;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_WARPMEMORY_H
