//===- ElementwiseModel.h - Operations of other dialects --------*- C++ -*-===//
//
// What lets an operation of another dialect stand in kernels: with the trait
// `Elementwise` (`ElementwiseMappable` in TableGen), one result and this model
// attached, an operation on scalars is taken through all forms of a kernel, on
// infregs and vectors as on scalars. The dialect that it belongs to lowers it
// on vectors, or on scalars for targets that distribute work items:
//
//   SaturateOp::attachInterface<pirch::ElementwiseModel<SaturateOp>>(*context);
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_ELEMENTWISEMODEL_H
#define PIRCH_DIALECT_IR_ELEMENTWISEMODEL_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// The interface of an operation of which each lane of the result is computed
/// from the same lanes of the operands. `Class` says what it costs on a target.
template <typename OpT, OpClass Class = OpClass::arith>
struct ElementwiseModel
    : public InfRegOpInterface::ExternalModel<ElementwiseModel<OpT, Class>,
                                              OpT> {
  LaneRelation getLaneRelation(mlir::Operation *) const {
    return LaneRelation::lane_wise;
  }
  OpClass getOpClass(mlir::Operation *) const { return Class; }
  void addLanesRead(mlir::Operation *, mlir::OpOperand &,
                    const llvm::BitVector &wanted,
                    llvm::BitVector &read) const {
    if (wanted.size() == read.size())
      read |= wanted;
    else
      read.set();
  }
  bool acceptsPaddedRows(mlir::Operation *) const { return true; }
};

/// Whether `op` computes results from operands and does nothing else: an
/// operation of arith or math, or one of another dialect that has an
/// `ElementwiseModel`.
bool isArithmetic(mlir::Operation *op);

} // namespace pirch

#endif // PIRCH_DIALECT_IR_ELEMENTWISEMODEL_H
