//===- scenes.cpp - Rivals on points, rays, bodies and images -------------===//

#include "../PerItem.h"
#include "../Rows.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// knn4
//===----------------------------------------------------------------------===//

struct Knn4 {
  static constexpr int kNearest = 4, kPoints = 32;
  template <typename I, typename V, typename T>
  static void run(I *index, V *distance, const V *query, const T *point) {
    using Index = IndexOf<V>;
    V best[kNearest];
    Index at[kNearest];
    for (int k = 0; k < kNearest; ++k) {
      best[k] = V(INFINITY);
      at[k] = Index(-1);
    }
    for (int j = 0; j < kPoints; ++j) {
      V dx = point[2 * j] - query[0], dy = point[2 * j + 1] - query[1];
      insert(best, at, V(dx * dx + dy * dy), Index(j));
    }
    for (int k = 0; k < kNearest; ++k) {
      index[k] = convert<int>(at[k]);
      distance[k] = best[k];
    }
  }

private:
  template <typename V, typename Index>
  static void insert(V *best, Index *at, V d, Index j) {
    int k = kNearest - 1;
    if constexpr (Traits<V>::lanes == 1) {
      if (d >= best[k])
        return;
      for (; k > 0 && best[k - 1] > d; --k) {
        best[k] = best[k - 1];
        at[k] = at[k - 1];
      }
      best[k] = d;
      at[k] = j;
    } else {
      // Every place takes its neighbour's point, the new one or none.
#pragma clang loop unroll(full)
      for (; k > 0; --k) {
        Index here = select(d < best[k], j, at[k]);
        at[k] = select(d < best[k - 1], at[k - 1], here);
        best[k] = least(best[k], greatest(best[k - 1], d));
      }
      at[0] = select(d < best[0], j, at[0]);
      best[0] = least(best[0], d);
    }
  }
};
template <typename T> std::vector<Form> neighbours() {
  return perItemSideBySide<T, Knn4, Out<int, 4>, Out<T, 4>, In<T, 2>,
                           Shared<T>>();
}
RIVALS_OF_REALS(knn4, neighbours)

//===----------------------------------------------------------------------===//
// point_in_polygon
//===----------------------------------------------------------------------===//

struct PointInPolygon {
  template <typename B, typename V, typename T>
  static void run(B *inside, const V *px, const V *py, const T *corner, int n) {
    V x = px[0], y = py[0];
    using M = decltype(x < y);
    M isInside(0);
    T xj = corner[2 * n - 2], yj = corner[2 * n - 1];
    M wasAbove = V(yj) > y;
    for (int i = 0; i < n; ++i) {
      T xi = corner[2 * i], yi = corner[2 * i + 1];
      M isAbove = V(yi) > y;
      M isLeft = x < V((xj - xi) * (y - yi) / (yj - yi) + xi);
      isInside ^= M((isAbove ^ wasAbove) & isLeft);
      wasAbove = isAbove;
      xj = xi;
      yj = yi;
    }
    inside[0] = convert<uint8_t>(isInside) & 1;
  }
};
/// The slopes of the edges are computed once, which rounds otherwise.
template <typename V> void polygonBySlopes(const Call &call) {
  using T = ElementOf<V>;
  struct Edge {
    T x, y, slope;
  };
  const T *corner = call.buffer<T>(3);
  int n = call.value<int>(4);
  std::vector<Edge> edges(n);
  for (int i = 0, j = n - 1; i < n; j = i++)
    edges[i] = {corner[2 * i], corner[2 * i + 1],
                (corner[2 * j] - corner[2 * i]) /
                    (corner[2 * j + 1] - corner[2 * i + 1])};
  const T *px = call.buffer<T>(1), *py = call.buffer<T>(2);
  uint8_t *inside = call.buffer<uint8_t>(0);
  eachBlock<V>(call.items(), [=, &edges](int64_t g, auto null) {
    using W = decltype(null);
    W x = loadAt<W>(px + g), y = loadAt<W>(py + g);
    using M = decltype(x < y);
    M isInside(0), wasAbove = W(edges.back().y) > y;
    for (const Edge &edge : edges) {
      M isAbove = W(edge.y) > y;
      M isLeft = x < W(edge.slope * (y - edge.y) + edge.x);
      isInside ^= M((isAbove ^ wasAbove) & isLeft);
      wasAbove = isAbove;
    }
    Lanes<uint8_t, Traits<W>::lanes> result = convert<uint8_t>(isInside) & 1;
    std::memcpy(inside + g, &result, sizeof(result));
  });
}
template <typename T> std::vector<Form> polygons() {
  auto forms = perItemSideBySide<T, PointInPolygon, Out<uint8_t, 1>, In<T, 1>,
                                 In<T, 1>, Shared<T>, Value<int>>();
  forms.push_back({"slopes", polygonBySlopes<Native<T>>});
  forms.push_back(
      {"slopes side by side", polygonBySlopes<Lanes<T, 2 * lanesOf<T>()>>});
  return forms;
}
RIVALS_OF_REALS(point_in_polygon, polygons)

