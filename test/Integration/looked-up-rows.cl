// Structures and rows of tables that the data chooses: loaded as rows for each work item.
// RUN: pirch-run %s --kernel=spline --wg-size=16 --groups=0,1,9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=spline --wg-size=8 --groups=9 --wg-pack=4 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=spline --wg-size=16 --groups=9 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=spline --wg-size=16 --groups=9 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=spline --wg-size=32 --groups=9 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=bones --wg-size=16 --groups=9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=bones --wg-size=16 --groups=9 --wg-pack=1 --lane-order=wg-wi-ix --check | FileCheck %s
// RUN: pirch-run %s --kernel=bones --wg-size=16 --groups=9 --disable-pass=pirch-group-gathers --check | FileCheck %s
// RUN: pirch-run %s --kernel=bones --wg-size=8 --groups=9 --target=rocdl --check | FileCheck %s
// RUN: pirch-run %s --kernel=inplace --wg-size=16 --groups=4 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sides --wg-size=16 --groups=4 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sides --wg-size=16 --groups=4 --target=nvvm --check | FileCheck %s
// CHECK: check: out: ok
// CHECK-NOT: failed
// RUN: pirchc %s --wg-size=16 --target=avx512 --cpu=znver4 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=FORM
// pirch-run: --arg out=zeros(4096) --arg in=rand(4096) --arg at=rand(4096) --arg table=rand(4096)

// FORM-LABEL: pirch.kernel @spline(
// FORM: pirch.load_rows
// FORM-NOT: pirch.gather
// FORM: pirch.return
__kernel void spline(__global float *out, __global const float *in, __global const float *table) {
  size_t i = get_global_id(0);
  float s = in[i] * 64;
  int segment = clamp((int)s, 0, 63);
  __global const float *c = table + segment * 6;
  float t = s - segment, r = c[5];
  for (int k = 4; k >= 0; k--)
    r = r * t + c[k];
  out[i] = r;
}

// FORM-LABEL: pirch.kernel @bones(
// FORM: pirch.load_rows
// FORM-NOT: pirch.gather
// FORM: pirch.return
__kernel void bones(__global float *out, __global const float *in, __global const uchar *at,
                    __global const float *table) {
  int v = get_global_id(0);
  float r[3] = {0, 0, 0};
  for (int b = 0; b < 2; b++) {
    int m = (at[2 * v + b] & 7) * 12;
    for (int i = 0; i < 3; i++)
      r[i] += table[m + 4 * i] * in[v] + table[m + 4 * i + 1] + table[m + 4 * i + 2] * 2 +
              table[m + 4 * i + 3];
  }
  for (int i = 0; i < 3; i++)
    out[3 * v + i] = r[i];
}

// What is read is written in between.
// FORM-LABEL: pirch.kernel @inplace(
// FORM-NOT: pirch.load_rows
// FORM: pirch.return
__kernel void inplace(__global float *out, __global const uchar *at) {
  int i = get_global_id(0), m = 2 * (at[i] & 7) + 1000;
  float a = out[m];
  out[i] = a;
  out[i] += out[m + 1];
}

// Each work item looks up one element, twice; neighbours read different ones.
__kernel void sides(__global float *out, __global const uchar *at, __global const float *table) {
  int i = get_global_id(0);
  float p[2];
  for (int j = 0; j < 2; j++)
    p[j] = table[(at[i] & 63) * 8 + i % 2] * (j + 1);
  out[i] = p[0] + 3 * p[1];
}
