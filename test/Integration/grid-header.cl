// The C function of a range of several dimensions: its header compiles as C and as C++, and calls for ranges of groups
// that begin and end anywhere compute the grid.
// RUN: split-file %s %t
// RUN: pirchc %t/k.cl --wg-size=4x3 --target=generic -o %t/k.o --header=%t/k.h
// RUN: FileCheck %s < %t/k.h
// RUN: clang-22 -x c++ -std=c++17 -Wall -Werror -fsyntax-only %t/k.h
// RUN: %cc -Wall -I%t %t/main.c %t/k.o -o %t/main
// RUN: %t/main
// RUN: pirchc %t/k.cl --wg-size=4x3 --target=nvvm -o %t/cuda.o --header=%t/cuda.h
// RUN: FileCheck %s --check-prefix=GPU < %t/cuda.h
// RUN: clang-22 -x c -std=c99 -Wall -Werror -fsyntax-only %t/cuda.h

// CHECK: group (x, y, z) is number (z * groups_y + y) * groups_x + x
// CHECK: for (int64_t g = 0; g < groups; g += 1024)
// CHECK-NEXT: k(..., groups_x, groups_y, g,
// CHECK: 4 x 3 work items per group
// CHECK: void k(int32_t *a, int32_t groups_x, int64_t groups_x_, int64_t groups_y, int64_t first_group, int64_t num_groups);
// GPU: grid of one dimension
// GPU: int k_launch(int32_t *a, int32_t groups_x, int64_t groups_x_, int64_t groups_y, int64_t first_group, int64_t num_groups, void *stream);

//--- k.cl
__kernel void k(__global int *a, int groups_x) {
  a[get_global_id(1) * get_global_size(0) + get_global_id(0)] += get_global_id(1) * 1000 + get_global_id(0) + groups_x;
}
//--- main.c
#include "k.h"
enum { X = 5, Y = 4, WIDTH = X * 4, HEIGHT = Y * 3 };
int main(void) {
  static int32_t a[WIDTH * HEIGHT];
  for (int64_t step = 1; step <= X * Y; ++step)
    for (int64_t g = 0; g < X * Y; g += step)
      k(a, 7, X, Y, g, X * Y - g < step ? X * Y - g : step);
  k(a, 7, 0, 0, 0, 0);
  for (int y = 0; y < HEIGHT; ++y)
    for (int x = 0; x < WIDTH; ++x)
      if (a[y * WIDTH + x] != X * Y * (y * 1000 + x + 7))
        return 1;
  return 0;
}
