//===- CacheEntryTest.cpp - Entries are read back, or not at all ----------===//

#include "Pirch/Runtime/CacheEntry.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

CacheKey makeKey(uint8_t seed) {
  CacheKey key;
  for (size_t index = 0; index < key.size(); ++index)
    key[index] = static_cast<uint8_t>(seed + index * 7);
  return key;
}

CacheEntry makeEntry() {
  KernelInfo kernel;
  kernel.name = "k";
  kernel.symbol = "k_";
  kernel.params = {{"a", "const double *", true, 64, true, false, true, -3, 8},
                   {"n", "uint32_t", false, 32, false, true, false, 0, 0}};
  kernel.wgSize = 8;
  kernel.wgPack = 4;
  kernel.wgShape = {4, 2};
  kernel.numGridParams = 1;
  kernel.laneOrder = "wg-wi-ix";
  kernel.estimatedCost = 12.25;
  CacheEntry entry;
  entry.kernels = {kernel};
  entry.prototypes = {"void k_(const double *a)"};
  entry.diagnostics = "a.cl:1:1: warning: \"quoted\"\n";
  entry.sourceName = "a.cl";
  entry.object = std::string("\x7f"
                             "ELF\0\1\2",
                             7);
  return entry;
}

TEST(CacheEntryTest, IsReadBack) {
  CacheEntry entry = makeEntry();
  auto read = readEntry(writeEntry(entry, makeKey(1)), makeKey(1));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->kernels.size(), 1u);
  const KernelInfo &kernel = read->kernels[0];
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.symbol, "k_");
  ASSERT_EQ(kernel.params.size(), 2u);
  EXPECT_EQ(kernel.params[0].cType, "const double *");
  EXPECT_TRUE(kernel.params[0].isPointer && kernel.params[0].isFloat);
  EXPECT_TRUE(kernel.params[0].isExtentKnown);
  EXPECT_EQ(kernel.params[0].extent, -3);
  EXPECT_EQ(kernel.params[0].extentPerGroup, 8);
  EXPECT_EQ(kernel.params[1].elementBits, 32u);
  EXPECT_TRUE(kernel.params[1].isUnsigned);
  EXPECT_EQ(kernel.wgShape, (std::vector<int64_t>{4, 2}));
  EXPECT_EQ(kernel.wgPack, 4);
  EXPECT_EQ(kernel.numGridParams, 1u);
  EXPECT_EQ(kernel.laneOrder, "wg-wi-ix");
  EXPECT_EQ(kernel.estimatedCost, 12.25);
  EXPECT_EQ(read->prototypes, entry.prototypes);
  EXPECT_EQ(read->diagnostics, entry.diagnostics);
  EXPECT_EQ(read->object, entry.object);
}

TEST(CacheEntryTest, OfAnotherKeyIsRefused) {
  EXPECT_FALSE(readEntry(writeEntry(makeEntry(), makeKey(1)), makeKey(2)));
}

TEST(CacheEntryTest, CutOffAnywhereIsRefused) {
  std::string bytes = writeEntry(makeEntry(), makeKey(1));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readEntry(llvm::StringRef(bytes).take_front(size), makeKey(1)))
        << size;
  EXPECT_FALSE(readEntry(bytes + "x", makeKey(1)));
}

TEST(CacheEntryTest, WithAnyBitFlippedIsRefused) {
  std::string bytes = writeEntry(makeEntry(), makeKey(1));
  for (size_t index = 0; index < bytes.size(); ++index)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[index] = static_cast<char>(damaged[index] ^ (1 << bit));
      EXPECT_FALSE(readEntry(damaged, makeKey(1))) << index << ' ' << bit;
    }
}

} // namespace
