//===- Emulator.h - A warp on the host --------------------------*- C++ -*-===//
//
// Runs the program of one GPU thread, compiled for the host, as the 32 threads
// of a warp: fibers that meet at every exchange. What the programming model
// leaves undefined is an error: threads that meet at different instructions, a
// thread that is missing, a value read from a thread that is no member.
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

/// Make a module for NVPTX one for the host: special registers, exchanges and
/// barriers become calls of the emulator. An error names an intrinsic that has
/// no such function.
llvm::Error bindEmulator(llvm::Module &module);

/// After the packed entry `NAME__packed` of a kernel was added: that entry runs
/// warps from now on, each of which computes `groupsPerWarp` groups.
void addWarpEntry(llvm::Module &module, llvm::StringRef name,
                  int64_t groupsPerWarp);

llvm::Error addEmulatorSymbols(llvm::orc::LLJIT &jit);

/// What the first exchange that broke a rule since the last call did, or
/// nothing.
std::string takeEmulatorError();

/// Run `body(data)` as each of the 32 threads of one warp, the only warp of
/// block `block`.
void runWarp(void (*body)(void *), void *data, uint32_t block);

// For the running thread.
uint32_t threadIndex();
/// `shfl.sync.idx`: what thread `source` passed.
uint32_t shuffle(uint32_t members, uint32_t value, uint32_t source);
/// `vote.sync.any`
bool voteAny(uint32_t members, bool bit);
/// `bar.warp.sync`
void barrier(uint32_t members);

} // namespace pirch::simt

#endif // PIRCH_TARGET_NVVM_EMULATOR_H
