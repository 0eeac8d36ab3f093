// A kernel gets code for groups that lie at the end of its buffers, too, which may pad
// the rows of its arrays: it takes the place of the code that was made before.
// RUN: %if avx512 %{ pirch-run %s --target=avx512 --wg-size=2 --groups=1,2,3,5 --wg-pack=2 --lane-order=wg-wi-ix --check %}
// RUN: pirch-run %s --target=avx2 --wg-size=2 --groups=1,2,3,5 --wg-pack=2 --lane-order=wg-wi-ix --check
// RUN: pirch-run %s --target=generic --wg-size=2 --groups=1,2,3,5 --check
// pirch-run: --arg out=rand(2 * GROUPS * 8) --arg from=rand(GROUPS * 4 + 4) --arg n=1
// pirch-run: --arg places=zeros(GROUPS, 12, WG_SIZE)
__kernel void moves(__global double *out, __global int *places, __global const ushort *from, int n) {
  int lid = get_local_id(0);
  size_t group = get_group_id(0);
  int m[3][2];
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 2; ++l)
      m[k][l] = lid * 3 + k * 2 + l;
  __local float tile[WG_SIZE + 2];
  tile[(lid + n) % WG_SIZE] = from[(uint)group * 4 + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) * 4 + 1] = tile[(lid * 4 + 3) % WG_SIZE];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 2; ++l)
      places[(group * 12 + 2 + k * 2 + l) * WG_SIZE + lid] = m[k][l];
}
