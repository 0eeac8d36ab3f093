//===- VectorMath.h - Functions of mathematics on vectors -------*- C++ -*-===//
//
// glibc's vector functions where the machine has them for whole registers,
// calls lane by lane elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GENERAL_VECTORMATH_H
#define PIRCH_BENCHMARKS_GENERAL_VECTORMATH_H

#include "Lanes.h"

#if defined(__AVX512F__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 35)
#define PIRCH_HAVE_LIBMVEC 1
#endif
#endif

#ifdef PIRCH_HAVE_LIBMVEC
#define PIRCH_DECLARE_LIBMVEC(NAME)                                            \
  extern "C" bench::Vec<float, 16> _ZGVeN16v_##NAME##f(bench::Vec<float, 16>); \
  extern "C" bench::Vec<double, 8> _ZGVeN8v_##NAME(bench::Vec<double, 8>);
#define PIRCH_CALL_LIBMVEC(NAME, X)                                            \
  if constexpr (std::is_same_v<V, Vec<float, 16>>)                             \
    return _ZGVeN16v_##NAME##f(X);                                             \
  else if constexpr (std::is_same_v<V, Vec<double, 8>>)                        \
    return _ZGVeN8v_##NAME(X);                                                 \
  else
#else
#define PIRCH_DECLARE_LIBMVEC(NAME)
#define PIRCH_CALL_LIBMVEC(NAME, X)
#endif

/// Defines `vexp(x)` for `exp`, and so on, on scalars and vectors.
#define PIRCH_VECTOR_FUNCTION(NAME)                                            \
  PIRCH_DECLARE_LIBMVEC(NAME)                                                  \
  namespace bench::general {                                                   \
  template <typename V> inline V v##NAME(V x) {                                \
    if constexpr (Traits<V>::lanes == 1) {                                     \
      return std::NAME(x);                                                     \
    } else {                                                                   \
      PIRCH_CALL_LIBMVEC(NAME, x) {                                            \
        V result;                                                              \
        for (int lane = 0; lane < Traits<V>::lanes; ++lane)                    \
          result[lane] = std::NAME(x[lane]);                                   \
        return result;                                                         \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  }

PIRCH_VECTOR_FUNCTION(exp)
PIRCH_VECTOR_FUNCTION(log)
PIRCH_VECTOR_FUNCTION(sin)
PIRCH_VECTOR_FUNCTION(cos)
PIRCH_VECTOR_FUNCTION(acos)
PIRCH_VECTOR_FUNCTION(asin)
PIRCH_VECTOR_FUNCTION(tanh)
PIRCH_VECTOR_FUNCTION(cbrt)

namespace bench::general {
template <typename V> V vsqrt(V x) {
  if constexpr (Traits<V>::lanes == 1)
    return std::sqrt(x);
  else
    return __builtin_elementwise_sqrt(x);
}
} // namespace bench::general

#endif // PIRCH_BENCHMARKS_GENERAL_VECTORMATH_H
