//===- PageTest.h - Is memory in one page? ----------------------*- C++ -*-===//
//
// Tests that passes put before loads of more elements than the kernel asks for.
// A program may read all bytes of a page of memory or none, so that elements
// beside one that is read anyway may be read, too, if they lie in its page.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_PAGETEST_H
#define PIRCH_DIALECT_IR_PAGETEST_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pirch {

/// Make the test, an i1, whether the `bytes` bytes from the pointer `first` on
/// lie in one page of `pageBytes` bytes, a power of two that is not less than
/// `bytes`.
inline mlir::Value isInOnePage(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value first, int64_t bytes,
                               int64_t pageBytes) {
  auto number = [&](int64_t value) -> mlir::Value {
    return mlir::arith::ConstantOp::create(builder, loc,
                                           builder.getI64IntegerAttr(value));
  };
  mlir::Value address =
      mlir::LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), first);
  mlir::Value inPage =
      mlir::arith::AndIOp::create(builder, loc, address, number(pageBytes - 1));
  return mlir::arith::CmpIOp::create(builder, loc,
                                     mlir::arith::CmpIPredicate::ule, inPage,
                                     number(pageBytes - bytes));
}

/// `condition`, an i1, with the hint for LLVM that it is true nearly always.
inline mlir::Value expectTrue(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value condition) {
  mlir::Value yes =
      mlir::arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return mlir::LLVM::ExpectOp::create(builder, loc, condition, yes);
}

} // namespace pirch

#endif // PIRCH_DIALECT_IR_PAGETEST_H