//===----------------------------------------------------------------------===//
// ray_march
//===----------------------------------------------------------------------===//

struct RayMarch {
  static constexpr int kSteps = 32;
  static constexpr float kNear = 1e-3f, kFar = 8;

  template <typename V> static void startRay(V *ray, const V *direction) {
    V x = direction[0] - 0.5f, y = direction[1] - 0.5f;
    V scale = V(1) / vsqrt(V(x * x + y * y + 1));
    ray[0] = x * scale;
    ray[1] = y * scale;
    ray[2] = scale;
  }
  /// This is the distance to what is nearest, a ball or a ring.
  template <typename V> static V distanceAt(V x, V y, V z) {
    V ballX = x - 0.3f, ballY = y - 0.1f, ballZ = z - 2.5f, ringZ = z - 3;
    V ball = vsqrt(V(ballX * ballX + ballY * ballY + ballZ * ballZ)) - 0.7f;
    V across = vsqrt(V(x * x + ringZ * ringZ)) - 1;
    return least(ball, V(vsqrt(V(across * across + y * y)) - 0.25f));
  }
  template <typename V> static void run(V *depth, const V *direction) {
    V ray[3], t(0);
    startRay(ray, direction);
    auto isGoing = t == t;
    for (int i = 0; i < kSteps; ++i) {
      V step = distanceAt(V(ray[0] * t), V(ray[1] * t), V(ray[2] * t));
      isGoing &= step >= V(kNear);
      if (!anyOf(isGoing))
        break;
      t = select(isGoing, V(t + step), t);
      t = select(t > V(kFar), V(-1), t);
      isGoing &= t >= V(0);
    }
    depth[0] = t;
  }
};
#ifdef __AVX512F__
/// These are rays on their way, in the lanes of a vector.
struct RayLanes {
  using V = Vec<float, 16>;
  using I = Vec<int, 16>;
  __m512 ray[3] = {}, t = {};
  __m512i which = {}, left = {};
  __mmask16 going = 0;

