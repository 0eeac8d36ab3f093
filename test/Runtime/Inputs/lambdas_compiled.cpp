// Kernels as lambdas and function objects, which compute the same with and
// without the plugin for Clang. Prints the results.
#include "pirch/for_groups.hpp"
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

template <typename T>
static void show(const char *name, const std::vector<T> &values) {
  std::printf("%s", name);
  for (T value : values)
    std::printf(" %.17g", double(value));
  std::printf("\n");
}

static std::vector<double> makeNumbers(int count) {
  std::vector<double> numbers(count);
  for (int index = 0; index < count; ++index)
    numbers[index] = index * 0.37 - 5;
  return numbers;
}

//===----------------------------------------------------------------------===//
// Listing 2 of the paper on PACXX: a reduction in memory of the group
//===----------------------------------------------------------------------===//

static float reduce(const std::vector<float> &input) {
  constexpr int size = 64;
  std::vector<float> output((input.size() + size - 1) / size);
  pirch::for_groups<size>(output.size(), [&](const auto &me) {
    pirch::group_array<float, size> sm(me);
    auto lid = me.local();
    auto gid = std::size_t(me.global());
    auto n = input.size();
    sm[lid] = gid < n ? input[gid] : 0;
    me.barrier();
    for (std::size_t s = me.size() / 2; s > 0; s >>= 1) {
      if (lid < s)
        sm[lid] += sm[lid + s];
      me.barrier();
    }
    if (lid == 0)
      output[me.group()] = sm[0];
  });
  float sum = 0;
  for (float part : output)
    sum += part;
  return sum;
}

//===----------------------------------------------------------------------===//
// Listings 5 and 6: forces between bodies, by an abstraction of the program
//===----------------------------------------------------------------------===//

struct data_t {
  float x, y, z, w;
};

template <std::size_t Size, typename VectorT, typename FunctionT>
static void for_each(const pirch::item &me, const VectorT &v, FunctionT func) {
  auto s = pirch::stage(v.size());
  pirch::group_array<typename VectorT::value_type, Size> sm(me);
  auto tidx = me.local();
  std::size_t trips = s / Size;
  for (std::size_t i = 0; i < trips; ++i) {
    sm[tidx] = v[i * Size + tidx];
    me.barrier();
    for (std::size_t j = 0; j < Size; ++j)
      func(sm[j]);
    me.barrier();
  }
  if (s % Size != 0)
    for (std::size_t j = trips * Size; j < s; ++j)
      func(v[j]);
}

#define sq(x) ((x) * (x))
#define cu(x) ((x) * (x) * (x))

static void moveBodies(const std::vector<data_t> &pos,
                       std::vector<data_t> &npos, std::vector<data_t> &vel) {
  constexpr std::size_t size = 16;
  constexpr float G = 0.5f, dt = 0.01f;
  auto nbody = [&, eps2 = 0.00125f](pirch::item me) {
    auto idx = std::size_t(me.global());
    bool disabled = idx >= pirch::stage(pos.size());
    data_t p = {}, v = {};
    if (!disabled)
      p = pos[idx];
    data_t a = {0.0f, 0.0f, 0.0f, 0.0f};
    data_t r = {0.0f, 0.0f, 0.0f, 0.0f};
    for_each<size>(me, pos, [&](auto elem) {
      r.x = p.x - elem.x;
      r.y = p.y - elem.y;
      r.z = p.z - elem.z;
      r.w = 1.0f / std::sqrt(sq(r.x) + sq(r.y) + sq(r.z) + eps2);
      a.w = G * elem.w * cu(r.w);
      a.x += a.w * r.x;
      a.y += a.w * r.y;
      a.z += a.w * r.z;
    });
    if (!disabled)
      v = vel[idx];
    p.x += v.x * dt + a.x * 0.5f * sq(dt);
    p.y += v.y * dt + a.y * 0.5f * sq(dt);
    p.z += v.z * dt + a.z * 0.5f * sq(dt);
    v.x += a.x * dt;
    v.y += a.y * dt;
    v.z += a.z * dt;
    if (!disabled) {
      vel[idx] = v;
      npos[idx] = p;
    }
  };
  pirch::for_groups<size>((pos.size() + size - 1) / size, nbody);
}

