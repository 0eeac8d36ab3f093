//===- layers.cpp - Rivals from the layers of neural networks -------------===//

#include "../PerItem.h"
#include "../Rows.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// half_gemv
//===----------------------------------------------------------------------===//

template <typename V> void halfGemv(const Call &call) {
  constexpr int L = Traits<V>::lanes;
  using Halfs = Lanes<_Float16, L>;
  const uint16_t *a = call.buffer<uint16_t>(1), *x = call.buffer<uint16_t>(2);
  int64_t n = call.value<int>(3), whole = n - n % (4 * L);
  auto load = [](const uint16_t *from) {
    Halfs halfs;
    std::memcpy(&halfs, from, sizeof(halfs));
    return convert<float>(halfs);
  };
  auto one = [](uint16_t bits) {
    _Float16 half;
    std::memcpy(&half, &bits, sizeof(half));
    return static_cast<float>(half);
  };
  for (int64_t row = 0; row < call.groups; ++row, a += n) {
    V sums[4] = {V(0), V(0), V(0), V(0)};
    for (int64_t i = 0; i < whole; i += 4 * L)
      for (int part = 0; part < 4; ++part)
        sums[part] += load(a + i + part * L) * load(x + i + part * L);
    V all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    float sum;
    if constexpr (L == 1)
      sum = all;
    else
      sum = sumOf(all);
    for (int64_t i = whole; i < n; ++i)
      sum += one(a[i]) * one(x[i]);
    call.buffer<float>(0)[row] = sum;
  }
}
const Rivals halfGemvs("half_gemv", "", 0,
                       {{kScalar, halfGemv<float>},
                        {kVectors, halfGemv<Native<float>>}});

//===----------------------------------------------------------------------===//
// flash_row
//===----------------------------------------------------------------------===//

/// Queries in lanes. All scores are kept, so that the softmax needs no
/// correction.
template <typename V, int N> void flashRow(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes, Depth = 8, Keys = 32;
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *k = call.buffer<T>(2) + group * Keys * Depth;
    const T *v = call.buffer<T>(3) + group * Keys * Depth;
    for (int block = 0; block < N; block += L) {
      int64_t at = (group * N + block) * Depth;
      V q[Depth], score[Keys], sums[Depth] = {}, total(0), top(-INFINITY);
      loadTransposed<Depth>(call.buffer<T>(1) + at, q);
      for (int j = 0; j < Keys; ++j) {
        V low = q[0] * k[j * Depth], high = q[1] * k[j * Depth + 1];
        for (int d = 2; d < Depth; d += 2) {
          low += q[d] * k[j * Depth + d];
          high += q[d + 1] * k[j * Depth + d + 1];
        }
        score[j] = low + high;
        top = greatest(top, score[j]);
      }
      for (int j = 0; j < Keys; ++j) {
        V weight = vexp(V(score[j] - top));
        total += weight;
        for (int d = 0; d < Depth; ++d)
          sums[d] += weight * v[j * Depth + d];
      }
      V scale = V(1) / total;
      for (V &sum : sums)
        sum *= scale;
      storeTransposed<Depth>(call.buffer<T>(0) + at, sums);
    }
  }
}
template <typename T, int N> std::vector<Form> flashRows() {
  return {{kScalar, flashRow<T, N>},
          {kVectors, flashRow<Lanes<T, std::min(N, lanesOf<T>())>, N>}};
}
RIVALS_OF_SIZES(flash_row, flashRows)

//===----------------------------------------------------------------------===//
// mean_pool, batch_norm
//===----------------------------------------------------------------------===//

template <typename V, int N> void meanPool(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes, Parts = N / L;
  for (int64_t sentence = 0; sentence < call.groups; ++sentence) {
    const T *word = call.buffer<T>(1) + sentence * 8 * N;
    int count = call.buffer<int>(2)[sentence];
    V sums[Parts];
    for (V &sum : sums)
      sum = V(0);
    for (int i = 0; i < count; ++i)
      for (int part = 0; part < Parts; ++part)
        sums[part] += loadAt<V>(word + i * N + part * L);
    for (int part = 0; part < Parts; ++part)
      storeAt(call.buffer<T>(0) + sentence * N + part * L,
              V(sums[part] / T(count)));
  }
}
template <typename T, int N> std::vector<Form> meanPools() {
  return {{kScalar, meanPool<T, N>},
          {kVectors, meanPool<Lanes<T, std::min(N, lanesOf<T>())>, N>}};
}
RIVALS_OF_SIZES(mean_pool, meanPools)

