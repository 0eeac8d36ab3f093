//===- sequences.cpp - Rivals that make codes of numbers ------------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
constexpr int kInts = lanesOf<uint32_t>();

//===----------------------------------------------------------------------===//
// chacha20
//===----------------------------------------------------------------------===//

template <int Bits, typename V> V rotateLeft(V x) {
  return (x << Bits) | (x >> (32 - Bits));
}
template <typename V> void quarter(V &a, V &b, V &c, V &d) {
  a += b;
  d = rotateLeft<16>(V(d ^ a));
  c += d;
  b = rotateLeft<12>(V(b ^ c));
  a += b;
  d = rotateLeft<8>(V(d ^ a));
  c += d;
  b = rotateLeft<7>(V(b ^ c));
}
template <typename V> void chacha20(const Call &call) {
  const uint32_t *key = call.buffer<uint32_t>(1);
  uint32_t *out = call.buffer<uint32_t>(0), nonce = call.value<uint32_t>(2);
  auto block = [=](int64_t i, auto null) {
    using W = decltype(null);
    W s[16] = {W(0x61707865), W(0x3320646e), W(0x79622d32), W(0x6b206574)};
    for (int word = 0; word < 8; ++word)
      s[4 + word] = W(key[word]);
    if constexpr (Traits<W>::lanes == 1)
      s[12] = static_cast<uint32_t>(i);
    else
      s[12] = static_cast<uint32_t>(i) + iota<W>();
    s[13] = W(0);
    s[14] = W(nonce);
    s[15] = W(0);
    W x[16];
    for (int word = 0; word < 16; ++word)
      x[word] = s[word];
    for (int round = 0; round < 10; ++round) {
      for (int k = 0; k < 4; ++k)
        quarter(x[k], x[4 + k], x[8 + k], x[12 + k]);
      for (int k = 0; k < 4; ++k)
        quarter(x[k], x[4 + (k + 1) % 4], x[8 + (k + 2) % 4],
                x[12 + (k + 3) % 4]);
    }
    for (int word = 0; word < 16; ++word)
      x[word] += s[word];
    storeTransposed<16>(out + 16 * i, x, call.isFromMemory);
  };
  eachBlock<V>(call.items(), block);
}
const Rivals chachas("chacha20", "", 0,
                     {{kScalar, chacha20<uint32_t>},
                      {kVectors, chacha20<Native<uint32_t>>}});

//===----------------------------------------------------------------------===//
// halton
//===----------------------------------------------------------------------===//

/// The bits of the number in reverse are its inverse in base 2.
template <typename V> void halton(const Call &call) {
  uint32_t first = call.value<uint32_t>(1);
  float *point = call.buffer<float>(0);
  auto block = [=](int64_t i, auto null) {
    using I = decltype(null);
    constexpr int L = Traits<I>::lanes;
    using F = Lanes<float, L>;
    I n;
    if constexpr (L == 1)
      n = first + static_cast<uint32_t>(i);
    else
      n = first + static_cast<uint32_t>(i) + iota<I>();
    F result[2];
    result[0] = convert<float>(__builtin_elementwise_bitreverse(n)) * 0x1p-32f;
    F sum(0);
    float digit = 1;
    for (I left = n; anyOf(left != 0);) {
      digit *= 1.0f / 3;
      I third = left / 3;
      sum += digit * convert<float>(I(left - 3 * third));
      left = third;
    }
    result[1] = sum;
    storeTransposed<2>(point + 2 * i, result);
  };
  eachBlock<V>(call.items(), block);
}
const Rivals haltons("halton", "", 0,
                     {{kScalar, halton<uint32_t>},
                      {kVectors, halton<Native<uint32_t>>}});

//===----------------------------------------------------------------------===//
// hilbert
//===----------------------------------------------------------------------===//

struct Hilbert {
  template <typename V, typename U> static void run(V *place, const U *xy) {
    V x = convert<uint32_t>(xy[0]), y = convert<uint32_t>(xy[1]), d(0);
#pragma clang loop unroll(full)
    for (int bit = 15; bit >= 0; --bit) {
      V rx = (x >> bit) & 1, ry = (y >> bit) & 1;
      d = (d << 2) | ((3 * rx) ^ ry);
      V turns = ry - 1, mirrors = turns & (0 - rx) & 65535u;
      V swapped = (x ^ y) & turns;
      x ^= mirrors ^ swapped;
      y ^= mirrors ^ swapped;
    }
    place[0] = d;
  }
};
const Rivals hilbert(
    "hilbert", "", 0,
    perItemSideBySide<uint32_t, Hilbert, Out<uint32_t, 1>, In<uint16_t, 2>>());

//===----------------------------------------------------------------------===//
// minhash
//===----------------------------------------------------------------------===//

template <typename V> V scramble(V h) {
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  return h ^ h >> 16;
}
/// Hash functions in lanes, `N` of them at a time.
template <int N> void minhash(const Call &call) {
  constexpr int L = std::min(N, kInts), Parts = N / L;
  using V = Lanes<uint32_t, L>;
  const uint32_t *seeds = call.buffer<uint32_t>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    const uint32_t *item = call.buffer<uint32_t>(1) + group * 32;
    V seed[Parts], best[Parts];
    for (int part = 0; part < Parts; ++part) {
      seed[part] = loadAt<V>(seeds + part * L);
      best[part] = V(~0u);
    }
    for (int i = 0; i < 32; ++i)
      for (int part = 0; part < Parts; ++part)
        best[part] = least(best[part], scramble(V(item[i] ^ seed[part])));
    for (int part = 0; part < Parts; ++part)
      storeAt(call.buffer<uint32_t>(0) + group * N + part * L, best[part]);
  }
}
/// Numbers of the set in lanes, and the least of the lanes at the end.
template <int N> void minhashOfItems(const Call &call) {
  using V = Native<uint32_t>;
  constexpr int Parts = 32 / kInts;
  const uint32_t *seeds = call.buffer<uint32_t>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    V items[Parts];
    for (int part = 0; part < Parts; ++part)
      items[part] =
          loadAt<V>(call.buffer<uint32_t>(1) + group * 32 + part * kInts);
    for (int i = 0; i < N; ++i) {
      V best(~0u);
      for (int part = 0; part < Parts; ++part)
        best = least(best, scramble(V(items[part] ^ seeds[i])));
      call.buffer<uint32_t>(0)[group * N + i] =
          reduce(best, [](auto a, auto b) { return least(a, b); });
    }
  }
}
template <int N> std::vector<Form> minhashes() {
  return {{kVectors, minhash<N>}, {"items in lanes", minhashOfItems<N>}};
}
RIVALS_OF_INTEGERS(minhash, minhashes)
} // namespace
