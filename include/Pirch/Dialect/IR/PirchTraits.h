//===- PirchTraits.h - Traits of PIRCH operations ---------------*- C++ -*-===//

#ifndef PIRCH_DIALECT_IR_PIRCHTRAITS_H
#define PIRCH_DIALECT_IR_PIRCHTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace pirch {

/// An operation without lanes: a kernel or its control flow.
template <typename ConcreteType>
class Structural : public mlir::OpTrait::TraitBase<ConcreteType, Structural> {};

/// An operation that may stand in the program of one work item.
template <typename ConcreteType>
class InWorkItemForm
    : public mlir::OpTrait::TraitBase<ConcreteType, InWorkItemForm> {};

/// An operation that may stand in SSA over infregs.
template <typename ConcreteType>
class InInfRegForm
    : public mlir::OpTrait::TraitBase<ConcreteType, InInfRegForm> {};

/// An operation that may stand there without an infreg: its scalar holds for
/// all lanes.
template <typename ConcreteType>
class ScalarInInfRegForm
    : public mlir::OpTrait::TraitBase<ConcreteType, ScalarInInfRegForm> {};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_PIRCHTRAITS_H
