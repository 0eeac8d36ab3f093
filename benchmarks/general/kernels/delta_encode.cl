// delta_encode.cl: differences between neighbours of each row, with the sign in the lowest bit
// bench: half=B kind=compression
// bench: range x=-100000:100000
// pirch-run: --arg out=zeros(GROUPS, 320) --arg x=rand(GROUPS, 320) --arg n=320
__kernel void delta_encode(__global uint *out, __global const int *x, int n) {
  const int lid = get_local_id(0);
  const size_t row = get_group_id(0) * n;
  int last = 0;
  for (int base = 0; base < n; base += WG_SIZE) {
    int value = x[row + base + lid];
    int before = sub_group_shuffle_up(value, 1);
    if (lid == 0)
      before = last;
    int delta = value - before;
    out[row + base + lid] = ((uint)delta << 1) ^ (uint)(delta >> 31);
    last = sub_group_broadcast(value, WG_SIZE - 1);
  }
}
