//===- OraclePrelude.cl - OpenCL C's environment in plain C ---------------===//
//
// Types, qualifiers, and every built-in function with a body. Address spaces
// are defined away, so that pointers without one are accepted. The built-ins
// call those of Clang and a few functions that the fibers provide.
// lib/Oracle/Lockstep.cpp fills in the last two operands of every
// `__oracle_meet`.
//
// The build expands the macros (cmake/OpenCLText.cmake); those that begin with
// ORC_ serve this file alone. __ORACLE_SIZE0 to 2,
// __ORACLE_DIMS, __ORACLE_FAST_MATH and __ORACLE_ORDERED are defined for each
// kernel.
//
//===----------------------------------------------------------------------===//
#define OPENCL_TEXT_BEGINS

typedef unsigned char uchar; typedef unsigned short ushort;
typedef unsigned int uint; typedef unsigned long ulong;
typedef unsigned long size_t; typedef long ptrdiff_t;
typedef long intptr_t; typedef unsigned long uintptr_t;
#define __kernel __attribute__((annotate("oracle.kernel")))
#define kernel __kernel
#define __local __attribute__((annotate("oracle.local"), uninitialized))
#define local __local
#define __compact(GROUPS)
#define __global
#define global
#define __constant const
#define constant const
#define __private
#define private
#define __generic
#define __read_only
#define __write_only
#define __read_write
#define restrict __restrict
#define reqd_work_group_size(...)
#define __reqd_work_group_size__(...)
#define work_group_size_hint(...)
#define intel_reqd_sub_group_size(...)
#define vec_type_hint(...)

#define ORC_FN static inline __attribute__((overloadable, unused))
__attribute__((const)) long __oracle_item(void);
__attribute__((const)) long __oracle_group(long dim);
__attribute__((const)) long __oracle_groups(long dim);
__attribute__((const)) long __oracle_offset(long dim);
void __oracle_meet(ulong value, long call, long depth);
ulong __oracle_read(long source);
ulong __oracle_seen(long item);
int __oracle_took_part(long item);

#define __oracle_size(D) ((size_t)((D) == 0 ? __ORACLE_SIZE0 \
  : (D) == 1 ? __ORACLE_SIZE1 : (D) == 2 ? __ORACLE_SIZE2 : 1))
ORC_FN size_t __oracle_size_of(uint d) { return __oracle_size(d); }
#define __oracle_known_size(D) __builtin_choose_expr(__builtin_constant_p(D), \
  __oracle_size((uint)(D)), __oracle_size_of(D))
#define get_local_size(...) __oracle_known_size((0 __VA_OPT__(+(__VA_ARGS__))))
#define get_enqueued_local_size(...) get_local_size(__VA_ARGS__)
#define get_sub_group_size() ((uint)(__WG_SIZE))
#define get_max_sub_group_size() ((uint)(__WG_SIZE))
#define get_num_sub_groups() 1u
#define get_sub_group_id() 0u
#define get_work_dim() ((uint)__ORACLE_DIMS)
/* Dimensions that the range does not have: sizes are 1, the others 0. */
#define ORC_INDEX(NAME, VALUE, OTHER) \
  ORC_FN size_t NAME(uint d) { \
    return d < __ORACLE_DIMS ? (size_t)(VALUE) : OTHER; } \
  ORC_FN size_t NAME(void) { return NAME(0u); }
ORC_FN size_t __oracle_local_id(uint d) {
  size_t item = __oracle_item();
  for (uint before = 0; before < d; ++before)
    item /= __oracle_size(before);
  return item % __oracle_size(d);
}
ORC_INDEX(get_local_id, __oracle_local_id(d), 0)
ORC_FN uint get_sub_group_local_id(void) { return __oracle_item(); }
ORC_INDEX(get_group_id, __oracle_group(d), 0)
ORC_INDEX(get_global_offset, __oracle_offset(d), 0)
ORC_INDEX(get_global_id, __oracle_group(d) * __oracle_size(d) + \
      __oracle_local_id(d) + __oracle_offset(d), 0)
