#include "Pirch/Runner/Arguments.h"
#include "Pirch/Runner/Compare.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace pirch;

namespace {

class ArgumentsTest : public testing::Test {
protected:
  static KernelParam param(bool isPointer, unsigned bits, bool isFloat,
                           bool isUnsigned = false) {
    KernelParam result;
    result.name = "p";
    result.cType = "T";
    result.isPointer = isPointer;
    result.elementBits = bits;
    result.isFloat = isFloat;
    result.isUnsigned = isUnsigned;
    return result;
  }
  Array make(const KernelParam &param, llvm::StringRef spec,
             uint64_t seed = 1) {
    auto array = makeArgument(param, spec, names, seed);
    EXPECT_TRUE(static_cast<bool>(array)) << spec.str();
    if (array)
      return std::move(*array);
    ADD_FAILURE() << llvm::toString(array.takeError());
    return {};
  }
  std::string problem(const KernelParam &param, llvm::StringRef spec) {
    auto array = makeArgument(param, spec, names, 1);
    EXPECT_FALSE(static_cast<bool>(array)) << spec.str();
    return array ? "" : llvm::toString(array.takeError());
  }
  template <typename T> static T element(const Array &array, int64_t index) {
    T value;
    std::memcpy(&value, array.bytes.data() + index * sizeof(T), sizeof(T));
    return value;
  }
  template <typename T>
  static Array arrayOf(const char *dtype, std::vector<T> values) {
    Array array;
    array.dtype = dtype;
    array.shape = {static_cast<int64_t>(values.size())};
    array.bytes.resize(values.size() * sizeof(T));
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
  }
  llvm::StringMap<int64_t> names{{"WG_SIZE", 8}, {"GROUPS", 3}};
};

TEST_F(ArgumentsTest, DefaultsStandInComments) {
  EXPECT_EQ(readDefaults("// text\n"
                         "  // pirch-run: --arg a=rand(GROUPS, (WG_SIZE + 1))  "
                         "-DN=2\n"
                         "int x; // pirch-run: --ignored\n"
                         "//pirch-run: --wg-size=4\n"),
            (std::vector<std::string>{"--arg", "a=rand(GROUPS, (WG_SIZE + 1))",
                                      "-DN=2", "--wg-size=4"}));
}

TEST_F(ArgumentsTest, TheLastDefinitionCounts) {
  EXPECT_EQ(lastDefines({"N=1", "REAL=float", "N=2", "X"}),
            (std::vector<std::string>{"REAL=float", "N=2", "X"}));
}

TEST_F(ArgumentsTest, DefinitionsMayBeExpressions) {
  auto sizes =
      sizeNames({8}, {3}, {"M=N*2", "N=(WG_SIZE+1)", "REAL=float", "X"});
  EXPECT_EQ(sizes.lookup("M"), 18);
  EXPECT_EQ(sizes.lookup("N"), 9);
  EXPECT_EQ(sizes.lookup("X"), 1);
  EXPECT_FALSE(sizes.contains("REAL"));
}

TEST_F(ArgumentsTest, Zeros) {
  Array array = make(param(true, 16, false), "zeros(GROUPS, WG_SIZE / 2)");
  EXPECT_EQ(array.dtype, "i2");
  EXPECT_EQ(array.shape, (llvm::SmallVector<int64_t>{3, 4}));
  EXPECT_EQ(array.bytes, decltype(array.bytes)(24));
}

TEST_F(ArgumentsTest, RandomNumbersAreTheSameEverywhere) {
  Array floats = make(param(true, 64, true), "rand(1000)");
  EXPECT_EQ(floats.bytes, make(param(true, 64, true), "rand(10,100)").bytes);
  EXPECT_NE(floats.bytes, make(param(true, 64, true), "rand(1000)", 2).bytes);
  Array integers = make(param(true, 8, false, true), "rand(1000)");
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_GE(element<double>(floats, i), 0);
    EXPECT_LT(element<double>(floats, i), 1);
    EXPECT_LE(element<uint8_t>(integers, i), 9);
  }
}

