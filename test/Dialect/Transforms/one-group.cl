// Groups that start a loop at different places: the form for one group at a time
// has a scalar loop and contiguous accesses, and is chosen for a pack of one.
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=x86-64-v4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=x86-64-v4 --wg-pack=1 --emit=llvm -o - | FileCheck %s --check-prefix=ONE
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=x86-64-v4 --wg-pack=4 --emit=llvm -o - | FileCheck %s --check-prefix=FOUR

// CHECK-LABEL: pirch.kernel @stride(
// CHECK-SAME: single_group = @stride.single
// CHECK: pirch.active
// CHECK: pirch.gather
// CHECK-LABEL: pirch.kernel @stride.single(
// CHECK-SAME: role = #pirch.role<single_group>
// CHECK-NOT: pirch.active
// CHECK-NOT: pirch.gather
// CHECK: pirch.load

// ONE-LABEL: define void @stride(
// ONE-NOT: masked.gather
// ONE-NOT: remainder
// ONE: load <8 x double>

// The other form takes four groups at once, and this one the rest. What it gathers are
// rows, which are loaded under the masks of their groups.
// FOUR-LABEL: define void @stride(
// FOUR-COUNT-4: call <8 x double> @llvm.masked.load.v8f64

__kernel void stride(__global double *restrict out,
                     __global const double *restrict in, ulong n, ulong step) {
  double sum = 0;
  for (ulong at = get_group_id() * WG_SIZE; at < n; at += step * WG_SIZE)
    sum += in[at + get_local_id()];
  out[get_global_id()] = sum;
}
