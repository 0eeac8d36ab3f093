//===- NarrowLanes.h - Integers of 8 and 16 bits on VE ----------*- C++ -*-===//
//
// What the patterns of ve-widen-narrow-lanes have in common.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_VE_NARROWLANES_H
#define PIRCH_LIB_TARGET_VE_NARROWLANES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pirch::ve {

/// The width of an integer of 8 or 16 bits, or of the lanes of a vector of
/// these; 0 for other types.
inline unsigned narrowBits(mlir::Type type) {
  auto integer =
      mlir::dyn_cast<mlir::IntegerType>(mlir::getElementTypeOrSelf(type));
  unsigned bits = integer ? integer.getWidth() : 0;
  return bits == 8 || bits == 16 ? bits : 0;
}

/// Emits operations on vectors of i32 and i64 at one place.
struct Wide {
  Wide(mlir::ConversionPatternRewriter &builder, mlir::Location loc,
       mlir::Type like)
      : builder(builder), loc(loc), shape(mlir::cast<mlir::VectorType>(like)) {}

  mlir::VectorType typeOf(mlir::Type element) { return shape.clone(element); }
  mlir::VectorType words() { return typeOf(builder.getI32Type()); }
  mlir::Value constant(mlir::Type element, int64_t value) {
    return mlir::arith::ConstantOp::create(
        builder, loc,
        mlir::DenseElementsAttr::get(typeOf(element),
                                     builder.getIntegerAttr(element, value)));
  }
  mlir::Value word(int64_t value) {
    return constant(builder.getI32Type(), value);
  }
  mlir::Value address(int64_t value) {
    return constant(builder.getI64Type(), value);
  }
  template <typename OpT> mlir::Value make(mlir::Value x, mlir::Value y) {
    return OpT::create(builder, loc, x, y);
  }
  /// The lowest `bits` bits of `x`; the others are 0.
  mlir::Value keep(mlir::Value x, unsigned bits) {
    return make<mlir::arith::AndIOp>(x, word((int64_t{1} << bits) - 1));
  }
  /// The lowest `bits` bits of `x`, read as a signed number, as a number of 32
  /// bits.
  mlir::Value extendSign(mlir::Value x, unsigned bits) {
    mlir::Value up = make<mlir::arith::ShLIOp>(x, word(32 - bits));
    return make<mlir::arith::ShRSIOp>(up, word(32 - bits));
  }
  mlir::Value broadcast(mlir::Value scalar) {
    return mlir::vector::BroadcastOp::create(builder, loc,
                                             typeOf(scalar.getType()), scalar);
  }
  mlir::Value laneNumbers() {
    mlir::SmallVector<int64_t> numbers =
        llvm::to_vector(llvm::seq<int64_t>(0, shape.getNumElements()));
    return mlir::arith::ConstantOp::create(
        builder, loc,
        mlir::DenseElementsAttr::get(typeOf(builder.getI64Type()),
                                     mlir::ArrayRef(numbers)));
  }

  mlir::ConversionPatternRewriter &builder;
  mlir::Location loc;
  mlir::VectorType shape;
};

/// Add the patterns that widen loads and stores.
void populateNarrowMemoryPatterns(const mlir::TypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);

} // namespace pirch::ve

#endif // PIRCH_LIB_TARGET_VE_NARROWLANES_H
