//===- OraclePrelude.cpp - OpenCL C's environment in plain C --------------===//

#include "OraclePrelude.h"

llvm::StringRef pirch::getOraclePrelude() {
  return R"PRELUDE(
typedef unsigned char uchar; typedef unsigned short ushort;
typedef unsigned int uint; typedef unsigned long ulong;
typedef unsigned long size_t; typedef long ptrdiff_t; typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-9223372036854775807l - 1)
#define FLT_MAX 3.402823466e+38f
#define FLT_EPSILON 1.1920928955e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_EPSILON 2.2204460492503131e-16
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define __kernel __attribute__((annotate("oracle.kernel")))
#define kernel __kernel
#define __global
#define global
#define __constant const
#define constant const
#define __private
#define private
#define __local static _Thread_local
#define local __local
#define restrict __restrict
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define FN static inline __attribute__((overloadable, unused))

long oracle_item(void);
long oracle_group(void);
long oracle_groups(void);
void oracle_publish(ulong);
ulong oracle_seen(long);
int oracle_took_part(long);

#define get_local_size(...) ((size_t)((0 __VA_OPT__(+(__VA_ARGS__))) == 0 ? WG_SIZE : 1))
#define get_sub_group_size() get_local_size()
#define get_work_dim() 1u
#define INDEX(NAME, VALUE, OTHER) \
  FN size_t NAME(void) { return VALUE; } \
  FN size_t NAME(uint d) { return d == 0 ? (size_t)(VALUE) : OTHER; }
INDEX(get_local_id, oracle_item(), 0)
INDEX(get_sub_group_local_id, oracle_item(), 0)
INDEX(get_group_id, oracle_group(), 0)
INDEX(get_global_id, oracle_group() * WG_SIZE + oracle_item(), 0)
INDEX(get_num_groups, oracle_groups(), 1)
INDEX(get_global_size, oracle_groups() * WG_SIZE, 1)
FN void barrier(int f) {} FN void sub_group_barrier(int f) {}
FN void work_group_barrier(int f) {} FN void mem_fence(int f) {}