  /// Lanes whose rays have ended take the next ones; this returns how many.
  template <int N> int fill(const float (&starts)[3][N], int next, int count) {
    __mmask16 idle = ~going;
    for (int axis = 0; axis < 3; ++axis)
      ray[axis] = _mm512_mask_expand_ps(ray[axis], idle,
                                        _mm512_loadu_ps(starts[axis] + next));
    which = _mm512_mask_expand_epi32(which, idle, __m512i(I(iota<I>() + next)));
    t = _mm512_mask_mov_ps(t, idle, _mm512_setzero_ps());
    left =
        _mm512_mask_mov_epi32(left, idle, _mm512_set1_epi32(RayMarch::kSteps));
    going |=
        _mm512_mask_cmplt_epi32_mask(idle, which, _mm512_set1_epi32(count));
    return __builtin_popcount(idle);
  }
  void step(float *depth) {
    V x = V(ray[0]) * V(t), y = V(ray[1]) * V(t), z = V(ray[2]) * V(t);
    __m512 distance(RayMarch::distanceAt(x, y, z));
    __mmask16 goes = _mm512_mask_cmp_ps_mask(
        going, distance, _mm512_set1_ps(RayMarch::kNear), _CMP_GE_OQ);
    t = _mm512_mask_add_ps(t, goes, t, distance);
    __mmask16 isFar = _mm512_mask_cmp_ps_mask(
        goes, t, _mm512_set1_ps(RayMarch::kFar), _CMP_GT_OQ);
    t = _mm512_mask_mov_ps(t, isFar, _mm512_set1_ps(-1));
    left = _mm512_sub_epi32(left, _mm512_set1_epi32(1));
    goes = _mm512_mask_test_epi32_mask(goes & ~isFar, left, left);
    if (going != goes)
      _mm512_mask_i32scatter_ps(depth, going & ~goes, which, t, 4);
    going = goes;
  }
};
/// Few lanes wait for the slowest ray of their vector. Several vectors are on
/// their way at a time, from a chunk of rays.
void marchRefilled(const Call &call) {
  using V = RayLanes::V;
  constexpr int L = 16, Chunk = 4096, Full = 12, Sets = 4;
  for (int64_t first = 0; first < call.items(); first += Chunk) {
    int count =
        static_cast<int>(std::min<int64_t>(Chunk, call.items() - first));
    const float *direction = call.buffer<float>(1) + 2 * first;
    float starts[3][Chunk + L * Sets + L];
    for (int i = 0; i < count; i += L) {
      V rows[2], fields[2], ray[3];
      for (int half = 0; half < 2; ++half)
        rows[half] = loadPart<V>(direction + 2 * i + half * L,
                                 2 * (count - i) - half * L, V(0));
      deinterleave<2>(rows, fields);
      RayMarch::startRay(ray, fields);
      for (int axis = 0; axis < 3; ++axis)
        storeAt(starts[axis] + i, ray[axis]);
    }
    RayLanes sets[Sets];
    for (int next = 0, going = 1; going;) {
      going = 0;
      for (RayLanes &set : sets) {
        if (next < count && __builtin_popcount(set.going) <= Full)
          next += set.fill(starts, next, count);
        set.step(call.buffer<float>(0) + first);
        going |= set.going;
      }
    }
  }
}
#endif
std::vector<Form> marches() {
  auto forms =
      perItemSideBySide<float, RayMarch, Out<float, 1>, In<float, 2>>();
#ifdef __AVX512F__
  forms.push_back({"lanes refilled", marchRefilled});
#endif
  return forms;
}
const Rivals rays("ray_march", "float", 0, marches());

//===----------------------------------------------------------------------===//
// bvh_stack
//===----------------------------------------------------------------------===//

struct Boxes {
  static constexpr int kNodes = 31, kLeaves = 15;
  float low[kNodes], high[kNodes];

