// With --math=fast a quotient is a product with the reciprocal of its divisor, on all
// targets and in the oracle: one division for each divisor, none for quotients that
// are known. Functions of the library divide exactly.
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=8 -DREAL=double --math=fast --emit=mlir-infreg | FileCheck %s
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=8 -DREAL=double --emit=mlir-infreg | FileCheck %s --check-prefix=EXACT
// RUN: pirch-run %s --wg-size=8 --groups=19 -DREAL=double --math=fast --check --target=host
// RUN: pirch-run %s --wg-size=5 --groups=19 -DREAL=float --math=fast --check --target=host
// RUN: pirch-run %s --wg-size=8 --groups=19 -DREAL=float --math=fast --check --target=generic
// RUN: pirch-run %s --wg-size=8 --groups=19 -DREAL=double --math=fast --check --target=ve
// RUN: pirch-run %s --wg-size=5 --groups=19 -DREAL=double --math=fast --check --target=nvvm
// RUN: pirch-run %s --wg-size=8 --groups=19 -DREAL=float --math=fast --check --target=rocdl
// pirch-run: --arg q=zeros(GROUPS, WG_SIZE, 8) --arg a=rand(GROUPS, WG_SIZE)
// pirch-run: --arg b=rand(GROUPS, WG_SIZE) --arg factor=0.3

// CHECK-LABEL: pirch.kernel @divide
// CHECK-COUNT-3: arith.divf
// CHECK-NOT: arith.divf
// EXACT-LABEL: pirch.kernel @divide
// The quotient under the pragma is the first one.
// EXACT-COUNT-5: arith.divf
// EXACT-NOT: arith.divf
__kernel void divide(__global REAL *q, __global const REAL *a, __global const REAL *b,
                     REAL factor) {
  const size_t g = get_global_id(0);
  const REAL divisor = b[g] + 1;
  q[8 * g] = a[g] / divisor;
  q[8 * g + 1] = b[g] / divisor;
  q[8 * g + 2] = factor / divisor + a[g]; // a product of a quotient is not fused
  q[8 * g + 3] = (REAL)1 / (REAL)3 + b[g];
  REAL x = a[g];
  x /= factor;
  q[8 * g + 4] = x;
  q[8 * g + 5] = b[g] / factor;
  {
#pragma clang fp reciprocal(off)
    q[8 * g + 6] = a[g] / divisor; // as the pragma says
  }
  q[8 * g + 7] = tanh(a[g]);
}