#define M1(NAME) FN float NAME(float x) { return __builtin_##NAME##f(x); } \
  FN double NAME(double x) { return __builtin_##NAME(x); }
M1(sqrt) M1(fabs) M1(exp) M1(exp2) M1(expm1) M1(log) M1(log2) M1(log10) M1(log1p)
M1(sin) M1(cos) M1(tan) M1(tanh) M1(sinh) M1(cosh) M1(asin) M1(acos) M1(atan)
M1(cbrt) M1(erf) M1(floor) M1(ceil) M1(round) M1(trunc) M1(rint)
#define M2(NAME) FN float NAME(float x, float y) { return __builtin_##NAME##f(x, y); } \
  FN double NAME(double x, double y) { return __builtin_##NAME(x, y); }
M2(pow) M2(atan2) M2(copysign) M2(fmin) M2(fmax)
#define FLOATS(X) X(float) X(double)
#define SINTS(X) X(char) X(short) X(int) X(long)
#define UINTS(X) X(uchar) X(ushort) X(uint) X(ulong)
#define MF(T) FN T rsqrt(T x) { return (T)1 / sqrt(x); } \
  FN T rcp(T x) { return (T)1 / x; } FN T native_recip(T x) { return (T)1 / x; } \
  FN T native_sqrt(T x) { return sqrt(x); } \
  FN int isnan(T x) { return x != x; } FN int isinf(T x) { return fabs(x) == (T)INFINITY; } \
  FN T abs(T x) { return fabs(x); } \
  FN T min(T x, T y) { return fmin(x, y); } FN T max(T x, T y) { return fmax(x, y); }
FLOATS(MF)
FN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
FN float mad(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
FN double mad(double a, double b, double c) { return __builtin_fma(a, b, c); }
#define MI(T) FN T min(T x, T y) { return x < y ? x : y; } \
  FN T max(T x, T y) { return x > y ? x : y; } \
  FN T popcount(T x) { T n = 0; for (uint i = 0; i < sizeof(T) * 8; ++i) n += (x >> i) & 1; return n; } \
  FN T clz(T x) { int n = sizeof(T) * 8; for (int i = 0; i < (int)sizeof(T) * 8; ++i) \
    if ((x >> i) & 1) n = (int)sizeof(T) * 8 - 1 - i; return n; } \
  FN T mul_hi(T x, T y) { return (T)(((__int128)x * y) >> (sizeof(T) * 8)); }
SINTS(MI) UINTS(MI)
#define ROT(S, U) FN U rotate(U x, U n) { uint w = sizeof(U) * 8, k = n & (w - 1); \
    return k ? (U)((U)(x << k) | (U)(x >> (w - k))) : x; } \
  FN S rotate(S x, S n) { return (S)rotate((U)x, (U)n); } \
  FN U abs(S x) { return x < 0 ? (U)0 - (U)x : (U)x; } FN U abs(U x) { return x; }
ROT(char, uchar) ROT(short, ushort) ROT(int, uint) ROT(long, ulong)

#define ANY(T) \
  FN ulong oracle_pack(T x) { union { T v; ulong u; } c; c.u = 0; c.v = x; return c.u; } \
  FN T oracle_unpack(T like, ulong u) { union { T v; ulong u; } c; c.u = u; return c.v; } \
  FN T clamp(T x, T lo, T hi) { return min(max(x, lo), hi); } \
  FN T shuffle(T x, int i) { oracle_publish(oracle_pack(x)); \
    return oracle_unpack(x, oracle_seen(((long)i % WG_SIZE + WG_SIZE) % WG_SIZE)); } \
  FN T sub_group_shuffle(T x, uint i) { return shuffle(x, (int)i); } \
  FN T sub_group_broadcast(T x, uint i) { return shuffle(x, (int)i); } \
  FN T sub_group_shuffle_xor(T x, uint i) { return shuffle(x, (int)((uint)oracle_item() ^ i)); } \
  FN T sub_group_shuffle_up(T x, uint i) { return shuffle(x, (int)((uint)oracle_item() - i)); } \
  FN T sub_group_shuffle_down(T x, uint i) { return shuffle(x, (int)((uint)oracle_item() + i)); }
#define OP_add(A, B) ((A) + (B))
#define OP_min(A, B) min(A, B)
#define OP_max(A, B) max(A, B)
#define FOLD(NAME, OP, T, ID, LAST) FN T NAME(T x) { oracle_publish(oracle_pack(x)); \
    T sum = ID; int any = 0; for (long i = 0; i < (LAST); ++i) if (oracle_took_part(i)) { \
      T v = oracle_unpack(x, oracle_seen(i)); sum = any ? (T)OP(sum, v) : v; any = 1; } return sum; }
#define FOLDS(OP, T, ID) FOLD(sub_group_reduce_##OP, OP_##OP, T, ID, WG_SIZE) \
  FOLD(sub_group_scan_inclusive_##OP, OP_##OP, T, ID, oracle_item() + 1) \
  FOLD(sub_group_scan_exclusive_##OP, OP_##OP, T, ID, oracle_item())
#define ANYF(T) ANY(T) FOLDS(add, T, -(T)0) FOLDS(min, T, (T)INFINITY) FOLDS(max, T, -(T)INFINITY)
#define TOP(T) ((T)(((T)-1 > 0) ? (T)-1 : (T)(((ulong)1 << (sizeof(T) * 8 - 1)) - 1)))
#define ANYI(T) ANY(T) FOLDS(add, T, 0) FOLDS(min, T, TOP(T)) FOLDS(max, T, (T)~TOP(T))
FLOATS(ANYF) SINTS(ANYI) UINTS(ANYI)
FN int sub_group_any(int x) { oracle_publish(x != 0); int r = 0;
  for (long i = 0; i < WG_SIZE; ++i) r |= oracle_took_part(i) && oracle_seen(i); return r; }
FN int sub_group_all(int x) { oracle_publish(x != 0); int r = 1;
  for (long i = 0; i < WG_SIZE; ++i) r &= !oracle_took_part(i) || oracle_seen(i); return r; }

#define AS(NAME, R, T) FN R NAME(T x) { union { T a; R b; } c; c.a = x; return c.b; }
#define AS32(T) AS(as_int, int, T) AS(as_uint, uint, T) AS(as_float, float, T)
AS32(int) AS32(uint) AS32(float)
#define AS64(T) AS(as_long, long, T) AS(as_ulong, ulong, T) AS(as_double, double, T)
AS64(long) AS64(ulong) AS64(double)
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
