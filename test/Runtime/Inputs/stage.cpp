// A host program with staged values: special versions made in the background
// and beforehand, typed handles of them, and errors. Prints what was not as it
// should be.
#include "pirch/pirch.hpp"
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

static int failures = 0;

#define EXPECT(CONDITION)                                                      \
  ((CONDITION) ? (void)0                                                       \
               : (void)(++failures, std::printf("line %d: not so: %s\n",       \
                                                __LINE__, #CONDITION)))

static pirch_cache_stats getStats() {
  pirch_cache_stats stats;
  pirch_cache_get_stats(&stats, sizeof(stats));
  return stats;
}

/// Adds the first `n` numbers of a row to each element of it.
static const char *const kSource = R"(
__kernel void rows(__global double *a, double by, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += shuffle(a[get_global_id(0)], i);
  a[get_global_id(0)] += by * sum;
})";

static std::vector<double> compute(int groups, double by, int n) {
  std::vector<double> a(8 * groups);
  for (int at = 0; at < 8 * groups; ++at) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += at / 8 * 8 + i;
    a[at] = at + by * sum;
  }
  return a;
}

static std::vector<double> count(int groups) {
  std::vector<double> a(8 * groups);
  for (int at = 0; at < 8 * groups; ++at)
    a[at] = at;
  return a;
}

using Rows = pirch::kernel<void(double *, double, pirch::staged<int>)>;

static void testHandles() {
  Rows rows(kSource, "rows", pirch::options().wg_size(8));
  EXPECT(rows.info().num_staged == 1);
  EXPECT(std::string(pirch_kernel_staged_name(rows.get(), 0)) == "n");
  EXPECT(!pirch_kernel_staged_name(rows.get(), 1));
  // A plain value: the general version, and none is made.
  std::uint64_t before = getStats().compilations;
  std::vector<double> a = count(5);
  rows(a, 2.0, 3, 5);
  EXPECT(a == compute(5, 2, 3));
  EXPECT(getStats().compilations == before);
  // Versions made beforehand run at once.
  rows.warm({4, 6});
  EXPECT(getStats().compilations == before + 2);
  std::uint64_t special = getStats().special_launches;
  auto six = rows.stage(6);
  a = count(5);
  six(a, 0.5, 5);
  EXPECT(a == compute(5, 0.5, 6));
  EXPECT(getStats().special_launches == special + 1);
  // The first eight launches run both versions by turns.
  std::uint64_t general = getStats().general_launches;
  for (int launch = 1; launch < 8; ++launch)
    six.async(a, 0.0, 5).get();
  EXPECT(a == compute(5, 0.5, 6));
  EXPECT(getStats().special_launches == special + 4);
  EXPECT(getStats().general_launches == general + 4);
  // Then one of them.
  for (int launch = 0; launch < 5; ++launch)
    six(a, 0.0, 5);
  EXPECT(a == compute(5, 0.5, 6));
  EXPECT(getStats().special_launches == special + 4 ||
         getStats().general_launches == general + 4);
  special = getStats().special_launches;
  // A version made in the background: the general one runs until it is there.
  auto five = rows.stage(5);
  for (int tries = 0; tries < 1000; ++tries) {
    a = count(3);
    five(a, 1.0, 3);
    EXPECT(a == compute(3, 1, 5));
    if (getStats().special_launches > special)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT(getStats().special_launches > special);
  a = count(3);
  rows(a, 1.0, pirch::staged<int>(4), 3);
  EXPECT(a == compute(3, 1, 4));
}

/// What the kernel was told, and whether it is the special version: staged
/// values of every kind, through a kernel that stores them.
static const char *const kKinds = R"(
int log2_of(int n) { int log = 0; while ((1 << log) < n) ++log; return log; }
__kernel void kinds(__global double *out, __global const int *table, uchar small,
                    float x, int n) {
  int part = stage(n);
  part = part / 2;
  bool few = stage(part < 10);
  double all = small + stage(small * 2) + stage(x * x) + stage(log2_of(n)) +
               stage(table[n]) + part + few + (n > 4 ? stage(n > 5 ? 3 : n) : 0);
  out[get_global_id(0)] = all + stage(get_num_groups(0));
})";

static void testKinds() {
  pirch::kernel<void(double *, const int *, unsigned char, float, int)> kinds(
      kKinds, "kinds", pirch::options().wg_size(2), "kinds.cl");
  for (std::size_t index = 0; index < kinds.info().num_staged; ++index)
    std::printf("staged: %s\n", pirch_kernel_staged_name(kinds.get(), index));
  std::vector<int> table{5, 6, 7, 8, 9, 10, 11, 12, 13};
  std::vector<double> out(6), warm(6);
  kinds(out, table, 200, 0.5f, 8, 3); // the general version
  double wanted = 200 + 400 + 0.25 + 3 + 13 + 4 + 1 + 3 + 3;
  EXPECT(out == std::vector<double>(6, wanted));
  double *to = warm.data();
  const int *from = table.data();
  unsigned char small = 200;
  float x = 0.5f;
  int n = 8;
  void *args[] = {to, const_cast<int *>(from), &small, &x, &n};
  pirch_range range = {{3, 1, 1}, {}};
  EXPECT(pirch_prepare(kinds.get(), args, &range, 0) == PIRCH_SUCCESS);
  std::uint64_t special = getStats().special_launches;
  kinds(warm, table, 200, 0.5f, 8, 3);
  EXPECT(warm == out);
  EXPECT(getStats().special_launches == special + 1);
  for (int launch = 0; launch < 10; ++launch)
    kinds(warm, table, 200, 0.5f, 8, 3);
  EXPECT(warm == out);
  // The element of the table is another one.
  table[8] = 100;
  kinds(warm, table, 200, 0.5f, 8, 3);
  EXPECT(warm == std::vector<double>(6, wanted + 87));
  // Staged values that depend on what is not given.
  args[1] = nullptr;
  EXPECT(pirch_prepare(kinds.get(), args, &range, 0) ==
         PIRCH_ERROR_INVALID_ARGUMENT);
  std::printf("%s\n", pirch_error_text());
  range.groups[0] = -1;
  EXPECT(pirch_prepare(kinds.get(), args, &range, 0) ==
         PIRCH_ERROR_INVALID_ARGUMENT);
}

/// The number of groups, as a constant and on several threads.
static void testLaunchConfiguration() {
  const char *source = R"(
__kernel void ends(__global long *a) {
  a[get_global_id(0)] = get_global_size(0) - get_global_id(0);
})";
  pirch::kernel<void(std::int64_t *)> ends(
      source, "ends", pirch::options().wg_size(4).set("stage-launch", "true"));
  EXPECT(std::string(pirch_kernel_staged_name(ends.get(), 0)) == "groups_x");
  ends.warm({}, 100000); // nothing is staged by parameters
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<std::int64_t> a(400000);
    ends(a, 100000);
    bool isRight = true;
    for (std::size_t at = 0; at < a.size(); ++at)
      isRight &= a[at] == std::int64_t(a.size() - at);
    EXPECT(isRight);
    pirch_range range = {{100000, 1, 1}, {}};
    EXPECT(pirch_prepare(ends.get(), nullptr, &range, 0) == PIRCH_SUCCESS);
  }
}

