// Kernels as lambdas, without a compiler for them: exchanges, captures,
// abstractions of the program's own, and errors. Prints what was not as it
// should be.
#include "pirch/for_groups.hpp"
#include <cstdio>

static int failures = 0;

#define EXPECT(CONDITION)                                                      \
  ((CONDITION) ? (void)0                                                       \
               : (void)(++failures, std::printf("line %d: not so: %s\n",       \
                                                __LINE__, #CONDITION)))

/// An abstraction such as a program may have: each row of a matrix is given to
/// a work group, and a function to each element of the row.
template <std::size_t Columns, typename T, typename FunctionT>
static void forEachRow(std::vector<T> &matrix, FunctionT function) {
  T *data = matrix.data();
  pirch::for_groups<Columns>(matrix.size() / Columns, [=](pirch::item me) {
    function(data[me.global()], me);
  });
}

static void testExchanges() {
  const int groups = 300;
  std::vector<double> a(8 * groups);
  for (std::size_t at = 0; at < a.size(); ++at)
    a[at] = double(at);
  forEachRow<8>(a, [](auto &x, const auto &me) {
    auto sum = me.reduce_add(x);
    auto turned = me.shuffle(x, std::int64_t(me.local()) - 1);
    x = turned + 1000 * sum;
  });
  bool isRight = true;
  for (int group = 0; group < groups; ++group)
    for (int wi = 0; wi < 8; ++wi) {
      double sum = 8 * (8.0 * group) + 28;
      isRight &= a[8 * group + wi] == 8 * group + (wi + 7) % 8 + 1000 * sum;
    }
  EXPECT(isRight);
}

static void testCollectives() {
  std::vector<int> all(5 * 7);
  int *to = all.data();
  pirch::for_groups<5>(7, [=](pirch::item me) {
    int x = int(me.local() * 3) % 5, last = -1;
    for (int round = 0; round < int(me.group());
         ++round) // a divergent group, not item
      last = me.shuffle(x, round);
    to[me.global()] = me.reduce_min(x) + 10 * me.reduce_max(x) +
                      100 * me.any(x == 3) + 1000 * me.all(x < 4) +
                      10000 * (last + 1);
  });
  for (int group = 0; group < 7; ++group)
    for (int wi = 0; wi < 5; ++wi) {
      int last = group ? ((group - 1) % 5 * 3) % 5 : -1;
      EXPECT(all[5 * group + wi] == 140 + 10000 * (last + 1));
    }
  pirch::for_groups<4>(0, [=](pirch::item) { to[0] = -1; });
  EXPECT(all[0] != -1);
}

/// Sums are in the order of PIRCH's reductions: those of halves first.
static void testOrder() {
  float values[6] = {1e8f, 1, -1e8f, 2, 3, 4}, sum = 0;
  pirch::for_groups<6>(1, [&](pirch::item me) {
    float all = me.reduce_add(values[me.local()]);
    if (me.local() == 0)
      sum = all;
  });
  float wanted = ((1e8f + 3) + -1e8f) + ((1 + 4.0f) + 2);
  EXPECT(sum == wanted);
}

template <typename BodyT> static void expectError(const BodyT &body) {
  try {
    pirch::for_groups<4>(1000, body);
    EXPECT(!"an error");
  } catch (const std::exception &error) {
    std::string text = error.what();
    for (std::size_t at; (at = text.find(__FILE__)) != std::string::npos;)
      text.replace(at, sizeof(__FILE__) - 1, "FILE");
    std::printf("error: %s\n", text.c_str());
  }
}

int main() {
  testExchanges();
  testCollectives();
  testOrder();
  expectError([](pirch::item me) {
    if (me.local() == 2)
      throw std::runtime_error("of a work item");
    me.barrier();
  });
  expectError([](pirch::item me) {
    if (me.local() == 2)
      return;
    me.barrier();
  });
  expectError([](pirch::item me) {
    if (me.local() < 2)
      me.reduce_add(1);
    else
      me.reduce_add(2);
  });
  std::printf("%d failures\n", failures);
  return failures != 0;
}
