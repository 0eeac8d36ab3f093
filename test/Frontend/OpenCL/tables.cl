// A constant table outside functions is stored once, however often and wherever
// it is used.
// RUN: pirchc %s --wg-size=8 --emit=mlir-workitem -o - | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=3 --kernel=first --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=3 --kernel=first --target=nvvm --check
// RUN: pirch-run %s --wg-size=8 --groups=3 --kernel=first --target=ve --check
// pirch-run: --arg x=rand(GROUPS, WG_SIZE)
__constant int table[40] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
__constant struct { float a[3]; int n; } both = {{1, 2, 3}, 4};

// CHECK-LABEL: kernel @first
// CHECK-COUNT-1: memref.alloca() : memref<40xi32>
// CHECK-NOT: memref<40xi32> {{$}}
// CHECK: pirch.return
int next(int n) { return table[n & 31] + both.n; }
__kernel void first(__global int *x) {
  size_t i = get_global_id(0);
  int n = next(x[i]);
  if (n > 7)
    n += next(n);
  for (int k = 0; k < x[i]; ++k)
    n += table[(k * n) & 15] + both.a[k % 3];
  __constant int *p = table + 2;
  x[i] = n + p[1];
}

// Each kernel of a file has its own.
// CHECK-LABEL: kernel @second
// CHECK-COUNT-1: memref.alloca() : memref<40xi32>
__kernel void second(__global int *x) {
  x[get_global_id(0)] = table[x[get_global_id(0)]];
}
