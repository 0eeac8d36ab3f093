//===- OpMeter.h - How much code a module asks for --------------*- C++ -*-===//
//
// Counts the operations on chunks, or on a thread's scalars, that the
// conversion of a module makes. Operations that are equal to others and will be
// removed count as well, since making them takes time and memory.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_OPMETER_H
#define PIRCH_LIB_CONVERSION_OPMETER_H

#include "Pirch/Dialect/IR/CodeLimit.h"
#include "mlir/IR/Builders.h"

namespace pirch {

class OpMeter : public mlir::OpBuilder::Listener {
public:
  /// The most operations that a module may become.
  static constexpr int64_t kMaxOps = 1 << 21;

  void notifyOperationInserted(mlir::Operation *,
                               mlir::OpBuilder::InsertPoint) override {
    ++ops;
  }

  /// Report an error at `op` if the operations made so far and those that `op`
  /// will become, at least `expected`, are more than kMaxOps.
  mlir::LogicalResult check(mlir::Operation *op, int64_t expected) const {
    if (ops + expected <= kMaxOps)
      return mlir::success();
    return emitCodeLimitError(op)
           << "the kernels of this file need more than " << kMaxOps
           << " operations on native vectors, repeated ones included; fewer "
              "work items, a smaller --wg-pack or loops that are not unrolled "
              "need fewer";
  }

private:
  /// The number of operations made so far.
  int64_t ops = 0;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_OPMETER_H
