//===- VEReferenceHelper.h - Registers and masks for tests ------*- C++ -*-===//

#ifndef PIRCH_UNITTESTS_TARGET_VEREFERENCEHELPER_H
#define PIRCH_UNITTESTS_TARGET_VEREFERENCEHELPER_H

#include "Pirch/Target/VE/Reference.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cstring>

namespace pirch::ve {

inline uint64_t fromFloat(float value) {
  return uint64_t(llvm::bit_cast<uint32_t>(value)) << 32;
}
inline uint64_t fromDouble(double value) {
  return llvm::bit_cast<uint64_t>(value);
}
inline double toDouble(uint64_t bits) { return llvm::bit_cast<double>(bits); }
inline float toFloat(uint64_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits >> 32));
}

inline Register undefinedRegister() {
  Register reg;
  std::memset(&reg, 0, sizeof(reg));
  return reg;
}

/// A register whose lanes are all defined and hold `lane(index)`.
template <typename Function> Register makeRegister(Function lane) {
  Register reg = undefinedRegister();
  for (int index = 0; index < kNumLanes; ++index)
    reg.lanes[index] = lane(index);
  std::memset(reg.definedUpper, 0xff, sizeof(reg.definedUpper));
  std::memset(reg.definedLower, 0xff, sizeof(reg.definedLower));
  return reg;
}

template <typename Function> Mask makeMask(Function lane) {
  Mask mask;
  std::memset(&mask, 0, sizeof(mask));
  for (int index = 0; index < kNumLanes; ++index)
    mask.bits[index / 64] |= uint64_t(bool(lane(index))) << index % 64;
  std::memset(mask.defined, 0xff, sizeof(mask.defined));
  return mask;
}

inline bool isDefined(const Register &reg, int lane) {
  return (reg.definedUpper[lane / 64] | reg.definedLower[lane / 64]) >>
             lane % 64 &
         1;
}
inline bool isDefined(const Mask &mask, int lane) {
  return mask.defined[lane / 64] >> lane % 64 & 1;
}
inline bool isSet(const Mask &mask, int lane) {
  return mask.bits[lane / 64] >> lane % 64 & 1;
}

template <typename... T> void call(const char *name, T... arguments) {
  void *function = findReference(name);
  ASSERT_NE(function, nullptr) << name;
  reinterpret_cast<void (*)(T...)>(function)(arguments...);
}

class VEReference : public testing::Test {
protected:
  void SetUp() override { takeReferenceError(); }
  void TearDown() override { EXPECT_EQ(takeReferenceError(), ""); }
};

} // namespace pirch::ve

#endif // PIRCH_UNITTESTS_TARGET_VEREFERENCEHELPER_H
