//===- ChunkGathers.cpp - Lanes at computed addresses ---------------------===//
//
// Gathers and scatters of chunks whose lanes access elements at indexes that
// the kernel computes at run time, so that there is nothing to plan.
//
//===----------------------------------------------------------------------===//

#include "Chunker.h"
#include "Pirch/Analysis/OwnMemory.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

/// Whether each lane of `chunk` holds one of the `total` values of the infreg.
/// The other lanes, padding, must not access memory.
static SmallVector<bool> lanesInside(int64_t chunk, int64_t lanes,
                                     int64_t total) {
  SmallVector<bool> inside;
  for (int64_t lane = 0; lane < lanes; ++lane)
    inside.push_back(chunk * lanes + lane < total);
  return inside;
}

/// The elements, counted from the beginning of `buffer`, of lanes of `type`
/// that access the elements `index`.
LaneEmitter::Chunks Chunker::elementsOf(Value buffer, InfRegType type,
                                        const Chunks &index) {
  auto variable = buffer.getDefiningOp<AllocaOp>();
  if (!variable)
    return index;
  OwnLayout layout = getOwnLayout(variable, mapping.get(type));
  Type element = cast<VectorType>(index.front().getType()).getElementType();
  Chunks copies = constantChunks(
      type.cloneWith(std::nullopt, element), [&](LaneId id) -> Attribute {
        return builder.getIntegerAttr(element, layout.getStart(id.wg, id.wi));
      });
  Value step = layout.elementStep == 1
                   ? Value()
                   : splat(constantInt(element, layout.elementStep));
  Chunks result;
  for (auto [chunk, copy] : llvm::zip_equal(index, copies)) {
    Value scaled =
        step ? arith::MulIOp::create(builder, loc, chunk, step) : chunk;
    result.push_back(arith::AddIOp::create(builder, loc, scaled, copy));
  }
  return result;
}

/// The mask of the lanes of `chunk` that hold values of `type` and are not left
/// out by `mask`, which may be null.
Value Chunker::lanesTakingPart(InfRegType type, Value mask, int64_t chunk) {
  int64_t total = type.getNumGroups() * type.getLanesPerGroup();
  Value inside = laneMask(lanesInside(chunk, lanes, total));
  if (!mask)
    return inside;
  Value none = splat(constant(builder.getBoolAttr(false)));
  return arith::SelectOp::create(builder, loc, inside, chunksOf(mask)[chunk],
                                 none);
}

/// Pointers to the elements `index` of `buffer`, a chunk of lanes.
Value Chunker::pointersTo(Value buffer, Type element, Value index) {
  auto type = VectorType::get({lanes},
                              LLVM::LLVMPointerType::get(builder.getContext()));
  return LLVM::GEPOp::create(builder, loc, type, element,
                             scalars.lookup(buffer), ValueRange{index});
}

void Chunker::emitGather(GatherOp op) {
  if (std::optional<TableLookup> plan = planTableLookup(op, lanes, target))
    define(op, emitTableLookup(op, *plan));
  else
    define(op, gatherLanes(op));
}

/// Each lane's element by an access of its own.
Chunker::Chunks Chunker::gatherLanes(GatherOp op) {
  InfRegType type = op.getType();
  Type element = type.getElementType();
  VectorType vector = vectorType(element);
  Chunks result;
  for (auto [chunk, index] : llvm::enumerate(
           elementsOf(op.getBuffer(), type, chunksOf(op.getIndex())))) {
    ++counts.gathers;
    result.push_back(LLVM::masked_gather::create(
        builder, loc, vector, pointersTo(op.getBuffer(), element, index),
        lanesTakingPart(type, op.getMask(), chunk),
        ValueRange{unloaded(op.getMask() != nullptr, vector)},
        alignmentOf(element)));
  }
  return result;
}

/// Lanes `0` to `count - 1` of a vector of at least one lane; those that it
/// does not have may be anything.
static Value withLanes(OpBuilder &builder, Location loc, Value vector,
                       int64_t count) {
  int64_t has = cast<VectorType>(vector.getType()).getNumElements();
  if (has == count)
    return vector;
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < count; ++lane)
    mask.push_back(lane < has ? lane : -1);
  return vector::ShuffleOp::create(builder, loc, vector, vector, mask);
}

/// The constants of `table` in vectors of `width` lanes.
Chunker::Chunks Chunker::tableRegisters(TableOp table, int64_t width) {
  auto entries = cast<DenseElementsAttr>(table.getValue());
  Type element = entries.getElementType();
  auto type = VectorType::get({width}, element);
  SmallVector<Attribute> all(entries.getValues<Attribute>());
  all.resize(llvm::alignTo(all.size(), width), builder.getZeroAttr(element));
  Chunks registers;
  for (size_t first = 0; first < all.size(); first += width)
    registers.push_back(arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, ArrayRef(all).slice(first, width))));
  return registers;
}

