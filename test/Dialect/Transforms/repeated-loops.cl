// Loops whose iterations repeat the same work stay loops; all others with a
// known count are unrolled.
// RUN: pirchc %s --target=generic --wg-size=8 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: pirch-run %s --kernel=checksum --wg-size=8 --groups=5 --target=generic --check
// RUN: pirch-run %s --kernel=halves --wg-size=8 --groups=5 --target=generic --check
// RUN: pirch-run %s --kernel=distances --wg-size=8 --groups=5 --target=generic --check
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE)

__kernel void checksum(__global uint *out, __global const uint *in) {
  uint crc = in[get_global_id(0)];
  // CHECK: [[@LINE+1]]:3: remark: loop at run time, the same for all work items
  for (int bit = 0; bit < 32; bit++)
    crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0);
  // The source asks for it.
  // CHECK: [[@LINE+2]]:3: remark: unrolled loop, 32 iterations
#pragma unroll
  for (int bit = 0; bit < 32; bit++)
    crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0);
  // The body reads the counter.
  // CHECK: [[@LINE+1]]:3: remark: unrolled loop, 32 iterations
  for (int bit = 0; bit < 32; bit++)
    crc = (crc >> 1) ^ (crc & bit ? 0xedb88320u : 0);
  out[get_global_id(0)] = crc;
}

__kernel void halves(__global uint *out, __global const uint *in) {
  uint x = in[get_global_id(0)];
  // Four iterations are short.
  // CHECK: [[@LINE+1]]:3: remark: unrolled loop, 4 iterations
  for (int i = 0; i < 4; i++)
    x = (x >> 1) ^ x;
  // The body reads memory.
  // CHECK: [[@LINE+1]]:3: remark: unrolled loop, 32 iterations
  for (int i = 0; i < 32; i++)
    x = (x >> 1) ^ in[get_global_id(0)];
  out[get_global_id(0)] = x;
}

__kernel void distances(__global uint *out, __global const uint *in) {
  uint x = in[get_global_id(0)];
  int distance = 1;
  // The distance of the shuffles is known in each iteration.
  // CHECK: [[@LINE+1]]:3: remark: unrolled loop, 32 iterations
  for (int i = 0; i < 32; i++) {
    x += sub_group_shuffle_xor(x, distance);
    distance = distance % 4 + 1;
  }
  out[get_global_id(0)] = x;
}
