// A register that is loaded across the end of a line of the cache takes two
// accesses, of which LLVM's models do not know: predictions count both.

// RUN: pirchc %s --kernel=aligned --wg-size=16 --wg-pack=1 --target=avx512 --cpu=znver5 --emit=report -o - | FileCheck %s --check-prefix=ONE
// RUN: pirchc %s --kernel=displaced --wg-size=16 --wg-pack=1 --target=avx512 --cpu=znver5 --emit=report -o - | FileCheck %s --check-prefix=TWO
// ONE: predicted {{[0-9]+}} 8.
// TWO: predicted {{[0-9]+}} 11.
#define SUM(FIRST)                                                                                 \
  const size_t g = get_global_id(0);                                                               \
  float sum = 0;                                                                                   \
  for (int k = 0; k < 16; k++)                                                                     \
    sum += x[16 * k + g + FIRST];                                                                  \
  out[g] = sum;
__kernel void aligned(__global float *out, __global const float *x) { SUM(0) }
__kernel void displaced(__global float *out, __global const float *x) { SUM(5) }
