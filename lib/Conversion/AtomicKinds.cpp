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

Value pirch::createAtomicCmpXchg(OpBuilder &builder, Location loc, Value place,
                                 Value expected, Value value) {
  Type type = value.getType();
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  auto asType = [&](Value from, Type to) -> Value {
    return from.getType() == to
               ? from
               : LLVM::BitcastOp::create(builder, loc, to, from);
  };
  Value both = LLVM::AtomicCmpXchgOp::create(
      builder, loc, place, asType(expected, bits), asType(value, bits),
      LLVM::AtomicOrdering::monotonic, LLVM::AtomicOrdering::monotonic);
  return asType(LLVM::ExtractValueOp::create(builder, loc, both, 0), type);
}
