//===- AtomicKinds.cpp - Atomic operations on one element -----------------===//

#include "AtomicKinds.h"

using namespace mlir;
using namespace pirch;

static LLVM::AtomicBinOp binOpOf(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addi:
    return LLVM::AtomicBinOp::add;
  case arith::AtomicRMWKind::addf:
    return LLVM::AtomicBinOp::fadd;
  case arith::AtomicRMWKind::andi:
    return LLVM::AtomicBinOp::_and;
  case arith::AtomicRMWKind::ori:
    return LLVM::AtomicBinOp::_or;
  case arith::AtomicRMWKind::xori:
    return LLVM::AtomicBinOp::_xor;
  case arith::AtomicRMWKind::maxs:
    return LLVM::AtomicBinOp::max;
  case arith::AtomicRMWKind::maxu:
    return LLVM::AtomicBinOp::umax;
  case arith::AtomicRMWKind::mins:
    return LLVM::AtomicBinOp::min;
  case arith::AtomicRMWKind::minu:
    return LLVM::AtomicBinOp::umin;
  case arith::AtomicRMWKind::assign:
    return LLVM::AtomicBinOp::xchg;
  default:
    llvm_unreachable("the verifier refuses other kinds");
  }
}

Value pirch::createAtomicRMW(OpBuilder &builder, Location loc,
                             arith::AtomicRMWKind kind, Value place,
                             Value value) {
  return LLVM::AtomicRMWOp::create(builder, loc, binOpOf(kind), place, value,
                                   LLVM::AtomicOrdering::monotonic);
}

/// `value`, a number, as the integer that has its bits.
static Value bitsOf(OpBuilder &builder, Location loc, Value value) {
  Type bits = builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
  return value.getType() == bits
             ? value
             : LLVM::BitcastOp::create(builder, loc, bits, value);
}

Value pirch::createAtomicCmpXchg(OpBuilder &builder, Location loc, Value place,
                                 Value expected, Value value) {
  Value both = LLVM::AtomicCmpXchgOp::create(
      builder, loc, place, bitsOf(builder, loc, expected),
      bitsOf(builder, loc, value), LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic);
  Value old = LLVM::ExtractValueOp::create(builder, loc, both, 0);
  return old.getType() == value.getType()
             ? old
             : LLVM::BitcastOp::create(builder, loc, value.getType(), old);
}

Value pirch::createPlainRMW(OpBuilder &builder, Location loc,
                            arith::AtomicRMWKind kind, Value place,
                            Value value) {
  Value old = LLVM::LoadOp::create(builder, loc, value.getType(), place);
  Value combined = value;
  if (kind != arith::AtomicRMWKind::assign)
    combined = arith::getReductionOp(kind, builder, loc, old, value);
  LLVM::StoreOp::create(builder, loc, combined, place);
  return old;
}

Value pirch::createPlainCmpXchg(OpBuilder &builder, Location loc, Value place,
                                Value expected, Value value) {
  Value old = LLVM::LoadOp::create(builder, loc, value.getType(), place);
  Value isExpected = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, bitsOf(builder, loc, old),
      bitsOf(builder, loc, expected));
  LLVM::StoreOp::create(
      builder, loc,
      arith::SelectOp::create(builder, loc, isExpected, value, old), place);
  return old;
}
