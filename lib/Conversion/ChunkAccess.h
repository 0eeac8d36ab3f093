//===- ChunkAccess.h - A load or store that is emitted in chunks -*- C++ -*-==//

#ifndef PIRCH_LIB_CONVERSION_CHUNKACCESS_H
#define PIRCH_LIB_CONVERSION_CHUNKACCESS_H

#include "Chunker.h"

namespace pirch {

/// A load or store, and how its chunks reach memory.
struct Chunker::Access {
  InfRegType type;
  /// The buffer's pointer; the base and group stride in the kernel.
  mlir::Value buffer, originalBase, originalStride;
  /// What the base and group stride have become: i64 scalars. The base is
  /// counted from the first copy where the pack's groups have copies of their
  /// own, and from the buffer's beginning otherwise.
  mlir::Value base, stride;
  AccessShape shape;
  mlir::Value mask;
  AccessPlan plan;
};

/// The place of lane `lane` of a contiguous vector at `place`.
inline LanePlace atLane(LanePlace place, int64_t lane) {
  place.offset += lane;
  return place;
}

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_CHUNKACCESS_H
