//===- VEReferenceMemoryTest.cpp - Memory and masks of the reference ------===//

#include "VEReferenceHelper.h"

using namespace pirch::ve;

namespace {

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
