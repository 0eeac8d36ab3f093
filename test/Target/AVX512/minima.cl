// fmin and fmax of values that may be NaN are one instruction, as are those with
// a constant.
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=16 -DREAL=float --emit=asm | FileCheck %s --check-prefixes=CHECK,F32
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=8 -DREAL=double --emit=asm | FileCheck %s --check-prefixes=CHECK,F64
// RUN: %if avx512 %{ pirch-run %s --kernel=nans --check --target=avx512 --wg-size=16 -DREAL=float --groups=5 %}
// RUN: %if avx512 %{ pirch-run %s --kernel=nans --check --target=avx512 --wg-size=16 -DREAL=double --groups=5 %}
// RUN: %if avx512 %{ pirch-run %s --kernel=nans --check --target=avx512 --wg-size=3 -DREAL=double --groups=5 %}
// RUN: %if avx512 %{ pirch-run %s --kernel=nans --check --target=avx512 --wg-size=5 -DREAL=float --groups=7 --wg-pack=1 %}
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=zeros(GROUPS, WG_SIZE)

// CHECK-LABEL: two:
// F32: vrangeps $4, {{.*}}%zmm
// F64: vrangepd $4, {{.*}}%zmm
// CHECK-NOT: vcmp{{(un)?}}ord
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

// Either operand, both, or none of them is NaN; none and both count as well.
__kernel void nans(__global const REAL *a, __global REAL *b) {
  size_t g = get_global_id(0);
  REAL x = g % 3 ? a[g] : (REAL)NAN, y = g % 4 ? (REAL)0.5 - a[g] : (REAL)NAN;
  b[g] = isnan(fmax(x, y)) ? (REAL)7 : fmin(x, y) + 2 * fmax(y, x);
}
