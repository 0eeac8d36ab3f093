//===- PirchTraits.h - Traits of PIRCH operations ---------------*- C++ -*-===//
//
// In which forms of a kernel an operation may occur. KernelForms.h checks
// whole kernels by these traits.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_PIRCHTRAITS_H
#define PIRCH_DIALECT_IR_PIRCHTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace pirch {

/// An operation without lanes: a kernel or its control flow.
template <typename ConcreteType>
class Structural : public mlir::OpTrait::TraitBase<ConcreteType, Structural> {};

/// An operation that may occur in the work-item form.
template <typename ConcreteType>
class InWorkItemForm
    : public mlir::OpTrait::TraitBase<ConcreteType, InWorkItemForm> {};

/// An operation that may occur in the InfReg form.
template <typename ConcreteType>
class InInfRegForm
    : public mlir::OpTrait::TraitBase<ConcreteType, InInfRegForm> {};

/// An operation that may occur in the InfReg form without an infreg: its result
/// is a scalar, the same for all lanes.
template <typename ConcreteType>
class ScalarInInfRegForm
    : public mlir::OpTrait::TraitBase<ConcreteType, ScalarInInfRegForm> {};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_PIRCHTRAITS_H
