//===- rows.cpp - Rivals on rows that a group shares out ------------------===//

#include "../Rows.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
/// Call `row(out, in)` for the rows of n elements of two buffers that have as
/// many: the arguments 0 and 1.
template <typename T, typename Row>
void eachRow(const Call &call, int64_t n, Row row) {
  for (int64_t group = 0; group < call.groups; ++group)
    row(call.buffer<T>(0) + group * n, call.buffer<T>(1) + group * n);
}

//===----------------------------------------------------------------------===//
// row_norm, matvec
//===----------------------------------------------------------------------===//

template <typename T> T plainDot(const T *a, const T *b, int64_t n) {
#pragma clang fp reassociate(on)
  T sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
template <typename T> T dot(const T *a, const T *b, int64_t n) {
  using V = Native<T>;
  return sumOverRow<T>(n, [=](V &sum, int64_t i, auto access) {
    sum += access.load(a + i, V(0)) * access.load(b + i, V(0));
  });
}

template <typename T, T (*Dot)(const T *, const T *, int64_t)>
void rowNorm(const Call &call) {
  T *out = call.buffer<T>(0);
  const T *x = call.buffer<T>(1);
  int n = call.value<int>(2);
  for (int64_t group = 0; group < call.groups; ++group)
    out[group] = std::sqrt(Dot(x + group * n, x + group * n, n));
}
template <typename T> std::vector<Form> rowNorms() {
  return {{kScalar, rowNorm<T, plainDot<T>>}, {kVectors, rowNorm<T, dot<T>>}};
}
RIVALS_OF_REALS(row_norm, rowNorms)

template <typename T, T (*Dot)(const T *, const T *, int64_t)>
void matVec(const Call &call) {
  T *y = call.buffer<T>(0);
  const T *a = call.buffer<T>(1), *x = call.buffer<T>(2);
  int n = call.value<int>(3);
  for (int64_t group = 0; group < call.groups; ++group)
    y[group] = Dot(a + group * n, x, n);
}
/// Four rows at once: the vector is loaded once for all, and their sums are
/// brought together in one tree.
template <typename T> void matVecBlocked(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>(), Rows = 4;
  T *y = call.buffer<T>(0);
  const T *a = call.buffer<T>(1), *x = call.buffer<T>(2);
  int n = call.value<int>(3);
  int64_t group = 0;
  for (; group + Rows <= call.groups; group += Rows) {
    const T *row = a + group * n;
    V sums[Rows] = {}, more[Rows] = {};
    int64_t i = 0;
    for (; i + 2 * L <= n; i += 2 * L) {
      V first = loadAt<V>(x + i), second = loadAt<V>(x + i + L);
      for (int r = 0; r < Rows; ++r) {
        sums[r] += loadAt<V>(row + r * n + i) * first;
        more[r] += loadAt<V>(row + r * n + i + L) * second;
      }
    }
    for (; i < n; i += L)
      for (int r = 0; r < Rows; ++r)
        sums[r] += loadPart<V>(row + r * n + i, n - i, V(0)) *
                   loadPart<V>(x + i, n - i, V(0));
    for (int r = 0; r < Rows; ++r)
      y[group + r] = sumOf(sums[r] + more[r]);
  }
  for (; group < call.groups; ++group)
    y[group] = dot(a + group * n, x, n);
}
template <typename T> std::vector<Form> matVecs() {
  return {{kScalar, matVec<T, plainDot<T>>},
          {kVectors, matVec<T, dot<T>>},
          {"four rows", matVecBlocked<T>}};
}
RIVALS_OF_REALS(matvec, matVecs)

//===----------------------------------------------------------------------===//
// softmax, layernorm
//===----------------------------------------------------------------------===//

template <typename T> void plainSoftmax(const Call &call) {
  int n = call.value<int>(2);
  eachRow<T>(call, n, [=](T *__restrict y, const T *__restrict x) {
#pragma clang fp reassociate(on)
    T top = x[0], sum = 0;
    for (int i = 1; i < n; ++i)
      top = x[i] > top ? x[i] : top;
#pragma clang loop vectorize(enable)
    for (int i = 0; i < n; ++i)
      y[i] = std::exp(x[i] - top);
    for (int i = 0; i < n; ++i)
      sum += y[i];
    T scale = 1 / sum;
    for (int i = 0; i < n; ++i)
      y[i] *= scale;
  });
}
template <typename T> void softmax(const Call &call) {
  using V = Native<T>;
  int n = call.value<int>(2);
  eachRow<T>(call, n, [=](T *y, const T *x) {
    const V low(-INFINITY);
    V top(greatestOf(accumulate<V, V>(
        low, n,
        [=](V &top, int64_t i, auto access) {
          top = greatest(top, access.load(x + i, low));
        },
        [](V a, V b) { return greatest(a, b); })));
    V sum(0);
    eachVector<V>(n, [&](int64_t i, auto access) {
      V e = vexp(access.load(x + i, low) - top);
      access.store(y + i, e);
      sum += e;
    });
    V scale = V(1 / sumOf(sum));
    eachVector<V>(n, [=](int64_t i, auto access) {
      access.store(y + i, access.load(y + i, V(0)) * scale);
    });
  });
}
template <typename T> std::vector<Form> softmaxes() {
  return {{kScalar, plainSoftmax<T>}, {kVectors, softmax<T>}};
}
RIVALS_OF_REALS(softmax, softmaxes)

constexpr int kNormLength = 384;

template <typename T> void plainLayernorm(const Call &call) {
  const T *gamma = call.buffer<T>(2), *beta = call.buffer<T>(3);
  T eps = call.value<T>(4);
  eachRow<T>(call, kNormLength, [=](T *__restrict y, const T *__restrict x) {
#pragma clang fp reassociate(on)
    T sum = 0, squares = 0;
    for (int i = 0; i < kNormLength; ++i) {
      sum += x[i];
      squares += x[i] * x[i];
    }
    T mean = sum / kNormLength;
    T inv = 1 / std::sqrt(squares / kNormLength - mean * mean + eps);
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < kNormLength; ++i)
      y[i] = (x[i] - mean) * inv * gamma[i] + beta[i];
  });
}
template <typename T> void layernorm(const Call &call) {
  using V = Native<T>;
  struct Sums {
    V plain, squares;
  };
  const T *gamma = call.buffer<T>(2), *beta = call.buffer<T>(3);
  T eps = call.value<T>(4);
  eachRow<T>(call, kNormLength, [=](T *y, const T *x) {
    Sums sums = accumulate<Sums, V>(
        {V(0), V(0)}, kNormLength,
        [=](Sums &sums, int64_t i, auto access) {
          V v = access.load(x + i, V(0));
          sums.plain += v;
          sums.squares += v * v;
        },
        [](Sums a, Sums b) {
          return Sums{a.plain + b.plain, a.squares + b.squares};
        });
    T mean = sumOf(sums.plain) / kNormLength;
    T inv =
        1 / std::sqrt(sumOf(sums.squares) / kNormLength - mean * mean + eps);
    eachVector<V>(kNormLength, [=](int64_t i, auto access) {
      V g = access.load(gamma + i, V(0)), b = access.load(beta + i, V(0));
      V scaled = (access.load(x + i, V(0)) - mean) * inv;
      access.store(y + i, scaled * g + b);
    });
  });
}
template <typename T> std::vector<Form> layernorms() {
  return {{kScalar, plainLayernorm<T>}, {kVectors, layernorm<T>}};
}
RIVALS_OF_REALS(layernorm, layernorms)

