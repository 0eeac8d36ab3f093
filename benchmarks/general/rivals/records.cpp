//===- records.cpp - Rivals on windows, texts, ciphers and sparse rows ----===//

#include "../PerItem.h"
#include "../Rows.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// rolling_min
//===----------------------------------------------------------------------===//

constexpr int kWindow = 8;

template <typename T> T leastBefore(const T *in, int64_t i) {
  T result = in[i];
  for (int64_t from = std::max<int64_t>(0, i - kWindow + 1); from < i; ++from)
    result = least(result, in[from]);
  return result;
}
/// The window of V's lanes is loaded eight times, each time one element on.
template <typename V> void rollingLoads(const Call &call) {
  using T = ElementOf<V>;
  T *__restrict out = call.buffer<T>(0);
  const T *__restrict in = call.buffer<T>(1);
  int64_t n = call.items(), first = std::min<int64_t>(kWindow - 1, n);
  for (int64_t i = 0; i < first; ++i)
    out[i] = leastBefore(in, i);
  eachBlock<V>(n - first, [=](int64_t i, auto null) {
    using W = decltype(null);
    W values[kWindow];
    for (int k = 0; k < kWindow; ++k)
      values[k] = loadAt<W>(in + i + k);
#pragma clang loop unroll(full)
    for (int step = 1; step < kWindow; step *= 2)
#pragma clang loop unroll(full)
      for (int k = 0; k < kWindow; k += 2 * step)
        values[k] = least(values[k], values[k + step]);
    storeAt(out + first + i, values[0]);
  });
}
/// Lane i is the element `By` places before lane i, of two vectors that lie one
/// behind the other.
template <int L, int By> struct Earlier {
  static constexpr int at(int lane) { return L - By + lane; }
};
/// Minima of two, four and eight elements are made from each other, with lanes
/// that move in from the vector before.
template <typename T> void rollingShifts(const Call &call) {
  constexpr int L = std::max(4, lanesOf<T>());
  using V = Vec<T, L>;
  T *out = call.buffer<T>(0);
  const T *in = call.buffer<T>(1);
  bool streams =
      call.isFromMemory && reinterpret_cast<uintptr_t>(out) % sizeof(V) == 0;
  const V most(INFINITY);
  V values = most, pairs = most, fours = most;
  eachVector<V>(call.items(), [&](int64_t i, auto access) {
    V here = access.load(in + i, most);
    V two = least(here, shuffleBy<Earlier<L, 1>>(values, here));
    V four = least(two, shuffleBy<Earlier<L, 2>>(pairs, two));
    V eight = least(four, shuffleBy<Earlier<L, 4>>(fours, four));
    values = here;
    pairs = two;
    fours = four;
    if constexpr (std::is_same_v<decltype(access), Whole>)
      storeAt(out + i, eight, streams);
    else
      access.store(out + i, eight);
  });
}
template <typename T> std::vector<Form> rollings() {
  return {{kScalar, rollingLoads<T>},
          {kVectors, rollingShifts<T>},
          {"eight loads", rollingLoads<Native<T>>}};
}
RIVALS_OF_REALS(rolling_min, rollings)

//===----------------------------------------------------------------------===//
// parse_ints
//===----------------------------------------------------------------------===//

constexpr int kChars = 12;

