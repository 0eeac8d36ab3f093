//===- Emulator.h - Warps and blocks on the host ----------------*- C++ -*-===//
//
// Runs the program of one GPU thread, compiled for the host, as the 32 threads
// of a warp, or as all threads of a block: fibers that meet at every exchange.
// What the programming model leaves undefined is an error: threads that meet at
// different instructions, a thread that is missing, a value read from a thread
// that is no member, shared memory that one thread writes and another accesses
// without a barrier between.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_NVVM_EMULATOR_H
#define PIRCH_TARGET_NVVM_EMULATOR_H

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

inline constexpr int kWarpSize = 32;

/// Make a module for NVPTX one for the host: special registers, exchanges,
/// barriers and shared memory become calls of the emulator. Accesses of global
/// memory are counted if `traceAccesses`. An error names an intrinsic that has
/// no such function.
llvm::Error bindEmulator(llvm::Module &module, bool traceAccesses = false);

/// After the entry `packedName` of the kernel's function `name` was added: that
/// entry runs blocks from now on, each of which computes `groupsPerBlock`
/// groups; warp by warp where warps do not wait for each other
/// (`hasSeparateWarps`).
void addBlockEntry(llvm::Module &module, llvm::StringRef name,
                   llvm::StringRef packedName, int64_t groupsPerBlock,
                   bool hasSeparateWarps);

llvm::Error addEmulatorSymbols(llvm::orc::LLJIT &jit);

/// What the first exchange that broke a rule since the last call did, or
/// nothing.
std::string takeEmulatorError();

/// Run `body(data)` as each of the 32 threads of one warp of block `block`, the
/// first of which is thread `firstThread` of the block; a block has
/// `blockThreads` threads.
void runWarp(void (*body)(void *), void *data, uint32_t block,
             uint32_t firstThread = 0, uint32_t blockThreads = kWarpSize);

/// The same as each of the `blockThreads` threads of a block, a multiple of 32,
/// which may wait for each other.
void runBlock(void (*body)(void *), void *data, uint32_t block,
              uint32_t blockThreads);

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

#endif // PIRCH_TARGET_NVVM_EMULATOR_H
