//===- SpecialFunctions.cl - erfc and the gamma function ------------------===//
//
// They are computed in double: of float arguments the result is rounded once.
// scripts/special-coefficients derives the polynomials.
//
//===----------------------------------------------------------------------===//

/* From 1/2 on e^(-x^2) / (1 + 2x) times a polynomial in (x - 3.75) / (x + 3.75);
   x^2 in two numbers. */
OCL_FN double erfc(double x) {
  double y = x < 0.5 ? 0.5 : x > 28.0 ? 28.0 : x;
  double t = (y - 3.75) / (y + 3.75);
  double s = -0x1.92f2f9e24b6b0p-35;
  s = fma(s, t, 0x1.7035876a80cf2p-31);
  s = fma(s, t, 0x1.3dd4050d0cc18p-31);
  s = fma(s, t, -0x1.aea3dc31012dfp-28);
  s = fma(s, t, -0x1.31a33e97344c7p-28);
  s = fma(s, t, 0x1.5ef2919774f08p-25);
  s = fma(s, t, 0x1.a264bd7b5428dp-26);
  s = fma(s, t, -0x1.187b019b8fb2ep-22);
  s = fma(s, t, -0x1.f4e16f81a2e80p-25);
  s = fma(s, t, 0x1.d6b7e751f944bp-20);
  s = fma(s, t, -0x1.052404a8b256dp-20);
  s = fma(s, t, -0x1.8008d95cdeba1p-17);
  s = fma(s, t, 0x1.778a218e24293p-16);
  s = fma(s, t, 0x1.b1445058459e4p-15);
  s = fma(s, t, -0x1.303f9d782d46cp-12);
  s = fma(s, t, 0x1.33fb242859993p-12);
  s = fma(s, t, 0x1.cc3a0e215415ep-10);
  s = fma(s, t, -0x1.3f603c3367f52p-7);
  s = fma(s, t, 0x1.d0b0037dcd985p-6);
  s = fma(s, t, -0x1.e0d0fa6e02119p-5);
  s = fma(s, t, 0x1.7a14188a99b00p-4);
  s = fma(s, t, -0x1.bda9309a28844p-4);
  s = fma(s, t, 0x1.510169d096804p-4);
  s = fma(s, t, 0x1.d5f2948159d05p-9);
  s = fma(s, t, -0x1.1f367683f89a7p-3);
  s = fma(s, t, 0x1.3ccda0b5d5dc2p+0);
  double square = y * y, rest = fma(y, y, -square);
  double large = exp(-square) * (s * (1 - rest)) / (1 + 2 * y);
  return x < 0.5 ? 1 - erf(x) : isnan(x) ? x : large; }

/* log(gamma(2 + z)) for |z| <= 1/2. */
OCL_FN double __ocl_gamma_from_2(double z) {
  double s = 0x1.11fa5e7c86f7bp-24;
  s = fma(s, z, -0x1.2009c1a550d0dp-23);
  s = fma(s, z, 0x1.b40adb09a1e12p-23);
  s = fma(s, z, -0x1.ce17528bcf460p-22);
  s = fma(s, z, 0x1.012012be3900ap-20);
  s = fma(s, z, -0x1.1276ebd557fb0p-19);
  s = fma(s, z, 0x1.258f3057730fap-18);
  s = fma(s, z, -0x1.3cb3be36ad88bp-17);
  s = fma(s, z, 0x1.580e0afa55850p-16);
  s = fma(s, z, -0x1.78de9ab752b81p-15);
  s = fma(s, z, 0x1.a127afee53e7dp-14);
  s = fma(s, z, -0x1.d3fd4b679c1c4p-13);
  s = fma(s, z, 0x1.0b36af8779ca0p-11);
  s = fma(s, z, -0x1.38ac5c2d48207p-10);
  s = fma(s, z, 0x1.7add6eadb5317p-9);
  s = fma(s, z, -0x1.e404fc218dbaep-8);
  s = fma(s, z, 0x1.51322ac7d848ap-6);
  s = fma(s, z, -0x1.13e001a55760ap-4);
  s = fma(s, z, 0x1.4a34cc4a60fa6p-2);
  s = fma(s, z, 0x1.b0ee6072093cep-2);
  return s * z; }
