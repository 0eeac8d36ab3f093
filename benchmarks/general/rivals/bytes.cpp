//===- bytes.cpp - Rivals on pixels, sound and packed bytes ---------------===//

#include "../PerItem.h"
#include "../Rows.h"

using namespace bench::general;

namespace {
constexpr int kBytes = lanesOf<uint8_t>(), kShorts = lanesOf<int16_t>();
constexpr int kInts = lanesOf<int>();

struct RgbToGrey {
  template <typename V> static void run(V *grey, const V *rgb, int) {
    using U = uint16_t;
    auto sum = convert<U>(rgb[0]) * U(77) + convert<U>(rgb[1]) * U(150) +
               convert<U>(rgb[2]) * U(29) + U(128);
    grey[0] = convert<uint8_t>(sum >> 8);
  }
};
const Rivals rgbToGrey(
    "rgb_to_grey", "", 0,
    perItem<kBytes, RgbToGrey, Out<uint8_t, 1>, In<uint8_t, 3>, Limit<int>>());

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
      return convert<int16_t>(least(greatest(sum, S(-32768)), S(32767)));
    };
    stereo[0] = mix(stereo[0], v * left);
    stereo[1] = mix(stereo[1], v * right);
  }
};
/// Both channels as halves of an integer, which shifts take apart.
struct StereoPairs {
  template <typename V, typename S>
  static void run(V *stereo, const S *voice, int left, int right) {
    V v = convert<int>(voice[0]);
    auto clamp = [](V x) { return least(greatest(x, V(-32768)), V(32767)); };
    V l = clamp(((stereo[0] << 16) >> 16) + ((v * left) >> 15));
    V r = clamp((stereo[0] >> 16) + ((v * right) >> 15));
    stereo[0] = (l & 0xffff) | (r << 16);
  }
};
std::vector<Form> stereoMixes() {
  auto forms = perItem<kShorts, StereoMix, InOut<int16_t, 2>, In<int16_t, 1>,
                       Value<int>, Value<int>>();
  forms.push_back(
      {"pairs", runVectors<false, kInts, StereoPairs, InOut<int, 1>,
                           In<int16_t, 1>, Value<int>, Value<int>>});
  return forms;
}
const Rivals stereoMix("stereo_mix", "", 0, stereoMixes());

struct PcmToFloat {
  template <typename F, typename S>
  static void run(F *left, F *right, const S *pcm, float gain) {
    left[0] = gain * convert<float>(pcm[0]);
    right[0] = gain * convert<float>(pcm[1]);
  }
};
struct PcmPairsToFloat {
  template <typename F, typename I>
  static void run(F *left, F *right, const I *pcm, float gain) {
    left[0] = gain * convert<float>((pcm[0] << 16) >> 16);
    right[0] = gain * convert<float>(pcm[0] >> 16);
  }
};
std::vector<Form> pcmToFloats() {
  auto forms = perItem<kShorts, PcmToFloat, Out<float, 1>, Out<float, 1>,
                       In<int16_t, 2>, Value<float>>();
  forms.push_back(
      {"pairs", runVectors<false, kInts, PcmPairsToFloat, Out<float, 1>,
                           Out<float, 1>, In<int, 1>, Value<float>>});
  return forms;
}
const Rivals pcmToFloat("pcm_to_float", "", 0, pcmToFloats());

struct YuvToRgb {
  template <typename V> static void run(V *rgb, const V *yuv) {
    auto u = convert<int>(yuv[1]) - 128, v = convert<int>(yuv[3]) - 128;
    auto red = v * 409 + 128, green = u * -100 - v * 208 + 128;
    auto blue = u * 516 + 128;
    auto pack = [](auto x) {
      using I = decltype(x);
      return convert<uint8_t>(least(greatest(x >> 8, I(0)), I(255)));
    };
    for (int pixel = 0; pixel < 2; ++pixel) {
      auto y = (convert<int>(yuv[2 * pixel]) - 16) * 298;
      rgb[3 * pixel] = pack(y + red);
      rgb[3 * pixel + 1] = pack(y + green);
      rgb[3 * pixel + 2] = pack(y + blue);
    }
  }
};
const Rivals
    yuvToRgb("yuv_to_rgb", "", 0,
             perItem<kBytes, YuvToRgb, Out<uint8_t, 6>, In<uint8_t, 4>>());

//===----------------------------------------------------------------------===//
// median3
//===----------------------------------------------------------------------===//

