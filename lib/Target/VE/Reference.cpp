//===- Reference.cpp - VE's instructions, run on the host -----------------===//
//
// Names and meanings are those of the instruction set: x is the result, y, z
// and w are operands, s a scalar, vl the vector length.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/VE/Reference.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>

using namespace pirch::ve;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static std::mutex errorMutex;
static std::string firstError;

static void fault(const std::string &text) {
  std::lock_guard<std::mutex> lock(errorMutex);
  if (firstError.empty())
    firstError = text;
}

std::string pirch::ve::takeReferenceError() {
  std::lock_guard<std::mutex> lock(errorMutex);
  return std::exchange(firstError, {});
}

static int checkLength(int32_t vl) {
  if (vl >= 0 && vl <= kNumLanes)
    return vl;
  fault("vector length " + std::to_string(vl) + " is not in 0 to 256");
  return 0;
}

static bool testBit(const uint64_t *words, int lane) {
  return words[lane / 64] >> (lane % 64) & 1;
}

static void assignBit(uint64_t *words, int lane, bool value) {
  uint64_t bit = uint64_t(1) << (lane % 64);
  uint64_t &word = words[lane / 64];
  word = value ? word | bit : word & ~bit;
}

static bool isDefined(const Mask &mask, int lane) {
  return testBit(mask.defined, lane);
}

/// Floats are in the upper half, all other 32-bit values in the lower one.
template <typename T> constexpr bool isUpper = !std::is_integral_v<T>;
template <typename T>
constexpr bool isLower = std::is_integral_v<T> || sizeof(T) == 8;

/// Whether the part of a lane that holds a T does hold one.
template <typename T> static bool isDefined(const Register &reg, int lane) {
  return (!(isUpper<T> || sizeof(T) == 8) || testBit(reg.definedUpper, lane)) &&
         (!isLower<T> || testBit(reg.definedLower, lane));
}

template <typename T>
static void setDefined(Register &reg, int lane, bool value) {
  // Of a 32-bit integer the sign fills the upper half.
  if (isUpper<T> || isLower<T>)
    assignBit(reg.definedUpper, lane, value);
  if (isLower<T>)
    assignBit(reg.definedLower, lane, value);
}

static void copyLane(Register &to, int lane, const Register &from, int source) {
  to.lanes[lane] = from.lanes[source];
  assignBit(to.definedUpper, lane, testBit(from.definedUpper, source));
  assignBit(to.definedLower, lane, testBit(from.definedLower, source));
}

/// Whether a mask takes a lane; what has no answer breaks the rules.
static bool isSet(const Mask &mask, int lane) {
  if (!isDefined(mask, lane))
    fault("lane " + std::to_string(lane) + " of a mask is not defined");
  return testBit(mask.bits, lane);
}

static void setBit(Mask &mask, int lane, bool set) {
  assignBit(mask.bits, lane, set);
  assignBit(mask.defined, lane, true);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

template <typename T> static T get(const Register &reg, int lane) {
  uint64_t bits = reg.lanes[lane];
  if constexpr (std::is_same_v<T, float>)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits >> 32));
  else if constexpr (std::is_same_v<T, double>)
    return llvm::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

template <typename T> static void set(Register &reg, int lane, T value) {
  if constexpr (std::is_same_v<T, float>)
    reg.lanes[lane] = uint64_t(llvm::bit_cast<uint32_t>(value)) << 32;
  else if constexpr (std::is_same_v<T, double>)
    reg.lanes[lane] = llvm::bit_cast<uint64_t>(value);
  else
    reg.lanes[lane] = static_cast<uint64_t>(value); // i32 with its sign
  setDefined<T>(reg, lane, true);
}

/// The lower half as a float.
static float lowerOf(const Register &reg, int lane) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(reg.lanes[lane]));
}

static void setLower(Register &reg, int lane, float value) {
  reg.lanes[lane] =
      (reg.lanes[lane] >> 32 << 32) | llvm::bit_cast<uint32_t>(value);
  assignBit(reg.definedLower, lane, true);
}

static Register nothing() {
  Register reg;
  std::memset(&reg, 0, sizeof(reg));
  return reg;
}

static Mask noMask() {
  Mask mask;
  std::memset(&mask, 0, sizeof(mask));
  return mask;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// Each Op has `static R apply(T...)`. Results are made aside: they may be
// operands as well.

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
/// Of integers, without overflow.
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

/// Hardware raises an exception; the code must not get there.
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
      // What does not fit becomes the nearest number that does.
      if (std::isnan(y) || y >= -static_cast<T>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::max();
      if (y < static_cast<T>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    }
    return static_cast<To>(y);
  }
};

} // namespace

