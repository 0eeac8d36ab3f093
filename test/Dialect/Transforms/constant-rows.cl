// Kernels that divide the number of the work item by constants are computed in groups of a multiple of the constant, or row by row.
// DEFINE: %{remarks} = pirchc %s --target=avx512 --wg-size=8 --remarks=loops --emit=mlir-infreg -o %t.mlir
// RUN: %{remarks} --kernel=channels 2>&1 | FileCheck %s --check-prefix=CHANNELS
// CHANNELS: remark: kernel 'channels' is computed in rows of 2147483616 work items, in groups of 48
// RUN: FileCheck %s --check-prefix=FORMED < %t.mlir
// FORMED-LABEL: pirch.kernel @channels(
// FORMED-NOT: pirch.gather
// FORMED-NOT: arith.rem
// FORMED-LABEL: pirch.kernel @channels.whole(
// RUN: %{remarks} --kernel=pixels 2>&1 | FileCheck %s --check-prefix=PIXELS
// PIXELS: remark: kernel 'pixels' is computed in rows of 3 times 'width' work items, in groups of 48
// RUN: FileCheck %s --check-prefix=ROWS < %t.mlir
// ROWS-LABEL: pirch.kernel @pixels(
// ROWS-SAME: row_length = 3 : i64, row_length_param = 2 : i64
// ROWS-NOT: arith.rem
// ROWS-LABEL: pirch.kernel @pixels.whole(
// RUN: %{remarks} --kernel=planes 2>&1 | FileCheck %s --check-prefix=PLANES
// PLANES: remark: kernel 'planes' is computed in rows of 3 times 'width' work items, in groups of 48
// RUN: %{remarks} --kernel=hundreds 2>&1 | FileCheck %s --check-prefix=HUNDREDS
// HUNDREDS: remark: kernel 'hundreds' is computed in rows of 100 work items, in groups of 16
// RUN: %{remarks} --kernel=bytes 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: remark: kernel 'bytes' is computed in rows of 2147483520 work items, in groups of 448

// Two groups of eight are a row of 16: larger ones, in which the column is a constant, are made
// where no other quotient is left.
// RUN: pirchc %s --target=avx2 --kernel=tiles --wg-size=8 --remarks=loops -o %t.o 2>&1 | FileCheck %s --check-prefix=TILES
// TILES: remark: kernel 'tiles' is computed in rows of 2147483632 work items, in groups of 16
// RUN: pirchc %s --target=avx2 --kernel=cubes --wg-size=8 --remarks=loops -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// Groups whose size is a multiple of the constant are in step with it as they are; 17 is too large to be, and too short for rows.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --kernel=channels --wg-size=6 --remarks=loops -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %{remarks} --kernel=seventeens 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: is computed in rows

// DEFINE: %{check} = pirch-run %s --groups=0,1,37,301 --check
// RUN: %{check} --kernel=channels --wg-size=1
// RUN: %{check} --kernel=channels --wg-size=8 --threads=3
// RUN: %{check} --kernel=channels --wg-size=7 --target=generic
// RUN: %{check} --kernel=channels --wg-size=7 --target=ve
// RUN: %{check} --kernel=channels --wg-size=8 --interpret=each-pass
// RUN: %{check} --kernel=pixels --wg-size=8 --arg width=16
// RUN: %{check} --kernel=pixels --wg-size=8 --arg width=17 --guard
// RUN: %{check} --kernel=pixels --wg-size=32 --arg width=100 --target=avx2
// RUN: %{check} --kernel=pixels --wg-size=7 --arg width=1
// RUN: %{check} --kernel=pixels --wg-size=7 --arg width=50 --interpret=each-pass
// RUN: %{check} --kernel=planes --wg-size=8 --arg width=33
// RUN: %{check} --kernel=planes --wg-size=8 --arg width=16 --target=ve
// RUN: %{check} --kernel=tiles --wg-size=8
// RUN: %{check} --kernel=tiles --wg-size=4 --interpret=each-pass
// RUN: %{check} --kernel=cubes --wg-size=8
// RUN: %{check} --kernel=hundreds --wg-size=7
// RUN: %{check} --kernel=hundreds --wg-size=8 --interpret=each-pass
// RUN: %{check} --kernel=bytes --wg-size=8
// RUN: %{check} --kernel=sevens --wg-size=8 --target=ve
// RUN: %{check} --kernel=wide --wg-size=8 --arg width=6148914691236517239
// RUN: %{check} --kernel=wide --wg-size=8 --arg width=40
// RUN: %{check} --kernel=signs --wg-size=8 --arg width=40 --arg few=-3 --arg many=200
// RUN: %{check} --kernel=signs --wg-size=8 --arg width=40 --arg few=3 --arg many=2 --interpret=each-pass
// RUN: %{check} --kernel=squares --wg-size=8 --arg width=40
// RUN: %{check} --kernel=squares --wg-size=8 --arg width=40 --disable-pass=pirch-find-rows
// pirch-run: --arg out=rand(GROUPS*WG_SIZE+200) --arg in=rand(GROUPS*WG_SIZE+200) --arg width=20