/* What Stirling's formula leaves out of log(gamma(x)) for x >= 12. */
OCL_FN double __ocl_stirling(double x) {
  double t = 1 / (x * x);
  double s = -0x1.e4286cb0f5398p-6;
  s = fma(s, t, 0x1.a41a41a41a41ap-8);
  s = fma(s, t, -0x1.f6ab0d9993c7dp-10);
  s = fma(s, t, 0x1.b951e2b18ff23p-11);
  s = fma(s, t, -0x1.3813813813814p-11);
  s = fma(s, t, 0x1.a01a01a01a01ap-11);
  s = fma(s, t, -0x1.6c16c16c16c17p-9);
  s = fma(s, t, 0x1.5555555555555p-4);
  return s / x; }
/* A number from 3/2 up to 5/2 with the same fraction as x <= 12; `product` is
   gamma(x) over its gamma function. */
OCL_FN double __ocl_toward_2(double x, double *product) {
  double p = 1, y = x;
  for (int i = 0; i < 10; ++i) {
    int down = y >= 2.5;
    y = down ? y - 1 : y;
    p = down ? p * y : p; }
  *product = p;
  return y; }

/* log(gamma(x)) for x > 0. */
OCL_FN double __ocl_log_gamma(double x) {
  double p, m = x > 12 ? 12.0 : x;
  double y = __ocl_toward_2(m, &p);
  double z = m < 0.5 ? m : m < 1.5 ? m - 1 : y - 2;
  double near = __ocl_gamma_from_2(z);
  near = m < 1.5 ? near - log1p(z) : near + log(p);
  near = m < 0.5 ? near - log(m) : near;
  double far = (x - 0.5) * (log(x) - 1) + 0x1.acfe390c97d69p-2 +
               __ocl_stirling(x);
  return x >= 12 ? far : near; }
OCL_FN double lgamma(double x) {
  double a = fabs(x), s = fabs(sinpi(x));
  double positive = __ocl_log_gamma(a == 0 ? 1.0 : a);
  double result = x > 0 ? positive
                        : log(M_PI / (a * (s == 0 ? 1.0 : s))) - positive;
  return isnan(x) ? x : isinf(x) || (x <= 0 && s == 0) ? (double)INFINITY
       : x < 0 && a < 0x1p-60 ? -log(a) : result; }
OCL_FN double lgamma_r(double x, int *sign) {
  double s = sinpi(x);
  *sign = x < 0 ? (s == 0 ? 0 : s < 0 ? -1 : 1)
                : x == 0 ? (signbit(x) ? -1 : 1) : 1;
  return lgamma(x); }

/* gamma(x) for x > 0 is the product of the results. */
OCL_FN double __ocl_gamma(double x, double *other) {
  double p, m = x > 12 ? 12.0 : x;
  /* Below 3/2: gamma(x) = gamma(x + 1) / x, and once more below 1/2. */
  double z = m < 0.5 ? m : m < 1.5 ? m - 1 : __ocl_toward_2(m, &p) - 2;
  double below = m < 0.5 ? m * (m + 1) : m;
  double near = exp(__ocl_gamma_from_2(z));
  near = m < 1.5 ? near / below : near * p;
  /* The power may be too large, its root is not. */
  double y = x < 12 ? 12.0 : x > 250 ? 250.0 : x;
  double root = pow(y, 0.5 * y - 0.25);
  double far = root * (exp(__ocl_stirling(y)) * 0x1.40d931ff62706p+1);
  *other = x >= 12 ? root * exp(-y) : 1.0;
  return x >= 12 ? far : near; }
OCL_FN double tgamma(double x) {
  double other, a = fabs(x);
  double positive = __ocl_gamma(a == 0 ? 1.0 : a, &other);
  double s = sinpi(x);
  double negative = M_PI / (x * (s == 0 ? 1.0 : s)) / positive / other;
  return isnan(x) ? x : x == 0 ? copysign((double)INFINITY, x)
       : a < 0x1p-60 ? 1 / x
       : x > 0 ? (x > 172 ? (double)INFINITY : positive * other)
       : isinf(x) || s == 0 ? (double)NAN : -negative; }

OCL_FN float erfc(float x) { return (float)erfc((double)x); }
OCL_FN float lgamma(float x) { return (float)lgamma((double)x); }
OCL_FN float lgamma_r(float x, int *sign) {
  return (float)lgamma_r((double)x, sign); }
OCL_FN float tgamma(float x) { return (float)tgamma((double)x); }