/// The elements of the window that `plan` reads, in vectors of `plan.lanes`
/// lanes.
Chunker::Chunks Chunker::windowRegisters(GatherOp op, const TableLookup &plan) {
  Type element = op.getType().getElementType();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto load = [&](int64_t first, int64_t count) -> Value {
    Value at = LLVM::GEPOp::create(
        builder, loc, pointer, element, scalars.lookup(op.getBuffer()),
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(plan.first + first)});
    return LLVM::LoadOp::create(builder, loc, VectorType::get({count}, element),
                                at, alignmentOf(element));
  };
  Chunks registers;
  for (int64_t first = 0; first < plan.size; first += plan.lanes) {
    int64_t count = std::min(plan.lanes, plan.size - first);
    int64_t part = llvm::bit_floor(static_cast<uint64_t>(count));
    Value low = load(first, part);
    // A number of elements that is no power of two is loaded in two parts that
    // overlap.
    Value high = part == count ? low : load(first + count - part, part);
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < plan.lanes; ++lane)
      mask.push_back(lane < part    ? lane
                     : lane < count ? part + lane - (count - part)
                                    : -1);
    registers.push_back(
        part == plan.lanes
            ? low
            : vector::ShuffleOp::create(builder, loc, low, high, mask));
  }
  return registers;
}

/// Each lane's element from `registers`, which hold all entries.
Chunker::Chunks Chunker::lookUpLanes(GatherOp op, const TableLookup &plan,
                                     const Chunks &registers) {
  int64_t bits = op.getType().getElementTypeBitWidth();
  Chunks result;
  // The instructions move all lanes before it is known which of them are read.
  for (Value index : frozenChunksOf(op.getIndex())) {
    if (plan.first) {
      Type type = getElementTypeOrSelf(index.getType());
      index = arith::SubIOp::create(builder, loc, index,
                                    splat(constantInt(type, plan.first)));
    }
    Value position = resizedChunk(index, bits);
    Value wide = withLanes(builder, loc, position, plan.lanes);
    Chunks found;
    for (ArrayRef<Value> rest = registers; !rest.empty();) {
      ArrayRef<Value> sources = rest.take_front(plan.registersPerLookup);
      rest = rest.drop_front(sources.size());
      found.push_back(withLanes(builder, loc, lookUp(sources, wide), lanes));
    }
    result.push_back(selectByBits(
        found, position, llvm::Log2_64(plan.lanes * plan.registersPerLookup)));
  }
  return result;
}

Chunker::Chunks Chunker::emitTableLookup(GatherOp op, const TableLookup &plan) {
  if (auto table = op.getBuffer().getDefiningOp<TableOp>())
    return lookUpLanes(op, plan, tableRegisters(table, plan.lanes));
  if (!plan.testsPage)
    return lookUpLanes(op, plan, windowRegisters(op, plan));
  Type element = op.getType().getElementType();
  Value first = LLVM::GEPOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), element,
      scalars.lookup(op.getBuffer()),
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(plan.first)});
  Value test = isInOnePage(first, plan.size * alignmentOf(element));
  SmallVector<Type> types(chunksOf(op.getIndex()).size(), vectorType(element));
  auto branch = scf::IfOp::create(builder, loc, types, expectTrue(test),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool isInPage : {false, true}) {
    builder.setInsertionPointToEnd(isInPage ? branch.thenBlock()
                                            : branch.elseBlock());
    scf::YieldOp::create(builder, loc,
                         isInPage
                             ? lookUpLanes(op, plan, windowRegisters(op, plan))
                             : gatherLanes(op));
  }
  return Chunks(branch.getResults().begin(), branch.getResults().end());
}

void Chunker::emitScatter(ScatterOp op) {
  if (compacts(op))
    return emitCompaction(op);
  InfRegType type = op.getValue().getType();
  Type element = type.getElementType();
  for (auto [chunk, index] : llvm::enumerate(
           elementsOf(op.getBuffer(), type, chunksOf(op.getIndex())))) {
    ++counts.gathers;
    LLVM::masked_scatter::create(builder, loc, chunksOf(op.getValue())[chunk],
                                 pointersTo(op.getBuffer(), element, index),
                                 lanesTakingPart(type, op.getMask(), chunk),
                                 alignmentOf(element));
  }
}
