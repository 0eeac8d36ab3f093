//===- integers.cpp - Rivals on bits and codes ----------------------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
constexpr int kWords = 8, kInts = lanesOf<uint32_t>();

struct Hamming {
  template <typename V, typename I>
  static void run(I *out, const V *a, const V *b) {
    if constexpr (Traits<V>::lanes == 1) {
      int bits = 0;
      for (int w = 0; w < kWords; ++w)
        bits += __builtin_popcount(a[w] ^ b[w]);
      out[0] = bits;
    } else {
      V bits(0);
      for (int w = 0; w < kWords; ++w)
        bits += __builtin_elementwise_popcount(a[w] ^ b[w]);
      out[0] = convert<int>(bits);
    }
  }
};
/// Counted as the words lie; neighbours are then added, three times over.
void hammingInPlace(const Call &call) {
  using V = Native<uint32_t>;
  const uint32_t *a = call.buffer<uint32_t>(1), *b = call.buffer<uint32_t>(2);
  int64_t i = 0, n = call.items();
  for (; i + kInts <= n; i += kInts) {
    V bits[kWords];
    for (int w = 0; w < kWords; ++w) {
      int64_t at = i * kWords + w * kInts;
      bits[w] =
          __builtin_elementwise_popcount(loadAt<V>(a + at) ^ loadAt<V>(b + at));
    }
    for (int left = kWords / 2; left > 0; left /= 2)
      for (int w = 0; w < left; ++w)
        bits[w] = shuffleBy<EvenLanes>(bits[2 * w], bits[2 * w + 1]) +
                  shuffleBy<OddLanes>(bits[2 * w], bits[2 * w + 1]);
    storeAt(call.buffer<uint32_t>(0) + i, bits[0]);
  }
  for (; i < n; ++i)
    Hamming::run(call.buffer<int>(0) + i, a + i * kWords, b + i * kWords);
}
std::vector<Form> hammings() {
  auto forms = perItem<kInts, Hamming, Out<int, 1>, In<uint32_t, kWords>,
                       In<uint32_t, kWords>>();
  forms.push_back({"words in lanes", hammingInPlace});
  return forms;
}
const Rivals hamming("hamming", "", 0, hammings());

struct Crc32 {
  template <typename V> static void run(V *out, const V *words) {
    V crc(0xffffffffu);
    for (int w = 0; w < 4; ++w) {
      crc ^= words[w];
      for (int bit = 0; bit < 32; ++bit)
        crc = (crc >> 1) ^ (V(0xedb88320u) & -(crc & 1));
    }
    out[0] = ~crc;
  }
};
const Rivals crc32(
    "crc32", "", 0,
    perItemSideBySide<uint32_t, Crc32, Out<uint32_t, 1>, In<uint32_t, 4>>());

struct Histogram {
  template <typename V> static void run(V *counts, const V *data) {
    if constexpr (Traits<V>::lanes == 1) {
      // Eight counters in one word.
      uint64_t bins = 0;
      for (int i = 0; i < 32; ++i)
        bins += uint64_t(1) << (data[i] >> 5 << 3);
      std::memcpy(counts, &bins, sizeof(bins));
    } else {
      for (int b = 0; b < 8; ++b) {
        auto count = data[0] < data[0];
        for (int i = 0; i < 32; ++i)
          count -= (data[i] >> 5) == uint8_t(b);
        counts[b] = convert<uint8_t>(count);
      }
    }
  }
};
const Rivals histogram(
    "histogram", "", 0,
    perItem<lanesOf<uint8_t>(), Histogram, Out<uint8_t, 8>, In<uint8_t, 32>>());

