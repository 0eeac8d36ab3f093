// bvh_stack.cl: how many of the 16 boxes at the leaves of a tree of intervals each number lies in, with a stack for each work item
// bench: half=B kind=branches types=float
// pirch-run: --arg hits=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg low=rand(31) --arg high=rand(31)
__kernel void bvh_stack(__global int *hits, __global const float *x, __global const float *low, __global const float *high) {
  const int g = get_global_id(0);
  const float at = x[g];
  int stack[8], top = 0, count = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int node = stack[--top];
    if (at < low[node] * 0.5f || at > 0.5f + 0.5f * high[node])
      continue;
    if (node >= 15) {
      count++;
      continue;
    }
    stack[top++] = 2 * node + 2;
    stack[top++] = 2 * node + 1;
  }
  hits[g] = count;
}
