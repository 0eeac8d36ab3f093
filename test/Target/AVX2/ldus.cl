// LDUS keeps to registers of 256 bits without masks of their own, and fills all
// of x86-64-v3's instructions: fused multiply-adds, no gathers.
// RUN: pirchc %examples/ldus.cl --target=avx2 --cpu=haswell --wg-size=8 --emit=asm -o - | FileCheck %s --implicit-check-not=gather --implicit-check-not=zmm --implicit-check-not=%k
// CHECK: vfnmadd{{.*}}%ymm

// A CPU that has more makes the same kind of code; one that has less is refused.
// RUN: pirchc %examples/ldus.cl --target=avx2 --cpu=znver4 --wg-size=8 --emit=asm -o - | FileCheck %s --implicit-check-not=zmm --implicit-check-not=%k
// RUN: not pirchc %examples/ldus.cl --target=avx2 --cpu=nehalem --wg-size=8 --emit=asm -o - 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: CPU 'nehalem' lacks what the target needs (+avx2,
