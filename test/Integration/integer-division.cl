// Quotients and remainders of all widths, with extreme operands, agree with the oracle.
// RUN: pirch-run %s --wg-size=8 --groups=33 --check
// RUN: pirch-run %s --wg-size=8 --groups=33 --wg-pack=4 --lane-order=ix-wi-wg --check
// RUN: pirch-run %s --wg-size=8 --groups=33 --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=33 --disable-pass=pirch-expand-integer-division --check
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE) --arg q=zeros(GROUPS, WG_SIZE, 6)
// pirch-run: --arg w=7 --arg s=-3 --arg big=9223372036854775807

__kernel void divide(__global const int *a, __global const uint *b, __global long *q, uint w, short s, long big) {
  size_t g = get_global_id(0);
  int x = (int)((uint)a[g] * 477218588u);
  uint y = b[g] * 477218588u;
  q[6 * g] = x / (2 * (s + (int)b[g]) + 1);
  q[6 * g + 1] = (y % (w + b[g])) + (y / (b[g] + 1));
  long z = big / (a[g] + 1) - 5;
  ulong u = (ulong)z * 2 + 1;
  q[6 * g + 2] = z / (w - (long)a[g] * 100) + z % (x | 1);
  q[6 * g + 3] = u / (y | 1) + u % (w + 1) + (g / w) % 3;
  q[6 * g + 4] = (short)x / (s - 9) + (char)x % (char)(w + 4);
  q[6 * g + 5] = (ushort)y / (ushort)w + (uchar)y % (uchar)w;
}
