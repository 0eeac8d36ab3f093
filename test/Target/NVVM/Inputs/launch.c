#include "ldus.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long long groups = argc > 1 ? atoll(argv[1]) : 100;
  double matrices[1];
  int first = ldus_launch(matrices, 2.5, 7, groups, (void *)64);
  int again = ldus_launch(matrices, 2.5, 0, 1, 0);
  printf("results %d %d\n", first, again);
  return 0;
}
