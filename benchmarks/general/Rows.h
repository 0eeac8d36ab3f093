//===- Rows.h - Rivals that go along rows -----------------------*- C++ -*-===//

#ifndef PIRCH_BENCHMARKS_GENERAL_ROWS_H
#define PIRCH_BENCHMARKS_GENERAL_ROWS_H

#include "Lanes.h"
#include "Rivals.h"

namespace bench::general {

/// Reads whole vectors.
struct Whole {
  template <typename V> V load(const ElementOf<V> *from, V) const {
    return loadAt<V>(from);
  }
  template <typename V> void store(ElementOf<V> *to, V value) const {
    storeAt(to, value);
  }
};

/// Reads and writes the first `count` lanes of vectors; others are filled in.
struct Part {
  int64_t count;
  template <typename V> V load(const ElementOf<V> *from, V others) const {
    return loadPart<V>(from, count, others);
  }
  template <typename V> void store(ElementOf<V> *to, V value) const {
    storePart<V>(to, count, value);
  }
};

/// Call `step(i, access)` for every vector of a row of n elements.
template <typename V, typename Step> void eachVector(int64_t n, Step step) {
  constexpr int L = Traits<V>::lanes;
  int64_t i = 0;
  for (; i + L <= n; i += L)
    step(i, Whole());
  if (i < n)
    step(i, Part{n - i});
}

/// The same with four accumulators, each of which `step(accumulator, i,
/// access)` changes, so that no chain of operations waits for itself; they are
/// combined at the end.
template <typename State, typename V, typename Step, typename Combine>
State accumulate(State start, int64_t n, Step step, Combine combine) {
  constexpr int L = Traits<V>::lanes;
  State state[4] = {start, start, start, start};
  int64_t i = 0;
  for (; i + 4 * L <= n; i += 4 * L)
    for (int part = 0; part < 4; ++part)
      step(state[part], i + part * L, Whole());
  int part = 0;
  for (; i + L <= n; i += L)
    step(state[part++ % 4], i, Whole());
  if (i < n)
    step(state[3], i, Part{n - i});
  return combine(combine(state[0], state[1]), combine(state[2], state[3]));
}

template <typename T, typename Step> T sumOverRow(int64_t n, Step step) {
  using V = Native<T>;
  return sumOf(accumulate<V, V>(V(0), n, step, [](V a, V b) { return a + b; }));
}

} // namespace bench::general

#endif // PIRCH_BENCHMARKS_GENERAL_ROWS_H
