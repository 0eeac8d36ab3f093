//===- Case.h - One row of the benchmark ------------------------*- C++ -*-===//
//
// A kernel at one size and type: its data, what it moves and computes, and the
// forms of it that compete. PIRCH's form is made from examples/kernels by the
// driver; the others are written here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_CASE_H
#define PIRCH_BENCHMARKS_CASE_H

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// A buffer of the kernel, by the name of its parameter.
struct Buffer {
  std::string name;
  int64_t elements;
  /// Added to uniform numbers in [0, 1) at every `diagonal`-th element of each
  /// block of `block`, so that factors stay small; 0 for none.
  int64_t block = 0, diagonal = 0;
  double shift = 0;
  bool isOutput = false, isInput = true;
  /// Bytes of an element where it is no floating-point number of the case.
  int64_t integerBytes = 0;
};

/// Computes groups `first` to `first + count` on buffers in the case's order.
using Run = std::function<void(void **buffers, int64_t first, int64_t count)>;

struct Form {
  std::string name;
  Run run;
};

struct Case {
  std::string kernel;
  bool isDouble = true;
  int64_t size = 0, groups = 0;
  std::vector<Buffer> buffers;
  std::map<std::string, double> scalars;
  /// Per group: what must at least cross memory, and operations on numbers.
  double bytes = 0, flops = 0;
  /// Share of the results that may be others than the reference's: where steps
  /// hang on comparisons of rounded numbers, forms that round otherwise go
  /// other ways.
  double mayDiffer = 0;
  /// The first one is the reference that all others must agree with.
  std::vector<Form> forms;
};

/// The case of a kernel, or null where there is none of this size. `groups` is
/// a wish: kernels whose work does not grow with the batch alone choose their
/// own.
using Factory = std::unique_ptr<Case> (*)(bool isDouble, int64_t size,
                                          int64_t groups);

std::unique_ptr<Case> makeGema(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeGemm(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeTrsv(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeLdus(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makePade(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeEnum(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeFrcg(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeReduce(bool isDouble, int64_t size, int64_t groups);
std::unique_ptr<Case> makeNbody(bool isDouble, int64_t size, int64_t groups);

/// Lanes of one register of the machine that this file is compiled for.
template <typename T> constexpr int lanesOf() {
#if defined(__AVX512F__)
  return 64 / sizeof(T);
#elif defined(__AVX__)
  return 32 / sizeof(T);
#else
  return 16 / sizeof(T);
#endif
}

template <typename T, int L> using Vec = T __attribute__((ext_vector_type(L)));

/// Call `Make<T, N>::make(case)` for a type and a size known at run time.
template <template <typename, int> class Make, int N = 4>
bool dispatch(Case &result) {
  if constexpr (N > 32) {
    return false;
  } else {
    if (result.size != N)
      return dispatch<Make, N + 4>(result);
    if (result.isDouble)
      Make<double, N>::make(result);
    else
      Make<float, N>::make(result);
    return true;
  }
}

template <template <typename, int> class Make>
std::unique_ptr<Case> makeCase(const char *kernel, bool isDouble, int64_t size,
                               int64_t groups) {
  auto result = std::make_unique<Case>();
  result->kernel = kernel;
  result->isDouble = isDouble;
  result->size = size;
  result->groups = groups;
  return dispatch<Make>(*result) ? std::move(result) : nullptr;
}

/// The buffers of a kernel that computes matrix C of matrices A and B, all of
/// `Elements` elements.
template <typename T, int Elements> void addMatrices(Case &result) {
  int64_t all = result.groups * Elements;
  result.buffers = {{"mat_c", all}, {"mat_a", all}, {"mat_b", all}};
  result.buffers[0].isOutput = true;
  result.buffers[0].isInput = false;
  result.bytes = 3.0 * Elements * sizeof(T);
}

/// A form of such a kernel: `form` gets C, A and B of the first group, and the
/// number of groups.
template <typename T, int Elements,
          void (*form)(T *, const T *, const T *, int64_t)>
void runOnMatrices(void **buffers, int64_t first, int64_t count) {
  form(static_cast<T *>(buffers[0]) + first * Elements,
       static_cast<T *>(buffers[1]) + first * Elements,
       static_cast<T *>(buffers[2]) + first * Elements, count);
}

/// One problem per lane: blocks of L problems of `elements` numbers are
/// interleaved, computed by `body(Vec *)`, and written back. `rest` takes the
/// problems that fill no block.
template <typename T, int L, int Elements, typename Body, typename Rest>
void interleaved(T *data, int64_t count, Body body, Rest rest) {
  int64_t m = 0;
  for (; m + L <= count; m += L) {
    Vec<T, L> lanes[Elements];
    T *block = data + m * Elements;
    for (int e = 0; e < Elements; ++e)
      for (int l = 0; l < L; ++l)
        lanes[e][l] = block[l * Elements + e];
    body(lanes);
    for (int e = 0; e < Elements; ++e)
      for (int l = 0; l < L; ++l)
        block[l * Elements + e] = lanes[e][l];
  }
  rest(data + m * Elements, count - m);
}

} // namespace bench

#endif // PIRCH_BENCHMARKS_CASE_H
