//===- IndexFunctions.cpp - Where a work item is in its range -------------===//

#include "Importer.h"
#include "KernelPrelude.h"
#include "Pirch/Support/Extents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

/// The values that the functions of a dimension give.
enum class Importer::Index {
  localId,
  groupId,
  globalId,
  globalOffset,
  numGroups,
  localSize,
  globalSize
};

std::optional<Importer::Index> Importer::findIndex(StringRef name) {
  return llvm::StringSwitch<std::optional<Index>>(name)
      .Case("get_local_id", Index::localId)
      .Case("get_group_id", Index::groupId)
      .Case("get_global_id", Index::globalId)
      .Case("get_global_offset", Index::globalOffset)
      .Case("get_num_groups", Index::numGroups)
      .Cases({"get_local_size", "get_enqueued_local_size"}, Index::localSize)
      .Case("get_global_size", Index::globalSize)
      .Default(std::nullopt);
}

void Importer::addGridParameters(KernelOp kernel, Block *entry, Location loc) {
  ArrayRef<int64_t> shape = options.wgShape;
  grid = Grid();
  if (shape.size() < 2 && !options.globalOffset)
    return;
  SmallVector<Attribute> names(kernel.getArgNamesAttr().getValue());
  SmallVector<Attribute> types(kernel.getArgTypesAttr().getValue());
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  SmallVector<Attribute> attrs(kernel.getArgAttrsAttr()
                                   ? kernel.getArgAttrsAttr().getValue()
                                   : ArrayRef<Attribute>());
  Type i64 = builder.getI64Type();
  auto add = [&](StringRef what, size_t dim) -> Value {
    constexpr StringRef letters[] = {"x", "y", "z"};
    names.push_back(builder.getStringAttr(what + "_" + letters[dim]));
    types.push_back(builder.getStringAttr("int64_t"));
    inputs.push_back(i64);
    if (!attrs.empty())
      attrs.push_back(builder.getDictionaryAttr({}));
    return entry->addArgument(i64, loc);
  };
  for (size_t dim = 0; dim < shape.size(); ++dim)
    grid.groups.push_back(add("groups", dim));
  for (size_t dim = 0; options.globalOffset && dim < shape.size(); ++dim)
    grid.offsets.push_back(add("offset", dim));
  for (size_t dim = 1; dim < shape.size(); ++dim)
    grid.ids.push_back(add("group", dim));
  kernel.setFunctionType(builder.getFunctionType(inputs, {}));
  kernel.setArgNamesAttr(builder.getArrayAttr(names));
  kernel.setArgTypesAttr(builder.getArrayAttr(types));
  if (!attrs.empty())
    kernel.setArgAttrsAttr(builder.getArrayAttr(attrs));
  kernel.setWgShape(shape);
  kernel.setGridOffset(options.globalOffset);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The work item's place in its group along `dim`. Work items are counted along
/// x first.
Value Importer::emitLocalId(size_t dim, Location loc) {
  ArrayRef<int64_t> shape = options.wgShape;
  Type i64 = builder.getI64Type();
  Value item = WiIndexOp::create(builder, loc, i64);
  int64_t before = productOf(shape.take_front(dim));
  if (before > 1)
    item = arith::DivUIOp::create(builder, loc, item,
                                  constantOf(i64, before, loc));
  if (dim + 1 < shape.size())
    item = arith::RemUIOp::create(builder, loc, item,
                                  constantOf(i64, shape[dim], loc));
  return item;
}

/// The value `index` for dimension `dim`, which is one of the range's.
Value Importer::emitIndex(Index index, size_t dim, Location loc) {
  Type i64 = builder.getI64Type();
  auto scaled = [&](Index what) -> Value {
    Value size = emitIndex(Index::localSize, dim, loc);
    return arith::MulIOp::create(builder, loc, emitIndex(what, dim, loc), size);
  };
  switch (index) {
  case Index::localId:
    return emitLocalId(dim, loc);
  case Index::groupId:
    if (grid.rowGroups) {
      Value before = arith::MulIOp::create(
          builder, loc, grid.ids.front(), constantOf(i64, grid.rowGroups, loc));
      return arith::AddIOp::create(builder, loc, before,
                                   WgIndexOp::create(builder, loc, i64));
    }
    return dim == 0 ? WgIndexOp::create(builder, loc, i64).getResult()
                    : grid.ids[dim - 1];
  case Index::globalOffset:
    return grid.offsets.empty() ? constantOf(i64, 0, loc) : grid.offsets[dim];
  case Index::numGroups:
    return grid.groups.empty()
               ? NumGroupsOp::create(builder, loc, i64).getResult()
               : grid.groups[dim];
  case Index::localSize:
    return constantOf(i64, options.wgShape[dim], loc);
  case Index::globalSize:
    return scaled(Index::numGroups);
  case Index::globalId: {
    Value first = scaled(Index::groupId);
    Value id = arith::AddIOp::create(builder, loc, first,
                                     emitIndex(Index::localId, dim, loc));
    return grid.offsets.empty()
               ? id
               : arith::AddIOp::create(builder, loc, id, grid.offsets[dim]);
  }
  }
  llvm_unreachable("not an index");
}

/// The work item's place in the whole range, counted along x first and without
/// the global offset.
Value Importer::emitGlobalLinearId(Location loc) {
  llvm::SaveAndRestore offsets(grid.offsets, {});
  Value id;
  for (size_t dim = options.wgShape.size(); dim-- > 0;) {
    Value here = emitIndex(Index::globalId, dim, loc);
    if (id) {
      Value size = emitIndex(Index::globalSize, dim, loc);
      Value before = arith::MulIOp::create(builder, loc, id, size);
      here = arith::AddIOp::create(builder, loc, before, here);
    }
    id = here;
  }
  return id;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

std::optional<size_t> Importer::checkDimension(const clang::CallExpr *call,
                                               StringRef name,
                                               uint64_t dimension) {
  size_t dims = options.wgShape.size();
  if (dimension < dims)
    return dimension;
  std::string asked = (name + "(" + Twine(dimension) + ")").str();
  if (dimension >= kMaxDimensions) {
    error(call->getExprLoc(), asked + ": there is no such dimension; 0, 1 and "
                                      "2 are those of a range of three");
    return std::nullopt;
  }
  Extents wanted(options.wgShape);
  wanted.resize(dimension + 1, 1);
  error(call->getExprLoc(),
        asked + ": the range has " + Twine(dims) +
            (dims == 1 ? " dimension" : " dimensions") +
            "; --wg-size takes an extent for each, as in --wg-size=" +
            printExtents(wanted));
  return std::nullopt;
}

bool Importer::isIndexFunction(StringRef name) {
  return name.starts_with("get_") || name.starts_with(kDimensionPrefix);
}

Value Importer::emitIndexCall(const clang::CallExpr *call, StringRef name) {
  Location loc = locate(call->getExprLoc());
  Type i64 = builder.getI64Type();
  if (name == "get_local_linear_id")
    return WiIndexOp::create(builder, loc, i64);
  if (name == "get_sub_group_local_id")
    return arith::TruncIOp::create(builder, loc, builder.getI32Type(),
                                   WiIndexOp::create(builder, loc, i64));
  if (name == "get_global_linear_id")
    return emitGlobalLinearId(loc);
  name.consume_front(kDimensionPrefix);
  std::optional<Index> index = findIndex(name);
  if (!index) {
    error(call->getExprLoc(), "not supported: function '" + name + "'");
    return {};
  }
  if (grid.rowGroups &&
      (*index == Index::numGroups || *index == Index::globalSize)) {
    error(call->getExprLoc(), "not supported yet: " + name +
                                  " in a kernel with a buffer in a compact "
                                  "layout");
    return {};
  }
  uint64_t dimension = 0;
  clang::Expr::EvalResult known;
  bool isKnown = call->getNumArgs() == 0;
  if (!isKnown && call->getArg(0)->EvaluateAsInt(known, ast)) {
    isKnown = true;
    dimension = known.Val.getInt().getZExtValue();
  }
  if (isKnown) {
    std::optional<size_t> dim = checkDimension(call, name, dimension);
    return dim ? emitIndex(*index, *dim, loc) : Value();
  }
  // The dimension is known only at run time: choose among the range's. For all
  // other dimensions OpenCL defines sizes as 1, and ids and offsets as 0.
  Value asked = emit(call->getArg(0));
  if (!asked)
    return {};
  bool isSize = llvm::is_contained(
      {Index::numGroups, Index::localSize, Index::globalSize}, *index);
  Value result = constantOf(i64, isSize ? 1 : 0, loc);
  for (size_t dim = options.wgShape.size(); dim-- > 0;) {
    Value isThis =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, asked,
                              constantOf(asked.getType(), dim, loc));
    result = arith::SelectOp::create(builder, loc, isThis,
                                     emitIndex(*index, dim, loc), result);
  }
  return result;
}
