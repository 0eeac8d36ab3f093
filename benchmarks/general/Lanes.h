//===- Lanes.h - Vectors with a structure in each lane ----------*- C++ -*-===//
//
// What a programmer who writes vector code by hand has in his header: loads and
// stores at any alignment, parts of vectors, selections that also work on
// scalars, and transpositions in registers between structures in memory and
// vectors of their fields.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GENERAL_LANES_H
#define PIRCH_BENCHMARKS_GENERAL_LANES_H

#include "../Case.h"
#include <cmath>
#include <type_traits>
#include <utility>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace bench::general {

using bench::lanesOf;
using bench::Vec;

/// T itself for one lane, else a vector of `L`.
template <typename T, int L> struct OfLanes {
  using Type = Vec<T, L>;
};
template <typename T> struct OfLanes<T, 1> {
  using Type = T;
};
template <typename T, int L> using Lanes = typename OfLanes<T, L>::Type;
template <typename T> using Native = Vec<T, lanesOf<T>()>;

/// The element type and the number of lanes of scalars and vectors.
template <typename V> struct Traits {
  using Element = V;
  static constexpr int lanes = 1;
};
template <typename T, int L>
struct Traits<T __attribute__((ext_vector_type(L)))> {
  using Element = T;
  static constexpr int lanes = L;
};
template <typename V> using ElementOf = typename Traits<V>::Element;

template <typename V> V loadAt(const ElementOf<V> *from) {
  V value;
  std::memcpy(&value, from, sizeof(V));
  return value;
}
template <typename V> void storeAt(ElementOf<V> *to, V value) {
  std::memcpy(to, &value, sizeof(V));
}

/// 0, 1, 2, ...
template <typename V, int... I>
constexpr V iota(std::integer_sequence<int, I...>) {
  return V{static_cast<ElementOf<V>>(I)...};
}
template <typename V> constexpr V iota() {
  return iota<V>(std::make_integer_sequence<int, Traits<V>::lanes>());
}

/// The first `count` lanes, as a mask for masked loads and stores.
template <int L> auto firstLanes(int64_t count) {
  return __builtin_convertvector(iota<Vec<int, L>>() < static_cast<int>(count),
                                 Vec<bool, L>);
}
template <typename V>
V loadPart(const ElementOf<V> *from, int64_t count, V others) {
  return __builtin_masked_load(firstLanes<Traits<V>::lanes>(count), from,
                               others);
}
template <typename V> void storePart(ElementOf<V> *to, int64_t count, V value) {
  __builtin_masked_store(firstLanes<Traits<V>::lanes>(count), value, to);
}

template <typename T, typename V> auto convert(V value) {
  if constexpr (Traits<V>::lanes == 1)
    return static_cast<T>(value);
  else
    return __builtin_convertvector(value, Vec<T, Traits<V>::lanes>);
}

template <typename M, typename V> V select(M condition, V a, V b) {
  return condition ? a : b;
}
template <typename V> V least(V a, V b) { return select(a < b, a, b); }
template <typename V> V greatest(V a, V b) { return select(a > b, a, b); }
template <typename V> V magnitude(V a) {
  if constexpr (Traits<V>::lanes == 1)
    return a < 0 ? -a : a;
  else
    return __builtin_elementwise_abs(a);
}

/// What comparisons of V give, as an index: integers of V's width, or int.
template <typename V>
using IndexOf =
    std::conditional_t<Traits<V>::lanes == 1, int,
                       decltype(std::declval<V>() < std::declval<V>())>;

/// Lane i is element `index[i]` of `table`.
template <typename V, typename I> V gather(const ElementOf<V> *table, I index) {
  if constexpr (Traits<V>::lanes == 1) {
    return table[index];
#ifdef __AVX512F__
  } else if constexpr (std::is_same_v<V, Vec<float, 16>>) {
    return V(_mm512_i32gather_ps(__m512i(index), table, 4));
  } else if constexpr (std::is_same_v<V, Vec<double, 8>>) {
    return V(_mm512_i32gather_pd(__m256i(index), table, 8));
#endif
  } else {
    V result;
    for (int lane = 0; lane < Traits<V>::lanes; ++lane)
      result[lane] = table[index[lane]];
    return result;
  }
}

