// Work items that take no part hold nothing defined: neither a loop's condition,
// nor a call of the C library, nor a shuffle from a work item known only at run
// time may depend on it.
// RUN: pirch-run %s --target=generic --wg-size=8 --kernel=leave --check
// RUN: pirch-run %s --target=generic --wg-size=32 --kernel=leave --check
// RUN: pirch-run %s --target=nvvm --wg-size=32 --kernel=leave --check
// RUN: pirch-run %s --target=ve --wg-size=32 --kernel=leave --check
// RUN: %if avx512 %{ pirch-run %s --target=avx512 --wg-size=12 --kernel=library --check %}
// RUN: pirch-run %s --target=ve --wg-size=3 --kernel=exchange --check
// RUN: pirch-run %s --target=ve --wg-size=4 --kernel=exchange --check
// RUN: pirch-run %s --target=generic --wg-size=3 --kernel=exchange --check
// pirch-run: --groups=3 --arg o=zeros(GROUPS, WG_SIZE) --arg q=rand(GROUPS, WG_SIZE)
// pirch-run: --arg c=rand(GROUPS, 3 * WG_SIZE) --arg x=rand(GROUPS, WG_SIZE)
__kernel void leave(__global int *o, __global int *q, __global long *c) {
  size_t g = get_global_id(0);
  o[g] = 7;
  if (get_local_id(0) > 5)
    return;
  int left = q[g] & 3;
  while (left > 0) {
    c[g] += 1;
    --left;
  }
}

__kernel void library(__global double *x) {
  size_t g = get_global_id(0);
  double y = 0;
  if (get_local_id(0) & 1)
    y = expm1(x[g]);
  x[g] = y;
}

__kernel void exchange(__global int *q, __global long *c) {
  size_t g = get_global_id(0);
  if (q[g] < 5)
    return;
  int lid = get_local_id(0);
  q[g] = shuffle((int)c[g * 3 + 1 + lid % 2], sub_group_reduce_min(lid));
}
