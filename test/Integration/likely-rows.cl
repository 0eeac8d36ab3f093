// Subscripts that follow each other but for limits, remainders and wraps around: loads and
// stores where a test at run time says so, gathers of bytes as parts of wider numbers where not.
// RUN: pirch-run %s --kernel=blur --wg-size=16x1 --groups=5x70 --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --disable-pass=pirch-coalesce-accesses --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --disable-pass=pirch-widen-gathers --check | FileCheck %s
// RUN: pirch-run %s --kernel=blur --wg-size=8x4 --groups=9x17 --disable-pass=pirch-coalesce-accesses --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=ring --wg-size=16 --groups=0,1,9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=ring --wg-size=8 --groups=9 --wg-pack=2 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=ring --wg-size=16 --groups=9 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=shorts --wg-size=16 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=shorts --wg-size=16 --groups=5 --target=avx2 --check | FileCheck %s
// CHECK: check: out: ok
// CHECK-NOT: failed
// RUN: pirchc %s --kernel=blur --wg-size=16x1 --target=generic --remarks=memory -o %t.o 2>&1 | FileCheck %s --check-prefix=GENERIC
// GENERIC: likely-rows.cl:[[#@LINE+18]]:{{.*}}: remark: gather: load in groups whose subscripts follow each other
// Where a page test shows that a whole vector may be read, blur reads both places of each work item instead.
// RUN: pirchc %s --kernel=blur --wg-size=16x1 --target=avx2 --cpu=x86-64-v3 --remarks=memory -o %t.o 2>&1 | FileCheck %s --check-prefix=BLUR --allow-empty
// BLUR-NOT: remark: gather
// RUN: pirchc %s --wg-size=16x1 --target=avx2 --cpu=x86-64-v3 --remarks=memory -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: likely-rows.cl:[[#@LINE+20]]:{{.*}}: remark: gather: load in groups whose subscripts follow each other
// pirch-run: --arg out=zeros(8192) --arg in=rand(8192) --arg width=69 --arg height=67 --arg n=100 --arg at=rand(8192)

// The last groups of a row and of a column reach beyond the image. Where the image ends is
// read from memory: borders that parameters tell are decided for whole groups.
__kernel void blur(__global uchar *out, __global const uchar *in, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int right = width - 1 - (in[0] >> 8);
  uint sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, right)];
  out[y * width + x] = sum / 9;
}

// A buffer of n elements, which is not a multiple of the work group's size.
__kernel void ring(__global float *out, __global const float *in, uint n) {
  uint i = get_global_id(0);
  out[(i + 5) % n + i / n * n] = in[(i + 3) % n] - in[(i + 7u) % n];
}

// Places that only the data knows, of numbers of 16 bits from an odd element on.
__kernel void shorts(__global short *out, __global const short *in, __global const ushort *at) {
  int i = get_global_id(0);
  __global const short *from = in + 1;
  if (at[i] % 3 != 0)
    out[i] = from[at[i] % 4096] - from[(at[i] >> 3) % 4096];
}
