//===- Number.h - What mathematical functions compute with ------*- C++ -*-===//
//
// The functions of this directory are templates over a class of numbers, `R`:
//
//   HostReal<float>, HostReal<double>   plain numbers: what the oracle and the
//                                       interpreter compute
//   EmittedReal<T> (lib/CodeGen)        values of the IR, scalars and vectors:
//                                       what `pirch-expand-math` makes
//
// Both round alike, so that a function has the same bits wherever it is
// computed. Functions use what every target has as an instruction and IEEE 754
// defines exactly, and nothing else:
//
//   R            + - * / unary-, fma, squareRoot, absolute
//   R::Integer   as wide as R: + - & | ^, shifts by a constant; wraps around
//   R::Bool      & | !
//   between them comparisons (false if an operand is NaN, but for `!=`),
//                select, toBits, fromBits
//   whereAny     what seldom happens: a branch if there is a lane at all for
//                which a condition holds
//
// An operand may be a number of C++, which is a constant of the other's type.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_NUMBER_H
#define PIRCH_MATH_NUMBER_H

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace pirch::elementary {

/// The format of IEEE 754 that a type of C++ has.
template <typename T> struct Format {
  static constexpr bool isDouble = sizeof(T) == 8;
  /// Bits of the significand, the one that is not stored included.
  static constexpr int precision = isDouble ? 53 : 24;
  static constexpr int storedBits = precision - 1;
  static constexpr int bias = isDouble ? 1023 : 127;
};

struct HostBool {
  bool value;
  HostBool operator&(HostBool other) const { return {value && other.value}; }
  HostBool operator|(HostBool other) const { return {value || other.value}; }
  HostBool operator!() const { return {!value}; }
};

/// An integer as wide as `T`.
template <typename T> struct HostInteger {
  using Signed = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  using Unsigned = std::make_unsigned_t<Signed>;

  Unsigned value;

  HostInteger constant(int64_t c) const { return {static_cast<Unsigned>(c)}; }
#define PIRCH_OPERATOR(OP)                                                     \
  HostInteger operator OP(HostInteger other) const {                           \
    return {static_cast<Unsigned>(value OP other.value)};                      \
  }                                                                            \
  HostInteger operator OP(int64_t c) const { return *this OP constant(c); }
  PIRCH_OPERATOR(+)
  PIRCH_OPERATOR(-)
  PIRCH_OPERATOR(&)
  PIRCH_OPERATOR(|)
  PIRCH_OPERATOR(^)
#undef PIRCH_OPERATOR
  HostInteger operator<<(int bits) const {
    return {static_cast<Unsigned>(value << bits)};
  }
  /// Copies of the sign come from above.
  HostInteger operator>>(int bits) const {
    return {static_cast<Unsigned>(static_cast<Signed>(value) >> bits)};
  }
  HostBool operator<(int64_t c) const {
    return {static_cast<Signed>(value) < c};
  }
  HostBool operator==(int64_t c) const { return {value == constant(c).value}; }
};

template <typename T, bool fast = false> struct HostReal : Format<T> {
  using Scalar = T;
  using Integer = HostInteger<T>;
  using Bool = HostBool;
  /// Whether up to four units in the last place may be lost for speed.
  static constexpr bool isFast = fast;

  T value;

  HostReal(T value) : value(value) {}
  HostReal constant(double c) const { return {static_cast<T>(c)}; }
  HostReal operator-() const { return {-value}; }
};

#define PIRCH_OPERATOR(OP, ...)                                                \
  template <typename T, bool fast>                                             \
  __VA_ARGS__ operator OP(HostReal<T, fast> x, HostReal<T, fast> y) {          \
    return {x.value OP y.value};                                               \
  }                                                                            \
  template <typename T, bool fast>                                             \
  __VA_ARGS__ operator OP(HostReal<T, fast> x, double y) {                     \
    return x OP x.constant(y);                                                 \
  }                                                                            \
  template <typename T, bool fast>                                             \
  __VA_ARGS__ operator OP(double x, HostReal<T, fast> y) {                     \
    return y.constant(x) OP y;                                                 \
  }
PIRCH_OPERATOR(+, HostReal<T, fast>)
PIRCH_OPERATOR(-, HostReal<T, fast>)
PIRCH_OPERATOR(*, HostReal<T, fast>)
PIRCH_OPERATOR(/, HostReal<T, fast>)
PIRCH_OPERATOR(<, HostBool)
PIRCH_OPERATOR(<=, HostBool)
PIRCH_OPERATOR(>, HostBool)
PIRCH_OPERATOR(>=, HostBool)
PIRCH_OPERATOR(==, HostBool)
PIRCH_OPERATOR(!=, HostBool)
#undef PIRCH_OPERATOR

template <typename T, bool fast>
HostReal<T, fast> fma(HostReal<T, fast> x, HostReal<T, fast> y,
                      HostReal<T, fast> z) {
  return {std::fma(x.value, y.value, z.value)};
}
template <typename T, bool fast>
HostReal<T, fast> squareRoot(HostReal<T, fast> x) {
  return {std::sqrt(x.value)};
}
template <typename T, bool fast>
HostReal<T, fast> absolute(HostReal<T, fast> x) {
  return {std::fabs(x.value)};
}
template <typename T, bool fast> HostInteger<T> toBits(HostReal<T, fast> x) {
  HostInteger<T> bits;
  std::memcpy(&bits.value, &x.value, sizeof(T));
  return bits;
}
/// `R` is HostReal<T>, fast or not.
template <typename R, typename T> R fromBits(HostInteger<T> bits) {
  T value;
  std::memcpy(&value, &bits.value, sizeof(T));
  return {value};
}
template <typename N> N select(HostBool condition, N then, N otherwise) {
  return condition.value ? then : otherwise;
}

/// `compute()` where condition(x) holds, `otherwise` elsewhere.
template <typename R, typename Condition, size_t count, typename Compute>
std::array<R, count> whereAny(R x, Condition condition,
                              const std::array<R, count> &otherwise,
                              Compute compute) {
  return condition(x).value ? compute() : otherwise;
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_NUMBER_H