//===----------------------------------------------------------------------===//
// argmax_rows
//===----------------------------------------------------------------------===//

template <typename T> void plainArgmax(const Call &call) {
  int *out = call.buffer<int>(0), n = call.value<int>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * n;
    T best = x[0];
    int where = 0;
    for (int i = 1; i < n; ++i)
      if (x[i] > best) {
        best = x[i];
        where = i;
      }
    out[group] = where;
  }
}
/// Find the greatest element first, then the first place that has it: the
/// second loop finds the row in the cache and ends early.
template <typename T> void argmax(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>();
  int *out = call.buffer<int>(0), n = call.value<int>(2);
  const V low(-INFINITY);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * n;
    V top(greatestOf(accumulate<V, V>(
        low, n,
        [=](V &top, int64_t i, auto access) {
          top = greatest(top, access.load(x + i, low));
        },
        [](V a, V b) { return greatest(a, b); })));
    for (int64_t i = 0; i < n; i += L) {
      V v = i + L <= n ? loadAt<V>(x + i) : loadPart<V>(x + i, n - i, low);
      if (uint64_t bits = bitsOf(v == top)) {
        out[group] = static_cast<int>(i) + __builtin_ctzll(bits);
        break;
      }
    }
  }
}
/// Find the greatest element and its place in each lane, in one loop.
template <typename T> void argmaxOnce(const Call &call) {
  using V = Native<T>;
  using I = IndexOf<V>;
  struct Best {
    V value;
    I place;
  };
  int *out = call.buffer<int>(0), n = call.value<int>(2);
  const V low(-INFINITY);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * n;
    Best best = accumulate<Best, V>(
        {low, I(0)}, n,
        [=](Best &best, int64_t i, auto access) {
          V v = access.load(x + i, low);
          auto isGreater = v > best.value;
          best.value = select(isGreater, v, best.value);
          best.place =
              select(isGreater, iota<I>() + ElementOf<I>(i), best.place);
        },
        [](Best a, Best b) {
          auto isBetter = (b.value > a.value) |
                          ((b.value == a.value) & (b.place < a.place));
          return Best{select(isBetter, b.value, a.value),
                      select(isBetter, b.place, a.place)};
        });
    T top = greatestOf(best.value);
    I place = select(best.value == V(top), best.place, I(n));
    out[group] = static_cast<int>(
        reduce(place, [](auto a, auto b) { return least(a, b); }));
  }
}
template <typename T> std::vector<Form> argmaxes() {
  return {{kScalar, plainArgmax<T>},
          {kVectors, argmax<T>},
          {"one loop", argmaxOnce<T>}};
}
RIVALS_OF_REALS(argmax_rows, argmaxes)

