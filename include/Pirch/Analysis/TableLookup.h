//===- TableLookup.h - Tables of constants in registers ---------*- C++ -*-===//
//
// A gather from a small table of constants may be made without memory: the
// table lies in registers, whose lanes instructions take by an index.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_TABLELOOKUP_H
#define PIRCH_ANALYSIS_TABLELOOKUP_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include <optional>

namespace pirch {

/// How a gather from a table becomes lookups.
struct TableLookup {
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

/// The lookups that `gather`, in chunks of `chunkLanes` lanes, becomes on
/// `target`; nothing where it does not read a table, where the target has no
/// such instructions (`getLookupCost`), or where a gather costs no more.
std::optional<TableLookup> planTableLookup(GatherOp gather, int64_t chunkLanes,
                                           TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_TABLELOOKUP_H
