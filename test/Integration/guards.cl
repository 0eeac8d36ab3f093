// Kernels whose guards cut launches at any place, and bounds that are no bounds: below zero, at zero, beyond all groups,
// and the greatest numbers that there are.
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=2 --arg n=-2147483648 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=4 --arg n=-5 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=2 --arg n=0 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=4 --arg n=1 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=2 --arg n=4 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=4 --arg n=5 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=4 --arg n=39 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=auto --arg n=40 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=1 --arg n=41 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=2 --arg n=1000 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=0,1,11 --wg-pack=4 --arg n=2147483647 --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=4 --groups=1,11 --arg n=0 --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=4 --groups=1,11 --arg n=1 --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=4 --groups=1,11 --arg n=39 --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=4 --groups=1,11 --arg n=44 --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=4 --groups=1,11 --arg n=4294967295 --check
// RUN: pirch-run %s --kernel=longs --wg-size=4 --groups=11 --arg n=0 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=longs --wg-size=4 --groups=11 --arg n=39 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=longs --wg-size=4 --groups=11 --arg n=9223372036854775807 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=longs --wg-size=4 --groups=11 --arg n=18446744073709551615 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=signed_ --target=generic --wg-size=4 --groups=11 --arg n=40 --check
// RUN: pirch-run %s --kernel=signed_ --target=ve --wg-size=4 --groups=11 --arg n=40 --check
// RUN: pirch-run %s --kernel=signed_ --target=nvvm --wg-size=4 --groups=11 --arg n=40 --check
// RUN: pirch-run %s --kernel=signed_ --target=rocdl --wg-size=4 --groups=11 --arg n=40 --check
// RUN: pirch-run %s --kernel=signed_ --wg-size=4 --groups=11 --arg n=39 --check --interpret=packed --wg-pack=4
// pirch-run: --arg x=rand(GROUPS, WG_SIZE) --arg y=rand(GROUPS, WG_SIZE)

__kernel void signed_(__global float *x, __global float *y, int n) {
  int i = get_global_id(0);
  if (i <= n)
    y[i] += x[i];
  if (i >= n - 2)
    return;
  for (int k = 0; k < n % 5; ++k)
    x[i] += y[i];
}

__kernel void unsigned_(__global float *x, __global float *y, uint n) {
  uint i = get_global_id(0);
  if (i < n && i + 1 <= n)
    y[i] += x[i];
}

__kernel void longs(__global float *x, __global float *y, ulong n) {
  size_t i = get_global_id(0);
  if (!(i >= n))
    y[i] += x[i];
}
