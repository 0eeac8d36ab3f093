//===- OpenCLPrelude.cpp - PIRCH's built-ins in OpenCL C 1.2 --------------===//
//
// This prelude was written from the OpenCL C specification and
// docs/Language.md, and not from the prelude of the fibers: an error that both
// share would not be found. An OpenCL implementation may rename its own
// built-ins by macros, so each name is undefined before it is defined.
//
//===----------------------------------------------------------------------===//

#include "OpenCLSource.h"

llvm::StringRef pirch::getOpenCLPrelude() {
  return R"PRELUDE(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define __compact(GROUPS)
// Work items are counted along x first.
static ulong pirch_item() {
  return get_local_id(0) + get_local_size(0) * (get_local_id(1) +
         get_local_size(1) * get_local_id(2));
}
static ulong pirch_global_item() {
  return get_global_id(0) - get_global_offset(0) + get_global_size(0) *
         (get_global_id(1) - get_global_offset(1) + get_global_size(1) *
          (get_global_id(2) - get_global_offset(2)));
}
typedef __global char *pirch_buffer;
typedef __local ulong *pirch_local;
#define PIRCH_FN __attribute__((overloadable)) static
#define PIRCH_TYPES(X) X(char) X(uchar) X(short) X(ushort) X(int) X(uint) \
  X(long) X(ulong) X(float) X(double)

// Every type travels in 64 bits: an integer as its value, a floating-point
// number as its bits.
#define PIRCH_BITS(T) \
  PIRCH_FN ulong pirch_bits(T x) { return (ulong)x; } \
  PIRCH_FN void pirch_get(T *to, ulong bits) { *to = (T)bits; }
PIRCH_BITS(char) PIRCH_BITS(uchar) PIRCH_BITS(short) PIRCH_BITS(ushort)
PIRCH_BITS(int) PIRCH_BITS(uint) PIRCH_BITS(long) PIRCH_BITS(ulong)
PIRCH_FN ulong pirch_bits(float x) { return as_uint(x); }
PIRCH_FN void pirch_get(float *to, ulong bits) { *to = as_float((uint)bits); }
PIRCH_FN ulong pirch_bits(double x) { return as_ulong(x); }
PIRCH_FN void pirch_get(double *to, ulong bits) { *to = as_double(bits); }

// Minima and maxima of floating-point numbers are those of fmin and fmax, which
// leave out a NaN.
#define PIRCH_ORDER(T) \
  PIRCH_FN T pirch_min(T x, T y) { return y < x ? y : x; } \
  PIRCH_FN T pirch_max(T x, T y) { return x < y ? y : x; }
PIRCH_ORDER(char) PIRCH_ORDER(uchar) PIRCH_ORDER(short) PIRCH_ORDER(ushort)
PIRCH_ORDER(int) PIRCH_ORDER(uint) PIRCH_ORDER(long) PIRCH_ORDER(ulong)
PIRCH_FN float pirch_min(float x, float y) { return fmin(x, y); }
PIRCH_FN float pirch_max(float x, float y) { return fmax(x, y); }
PIRCH_FN double pirch_min(double x, double y) { return fmin(x, y); }
PIRCH_FN double pirch_max(double x, double y) { return fmax(x, y); }
#define PIRCH_CLAMP(T) PIRCH_FN T pirch_clamp(T x, T low, T high) { \
  return pirch_min(pirch_max(x, low), high); }
PIRCH_TYPES(PIRCH_CLAMP)
#define PIRCH_STAGE(T) PIRCH_FN T stage(T x) { return x; }
PIRCH_TYPES(PIRCH_STAGE)
#define PIRCH_ABS(S, U) \
  PIRCH_FN U pirch_abs(S x) { return x < 0 ? (U)0 - (U)x : (U)x; } \
  PIRCH_FN U pirch_abs(U x) { return x; }
PIRCH_ABS(char, uchar) PIRCH_ABS(short, ushort) PIRCH_ABS(int, uint)
PIRCH_ABS(long, ulong)
PIRCH_FN float pirch_abs(float x) { return fabs(x); }
PIRCH_FN double pirch_abs(double x) { return fabs(x); }
PIRCH_FN float pirch_rcp(float x) { return 1.0f / x; }
PIRCH_FN double pirch_rcp(double x) { return 1.0 / x; }

// An exchange writes each work item's value to a slot of its own and reads those
// of others. The first barrier ends the writing, the second one the reading. A
// source outside the group reads some slot of the group.
#define PIRCH_ALL (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define PIRCH_EXCHANGE(T) \
  PIRCH_FN T pirch_shuffle(pirch_local slots, T x, long source) { \
    T result; \
    slots[pirch_item()] = pirch_bits(x); \
    barrier(PIRCH_ALL); \
    pirch_get(&result, slots[(ulong)source % WG_SIZE]); \
    barrier(PIRCH_ALL); \
    return result; }
