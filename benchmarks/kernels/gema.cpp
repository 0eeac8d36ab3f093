//===- gema.cpp - Matrix addition -----------------------------------------===//

#include "../Case.h"
#include <Eigen/Core>

using namespace bench;

namespace {
template <typename T, int N> struct Gema {
  static constexpr int kElements = N * N;

  static void plain(T *c, const T *a, const T *b, int64_t count) {
    for (int64_t i = 0; i < count * kElements; ++i)
      c[i] = a[i] + b[i];
  }

  static void eigen(T *c, const T *a, const T *b, int64_t count) {
    using Matrix = Eigen::Matrix<T, N, N, Eigen::RowMajor>;
    for (int64_t m = 0; m < count; ++m)
      Eigen::Map<Matrix>(c + m * kElements) =
          Eigen::Map<const Matrix>(a + m * kElements) +
          Eigen::Map<const Matrix>(b + m * kElements);
  }

  template <void (*form)(T *, const T *, const T *, int64_t)>
  static constexpr auto run = runOnMatrices<T, kElements, form>;

  static void make(Case &result) {
    addMatrices<T, kElements>(result);
    result.flops = kElements;
    result.forms = {{"C++", run<plain>}, {"Eigen", run<eigen>}};
  }
};
} // namespace

std::unique_ptr<Case> bench::makeGema(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Gema>("gema", isDouble, size, groups);
}
