//===- Reference.h - VE's instructions, run on the host ---------*- C++ -*-===//
//
// There is no emulator of NEC's vector engine. Code for it is verified by
// running the LLVM module on the host with every `llvm.ve.vl.*` intrinsic bound
// to a function written from its documented meaning (NEC, "SX-Aurora TSUBASA
// Vector Engine intrinsics" and the Assembly Language Reference). What hardware
// leaves undefined is tracked lane by lane: elements past the vector length,
// masked-out elements without a pass-through operand, poison.
//
// This checks the code that is handed to LLVM, not LLVM's selection of
// instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_VE_REFERENCE_H
#define PIRCH_TARGET_VE_REFERENCE_H

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

namespace pirch::ve {

inline constexpr int kNumLanes = 256;

/// A vector register. An f64 or i64 fills a lane, an f32 its upper half, an i32
/// its lower half; a packed f32 either.
struct Register {
  uint64_t lanes[kNumLanes];
  /// Bit `l % 64` of word `l / 64`: whether the upper half of lane `l` holds
  /// anything defined, and the lower half.
  uint64_t definedUpper[kNumLanes / 64], definedLower[kNumLanes / 64];
};

/// A mask register. Bit `l % 64` of word `l / 64` is lane `l`.
struct Mask {
  uint64_t bits[kNumLanes / 64];
  /// Whether each lane of `bits` is defined.
  uint64_t defined[kNumLanes / 64];
};

/// The function that does what `llvm.ve.vl.NAME` does; null if there is none.
/// Registers and masks are passed by pointer, the result's first; scalars are
/// passed by value.
void *findReference(llvm::StringRef name);

/// Rewrite a module compiled for VE so that the host can run it: values of
/// vector type live in memory, and operations on them become calls of reference
/// functions. An error names an instruction that has no reference.
llvm::Error bindReference(llvm::Module &module);

/// Make the reference functions known to a JIT that runs such a module.
llvm::Error addReferenceSymbols(llvm::orc::LLJIT &jit);

/// What the first instruction that broke a rule since the last call did; empty
/// if none did. The rules: a vector length is at most 256, accesses are
/// aligned, and a lane that holds nothing defined is not stored, decides no
/// branch and is no address.
std::string takeReferenceError();

} // namespace pirch::ve

#endif // PIRCH_TARGET_VE_REFERENCE_H
