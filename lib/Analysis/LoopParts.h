//===- LoopParts.h - Loops that can be split --------------------*- C++ -*-===//

#ifndef PIRCH_LIB_ANALYSIS_LOOPPARTS_H
#define PIRCH_LIB_ANALYSIS_LOOPPARTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pirch {

/// The number of loops that pirch-loop-fission will make of `loop`, whose
/// infregs will be `chunksOf` registers each: 1 where it stays as it is.
int64_t countLoopParts(mlir::scf::WhileOp loop, TargetAttrInterface target,
                       llvm::function_ref<int64_t(mlir::Value)> chunksOf);

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LOOPPARTS_H