int parseField(const void *field) {
  uint8_t text[kChars];
  std::memcpy(text, field, sizeof(text));
  int at = 0;
  while (at < kChars && text[at] == ' ')
    ++at;
  bool isNegative = at < kChars && text[at] == '-';
  if (isNegative || (at < kChars && text[at] == '+'))
    ++at;
  uint32_t number = 0;
  for (; at < kChars && text[at] >= '0' && text[at] <= '9'; ++at)
    number = number * 10 + (text[at] - '0');
  return static_cast<int>(isNegative ? 0 - number : number);
}
/// This tells what the characters so far have been in the fields of V's lanes.
template <typename V> struct FieldState {
  using M = decltype(std::declval<V>() == std::declval<V>());
  M isBlank = M(-1), isNumber = M(0), isNegative = M(0);

  /// This takes the next characters and returns where they are digits of the
  /// number.
  M take(V c, V digit) {
    M isStill = isBlank & (c == V(' ')), isFirst = isBlank & ~isStill;
    M isMinus = isFirst & (c == V('-'));
    M isDigit = (isNumber | isFirst) & (digit < V(10));
    isBlank = isStill;
    isNegative |= isMinus;
    isNumber = isDigit | isMinus | (isFirst & (c == V('+')));
    return isDigit;
  }
};
/// The characters of a field are the bytes of three words.
struct ParseWords {
  template <typename I, typename V> static void run(I *value, const V *text) {
    if constexpr (Traits<V>::lanes == 1) {
      value[0] = parseField(text);
    } else {
      FieldState<V> state;
      V number(0);
      for (int i = 0; i < kChars; ++i) {
        V c = text[i / 4] >> (i % 4 * 8) & 255, digit = c - '0';
        number = select(state.take(c, digit), V(number * 10 + digit), number);
      }
      value[0] = convert<int>(select(state.isNegative, V(0 - number), number));
    }
  }
};
/// Lanes of bytes are compared, and pairs and fours of digits are put together
/// in bytes and words. Each has a factor: ten to the number of its digits.
struct ParseBytes {
  template <typename I, typename B> static void run(I *value, const B *text) {
    if constexpr (Traits<B>::lanes == 1) {
      value[0] = parseField(text);
    } else {
      FieldState<B> state;
      auto number = convert<uint32_t>(B(0));
      using U = decltype(number);
      for (int four = 0; four < kChars; four += 4) {
        B digits[2], factors[2];
        for (int pair = 0; pair < 2; ++pair) {
          B c = text[four + 2 * pair], high = c - '0';
          auto isHigh = state.take(c, high);
          c = text[four + 2 * pair + 1];
          B low = c - '0';
          auto isLow = state.take(c, low);
          // Before a number's first digit the factor multiplies zero.
          high = select(isHigh, high, B(0));
          B twice = high + high, eight = twice + twice;
          eight += eight;
          digits[pair] = select(isLow, B(twice + eight + low), high);
          factors[pair] = select(isLow, B(100), select(isHigh, B(10), B(1)));
        }
        auto value =
            convert<uint16_t>(digits[0]) * convert<uint16_t>(factors[1]) +
            convert<uint16_t>(digits[1]);
        auto factor =
            convert<uint16_t>(factors[0]) * convert<uint16_t>(factors[1]);
        number = number * convert<uint32_t>(factor) + convert<uint32_t>(value);
      }
      auto isNegative = convert<int>(state.isNegative) != 0;
      value[0] = convert<int>(select(isNegative, U(0 - number), number));
    }
  }
};
std::vector<Form> parsers() {
  auto forms =
      perItemSideBySide<uint32_t, ParseWords, Out<int, 1>, In<uint32_t, 3>>();
#ifdef __AVX512VBMI__
  forms.push_back(
      {"lanes of bytes",
       runVectors<false, 64, ParseBytes, Out<int, 1>, In<uint8_t, 12>>});
#endif
  return forms;
}
const Rivals parsed("parse_ints", "", 0, parsers());

//===----------------------------------------------------------------------===//
// aes_round
//===----------------------------------------------------------------------===//

constexpr int kBlock = 16;

