//===- GPUConversion.h - What lowerings of gpu share ------------*- C++ -*-===//
//
// What the conversions of the gpu dialect to NVVM and to ROCDL have in common.
// Intrinsics of one GPU belong to its target's folder.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_GPU_GPUCONVERSION_H
#define PIRCH_TARGET_GPU_GPUCONVERSION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace pirch::simt {

/// Split each shuffle of 64 bits into two of 32, by MLIR's patterns.
inline void splitShuffles(mlir::gpu::GPUModuleOp module) {
  mlir::RewritePatternSet shuffles(module.getContext());
  mlir::populateGpuShufflePatterns(shuffles);
  mlir::walkAndApplyPatterns(module, std::move(shuffles));
  // A shuffle of 64 bits is valid if those of both halves are. Nobody asks
  // that, but the unused `and` would keep the validity of each half in use.
  module.walk([](mlir::arith::AndIOp op) {
    if (mlir::isOpTriviallyDead(op))
      op.erase();
  });
}

/// Whether a reduction over threads with this operation and result, which
/// `isUniform` if all threads reach it together, tells whether a bit is set in
/// any of them.
inline bool isVote(mlir::gpu::AllReduceOperation operation, mlir::Type type,
                   bool isUniform) {
  return type.isInteger(1) && isUniform &&
         operation == mlir::gpu::AllReduceOperation::OR;
}

/// Match a vote of the whole warp.
inline mlir::LogicalResult matchVote(mlir::gpu::SubgroupReduceOp op,
                                     mlir::PatternRewriter &rewriter) {
  if (!isVote(op.getOp(), op.getType(), op.getUniform()) || op.getClusterSize())
    return rewriter.notifyMatchFailure(op, "is no vote of the whole warp");
  return mlir::success();
}

/// Match a vote of the whole block.
inline mlir::LogicalResult matchVote(mlir::gpu::AllReduceOp op,
                                     mlir::PatternRewriter &rewriter) {
  if (!op.getOp() || !isVote(*op.getOp(), op.getType(), op.getUniform()))
    return rewriter.notifyMatchFailure(op, "is no vote of the whole block");
  return mlir::success();
}

} // namespace pirch::simt

#endif // PIRCH_TARGET_GPU_GPUCONVERSION_H
