//===- Minima.h - Minima that ignore NaN --------------------------*- C++
//-*-===//

#ifndef PIRCH_LIB_TARGET_AVX512_MINIMA_H
#define PIRCH_LIB_TARGET_AVX512_MINIMA_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace pirch {

/// Replace calls of llvm.minnum and llvm.maxnum on vectors by the instructions
/// vrangeps and vrangepd, which give the other operand where one is a quiet
/// NaN, as the calls do. LLVM's code generator makes three instructions of such
/// a call: vminps, a comparison, and a masked copy. Of zeros of different sign
/// the minimum is the negative one. Calls stay where the CPU lacks AVX512DQ or
/// AVX512VL, where an operand is known to be no NaN, and on vectors that fill
/// no register.
void replaceMinima(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_AVX512_MINIMA_H