/// Is the condition true in any lane?
template <typename M> bool anyOf(M condition) {
  if constexpr (Traits<M>::lanes == 1)
    return condition;
  else
    return __builtin_reduce_or(condition) != 0;
}

/// A bit for each lane, where the condition is true.
template <typename M> uint64_t bitsOf(M condition) {
  Vec<bool, Traits<M>::lanes> lanes =
      __builtin_convertvector(condition, Vec<bool, Traits<M>::lanes>);
  uint64_t bits = 0;
  std::memcpy(&bits, &lanes, (Traits<M>::lanes + 7) / 8);
  return bits;
}

/// The lanes of a vector combined in a tree.
template <typename V, typename Combine> auto reduce(V value, Combine combine) {
  constexpr int L = Traits<V>::lanes;
  if constexpr (L == 2) {
    return combine(value[0], value[1]);
  } else {
    auto low = value.lo, high = value.hi;
    return reduce(combine(low, high), combine);
  }
}
template <typename V> auto sumOf(V value) {
  return reduce(value, [](auto a, auto b) { return a + b; });
}
template <typename V> auto greatestOf(V value) {
  return reduce(value, [](auto a, auto b) { return greatest(a, b); });
}

/// Lane i of the result is lane `index[i]` of the registers of `table` one
/// behind the other, of which there is a power of two.
template <int Registers, typename V, typename I>
V lookUp(const V *table, I index) {
  constexpr int L = Traits<V>::lanes;
  if constexpr (Registers > 2) {
    return select((index & (Registers / 2 * L)) != 0,
                  lookUp<Registers / 2>(table + Registers / 2, index),
                  lookUp<Registers / 2>(table, index));
  } else {
#ifdef __AVX512VL__
    if constexpr (std::is_same_v<V, Vec<float, 16>>)
      return Registers == 1 ? V(_mm512_permutexvar_ps(__m512i(index), table[0]))
                            : V(_mm512_permutex2var_ps(table[0], __m512i(index),
                                                       table[Registers - 1]));
    else if constexpr (std::is_same_v<V, Vec<double, 8>>)
      return Registers == 1 ? V(_mm512_permutexvar_pd(__m512i(index), table[0]))
                            : V(_mm512_permutex2var_pd(table[0], __m512i(index),
                                                       table[Registers - 1]));
    else if constexpr (std::is_same_v<V, Vec<float, 8>> && Registers == 1)
      return V(_mm256_permutexvar_ps(__m256i(index), table[0]));
    else
#endif
    {
      V result;
      for (int lane = 0; lane < L; ++lane)
        result[lane] = reinterpret_cast<const ElementOf<V> *>(
            table)[index[lane] & (Registers * L - 1)];
      return result;
    }
  }
}

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

template <typename Index, typename V, int... I>
V shuffleBy(V a, V b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, Index::at(I)...);
}
/// Lane i is lane `Index::at(i)` of `a` and `b` one behind the other.
template <typename Index, typename V> V shuffleBy(V a, V b) {
  return shuffleBy<Index>(a, b,
                          std::make_integer_sequence<int, Traits<V>::lanes>());
}