TEST_F(ArgumentsTest, Scalars) {
  EXPECT_EQ(element<double>(make(param(false, 64, true), "-1.5e3"), 0), -1500);
  EXPECT_EQ(element<float>(make(param(false, 32, true), "WG_SIZE*2"), 0), 16);
  EXPECT_EQ(element<int8_t>(make(param(false, 8, false), "-128"), 0), -128);
  EXPECT_EQ(element<uint64_t>(
                make(param(false, 64, false, true), "18446744073709551615"), 0),
            UINT64_MAX);
  EXPECT_EQ(make(param(false, 1, false, true), "1").bytes.size(), 1u);
  EXPECT_EQ(make(param(false, 32, false), "zeros()").bytes.size(), 4u);
  EXPECT_EQ(make(param(false, 32, true), "rand()").bytes.size(), 4u);
}

TEST_F(ArgumentsTest, Problems) {
  EXPECT_EQ(problem(param(true, 64, true), "3"),
            "argument 'p': '3' is neither an .npy file nor zeros(DIMS) or "
            "rand(DIMS)");
  EXPECT_EQ(problem(param(true, 64, true), "zeros(N)"),
            "argument 'p': in 'N': 'N' is not known");
  EXPECT_EQ(problem(param(true, 64, true), "zeros(-1)"),
            "argument 'p': extent -1 is negative or too large");
  EXPECT_EQ(problem(param(true, 64, true), "rand(99999, 99999, 99999)"),
            "argument 'p': extent 99999 is negative or too large");
  EXPECT_EQ(problem(param(false, 8, false, true), "256"),
            "argument 'p': 256 does not fit T");
  EXPECT_EQ(problem(param(false, 64, false, true), "-1"),
            "argument 'p': -1 does not fit T");
  EXPECT_EQ(problem(param(false, 32, false), "1.5"),
            "argument 'p': in '1.5': unexpected '.5'");
  EXPECT_EQ(problem(param(false, 32, false), "zeros(2)"),
            "argument 'p': 'zeros(2)' has 2 elements, but the parameter is one "
            "T");
  EXPECT_NE(problem(param(true, 64, true), "none.npy").find("'none.npy': "),
            std::string::npos);
}

TEST_F(ArgumentsTest, EqualArraysDoNotDiffer) {
  Difference same = compareArrays(arrayOf<double>("f8", {1, NAN}),
                                  arrayOf<double>("f8", {1, NAN}));
  EXPECT_EQ(same.count, 0);
  EXPECT_EQ(same.maxUlp, 0u);
}

TEST_F(ArgumentsTest, DifferencesInUlps) {
  float next = std::nextafterf(1, 2);
  Difference one = compareArrays(arrayOf<float>("f4", {5, next}),
                                 arrayOf<float>("f4", {5, 1}));
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(one.first, 1);
  EXPECT_EQ(one.maxUlp, 1u);
  EXPECT_EQ(one.maxAbsolute, next - 1.0);
  // From the largest negative to the smallest positive number: over both zeros.
  double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(compareArrays(arrayOf<double>("f8", {-tiny}),
                          arrayOf<double>("f8", {tiny}))
                .maxUlp,
            3u);
  EXPECT_EQ(
      compareArrays(arrayOf<double>("f8", {-0.0}), arrayOf<double>("f8", {0.0}))
          .count,
      1);
  EXPECT_EQ(
      compareArrays(arrayOf<double>("f8", {NAN}), arrayOf<double>("f8", {0.0}))
          .maxUlp,
      UINT64_MAX);
  EXPECT_EQ(
      compareArrays(arrayOf<int8_t>("i1", {-3}), arrayOf<int8_t>("i1", {4}))
          .maxUlp,
      7u);
}

} // namespace
