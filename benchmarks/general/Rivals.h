//===- Rivals.h - What competes with PIRCH on a kernel ----------*- C++ -*-===//
//
// Files in `rivals` register forms of the kernels in `kernels`: C++ that
// computes the same from the same arguments.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GENERAL_RIVALS_H
#define PIRCH_BENCHMARKS_GENERAL_RIVALS_H

#include <cstdint>
#include <string>
#include <vector>

namespace bench::general {

/// Arguments of one run, in the order of the kernel's parameters: pointers to
/// buffers, and to the values of scalars.
struct Call {
  void **args;
  int64_t wgSize, groups;
  /// Forms may then store past the caches. Prefetching was tried and made them
  /// slower.
  bool isFromMemory;

  template <typename T> T *buffer(int index) const {
    return static_cast<T *>(args[index]);
  }
  template <typename T> T value(int index) const {
    return *static_cast<const T *>(args[index]);
  }
  int64_t items() const { return wgSize * groups; }
};

struct Form {
  const char *name;
  void (*run)(const Call &call);
};

/// The names of the forms, which tables abbreviate rivals by.
constexpr const char *kScalar = "scalar", *kVectors = "vectors";

/// Forms of `kernel` for REAL of `type` ("" where the kernel has no REAL) and
/// one WG_SIZE (0: any).
struct Rivals {
  Rivals(const char *kernel, const char *type, int64_t wgSize,
         std::vector<Form> forms);

  std::string kernel, type;
  int64_t wgSize;
  std::vector<Form> forms;
};

const std::vector<const Rivals *> &allRivals();

} // namespace bench::general

/// Register the forms that FORMS<T>() makes for both types of REAL.
#define RIVALS_OF_REALS(KERNEL, FORMS)                                         \
  static const bench::general::Rivals KERNEL##Float(#KERNEL, "float", 0,       \
                                                    FORMS<float>()),           \
      KERNEL##Double(#KERNEL, "double", 0, FORMS<double>());

/// Register those that FORMS<T, N>() makes for REAL and WG_SIZE.
#define RIVALS_OF_SIZES(KERNEL, FORMS)                                         \
  static const bench::general::Rivals KERNEL##Float8(#KERNEL, "float", 8,      \
                                                     FORMS<float, 8>()),       \
      KERNEL##Float16(#KERNEL, "float", 16, FORMS<float, 16>()),               \
      KERNEL##Float32(#KERNEL, "float", 32, FORMS<float, 32>()),               \
      KERNEL##Double8(#KERNEL, "double", 8, FORMS<double, 8>()),               \
      KERNEL##Double16(#KERNEL, "double", 16, FORMS<double, 16>()),            \
      KERNEL##Double32(#KERNEL, "double", 32, FORMS<double, 32>());

/// Register those that FORMS<N>() makes for WG_SIZE, of a kernel without REAL.
#define RIVALS_OF_INTEGERS(KERNEL, FORMS)                                      \
  static const bench::general::Rivals KERNEL##8(#KERNEL, "", 8, FORMS<8>()),   \
      KERNEL##16(#KERNEL, "", 16, FORMS<16>()),                                \
      KERNEL##32(#KERNEL, "", 32, FORMS<32>());

#endif // PIRCH_BENCHMARKS_GENERAL_RIVALS_H
