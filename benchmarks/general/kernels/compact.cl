// compact.cl: keep the elements of each row that are greater than a threshold, close together
// bench: half=A kind=collectives
// bench: range x=0:99
// bench: range threshold=49
// pirch-run: --arg out=zeros(GROUPS, 256) --arg count=zeros(GROUPS) --arg x=rand(GROUPS, 256) --arg n=256 --arg threshold=4
__kernel void compact(__global int *out, __global int *count, __global const int *x, int n, int threshold) {
  const int row = get_group_id(0) * n;
  int total = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    int value = x[row + i];
    int keep = value > threshold;
    int place = sub_group_scan_exclusive_add(keep);
    if (keep)
      out[row + total + place] = value;
    total += sub_group_reduce_add(keep);
  }
  if (get_local_id(0) == 0)
    count[get_group_id(0)] = total;
}
