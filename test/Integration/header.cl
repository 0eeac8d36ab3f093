// The header compiles as C and as C++, whatever the parameters are called.
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=4 -o %t.o --header=%t.h
// RUN: FileCheck %s < %t.h
// RUN: clang-22 -x c -std=c99 -Wall -Werror -fsyntax-only %t.h
// RUN: clang-22 -x c++ -std=c++17 -Wall -Werror -fsyntax-only %t.h

// CHECK: void scale(double *class_, const float *x, int32_t num_groups, int64_t first_group, int64_t num_groups_);
__kernel void scale(__global double *class, __global const float *x,
                    int num_groups) {
  class[get_global_id()] = x[get_global_id()] * num_groups;
}
