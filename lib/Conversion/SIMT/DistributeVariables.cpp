//===- DistributeVariables.cpp - Variables of groups, atomic operations ---===//
//
// A `__local` variable in memory lies in the memory that the threads of a block
// share, one copy for each group that the block computes; a private one in the
// thread's own memory. Each thread makes its work item's atomic operations.
//
//===----------------------------------------------------------------------===//

#include "../AtomicKinds.h"
#include "Pirch/Conversion/ConstantMemory.h"
#include "Pirch/Dialect/IR/CodeLimit.h"
#include "ThreadEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Let a team compute one group at a time if the `__local` variables of several
/// are too much for a block's memory.
void ThreadEmitter::planSlots() {
  int64_t bytes = 0;
  for (AllocaOp variable : kernel.getBody().getOps<AllocaOp>())
    if (!variable.isPrivate())
      bytes += variable.getBytesPerGroup();
  if (pack * slots * bytes > target.getWarpMemory().blockBytes)
    slots = 1;
}

/// Give each `__local` variable its place in the team's shared memory, and the
/// block as many teams as there is memory for.
LogicalResult ThreadEmitter::planVariables() {
  WarpMemory memory = target.getWarpMemory();
  for (AllocaOp variable : kernel.getBody().getOps<AllocaOp>()) {
    if (variable.isPrivate())
      continue;
    sharedVariables[variable] = variableBytes;
    variableBytes += llvm::alignTo(pack * slots * variable.getBytesPerGroup(),
                                   memory.vectorBytes);
  }
  int64_t exchanged = llvm::alignTo(sharedBytes, memory.vectorBytes);
  int64_t teamBytes = exchanged + variableBytes;
  if (teamBytes == 0)
    return success();
  if (teamBytes <= memory.blockBytes) {
    int64_t teams =
        std::min(blockThreads / lanes, memory.blockBytes / teamBytes);
    blockThreads = teams * lanes;
    return success();
  }
  return emitCodeLimitError(kernel) << "__local variables of " << variableBytes
                                    << " bytes in a block of threads (at most "
                                    << memory.blockBytes - exchanged << ")";
}

/// Every team of a block gets memory for its exchanges and, behind it, for the
/// variables of its groups.
void ThreadEmitter::declareShared(const WarpMemory &memory,
                                  gpu::GPUFuncOp function) {
  int64_t exchanged = llvm::alignTo(sharedBytes, memory.vectorBytes);
  int64_t teamBytes = exchanged + variableBytes;
  int64_t teams = blockThreads / lanes;
  Type i32 = builder.getI32Type(), index = builder.getIndexType();
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto memoryOf = [&](int64_t elements, Type element) {
    return MemRefType::get({elements}, element, MemRefLayoutAttrInterface(),
                           space);
  };
  Value storage = function.addWorkgroupAttribution(
      memoryOf(teams * teamBytes, builder.getI8Type()), loc);
  function.setWorkgroupAttributionAttr(
      0, "llvm.align", builder.getI64IntegerAttr(memory.vectorBytes));
  Value thread = arith::IndexCastOp::create(
      builder, loc, i32,
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x).getResult());
  Value team = constantInt(i32, 0);
  if (!isWide())
    team = arith::ShRUIOp::create(builder, loc, thread,
                                  constantInt(i32, llvm::Log2_64(lanes)));
  Value first =
      arith::MulIOp::create(builder, loc, team, constantInt(i32, teamBytes));
  auto viewAt = [&](int64_t offset, int64_t elements, Type element) -> Value {
    Value byte = first;
    if (offset)
      byte =
          arith::AddIOp::create(builder, loc, first, constantInt(i32, offset));
    byte = arith::IndexCastOp::create(builder, loc, index, byte);
    return memref::ViewOp::create(builder, loc, memoryOf(elements, element),
                                  storage, byte, ValueRange());
  };
  for (auto &[element, view] : shared)
    view =
        viewAt(0, exchanged / std::max(1u, element.getIntOrFloatBitWidth() / 8),
               element);
  for (auto [op, offset] : sharedVariables) {
    auto variable = cast<AllocaOp>(op);
    MemRefType type = variable.getBuffer().getType();
    scalars.map(variable.getBuffer(),
                viewAt(exchanged + offset,
                       pack * slots * variable.getNumElements(),
                       type.getElementType()));
  }
}

