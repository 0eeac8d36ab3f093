//===- LoopParts.h - Loops that can be split --------------------*- C++ -*-===//
//
// What the cost model knows of pirch-loop-fission, which runs long after it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_LOOPPARTS_H
#define PIRCH_LIB_ANALYSIS_LOOPPARTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pirch {

/// The number of loops that pirch-loop-fission will make of `loop`, 1 if it
/// will not split it. `chunksOf` gives the number of registers that an infreg
/// will take.
int64_t countLoopParts(mlir::scf::WhileOp loop, TargetAttrInterface target,
                       llvm::function_ref<int64_t(mlir::Value)> chunksOf);

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LOOPPARTS_H
