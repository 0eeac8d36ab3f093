//===- compression.cpp - Rivals that encode -------------------------------===//

#include "../PerItem.h"
#include "../Rows.h"

using namespace bench::general;

namespace {
template <typename V> auto zigzag(V delta) {
  return (convert<uint32_t>(delta) << 1) ^ convert<uint32_t>(delta >> 31);
}
void plainDelta(const Call &call) {
  int n = call.value<int>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    uint32_t *__restrict out = call.buffer<uint32_t>(0) + group * n;
    const int *__restrict x = call.buffer<int>(1) + group * n;
    out[0] = zigzag(x[0]);
    for (int i = 1; i < n; ++i)
      out[i] = zigzag(x[i] - x[i - 1]);
  }
}
void delta(const Call &call) {
  using V = Native<int>;
  int n = call.value<int>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    uint32_t *out = call.buffer<uint32_t>(0) + group * n + 1;
    const int *x = call.buffer<int>(1) + group * n;
    out[-1] = zigzag(x[0]);
    eachVector<V>(n - 1, [=](int64_t i, auto access) {
      access.store(out + i, zigzag(access.load(x + i + 1, V(0)) -
                                   access.load(x + i, V(0))));
    });
  }
}
const Rivals deltas("delta_encode", "", 0,
                    {{kScalar, plainDelta}, {kVectors, delta}});

struct Base64 {
  template <typename V> static V letter(V six) {
    V result = six + uint8_t('A');
    result = select(six >= V(26), V(six + uint8_t('a' - 26)), result);
    result = select(six >= V(52), V(six + uint8_t('0' - 52)), result);
    result = select(six == V(62), V('+'), result);
    return select(six == V(63), V('/'), result);
  }
  template <typename V> static void run(V *out, const V *in) {
    out[0] = letter(V(in[0] >> 2));
    out[1] = letter(V((in[0] & 3) << 4 | in[1] >> 4));
    out[2] = letter(V((in[1] & 15) << 2 | in[2] >> 6));
    out[3] = letter(V(in[2] & 63));
  }
};
const Rivals base64(
    "base64", "", 0,
    perItem<lanesOf<uint8_t>(), Base64, Out<uint8_t, 4>, In<uint8_t, 3>>());
struct HexEncode {
  template <typename V> static V digit(V four) {
    return four + select(four < V(10), V('0'), V('a' - 10));
  }
  template <typename V> static void run(V *text, const V *bytes, int) {
    text[0] = digit(V(bytes[0] >> 4));
    text[1] = digit(V(bytes[0] & 15));
  }
};
const Rivals hexEncode("hex_encode", "", 0,
                       perItem<lanesOf<uint8_t>(), HexEncode, Out<uint8_t, 2>,
                               In<uint8_t, 1>, Limit<int>>());
} // namespace
