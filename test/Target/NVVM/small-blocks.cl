// A block has as many warps as its shared memory suffices for, and a row of the range as many blocks as such blocks need.
// RUN: pirch-run %s --target=nvvm --wg-size=1x1 --wg-pack=8 --groups=4x3 --check --guard --arg 'in=rand(12)' --arg 'out=zeros(12)'
// RUN: pirch-run %s --target=rocdl --wg-size=1x1 --wg-pack=8 --groups=4x3 --check --guard --arg 'in=rand(12)' --arg 'out=zeros(12)'
// RUN: pirchc %s --target=nvvm --wg-size=1x1 --wg-pack=8 --emit=ptx | FileCheck %s
// CHECK: .reqntid 64
__kernel void tiles(__global const int *in, __global int *out) {
  __local int tile[19];
  size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  for (int i = 0; i < 19; ++i)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&tile[in[at] % 19], in[at] * 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = tile[in[at] % 17];
}
