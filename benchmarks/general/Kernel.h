//===- Kernel.h - A kernel of the benchmark and its data --------*- C++ -*-===//

#ifndef PIRCH_BENCHMARKS_GENERAL_KERNEL_H
#define PIRCH_BENCHMARKS_GENERAL_KERNEL_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Runner/Npy.h"
#include <map>
#include <memory>

namespace bench::general {

/// A source with what its comment lines `// bench: ...` and `// pirch-run: ...`
/// say about it.
struct Kernel {
  std::string name, file, source;
  /// The class of kernels that it belongs to, and which half of the benchmark:
  /// A, written before the compiler was changed for it, or B.
  std::string kind, half;
  /// What REAL may be; one empty string where the kernel has no REAL.
  std::vector<std::string> types;
  /// Bounds of the random numbers that a parameter gets, or its value.
  std::map<std::string, std::pair<double, double>> ranges;
  /// How far results may be apart in f32, relative to the greater of 1 and the
  /// expected value; in f64 a hundred-thousandth of it.
  double tolerance = 1e-4;
  /// The share of results that may be further apart: where a comparison of
  /// rounded numbers decides, forms that round otherwise go other ways.
  double mayDiffer = 0;

  static llvm::Expected<Kernel> read(llvm::StringRef file);
};

/// One array for each parameter.
using Data = std::vector<pirch::Array>;

/// Data of `groups` groups, by the specifications `NAME=SPEC` of the source.
llvm::Expected<Data> makeData(const Kernel &kernel,
                              const pirch::KernelInfo &info, int64_t groups);

/// Copies of the data at addresses that are `offset` bytes, or one element
/// where that is less, past a multiple of 64.
class Buffers {
public:
  Buffers(const Data &data, const pirch::KernelInfo &info, int64_t offset);

  void **pointers() { return args.data(); }
  /// Give buffers that the kernel may change the data again: all of them, or
  /// those that it also reads, which are those whose data are not zeros.
  void restore(bool onlyRead = false);
  /// Keep what the buffers hold as the result that others are compared with.
  void keepResult();
  /// The share of elements that are further than `tolerance` from the result,
  /// and the greatest distance.
  struct Difference {
    double share = 0, greatest = 0;
  };
  Difference compare(double tolerance) const;
  /// Do the two differ anywhere: did a run have any effect?
  bool isChanged() const;

private:
  /// Bytes of a page, at the start of which the memory of each buffer begins.
  static constexpr size_t kPage = 4096;
  const Data &data;
  const pirch::KernelInfo &info;
  struct Free {
    void operator()(char *memory) const {
      ::operator delete[](memory, std::align_val_t(kPage));
    }
  };
  std::vector<std::unique_ptr<char[], Free>> memory;
  std::vector<void *> args;
  std::vector<bool> isZero;
  std::vector<std::vector<char>> result;
};

} // namespace bench::general

#endif // PIRCH_BENCHMARKS_GENERAL_KERNEL_H
