//===- tables.cpp - Rivals that look values up in tables of constants -----===//

#include "../PerItem.h"
#include <array>

using namespace bench::general;

namespace {
constexpr std::array<uint8_t, 256> makeSubstitutes() {
  std::array<uint8_t, 256> table{};
  for (int n = 0; n < 256; ++n)
    table[n] = ((n * 167 + 13) ^ (n >> 3)) & 255;
  return table;
}
constexpr auto kSubstitutes = makeSubstitutes();

void substitute(const Call &call) {
  uint8_t *__restrict out = call.buffer<uint8_t>(0);
  const uint8_t *__restrict in = call.buffer<uint8_t>(1);
  for (int64_t i = 0; i < call.items(); ++i)
    out[i] = kSubstitutes[in[i]];
}
std::vector<Form> substitutes() {
  std::vector<Form> forms = {{kScalar, substitute}};
#ifdef __AVX512VBMI__
  // The table in four registers: each instruction looks up in two.
  forms.push_back(
      {kVectors, [](const Call &call) {
         uint8_t *out = call.buffer<uint8_t>(0);
         const uint8_t *in = call.buffer<uint8_t>(1);
         __m512i table[4];
         std::memcpy(table, kSubstitutes.data(), sizeof(table));
         for (int64_t i = 0; i < call.items(); i += 64) {
           int64_t count = std::min<int64_t>(64, call.items() - i);
           __mmask64 taken = ~uint64_t(0) >> (64 - count);
           __m512i index = _mm512_maskz_loadu_epi8(taken, in + i);
           __m512i low = _mm512_permutex2var_epi8(table[0], index, table[1]);
           __m512i high = _mm512_permutex2var_epi8(table[2], index, table[3]);
           __mmask64 isHigh = _mm512_movepi8_mask(index);
           _mm512_mask_storeu_epi8(out + i, taken,
                                   _mm512_mask_blend_epi8(isHigh, low, high));
         }
       }});
#endif
  return forms;
}
const Rivals substituteRivals("substitute", "", 0, substitutes());

template <typename T> constexpr std::array<T, 64> makeCurve() {
  std::array<T, 64> curve{};
  for (int n = 0; n < 64; ++n)
    curve[n] = T(n * (126 - n)) / 4096;
  return curve;
}
template <typename T> constexpr auto kCurve = makeCurve<T>();

struct ToneCurve {
  template <typename V> static void run(V *y, const V *x) {
    using T = ElementOf<V>;
    V at = x[0] * T(63);
    auto step = convert<int>(at);
    using I = decltype(step);
    step = least(greatest(step, I(0)), I(62));
    V low = look<V>(step), high = look<V>(step + 1);
    y[0] = low + (at - convert<T>(step)) * (high - low);
  }

private:
  /// Elements of the curve: from registers where that takes few instructions.
  template <typename V, typename I> static V look(I index) {
    using T = ElementOf<V>;
#ifdef __AVX512F__
    if constexpr (std::is_same_v<V, Vec<float, 16>>) {
      __m512 table[4];
      std::memcpy(table, kCurve<float>.data(), sizeof(table));
      __m512 low = _mm512_permutex2var_ps(table[0], __m512i(index), table[1]);
      __m512 high = _mm512_permutex2var_ps(table[2], __m512i(index), table[3]);
      __mmask16 isHigh =
          _mm512_test_epi32_mask(__m512i(index), _mm512_set1_epi32(32));
      return V(_mm512_mask_blend_ps(isHigh, low, high));
    }
#endif
    return gather<V>(kCurve<T>.data(), index);
  }
};
template <typename T> std::vector<Form> toneCurves() {
  return perItem<lanesOf<T>(), ToneCurve, Out<T, 1>, In<T, 1>>();
}
RIVALS_OF_REALS(tone_curve, toneCurves)
} // namespace
