//===- Scalars.cl - Built-ins made of other built-ins ---------------------===//
//
// The compiler's prelude and the oracle's each define sqrt, exp, fma, min, clz
// and the like in their own way. The built-in functions of scalars that can be
// made of those are here and the same for both.
//
//===----------------------------------------------------------------------===//

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
/* The quotient's sign and its seven lowest bits. */
#define OCL_REMQUO(T, I, U) \
  OCL_FN T remquo(T x, T y, int *quotient) { \
    T r = remainder(x, y), t = fmod(x, 128 * y); \
    int q = isfinite(r) ? (int)rint((t - (isinf(y) ? x : r)) / y) : 0; \
    *quotient = q < 0 ? -(-q & 127) : q & 127; \
    return r; }
OCL_FLOATS(OCL_REMQUO)

/* Numbers of 16 bits in memory. The preludes define __ocl_from_half(ushort), and
   __ocl_nearest_half(float), which rounds to nearest even, and of NaN keeps the sign
   and the highest bits of the fraction, with the quiet bit set.
   For the other directions, ROUND says whether the magnitude is rounded up, by
   the bits that are lost and the sign; LARGE is what a number too large becomes. */
OCL_FN ushort __ocl_to_half_rte(float x) { return __ocl_nearest_half(x); }
#define OCL_TO_HALF(MODE, ROUND, LARGE) \
  OCL_FN ushort __ocl_to_half##MODE(float x) { \
    uint bits = OCL_AS(uint, x), sign = bits >> 16 & 0x8000; \
    bits &= 0x7fffffff; \
    int e = (int)(bits >> 23) - 127; \
    int shift = e >= -14 ? 13 : e < -25 ? 25 : -1 - e; \
    uint all = bits ? (bits & 0x7fffff) | 0x800000 : 0u; \
    uint kept = all >> shift, lost = all & ((1u << shift) - 1); \
    uint up = (ROUND) ? 1u : 0u; \
    uint result = e >= -14 ? ((uint)(e + 14) << 10) + kept + up : kept + up; \
    if (e > 15) result = (LARGE) ? 0x7c00u : 0x7bffu; \
    if (bits == 0x7f800000) result = 0x7c00u; \
    return x == x ? (ushort)(sign | result) : __ocl_nearest_half(x); }
OCL_TO_HALF(_rtz, 0, 0)
OCL_TO_HALF(_rtp, lost && !sign, !sign)
OCL_TO_HALF(_rtn, lost && sign, sign)
#define OCL_DOUBLE_TO_HALF(MODE) \
  OCL_FN ushort __ocl_to_half##MODE(double x) { \
    /* Rounded to odd, so that the second rounding is as if there were one. */ \
    float f = (float)x; \
    uint bits = OCL_AS(uint, f); \
    bits -= fabs((double)f) > fabs(x) ? 1 : 0; \
    bits |= (double)OCL_AS(float, bits) != x && x == x ? 1 : 0; \
    return __ocl_to_half##MODE(x == x ? OCL_AS(float, bits) : f); }
