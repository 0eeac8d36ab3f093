//===- AtomicFunctions.cpp - atomic_add and the like ----------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pirch;

/// How the atomic function `name`, without its prefix, combines; nothing for a
/// compare-and-exchange.
static std::optional<arith::AtomicRMWKind> atomicKind(StringRef name,
                                                      bool isSigned) {
  using Kind = arith::AtomicRMWKind;
  return llvm::StringSwitch<std::optional<Kind>>(name)
      .Cases({"add", "sub", "inc", "dec"}, Kind::addi)
      .Case("xchg", Kind::assign)
      .Case("min", isSigned ? Kind::mins : Kind::minu)
      .Case("max", isSigned ? Kind::maxs : Kind::maxu)
      .Case("and", Kind::andi)
      .Case("or", Kind::ori)
      .Case("xor", Kind::xori)
      .Default(std::nullopt);
}

bool Importer::checkAtomicPlace(const Place &place, Type type, bool isExchange,
                                clang::SourceLocation loc) {
  auto memory = dyn_cast_or_null<MemRefType>(
      place.memref ? place.memref.getType() : Type());
  Type element = memory ? memory.getElementType() : Type();
  // An exchange moves the bits of a whole element, whatever their type.
  bool hasBits =
      memory && isExchange &&
      element.getIntOrFloatBitWidth() == type.getIntOrFloatBitWidth();
  if (!place.choices.empty()) {
    error(loc, "not supported yet: an atomic operation through a pointer to "
               "more than one variable or parameter");
    return false;
  }
  if (place.isNull) {
    error(loc, "an access through a null pointer");
    return false;
  }
  if (element != type && !hasBits) {
    narrow(place, type.getIntOrFloatBitWidth() / 8, loc,
           "not supported yet: an atomic operation on memory that has another "
           "type");
    return false;
  }
  if (!isa<BlockArgument>(place.memref) &&
      memory.getMemorySpaceAsInt() != kLocalMemorySpace) {
    error(loc,
          "an atomic operation needs a buffer or a __local variable, not a "
          "variable of one work item");
    return false;
  }
  return true;
}

bool Importer::emitAtomicOperands(const clang::CallExpr *call,
                                  StringRef operation, Type type,
                                  Values &values) {
  Location loc = locate(call->getExprLoc());
  for (const clang::Expr *argument : llvm::drop_begin(call->arguments())) {
    values.push_back(emit(argument));
    if (!values.back())
      return false;
  }
  if (operation == "inc" || operation == "dec")
    values.push_back(constantOf(type, operation == "inc" ? 1 : -1, loc));
  if (operation == "sub")
    values[0] = arith::SubIOp::create(builder, loc, constantOf(type, 0, loc),
                                      values[0]);
  return true;
}

Value Importer::emitAtomic(const clang::CallExpr *call, StringRef name) {
  Location loc = locate(call->getExprLoc());
  StringRef operation = name.substr(name.find('_') + 1);
  bool isExchange = operation.ends_with("xchg");
  Place place = emitPointer(call->getArg(0));
  Type type = convertType(call->getType(), call->getExprLoc());
  Values values;
  if (!place || !type || !emitAtomicOperands(call, operation, type, values) ||
      !checkAtomicPlace(place, type, isExchange, call->getArg(0)->getExprLoc()))
    return {};
  Type element = cast<MemRefType>(place.memref.getType()).getElementType();
  auto asType = [&](Value value, Type wanted) -> Value {
    return value.getType() == wanted
               ? value
               : arith::BitcastOp::create(builder, loc, wanted, value);
  };
  for (Value &value : values)
    value = asType(value, element);
  Value index = locateElement(place, loc);
  Value old;
  if (operation == "cmpxchg")
    old = AtomicCmpXchgOp::create(builder, loc, element, values[0], values[1],
                                  place.memref, index, Value());
  else
    old = AtomicRMWOp::create(builder, loc, element,
                              *atomicKind(operation, isSigned(call->getType())),
                              values[0], place.memref, index, Value());
  return asType(old, type);
}
