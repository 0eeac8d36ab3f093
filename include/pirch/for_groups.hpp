//===- for_groups.hpp - Kernels as C++ lambdas ------------------*- C++ -*-===//
//
//   pirch::for_groups<8>(groups, [=](pirch::item me) {
//     double x = a[me.global()];
//     a[me.global()] = x / me.reduce_add(x);
//   });
//
// runs a lambda for every work item of every group. Work items of a group
// exchange values by the functions of `item`. This header needs C++17 and
// nothing else: each work item is a fiber with a stack of its own, and an
// exchange switches to the next one. docs/Hosts/Lambdas.md has the rules.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_FOR_GROUPS_HPP
#define PIRCH_FOR_GROUPS_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace pirch {

namespace detail {

/// The bytes of the stack of a work item.
inline constexpr std::size_t stack_bytes = std::size_t(128) << 10;

/// Where in the source an exchange stands.
struct meeting {
  const char *file = nullptr;
  int line = 0;
  bool operator==(const meeting &other) const {
    return line == other.line &&
           (file == other.file || std::strcmp(file, other.file) == 0);
  }
};

/// The work items of one group at a time, which take turns on one thread.
class group_runner {
public:
  using body_function = void (*)(void *body, group_runner &runner,
                                 std::size_t item);

  group_runner(std::size_t items, body_function function, void *body)
      : function(function), body(body), fibers(items) {
    for (std::size_t index = 0; index < items; ++index)
      start(index);
  }
  /// The fibers wait for another group; nothing is on their stacks.
  ~group_runner() = default;
  group_runner(const group_runner &) = delete;
  group_runner &operator=(const group_runner &) = delete;

  /// Run all work items of a group. Where one throws, so does this.
  void run(std::int64_t index) {
    group = index;
    left = 0;
    for (fiber &each : fibers)
      each.has_left = false;
    // Each round ends where every work item has left or waits at an exchange.
    while (left < fibers.size()) {
      for (current = 0; current < fibers.size(); ++current)
        if (!fibers[current].has_left)
          swapcontext(&scheduler, &fibers[current].context);
      check_meeting();
    }
    if (std::exception_ptr thrown = std::exchange(failure, nullptr))
      std::rethrow_exception(thrown);
  }

  std::int64_t group_index() const { return group; }
  std::size_t size() const { return fibers.size(); }

  /// Hand in a value, and wait until all work items have.
  void hand_in(std::size_t item, const void *value, const meeting &place) {
    fibers[item].value = value;
    meet(item, place);
  }
  /// Wait until all work items do.
  void meet(std::size_t item, const meeting &place) {
    fiber &own = fibers[item];
    own.place = place;
    swapcontext(&own.context, &scheduler);
    if (failure)
      throw abandoned();
  }
  /// What a work item handed in.
  const void *value_of(std::size_t item) const { return fibers[item].value; }

private:
  struct fiber {
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    const void *value = nullptr;
    meeting place;
    bool has_left = false;
  };
  /// Ends the other work items where one has thrown.
  struct abandoned {};

  void start(std::size_t index) {
    fiber &own = fibers[index];
    own.stack.reset(new char[stack_bytes]);
    getcontext(&own.context);
    own.context.uc_stack.ss_sp = own.stack.get();
    own.context.uc_stack.ss_size = stack_bytes;
    own.context.uc_link = nullptr;
    auto address = reinterpret_cast<std::uintptr_t>(this);
    // makecontext hands over ints.
    makecontext(&own.context, reinterpret_cast<void (*)()>(&enter), 2,
                static_cast<unsigned>(address),
                static_cast<unsigned>(std::uint64_t(address) >> 32));
  }

  static void enter(unsigned low, unsigned high) {
    auto *runner = reinterpret_cast<group_runner *>(
        static_cast<std::uintptr_t>(std::uint64_t(high) << 32 | low));
    runner->work(runner->current);
  }

  /// What a fiber does: a work item of one group after the other.
  void work(std::size_t index) {
    fiber &own = fibers[index];
    while (true) {
      try {
        if (!failure)
          function(body, *this, index);
      } catch (const abandoned &) {
      } catch (...) {
        if (!failure)
          failure = std::current_exception();
      }
      own.has_left = true;
      ++left;
      swapcontext(&own.context, &scheduler);
    }
  }

  /// All work items of a group meet at the same exchange, or have left before
  /// the first.
  void check_meeting() {
    if (failure || left == fibers.size())
      return;
    const fiber *first = nullptr;
    for (const fiber &each : fibers) {
      if (each.has_left)
        return fail("a work item has left, others exchange values", nullptr,
                    nullptr);
      if (!first)
        first = &each;
      else if (!(each.place == first->place))
        return fail("work items of a group meet at different exchanges",
                    &first->place, &each.place);
    }
  }
  void fail(std::string text, const meeting *one, const meeting *other) {
    for (const meeting *place : {one, other})
      if (place)
        text += std::string(place == one ? ": " : " and ") + place->file + ":" +
                std::to_string(place->line);
    failure = std::make_exception_ptr(std::logic_error(text));
  }

  body_function function;
  void *body;
  std::vector<fiber> fibers;
  ucontext_t scheduler;
  std::int64_t group = 0;
  std::size_t current = 0, left = 0;
  std::exception_ptr failure;
};

} // namespace detail

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
    return combine(x, {file, line}, [](T a, T b) { return b < a ? b : a; });
  }
  template <typename T> T reduce_max(T x, PIRCH_PLACE) const {
    return combine(x, {file, line}, [](T a, T b) { return a < b ? b : a; });
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
  auto function = [](void *lambda, detail::group_runner &runner,
                     std::size_t index) {
    (*static_cast<const BodyT *>(lambda))(item(runner, index));
  };
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  auto work = [&] {
    try {
      detail::group_runner runner(WgSize, function, const_cast<BodyT *>(&body));
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
