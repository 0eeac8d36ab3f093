/* Stands in for NVIDIA's driver: says what it was asked to do. Device memory is
 * the host's, and a launch doubles the doubles of its first argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *current;

int cuInit(unsigned flags) {
  printf("init %u\n", flags);
  return 0;
}
int cuCtxGetCurrent(void **context) {
  *context = current;
  return 0;
}
int cuCtxSetCurrent(void *context) {
  current = context;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  printf("retain the context of device %d\n", device);
  *context = &current;
  return 0;
}
int cuLibraryLoadData(void **library, const void *image, void *a, void **b,
                      unsigned c, void *d, void **e, unsigned f) {
  const char *fail = getenv("FAIL_LOAD");
  printf("load %s\n", memcmp(image, "\x50\xed\x55\xba", 4) == 0 ? "a fat binary"
                      : strstr(image, ".visible .entry") ? "PTX"
                                                         : "something else");
  *library = &current;
  return fail ? atoi(fail) : 0;
}
int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  *kernel = (void *)strdup(name);
  return 0;
}
int cuLaunchKernel(void *kernel, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **args, void **extra) {
  printf("launch %s, %u %u %u blocks of %u %u %u, stream %p, shift %g, groups "
         "%lld %lld\n",
         (char *)kernel, gx, gy, gz, bx, by, bz, stream, *(double *)args[1],
         *(long long *)args[2], *(long long *)args[3]);
  return 0;
}
