//===- Distribute.cpp - Work items as threads -----------------------------===//

#include "../KernelFunction.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "ThreadEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/SaveAndRestore.h"

namespace pirch {
#define GEN_PASS_DEF_DISTRIBUTE
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

ThreadEmitter::ThreadEmitter(KernelOp kernel, bool emitRemarks,
                             ChunkCounts &counts)
    : LaneEmitter(kernel, counts), items(kernel.getWgSize()),
      slots(lanes / kernel.getWgSize()),
      blockThreads(target.getWarpMemory().blockThreads),
      emitRemarks(emitRemarks) {}

Value ThreadEmitter::unreadChunk(Type element) {
  return constant(builder.getZeroAttr(element));
}

/// What is kept in local memory is stored once it is known.
void ThreadEmitter::noteDefined(Value value) {
  if (localArrays.contains(value))
    putInLocalMemory(value);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Which thread of which warp this is; the first group that the warp computes.
Value ThreadEmitter::emitWarp(Block *entry) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  int64_t warpSize = target.getWarpSize();
  auto op = [&](auto tag, Value a, Value b) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  auto widened = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, i32);
  Value block = NVVM::BlockIdXOp::create(builder, loc, i32);
  Value width = NVVM::BlockDimXOp::create(builder, loc, i32);
  threadInWarp = op(arith::AndIOp(), thread, constantInt(i32, warpSize - 1));
  Value index =
      op(arith::AddIOp(), op(arith::MulIOp(), widened(block), widened(width)),
         widened(thread));
  Value warp =
      op(arith::ShRUIOp(), index, constantInt(i64, llvm::Log2_64(warpSize)));
  size_t params = entry->getNumArguments() - 2;
  Value first = entry->getArgument(params);
  endGroup = op(arith::AddIOp(), first, entry->getArgument(params + 1));
  return op(arith::AddIOp(), first,
            op(arith::MulIOp(), warp, constantInt(i64, slots * pack)));
}

/// Which groups and item this thread is; `start` is the warp's first group.
void ThreadEmitter::emitCoordinates(Value start) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto op = [&](auto tag, Value a, Value b) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  Value slot = op(arith::DivUIOp(), threadInWarp, constantInt(i32, items));
  item = op(arith::RemUIOp(), threadInWarp, constantInt(i32, items));
  Value hasGroup = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, slot, constantInt(i32, slots));
  slot = op(arith::MinUIOp(), slot, constantInt(i32, slots - 1));
  firstThread = op(arith::MulIOp(), slot, constantInt(i32, items));
  Value last = op(arith::SubIOp(), endGroup, constantInt(i64, 1));
  for (int64_t replica = 0; replica < pack; ++replica) {
    Value window =
        op(arith::AddIOp(), start, constantInt(i64, replica * slots));
    Value group = op(arith::AddIOp(), window,
                     arith::ExtUIOp::create(builder, loc, i64, slot));
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, group, endGroup);
    valid.push_back(op(arith::AndIOp(), hasGroup, inside));
    // Past the end the last group is computed again.
    groups.push_back(op(arith::MinSIOp(), group, last));
    Value remaining = op(arith::SubIOp(), endGroup, window);
    auto clamped = [&](int64_t least) -> Value {
      Value value = op(arith::MaxSIOp(), remaining, constantInt(i64, least));
      value = op(arith::MinSIOp(), value, constantInt(i64, slots));
      return arith::TruncIOp::create(builder, loc, i32, value);
    };
    windowGroup.push_back(op(arith::MinSIOp(), window, last));
    groupInWindow.push_back(arith::TruncIOp::create(
        builder, loc, i32,
        op(arith::SubIOp(), groups.back(), windowGroup.back())));
    numLoaded.push_back(clamped(1));
    numStored.push_back(clamped(0));
  }
}

LogicalResult ThreadEmitter::run(func::FuncOp function) {
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  Block &body = kernel.getBody().front();
  planMemory();
  planArrays();
  functionEntry = entry;
  for (auto [from, to] : llvm::zip(body.getArguments(), entry->getArguments()))
    scalars.map(from, to);
  // A warp has groups to compute or nothing to do.
  Value start = emitWarp(entry);
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     start, endGroup);
  auto branch = scf::IfOp::create(builder, loc, some, /*withElse=*/false);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitCoordinates(start);
  if (sharedBytes)
    declareShared(sharedBytes, target.getWarpMemory(), function);
  // How many threads a block has is part of the program. That one block is
  // enough keeps ptxas from spilling for the sake of more of them.
  function->setAttr(
      "passthrough",
      builder.getArrayAttr({builder.getStrArrayAttr(
                                {"nvvm.reqntid", std::to_string(blockThreads)}),
                            builder.getStrArrayAttr({"nvvm.minctasm", "1"})}));
  return emitBlock(body);
}

//===----------------------------------------------------------------------===//
// Indexes, arithmetic and loops
//===----------------------------------------------------------------------===//

Value ThreadEmitter::groupIndex(Type type) { return resized(groups[0], type); }

ThreadEmitter::Chunks ThreadEmitter::groupIndexes(InfRegType type) {
  Chunks result;
  for (Value group : groups)
    result.append(type.getExtent(), resized(group, type.getElementType()));
  return result;
}

ThreadEmitter::Chunks ThreadEmitter::itemIndexes(InfRegType type) {
  return Chunks(numChunks(type), resized(item, type.getElementType()));
}

LogicalResult ThreadEmitter::checkOnLanes(Operation *op) {
  if (isa<math::MathDialect>(op->getDialect()) &&
      !isa<math::FmaOp, math::SqrtOp, math::AbsFOp, math::FloorOp, math::CeilOp,
           math::CopySignOp>(op))
    return op->emitError("not supported yet: no ")
           << op->getName().getStringRef() << " on threads";
  return success();
}

LogicalResult ThreadEmitter::emitRegion(Block &block) {
  hasUnseenAccess = isSharedInUse = true; // of an earlier round
  llvm::SaveAndRestore outside(broadcasts, broadcasts);
  return emitBlock(block);
}

void ThreadEmitter::leaveLoop() { hasUnseenAccess = isSharedInUse = true; }

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DistributePass : public pirch::impl::DistributeBase<DistributePass> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    ChunkCounts counts;
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      // Every pack computes groups that do not fill it as well.
      if (kernel.getSymName().ends_with(".remainder")) {
        kernel.erase();
        continue;
      }
      if (failed(distribute(kernel, counts)))
        return signalPassFailure();
    }
  }

  LogicalResult distribute(KernelOp kernel, ChunkCounts &counts) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    int64_t warp = target ? target.getWarpSize() : 0;
    if (!warp)
      return kernel.emitOpError("has no target whose work items are threads");
    if (static_cast<int64_t>(kernel.getWgSize()) > warp)
      return kernel.emitError("not supported yet: work groups of more than ")
             << warp << " work items, the threads of a warp";
    if (failed(checkInfRegForm(kernel)))
      return failure();
    if (!kernel.getWgPack())
      return kernel.emitOpError("is not packed; pack it first "
                                "(pirch-pack-work-groups)");
    func::FuncOp function = declareFunction(kernel);
    ThreadEmitter emitter(kernel, emitRemarks, counts);
    LogicalResult result = emitter.run(function);
    numDirect += emitter.getStatistics().direct;
    numVectors += emitter.getStatistics().vectors;
    numTransposed += emitter.getStatistics().transposed;
    numLocalArrays += emitter.getStatistics().localArrays;
    kernel.erase();
    return result;
  }
};
} // namespace
