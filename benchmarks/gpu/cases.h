//===- cases.h - Arguments and results of the nine kernels ------*- C++ -*-===//
//
// A case is a kernel at one type, size and batch: its arguments in order, what
// the buffers hold, what it must move, and how its results are judged.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GPU_CASES_H
#define PIRCH_BENCHMARKS_GPU_CASES_H

#include "reference.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#ifdef __CUDACC__
#define PIRCH_HOST_DEVICE __host__ __device__
#else
#define PIRCH_HOST_DEVICE
#endif

namespace gpubench {

/// A number of [0, 1) that depends on nothing but its place: host and device
/// fill the same buffer with the same numbers. The mixing is SplitMix64's.
template <typename T>
PIRCH_HOST_DEVICE inline T uniform(uint64_t seed, int64_t place) {
  uint64_t bits = (seed << 40) + static_cast<uint64_t>(place) + 1;
  bits *= 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  bits ^= bits >> 31;
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(bits >> 11) / static_cast<T>(uint64_t(1) << 53);
  else
    return static_cast<T>(bits >> 40) / static_cast<T>(1 << 24);
}

/// The same with `size` added to the diagonals of size x size matrices, so that
/// they are dominated by them; 0 for none.
template <typename T>
PIRCH_HOST_DEVICE inline T inputAt(uint64_t seed, int64_t place, int size) {
  T value = uniform<T>(seed, place);
  if (size && place % (int64_t(size) * size) % (size + 1) == 0)
    value += size;
  return value;
}

enum class Role { Input, Output, InOut };

struct Buffer {
  const char *name;
  Role role;
  int64_t elements;
  /// The groups' shares: `perGroup` elements each, side by side, in each of
  /// `parts` equal parts of the buffer. 0 where groups share all of it.
  int64_t perGroup = 0, parts = 1;
  /// Size of the matrices whose diagonal is large; 0 for none.
  int dominated = 0;
  bool isInteger = false;
  /// Results smaller than this fraction of the group's largest one are judged
  /// as if they were of that size: cancellation makes their own size no measure
  /// of what rounding may do.
  double floor = 0;
};

/// An argument of the kernel: a buffer's address or a number.
struct Param {
  enum Kind { Pointer, Real, Int32, Int64 } kind;
  double value;
};

constexpr Param kPointer = {Param::Pointer, 0};

using HostBuffers = std::vector<std::vector<unsigned char>>;

template <typename T> struct Case {
  std::string kernel, entry;
  int size = 0;
  int64_t groups = 0;
  std::vector<Buffer> buffers;
  std::vector<Param> params;
  /// Computes a group's share of the results.
  std::function<void(HostBuffers &, int64_t group)> reference;
  /// Largest difference, as a fraction, from the reference.
  double tolerance = 0;
  /// Fraction of the results that may differ by more.
  double outliers = 0;
  /// Groups to compare; 0 for all.
  int64_t samples = 0;

  int64_t elementBytes(const Buffer &buffer) const {
    return buffer.isInteger ? 4 : sizeof(T);
  }
  /// What must cross memory: every element read once or written once. Also
  /// the memory of the buffers and of copies of those that are overwritten.
  double bytes() const {
    double sum = 0;
    for (const Buffer &buffer : buffers)
      sum += double(buffer.elements) * elementBytes(buffer) *
             (buffer.role == Role::InOut ? 2 : 1);
    return sum;
  }
};

template <typename T> T *at(HostBuffers &buffers, int index) {
  return reinterpret_cast<T *>(buffers[index].data());
}

inline const std::vector<std::string> &kernelNames() {
  static const std::vector<std::string> names = {"gema", "gemm",   "trsv",
                                                 "ldus", "pade",   "enum",
                                                 "frcg", "reduce", "nbody"};
  return names;
}

/// The batch that is measured where `wish` groups are asked for: the dear
/// kernels take fewer.
inline int64_t batchOf(const std::string &kernel, int size, int64_t wish) {
  auto atMost = [&](int64_t most) {
    return std::max<int64_t>(1, std::min(wish, most));
  };
  if (kernel == "enum") // a thousand tries for each item
    return atMost(3200000 / size);
  if (kernel == "nbody") // all pairs of 65,536 bodies
    return atMost(65536 / size);
  if (kernel == "reduce") // 16 times 4 x size elements for each group
    return atMost((int64_t(1) << 30) / (64 * size));
  return wish;
}

/// The relative error of one rounding. Tolerances are multiples of it, about
/// ten times the worst that was seen between the float and the double reference
/// on the same data.
template <typename T>
constexpr double kRounding = sizeof(T) == 8 ? 0x1p-53 : 0x1p-24;

template <typename T>
void describeMatrixOperation(Case<T> &result, const std::string &kernel,
                             int size, int64_t groups) {
  const double eps = kRounding<T>;
  const int64_t square = int64_t(size) * size;
  using namespace reference;
  result.buffers = {
      {"mat_c", Role::Output, groups * square, square},
      {"mat_a", Role::Input, groups * square, square},
      {"mat_b", Role::Input, groups * square, square},
  };
  result.params = {kPointer, kPointer, kPointer};
  bool isSum = kernel == "gema";
  result.tolerance = isSum ? 0 : 64 * eps; // all terms are positive
  result.reference = [=](HostBuffers &b, int64_t group) {
    (isSum ? gema<T> : gemm<T>)(at<T>(b, 0), at<T>(b, 1), at<T>(b, 2), size,
                                group);
  };
}

template <typename T>
void describeLdus(Case<T> &result, int size, int64_t groups) {
  const double eps = kRounding<T>;
  const int64_t square = int64_t(size) * size;
  using namespace reference;
  // The data's diagonal is large already. The shift is there to be checked.
  const T shift = 1;
  result.buffers = {{"mat_a", Role::InOut, groups * square, square, 1, size}};
  result.buffers[0].floor = 1.0 / square;
  result.params = {kPointer, {Param::Real, shift}};
  result.tolerance = 256 * eps;
  result.reference = [=](HostBuffers &b, int64_t group) {
    ldus(at<T>(b, 0), shift, size, group);
  };
}

template <typename T>
void describeTrsv(Case<T> &result, int size, int64_t groups) {
  const double eps = kRounding<T>;
  const int64_t square = int64_t(size) * size;
  using namespace reference;
  const T shift = 1;
  result.buffers = {{"vec_b", Role::InOut, groups * size, size},
                    {"mat_lu", Role::Input, groups * square, square, 1, size}};
  result.buffers[0].floor = 1;
  result.params = {kPointer, kPointer, {Param::Real, shift}};
  result.tolerance = 256 * eps;
  result.reference = [=](HostBuffers &b, int64_t group) {
    trsv(at<T>(b, 0), at<T>(b, 1), shift, size, group);
  };
}

template <typename T>
void describePade(Case<T> &result, int size, int64_t groups) {
  const double eps = kRounding<T>;
  const int64_t items = groups * size;
  using namespace reference;
  const int count = 16;
  const T mean = 0.5;
  result.buffers = {{"grad_x", Role::Output, items * count, size * count},
                    {"grad_coef", Role::Output, items * 10, size * 10},
                    {"x", Role::Input, items * count, size * count},
                    {"grad_out", Role::Input, items * count, size * count},
                    {"num", Role::Input, 6},
                    {"den", Role::Input, 4}};
  result.buffers[0].floor = result.buffers[1].floor = 1;
  result.params = {kPointer,
                   kPointer,
                   kPointer,
                   kPointer,
                   kPointer,
                   kPointer,
                   {Param::Real, mean},
                   {Param::Int32, count}};
  result.tolerance = 64 * eps;
  result.reference = [=](HostBuffers &b, int64_t group) {
    pade(at<T>(b, 0), at<T>(b, 1), at<T>(b, 2), at<T>(b, 3), at<T>(b, 4),
         at<T>(b, 5), mean, count, size, group);
  };
}

template <typename T>
void describeEnum(Case<T> &result, int size, int64_t groups) {
  const int64_t items = groups * size;
  using namespace reference;
  const T slack = 2;
  const int tries = 1024;
  result.entry = "enumerate";
  result.buffers = {{"best", Role::Output, items, size},
                    {"best_x", Role::Output, items, size},
                    {"obj", Role::Input, items * 10, size * 10},
                    {"mat_d", Role::Input, items * 80, size * 80},
                    {"rhs", Role::Input, items * 8, size * 8}};
  result.buffers[1].isInteger = true;
  result.params = {kPointer,
                   kPointer,
                   kPointer,
                   kPointer,
                   kPointer,
                   {Param::Real, slack},
                   {Param::Int32, tries}};
  result.reference = [=](HostBuffers &b, int64_t group) {
    enumerate(at<T>(b, 0), at<int32_t>(b, 1), at<T>(b, 2), at<T>(b, 3),
              at<T>(b, 4), slack, tries, size, group);
  };
}

template <typename T>
void describeFrcg(Case<T> &result, int size, int64_t groups) {
  const double eps = kRounding<T>;
  const int64_t items = groups * size;
  using namespace reference;
  const int steps = 20, halvings = 10;
  result.buffers = {{"point", Role::InOut, 2 * items, size, 2},
                    {"value", Role::Output, items, size},
                    {"param", Role::Input, 2 * items, size, 2}};
  result.buffers[0].floor = result.buffers[1].floor = 1;
  result.params = {kPointer,
                   kPointer,
                   kPointer,
                   {Param::Int64, double(items)},
                   {Param::Int32, steps},
                   {Param::Int32, halvings}};
  result.tolerance = 64 * eps;
  // Where rounding has tipped a line search.
  result.outliers = 1e-3;
  result.reference = [=](HostBuffers &b, int64_t group) {
    frcg(at<T>(b, 0), at<T>(b, 1), at<T>(b, 2), items, steps, halvings, size,
         group);
  };
}

template <typename T>
void describeReduce(Case<T> &result, int size, int64_t groups, bool isCheck) {
  const double eps = kRounding<T>;
  const int64_t items = groups * size;
  using namespace reference;
  const int64_t n = (isCheck ? 10 * items : 64 * items) + 3;
  result.buffers = {{"partial", Role::Output, groups, 1},
                    {"array", Role::Input, n}};
  result.params = {kPointer,
                   kPointer,
                   {Param::Int64, double(n)},
                   {Param::Int64, double(groups)}};
  result.tolerance = 256 * eps;
  result.reference = [=](HostBuffers &b, int64_t group) {
    reduce(at<T>(b, 0), at<T>(b, 1), n, groups, size, group);
  };
}

template <typename T>
void describeNbody(Case<T> &result, int size, int64_t groups, bool isCheck) {
  const double eps = kRounding<T>;
  const int64_t items = groups * size;
  using namespace reference;
  const T eps2 = 0.01, dt = 0.001;
  const int64_t n = isCheck ? items * 15 / 16 : items;
  result.buffers = {{"new_pos", Role::Output, 3 * n, size, 3},
                    {"new_vel", Role::Output, 3 * n, size, 3},
                    {"pos", Role::Input, 4 * n, size, 4},
                    {"vel", Role::Input, 3 * n, size, 3}};
  result.buffers[0].floor = result.buffers[1].floor = 1;
  result.params = {kPointer,
                   kPointer,
                   kPointer,
                   kPointer,
                   {Param::Int64, double(n)},
                   {Param::Real, eps2},
                   {Param::Real, dt}};
  // Thousands of forces of either sign are added up.
  result.tolerance = 1024 * eps;
  result.samples = 64;
  result.reference = [=](HostBuffers &b, int64_t group) {
    nbody(at<T>(b, 0), at<T>(b, 1), at<T>(b, 2), at<T>(b, 3), n, eps2, dt, size,
          group);
  };
}

/// The case of a kernel. To be checked it is small and awkward, with array
/// lengths that no size divides; to be timed it is large.
template <typename T>
Case<T> makeCase(const std::string &kernel, int size, int64_t groups,
                 bool isCheck) {
  Case<T> result;
  result.kernel = result.entry = kernel;
  result.size = size;
  result.groups = groups;
  if (kernel == "gema" || kernel == "gemm")
    describeMatrixOperation(result, kernel, size, groups);
  else if (kernel == "ldus")
    describeLdus(result, size, groups);
  else if (kernel == "trsv")
    describeTrsv(result, size, groups);
  else if (kernel == "pade")
    describePade(result, size, groups);
  else if (kernel == "enum")
    describeEnum(result, size, groups);
  else if (kernel == "frcg")
    describeFrcg(result, size, groups);
  else if (kernel == "reduce")
    describeReduce(result, size, groups, isCheck);
  else if (kernel == "nbody")
    describeNbody(result, size, groups, isCheck);
  return result;
}

/// The groups of a case that are compared: the first, the last and others
/// between.
template <typename T> std::vector<int64_t> sampledGroups(const Case<T> &c) {
  std::vector<int64_t> result;
  int64_t count = c.samples ? std::min(c.samples, c.groups) : c.groups;
  for (int64_t i = 0; i < count; ++i)
    result.push_back(count > 1 ? i * (c.groups - 1) / (count - 1) : 0);
  return result;
}

/// Buffers as they are before the kernel runs; what is only written holds bytes
/// that no result is made of.
template <typename T> HostBuffers makeInputs(const Case<T> &c) {
  HostBuffers result;
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const Buffer &buffer = c.buffers[i];
    result.emplace_back(buffer.elements * c.elementBytes(buffer), 0xa5);
    if (buffer.role != Role::Output)
      for (int64_t e = 0; e < buffer.elements; ++e)
        at<T>(result, i)[e] = inputAt<T>(i + 1, e, buffer.dominated);
  }
  return result;
}