static void testBodies() {
  const int count = 100;
  std::vector<data_t> pos(count), npos(count), vel(count);
  for (int i = 0; i < count; ++i) {
    pos[i] = {i % 7 / 7.0f, i % 11 / 11.0f, i % 13 / 13.0f, 1};
    vel[i] = {i * 0.01f, 0, 0, 0};
  }
  moveBodies(pos, npos, vel);
  std::vector<float> all;
  for (const data_t &body : npos)
    all.insert(all.end(), {body.x, body.y, body.z});
  show("bodies", all);
}

//===----------------------------------------------------------------------===//
// Abstractions, templates and classes
//===----------------------------------------------------------------------===//

template <typename In, typename Out, typename FunctionT>
static void transform(const std::vector<In> &in, std::vector<Out> &out,
                      FunctionT function) {
  pirch::for_groups<8>((in.size() + 7) / 8, [&, function](auto me) {
    auto at = std::size_t(me.global());
    if (at < in.size())
      out[at] = function(in[at]);
  });
}

static void testTransform() {
  std::vector<double> in = makeNumbers(101), out(101);
  std::vector<int> numbers(101);
  double least = 2.5;
  std::array<double, 3> factors = {1, 2, 3};
  transform(in, out, [=](double x) {
    double y = 0;
    for (double factor : factors)
      y = y * x + factor;
    return std::max(x, least) + std::fabs(y) * std::min(1.0, x);
  });
  show("polynomials", out);
  transform(in, numbers, [](auto x) { return x > 0 ? int(x) % 7 : -1; });
  show("integers", numbers);
}

class Scale {
public:
  explicit Scale(double factor) : factor(factor) {}
  double operator()(double x) const { return x * factor + bias; }

private:
  double factor;
  double bias = 0.5;
};

/// A function object, in which others are.
struct ScaleAll {
  static constexpr double kOffset = 0.25;
  double *to;
  const double *from;
  Scale scale;
  void operator()(pirch::item me) const {
    to[me.global()] = scale(from[me.global()]) + this->kOffset;
  }
};

struct Grid {
  std::vector<double> data;
  int width;
  void raise(double by) {
    pirch::for_groups<4>(width, [&, this](const pirch::item &me) {
      data[me.global()] += by * width;
    });
  }
};

template <typename T> struct Sum {
  T value{};
  Sum &operator+=(T x) {
    value += x;
    return *this;
  }
};

enum class Mode { plus, minus };

struct Settings {
  double k;
  int count;
  float factors[3];
  bool flips;
};

static void testObjects() {
  std::vector<double> from = makeNumbers(80), to(80);
  pirch::for_groups<8>(10, ScaleAll{to.data(), from.data(), Scale(3)});
  show("object", to);
  Grid grid{std::vector<double>(40, 1), 10};
  grid.raise(0.5);
  show("this", grid.data);
  Settings settings = {1.5, 7, {1, 2, 3}, true};
  Mode mode = Mode::minus;
  pirch::for_groups<8>(10, [=, &from, &to](pirch::item me) {
    double x = from[me.global()];
    for (int i = 0; i < settings.count; ++i) {
      x = x * 0.5 + settings.factors[i % 3] * settings.k;
      if (x > 100)
        break;
      if (i == 3)
        continue;
      x += 1;
    }
    switch (mode) {
    case Mode::plus:
      x += 1;
      break;
    case Mode::minus:
      x -= 1;
      break;
    }
    Sum<double> sum;
    (sum += x) += 2;
    to[me.global()] = settings.flips ? -sum.value : sum.value;
  });
  show("settings", to);
}

/// An aggregate with a base and several members, of which one is a pointer.
struct Named {
  int name;
};
struct Row : Named {
  const double *values;
  double first;
  double second;
};