OCL_DOUBLE_TO_HALF(_rte) OCL_DOUBLE_TO_HALF(_rtz)
OCL_DOUBLE_TO_HALF(_rtp) OCL_DOUBLE_TO_HALF(_rtn)
#define OCL_STORE_HALF(NAME, MODE) \
  OCL_FN void NAME(float x, size_t at, half *p) { \
    ((ushort *)p)[at] = __ocl_to_half##MODE(x); } \
  OCL_FN void NAME(double x, size_t at, half *p) { \
    ((ushort *)p)[at] = __ocl_to_half##MODE(x); }
OCL_STORE_HALF(vstore_half, _rte) OCL_STORE_HALF(vstore_half_rte, _rte)
OCL_STORE_HALF(vstore_half_rtz, _rtz) OCL_STORE_HALF(vstore_half_rtp, _rtp)
OCL_STORE_HALF(vstore_half_rtn, _rtn)
OCL_FN float vload_half(size_t at, const half *p) {
  return __ocl_from_half(((const ushort *)p)[at]); }

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
  OCL_FN int any(S x) { return x < 0; } \
  OCL_FN int all(S x) { return x < 0; }
OCL_INTS(OCL_INTEGER)
#define OCL_WIDE_SAT(S, U) \
  OCL_FN S add_sat(S x, S y) { S sum = (S)(U)((U)x + (U)y); \
    return ((x ^ sum) & (y ^ sum)) < 0 \
      ? (x < 0 ? OCL_LEAST(S, U) : OCL_GREATEST(S, U)) : sum; } \
  OCL_FN S sub_sat(S x, S y) { S sum = (S)(U)((U)x - (U)y); \
    return ((x ^ y) & (x ^ sum)) < 0 \
      ? (x < 0 ? OCL_LEAST(S, U) : OCL_GREATEST(S, U)) : sum; }
OCL_WIDE_SAT(int, uint) OCL_WIDE_SAT(long, ulong)
/* Compilers know these as the saturating instructions of machines. */
#define OCL_NARROW_SAT(S, U) \
  OCL_FN S add_sat(S x, S y) { \
    return (S)clamp(x + y, (int)OCL_LEAST(S, U), (int)OCL_GREATEST(S, U)); } \
  OCL_FN S sub_sat(S x, S y) { \
    return (S)clamp(x - y, (int)OCL_LEAST(S, U), (int)OCL_GREATEST(S, U)); }
OCL_NARROW_SAT(char, uchar) OCL_NARROW_SAT(short, ushort)
#define OCL_MAD_SAT(S, U, LOW, HIGH, UHIGH) \
  OCL_FN S mad_sat(S x, S y, S z) { long r = (long)x * y + z; \
    return r < (LOW) ? (S)(LOW) : r > (HIGH) ? (S)(HIGH) : (S)r; } \
  OCL_FN U mad_sat(U x, U y, U z) { ulong r = (ulong)x * y + z; \
    return r > (UHIGH) ? (U)(UHIGH) : (U)r; }
OCL_MAD_SAT(char, uchar, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX)
OCL_MAD_SAT(short, ushort, SHRT_MIN, SHRT_MAX, USHRT_MAX)
OCL_MAD_SAT(int, uint, INT_MIN, INT_MAX, UINT_MAX)
OCL_FN ulong mad_sat(ulong x, ulong y, ulong z) {
  ulong low = x * y + z, high = mul_hi(x, y) + (low < z ? 1 : 0);
  return high ? ULONG_MAX : low; }
OCL_FN long mad_sat(long x, long y, long z) {
  ulong product = (ulong)x * (ulong)y, low = product + (ulong)z;
  long high = mul_hi(x, y) + (z >> 63) + (low < product ? 1 : 0);
  return high == (long)low >> 63 ? (long)low : high < 0 ? LONG_MIN : LONG_MAX; }
/* Kernels multiply what get_local_id gives, which is of 64 bits. */
#define OCL_MUL24(R, A, B) \
  OCL_FN R mul24(A x, B y) { return (R)((uint)x * (uint)y); }
OCL_MUL24(int, int, int) OCL_MUL24(uint, uint, uint) OCL_MUL24(uint, int, uint)
OCL_MUL24(uint, uint, int) OCL_MUL24(int, long, long) OCL_MUL24(int, long, int)
OCL_MUL24(int, int, long) OCL_MUL24(uint, long, uint) OCL_MUL24(uint, uint, long)
OCL_MUL24(uint, ulong, ulong) OCL_MUL24(uint, ulong, uint)
OCL_MUL24(uint, uint, ulong) OCL_MUL24(int, ulong, int) OCL_MUL24(int, int, ulong)
OCL_MUL24(uint, ulong, long) OCL_MUL24(uint, long, ulong)
OCL_FN int mad24(int x, int y, int z) {
  return (int)((uint)x * (uint)y + (uint)z); }
OCL_FN uint mad24(uint x, uint y, uint z) { return x * y + z; }
#define OCL_UPSAMPLE(S, U, WS, WU) \
  OCL_FN WS upsample(S high, U low) { \
    return (WS)(((WU)(U)high << OCL_WIDTH(U)) | low); } \
  OCL_FN WU upsample(U high, U low) { return ((WU)high << OCL_WIDTH(U)) | low; }
OCL_UPSAMPLE(char, uchar, short, ushort) OCL_UPSAMPLE(short, ushort, int, uint)
OCL_UPSAMPLE(int, uint, long, ulong)

/* Copies by the whole group are made when they are asked for. */
#define event_t int
#define OCL_COPY(T) \
  OCL_FN event_t async_work_group_copy(T *to, const T *from, size_t count, \
                                       event_t event) { \
    for (size_t i = get_local_linear_id(); i < count; i += __WG_SIZE) \
      to[i] = from[i]; \
    return event; }
#define OCL_SIZE(D) get_local_size((uint)(D))
OCL_FN void wait_group_events(int count, event_t *events) { barrier(1); }
#define prefetch(P, N) ((void)0)
#define OCL_COPIES(S, U) OCL_COPY(S) OCL_COPY(U)
#define OCL_COPY_REAL(T, I, U) OCL_COPY(T)
OCL_INTS(OCL_COPIES) OCL_FLOATS(OCL_COPY_REAL)

/* Functions of images give an error where they are called; constants of
   samplers do not, as a source may have samplers that no kernel uses. */
#define OCL_NO_IMAGE(NAME) \
  NAME __attribute__((unavailable("not supported: images")))
enum { OCL_NO_IMAGE(read_imagef),
       OCL_NO_IMAGE(read_imagei),
       OCL_NO_IMAGE(read_imageui),
       OCL_NO_IMAGE(read_imageh),
       OCL_NO_IMAGE(write_imagef),
       OCL_NO_IMAGE(write_imagei),
       OCL_NO_IMAGE(write_imageui),
       OCL_NO_IMAGE(write_imageh),
       OCL_NO_IMAGE(get_image_width),
       OCL_NO_IMAGE(get_image_height),
       OCL_NO_IMAGE(get_image_depth),
       OCL_NO_IMAGE(get_image_dim),
       OCL_NO_IMAGE(get_image_array_size),
       OCL_NO_IMAGE(get_image_channel_order),
       OCL_NO_IMAGE(get_image_channel_data_type) };
#define read_imagef(...) read_imagef
#define read_imagei(...) read_imagei
#define read_imageui(...) read_imageui
#define read_imageh(...) read_imageh
#define write_imageh(...) write_imageh
#define write_imagef(...) write_imagef
#define write_imagei(...) write_imagei
#define write_imageui(...) write_imageui
#define get_image_width(...) get_image_width
#define get_image_height(...) get_image_height
#define get_image_depth(...) get_image_depth
#define get_image_dim(...) get_image_dim
#define get_image_array_size(...) get_image_array_size
#define get_image_channel_order(...) get_image_channel_order
#define get_image_channel_data_type(...) get_image_channel_data_type
#define CLK_NORMALIZED_COORDS_FALSE 0
#define CLK_NORMALIZED_COORDS_TRUE 1
#define CLK_ADDRESS_NONE 0
#define CLK_ADDRESS_CLAMP_TO_EDGE 2
#define CLK_ADDRESS_CLAMP 4
#define CLK_ADDRESS_REPEAT 6
#define CLK_ADDRESS_MIRRORED_REPEAT 8
#define CLK_FILTER_NEAREST 16
#define CLK_FILTER_LINEAR 32

/* Atomic functions of OpenCL C 2.0. All are sequentially consistent, of the
   widest scope. */
#define atomic_int int
#define atomic_uint uint
#define atomic_long long
#define atomic_ulong ulong
#define atomic_size_t size_t
#define atomic_flag int
#define memory_order int
#define memory_scope int
#define memory_order_relaxed 0
#define memory_order_acquire 1
#define memory_order_release 2
#define memory_order_acq_rel 3
#define memory_order_seq_cst 4
#define memory_scope_work_item 0
#define memory_scope_work_group 1
#define memory_scope_device 2
#define memory_scope_all_svm_devices 3
#define memory_scope_all_devices 3
#define memory_scope_sub_group 4
#define ATOMIC_VAR_INIT(X) (X)
#define ATOMIC_FLAG_INIT 0
#define OCL_FETCH(T, P, NAME) OCL_FN T atomic_fetch_##NAME(volatile T *p, T v) { \
    return P##NAME(p, v); }
#define OCL_ATOMICS2(T, P) \
  OCL_FETCH(T, P, add) OCL_FETCH(T, P, sub) OCL_FETCH(T, P, or) \
  OCL_FETCH(T, P, xor) OCL_FETCH(T, P, and) OCL_FETCH(T, P, min) \
  OCL_FETCH(T, P, max) \
  OCL_FN T atomic_exchange(volatile T *p, T v) { return P##xchg(p, v); } \
  OCL_FN T atomic_load(volatile T *p) { return P##or(p, (T)0); } \
  OCL_FN void atomic_store(volatile T *p, T v) { P##xchg(p, v); } \
  OCL_FN void atomic_init(volatile T *p, T v) { *p = v; } \
  OCL_FN int atomic_compare_exchange_strong(volatile T *p, T *expected, T v) { \
    T wanted = *expected, old = P##cmpxchg(p, wanted, v); \
    *expected = old; return old == wanted; } \
  OCL_FN int atomic_compare_exchange_weak(volatile T *p, T *expected, T v) { \
    return atomic_compare_exchange_strong(p, expected, v); }
OCL_ATOMICS2(int, atomic_) OCL_ATOMICS2(uint, atomic_)
OCL_ATOMICS2(long, atom_) OCL_ATOMICS2(ulong, atom_)
OCL_FN int atomic_flag_test_and_set(volatile int *p) { return atomic_xchg(p, 1); }
OCL_FN void atomic_flag_clear(volatile int *p) { atomic_xchg(p, 0); }
#define atomic_fetch_add_explicit(P, V, ...) atomic_fetch_add(P, V)
#define atomic_fetch_sub_explicit(P, V, ...) atomic_fetch_sub(P, V)
#define atomic_fetch_or_explicit(P, V, ...) atomic_fetch_or(P, V)
#define atomic_fetch_xor_explicit(P, V, ...) atomic_fetch_xor(P, V)
#define atomic_fetch_and_explicit(P, V, ...) atomic_fetch_and(P, V)
#define atomic_fetch_min_explicit(P, V, ...) atomic_fetch_min(P, V)
#define atomic_fetch_max_explicit(P, V, ...) atomic_fetch_max(P, V)
#define atomic_exchange_explicit(P, V, ...) atomic_exchange(P, V)
#define atomic_load_explicit(P, ...) atomic_load(P)
#define atomic_store_explicit(P, V, ...) atomic_store(P, V)
#define atomic_compare_exchange_strong_explicit(P, E, V, ...) \
  atomic_compare_exchange_strong(P, E, V)
#define atomic_compare_exchange_weak_explicit(P, E, V, ...) \
  atomic_compare_exchange_weak(P, E, V)
#define atomic_flag_test_and_set_explicit(P, ...) atomic_flag_test_and_set(P)
#define atomic_flag_clear_explicit(P, ...) atomic_flag_clear(P)
#define atomic_work_item_fence(...) ((void)0)

#define OCL_BROADCAST(T) \
  OCL_FN T work_group_broadcast(T x, size_t i, size_t j) { \
    return work_group_broadcast(x, (uint)(j * get_local_size(0) + i)); } \
  OCL_FN T work_group_broadcast(T x, size_t i, size_t j, size_t k) { \
    return work_group_broadcast(x, (uint)((k * OCL_SIZE(1) + j) * \
                                          get_local_size(0) + i)); }
#define OCL_BROADCASTS(S, U) OCL_BROADCAST(S) OCL_BROADCAST(U)
#define OCL_BROADCAST_REAL(T, I, U) OCL_BROADCAST(T)
OCL_INTS(OCL_BROADCASTS) OCL_FLOATS(OCL_BROADCAST_REAL)

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
/* Where T has both limits, machines limit numbers by two instructions. */
#define OCL_SAT_EXACT(D, LOW, HIGH, T) \
  OCL_FN D convert_##D##_sat(T x) { \
    T y = x < (T)(HIGH) ? x : (T)(HIGH); y = y > (T)(LOW) ? y : (T)(LOW); \
    return x != x ? (D)0 : (D)y; }
#define OCL_SAT(D, LOW, HIGH, FLOAT, DOUBLE) \
  OCL_SAT_##FLOAT(D, LOW, HIGH, float) OCL_SAT_##DOUBLE(D, LOW, HIGH, double) \
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
OCL_SAT(char, SCHAR_MIN, SCHAR_MAX, EXACT, EXACT)
OCL_SAT(uchar, 0, UCHAR_MAX, EXACT, EXACT)
OCL_SAT(short, SHRT_MIN, SHRT_MAX, EXACT, EXACT)
OCL_SAT(ushort, 0, USHRT_MAX, EXACT, EXACT)
OCL_SAT(int, INT_MIN, INT_MAX, REAL, EXACT)
OCL_SAT(uint, 0, UINT_MAX, REAL, EXACT)
OCL_SAT(long, LONG_MIN, LONG_MAX, REAL, REAL)
OCL_SAT(ulong, 0, ULONG_MAX, REAL, REAL)
