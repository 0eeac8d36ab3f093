//===- OraclePrelude.cl - OpenCL C's environment in plain C ---------------===//
//
// Types, qualifiers, and every built-in function with a body. Address spaces
// are defined away, so that pointers without one are accepted. The built-ins
// call those of Clang and a few functions that the fibers provide.
// lib/Oracle/Lockstep.cpp fills in the last two operands of every
// `__oracle_meet`.
//
// The build expands the macros (cmake/OpenCLText.cmake). __ORACLE_SIZE0 to 2,
// __ORACLE_DIMS, __ORACLE_FAST_MATH and __ORACLE_ORDERED are defined for each
// kernel.
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
#define vec_type_hint(...)

#define FN static inline __attribute__((overloadable, unused))
__attribute__((const)) long __oracle_item(void);
__attribute__((const)) long __oracle_group(long dim);
__attribute__((const)) long __oracle_groups(long dim);
__attribute__((const)) long __oracle_offset(long dim);
void __oracle_meet(ulong value, long call, long depth);
ulong __oracle_read(long source);
ulong __oracle_seen(long item);
int __oracle_took_part(long item);

#define __oracle_size(D)                                                       \
  ((size_t)((D) == 0   ? __ORACLE_SIZE0                                        \
            : (D) == 1 ? __ORACLE_SIZE1                                        \
            : (D) == 2 ? __ORACLE_SIZE2                                        \
                       : 1))
FN size_t __oracle_size_of(uint d) { return __oracle_size(d); }
#define __oracle_known_size(D)                                                 \
  __builtin_choose_expr(__builtin_constant_p(D), __oracle_size((uint)(D)),     \
                        __oracle_size_of(D))
#define get_local_size(...) __oracle_known_size((0 __VA_OPT__(+(__VA_ARGS__))))
#define get_enqueued_local_size(...) get_local_size(__VA_ARGS__)
#define get_sub_group_size() ((uint)(__WG_SIZE))
#define get_max_sub_group_size() ((uint)(__WG_SIZE))
#define get_num_sub_groups() 1u
#define get_sub_group_id() 0u
#define get_work_dim() ((uint)__ORACLE_DIMS)
/* Dimensions that the range does not have: sizes are 1, the others 0. */
#define INDEX(NAME, VALUE, OTHER)                                              \
  FN size_t NAME(uint d) {                                                     \
    return d < __ORACLE_DIMS ? (size_t)(VALUE) : OTHER;                        \
  }                                                                            \
  FN size_t NAME(void) { return NAME(0u); }
FN size_t __oracle_local_id(uint d) {
  size_t item = __oracle_item();
  for (uint before = 0; before < d; ++before)
    item /= __oracle_size(before);
  return item % __oracle_size(d);
}
INDEX(get_local_id, __oracle_local_id(d), 0)
FN uint get_sub_group_local_id(void) { return __oracle_item(); }
INDEX(get_group_id, __oracle_group(d), 0)
INDEX(get_global_offset, __oracle_offset(d), 0)
INDEX(get_global_id,
      __oracle_group(d) * __oracle_size(d) + __oracle_local_id(d) +
          __oracle_offset(d),
      0)
INDEX(get_num_groups, __oracle_groups(d), 1)
INDEX(get_global_size, __oracle_groups(d) * __oracle_size(d), 1)
FN size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
             get_local_size(0) +
         get_local_id(0);
}
FN size_t get_global_linear_id(void) {
  return ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) +
          get_global_id(1) - get_global_offset(1)) *
             get_global_size(0) +
         get_global_id(0) - get_global_offset(0);
}

#define BARRIER(NAME)                                                          \
  FN void NAME(int f) { __oracle_meet(0, 0, 0); }                              \
  FN void NAME(int f, int scope) { __oracle_meet(0, 0, 0); }
BARRIER(barrier)
BARRIER(work_group_barrier) BARRIER(sub_group_barrier) FN
    void mem_fence(int f) {}
FN void read_mem_fence(int f) {}
FN void write_mem_fence(int f) {}

#define FLOATS(X) X(float) X(double)
#define INTS(X) X(char, uchar) X(short, ushort) X(int, uint) X(long, ulong)

