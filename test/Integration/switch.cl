// switch: sections that fall through, are left early, and contain other jumps.
// RUN: pirch-run %s --wg-size=8 --groups=9 --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wi-wg --check
// RUN: pirch-run %s --wg-size=5 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --target=nvvm --check
// pirch-run: --arg a=rand(GROUPS*WG_SIZE) --arg o=zeros(GROUPS*WG_SIZE) --arg n=3
enum { RED, GREEN = 3 };
__kernel void k(__global int *a, __global int *o, int n) {
  int i = get_global_id(0), r = 0;
  switch (a[i]) {
  case RED: r = 1; break;
  case 1: r += 5;
  case 2: r += 7; if (n > 2) break; r = 100; break;
  case GREEN: case 4: { int q = a[i] * 2; r = q; break; }
  default: r = -1;
  case 6: r -= 2;
  }
  for (int j = 0; j < 6; ++j) {
    switch (j + a[i]) {
      case 4: continue;
      case 5: r += 10; break;
      case 7: if (n == 3) { o[i] = r; return; } 
      default: r++;
    }
    r *= 2;
  }
  switch (n) { case 3: r += 1000; break; case 4: r += 2000; }
  o[i] = r;
}
