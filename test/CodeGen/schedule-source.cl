// A chain of random numbers feeds a count: each number is counted when it is there, as
// in the source. Walks from the count back would compute all of the chain before.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --wg-pack=2 --emit=mlir -o %t.mlir
// RUN: head -n 120 %t.mlir | FileCheck %s
// CHECK: func.func @hits(
// CHECK-COUNT-3: arith.cmpf olt
__kernel void hits(__global uint *out) {
  uint state = get_global_id(0) * 2654435761u + 1, count = 0;
  for (int i = 0; i < 64; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    float x = (state & 0xffff) * (1.0f / 65536), y = (state >> 16) * (1.0f / 65536);
    if (x * x + y * y < 1.0f)
      count++;
  }
  out[get_global_id(0)] = count;
}