template <int N> void life(const Call &call) {
  using V = Lanes<uint32_t, N>;
  struct Left {
    static constexpr int at(int lane) { return (lane + N - 1) % N; }
  };
  struct Right {
    static constexpr int at(int lane) { return (lane + 1) % N; }
  };
  const uint32_t *board = call.buffer<uint32_t>(1);
  for (int64_t group = 0; group < call.groups; ++group) {
    V one(0), two(0), many(0), middle(0);
    for (int r = 0; r < 3; ++r) {
      V word = loadAt<V>(board + (group + r) * N);
      V west = (word << 1) | (shuffleBy<Left>(word, word) >> 31);
      V east = (word >> 1) | (shuffleBy<Right>(word, word) << 31);
      V cells[3] = {west, word, east};
      for (int c = 0; c < 3; ++c) {
        if (r == 1 && c == 1) {
          middle = word;
          continue;
        }
        many |= two & one & cells[c];
        V carry = one & cells[c];
        one ^= cells[c];
        two ^= carry;
      }
    }
    storeAt(call.buffer<uint32_t>(0) + group * N,
            V(two & ~many & (one | middle)));
  }
}
template <int N> void plainLife(const Call &call) {
  const uint32_t *board = call.buffer<uint32_t>(1);
  for (int64_t group = 0; group < call.groups; ++group)
    for (int i = 0; i < N; ++i) {
      uint32_t one = 0, two = 0, many = 0;
      for (int r = 0; r < 3; ++r) {
        const uint32_t *row = board + (group + r) * N;
        uint32_t west = (row[i] << 1) | (row[(i + N - 1) % N] >> 31);
        uint32_t east = (row[i] >> 1) | (row[(i + 1) % N] << 31);
        for (uint32_t cells : {west, r == 1 ? 0 : row[i], east}) {
          many |= two & one & cells;
          uint32_t carry = one & cells;
          one ^= cells;
          two ^= carry;
        }
      }
      call.buffer<uint32_t>(0)[group * N + i] =
          two & ~many & (one | board[(group + 1) * N + i]);
    }
}
template <int N> std::vector<Form> lives() {
  return {{kScalar, plainLife<N>}, {kVectors, life<N>}};
}
RIVALS_OF_INTEGERS(life, lives)

/// The upper half of the product.
template <typename V> V mulHigh(V a, V b) {
  constexpr int L = Traits<V>::lanes;
  if constexpr (L == 1) {
    return static_cast<V>((uint64_t(a) * b) >> 32);
  } else {
    using Wide = Vec<uint64_t, L / 2>;
    Wide x = Wide(a), y = Wide(b);
    constexpr uint64_t low = 0xffffffff;
    return V((((x & low) * (y & low)) >> 32) |
             (((x >> 32) * (y >> 32)) & ~low));
  }
}
struct ModPow {
  template <typename V>
  static V product(V a, V b, uint32_t modulus, uint32_t inverse) {
    V low = a * b, m = low * inverse;
    V t = mulHigh(a, b) + mulHigh(m, V(modulus));
    t += select(low != V(0), V(1), V(0));
    return least(t, V(t - modulus));
  }
  template <typename V>
  static void run(V *out, const V *base, uint32_t modulus, uint32_t inverse,
                  uint32_t one, uint32_t squared, uint32_t exponent) {
    V x = product(base[0], V(squared), modulus, inverse), y(one);
    for (uint32_t e = exponent; e; e >>= 1) {
      if (e & 1)
        y = product(y, x, modulus, inverse);
      x = product(x, x, modulus, inverse);
    }
    out[0] = product(y, V(1), modulus, inverse);
  }
};
const Rivals modPow(
    "modpow", "", 0,
    perItemSideBySide<uint32_t, ModPow, Out<uint32_t, 1>, In<uint32_t, 1>,
                      Value<uint32_t>, Value<uint32_t>, Value<uint32_t>,
                      Value<uint32_t>, Value<uint32_t>>());