static void testErrors() {
  try {
    pirch::kernel<void(pirch::staged<int>)> wrong(
        "__kernel void k(__global int *a) {}", "k",
        pirch::options().wg_size(4));
    EXPECT(!"an error");
  } catch (const pirch::error &error) {
    std::printf("%s\n", error.what());
  }
  // Of a version that cannot be made, the general one runs.
  const char *source = R"(
__kernel void large(__global int *a, int n) {
  int t[256];
  for (int i = 0; i < stage(n); ++i) for (int j = 0; j < 256; ++j) t[j] = i * j;
  a[get_global_id(0)] = n;
})";
  pirch::kernel<void(int *, int)> large(source, "large",
                                        pirch::options().wg_size(1));
  int n = 60000, a = 0;
  void *args[] = {&a, &n};
  pirch_range range = {{1, 1, 1}, {}};
  (void)pirch_prepare(large.get(), args, &range, 0);
  large(&a, n, 1);
  EXPECT(a == n);
}

/// What the host computes for a launch includes what no work item reaches
/// there: a division by zero, and a value in a loop without iterations.
static void testUnreached() {
  const char *source = R"(
__kernel void unreached(__global int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += stage(n * 3);
  if (n > 5)
    total += stage(100 / n) + stage(-100 % n);
  a[get_global_id(0)] = total;
})";
  pirch::kernel<void(int *, int)> unreached(source, "unreached",
                                            pirch::options().wg_size(1));
  for (int n : {0, 5, 9}) {
    int a = -1;
    void *args[] = {&a, &n};
    pirch_range range = {{1, 1, 1}, {}};
    EXPECT(pirch_prepare(unreached.get(), args, &range, 0) == PIRCH_SUCCESS);
    unreached(&a, n, 1);
    EXPECT(a == 3 * n * n + (n > 5 ? 100 / n + -100 % n : 0));
  }
}

int main() {
  testHandles();
  testKinds();
  testLaunchConfiguration();
  testErrors();
  testUnreached();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
