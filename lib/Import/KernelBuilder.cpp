//===- KernelBuilder.cpp - A kernel in work-item form, built by hand ------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pirch;

KernelBuilder::KernelBuilder(OpBuilder &builder, Location loc, StringRef name,
                             ArrayRef<int64_t> shape)
    : builder(builder), shape(shape) {
  kernel = KernelOp::create(builder, loc, name, builder.getFunctionType({}, {}),
                            productOf(shape));
  entry = builder.createBlock(&kernel.getBody());
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

bool KernelBuilder::isParameterType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
  return type.isF32() || type.isF64();
}

Value KernelBuilder::addParameter(StringRef name, Type type, Location loc,
                                  int64_t tag, bool isNeeded) {
  Value value = entry->addArgument(type, loc);
  parameters.push_back({name.str(), value, tag, isNeeded});
  return value;
}

void KernelBuilder::addGridParameters(Location loc) {
  if (shape.size() < 2)
    return;
  constexpr StringRef letters[] = {"x", "y", "z"};
  for (size_t dim = 0; dim < shape.size(); ++dim)
    gridGroups.push_back(addParameter(("groups_" + letters[dim]).str(),
                                      builder.getI64Type(), loc, -1));
  for (size_t dim = 1; dim < shape.size(); ++dim)
    gridIds.push_back(addParameter(("group_" + letters[dim]).str(),
                                   builder.getI64Type(), loc, -1));
  kernel.setWgShape(shape);
}

/// Whether something writes to the buffer.
static bool isWritten(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [](Operation *user) {
    return !isa<memref::LoadOp>(user);
  });
}

std::string KernelBuilder::getCType(const Parameter &parameter) const {
  auto buffer = dyn_cast<MemRefType>(parameter.value.getType());
  Type type = buffer ? buffer.getElementType() : parameter.value.getType();
  std::string name =
      type.isF32() ? "float"
      : type.isF64()
          ? "double"
          : "int" + std::to_string(type.getIntOrFloatBitWidth()) + "_t";
  if (!buffer)
    return name;
  return (isWritten(parameter.value) ? "" : "const ") + name + " *";
}

/// Erase operations that compute what nothing uses, from the last one on.
static void eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseUnused(inner);
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

SmallVector<int64_t> KernelBuilder::finish() {
  eraseUnused(*entry);
  SmallVector<int64_t> tags;
  SmallVector<Type> types;
  SmallVector<Attribute> names, cTypes;
  for (const Parameter &parameter : parameters) {
    auto argument = cast<BlockArgument>(parameter.value);
    if (!parameter.isNeeded && argument.use_empty()) {
      entry->eraseArgument(argument.getArgNumber());
      continue;
    }
    types.push_back(argument.getType());
    names.push_back(builder.getStringAttr(parameter.name));
    cTypes.push_back(builder.getStringAttr(getCType(parameter)));
    if (parameter.tag >= 0)
      tags.push_back(parameter.tag);
  }
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  kernel.setArgNamesAttr(builder.getArrayAttr(names));
  kernel.setArgTypesAttr(builder.getArrayAttr(cTypes));
  for (auto [index, type] : llvm::enumerate(types))
    if (isa<MemRefType>(type))
      kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  return tags;
}

//===----------------------------------------------------------------------===//
// Indexes
//===----------------------------------------------------------------------===//

Value KernelBuilder::linearLocalId(Location loc) {
  return WiIndexOp::create(builder, loc, builder.getI64Type());
}

Value KernelBuilder::localId(unsigned dim, Location loc) {
  if (dim >= shape.size())
    return number(0, loc);
  Value item = linearLocalId(loc);
  int64_t before = productOf(ArrayRef<int64_t>(shape).take_front(dim));
  if (before > 1)
    item = fold<arith::DivUIOp>(item, number(before, loc), loc);
  if (dim + 1 < shape.size())
    item = fold<arith::RemUIOp>(item, number(shape[dim], loc), loc);
  return item;
}

Value KernelBuilder::groupId(unsigned dim, Location loc) {
  if (dim >= shape.size())
    return number(0, loc);
  return dim == 0
             ? WgIndexOp::create(builder, loc, builder.getI64Type()).getResult()
             : gridIds[dim - 1];
}

Value KernelBuilder::numGroups(unsigned dim, Location loc) {
  if (dim >= shape.size())
    return number(1, loc);
  return gridGroups.empty()
             ? NumGroupsOp::create(builder, loc, builder.getI64Type())
                   .getResult()
             : gridGroups[dim];
}

//===----------------------------------------------------------------------===//
// Numbers and memory
//===----------------------------------------------------------------------===//

Value KernelBuilder::number(int64_t value, Location loc) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value KernelBuilder::makeVariable(Type element, int64_t count, bool isLocal,
                                  Location loc) {
  Attribute space =
      isLocal ? builder.getI64IntegerAttr(kLocalMemorySpace) : Attribute();
  return memref::AllocaOp::create(
      builder, loc,
      MemRefType::get({count}, element, MemRefLayoutAttrInterface(), space));
}

Value KernelBuilder::makeTable(DenseElementsAttr constants, Location loc) {
  ShapedType type = constants.getType();
  return TableOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      constants);
}

Value KernelBuilder::load(Value memref, Value place, Location loc) {
  Value index = builder.createOrFold<arith::IndexCastOp>(
      loc, builder.getIndexType(), place);
  return memref::LoadOp::create(builder, loc, memref, index);
}

void KernelBuilder::store(Value value, Value memref, Value place,
                          Location loc) {
  Value index = builder.createOrFold<arith::IndexCastOp>(
      loc, builder.getIndexType(), place);
  memref::StoreOp::create(builder, loc, value, memref, index);
}
