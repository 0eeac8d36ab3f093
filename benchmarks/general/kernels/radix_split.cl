// radix_split.cl: the WG_SIZE keys of each group sorted by their low 4 bits: a scan and a scatter for each bit
// bench: half=B kind=collectives
// bench: range keys=0:65535
// pirch-run: --arg keys=rand(GROUPS, WG_SIZE)
__kernel void radix_split(__global uint *keys) {
  __local uint sorted[WG_SIZE];
  const int lid = get_local_id(0);
  uint key = keys[get_global_id(0)];
  for (int bit = 0; bit < 4; bit++) {
    int isZero = ((key >> bit) & 1) == 0;
    int before = work_group_scan_exclusive_add(isZero);
    int zeros = work_group_reduce_add(isZero);
    sorted[isZero ? before : zeros + lid - before] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    key = sorted[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  keys[get_global_id(0)] = key;
}
