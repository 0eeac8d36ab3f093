// A shuffle whose lanes move in steps, of which the first ones are tables: values pass through lanes behind those that the
// kernel uses.
// RUN: pirch-run %s --kernel=rotated --target=ve --wg-size=12 --wg-pack=1 --lane-order=wg-wi-ix --groups=3 --check --arg 'out=zeros(36)'
// RUN: pirch-run %s --kernel=sums --target=ve --wg-size=12 --wg-pack=1 --groups=3 --check --arg 'out=zeros(36)'
// RUN: pirchc %s --kernel=rotated --target=ve --wg-size=12 --wg-pack=1 --lane-order=wg-wi-ix --emit=mlir | FileCheck %s
// CHECK: pirch.lanes_in_use = 36
// CHECK: %[[ALL:.*]] = arith.constant 256 : i32
// CHECK: "llvm.ve.vl.vmrg.vvvml"({{.*}}, %[[ALL]])
// CHECK: "llvm.ve.vl.vmv.vsvmvl"
__kernel void rotated(__global float *out) {
  int lid = get_local_id(0);
  ushort c[3];
  for (int k = 0; k < 3; ++k)
    c[k] = lid * 3 + k;
  out[get_global_id(0)] = shuffle(c[1], (lid + 3) % WG_SIZE);
}

// A sum over constants: a rotated constant is the constant.
__kernel void sums(__global float *out) {
  int lid = get_local_id(0);
  out[get_global_id(0)] = sub_group_reduce_add((lid ^ lid) & 1) + 1;
}
