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

#include "pirch/pirch.h"
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
    for (fiber &each : fibers) {
      each.has_left = false;
      each.num_shared = 0;
    }
    for (block &each : shared)
      each.is_taken = false;
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
  /// Memory that all work items of the group share: the same for the first
  /// call of each of them, the same for the second, and so on.
  void *share(std::size_t item, std::size_t bytes) {
    std::size_t index = fibers[item].num_shared++;
    if (index == shared.size())
      shared.emplace_back();
    block &own = shared[index];
    if (own.is_taken && own.bytes != bytes)
      throw std::logic_error(
          "work items of a group share arrays of different sizes");
    if (own.bytes != bytes) {
      own.memory.reset(new char[bytes]);
      own.bytes = bytes;
    }
    own.is_taken = true;
    return own.memory.get();
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
    std::size_t num_shared = 0;
  };
  /// Memory that work items share; `is_taken` by the group that runs.
  struct block {
    std::unique_ptr<char[]> memory;
    std::size_t bytes = 0;
    bool is_taken = false;
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
  std::vector<block> shared;
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

//===----------------------------------------------------------------------===//
// What the plugin for Clang keeps of kernels
//===----------------------------------------------------------------------===//

namespace detail {

/// Where an argument of a kernel lies in the function object.
struct host_param {
  /// Byte offsets: from the object's beginning, and then each from what the
  /// pointer points to that lies at the one before.
  std::vector<std::uint32_t> path;
  bool is_pointer, is_buffer, is_const;
};

/// A kernel that the plugin keeps in the program, as this process has it.
struct embedded_kernel {
  std::vector<host_param> params;
  const pirch_kernel *kernel = nullptr;

  /// Compile what the plugin wrote: numbers of 32 bits that describe the
  /// parameters, and bytecode.
  explicit embedded_kernel(const char *code) {
    auto next = [&] {
      std::uint32_t number = 0;
      for (int byte = 0; byte < 4; ++byte)
        number |= std::uint32_t(static_cast<unsigned char>(*code++))
                  << (8 * byte);
      return number;
    };
    for (std::uint32_t count = next(); count; --count) {
      std::uint32_t flags = next();
      host_param param{
          {}, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0};
      for (std::uint32_t steps = next(); steps; --steps)
        param.path.push_back(next());
      params.push_back(std::move(param));
    }
    std::uint32_t bytes = next();
    pirch_module *module = nullptr;
    if (pirch_compile_mlir(code, bytes, "lambda.mlir", nullptr, 0, &module) !=
            PIRCH_SUCCESS ||
        pirch_module_kernel(module, nullptr, &kernel) != PIRCH_SUCCESS)
      throw std::runtime_error(pirch_error_text());
  }

  /// The arguments of a launch, in which the object is as it is now.
  std::vector<void *> arguments(const void *object) const {
    std::vector<void *> args;
    for (const host_param &param : params) {
      auto *at = static_cast<char *>(const_cast<void *>(object));
      for (std::size_t step = 0; step < param.path.size(); ++step) {
        if (step)
          at = follow(at);
        at += param.path[step];
      }
      if (param.is_pointer)
        at = follow(at);
      args.push_back(at);
    }
    return args;
  }

  /// What the pointer points to that lies at `place`.
  static char *follow(const char *place) {
    char *target;
    std::memcpy(&target, place, sizeof(target));
    return target;
  }

  /// Whether buffers are there and, as far as it is known what is accessed,
  /// none that is written overlaps another.
  bool are_apart(const std::vector<void *> &args, std::int64_t groups) const {
    auto end = [&](std::size_t index) {
      const pirch_param &param = *pirch_kernel_get_param(kernel, index);
      std::int64_t elements =
          param.is_extent_known ? param.extent + groups * param.extent_per_group
                                : 1;
      return reinterpret_cast<std::uintptr_t>(args[index]) +
             std::size_t(elements) * param.type_size;
    };
    auto begin = [&](std::size_t index) {
      return reinterpret_cast<std::uintptr_t>(args[index]);
    };
    for (std::size_t one = 0; one < args.size(); ++one) {
      if (!params[one].is_buffer)
        continue;
      if (!args[one])
        return false;
      for (std::size_t other = 0; other < one; ++other)
        if (params[other].is_buffer &&
            !(params[one].is_const && params[other].is_const) &&
            begin(one) < end(other) && begin(other) < end(one))
          return false;
    }
    return true;
  }
};

using kernel_slot = std::atomic<const embedded_kernel *>;

/// Launch a kernel that the plugin keeps. False where only fibers can run the
/// function object: its buffers overlap, or a pointer is null.
inline bool launch_embedded(kernel_slot &slot, const char *code,
                            const void *object, std::int64_t groups,
                            unsigned threads) {
  const embedded_kernel *known = slot.load(std::memory_order_acquire);
  if (!known) {
    // Kernels stay as long as the process, as its functions do.
    auto made = std::make_unique<embedded_kernel>(code);
    if (slot.compare_exchange_strong(known, made.get()))
      known = made.release();
  }
  std::vector<void *> args = known->arguments(object);
  if (!known->are_apart(args, groups))
    return false;
  pirch_range range = {{groups, 0, 0}, {0, 0, 0}};
  if (pirch_launch(known->kernel, args.data(), &range, int(threads)) !=
      PIRCH_SUCCESS)
    throw std::runtime_error(pirch_error_text());
  return true;
}

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
