//===- Prelude.cpp - What every kernel source starts with -----------------===//
//
// Kernels are parsed as C with Clang's overloading: the paper's kernels write
// `double *a` where OpenCL C wants `__global double *a`, and both are accepted.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

llvm::StringRef pirch::getPrelude() {
  return R"PRELUDE(
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef _Bool bool;
#define __kernel __attribute__((annotate("pirch.kernel")))
#define kernel __kernel
#define __global
#define global
#define __constant const
#define constant const
#define __private
#define private
#define __local __attribute__((annotate("pirch.local")))
#define local __local
#define __read_only
#define __write_only
#define restrict __restrict
#define reqd_work_group_size(X, Y, Z) annotate("pirch.group_size", X, Y, Z)
#define __reqd_work_group_size__ reqd_work_group_size
#define work_group_size_hint(X, Y, Z) annotate("pirch.group_size_hint", X, Y, Z)
#define __work_group_size_hint__ work_group_size_hint
#define vec_type_hint(...)

#define PIRCH_FN __attribute__((overloadable))
#define PIRCH_INDEX(NAME) PIRCH_FN size_t NAME(void); PIRCH_FN size_t NAME(uint);
PIRCH_INDEX(get_local_id)
PIRCH_INDEX(get_group_id)
PIRCH_INDEX(get_global_id)
PIRCH_INDEX(get_num_groups)
PIRCH_INDEX(get_global_size)
PIRCH_FN uint get_sub_group_local_id(void);
PIRCH_INDEX(get_global_offset)
PIRCH_FN size_t get_local_linear_id(void);
PIRCH_FN size_t get_global_linear_id(void);
PIRCH_FN size_t __pirch_get_local_size(uint);
PIRCH_FN size_t __pirch_get_enqueued_local_size(uint);
/* A constant where the dimension is one that the range has. */
#define __PIRCH_SIZE(NAME, D) \
  ((size_t)__builtin_choose_expr( \
      __builtin_constant_p(D) ? (uint)(D) < __PIRCH_DIMS : 0, \
      (uint)(D) == 0 ? __PIRCH_SIZE_0 : (uint)(D) == 1 ? __PIRCH_SIZE_1 \
      : __PIRCH_SIZE_2, \
      __pirch_##NAME(D)))
#define get_local_size(...) \
  __PIRCH_SIZE(get_local_size, (0 __VA_OPT__(+(__VA_ARGS__))))
#define get_enqueued_local_size(...) \
  __PIRCH_SIZE(get_enqueued_local_size, (0 __VA_OPT__(+(__VA_ARGS__))))
#define get_sub_group_size() ((uint)WG_SIZE)
#define get_max_sub_group_size() ((uint)WG_SIZE)
#define get_num_sub_groups() 1u
#define get_sub_group_id() 0u
#define get_work_dim() ((uint)__PIRCH_DIMS)

#define PIRCH_FLOATS(X) X(float) X(double)
#define PIRCH_INTS(X) X(char) X(uchar) X(short) X(ushort) X(int) X(uint) \
  X(long) X(ulong)
#define PIRCH_ALL(X) PIRCH_INTS(X) PIRCH_FLOATS(X)

#define PIRCH_MATH1(T) \
  PIRCH_FN T sqrt(T); PIRCH_FN T rsqrt(T); PIRCH_FN T rcp(T); \
  PIRCH_FN T native_recip(T); PIRCH_FN T native_sqrt(T); \
  PIRCH_FN T fabs(T); PIRCH_FN T exp(T); PIRCH_FN T exp2(T); \
  PIRCH_FN T expm1(T); PIRCH_FN T log(T); PIRCH_FN T log2(T); \
  PIRCH_FN T log10(T); PIRCH_FN T log1p(T); PIRCH_FN T sin(T); \
  PIRCH_FN T cos(T); PIRCH_FN T tan(T); PIRCH_FN T tanh(T); \
  PIRCH_FN T sinh(T); PIRCH_FN T cosh(T); PIRCH_FN T asin(T); \
  PIRCH_FN T acos(T); PIRCH_FN T atan(T); PIRCH_FN T cbrt(T); \
  PIRCH_FN T erf(T); PIRCH_FN T floor(T); PIRCH_FN T ceil(T); \
  PIRCH_FN T round(T); PIRCH_FN T trunc(T); PIRCH_FN T rint(T); \
  PIRCH_FN T pow(T, T); PIRCH_FN T atan2(T, T); PIRCH_FN T copysign(T, T); \
  PIRCH_FN T fmin(T, T); PIRCH_FN T fmax(T, T); PIRCH_FN T fma(T, T, T); \
  PIRCH_FN T mad(T, T, T); PIRCH_FN int isnan(T); PIRCH_FN int isinf(T);
PIRCH_FLOATS(PIRCH_MATH1)

#define PIRCH_ANY(T) \
  PIRCH_FN T min(T, T); PIRCH_FN T max(T, T); PIRCH_FN T clamp(T, T, T); \
  PIRCH_FN T shuffle(T, int); PIRCH_FN T sub_group_shuffle(T, uint); \
  PIRCH_FN T sub_group_shuffle_xor(T, uint); \
  PIRCH_FN T sub_group_shuffle_up(T, uint); \
  PIRCH_FN T sub_group_shuffle_down(T, uint); \
  PIRCH_FN T sub_group_broadcast(T, uint); \
  PIRCH_FN T sub_group_reduce_add(T); PIRCH_FN T sub_group_reduce_min(T); \
  PIRCH_FN T sub_group_reduce_max(T); \
  PIRCH_FN T sub_group_scan_inclusive_add(T); \
  PIRCH_FN T sub_group_scan_inclusive_min(T); \
  PIRCH_FN T sub_group_scan_inclusive_max(T); \
  PIRCH_FN T sub_group_scan_exclusive_add(T); \
  PIRCH_FN T sub_group_scan_exclusive_min(T); \
  PIRCH_FN T sub_group_scan_exclusive_max(T);
PIRCH_ALL(PIRCH_ANY)
#define PIRCH_INT(T) \
  PIRCH_FN T popcount(T); PIRCH_FN T clz(T); PIRCH_FN T mul_hi(T, T); \
  PIRCH_FN T rotate(T, T);
PIRCH_INTS(PIRCH_INT)
PIRCH_FN uchar abs(char); PIRCH_FN ushort abs(short);
PIRCH_FN uint abs(int); PIRCH_FN ulong abs(long);
PIRCH_FN uchar abs(uchar); PIRCH_FN ushort abs(ushort);
PIRCH_FN uint abs(uint); PIRCH_FN ulong abs(ulong);
PIRCH_FN float abs(float); PIRCH_FN double abs(double);
PIRCH_FN int sub_group_any(int);
PIRCH_FN int sub_group_all(int);
PIRCH_FN void barrier(int);
PIRCH_FN void sub_group_barrier(int);
PIRCH_FN void work_group_barrier(int);
PIRCH_FN void mem_fence(int);

#define PIRCH_AS32(T) PIRCH_FN int as_int(T); PIRCH_FN uint as_uint(T); \
  PIRCH_FN float as_float(T);
PIRCH_AS32(int) PIRCH_AS32(uint) PIRCH_AS32(float)
#define PIRCH_AS64(T) PIRCH_FN long as_long(T); PIRCH_FN ulong as_ulong(T); \
  PIRCH_FN double as_double(T);
PIRCH_AS64(long) PIRCH_AS64(ulong) PIRCH_AS64(double)
#define convert_char(X) ((char)(X))
#define convert_uchar(X) ((uchar)(X))
#define convert_short(X) ((short)(X))
#define convert_ushort(X) ((ushort)(X))
#define convert_int(X) ((int)(X))
#define convert_uint(X) ((uint)(X))
#define convert_long(X) ((long)(X))
#define convert_ulong(X) ((ulong)(X))
#define convert_float(X) ((float)(X))
#define convert_double(X) ((double)(X))
)PRELUDE";
}
