//===- fibers.hpp - Work items as fibers ------------------------*- C++ -*-===//
//
// How for_groups.hpp runs the work items of a group where nothing compiled the
// kernel: each is a fiber, and one thread runs them by turns.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DETAIL_FIBERS_HPP
#define PIRCH_DETAIL_FIBERS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace pirch {

namespace detail {

/// The size in bytes of the stack of each work item.
inline constexpr std::size_t stack_bytes = std::size_t(128) << 10;

/// The line of the source at which an exchange of values, or a barrier, stands.
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
  /// When a runner ends, its fibers wait for another group to run, so that
  /// their stacks hold no object that had to be destroyed.
  ~group_runner() = default;
  group_runner(const group_runner &) = delete;
  group_runner &operator=(const group_runner &) = delete;

  /// Run all work items of group `index`. If a work item throws, the others are
  /// ended, and `run` throws the same exception.
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

  /// Let other work items read `value` (`value_of`), and wait until every work
  /// item of the group has called this function.
  void hand_in(std::size_t item, const void *value, const meeting &place) {
    fibers[item].value = value;
    meet(item, place);
  }
  /// Wait until every work item of the group has called this function.
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
  /// The value that work item `item` passed to its last `hand_in`.
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
  /// Memory that work items share. `is_taken`: whether a work item of the group
  /// that is running has asked for it; memory that is not taken is kept for the
  /// next group.
  struct block {
    std::unique_ptr<char[]> memory;
    std::size_t bytes = 0;
    bool is_taken = false;
  };
  /// Thrown into a work item that waits when another one has thrown, to end it.
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

  /// The function of a fiber: it runs work item `index` of one group after the
  /// other.
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

} // namespace pirch

#endif // PIRCH_DETAIL_FIBERS_HPP