PIRCH_TYPES(PIRCH_EXCHANGE)

#define PIRCH_ADD(X, Y) ((X) + (Y))
#ifdef PIRCH_ORDERED
// NAME combines the work items below `end`, from the lowest to the highest. The
// result is START where there is none. NAME_all combines the whole group.
#define PIRCH_FOLD(T, NAME, OP, START) \
  PIRCH_FN T NAME(pirch_local slots, T x, long end) { \
    T result = START; \
    slots[pirch_item()] = pirch_bits(x); \
    barrier(PIRCH_ALL); \
    for (long i = 0; i < end; ++i) { \
      T value; \
      pirch_get(&value, slots[i]); \
      result = i ? (T)OP(result, value) : value; \
    } \
    barrier(PIRCH_ALL); \
    return result; } \
  PIRCH_FN T NAME##_all(pirch_local slots, T x) { \
    return NAME(slots, x, WG_SIZE); }
#else
// NAME combines the work items below `end` in the order of a scan: on each level
// of a tree, neighbours 2k and 2k + 1 are combined, and the last one is kept for
// the next level where it has no neighbour. The result is START where there is
// no work item. NAME_all combines the whole group in the order of a reduction:
// i and i + step are combined, for steps that are halved from level to level.
#define PIRCH_FOLD(T, NAME, OP, START) \
  PIRCH_FN T NAME(pirch_local slots, T x, long end) { \
    T level[WG_SIZE]; \
    slots[pirch_item()] = pirch_bits(x); \
    barrier(PIRCH_ALL); \
    for (long i = 0; i < end; ++i) \
      pirch_get(&level[i], slots[i]); \
    barrier(PIRCH_ALL); \
    for (long count = end; count > 1; count = (count + 1) / 2) \
      for (long k = 0; 2 * k < count; ++k) \
        level[k] = 2 * k + 1 < count ? (T)OP(level[2 * k], level[2 * k + 1]) \
                                     : level[2 * k]; \
    return end ? level[0] : (T)START; } \
  PIRCH_FN T NAME##_all(pirch_local slots, T x) { \
    T part[WG_SIZE]; \
    slots[pirch_item()] = pirch_bits(x); \
    barrier(PIRCH_ALL); \
    for (long i = 0; i < WG_SIZE; ++i) \
      pirch_get(&part[i], slots[i]); \
    barrier(PIRCH_ALL); \
    long step = 1; \
    while (step < WG_SIZE) step *= 2; \
    for (step /= 2; step > 0; step /= 2) \
      for (long i = 0; i < step; ++i) \
        if (i + step < WG_SIZE) \
          part[i] = (T)OP(part[i], part[i + step]); \
    return part[0]; }
#endif
#define PIRCH_FOLDS(T, LEAST, GREATEST) \
  PIRCH_FOLD(T, pirch_fold_add, PIRCH_ADD, (T)0) \
  PIRCH_FOLD(T, pirch_fold_min, pirch_min, GREATEST) \
  PIRCH_FOLD(T, pirch_fold_max, pirch_max, LEAST)
PIRCH_FOLDS(char, CHAR_MIN, CHAR_MAX) PIRCH_FOLDS(uchar, 0, UCHAR_MAX)
PIRCH_FOLDS(short, SHRT_MIN, SHRT_MAX) PIRCH_FOLDS(ushort, 0, USHRT_MAX)
PIRCH_FOLDS(int, INT_MIN, INT_MAX) PIRCH_FOLDS(uint, 0, UINT_MAX)
PIRCH_FOLDS(long, LONG_MIN, LONG_MAX) PIRCH_FOLDS(ulong, 0, ULONG_MAX)
PIRCH_FOLDS(float, -INFINITY, INFINITY) PIRCH_FOLDS(double, -INFINITY, INFINITY)
PIRCH_FN int pirch_any(pirch_local slots, int x) {
  return pirch_fold_max(slots, (int)(x != 0), WG_SIZE); }
PIRCH_FN int pirch_all(pirch_local slots, int x) {
  return pirch_fold_min(slots, (int)(x != 0), WG_SIZE); }

#undef shuffle
#define shuffle(X, I) pirch_shuffle(pirch_slots, X, (long)(int)(I))
#undef sub_group_shuffle
#define sub_group_shuffle(X, I) pirch_shuffle(pirch_slots, X, (long)(uint)(I))
#undef sub_group_broadcast
#define sub_group_broadcast(X, I) sub_group_shuffle(X, I)
#undef sub_group_shuffle_xor
#define sub_group_shuffle_xor(X, M) \
  pirch_shuffle(pirch_slots, X, (long)pirch_item() ^ (long)(uint)(M))
