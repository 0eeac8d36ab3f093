//===- EmittedReal.h - Numbers that are values of the IR --------*- C++ -*-===//
//
// The class of numbers (Pirch/Math/Number.h) with which a mathematical function
// emits its operations: on scalars or on vectors, whatever the argument is.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CODEGEN_EMITTEDREAL_H
#define PIRCH_LIB_CODEGEN_EMITTEDREAL_H

#include "Pirch/Math/Number.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace pirch::elementary {

/// A value and where operations on it are emitted.
struct Emitted {
  mlir::ImplicitLocOpBuilder *builder;
  mlir::Value value;

  template <typename OpT, typename... Args> Emitted make(Args... args) const {
    return {builder, OpT::create(*builder, args...)};
  }
  /// The type of values of that element type.
  mlir::Type typeOf(mlir::Type element) const {
    if (auto type = mlir::dyn_cast<mlir::VectorType>(value.getType()))
      return type.clone(element);
    return element;
  }
  Emitted constant(mlir::Type element, mlir::TypedAttr scalar) const {
    mlir::Type type = typeOf(element);
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type))
      scalar = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(scalar));
    return make<mlir::arith::ConstantOp>(scalar);
  }
};

struct EmittedBool : Emitted {
  EmittedBool(Emitted emitted) : Emitted(emitted) {}
  EmittedBool operator&(EmittedBool other) const {
    return make<mlir::arith::AndIOp>(value, other.value);
  }
  EmittedBool operator|(EmittedBool other) const {
    return make<mlir::arith::OrIOp>(value, other.value);
  }
  EmittedBool operator!() const {
    mlir::Value all =
        Emitted::constant(builder->getI1Type(), builder->getBoolAttr(true))
            .value;
    return make<mlir::arith::XOrIOp>(value, all);
  }
};

template <typename T> struct EmittedInteger : Emitted {
  EmittedInteger(Emitted emitted) : Emitted(emitted) {}
  EmittedInteger constant(int64_t c) const {
    mlir::Type type = builder->getIntegerType(8 * sizeof(T));
    int64_t wrapped = sizeof(T) == 8 ? c : static_cast<int32_t>(c);
    return Emitted::constant(type, builder->getIntegerAttr(type, wrapped));
  }
#define PIRCH_OPERATOR(OP, NAME)                                               \
  EmittedInteger operator OP(EmittedInteger other) const {                     \
    return make<mlir::arith::NAME>(value, other.value);                        \
  }                                                                            \
  EmittedInteger operator OP(int64_t c) const { return *this OP constant(c); }
  PIRCH_OPERATOR(+, AddIOp)
  PIRCH_OPERATOR(-, SubIOp)
  PIRCH_OPERATOR(&, AndIOp)
  PIRCH_OPERATOR(|, OrIOp)
  PIRCH_OPERATOR(^, XOrIOp)
#undef PIRCH_OPERATOR
  EmittedInteger operator<<(int bits) const {
    return make<mlir::arith::ShLIOp>(value, constant(bits).value);
  }
  EmittedInteger operator>>(int bits) const {
    return make<mlir::arith::ShRSIOp>(value, constant(bits).value);
  }
  EmittedBool operator<(int64_t c) const {
    return compare(mlir::arith::CmpIPredicate::slt, c);
  }
  EmittedBool operator==(int64_t c) const {
    return compare(mlir::arith::CmpIPredicate::eq, c);
  }

private:
  EmittedBool compare(mlir::arith::CmpIPredicate predicate, int64_t c) const {
    return make<mlir::arith::CmpIOp>(predicate, value, constant(c).value);
  }
};

template <typename T, bool fast = false>
struct EmittedReal : Emitted, Format<T> {
  using Scalar = T;
  using Integer = EmittedInteger<T>;
  using Bool = EmittedBool;
  static constexpr bool isFast = fast;

  EmittedReal(Emitted emitted) : Emitted(emitted) {}
  EmittedReal constant(double c) const {
    mlir::Type type = mlir::getElementTypeOrSelf(value.getType());
    return Emitted::constant(type, builder->getFloatAttr(type, c));
  }
  EmittedReal operator-() const { return make<mlir::arith::NegFOp>(value); }
};

#define PIRCH_OPERATOR(OP, NAME)                                               \
  template <typename T, bool fast>                                             \
  EmittedReal<T, fast> operator OP(EmittedReal<T, fast> x,                     \
                                   EmittedReal<T, fast> y) {                   \
    return x.template make<mlir::arith::NAME>(x.value, y.value);               \
  }                                                                            \
  template <typename T, bool fast>                                             \
  EmittedReal<T, fast> operator OP(EmittedReal<T, fast> x, double y) {         \
    return x OP x.constant(y);                                                 \
  }                                                                            \
  template <typename T, bool fast>                                             \
  EmittedReal<T, fast> operator OP(double x, EmittedReal<T, fast> y) {         \
    return y.constant(x) OP y;                                                 \
  }
