/* A host program in C: compiles kernels, asks what they are, runs them in every
   way and checks each result. Prints what was not as it should be. */
#include "pirch/pirch.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(CONDITION)                                                      \
  ((CONDITION)                                                                 \
       ? (void)0                                                               \
       : (void)(++failures, printf("line %d: not so: %s (%s)\n", __LINE__,     \
                                   #CONDITION, pirch_error_text())))

static const char *const scale =
    "__kernel void scale(__global float *y, __global const float *x, int n,\n"
    "                    double a) {\n"
    "  size_t at = get_global_id(0);\n"
    "  y[at] = (float)(a * x[at]) + n;\n"
    "}\n"
    "__kernel void other(__global uchar *b) { b[get_global_id(0)] = 3; }\n";

static const char *const plane =
    "__kernel void plane(__global long *y) {\n"
    "  size_t width = get_global_size(0);\n"
    "  y[(get_global_id(1) - get_global_offset(1)) * width +\n"
    "    (get_global_id(0) - get_global_offset(0))] =\n"
    "      (long)(get_global_id(1) * 1000 + get_global_id(0));\n"
    "}\n";

static pirch_module *compile(const char *source, const char *const *options,
                             size_t num_options) {
  pirch_module *module = NULL;
  if (pirch_compile(source, "host.cl", options, num_options, &module)) {
    printf("%s\n", pirch_error_text());
    exit(1);
  }
  return module;
}

/* Whether elements `first` to `end` - 1 are what the kernel computes, and the
   others are untouched. */
static int is_scaled(const float *y, int size, int first, int end) {
  for (int i = 0; i < size; ++i)
    if (y[i] != (i >= first && i < end ? (float)(0.5 * i) + 7 : -1))
      return 0;
  return 1;
}

static void clear(float *y, int size) {
  for (int i = 0; i < size; ++i)
    y[i] = -1;
}

static void test_description(const pirch_module *module) {
  const pirch_kernel *kernel = NULL;
  EXPECT(pirch_module_num_kernels(module) == 2);
  EXPECT(pirch_module_kernel(module, "scale", &kernel) == PIRCH_SUCCESS);
  EXPECT(kernel == pirch_module_kernel_at(module, 0));
  EXPECT(pirch_module_kernel_at(module, 2) == NULL);
  const pirch_kernel_info *info = pirch_kernel_get_info(kernel);
  EXPECT(strcmp(info->name, "scale") == 0 && info->num_params == 4);
  EXPECT(info->num_dims == 1 && info->wg_shape[0] == 8);
  EXPECT(info->wg_shape[1] == 1 && !info->has_offset && info->wg_pack >= 1);
  EXPECT(strcmp(info->prototype,
                "void scale(float *y, const float *x, int32_t n, double a, "
                "int64_t first_group, int64_t num_groups)") == 0);
  const pirch_param *y = pirch_kernel_get_param(kernel, 0);
  const pirch_param *x = pirch_kernel_get_param(kernel, 1);
  const pirch_param *n = pirch_kernel_get_param(kernel, 2);
  const pirch_param *a = pirch_kernel_get_param(kernel, 3);
  EXPECT(pirch_kernel_get_param(kernel, 4) == NULL);
  EXPECT(y->is_buffer && !y->is_const && y->type == PIRCH_FLOAT32);
  EXPECT(y->is_extent_known && y->extent == 0 && y->extent_per_group == 8);
  EXPECT(x->is_buffer && x->is_const && x->type_size == 4);
  EXPECT(strcmp(x->c_type, "const float *") == 0 && !strcmp(x->name, "x"));
  EXPECT(!n->is_buffer && n->type == PIRCH_INT32 && !n->is_extent_known);
  EXPECT(!a->is_buffer && a->type == PIRCH_FLOAT64 && a->type_size == 8);
  EXPECT(pirch_module_kernel(module, "other", &kernel) == PIRCH_SUCCESS);
  EXPECT(pirch_kernel_get_param(kernel, 0)->type == PIRCH_UINT8);
}

/* Signalled by launches that run later. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;

static void finish(void *data) {
  pthread_mutex_lock(&mutex);
  ++*(int *)data;
  pthread_cond_signal(&finished);
  pthread_mutex_unlock(&mutex);
}

static void test_launches(const pirch_module *module) {
  enum { groups = 1000, size = groups * 8 };
  static float x[size], y[size];
  const pirch_kernel *kernel = pirch_module_kernel_at(module, 0);
  int n = 7;
  double a = 0.5;
  void *args[] = {y, x, &n, &a};
  pirch_range range = {{groups}, {0}};
  for (int i = 0; i < size; ++i)
    x[i] = (float)i;
  for (int threads = 0; threads < 4; ++threads) {
    clear(y, size);
    EXPECT(!pirch_launch(kernel, args, &range, threads));
    EXPECT(is_scaled(y, size, 0, size));
    clear(y, size);
    EXPECT(!pirch_launch_part(kernel, args, &range, 13, 501, threads));
    EXPECT(is_scaled(y, size, 13 * 8, 514 * 8));
  }
  clear(y, size);
  void (*function)(float *, const float *, int32_t, double, int64_t, int64_t);
  *(void **)&function = pirch_kernel_function(kernel);
  function(y, x, n, a, 3, 5);
  EXPECT(is_scaled(y, size, 24, 64));
  clear(y, size);
  int done = 0;
  pthread_mutex_lock(&mutex);
  EXPECT(!pirch_launch_async(kernel, args, &range, 0, &finish, &done));
  n = 100; /* it has its own copy */
  while (!done)
    pthread_cond_wait(&finished, &mutex);
  pthread_mutex_unlock(&mutex);
  EXPECT(is_scaled(y, size, 0, size));
  pirch_range nothing = {{0}, {0}};
  EXPECT(!pirch_launch(kernel, NULL, &nothing, 0));
}

static void test_planes(void) {
  enum { columns = 37, rows = 11, width = columns * 8, height = rows * 4 };
  static int64_t y[width * height];
  for (int with_offset = 0; with_offset < 2; ++with_offset) {
    const char *options[] = {"--wg-size=8x4", "--global-offset"};
    pirch_module *module = compile(plane, options, 1 + with_offset);
    const pirch_kernel *kernel = NULL;
    EXPECT(!pirch_module_kernel(module, NULL, &kernel));
    EXPECT(pirch_kernel_get_info(kernel)->num_dims == 2);
    EXPECT(pirch_kernel_get_info(kernel)->has_offset == with_offset);
    pirch_range range = {{columns, rows}, {0}};
    if (with_offset) {
      range.offset[0] = 3;
      range.offset[1] = 5;
    }
    void *args[] = {y};
    for (int threads = 0; threads < 4; ++threads)
      for (int part = 0; part < 2; ++part) {
        memset(y, 0xff, sizeof(y));
        int first = part ? columns + 5 : 0;
        int count = part ? 4 * columns + 9 : columns * rows;
        EXPECT(!pirch_launch_part(kernel, args, &range, first, count, threads));
        for (int at = 0; at < width * height; ++at) {
          int i = at % width, j = at / width;
          int group = j / 4 * columns + i / 8;
          int64_t value = (j + range.offset[1]) * 1000 + i + range.offset[0];
          if (group < first || group >= first + count)
            value = -1;
          if (y[at] != value) {
            EXPECT(!"the value of each element");
            return;
          }
        }
      }
    pirch_module_release(module);
  }
}

static void expect_error(pirch_status status, const char *what) {
  printf("%d: %s: %s\n", status, what, pirch_error_text());
}

static void test_errors(const pirch_module *good) {
  const char *options[] = {"--wg-size=8", "-DN=2"};
  pirch_module *module = NULL;
  const pirch_kernel *kernel = NULL;
  expect_error(pirch_compile("__kernel void k(__global float *x) {\n"
                             "  x[0] = nowhere;\n}\n",
                             "bad.cl", options, 2, &module),
               "source");
  expect_error(pirch_compile("__kernel void k(__global float *x) {}", NULL,
                             NULL, 0, &module),
               "no size");
  const char *unknown[] = {"--no-such-option"};
  expect_error(pirch_compile(scale, NULL, unknown, 1, &module), "option");
  const char *huge[] = {"--wg-size=4096"};
  expect_error(pirch_compile(scale, NULL, huge, 1, &module), "size");
  const char *gpu[] = {"--wg-size=8", "--target=nvvm"};
  expect_error(pirch_compile(scale, NULL, gpu, 2, &module), "GPU");
  expect_error(pirch_buffer_create("nvvm", 8, NULL), "buffer");
  expect_error(pirch_stream_create("rocdl", NULL), "stream");
  expect_error(pirch_compile_file("/nowhere/a.cl", options, 1, &module),
               "file");
  expect_error(pirch_compile(NULL, NULL, NULL, 0, &module), "NULL");
  expect_error(pirch_module_kernel(good, "absent", &kernel), "kernel");
  expect_error(pirch_module_kernel(good, NULL, &kernel), "which kernel");
  kernel = pirch_module_kernel_at(good, 0);
  void *args[] = {NULL, NULL, NULL, NULL};
  pirch_range one = {{1}, {0}}, minus = {{-1}, {0}}, two = {{2, 2}, {0}},
              moved = {{1}, {4}};
  expect_error(pirch_launch(kernel, args, &one, 1), "argument");
  expect_error(pirch_launch(kernel, args, &minus, 1), "range");
  expect_error(pirch_launch(kernel, args, &two, 1), "dimensions");
  expect_error(pirch_launch(kernel, args, &moved, 1), "offset");
  EXPECT(module == NULL);
}

int main(void) {
  const char *options[] = {"--wg-size=8"};
  EXPECT(pirch_version() == PIRCH_VERSION);
  EXPECT(strstr(pirch_version_text(), "LLVM 22") != NULL);
  EXPECT(strcmp(pirch_error_text(), "") == 0);
  pirch_module *module = compile(scale, options, 1);
  EXPECT(pirch_module_origin(module) == PIRCH_FROM_COMPILER);
  EXPECT(strcmp(pirch_module_diagnostics(module), "") == 0);
  pirch_module *again = compile(scale, options, 1);
  EXPECT(pirch_module_origin(again) == PIRCH_FROM_MEMORY);
  EXPECT(pirch_kernel_function(pirch_module_kernel_at(again, 0)) ==
         pirch_kernel_function(pirch_module_kernel_at(module, 0)));
  pirch_module_release(again);
  pirch_module_release(NULL);
  test_description(module);
  test_launches(module);
  test_planes();
  test_errors(module);
  char *text = NULL, *said = NULL;
  size_t size = 0;
  EXPECT(!pirch_emit(scale, NULL, options, 1, "asm", &text, &size, &said));
  EXPECT(text && strstr(text, "scale:") && strlen(text) == size && said);
  pirch_free(text);
  pirch_free(said);
  const char *gpu[] = {"--wg-size=8", "--target=nvvm"};
  EXPECT(!pirch_emit(scale, NULL, gpu, 2, "asm", &text, NULL, NULL));
  EXPECT(strstr(text, ".entry scale(") != NULL);
  pirch_free(text);
  pirch_module_release(module);
  printf("%d failures\n", failures);
  return failures != 0;
}
