//===- OpenCLBuiltins.cpp - Built-ins made of other built-ins -------------===//
//
// The compiler's prelude and the oracle's each define sqrt, exp, fma, min, clz
// and the like in their own way. The built-in functions that can be made of
// those, and all functions of vectors, are here and the same for both.
//
//===----------------------------------------------------------------------===//

#include "OpenCLBuiltins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"

static constexpr const char *kScalarBuiltins = R"BUILTINS(
#define OCL_FN static __attribute__((overloadable, unused))
#define OCL_FLOATS(X) X(float, int, uint) X(double, long, ulong)
#define OCL_INTS(X) X(char, uchar) X(short, ushort) X(int, uint) X(long, ulong)
#define OCL_AS(T, X) __builtin_astype((X), T)

/* native_ and half_ functions. OpenCL allows them to be less exact; these are
   not. */
#define OCL_KIND1(T, NAME, BASE) OCL_FN T NAME(T x) { return BASE(x); }
#define OCL_KINDS(T, KIND) \
  OCL_KIND1(T, KIND##cos, cos) OCL_KIND1(T, KIND##exp, exp) \
  OCL_KIND1(T, KIND##exp2, exp2) OCL_KIND1(T, KIND##exp10, exp10) \
  OCL_KIND1(T, KIND##log, log) OCL_KIND1(T, KIND##log2, log2) \
  OCL_KIND1(T, KIND##log10, log10) OCL_KIND1(T, KIND##recip, rcp) \
  OCL_KIND1(T, KIND##rsqrt, rsqrt) OCL_KIND1(T, KIND##sin, sin) \
  OCL_KIND1(T, KIND##sqrt, sqrt) OCL_KIND1(T, KIND##tan, tan) \
  OCL_FN T KIND##divide(T x, T y) { return x / y; } \
  OCL_FN T KIND##powr(T x, T y) { return pow(x, y); }

#define OCL_REAL(T, I, U) \
  OCL_FN T exp10(T x) { return pow((T)10, x); } \
  OCL_KINDS(T, native_) OCL_KINDS(T, half_) \
  OCL_FN T powr(T x, T y) { return pow(x, y); } \
  OCL_FN T pown(T x, int y) { return pow(x, (T)y); } \
  OCL_FN T rootn(T x, int y) { \
    T root = pow(fabs(x), (T)1 / (T)y); \
    return x < 0 ? ((y & 1) ? -root : (T)NAN) : root; } \
  OCL_FN int isfinite(T x) { return fabs(x) < (T)INFINITY; } \
  OCL_FN int isordered(T x, T y) { return x == x && y == y; } \
  OCL_FN int isunordered(T x, T y) { return x != x || y != y; } \
  OCL_FN int isequal(T x, T y) { return x == y; } \
  OCL_FN int isnotequal(T x, T y) { return x != y; } \
  OCL_FN int isgreater(T x, T y) { return x > y; } \
  OCL_FN int isgreaterequal(T x, T y) { return x >= y; } \
  OCL_FN int isless(T x, T y) { return x < y; } \
  OCL_FN int islessequal(T x, T y) { return x <= y; } \
  OCL_FN int islessgreater(T x, T y) { return x < y || x > y; } \
  OCL_FN int signbit(T x) { return OCL_AS(I, x) < 0; } \
  OCL_FN T sign(T x) { \
    return x > 0 ? (T)1 : x < 0 ? (T)-1 : x == 0 ? x : (T)0; } \
  OCL_FN T step(T edge, T x) { return x < edge ? (T)0 : (T)1; } \
  OCL_FN T degrees(T x) { return x * (T)57.29577951308232087680; } \
  OCL_FN T radians(T x) { return x * (T)0.01745329251994329577; } \
  OCL_FN T mix(T x, T y, T a) { return x + (y - x) * a; } \
  OCL_FN T smoothstep(T low, T high, T x) { \
    T t = clamp((x - low) / (high - low), (T)0, (T)1); \
    return t * t * (3 - 2 * t); } \
  OCL_FN T maxmag(T x, T y) { T a = fabs(x), b = fabs(y); \
    return a > b ? x : b > a ? y : fmax(x, y); } \
  OCL_FN T minmag(T x, T y) { T a = fabs(x), b = fabs(y); \
    return a < b ? x : b < a ? y : fmin(x, y); } \
  OCL_FN T asinh(T x) { T a = fabs(x); \
    T y = a > (T)0x1p28 ? log(a) + (T)M_LN2 \
                        : log1p(a + a * a / (1 + sqrt(a * a + 1))); \
    return copysign(y, x); } \
  OCL_FN T acosh(T x) { T t = x - 1; \
    return x > (T)0x1p28 ? log(x) + (T)M_LN2 : log1p(t + sqrt(2 * t + t * t)); } \
  OCL_FN T atanh(T x) { T a = fabs(x); \
    return copysign((T)0.5 * log1p(2 * a / (1 - a)), x); } \
  OCL_FN T sinpi(T x) { T r = x - 2 * rint(x * (T)0.5); \
    r = r > (T)0.5 ? 1 - r : r < (T)-0.5 ? -1 - r : r; \
    return sin(r * (T)M_PI); } \
  OCL_FN T cospi(T x) { T r = fabs(x - 2 * rint(x * (T)0.5)); \
    return sin(((T)0.5 - r) * (T)M_PI); } \
  OCL_FN T tanpi(T x) { return sinpi(x) / cospi(x); } \
  OCL_FN T asinpi(T x) { return asin(x) / (T)M_PI; } \
  OCL_FN T acospi(T x) { return acos(x) / (T)M_PI; } \
  OCL_FN T atanpi(T x) { return atan(x) / (T)M_PI; } \
  OCL_FN T atan2pi(T y, T x) { return atan2(y, x) / (T)M_PI; } \
  OCL_FN T sincos(T x, T *c) { *c = cos(x); return sin(x); } \
  OCL_FN T modf(T x, T *whole) { T t = trunc(x); *whole = t; \
    return copysign(isinf(x) ? (T)0 : x - t, x); } \
  OCL_FN T bitselect(T a, T b, T c) { I m = OCL_AS(I, c); \
    return OCL_AS(T, (OCL_AS(I, a) & ~m) | (OCL_AS(I, b) & m)); } \
  OCL_FN T nan(U code) { return (T)NAN; } \
  OCL_FN T select(T a, T b, I c) { return c ? b : a; } \
  OCL_FN T select(T a, T b, U c) { return c ? b : a; } \
  OCL_FN T dot(T a, T b) { return a * b; } \
  OCL_FN T length(T a) { return fabs(a); } \
  OCL_FN T distance(T a, T b) { return fabs(a - b); } \
  OCL_FN T normalize(T a) { return sign(a); } \
  OCL_FN T fast_length(T a) { return fabs(a); } \
  OCL_FN T fast_distance(T a, T b) { return fabs(a - b); } \
  OCL_FN T fast_normalize(T a) { return sign(a); }
OCL_FLOATS(OCL_REAL)
/* float: double holds the squares exactly enough and cannot overflow. */
OCL_FN float hypot(float x, float y) {
  return isinf(x) || isinf(y) ? (float)INFINITY
       : (float)sqrt((double)x * x + (double)y * y); }
OCL_FN double hypot(double x, double y) {
  double a = fabs(x), b = fabs(y), m = a > b ? a : b, n = a > b ? b : a;
  double t = n / m;
  return isinf(x) || isinf(y) ? (double)INFINITY
       : isnan(x) || isnan(y) ? (double)NAN : m == 0 ? m : m * sqrt(1 + t * t); }

/* Functions that take numbers apart. BITS is the number of bits of the stored
   significand and BIAS that of the exponent; LEAST is the least normal number
   and BELOW_ONE the greatest below 1. */
#define OCL_FORMATS(X) \
  X(float, int, uint, 23, 127, FLT_MIN, 0x1.fffffep-1) \
  X(double, long, ulong, 52, 1023, DBL_MIN, 0x1.fffffffffffffp-1)
/* 2 to the power of N, which gives a normal number. */
#define OCL_POWER(T, I, BITS, BIAS, N) OCL_AS(T, (I)((N) + BIAS) << BITS)
#define OCL_APART(T, I, U, BITS, BIAS, LEAST, BELOW_ONE) \
  OCL_FN T fract(T x, T *whole) { T f = floor(x); *whole = f; \
    return isnan(x) ? x : isinf(x) ? copysign((T)0, x) \
                                   : fmin(x - f, (T)BELOW_ONE); } \
  OCL_FN int isnormal(T x) { return fabs(x) >= LEAST && fabs(x) < (T)INFINITY; } \
  /* At most two steps bring n between the exponents of normal numbers. Those \
     down stop early, so that only the last product rounds. */ \
  OCL_FN T ldexp(T x, int n) { \
    n = n > 4 * BIAS ? 4 * BIAS : n < -4 * BIAS ? -4 * BIAS : n; \
    if (n > BIAS) { x *= OCL_POWER(T, I, BITS, BIAS, BIAS); n -= BIAS; } \
    if (n > BIAS) { x *= OCL_POWER(T, I, BITS, BIAS, BIAS); n -= BIAS; } \
    if (n < 1 - BIAS) { x *= OCL_POWER(T, I, BITS, BIAS, BITS + 2 - BIAS); \
      n += BIAS - BITS - 2; } \
    if (n < 1 - BIAS) { x *= OCL_POWER(T, I, BITS, BIAS, BITS + 2 - BIAS); \
      n += BIAS - BITS - 2; } \
    n = n > BIAS ? BIAS : n < 1 - BIAS ? 1 - BIAS : n; \
    return x * OCL_POWER(T, I, BITS, BIAS, n); } \
  OCL_FN T frexp(T x, int *e) { \
    int none = x == 0 || !isfinite(x), tiny = fabs(x) < LEAST; \
    U bits = OCL_AS(U, tiny ? x * OCL_POWER(T, I, BITS, BIAS, BITS + 1) : x); \
    *e = none ? 0 : (int)(bits >> BITS & (2 * BIAS + 1)) \
                    - (tiny ? BIAS + BITS : BIAS - 1); \
    return none ? x : OCL_AS(T, (bits & ~((U)(2 * BIAS + 1) << BITS)) \
                                | (U)(BIAS - 1) << BITS); }
OCL_FORMATS(OCL_APART)
#define OCL_LOGB(T, I, U) \
  OCL_FN int ilogb(T x) { int e; T m = frexp(x, &e); \
    return x == 0 ? FP_ILOGB0 : isnan(x) ? FP_ILOGBNAN \
         : isinf(x) ? INT_MAX : e - 1; } \
  OCL_FN T logb(T x) { int e; T m = frexp(x, &e); \
    return x == 0 ? -(T)INFINITY : isnan(x) ? x : isinf(x) ? (T)INFINITY \
         : (T)(e - 1); }
OCL_FLOATS(OCL_LOGB)

#define OCL_WIDTH(T) ((int)sizeof(T) * 8)
#define OCL_GREATEST(S, U) ((S)((U)~(U)0 >> 1))
#define OCL_LEAST(S, U) ((S)((U)1 << (OCL_WIDTH(U) - 1)))
#define OCL_BOTH(T, I, U) \
  OCL_FN T hadd(T x, T y) { return (x >> 1) + (y >> 1) + (x & y & 1); } \
  OCL_FN T rhadd(T x, T y) { return (x >> 1) + (y >> 1) + ((x | y) & 1); } \
  OCL_FN T mad_hi(T x, T y, T z) { return mul_hi(x, y) + z; } \
  OCL_FN T ctz(T x) { return OCL_WIDTH(T) - clz((T)(~x & (T)((U)x - 1))); } \
  OCL_FN T bitselect(T a, T b, T c) { return (a & ~c) | (b & c); } \
  OCL_FN T select(T a, T b, I c) { return c ? b : a; } \
  OCL_FN T select(T a, T b, U c) { return c ? b : a; }
#define OCL_INTEGER(S, U) OCL_BOTH(S, S, U) OCL_BOTH(U, S, U) \
  OCL_FN U abs_diff(U x, U y) { return x > y ? x - y : y - x; } \
  OCL_FN U abs_diff(S x, S y) { \
    return x > y ? (U)((U)x - (U)y) : (U)((U)y - (U)x); } \
  OCL_FN U add_sat(U x, U y) { U sum = x + y; return sum < x ? (U)~(U)0 : sum; } \
  OCL_FN U sub_sat(U x, U y) { return x > y ? (U)(x - y) : (U)0; } \
  OCL_FN S add_sat(S x, S y) { S sum = (S)(U)((U)x + (U)y); \
    return ((x ^ sum) & (y ^ sum)) < 0 \
      ? (x < 0 ? OCL_LEAST(S, U) : OCL_GREATEST(S, U)) : sum; } \
  OCL_FN S sub_sat(S x, S y) { S sum = (S)(U)((U)x - (U)y); \
    return ((x ^ y) & (x ^ sum)) < 0 \
      ? (x < 0 ? OCL_LEAST(S, U) : OCL_GREATEST(S, U)) : sum; } \
  OCL_FN int any(S x) { return x < 0; } \
  OCL_FN int all(S x) { return x < 0; }
OCL_INTS(OCL_INTEGER)
OCL_FN int mul24(int x, int y) { return (int)((uint)x * (uint)y); }
OCL_FN uint mul24(uint x, uint y) { return x * y; }
OCL_FN int mad24(int x, int y, int z) {
  return (int)((uint)x * (uint)y + (uint)z); }
OCL_FN uint mad24(uint x, uint y, uint z) { return x * y + z; }
#define OCL_UPSAMPLE(S, U, WS, WU) \
  OCL_FN WS upsample(S high, U low) { \
    return (WS)(((WU)(U)high << OCL_WIDTH(U)) | low); } \
  OCL_FN WU upsample(U high, U low) { return ((WU)high << OCL_WIDTH(U)) | low; }
OCL_UPSAMPLE(char, uchar, short, ushort) OCL_UPSAMPLE(short, ushort, int, uint)
OCL_UPSAMPLE(int, uint, long, ulong)

/* Conversions with rounding modes, and with saturation. */
#define OCL_ROUND_FLOAT(T, I, U) \
  OCL_FN T __ocl_rte(T x) { return rint(x); } \
  OCL_FN T __ocl_rtz(T x) { return trunc(x); } \
  OCL_FN T __ocl_rtp(T x) { return ceil(x); } \
  OCL_FN T __ocl_rtn(T x) { return floor(x); }
OCL_FLOATS(OCL_ROUND_FLOAT)
#define OCL_ROUND_SAME(T) \
  OCL_FN T __ocl_rte(T x) { return x; } OCL_FN T __ocl_rtz(T x) { return x; } \
  OCL_FN T __ocl_rtp(T x) { return x; } OCL_FN T __ocl_rtn(T x) { return x; }
#define OCL_ROUND_INT(S, U) OCL_ROUND_SAME(S) OCL_ROUND_SAME(U)
OCL_INTS(OCL_ROUND_INT)
#define OCL_SAT_REAL(D, LOW, HIGH, T) \
  OCL_FN D convert_##D##_sat(T x) { return x != x ? (D)0 \
    : x <= (T)(LOW) ? (D)(LOW) : x >= (T)(HIGH) ? (D)(HIGH) : (D)x; }
#define OCL_SAT(D, LOW, HIGH) \
  OCL_SAT_REAL(D, LOW, HIGH, float) OCL_SAT_REAL(D, LOW, HIGH, double) \
  OCL_FN D convert_##D##_sat(ulong x) { \
    return x > (ulong)(HIGH) ? (D)(HIGH) : (D)x; } \
  OCL_FN D convert_##D##_sat(long x) { \
    return x < 0 ? (x < (long)(LOW) ? (D)(LOW) : (D)x) \
                 : convert_##D##_sat((ulong)x); } \
  OCL_FN D convert_##D##_sat(int x) { return convert_##D##_sat((long)x); } \
  OCL_FN D convert_##D##_sat(uint x) { return convert_##D##_sat((ulong)x); } \
  OCL_FN D convert_##D##_sat(short x) { return convert_##D##_sat((long)x); } \
  OCL_FN D convert_##D##_sat(ushort x) { return convert_##D##_sat((ulong)x); } \
  OCL_FN D convert_##D##_sat(char x) { return convert_##D##_sat((long)x); } \
  OCL_FN D convert_##D##_sat(uchar x) { return convert_##D##_sat((ulong)x); }
OCL_SAT(char, SCHAR_MIN, SCHAR_MAX) OCL_SAT(uchar, 0, UCHAR_MAX)
OCL_SAT(short, SHRT_MIN, SHRT_MAX) OCL_SAT(ushort, 0, USHRT_MAX)
OCL_SAT(int, INT_MIN, INT_MAX) OCL_SAT(uint, 0, UINT_MAX)
OCL_SAT(long, LONG_MIN, LONG_MAX) OCL_SAT(ulong, 0, ULONG_MAX)
)BUILTINS";

static constexpr const char *kVectorBuiltins = R"BUILTINS(
#define OCL_VECTORS(T) \
  typedef T T##2 __attribute__((ext_vector_type(2))); \
  typedef T T##3 __attribute__((ext_vector_type(3))); \
  typedef T T##4 __attribute__((ext_vector_type(4))); \
  typedef T T##8 __attribute__((ext_vector_type(8))); \
  typedef T T##16 __attribute__((ext_vector_type(16)));
OCL_VECTORS(char) OCL_VECTORS(uchar) OCL_VECTORS(short) OCL_VECTORS(ushort)
OCL_VECTORS(int) OCL_VECTORS(uint) OCL_VECTORS(long) OCL_VECTORS(ulong)
OCL_VECTORS(float) OCL_VECTORS(double)

/* Functions that work on each element. A vector of four elements or more is
   computed by its halves. */
#define OCL_HALVES1(R, NAME, T, N) OCL_FN R##N NAME(T##N x) { \
  return (R##N)(NAME(x.lo), NAME(x.hi)); }
#define OCL_V1(R, NAME, T) \
  OCL_FN R##2 NAME(T##2 x) { return (R##2)(NAME(x.x), NAME(x.y)); } \
  OCL_FN R##3 NAME(T##3 x) { \
    return (R##3)(NAME(x.x), NAME(x.y), NAME(x.z)); } \
  OCL_HALVES1(R, NAME, T, 4) OCL_HALVES1(R, NAME, T, 8) \
  OCL_HALVES1(R, NAME, T, 16)
#define OCL_HALVES2(R, NAME, T, V, N) OCL_FN R##N NAME(T##N x, V##N y) { \
  return (R##N)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }
#define OCL_V2(R, NAME, T, V) \
  OCL_FN R##2 NAME(T##2 x, V##2 y) { \
    return (R##2)(NAME(x.x, y.x), NAME(x.y, y.y)); } \
  OCL_FN R##3 NAME(T##3 x, V##3 y) { \
    return (R##3)(NAME(x.x, y.x), NAME(x.y, y.y), NAME(x.z, y.z)); } \
  OCL_HALVES2(R, NAME, T, V, 4) OCL_HALVES2(R, NAME, T, V, 8) \
  OCL_HALVES2(R, NAME, T, V, 16)
#define OCL_HALVES3(NAME, T, N) OCL_FN T##N NAME(T##N x, T##N y, T##N z) { \
  return (T##N)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi)); }
#define OCL_V3(NAME, T) \
  OCL_FN T##2 NAME(T##2 x, T##2 y, T##2 z) { \
    return (T##2)(NAME(x.x, y.x, z.x), NAME(x.y, y.y, z.y)); } \
  OCL_FN T##3 NAME(T##3 x, T##3 y, T##3 z) { \
    return (T##3)(NAME(x.x, y.x, z.x), NAME(x.y, y.y, z.y), \
                  NAME(x.z, y.z, z.z)); } \
  OCL_HALVES3(NAME, T, 4) OCL_HALVES3(NAME, T, 8) OCL_HALVES3(NAME, T, 16)
#define OCL_EACH_OF(X, T) X(T, T##2) X(T, T##3) X(T, T##4) X(T, T##8) X(T, T##16)

#define OCL_REAL_V1(T, NAME) OCL_V1(T, NAME, T)
#define OCL_REAL_V2(T, NAME) OCL_V2(T, NAME, T, T)
#define OCL_KINDS_V(T, KIND) \
  OCL_REAL_V1(T, KIND##cos) OCL_REAL_V1(T, KIND##exp) \
  OCL_REAL_V1(T, KIND##exp2) OCL_REAL_V1(T, KIND##exp10) \
  OCL_REAL_V1(T, KIND##log) OCL_REAL_V1(T, KIND##log2) \
  OCL_REAL_V1(T, KIND##log10) OCL_REAL_V1(T, KIND##recip) \
  OCL_REAL_V1(T, KIND##rsqrt) OCL_REAL_V1(T, KIND##sin) \
  OCL_REAL_V1(T, KIND##sqrt) OCL_REAL_V1(T, KIND##tan) \
  OCL_REAL_V2(T, KIND##divide) OCL_REAL_V2(T, KIND##powr)
#define OCL_SCALAR_LAST(T, V) \
  OCL_FN V fmin(V x, T y) { return fmin(x, (V)(y)); } \
  OCL_FN V fmax(V x, T y) { return fmax(x, (V)(y)); } \
  OCL_FN V mix(V x, V y, T a) { return x + (y - x) * a; } \
  OCL_FN V step(T edge, V x) { return step((V)(edge), x); } \
  OCL_FN V smoothstep(T low, T high, V x) { \
    return smoothstep((V)(low), (V)(high), x); }
#define OCL_GEOMETRY(T, V) \
  OCL_FN T length(V a) { return sqrt(dot(a, a)); } \
  OCL_FN T distance(V a, V b) { return length(a - b); } \
  OCL_FN V normalize(V a) { T n = length(a); return n == 0 ? a : a / n; } \
  OCL_FN T fast_length(V a) { return sqrt(dot(a, a)); } \
  OCL_FN T fast_distance(V a, V b) { return fast_length(a - b); } \
  OCL_FN V fast_normalize(V a) { return normalize(a); }
#define OCL_REAL_VECTOR(T, I, U) \
  OCL_REAL_V1(T, sqrt) OCL_REAL_V1(T, rsqrt) OCL_REAL_V1(T, rcp) \
  OCL_REAL_V1(T, fabs) OCL_REAL_V1(T, exp) OCL_REAL_V1(T, exp2) \
  OCL_REAL_V1(T, exp10) OCL_REAL_V1(T, expm1) OCL_REAL_V1(T, log) \
  OCL_REAL_V1(T, log2) OCL_REAL_V1(T, log10) OCL_REAL_V1(T, log1p) \
  OCL_REAL_V1(T, sin) OCL_REAL_V1(T, cos) OCL_REAL_V1(T, tan) \
  OCL_REAL_V1(T, tanh) OCL_REAL_V1(T, sinh) OCL_REAL_V1(T, cosh) \
  OCL_REAL_V1(T, asin) OCL_REAL_V1(T, acos) OCL_REAL_V1(T, atan) \
  OCL_REAL_V1(T, asinh) OCL_REAL_V1(T, acosh) OCL_REAL_V1(T, atanh) \
  OCL_REAL_V1(T, cbrt) OCL_REAL_V1(T, erf) OCL_REAL_V1(T, floor) \
  OCL_REAL_V1(T, ceil) OCL_REAL_V1(T, round) OCL_REAL_V1(T, trunc) \
  OCL_REAL_V1(T, rint) OCL_REAL_V1(T, sign) OCL_REAL_V1(T, degrees) \
  OCL_REAL_V1(T, radians) OCL_REAL_V1(T, sinpi) OCL_REAL_V1(T, cospi) \
  OCL_REAL_V1(T, tanpi) OCL_REAL_V1(T, logb) \
  OCL_REAL_V2(T, pow) OCL_REAL_V2(T, powr) OCL_REAL_V2(T, atan2) \
  OCL_REAL_V2(T, copysign) OCL_REAL_V2(T, fmin) OCL_REAL_V2(T, fmax) \
  OCL_REAL_V2(T, fmod) OCL_REAL_V2(T, remainder) OCL_REAL_V2(T, fdim) \
  OCL_REAL_V2(T, hypot) OCL_REAL_V2(T, maxmag) OCL_REAL_V2(T, minmag) \
  OCL_REAL_V2(T, step) OCL_REAL_V2(T, nextafter) \
  OCL_V2(T, pown, T, int) OCL_V2(T, ldexp, T, int) \
  OCL_V3(fma, T) OCL_V3(mad, T) OCL_V3(mix, T) OCL_V3(smoothstep, T) \
  OCL_KINDS_V(T, native_) OCL_KINDS_V(T, half_) \
  OCL_EACH_OF(OCL_SCALAR_LAST, T) \
  OCL_FN T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; } \
  OCL_FN T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
  OCL_FN T dot(T##4 a, T##4 b) { \
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; } \
  OCL_FN T##3 cross(T##3 a, T##3 b) { \
    return (T##3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, \
                  a.x * b.y - a.y * b.x); } \
  OCL_FN T##4 cross(T##4 a, T##4 b) { \
    return (T##4)(cross(a.xyz, b.xyz), (T)0); } \
  OCL_GEOMETRY(T, T##2) OCL_GEOMETRY(T, T##3) OCL_GEOMETRY(T, T##4)
OCL_FLOATS(OCL_REAL_VECTOR)

/* Relations give 0 or -1 for each element. */
#define OCL_RELATIONS(T, I, N) \
  OCL_FN I##N isequal(T##N x, T##N y) { return x == y; } \
  OCL_FN I##N isnotequal(T##N x, T##N y) { return x != y; } \
  OCL_FN I##N isgreater(T##N x, T##N y) { return x > y; } \
  OCL_FN I##N isgreaterequal(T##N x, T##N y) { return x >= y; } \
  OCL_FN I##N isless(T##N x, T##N y) { return x < y; } \
  OCL_FN I##N islessequal(T##N x, T##N y) { return x <= y; } \
  OCL_FN I##N islessgreater(T##N x, T##N y) { return (x < y) | (x > y); } \
  OCL_FN I##N isordered(T##N x, T##N y) { return (x == x) & (y == y); } \
  OCL_FN I##N isunordered(T##N x, T##N y) { return (x != x) | (y != y); } \
  OCL_FN I##N isnan(T##N x) { return x != x; } \
  OCL_FN I##N isinf(T##N x) { return fabs(x) == (T##N)((T)INFINITY); } \
  OCL_FN I##N isfinite(T##N x) { return fabs(x) < (T##N)((T)INFINITY); } \
  OCL_FN I##N signbit(T##N x) { return OCL_AS(I##N, x) < 0; }
#define OCL_RELATIONS_OF(T, I, U) OCL_RELATIONS(T, I, 2) \
  OCL_RELATIONS(T, I, 3) OCL_RELATIONS(T, I, 4) OCL_RELATIONS(T, I, 8) \
  OCL_RELATIONS(T, I, 16)
OCL_FLOATS(OCL_RELATIONS_OF)

#define OCL_CLAMPS(T, V) \
  OCL_FN V min(V x, T y) { return min(x, (V)(y)); } \
  OCL_FN V max(V x, T y) { return max(x, (V)(y)); } \
  OCL_FN V clamp(V x, T low, T high) { return min(max(x, (V)(low)), (V)(high)); }
#define OCL_STORE2(V) p[0] = V.s0; p[1] = V.s1;
#define OCL_STORE4(V) OCL_STORE2(V) p[2] = V.s2; p[3] = V.s3;
#define OCL_STORE8(V) OCL_STORE4(V) \
  p[4] = V.s4; p[5] = V.s5; p[6] = V.s6; p[7] = V.s7;
#define OCL_MEMORY(T) \
  OCL_FN T##2 vload2(size_t at, const T *p) { p += at * 2; \
    return (T##2)(p[0], p[1]); } \
  OCL_FN T##3 vload3(size_t at, const T *p) { p += at * 3; \
    return (T##3)(p[0], p[1], p[2]); } \
  OCL_FN T##4 vload4(size_t at, const T *p) { p += at * 4; \
    return (T##4)(p[0], p[1], p[2], p[3]); } \
  OCL_FN T##8 vload8(size_t at, const T *p) { p += at * 8; \
    return (T##8)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]); } \
  OCL_FN T##16 vload16(size_t at, const T *p) { p += at * 16; \
    return (T##16)(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], \
                   p[10], p[11], p[12], p[13], p[14], p[15]); } \
  OCL_FN void vstore2(T##2 v, size_t at, T *p) { p += at * 2; OCL_STORE2(v) } \
  OCL_FN void vstore3(T##3 v, size_t at, T *p) { p += at * 3; \
    OCL_STORE2(v) p[2] = v.s2; } \
  OCL_FN void vstore4(T##4 v, size_t at, T *p) { p += at * 4; OCL_STORE4(v) } \
  OCL_FN void vstore8(T##8 v, size_t at, T *p) { p += at * 8; OCL_STORE8(v) } \
  OCL_FN void vstore16(T##16 v, size_t at, T *p) { p += at * 16; \
    OCL_STORE8(v.lo) p += 8; OCL_STORE8(v.hi) }
#define OCL_ANY(T) OCL_V2(T, min, T, T) OCL_V2(T, max, T, T) \
  OCL_V3(clamp, T) OCL_V3(bitselect, T) OCL_EACH_OF(OCL_CLAMPS, T) OCL_MEMORY(T)
#define OCL_INT_VECTOR(T) OCL_ANY(T) \
  OCL_V1(T, popcount, T) OCL_V1(T, clz, T) OCL_V1(T, ctz, T) \
  OCL_V2(T, mul_hi, T, T) OCL_V2(T, rotate, T, T) OCL_V2(T, hadd, T, T) \
  OCL_V2(T, rhadd, T, T) OCL_V2(T, add_sat, T, T) OCL_V2(T, sub_sat, T, T) \
  OCL_V3(mad_hi, T)
#define OCL_SELECTS(T, I, U, N) \
  OCL_FN T##N select(T##N a, T##N b, I##N c) { return c ? b : a; } \
  OCL_FN T##N select(T##N a, T##N b, U##N c) { return OCL_AS(I##N, c) ? b : a; }
#define OCL_SELECTS_OF(T, I, U) OCL_SELECTS(T, I, U, 2) OCL_SELECTS(T, I, U, 3) \
  OCL_SELECTS(T, I, U, 4) OCL_SELECTS(T, I, U, 8) OCL_SELECTS(T, I, U, 16)
#define OCL_INT_VECTORS(S, U) OCL_INT_VECTOR(S) OCL_INT_VECTOR(U) \
  OCL_V1(U, abs, S) OCL_V1(U, abs, U) OCL_V2(U, abs_diff, S, S) \
  OCL_V2(U, abs_diff, U, U) OCL_SELECTS_OF(S, S, U) OCL_SELECTS_OF(U, S, U) \
  OCL_FN int any(S##2 x) { return (x.x | x.y) < 0; } \
  OCL_FN int any(S##3 x) { return (x.x | x.y | x.z) < 0; } \
  OCL_FN int any(S##4 x) { return any(x.lo | x.hi); } \
  OCL_FN int any(S##8 x) { return any(x.lo | x.hi); } \
  OCL_FN int any(S##16 x) { return any(x.lo | x.hi); } \
  OCL_FN int all(S##2 x) { return (x.x & x.y) < 0; } \
  OCL_FN int all(S##3 x) { return (x.x & x.y & x.z) < 0; } \
  OCL_FN int all(S##4 x) { return all(x.lo & x.hi); } \
  OCL_FN int all(S##8 x) { return all(x.lo & x.hi); } \
  OCL_FN int all(S##16 x) { return all(x.lo & x.hi); }
OCL_ANY(float) OCL_ANY(double) OCL_INTS(OCL_INT_VECTORS)
OCL_FLOATS(OCL_SELECTS_OF)
OCL_V2(int, mul24, int, int) OCL_V2(uint, mul24, uint, uint)
OCL_V3(mad24, int) OCL_V3(mad24, uint)
OCL_V2(short, upsample, char, uchar) OCL_V2(ushort, upsample, uchar, uchar)
OCL_V2(int, upsample, short, ushort) OCL_V2(uint, upsample, ushort, ushort)
OCL_V2(long, upsample, int, uint) OCL_V2(ulong, upsample, uint, uint)

#define OCL_ROUND_V(T) OCL_V1(T, __ocl_rte, T) OCL_V1(T, __ocl_rtz, T) \
  OCL_V1(T, __ocl_rtp, T) OCL_V1(T, __ocl_rtn, T)
OCL_ROUND_V(float) OCL_ROUND_V(double)
#define OCL_SAT_NAMES(D, S) \
  OCL_FN D##2 convert_##D##2_sat(S##2 x) { \
    return (D##2)(convert_##D##_sat(x.x), convert_##D##_sat(x.y)); } \
  OCL_FN D##3 convert_##D##3_sat(S##3 x) { \
    return (D##3)(convert_##D##2_sat(x.xy), convert_##D##_sat(x.z)); } \
  OCL_FN D##4 convert_##D##4_sat(S##4 x) { \
    return (D##4)(convert_##D##2_sat(x.lo), convert_##D##2_sat(x.hi)); } \
  OCL_FN D##8 convert_##D##8_sat(S##8 x) { \
    return (D##8)(convert_##D##4_sat(x.lo), convert_##D##4_sat(x.hi)); } \
  OCL_FN D##16 convert_##D##16_sat(S##16 x) { \
    return (D##16)(convert_##D##8_sat(x.lo), convert_##D##8_sat(x.hi)); }
#define OCL_SAT_FROM(D) OCL_SAT_NAMES(D, float) OCL_SAT_NAMES(D, double) \
  OCL_SAT_NAMES(D, int) OCL_SAT_NAMES(D, uint) OCL_SAT_NAMES(D, short) \
  OCL_SAT_NAMES(D, ushort)
OCL_SAT_FROM(char) OCL_SAT_FROM(uchar) OCL_SAT_FROM(short) OCL_SAT_FROM(ushort)
OCL_SAT_FROM(int) OCL_SAT_FROM(uint)
)BUILTINS";

namespace {
struct Conversions {
  std::string scalars, vectors;
};
} // namespace

/// `convert_` with its rounding modes, and `as_`, for all types. They are macros,
/// since what they convert may be of any type.
static Conversions makeConversions() {
  static constexpr llvm::StringLiteral types[] = {
      "char", "uchar", "short", "ushort", "int",
      "uint", "long",  "ulong", "float",  "double"};
  static constexpr llvm::StringLiteral modes[] = {"rte", "rtz", "rtp", "rtn"};
  Conversions result;
  auto define = [](std::string &text, const llvm::Twine &name,
                   const llvm::Twine &value) {
    text += ("#define " + name + "(X) " + value + "\n").str();
  };
  auto defineModes = [&](std::string &text, const std::string &type,
                         bool isInteger) {
    std::string plain = "convert_" + type;
    for (llvm::StringRef mode : modes) {
      // An integer becomes the nearest number in all modes but rte only where
      // it is exact: those are left out.
      if (!isInteger && mode != "rte")
        continue;
      std::string rounded = ("__ocl_" + mode + "(X)").str();
      define(text, plain + "_" + mode,
             plain + "(" + (isInteger ? rounded : "X") + ")");
      if (isInteger)
        define(text, plain + "_sat_" + mode, plain + "_sat(" + rounded + ")");
    }
  };
  for (llvm::StringRef type : types) {
    bool isInteger = type != "float" && type != "double";
    define(result.scalars, "convert_" + type, "((" + type + ")(X))");
    define(result.scalars, "as_" + type, "__builtin_astype((X), " + type + ")");
    defineModes(result.scalars, type.str(), isInteger);
    for (llvm::StringRef count : {"2", "3", "4", "8", "16"}) {
      std::string vector = (type + count).str();
      define(result.vectors, "convert_" + vector,
             "__builtin_convertvector((X), " + vector + ")");
      define(result.vectors, "as_" + vector,
             "__builtin_astype((X), " + vector + ")");
      defineModes(result.vectors, vector, isInteger);
    }
  }
  return result;
}

/// Whether a text may name a vector type, also by way of a file or a macro.
static bool mayUseVectors(llvm::StringRef text) {
  if (text.contains("#include") || text.contains("##"))
    return true;
  static const llvm::Regex vector(
      "(char|short|int|long|float|double)(2|3|4|8|16)|vload|vstore");
  return vector.match(text);
}

std::string pirch::getOpenCLBuiltins(llvm::StringRef source,
                                     llvm::ArrayRef<std::string> defines) {
  static const Conversions conversions = makeConversions();
  std::string text = kScalarBuiltins + conversions.scalars;
  // Parsing two thousand functions of vectors takes longer than most kernels.
  if (mayUseVectors(source) || llvm::any_of(defines, mayUseVectors))
    text += kVectorBuiltins + conversions.vectors;
  return text;
}
