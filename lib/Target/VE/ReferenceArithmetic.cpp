//===- ReferenceArithmetic.cpp - VE's arithmetic on the host --------------===//
//
// Names and meanings are those of the instruction set: x is the result, y, z
// and w are operands, s a scalar, vl the vector length.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLanes.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace pirch::ve;

// Each Op has `static R apply(T...)`. A result is made in a register of its
// own, as x may be an operand as well.

template <typename T, typename Op>
static void unary(Register *x, const Register *y, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<T>(*y, lane))
      set(result, lane, Op::apply(get<T>(*y, lane)));
  *x = result;
}

template <typename T, typename Op>
static void binary(Register *x, const Register *y, const Register *z,
                   int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<T>(*y, lane) && isDefined<T>(*z, lane))
      set(result, lane, Op::apply(get<T>(*y, lane), get<T>(*z, lane)));
  *x = result;
}

template <typename T, typename Op>
static void binaryScalar(Register *x, T s, const Register *z, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<T>(*z, lane))
      set(result, lane, Op::apply(s, get<T>(*z, lane)));
  *x = result;
}

/// z * w + y
template <typename T>
static void multiplyAdd(Register *x, const Register *y, const Register *z,
                        const Register *w, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<T>(*y, lane) && isDefined<T>(*z, lane) &&
        isDefined<T>(*w, lane))
      set(result, lane,
          std::fma(get<T>(*z, lane), get<T>(*w, lane), get<T>(*y, lane)));
  *x = result;
}

/// s * w + y
template <typename T>
static void multiplyAddVSV(Register *x, const Register *y, T s,
                           const Register *w, int32_t vl) {
  Register z = nothing();
  for (int lane = 0; lane < kNumLanes; ++lane)
    set(z, lane, s);
  multiplyAdd<T>(x, y, &z, w, vl);
}

/// z * w + s
template <typename T>
static void multiplyAddSVV(Register *x, T s, const Register *z,
                           const Register *w, int32_t vl) {
  Register y = nothing();
  for (int lane = 0; lane < kNumLanes; ++lane)
    set(y, lane, s);
  multiplyAdd<T>(x, &y, z, w, vl);
}