/// This is the product with 2 in the field of AES.
uint8_t twice(uint8_t x) {
  return static_cast<uint8_t>(x << 1 ^ (x >> 7) * 0x1b);
}
void plainAes(const Call &call) {
  uint8_t box[256], key[kBlock];
  std::memcpy(box, call.buffer<uint8_t>(2), sizeof(box));
  std::memcpy(key, call.buffer<uint8_t>(3), sizeof(key));
  for (int64_t block = 0; block < call.items(); ++block) {
    const uint8_t *in = call.buffer<uint8_t>(1) + block * kBlock;
    uint8_t *__restrict out = call.buffer<uint8_t>(0) + block * kBlock;
    for (int c = 0; c < kBlock; c += 4) {
      uint8_t a[4], all = 0;
      for (int r = 0; r < 4; ++r) {
        a[r] = box[in[(c + 4 * r) % kBlock + r]];
        all ^= a[r];
      }
      for (int r = 0; r < 4; ++r)
        out[c + r] = a[r] ^ all ^ twice(a[r] ^ a[(r + 1) % 4]) ^ key[c + r];
    }
  }
}
/// What a byte adds to the mixed column is looked up for each of the rows.
void aesByTables(const Call &call) {
  uint32_t table[4][256], key[4];
  for (int value = 0; value < 256; ++value) {
    uint32_t a = call.buffer<uint8_t>(2)[value], b = twice(a);
    uint32_t column = b | a << 8 | a << 16 | (a ^ b) << 24;
    for (int r = 0; r < 4; ++r)
      table[r][value] = r ? column << 8 * r | column >> (32 - 8 * r) : column;
  }
  std::memcpy(key, call.buffer<uint8_t>(3), sizeof(key));
  for (int64_t block = 0; block < call.items(); ++block) {
    const uint8_t *in = call.buffer<uint8_t>(1) + block * kBlock;
    uint32_t columns[4];
    for (int c = 0; c < 4; ++c) {
      columns[c] = key[c];
      for (int r = 0; r < 4; ++r)
        columns[c] ^= table[r][in[(c + r) % 4 * 4 + r]];
    }
    std::memcpy(call.buffer<uint8_t>(0) + block * kBlock, columns, kBlock);
  }
}
#ifdef __AVX512VBMI__
/// The table lies in four registers: each instruction looks up in two.
struct ByteTable {
  __m512i part[4];
  __m512i look(__m512i index) const {
    __m512i low = _mm512_permutex2var_epi8(part[0], index, part[1]);
    __m512i high = _mm512_permutex2var_epi8(part[2], index, part[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
  }
};
__m512i shiftRows(__m512i x) {
  return _mm512_shuffle_epi8(
      x, _mm512_broadcast_i32x4(_mm_setr_epi8(0, 5, 10, 15, 4, 9, 14, 3, 8, 13,
                                              2, 7, 12, 1, 6, 11)));
}
/// This calls `round(state, key)` for four blocks at a time.
template <typename Round> void eachFourBlocks(const Call &call, Round round) {
  __m512i key =
      _mm512_broadcast_i32x4(_mm_loadu_si128(call.buffer<const __m128i>(3)));
  const uint8_t *in = call.buffer<uint8_t>(1);
  uint8_t *out = call.buffer<uint8_t>(0);
  int64_t n = kBlock * call.items(), i = 0;
  for (; i + 64 <= n; i += 64)
    _mm512_storeu_si512(out + i, round(_mm512_loadu_si512(in + i), key));
  __mmask64 taken = (uint64_t(1) << (n - i)) - 1;
  if (taken)
    _mm512_mask_storeu_epi8(out + i, taken,
                            round(_mm512_maskz_loadu_epi8(taken, in + i), key));
}
void aesByVectors(const Call &call) {
  ByteTable box;
  std::memcpy(box.part, call.buffer<uint8_t>(2), sizeof(box.part));
  eachFourBlocks(call, [=](__m512i in, __m512i key) {
    using V = Vec<uint8_t, 64>;
    __m512i state = box.look(shiftRows(in));
    // The rows below come from rotations of the columns.
    __m512i below = _mm512_ror_epi32(state, 8);
    V sum(_mm512_xor_si512(state, below));
    V product = (sum + sum) ^ select(sum > V(127), V(0x1b), V(0));
    __m512i others =
        _mm512_xor_si512(below, _mm512_ror_epi32(__m512i(sum), 16));
    return _mm512_xor_si512(_mm512_xor_si512(__m512i(product), others), key);
  });
}
#endif
#if defined(__AVX512VBMI__) && defined(__VAES__)
/// The instruction for a whole round has a table of its own, whose inverse is
/// applied to the given table before.
void aesByInstruction(const Call &call) {
  ByteTable box;
  std::memcpy(box.part, call.buffer<uint8_t>(2), sizeof(box.part));
  for (__m512i &part : box.part)
    part = _mm512_aesdeclast_epi128(shiftRows(part), _mm512_setzero_si512());
  eachFourBlocks(call, [=](__m512i in, __m512i key) {
    return _mm512_aesenc_epi128(box.look(in), key);
  });
}
#endif
std::vector<Form> aesRounds() {
  std::vector<Form> forms = {{kScalar, plainAes}, {"tables", aesByTables}};
#ifdef __AVX512VBMI__
  forms.push_back({kVectors, aesByVectors});
#endif
#if defined(__AVX512VBMI__) && defined(__VAES__)
  forms.push_back({"AES instruction", aesByInstruction});
#endif
  return forms;
}
const Rivals aes("aes_round", "", 0, aesRounds());

//===----------------------------------------------------------------------===//
// csr_row
//===----------------------------------------------------------------------===//

constexpr int kEntries = 40, kColumns = 256;

/// This calls `dot(value, column, length)` for every row.
template <typename T, typename Dot>
void eachSparseRow(const Call &call, Dot dot) {
  T *__restrict y = call.buffer<T>(0);
  const T *value = call.buffer<T>(1);
  const int *column = call.buffer<int>(2), *length = call.buffer<int>(3);
  for (int64_t row = 0; row < call.groups; ++row)
    y[row] = dot(value + row * kEntries, column + row * kEntries,
                 std::min(std::max(length[row], 0), kEntries));
}
template <typename T> void plainCsrRow(const Call &call) {
  const T *x = call.buffer<T>(4);
  eachSparseRow<T>(call, [=](const T *value, const int *column, int length) {
#pragma clang fp reassociate(on)
    T sum = 0;
    for (int i = 0; i < length; ++i)
      sum += value[i] * x[column[i] & (kColumns - 1)];
    return sum;
  });
}
/// `look(index)` finds the elements of the vector. Lanes behind the end of a
/// row have the value zero.
template <typename T, typename Look> void sumRows(const Call &call, Look look) {
  using V = Native<T>;
  using I = Vec<int, lanesOf<T>()>;
  eachSparseRow<T>(call, [=](const T *value, const int *column, int length) {
    V sum(0);
    eachVector<V>(length, [&](int64_t i, auto access) {
      I index = access.load(column + i, I(0)) & (kColumns - 1);
      sum += access.load(value + i, V(0)) * look(index);
    });
    return sumOf(sum);
  });
}
template <typename T> void csrRow(const Call &call) {
  const T *x = call.buffer<T>(4);
  sumRows<T>(call, [=](auto index) { return gather<Native<T>>(x, index); });
}
template <typename T> std::vector<Form> csrRows() {
  std::vector<Form> forms = {{kScalar, plainCsrRow<T>}, {kVectors, csrRow<T>}};
#ifdef __AVX512VL__
  // Half of the registers hold the vector, in which permutations look it up.
  if constexpr (std::is_same_v<T, float>)
    forms.push_back({"vector in registers", [](const Call &call) {
                       constexpr int L = lanesOf<T>(), Registers = kColumns / L;
                       Native<T> table[Registers];
                       for (int i = 0; i < Registers; ++i)
                         table[i] =
                             loadAt<Native<T>>(call.buffer<T>(4) + i * L);
                       sumRows<T>(call, [&](auto index) {
                         return lookUp<Registers>(table, index);
                       });
                     }});
#endif
  return forms;
}
RIVALS_OF_REALS(csr_row, csrRows)

//===----------------------------------------------------------------------===//
// kahan_dot
//===----------------------------------------------------------------------===//

constexpr int kTerms = 32;

template <typename V> struct Compensated {
  V sum = V(0), carry = V(0);
  void add(V a, V b) {
    V term = __builtin_elementwise_fma(a, b, V(-carry));
    V next = sum + term;
    carry = (next - sum) - term;
    sum = next;
  }
};
/// `Rows` rows at a time wait for each other's additions.
template <typename T, int Rows> int64_t addRows(const Call &call, int64_t row) {
  T *__restrict out = call.buffer<T>(0);
  const T *a = call.buffer<T>(1), *b = call.buffer<T>(2);
  for (int64_t rows = call.items(); row + Rows <= rows; row += Rows) {
    Compensated<T> sums[Rows];
    for (int i = 0; i < kTerms; ++i)
      for (int r = 0; r < Rows; ++r)
        sums[r].add(a[(row + r) * kTerms + i], b[(row + r) * kTerms + i]);
    for (int r = 0; r < Rows; ++r)
      out[row + r] = sums[r].sum;
  }
  return row;
}
template <typename T, int Rows> void kahanRows(const Call &call) {
  addRows<T, 1>(call, addRows<T, Rows>(call, 0));
}
/// `Parts` vectors of rows, side by side, are transposed square by square.
template <typename T, int Parts> void kahanTransposed(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>();
  const T *a = call.buffer<T>(1), *b = call.buffer<T>(2);
  auto load = [=](const T *from, V *to) {
    V square[L];
    for (int r = 0; r < L; ++r)
      square[r] = loadAt<V>(from + r * kTerms);
    deinterleave<L>(square, to);
  };
  int64_t row = 0, rows = call.items();
  for (; row + Parts * L <= rows; row += Parts * L) {
    Compensated<V> sums[Parts];
    for (int i = 0; i < kTerms; i += L) {
      V x[Parts][L], y[Parts][L];
      for (int part = 0; part < Parts; ++part) {
        load(a + (row + part * L) * kTerms + i, x[part]);
        load(b + (row + part * L) * kTerms + i, y[part]);
      }
      for (int r = 0; r < L; ++r)
        for (int part = 0; part < Parts; ++part)
          sums[part].add(x[part][r], y[part][r]);
    }
    for (int part = 0; part < Parts; ++part)
      storeAt(call.buffer<T>(0) + row + part * L, sums[part].sum);
  }
  addRows<T, 1>(call, row);
}
template <typename T> std::vector<Form> kahans() {
  return {{kScalar, kahanRows<T, 1>},
          {"eight rows", kahanRows<T, 8>},
          {kVectors, kahanTransposed<T, 1>},
          {"two vectors", kahanTransposed<T, 2>}};
}
RIVALS_OF_REALS(kahan_dot, kahans)
} // namespace