struct EvenLanes {
  static constexpr int at(int lane) { return 2 * lane; }
};
struct OddLanes {
  static constexpr int at(int lane) { return 2 * lane + 1; }
};
/// Half of two vectors, lane beside lane.
template <int L, int Half> struct Zip {
  static constexpr int at(int lane) {
    return Half * L / 2 + lane / 2 + lane % 2 * L;
  }
};
/// Field F of structure s lies at place (s * Fields + F) % L of its vector.
/// With an odd number of fields these places differ for all s, so that a field
/// is blended from all vectors and then permuted once.
template <int L, int Fields, int Field> struct FieldPlaces {
  static constexpr int at(int lane) { return (lane * Fields + Field) % L; }
};
/// The structure whose field lies at a place: the inverse of FieldPlaces.
template <int L, int Fields, int Field> struct FieldOwners {
  static constexpr int at(int place) {
    int lane = 0;
    while ((lane * Fields + Field) % L != place)
      ++lane;
    return lane;
  }
};
/// Takes lanes of the second vector where vector `Register` has the field.
template <int L, int Fields, int Field, int Register> struct BlendField {
  static constexpr int at(int place) {
    int lane = FieldOwners<L, Fields, Field>::at(place);
    return (lane * Fields + Field) / L == Register ? L + place : place;
  }
};
template <int L, int Fields, int Field, int Register> struct BlendRegister {
  static constexpr int at(int place) {
    return (Register * L + place) % Fields == Field ? L + place : place;
  }
};

template <int Fields, int Field, typename V, int... R>
V pickField(const V *from, std::integer_sequence<int, R...>) {
  constexpr int L = Traits<V>::lanes;
  V picked = from[0];
  ((picked = R == 0
                 ? picked
                 : shuffleBy<BlendField<L, Fields, Field, R>>(picked, from[R])),
   ...);
  return shuffleBy<FieldPlaces<L, Fields, Field>>(picked, picked);
}
template <int Fields, int Register, typename V, int... F>
V pickRegister(const V *placed, std::integer_sequence<int, F...>) {
  constexpr int L = Traits<V>::lanes;
  V picked = placed[0];
  ((picked = F == 0 ? picked
                    : shuffleBy<BlendRegister<L, Fields, F, Register>>(
                          picked, placed[F])),
   ...);
  return picked;
}
template <int Fields, typename V, int... F>
void pickFields(const V *from, V *to, std::integer_sequence<int, F...> all) {
  ((to[F] = pickField<Fields, F>(from, all)), ...);
}
template <int Fields, typename V, int... F>
void pickRegisters(const V *from, V *to, std::integer_sequence<int, F...> all) {
  constexpr int L = Traits<V>::lanes;
  V placed[Fields];
  ((placed[F] = shuffleBy<FieldOwners<L, Fields, F>>(from[F], from[F])), ...);
  ((to[F] = pickRegister<Fields, F>(placed, all)), ...);
}

/// `from`: as many structures as V has lanes, as they lie in memory; `to`: a
/// vector for each of their fields.
template <int Fields, typename V> void deinterleave(const V *from, V *to) {
  if constexpr (Fields == 1) {
    to[0] = from[0];
  } else if constexpr (Fields % 2 == 0) {
    constexpr int Half = Fields / 2;
    V even[Half], odd[Half], ofEven[Half], ofOdd[Half];
    for (int i = 0; i < Half; ++i) {
      even[i] = shuffleBy<EvenLanes>(from[2 * i], from[2 * i + 1]);
      odd[i] = shuffleBy<OddLanes>(from[2 * i], from[2 * i + 1]);
    }
    deinterleave<Half>(even, ofEven);
    deinterleave<Half>(odd, ofOdd);
    for (int i = 0; i < Half; ++i) {
      to[2 * i] = ofEven[i];
      to[2 * i + 1] = ofOdd[i];
    }
  } else {
    pickFields<Fields>(from, to, std::make_integer_sequence<int, Fields>());
  }
}

/// The inverse of `deinterleave`.
template <int Fields, typename V> void interleave(const V *from, V *to) {
  constexpr int L = Traits<V>::lanes;
  if constexpr (Fields == 1) {
    to[0] = from[0];
  } else if constexpr (Fields % 2 == 0) {
    constexpr int Half = Fields / 2;
    V even[Half], odd[Half], ofEven[Half], ofOdd[Half];
    for (int i = 0; i < Half; ++i) {
      even[i] = from[2 * i];
      odd[i] = from[2 * i + 1];
    }
    interleave<Half>(even, ofEven);
    interleave<Half>(odd, ofOdd);
    for (int i = 0; i < Half; ++i) {
      to[2 * i] = shuffleBy<Zip<L, 0>>(ofEven[i], ofOdd[i]);
      to[2 * i + 1] = shuffleBy<Zip<L, 1>>(ofEven[i], ofOdd[i]);
    }
  } else {
    pickRegisters<Fields>(from, to, std::make_integer_sequence<int, Fields>());
  }
}

