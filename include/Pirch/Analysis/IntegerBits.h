//===- IntegerBits.h - Which bits of integers matter ------------*- C++ -*-===//
//
// What is known at compile time of the bits of the integers of a kernel in
// InfReg form, or of a function over chunks: how many low bits anyone looks at,
// and in how many bits the values fit.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_INTEGERBITS_H
#define PIRCH_ANALYSIS_INTEGERBITS_H

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace pirch {

/// What is known of the bits of an integer, or of the integers in all lanes of
/// a vector or an infreg. All members are numbers of bits.
struct KnownBits {
  /// The width of the type.
  unsigned width;
  /// Operations depend on the lowest `demanded` bits at most.
  unsigned demanded;
  /// The fewest lowest bits from which the value can be restored by zero
  /// extension.
  unsigned unsignedBits;
  /// The fewest lowest bits from which the value can be restored by sign
  /// extension.
  unsigned signedBits;

  /// Whether the lowest `bits` bits can take the place of the value: no
  /// operation depends on others, or zero or sign extension restores them.
  bool fits(unsigned bits) const {
    return demanded <= bits || unsignedBits <= bits || signedBits <= bits;
  }
};

/// The constant that `value`, an integer or a vector or infreg of integers, is
/// in all lanes; nothing if it is not known or differs between lanes.
std::optional<llvm::APInt> getSplatConstant(mlir::Value value);

/// The number of lowest bits in which alone the lanes of `sum`, a vector or an
/// infreg of integers, differ: it is the sum of a multiple of a power of two
/// that lanes share, as `isShared` says, and of constants that are less than
/// that power and not negative, so that no carry reaches higher bits. Nothing
/// where that is not known.
std::optional<unsigned>
countDifferentBits(mlir::Value sum,
                   llvm::function_ref<bool(mlir::Value)> isShared);

/// The bits of the integers of a kernel or function, before it is changed. Not
/// safe in several threads at once.
class IntegerBits {
public:
  explicit IntegerBits(mlir::FunctionOpInterface function);

  /// `value` is an integer, or a vector or infreg of integers.
  KnownBits get(mlir::Value value) const;

  /// The bounds between which `value` lies in all lanes that hold a value;
  /// nothing if the analysis knows of none.
  std::optional<mlir::ConstantIntRanges> getRange(mlir::Value value) const;

private:
  void demandOperands(mlir::Operation *op);
  void demand(mlir::Value value, unsigned bits);

  mlir::DataFlowSolver solver;
  /// How many low bits of each value some operation depends on.
  llvm::DenseMap<mlir::Value, unsigned> demanded;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_INTEGERBITS_H
