//===- bytes.cpp - Rivals on pixels and samples of sound ------------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
constexpr int kBytes = lanesOf<uint8_t>(), kShorts = lanesOf<int16_t>();

struct RgbToGrey {
  template <typename V> static void run(V *grey, const V *rgb, int) {
    using U = uint16_t;
    auto sum = convert<U>(rgb[0]) * U(77) + convert<U>(rgb[1]) * U(150) +
               convert<U>(rgb[2]) * U(29) + U(128);
    grey[0] = convert<uint8_t>(sum >> 8);
  }
};
const Rivals rgbToGrey("rgb_to_grey", "", 0,
                       perItem<kBytes, RgbToGrey, Out<uint8_t, 1>,
                               In<uint8_t, 3>, Limit<int>>());

struct RgbaBlend {
  template <typename V> static void run(V *dst, const V *src) {
    auto alpha = convert<uint16_t>(src[3]);
    for (int c = 0; c < 3; ++c) {
      auto t = convert<uint16_t>(convert<uint16_t>(src[c]) * alpha +
                                 convert<uint16_t>(dst[c]) *
                                     convert<uint16_t>(uint16_t(255) - alpha) +
                                 uint16_t(128));
      dst[c] = convert<uint8_t>((t + (t >> 8)) >> 8);
    }
    dst[3] = greatest(src[3], dst[3]);
  }
};
/// All channels as they lie, with alpha copied to the four bytes of its pixel.
void blendInPlace(const Call &call) {
  using V = Native<uint8_t>;
  struct Alpha {
    static constexpr int at(int lane) { return lane | 3; }
  };
  struct AlphaOfSecond {
    static constexpr int at(int lane) {
      return lane % 4 == 3 ? lane + kBytes : lane;
    }
  };
  uint8_t *dst = call.buffer<uint8_t>(0);
  const uint8_t *src = call.buffer<uint8_t>(1);
  int64_t n = 4 * call.items();
  for (int64_t i = 0; i < n; i += kBytes) {
    int64_t count = std::min<int64_t>(kBytes, n - i);
    bool isWhole = count == kBytes;
    V s = isWhole ? loadAt<V>(src + i) : loadPart<V>(src + i, count, V(0));
    V d = isWhole ? loadAt<V>(dst + i) : loadPart<V>(dst + i, count, V(0));
    auto alpha = convert<uint16_t>(shuffleBy<Alpha>(s, s));
    auto t = convert<uint16_t>(s) * alpha +
             convert<uint16_t>(d) * (uint16_t(255) - alpha) + uint16_t(128);
    V mixed = convert<uint8_t>((t + (t >> 8)) >> 8);
    V result = shuffleBy<AlphaOfSecond>(mixed, greatest(s, d));
    if (isWhole)
      storeAt(dst + i, result);
    else
      storePart(dst + i, count, result);
  }
}
std::vector<Form> rgbaBlends() {
  auto forms = perItem<kBytes, RgbaBlend, InOut<uint8_t, 4>, In<uint8_t, 4>>();
  forms.push_back({"channels in lanes", blendInPlace});
  return forms;
}
const Rivals rgbaBlend("rgba_blend", "", 0, rgbaBlends());

struct StereoMix {
  template <typename V>
  static void run(V *stereo, const V *voice, int left, int right) {
    auto v = convert<int>(voice[0]);
    auto mix = [](V sound, auto added) {
      auto sum = convert<int>(sound) + (added >> 15);
      using S = decltype(sum);
      return convert<int16_t>(
          least(greatest(sum, S(-32768)), S(32767)));
    };
    stereo[0] = mix(stereo[0], v * left);
    stereo[1] = mix(stereo[1], v * right);
  }
};
const Rivals stereoMix("stereo_mix", "", 0,
                       perItem<kShorts, StereoMix, InOut<int16_t, 2>,
                               In<int16_t, 1>, Value<int>, Value<int>>());
} // namespace
