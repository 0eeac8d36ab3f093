// Rows of B that registers drop are loaded again from where they are: nothing is
// spilled.
// RUN: pirchc %examples/kernels/gemm.cl --wg-size=24 --wg-pack=1 --lane-order=wg-wi-ix --target=avx512 --cpu=x86-64-v4 --emit=asm -o - | FileCheck %s
// CHECK-LABEL: gemm:
// CHECK-NOT: zmm{{.*}}(%rsp)
// CHECK: vmovupd{{.*}}(%r{{[^)]*}}), %zmm
// CHECK-NOT: zmm{{.*}}(%rsp)
// CHECK-NOT: (%rsp){{.*}}zmm

// Where spills are needed, none crosses a cache line.
// RUN: pirchc %examples/kernels/enum.cl --wg-size=32 -DREAL=float --target=avx512 --cpu=x86-64-v4 --emit=asm -o - | FileCheck %s --check-prefix=SPILL
// SPILL-LABEL: enumerate:
// SPILL: andq $-64, %rsp
// SPILL: (%rsp), %zmm
