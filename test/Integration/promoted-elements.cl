// Loops that change the same elements of a buffer in each iteration keep them in
// registers, unless two work items may change one element.
// RUN: pirch-run %s --kernel=rows --wg-size=8x4 --groups=3x5 --arg n=24 --arg at=24 --check | FileCheck %s
// RUN: pirch-run %s --kernel=rows --wg-size=8x4 --groups=3x5 --arg n=21 --arg at=24 --check | FileCheck %s
// RUN: pirch-run %s --kernel=overlapping --wg-size=8x4 --groups=1x1 --arg n=8 --arg at=3 --check | FileCheck %s
// RUN: pirch-run %s --kernel=overlapping --target=nvvm --wg-size=8x4 --groups=1x1 --arg n=8 --arg at=3 --check | FileCheck %s
// RUN: pirch-run %s --kernel=rows --target=ve --wg-size=8x4 --groups=2x2 --arg n=16 --arg at=16 --check | FileCheck %s
// RUN: pirch-run %s --kernel=triangle --wg-size=7 --groups=0,1,5 --arg n=33 --check | FileCheck %s
// RUN: pirch-run %s --kernel=triangle --target=nvvm --wg-size=33 --groups=1 --arg n=31 --check | FileCheck %s
// RUN: pirch-run %s --kernel=triangle --target=generic --wg-size=4 --groups=9 --arg n=33 --check | FileCheck %s
// RUN: pirch-run %s --kernel=scattered --wg-size=7 --groups=1 --arg stride=3 --arg n=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=scattered --wg-size=7 --groups=1 --arg stride=0 --arg n=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=scattered --wg-size=7 --groups=1 --arg stride=-2 --arg n=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=scattered --wg-size=7 --groups=1 --arg stride=3 --arg n=0 --check | FileCheck %s
// RUN: pirch-run %s --kernel=scattered --target=rocdl --wg-size=7 --groups=1 --arg stride=0 --arg n=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=leaving --wg-size=16 --groups=3 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: pirch-run %s --kernel=rows --wg-size=8x4 --arg n=8 --arg at=8 --remarks=loops 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: promoted-elements.cl:[[@LINE+9]]:{{[0-9]+}}: remark: elements of buffers stay in registers until the loop ends (places: 4)
// pirch-run: --arg out=rand(4000) --arg a=rand(4000)

// A group has several rows, whose distance `at` decides whether they overlap.
__kernel void rows(__global float *out, __global const float *a, int n, int at) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= n)
    return;
  out[y * at + x] *= 0.5f;
  for (int k = 0; k < n; ++k)
    out[y * at + x] += a[y * n + k] * a[k * n + x];
}

// The same with barriers, so that what is stored where rows overlap is defined.
__kernel void overlapping(__global float *out, __global const float *a, int n, int at) {
  int x = get_global_id(0), y = get_global_id(1);
  for (int k = 0; k < n; ++k) {
    float old = out[y * at + x];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[y * at + x] = old + a[y * n + k] * a[k * n + x];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

// Work items leave the outer loop one by one.
__kernel void triangle(__global float *out, __global const float *a, int n) {
  int j = get_global_id(0);
  if (j < n) {
    for (int k = j; k < n; ++k) {
      out[j * n + k] = 0;
      for (int i = 0; i < n; ++i)
        out[j * n + k] += a[i * n + j] * a[i * n + k];
      out[k * n + j] = out[j * n + k];
    }
  }
}

// With a stride of 0 the work item with the greatest index decides what an element is.
__kernel void scattered(__global float *out, __global const float *a, int n, int stride) {
  int at = 20 + stride * (int)get_global_id(0);
  for (int k = 0; k < n; ++k) {
    float old = out[at];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[at] = old * 1.5f + a[k * WG_SIZE + get_local_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

// The mask under which elements change is another one in each iteration.
__kernel void leaving(__global float *out, __global const float *a) {
  int i = get_global_id(0), n = (int)(a[i] * 20);
  for (int k = 0; k < n; ++k)
    out[3 * i] += a[i + k];
}
