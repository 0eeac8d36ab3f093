//===- Prelude.cl - What every kernel source starts with ------------------===//
//
// OpenCL's types and qualifiers and the declarations of the built-in functions,
// in Clang's C with overloading. The paper's kernels write `double *a` where
// OpenCL C wants `__global double *a`, and both are accepted: the address spaces
// are defined away.
//
// The build expands the macros (cmake/OpenCLText.cmake).
//
//===----------------------------------------------------------------------===//
#define OPENCL_TEXT_BEGINS

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
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
#define __compact(GROUPS) __attribute__((annotate("pirch.compact", GROUPS)))
#define __read_only
#define __write_only
#define restrict __restrict
#define reqd_work_group_size(X, Y, Z) annotate("pirch.group_size", X, Y, Z)
#define __reqd_work_group_size__ reqd_work_group_size
#define work_group_size_hint(X, Y, Z) annotate("pirch.group_size_hint", X, Y, Z)
#define __work_group_size_hint__ work_group_size_hint
#define intel_reqd_sub_group_size(N) annotate("pirch.sub_group_size", N)
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
/* A constant where the dimension is one that the range has; else what the
   function OTHER gives. A prelude's names are whole: what is pasted from parts
   would not be found (Declarations.h). */
#define __PIRCH_SIZE(OTHER, D) \
  ((size_t)__builtin_choose_expr( \
      __builtin_constant_p(D) ? (uint)(D) < __PIRCH_DIMS : 0, \
      (uint)(D) == 0 ? __PIRCH_SIZE_0 : (uint)(D) == 1 ? __PIRCH_SIZE_1 \
      : __PIRCH_SIZE_2, \
      OTHER(D)))
#define get_local_size(...) \
  __PIRCH_SIZE(__pirch_get_local_size, (0 __VA_OPT__(+(__VA_ARGS__))))
#define get_enqueued_local_size(...) \
  __PIRCH_SIZE(__pirch_get_enqueued_local_size, (0 __VA_OPT__(+(__VA_ARGS__))))
#define get_sub_group_size() ((uint)__WG_SIZE)
#define get_max_sub_group_size() ((uint)__WG_SIZE)
#define get_num_sub_groups() 1u
#define get_sub_group_id() 0u
#define get_work_dim() ((uint)__PIRCH_DIMS)

#define PIRCH_FLOATS(X) X(float) X(double)
#define PIRCH_INTS(X) X(char) X(uchar) X(short) X(ushort) X(int) X(uint) \
  X(long) X(ulong)
#define PIRCH_ALL(X) PIRCH_INTS(X) PIRCH_FLOATS(X)

#define PIRCH_MATH1(T) \
  PIRCH_FN T sqrt(T); PIRCH_FN T rsqrt(T); PIRCH_FN T rcp(T); \
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
  PIRCH_FN T stage(T); PIRCH_FN T shuffle(T, int); PIRCH_FN T sub_group_shuffle(T, uint); \
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
/* The group is one sub-group. */
#define PIRCH_GROUP1(T, NAME) PIRCH_FN static T work_group_##NAME(T x) { \
    return sub_group_##NAME(x); }
#define PIRCH_GROUP(T) PIRCH_GROUP1(T, reduce_add) PIRCH_GROUP1(T, reduce_min) \
  PIRCH_GROUP1(T, reduce_max) PIRCH_GROUP1(T, scan_inclusive_add) \
  PIRCH_GROUP1(T, scan_inclusive_min) PIRCH_GROUP1(T, scan_inclusive_max) \
  PIRCH_GROUP1(T, scan_exclusive_add) PIRCH_GROUP1(T, scan_exclusive_min) \
  PIRCH_GROUP1(T, scan_exclusive_max) \
  PIRCH_FN static T work_group_broadcast(T x, uint i) { \
    return sub_group_broadcast(x, i); }
PIRCH_ALL(PIRCH_GROUP)
#define PIRCH_INT(T) \
  PIRCH_FN T popcount(T); PIRCH_FN T clz(T); PIRCH_FN T mul_hi(T, T); \
  PIRCH_FN T rotate(T, T);
