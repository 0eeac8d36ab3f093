//===- blocks.cpp - Rivals that sum small integers over rows --------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
constexpr int kBytes = lanesOf<uint8_t>();

struct Sad16 {
  template <typename I, typename V>
  static void run(I *sum, const V *block, const V *candidate) {
    auto total = convert<uint16_t>(block[0]) * uint16_t(0);
    for (int i = 0; i < 16; ++i)
      total += convert<uint16_t>(
          V(greatest(block[i], candidate[i]) - least(block[i], candidate[i])));
    sum[0] = convert<uint32_t>(total);
  }
};
void plainSad16(const Call &call) {
  uint32_t *__restrict sums = call.buffer<uint32_t>(0);
  const uint8_t *block = call.buffer<uint8_t>(1);
  const uint8_t *candidate = call.buffer<uint8_t>(2);
  for (int64_t item = 0, n = call.items(); item < n; ++item) {
    uint32_t sum = 0;
    for (int i = 0; i < 16; ++i)
      sum += std::abs(block[item * 16 + i] - candidate[item * 16 + i]);
    sums[item] = sum;
  }
}
#ifdef __AVX512BW__
/// One operation sums eight bytes; the halves of blocks are then added.
void sad16BySums(const Call &call) {
  using V = Vec<uint32_t, 16>;
  const uint8_t *block = call.buffer<uint8_t>(1);
  const uint8_t *candidate = call.buffer<uint8_t>(2);
  int64_t item = 0, n = call.items();
  for (; item + 16 <= n; item += 16) {
    Vec<uint32_t, 16> sums[4];
    for (int part = 0; part < 4; ++part) {
      int64_t at = item * 16 + part * 64;
      sums[part] = V(_mm512_sad_epu8(_mm512_loadu_si512(block + at),
                                     _mm512_loadu_si512(candidate + at)));
    }
    V low = shuffleBy<EvenLanes>(sums[0], sums[1]);
    V high = shuffleBy<EvenLanes>(sums[2], sums[3]);
    storeAt(call.buffer<uint32_t>(0) + item, V(shuffleBy<EvenLanes>(low, high) +
                                               shuffleBy<OddLanes>(low, high)));
  }
  for (; item < n; ++item) {
    uint8_t first[16], second[16];
    std::memcpy(first, block + item * 16, 16);
    std::memcpy(second, candidate + item * 16, 16);
    Sad16::run(call.buffer<uint32_t>(0) + item, first, second);
  }
}
#endif
std::vector<Form> sads() {
  auto forms = perItem<kBytes, Sad16, Out<uint32_t, 1>, In<uint8_t, 16>,
                       In<uint8_t, 16>>();
  forms.push_back({"plain loops", plainSad16});
#ifdef __AVX512BW__
  forms.push_back({"sums of bytes", sad16BySums});
#endif
  return forms;
}
const Rivals sad16("sad16", "", 0, sads());

constexpr int kRow = 32;

int8_t scaleSum(int sum, float scale) {
  float scaled = std::nearbyint(float(sum) * scale);
  return int8_t(std::min(std::max(scaled, -128.0f), 127.0f));
}
void plainDotInt8(const Call &call) {
  int8_t *__restrict y = call.buffer<int8_t>(0);
  const int8_t *weights = call.buffer<int8_t>(1), *x = call.buffer<int8_t>(2);
  const int *bias = call.buffer<int>(3);
  float scale = call.value<float>(4);
  for (int64_t row = 0, n = call.items(); row < n; ++row) {
    int sum = bias[row];
    for (int i = 0; i < kRow; ++i)
      sum += weights[row * kRow + i] * x[i];
    y[row] = scaleSum(sum, scale);
  }
}
/// Sums of pairs of products, and a tree of sums of neighbours.
void dotInt8Pairs(const Call &call) {
#ifdef __AVX512BW__
  using V = Vec<int, 16>;
  const int8_t *weights = call.buffer<int8_t>(1), *x = call.buffer<int8_t>(2);
  __m512i factor = _mm512_cvtepi8_epi16(
      _mm256_loadu_si256(reinterpret_cast<const __m256i *>(x)));
  float scale = call.value<float>(4);
  int64_t row = 0, n = call.items();
  for (; row + 16 <= n; row += 16) {
    V sums[16];
    for (int r = 0; r < 16; ++r) {
      const int8_t *from = weights + (row + r) * kRow;
      sums[r] =
          V(_mm512_madd_epi16(_mm512_cvtepi8_epi16(_mm256_loadu_si256(
                                  reinterpret_cast<const __m256i *>(from))),
                              factor));
    }
    for (int left = 8; left > 0; left /= 2)
      for (int r = 0; r < left; ++r)
        sums[r] = shuffleBy<EvenLanes>(sums[2 * r], sums[2 * r + 1]) +
                  shuffleBy<OddLanes>(sums[2 * r], sums[2 * r + 1]);
    V sum = sums[0] + loadAt<V>(call.buffer<int>(3) + row);
    auto scaled = _mm512_cvtps_epi32(__m512(_mm512_cvtepi32_ps(__m512i(sum))) *
                                     _mm512_set1_ps(scale));
    _mm_storeu_si128(reinterpret_cast<__m128i *>(call.buffer<int8_t>(0) + row),
                     _mm512_cvtsepi32_epi8(scaled));
  }
  for (; row < n; ++row) {
    int sum = call.buffer<int>(3)[row];
    for (int i = 0; i < kRow; ++i)
      sum += weights[row * kRow + i] * x[i];
    call.buffer<int8_t>(0)[row] = scaleSum(sum, scale);
  }
#else
  plainDotInt8(call);
#endif
}
const Rivals dotInt8("dot_int8", "", 0,
                     {{kScalar, plainDotInt8}, {kVectors, dotInt8Pairs}});

/// Pixels are V's lanes.
template <typename V> void sobel(const Call &call) {
  constexpr int L = Traits<V>::lanes;
  uint8_t *__restrict out = call.buffer<uint8_t>(0);
  const uint8_t *image = call.buffer<uint8_t>(1);
  int64_t width = call.value<int>(2), n = std::min(width, call.items()), x = 0;
  auto pixels = [=](int64_t at, auto null) {
    using W = decltype(null);
    const uint8_t *above = image + at, *row = above + width + 2;
    const uint8_t *below = row + width + 2;
    auto value = [](const uint8_t *from) {
      return convert<int16_t>(loadAt<W>(from));
    };
    auto gx = value(above + 2) - value(above) + 2 * value(row + 2) -
              2 * value(row) + value(below + 2) - value(below);
    auto gy = value(below) + 2 * value(below + 1) + value(below + 2) -
              value(above) - 2 * value(above + 1) - value(above + 2);
    using S = decltype(magnitude(gx));
    S size = magnitude(gx) + magnitude(gy);
    storeAt(out + at, convert<uint8_t>(least(size, S(255))));
  };
  for (; x + L <= n; x += L)
    pixels(x, V());
  for (; x < n; ++x)
    pixels(x, uint8_t());
}
const Rivals sobels("sobel", "", 0,
                    {{kScalar, sobel<uint8_t>},
                     {kVectors, sobel<Vec<uint8_t, kBytes / 2>>},
                     {"two vectors", sobel<Vec<uint8_t, kBytes>>}});
} // namespace