PIRCH_OPERATOR(+, AddFOp)
PIRCH_OPERATOR(-, SubFOp)
PIRCH_OPERATOR(*, MulFOp)
PIRCH_OPERATOR(/, DivFOp)
#undef PIRCH_OPERATOR

#define PIRCH_OPERATOR(OP, PREDICATE)                                          \
  template <typename T, bool fast>                                             \
  EmittedBool operator OP(EmittedReal<T, fast> x, EmittedReal<T, fast> y) {    \
    return x.template make<mlir::arith::CmpFOp>(                               \
        mlir::arith::CmpFPredicate::PREDICATE, x.value, y.value);              \
  }                                                                            \
  template <typename T, bool fast>                                             \
  EmittedBool operator OP(EmittedReal<T, fast> x, double y) {                  \
    return x OP x.constant(y);                                                 \
  }
PIRCH_OPERATOR(<, OLT)
PIRCH_OPERATOR(<=, OLE)
PIRCH_OPERATOR(>, OGT)
PIRCH_OPERATOR(>=, OGE)
PIRCH_OPERATOR(==, OEQ)
PIRCH_OPERATOR(!=, UNE)
#undef PIRCH_OPERATOR

template <typename T, bool fast>
EmittedReal<T, fast> fma(EmittedReal<T, fast> x, EmittedReal<T, fast> y,
                         EmittedReal<T, fast> z) {
  return x.template make<mlir::math::FmaOp>(x.value, y.value, z.value);
}
template <typename T, bool fast>
EmittedReal<T, fast> squareRoot(EmittedReal<T, fast> x) {
  return x.template make<mlir::math::SqrtOp>(x.value);
}
template <typename T, bool fast>
EmittedReal<T, fast> absolute(EmittedReal<T, fast> x) {
  return x.template make<mlir::math::AbsFOp>(x.value);
}
template <typename T, bool fast>
EmittedInteger<T> toBits(EmittedReal<T, fast> x) {
  mlir::Type element = x.builder->getIntegerType(8 * sizeof(T));
  return x.template make<mlir::arith::BitcastOp>(x.typeOf(element), x.value);
}
template <typename R, typename T> R fromBits(EmittedInteger<T> bits) {
  mlir::Type element =
      sizeof(T) == 8 ? bits.builder->getF64Type() : bits.builder->getF32Type();
  return bits.template make<mlir::arith::BitcastOp>(bits.typeOf(element),
                                                    bits.value);
}
template <typename N> N select(EmittedBool condition, N then, N otherwise) {
  return condition.template make<mlir::arith::SelectOp>(
      condition.value, then.value, otherwise.value);
}

/// A branch that is taken if the condition holds in any lane.
template <typename T, bool fast, typename Condition, size_t count,
          typename Compute>
std::array<EmittedReal<T, fast>, count>
whereAny(EmittedReal<T, fast> x, Condition condition,
         const std::array<EmittedReal<T, fast>, count> &otherwise,
         Compute compute) {
  using R = EmittedReal<T, fast>;
  mlir::ImplicitLocOpBuilder &builder = *x.builder;
  // Lanes that nobody reads may be poison, on which nothing may branch.
  EmittedBool holds =
      condition(R(x.template make<mlir::LLVM::FreezeOp>(x.value)));
  mlir::Value any = holds.value;
  if (mlir::isa<mlir::VectorType>(any.getType()))
    any = mlir::vector::ReductionOp::create(
        builder, mlir::vector::CombiningKind::OR, any);
  // Hardly any arguments take the branch: LLVM places its code behind the loop.
  mlir::Value never =
      mlir::arith::ConstantOp::create(builder, builder.getBoolAttr(false));
  any = mlir::LLVM::ExpectOp::create(builder, any, never);
  llvm::SmallVector<mlir::Type> types(count, x.value.getType());
  auto branch = mlir::scf::IfOp::create(builder, types, any,
                                        /*withElseRegion=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto yield = [&](mlir::Block *block, auto getValue) {
    builder.setInsertionPointToEnd(block);
    llvm::SmallVector<mlir::Value> values = getValue();
    mlir::scf::YieldOp::create(builder, values);
  };
  yield(branch.thenBlock(), [&] {
    llvm::SmallVector<mlir::Value> values;
    for (auto [there, elsewhere] : llvm::zip(compute(), otherwise))
      values.push_back(select(holds, there, elsewhere).value);
    return values;
  });
  yield(branch.elseBlock(), [&] {
    llvm::SmallVector<mlir::Value> values;
    for (const R &value : otherwise)
      values.push_back(value.value);
    return values;
  });
  std::array<R, count> results = otherwise;
  for (size_t i = 0; i < count; ++i)
    results[i].value = branch.getResult(i);
  return results;
}

} // namespace pirch::elementary

#endif // PIRCH_LIB_CODEGEN_EMITTEDREAL_H