  explicit Boxes(const Call &call) {
    for (int node = 0; node < kNodes; ++node) {
      low[node] = call.buffer<float>(2)[node] * 0.5f;
      high[node] = 0.5f + 0.5f * call.buffer<float>(3)[node];
    }
  }
  bool has(int node, float x) const {
    return x >= low[node] && x <= high[node];
  }
  /// Subtrees are left out where none of the lanes in `parent` lies in a box
  /// only if `Skips`: with many lanes that seldom happens.
  template <int Node, bool Skips, typename V, typename M>
  __attribute__((always_inline)) void visit(V x, M parent, M &hits) const {
    M isIn = parent & (x >= V(low[Node])) & (x <= V(high[Node]));
    if (Skips && !anyOf(isIn))
      return;
    if constexpr (Node >= kLeaves) {
      // A lane that is true is -1.
      hits -= isIn;
    } else {
      visit<2 * Node + 1, Skips>(x, isIn, hits);
      visit<2 * Node + 2, Skips>(x, isIn, hits);
    }
  }
};
void plainBvh(const Call &call) {
  Boxes boxes(call);
  int *__restrict hits = call.buffer<int>(0);
  const float *x = call.buffer<float>(1);
  for (int64_t i = 0; i < call.items(); ++i) {
    int stack[8], top = 1, count = 0;
    stack[0] = 0;
    while (top > 0) {
      int node = stack[--top];
      if (!boxes.has(node, x[i]))
        continue;
      if (node >= Boxes::kLeaves) {
        ++count;
        continue;
      }
      stack[top++] = 2 * node + 2;
      stack[top++] = 2 * node + 1;
    }
    hits[i] = count;
  }
}
/// All lanes go through the whole tree, with a mask of those in the boxes.
template <int L, bool Skips> void bvhByMasks(const Call &call) {
  using V = Vec<float, L>;
  using I = Vec<int, L>;
  Boxes boxes(call);
  int *hits = call.buffer<int>(0);
  const float *x = call.buffer<float>(1);
  int64_t i = 0, n = call.items();
  auto count = [&](V at) {
    I result(0);
    boxes.visit<0, Skips>(at, I(-1), result);
    return result;
  };
  for (; i + L <= n; i += L)
    storeAt(hits + i, count(loadAt<V>(x + i)));
  if (i < n)
    storePart(hits + i, n - i, count(loadPart<V>(x + i, n - i, V(0))));
}
const Rivals bvhs("bvh_stack", "float", 0,
                  {{kScalar, plainBvh},
                   {kVectors, bvhByMasks<lanesOf<float>(), false>},
                   {"skipping subtrees", bvhByMasks<lanesOf<float>(), true>}});

//===----------------------------------------------------------------------===//
// three_body
//===----------------------------------------------------------------------===//

/// Each pair of bodies is computed once.
struct ThreeBody {
  template <typename V, typename T> static void run(V *s, T dt) {
    V p[3][2], v[3][2];
    for (int b = 0; b < 3; ++b)
      for (int d = 0; d < 2; ++d) {
        p[b][d] = s[4 * b + d] + T(b);
        v[b][d] = s[4 * b + 2 + d];
      }
    for (int step = 0; step < 8; ++step) {
      V a[3][2];
      for (V(&sum)[2] : a)
        sum[0] = sum[1] = V(0);
#pragma clang loop unroll(full)
      for (int i = 0; i < 2; ++i)
#pragma clang loop unroll(full)
        for (int j = i + 1; j < 3; ++j) {
          V dx = p[j][0] - p[i][0], dy = p[j][1] - p[i][1];
          V r2 = dx * dx + dy * dy + T(0.01);
          V inverse = V(1) / (r2 * vsqrt(r2));
          a[i][0] += dx * inverse;
          a[i][1] += dy * inverse;
          a[j][0] -= dx * inverse;
          a[j][1] -= dy * inverse;
        }
      for (int b = 0; b < 3; ++b)
        for (int d = 0; d < 2; ++d) {
          v[b][d] += dt * a[b][d];
          p[b][d] += dt * v[b][d];
        }
    }
    for (int b = 0; b < 3; ++b)
      for (int d = 0; d < 2; ++d) {
        s[4 * b + d] = p[b][d];
        s[4 * b + 2 + d] = v[b][d];
      }
  }
};
template <typename T> std::vector<Form> threeBodies() {
  return perItemSideBySide<T, ThreeBody, InOut<T, 12>, Value<T>>();
}
RIVALS_OF_REALS(three_body, threeBodies)

//===----------------------------------------------------------------------===//
// erode_rows
//===----------------------------------------------------------------------===//