/// Both halves of each lane as floats.
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

/// Bit by bit, and so half by half. What is 0 in one operand is 0 in a
/// conjunction, whatever the other one holds.
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

/// The value is the first operand, the distance the second.
template <typename T, bool isLeft, int bits>
static void shift(Register *x, const Register *z, const Register *y,
                  int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!isDefined<int32_t>(*y, lane))
      continue;
    int distance = static_cast<int>(y->lanes[lane] & (bits - 1));
    // From one half to the other: what leaves need not hold anything.
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
// Moving lanes
//===----------------------------------------------------------------------===//

template <typename T> static void broadcast(Register *x, T s, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    set(result, lane, s);
  *x = result;
}

static void sequence(Register *x, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    set<int64_t>(result, lane, lane);
  *x = result;
}

/// x[l] = z[(l + s) mod 256]. What this does at other vector lengths than 256
/// is not used, and refused.
static void rotate(Register *x, int32_t s, const Register *z, int32_t vl) {
  if (vl != kNumLanes)
    fault("a rotation at vector length " + std::to_string(vl));
  Register result = nothing();
  for (int lane = 0; lane < kNumLanes; ++lane) {
    int from = (lane + (s & (kNumLanes - 1))) % kNumLanes;
    copyLane(result, lane, *z, from);
  }
  *x = result;
}

static void rotateMasked(Register *x, int32_t s, const Register *z,
                         const Mask *vm, const Register *pt, int32_t vl) {
  Register moved;
  rotate(&moved, s, z, vl);
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!isDefined(*vm, lane))
      continue;
    copyLane(result, lane, isSet(*vm, lane) ? moved : *pt, lane);
  }
  *x = result;
}

/// x = vm ? z : y. A lane under a mask that is not defined is not, either.
static void merge(Register *x, const Register *y, const Register *z,
                  const Mask *vm, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!isDefined(*vm, lane))
      continue;
    copyLane(result, lane, isSet(*vm, lane) ? *z : *y, lane);
  }
  *x = result;
}

/// Two halves of the lanes of y and z, side by side: the upper one is chosen by
/// bits 2 and 3 of s, the lower one by bits 0 and 1: 0 is y's upper half, 1 its
/// lower one, 2 and 3 those of z.
static void shuffleHalves(Register *x, const Register *y, const Register *z,
                          uint64_t s, int32_t vl) {
  Register result = nothing();
  auto halfOf = [&](uint64_t choice, int lane) {
    const Register &from = choice & 2 ? *z : *y;
    uint64_t half =
        choice & 1 ? from.lanes[lane] & UINT32_MAX : from.lanes[lane] >> 32;
    return std::pair(
        half,
        testBit(choice & 1 ? from.definedLower : from.definedUpper, lane));
  };
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    auto [upper, isUpperDefined] = halfOf(s >> 2 & 3, lane);
    auto [lower, isLowerDefined] = halfOf(s & 3, lane);
    result.lanes[lane] = upper << 32 | lower;
    assignBit(result.definedUpper, lane, isUpperDefined);
    assignBit(result.definedLower, lane, isLowerDefined);
  }
  *x = result;
}