/// Plane by plane, whose channel has one scale and one offset.
template <typename V> void batchNorm(const Call &call) {
  using T = ElementOf<V>;
  int64_t items = call.items(), plane = call.value<int>(6);
  for (int64_t first = 0, channel = 0; first < items;
       first += plane, channel = (channel + 1) % 16) {
    T *y = call.buffer<T>(0) + first;
    const T *x = call.buffer<T>(1) + first;
    T scale = call.buffer<T>(4)[channel] /
              std::sqrt(call.buffer<T>(3)[channel] + T(1e-5));
    T mean = call.buffer<T>(2)[channel], beta = call.buffer<T>(5)[channel];
    eachVector<V>(std::min(plane, items - first), [=](int64_t i, auto access) {
      access.store(y + i, V((access.load(x + i, V(0)) - mean) * scale + beta));
    });
  }
}
template <typename T> void plainBatchNorm(const Call &call) {
  int64_t items = call.items(), plane = call.value<int>(6);
  for (int64_t first = 0; first < items; first += plane) {
    int64_t channel = first / plane % 16, n = std::min(plane, items - first);
    T *__restrict y = call.buffer<T>(0) + first;
    const T *__restrict x = call.buffer<T>(1) + first;
    T scale = call.buffer<T>(4)[channel] /
              std::sqrt(call.buffer<T>(3)[channel] + T(1e-5));
    T mean = call.buffer<T>(2)[channel], beta = call.buffer<T>(5)[channel];
    for (int64_t i = 0; i < n; ++i)
      y[i] = (x[i] - mean) * scale + beta;
  }
}
template <typename T> std::vector<Form> batchNorms() {
  return {{kScalar, plainBatchNorm<T>}, {kVectors, batchNorm<Native<T>>}};
}
RIVALS_OF_REALS(batch_norm, batchNorms)

//===----------------------------------------------------------------------===//
// im2col, channels_last
//===----------------------------------------------------------------------===//

/// Rows of pixels, of which the inner ones are copied.
void im2col(const Call &call) {
  float *columns = call.buffer<float>(0);
  const float *image = call.buffer<float>(1);
  int64_t height = call.value<int>(2), width = call.value<int>(3);
  int64_t items = std::min<int64_t>(call.items(), call.value<int>(4));
  for (int64_t first = 0; first < items; first += width) {
    int64_t y = first / width % height, channel = first / (width * height);
    int64_t n = std::min(width, items - first);
    for (int ky = 0; ky < 3; ++ky) {
      int64_t row = y + ky - 1;
      bool isInside = row >= 0 && row < height;
      const float *from = image + (channel * height + row) * width;
      for (int kx = 0; kx < 3; ++kx) {
        float *__restrict to =
            columns + ((channel * 9 + ky * 3 + kx) * height + y) * width;
        if (!isInside) {
          std::fill(to, to + n, 0.0f);
          continue;
        }
        if (kx == 0)
          to[0] = 0;
        int64_t begin = kx == 0, end = std::min(n, width - (kx == 2));
        std::memcpy(to + begin, from + begin + kx - 1,
                    std::max<int64_t>(end - begin, 0) * sizeof(float));
        if (end < n)
          to[end] = 0;
      }
    }
  }
}
const Rivals im2cols("im2col", "", 0, {{kScalar, im2col}});

void plainChannelsLast(const Call &call) {
  int64_t plane = call.value<int>(2), items = call.items();
  for (int64_t first = 0; first < items; first += 3 * plane) {
    float *__restrict pixels = call.buffer<float>(0) + first;
    const float *planes = call.buffer<float>(1) + first;
    int64_t n = std::min(3 * plane, items - first);
    for (int64_t pixel = 0; pixel < n / 3; ++pixel)
      for (int channel = 0; channel < 3; ++channel)
        pixels[3 * pixel + channel] = planes[channel * plane + pixel];
    for (int64_t i = n - n % 3; i < n; ++i)
      pixels[i] = planes[i % 3 * plane + i / 3];
  }
}
void channelsLast(const Call &call) {
  using V = Native<float>;
  constexpr int L = lanesOf<float>();
  int64_t plane = call.value<int>(2), items = call.items();
  for (int64_t first = 0; first < items; first += 3 * plane) {
    float *pixels = call.buffer<float>(0) + first;
    const float *planes = call.buffer<float>(1) + first;
    int64_t n = std::min(3 * plane, items - first), pixel = 0;
    for (; pixel + L <= n / 3; pixel += L) {
      V channels[3];
      for (int channel = 0; channel < 3; ++channel)
        channels[channel] = loadAt<V>(planes + channel * plane + pixel);
      storeTransposed<3>(pixels + 3 * pixel, channels);
    }
    for (int64_t i = 3 * pixel; i < n; ++i)
      pixels[i] = planes[i % 3 * plane + i / 3];
  }
}
const Rivals channels("channels_last", "", 0,
                      {{kScalar, plainChannelsLast}, {kVectors, channelsLast}});
} // namespace
