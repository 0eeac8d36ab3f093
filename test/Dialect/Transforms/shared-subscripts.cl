// Arrays of a group that are read at subscripts known at run time: element k is in a
// lane of the work item k, or of k / 2 where each has two, and is read by a shuffle.

// RUN: pirchc %s --kernel=roots --wg-size=8 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=ONE
// ONE-LABEL: @roots
// ONE: pirch.wg_shuffle
// ONE-NOT: pirch.extract
// ONE: pirch.return
// RUN: pirchc %s --kernel=pairs --wg-size=8 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=TWO
// TWO-LABEL: @pairs
// TWO: pirch.wg_shuffle %{{.*}} from %{{.*}} : !pirch.infreg<?x8x2xi32>
// TWO: pirch.extract %{{.*}} : <?x8x2xi32>
// RUN: pirchc %s --kernel=others --wg-size=8 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=OTHER
// OTHER-LABEL: @others
// OTHER: pirch.extract %{{.*}} : <?x8x24xi32>

// RUN: pirch-run %s --kernel=roots --wg-size=8 --groups=33 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=roots --wg-size=5 --groups=33 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=roots --wg-size=32 --groups=33 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=roots --wg-size=8 --groups=33 --target=ve --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=roots --wg-size=32 --groups=33 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pairs --wg-size=8 --groups=33 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pairs --wg-size=5 --groups=33 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pairs --wg-size=8 --groups=33 --target=ve --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pairs --wg-size=16 --groups=33 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=others --wg-size=8 --groups=33 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=others --wg-size=8 --groups=33 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// SAME-COUNT-2: {{: ok}}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg parent=rand(GROUPS, WG_SIZE)

__kernel void roots(__global uint *out, __global const uint *parent) {
  __local uint next[WG_SIZE];
  const int lid = get_local_id(0);
  uint up = parent[get_global_id(0)] % WG_SIZE;
  for (int reach = 1; reach < WG_SIZE; reach *= 2) {
    next[lid] = up;
    barrier(CLK_LOCAL_MEM_FENCE);
    up = next[up];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = up;
}

__kernel void pairs(__global uint *out, __global const uint *parent) {
  __local uint both[2 * WG_SIZE];
  const int lid = get_local_id(0);
  const uint x = parent[get_global_id(0)];
  both[lid] = x;
  both[WG_SIZE + lid] = x * x + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = both[x % (2 * WG_SIZE)] + both[(x >> 8) % (WG_SIZE + 1)];
}

// Three elements for each work item: no number that shifts divide by.
__kernel void others(__global uint *out, __global const uint *parent) {
  __local uint all[3 * WG_SIZE];
  const int lid = get_local_id(0);
  const uint x = parent[get_global_id(0)];
  for (int k = 0; k < 3; k++)
    all[3 * lid + k] = x + k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = all[x % (3 * WG_SIZE)];
}