namespace {

#define OPERATION(NAME, EXPRESSION)                                            \
  struct NAME {                                                                \
    template <typename T> static auto apply(T y, T z) { return EXPRESSION; }   \
  };
/// An unsigned integer of the same bits, on which arithmetic wraps around.
template <typename T> auto wrap(T value) {
  return static_cast<std::make_unsigned_t<T>>(value);
}
OPERATION(AddFloat, y + z)
OPERATION(SubFloat, y - z)
OPERATION(MulFloat, y *z)
OPERATION(DivFloat, y / z)
OPERATION(Add, static_cast<T>(wrap(y) + wrap(z)))
OPERATION(Sub, static_cast<T>(wrap(y) - wrap(z)))
OPERATION(Mul, static_cast<T>(wrap(y) * wrap(z)))
OPERATION(And, static_cast<T>(y &z))
OPERATION(Or, static_cast<T>(y | z))
OPERATION(Xor, static_cast<T>(y ^ z))
OPERATION(Min, std::min(y, z))
OPERATION(Max, std::max(y, z))
/// Less than 0, 0 or greater than 0; NaN where there is no order.
OPERATION(CompareFloat, y<z ? T(-1) : y> z ? T(1)
                        : y == z ? T(0)
                                 : std::numeric_limits<T>::quiet_NaN())
OPERATION(Compare, static_cast<std::make_signed_t<T>>(y<z ? -1 : y> z))
#undef OPERATION

/// Hardware raises an exception where the quotient is not defined; code must
/// not get there.
struct Div {
  template <typename T> static T apply(T y, T z) {
    bool overflows =
        std::is_signed_v<T> && z == T(-1) && y == std::numeric_limits<T>::min();
    if (z == 0 || overflows) {
      fault("a division of integers by 0, or one that overflows");
      return 0;
    }
    return y / z;
  }
};

struct SquareRoot {
  template <typename T> static T apply(T y) { return std::sqrt(y); }
};
template <typename To> struct Convert {
  template <typename T> static To apply(T y) {
    if constexpr (std::is_integral_v<To>) {
      // A number that does not fit becomes the nearest one that does; NaN, the
      // greatest.
      if (std::isnan(y) || y >= -static_cast<T>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::max();
      if (y < static_cast<T>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    }
    return static_cast<To>(y);
  }
};

} // namespace

/// Packed arithmetic: both halves of each lane are floats.
template <typename Op>
static void packed(Register *x, const Register *y, const Register *z,
                   int32_t vl) {
  Register result;
  binary<float, Op>(&result, y, z, vl);
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (testBit(y->definedLower, lane) && testBit(z->definedLower, lane))
      setLower(result, lane, Op::apply(lowerOf(*y, lane), lowerOf(*z, lane)));
  *x = result;
}

static void packedMultiplyAdd(Register *x, const Register *y, const Register *z,
                              const Register *w, int32_t vl) {
  Register result;
  multiplyAdd<float>(&result, y, z, w, vl);
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (testBit(y->definedLower, lane) && testBit(z->definedLower, lane) &&
        testBit(w->definedLower, lane))
      setLower(
          result, lane,
          std::fma(lowerOf(*z, lane), lowerOf(*w, lane), lowerOf(*y, lane)));
  *x = result;
}

/// Operations on bits define each half of a lane by itself. A half that is 0 in
/// one operand of an `and` is 0 in the result, even if the other operand's is
/// not defined.
template <typename Op>
static void logic(Register *x, const Register *y, const Register *z,
                  int32_t vl) {
  Register result = nothing();
  auto isZero = [](const Register &reg, int lane, int shift) {
    return !static_cast<uint32_t>(reg.lanes[lane] >> shift);
  };
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    result.lanes[lane] = Op::apply(y->lanes[lane], z->lanes[lane]);
    auto known = [&](const uint64_t *ofY, const uint64_t *ofZ, int shift) {
      bool y1 = testBit(ofY, lane), z1 = testBit(ofZ, lane);
      bool decides =
          std::is_same_v<Op, And> &&
          ((y1 && isZero(*y, lane, shift)) || (z1 && isZero(*z, lane, shift)));
      return (y1 && z1) || decides;
    };
    assignBit(result.definedUpper, lane,
              known(y->definedUpper, z->definedUpper, 32));
    assignBit(result.definedLower, lane,
              known(y->definedLower, z->definedLower, 0));
  }
  *x = result;
}

/// Shifts: z is the value, y the distance.
template <typename T, bool isLeft, int bits>
static void shift(Register *x, const Register *z, const Register *y,
                  int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!isDefined<int32_t>(*y, lane))
      continue;
    int distance = static_cast<int>(y->lanes[lane] & (bits - 1));
    // A shift by 32 moves one half to the other; the half that it shifts out
    // need not be defined.
    bool isHalf = bits == 64 && distance == 32 && !std::is_signed_v<T>;
    bool hasHalf = testBit(isLeft ? z->definedLower : z->definedUpper, lane);
    if (!(isHalf ? hasHalf : isDefined<T>(*z, lane)))
      continue;
    T value = get<T>(*z, lane);
    set(result, lane,
        isLeft ? static_cast<T>(wrap(value) << distance)
               : static_cast<T>(value >> distance));
  }
  *x = result;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

template <typename T, typename Op>
static void arithmetic(FunctionTable &table, const std::string &name) {
  table.add(name + ".vvvl", &binary<T, Op>);
  table.add(name + ".vsvl", &binaryScalar<T, Op>);
}

template <typename T>
static void addMultiplyAdd(FunctionTable &table, const std::string &name) {
  table.add(name + ".vvvvl", &multiplyAdd<T>);
  table.add(name + ".vvsvl", &multiplyAddVSV<T>);
  table.add(name + ".vsvvl", &multiplyAddSVV<T>);
}

