//===- ChunkVariables.cpp - Variables in memory, atomic operations --------===//
//
// `pirch.alloca` on vectors: the copies of all groups of a pack are one piece
// of the function's stack. Atomic operations, of which vector units have none:
// the lanes take part one after the other.
//
//===----------------------------------------------------------------------===//

#include "AtomicKinds.h"
#include "Chunker.h"
#include "Pirch/Analysis/Compactions.h"
#include "Pirch/Analysis/OwnMemory.h"
#include "Pirch/Conversion/ConstantMemory.h"
#include "Pirch/Dialect/IR/CodeLimit.h"
#include "mlir/Dialect/Math/IR/Math.h"

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
  Value count =
      constantInt(builder.getI64Type(), pack * countPaddedElements(op, pack));
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

void Chunker::emitTable(TableOp op) {
  OpBuilder atEntry(entryBlock, entryBlock->begin());
  scalars.map(op.getBuffer(),
              createConstantMemory(atEntry, loc,
                                   cast<DenseElementsAttr>(op.getValue())));
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

/// The scalar that all lanes of all `chunks` hold, if it is known; else null.
static Value findScalar(ArrayRef<Value> chunks) {
  Value scalar;
  for (Value chunk : chunks) {
    auto broadcast = chunk.getDefiningOp<vector::BroadcastOp>();
    if (!broadcast || isa<VectorType>(broadcast.getSource().getType()) ||
        (scalar && scalar != broadcast.getSource()))
      return {};
    scalar = broadcast.getSource();
  }
  return scalar;
}

/// Emit a loop that calls `emit` with the number of each lane, from `first` on,
/// whose bit of the i64 `word` is set.
void Chunker::forEachBit(Value word, int64_t first, EmitAt emit) {
  Type i64 = builder.getI64Type();
  scf::WhileOp::create(
      builder, loc, TypeRange{i64}, ValueRange{word},
      [&](OpBuilder &inside, Location loc, ValueRange args) {
        Value isLeft = arith::CmpIOp::create(
            inside, loc, arith::CmpIPredicate::ne, args[0],
            arith::ConstantIntOp::create(inside, loc, i64, 0));
        scf::ConditionOp::create(inside, loc, isLeft, args);
      },
      [&](OpBuilder &inside, Location loc, ValueRange args) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToEnd(inside.getInsertionBlock());
        Value lane = math::CountTrailingZerosOp::create(builder, loc, args[0]);
        emit(
            arith::AddIOp::create(builder, loc, lane, constantInt(i64, first)));
        Value less =
            arith::SubIOp::create(builder, loc, args[0], constantInt(i64, 1));
        Value rest = arith::AndIOp::create(builder, loc, args[0], less);
        scf::YieldOp::create(builder, loc, rest);
      });
}