ORC_INDEX(get_num_groups, __oracle_groups(d), 1)
ORC_INDEX(get_global_size, __oracle_groups(d) * __oracle_size(d), 1)
ORC_FN size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
         get_local_size(0) + get_local_id(0);
}
ORC_FN size_t get_global_linear_id(void) {
  return ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) +
          get_global_id(1) - get_global_offset(1)) * get_global_size(0) +
         get_global_id(0) - get_global_offset(0);
}

#define ORC_BARRIER(NAME) \
  ORC_FN void NAME(int f) { __oracle_meet(0, 0, 0); } \
  ORC_FN void NAME(int f, int scope) { __oracle_meet(0, 0, 0); }
ORC_BARRIER(barrier) ORC_BARRIER(work_group_barrier) ORC_BARRIER(sub_group_barrier)
ORC_FN void mem_fence(int f) {}
ORC_FN void read_mem_fence(int f) {}
ORC_FN void write_mem_fence(int f) {}

#define ORC_FLOATS(X) X(float) X(double)
#define ORC_INTS(X) X(char, uchar) X(short, ushort) X(int, uint) X(long, ulong)

#define ORC_M1(NAME) ORC_FN float NAME(float x) { return __builtin_##NAME##f(x); } \
  ORC_FN double NAME(double x) { return __builtin_##NAME(x); }
ORC_M1(sqrt) ORC_M1(fabs)
ORC_M1(floor) ORC_M1(ceil) ORC_M1(round) ORC_M1(trunc) ORC_M1(rint)
#define ORC_M2(NAME) \
  ORC_FN float NAME(float x, float y) { return __builtin_##NAME##f(x, y); } \
  ORC_FN double NAME(double x, double y) { return __builtin_##NAME(x, y); }
ORC_M2(copysign) ORC_M2(fmin) ORC_M2(fmax) ORC_M2(fmod) ORC_M2(fdim)
ORC_M2(remainder) ORC_M2(nextafter)
#define ORC_M3(NAME) ORC_FN float NAME(float a, float b, float c) { return __builtin_fmaf(a, b, c); } \
  ORC_FN double NAME(double a, double b, double c) { return __builtin_fma(a, b, c); }
ORC_M3(fma) ORC_M3(mad)

/* Those of Pirch/Math; the last operand, 1 or 0, says whether errors of up to 4
   ulp may be made. */
#define ORC_OWN1(NAME) \
  __attribute__((const)) float __oracle_##NAME##_f32(float x, int fast); \
  __attribute__((const)) double __oracle_##NAME##_f64(double x, int fast); \
  ORC_FN float NAME(float x) { return __oracle_##NAME##_f32(x, __ORACLE_FAST_MATH); } \
  ORC_FN double NAME(double x) { return __oracle_##NAME##_f64(x, __ORACLE_FAST_MATH); }
ORC_OWN1(exp) ORC_OWN1(exp2) ORC_OWN1(expm1) ORC_OWN1(log) ORC_OWN1(log2) ORC_OWN1(log10) ORC_OWN1(log1p)
ORC_OWN1(sin) ORC_OWN1(cos) ORC_OWN1(tan) ORC_OWN1(asin) ORC_OWN1(acos) ORC_OWN1(atan) ORC_OWN1(cbrt)
ORC_OWN1(erf) ORC_OWN1(sinh) ORC_OWN1(cosh) ORC_OWN1(tanh)
#define ORC_OWN2(NAME) \
  __attribute__((const)) float __oracle_##NAME##_f32(float x, float y, int fast); \
  __attribute__((const)) double __oracle_##NAME##_f64(double x, double y, int fast); \
  ORC_FN float NAME(float x, float y) { \
    return __oracle_##NAME##_f32(x, y, __ORACLE_FAST_MATH); } \
  ORC_FN double NAME(double x, double y) { \
    return __oracle_##NAME##_f64(x, y, __ORACLE_FAST_MATH); }
ORC_OWN2(pow) ORC_OWN2(atan2)

#define ORC_PER_FLOAT(T) \
  ORC_FN T rsqrt(T x) { return (T)1 / sqrt(x); } \
  ORC_FN T rcp(T x) { return (T)1 / x; } \
  ORC_FN int isnan(T x) { return x != x; } \
  ORC_FN int isinf(T x) { return fabs(x) == (T)INFINITY; } \
  ORC_FN T abs(T x) { return fabs(x); } \
  ORC_FN T min(T x, T y) { return fmin(x, y); } \
  ORC_FN T max(T x, T y) { return fmax(x, y); }
ORC_FLOATS(ORC_PER_FLOAT)
#define ORC_BITS(T) ((int)sizeof(T) * 8)
#define ORC_PER_INT(S, U) \
  ORC_FN S min(S x, S y) { return x < y ? x : y; } \
  ORC_FN U min(U x, U y) { return x < y ? x : y; } \
  ORC_FN S max(S x, S y) { return x > y ? x : y; } \
  ORC_FN U max(U x, U y) { return x > y ? x : y; } \
  ORC_FN U abs(U x) { return x; } \
  ORC_FN U abs(S x) { return x < 0 ? (U)(0 - (U)x) : (U)x; } \
  ORC_FN U popcount(U x) { return __builtin_popcountl(x); } \
  ORC_FN S popcount(S x) { return popcount((U)x); } \
  ORC_FN U clz(U x) { return x ? __builtin_clzl(x) - (64 - ORC_BITS(U)) : ORC_BITS(U); } \
  ORC_FN S clz(S x) { return clz((U)x); } \
  ORC_FN U mul_hi(U x, U y) { return ((unsigned __int128)x * y) >> ORC_BITS(U); } \
  ORC_FN S mul_hi(S x, S y) { return ((__int128)x * y) >> ORC_BITS(S); } \
  ORC_FN U rotate(U x, U n) { int left = n % ORC_BITS(U); \
    return left ? (U)(x << left) | (U)(x >> (ORC_BITS(U) - left)) : x; } \
  ORC_FN S rotate(S x, S n) { return rotate((U)x, (U)n); }
ORC_INTS(ORC_PER_INT)

/* Numbers of 16 bits, from and to nearest even, by their bits. */
ORC_FN float __ocl_from_half(ushort h) {
  uint sign = (uint)(h & 0x8000) << 16, high = h & 0x7c00, low = h & 0x3ff;
  uint bits = high == 0x7c00 ? 0x7f800000u | low << 13
                             : (high << 13) + (112u << 23) + (low << 13);
  float tiny = (float)low * 0x1p-24f;
  return __builtin_astype(sign | (high ? bits : __builtin_astype(tiny, uint)), float); }
ORC_FN ushort __ocl_nearest_half(float x) {
  uint bits = __builtin_astype(x, uint), sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000) return (ushort)(sign | 0x7e00 | (bits >> 13 & 0x1ff));
  int e = (int)(bits >> 23) - 127;
  int shift = e >= -14 ? 13 : e < -25 ? 25 : -1 - e;
  uint all = bits ? (bits & 0x7fffff) | 0x800000 : 0u;
  uint kept = all >> shift, half_unit = 1u << (shift - 1);
  uint lost = all & (2 * half_unit - 1);
  kept += lost > half_unit || (lost == half_unit && (kept & 1)) ? 1 : 0;
  uint result = e > 15 ? 0x7c00u : e >= -14 ? ((uint)(e + 14) << 10) + kept : kept;
  return (ushort)(sign | result); }

/* Fibers of one thread do not interrupt each other. */
#define ORC_ATOMIC(T, NAME, NEXT) ORC_FN T NAME(volatile T *p, T v) { \
    T old = *p; *p = (T)(NEXT); return old; }
#define ORC_ATOMICS(T, P) \
  ORC_ATOMIC(T, P##add, (ulong)old + (ulong)v) \
  ORC_ATOMIC(T, P##sub, (ulong)old - (ulong)v) ORC_ATOMIC(T, P##xchg, v) \
  ORC_ATOMIC(T, P##min, v < old ? v : old) ORC_ATOMIC(T, P##max, v > old ? v : old) \
  ORC_ATOMIC(T, P##and, old & v) ORC_ATOMIC(T, P##or, old | v) \
  ORC_ATOMIC(T, P##xor, old ^ v) \
  ORC_FN T P##inc(volatile T *p) { return P##add(p, (T)1); } \
  ORC_FN T P##dec(volatile T *p) { return P##sub(p, (T)1); } \
  ORC_FN T P##cmpxchg(volatile T *p, T expected, T v) { \
    T old = *p; if (old == expected) *p = v; return old; }
ORC_ATOMICS(int, atomic_) ORC_ATOMICS(uint, atomic_) ORC_ATOMICS(int, atom_)
ORC_ATOMICS(uint, atom_) ORC_ATOMICS(long, atom_) ORC_ATOMICS(ulong, atom_)
ORC_ATOMIC(float, atomic_xchg, v)

#define ORC_PER_TYPE(T) \
  ORC_FN ulong __oracle_pack_##T(T x) { \
    union { T value; ulong bits; } u; u.bits = 0; u.value = x; return u.bits; } \
  ORC_FN T __oracle_unpack_##T(ulong bits) { \
    union { T value; ulong bits; } u; u.bits = bits; return u.value; } \
  ORC_FN T __oracle_shuffle_##T(T x, long source) { \
    __oracle_meet(__oracle_pack_##T(x), 0, 0); \
    return __oracle_unpack_##T(__oracle_read(source)); } \
  ORC_FN T shuffle(T x, int i) { return __oracle_shuffle_##T(x, i); } \
  ORC_FN T sub_group_shuffle(T x, uint i) { return __oracle_shuffle_##T(x, i); } \
  ORC_FN T sub_group_broadcast(T x, uint i) { return __oracle_shuffle_##T(x, i); } \
  ORC_FN T work_group_broadcast(T x, uint i) { return __oracle_shuffle_##T(x, i); } \
  ORC_FN T sub_group_shuffle_xor(T x, uint m) { return __oracle_shuffle_##T(x, __oracle_item() ^ m); } \
  ORC_FN T sub_group_shuffle_up(T x, uint d) { return __oracle_shuffle_##T(x, __oracle_item() - (long)d); } \
  ORC_FN T sub_group_shuffle_down(T x, uint d) { return __oracle_shuffle_##T(x, __oracle_item() + (long)d); } \
  ORC_FN T clamp(T x, T low, T high) { return min(max(x, low), high); }
#define ORC_PER_TYPES(S, U) ORC_PER_TYPE(S) ORC_PER_TYPE(U)
ORC_FLOATS(ORC_PER_TYPE) ORC_INTS(ORC_PER_TYPES)

#define ORC_ADD(A, B) ((A) + (B))
/* Few bodies and no overloads: every kernel's source is parsed behind them. */
#define ORC_PART(T, i) __oracle_unpack_##T(__oracle_seen(i))
/* In the order of the work items. */
#define ORC_ORDERED(NAME, T, OP) \
  ORC_FN T __oracle_ordered_##NAME##_##T(T x, T total, long end) { \
    __oracle_meet(__oracle_pack_##T(x), 0, 0); \
    int any = 0; \
    for (long i = 0; i < end; ++i) { \
      if (!__oracle_took_part(i)) continue; \
      T value = ORC_PART(T, i); \
      total = any ? (T)OP(total, value) : value; any = 1; \
    } return total; }
/* A scan: the blocks of 1, 2, 4, ... items that are complete, one of each size,
   are merged when the next item completes another of their size; what is left
   is combined from the last to the first. */
#define ORC_SCAN(NAME, T, OP) \
  ORC_FN T __oracle_scan_##NAME##_##T(T x, T total, long end) { \
    __oracle_meet(__oracle_pack_##T(x), 0, 0); \
    T block[16]; int has[16]; \
    for (long i = 0; i < end; ++i) { \
      int here = __oracle_took_part(i) != 0, size = 0; \
      T value = here ? ORC_PART(T, i) : total; \
      for (; i >> size & 1; ++size) \
        if (has[size]) { \
          value = here ? (T)OP(block[size], value) : block[size]; here = 1; } \
      block[size] = value; has[size] = here; \
    } \
    int any = 0; \
    for (int size = 0; size < 16; ++size) \
      if ((end >> size & 1) && has[size]) { \
        total = any ? (T)OP(block[size], total) : block[size]; any = 1; } \
    return total; }
/* A reduction: the upper half of the items joins the lower, until one is left. */
#define ORC_REDUCE(NAME, T, OP) \
  ORC_FN T __oracle_reduce_##NAME##_##T(T x, T total) { \
    __oracle_meet(__oracle_pack_##T(x), 0, 0); \
    T part[2 * __WG_SIZE]; char has[2 * __WG_SIZE]; \
    long width = 1; \
    while (width < __WG_SIZE) width *= 2; \
    for (long i = 0; i < width; ++i) { \
      has[i] = i < __WG_SIZE && __oracle_took_part(i); \
      if (has[i]) part[i] = ORC_PART(T, i); } \
    while (width /= 2) \
      for (long i = 0; i < width; ++i) \
        if (has[i + width]) { \
          part[i] = has[i] ? (T)OP(part[i], part[i + width]) : part[i + width]; \
          has[i] = 1; } \
    return has[0] ? part[0] : total; }
#define ORC_FOLD(NAME, T, OP) \
  ORC_ORDERED(NAME, T, OP) ORC_SCAN(NAME, T, OP) ORC_REDUCE(NAME, T, OP) \
  ORC_FN T __oracle_fold_##NAME##_##T(T x, T total, long end) { \
    return __ORACLE_ORDERED ? __oracle_ordered_##NAME##_##T(x, total, end) \
                            : __oracle_scan_##NAME##_##T(x, total, end); } \
  ORC_FN T __oracle_all_##NAME##_##T(T x, T total) { \
    return __ORACLE_ORDERED ? __oracle_ordered_##NAME##_##T(x, total, __WG_SIZE) \
                            : __oracle_reduce_##NAME##_##T(x, total); }
#define ORC_FOLDS(SCOPE, NAME, T, ID) \
  ORC_FN T SCOPE##_reduce_##NAME(T x) { \
    return __oracle_all_##NAME##_##T(x, ID); } \
  ORC_FN T SCOPE##_scan_inclusive_##NAME(T x) { \
    return __oracle_fold_##NAME##_##T(x, ID, __oracle_item() + 1); } \
  ORC_FN T SCOPE##_scan_exclusive_##NAME(T x) { \
    return __oracle_fold_##NAME##_##T(x, ID, __oracle_item()); }
#define ORC_FOLDS3(T, LEAST, GREATEST) \
  ORC_FOLD(add, T, ORC_ADD) ORC_FOLD(min, T, min) ORC_FOLD(max, T, max) \
  ORC_FOLDS(sub_group, add, T, 0) ORC_FOLDS(sub_group, min, T, GREATEST) \
  ORC_FOLDS(sub_group, max, T, LEAST) \
  ORC_FOLDS(work_group, add, T, 0) ORC_FOLDS(work_group, min, T, GREATEST) \
  ORC_FOLDS(work_group, max, T, LEAST)
#define ORC_FOLDS_FLOAT(T) ORC_FOLDS3(T, -(T)INFINITY, (T)INFINITY)
#define ORC_FOLDS_INT(S, U) ORC_FOLDS3(U, 0, (U)~(U)0) \
  ORC_FOLDS3(S, (S)~(S)((U)~(U)0 >> 1), (S)((U)~(U)0 >> 1))
ORC_FLOATS(ORC_FOLDS_FLOAT) ORC_INTS(ORC_FOLDS_INT)
#define ORC_VOTE(NAME, START, OP) ORC_FN int NAME(int x) { \
    __oracle_meet(x != 0, 0, 0); int result = START; \
    for (long i = 0; i < __WG_SIZE; ++i) \
      if (__oracle_took_part(i)) result = result OP (int)__oracle_seen(i); \
    return result; }
#define ORC_STAGE(T) ORC_FN T stage(T x) { return x; }
ORC_STAGE(char) ORC_STAGE(uchar) ORC_STAGE(short) ORC_STAGE(ushort) ORC_STAGE(int) ORC_STAGE(uint)
ORC_STAGE(long) ORC_STAGE(ulong) ORC_STAGE(float) ORC_STAGE(double)
ORC_VOTE(sub_group_any, 0, |) ORC_VOTE(sub_group_all, 1, &)
ORC_VOTE(work_group_any, 0, |) ORC_VOTE(work_group_all, 1, &)

