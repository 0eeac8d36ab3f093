//===- ConstantMemory.cpp - Constants in an object's data -----------------===//

#include "Pirch/Conversion/ConstantMemory.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace pirch;

/// The constant with `value` in `module`, which is made if there is none.
static LLVM::GlobalOp getConstant(Operation *module, Location loc,
                                  DenseElementsAttr value, unsigned space) {
  // The value is a tensor, so that LLVM makes an array of it.
  int64_t size = value.getNumElements();
  Type element = value.getElementType();
  value = value.reshape(RankedTensorType::get({size}, element));
  Block &body = module->getRegion(0).front();
  int64_t number = 0;
  for (auto other : body.getOps<LLVM::GlobalOp>()) {
    if (other.getConstant() && other.getValueAttr() == value &&
        other.getAddrSpace() == space)
      return other;
    ++number;
  }
  // The first number is free unless globals were erased.
  std::string name;
  do
    name = "pirch.constants." + std::to_string(number++);
  while (SymbolTable::lookupSymbolIn(module, name));
  OpBuilder atModule = OpBuilder::atBlockBegin(&body);
  constexpr uint64_t kAlignment = 64;
  auto global = LLVM::GlobalOp::create(
      atModule, loc, LLVM::LLVMArrayType::get(element, size),
      /*isConstant=*/true, LLVM::Linkage::Private, name, value, kAlignment,
      space);
  global.setUnnamedAddr(LLVM::UnnamedAddr::Global);
  return global;
}

Value pirch::createConstantMemory(OpBuilder &builder, Location loc,
                                  DenseElementsAttr value, unsigned space) {
  Operation *module = SymbolTable::getNearestSymbolTable(
      builder.getInsertionBlock()->getParentOp());
  LLVM::GlobalOp global = getConstant(module, loc, value, space);
  Value address = LLVM::AddressOfOp::create(builder, loc, global);
  if (space == 0)
    return address;
  return LLVM::AddrSpaceCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}