//===----------------------------------------------------------------------===//
// logsumexp, cosine_rows
//===----------------------------------------------------------------------===//

constexpr int kSumLength = 200;

template <typename T> void plainLogSumExp(const Call &call) {
#pragma clang fp reassociate(on)
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * kSumLength;
    T top = x[0], e[kSumLength], sum = 0;
    for (int i = 1; i < kSumLength; ++i)
      top = x[i] > top ? x[i] : top;
#pragma clang loop vectorize(enable)
    for (int i = 0; i < kSumLength; ++i)
      e[i] = std::exp(x[i] - top);
    for (int i = 0; i < kSumLength; ++i)
      sum += e[i];
    call.buffer<T>(0)[group] = top + std::log(sum);
  }
}
template <typename T> void logSumExp(const Call &call) {
  using V = Native<T>;
  const V low(-INFINITY);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * kSumLength;
    T top = greatestOf(accumulate<V, V>(
        low, kSumLength,
        [=](V &top, int64_t i, auto access) {
          top = greatest(top, access.load(x + i, low));
        },
        [](V a, V b) { return greatest(a, b); }));
    V sum(0);
    eachVector<V>(kSumLength, [&](int64_t i, auto access) {
      sum += vexp(V(access.load(x + i, low) - top));
    });
    call.buffer<T>(0)[group] = top + std::log(sumOf(sum));
  }
}
template <typename T> std::vector<Form> logSumExps() {
  return {{kScalar, plainLogSumExp<T>}, {kVectors, logSumExp<T>}};
}
RIVALS_OF_REALS(logsumexp, logSumExps)

template <typename T> void plainCosine(const Call &call) {
#pragma clang fp reassociate(on)
  int64_t n = call.value<uint32_t>(3);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *a = call.buffer<T>(1) + group * n;
    const T *b = call.buffer<T>(2) + group * n;
    T ab = 0, aa = 0, bb = 0;
    for (int64_t i = 0; i < n; ++i) {
      ab += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    call.buffer<T>(0)[group] = ab / std::sqrt(aa * bb);
  }
}
template <typename T> void cosine(const Call &call) {
  using V = Native<T>;
  struct Sums {
    V ab, aa, bb;
  };
  int64_t n = call.value<uint32_t>(3);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *a = call.buffer<T>(1) + group * n;
    const T *b = call.buffer<T>(2) + group * n;
    Sums sums = accumulate<Sums, V>(
        {V(0), V(0), V(0)}, n,
        [=](Sums &sums, int64_t i, auto access) {
          V u = access.load(a + i, V(0)), v = access.load(b + i, V(0));
          sums.ab += u * v;
          sums.aa += u * u;
          sums.bb += v * v;
        },
        [](Sums x, Sums y) {
          return Sums{x.ab + y.ab, x.aa + y.aa, x.bb + y.bb};
        });
    call.buffer<T>(0)[group] =
        sumOf(sums.ab) / std::sqrt(sumOf(sums.aa) * sumOf(sums.bb));
  }
}
template <typename T> std::vector<Form> cosines() {
  return {{kScalar, plainCosine<T>}, {kVectors, cosine<T>}};
}
RIVALS_OF_REALS(cosine_rows, cosines)

//===----------------------------------------------------------------------===//
// moments, row_dots
//===----------------------------------------------------------------------===//

