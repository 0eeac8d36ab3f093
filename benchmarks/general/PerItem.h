//===- PerItem.h - Rivals with a problem of its own in each lane *- C++ -*-===//
//
// A kernel whose work items, or groups, do not depend on each other is written
// once, as `template <typename V> static void run(...)` of a structure. It is
// run with scalars, which the compiler may vectorize, and with vectors that
// have a problem in each lane.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GENERAL_PERITEM_H
#define PIRCH_BENCHMARKS_GENERAL_PERITEM_H

#include "Lanes.h"
#include "Rivals.h"
#include <algorithm>
#include <tuple>

namespace bench::general {

/// A parameter that has `Fields` elements for each problem. `run` takes it as
/// an array of scalars or vectors.
template <typename T, int Fields, bool Reads, bool Writes> struct Records {
  template <int L> struct Slot {
    Lanes<T, L> fields[Fields];

    void load(void *argument, int64_t problem) {
      if constexpr (Reads)
        loadTransposed<Fields>(
            static_cast<const T *>(argument) + problem * Fields, fields);
    }
    void store(void *argument, int64_t problem, bool isFromMemory) {
      constexpr size_t kAlignment = sizeof(T) * std::min(L, lanesOf<T>());
      bool isAligned = reinterpret_cast<uintptr_t>(argument) % kAlignment == 0;
      // What was loaded before is in the cache already.
      if constexpr (Writes)
        storeTransposed<Fields>(static_cast<T *>(argument) + problem * Fields,
                                fields,
                                L > 1 && !Reads && isFromMemory && isAligned);
    }
    Lanes<T, L> *value() { return fields; }
  };
  static void limit(void *, int64_t &) {}
};
template <typename T, int Fields> using In = Records<T, Fields, true, false>;
template <typename T, int Fields> using Out = Records<T, Fields, false, true>;
template <typename T, int Fields> using InOut = Records<T, Fields, true, true>;

/// A buffer that all problems share; `run` takes the pointer.
template <typename T> struct Shared {
  template <int L> struct Slot {
    const T *pointer;
    void load(void *argument, int64_t) {
      pointer = static_cast<const T *>(argument);
    }
    void store(void *, int64_t, bool) {}
    const T *value() { return pointer; }
  };
  static void limit(void *, int64_t &) {}
};

/// A scalar parameter.
template <typename T> struct Value {
  template <int L> struct Slot {
    T scalar;
    void load(void *argument, int64_t) {
      scalar = *static_cast<const T *>(argument);
    }
    void store(void *, int64_t, bool) {}
    T value() { return scalar; }
  };
  static void limit(void *, int64_t &) {}
};

/// A scalar parameter that says how many problems there are.
template <typename T> struct Limit : Value<T> {
  static void limit(void *argument, int64_t &problems) {
    problems = std::min<int64_t>(problems, *static_cast<const T *>(argument));
  }
};

/// Call `block(i, zero)` for every work item: in vectors V, whose remainder is
/// computed one by one.
template <typename V, typename Block> void eachBlock(int64_t n, Block block) {
  constexpr int L = Traits<V>::lanes;
  int64_t i = 0;
  if constexpr (L > 1)
    for (; i + L <= n; i += L)
      block(i, V());
#pragma clang loop vectorize(assume_safety)
  for (; i < n; ++i)
    block(i, ElementOf<V>());
}

template <int L, typename Body, typename... Args, size_t... I>
__attribute__((always_inline)) inline void
runProblem(const Call &call, int64_t problem, std::index_sequence<I...>) {
  void **args = call.args;
  std::tuple<typename Args::template Slot<L>...> slots;
  (std::get<I>(slots).load(args[I], problem), ...);
  Body::run(std::get<I>(slots).value()...);
  (std::get<I>(slots).store(args[I], problem, call.isFromMemory), ...);
}

template <typename... Args, size_t... I>
int64_t limitProblems(void **args, int64_t problems,
                      std::index_sequence<I...>) {
  (Args::limit(args[I], problems), ...);
  return problems;
}

/// `Groups`: a problem is what a group works on, and not a work item's part.
template <bool Groups, typename... Args>
int64_t countProblems(const Call &call) {
  return limitProblems<Args...>(call.args, Groups ? call.groups : call.items(),
                                std::index_sequence_for<Args...>());
}

template <bool Groups, typename Body, typename... Args>
void runScalars(const Call &call) {
  int64_t problems = countProblems<Groups, Args...>(call);
#pragma clang loop vectorize(assume_safety)
  for (int64_t problem = 0; problem < problems; ++problem)
    runProblem<1, Body, Args...>(call, problem,
                                 std::index_sequence_for<Args...>());
}

template <bool Groups, int L, typename Body, typename... Args>
void runVectors(const Call &call) {
  int64_t problems = countProblems<Groups, Args...>(call), problem = 0;
  for (; problem + L <= problems; problem += L)
    runProblem<L, Body, Args...>(call, problem,
                                 std::index_sequence_for<Args...>());
  for (; problem < problems; ++problem)
    runProblem<1, Body, Args...>(call, problem,
                                 std::index_sequence_for<Args...>());
}

/// Both forms of a kernel whose work items have a problem each, `L` of them in
/// a vector.
template <int L, typename Body, typename... Args> std::vector<Form> perItem() {
  return {{kScalar, runScalars<false, Body, Args...>},
          {kVectors, runVectors<false, L, Body, Args...>}};
}
/// The same with two and four vectors side by side in addition, which hide the
/// latency of long chains of operations.
template <typename T, typename Body, typename... Args>
std::vector<Form> perItemSideBySide() {
  auto forms = perItem<lanesOf<T>(), Body, Args...>();
  forms.push_back(
      {"two vectors", runVectors<false, 2 * lanesOf<T>(), Body, Args...>});
  forms.push_back(
      {"four vectors", runVectors<false, 4 * lanesOf<T>(), Body, Args...>});
  return forms;
}
/// Both forms where a group has one problem.
template <int L, typename Body, typename... Args> std::vector<Form> perGroup() {
  return {{kScalar, runScalars<true, Body, Args...>},
          {kVectors, runVectors<true, L, Body, Args...>}};
}

} // namespace bench::general

#endif // PIRCH_BENCHMARKS_GENERAL_PERITEM_H
