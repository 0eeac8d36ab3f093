//===- ChunkModel.h - How wide a kernel's chunks are ------------*- C++ -*-===//

#ifndef PIRCH_DIALECT_IR_CHUNKMODEL_H
#define PIRCH_DIALECT_IR_CHUNKMODEL_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// The type that decides how many lanes a chunk has: the widest float that the
/// kernel computes with, else the widest integer that it keeps in memory, so
/// that equal lanes of all its values lie in equal chunks.
mlir::Type getChunkElementType(KernelOp kernel);

/// Lanes of one chunk of `kernel` on its target; 1 where it has none.
int64_t getChunkLanes(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_DIALECT_IR_CHUNKMODEL_H