#define M1(NAME)                                                               \
  FN float NAME(float x) { return __builtin_##NAME##f(x); }                    \
  FN double NAME(double x) { return __builtin_##NAME(x); }
M1(sqrt)
M1(fabs) M1(floor) M1(ceil) M1(round) M1(trunc) M1(rint)
#define M2(NAME)                                                               \
  FN float NAME(float x, float y) { return __builtin_##NAME##f(x, y); }        \
  FN double NAME(double x, double y) { return __builtin_##NAME(x, y); }
    M2(copysign) M2(fmin) M2(fmax) M2(fmod) M2(fdim) M2(remainder) M2(nextafter)
#define M3(NAME)                                                               \
  FN float NAME(float a, float b, float c) { return __builtin_fmaf(a, b, c); } \
  FN double NAME(double a, double b, double c) {                               \
    return __builtin_fma(a, b, c);                                             \
  }
        M3(fma) M3(mad)

/* Those of Pirch/Math; the last operand, 1 or 0, says whether errors of up to 4
   ulp may be made. */
#define OWN1(NAME)                                                             \
  __attribute__((const)) float __oracle_##NAME##_f32(float x, int fast);       \
  __attribute__((const)) double __oracle_##NAME##_f64(double x, int fast);     \
  FN float NAME(float x) {                                                     \
    return __oracle_##NAME##_f32(x, __ORACLE_FAST_MATH);                       \
  }                                                                            \
  FN double NAME(double x) {                                                   \
    return __oracle_##NAME##_f64(x, __ORACLE_FAST_MATH);                       \
  }
            OWN1(exp) OWN1(exp2) OWN1(expm1) OWN1(log) OWN1(log2) OWN1(
                log10) OWN1(log1p) OWN1(sin) OWN1(cos) OWN1(tan) OWN1(asin)
                OWN1(acos) OWN1(atan) OWN1(cbrt) OWN1(erf) OWN1(sinh) OWN1(
                    cosh) OWN1(tanh)
#define OWN2(NAME)                                                             \
  __attribute__((const)) float __oracle_##NAME##_f32(float x, float y,         \
                                                     int fast);                \
  __attribute__((const)) double __oracle_##NAME##_f64(double x, double y,      \
                                                      int fast);               \
  FN float NAME(float x, float y) {                                            \
    return __oracle_##NAME##_f32(x, y, __ORACLE_FAST_MATH);                    \
  }                                                                            \
  FN double NAME(double x, double y) {                                         \
    return __oracle_##NAME##_f64(x, y, __ORACLE_FAST_MATH);                    \
  }
                    OWN2(pow) OWN2(atan2)

#define PER_FLOAT(T)                                                           \
  FN T rsqrt(T x) { return (T)1 / sqrt(x); }                                   \
  FN T rcp(T x) { return (T)1 / x; }                                           \
  FN int isnan(T x) { return x != x; }                                         \
  FN int isinf(T x) { return fabs(x) == (T)INFINITY; }                         \
  FN T abs(T x) { return fabs(x); }                                            \
  FN T min(T x, T y) { return fmin(x, y); }                                    \
  FN T max(T x, T y) { return fmax(x, y); }
                        FLOATS(PER_FLOAT)
#define BITS(T) ((int)sizeof(T) * 8)
#define PER_INT(S, U)                                                          \
  FN S min(S x, S y) { return x < y ? x : y; }                                 \
  FN U min(U x, U y) { return x < y ? x : y; }                                 \
  FN S max(S x, S y) { return x > y ? x : y; }                                 \
  FN U max(U x, U y) { return x > y ? x : y; }                                 \
  FN U abs(U x) { return x; }                                                  \
  FN U abs(S x) { return x < 0 ? (U)(0 - (U)x) : (U)x; }                       \
  FN U popcount(U x) { return __builtin_popcountl(x); }                        \
  FN S popcount(S x) { return popcount((U)x); }                                \
  FN U clz(U x) { return x ? __builtin_clzl(x) - (64 - BITS(U)) : BITS(U); }   \
  FN S clz(S x) { return clz((U)x); }                                          \
  FN U mul_hi(U x, U y) { return ((unsigned __int128)x * y) >> BITS(U); }      \
  FN S mul_hi(S x, S y) { return ((__int128)x * y) >> BITS(S); }               \
  FN U rotate(U x, U n) {                                                      \
    int left = n % BITS(U);                                                    \
    return left ? (U)(x << left) | (U)(x >> (BITS(U) - left)) : x;             \
  }                                                                            \
  FN S rotate(S x, S n) { return rotate((U)x, (U)n); }
                            INTS(PER_INT)

/* Fibers of one thread do not interrupt each other. */
#define ATOMIC(T, NAME, NEXT)                                                  \
  FN T NAME(volatile T *p, T v) {                                              \
    T old = *p;                                                                \
    *p = (T)(NEXT);                                                            \
    return old;                                                                \
  }
#define ATOMICS(T, P)                                                          \
  ATOMIC(T, P##add, (ulong)old + (ulong)v)                                     \
  ATOMIC(T, P##sub, (ulong)old - (ulong)v)                                     \
  ATOMIC(T, P##xchg, v) ATOMIC(T, P##min, v < old ? v : old)                   \
      ATOMIC(T, P##max, v > old ? v : old) ATOMIC(T, P##and, old &v)           \
          ATOMIC(T, P## or, old | v) ATOMIC(T, P## xor, old ^ v) FN T          \
          P##inc(volatile T *p) {                                              \
    return P##add(p, (T)1);                                                    \
  }                                                                            \
  FN T P##dec(volatile T *p) { return P##sub(p, (T)1); }                       \
  FN T P##cmpxchg(volatile T *p, T expected, T v) {                            \
    T old = *p;                                                                \
    if (old == expected)                                                       \
      *p = v;                                                                  \
    return old;                                                                \
  }
                                ATOMICS(int, atomic_) ATOMICS(
                                    uint, atomic_) ATOMICS(int,
                                                           atom_) ATOMICS(uint,
                                                                          atom_)
                                    ATOMICS(long, atom_) ATOMICS(
                                        ulong, atom_) ATOMIC(float, atomic_xchg,
                                                             v)

#define PER_TYPE(T)                                                            \
  FN ulong __oracle_pack_##T(T x) {                                            \
    union {                                                                    \
      T value;                                                                 \
      ulong bits;                                                              \
    } u;                                                                       \
    u.bits = 0;                                                                \
    u.value = x;                                                               \
    return u.bits;                                                             \
  }                                                                            \
  FN T __oracle_unpack_##T(ulong bits) {                                       \
    union {                                                                    \
      T value;                                                                 \
      ulong bits;                                                              \
    } u;                                                                       \
    u.bits = bits;                                                             \
    return u.value;                                                            \
  }                                                                            \
  FN T __oracle_shuffle_##T(T x, long source) {                                \
    __oracle_meet(__oracle_pack_##T(x), 0, 0);                                 \
    return __oracle_unpack_##T(__oracle_read(source));                         \
  }                                                                            \
  FN T shuffle(T x, int i) { return __oracle_shuffle_##T(x, i); }              \
  FN T sub_group_shuffle(T x, uint i) { return __oracle_shuffle_##T(x, i); }   \
  FN T sub_group_broadcast(T x, uint i) { return __oracle_shuffle_##T(x, i); } \
  FN T work_group_broadcast(T x, uint i) {                                     \
    return __oracle_shuffle_##T(x, i);                                         \
  }                                                                            \
  FN T sub_group_shuffle_xor(T x, uint m) {                                    \
    return __oracle_shuffle_##T(x, __oracle_item() ^ m);                       \
  }                                                                            \
  FN T sub_group_shuffle_up(T x, uint d) {                                     \
    return __oracle_shuffle_##T(x, __oracle_item() - (long)d);                 \
  }                                                                            \
  FN T sub_group_shuffle_down(T x, uint d) {                                   \
    return __oracle_shuffle_##T(x, __oracle_item() + (long)d);                 \
  }                                                                            \
  FN T clamp(T x, T low, T high) { return min(max(x, low), high); }
#define PER_TYPES(S, U) PER_TYPE(S) PER_TYPE(U)
                                        FLOATS(PER_TYPE) INTS(PER_TYPES)

#define ADD(A, B) ((A) + (B))
/* Few bodies and no overloads: every kernel's source is parsed behind them. */
#define PART(T, i) __oracle_unpack_##T(__oracle_seen(i))
/* In the order of the work items. */
#define ORDERED(NAME, T, OP)                                                   \
  FN T __oracle_ordered_##NAME##_##T(T x, T total, long end) {                 \
    __oracle_meet(__oracle_pack_##T(x), 0, 0);                                 \
    int any = 0;                                                               \
    for (long i = 0; i < end; ++i) {                                           \
      if (!__oracle_took_part(i))                                              \
        continue;                                                              \
      T value = PART(T, i);                                                    \
      total = any ? (T)OP(total, value) : value;                               \
      any = 1;                                                                 \
    }                                                                          \
    return total;                                                              \
  }
/* A scan: the blocks of 1, 2, 4, ... items that are complete, one of each size,
   are merged when the next item completes another of their size; what is left
   is combined from the last to the first. */
#define SCAN(NAME, T, OP)                                                      \
  FN T __oracle_scan_##NAME##_##T(T x, T total, long end) {                    \
    __oracle_meet(__oracle_pack_##T(x), 0, 0);                                 \
    T block[16];                                                               \
    int has[16];                                                               \
    for (long i = 0; i < end; ++i) {                                           \
      int here = __oracle_took_part(i) != 0, size = 0;                         \
      T value = here ? PART(T, i) : total;                                     \
      for (; i >> size & 1; ++size)                                            \
        if (has[size]) {                                                       \
          value = here ? (T)OP(block[size], value) : block[size];              \
          here = 1;                                                            \
        }                                                                      \
      block[size] = value;                                                     \
      has[size] = here;                                                        \
    }                                                                          \
    int any = 0;                                                               \
    for (int size = 0; size < 16; ++size)                                      \
      if ((end >> size & 1) && has[size]) {                                    \
        total = any ? (T)OP(block[size], total) : block[size];                 \
        any = 1;                                                               \
      }                                                                        \
    return total;                                                              \
  }
/* A reduction: the upper half of the items joins the lower, until one is left.
 */
#define REDUCE(NAME, T, OP)                                                    \
  FN T __oracle_reduce_##NAME##_##T(T x, T total) {                            \
    __oracle_meet(__oracle_pack_##T(x), 0, 0);                                 \
    T part[2 * __WG_SIZE];                                                     \
    char has[2 * __WG_SIZE];                                                   \
    long width = 1;                                                            \
    while (width < __WG_SIZE)                                                  \
      width *= 2;                                                              \
    for (long i = 0; i < width; ++i) {                                         \
      has[i] = i < __WG_SIZE && __oracle_took_part(i);                         \
      if (has[i])                                                              \
        part[i] = PART(T, i);                                                  \
    }                                                                          \
    while (width /= 2)                                                         \
      for (long i = 0; i < width; ++i)                                         \
        if (has[i + width]) {                                                  \
          part[i] =                                                            \
              has[i] ? (T)OP(part[i], part[i + width]) : part[i + width];      \
          has[i] = 1;                                                          \
        }                                                                      \
    return has[0] ? part[0] : total;                                           \
  }
#define FOLD(NAME, T, OP)                                                      \
  ORDERED(NAME, T, OP)                                                         \
  SCAN(NAME, T, OP) REDUCE(NAME, T, OP) FN T __oracle_fold_##NAME##_##T(       \
      T x, T total, long end) {                                                \
    return __ORACLE_ORDERED ? __oracle_ordered_##NAME##_##T(x, total, end)     \
                            : __oracle_scan_##NAME##_##T(x, total, end);       \
  }                                                                            \
  FN T __oracle_all_##NAME##_##T(T x, T total) {                               \
    return __ORACLE_ORDERED                                                    \
               ? __oracle_ordered_##NAME##_##T(x, total, __WG_SIZE)            \
               : __oracle_reduce_##NAME##_##T(x, total);                       \
  }
#define FOLDS(SCOPE, NAME, T, ID)                                              \
  FN T SCOPE##_reduce_##NAME(T x) { return __oracle_all_##NAME##_##T(x, ID); } \
  FN T SCOPE##_scan_inclusive_##NAME(T x) {                                    \
    return __oracle_fold_##NAME##_##T(x, ID, __oracle_item() + 1);             \
  }                                                                            \
  FN T SCOPE##_scan_exclusive_##NAME(T x) {                                    \
    return __oracle_fold_##NAME##_##T(x, ID, __oracle_item());                 \
  }
#define FOLDS3(T, LEAST, GREATEST)                                             \
  FOLD(add, T, ADD)                                                            \
  FOLD(min, T, min) FOLD(max, T, max) FOLDS(sub_group, add, T, 0)              \
      FOLDS(sub_group, min, T, GREATEST) FOLDS(sub_group, max, T, LEAST)       \
          FOLDS(work_group, add, T, 0) FOLDS(work_group, min, T, GREATEST)     \
              FOLDS(work_group, max, T, LEAST)
#define FOLDS_FLOAT(T) FOLDS3(T, -(T)INFINITY, (T)INFINITY)
#define FOLDS_INT(S, U)                                                        \
  FOLDS3(U, 0, (U) ~(U)0)                                                      \
  FOLDS3(S, (S) ~(S)((U) ~(U)0 >> 1), (S)((U) ~(U)0 >> 1))
                                            FLOATS(FOLDS_FLOAT) INTS(FOLDS_INT)
#define VOTE(NAME, START, OP)                                                  \
  FN int NAME(int x) {                                                         \
    __oracle_meet(x != 0, 0, 0);                                               \
    int result = START;                                                        \
    for (long i = 0; i < __WG_SIZE; ++i)                                       \
      if (__oracle_took_part(i))                                               \
        result = result OP(int) __oracle_seen(i);                              \
    return result;                                                             \
  }
#define STAGE(T)                                                               \
  FN T stage(T x) { return x; }
                                                STAGE(char) STAGE(uchar) STAGE(
                                                    short) STAGE(ushort) STAGE(int)
                                                    STAGE(uint) STAGE(long) STAGE(
                                                        ulong) STAGE(float)
                                                        STAGE(double) VOTE(
                                                            sub_group_any, 0,
                                                            |) VOTE(sub_group_all,
                                                                    1, &)
                                                            VOTE(work_group_any,
                                                                 0, |)
                                                                VOTE(
                                                                    work_group_all,
                                                                    1, &)
