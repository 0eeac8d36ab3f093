// Subscripts of 32 bits without a sign that are computed from parameters: sums,
// products, differences and places in rings. Neighbouring work items have neighbouring
// elements unless a subscript wraps around. The kernel is formed for the groups in which
// none does, which follow from the parameters, and once more for the others.
// DEFINE: %{k} = rows --arg n=37
// DEFINE: %{run} = pirch-run %s --check --groups=13
// DEFINE: %{all} = %{run} --kernel=%{k} --wg-size=8 && %{run} --kernel=%{k} --wg-size=5 --target=generic --interpret=each-pass && %{run} --kernel=%{k} --wg-size=8 --target=ve && %{run} --kernel=%{k} --wg-size=8 --target=generic --wg-pack=4
// RUN: %{all}
// REDEFINE: %{k} = columns --arg n=100 --arg count=7
// RUN: %{all}
// Each product with n is a multiple of 2^32.
// REDEFINE: %{k} = columns --arg n=2147483648 --arg count=7
// RUN: %{all}
// REDEFINE: %{k} = shifted --arg n=100
// RUN: %{all}
// In this launch n is -1 without a sign, so that the first work item alone wraps around.
// REDEFINE: %{k} = shifted --arg n=4294967295
// RUN: %{all}
// REDEFINE: %{k} = converted --arg n=4294967295
// RUN: %{all}
// REDEFINE: %{k} = behind --arg n=40
// RUN: %{all}
// REDEFINE: %{k} = reversed --arg n=60
// RUN: %{all}
// REDEFINE: %{k} = ring --arg n=60
// RUN: %{all}
// REDEFINE: %{k} = between --arg n=9
// RUN: %{all}
// No loop has an iteration, though n - 1 is the largest number without a sign.
// REDEFINE: %{k} = between --arg n=1
// RUN: %{all}
// REDEFINE: %{k} = divided --arg n=64
// RUN: %{all}
// REDEFINE: %{k} = divided --arg n=7
// RUN: %{all}
// REDEFINE: %{k} = layers --arg n=16 --arg count=5
// RUN: %{all}
// The product of both is 4 modulo 2^32, so that the kernel for rows does not run.
// REDEFINE: %{k} = layers --arg n=858993460 --arg count=5
// RUN: %{all}
// RUN: pirch-run %s --check --kernel=stencil -DGRID --wg-size=8x8 --groups=3x4 --arg n=20 --arg count=29
// RUN: pirch-run %s --check --kernel=stencil -DGRID --wg-size=16x2 --groups=2x9 --arg n=24 --arg count=16 --target=generic --interpret=each-pass
// RUN: pirch-run %s --check --kernel=rows --wg-size=8 --groups=13 --target=nvvm --arg n=37
//
// RUN: pirchc %s --wg-size=8 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s
// pirch-run: --arg x=rand(40000) --arg y=zeros(40000)

// CHECK-LABEL: pirch.kernel @rows
// CHECK: pirch.main_groups
// CHECK-NOT: pirch.gather
// CHECK-NOT: pirch.scatter
// CHECK-LABEL: pirch.kernel @rows.remainder
// CHECK: pirch.gather
__kernel void rows(__global const float *x, __global float *y, uint n) {
  uint row = get_group_id(0);
  for (uint j = get_local_id(0); j < n; j += WG_SIZE)
    y[row * n + j] = 2 * x[row * n + j];
}

// CHECK-LABEL: pirch.kernel @columns
// CHECK: pirch.main_groups
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @columns.remainder
__kernel void columns(__global const float *x, __global float *y, uint n, uint count) {
  uint j = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < count; k++)
    sum += x[2u * k * n + j];
  y[j] = sum;
}

// The greatest subscript of group g is n + 8 * g + 8, which must be below 2^31.
// CHECK-LABEL: pirch.kernel @shifted
// CHECK-DAG: %[[MOST:.*]] = arith.constant 2147483639 : i64
// CHECK: %[[LEFT:.*]] = arith.addi %{{.*}}, %[[MOST]]
// CHECK: arith.divsi %[[LEFT]]
// CHECK: pirch.main_groups
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @shifted.remainder
__kernel void shifted(__global const float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  y[i] = x[i + n + 1u] * 2.0f;
}

// The sum of 64 bits is converted to a number with a sign.
// CHECK-LABEL: pirch.kernel @converted
// CHECK: pirch.main_groups
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @converted.remainder
__kernel void converted(__global const float *x, __global float *y, uint n) {
  int i = get_global_id(0) + n;
  y[i + 1] = x[i + 1] + 1.0f;
}

// The first groups, in which i - n is negative, are left to the other kernel.
// CHECK-LABEL: pirch.kernel @behind
// CHECK: pirch.main_groups %{{.*}} from
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @behind.remainder
__kernel void behind(__global const float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  y[i] = i >= n ? x[i - n] : 0.0f;
}

// CHECK-LABEL: pirch.kernel @reversed
// CHECK: pirch.main_groups
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @reversed.remainder
__kernel void reversed(__global const float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  if (i < n)
    y[i] = x[n - 1 - i];
}

// CHECK-LABEL: pirch.kernel @ring
// CHECK: pirch.main_groups %{{.*}} from
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @ring.remainder
__kernel void ring(__global const float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  if (i < n)
    y[i] = x[(i + n - 2) % n] - x[(i + 1) % n];
}

// CHECK-LABEL: pirch.kernel @between
// CHECK: pirch.main_groups
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @between.remainder
__kernel void between(__global const float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  float sum = 0;
  if (n > 1)
    for (uint k = 1; k < n - 1; k++)
      sum += x[(k + 1) * 300u + i] - x[(k + n) * 30u + i];
  y[i] = sum;
}

// The product of the quotient and the divisor is no more than the dividend.
__kernel void divided(__global const float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  uint row = i / n, j = i % n;
  y[row * n + j] = x[row * n + j] * x[j];
}

// The number of the layer is that of the row divided by 'count', if n * count does not wrap
// around. Calls in which it does are left to the kernel of whole groups.
// CHECK-LABEL: pirch.kernel @layers
// CHECK-SAME: exact_products = [array<i64: 1, 3, 2>]
// CHECK-SAME: whole_kernel = @layers.whole
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @layers.remainder
__kernel void layers(__global const float *x, __global float *y, uint n, uint count) {
  uint i = get_global_id(0);
  uint layer = i / (n * count), rest = i % (n * count), row = rest / n, column = rest % n;
  y[i] = x[layer * n * count + row * n + column];
}

#ifdef GRID
__kernel void stencil(__global const float *x, __global float *y, uint n, uint count) {
  uint column = get_global_id(0), row = get_global_id(1);
  uint place = row * n + column;
  if (column > 0 && row > 0 && column < n - 1 && row < count - 1)
    y[place] = x[(row - 1) * n + column] + x[place + n] + x[place - 1] + x[place + 1];
}
#endif
