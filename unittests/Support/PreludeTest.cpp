//===- PreludeTest.cpp - What is parsed before each kernel ----------------===//

#include "Pirch/Support/Prelude.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {
/// What a source gets of a prelude that declares `sqrt` and `unused` itself.
std::string select(llvm::StringRef source,
                   llvm::ArrayRef<std::string> defines = {}) {
  static const Prelude prelude("/test/prelude.h",
                               "float sqrt(float x);\n"
                               "double sqrt(double x);\n"
                               "float unused(float x);\n"
                               "#define MINE(X) native_sqrt(X)\n");
  return prelude.select(source, defines);
}

bool has(llvm::StringRef text, const llvm::Twine &part) {
  return text.contains(part.str());
}

TEST(Prelude, GivesWhatIsNamed) {
  std::string text = select("a[0] = sqrt(b[0]);");
  EXPECT_TRUE(has(text, "float sqrt(float x);"));
  EXPECT_TRUE(has(text, "double sqrt(double x);"));
  EXPECT_FALSE(has(text, "unused("));
  EXPECT_EQ(select("a[0] = 1;"), "");
}

TEST(Prelude, GivesWhatIsNeeded) {
  // Functions by macros, by functions, and by macros of the command line.
  for (const std::string &text :
       {select("MINE(1)"), select("native_sqrt(1)"), select("F", {"F=MINE"})}) {
    EXPECT_TRUE(has(text, "float native_sqrt(float x)"));
    EXPECT_TRUE(has(text, "float sqrt(float x);"));
  }
}

TEST(Prelude, GivesMacrosOfTheLanguage) {
  EXPECT_EQ(select("INT_MAX"), "#define INT_MAX 2147483647\n");
  EXPECT_TRUE(has(select("convert_int_rte(x)"), "#define convert_int_rte(X)"));
}

TEST(Prelude, GivesFunctionsOfTheVectorsThereAre) {
  EXPECT_FALSE(has(select("exp10(1.0f)"), "float4"));
  std::string text = select("float4 v = exp10(w);");
  EXPECT_TRUE(has(text, "float4 exp10(float4 x)"));
  // A part of a vector is a vector, and its type need not be named.
  EXPECT_TRUE(has(text, "float2 exp10(float2 x)"));
  EXPECT_FALSE(has(text, "double2"));
}

TEST(Prelude, KnowsWhereVectorsComeFrom) {
  std::string text = select("double2 v; any(v < 1.0);");
  EXPECT_TRUE(has(text, "int any(long2 x)"));
  EXPECT_FALSE(has(text, "int any(short2 x)"));
  text = select("char4 c; hadd(abs(c), abs(c));");
  EXPECT_TRUE(has(text, "uchar4 hadd(uchar4 x, uchar4 y)"));
  EXPECT_FALSE(has(text, "ushort4"));
  EXPECT_TRUE(
      has(select("hadd(convert_uint4(x), y)"), "uint4 hadd(uint4 x, uint4 y)"));
  EXPECT_TRUE(
      has(select("hadd(as_short2(x), y)"), "short2 hadd(short2 x, short2 y)"));
}

TEST(Prelude, GivesAllFunctionsThatTakePointers) {
  // Clang would take a pointer to float for one to double.
  std::string text = select("vload4(0, p)");
  for (const char *type : {"char", "uchar", "long", "float", "double"})
    EXPECT_TRUE(has(text, "size_t at, const " + llvm::Twine(type) + " *p"));
}
} // namespace
