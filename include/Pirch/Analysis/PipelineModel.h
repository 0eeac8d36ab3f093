//===- PipelineModel.h - Time of an order of operations ---------*- C++ -*-===//
//
// A model of a core that executes operations out of order. It says how long the
// operations of one block take in a given order. An operation waits for its
// operands and for a free execution unit; before that it waits until fewer
// operations before it are unfinished, or wait for their operands, than the
// machine keeps track of. Passes compare orders of operations by this time.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_PIPELINEMODEL_H
#define PIRCH_ANALYSIS_PIPELINEMODEL_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/DenseMap.h"

namespace pirch {

class PipelineModel {
public:
  /// A model of the machine that `target` describes. Without a target, or where
  /// the target's latencies do not matter (`getOperationsInFlight` is 0), every
  /// order takes no time.
  explicit PipelineModel(TargetAttrInterface target)
      : target(target), inFlight(target ? target.getOperationsInFlight() : 0) {}

  /// The time, in the target's unit of costs, from one iteration to the next of
  /// a block whose operations are executed over and over in the order `order`;
  /// `order` holds all operations of the block. Values that a loop carries are
  /// there when the iteration before has computed them; memory is always ready.
  int64_t getTime(llvm::ArrayRef<mlir::Operation *> order) const;

  /// The cost of `op` on one register; 0 where it is a part of its users or of
  /// an address.
  int64_t getCost(mlir::Operation *op) const;

private:
  struct Step;
  /// What the operations of `order` cost, and which of them each one waits for.
  std::vector<Step> describe(llvm::ArrayRef<mlir::Operation *> order) const;

  TargetAttrInterface target;
  int64_t inFlight;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_PIPELINEMODEL_H
