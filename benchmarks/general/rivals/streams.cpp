//===- streams.cpp - Rivals with an array for each step or direction ------===//
//
// Element i of each array belongs to work item i, so that vectors are loaded
// and stored as they lie.
//
//===----------------------------------------------------------------------===//

#include "../PerItem.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// lbm_d2q9
//===----------------------------------------------------------------------===//

template <typename V> void collide(const Call &call) {
  using T = ElementOf<V>;
  int64_t cells = call.items();
  T omega = call.value<T>(1);
  T *f = call.buffer<T>(0);
  eachBlock<V>(cells, [=](int64_t cell, auto null) {
    using W = decltype(null);
    W in[9];
    for (int k = 0; k < 9; ++k)
      in[k] = loadAt<W>(f + k * cells + cell);
    W rho = ((in[0] + in[1]) + (in[2] + in[3])) +
            ((in[4] + in[5]) + (in[6] + in[7])) + in[8];
    W inverse = W(1) / rho;
    W ux = ((in[1] - in[3]) + (in[5] - in[7]) + (in[8] - in[6])) * inverse;
    W uy = ((in[2] - in[4]) + (in[5] - in[7]) + (in[6] - in[8])) * inverse;
    W rest = W(1) - T(1.5) * (ux * ux + uy * uy);
    // Opposite directions share all but the sign of the linear term.
    auto relax = [&](int k, W equilibrium) {
      storeAt(f + k * cells + cell, W(in[k] + omega * (equilibrium - in[k])));
    };
    auto pair = [&](int k, int opposite, W weight, W along) {
      W cu = 3 * along, even = weight * (rest + T(0.5) * cu * cu);
      W odd = weight * cu;
      relax(k, even + odd);
      relax(opposite, even - odd);
    };
    W straight = rho * T(1.0 / 9), diagonal = rho * T(1.0 / 36);
    relax(0, rho * T(4.0 / 9) * rest);
    pair(1, 3, straight, ux);
    pair(2, 4, straight, uy);
    pair(5, 7, diagonal, ux + uy);
    pair(8, 6, diagonal, ux - uy);
  });
}
template <typename T> std::vector<Form> collisions() {
  return {{kScalar, collide<T>},
          {kVectors, collide<Native<T>>},
          {"two vectors", collide<Lanes<T, 2 * lanesOf<T>()>>}};
}
RIVALS_OF_REALS(lbm_d2q9, collisions)

//===----------------------------------------------------------------------===//
// asian_option
//===----------------------------------------------------------------------===//

template <typename V> void asianOption(const Call &call) {
  using T = ElementOf<V>;
  constexpr int Steps = 16;
  int64_t paths = call.items();
  T strike = call.value<T>(3), vol(0.2), rate(0.05), dt = T(1) / Steps;
  T drift = (rate - T(0.5) * vol * vol) * dt, scale = vol * std::sqrt(dt);
  T discount = std::exp(-rate);
  const T *normal = call.buffer<T>(1), *start = call.buffer<T>(2);
  T *__restrict payoff = call.buffer<T>(0);
  eachBlock<V>(paths, [=](int64_t i, auto null) {
    using W = decltype(null);
    W price = loadAt<W>(start + i), sum(0);
    for (int t = 0; t < Steps; ++t) {
      price *= vexp(W(drift + scale * loadAt<W>(normal + t * paths + i)));
      sum += price;
    }
    storeAt(payoff + i,
            W(discount * greatest(W(sum * (T(1) / Steps) - strike), W(0))));
  });
}
template <typename T> std::vector<Form> asianOptions() {
  return {{kScalar, asianOption<T>}, {kVectors, asianOption<Native<T>>}};
}
RIVALS_OF_REALS(asian_option, asianOptions)

//===----------------------------------------------------------------------===//
// adpcm
//===----------------------------------------------------------------------===//

/// `InRegisters`: the table of steps lies in eight registers.
template <int L, bool InRegisters = false> void adpcm(const Call &call) {
  static constexpr int kChange[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
  int64_t channels = call.items();
  int16_t *__restrict sample = call.buffer<int16_t>(0);
  const uint8_t *code = call.buffer<uint8_t>(1);
  const int *step = call.buffer<int>(2);
  constexpr int kEntries = 89, kRegister = lanesOf<int>();
  Native<float> steps[8] = {};
  std::memcpy(steps, step, std::min(sizeof(steps), kEntries * sizeof(int)));
  static_assert(!InRegisters || 8 * kRegister >= kEntries);
  auto block = [=](int64_t i, auto null) {
    using I = decltype(null);
    constexpr int Lanes = Traits<I>::lanes;
    using Codes = OfLanes<uint8_t, Lanes>;
    using Samples = OfLanes<int16_t, Lanes>;
    I value(0), index(0);
    for (int t = 0; t < 16; ++t) {
      I c = convert<int>(loadAt<typename Codes::Type>(code + t * channels + i));
      I s, change;
      if constexpr (Lanes == 1) {
        s = step[index];
        change = kChange[c & 7];
      } else {
        using F = Vec<float, Lanes>;
        if constexpr (InRegisters)
          s = I(lookUp<8>(steps, index));
        else
          s = I(gather<F>(reinterpret_cast<const float *>(step), index));
        // -1 below 4, then 2, 4, 6, 8.
        change = select((c & 4) != 0, I(((c & 3) + 1) * 2), I(-1));
      }
      I difference = (s >> 3) + select((c & 4) != 0, s, I(0)) +
                     select((c & 2) != 0, I(s >> 1), I(0)) +
                     select((c & 1) != 0, I(s >> 2), I(0));
      value += select((c & 8) != 0, I(-difference), difference);
      value = least(greatest(value, I(-32768)), I(32767));
      index = least(greatest(I(index + change), I(0)), I(88));
      typename Samples::Type result = convert<int16_t>(value);
      std::memcpy(sample + t * channels + i, &result, sizeof(result));
    }
  };
  eachBlock<Lanes<int, L>>(channels, block);
}
std::vector<Form> adpcms() {
  std::vector<Form> forms = {{kScalar, adpcm<1>},
                             {kVectors, adpcm<lanesOf<int>()>},
                             {"two vectors", adpcm<2 * lanesOf<int>()>},
                             {"four vectors", adpcm<4 * lanesOf<int>()>}};
#ifdef __AVX512F__
  forms.push_back({"steps in registers", adpcm<16, true>});
#endif
  return forms;
}
const Rivals adpcmRivals("adpcm", "", 0, adpcms());
} // namespace
