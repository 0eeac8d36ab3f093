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

/// A parameter of a kernel's C function.
struct KernelParam {
  std::string name;
  /// The type in a C header: "const float *", "int32_t".
  std::string cType;
  bool isPointer = false;
  /// The number of bits of the scalar, or of one element of the buffer.
  unsigned elementBits = 0;
  bool isFloat = false;
  bool isUnsigned = false;
  /// For a buffer: whether its extent is known. If so, a launch of groups 0 to
  /// n - 1, with n at least 1, accesses element `extent + n * extentPerGroup -
  /// 1` and none behind it.
  bool isExtentKnown = false;
  int64_t extent = 0, extentPerGroup = 0;
  /// For a buffer in a compact layout, [group / L][element][group % L]: L, and
  /// the number of elements of a group. Otherwise both are 0.
  int64_t compactGroups = 0, compactElements = 0;
};

/// A value that the host computes before each launch, and that a special
/// version of the kernel has as a constant.
struct StagedValue {
  /// The INDEX in `--stage=INDEX=VALUE`.
  int64_t index = 0;
  /// The name in messages: that of the parameter, or the place of the call of
  /// `stage` in the source.
  std::string name;
};

/// A compiled kernel.
struct KernelInfo {
  /// The name of the kernel in its source.
  std::string name;
  /// The name of the kernel's C function. It is `name`, unless C or C++ cannot
  /// declare a function of that name or a library has one. For a GPU it is the
  /// name of the kernel on the GPU, and the C function that launches it has the
  /// same name with `_launch` behind it.
  std::string symbol;
  /// The parameters of its C function before `first_group`: the parameters that
  /// the kernel has in its source, and behind them the grid's
  /// (`numGridParams`).
  std::vector<KernelParam> params;
  /// The number of work items of a group, and the number of groups that one
  /// iteration of the loop over the batch computes.
  int64_t wgSize = 0, wgPack = 0;
  /// The number of parts of a group that the loop computes one after the other;
  /// 1 where it computes groups as a whole. An iteration may compute fewer parts
  /// than a group has; `wgPack` is 1 then.
  int64_t groupParts = 1;
  /// Extents of a group along each dimension of the range, x first.
  std::vector<int64_t> wgShape;
  /// For ranges of several dimensions or with a global offset, the number of
  /// parameters of the grid, all int64_t: the numbers of groups along each
  /// dimension and, with an offset, the offsets along each. Otherwise 0.
  size_t numGridParams = 0;
  /// The number of groups of a row if it is the same in every launch, as for
  /// kernels with buffers in a compact layout, where it is L. Otherwise 0.
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
  /// The numbers of the parameters from which staged values are computed.
  std::vector<int64_t> stagedParams;
  /// Whether the kernel uses the number of groups of the launch, and gets it
  /// from the arguments of its call, as kernels for ranges of one dimension do.
  /// A launch of such a kernel must be one call for all groups.
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
/// `first + count - 1` of a grid with rows of `width` groups. Each row that
/// they touch takes as many blocks as a whole row.
inline int64_t countBlocks(int64_t first, int64_t count, int64_t groupsPerBlock,
                           int64_t width) {
  if (count <= 0 || width <= 0)
    return 0;
  int64_t rows = (first + count - 1) / width - first / width + 1;
  return rows * ((width + groupsPerBlock - 1) / groupsPerBlock);
}

} // namespace pirch

#endif // PIRCH_CINTERFACE_KERNEL_H
