//===- Header.h - How compiled kernels are declared in C --------*- C++ -*-===//

#ifndef PIRCH_LIB_DRIVER_HEADER_H
#define PIRCH_LIB_DRIVER_HEADER_H

#include "Pirch/Driver/Compiler.h"

namespace pirch {

/// The C function that runs a kernel: itself, or for a GPU what launches it.
struct Prototype {
  /// Up to the closing parenthesis.
  std::string text;
  /// Of the kernel's parameters, `first_group`, `num_groups`, and for a GPU
  /// `stream`: names that are free in C and C++.
  std::vector<std::string> names;
};

Prototype declareInC(const KernelInfo &kernel);

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_HEADER_H
