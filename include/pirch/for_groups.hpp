//===- for_groups.hpp - Kernels as C++ lambdas ------------------*- C++ -*-===//
//
//   pirch::for_groups<8>(groups, [=](pirch::item me) {
//     double x = a[me.global()];
//     a[me.global()] = x / me.reduce_add(x);
//   });
//
// runs a lambda for every work item of every group. Work items of a group
// exchange values by the functions of `item`. With
//
//   clang++-22 -std=c++17 -fplugin=libPirchClang.so rows.cpp -lpirch
//
// the lambda is compiled to vector code when it is first launched. Otherwise
// this header needs C++17 and nothing else: each work item is a fiber with a
// stack of its own, and an exchange switches to the next one.
// docs/Hosts/Lambdas.md has the rules.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_FOR_GROUPS_HPP
#define PIRCH_FOR_GROUPS_HPP

#include "pirch/detail/embedded.hpp"
#include "pirch/detail/fibers.hpp"
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <vector>

namespace pirch {

/// A work item, as the lambda of `for_groups` sees it. Every exchange is met by
/// all work items of the group.
class item {
public:
  item(detail::group_runner &runner, std::size_t index)
      : runner(runner), own(index) {}

  /// The work item in its group, the group, the work item in the range.
  std::size_t local() const { return own; }
  std::int64_t group() const { return runner.group_index(); }
  std::int64_t global() const {
    return runner.group_index() * std::int64_t(size()) + std::int64_t(own);
  }
  /// The number of work items of a group.
  std::size_t size() const { return runner.size(); }

#define PIRCH_PLACE                                                            \
  const char *file = __builtin_FILE(), int line = __builtin_LINE()

  /// `x` of work item `source`, which wraps around.
  template <typename T> T shuffle(T x, std::int64_t source, PIRCH_PLACE) const {
    auto count = std::int64_t(size());
    return gather<T>(x, {file, line}, [&](auto valueOf) {
      return valueOf(std::size_t((source % count + count) % count));
    });
  }
  /// `x` combined over the group, in the tree of PIRCH's reductions.
  template <typename T> T reduce_add(T x, PIRCH_PLACE) const {
    return combine(x, {file, line}, [](T a, T b) { return T(a + b); });
  }
  template <typename T> T reduce_min(T x, PIRCH_PLACE) const {
    return combine(x, {file, line}, [](T a, T b) {
      return b < a || a != a ? b : a; // where one is NaN, the other
    });
  }
  template <typename T> T reduce_max(T x, PIRCH_PLACE) const {
    return combine(x, {file, line},
                   [](T a, T b) { return a < b || a != a ? b : a; });
  }
  bool any(bool x, PIRCH_PLACE) const {
    return combine(x, {file, line}, [](bool a, bool b) { return a || b; });
  }
  bool all(bool x, PIRCH_PLACE) const {
    return combine(x, {file, line}, [](bool a, bool b) { return a && b; });
  }
  /// What the work items wrote before, all of them see.
  void barrier(PIRCH_PLACE) const { any(false, file, line); }

#undef PIRCH_PLACE

private:
  template <typename T, std::size_t Count> friend class group_array;

  /// Hand in `x`, and compute a value of those of all work items.
  template <typename T, typename FunctionT>
  T gather(const T &x, detail::meeting place, FunctionT function) const {
    static_assert(std::is_trivially_copyable_v<T>,
                  "work items exchange what can be copied as bytes");
    runner.hand_in(own, &x, place);
    T result = function([&](std::size_t other) {
      T value;
      std::memcpy(&value, runner.value_of(other), sizeof(T));
      return value;
    });
    // Values stay until all have read them.
    runner.meet(own, place);
    return result;
  }

