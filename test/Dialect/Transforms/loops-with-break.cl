// Loops that work items leave by `break` count their iterations once for all that are
// left: subscripts are loads, not gathers.
// RUN: pirchc %s --kernel=varint --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --kernel=search --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --kernel=late --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// Where they begin at places of their own that are known, they count from there.
// RUN: pirchc %s --kernel=strided --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --kernel=walk --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// CHECK: scf.while
// CHECK-NOT: pirch.gather
// CHECK: pirch.load %{{.*}} mask
// CHECK-NOT: pirch.gather
//
// Where work items begin at places that are not known, each has a counter of its own.
// RUN: pirchc %s --kernel=own --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s --check-prefix=OWN
// OWN: pirch.gather
//
// RUN: pirch-run %s --kernel=varint --wg-size=8 --groups=0,1,67 --check
// RUN: pirch-run %s --kernel=varint --wg-size=32 --groups=5 --target=avx2 --check
// RUN: pirch-run %s --kernel=varint --wg-size=8 --groups=5 --target=nvvm --check
// RUN: pirch-run %s --kernel=varint --wg-size=8 --groups=5 --interpret --check
// RUN: pirch-run %s --kernel=search --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=search --wg-size=5 --groups=7 --target=ve --check
// RUN: pirch-run %s --kernel=late --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=late --wg-size=16 --groups=7 --target=rocdl --check
// RUN: pirch-run %s --kernel=own --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=strided --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=strided --wg-size=6 --groups=7 --target=generic --check
// RUN: pirch-run %s --kernel=strided --wg-size=16 --groups=7 --target=nvvm --check
// RUN: pirch-run %s --kernel=walk --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=walk --wg-size=8 --groups=5 --target=ve --check
// RUN: pirch-run %s --kernel=walk --wg-size=8 --groups=5 --interpret --check
// pirch-run: --arg out=zeros(GROUPS * WG_SIZE) --arg bytes=rand(GROUPS * WG_SIZE * 8 + 64) --arg n=7
__kernel void varint(__global uint *out, __global const uchar *bytes) {
  size_t id = get_global_id(0);
  uint value = 0;
  for (int i = 0; i < 5; i++) {
    uchar b = bytes[id * 8 + i];
    value |= (uint)(b & 0x7f) << (7 * i);
    if (!(b & 1))
      break;
  }
  out[id] = value;
}
// The counter is read behind the loop, whose length is known at run time only.
__kernel void search(__global uint *out, __global const uchar *bytes, uint n) {
  size_t id = get_global_id(0);
  uint i = 0;
  for (; i < n; i++)
    if (bytes[id * 8 + i] == 4)
      break;
  out[id] = i;
}
// Some work items do not enter the loop.
__kernel void late(__global uint *out, __global const uchar *bytes, uint n) {
  size_t id = get_global_id(0);
  uint i = 2, sum = 0;
  if (bytes[id] > 3)
    for (; i < n; i += 2) {
      uchar b = bytes[id * 8 + i];
      if (b == 9)
        break;
      sum += b * i;
      if (sum > 40)
        break;
    }
  out[id] = sum * 16 + i;
}
__kernel void own(__global uint *out, __global const uchar *bytes, uint n) {
  size_t id = get_global_id(0);
  uint sum = 0;
  for (uint i = bytes[id]; i < n; i++) {
    sum += bytes[id * 8 + i];
    if (sum > 9)
      break;
  }
  out[id] = sum;
}
// Each item stops at its first 9; where it stops is stored, too.
__kernel void strided(__global uint *out, __global const uchar *bytes) {
  int i = get_local_id(0);
  uint sum = 0;
  for (; i < 40; i += WG_SIZE) {
    uchar b = bytes[get_group_id(0) * 8 + i];
    if (b == 9)
      break;
    sum += b * i;
  }
  out[get_global_id(0)] = sum * 64 + i;
}
__kernel void walk(__global uint *out, __global const uchar *bytes, uint n) {
  size_t id = get_global_id(0);
  __global const uchar *p = bytes + id * 8, *end = p + n;
  uint sum = 0;
  while (p < end && *p != 9)
    sum += *p++;
  out[id] = sum * 16 + (p - bytes - id * 8);
}