/// Is V wider than a register? Such values are loaded in halves.
template <typename V> constexpr bool isWide() {
  return Traits<V>::lanes > lanesOf<ElementOf<V>>();
}

/// Structures are squares of V's lanes side by side, with at most one field
/// left over.
template <int Fields, typename V> constexpr bool hasSquares() {
  return Fields >= Traits<V>::lanes && Fields % Traits<V>::lanes <= 1;
}

/// A vector for each of the fields of as many structures as V has lanes. Large
/// structures are transposed square by square.
template <int Fields, typename V>
void loadTransposed(const ElementOf<V> *from, V *to) {
  constexpr int L = Traits<V>::lanes;
  if constexpr (L == 1) {
    std::memcpy(to, from, sizeof(V) * Fields);
  } else if constexpr (isWide<V>()) {
    using Half = Lanes<ElementOf<V>, L / 2>;
    Half low[Fields], high[Fields];
    loadTransposed<Fields>(from, low);
    loadTransposed<Fields>(from + Fields * L / 2, high);
    for (int field = 0; field < Fields; ++field) {
      to[field].lo = low[field];
      to[field].hi = high[field];
    }
  } else if constexpr (hasSquares<Fields, V>()) {
    for (int block = 0; block + L <= Fields; block += L) {
      V rows[L];
      for (int lane = 0; lane < L; ++lane)
        rows[lane] = loadAt<V>(from + lane * Fields + block);
      deinterleave<L>(rows, to + block);
    }
    if constexpr (Fields % L != 0)
      for (int lane = 0; lane < L; ++lane)
        to[Fields - 1][lane] = from[lane * Fields + Fields - 1];
  } else {
    V rows[Fields];
    for (int row = 0; row < Fields; ++row)
      rows[row] = loadAt<V>(from + row * L);
    deinterleave<Fields>(rows, to);
  }
}

/// `streams`: past the caches, to where V is aligned.
template <typename V> void storeAt(ElementOf<V> *to, V value, bool streams) {
  if (streams)
    __builtin_nontemporal_store(value, reinterpret_cast<V *>(to));
  else
    storeAt(to, value);
}

template <int Fields, typename V>
void storeTransposed(ElementOf<V> *to, const V *from, bool streams = false) {
  constexpr int L = Traits<V>::lanes;
  if constexpr (L == 1) {
    std::memcpy(to, from, sizeof(V) * Fields);
  } else if constexpr (isWide<V>()) {
    using Half = Lanes<ElementOf<V>, L / 2>;
    Half low[Fields], high[Fields];
    for (int field = 0; field < Fields; ++field) {
      low[field] = from[field].lo;
      high[field] = from[field].hi;
    }
    storeTransposed<Fields>(to, low, streams);
    storeTransposed<Fields>(to + Fields * L / 2, high, streams);
  } else if constexpr (hasSquares<Fields, V>()) {
    for (int block = 0; block + L <= Fields; block += L) {
      V rows[L];
      interleave<L>(from + block, rows);
      for (int lane = 0; lane < L; ++lane)
        storeAt(to + lane * Fields + block, rows[lane],
                streams && Fields % L == 0);
    }
    if constexpr (Fields % L != 0)
      for (int lane = 0; lane < L; ++lane)
        to[lane * Fields + Fields - 1] = from[Fields - 1][lane];
  } else {
    V rows[Fields];
    interleave<Fields>(from, rows);
    for (int row = 0; row < Fields; ++row)
      storeAt(to + row * L, rows[row], streams);
  }
}

} // namespace bench::general

#endif // PIRCH_BENCHMARKS_GENERAL_LANES_H