template <typename T> static T laneOf(const Register *x, int32_t s) {
  if (s < 0 || s >= kNumLanes ||
      (std::is_integral_v<T> ? !isDefined<int32_t>(*x, s)
                             : !isDefined<T>(*x, s)))
    fault("lane " + std::to_string(s) +
          " is moved to a scalar and holds nothing defined");
  return get<T>(*x, s & (kNumLanes - 1));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What lanes that hold nothing defined leave in memory; read again, they hold
/// nothing defined.
static constexpr uint64_t kCanary = 0x7ff4dead7fa5dead;

template <typename T> static uint64_t canary() {
  return sizeof(T) == 8 ? kCanary : static_cast<uint32_t>(kCanary);
}

template <typename T>
static void loadLane(Register &reg, int lane, uint64_t address) {
  if (address % sizeof(T))
    fault("a load of " + std::to_string(sizeof(T)) +
          " bytes from an address that is not aligned");
  T value;
  std::memcpy(&value, reinterpret_cast<void *>(address), sizeof(T));
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  set(reg, lane, value);
  setDefined<T>(reg, lane, bits != canary<T>());
}

template <typename T>
static void storeLane(const Register &reg, int lane, uint64_t address) {
  if (address % sizeof(T))
    fault("a store of " + std::to_string(sizeof(T)) +
          " bytes to an address that is not aligned");
  T value = get<T>(reg, lane);
  uint64_t bits = canary<T>();
  std::memcpy(reinterpret_cast<void *>(address),
              isDefined<T>(reg, lane) ? static_cast<void *>(&value) : &bits,
              sizeof(T));
}

template <typename T>
static void load(Register *x, uint64_t stride, const char *pointer,
                 int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    loadLane<T>(result, lane,
                reinterpret_cast<uint64_t>(pointer) + lane * stride);
  *x = result;
}

template <typename T>
static void storeMasked(const Register *x, uint64_t stride, char *pointer,
                        const Mask *vm, int32_t vl) {
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (!vm || isSet(*vm, lane))
      storeLane<T>(*x, lane,
                   reinterpret_cast<uint64_t>(pointer) + lane * stride);
}

template <typename T>
static void store(const Register *x, uint64_t stride, char *pointer,
                  int32_t vl) {
  storeMasked<T>(x, stride, pointer, nullptr, vl);
}

static uint64_t addressIn(const Register &y, int lane) {
  if (!isDefined<uint64_t>(y, lane))
    fault("lane " + std::to_string(lane) +
          " is an address and holds nothing defined");
  return y.lanes[lane];
}

/// The two scalars bound the addresses where they are not 0; unused.
template <typename T>
static void gatherMasked(Register *x, const Register *y, uint64_t, uint64_t,
                         const Mask *vm, const Register *pt, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!vm || isSet(*vm, lane)) {
      loadLane<T>(result, lane, addressIn(*y, lane));
    } else {
      copyLane(result, lane, *pt, lane);
    }
  }
  *x = result;
}

template <typename T>
static void gather(Register *x, const Register *y, uint64_t sy, uint64_t sz,
                   int32_t vl) {
  gatherMasked<T>(x, y, sy, sz, nullptr, nullptr, vl);
}

/// From the first lane to the last.
template <typename T>
static void scatterMasked(const Register *x, const Register *y, uint64_t,
                          uint64_t, const Mask *vm, int32_t vl) {
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (!vm || isSet(*vm, lane))
      storeLane<T>(*x, lane, addressIn(*y, lane));
}

template <typename T>
static void scatter(const Register *x, const Register *y, uint64_t sy,
                    uint64_t sz, int32_t vl) {
  scatterMasked<T>(x, y, sy, sz, nullptr, vl);
}

/// x = (z << s) + base
static void addresses(Register *x, const Register *z, uint64_t s, uint64_t base,
                      int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<uint64_t>(*z, lane))
      set<uint64_t>(result, lane, (z->lanes[lane] << (s & 7)) + base);
  *x = result;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

namespace {
#define CONDITION(NAME, EXPRESSION)                                            \
  struct NAME {                                                                \
    template <typename T> static bool holds(T z) { return EXPRESSION; }        \
  };
CONDITION(Greater, z > 0)
CONDITION(Less, z < 0)
CONDITION(NotEqual, z < 0 || z > 0)
CONDITION(Equal, z == 0)
CONDITION(GreaterEqual, z >= 0)
CONDITION(LessEqual, z <= 0)
CONDITION(Number, z == z)
CONDITION(NotANumber, z != z)
CONDITION(GreaterOrNaN, !(z <= 0))
CONDITION(LessOrNaN, !(z >= 0))
CONDITION(NotEqualOrNaN, !(z == 0))
CONDITION(EqualOrNaN, !(z < 0 || z > 0))
CONDITION(GreaterEqualOrNaN, !(z < 0))
CONDITION(LessEqualOrNaN, !(z > 0))
#undef CONDITION
} // namespace

template <typename T, typename Condition>
static void makeMask(Mask *x, const Register *z, int32_t vl) {
  Mask result = noMask();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<T>(*z, lane))
      setBit(result, lane, Condition::holds(get<T>(*z, lane)));
  *x = result;
}

template <bool value> static void constantMask(Mask *x, int32_t vl) {
  Mask result = noMask();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    setBit(result, lane, value);
  *x = result;
}

/// 64 lanes of a mask; the scalar's most significant bit is the first.
static void loadMask(Mask *x, const Mask *y, uint64_t word, uint64_t bits) {
  Mask result = *y;
  for (int lane = 0; lane < 64; ++lane)
    setBit(result, static_cast<int>(word & 3) * 64 + lane,
           bits >> (63 - lane) & 1);
  *x = result;
}

