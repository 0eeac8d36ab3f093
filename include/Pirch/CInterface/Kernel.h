//===- Kernel.h - A compiled kernel as its callers see it -------*- C++ -*-===//
//
// What a caller must know of a compiled kernel, filled in by lib/Driver:
// names, parameters, extents, the choice of pack and lane order. Nothing about
// how it is compiled belongs here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CINTERFACE_KERNEL_H
#define PIRCH_CINTERFACE_KERNEL_H

#include <cstdint>
#include <string>
#include <vector>

namespace pirch {

struct KernelParam {
  std::string name;
  /// The type in a C header: "const float *", "int32_t".
  std::string cType;
  bool isPointer = false;
  /// Bits of the scalar, or of one element of the buffer.
  unsigned elementBits = 0;
  bool isFloat = false;
  bool isUnsigned = false;
  /// Of a buffer: that groups 0 to n - 1, with n at least 1, access exactly
  /// elements 0 to `extent + n * extentPerGroup - 1` at most, where that is
  /// known.
  bool isExtentKnown = false;
  int64_t extent = 0, extentPerGroup = 0;
  /// Of a buffer in a compact layout, [group / L][element][group % L]: L, and
  /// the elements of a group. Else 0.
  int64_t compactGroups = 0, compactElements = 0;
};

/// A value that the host computes before each launch, and that a special
/// version of the kernel has as a constant.
struct StagedValue {
  /// By which `--stage=INDEX=VALUE` means it.
  int64_t index = 0;
  /// What it is called in messages: the parameter's name, or the place of the
  /// call of `stage` in the source.
  std::string name;
};

struct KernelInfo {
  /// Name of the kernel in its source.
  std::string name;
  /// Name of the kernel's C function: `name`, unless C or C++ could not declare
  /// a function of that name or a library has one. On a GPU, name of the kernel
  /// there, and with `_launch` behind it of the C function that launches it.
  std::string symbol;
  /// The parameters of its C function before `first_group`: the parameters that
  /// the kernel has in its source, and behind them the grid's
  /// (`numGridParams`).
  std::vector<KernelParam> params;
  /// The number of work items of a group, and of groups that one iteration over
  /// the batch computes.
  int64_t wgSize = 0, wgPack = 0;
  /// Extents of a group along each dimension of the range, x first.
  std::vector<int64_t> wgShape;
  /// Where the range has several dimensions or a global offset: the number of
  /// parameters, all of them int64_t, that say how many groups there are along
  /// each dimension and, with an offset, what it is along each. Else 0.
  size_t numGridParams = 0;
  /// The groups of a row where all rows have as many, and their number is no
  /// parameter: the L of buffers in a compact layout. Else 0.
  int64_t rowGroups = 0;
  /// On a GPU, threads of a block and groups that a block computes. Both are 0
  /// where the kernel is a function of the host.
  int64_t blockThreads = 0, groupsPerBlock = 0;
  /// Axes from slowest to fastest, as in "wg-wi-ix".
  std::string laneOrder;
  /// The cost of one group that the cost model estimates, in the target's unit.
  double estimatedCost = 0;
  /// The staged values, in the order in which `stagedEntryName` stores them;
  /// none unless packed entries were asked for.
  std::vector<StagedValue> staged;
  /// The parameters that they are computed from, by their numbers.
  std::vector<int64_t> stagedParams;
  /// Whether the kernel asks how many groups the launch has and is told no more
  /// than its call, where a range has one dimension: it must be one call.
  bool asksForGroups = false;

  size_t numSourceParams() const { return params.size() - numGridParams; }
  bool hasGridOffset() const { return numGridParams > wgShape.size(); }
  /// The index of the parameter that is the number of groups of a row of the
  /// grid; -1 where the groups are not numbered row by row, or `rowGroups` is
  /// that number.
  int64_t getWidthParam() const {
    return wgShape.size() > 1 ? static_cast<int64_t>(numSourceParams()) : -1;
  }
};

/// The number of blocks of a GPU that compute groups `first` to
/// `first + count - 1` of a grid with rows of `width` groups: each row takes as
/// many as a whole one.
inline int64_t countBlocks(int64_t first, int64_t count, int64_t groupsPerBlock,
                           int64_t width) {
  if (count <= 0 || width <= 0)
    return 0;
  int64_t rows = (first + count - 1) / width - first / width + 1;
  return rows * ((width + groupsPerBlock - 1) / groupsPerBlock);
}

} // namespace pirch

#endif // PIRCH_CINTERFACE_KERNEL_H
