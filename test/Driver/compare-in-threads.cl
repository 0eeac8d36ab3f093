// Choices are compiled and predicted in as many threads as there are processors;
// the code does not depend on how many these are.

// DEFINE: %{one} = python3 -c "import os, sys; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); os.execvp(sys.argv[1], sys.argv[1:])"

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 -o %t.many.o
// RUN: %{one} pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 -o %t.one.o
// RUN: cmp %t.many.o %t.one.o

// The cost model alone chooses another pack, so that choices were compared.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --print-schedule > %t.compared
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --print-schedule --compare-choices=0 > %t.estimated
// RUN: not cmp -s %t.compared %t.estimated

__kernel void quotient(__global float *c, __global const float *a,
                       __global const float *b) {
  size_t i = get_global_id(0);
  float ar = a[2 * i], ai = a[2 * i + 1], br = b[2 * i], bi = b[2 * i + 1];
  c[2 * i] = ar * br + ai * bi;
  c[2 * i + 1] = ai * br - ar * bi;
}
