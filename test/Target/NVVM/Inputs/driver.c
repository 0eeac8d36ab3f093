/* Stands in for NVIDIA's driver: says what it was asked to do. Device memory is
 * the host's. The only kernel it knows how to compute is `twice`. */
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
int cuLibraryUnload(void *library) { return 0; }
int cuDeviceGetCount(int *count) {
  *count = getenv("NO_DEVICE") ? 0 : 1;
  return 0;
}
int cuDeviceGetName(char *name, int bytes, int device) {
  snprintf(name, bytes, "a stand-in");
  return 0;
}
int cuGetErrorString(int code, const char **text) {
  *text = "some reason";
  return 0;
}
int cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  *address = (unsigned long long)malloc(bytes);
  return 0;
}
int cuMemFree_v2(unsigned long long address) {
  free((void *)address);
  return 0;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  memcpy((void *)to, from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  memcpy(to, (void *)from, bytes);
  return 0;
}
int cuCtxSynchronize(void) { return 0; }

/* void twice(double *to, const double *from, int n), 4 work items a group */
static void twice(void **args) {
  double *to = *(double **)args[0], *from = *(double **)args[1];
  long long first = *(long long *)args[3], count = *(long long *)args[4];
  for (long long i = 4 * first; i < 4 * (first + count); ++i)
    to[i] = from[i] * *(int *)args[2];
}

int cuLaunchKernel(void *kernel, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **args, void **extra) {
  if (!strcmp(kernel, "twice")) {
    printf("%u blocks of %u\n", gx, bx);
    twice(args);
    return 0;
  }
  printf("launch %s, %u %u %u blocks of %u %u %u, stream %p, shift %g, groups "
         "%lld %lld\n",
         (char *)kernel, gx, gy, gz, bx, by, bz, stream, *(double *)args[1],
         *(long long *)args[2], *(long long *)args[3]);
  return 0;
}
