//===- Halves.cl - Built-ins of numbers of 16 bits ------------------------===//
//
// Those of cl_khr_fp16, each computed in float and rounded once. The text comes
// behind that of Scalars.cl and Vectors.cl.
//
//===----------------------------------------------------------------------===//

OCL_VECTORS(half)

#define OCL_H1(NAME) OCL_FN half NAME(half x) { return (half)NAME((float)x); }
#define OCL_H2(NAME) OCL_FN half NAME(half x, half y) { \
  return (half)NAME((float)x, (float)y); }
#define OCL_H3(NAME) OCL_FN half NAME(half x, half y, half z) { \
  return (half)NAME((float)x, (float)y, (float)z); }
#define OCL_H2_INT(NAME) OCL_FN half NAME(half x, int y) { \
  return (half)NAME((float)x, y); }
OCL_H1(sqrt) OCL_H1(rsqrt) OCL_H1(rcp) OCL_H1(fabs) OCL_H1(exp) OCL_H1(exp2)
OCL_H1(exp10) OCL_H1(expm1) OCL_H1(log) OCL_H1(log2) OCL_H1(log10) OCL_H1(log1p)
OCL_H1(sin) OCL_H1(cos) OCL_H1(tan) OCL_H1(sinh) OCL_H1(cosh) OCL_H1(tanh)
OCL_H1(asin) OCL_H1(acos) OCL_H1(atan) OCL_H1(asinh) OCL_H1(acosh)
OCL_H1(atanh) OCL_H1(sinpi) OCL_H1(cospi) OCL_H1(tanpi) OCL_H1(asinpi)
OCL_H1(acospi) OCL_H1(atanpi) OCL_H1(cbrt) OCL_H1(erf) OCL_H1(erfc)
OCL_H1(lgamma) OCL_H1(tgamma) OCL_H1(floor) OCL_H1(ceil) OCL_H1(round)
OCL_H1(trunc) OCL_H1(rint) OCL_H1(sign) OCL_H1(degrees) OCL_H1(radians)
OCL_H1(logb) OCL_H1(length) OCL_H1(normalize) OCL_H1(fast_length)
OCL_H1(fast_normalize)
OCL_H2(pow) OCL_H2(powr) OCL_H2(atan2) OCL_H2(atan2pi) OCL_H2(copysign)
OCL_H2(fmin) OCL_H2(fmax) OCL_H2(min) OCL_H2(max) OCL_H2(fmod)
OCL_H2(remainder) OCL_H2(fdim) OCL_H2(hypot) OCL_H2(maxmag) OCL_H2(minmag)
OCL_H2(step) OCL_H2(dot) OCL_H2(distance) OCL_H2(fast_distance)
OCL_H2_INT(pown) OCL_H2_INT(rootn) OCL_H2_INT(ldexp)
OCL_KINDS(half, native_) OCL_KINDS(half, half_)
OCL_H3(mad) OCL_H3(clamp) OCL_H3(mix) OCL_H3(smoothstep)
/* double holds the product, and its sum with any z that takes part in rounding. */
OCL_FN half fma(half x, half y, half z) {
  return (half)fma((double)x, (double)y, (double)z); }
OCL_FN half nan(ushort code) { return (half)NAN; }
OCL_FN half nextafter(half x, half y) {
  short i = OCL_AS(short, x);
  if (x != x || y != y) return (half)NAN;
  if (x == y) return y;
  if (x == 0) return (half)copysign(0x1p-24f, (float)y);
  return OCL_AS(half, (short)((x < y) == (i >= 0) ? i + 1 : i - 1)); }

#define OCL_H_TEST1(NAME) OCL_FN int NAME(half x) { return NAME((float)x); }
#define OCL_H_TEST2(NAME) OCL_FN int NAME(half x, half y) { \
  return NAME((float)x, (float)y); }
OCL_H_TEST1(isnan) OCL_H_TEST1(isinf) OCL_H_TEST1(isfinite) OCL_H_TEST1(signbit)
OCL_H_TEST1(ilogb) OCL_H_TEST2(isequal) OCL_H_TEST2(isnotequal)
OCL_H_TEST2(isgreater) OCL_H_TEST2(isgreaterequal) OCL_H_TEST2(isless)
OCL_H_TEST2(islessequal) OCL_H_TEST2(islessgreater) OCL_H_TEST2(isordered)
OCL_H_TEST2(isunordered)
OCL_FN int isnormal(half x) { return fabs(x) >= 0x1p-14h && isfinite(x); }
OCL_FN half bitselect(half a, half b, half c) {
  return OCL_AS(half, bitselect(OCL_AS(short, a), OCL_AS(short, b),
                                OCL_AS(short, c))); }
OCL_FN half select(half a, half b, short c) { return c ? b : a; }
OCL_FN half select(half a, half b, ushort c) { return c ? b : a; }

