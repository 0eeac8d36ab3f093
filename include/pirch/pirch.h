/*===- pirch.h - Batched kernels at run time ---------------------*- C -*-===*\
|*                                                                            *|
|* Compiles OpenCL C kernels in the process that calls them, keeps what it    *|
|* compiled, and runs it on buffers of the process. docs/Hosts/C.md has an    *|
|* example.                                                                   *|
|*                                                                            *|
|* Threads: every function may be called from any thread at any time, except  *|
|* that nobody may use a handle while, or after, it is released.              *|
|*                                                                            *|
|* Errors: functions that can fail return a pirch_status, and                 *|
|* pirch_error_text() says what went wrong in the calling thread. Where a     *|
|* function fails it leaves what its pointers refer to as it was. Text is     *|
|* UTF-8.                                                                     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PIRCH_H
#define PIRCH_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PIRCH_API __attribute__((visibility("default")))
#else
#define PIRCH_API
#endif

/* The version of this header; pirch_version() is that of the library. Programs
   that were built with one run with each later one of the same major number. */
#define PIRCH_VERSION_MAJOR 0
#define PIRCH_VERSION_MINOR 1
#define PIRCH_VERSION_PATCH 0
#define PIRCH_VERSION                                                          \
  (PIRCH_VERSION_MAJOR * 10000 + PIRCH_VERSION_MINOR * 100 +                   \
   PIRCH_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/*===--- Versions and errors ----------------------------------------------===*/

PIRCH_API int pirch_version(void);

/* Names the versions of PIRCH and LLVM. */
PIRCH_API const char *pirch_version_text(void);

typedef enum pirch_status {
  PIRCH_SUCCESS = 0,
  /* An argument or option makes no sense. */
  PIRCH_ERROR_INVALID_ARGUMENT = 1,
  /* The source has errors; the text has them as file:line:column: error: ... */
  PIRCH_ERROR_COMPILATION = 2,
  /* What is asked for is not there yet, or this machine cannot do it. */
  PIRCH_ERROR_NOT_SUPPORTED = 3,
  /* A file cannot be read. */
  PIRCH_ERROR_IO = 4,
  /* Out of memory, or a defect of the library. */
  PIRCH_ERROR_INTERNAL = 5
} pirch_status;

/* What went wrong in the last function that failed in this thread; "" if none
   did. It stays until another one fails in this thread. */
PIRCH_API const char *pirch_error_text(void);

/*===--- Compilation ------------------------------------------------------===*/

/* The kernels of one source, compiled for this process. */
typedef struct pirch_module pirch_module;
/* One of them. It belongs to its module. */
typedef struct pirch_kernel pirch_kernel;

/* Compile every kernel of a source in OpenCL C, or find it compiled.

   `name` is what diagnostics call the source, and #include "..." looks in its
   folder; NULL stands for "kernel.cl". `options` are the words of pirchc's
   command line that say how to compile: "--wg-size=8" or "--wg-size=16x16",
   "-DN=4", "-Ifolder", "--wg-pack=4", "--math=fast", "--kernel=name",
   "--global-offset", "--remarks" and so on. Without --wg-size the source must
   say the size of groups by the attribute reqd_work_group_size.

   What was compiled is kept in memory and on disk; see pirch_cache_configure.
   Of calls for the same at once, in any processes, one compiles. */
PIRCH_API pirch_status pirch_compile(const char *source, const char *name,
                                     const char *const *options,
                                     size_t num_options, pirch_module **module);

/* The same for a source in a file. */
PIRCH_API pirch_status pirch_compile_file(const char *path,
                                          const char *const *options,
                                          size_t num_options,
                                          pirch_module **module);

/* The same for kernels in MLIR, of the dialect pirch: text, or bytecode, which
   the plugin for Clang keeps in programs. `name` gets ".mlir" at its end where
   it has none; NULL stands for "kernel.mlir". Each kernel says the size of its
   groups. */
PIRCH_API pirch_status pirch_compile_mlir(const void *code, size_t size,
                                          const char *name,
                                          const char *const *options,
                                          size_t num_options,
                                          pirch_module **module);

/* Give a module up; NULL is accepted. Its kernels must not run any more. */
PIRCH_API void pirch_module_release(pirch_module *module);

/* Warnings, and the remarks that options asked for, a line each. */
PIRCH_API const char *pirch_module_diagnostics(const pirch_module *module);

typedef enum pirch_origin {
  PIRCH_FROM_MEMORY = 0,
  PIRCH_FROM_DISK = 1,
  PIRCH_FROM_COMPILER = 2
} pirch_origin;

/* Where the call that made this handle found the module. */
PIRCH_API pirch_origin pirch_module_origin(const pirch_module *module);

PIRCH_API size_t pirch_module_num_kernels(const pirch_module *module);

/* The kernels, numbered in the order of the source; NULL behind the last. */
PIRCH_API const pirch_kernel *pirch_module_kernel_at(const pirch_module *module,
                                                     size_t index);

/* The kernel of that name; for NULL, the one that the module has. */
PIRCH_API pirch_status pirch_module_kernel(const pirch_module *module,
                                           const char *name,
                                           const pirch_kernel **kernel);

/* What pirchc --emit=output makes of a source: "asm", "llvm", "mlir", "obj" and
   so on, for any target. `*output` and, where it is not NULL, `*diagnostics`
   end with a zero, are `*size` bytes without it, and are freed by pirch_free.
   Nothing is kept of it. */
PIRCH_API pirch_status pirch_emit(const char *source, const char *name,
                                  const char *const *options,
                                  size_t num_options, const char *emit,
                                  char **output, size_t *size,
                                  char **diagnostics);

PIRCH_API void pirch_free(void *memory);

/*===--- Kernels ----------------------------------------------------------===*/

typedef enum pirch_type {
  PIRCH_INT8,
  PIRCH_UINT8,
  PIRCH_INT16,
  PIRCH_UINT16,
  PIRCH_INT32,
  PIRCH_UINT32,
  PIRCH_INT64,
  PIRCH_UINT64,
  PIRCH_FLOAT32,
  PIRCH_FLOAT64
} pirch_type;

/* Later versions may have more members at the end of the two structures. */
typedef struct pirch_param {
  const char *name;
  /* As C declares it: "const double *", "int32_t". */
  const char *c_type;
  /* Of the scalar, or of the elements of the buffer. Of a "void *" the integer
     as wide as the kernel's narrowest access; 8 bytes where there is none. */
  pirch_type type;
  size_t type_size;
  /* Whether the parameter is a buffer, and whether it is declared const. */
  int is_buffer, is_const;
  /* Of a buffer: if is_extent_known, a launch of n groups, n at least 1,
     accesses the elements below extent + n * extent_per_group, the last of them
     included. It is not known where a condition or a loop of the kernel, or an
     argument, decides what is accessed, and for ranges of several dimensions.
   */
  int is_extent_known;
  int64_t extent, extent_per_group;
  /* Of a buffer in a compact layout, [group / L][element][group % L]: L, and
     the elements of a group; the buffer has room for a multiple of L groups.
     Else 0. */
  int64_t compact_groups, compact_elements;
} pirch_param;

typedef struct pirch_kernel_info {
  const char *name;
  size_t num_params;
  /* Dimensions of the range, 1 to 3, and work items of a group along each. */
  int num_dims;
  int64_t wg_shape[3];
  /* Whether launches take a global offset (--global-offset). */
  int has_offset;
  /* Groups that the code computes together, the order of their lanes, and what
     the cost model expects of one group, in about cycles. */
  int64_t wg_pack;
  const char *lane_order;
  double estimated_cost;
  /* The kernel's function as C declares it. */
  const char *prototype;
  /* The number of staged values. */
  size_t num_staged;
} pirch_kernel_info;

PIRCH_API const pirch_kernel_info *
pirch_kernel_get_info(const pirch_kernel *kernel);

/* A parameter; NULL behind the last. */
PIRCH_API const pirch_param *pirch_kernel_get_param(const pirch_kernel *kernel,
                                                    size_t index);

/* The kernel's function, of the type in pirch_kernel_info.prototype. It
   computes a range of groups in the thread that calls it. */
PIRCH_API void *pirch_kernel_function(const pirch_kernel *kernel);

/*===--- Launches ---------------------------------------------------------===*/

/* Which work items there are. */
typedef struct pirch_range {
  /* Work groups along x, y and z. Beyond the kernel's dimensions they are 0
     or 1. */
  int64_t groups[3];
  /* The global offset; 0 for kernels without one. */
  int64_t offset[3];
} pirch_range;

/* Compute all groups of a range. `args` has a pointer for each parameter: the
   buffer itself, or a pointer to the value of a scalar. Buffers of different
   parameters do not overlap. `num_threads` is 1 for the calling thread alone, N
   for at most N threads, and 0 for as many as oneTBB has in this process. */
PIRCH_API pirch_status pirch_launch(const pirch_kernel *kernel,
                                    void *const *args, const pirch_range *range,
                                    int num_threads);

/* The same for groups first_group to first_group + num_groups - 1 of the range;
   groups are numbered along x first. */
PIRCH_API pirch_status pirch_launch_part(const pirch_kernel *kernel,
                                         void *const *args,
                                         const pirch_range *range,
                                         int64_t first_group,
                                         int64_t num_groups, int num_threads);

/* Launch on threads of the library, and call `done` from one of them at the
   end. The values of scalars are copied before the call returns; buffers, and
   the kernel's module, must stay until `done` is called. Where the call fails,
   `done` is not called. */
typedef void (*pirch_callback)(void *data);
PIRCH_API pirch_status pirch_launch_async(const pirch_kernel *kernel,
                                          void *const *args,
                                          const pirch_range *range,
                                          int num_threads, pirch_callback done,
                                          void *data);

/*===--- Staged values ----------------------------------------------------===*/

/* A kernel whose source says stage(x), or that was compiled with
   "--staged=NAME" for parameters or "--stage-launch", has staged values. Each
   launch computes them first, in nanoseconds. A special version of the kernel,
   in which they are constants, is made in the background when a launch has
   values that none had before; until it is there, the general version runs.
   Both compute the same. Then the first eight launches time them by turns, and
   later ones run what was faster. */

/* What a staged value is called: the parameter's name, or file:line:column of
   the call of stage. NULL behind the last. */
PIRCH_API const char *pirch_kernel_staged_name(const pirch_kernel *kernel,
                                               size_t index);

/* Have the special version for launches like this one made, or find it in the
   cache: in the calling thread, or, where `in_background` is not 0, as a launch
   would. Arguments that no staged value depends on may be NULL. Without staged
   values nothing is done. */
PIRCH_API pirch_status pirch_prepare(const pirch_kernel *kernel,
                                     void *const *args,
                                     const pirch_range *range,
                                     int in_background);

/* As pirch_launch, but always with the general version. */
PIRCH_API pirch_status pirch_launch_general(const pirch_kernel *kernel,
                                            void *const *args,
                                            const pirch_range *range,
                                            int num_threads);

/*===--- Tuning -----------------------------------------------------------===*/

/* A number of groups per pack and a lane order, and how long a group took. */
typedef struct pirch_trial {
  int64_t wg_pack;
  const char *lane_order;
  double nanoseconds;
  /* Which of so many trials it is, from 1 on. */
  int number, count;
} pirch_trial;

/* Called after each trial; what it is given is valid meanwhile. */
typedef void (*pirch_trial_callback)(void *data, const pirch_trial *trial);

/* Compile the kernel in every configuration that is worth it, launch each
   several times, and let the fastest be what pirch_compile gives for the same
   source and options from now on: in this process and, by the cache on disk, in
   others. `*best` is a module of it; the kernel's own stays as it is. Launches
   change buffers as always. `done` and `best` may be NULL. The module must have
   one kernel (--kernel=NAME). */
PIRCH_API pirch_status pirch_tune(const pirch_kernel *kernel, void *const *args,
                                  const pirch_range *range, int num_threads,
                                  pirch_trial_callback done, void *data,
                                  pirch_module **best);

/*===--- Devices ----------------------------------------------------------===*/

/* Not supported yet: each call is an error that says so. */
typedef struct pirch_buffer pirch_buffer;
typedef struct pirch_stream pirch_stream;
PIRCH_API pirch_status pirch_buffer_create(const char *target, size_t size,
                                           pirch_buffer **buffer);
PIRCH_API pirch_status pirch_stream_create(const char *target,
                                           pirch_stream **stream);

/*===--- The cache --------------------------------------------------------===*/

/* Let the cache be in a folder, "" for none on disk, and keep at most so many
   bytes of files there and of modules that nobody holds in memory. NULL and 0
   stand for what holds without this call: the folder PIRCH_CACHE_DIR, or else
   pirch in the user's folder for caches ($XDG_CACHE_HOME, ~/.cache), and
   PIRCH_CACHE_BYTES, or else 1 GiB, on disk and 64 MiB in memory. Handles stay
   valid; what is kept in memory is forgotten, and counting starts anew. */
PIRCH_API pirch_status pirch_cache_configure(const char *folder,
                                             uint64_t disk_bytes,
                                             uint64_t memory_bytes);

typedef struct pirch_cache_stats {
  /* Calls of pirch_compile that found the module in memory, those that found it
     on disk, and compilations, failed ones included. */
  uint64_t memory_hits, disk_hits, compilations;
  /* Files that were damaged or of another user, and entries that could not be
     written. */
  uint64_t rejected, write_failures;
  /* Modules that went from memory because others were used later, and bytes of
     those that are kept. */
  uint64_t evictions, memory_bytes;
  /* Launches of kernels with staged values: those of a special version, and
     those of the general one. */
  uint64_t special_launches, general_launches;
} pirch_cache_stats;

/* What this process has counted. `size` is sizeof(pirch_cache_stats). */
PIRCH_API void pirch_cache_get_stats(pirch_cache_stats *stats, size_t size);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PIRCH_H */
