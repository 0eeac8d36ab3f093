//===- Vectors.cl - Built-ins on vectors ----------------------------------===//
//
// The built-in functions of vectors, each made of those of the elements.
//
//===----------------------------------------------------------------------===//

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
#define OCL_REAL_ELEMENTS(T, I, U) \
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
  OCL_REAL_V1(T, tanpi) OCL_REAL_V1(T, asinpi) OCL_REAL_V1(T, acospi) \
  OCL_REAL_V1(T, atanpi) OCL_REAL_V2(T, atan2pi) OCL_V1(T, nan, U) \
  OCL_REAL_V1(T, logb) OCL_V1(int, ilogb, T) OCL_V2(T, rootn, T, int) \
  OCL_REAL_V2(T, pow) OCL_REAL_V2(T, powr) OCL_REAL_V2(T, atan2) \
  OCL_REAL_V2(T, copysign) OCL_REAL_V2(T, fmin) OCL_REAL_V2(T, fmax) \
  OCL_REAL_V2(T, fmod) OCL_REAL_V2(T, remainder) OCL_REAL_V2(T, fdim) \
  OCL_REAL_V2(T, hypot) OCL_REAL_V2(T, maxmag) OCL_REAL_V2(T, minmag) \
  OCL_REAL_V2(T, step) OCL_REAL_V2(T, nextafter) \
  OCL_V2(T, pown, T, int) OCL_V2(T, ldexp, T, int) \
  OCL_V3(fma, T) OCL_V3(mad, T) OCL_V3(mix, T) OCL_V3(smoothstep, T) \
  OCL_KINDS_V(T, native_) OCL_KINDS_V(T, half_) \
  OCL_EACH_OF(OCL_SCALAR_LAST, T)
#define OCL_REAL_VECTOR(T, I, U) \
  OCL_REAL_ELEMENTS(T, I, U) \
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