__kernel void channels(__global float *out, __global const float *in) {
  int i = get_global_id(0);
  out[i] = (in[i] - in[i % 3]) * in[3 + i % 3] + in[i / 3];
}

// The remainder is written as C programmers often write it.
__kernel void pixels(__global float *out, __global const float *in, int width) {
  int i = get_global_id(0), pixel = i / 3, channel = i - pixel * 3, x = pixel % width, y = pixel / width;
  out[i] = in[i] + (x > 0 && x < width - 1 ? in[(y * width + x - 1) * 3 + channel + 6] : 0.0f) + channel + y;
}

__kernel void planes(__global float *out, __global const float *in, uint width) {
  size_t i = get_global_id(0), image = i / 3 / width, channel = i % 3, pixel = i / 3 % width;
  out[i] = in[channel * width + pixel] + image;
}

// Neighbours in a ring, rows of rows, and numbers of 64 bits.
__kernel void hundreds(__global float *out, __global const float *in) {
  size_t i = get_global_id(0), layer = i / 500, row = i / 100 % 5, column = i % 100;
  out[i] = in[(column + 1) % 100] - in[(column + 99) % 100] * in[layer] + row;
}

__kernel void bytes(__global uchar *out, __global const uchar *in) {
  int i = get_global_id(0);
  out[i] = in[i] + i % 7 * (i / 7 % 7);
}

// Of seven registers of 256 lanes no group is made.
__kernel void sevens(__global float *out, __global const float *in) {
  int i = get_global_id(0);
  out[i] = in[i] + i % 7;
}

__kernel void seventeens(__global float *out, __global const float *in) {
  int i = get_global_id(0);
  out[i] = in[i] + i % 17;
}

// Three times this width may be a small number modulo 2^64.
__kernel void wide(__global float *out, __global const float *in, ulong width) {
  size_t i = get_global_id(0);
  out[i] = in[i] + i / 3 % width + i % 3;
}

// Products of a quotient with itself, and sums of constants that wrap around, are no remainders and no neighbours.
__kernel void squares(__global float *out, __global const float *in, uint width) {
  uint i = get_global_id(0), q = i / 3, row = i / width, x = i % 100;
  out[i] = (i - q * q * 3) + (i - row * row * width) * 2.0f + (x + 2000000000u + 2000000000u + 2000000000u) % 100;
}

// The other factor of a divisor keeps its sign, or has none.
__kernel void signs(__global float *out, __global const float *in, int width, char few, uchar many) {
  long i = get_global_id(0);
  out[i] = in[i] + i / (width * few) + i / ((ulong)width * (ulong)few) + i % (width * (long)many);
}

// The border of tiles of 16 by 16.
__kernel void tiles(__global float *out, __global const float *in) {
  int i = get_global_id(0), x = i % 16, y = i / 16 % 16;
  out[i] = x == 0 || x == 15 || y == 0 ? 0 : in[i] + in[i - 1];
}

// 256 is no divisor of the longest row of whole groups of 16.
__kernel void cubes(__global float *out, __global const float *in) {
  int i = get_global_id(0), x = i % 16, y = i / 16 % 16, z = i / 256;
  out[i] = in[x] + in[16 + y] * z;
}