/// `inputs` after the reference has run on the sampled groups.
template <typename T>
HostBuffers runReference(const Case<T> &c, HostBuffers inputs) {
  std::vector<int64_t> groups = sampledGroups(c);
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < groups.size(); i = next++)
      c.reference(inputs, groups[i]);
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::thread::hardware_concurrency(); ++t)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return inputs;
}

struct Comparison {
  double worst = 0;
  int64_t beyond = 0, compared = 0;
  bool passed = false;
  std::string where;
};

/// Compare what a kernel left in `found` with the reference's results.
template <typename T>
Comparison compare(const Case<T> &c, HostBuffers &found,
                   HostBuffers &expected) {
  Comparison result;
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const Buffer &buffer = c.buffers[i];
    if (buffer.role == Role::Input)
      continue;
    auto number = [&](HostBuffers &buffers, int64_t e) -> double {
      return buffer.isInteger ? double(at<int32_t>(buffers, i)[e])
                              : double(at<T>(buffers, i)[e]);
    };
    int64_t part = buffer.elements / buffer.parts;
    for (int64_t group : sampledGroups(c))
      for (int64_t p = 0; p < buffer.parts; ++p) {
        int64_t first = std::min(group * buffer.perGroup, part);
        int64_t last = std::min(first + buffer.perGroup, part);
        double most = 0;
        for (int64_t e = first; e < last; ++e)
          most = std::max(most, std::fabs(number(expected, p * part + e)));
        for (int64_t e = first; e < last; ++e) {
          double want = number(expected, p * part + e);
          double got = number(found, p * part + e);
          double scale = std::max(std::fabs(want), buffer.floor * most);
          double error = got == want ? 0 : std::fabs(got - want) / scale;
          // Written so that what is not a number is an error too.
          bool isBeyond = !(error <= c.tolerance);
          if (isBeyond && !result.beyond++) {
            char text[160];
            std::snprintf(text, sizeof(text),
                          "%s of group %lld: %.9g instead of %.9g", buffer.name,
                          static_cast<long long>(group), got, want);
            result.where = text;
          }
          if (!isBeyond || c.outliers == 0)
            result.worst =
                std::isnan(error) ? error : std::max(result.worst, error);
          ++result.compared;
        }
      }
  }
  result.passed = result.beyond <= c.outliers * result.compared;
  return result;
}

} // namespace gpubench

#endif // PIRCH_BENCHMARKS_GPU_CASES_H
