// prefix_sum.cl: running sums of rows, WG_SIZE elements at a time
// bench: half=A kind=collectives
// bench: range x=-100:100
// pirch-run: --arg out=zeros(GROUPS, 512) --arg x=rand(GROUPS, 512) --arg n=512
__kernel void prefix_sum(__global int *out, __global const int *x, int n) {
  const int lid = get_local_id(0), row = get_group_id(0) * n;
  int carry = 0;
  for (int base = 0; base < n; base += WG_SIZE) {
    int sum = sub_group_scan_inclusive_add(x[row + base + lid]);
    out[row + base + lid] = sum + carry;
    carry += sub_group_broadcast(sum, WG_SIZE - 1);
  }
}