PIRCH_INTS(PIRCH_INT)
PIRCH_FN uchar abs(char); PIRCH_FN ushort abs(short);
PIRCH_FN uint abs(int); PIRCH_FN ulong abs(long);
PIRCH_FN uchar abs(uchar); PIRCH_FN ushort abs(ushort);
PIRCH_FN uint abs(uint); PIRCH_FN ulong abs(ulong);
PIRCH_FN float abs(float); PIRCH_FN double abs(double);
PIRCH_FN float __ocl_from_half(ushort); PIRCH_FN ushort __ocl_nearest_half(float);
PIRCH_FN int sub_group_any(int);
PIRCH_FN int sub_group_all(int);
PIRCH_FN static int work_group_any(int x) { return sub_group_any(x); }
PIRCH_FN static int work_group_all(int x) { return sub_group_all(x); }
PIRCH_FN void barrier(int);
PIRCH_FN void sub_group_barrier(int);
PIRCH_FN void work_group_barrier(int);
PIRCH_FN void work_group_barrier(int, int);
PIRCH_FN void sub_group_barrier(int, int);
PIRCH_FN void mem_fence(int);
PIRCH_FN void read_mem_fence(int);
PIRCH_FN void write_mem_fence(int);
#define PIRCH_ATOMIC2(T, P, V, NAME) PIRCH_FN T P##NAME(V T *, T);
#define PIRCH_ATOMICS(T, P, V) \
  PIRCH_FN T P##inc(V T *); PIRCH_FN T P##dec(V T *); \
  PIRCH_FN T P##cmpxchg(V T *, T, T); PIRCH_ATOMIC2(T, P, V, add) \
  PIRCH_ATOMIC2(T, P, V, sub) PIRCH_ATOMIC2(T, P, V, xchg) \
  PIRCH_ATOMIC2(T, P, V, min) PIRCH_ATOMIC2(T, P, V, max) \
  PIRCH_ATOMIC2(T, P, V, and) PIRCH_ATOMIC2(T, P, V, or) \
  PIRCH_ATOMIC2(T, P, V, xor)
PIRCH_ATOMICS(int, atomic_, volatile) PIRCH_ATOMICS(uint, atomic_, volatile)
PIRCH_ATOMICS(int, atom_, volatile) PIRCH_ATOMICS(uint, atom_, volatile)
PIRCH_ATOMICS(long, atom_, volatile) PIRCH_ATOMICS(ulong, atom_, volatile)
PIRCH_ATOMIC2(float, atomic_, volatile, xchg)
int printf(const __attribute__((opencl_constant)) char *, ...);

#define PIRCH_EXACT(T, I, TINY, MIN) \
  PIRCH_FN static T __pirch_reduce(T r, T y) { \
    while (fabs(r) >= y) r = fma(-rint(r / y), y, r); \
    return r < 0 ? r + y : r; } \
  PIRCH_FN static T fmod(T x, T y) { \
    T a = fabs(x), b = fabs(y); \
    if (!(a < (T)INFINITY) || !(b > 0)) return (T)NAN; \
    if (b < 1) a = __pirch_reduce(a, b * TINY); \
    return copysign(__pirch_reduce(a, b), x); } \
  PIRCH_FN static T remainder(T x, T y) { \
    T b = fabs(y), a = fabs(x); \
    if (!(a < (T)INFINITY) || !(b > 0)) return (T)NAN; \
    if (b < (T)INFINITY && b + b < (T)INFINITY) a = fmod(a, b + b); \
    if (b < 2 * MIN) { \
      if (a + a > b) { a -= b; if (a + a >= b) a -= b; } \
    } else if (a > (T)0.5 * b) { \
      a -= b; if (a >= (T)0.5 * b) a -= b; } \
    return signbit(x) ? -a : a; } \
  PIRCH_FN static T fdim(T x, T y) { \
    return x > y ? x - y : x <= y ? (T)0 : (T)NAN; } \
  PIRCH_FN static T nextafter(T x, T y) { \
    I i = __builtin_astype(x, I); \
    if (x != x || y != y) return (T)NAN; \
    if (x == y) return y; \
    if (x == 0) return copysign(__builtin_astype((I)1, T), y); \
    return __builtin_astype((I)((x < y) == (i >= 0) ? i + 1 : i - 1), T); }
PIRCH_FN static int signbit(float x); PIRCH_FN static int signbit(double x);
PIRCH_EXACT(float, int, 0x1p100f, FLT_MIN)
PIRCH_EXACT(double, long, 0x1p1000, DBL_MIN)
