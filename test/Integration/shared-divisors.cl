// Quotients by constants, by divisors of the whole group and by divisors that several
// quotients share have the bits of a division, also where they lie as close to the
// middle of two numbers as quotients can, and for zeros of both signs, denormal, huge
// and infinite numbers and NaN.
// RUN: rm -rf %t && mkdir -p %t/f4 %t/f8
// RUN: python3 %S/Inputs/close_quotients.py %t/f4 f4 900 16
// RUN: python3 %S/Inputs/close_quotients.py %t/f8 f8 900 16
// RUN: pirchc %s --target=avx512 --cpu=sapphirerapids --wg-size=16 -DREAL=double --emit=mlir -o %t/f8.mlir
// RUN: FileCheck %s --input-file=%t/f8.mlir
// RUN: pirchc %s --target=avx512 --cpu=sapphirerapids --wg-size=16 -DREAL=float --emit=mlir -o %t/f4.mlir
// RUN: FileCheck %s --input-file=%t/f4.mlir --check-prefix=SINGLE
// RUN: cd %t/f8 && pirch-run %s --wg-size=16 --groups=900 -DREAL=double --check
// RUN: cd %t/f4 && pirch-run %s --wg-size=16 --groups=900 -DREAL=float --check
// RUN: cd %t/f4 && pirch-run %s --wg-size=16 --groups=900 -DREAL=float --check --wg-pack=2 --lane-order=ix-wi-wg
// RUN: cd %t/f8 && pirch-run %s --wg-size=16 --groups=900 -DREAL=double --check --disable-pass=pirch-multiply-by-reciprocals
// RUN: cd %t/f8 && pirch-run %s --wg-size=16 --groups=900 -DREAL=double --check --target=generic
// RUN: cd %t/f4 && pirch-run %s --wg-size=16 --groups=900 -DREAL=float --check --target=ve
// pirch-run: --arg q=zeros(GROUPS, WG_SIZE, 12) --arg a=a.npy --arg b=b.npy --arg c=c.npy
// pirch-run: --arg y=y.npy --arg own=own.npy --arg factor=0.1 --arg bytes=rand(GROUPS, WG_SIZE)

// CHECK-LABEL: func @divide(
// CHECK-COUNT-3: llvm.intr.expect
// SINGLE-LABEL: func @divide(
// SINGLE-COUNT-2: llvm.intr.expect
__kernel void divide(__global REAL *q, __global const REAL *a, __global const REAL *b,
                     __global const REAL *c, __global const REAL *y, __global const REAL *own,
                     REAL factor, __global const uchar *bytes) {
  const size_t g = get_global_id(0);
  const REAL divisor = y[get_group_id(0)];
  q[12 * g] = a[g] / divisor;
  q[12 * g + 1] = b[g] / divisor;
  q[12 * g + 2] = c[g] / divisor;
  q[12 * g + 3] = a[g] / own[g];
  q[12 * g + 4] = b[g] / own[g];
  q[12 * g + 5] = c[g] / own[g];
  q[12 * g + 6] = a[g] / 7;
  q[12 * g + 7] = b[g] / -7;
  q[12 * g + 8] = c[g] / 7;
  q[12 * g + 9] = a[g] / (REAL)0.1;
  q[12 * g + 10] = b[g] / factor;
  q[12 * g + 11] = (REAL)bytes[g] / 255;
}
