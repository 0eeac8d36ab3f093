/* Compiles so many different kernels in so many threads, each thread beginning
   with another one, runs each, and prints what the cache counted.

   Usage: cache_host THREADS KERNELS [ROUNDS [BYTES_IN_MEMORY]] */
#include "pirch/pirch.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int num_threads, num_kernels, num_rounds = 1;

/* Compile kernel `number`, which computes with its number, and check it. */
static int run(int number) {
  enum { groups = 5, size = groups * 4 };
  char source[512];
  snprintf(source, sizeof(source),
           "__kernel void k%d(__global double *a) {\n"
           "  double x = a[get_global_id(0)];\n"
           "  for (int i = 0; i < WG_SIZE; ++i)\n"
           "    x += shuffle(x, i) * %d;\n"
           "  a[get_global_id(0)] = x;\n"
           "}\n",
           number, number);
  const char *options[] = {"--wg-size=4"};
  pirch_module *module;
  if (pirch_compile(source, "cache.cl", options, 1, &module)) {
    printf("error: %s\n", pirch_error_text());
    return 0;
  }
  double a[size], expected[size];
  for (int at = 0; at < size; ++at)
    expected[at] = a[at] = at + 1;
  for (int group = 0; group < groups; ++group)
    for (int i = 0; i < 4; ++i) {
      double *row = expected + group * 4, other = row[i];
      for (int item = 0; item < 4; ++item)
        row[item] += other * number;
    }
  void *args[] = {a};
  pirch_range range = {{groups}, {0}};
  const pirch_kernel *kernel = pirch_module_kernel_at(module, 0);
  int is_right = !pirch_launch(kernel, args, &range, 1) &&
                 memcmp(a, expected, sizeof(a)) == 0;
  pirch_module_release(module);
  if (!is_right)
    printf("error: kernel %d computes something else\n", number);
  return is_right;
}

static void *work(void *data) {
  for (int round = 0; round < num_rounds; ++round)
    for (int step = 0; step < num_kernels; ++step)
      if (!run((int)((step + (size_t)data) % (size_t)num_kernels)))
        exit(1);
  return NULL;
}

int main(int argc, char **argv) {
  num_threads = argc > 1 ? atoi(argv[1]) : 1;
  num_kernels = argc > 2 ? atoi(argv[2]) : 1;
  if (argc > 3)
    num_rounds = atoi(argv[3]);
  if (argc > 4)
    pirch_cache_configure(NULL, 0, (uint64_t)atoll(argv[4]));
  pthread_t *threads = malloc(sizeof(pthread_t) * (size_t)num_threads);
  pthread_attr_t small; /* the compiler has a stack of its own */
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 256 << 10);
  for (int thread = 0; thread < num_threads; ++thread)
    pthread_create(&threads[thread], &small, &work, (void *)(size_t)thread);
  for (int thread = 0; thread < num_threads; ++thread)
    pthread_join(threads[thread], NULL);
  free(threads);
  pirch_cache_stats stats;
  pirch_cache_get_stats(&stats, sizeof(stats));
  printf("{\"memory_hits\": %llu, \"disk_hits\": %llu, \"compilations\": %llu, "
         "\"rejected\": %llu, \"write_failures\": %llu, \"evictions\": %llu, "
         "\"memory_bytes\": %llu}\n",
         (unsigned long long)stats.memory_hits,
         (unsigned long long)stats.disk_hits,
         (unsigned long long)stats.compilations,
         (unsigned long long)stats.rejected,
         (unsigned long long)stats.write_failures,
         (unsigned long long)stats.evictions,
         (unsigned long long)stats.memory_bytes);
  return 0;
}
