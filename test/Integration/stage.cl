// Staged values: the compiler and both oracles take stage(x) for x, and what is
// said of parameters changes no result.
// RUN: pirch-run %s --kernel=sum --wg-size=8 --groups=13 --check
// RUN: pirch-run %s --kernel=sum --wg-size=8 --groups=13 --check --stage=n=104 --stage=chunk=26
// RUN: pirch-run %s --kernel=sum --wg-size=8 --groups=13 --check --stage=0=4 --stage=1=13 --stage=2=0 --wg-pack=4 --lane-order=ix-wi-wg
// RUN: pirch-run %s --kernel=sum --wg-size=8 --groups=13 --check --staged=n,chunk --stage-launch --stage=3=104
// RUN: pirch-run %s --kernel=sum --wg-size=8 --groups=13 --check --stage=groups_x=13 --target=generic
// RUN: pirch-run %s --kernel=sum --wg-size=8 --groups=13 --check --stage=n=104 --target=nvvm
// RUN: pirch-run %s --kernel=sum --wg-size=4x2 --groups=13x1 --check --stage=groups_x=13 --stage=groups_y=1
// RUN: pirchc %s --kernel=sum --wg-size=8 --stage=n=104 --stage=chunk=26 --emit=mlir-infreg | FileCheck %s --check-prefix=KNOWN
// RUN: pirchc %s --kernel=sum --wg-size=8 --emit=mlir-infreg | FileCheck %s --check-prefix=GENERAL

// pirch-run: --arg a=rand(GROUPS*WG_SIZE) --arg out=zeros(GROUPS*WG_SIZE) --arg n=GROUPS*WG_SIZE --arg chunk=26

// Without the numbers there are loops and a branch, with them there are none.
// GENERAL: scf.while
// KNOWN-NOT: scf.while
// KNOWN-COUNT-3: pirch.gather
// KNOWN-NOT: pirch.gather
int two_to(int n) {
  int power = 1;
  while (power * 2 <= n)
    power *= 2;
  return power;
}

__kernel void sum(__global const float *a, __global float *out, int n, int chunk) {
  int rows = stage(n / chunk);
  float total = 0;
  for (int row = 0; row < rows; ++row)
    total += a[(get_global_id(0) + row) % 104] * stage(n / 8); // no other in any row
  if (stage(two_to(n) == n))
    total += get_num_groups(0);
  out[get_global_id(0)] = total;
}
