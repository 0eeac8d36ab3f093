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

/// The intrinsics of a GPU whose names begin with `prefix`: the rest of each
/// name, and the function of the emulator that does the same.
struct Intrinsics {
  llvm::StringRef prefix;
  llvm::ArrayRef<std::pair<llvm::StringLiteral, void *>> functions;
};

/// Rewrite a module for a GPU into one for the host: special registers,
/// exchanges, barriers and shared memory (address space 3) become calls of the
/// emulator. With `traceAccesses`, accesses of global memory are counted. An
/// error names an intrinsic that the table lacks.
llvm::Error bindEmulator(llvm::Module &module, const Intrinsics &intrinsics,
                         bool traceAccesses = false);

/// How the blocks of a kernel run.
struct BlockShape {
  /// The numbers of groups and of threads of a block.
  int64_t groupsPerBlock = 0, blockThreads = 0;
  /// The number of threads of a warp.
  int warpSize = 32;
  /// Whether the warps of a block never wait for each other, so that they can
  /// run one after the other.
  bool hasSeparateWarps = true;
  /// The index of the parameter that is the number of groups of a row of the
  /// grid, where blocks begin anew with each row; -1 where they do not.
  int64_t widthParam = -1;
  /// That number where it is the same in every launch; else 0.
  int64_t rowGroups = 0;
};

/// Make the packed entry `packedName` of the kernel's function `name`, which
/// must exist, run the blocks of a launch.
void addBlockEntry(llvm::Module &module, llvm::StringRef name,
                   llvm::StringRef packedName, const BlockShape &shape);

llvm::Error addEmulatorSymbols(llvm::orc::LLJIT &jit,
                               const Intrinsics &intrinsics);

/// What broke a rule first since the last call; empty if nothing did.
std::string takeEmulatorError();

/// Run `body(data)` once for each thread of a warp. The warp's first thread is
/// thread `firstThread` of block `block`. A block has `blockThreads` threads;
/// 0 stands for `warpSize`.
void runWarp(void (*body)(void *), void *data, uint32_t block,
             uint32_t firstThread = 0, uint32_t blockThreads = 0,
             int warpSize = 32);

/// Run `body(data)` once for each of the `blockThreads` threads of block
/// `block`, a multiple of `warpSize`. All of them may wait for each other.
void runBlock(void (*body)(void *), void *data, uint32_t block,
              uint32_t blockThreads, int warpSize = 32);

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// What the warps of a launch asked of global memory. One instruction of a warp
/// is one request, which memory serves by sectors of 32 bytes.
struct AccessCounts {
  /// The number of requests, and the sum of the sectors that each touches.
  int64_t requests = 0, sectors = 0;
  /// The sum of the sectors that each request would touch if its bytes lay
  /// together.
  int64_t leastSectors = 0;
};
struct AccessTrace {
  AccessCounts loads, stores;
};

/// The accesses since the last call, by all threads of the host.
AccessTrace takeAccessTrace();
/// A text of two lines about `trace`.
std::string describe(const AccessTrace &trace);

//===----------------------------------------------------------------------===//
// For the running thread
//===----------------------------------------------------------------------===//

/// The index of the thread in its block, the index of the block in the launch,
/// and the number of threads of a block.
uint32_t threadIndex();
uint32_t blockIndex();
uint32_t blockSize();
/// `shfl.sync.idx` of the threads in `members`: the `value` that thread
/// `source` of the warp passed.
uint32_t shuffle(uint32_t members, uint32_t value, uint32_t source);
/// `shuffle` with the last thread of a segment of the warp, 31: the emulator
/// has no smaller segments.
uint32_t shuffleClamped(uint32_t members, uint32_t value, uint32_t source,
                        uint32_t clamp);
/// `shuffleClamped` of a floating-point value.
float shuffleFloat(uint32_t members, float value, uint32_t source,
                   uint32_t clamp);
/// Exchanges of all threads of a warp (AMD): the `value` that thread `source`
/// passed; the bits that all threads passed, thread 0 in the lowest bit; and a
/// barrier. LLVM lets a thread that would pass no to all ballots of a loop
/// leave it before the others: its bit is 0.
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
/// The block's shared memory, which has at least `bytes` bytes.
void *sharedMemory(uint64_t bytes);
/// Which basic blocks of a function a program may come to after others, as
/// `bindEmulator` puts it into a module: the number of blocks, and behind it
/// their matrix, a byte for each pair, those of one row being the blocks that
/// one block reaches.
struct BlockOrder {
  uint32_t blocks;
  bool reaches(uint32_t from, uint32_t to) const {
    auto *matrix = reinterpret_cast<const uint8_t *>(this + 1);
    return matrix[from * blocks + to] != 0;
  }
};
/// Record that the thread comes to the exchange at `place` of the basic block
/// `block`.
void comeTo(const BlockOrder *order, uint32_t block, uint32_t place);
/// Record that the thread accesses shared memory, to find races.
void accessShared(const void *address, uint64_t bytes, bool isStore);
/// Record that the thread accesses global memory by instruction `site` of the
/// program, to count requests.
void accessGlobal(const void *address, uint64_t bytes, bool isStore,
                  uint32_t site);

} // namespace pirch::simt

#endif // PIRCH_TARGET_GPU_EMULATOR_H
