// What a group reads at one place for all its work items is a scalar in the form for one
// group at a time: loops have plain bounds, and rows that it chooses are contiguous.
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=0,1,9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=9 --wg-pack=1 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=7 --groups=9 --wg-pack=1 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=9 --wg-pack=1 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=9 --wg-pack=1 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=9 --wg-pack=1 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=9 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=sparse --wg-size=16 --groups=9 --target=rocdl --check | FileCheck %s
// RUN: pirch-run %s --kernel=rotate --wg-size=16 --groups=9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=rotate --wg-size=8 --groups=9 --wg-pack=1 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=flags --wg-size=16 --groups=9 --wg-pack=1 --check | FileCheck %s
// RUN: pirch-run %s --kernel=changed --wg-size=16 --groups=9 --wg-pack=1 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: pirchc %s --wg-size=16 --target=avx512 --cpu=znver4 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=FORM
// pirch-run: --arg out=rand(1024) --arg table=rand(4096) --arg index=rand(1024) --arg offset=rand(64) --arg flag=zeros(64)

// FORM-LABEL: pirch.kernel @sparse.single(
// FORM: pirch.read_first_lane
// FORM: pirch.read_first_lane
// FORM: scf.while
// FORM-NOT: pirch.load
// FORM: scf.condition({{.*}}) {{.*}} : !pirch.infreg<?x16x1xf32>, i64
// FORM-NOT: pirch.active
// FORM: pirch.load %arg1
// FORM-NOT: mask
// FORM: scf.while
// FORM: pirch.load %arg1{{.*}} mask
// FORM: pirch.gather %arg1
// FORM-NOT: pirch.gather
// FORM: pirch.return
__kernel void sparse(__global float *out, __global const float *table, __global const int *index,
                     __global const int *offset) {
  int lid = get_local_id(0), g = get_group_id(0);
  float sum = 0;
  for (int e = offset[g] + lid; e < offset[g + 1]; e += WG_SIZE)
    sum += table[e] * table[index[e]];
  out[get_global_id(0)] = sum;
}

// FORM-LABEL: pirch.kernel @rotate.single(
// FORM: pirch.read_first_lane
// FORM-NOT: pirch.gather
// FORM: pirch.return
__kernel void rotate(__global float *out, __global const float *table, __global const int *index,
                     __global const int *offset) {
  int g = get_group_id(0), row = offset[g];
  for (int i = get_local_id(0); i < 32; i += WG_SIZE) {
    float c = table[row * 32 + i];
    float a = out[g * 64 + 2 * i], b = out[g * 64 + 2 * i + 1];
    out[g * 64 + 2 * i] = a * c - b;
    out[g * 64 + 2 * i + 1] = a + b * c;
  }
}

// FORM-LABEL: pirch.kernel @flags.single(
// FORM: pirch.read_first_lane {{.*}}xi8>
// FORM: arith.trunci {{.*}} : i8 to i1
__kernel void flags(__global float *out, __global const float *table, __global const bool *flag,
                    __global const int *offset) {
  int g = get_group_id(0), row = offset[g] + flag[g];
  out[get_global_id(0)] = table[row * WG_SIZE + get_local_id(0)];
}

// The kernel writes to the table of places, so that it is read where the source reads it.
// FORM-LABEL: pirch.kernel @changed(
// FORM-NOT: pirch.read_first_lane
__kernel void changed(__global float *out, __global const float *table, __global int *offset) {
  int lid = get_local_id(0), g = get_group_id(0);
  float sum = 0;
  for (int round = 0; round < 3; round++) {
    for (int e = lid; e < offset[g]; e += WG_SIZE)
      sum += table[e];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lid == 0)
      offset[g] += 20;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