#undef sub_group_shuffle_up
#define sub_group_shuffle_up(X, D) \
  pirch_shuffle(pirch_slots, X, (long)pirch_item() - (long)(uint)(D))
#undef sub_group_shuffle_down
#define sub_group_shuffle_down(X, D) \
  pirch_shuffle(pirch_slots, X, (long)pirch_item() + (long)(uint)(D))
#undef sub_group_any
#define sub_group_any(X) pirch_any(pirch_slots, X)
#undef sub_group_all
#define sub_group_all(X) pirch_all(pirch_slots, X)
#undef sub_group_reduce_add
#define sub_group_reduce_add(X) \
  pirch_fold_add_all(pirch_slots, X)
#undef sub_group_reduce_min
#define sub_group_reduce_min(X) \
  pirch_fold_min_all(pirch_slots, X)
#undef sub_group_reduce_max
#define sub_group_reduce_max(X) \
  pirch_fold_max_all(pirch_slots, X)
#undef sub_group_scan_inclusive_add
#define sub_group_scan_inclusive_add(X) \
  pirch_fold_add(pirch_slots, X, (long)pirch_item() + 1)
#undef sub_group_scan_inclusive_min
#define sub_group_scan_inclusive_min(X) \
  pirch_fold_min(pirch_slots, X, (long)pirch_item() + 1)
#undef sub_group_scan_inclusive_max
#define sub_group_scan_inclusive_max(X) \
  pirch_fold_max(pirch_slots, X, (long)pirch_item() + 1)
#undef sub_group_scan_exclusive_add
#define sub_group_scan_exclusive_add(X) \
  pirch_fold_add(pirch_slots, X, (long)pirch_item())
#undef sub_group_scan_exclusive_min
#define sub_group_scan_exclusive_min(X) \
  pirch_fold_min(pirch_slots, X, (long)pirch_item())
#undef sub_group_scan_exclusive_max
#define sub_group_scan_exclusive_max(X) \
  pirch_fold_max(pirch_slots, X, (long)pirch_item())
#undef sub_group_barrier
#define sub_group_barrier(...) barrier(PIRCH_ALL)
#undef work_group_barrier
#define work_group_barrier(...) barrier(PIRCH_ALL)

#undef min
#define min pirch_min
#undef max
#define max pirch_max
#undef clamp
#define clamp pirch_clamp
#undef abs
#define abs pirch_abs
#undef rcp
#define rcp pirch_rcp
#undef native_recip
#define native_recip pirch_rcp
#undef native_sqrt
#define native_sqrt sqrt
#undef rsqrt
#define rsqrt(X) pirch_rcp(sqrt(X))
#undef mad
#define mad fma

// Functions of indices may be called without a dimension, which is then 0. A
// group has one sub-group.
#define PIRCH_DIM(...) (0 __VA_OPT__(+(__VA_ARGS__)))
#define get_local_id(...) get_local_id(PIRCH_DIM(__VA_ARGS__))
#define get_group_id(...) get_group_id(PIRCH_DIM(__VA_ARGS__))
#define get_global_id(...) get_global_id(PIRCH_DIM(__VA_ARGS__))
#define get_num_groups(...) get_num_groups(PIRCH_DIM(__VA_ARGS__))
#define get_global_size(...) get_global_size(PIRCH_DIM(__VA_ARGS__))
#define get_global_offset(...) get_global_offset(PIRCH_DIM(__VA_ARGS__))
#define get_local_size(...) ((ulong)(PIRCH_DIM(__VA_ARGS__) == 0 ? PIRCH_SIZE0 \
  : PIRCH_DIM(__VA_ARGS__) == 1 ? PIRCH_SIZE1 \
  : PIRCH_DIM(__VA_ARGS__) == 2 ? PIRCH_SIZE2 : 1))
#undef get_enqueued_local_size
#define get_enqueued_local_size(...) get_local_size(__VA_ARGS__)
#undef get_local_linear_id
#define get_local_linear_id() pirch_item()
#undef get_global_linear_id
#define get_global_linear_id() pirch_global_item()
#undef get_sub_group_local_id
#define get_sub_group_local_id() ((uint)pirch_item())
#undef get_sub_group_size
#define get_sub_group_size() ((uint)WG_SIZE)
#undef get_max_sub_group_size
#define get_max_sub_group_size() ((uint)WG_SIZE)
#undef get_num_sub_groups
#define get_num_sub_groups() 1u
#undef get_sub_group_id
#define get_sub_group_id() 0u

// Kernel parameters may not be of type size_t.
#define size_t ulong
#define ptrdiff_t long
#undef __OPENCL_VERSION__
#define __OPENCL_VERSION__ 120

// Pointers have no address space; see OpenCLSource.h.
#define __global
#define global
#define __private
#define private
#define __read_only
#define __write_only
)PRELUDE";
}