/* Functions with a second result. */
#define OCL_H_OUT(NAME) OCL_FN half NAME(half x, half *p) { float second; \
  half first = (half)NAME((float)x, &second); *p = (half)second; return first; }
OCL_H_OUT(sincos) OCL_H_OUT(modf)
OCL_FN half fract(half x, half *whole) { float second;
  float first = fract((float)x, &second); *whole = (half)second;
  return fmin((half)first, 0x1.ffcp-1h); }
OCL_FN half frexp(half x, int *e) { return (half)frexp((float)x, e); }
OCL_FN half lgamma_r(half x, int *s) { return (half)lgamma_r((float)x, s); }
OCL_FN half remquo(half x, half y, int *q) {
  return (half)remquo((float)x, (float)y, q); }

/* Functions of the group. */
#define OCL_H_GROUP(NAME) OCL_FN half sub_group_##NAME(half x) { \
    return (half)sub_group_##NAME((float)x); } \
  OCL_FN half work_group_##NAME(half x) { return sub_group_##NAME(x); }
OCL_H_GROUP(reduce_add) OCL_H_GROUP(reduce_min) OCL_H_GROUP(reduce_max)
OCL_H_GROUP(scan_inclusive_add) OCL_H_GROUP(scan_inclusive_min)
OCL_H_GROUP(scan_inclusive_max) OCL_H_GROUP(scan_exclusive_add)
OCL_H_GROUP(scan_exclusive_min) OCL_H_GROUP(scan_exclusive_max)
#define OCL_H_MOVE(NAME, T) OCL_FN half NAME(half x, T i) { \
  return (half)NAME((float)x, i); }
OCL_H_MOVE(shuffle, int) OCL_H_MOVE(sub_group_shuffle, uint)
OCL_H_MOVE(sub_group_shuffle_xor, uint) OCL_H_MOVE(sub_group_shuffle_up, uint)
OCL_H_MOVE(sub_group_shuffle_down, uint) OCL_H_MOVE(sub_group_broadcast, uint)
OCL_H_MOVE(work_group_broadcast, uint)

/* Conversions from half; those to half are macros. */
#define OCL_H_ROUND(MODE) \
  OCL_FN float __ocl##MODE(half x) { return __ocl##MODE((float)x); }
OCL_H_ROUND(_rte) OCL_H_ROUND(_rtz) OCL_H_ROUND(_rtp) OCL_H_ROUND(_rtn)
#define OCL_H_SAT(D) OCL_FN D convert_##D##_sat(half x) { \
  return convert_##D##_sat((float)x); }
OCL_H_SAT(char) OCL_H_SAT(uchar) OCL_H_SAT(short) OCL_H_SAT(ushort)
OCL_H_SAT(int) OCL_H_SAT(uint)

/* Vectors. */
OCL_V1(float, __ocl_rte, half) OCL_V1(float, __ocl_rtz, half)
OCL_V1(float, __ocl_rtp, half) OCL_V1(float, __ocl_rtn, half)
OCL_SAT_NAMES(char, half) OCL_SAT_NAMES(uchar, half) OCL_SAT_NAMES(short, half)
OCL_SAT_NAMES(ushort, half) OCL_SAT_NAMES(int, half) OCL_SAT_NAMES(uint, half)
OCL_COPY(half)
OCL_REAL_ELEMENTS(half, short, ushort) OCL_SPECIAL(half, short, ushort)
OCL_ANY(half)
OCL_OUT_REAL(half, short, ushort) OCL_REMQUO_V(half, short, ushort)
OCL_RELATIONS_OF(half, short, ushort) OCL_SELECTS_OF(half, short, ushort)
OCL_SHUFFLES(half, ushort)
#define OCL_H_GEOMETRY(N) \
  OCL_FN half dot(half##N a, half##N b) { \
    return (half)dot(convert_float##N(a), convert_float##N(b)); } \
  OCL_FN half length(half##N a) { return (half)length(convert_float##N(a)); } \
  OCL_FN half distance(half##N a, half##N b) { \
    return (half)distance(convert_float##N(a), convert_float##N(b)); } \
  OCL_FN half##N normalize(half##N a) { \
    return __builtin_convertvector(normalize(convert_float##N(a)), half##N); } \
  OCL_FN half fast_length(half##N a) { return length(a); } \
  OCL_FN half fast_distance(half##N a, half##N b) { return distance(a, b); } \
  OCL_FN half##N fast_normalize(half##N a) { return normalize(a); }
OCL_H_GEOMETRY(2) OCL_H_GEOMETRY(3) OCL_H_GEOMETRY(4)
#define OCL_H_CROSS(N) OCL_FN half##N cross(half##N a, half##N b) { \
  return __builtin_convertvector(cross(convert_float##N(a), \
                                       convert_float##N(b)), half##N); }
OCL_H_CROSS(3) OCL_H_CROSS(4)