  template <typename T, typename FunctionT>
  T combine(T x, detail::meeting place, FunctionT function) const {
    return gather<T>(x, place, [&](auto valueOf) {
      const std::size_t count = size();
      std::unique_ptr<T[]> values(new T[count]);
      for (std::size_t index = 0; index < count; ++index)
        values[index] = valueOf(index);
      std::size_t distance = 1;
      while (distance < count)
        distance *= 2;
      while (distance /= 2)
        for (std::size_t index = 0;
             index < distance && index + distance < count; ++index)
          values[index] = function(values[index], values[index + distance]);
      return values[0];
    });
  }

  detail::group_runner &runner;
  std::size_t own;
};

/// An array that all work items of a group share, as OpenCL's `__local` ones.
/// Every work item declares it, in the same order; its elements begin with any
/// values.
template <typename T, std::size_t Count> class group_array {
  static_assert(std::is_trivially_copyable_v<T> && Count > 0,
                "a group's array has elements that can be copied as bytes");

public:
  explicit group_array(const item &me)
      : elements(static_cast<T *>(me.runner.share(me.own, Count * sizeof(T)))) {
  }

  T &operator[](std::size_t index) const { return elements[index]; }
  T *data() const { return elements; }
  static constexpr std::size_t size() { return Count; }

private:
  T *elements;
};

/// A value that is a constant of the kernel's code: `x` is computed before each
/// launch, from captured numbers.
template <typename T> T stage(T x) { return x; }

namespace detail {

/// What the plugin finds: a function object that is given to `for_groups`.
/// Without the plugin the variables are null.
template <typename BodyT, std::size_t WgSize> struct embedded {
  static void call(const BodyT &body, item me) { body(me); }
  static const char *code;
  static bool (*launch)(kernel_slot &, const char *, const void *, std::int64_t,
                        unsigned);
  static kernel_slot slot;
};
template <typename BodyT, std::size_t WgSize>
const char *embedded<BodyT, WgSize>::code = nullptr;
template <typename BodyT, std::size_t WgSize>
bool (*embedded<BodyT, WgSize>::launch)(kernel_slot &, const char *,
                                        const void *, std::int64_t,
                                        unsigned) = nullptr;
template <typename BodyT, std::size_t WgSize>
kernel_slot embedded<BodyT, WgSize>::slot{nullptr};

} // namespace detail

/// Run the lambda for each of `WgSize` work items of each group, on all cores,
/// or on at most that many threads. Groups are not ordered. What it throws ends
/// the other work items of the group and comes out here, once the groups that
/// were begun have ended.
template <std::size_t WgSize, typename BodyT>
void for_groups(std::int64_t groups, const BodyT &body, unsigned threads = 0) {
  static_assert(WgSize >= 1 && WgSize <= 1024,
                "a group has 1 to 1024 work items");
  static_assert(std::is_invocable_v<const BodyT &, item>,
                "the lambda takes a pirch::item");
  using kernel = detail::embedded<BodyT, WgSize>;
  if (groups <= 0 ||
      (kernel::launch && kernel::launch(kernel::slot, kernel::code,
                                        std::addressof(body), groups, threads)))
    return;
  auto function = [](void *lambda, detail::group_runner &runner,
                     std::size_t index) {
    kernel::call(*static_cast<const BodyT *>(lambda), item(runner, index));
  };
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  auto work = [&] {
    try {
      detail::group_runner runner(WgSize, function,
                                  const_cast<BodyT *>(std::addressof(body)));
      constexpr std::int64_t share = 16;
      for (std::int64_t first; (first = next.fetch_add(share)) < groups;)
        for (std::int64_t group = first;
             group < std::min(first + share, groups); ++group)
          runner.run(group);
    } catch (...) {
      next = groups;
      std::lock_guard<std::mutex> lock(mutex);
      if (!thrown)
        thrown = std::current_exception();
    }
  };
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  // A thread is worth it from about so many groups on.
  threads = unsigned(
      std::max<std::int64_t>(1, std::min<std::int64_t>(threads, groups / 64)));
  std::vector<std::thread> others;
  for (unsigned index = 1; index < threads; ++index)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();
  if (thrown)
    std::rethrow_exception(thrown);
}

} // namespace pirch

#endif // PIRCH_FOR_GROUPS_HPP
