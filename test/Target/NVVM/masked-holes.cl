// The work items that return load nothing behind the row, where the elements of the others
// end before it does.
// RUN: pirch-run %s --target=nvvm --wg-size=16 --groups=11 --guard --check | FileCheck %s
// RUN: pirch-run %s --target=rocdl --wg-size=16 --groups=11 --guard --check | FileCheck %s
// CHECK: check: line: ok
// pirch-run: --arg line=rand(GROUPS * 22)
__kernel void masked_holes(__global float *line) {
  if (get_local_id(0) < 13)
    return;
  __global float *row = line + get_group_id(0) * 22;
  for (int i = get_local_id(0); i < 22; i += WG_SIZE)
    row[i] += 1;
}
