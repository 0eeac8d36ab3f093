//===- FormTables.cpp - Reads of constant tables in the work-item form ----===//
//
// A read at a subscript known at compile time is a constant. Others read memory
// that all groups share.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "LoopRecorder.h"

using namespace mlir;
using namespace pirch;

LogicalResult Former::emitTableLoad(memref::LoadOp op, TableOp table) {
  LaneValue index = lookup(op.getIndices()[0]);
  if (index.isStatic())
    return loadKnownEntries(op, table, index);
  parameters[table.getBuffer()] = memoryOf(table);
  readMemory(op, index);
  return success();
}

LogicalResult Former::loadKnownEntries(memref::LoadOp op, TableOp table,
                                       const LaneValue &index) {
  int64_t size = table.getBuffer().getType().getNumElements();
  SmallVector<int64_t> subscripts;
  if (failed(getIndexTable(index, size, op, subscripts)))
    return failure();
  auto entries = cast<DenseElementsAttr>(table.getValue());
  auto begin = entries.value_begin<TypedAttr>();
  LaneValue result;
  result.extent = space.extent;
  for (int64_t subscript : subscripts)
    result.table.push_back(subscript == kNoOffset ? TypedAttr()
                                                  : begin[subscript]);
  if (llvm::all_equal(result.table) && result.table.front())
    result.table.resize(1);
  define(op.getResult(), std::move(result));
  return success();
}

/// The table in the kernel that is being formed.
Value Former::memoryOf(TableOp table) {
  if (Value known = parameters.lookup(table.getBuffer()))
    return known;
  auto entries = cast<DenseElementsAttr>(table.getValue());
  // A lane of i1 has no address of its own.
  if (entries.getElementType().isInteger(1))
    entries = entries.mapValues(
        builder.getI8Type(), [](const APInt &value) { return value.zext(8); });
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(entry);
  auto type =
      MemRefType::get(entries.getType().getShape(), entries.getElementType());
  remark(table, "a table of " + Twine(entries.getNumElements()) +
                    " constants lies in memory");
  return TableOp::create(builder, table.getLoc(), type, entries);
}