LogicalResult ThreadEmitter::emitAlloca(AllocaOp op) {
  if (!op.isPrivate()) // declareShared has provided for it
    return success();
  OpBuilder atEntry(functionEntry, functionEntry->begin());
  Value count = arith::ConstantIntOp::create(atEntry, loc, atEntry.getI64Type(),
                                             pack * op.getElementsPerItem());
  scalars.map(
      op.getBuffer(),
      LLVM::AllocaOp::create(atEntry, loc,
                             LLVM::LLVMPointerType::get(builder.getContext()),
                             op.getBuffer().getType().getElementType(), count));
  return success();
}

void ThreadEmitter::emitTable(TableOp op) {
  OpBuilder atEntry(functionEntry, functionEntry->begin());
  scalars.map(op.getBuffer(),
              createConstantMemory(atEntry, loc,
                                   cast<DenseElementsAttr>(op.getValue()),
                                   kGlobalSpace));
}

//===----------------------------------------------------------------------===//
// Atomic operations
//===----------------------------------------------------------------------===//

/// Emit what `emit` makes of each lane's element and operands, in the threads
/// whose work items take part. Returns what `emit` returns.
ThreadEmitter::Chunks ThreadEmitter::emitAtomically(AccessOpInterface op,
                                                    Value index,
                                                    ArrayRef<Value> operands,
                                                    EmitAtomic emit) {
  InfRegType type = op.getAccessType();
  beforeStore(op.getBuffer());
  Chunks result;
  for (auto [lane, at] : llvm::enumerate(chunksOf(index))) {
    Value mask = arith::AndIOp::create(
        builder, loc, hasItem,
        takesPart(op.getBuffer(), type, op.getMask(), lane));
    ElementPlace place = placeIn(op.getBuffer(), at, lane / type.getExtent());
    SmallVector<Value> values;
    for (Value operand : operands)
      values.push_back(chunksOf(operand)[lane]);
    auto branch = scf::IfOp::create(
        builder, loc, mask,
        [&](OpBuilder &inside, Location where) {
          scf::YieldOp::create(inside, where,
                               emit(inside, where, place, values));
        },
        [&](OpBuilder &inside, Location where) {
          // Of a compare-and-exchange what is expected, so that a loop which
          // tries until it succeeds ends.
          scf::YieldOp::create(inside, where,
                               values.size() > 1
                                   ? values.front()
                                   : arith::ConstantOp::create(
                                         inside, where,
                                         cast<TypedAttr>(inside.getZeroAttr(
                                             values.front().getType())))
                                         .getResult());
        });
    Value old = branch.getResult(0);
    // Threads that compute the same work item as another one take its value,
    // so that they go the same ways.
    result.push_back(slots * items == lanes ? old : exchange(old, item));
  }
  return result;
}

void ThreadEmitter::emitAtomicRMW(AtomicRMWOp op) {
  define(op.getResult(),
         emitAtomically(
             op, op.getIndex(), {op.getValue()},
             [&](OpBuilder &inside, Location where, const ElementPlace &place,
                 ArrayRef<Value> values) -> Value {
               if (place.index)
                 return memref::AtomicRMWOp::create(inside, where, op.getKind(),
                                                    values[0], place.memory,
                                                    place.index);
               return createAtomicRMW(inside, where, op.getKind(), place.memory,
                                      values[0]);
             }));
}

/// A compare-and-exchange in shared memory: MLIR has it as a region alone.
static Value exchangeIfEqual(OpBuilder &builder, Location loc, Value memory,
                             Value index, Value expected, Value value) {
  auto atomic = memref::GenericAtomicRMWOp::create(builder, loc, memory, index);
  OpBuilder inside = OpBuilder::atBlockEnd(atomic.getBody());
  Type bits = builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
  auto asBits = [&](Value from) -> Value {
    return from.getType() == bits
               ? from
               : arith::BitcastOp::create(inside, loc, bits, from);
  };
  Value isEqual =
      arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::eq,
                            asBits(atomic.getCurrentValue()), asBits(expected));
  Value next = arith::SelectOp::create(inside, loc, isEqual, value,
                                       atomic.getCurrentValue());
  memref::AtomicYieldOp::create(inside, loc, next);
  return atomic.getResult();
}

void ThreadEmitter::emitAtomicCmpXchg(AtomicCmpXchgOp op) {
  define(op.getResult(),
         emitAtomically(op, op.getIndex(), {op.getExpected(), op.getValue()},
                        [&](OpBuilder &inside, Location where,
                            const ElementPlace &place, ArrayRef<Value> values) {
                          if (place.index)
                            return exchangeIfEqual(inside, where, place.memory,
                                                   place.index, values[0],
                                                   values[1]);
                          return createAtomicCmpXchg(inside, where,
                                                     place.memory, values[0],
                                                     values[1]);
                        }));
}
