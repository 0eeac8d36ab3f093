//===- hashes.cpp - Rivals on checksums and sequences of integers ---------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
constexpr int kInts = lanesOf<uint32_t>();

struct Murmur {
  template <typename V> static V turn(V x, int by) {
    return x << by | x >> (32 - by);
  }
  template <typename V>
  static void run(V *hash, const V *words, uint32_t seed) {
    V h(seed);
    for (int i = 0; i < 8; ++i) {
      h ^= turn(V(words[i] * 0xcc9e2d51u), 15) * 0x1b873593u;
      h = turn(h, 13) * 5 + 0xe6546b64u;
    }
    h ^= 32;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    hash[0] = h ^ h >> 16;
  }
};
const Rivals murmurs("murmur_rows", "", 0,
                     perItemSideBySide<uint32_t, Murmur, Out<uint32_t, 1>,
                                       In<uint32_t, 8>, Value<uint32_t>>());

/// The sums of 32 bytes are small enough to divide once.
struct Adler {
  template <typename V, typename B> static void run(V *sum, const B *data) {
    V a(1), b(0);
    for (int i = 0; i < 32; ++i) {
      a += convert<uint32_t>(data[i]);
      b += a;
    }
    sum[0] = b % 65521u << 16 | a % 65521u;
  }
};
/// A row of bytes at a time: b is a sum of bytes with weights.
void adlerByRows(const Call &call) {
  const uint8_t *data = call.buffer<uint8_t>(1);
  using V = Vec<int16_t, 32>;
  V weights = int16_t(32) - iota<V>();
  for (int64_t item = 0; item < call.items(); ++item) {
    V bytes = convert<int16_t>(loadAt<Vec<uint8_t, 32>>(data + 32 * item));
    uint32_t a = 1 + uint32_t(sumOf(convert<int>(bytes)));
    uint32_t b =
        32 + uint32_t(sumOf(convert<int>(bytes) * convert<int>(weights)));
    call.buffer<uint32_t>(0)[item] = b % 65521u << 16 | a % 65521u;
  }
}
std::vector<Form> adlers() {
  auto forms = perItem<kInts, Adler, Out<uint32_t, 1>, In<uint8_t, 32>>();
  forms.push_back({"rows", adlerByRows});
  return forms;
}
const Rivals adler("adler32", "", 0, adlers());

struct Collatz {
  template <typename I, typename V> static void run(I *steps, const V *start) {
    V n = start[0];
    I count = convert<int>(V(0));
    for (;;) {
      auto isGoing = (n > 1) & (convert<uint32_t>(count) < 500);
      if (!anyOf(isGoing))
        break;
      n = select(isGoing, select((n & 1) == 0, V(n >> 1), V(3 * n + 1)), n);
      count = select(isGoing, I(count + 1), count);
    }
    steps[0] = count;
  }
};
const Rivals collatz(
    "collatz", "", 0,
    perItemSideBySide<uint32_t, Collatz, Out<int, 1>, In<uint32_t, 1>>());

/// All bits of the numbers of a vector, with the direction numbers at hand.
template <typename V> void sobol(const Call &call) {
  const uint32_t *direction = call.buffer<uint32_t>(1);
  uint32_t first = call.value<uint32_t>(2);
  float *point = call.buffer<float>(0);
  eachBlock<V>(call.items(), [=](int64_t g, auto null) {
    using B = decltype(null);
    B index(first + uint32_t(g));
    if constexpr (Traits<B>::lanes > 1)
      index += iota<B>();
    B gray = index ^ index >> 1, x(0);
    for (int bit = 0; bit < 32; ++bit)
      x ^= (B(0) - (gray >> bit & 1)) & direction[bit];
    auto result = convert<float>(x) * 2.3283064e-10f;
    std::memcpy(point + g, &result, sizeof(result));
  });
}
/// Numbers that share all bits but the lowest four share most of the work.
void sobolByBlocks(const Call &call) {
  const uint32_t *direction = call.buffer<uint32_t>(1);
  uint32_t first = call.value<uint32_t>(2);
  float *point = call.buffer<float>(0);
  using V = Vec<uint32_t, 16>;
  auto of = [=](uint32_t index) {
    uint32_t x = 0;
    for (uint32_t gray = index ^ index >> 1; gray; gray &= gray - 1)
      x ^= direction[__builtin_ctz(gray)];
    return x;
  };
  V low;
  for (int lane = 0; lane < 16; ++lane)
    low[lane] = of(lane);
  int64_t g = 0, n = call.items();
  auto one = [=](int64_t g) {
    point[g] = float(of(first + uint32_t(g))) * 2.3283064e-10f;
  };
  for (; g < n && (first + g) % 16 != 0; ++g)
    one(g);
  for (; g + 16 <= n; g += 16) {
    auto x = convert<float>(V(of(first + uint32_t(g)) ^ low)) * 2.3283064e-10f;
    std::memcpy(point + g, &x, sizeof(x));
  }
  for (; g < n; ++g)
    one(g);
}
const Rivals sobols("sobol", "", 0,
                    {{kScalar, sobol<uint32_t>},
                     {kVectors, sobol<Native<uint32_t>>},
                     {"blocks of 16", sobolByBlocks}});

struct Unpack12 {
  template <typename S, typename B> static void run(S *out, const B *packed) {
    S a = convert<uint16_t>(packed[0]), b = convert<uint16_t>(packed[1]);
    out[0] = a << 4 | b >> 4;
    out[1] = (b & 15) << 8 | convert<uint16_t>(packed[2]);
  }
};
const Rivals unpack(
    "unpack12", "", 0,
    perItem<lanesOf<uint16_t>(), Unpack12, Out<uint16_t, 2>, In<uint8_t, 3>>());
} // namespace
