/* Runs the kernel of sub-group-meaning.cl on numbers from 0 to 3. */
#include <stdio.h>
#include <stdlib.h>

enum { kGroups = 9, kItems = kGroups * WG_SIZE };

int main(void) {
  static int32_t wrong[kItems], x[kItems];
  for (int i = 0; i < kItems; ++i) {
    x[i] = rand() >> 7 & 3;
    wrong[i] = -1;
  }
  meaning(wrong, x, 0, kGroups);
  int status = 0;
  for (int i = 0; i < kItems; ++i)
    if (wrong[i]) {
      printf("work item %d: %d\n", i, wrong[i]);
      status = 1;
    }
  return status;
}