/// Objects that lists initialize, and what tells Clang which case is likely.
static void testLists() {
  std::vector<double> from = makeNumbers(80), to(80);
  pirch::for_groups<8>(10, [&](pirch::item me) {
    auto i = me.global();
    Row row{{int(i) * 3}, from.data() + me.group() * 8, from[i] * 2, 0.5};
    double sum = row.values[me.local()] + row.first * row.second;
    if (__builtin_expect(row.name > 100, false))
      sum += row.name;
    to[i] = sum;
  });
  show("lists", to);
}

static const double table[4] = {1, 2, 4, 8};
constexpr double kFactor = 1.25;

template <int Degree> struct Polynomial {
  static double at(double x, const double *factors) {
    if constexpr (Degree == 0)
      return factors[0];
    else
      return Polynomial<Degree - 1>::at(x, factors) * x + factors[Degree];
  }
};

static double distance(double a, double b = 2) {
  if (a > b)
    return a - b;
  return b - a;
}

static void testLanguage() {
  std::vector<double> a = makeNumbers(80), b(80);
  double factors[4] = {0.1, 0.2, 0.3, 0.4};
  pirch::for_groups<8>(10, [&](pirch::item me) {
    auto i = me.global();
    double x = a[i], c = 0;
    for (double each : table)
      c = c * 0.5 + each;
    auto twice = [](auto function, double y) { return function(function(y)); };
    auto mix = [&x, c](double y) { return distance(y, c) + x * kFactor; };
    double local[3] = {x, x + 1, x + 2};
    double &second = local[1];
    second *= 2;
    double *pointer = local;
    pointer += 2;
    *pointer = -1;
    std::swap(local[0], local[2]);
    auto r = Polynomial<3>::at(x, factors) + twice(mix, x) + local[0] +
             local[1] * local[2] + distance(distance(x, 1), distance(1, x));
    bool isPositive = x > 0, isOdd = i % 2;
    r += isPositive && !isOdd ? 1.0 : isPositive || isOdd ? 2.0 : 3.0;
    int k = int(i);
    k <<= 2;
    k ^= 5;
    unsigned u = k;
    u /= 3;
    r += k % 7 - double(u);
    r += std::floor(x) + std::sqrt(std::abs(x)) + std::fma(x, 2.0, 1.0) +
         (std::isnan(x) ? 1 : 0) + std::copysign(1.0, x);
    if (std::isinf(r))
      r = std::numeric_limits<double>::infinity();
    b[i] = std::clamp(r, -1000.0, 1000.0);
  });
  show("language", b);
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

template <std::size_t Size> static void testExchanges() {
  std::vector<double> a = makeNumbers(5 * Size), b(5 * Size);
  pirch::for_groups<Size>(5, [&](pirch::item me) {
    double x = a[me.global()];
    auto local = std::int64_t(me.local());
    bool isLarge = x > 10;
    b[me.global()] = me.shuffle(x, local * -7 - 1) + me.reduce_add(x) +
                     me.any(isLarge) + 2 * me.all(isLarge) + me.reduce_max(x) -
                     me.reduce_min(int(local)) + me.shuffle(float(x), 3) +
                     me.shuffle(me.group(), local * 5) +
                     me.shuffle(isLarge, local + 1);
  });
  show("exchanges", b);
}

/// Buffers that overlap, or are not there, are none for compiled kernels.
static void testOverlaps() {
  std::vector<double> a = makeNumbers(80);
  double *first = a.data(), *second = a.data() + 1, *none = nullptr;
  pirch::for_groups<8>(4, [=](pirch::item me) {
    second[me.global()] = first[me.global()] + 1;
  });
  pirch::for_groups<8>(1, [=](pirch::item me) {
    if (me.group() > 0)
      none[me.global()] = first[me.global()];
    first[me.global()] = 3;
  });
  show("overlaps", a);
}

int main() {
  std::vector<float> numbers(1000);
  for (int index = 0; index < 1000; ++index)
    numbers[index] = (index * 37 % 101) / 7.0f;
  show("reduction", std::vector<float>{reduce(numbers)});
  testBodies();
  testTransform();
  testObjects();
  testLists();
  testLanguage();
  testExchanges<8>();
  testExchanges<6>();
  testExchanges<1>();
  testOverlaps();
}
