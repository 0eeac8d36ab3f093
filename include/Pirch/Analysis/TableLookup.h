//===- TableLookup.h - Small tables in registers ----------------*- C++ -*-===//
//
// A gather from a small table of constants, or from few neighbouring elements
// of a buffer, may be made from registers that hold all of them and whose lanes
// instructions take by an index.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_TABLELOOKUP_H
#define PIRCH_ANALYSIS_TABLELOOKUP_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include <optional>

namespace pirch {

/// How a gather from a table or window becomes lookups.
struct TableLookup {
  /// The number of the table's entries, or of the window's elements, of which
  /// the first is element `first` of the buffer.
  int64_t size;
  int64_t first = 0;
  /// Whether code must test that the window lies in one page, and gather
  /// otherwise.
  bool testsPage = false;
  /// The lanes of each register that holds a part of the table; at least as
  /// many as a chunk has.
  int64_t lanes;
  /// The registers that hold the table.
  int64_t registers;
  /// The number of registers, one or two, from whose lanes one instruction
  /// takes. Where a table has more registers there are several instructions;
  /// the bits of the index beyond those that count the lanes of one instruction
  /// say whose result is the lane's.
  int64_t registersPerLookup;
  /// The cost of the lookups of one chunk, and that of loading the table once
  /// for all chunks, both in additions of one register.
  int64_t chunkCost, tableCost;
};

/// Whether the mask of `gather` may leave out all lanes of a group. A mask that
/// is not known at compile time may.
bool mayReadNothing(GatherOp gather);

/// The lookups that `gather`, in chunks of `chunkLanes` lanes, becomes on
/// `target`; nothing where it reads neither a table nor a window, where the
/// target has no such instructions (`getLookupCost`), or where a gather costs
/// no more.
std::optional<TableLookup> planTableLookup(GatherOp gather, int64_t chunkLanes,
                                           TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_TABLELOOKUP_H
