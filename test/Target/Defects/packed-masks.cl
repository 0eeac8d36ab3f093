// Conditions that are combined: LLVM's code generator takes them in vectors half as wide as what is compared, where x86 has no
// registers for masks, and packs and extends each of them.
// RUN: pirchc %s --kernel=inside --target=avx2 --cpu=znver3 --wg-size=8 --wg-pack=1 -DREAL=float --emit=asm -o - | FileCheck %s
// RUN: pirchc %s --kernel=inside --target=avx2 --cpu=znver3 --wg-size=8 --wg-pack=1 -DREAL=double --emit=asm -o - | FileCheck %s
// RUN: pirch-run %s --kernel=inside --wg-size=8 --groups=7 --check -DREAL=float
// RUN: pirch-run %s --kernel=inside --wg-size=8 --groups=7 --check -DREAL=double --target=avx2
// RUN: pirch-run %s --kernel=inside --wg-size=8 --groups=7 --check -DREAL=float --target=generic
// RUN: pirch-run %s --kernel=both --wg-size=8 --groups=7 --check -DREAL=double --target=avx2
// RUN: pirch-run %s --kernel=both --wg-size=5 --groups=7 --check -DREAL=float --target=avx2
// RUN: pirch-run %s --kernel=both --wg-size=8 --groups=7 --check -DREAL=double --target=generic
// pirch-run: --arg x=rand(GROUPS, WG_SIZE) --arg y=rand(GROUPS, WG_SIZE) --arg steps=zeros(GROUPS, WG_SIZE)
// CHECK-LABEL: inside:
// CHECK-NOT: vpack
// CHECK-NOT: vpmovsx
// CHECK: .size
__kernel void inside(__global REAL *x, __global const REAL *y) {
  const size_t g = get_global_id(0);
  REAL a = x[g], b = y[g];
  for (int step = 0; step < 20; step++) {
    if ((a < b && b < (REAL)0.75 || a > (REAL)0.5) != (a + b > 1)) {
      a = a * a + b;
      if (a > 3 || b > a)
        break;
    }
    b -= a * (REAL)0.25;
  }
  x[g] = a;
}

// The same conditions choose numbers of 32 bits and of 64.
__kernel void both(__global REAL *x, __global const REAL *y, __global int *steps) {
  const size_t g = get_global_id(0);
  REAL a = x[g], b = y[g];
  int count = 0;
  while (count < 30 && (a < b || a > (REAL)0.9) && b > -1) {
    bool less = a * 2 < b && count % 3 != 1;
    a = less ? a + (REAL)0.125 : a * a;
    b = less ? b : b - (REAL)0.0625;
    count += less ? 2 : 1;
  }
  x[g] = a + b;
  steps[g] = count;
}
