#include "Pirch/Target/VE/Reference.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace pirch::ve;

namespace {

uint64_t fromFloat(float value) {
  return uint64_t(llvm::bit_cast<uint32_t>(value)) << 32;
}
uint64_t fromDouble(double value) { return llvm::bit_cast<uint64_t>(value); }
double toDouble(uint64_t bits) { return llvm::bit_cast<double>(bits); }
float toFloat(uint64_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits >> 32));
}

Register undefinedRegister() {
  Register reg;
  std::memset(&reg, 0, sizeof(reg));
  return reg;
}

/// Every lane defined.
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

bool isDefined(const Register &reg, int lane) {
  return (reg.definedUpper[lane / 64] | reg.definedLower[lane / 64]) >>
             lane % 64 &
         1;
}
bool isDefined(const Mask &mask, int lane) {
  return mask.defined[lane / 64] >> lane % 64 & 1;
}
bool isSet(const Mask &mask, int lane) {
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

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// y op z in each lane, the scalar form too, and nothing past the length.
void checkBinary(const std::string &name, uint64_t y, uint64_t z,
                 uint64_t want) {
  SCOPED_TRACE(name);
  Register a = makeRegister([&](int) { return y; });
  Register b = makeRegister([&](int) { return z; });
  Register x;
  call((name + ".vvvl").c_str(), &x, (const Register *)&a, (const Register *)&b,
       int32_t(100));
  for (int lane : {0, 57, 99}) {
    EXPECT_TRUE(isDefined(x, lane));
    EXPECT_EQ(x.lanes[lane], want);
  }
  EXPECT_FALSE(isDefined(x, 100));
  EXPECT_FALSE(isDefined(x, 255));
}

TEST_F(VEReference, FloatsOfBothWidths) {
  struct {
    const char *name;
    double y, z, want;
  } cases[] = {{"vfadd", 1.5, 2.25, 3.75}, {"vfsub", 1.5, 2.25, -0.75},
               {"vfmul", 1.5, 2.0, 3.0},   {"vfdiv", 3.0, 4.0, 0.75},
               {"vfcmp", 1.0, 2.0, -1.0},  {"vfcmp", 2.0, 1.0, 1.0},
               {"vfcmp", 2.0, 2.0, 0.0}};
  for (const auto &test : cases) {
    checkBinary(std::string(test.name) + "d", fromDouble(test.y),
                fromDouble(test.z), fromDouble(test.want));
    checkBinary(std::string(test.name) + "s", fromFloat(test.y),
                fromFloat(test.z), fromFloat(test.want));
  }
  Register one = makeRegister([](int) { return fromDouble(1); });
  Register nan = makeRegister(
      [](int) { return fromDouble(std::numeric_limits<double>::quiet_NaN()); });
  Register x;
  call("vfcmpd.vvvl", &x, (const Register *)&one, (const Register *)&nan,
       int32_t(256));
  EXPECT_TRUE(std::isnan(toDouble(x.lanes[3])));
}

TEST_F(VEReference, ScalarOperandsComeFirst) {
  Register z = makeRegister([](int lane) { return fromDouble(lane); });
  Register x;
  call("vfsubd.vsvl", &x, 10.0, (const Register *)&z, int32_t(256));
  EXPECT_EQ(toDouble(x.lanes[3]), 7.0);
  Register f = makeRegister([](int lane) { return fromFloat(lane); });
  call("vfdivs.vsvl", &x, 8.0f, (const Register *)&f, int32_t(256));
  EXPECT_EQ(toFloat(x.lanes[4]), 2.0f);
  Register i = makeRegister([](int lane) { return uint64_t(lane); });
  call("vsubsl.vsvl", &x, int64_t(5), (const Register *)&i, int32_t(256));
  EXPECT_EQ(int64_t(x.lanes[9]), -4);
}

TEST_F(VEReference, Integers) {
  uint64_t minusTwo = uint64_t(-2);
  checkBinary("vaddsl", 5, minusTwo, 3);
  checkBinary("vsubsl", 5, 7, minusTwo);
  checkBinary("vmulsl", minusTwo, 21, uint64_t(-42));
  checkBinary("vdivsl", uint64_t(-7), 2, uint64_t(-3));
  checkBinary("vdivul", uint64_t(-2), 2, uint64_t(INT64_MAX));
  checkBinary("vminsl", minusTwo, 1, minusTwo);
  checkBinary("vmaxsl", minusTwo, 1, 1);
  checkBinary("vcmpsl", minusTwo, 1, uint64_t(-1));
  checkBinary("vcmpul", minusTwo, 1, 1);
  checkBinary("vand", 12, 10, 8);
  checkBinary("vor", 12, 10, 14);
  checkBinary("vxor", 12, 10, 6);
}

TEST_F(VEReference, WordsIgnoreWhatLiesAboveThem) {
  uint64_t junk = 0xabcdef0000000000;
  checkBinary("vaddswsx", junk | 0x7fffffff, 1, 0xffffffff80000000);
  checkBinary("vsubswsx", junk | 1, junk | 2, uint64_t(-1));
  checkBinary("vmulswsx", junk | 3, 0xfffffffe, uint64_t(-6));
  checkBinary("vdivswsx", junk | 0xfffffff9, 2, uint64_t(-3));
  checkBinary("vdivuw", junk | 0xfffffffe, 2, 0x7fffffff);
  checkBinary("vminswsx", junk | 0xffffffff, 1, uint64_t(-1));
  checkBinary("vmaxswsx", junk | 0xffffffff, 1, 1);
  checkBinary("vcmpswsx", junk | 0xffffffff, 1, uint64_t(-1));
  checkBinary("vcmpuw", junk | 0xffffffff, 1, 1);
  checkBinary("vslawsx", junk | 3, 4, 48);
  checkBinary("vsrawsx", junk | 0xfffffff0, 2, uint64_t(-4));
}

TEST_F(VEReference, Shifts) {
  checkBinary("vsll", 3, 62, uint64_t(3) << 62);
  checkBinary("vsrl", uint64_t(-1), 60, 15);
  checkBinary("vsral", uint64_t(-16), 2, uint64_t(-4));
}

TEST_F(VEReference, IntegerDivisionsThatHardwareRefuses) {
  Register y = makeRegister([](int) { return uint64_t(INT64_MIN); });
  Register z = makeRegister([](int) { return uint64_t(-1); });
  Register x;
  call("vdivsl.vvvl", &x, (const Register *)&y, (const Register *)&z,
       int32_t(1));
  EXPECT_NE(takeReferenceError(), "");
  z = makeRegister([](int) { return uint64_t(0); });
  call("vdivuw.vvvl", &x, (const Register *)&y, (const Register *)&z,
       int32_t(1));
  EXPECT_NE(takeReferenceError(), "");
}

TEST_F(VEReference, MultiplyAddAddsTheFirstOperand) {
  Register y = makeRegister([](int) { return fromDouble(100); });
  Register z = makeRegister([](int) { return fromDouble(3); });
  Register w = makeRegister([](int) { return fromDouble(5); });
  Register x;
  call("vfmadd.vvvvl", &x, (const Register *)&y, (const Register *)&z,
       (const Register *)&w, int32_t(256));
  EXPECT_EQ(toDouble(x.lanes[255]), 115.0);
  call("vfmadd.vvsvl", &x, (const Register *)&y, 7.0, (const Register *)&w,
       int32_t(256));
  EXPECT_EQ(toDouble(x.lanes[0]), 135.0);
  call("vfmadd.vsvvl", &x, 1.0, (const Register *)&z, (const Register *)&w,
       int32_t(256));
  EXPECT_EQ(toDouble(x.lanes[0]), 16.0);
  Register f = makeRegister([](int) { return fromFloat(3); });
  call("vfmads.vvvvl", &x, (const Register *)&f, (const Register *)&f,
       (const Register *)&f, int32_t(2));
  EXPECT_EQ(toFloat(x.lanes[1]), 12.0f);
  EXPECT_FALSE(isDefined(x, 2));
  call("vfmads.vvsvl", &x, (const Register *)&f, 2.0f, (const Register *)&f,
       int32_t(256));
  EXPECT_EQ(toFloat(x.lanes[1]), 9.0f);
  call("vfmads.vsvvl", &x, 2.0f, (const Register *)&f, (const Register *)&f,
       int32_t(256));
  EXPECT_EQ(toFloat(x.lanes[1]), 11.0f);
}

/// Two floats to a lane.
uint64_t fromFloats(float upper, float lower) {
  return fromFloat(upper) | llvm::bit_cast<uint32_t>(lower);
}

TEST_F(VEReference, PackedFloats) {
  uint64_t y = fromFloats(1, 2), z = fromFloats(10, 20);
  checkBinary("pvfadd", y, z, fromFloats(11, 22));
  checkBinary("pvfsub", y, z, fromFloats(-9, -18));
  checkBinary("pvfmul", y, z, fromFloats(10, 40));
  Register a = makeRegister([&](int) { return y; });
  Register b = makeRegister([&](int) { return z; });
  Register x;
  call("pvfmad.vvvvl", &x, (const Register *)&b, (const Register *)&a,
       (const Register *)&a, int32_t(256));
  EXPECT_EQ(x.lanes[7], fromFloats(11, 24));
  // Where one half holds nothing, the other one still counts.
  a.definedLower[0] = 0;
  call("pvfadd.vvvl", &x, (const Register *)&a, (const Register *)&b,
       int32_t(256));
  EXPECT_EQ(x.definedUpper[0], ~uint64_t(0));
  EXPECT_EQ(x.definedLower[0], 0u);
  EXPECT_EQ(x.definedLower[1], ~uint64_t(0));
}

TEST_F(VEReference, HalvesOfTwoRegisters) {
  Register y = makeRegister([](int) { return fromFloats(1, 2); });
  Register z = makeRegister([](int) { return fromFloats(3, 4); });
  Register x;
  float halves[] = {1, 2, 3, 4};
  for (uint64_t code = 0; code < 16; ++code) {
    call("vshf.vvvsl", &x, (const Register *)&y, (const Register *)&z, code,
         int32_t(256));
    EXPECT_EQ(x.lanes[9], fromFloats(halves[code >> 2], halves[code & 3]));
  }
}

void checkUnary(const char *name, uint64_t y, uint64_t want) {
  SCOPED_TRACE(name);
  Register a = makeRegister([&](int) { return y; });
  Register x;
  call(name, &x, (const Register *)&a, int32_t(10));
  EXPECT_EQ(x.lanes[9], want);
  EXPECT_FALSE(isDefined(x, 10));
}

TEST_F(VEReference, RootsAndConversions) {
  checkUnary("vfsqrtd.vvl", fromDouble(2), fromDouble(std::sqrt(2.0)));
  checkUnary("vfsqrts.vvl", fromFloat(2), fromFloat(std::sqrt(2.0f)));
  checkUnary("vcvtds.vvl", fromFloat(0.1f), fromDouble(0.1f));
  checkUnary("vcvtsd.vvl", fromDouble(0.1), fromFloat(0.1f));
  checkUnary("vcvtdw.vvl", 0xdead0000fffffffe, fromDouble(-2));
  checkUnary("vcvtsw.vvl", 0xdead0000fffffffe, fromFloat(-2));
  checkUnary("vcvtdl.vvl", uint64_t(-3), fromDouble(-3));
  checkUnary("vcvtwdsxrz.vvl", fromDouble(-2.9), uint64_t(-2));
  checkUnary("vcvtwssxrz.vvl", fromFloat(2.9f), 2);
  checkUnary("vcvtldrz.vvl", fromDouble(-1e15 - 0.5),
             uint64_t(-1000000000000000));
}

//===----------------------------------------------------------------------===//
// Moving lanes
//===----------------------------------------------------------------------===//

TEST_F(VEReference, Broadcasts) {
  Register x;
  call("vbrdd.vsl", &x, 2.5, int32_t(3));
  EXPECT_EQ(toDouble(x.lanes[2]), 2.5);
  EXPECT_FALSE(isDefined(x, 3));
  call("vbrds.vsl", &x, 2.5f, int32_t(3));
  EXPECT_EQ(toFloat(x.lanes[2]), 2.5f);
  call("vbrdl.vsl", &x, int64_t(-7), int32_t(256));
  EXPECT_EQ(int64_t(x.lanes[255]), -7);
  call("vbrdw.vsl", &x, int32_t(-7), int32_t(256));
  EXPECT_EQ(int32_t(x.lanes[255]), -7);
  call("vseq.vl", &x, int32_t(256));
  EXPECT_EQ(x.lanes[200], 200u);
}

TEST_F(VEReference, RotationTakesWhatIsAhead) {
  Register z = makeRegister([](int lane) { return uint64_t(lane); });
  Register x;
  call("vmv.vsvl", &x, int32_t(3), (const Register *)&z, int32_t(256));
  EXPECT_EQ(x.lanes[0], 3u);
  EXPECT_EQ(x.lanes[254], 1u);
  Register pt = makeRegister([](int) { return uint64_t(1000); });
  Mask odd = makeMask([](int lane) { return lane % 2; });
  call("vmv.vsvmvl", &x, int32_t(3), (const Register *)&z, (const Mask *)&odd,
       (const Register *)&pt, int32_t(256));
  EXPECT_EQ(x.lanes[0], 1000u);
  EXPECT_EQ(x.lanes[1], 4u);
}

TEST_F(VEReference, MergeTakesTheSecondUnderTheMask) {
  Register y = makeRegister([](int) { return uint64_t(1); });
  Register z = makeRegister([](int) { return uint64_t(2); });
  Mask odd = makeMask([](int lane) { return lane % 2; });
  Register x;
  call("vmrg.vvvml", &x, (const Register *)&y, (const Register *)&z,
       (const Mask *)&odd, int32_t(10));
  EXPECT_EQ(x.lanes[8], 1u);
  EXPECT_EQ(x.lanes[9], 2u);
  EXPECT_FALSE(isDefined(x, 10));
}

TEST_F(VEReference, LanesAsScalars) {
  Register x = makeRegister([](int lane) { return fromDouble(lane); });
  auto lvsd = reinterpret_cast<double (*)(const Register *, int32_t)>(
      findReference("lvsd.svs"));
  EXPECT_EQ(lvsd(&x, 17), 17.0);
  Register f = makeRegister([](int lane) { return fromFloat(lane); });
  auto lvss = reinterpret_cast<float (*)(const Register *, int32_t)>(
      findReference("lvss.svs"));
  EXPECT_EQ(lvss(&f, 17), 17.0f);
  auto lvsl = reinterpret_cast<uint64_t (*)(const Register *, int32_t)>(
      findReference("lvsl.svs"));
  EXPECT_EQ(lvsl(&x, 2), fromDouble(2));
  lvsl(&x, 256);
  EXPECT_NE(takeReferenceError().find("no lane 256"), std::string::npos);
}

TEST_F(VEReference, WhatIsNotDefinedStaysSoThroughAScalar) {
  Register nothing = undefinedRegister();
  auto lvsd = reinterpret_cast<double (*)(const Register *, int32_t)>(
      findReference("lvsd.svs"));
  Register x = makeRegister([](int lane) { return fromDouble(lane); });
  call("vbrdd.vsl", &x, lvsd(&nothing, 0), int32_t(4));
  EXPECT_FALSE(isDefined(x, 0));
  auto lvsl = reinterpret_cast<uint64_t (*)(const Register *, int32_t)>(
      findReference("lvsl.svs"));
  call("vbrdw.vsl", &x, int32_t(lvsl(&nothing, 0)), int32_t(4));
  EXPECT_FALSE(isDefined(x, 3));
  EXPECT_EQ(takeReferenceError(), "");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(VEReference, StridedLoadsAndStores) {
  alignas(8) double doubles[512];
  alignas(8) float floats[512];
  alignas(8) int32_t words[512];
  for (int index = 0; index < 512; ++index) {
    doubles[index] = index;
    floats[index] = index;
    words[index] = -index;
  }
  Register x;
  call("vld.vssl", &x, uint64_t(16), (const char *)doubles, int32_t(100));
  EXPECT_EQ(toDouble(x.lanes[99]), 198.0);
  EXPECT_FALSE(isDefined(x, 100));
  call("vst.vssl", (const Register *)&x, uint64_t(8), (char *)doubles,
       int32_t(100));
  EXPECT_EQ(doubles[99], 198.0);
  EXPECT_EQ(doubles[100], 100.0);
  call("vldu.vssl", &x, uint64_t(4), (const char *)floats, int32_t(256));
  EXPECT_EQ(toFloat(x.lanes[255]), 255.0f);
  Mask odd = makeMask([](int lane) { return lane % 2; });
  call("vstu.vssml", (const Register *)&x, uint64_t(4), (char *)(floats + 1),
       (const Mask *)&odd, int32_t(256));
  EXPECT_EQ(floats[1], 1.0f);
  EXPECT_EQ(floats[2], 1.0f);
  EXPECT_EQ(floats[256], 255.0f);
  call("vldlsx.vssl", &x, uint64_t(4), (const char *)words, int32_t(256));
  EXPECT_EQ(int64_t(x.lanes[5]), -5);
  call("vstl.vssl", (const Register *)&x, uint64_t(8), (char *)words,
       int32_t(4));
  EXPECT_EQ(words[6], -3);
  call("vld.vssl", &x, uint64_t(8), (const char *)doubles + 4, int32_t(1));
  EXPECT_NE(takeReferenceError().find("aligned"), std::string::npos);
}

TEST_F(VEReference, GathersAndScatters) {
  alignas(8) double memory[256];
  for (int index = 0; index < 256; ++index)
    memory[index] = index;
  Register index = makeRegister([](int lane) { return uint64_t(255 - lane); });
  Register where, x;
  call("vsfa.vvssl", &where, (const Register *)&index, uint64_t(3),
       reinterpret_cast<uint64_t>(memory), int32_t(256));
  call("vgt.vvssl", &x, (const Register *)&where, uint64_t(0), uint64_t(0),
       int32_t(256));
  EXPECT_EQ(toDouble(x.lanes[0]), 255.0);
  Mask first = makeMask([](int lane) { return lane == 0; });
  Register pt = makeRegister([](int) { return fromDouble(-1); });
  call("vgt.vvssmvl", &x, (const Register *)&where, uint64_t(0), uint64_t(0),
       (const Mask *)&first, (const Register *)&pt, int32_t(256));
  EXPECT_EQ(toDouble(x.lanes[0]), 255.0);
  EXPECT_EQ(toDouble(x.lanes[1]), -1.0);
  call("vsc.vvssml", (const Register *)&pt, (const Register *)&where,
       uint64_t(0), uint64_t(0), (const Mask *)&first, int32_t(256));
  EXPECT_EQ(memory[255], -1.0);
  EXPECT_EQ(memory[254], 254.0);
  call("vsc.vvssl", (const Register *)&pt, (const Register *)&where,
       uint64_t(0), uint64_t(0), int32_t(256));
  EXPECT_EQ(memory[0], -1.0);
  Register nothing = undefinedRegister();
  call("vgt.vvssl", &x, (const Register *)&nothing, uint64_t(0), uint64_t(0),
       int32_t(0)); // none at all
  EXPECT_EQ(takeReferenceError(), "");
}

TEST_F(VEReference, WhatIsNotDefinedStaysSoThroughMemory) {
  alignas(8) double memory[4];
  Register x = undefinedRegister();
  call("vst.vssl", (const Register *)&x, uint64_t(8), (char *)memory,
       int32_t(4));
  EXPECT_TRUE(std::isnan(memory[0]));
  call("vld.vssl", &x, uint64_t(8), (const char *)memory, int32_t(4));
  EXPECT_FALSE(isDefined(x, 0));
}

TEST_F(VEReference, VectorLengthIsChecked) {
  Register x;
  call("vbrdd.vsl", &x, 1.0, int32_t(257));
  EXPECT_NE(takeReferenceError().find("257"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

TEST_F(VEReference, Conditions) {
  struct {
    const char *name;
    bool less, equal, greater, unordered;
  } cases[] = {
      {"lt", true, false, false, false},   {"le", true, true, false, false},
      {"gt", false, false, true, false},   {"ge", false, true, true, false},
      {"eq", false, true, false, false},   {"ne", true, false, true, false},
      {"num", true, true, true, false},    {"nan", false, false, false, true},
      {"ltnan", true, false, false, true}, {"lenan", true, true, false, true},
      {"gtnan", false, false, true, true}, {"genan", false, true, true, true},
      {"eqnan", false, true, false, true}, {"nenan", true, false, true, true}};
  double nan = std::numeric_limits<double>::quiet_NaN();
  Register doubles = makeRegister(
      [&](int lane) { return fromDouble(lane == 3 ? nan : lane - 1.0); });
  Register floats = makeRegister([&](int lane) {
    return fromFloat(lane == 3 ? static_cast<float>(nan) : lane - 1.0f);
  });
  Register integers = makeRegister([](int lane) { return uint64_t(lane - 1); });
  for (const auto &test : cases) {
    SCOPED_TRACE(test.name);
    Mask x;
    for (const char *kind : {"d", "s"}) {
      call(("vfmk" + std::string(kind) + test.name + ".mvl").c_str(), &x,
           (const Register *)(*kind == 'd' ? &doubles : &floats), int32_t(4));
      EXPECT_EQ(isSet(x, 0), test.less);
      EXPECT_EQ(isSet(x, 1), test.equal);
      EXPECT_EQ(isSet(x, 2), test.greater);
      EXPECT_EQ(isSet(x, 3), test.unordered);
      EXPECT_FALSE(isDefined(x, 4));
    }
    for (const char *kind : {"l", "w"}) {
      call(("vfmk" + std::string(kind) + test.name + ".mvl").c_str(), &x,
           (const Register *)&integers, int32_t(3));
      EXPECT_EQ(isSet(x, 0), test.less);
      EXPECT_EQ(isSet(x, 1), test.equal);
      EXPECT_EQ(isSet(x, 2), test.greater);
    }
  }
}

TEST_F(VEReference, MaskLogic) {
  Mask a = makeMask([](int lane) { return lane & 1; });
  Mask b = makeMask([](int lane) { return lane & 2; });
  struct {
    const char *name;
    bool want[4]; // of lanes 0 to 3
  } cases[] = {{"andm.mmm", {false, false, false, true}},
               {"orm.mmm", {false, true, true, true}},
               {"xorm.mmm", {false, true, true, false}},
               {"nndm.mmm", {false, false, true, false}}};
  for (const auto &test : cases) {
    SCOPED_TRACE(test.name);
    Mask x;
    call(test.name, &x, (const Mask *)&a, (const Mask *)&b);
    for (int lane = 0; lane < 4; ++lane)
      EXPECT_EQ(isSet(x, lane), test.want[lane]);
  }
  Mask x;
  call("negm.mm", &x, (const Mask *)&a);
  EXPECT_TRUE(isSet(x, 254));
  EXPECT_FALSE(isSet(x, 255));
  auto count = reinterpret_cast<uint64_t (*)(const Mask *, int32_t)>(
      findReference("pcvm.sml"));
  EXPECT_EQ(count(&a, 256), 128u);
  EXPECT_EQ(count(&a, 7), 3u);
  call("vfmklat.ml", &x, int32_t(256));
  EXPECT_EQ(count(&x, 256), 256u);
  call("vfmklaf.ml", &x, int32_t(256));
  EXPECT_EQ(count(&x, 256), 0u);
}

TEST_F(VEReference, MasksLoadFromTheMostSignificantBit) {
  Mask empty = makeMask([](int) { return false; }), x;
  call("lvm.mmss", &x, (const Mask *)&empty, uint64_t(1),
       uint64_t(1) << 63 | 1);
  EXPECT_TRUE(isSet(x, 64));
  EXPECT_TRUE(isSet(x, 127));
  EXPECT_FALSE(isSet(x, 65));
}

TEST_F(VEReference, AnUnknownNameHasNoReference) {
  EXPECT_EQ(findReference("vnothing.vvl"), nullptr);
}

} // namespace
