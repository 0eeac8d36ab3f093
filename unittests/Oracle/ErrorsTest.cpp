//===- ErrorsTest.cpp - What the oracle refuses ---------------------------===//

#include "OracleHelper.h"
#include "gmock/gmock.h"

using namespace pirch;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Oracle, NamesTheBufferThatIsTooSmall) {
  std::unique_ptr<Oracle> oracle = load(R"(
    kernel void k(const float *in, float *out) {
      out[get_global_id(0)] = in[get_global_id(0) + 1];
    }
  )",
                                        4);
  ASSERT_TRUE(oracle);
  std::vector<float> in(8, 1), out(8, 0);
  void *args[] = {in.data(), out.data()};
  int64_t bytes[] = {32, 32};
  EXPECT_THAT(
      failure(oracle->run("k", args, 0, 2, bytes)),
      HasSubstr("buffer 'in' has 8 elements; group 1, work item 3 reads "
                "element 8"));
  bytes[1] = 8;
  EXPECT_THAT(failure(oracle->run("k", args, 0, 1, bytes)),
              HasSubstr("buffer 'out' has 2 elements; group 0, work item 2 "
                        "writes element 2"));
}

TEST(Oracle, SubscriptsOutsideArraysAreHarmless) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      __local int shared[2];
      int own[3];
      for (int i = 0; i < 3; ++i)
        own[i] = i + 5;
      shared[0] = 9;
      own[a[0]] += 1;
      a[1] = own[a[0]] + shared[a[0]];
    }
  )",
                         1, {-1000000, 0}),
              ElementsAre(-1000000, 6 + 9));
}

TEST(Oracle, ProbingUndoesStores) {
  std::unique_ptr<Oracle> oracle =
      load("kernel void k(int *a) { a[get_global_id(0)] += 1; "
           "a[get_global_id(0)] *= "
           "2; }",
           2);
  ASSERT_TRUE(oracle);
  std::vector<int> a = {1, 2, 3, 4};
  void *args[] = {a.data()};
  int64_t bytes[] = {16};
  EXPECT_FALSE(static_cast<bool>(oracle->probe("k", args, 1, 2, bytes)));
  EXPECT_THAT(a, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(failure(oracle->probe("k", args, 2, 3, bytes)),
              HasSubstr("group 2, work item 0 reads element 4"));
}

TEST(Oracle, RefusesWhatItDoesNotKnow) {
  std::string text;
  llvm::raw_string_ostream diag(text);
  SourceOptions options;
  options.wgShape = {4};
  EXPECT_THAT(failure(Oracle::create("kernel void k(int *a) { a[0] = nope; }",
                                     "bad.cl", options, diag)
                          .takeError()),
              HasSubstr("could not compile"));
  EXPECT_THAT(text, HasSubstr("bad.cl:1:32: error: use of undeclared"));
  options.wgShape = {0};
  EXPECT_THAT(failure(Oracle::create("", "x.cl", options, diag).takeError()),
              HasSubstr("must be positive"));
  std::unique_ptr<Oracle> oracle = load("kernel void k(int *a) {}", 4);
  ASSERT_TRUE(oracle);
  EXPECT_THAT(failure(oracle->run("other", {}, 0, 1)),
              HasSubstr("no kernel 'other'"));
  EXPECT_THAT(failure(oracle->run("k", {}, 0, 1)),
              HasSubstr("takes 1 arguments, not 0"));
}
