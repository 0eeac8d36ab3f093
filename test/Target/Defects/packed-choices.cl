// Numbers that comparisons of longer elements choose: x86 without registers for masks packs each mask to the width of the
// numbers, and LLVM's optimizer chooses in as few bits as are stored, behind all comparisons, whose masks wait in memory.
// RUN: pirchc %s --kernel=nearest --target=avx2 --cpu=znver3 --wg-size=8 --wg-pack=1 -DREAL=float --emit=asm -o - | FileCheck %s --check-prefixes=CHECK,F32
// RUN: pirchc %s --kernel=nearest --target=avx2 --cpu=znver3 --wg-size=4 --wg-pack=1 -DREAL=double --emit=asm -o - | FileCheck %s --check-prefixes=CHECK,F64
// RUN: pirchc %s --kernel=counted --target=avx2 --cpu=znver3 --wg-size=4 --wg-pack=1 -DREAL=double --emit=asm -o - | FileCheck %s --check-prefix=COUNTED
// RUN: pirchc %s --kernel=search --target=avx2 --cpu=znver3 --wg-size=4 --wg-pack=1 -DREAL=double --emit=asm -o - | FileCheck %s --check-prefix=SEARCH
// RUN: pirch-run %s --kernel=search --wg-size=8 --groups=7 --check -DREAL=double --target=avx2
// RUN: pirch-run %s --kernel=search --wg-size=5 --groups=7 --check -DREAL=double --target=generic
// RUN: pirch-run %s --kernel=nearest --wg-size=8 --groups=7 --check -DREAL=float
// RUN: pirch-run %s --kernel=nearest --wg-size=8 --groups=7 --check -DREAL=double
// RUN: pirch-run %s --kernel=nearest --wg-size=8 --groups=7 --check -DREAL=float --target=avx2
// RUN: pirch-run %s --kernel=nearest --wg-size=5 --groups=7 --check -DREAL=double --target=avx2
// RUN: pirch-run %s --kernel=nearest --wg-size=8 --groups=7 --check -DREAL=double --target=generic
// RUN: pirch-run %s --kernel=counted --wg-size=8 --groups=7 --check -DREAL=double --target=avx2
// RUN: pirch-run %s --kernel=counted --wg-size=5 --groups=7 --check -DREAL=float --target=generic
// RUN: pirch-run %s --kernel=mixed --wg-size=8 --groups=7 --check -DREAL=double --target=avx2
// RUN: pirch-run %s --kernel=mixed --wg-size=8 --groups=7 --check -DREAL=float --target=generic
// pirch-run: --arg at=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg points=rand(16) --arg steps=zeros(GROUPS, WG_SIZE) --arg n=16

// Of 16 comparisons each is followed by its choice, and the numbers are packed once.
// CHECK-LABEL: nearest:
// F32-COUNT-14: vblendvps
// F64-COUNT-14: vblendvpd
// CHECK: .size
__kernel void nearest(__global uchar *at, __global const REAL *x, __global const REAL *points) {
  REAL here = x[get_global_id(0)], least = INFINITY;
  int best = 0;
  for (int i = 0; i < 16; i++) {
    REAL d = fabs(points[i] - here);
    if (d < least) {
      least = d;
      best = i;
    }
  }
  at[get_global_id(0)] = best;
}

// The number of the best point so far, which a loop hands on: the counter of the loop is extended as a scalar.
// SEARCH-LABEL: search:
// SEARCH: vcmpltpd
// SEARCH-NOT: {{vshufps|vpack|vextract|vpmov}}
// SEARCH: j{{[a-z]*}} .LBB
__kernel void search(__global int *steps, __global const REAL *x, __global const REAL *points, int n) {
  REAL here = x[get_global_id(0)], least = INFINITY;
  int best = -1;
  for (int i = 0; i < n; i++) {
    REAL d = fabs(points[i] - here);
    if (d < least) {
      least = d;
      best = i;
    }
  }
  steps[get_global_id(0)] = best;
}

// A count of 32 bits that a loop hands on is as wide as its mask there.
// COUNTED-LABEL: counted:
// COUNTED: vcmplepd
// COUNTED-NOT: {{vshufps|vpack|vextract}}
// COUNTED: j{{[a-z]*}} .LBB
__kernel void counted(__global int *steps, __global const REAL *x) {
  REAL a = x[get_global_id(0)], b = a;
  int count = 0;
  for (int i = 0; i < 50 && a * a + b * b <= 4; i++) {
    REAL next = a * a - b * b + (REAL)0.3;
    b = 2 * a * b + (REAL)0.5;
    a = next;
    count += 3;
  }
  steps[get_global_id(0)] = count;
}

// Numbers that masks of several widths choose, and that are read in the loop.
__kernel void mixed(__global int *steps, __global const REAL *x) {
  REAL a = x[get_global_id(0)];
  int count = get_local_id(0), other = 0;
  for (int i = 0; i < 20; i++) {
    if (a < (REAL)0.5)
      count = count > 7 ? other : count + 5;
    other = a > (REAL)0.25 ? count - other : other;
    a = a * (REAL)3.7 * (1 - a);
    if (count % 5 == 1)
      a *= (REAL)0.75;
  }
  steps[get_global_id(0)] = count + other * 3;
}
