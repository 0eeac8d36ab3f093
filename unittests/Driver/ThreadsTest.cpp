//===- ThreadsTest.cpp - Several threads compile and run at once ----------===//
//
// The compiler keeps no state between calls: 8 threads that compile and run
// kernels at the same time get what one thread gets. PIRCH_THREADS_SECONDS has
// the test go on for so long (scripts/soak, under -fsanitize=thread).
//
//===----------------------------------------------------------------------===//

#include "Pirch/Driver/Compiler.h"
#include "gtest/gtest.h"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace pirch;

namespace {

constexpr int64_t kGroups = 13;
constexpr int kThreads = 8;

/// One kernel, `k(double *a)`, and how it is compiled.
struct Job {
  const char *source;
  const char *target;
  int64_t wgSize;
  const char *wgPack, *laneOrder;
};

const char *const kSum = R"(
__kernel void k(__global double *a) {
  double x = a[get_global_id(0)];
  for (int s = 0; s < WG_SIZE; ++s)
    if (s != get_local_id(0))
      x += 0.5 * shuffle(x, s);
  a[get_global_id(0)] = sub_group_scan_inclusive_add(x);
})";

const char *const kLeave = R"(
__constant double factor[3] = {0.5, 0.25, 0.125};
double next(double x, int i) { return x * factor[i % 3] + 1; }
__kernel void k(__global double *a) {
  double x = a[get_global_id(0)];
  for (int i = 0; x < 1.9; ++i) {
    x = next(x, i);
    if (i > (int)get_local_id(0))
      break;
  }
  a[get_global_id(0)] = x;
})";

const char *const kRows = R"(
__kernel void k(__global double *a) {
  __local double tile[WG_SIZE];
  double row[4];
  for (int ix = 0; ix < 4; ++ix)
    row[ix] = a[get_global_id(0)] * (ix + 1);
  tile[get_local_id(0)] = sqrt(row[3]) / row[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[WG_SIZE - 1 - get_local_id(0)] + row[2];
})";

const Job kJobs[] = {
    {kSum, "generic", 8, "auto", "auto"},
    {kSum, "ve", 5, "4", "wg-wi-ix"},
    {kSum, "nvvm", 8, "auto", "auto"},
    {kLeave, "generic", 7, "2", "ix-wi-wg"},
    {kLeave, "nvvm", 16, "auto", "ix-wg-wi"},
    {kRows, "generic", 12, "auto", "auto"},
    {kRows, "ve", 8, "auto", "ix-wi-wg"},
    {kRows, "generic", 3, "8", "wg-wi-ix"},
};

/// What the kernel makes of numbers in [0, 1), or why it does not.
std::string compileAndRun(const Job &job, std::vector<double> &data) {
  CompileOptions options;
  options.target = job.target;
  options.wgSize = job.wgSize;
  options.wgPack = job.wgPack;
  options.laneOrder = job.laneOrder;
  std::string diagnostics;
  llvm::raw_string_ostream diag(diagnostics);
  auto module = compileAndLoad(job.source, "threads.cl", options, diag);
  if (!module)
    return llvm::toString(module.takeError()) + diagnostics;
  data.resize(job.wgSize * kGroups);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<double>(i * 37 % 101) / 101;
  void *args[] = {data.data()};
  (*module)->lookupPacked("k")(args, 0, kGroups);
  return (*module)->takeError();
}

bool isSame(const std::vector<double> &a, const std::vector<double> &b) {
  return a.size() == b.size() &&
         !std::memcmp(a.data(), b.data(), a.size() * sizeof(double));
}

std::chrono::seconds secondsToRun() {
  const char *text = std::getenv("PIRCH_THREADS_SECONDS");
  return std::chrono::seconds(text ? std::atoi(text) : 0);
}

TEST(ThreadsTest, GetWhatOneThreadGets) {
  std::vector<std::vector<double>> expected;
  for (const Job &job : kJobs)
    ASSERT_EQ(compileAndRun(job, expected.emplace_back()), "");

  auto end = std::chrono::steady_clock::now() + secondsToRun();
  std::vector<std::string> failures(kThreads);
  auto work = [&](size_t thread) {
    // Every thread takes every job, each from another one on.
    size_t round = 0;
    do {
      size_t index = (thread + round) % std::size(kJobs);
      std::vector<double> data;
      std::string error = compileAndRun(kJobs[index], data);
      if (error.empty() && !isSame(data, expected[index]))
        error = "another result than that of one thread";
      if (!error.empty())
        failures[thread] = "job " + std::to_string(index) + ": " + error;
      ++round;
    } while (round < std::size(kJobs) ||
             std::chrono::steady_clock::now() < end);
  };
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < kThreads; ++thread)
    threads.emplace_back(work, thread);
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &failure : failures)
    EXPECT_EQ(failure, "");
}

} // namespace
