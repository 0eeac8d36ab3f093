//===- Emulator.h - Warps and blocks on the host ----------------*- C++ -*-===//
//
// Runs the program of one GPU thread, compiled for the host, as the threads of
// a warp (32, or 64 of a wavefront), or as all threads of a block: fibers that
// meet at every exchange. What the programming model leaves undefined is an
// error: threads that meet at different instructions, a thread that is missing,
// a value read from a thread that is no member, shared memory that one thread
// writes and another accesses without a barrier between.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_GPU_EMULATOR_H
#define PIRCH_TARGET_GPU_EMULATOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace llvm {
class Module;
namespace orc {
class LLJIT;
}
} // namespace llvm

namespace pirch::simt {

/// The intrinsics of a GPU, by what follows `prefix` in their names, and the
/// functions of the emulator that do the same.
struct Intrinsics {
  llvm::StringRef prefix;
  llvm::ArrayRef<std::pair<llvm::StringLiteral, void *>> functions;
};

/// Make a module for a GPU one for the host: special registers, exchanges,
/// barriers and shared memory (address space 3) become calls of the emulator.
/// Accesses of global memory are counted if `traceAccesses`. An error names an
/// intrinsic that the table lacks.
llvm::Error bindEmulator(llvm::Module &module, const Intrinsics &intrinsics,
                         bool traceAccesses = false);

/// How the blocks of a kernel run.
struct BlockShape {
  int64_t groupsPerBlock = 0, blockThreads = 0;
  /// Threads of a warp.
  int warpSize = 32;
  /// Warps do not wait for each other, and are run one by one.
  bool hasSeparateWarps = true;
};

/// After the entry `packedName` of the kernel's function `name` was added: that
/// entry runs blocks from now on.
void addBlockEntry(llvm::Module &module, llvm::StringRef name,
                   llvm::StringRef packedName, const BlockShape &shape);

llvm::Error addEmulatorSymbols(llvm::orc::LLJIT &jit,
                               const Intrinsics &intrinsics);

/// What the first exchange that broke a rule since the last call did, or
/// nothing.
std::string takeEmulatorError();

/// Run `body(data)` as each of the threads of one warp of block `block`, the
/// first of which is thread `firstThread` of the block; a block has
/// `blockThreads` threads, or those of one warp where that is 0.
void runWarp(void (*body)(void *), void *data, uint32_t block,
             uint32_t firstThread = 0, uint32_t blockThreads = 0,
             int warpSize = 32);

/// The same as each of the `blockThreads` threads of a block, a multiple of
/// `warpSize`, which may wait for each other.
void runBlock(void (*body)(void *), void *data, uint32_t block,
              uint32_t blockThreads, int warpSize = 32);

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// What the warps of a launch asked of global memory. One instruction of a warp
/// is one request, which memory serves by sectors of 32 bytes.
struct AccessCounts {
  int64_t requests = 0, sectors = 0;
  /// Sectors that as many bytes fill.
  int64_t leastSectors = 0;
};
struct AccessTrace {
  AccessCounts loads, stores;
};

/// Everything that was traced since the last call, by any thread of the host.
AccessTrace takeAccessTrace();
/// Two lines for people.
std::string describe(const AccessTrace &trace);

//===----------------------------------------------------------------------===//
// For the running thread
//===----------------------------------------------------------------------===//

/// In the block; of the block; threads of a block.
uint32_t threadIndex();
uint32_t blockIndex();
uint32_t blockSize();
/// `shfl.sync.idx`: what thread `source` passed.
uint32_t shuffle(uint32_t members, uint32_t value, uint32_t source);
/// The same with the last thread of the segment; segments are not used, so that
/// it must be the warp's last.
uint32_t shuffleClamped(uint32_t members, uint32_t value, uint32_t source,
                        uint32_t clamp);
/// The same for a floating-point value.
float shuffleFloat(uint32_t members, float value, uint32_t source,
                   uint32_t clamp);
/// What thread `source` of the whole warp passed, one bit for each thread of
/// the warp, and a barrier of the whole warp.
uint32_t readLane(uint32_t value, uint32_t source);
uint64_t ballot(bool bit);
uint32_t ballot32(bool bit);
void warpBarrier();
/// `vote.sync.any`
bool voteAny(uint32_t members, bool bit);
/// `bar.warp.sync`
void barrier(uint32_t members);
/// `barrier.cta.sync.aligned` and `barrier.cta.red.or.aligned`: for all threads
/// of the block.
void blockBarrier(uint32_t id);
bool blockVoteAny(uint32_t id, bool bit);
/// The block's shared memory, of at least so many bytes.
void *sharedMemory(uint64_t bytes);
/// Tell of an access of shared memory.
void accessShared(const void *address, uint64_t bytes, bool isStore);
/// Tell of an access of global memory by instruction `site` of the program.
void accessGlobal(const void *address, uint64_t bytes, bool isStore,
                  uint32_t site);

} // namespace pirch::simt

#endif // PIRCH_TARGET_GPU_EMULATOR_H
