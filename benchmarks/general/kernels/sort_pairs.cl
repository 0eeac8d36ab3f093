// sort_pairs.cl: keys and their values in order, a group at a time, by Batcher's bitonic network in __local arrays
// bench: half=B kind=sorting
// pirch-run: --arg key=rand(GROUPS, WG_SIZE) --arg value=rand(GROUPS, WG_SIZE)
__kernel void sort_pairs(__global float *key, __global uint *value) {
  __local float keys[WG_SIZE];
  __local uint values[WG_SIZE];
  const uint lid = get_local_id(0), g = get_global_id(0);
  keys[lid] = key[g];
  values[lid] = value[g];
  for (uint size = 2; size <= WG_SIZE; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint other = lid ^ stride;
      if (other > lid) {
        bool up = (lid & size) == 0;
        if ((keys[lid] > keys[other]) == up) {
          float k = keys[lid];
          keys[lid] = keys[other];
          keys[other] = k;
          uint v = values[lid];
          values[lid] = values[other];
          values[other] = v;
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  key[g] = keys[lid];
  value[g] = values[lid];
}
