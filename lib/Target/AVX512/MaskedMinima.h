//===- MaskedMinima.h - Minima that ignore NaN, by a mask -------*- C++ -*-===//

#ifndef PIRCH_LIB_TARGET_AVX512_MASKEDMINIMA_H
#define PIRCH_LIB_TARGET_AVX512_MASKEDMINIMA_H

namespace llvm {
class Module;
} // namespace llvm

namespace pirch {

/// Replace calls of llvm.minnum and llvm.maxnum on vectors by comparisons and
/// selections that LLVM's code generator makes two instructions of: one that
/// finds the lanes in which the first operand is a number, and a masked vminps
/// or vmaxps (vminpd, vmaxpd) in these lanes over a copy of the second operand.
/// The calls become three: vminps, a comparison, and a masked copy. The results
/// are the same to the bit, of zeros of both signs as well.
void maskMinima(llvm::Module &module);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_AVX512_MASKEDMINIMA_H
