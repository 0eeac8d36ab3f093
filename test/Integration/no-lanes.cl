// A kernel of which no value has lanes fills none of a register's.
// pirch-run: --arg x=zeros(4) --arg n=3
// RUN: pirch-run %s --target=generic --wg-size=3 --groups=5 --check
// RUN: pirch-run %s --target=ve --wg-size=3 --groups=5 --check
// RUN: pirch-run %s --target=nvvm --wg-size=3 --groups=5 --check
__kernel void empty(__global float *x, int n) {
  for (int i = 0; i < n; ++i)
    ;
}
