//===- Rounding.h - Integers nearest to numbers, on x86 ---------*- C++ -*-===//

#ifndef PIRCH_TARGET_X86_ROUNDING_H
#define PIRCH_TARGET_X86_ROUNDING_H

namespace llvm {
class Module;
} // namespace llvm

namespace pirch::x86 {

/// Convert numbers that were rounded to nearest even to integers of at most 32
/// bits by one instruction (vcvtps2dq), which rounds as well; LLVM's code
/// generator makes one that rounds and one that truncates. Numbers may have
/// been limited by integral constants in between, as saturating conversions do:
/// they are then limited before they are rounded, which gives the same.
void fuseRounding(llvm::Module &module);

} // namespace pirch::x86

#endif // PIRCH_TARGET_X86_ROUNDING_H
