//===- ReferenceLanes.h - Lanes of VE's registers ---------------*- C++ -*-===//
//
// What the reference functions share: access to the lanes of a register by the
// type that they hold, and to the record of which lanes are defined.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_VE_REFERENCELANES_H
#define PIRCH_LIB_TARGET_VE_REFERENCELANES_H

#include "Pirch/Target/VE/Reference.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include <cstring>
#include <string>
#include <type_traits>

namespace pirch::ve {

/// Record that an instruction breaks a rule.
void fault(const std::string &text);

/// Reference functions by the names of their intrinsics.
class FunctionTable {
public:
  template <typename Function> void add(llvm::StringRef name, Function *call) {
    functions[name] = reinterpret_cast<void *>(call);
  }
  void *find(llvm::StringRef name) const { return functions.lookup(name); }

private:
  llvm::StringMap<void *> functions;
};

void addArithmetic(FunctionTable &table);
void addMoves(FunctionTable &table);
void addMasks(FunctionTable &table);

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

inline int checkLength(int32_t vl) {
  if (vl >= 0 && vl <= kNumLanes)
    return vl;
  fault("vector length " + std::to_string(vl) + " is not in 0 to 256");
  return 0;
}

inline bool testBit(const uint64_t *words, int lane) {
  return words[lane / 64] >> (lane % 64) & 1;
}

inline void assignBit(uint64_t *words, int lane, bool value) {
  uint64_t bit = uint64_t(1) << (lane % 64);
  uint64_t &word = words[lane / 64];
  word = value ? word | bit : word & ~bit;
}

inline bool isDefined(const Mask &mask, int lane) {
  return testBit(mask.defined, lane);
}

/// Floats are in the upper half, all other 32-bit values in the lower one.
template <typename T> constexpr bool isUpper = !std::is_integral_v<T>;
template <typename T>
constexpr bool isLower = std::is_integral_v<T> || sizeof(T) == 8;

/// Whether the half of a lane that holds a T, or both halves, are defined.
template <typename T> bool isDefined(const Register &reg, int lane) {
  return (!(isUpper<T> || sizeof(T) == 8) || testBit(reg.definedUpper, lane)) &&
         (!isLower<T> || testBit(reg.definedLower, lane));
}

template <typename T>
inline void setDefined(Register &reg, int lane, bool value) {
  // The sign of a 32-bit integer fills the upper half.
  if (isUpper<T> || isLower<T>)
    assignBit(reg.definedUpper, lane, value);
  if (isLower<T>)
    assignBit(reg.definedLower, lane, value);
}

inline void copyLane(Register &to, int lane, const Register &from, int source) {
  to.lanes[lane] = from.lanes[source];
  assignBit(to.definedUpper, lane, testBit(from.definedUpper, source));
  assignBit(to.definedLower, lane, testBit(from.definedLower, source));
}

/// Whether a lane of a mask is set. To ask for a lane that is not defined
/// breaks a rule.
inline bool isSet(const Mask &mask, int lane) {
  if (!isDefined(mask, lane))
    fault("lane " + std::to_string(lane) + " of a mask is not defined");
  return testBit(mask.bits, lane);
}

inline void setBit(Mask &mask, int lane, bool set) {
  assignBit(mask.bits, lane, set);
  assignBit(mask.defined, lane, true);
}

template <typename T> T get(const Register &reg, int lane) {
  uint64_t bits = reg.lanes[lane];
  if constexpr (std::is_same_v<T, float>)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits >> 32));
  else if constexpr (std::is_same_v<T, double>)
    return llvm::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

template <typename T> void set(Register &reg, int lane, T value) {
  if constexpr (std::is_same_v<T, float>)
    reg.lanes[lane] = uint64_t(llvm::bit_cast<uint32_t>(value)) << 32;
  else if constexpr (std::is_same_v<T, double>)
    reg.lanes[lane] = llvm::bit_cast<uint64_t>(value);
  else
    reg.lanes[lane] = static_cast<uint64_t>(value); // sign-extends an i32
  setDefined<T>(reg, lane, true);
}

/// The lower half as a float.
inline float lowerOf(const Register &reg, int lane) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(reg.lanes[lane]));
}

inline void setLower(Register &reg, int lane, float value) {
  reg.lanes[lane] =
      (reg.lanes[lane] >> 32 << 32) | llvm::bit_cast<uint32_t>(value);
  assignBit(reg.definedLower, lane, true);
}

inline Register nothing() {
  Register reg;
  std::memset(&reg, 0, sizeof(reg));
  return reg;
}

inline Mask noMask() {
  Mask mask;
  std::memset(&mask, 0, sizeof(mask));
  return mask;
}

} // namespace pirch::ve

#endif // PIRCH_LIB_TARGET_VE_REFERENCELANES_H
