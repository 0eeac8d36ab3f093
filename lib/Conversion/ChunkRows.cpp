//===- ChunkRows.cpp - Rows whose places are known at run time ------------===//
//
// `pirch.load_rows` and `pirch.store_rows` on vectors: each row, or
// rows that follow each other, are loaded or stored as contiguous vectors and
// transposed in registers, or their elements are gathered and scattered where
// that costs less.
//
//===----------------------------------------------------------------------===//

#include "Chunker.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/IndexGrowth.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

/// The addresses of the first elements of the plan's pieces.
SmallVector<Value> Chunker::piecePointers(const RowPlan &plan, Value buffer,
                                          Value base, Value index) {
  auto type = cast<InfRegType>(index.getType());
  auto element = cast<MemRefType>(buffer.getType()).getElementType();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  const Chunks &indexes = chunksOf(index);
  SmallVector<Value> pointers;
  for (const RowPlan::Piece &piece : plan.pieces) {
    ChunkLane place = mapping.get(type).getPlace({piece.wg, piece.wi, 0});
    Value first = vector::ExtractOp::create(builder, loc, indexes[place.chunk],
                                            ArrayRef<int64_t>{place.lane});
    // The index comes first, since it is often the same in each iteration of
    // a loop whose counter is the base.
    Value at = LLVM::GEPOp::create(builder, loc, pointer, element,
                                   scalars.lookup(buffer), ValueRange{first});
    at = LLVM::GEPOp::create(builder, loc, pointer, element, at,
                             ValueRange{scalars.lookup(base)});
    if (piece.offset)
      at = LLVM::GEPOp::create(
          builder, loc, pointer, element, at,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(piece.offset)});
    pointers.push_back(at);
  }
  return pointers;
}

/// The addresses of all elements of rows of `type`, as chunks of pointers.
LaneEmitter::Chunks Chunker::rowElementPointers(InfRegType type, Value buffer,
                                                Value base, Value index) {
  auto indexType = cast<InfRegType>(index.getType());
  SmallVector<int64_t> shape(type.getShape());
  InfRegType all =
      indexType.cloneWith(ArrayRef<int64_t>(shape), indexType.getElementType());
  SmallVector<int32_t> table;
  for (int32_t wi = 0; wi < type.getNumItems(); ++wi)
    table.append(type.getExtent(), wi);
  Chunks indexes = moveLanes(chunksOf(index), indexType, all, table);
  Chunks elements = constantChunks(all, [&](LaneId id) -> Attribute {
    return builder.getI64IntegerAttr(id.ix);
  });
  auto pointers = VectorType::get(
      {lanes}, LLVM::LLVMPointerType::get(builder.getContext()));
  Value first = LLVM::GEPOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      type.getElementType(), scalars.lookup(buffer),
      ValueRange{scalars.lookup(base)});
  Chunks result;
  for (auto [from, element] : llvm::zip_equal(indexes, elements)) {
    Value at = arith::AddIOp::create(builder, loc, from, element);
    result.push_back(LLVM::GEPOp::create(
        builder, loc, pointers, type.getElementType(), first, ValueRange{at}));
  }
  return result;
}

void Chunker::emitLoadRows(LoadRowsOp op) {
  InfRegType type = op.getType();
  Type element = type.getElementType();
  unsigned alignment = alignmentOf(element);
  UniformValues uniform(UniformValues::Items::all);
  std::optional<RowPlan> plan =
      planRows(mapping.get(type), /*isStore=*/false,
               findStep(op.getIndex(), uniform), target);
  Chunks result;
  if (!plan) {
    auto inside = testLanes(type, [](LaneId) { return true; });
    for (auto [pointers, bits] :
         llvm::zip_equal(rowElementPointers(type, op.getBuffer(), op.getBase(),
                                            op.getIndex()),
                         inside)) {
      ++counts.gathers;
      result.push_back(LLVM::masked_gather::create(
          builder, loc, vectorType(element), pointers, laneMask(bits),
          ValueRange{unloaded(/*isMasked=*/false, vectorType(element))},
          alignment));
    }
    return define(op, std::move(result));
  }
  std::vector<Value> registers;
  for (auto [piece, pointer] : llvm::zip_equal(
           plan->pieces,
           piecePointers(*plan, op.getBuffer(), op.getBase(), op.getIndex()))) {
    Value loaded = LLVM::LoadOp::create(
        builder, loc, VectorType::get({piece.length}, element), pointer,
        alignment);
    if (piece.length < lanes)
      loaded =
          insertPart(loaded, unloaded(/*isMasked=*/false, vectorType(element)),
                     /*first=*/0);
    registers.push_back(loaded);
  }
  registers = emitNetwork(plan->network, std::move(registers));
  for (int32_t reg : plan->network.results)
    result.push_back(reg < 0 ? unloaded(/*isMasked=*/false, vectorType(element))
                             : registers[reg]);
  define(op, std::move(result));
}

void Chunker::emitStoreRows(StoreRowsOp op) {
  InfRegType type = op.getValue().getType();
  Type element = type.getElementType();
  unsigned alignment = alignmentOf(element);
  Chunks value = chunksOf(op.getValue());
  std::optional<RowPlan> plan = planRows(mapping.get(type), /*isStore=*/true,
                                         /*step=*/std::nullopt, target);
  if (!plan) {
    auto inside = testLanes(type, [](LaneId) { return true; });
    for (auto [chunk, pointers, bits] :
         llvm::zip_equal(value,
                         rowElementPointers(type, op.getBuffer(), op.getBase(),
                                            op.getIndex()),
                         inside)) {
      ++counts.gathers;
      LLVM::masked_scatter::create(builder, loc, chunk, pointers,
                                   laneMask(bits), alignment);
    }
    return;
  }
  std::vector<Value> registers = emitNetwork(
      plan->network, std::vector<Value>(value.begin(), value.end()));
  for (auto [pointer, reg] : llvm::zip_equal(
           piecePointers(*plan, op.getBuffer(), op.getBase(), op.getIndex()),
           plan->network.results)) {
    Value row = registers[reg];
    if (type.getExtent() < lanes)
      row = vector::ExtractStridedSliceOp::create(
          builder, loc, row, ArrayRef<int64_t>{0},
          ArrayRef<int64_t>{type.getExtent()}, ArrayRef<int64_t>{1});
    LLVM::StoreOp::create(builder, loc, row, pointer, alignment);
  }
}