/// A counter's number is its problem's.
template <typename V> void philox(const Call &call) {
  float *out = call.buffer<float>(0);
  uint32_t seed = call.value<uint32_t>(1);
  auto high = [](auto a, uint32_t b) {
    return convert<uint32_t>((convert<uint64_t>(a) * uint64_t(b)) >> 32);
  };
  auto block = [=](int64_t item, auto null) {
    using W = decltype(null);
    W c0 = W(uint32_t(item)), c1(0), c2(0), c3(0);
    if constexpr (Traits<W>::lanes > 1)
      c0 += iota<W>();
    uint32_t key0 = seed, key1 = 0xCAFEBABE;
    for (int round = 0; round < 10; ++round) {
      W high0 = high(c0, 0xD2511F53u), low0 = c0 * 0xD2511F53u;
      W high1 = high(c2, 0xCD9E8D57u), low1 = c2 * 0xCD9E8D57u;
      c0 = high1 ^ c1 ^ key0;
      c1 = low1;
      c2 = high0 ^ c3 ^ key1;
      c3 = low0;
      key0 += 0x9E3779B9;
      key1 += 0xBB67AE85;
    }
    Lanes<float, Traits<W>::lanes> numbers[4];
    W words[4] = {c0, c1, c2, c3};
    for (int i = 0; i < 4; ++i)
      numbers[i] = convert<float>(words[i] >> 8) * (1.0f / 16777216);
    storeTransposed<4>(out + 4 * item, numbers);
  };
  eachBlock<V>(call.items(), block);
}
const Rivals philoxes("philox", "", 0,
                      {{kScalar, philox<uint32_t>},
                       {kVectors, philox<Vec<uint32_t, kInts>>},
                       {"two vectors", philox<Vec<uint32_t, 2 * kInts>>}});

struct Morton3 {
  template <typename I, typename V> static void run(I *code, const V *point) {
    auto spread = [](V x) {
      I v = convert<uint32_t>(least(greatest(V(x * 1024), V(0)), V(1023)));
      v = (v * 0x00010001u) & 0xFF0000FFu;
      v = (v * 0x00000101u) & 0x0F00F00Fu;
      v = (v * 0x00000011u) & 0xC30C30C3u;
      return (v * 0x00000005u) & 0x49249249u;
    };
    code[0] = spread(point[0]) * 4 + spread(point[1]) * 2 + spread(point[2]);
  }
};
const Rivals morton3("morton3", "", 0,
                     perItem<kInts, Morton3, Out<uint32_t, 1>, In<float, 3>>());

struct EditDistance {
  static constexpr int N = 8;
  /// Bytes hold the distances of words of 8 letters.
  template <typename I, typename V>
  static void run(I *distance, const V *a, const V *b) {
    V row[N + 1];
    for (int j = 0; j <= N; ++j)
      row[j] = V(uint8_t(j));
#pragma clang loop unroll(full)
    for (int i = 1; i <= N; ++i) {
      V diagonal = row[0];
      row[0] = V(uint8_t(i));
#pragma clang loop unroll(full)
      for (int j = 1; j <= N; ++j) {
        V cost = diagonal +
                 select(a[i - 1] != b[j - 1], V(uint8_t(1)), V(uint8_t(0)));
        diagonal = row[j];
        row[j] = least(V(least(row[j], row[j - 1]) + uint8_t(1)), cost);
      }
    }
    distance[0] = convert<int>(row[N]);
  }
};
const Rivals editDistance("edit_distance", "", 0,
                          perItem<lanesOf<uint8_t>(), EditDistance, Out<int, 1>,
                                  In<uint8_t, 8>, In<uint8_t, 8>>());

constexpr uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr int kTurns[16] = {7, 12, 17, 22, 5, 9,  14, 20,
                            4, 11, 16, 23, 6, 10, 15, 21};

struct Md5Block {
  template <typename V> static void run(V *digest, const V *words) {
    V a(0x67452301u), b(0xefcdab89u), c(0x98badcfeu), d(0x10325476u);
#pragma clang loop unroll(full)
    for (int i = 0; i < 64; ++i) {
      V mix = i < 16   ? V(d ^ (b & (c ^ d)))
              : i < 32 ? V(c ^ (d & (b ^ c)))
              : i < 48 ? V(b ^ c ^ d)
                       : V(c ^ (b | ~d));
      int which = i < 16   ? i
                  : i < 32 ? (5 * i + 1) % 16
                  : i < 48 ? (3 * i + 5) % 16
                           : 7 * i % 16;
      int turn = kTurns[i / 16 * 4 + i % 4];
      V sum = a + mix + kSines[i] + words[which];
      a = d;
      d = c;
      c = b;
      b += (sum << turn) | (sum >> (32 - turn));
    }
    digest[0] = a + 0x67452301u;
    digest[1] = b + 0xefcdab89u;
    digest[2] = c + 0x98badcfeu;
    digest[3] = d + 0x10325476u;
  }
};
const Rivals md5("md5_block", "", 0,
                 perItemSideBySide<uint32_t, Md5Block, Out<uint32_t, 4>,
                                   In<uint32_t, 16>>());

