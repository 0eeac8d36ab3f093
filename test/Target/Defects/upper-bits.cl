// Upper bits of products of 64 bits, stored as 16 bits: LLVM's code generator multiplies 16 bits by 16 and shifts by 16 and
// more, or without the sign.
// RUN: pirch-run %s --target=host --wg-size=8 --groups=3 --check --arg 'in=rand(24)' --arg 'out=zeros(96)' --arg s=-32768
// RUN: pirch-run %s --target=generic --wg-size=8 --groups=3 --check --arg 'in=rand(24)' --arg 'out=zeros(96)' --arg s=-32768
// RUN: pirch-run %s --target=generic --wg-size=2 --groups=3 --check --arg 'in=rand(24)' --arg 'out=zeros(96)' --arg s=-3
__kernel void upper(__global const short *in, __global ushort *restrict out, short s) {
  size_t at = get_global_id(0);
  short x = in[at] - 5;
  out[at * 4] = mul_hi((int)x, 5);
  out[at * 4 + 1] = mul_hi((int)s, (int)x);
  out[at * 4 + 2] = (long)x * s >> 20;
  out[at * 4 + 3] = (ulong)((long)x * 7) >> 40;
}