template <typename V> void sortPair(V &a, V &b) {
  V low = least(a, b);
  b = greatest(a, b);
  a = low;
}
template <typename V> V medianOf(V (&p)[9]) {
  sortPair(p[1], p[2]), sortPair(p[4], p[5]), sortPair(p[7], p[8]);
  sortPair(p[0], p[1]), sortPair(p[3], p[4]), sortPair(p[6], p[7]);
  sortPair(p[1], p[2]), sortPair(p[4], p[5]), sortPair(p[7], p[8]);
  p[3] = greatest(p[0], p[3]);
  p[5] = least(p[5], p[8]);
  sortPair(p[4], p[7]);
  p[6] = greatest(p[3], p[6]);
  p[4] = greatest(p[1], p[4]);
  p[2] = least(p[2], p[5]);
  p[4] = least(p[4], p[7]);
  sortPair(p[4], p[2]);
  return least(greatest(p[6], p[4]), p[2]);
}
void plainMedian(const Call &call) {
  uint8_t *__restrict out = call.buffer<uint8_t>(0);
  const uint8_t *__restrict image = call.buffer<uint8_t>(1);
  int64_t width = call.value<int>(2), n = std::min(width, call.items());
  for (int64_t x = 0; x < n; ++x) {
    uint8_t p[9];
    for (int i = 0; i < 9; ++i)
      p[i] = image[i / 3 * (width + 2) + x + i % 3];
    out[x] = medianOf(p);
  }
}
void median(const Call &call) {
  using V = Native<uint8_t>;
  uint8_t *out = call.buffer<uint8_t>(0);
  const uint8_t *image = call.buffer<uint8_t>(1);
  int64_t width = call.value<int>(2);
  eachVector<V>(std::min(width, call.items()), [=](int64_t x, auto access) {
    V p[9];
    for (int i = 0; i < 9; ++i)
      p[i] = access.load(image + i / 3 * (width + 2) + x + i % 3, V(0));
    access.store(out + x, medianOf(p));
  });
}
const Rivals medians("median3", "", 0,
                     {{kScalar, plainMedian}, {kVectors, median}});
//===----------------------------------------------------------------------===//
// dequant4
//===----------------------------------------------------------------------===//

void plainDequant(const Call &call) {
  float *__restrict y = call.buffer<float>(0);
  const uint8_t *packed = call.buffer<uint8_t>(1);
  const _Float16 *scales = call.buffer<_Float16>(2);
  for (int64_t block = 0, n = call.items() / 16; block < n; ++block) {
    float d = static_cast<float>(scales[block]);
    for (int i = 0; i < 16; ++i) {
      y[block * 32 + i] = float((packed[block * 16 + i] & 15) - 8) * d;
      y[block * 32 + i + 16] = float((packed[block * 16 + i] >> 4) - 8) * d;
    }
  }
}
void dequant(const Call &call) {
  using V = Lanes<float, 16>;
  float *y = call.buffer<float>(0);
  const uint8_t *packed = call.buffer<uint8_t>(1);
  const _Float16 *scales = call.buffer<_Float16>(2);
  for (int64_t block = 0, n = call.items() / 16; block < n; ++block) {
    V d(static_cast<float>(scales[block]));
    auto q = convert<int>(loadAt<Lanes<uint8_t, 16>>(packed + block * 16));
    storeAt(y + block * 32, V(convert<float>((q & 15) - 8) * d));
    storeAt(y + block * 32 + 16, V(convert<float>((q >> 4) - 8) * d));
  }
}
const Rivals dequants("dequant4", "", 0,
                      {{kScalar, plainDequant}, {kVectors, dequant}});

struct RgbToHsv {
  template <typename V, typename I> static void run(V *hsv, const I *rgba) {
    auto channel = [](I x) { return V(convert<float>(x & 255) / 255.0f); };
    V r = channel(rgba[0]), g = channel(rgba[0] >> 8);
    V b = channel(rgba[0] >> 16);
    V most = greatest(r, greatest(g, b)), delta = most - least(r, least(g, b));
    V inverse = V(60) / select(delta == V(0), V(1), delta);
    V hue = (r - g) * inverse + 240;
    hue = select(most == g, V((b - r) * inverse + 120), hue);
    hue = select(most == r, V((g - b) * inverse), hue);
    hue = select(delta == V(0), V(0), hue);
    hsv[0] = select(hue < V(0), V(hue + 360), hue);
    hsv[1] =
        select(most > V(0), V(delta / select(most > V(0), most, V(1))), V(0));
    hsv[2] = most;
  }
};
const Rivals
    rgbToHsv("rgb_to_hsv", "", 0,
             perItem<kInts, RgbToHsv, Out<float, 3>, In<uint32_t, 1>>());
} // namespace
