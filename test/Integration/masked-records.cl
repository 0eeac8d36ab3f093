// Records that only some work items read and write are accessed as whole
// vectors under the mask of these work items, and transposed in registers.
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=16 -DREAL=float -DFIELDS=3 --emit=asm | FileCheck %s --implicit-check-not=gather --implicit-check-not=scatter
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=8 -DREAL=double -DFIELDS=2 --emit=asm | FileCheck %s --implicit-check-not=gather --implicit-check-not=scatter
// CHECK: vmov{{.*}} {%k{{[1-7]}}} {z}
// CHECK: vmov{{.*}} {%k{{[1-7]}}}
// RUN: pirch-run %s --wg-size=16 --groups=13 -DREAL=float -DFIELDS=3 --check --guard
// RUN: pirch-run %s --wg-size=5 --groups=7 -DREAL=double -DFIELDS=2 --check --guard
// RUN: pirch-run %s --wg-size=8 --groups=9 -DREAL=float -DFIELDS=4 --lane-order=ix-wg-wi --wg-pack=2 --check --guard
// RUN: pirch-run %s --wg-size=32 --groups=3 -DREAL=double -DFIELDS=7 --lane-order=ix-wi-wg --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 -DREAL=float -DFIELDS=5 --target=avx2 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 -DREAL=float -DFIELDS=5 --target=ve --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 -DREAL=float -DFIELDS=5 --target=nvvm --check
// pirch-run: --arg a=rand(GROUPS*WG_SIZE*FIELDS) --arg b=rand(GROUPS*WG_SIZE*FIELDS) --arg flags=rand(GROUPS*WG_SIZE)
__kernel void turn(__global REAL *a, __global const REAL *b, __global const float *flags) {
  size_t g = get_global_id(0);
  if (flags[g] < 0.6f) {
    REAL x[FIELDS];
    for (int i = 0; i < FIELDS; ++i)
      x[i] = b[FIELDS * g + i];
    for (int i = 0; i < FIELDS; ++i)
      a[FIELDS * g + i] += x[(i + 1) % FIELDS] - x[i];
  }
}
