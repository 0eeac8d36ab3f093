//===- LauncherSource.cpp - The C text that launches kernels --------------===//

#include "Launcher.h"

/// The part of the source that is the same for all kernels: it loads the driver
/// and the image once, and launches kernels. It includes nothing, so that no C
/// library is needed to compile it.
static constexpr const char *kRuntime = R"c(
typedef __INT8_TYPE__ int8_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __INT16_TYPE__ int16_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;

extern void *dlopen(const char *name, int flags);
extern void *dlsym(void *library, const char *name);
extern const unsigned char pirch_image[];

/* Those of cuda.h that are used. */
enum { PIRCH_NO_DRIVER = -1, PIRCH_RTLD_NOW = 2 };
static int (*pirch_init)(unsigned flags);
static int (*pirch_get_context)(void **context);
static int (*pirch_set_context)(void *context);
static int (*pirch_retain_context)(void **context, int device);
static int (*pirch_load)(void **library, const void *image, void *, void **,
                         unsigned, void *, void **, unsigned);
static int (*pirch_get_kernel)(void **kernel, void *library, const char *name);
static int (*pirch_launch_kernel)(void *kernel, unsigned grid_x,
                                  unsigned grid_y, unsigned grid_z,
                                  unsigned block_x, unsigned block_y,
                                  unsigned block_z, unsigned shared,
                                  void *stream, void **args, void **extra);

static void *pirch_library;
/* 0: not begun, 1: being loaded, 2: done, as pirch_status says. */
static int pirch_state, pirch_status;

static int pirch_load_driver(void) {
  struct { const char *name; void *place; } functions[] = {
      {"cuInit", &pirch_init},
      {"cuCtxGetCurrent", &pirch_get_context},
      {"cuCtxSetCurrent", &pirch_set_context},
      {"cuDevicePrimaryCtxRetain", &pirch_retain_context},
      {"cuLibraryLoadData", &pirch_load},
      {"cuLibraryGetKernel", &pirch_get_kernel},
      {"cuLaunchKernel", &pirch_launch_kernel}};
  void *driver = dlopen("libcuda.so.1", PIRCH_RTLD_NOW);
  if (!driver)
    return PIRCH_NO_DRIVER;
  for (int i = 0; i < (int)(sizeof functions / sizeof *functions); ++i)
    if (!(*(void **)functions[i].place = dlsym(driver, functions[i].name)))
      return PIRCH_NO_DRIVER; /* one older than CUDA 12 */
  int code = pirch_init(0);
  return code ? code
              : pirch_load(&pirch_library, pirch_image, 0, 0, 0, 0, 0, 0);
}

static int pirch_initialize(void) {
  int fresh = 0;
  if (__atomic_compare_exchange_n(&pirch_state, &fresh, 1, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    pirch_status = pirch_load_driver();
    __atomic_store_n(&pirch_state, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&pirch_state, __ATOMIC_ACQUIRE) != 2)
    ;
  return pirch_status;
}

/* A thread without a context gets that of the first device. */
static int pirch_need_context(void) {
  void *context = 0;
  int code = pirch_get_context(&context);
  if (code || context)
    return code;
  code = pirch_retain_context(&context, 0);
  return code ? code : pirch_set_context(context);
}

/* Blocks begin anew with each row of a grid, of width groups; width is 0 where
   groups have no rows. */
static int pirch_launch(const char *name, void **args, int64_t *first,
                        int64_t *count, int64_t width,
                        int64_t groups_per_block, unsigned block_threads,
                        void *stream) {
  const int64_t most_blocks = 0x7fffffff;
  const int64_t row_blocks = width > 0 ? (width - 1) / groups_per_block + 1 : 1;
  const int64_t most_rows = most_blocks / row_blocks;
  int64_t remaining = *count;
  void *kernel = 0;
  int code;
  if (remaining <= 0)
    return 0;
  if ((code = pirch_initialize()) || (code = pirch_need_context()) ||
      (code = pirch_get_kernel(&kernel, pirch_library, name)))
    return code;
  while (remaining > 0) {
    int64_t blocks;
    if (width > 0) {
      int64_t row = *first / width, rows = (*first + remaining - 1) / width;
      if (most_rows == 0)
        return 1; /* CUDA_ERROR_INVALID_VALUE */
      rows = rows - row < most_rows ? rows - row + 1 : most_rows;
      blocks = rows * row_blocks;
      *count = (row + rows) * width - *first < remaining
                   ? (row + rows) * width - *first
                   : remaining;
    } else {
      blocks = (remaining - 1) / groups_per_block + 1;
      if (blocks > most_blocks)
        blocks = most_blocks;
      *count = blocks * groups_per_block < remaining
                   ? blocks * groups_per_block
                   : remaining;
    }
    code = pirch_launch_kernel(kernel, (unsigned)blocks, 1, 1, block_threads, 1,
                               1, 0, stream, args, 0);
    if (code)
      return code;
    *first += *count;
    remaining -= *count;
  }
  return 0;
}
)c";

std::string pirch::writeLauncherSource(llvm::ArrayRef<KernelInfo> kernels,
                                       const HostC &host) {
  std::string text = kRuntime;
  llvm::raw_string_ostream os(text);
  for (const KernelInfo &kernel : kernels) {
    Prototype prototype = host.declare(kernel);
    llvm::ArrayRef<std::string> names = prototype.names;
    const std::string &stream = names.back();
    names = names.drop_back();
    os << "\n" << prototype.text << " {\n  void *pirch_args[] = {";
    for (const std::string &name : names)
      os << "(void *)&" << name << ", ";
    os << "};\n  return pirch_launch(\"" << kernel.symbol << "\", pirch_args, &"
       << names[names.size() - 2] << ", &" << names.back() << ", "
       << (kernel.getWidthParam() < 0 ? std::to_string(kernel.rowGroups)
                                      : names[kernel.getWidthParam()])
       << ", " << kernel.groupsPerBlock << ", " << kernel.blockThreads << ", "
       << stream << ");\n}\n";
  }
  return text;
}