void pirch::ve::addArithmetic(FunctionTable &table) {
  arithmetic<double, AddFloat>(table, "vfaddd");
  arithmetic<double, SubFloat>(table, "vfsubd");
  arithmetic<double, MulFloat>(table, "vfmuld");
  arithmetic<double, DivFloat>(table, "vfdivd");
  arithmetic<double, CompareFloat>(table, "vfcmpd");
  arithmetic<float, AddFloat>(table, "vfadds");
  arithmetic<float, SubFloat>(table, "vfsubs");
  arithmetic<float, MulFloat>(table, "vfmuls");
  arithmetic<float, DivFloat>(table, "vfdivs");
  arithmetic<float, CompareFloat>(table, "vfcmps");
  arithmetic<int64_t, Add>(table, "vaddsl");
  arithmetic<int64_t, Sub>(table, "vsubsl");
  arithmetic<int64_t, Mul>(table, "vmulsl");
  arithmetic<int64_t, Div>(table, "vdivsl");
  arithmetic<uint64_t, Div>(table, "vdivul");
  arithmetic<int64_t, Compare>(table, "vcmpsl");
  arithmetic<uint64_t, Compare>(table, "vcmpul");
  arithmetic<int64_t, Min>(table, "vminsl");
  arithmetic<int64_t, Max>(table, "vmaxsl");
  arithmetic<int32_t, Add>(table, "vaddswsx");
  arithmetic<int32_t, Sub>(table, "vsubswsx");
  arithmetic<int32_t, Mul>(table, "vmulswsx");
  arithmetic<int32_t, Div>(table, "vdivswsx");
  arithmetic<uint32_t, Div>(table, "vdivuw");
  arithmetic<int32_t, Compare>(table, "vcmpswsx");
  arithmetic<uint32_t, Compare>(table, "vcmpuw");
  arithmetic<int32_t, Min>(table, "vminswsx");
  arithmetic<int32_t, Max>(table, "vmaxswsx");
  table.add("vand.vvvl", &logic<And>);
  table.add("vor.vvvl", &logic<Or>);
  table.add("vxor.vvvl", &logic<Xor>);
  table.add("pvfadd.vvvl", &packed<AddFloat>);
  table.add("pvfsub.vvvl", &packed<SubFloat>);
  table.add("pvfmul.vvvl", &packed<MulFloat>);
  table.add("pvfmad.vvvvl", &packedMultiplyAdd);
  table.add("vsll.vvvl", &shift<uint64_t, true, 64>);
  table.add("vsrl.vvvl", &shift<uint64_t, false, 64>);
  table.add("vsral.vvvl", &shift<int64_t, false, 64>);
  table.add("vslawsx.vvvl", &shift<int32_t, true, 32>);
  table.add("vsrawsx.vvvl", &shift<int32_t, false, 32>);
  addMultiplyAdd<double>(table, "vfmadd");
  addMultiplyAdd<float>(table, "vfmads");
  table.add("vfsqrtd.vvl", &unary<double, SquareRoot>);
  table.add("vfsqrts.vvl", &unary<float, SquareRoot>);
  table.add("vcvtds.vvl", &unary<float, Convert<double>>);
  table.add("vcvtsd.vvl", &unary<double, Convert<float>>);
  table.add("vcvtdw.vvl", &unary<int32_t, Convert<double>>);
  table.add("vcvtsw.vvl", &unary<int32_t, Convert<float>>);
  table.add("vcvtdl.vvl", &unary<int64_t, Convert<double>>);
  table.add("vcvtwdsxrz.vvl", &unary<double, Convert<int32_t>>);
  table.add("vcvtwssxrz.vvl", &unary<float, Convert<int32_t>>);
  table.add("vcvtldrz.vvl", &unary<double, Convert<int64_t>>);
}
