//===- ldus_forms.h - LDUS as a user would write it by hand -----*- C++ -*-===//
//
// The rivals of examples/ldus.cl. All factor `count` row-major N x N matrices
// in place: strict lower triangle L, diagonal D, strict upper triangle U.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_LDUS_FORMS_H
#define PIRCH_BENCHMARKS_LDUS_FORMS_H

#include <cstdint>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

/// Plain loops, one matrix at a time.
template <typename T, int N> void ldusPlain(T *matrices, int64_t count) {
  for (int64_t m = 0; m < count; ++m) {
    T *a = matrices + m * N * N;
    for (int s = 0; s < N; ++s) {
      T pivot = a[s * N + s];
      for (int i = s + 1; i < N; ++i)
        a[i * N + s] /= pivot;
      for (int i = s + 1; i < N; ++i)
        for (int j = s + 1; j < N; ++j)
          a[i * N + j] -= a[i * N + s] * a[s * N + j];
      for (int j = s + 1; j < N; ++j)
        a[s * N + j] /= pivot;
    }
  }
}

/// One matrix per lane: blocks of L matrices are interleaved, factored by loops
/// that the compiler vectorizes over the batch, and written back.
template <typename T, int N, int L>
void ldusInterleaved(T *matrices, int64_t count) {
  int64_t m = 0;
  for (; m + L <= count; m += L) {
    alignas(64) T a[N * N][L];
    T *block = matrices + m * N * N;
    for (int l = 0; l < L; ++l)
      for (int e = 0; e < N * N; ++e)
        a[e][l] = block[l * N * N + e];
    for (int s = 0; s < N; ++s) {
      for (int i = s + 1; i < N; ++i)
        for (int l = 0; l < L; ++l)
          a[i * N + s][l] /= a[s * N + s][l];
      for (int i = s + 1; i < N; ++i)
        for (int j = s + 1; j < N; ++j)
          for (int l = 0; l < L; ++l)
            a[i * N + j][l] -= a[i * N + s][l] * a[s * N + j][l];
      for (int j = s + 1; j < N; ++j)
        for (int l = 0; l < L; ++l)
          a[s * N + j][l] /= a[s * N + s][l];
    }
    for (int l = 0; l < L; ++l)
      for (int e = 0; e < N * N; ++e)
        block[l * N * N + e] = a[e][l];
  }
  ldusPlain<T, N>(matrices + m * N * N, count - m);
}

#ifdef __AVX512F__
/// One row per register, by intrinsics, 8x8 doubles: every quotient is a
/// full-width division.
inline void ldusRows8(double *matrices, int64_t count) {
  for (int64_t m = 0; m < count; ++m) {
    double *a = matrices + m * 64;
    __m512d row[8];
    for (int i = 0; i < 8; ++i)
      row[i] = _mm512_loadu_pd(a + i * 8);
#pragma clang loop unroll(full)
    for (int s = 0; s < 8; ++s) {
      __m512i index = _mm512_set1_epi64(s);
      __m512d pivot = _mm512_permutexvar_pd(index, row[s]);
      __mmask8 right = static_cast<__mmask8>(0xfe << s);
#pragma clang loop unroll(full)
      for (int i = s + 1; i < 8; ++i) {
        row[i] = _mm512_mask_div_pd(row[i], 1 << s, row[i], pivot);
        __m512d factor = _mm512_permutexvar_pd(index, row[i]);
        row[i] = _mm512_mask3_fnmadd_pd(factor, row[s], row[i], right);
      }
      row[s] = _mm512_mask_div_pd(row[s], right, row[s], pivot);
    }
    for (int i = 0; i < 8; ++i)
      _mm512_storeu_pd(a + i * 8, row[i]);
  }
}

/// The same for 16x16 floats.
inline void ldusRows16(float *matrices, int64_t count) {
  for (int64_t m = 0; m < count; ++m) {
    float *a = matrices + m * 256;
    __m512 row[16];
    for (int i = 0; i < 16; ++i)
      row[i] = _mm512_loadu_ps(a + i * 16);
#pragma clang loop unroll(full)
    for (int s = 0; s < 16; ++s) {
      __m512i index = _mm512_set1_epi32(s);
      __m512 pivot = _mm512_permutexvar_ps(index, row[s]);
      __mmask16 right = static_cast<__mmask16>(0xfffe << s);
#pragma clang loop unroll(full)
      for (int i = s + 1; i < 16; ++i) {
        row[i] = _mm512_mask_div_ps(row[i], 1 << s, row[i], pivot);
        __m512 factor = _mm512_permutexvar_ps(index, row[i]);
        row[i] = _mm512_mask3_fnmadd_ps(factor, row[s], row[i], right);
      }
      row[s] = _mm512_mask_div_ps(row[s], right, row[s], pivot);
    }
    for (int i = 0; i < 16; ++i)
      _mm512_storeu_ps(a + i * 16, row[i]);
  }
}
#endif

#endif // PIRCH_BENCHMARKS_LDUS_FORMS_H
