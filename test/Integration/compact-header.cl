// What the header says of a buffer in a compact layout that the source asks for, and that calls for ranges of groups which
// begin and end anywhere are right.
// RUN: split-file %s %t
// RUN: pirchc %t/k.cl --wg-size=2 --target=generic -o %t/k.o --header=%t/k.h
// RUN: FileCheck %s < %t/k.h
// RUN: clang-22 -x c++ -std=c++17 -Wall -Werror -fsyntax-only %t/k.h
// RUN: %cc -Wall -I%t %t/main.c %t/k.o -o %t/main
// RUN: %t/main
// RUN: pirchc %t/k.cl --wg-size=2 --target=nvvm --emit=asm -o - | FileCheck %s --check-prefix=PTX

// CHECK: a is compact: [group / 8][element][group % 8], 6 elements of each group
// CHECK: #define SCALE_A_COMPACT 8
// CHECK: void scale(double *a, int32_t *groups, int64_t first_group, int64_t num_groups);
// PTX: .entry scale

//--- k.cl
__kernel void scale(__compact(8) __global double *a, __global int *groups) {
  for (int j = 0; j < 3; ++j)
    a[get_global_id(0) * 3 + j] *= 2 + j;
  if (get_local_id(0) == 0)
    groups[get_group_id(0)] += 1;
}
//--- main.c
#include "k.h"
enum { L = SCALE_A_COMPACT, S = 6, GROUPS = 21, ROOM = 24 };
int main(void) {
  for (int64_t step = 1; step <= GROUPS; ++step) {
    double a[ROOM * S];
    int32_t groups[GROUPS] = {0};
    for (int i = 0; i < ROOM * S; ++i)
      a[i] = i;
    for (int64_t g = 0; g < GROUPS; g += step)
      scale(a, groups, g, GROUPS - g < step ? GROUPS - g : step);
    for (int g = 0; g < ROOM; ++g) {
      for (int e = 0; e < S; ++e) {
        int at = (g / L * S + e) * L + g % L;
        if (a[at] != (g < GROUPS ? at * (2.0 + e % 3) : at))
          return 1;
      }
      if (g < GROUPS && groups[g] != 1)
        return 2;
    }
  }
  return 0;
}
