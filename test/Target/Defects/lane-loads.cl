// Lanes at constant distances, which a CPU whose gathers are slow loads one by one: each load adds its lane's distance itself,
// instead of taking an address out of a vector of them.
// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=4 --wg-pack=1 --emit=asm -o - | FileCheck %s --implicit-check-not=vpextrq --implicit-check-not=vpaddq
// RUN: pirch-run %s --wg-size=4 --groups=0,1,9 --check
// RUN: pirch-run %s --wg-size=4 --groups=9 --check --target=avx2 --cpu=znver3
// RUN: pirch-run %s --wg-size=8 --groups=9 --check --target=generic
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS * 8 + 1028)
// CHECK-LABEL: planes:
// CHECK-DAG: vmovhp{{[sd]}} 8192(
// CHECK-DAG: vmovhp{{[sd]}} 8200(
// CHECK: ret
__kernel void planes(__global double *out, __global const double *in) {
  const int l = get_local_id(0);
  out[get_global_id(0)] = in[get_group_id(0) * 8 + (l & 1) * 1024 + (l >> 1)];
}
