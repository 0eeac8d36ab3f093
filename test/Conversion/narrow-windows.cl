// Rows of eight floats are half of a register each: two of them share a register
// when they are transposed, in three rounds of shuffles of whole registers, and
// no lane is moved alone.
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=8 --wg-pack=16 --lane-order=ix-wi-wg --emit=mlir -o - | FileCheck %s
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=8 --wg-pack=16 --lane-order=ix-wi-wg --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// RUN: pirch-run %s --wg-size=8 --groups=37 --wg-pack=16 --lane-order=ix-wi-wg --check | FileCheck %s --check-prefix=RESULT

// CHECK-LABEL: func.func @turn(
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<8xf32>
// CHECK-NOT: vector<16xf32>, vector<8xf32>
// LLVM-LABEL: define void @turn(
// LLVM-NOT: extractelement
// LLVM-NOT: shufflevector <8 x float> {{.*}}, <8 x float> %{{.*}}, <8 x i32>
// LLVM: ret void
// RESULT: a: ok
// pirch-run: --arg a=rand(GROUPS, WG_SIZE)
__kernel void turn(__global float *a) {
  float x = a[get_global_id(0)];
  for (int i = 1; i < WG_SIZE; i++)
    x = fma(x, 0.5f, shuffle(x, (get_local_id(0) + i) % WG_SIZE));
  a[get_global_id(0)] = x;
}
