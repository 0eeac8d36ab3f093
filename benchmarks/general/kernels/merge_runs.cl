// merge_runs.cl: two sorted runs of eight keys become one of 16, one pair for each work item
// bench: half=B kind=sorting
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 16) --arg a=rand(GROUPS, WG_SIZE, 8) --arg b=rand(GROUPS, WG_SIZE, 8)
__kernel void merge_runs(__global int *out, __global const int *a, __global const int *b) {
  size_t id = get_global_id(0);
  int x[8], y[8], i = 0, j = 0;
  for (int k = 0; k < 8; k++) {
    x[k] = a[id * 8 + k];
    y[k] = b[id * 8 + k];
  }
  for (int k = 0; k < 16; k++)
    if (j == 8 || (i < 8 && x[i] <= y[j]))
      out[id * 16 + k] = x[i++];
    else
      out[id * 16 + k] = y[j++];
}