/* Functions with a second result. */
#define OCL_OUT(NAME, T, P, N, H) \
  OCL_FN T##N NAME(T##N x, P##N *p) { P##H low, high; \
    T##H first = NAME(x.lo, &low), second = NAME(x.hi, &high); \
    *p = (P##N)(low, high); return (T##N)(first, second); }
#define OCL_OUTS(NAME, T, P) \
  OCL_FN T##2 NAME(T##2 x, P##2 *p) { P low, high; \
    T first = NAME(x.x, &low), second = NAME(x.y, &high); \
    *p = (P##2)(low, high); return (T##2)(first, second); } \
  OCL_FN T##3 NAME(T##3 x, P##3 *p) { P##2 low; P high; \
    T##2 first = NAME(x.xy, &low); T second = NAME(x.z, &high); \
    *p = (P##3)(low, high); return (T##3)(first, second); } \
  OCL_OUT(NAME, T, P, 4, 2) OCL_OUT(NAME, T, P, 8, 4) OCL_OUT(NAME, T, P, 16, 8)
#define OCL_OUT_REAL(T, I, U) OCL_OUTS(sincos, T, T) OCL_OUTS(modf, T, T) \
  OCL_OUTS(fract, T, T) OCL_OUTS(frexp, T, int)
OCL_FLOATS(OCL_OUT_REAL)
#define OCL_REMQUO_HALVES(T, N, H) \
  OCL_FN T##N remquo(T##N x, T##N y, int##N *p) { int##H low, high; \
    T##H first = remquo(x.lo, y.lo, &low), second = remquo(x.hi, y.hi, &high); \
    *p = (int##N)(low, high); return (T##N)(first, second); }
#define OCL_REMQUO_V(T, I, U) \
  OCL_FN T##2 remquo(T##2 x, T##2 y, int2 *p) { int low, high; \
    T first = remquo(x.x, y.x, &low), second = remquo(x.y, y.y, &high); \
    *p = (int2)(low, high); return (T##2)(first, second); } \
  OCL_FN T##3 remquo(T##3 x, T##3 y, int3 *p) { int2 low; int high; \
    T##2 first = remquo(x.xy, y.xy, &low); \
    T second = remquo(x.z, y.z, &high); \
    *p = (int3)(low, high); return (T##3)(first, second); } \
  OCL_REMQUO_HALVES(T, 4, 2) OCL_REMQUO_HALVES(T, 8, 4) \
  OCL_REMQUO_HALVES(T, 16, 8)
OCL_FLOATS(OCL_REMQUO_V)

/* Vectors of numbers of 16 bits in memory. Those of three elements lie four
   apart where they are aligned. */
#define OCL_HALVES(N, STRIDE, EACH) \
  OCL_FN float##N vload_half##N(size_t at, const half *p) { \
    float##N v; p += at * N; EACH(OCL_LOAD_LANE) return v; } \
  OCL_FN float##N vloada_half##N(size_t at, const half *p) { \
    float##N v; p += at * STRIDE; EACH(OCL_LOAD_LANE) return v; } \
  OCL_STORE_HALVES(N, STRIDE, EACH, ) OCL_STORE_HALVES(N, STRIDE, EACH, _rte) \
  OCL_STORE_HALVES(N, STRIDE, EACH, _rtz) OCL_STORE_HALVES(N, STRIDE, EACH, _rtp) \
  OCL_STORE_HALVES(N, STRIDE, EACH, _rtn)
#define OCL_STORE_HALVES(N, STRIDE, EACH, MODE) \
  OCL_STORE_HALVES_OF(float, N, STRIDE, EACH, MODE) \
  OCL_STORE_HALVES_OF(double, N, STRIDE, EACH, MODE)
#define OCL_STORE_HALVES_OF(T, N, STRIDE, EACH, MODE) \
  OCL_FN void vstore_half##N##MODE(T##N v, size_t at, half *p) { \
    p += at * N; EACH(OCL_STORE_LANE##MODE) } \
  OCL_FN void vstorea_half##N##MODE(T##N v, size_t at, half *p) { \
    p += at * STRIDE; EACH(OCL_STORE_LANE##MODE) }
#define OCL_LOAD_LANE(I, S) v.S = vload_half(I, p);
#define OCL_STORE_LANE(I, S) vstore_half(v.S, I, p);
#define OCL_STORE_LANE_rte(I, S) vstore_half(v.S, I, p);
#define OCL_STORE_LANE_rtz(I, S) vstore_half_rtz(v.S, I, p);
#define OCL_STORE_LANE_rtp(I, S) vstore_half_rtp(v.S, I, p);
#define OCL_STORE_LANE_rtn(I, S) vstore_half_rtn(v.S, I, p);
#define OCL_LANES2(X) X(0, s0) X(1, s1)
#define OCL_LANES3(X) OCL_LANES2(X) X(2, s2)
#define OCL_LANES4(X) OCL_LANES3(X) X(3, s3)
#define OCL_LANES8(X) OCL_LANES4(X) X(4, s4) X(5, s5) X(6, s6) X(7, s7)
#define OCL_LANES16(X) OCL_LANES8(X) X(8, s8) X(9, s9) X(10, sa) X(11, sb) \
  X(12, sc) X(13, sd) X(14, se) X(15, sf)
OCL_HALVES(2, 2, OCL_LANES2) OCL_HALVES(3, 4, OCL_LANES3)
OCL_HALVES(4, 4, OCL_LANES4) OCL_HALVES(8, 8, OCL_LANES8)
OCL_HALVES(16, 16, OCL_LANES16)

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
  OCL_FN I##N isnormal(T##N x) { \
    return (fabs(x) >= (T##N)((T)(sizeof(T) == 2 ? 0x1p-14 : sizeof(T) == 4 \
                                  ? FLT_MIN : DBL_MIN))) & \
           (fabs(x) < (T##N)((T)INFINITY)); } \
  OCL_FN I##N signbit(T##N x) { return OCL_AS(I##N, x) < (I)0; }
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
#define OCL_COPY_VECTOR(T, V) OCL_COPY(V)
#define OCL_ANY(T) OCL_EACH_OF(OCL_COPY_VECTOR, T) OCL_V2(T, min, T, T) OCL_V2(T, max, T, T) \
  OCL_V3(clamp, T) OCL_V3(bitselect, T) OCL_EACH_OF(OCL_CLAMPS, T) OCL_MEMORY(T)
#define OCL_INT_VECTOR(T) OCL_ANY(T) \
  OCL_V1(T, popcount, T) OCL_V1(T, clz, T) OCL_V1(T, ctz, T) \
  OCL_V2(T, mul_hi, T, T) OCL_V2(T, rotate, T, T) OCL_V2(T, hadd, T, T) \
  OCL_V2(T, rhadd, T, T) OCL_V2(T, add_sat, T, T) OCL_V2(T, sub_sat, T, T) \
  OCL_V3(mad_hi, T) OCL_V3(mad_sat, T)
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
OCL_ROUND_V(float) OCL_ROUND_V(double) OCL_ROUND_V(int) OCL_ROUND_V(uint)
OCL_ROUND_V(short) OCL_ROUND_V(ushort)
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

/* The special functions. */
#define OCL_SPECIAL(T, I, U) OCL_REAL_V1(T, erfc) OCL_REAL_V1(T, lgamma) \
  OCL_REAL_V1(T, tgamma) OCL_OUTS(lgamma_r, T, int)
OCL_FLOATS(OCL_SPECIAL)

/* `shuffle` and `shuffle2`: N elements of T, chosen among M. A number beyond the
   last element counts modulo M. */
#define OCL_LANE(T, U) \
  OCL_FN T __ocl_lane(T##2 v, U i) { return i & 1 ? v.y : v.x; } \
  OCL_FN T __ocl_lane(T##4 v, U i) { \
    return __ocl_lane(i & 2 ? v.hi : v.lo, i); } \
  OCL_FN T __ocl_lane(T##8 v, U i) { \
    return __ocl_lane(i & 4 ? v.hi : v.lo, i); } \
  OCL_FN T __ocl_lane(T##16 v, U i) { \
    return __ocl_lane(i & 8 ? v.hi : v.lo, i); } \
  OCL_FN T __ocl_lane(T##2 v, T##2 w, U i) { \
    return __ocl_lane(i & 2 ? w : v, i); } \
  OCL_FN T __ocl_lane(T##4 v, T##4 w, U i) { \
    return __ocl_lane(i & 4 ? w : v, i); } \
  OCL_FN T __ocl_lane(T##8 v, T##8 w, U i) { \
    return __ocl_lane(i & 8 ? w : v, i); } \
  OCL_FN T __ocl_lane(T##16 v, T##16 w, U i) { \
    return __ocl_lane(i & 16 ? w : v, i); }
#define OCL_PICK(I, S) r.S = __ocl_lane(x, mask.S);
#define OCL_PICK2(I, S) r.S = __ocl_lane(x, y, mask.S);
#define OCL_SHUFFLE(T, U, N, M) \
  OCL_FN T##N shuffle(T##M x, U##N mask) { \
    T##N r; OCL_LANES##N(OCL_PICK) return r; } \
  OCL_FN T##N shuffle2(T##M x, T##M y, U##N mask) { \
    T##N r; OCL_LANES##N(OCL_PICK2) return r; }
#define OCL_SHUFFLES_TO(T, U, N) OCL_SHUFFLE(T, U, N, 2) \
  OCL_SHUFFLE(T, U, N, 4) OCL_SHUFFLE(T, U, N, 8) OCL_SHUFFLE(T, U, N, 16)
#define OCL_SHUFFLES(T, U) OCL_LANE(T, U) OCL_SHUFFLES_TO(T, U, 2) \
  OCL_SHUFFLES_TO(T, U, 4) OCL_SHUFFLES_TO(T, U, 8) OCL_SHUFFLES_TO(T, U, 16)
#define OCL_INT_SHUFFLES(S, U) OCL_SHUFFLES(S, U) OCL_SHUFFLES(U, U)
#define OCL_REAL_SHUFFLES(T, I, U) OCL_SHUFFLES(T, U)
OCL_INTS(OCL_INT_SHUFFLES) OCL_FLOATS(OCL_REAL_SHUFFLES)
