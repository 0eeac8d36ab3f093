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
      bits[w] = __builtin_elementwise_popcount(loadAt<V>(a + at) ^
                                               loadAt<V>(b + at));
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
} // namespace
