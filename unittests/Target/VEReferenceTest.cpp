//===- VEReferenceTest.cpp - Arithmetic and lanes of the reference --------===//

#include "VEReferenceHelper.h"
#include <cmath>
#include <limits>

using namespace pirch::ve;

namespace {

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

} // namespace