/// `W` generators side by side.
template <int W> void countHits(const Call &call) {
  using V = Lanes<uint32_t, W>;
  uint32_t *hits = call.buffer<uint32_t>(0), seed = call.value<uint32_t>(1);
  auto block = [=](int64_t item, auto state) {
    using U = decltype(state);
    U count(0);
    for (int i = 0; i < 64; ++i) {
      state ^= state << 13;
      state ^= state >> 17;
      state ^= state << 5;
      auto x = convert<float>(U(state & 0xffff)) * (1.0f / 65536);
      auto y = convert<float>(U(state >> 16)) * (1.0f / 65536);
      count = select(x * x + y * y < 1.0f, U(count + 1), count);
    }
    storeAt(hits + item, count);
  };
  int64_t item = 0, n = call.items();
  if constexpr (W > 1)
    for (; item + W <= n; item += W)
      block(item, V(((iota<V>() + (uint32_t(item) + 1)) * 2654435761u) ^ seed));
  for (; item < n; ++item)
    block(item, (uint32_t(item + 1) * 2654435761u) ^ seed);
}
const Rivals pi("monte_carlo_pi", "", 0,
                {{kScalar, countHits<1>},
                 {kVectors, countHits<kInts>},
                 {"two vectors", countHits<2 * kInts>},
                 {"four vectors", countHits<4 * kInts>}});
/// Vectors have no division of integers. Quotients of 32 bits are exact in f64,
/// cut off, and remainders follow from them.
struct Gcd {
  template <typename V> static void run(V *d, const V *a, const V *b) {
    V x = a[0], y = b[0];
    if constexpr (Traits<V>::lanes == 1) {
      while (y != 0) {
        V rest = x % y;
        x = y;
        y = rest;
      }
    } else {
      while (anyOf(y != V(0))) {
        V divisor = select(y != V(0), y, V(1));
        V quotient =
            convert<uint32_t>(convert<double>(x) / convert<double>(divisor));
        V rest = x - quotient * divisor;
        x = select(y != V(0), y, x);
        y = select(y != V(0), rest, V(0));
      }
    }
    d[0] = x;
  }
};
const Rivals gcds("gcd", "", 0,
                  perItemSideBySide<uint32_t, Gcd, Out<uint32_t, 1>,
                                    In<uint32_t, 1>, In<uint32_t, 1>>());

struct SmithWaterman {
  static constexpr int N = 16;
  /// Bytes hold the scores, which are at most 48; a gap costs 1.
  template <typename I, typename V>
  static void run(I *score, const V *a, const V *b) {
    V row[N + 1], best(0);
    for (int j = 0; j <= N; ++j)
      row[j] = V(0);
    for (int i = 0; i < N; ++i) {
      V diagonal(0);
#pragma clang loop unroll(full)
      for (int j = 0; j < N; ++j) {
        V match = diagonal + select(a[i] == b[j], V(3), V(int8_t(-2)));
        V gap = greatest(row[j], row[j + 1]) - V(1);
        diagonal = row[j + 1];
        row[j + 1] = greatest(greatest(match, V(0)), gap);
        best = greatest(best, row[j + 1]);
      }
    }
    score[0] = convert<int>(best);
  }
};
const Rivals smithWaterman(
    "smith_waterman", "", 0,
    perItem<lanesOf<int8_t>(), SmithWaterman, Out<int, 1>,
            In<int8_t, SmithWaterman::N>, In<int8_t, SmithWaterman::N>>());
} // namespace