/// Emit code that calls `emit` with the number of each of the first `numLanes`
/// lanes whose mask, in one of `masks`, is set. No masks stand for all lanes.
void Chunker::forEachLane(ArrayRef<Value> masks, int64_t numLanes,
                          EmitAt emit) {
  Type i64 = builder.getI64Type();
  // The bits of as many masks as fit in 64 bits are taken together.
  constexpr int64_t kWordBits = 64;
  if (!masks.empty() && lanes <= kMaskWordBits) {
    int64_t numChunks = masks.size();
    for (int64_t first = 0; first < numChunks; first += kWordBits / lanes) {
      Value word;
      int64_t last = std::min(numChunks, first + kWordBits / lanes);
      for (int64_t chunk = first; chunk < last; ++chunk) {
        Value bits =
            arith::ExtUIOp::create(builder, loc, i64, maskWord(masks[chunk]));
        if (int64_t place = (chunk - first) * lanes)
          bits = arith::ShLIOp::create(builder, loc, bits,
                                       constantInt(i64, place));
        word = word ? arith::OrIOp::create(builder, loc, word, bits) : bits;
      }
      forEachBit(word, first * lanes, emit);
    }
    return;
  }
  Type flag = storedType(builder.getI1Type());
  Value flags;
  if (!masks.empty())
    flags = storedList(0, llvm::to_vector(masks), builder.getI1Type());
  auto loop =
      scf::ForOp::create(builder, loc, constantInt(i64, 0),
                         constantInt(i64, numLanes), constantInt(i64, 1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  if (flags) {
    Value stored = LLVM::LoadOp::create(
        builder, loc, flag, pointerInto(builder, loc, flags, flag, lane));
    Value takesPart = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, stored, constantInt(flag, 0));
    auto branch =
        scf::IfOp::create(builder, loc, takesPart, /*withElse=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  emit(lane);
}

/// For each lane of the access that takes part, one after the other, emit what
/// `emit` makes of the pointer to the lane's element and of the lane's
/// operands. Define the result of the access as what `emit` returns, in these
/// lanes.
void Chunker::emitLaneByLane(AccessOpInterface op, Value index,
                             ArrayRef<Value> operands, EmitLane emit) {
  InfRegType type = op.getAccessType();
  Type element = type.getElementType(), i64 = builder.getI64Type();
  Chunks places = elementsOf(op.getBuffer(), type, chunksOf(index)), masks;
  int64_t numChunks = places.size();
  // Values fill the chunks of a vector from the first lane on.
  int64_t numLanes = type.getNumGroups() * type.getLanesPerGroup();
  bool takesAll = !op.getMask();
  for (int64_t chunk = 0; !takesAll && chunk < numChunks; ++chunk)
    masks.push_back(lanesTakingPart(type, op.getMask(), chunk));
  Value placeList = storedList(1, places, i64);
  SmallVector<Value> lists, scalarsOfAll;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    scalarsOfAll.push_back(findScalar(chunksOf(operand)));
    lists.push_back(scalarsOfAll.back()
                        ? Value()
                        : storedList(2 + number, chunksOf(operand), element));
  }
  Value results;
  if (!op->getResult(0).use_empty())
    results = storedList(2 + operands.size(), chunksOf(operands[0]), element);
  forEachLane(masks, numLanes, [&](Value lane) {
    auto at = [&](Value list, Type stored) {
      return pointerInto(builder, loc, list, stored, lane);
    };
    Value number = LLVM::LoadOp::create(builder, loc, i64, at(placeList, i64));
    Value place = pointerInto(builder, loc, scalars.lookup(op.getBuffer()),
                              element, number);
    SmallVector<Value> values;
    for (auto [list, scalar] : llvm::zip_equal(lists, scalarsOfAll))
      values.push_back(scalar ? scalar
                              : Value(LLVM::LoadOp::create(
                                    builder, loc, element, at(list, element))));
    Value old = emit(place, values);
    if (results)
      LLVM::StoreOp::create(builder, loc, old, at(results, element));
  });
  if (!results)
    return define(op->getResult(0), chunksOf(operands[0]));
  Chunks result;
  for (int64_t chunk = 0; chunk < numChunks; ++chunk)
    result.push_back(
        LLVM::LoadOp::create(builder, loc, vectorType(element),
                             pointerInto(builder, loc, results, element,
                                         constantInt(i64, chunk * lanes))));
  define(op->getResult(0), result);
}

void Chunker::emitAtomicRMW(AtomicRMWOp op) {
  // One thread computes all work items of a group, so that no other thread
  // accesses the group's own memory.
  bool isOwn = op.getBuffer().getDefiningOp<AllocaOp>() != nullptr;
  emitLaneByLane(op, op.getIndex(), {op.getValue()},
                 [&](Value place, ArrayRef<Value> values) {
                   return (isOwn ? createPlainRMW : createAtomicRMW)(
                       builder, loc, op.getKind(), place, values[0]);
                 });
}

void Chunker::emitAtomicCmpXchg(AtomicCmpXchgOp op) {
  bool isOwn = op.getBuffer().getDefiningOp<AllocaOp>() != nullptr;
  emitLaneByLane(op, op.getIndex(), {op.getExpected(), op.getValue()},
                 [&](Value place, ArrayRef<Value> values) {
                   return (isOwn ? createPlainCmpXchg : createAtomicCmpXchg)(
                       builder, loc, place, values[0], values[1]);
                 });
}
