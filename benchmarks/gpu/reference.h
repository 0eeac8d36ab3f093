//===- reference.h - What the kernels compute, in plain C++ -----*- C++ -*-===//
//
// Each function computes one work group of a kernel of examples/kernels, one
// number after the other, in the precision T. They are there to check GPU code
// against, so they say what is meant and leave out how it is distributed.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GPU_REFERENCE_H
#define PIRCH_BENCHMARKS_GPU_REFERENCE_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace reference {

/// C = A + B.
template <typename T>
void gema(T *matC, const T *matA, const T *matB, int size, int64_t group) {
  int64_t elements = int64_t(size) * size;
  for (int64_t i = group * elements; i < (group + 1) * elements; ++i)
    matC[i] = matA[i] + matB[i];
}

/// C = A B.
template <typename T>
void gemm(T *matC, const T *matA, const T *matB, int size, int64_t group) {
  int64_t first = group * size * size;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      T sum = 0;
      for (int k = 0; k < size; ++k)
        sum += matA[first + i * size + k] * matB[first + k * size + j];
      matC[first + i * size + j] = sum;
    }
}

/// A = L D U in place, after `shift` was added to A's diagonal.
template <typename T> void ldus(T *matA, T shift, int size, int64_t group) {
  T *a = matA + group * size * size;
  for (int i = 0; i < size; ++i)
    a[i * size + i] += shift;
  for (int s = 0; s < size; ++s) {
    T pivot = a[s * size + s];
    for (int i = s + 1; i < size; ++i)
      a[i * size + s] /= pivot;
    for (int i = s + 1; i < size; ++i)
      for (int j = s + 1; j < size; ++j)
        a[i * size + j] -= a[i * size + s] * a[s * size + j];
    for (int j = s + 1; j < size; ++j)
      a[s * size + j] /= pivot;
  }
}

/// L U x = b, x in place of b.
template <typename T>
void trsv(T *vecB, const T *matLu, T shift, int size, int64_t group) {
  T *x = vecB + group * size;
  const T *lu = matLu + group * size * size;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= lu[i * size + j] * x[j];
  for (int i = size - 1; i >= 0; --i) {
    for (int j = size - 1; j > i; --j)
      x[i] -= lu[i * size + j] * x[j];
    x[i] /= lu[i * size + i] + shift;
  }
}

/// Gradients of a Pade activation unit: of each input, and summed up for each
/// of the ten coefficients.
template <typename T>
void pade(T *gradX, T *gradCoef, const T *x, const T *gradOut, const T *num,
          const T *den, T mean, int count, int size, int64_t group) {
  for (int item = 0; item < size; ++item) {
    T sums[10] = {};
    for (int i = 0; i < count; ++i) {
      int64_t at = (group * count + i) * size + item;
      T t = x[at] - mean, g = gradOut[at];
      T powers[6] = {1};
      for (int j = 1; j < 6; ++j)
        powers[j] = powers[j - 1] * t;
      T p = 0, dp = 0, a = 0, da = 0;
      for (int j = 5; j >= 0; --j)
        p += num[j] * powers[j];
      for (int j = 5; j >= 1; --j)
        dp += j * num[j] * powers[j - 1];
      for (int k = 4; k >= 1; --k) {
        a += den[k - 1] * powers[k];
        da += k * den[k - 1] * powers[k - 1];
      }
      T sign = a < 0 ? -1 : 1, q = 1 + std::fabs(a);
      gradX[at] = g * (dp / q - sign * da * p / (q * q));
      for (int j = 0; j < 6; ++j)
        sums[j] += g * powers[j] / q;
      for (int k = 1; k <= 4; ++k)
        sums[5 + k] -= g * sign * powers[k] * p / (q * q);
    }
    for (int j = 0; j < 10; ++j)
      gradCoef[(group * 10 + j) * size + item] = sums[j];
  }
}

