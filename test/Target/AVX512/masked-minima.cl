// fmin and fmax of values that may be NaN take a comparison and a masked
// minimum each; one instruction is enough where an operand is a constant.
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=16 -DREAL=float --emit=asm | FileCheck %s --check-prefixes=CHECK,F32
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=8 -DREAL=double --emit=asm | FileCheck %s --check-prefixes=CHECK,F64

// CHECK-LABEL: two:
// F32: vcmpordps %zmm{{[0-9]+}}, [[A:%zmm[0-9]+]], [[K:%k[1-7]]]
// F32: vminps [[A]], [[B:%zmm[0-9]+]], [[B]] {[[K]]}
// F64: vcmpordpd %zmm{{[0-9]+}}, [[A:%zmm[0-9]+]], [[K:%k[1-7]]]
// F64: vminpd [[A]], [[B:%zmm[0-9]+]], [[B]] {[[K]]}
// CHECK-NOT: vcmpunord
// CHECK: retq
__kernel void two(__global REAL *a, __global const REAL *b) {
  size_t g = get_global_id(0);
  a[g] = fmin(a[g], b[g]);
}

// CHECK-LABEL: one:
// CHECK-NOT: vcmp{{(un)?}}ord
// F32: vmaxps
// F64: vmaxpd
// CHECK-NOT: vcmp{{(un)?}}ord
// CHECK: retq
__kernel void one(__global REAL *a) {
  size_t g = get_global_id(0);
  a[g] = fmax(a[g], (REAL)0.5);
}