/// Lanes past the vector length of what made an operand are not defined in the
/// result, unless the other operand decides it.
template <char kind>
static void combineMasks(Mask *x, const Mask *y, const Mask *z) {
  Mask result;
  for (int word = 0; word < kNumLanes / 64; ++word) {
    uint64_t a = y->bits[word], b = z->bits[word];
    uint64_t both = y->defined[word] & z->defined[word];
    uint64_t decided = 0;
    if (kind == '!') // y is negated before
      a = ~a;
    if (kind == '&' || kind == '!') {
      result.bits[word] = a & b;
      decided = (y->defined[word] & ~a) | (z->defined[word] & ~b);
    } else if (kind == '|') {
      result.bits[word] = a | b;
      decided = (y->defined[word] & a) | (z->defined[word] & b);
    } else {
      result.bits[word] = a ^ b;
    }
    result.defined[word] = both | decided;
  }
  *x = result;
}

static void negateMask(Mask *x, const Mask *y) {
  Mask result = *y;
  for (uint64_t &word : result.bits)
    word = ~word;
  *x = result;
}

static uint64_t countMask(const Mask *y, int32_t vl) {
  uint64_t count = 0;
  for (int lane = 0; lane < checkLength(vl); ++lane)
    count += isSet(*y, lane);
  return count;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
class Table {
public:
  Table() {
    arithmetic<double, AddFloat>("vfaddd");
    arithmetic<double, SubFloat>("vfsubd");
    arithmetic<double, MulFloat>("vfmuld");
    arithmetic<double, DivFloat>("vfdivd");
    arithmetic<double, CompareFloat>("vfcmpd");
    arithmetic<float, AddFloat>("vfadds");
    arithmetic<float, SubFloat>("vfsubs");
    arithmetic<float, MulFloat>("vfmuls");
    arithmetic<float, DivFloat>("vfdivs");
    arithmetic<float, CompareFloat>("vfcmps");
    arithmetic<int64_t, Add>("vaddsl");
    arithmetic<int64_t, Sub>("vsubsl");
    arithmetic<int64_t, Mul>("vmulsl");
    arithmetic<int64_t, Div>("vdivsl");
    arithmetic<uint64_t, Div>("vdivul");
    arithmetic<int64_t, Compare>("vcmpsl");
    arithmetic<uint64_t, Compare>("vcmpul");
    arithmetic<int64_t, Min>("vminsl");
    arithmetic<int64_t, Max>("vmaxsl");
    arithmetic<int32_t, Add>("vaddswsx");
    arithmetic<int32_t, Sub>("vsubswsx");
    arithmetic<int32_t, Mul>("vmulswsx");
    arithmetic<int32_t, Div>("vdivswsx");
    arithmetic<uint32_t, Div>("vdivuw");
    arithmetic<int32_t, Compare>("vcmpswsx");
    arithmetic<uint32_t, Compare>("vcmpuw");
    arithmetic<int32_t, Min>("vminswsx");
    arithmetic<int32_t, Max>("vmaxswsx");
    add("vand.vvvl", &logic<And>);
    add("vor.vvvl", &logic<Or>);
    add("vxor.vvvl", &logic<Xor>);
    add("pvfadd.vvvl", &packed<AddFloat>);
    add("pvfsub.vvvl", &packed<SubFloat>);
    add("pvfmul.vvvl", &packed<MulFloat>);
    add("pvfmad.vvvvl", &packedMultiplyAdd);
    add("vshf.vvvsl", &shuffleHalves);
    add("vsll.vvvl", &shift<uint64_t, true, 64>);
    add("vsrl.vvvl", &shift<uint64_t, false, 64>);
    add("vsral.vvvl", &shift<int64_t, false, 64>);
    add("vslawsx.vvvl", &shift<int32_t, true, 32>);
    add("vsrawsx.vvvl", &shift<int32_t, false, 32>);
    addMultiplyAdd<double>("vfmadd");
    addMultiplyAdd<float>("vfmads");
    add("vfsqrtd.vvl", &unary<double, SquareRoot>);
    add("vfsqrts.vvl", &unary<float, SquareRoot>);
    add("vcvtds.vvl", &unary<float, Convert<double>>);
    add("vcvtsd.vvl", &unary<double, Convert<float>>);
    add("vcvtdw.vvl", &unary<int32_t, Convert<double>>);
    add("vcvtsw.vvl", &unary<int32_t, Convert<float>>);
    add("vcvtdl.vvl", &unary<int64_t, Convert<double>>);
    add("vcvtwdsxrz.vvl", &unary<double, Convert<int32_t>>);
    add("vcvtwssxrz.vvl", &unary<float, Convert<int32_t>>);
    add("vcvtldrz.vvl", &unary<double, Convert<int64_t>>);
    add("vbrdd.vsl", &broadcast<double>);
    add("vbrds.vsl", &broadcast<float>);
    add("vbrdl.vsl", &broadcast<int64_t>);
    add("vbrdw.vsl", &broadcast<int32_t>);
    add("vseq.vl", &sequence);
    add("vmv.vsvl", &rotate);
    add("vmv.vsvmvl", &rotateMasked);
    add("vmrg.vvvml", &merge);
    add("lvsd.svs", &laneOf<double>);
    add("lvss.svs", &laneOf<float>);
    add("lvsl.svs", &laneOf<uint64_t>);
    add("vsfa.vvssl", &addresses);
    addMemory<uint64_t>("vld", "vst", "vgt", "vsc");
    addMemory<float>("vldu", "vstu", "vgtu", "vscu");
    addMemory<int32_t>("vldlsx", "vstl", "vgtlsx", "vscl");
    addConditions<int64_t>("vfmkl");
    addConditions<int32_t>("vfmkw");
    addConditions<double>("vfmkd");
    addConditions<float>("vfmks");
    add("vfmklat.ml", &constantMask<true>);
    add("vfmklaf.ml", &constantMask<false>);
    add("lvm.mmss", &loadMask);
    add("andm.mmm", &combineMasks<'&'>);
    add("orm.mmm", &combineMasks<'|'>);
    add("xorm.mmm", &combineMasks<'^'>);
    add("nndm.mmm", &combineMasks<'!'>);
    add("negm.mm", &negateMask);
    add("pcvm.sml", &countMask);
  }

  void *find(llvm::StringRef name) const { return functions.lookup(name); }

private:
  template <typename Function> void add(llvm::StringRef name, Function *call) {
    functions[name] = reinterpret_cast<void *>(call);
  }
  template <typename T, typename Op> void arithmetic(const std::string &name) {
    add(name + ".vvvl", &binary<T, Op>);
    add(name + ".vsvl", &binaryScalar<T, Op>);
  }
  template <typename T> void addMultiplyAdd(const std::string &name) {
    add(name + ".vvvvl", &multiplyAdd<T>);
    add(name + ".vvsvl", &multiplyAddVSV<T>);
    add(name + ".vsvvl", &multiplyAddSVV<T>);
  }
  template <typename T>
  void addMemory(const std::string &loadName, const std::string &storeName,
                 const std::string &gatherName,
                 const std::string &scatterName) {
    add(loadName + ".vssl", &load<T>);
    add(storeName + ".vssl", &store<T>);
    add(storeName + ".vssml", &storeMasked<T>);
    add(gatherName + ".vvssl", &gather<T>);
    add(gatherName + ".vvssmvl", &gatherMasked<T>);
    add(scatterName + ".vvssl", &scatter<T>);
    add(scatterName + ".vvssml", &scatterMasked<T>);
  }
  template <typename T> void addConditions(const std::string &name) {
    add(name + "gt.mvl", &makeMask<T, Greater>);
    add(name + "lt.mvl", &makeMask<T, Less>);
    add(name + "ne.mvl", &makeMask<T, NotEqual>);
    add(name + "eq.mvl", &makeMask<T, Equal>);
    add(name + "ge.mvl", &makeMask<T, GreaterEqual>);
    add(name + "le.mvl", &makeMask<T, LessEqual>);
    add(name + "num.mvl", &makeMask<T, Number>);
    add(name + "nan.mvl", &makeMask<T, NotANumber>);
    add(name + "gtnan.mvl", &makeMask<T, GreaterOrNaN>);
    add(name + "ltnan.mvl", &makeMask<T, LessOrNaN>);
    add(name + "nenan.mvl", &makeMask<T, NotEqualOrNaN>);
    add(name + "eqnan.mvl", &makeMask<T, EqualOrNaN>);
    add(name + "genan.mvl", &makeMask<T, GreaterEqualOrNaN>);
    add(name + "lenan.mvl", &makeMask<T, LessEqualOrNaN>);
  }

  llvm::StringMap<void *> functions;
};
} // namespace

void *pirch::ve::findReference(llvm::StringRef name) {
  static const Table table;
  return table.find(name);
}