/// The best of 1024 assignments of ten variables that meets eight constraints;
/// of equally good ones the first. Products with 0 and 1 are exact and sums
/// have one order, so results are the same to the last bit with fused and with
/// separate operations.
template <typename T>
void enumerate(T *best, int32_t *bestX, const T *obj, const T *matD,
               const T *rhs, T slack, int tries, int size, int64_t group) {
  constexpr int kVariables = 10, kConstraints = 8;
  for (int item = 0; item < size; ++item) {
    auto sumOfChosen = [&](const T *row, int bits) {
      T sum = 0;
      for (int j = 0; j < kVariables; ++j)
        if (bits >> j & 1)
          sum += row[j * size + item];
      return sum;
    };
    T most = -1;
    int32_t mostX = 0;
    for (int bits = 0; bits < tries; ++bits) {
      T value = sumOfChosen(obj + group * kVariables * size, bits);
      bool isBetter = value > most;
      for (int i = 0; i < kConstraints && isBetter; ++i) {
        int64_t row = group * kConstraints + i;
        isBetter = sumOfChosen(matD + row * kVariables * size, bits) <=
                   rhs[row * size + item] + slack;
      }
      if (isBetter) {
        most = value;
        mostX = bits;
      }
    }
    best[group * size + item] = most;
    bestX[group * size + item] = mostX;
  }
}

/// (a - x)^2 + b (y - x^2)^2
template <typename T> T rosenbrock(T a, T b, T x, T y) {
  T u = a - x, v = std::fma(-x, x, y);
  return std::fma(u, u, b * (v * v));
}

/// Conjugate gradients on a Rosenbrock function for each work item. Which step
/// length wins can hang on the last bit, and everything after that on the
/// winner: products and sums are fused here where OpenCL C contracts them, so
/// that both go the same way.
template <typename T>
void frcg(T *point, T *value, const T *param, int64_t items, int steps,
          int halvings, int size, int64_t group) {
  for (int64_t item = group * size; item < (group + 1) * size; ++item) {
    T a = param[item], b = param[items + item];
    T x = point[item], y = point[items + item];
    T f = rosenbrock(a, b, x, y), dirX = 0, dirY = 0, norm = 0;
    for (int step = 0; step < steps; ++step) {
      T v = std::fma(-x, x, y);
      T gradX = std::fma(T(-2), a - x, -(4 * b * x * v));
      T gradY = 2 * b * v;
      T newNorm = std::fma(gradX, gradX, gradY * gradY);
      T beta = norm > 0 ? newNorm / norm : T(0);
      dirX = std::fma(beta, dirX, -gradX);
      dirY = std::fma(beta, dirY, -gradY);
      T length = 1, best = 0, bestF = f;
      for (int k = 0; k < halvings; ++k) {
        T there = rosenbrock(a, b, std::fma(length, dirX, x),
                             std::fma(length, dirY, y));
        if (there < bestF) {
          bestF = there;
          best = length;
        }
        length /= 2;
      }
      x = std::fma(best, dirX, x);
      y = std::fma(best, dirY, y);
      f = bestF;
      norm = best > 0 ? newNorm : T(0);
    }
    point[item] = x;
    point[items + item] = y;
    value[item] = f;
  }
}

/// The sum of the group's share of an array: 4 x size elements at a time.
template <typename T>
void reduce(T *partial, const T *array, int64_t n, int64_t groups, int size,
            int64_t group) {
  int64_t chunk = 4 * size;
  T total = 0;
  for (int64_t first = group * chunk; first < n; first += groups * chunk)
    for (int64_t at = first; at < std::min(first + chunk, n); ++at)
      total += array[at];
  partial[group] = total;
}

/// A time step of the group's bodies under the gravity of all n.
template <typename T>
void nbody(T *newPos, T *newVel, const T *pos, const T *vel, int64_t n, T eps2,
           T dt, int size, int64_t group) {
  for (int64_t i = group * size; i < std::min((group + 1) * size, n); ++i) {
    T acc[3] = {};
    for (int64_t j = 0; j < n; ++j) {
      T distance[3], r2 = eps2;
      for (int d = 0; d < 3; ++d) {
        distance[d] = pos[d * n + j] - pos[d * n + i];
        r2 += distance[d] * distance[d];
      }
      T weight = pos[3 * n + j] / (r2 * std::sqrt(r2));
      for (int d = 0; d < 3; ++d)
        acc[d] += weight * distance[d];
    }
    for (int d = 0; d < 3; ++d) {
      newVel[d * n + i] = vel[d * n + i] + dt * acc[d];
      newPos[d * n + i] = pos[d * n + i] + dt * newVel[d * n + i];
    }
  }
}

} // namespace reference

#endif // PIRCH_BENCHMARKS_GPU_REFERENCE_H
