//===- Coefficients.h - Polynomials of the mathematical functions -*- C++ -*-===//
//
// Made by scripts/math-coefficients; change that and not this. Numbers are
// exact in the type that the name ends with.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_COEFFICIENTS_H
#define PIRCH_MATH_COEFFICIENTS_H

namespace pirch::elementary::coefficients {

/// (e^r - 1) / r for |r| <= ln(2) / 2; greatest error 2^-28.2.
inline constexpr double expF32[] = {
    0x1.0000000000000p+0,
    0x1.fffffc0000000p-2,
    0x1.5554900000000p-3,
    0x1.5558a60000000p-5,
    0x1.123ae80000000p-7,
    0x1.6a59200000000p-10,
};

/// (e^r - 1) / r for |r| <= ln(2) / 2; greatest error 2^-57.9.
inline constexpr double expF64[] = {
    0x1.0000000000000p+0,
    0x1.000000000000ap-1,
    0x1.5555555555501p-3,
    0x1.555555555066fp-5,
    0x1.1111111126277p-7,
    0x1.6c16c184937b9p-10,
    0x1.a01a01325eb1dp-13,
    0x1.a01998f9bd8b0p-16,
    0x1.71df13ef04d14p-19,
    0x1.28ae6c546f6f8p-22,
    0x1.ad9ad26ffb26cp-26,
};

/// (2^r - 1) / r for |r| <= 1 / 2; greatest error 2^-28.3.
inline constexpr double exp2F32[] = {
    0x1.62e4300000000p-1,
    0x1.ebfbdc0000000p-3,
    0x1.c6af780000000p-5,
    0x1.3b2dd20000000p-7,
    0x1.5f0aba0000000p-10,
    0x1.417bac0000000p-13,
};

/// (2^r - 1) / r for |r| <= 1 / 2; greatest error 2^-59.7.
inline constexpr double exp2F64[] = {
    0x1.62e42fefa39efp-1,
    0x1.ebfbdff82c58ep-3,
    0x1.c6b08d704a1d2p-5,
    0x1.3b2ab6fba5190p-7,
    0x1.5d87fe7874f60p-10,
    0x1.430912f75ef1ep-13,
    0x1.ffcbfd45009c5p-17,
    0x1.62c026fa28bfcp-20,
    0x1.b5233cd131fcbp-24,
    0x1.e4bc6217946f4p-28,
    0x1.ec5edd8241331p-32,
    0x1.dfa3c0ff32922p-36,
};

/// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2; greatest error 2^-28.2.
inline constexpr double expTailF32[] = {
    0x1.0000000000000p-1,
    0x1.55548e0000000p-3,
    0x1.5554d80000000p-5,
    0x1.123c260000000p-7,
    0x1.6d5f700000000p-10,
};

/// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2; greatest error 2^-63.8.
inline constexpr double expTailF64[] = {
    0x1.0000000000000p-1,
    0x1.555555555555cp-3,
    0x1.5555555555557p-5,
    0x1.111111110e9bbp-7,
    0x1.6c16c16c15689p-10,
    0x1.a01a01b46a655p-13,
    0x1.a01a01ab98176p-16,
    0x1.71ddee01218b7p-19,
    0x1.27e4cfd2d1a71p-22,
    0x1.af6f5c9effb90p-26,
    0x1.1f867de31cce0p-29,
};

/// (log(1 + f) - f + f^2 / 2) / f^3 for sqrt(1/2) <= 1 + f <= sqrt(2); greatest error 2^-29.5.
inline constexpr double logF32[] = {
    0x1.5555560000000p-2,
    -0x1.00000c0000000p-2,
    0x1.999e6a0000000p-3,
    -0x1.5556080000000p-3,
    0x1.23a0f60000000p-3,
    -0x1.fd62be0000000p-4,
    0x1.e2af580000000p-4,
    -0x1.d5b1000000000p-4,
    0x1.12fd5c0000000p-4,
};

/// (2 atanh(s) / s - 2) / z, where z = s^2, for the same 1 + f = (1 + s) / (1 - s); greatest error 2^-58.0.
inline constexpr double logQuotientF64[] = {
    0x1.5555555555555p-1,
    0x1.999999998ffbfp-2,
    0x1.24924935df4acp-2,
    0x1.c71c5aa8003a6p-3,
    0x1.7464a73c5bb2cp-3,
    0x1.39c75b9a91301p-3,
    0x1.2da5e779ed36dp-3,
};

/// (atanh(s) / s - 1 - z / 3) / z^2, where z = s^2, for the same s; greatest error 2^-35.3.
inline constexpr double atanhTailF32[] = {
    0x1.99999a0000000p-3,
    0x1.24756a0000000p-3,
    0x1.d9dfe60000000p-4,
};

/// (atanh(s) / s - 1 - z / 3) / z^2, where z = s^2, for the same s; greatest error 2^-72.7.
inline constexpr double atanhTailF64[] = {
    0x1.999999999999ap-3,
    0x1.24924924926f1p-3,
    0x1.c71c71c670c44p-4,
    0x1.745d17cdcc5e4p-4,
    0x1.3b137a7a31691p-4,
    0x1.111d7feb779edp-4,
    0x1.dea9c5792f958p-5,
    0x1.e78a9bbb24bf0p-5,
};

/// (sin(r) - r) / r^3 in z = r^2 for |r| <= pi / 4; greatest error 2^-32.5.
inline constexpr double sinTailF32[] = {
    -0x1.5555560000000p-3,
    0x1.1111760000000p-7,
    -0x1.a05b920000000p-13,
    0x1.7cc36a0000000p-19,
};

/// (sin(r) - r) / r^3 in z = r^2 for |r| <= pi / 4; greatest error 2^-57.3.
inline constexpr double sinTailF64[] = {
    -0x1.5555555555555p-3,
    0x1.11111111106c1p-7,
    -0x1.a01a019d85754p-13,
    0x1.71de36895ac45p-19,
    -0x1.ae5f210927c56p-26,
    0x1.5dc321e010053p-33,
};

/// (cos(r) - 1 + r^2 / 2) / r^4 in z = r^2 for |r| <= pi / 4; greatest error 2^-31.7.
inline constexpr double cosTailF32[] = {
    0x1.5555560000000p-5,
    -0x1.6c12700000000p-10,
    0x1.9b7cd80000000p-16,
};

/// (cos(r) - 1 + r^2 / 2) / r^4 in z = r^2 for |r| <= pi / 4; greatest error 2^-63.3.
inline constexpr double cosTailF64[] = {
    0x1.5555555555555p-5,
    -0x1.6c16c16c162e9p-10,
    0x1.a01a019e32275p-16,
    -0x1.27e4f903aa0c4p-22,
    0x1.1eea8698f9b8dp-29,
    -0x1.8ff8579c21221p-37,
};

/// (sinh(r) - r) / r^3 in z = r^2 for |r| <= ln(2) / 2; greatest error 2^-34.3.
inline constexpr double sinhTailF32[] = {
    0x1.5555560000000p-3,
    0x1.110fc00000000p-7,
    0x1.a2dd3e0000000p-13,
};

/// (sinh(r) - r) / r^3 in z = r^2 for |r| <= ln(2) / 2; greatest error 2^-65.1.
inline constexpr double sinhTailF64[] = {
    0x1.5555555555555p-3,
    0x1.1111111111382p-7,
    0x1.a01a019ea5fc3p-13,
    0x1.71de4061c7a2cp-19,
    0x1.ae4d6e862575fp-26,
    0x1.81accf99e9080p-33,
};

/// (cosh(r) - 1) / r^2 in z = r^2 for |r| <= ln(2) / 2; greatest error 2^-33.2.
inline constexpr double coshTailF32[] = {
    0x1.0000000000000p-1,
    0x1.5554e60000000p-5,
    0x1.6d4f420000000p-10,
};

/// (cosh(r) - 1) / r^2 in z = r^2 for |r| <= ln(2) / 2; greatest error 2^-57.3.
inline constexpr double coshTailF64[] = {
    0x1.0000000000000p-1,
    0x1.55555555530d0p-5,
    0x1.6c16c17d29e37p-10,
    0x1.a019a9dedcdedp-16,
    0x1.28a0e1740d8c5p-22,
};

/// (tanh(x) - x) / x^3 in z = x^2 for |x| <= 0.55; greatest error 2^-29.1.
inline constexpr double tanhTailF32[] = {
    -0x1.5555560000000p-2,
    0x1.110f940000000p-3,
    -0x1.b9808e0000000p-5,
    0x1.5bc4c00000000p-6,
    -0x1.a83dfa0000000p-8,
};

/// (tanh(x) - x) / x^3 in z = x^2 for |x| <= 0.55; greatest error 2^-60.3.
inline constexpr double tanhTailF64[] = {
    -0x1.5555555555555p-2,
    0x1.1111111110d94p-3,
    -0x1.ba1ba1b9c481fp-5,
    0x1.664f486710794p-6,
    -0x1.226e309f3b0aap-7,
    0x1.d6d2d3d4fe2aap-9,
    -0x1.7d926b9a77c24p-10,
    0x1.34977967f0830p-11,
    -0x1.ea2c53c0141f8p-13,
    0x1.5f720c97bdf14p-14,
    -0x1.4bbb233e58b13p-16,
};

/// (atan(t) - t) / t^3 in z = t^2 for |t| <= 1 / 2; greatest error 2^-31.2.
inline constexpr double atanTailF32[] = {
    -0x1.5555560000000p-2,
    0x1.9998cc0000000p-3,
    -0x1.2469cc0000000p-3,
    0x1.c1f2900000000p-4,
    -0x1.4d3f440000000p-4,
    0x1.4d5da40000000p-5,
};

/// (atan(t) - t) / t^3 in z = t^2 for |t| <= 1 / 2; greatest error 2^-65.7.
inline constexpr double atanTailF64[] = {
    -0x1.5555555555555p-2,
    0x1.99999999998afp-3,
    -0x1.249249248b2ffp-3,
    0x1.c71c71c39fca4p-4,
    -0x1.745d16c354b91p-4,
    0x1.3b13a4d485b2ap-4,
    -0x1.111042241a0d4p-4,
    0x1.e1cec1525948dp-5,
    -0x1.ae84cf77c9393p-5,
    0x1.821ba1b7f9590p-5,
    -0x1.52096681ec48bp-5,
    0x1.0c11590f0472dp-5,
    -0x1.4840e059f5e4bp-6,
    0x1.b709259439a02p-8,
};

/// (asin(x) - x) / x^3 in z = x^2 for |x| <= 1 / 2; greatest error 2^-31.0.
inline constexpr double asinTailF32[] = {
    0x1.5555560000000p-3,
    0x1.3334fa0000000p-4,
    0x1.6d20540000000p-5,
    0x1.0153540000000p-5,
    0x1.02974a0000000p-6,
    0x1.2535200000000p-5,
};

/// (asin(x) - x) / x^3 in z = x^2 for |x| <= 1 / 2; greatest error 2^-59.5.
inline constexpr double asinTailF64[] = {
    0x1.5555555555555p-3,
    0x1.33333333318edp-4,
    0x1.6db6db6fed0bep-5,
    0x1.f1c71b463e45dp-6,
    0x1.6e8bcda095272p-6,
    0x1.1c4b07589ff72p-6,
    0x1.ca07b3b1fb4cap-7,
    0x1.7639933c22f63p-7,
    0x1.5d9198e08c567p-7,
    0x1.0cf17765b1820p-8,
    0x1.54b9a9595ae93p-6,
    -0x1.440905a6a719dp-6,
    0x1.05572cb7c155fp-5,
};

/// erf(x) / x - 1 in z = x^2 for |x| <= 1; greatest error 2^-29.5.
inline constexpr double erfNearF32[] = {
    0x1.06eba80000000p-3,
    -0x1.8127400000000p-2,
    0x1.ce2d500000000p-4,
    -0x1.b7fe900000000p-6,
    0x1.542e0e0000000p-8,
    -0x1.a50aea0000000p-11,
    0x1.4c33c40000000p-14,
};

/// erf(x) / x - 1 in z = x^2 for |x| <= 1; greatest error 2^-56.2.
inline constexpr double erfNearF64[] = {
    0x1.06eba8214db69p-3,
    -0x1.812746b037a2ep-2,
    0x1.ce2f21a0467e2p-4,
    -0x1.b82ce313cb4efp-6,
    0x1.565bcd47139bfp-8,
    -0x1.c02dbfe226014p-11,
    0x1.f9a4c1364ada7p-14,
    -0x1.f4f77a2942e9fp-17,
    0x1.bc33a9cc5b405p-20,
    -0x1.788549d83f3cep-23,
    0x1.b6da02a4ecb0fp-26,
    -0x1.052d872ed6d1dp-27,
    0x1.3b860fca3e349p-29,
    -0x1.786127553e32bp-32,
};

/// log(erfc(1 + u)) for 0 <= u <= 3; greatest error 2^-26.9.
inline constexpr double erfFarF32[] = {
    -0x1.d97fc00000000p+0,
    -0x1.51c9760000000p+1,
    -0x1.afbf860000000p-1,
    -0x1.4a87860000000p-5,
    0x1.60bd0c0000000p-8,
    0x1.f030460000000p-8,
    -0x1.60ca1e0000000p-7,
    0x1.d169e20000000p-8,
    -0x1.379dc80000000p-9,
    0x1.4dc48a0000000p-12,
};

/// log(erfc(1 + u)) for 0 <= u <= 5; greatest error 2^-59.0.
inline constexpr double erfFarF64[] = {
    -0x1.d97fbf27aa2a1p+0,
    -0x1.51c9b0006c247p+1,
    -0x1.afabc11a284edp-1,
    -0x1.5477f09db2753p-5,
    0x1.48c9d44356630p-7,
    -0x1.033f707bc9269p-9,
    0x1.f1b6fb68e1ea7p-13,
    0x1.b87d90dc3c021p-16,
    -0x1.c6b28a7f770dap-16,
    0x1.3edd401e523cdp-17,
    -0x1.009e7b9411889p-19,
    -0x1.d4e2056e66114p-27,
    0x1.e19d3e015897ep-23,
    -0x1.1875dbf8372e6p-23,
    0x1.bf31b973e11a2p-25,
    -0x1.14fb43b5f4969p-26,
    0x1.0a044d600947fp-28,
    -0x1.7c28a78425f66p-31,
    0x1.793df6edded77p-34,
    -0x1.cccb3c7d06df0p-38,
    0x1.03a2c3b55b7bcp-42,
};

/// (1 + f)^(-1/3) for sqrt(1/2) <= 1 + f <= sqrt(2); greatest error 2^-14.4.
inline constexpr double cbrtReciprocalF32[] = {
    0x1.0000000000000p+0,
    -0x1.54f3fe0000000p-2,
    0x1.ca85680000000p-3,
    -0x1.816aa00000000p-3,
    0x1.097b6e0000000p-3,
};

/// (1 + f)^(-1/3) for sqrt(1/2) <= 1 + f <= sqrt(2); greatest error 2^-17.2.
inline constexpr double cbrtReciprocalF64[] = {
    0x1.0000000000000p+0,
    -0x1.5545903c68b49p-2,
    0x1.c61fbfeb094d2p-3,
    -0x1.67d6ae81ce5e3p-3,
    0x1.4654762a2cd85p-3,
    -0x1.b7c544b82e881p-4,
};

/// log(2): the first part times an exponent is exact; the numbers add up to it.
inline constexpr double ln2F32[] = {
    0x1.62e4000000000p-1,
    0x1.7f7d1c0000000p-20,
};

/// log(2): the first part times an exponent is exact; the numbers add up to it.
inline constexpr double ln2F64[] = {
    0x1.62e42fefa3800p-1,
    0x1.ef35793c76730p-45,
};

/// log10(2): the first part times an exponent is exact; the numbers add up to it.
inline constexpr double log10Of2F32[] = {
    0x1.3442000000000p-2,
    -0x1.95ec100000000p-19,
};

/// log10(2): the first part times an exponent is exact; the numbers add up to it.
inline constexpr double log10Of2F64[] = {
    0x1.34413509f7800p-2,
    0x1.fef311f12b358p-46,
};

/// log2(e); the numbers add up to it.
inline constexpr double log2OfEF32[] = {
    0x1.7154760000000p+0,
    0x1.4ae0c00000000p-26,
};

/// log2(e); the numbers add up to it.
inline constexpr double log2OfEF64[] = {
    0x1.71547652b82fep+0,
    0x1.777d0ffda0d24p-56,
};

/// log10(e); the numbers add up to it.
inline constexpr double log10OfEF32[] = {
    0x1.bcb7b20000000p-2,
    -0x1.5b235e0000000p-27,
};

/// log10(e); the numbers add up to it.
inline constexpr double log10OfEF64[] = {
    0x1.bcb7b1526e50ep-2,
    0x1.95355baaafad3p-57,
};

/// log(2); the numbers add up to it.
inline constexpr double ln2FullF32[] = {
    0x1.62e4300000000p-1,
    -0x1.05c6100000000p-29,
};

/// log(2); the numbers add up to it.
inline constexpr double ln2FullF64[] = {
    0x1.62e42fefa39efp-1,
    0x1.abc9e3b39803fp-56,
};

/// log(10); the numbers add up to it.
inline constexpr double ln10F32[] = {
    0x1.26bb1c0000000p+1,
    -0x1.12aaba0000000p-25,
};

/// log(10); the numbers add up to it.
inline constexpr double ln10F64[] = {
    0x1.26bb1bbb55516p+1,
    -0x1.f48ad494ea3e9p-53,
};

/// 1 / 3; the numbers add up to it.
inline constexpr double thirdF32[] = {
    0x1.5555560000000p-2,
    -0x1.5555560000000p-27,
};

/// 1 / 3; the numbers add up to it.
inline constexpr double thirdF64[] = {
    0x1.5555555555555p-2,
    0x1.5555555555555p-56,
};

/// pi / 2; the numbers add up to it.
inline constexpr double halfPiF32[] = {
    0x1.921fb60000000p+0,
    -0x1.777a5c0000000p-25,
    -0x1.ee59da0000000p-50,
};

/// pi / 2; the numbers add up to it.
inline constexpr double halfPiF64[] = {
    0x1.921fb54442d18p+0,
    0x1.1a62633145c07p-54,
    -0x1.f1976b7ed8fbcp-110,
};

/// The bits of 2 / pi, 24 in each number, which is an integer.
inline constexpr double twoOverPiF32[] = {
    0x1.45f3060000000p+23,
    0x1.b939100000000p+22,
    0x1.529fc00000000p+20,
    0x1.3abe880000000p+21,
    0x1.ea69ba0000000p+23,
    0x1.81b6c40000000p+23,
    0x1.2b32780000000p+23,
    0x1.0e41040000000p+22,
    0x1.fca2c60000000p+23,
    0x1.57bd760000000p+23,
};

/// The bits of 2 / pi, 53 in each number, which is an integer.
inline constexpr double twoOverPiF64[] = {
    0x1.45f306dc9c882p+52,
    0x1.4a7f09d5f47d4p+52,
    0x1.a6ee06db14accp+52,
    0x1.3c439041fe516p+52,
    0x1.d5ef5de2b0db8p+50,
    0x1.2371d2126e970p+51,
    0x1.924bba8274600p+45,
    0x1.21cfe1deb1cb1p+52,
    0x1.4d39f74411af8p+50,
    0x1.4baed1213a671p+52,
    0x1.8135a2fbf209cp+52,
    0x1.91d639835339fp+52,
    0x1.272117e2ef7e4p+51,
    0x1.41d8ffc4bffeep+51,
    0x1.02cc07f79788cp+52,
    0x1.6b414da3eda6cp+51,
    0x1.fb3c9f2c26dd2p+51,
    0x1.d18fd9a797fa8p+52,
    0x1.6ba93dd63f5f2p+52,
    0x1.f17b3d0739f78p+52,
    0x1.4a525d4d7f6bfp+52,
    0x1.88fc6ae842b00p+51,
    0x1.98237e3db5d5fp+52,
    0x1.0cfbc209af436p+52,
};

} // namespace pirch::elementary::coefficients

#endif // PIRCH_MATH_COEFFICIENTS_H
