// Ranges of several dimensions and global offsets, as another implementation of OpenCL has them. (Of dimensions from 3 on
// PoCL 3.1 gives sizes of 0, where OpenCL says 1.)
// REQUIRES: avx512, pocl
// RUN: pirch-run %s --wg-size=4x2 --groups=3x5 --check --oracle=pocl | FileCheck %s
// RUN: pirch-run %s --wg-size=4x2 --groups=3x5 --offset=2x7 --check --oracle=pocl --target=generic | FileCheck %s
// RUN: pirch-run %s --wg-size=3x2x4 --groups=2x1x3 --offset=2x7x1 --check --oracle=pocl --target=generic | FileCheck %s
// CHECK: check: o: ok
// pirch-run: --arg o=zeros(GROUPS * WG_SIZE * 8) --arg d=1

__kernel void k(__global long *o, uint d) {
  size_t at = get_global_linear_id() * 8;
  o[at] = get_global_id(0) * 1000 + get_global_id(1);
  o[at + 1] = get_local_id(0) * 1000 + get_local_id(1) + get_local_linear_id() * 100000;
  o[at + 2] = get_group_id(0) * 1000 + get_group_id(1);
  o[at + 3] = get_num_groups(0) * 1000 + get_num_groups(1) + get_work_dim() * 100000;
  o[at + 4] = get_global_size(0) * 1000 + get_global_size(1);
  o[at + 5] = get_global_offset(0) * 1000 + get_global_offset(1);
  o[at + 6] = get_global_id(d) + get_local_size(d) * 1000 + get_num_groups(d + 1) * 100000;
  o[at + 7] = sub_group_scan_inclusive_add(o[at]) + shuffle(at, 5);
}
