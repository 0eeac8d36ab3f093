//===- OpMeter.h - How much code a module asks for --------------*- C++ -*-===//
//
// Counts the operations on chunks, or on a thread's scalars, that the kernels
// of a module become, those that turn out to be the same as others included:
// making them takes time and memory.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_OPMETER_H
#define PIRCH_LIB_CONVERSION_OPMETER_H

#include "mlir/IR/Builders.h"

namespace pirch {

class OpMeter : public mlir::OpBuilder::Listener {
public:
  static constexpr int64_t kMaxOps = 1 << 21;

  void notifyOperationInserted(mlir::Operation *,
                               mlir::OpBuilder::InsertPoint) override {
    ++ops;
  }

  /// An error at `op` if it and those before it need more than kMaxOps.
  /// `expected`: how many `op` needs at least.
  mlir::LogicalResult check(mlir::Operation *op, int64_t expected) const {
    if (ops + expected <= kMaxOps)
      return mlir::success();
    return op->emitError("not supported: the kernels of this file need more "
                         "than ")
           << kMaxOps
           << " operations on native vectors, repeated ones included; fewer "
              "work items, a smaller --wg-pack or loops that are not unrolled "
              "need fewer";
  }

private:
  int64_t ops = 0;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_OPMETER_H
