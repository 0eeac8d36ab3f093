//===- ChunkVariables.cpp - Variables in memory, atomic operations --------===//
//
// `pirch.alloca` on vectors: the copies of all groups of a pack are one piece
// of the function's stack. Atomic operations, of which vector units have none:
// the lanes take part one after the other.
//
//===----------------------------------------------------------------------===//

#include "AtomicKinds.h"
#include "Chunker.h"
#include "Pirch/Analysis/OwnMemory.h"
#include "Pirch/Dialect/IR/CodeLimit.h"

using namespace mlir;
using namespace pirch;

LogicalResult Chunker::emitAlloca(AllocaOp op) {
  int64_t limit = target.getOwnMemoryBytes();
  int64_t bytes = pack * getOwnBytesPerGroup(kernel);
  if (bytes > limit)
    return emitCodeLimitError(op)
           << "variables in memory of " << bytes << " bytes for " << pack
           << " work groups (at most " << limit << ")";
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(entryBlock);
  Value count = constantInt(builder.getI64Type(), pack * op.getNumElements());
  // Vectors of neighbouring copies begin where a register's multiple does.
  unsigned alignment = target.getRegisterBits() / 8;
  scalars.map(
      op.getBuffer(),
      LLVM::AllocaOp::create(builder, loc,
                             LLVM::LLVMPointerType::get(builder.getContext()),
                             op.getBuffer().getType().getElementType(), count,
                             std::min(alignment, 64u)));
  return success();
}

/// Memory on the stack that holds `list`, chunks whose lanes are of type
/// `element`, one after the other. Each operation uses the same memory for its
/// list number `use`.
Value Chunker::storedList(unsigned use, const Chunks &list, Type element) {
  auto &[memory, count] = laneLists[{use, element}];
  if (count < list.size()) {
    count = list.size();
    memory = allocateChunks(element, count);
  }
  storeChunks(list, memory);
  return memory;
}

/// Element `at` of a list of scalars.
static Value pointerInto(OpBuilder &builder, Location loc, Value list,
                         Type element, Value at) {
  return LLVM::GEPOp::create(builder, loc, list.getType(), element, list,
                             ValueRange{at});
}

/// Emit a loop that does, for each lane of the access that takes part, what
/// `emit` makes of the pointer to the lane's element and of the lane's
/// operands. Returns what `emit` returns, in these lanes.
LaneEmitter::Chunks Chunker::emitLaneByLane(AccessOpInterface op, Value index,
                                            ArrayRef<Value> operands,
                                            EmitLane emit) {
  InfRegType type = op.getAccessType();
  Type element = type.getElementType(), i64 = builder.getI64Type();
  Type flag = storedType(builder.getI1Type());
  Chunks places = elementsOf(op.getBuffer(), type, chunksOf(index)), masks;
  for (size_t chunk = 0; chunk < places.size(); ++chunk)
    masks.push_back(lanesTakingPart(type, op.getMask(), chunk));
  Value maskList = storedList(0, masks, builder.getI1Type());
  Value placeList = storedList(1, places, i64);
  SmallVector<Value> lists;
  for (auto [number, operand] : llvm::enumerate(operands))
    lists.push_back(storedList(2 + number, chunksOf(operand), element));
  int64_t count = places.size() * lanes;
  auto loop = scf::ForOp::create(builder, loc, constantInt(i64, 0),
                                 constantInt(i64, count), constantInt(i64, 1));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    auto load = [&](Value list, Type stored) -> Value {
      return LLVM::LoadOp::create(
          builder, loc, stored,
          pointerInto(builder, loc, list, stored, loop.getInductionVar()));
    };
    Value takesPart =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                              load(maskList, flag), constantInt(flag, 0));
    auto branch =
        scf::IfOp::create(builder, loc, takesPart, /*withElse=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value place = pointerInto(builder, loc, scalars.lookup(op.getBuffer()),
                              element, load(placeList, i64));
    SmallVector<Value> values;
    for (Value list : lists)
      values.push_back(load(list, element));
    Value old = emit(builder, loc, place, values);
    LLVM::StoreOp::create(builder, loc, old,
                          pointerInto(builder, loc, lists.front(), element,
                                      loop.getInductionVar()));
  }
  Chunks result;
  for (size_t chunk = 0; chunk < places.size(); ++chunk) {
    Value first = constantInt(i64, chunk * lanes);
    result.push_back(LLVM::LoadOp::create(
        builder, loc, vectorType(element),
        pointerInto(builder, loc, lists.front(), element, first)));
  }
  return result;
}

void Chunker::emitAtomicRMW(AtomicRMWOp op) {
  define(op.getResult(),
         emitLaneByLane(op, op.getIndex(), {op.getValue()},
                        [&](OpBuilder &inside, Location loc, Value place,
                            ArrayRef<Value> values) {
                          return createAtomicRMW(inside, loc, op.getKind(),
                                                 place, values[0]);
                        }));
}

void Chunker::emitAtomicCmpXchg(AtomicCmpXchgOp op) {
  define(op.getResult(),
         emitLaneByLane(op, op.getIndex(), {op.getExpected(), op.getValue()},
                        [&](OpBuilder &inside, Location loc, Value place,
                            ArrayRef<Value> values) {
                          return createAtomicCmpXchg(inside, loc, place,
                                                     values[0], values[1]);
                        }));
}
