//===- SourceOptions.h - How a kernel's source is read ----------*- C++ -*-===//
//
// The options that decide what a kernel's source means. Options that change
// the code but not the results belong to PassOptions.h and Compiler.h.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_SUPPORT_SOURCEOPTIONS_H
#define PIRCH_SUPPORT_SOURCEOPTIONS_H

#include "Pirch/Support/Extents.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pirch {

/// A buffer laid out [group / groups][element][group % groups], so that
/// neighbouring groups have their elements side by side.
struct CompactLayout {
  int64_t groups = 0;
  /// The elements of a group; 0: as many as its accesses say.
  int64_t elements = 0;
};

/// The options that decide what a source means. The compiler and the oracle
/// take the same ones.
struct SourceOptions {
  /// Work items per group along each of one to three dimensions, x first; their
  /// product, 1 to 1024, is `WG_SIZE` in the source. Of more than one
  /// dimension, or with `globalOffset`, kernels become functions that take the
  /// grid's extents (`KernelInfo::numGridParams`).
  Extents wgShape;
  /// The work items per group of single kernels, by the kernels' names. The
  /// groups of a kernel that is not in this map have the extents that its
  /// `reqd_work_group_size` demands; if it demands none, those of `wgShape`. It
  /// is an error if a kernel in this map demands other extents, or if every
  /// kernel demands extents and none demands those of `wgShape`.
  std::map<std::string, Extents> kernelShapes;
  /// Whether functions take a global offset along each dimension. The oracle
  /// is given one with each launch's range instead.
  bool globalOffset = false;
  /// Macros, as after -D: "X=Y" or "X".
  std::vector<std::string> defines;
  /// Directories in which `#include` looks, after that of the source.
  std::vector<std::string> includeDirs;
  /// Whether a product and a sum of one expression are fused, by Clang's rule,
  /// where no pragma says otherwise.
  bool fpContract = true;
  /// Whether mathematical functions may be wrong by 4 instead of 1 unit in the
  /// last place.
  bool fastMath = false;
  /// Whether reductions and scans combine work items one after the other,
  /// instead of in trees.
  bool orderedReductions = false;
  /// The bytes of each `__local` pointer parameter of kernels, by its name.
  /// Such a parameter is no argument of a call.
  std::map<std::string, int64_t> localBytes;
  /// The buffers in a compact layout, by the names of parameters. In the source
  /// groups have their elements one behind the other all the same; the oracle
  /// is given the buffers so.
  std::map<std::string, CompactLayout> layouts;
  /// The elements of a group of such a buffer, by the names of kernel and
  /// parameter. The driver finds out those that are not in `layouts`.
  std::map<std::pair<std::string, std::string>, int64_t> compactElements;
  /// The one kernel to compile; empty: all of the source. The oracle compiles
  /// all of it in any case.
  std::string onlyKernel;
};

} // namespace pirch

#endif // PIRCH_SUPPORT_SOURCEOPTIONS_H