template <typename T> void storeMoments(T *to, T mean, T m2, T m3, T m4) {
  to[0] = mean;
  to[1] = m2;
  to[2] = m3 / (m2 * std::sqrt(m2));
  to[3] = m4 / (m2 * m2);
}
template <typename T> void plainMoments(const Call &call) {
  unsigned n = call.value<unsigned>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
#pragma clang fp reassociate(on)
    const T *x = call.buffer<T>(1) + group * n;
    T sum = 0, m2 = 0, m3 = 0, m4 = 0;
    for (unsigned i = 0; i < n; ++i)
      sum += x[i];
    T mean = sum / n;
    for (unsigned i = 0; i < n; ++i) {
      T d = x[i] - mean, d2 = d * d;
      m2 += d2;
      m3 += d * d2;
      m4 += d2 * d2;
    }
    storeMoments(call.buffer<T>(0) + 4 * group, mean, m2 / n, m3 / n, m4 / n);
  }
}
template <typename T> void momentsOfRows(const Call &call) {
  using V = Native<T>;
  struct Sums {
    V m2, m3, m4;
  };
  unsigned n = call.value<unsigned>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * n;
    T mean = sumOverRow<T>(n,
                           [=](V &sum, int64_t i, auto access) {
                             sum += access.load(x + i, V(0));
                           }) /
             n;
    Sums sums = accumulate<Sums, V>(
        Sums{V(0), V(0), V(0)}, n,
        [=](Sums &sums, int64_t i, auto access) {
          V d = access.load(x + i, V(mean)) - mean, d2 = d * d;
          sums.m2 += d2;
          sums.m3 += d * d2;
          sums.m4 += d2 * d2;
        },
        [](Sums a, Sums b) {
          return Sums{a.m2 + b.m2, a.m3 + b.m3, a.m4 + b.m4};
        });
    storeMoments(call.buffer<T>(0) + 4 * group, mean, sumOf(sums.m2) / n,
                 sumOf(sums.m3) / n, sumOf(sums.m4) / n);
  }
}
template <typename T> std::vector<Form> momentForms() {
  return {{kScalar, plainMoments<T>}, {kVectors, momentsOfRows<T>}};
}
RIVALS_OF_REALS(moments, momentForms)

/// Each sum is taken in the order of its row, as the kernel takes it; `Rows`
/// of them at a time wait for each other's additions.
template <typename T, int Rows> void rowDots(const Call &call) {
  T *__restrict y = call.buffer<T>(0);
  const T *a = call.buffer<T>(1), *b = call.buffer<T>(2);
  int64_t n = call.value<int>(3), row = 0, rows = call.items();
  for (; row + Rows <= rows; row += Rows) {
    T sums[Rows] = {};
    for (int64_t i = 0; i < n; ++i)
      for (int r = 0; r < Rows; ++r)
        sums[r] += a[(row + r) * n + i] * b[(row + r) * n + i];
    for (int r = 0; r < Rows; ++r)
      y[row + r] = sums[r];
  }
  for (; row < rows; ++row) {
    T sum = 0;
    for (int64_t i = 0; i < n; ++i)
      sum += a[row * n + i] * b[row * n + i];
    y[row] = sum;
  }
}
/// As many rows as a vector has lanes, transposed square by square.
template <typename T> void rowDotsTransposed(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>();
  const T *a = call.buffer<T>(1), *b = call.buffer<T>(2);
  int64_t n = call.value<int>(3), row = 0, rows = call.items();
  for (; row + L <= rows; row += L) {
    V sum(0);
    for (int64_t i = 0; i < n; i += L) {
      int64_t count = std::min<int64_t>(L, n - i);
      V fromA[L], fromB[L], x[L], y[L];
      for (int r = 0; r < L; ++r) {
        const T *at = a + (row + r) * n + i, *other = b + (row + r) * n + i;
        fromA[r] = count == L ? loadAt<V>(at) : loadPart<V>(at, count, V(0));
        fromB[r] =
            count == L ? loadAt<V>(other) : loadPart<V>(other, count, V(0));
      }
      deinterleave<L>(fromA, x);
      deinterleave<L>(fromB, y);
      if (count == L)
        for (int r = 0; r < L; ++r)
          sum += x[r] * y[r];
      else
        for (int r = 0; r < count; ++r)
          sum += x[r] * y[r];
    }
    storeAt(call.buffer<T>(0) + row, sum);
  }
  for (; row < rows; ++row) {
    T sum = 0;
    for (int64_t i = 0; i < n; ++i)
      sum += a[row * n + i] * b[row * n + i];
    call.buffer<T>(0)[row] = sum;
  }
}
template <typename T> std::vector<Form> rowDotForms() {
  return {{kScalar, rowDots<T, 1>},
          {"eight rows", rowDots<T, 8>},
          {kVectors, rowDotsTransposed<T>}};
}
RIVALS_OF_REALS(row_dots, rowDotForms)
} // namespace