template <typename V> V leastOf3(V a, V b, V c) {
  return least(least(a, b), c);
}

struct Image {
  uint8_t *out;
  const uint8_t *in;
  int64_t width, height;

  void keepBorders(int64_t y) const {
    for (int64_t i : {y * width, (y + 1) * width - 1})
      out[i] = in[i];
  }
  uint8_t pixel(int64_t i) const {
    int64_t x = i % width;
    if (x == 0 || x == width - 1)
      return in[i];
    uint8_t result = 255;
    for (int64_t row : {i - width, i, i + width})
      result = least(result, leastOf3(in[row - 1], in[row], in[row + 1]));
    return result;
  }
};
/// This calls `inner(image, first, end)` for the whole rows of inner pixels,
/// and sees to all others.
template <typename Inner> void erode(const Call &call, Inner inner) {
  Image image{call.buffer<uint8_t>(0), call.buffer<uint8_t>(1),
              call.value<int>(2), call.value<int>(3)};
  int64_t items = call.items(), width = image.width, last = image.height - 1;
  int64_t end = std::max<int64_t>(1, std::min(last, items / width));
  int64_t i = std::min(width, items);
  std::memcpy(image.out, image.in, i);
  if (end > 1)
    inner(image, 1, end);
  for (i = std::min(end * width, items); i < std::min(items, last * width); ++i)
    image.out[i] = image.pixel(i);
  std::memcpy(image.out + i, image.in + i, items - i);
}
/// The least of each column comes before the least of three columns. Borders
/// are computed like others first, so that loops are as long as rows, which may
/// be too short for more than a vector at a time.
void plainErode(const Call &call) {
  erode(call, [](const Image &image, int64_t first, int64_t end) {
    int64_t width = image.width;
    std::vector<uint8_t> columns(width + 2, 255);
    uint8_t *__restrict lowest = columns.data() + 1;
    for (int64_t y = first; y < end; ++y) {
      const uint8_t *here = image.in + y * width;
      uint8_t *__restrict out = image.out + y * width;
#pragma clang loop interleave_count(1)
      for (int64_t x = 0; x < width; ++x)
        lowest[x] = leastOf3(here[x - width], here[x], here[x + width]);
#pragma clang loop interleave_count(1)
      for (int64_t x = 0; x < width; ++x)
        out[x] = leastOf3(lowest[x - 1], lowest[x], lowest[x + 1]);
      image.keepBorders(y);
    }
  });
}
/// Strips as wide as a vector are eroded from top to bottom, so that the least
/// of three columns is computed once for each row.
void erodeStrips(const Call &call) {
  using V = Native<uint8_t>;
  constexpr int L = lanesOf<uint8_t>();
  erode(call, [](const Image &image, int64_t first, int64_t end) {
    int64_t width = image.width;
    auto strip = [=](int64_t x, auto access) {
      auto across = [=](int64_t y) {
        const uint8_t *at = image.in + y * width + x;
        return leastOf3(access.load(at - 1, V(0)), access.load(at, V(0)),
                        access.load(at + 1, V(0)));
      };
      V above = across(first - 1), here = across(first);
      for (int64_t y = first; y < end; ++y) {
        V below = across(y + 1);
        access.store(image.out + y * width + x, leastOf3(above, here, below));
        if (x == 1)
          image.keepBorders(y);
        above = here;
        here = below;
      }
    };
    // The last strip overlaps the one before.
    int64_t inner = width - 2, x = 1;
    for (; x + L <= width - 1; x += L)
      strip(x, Whole());
    if (x < width - 1 && inner >= L)
      strip(width - 1 - L, Whole());
    else if (x < width - 1)
      strip(x, Part{inner});
  });
}
const Rivals erosions("erode_rows", "", 0,
                      {{kScalar, plainErode}, {kVectors, erodeStrips}});
} // namespace
