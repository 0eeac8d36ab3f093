//===- Distribute.cpp - Work items as threads -----------------------------===//
//
// The frame of a thread's program: which team and work item the thread is,
// loops, regions, and the pass pirch-distribute itself. What moves values
// between threads is in DistributeLanes.cpp, what reaches memory in the other
// files.
//
//===----------------------------------------------------------------------===//

#include "../KernelFunction.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "ThreadEmitter.h"
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
      warpSize(target.getWarpMemory().warpThreads),
      blockThreads(target.getWarpMemory().blockThreads),
      emitRemarks(emitRemarks) {}

Value ThreadEmitter::unreadChunk(Type element) {
  return constant(builder.getZeroAttr(element));
}

/// An array that is kept in local memory is stored as soon as it is computed.
void ThreadEmitter::noteDefined(Value value) {
  if (localArrays.contains(value))
    putInLocalMemory(value);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Compute which thread of which team this is. Returns the first group that the
/// team computes.
Value ThreadEmitter::emitTeam(Block *entry) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto op = [&](auto tag, Value a, Value b) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  auto widened = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  auto coordinate = [&](auto tag) -> Value {
    Value value =
        decltype(tag)::create(builder, loc, gpu::Dimension::x).getResult();
    return arith::IndexCastOp::create(builder, loc, i32, value);
  };
  Value thread = coordinate(gpu::ThreadIdOp());
  Value block = coordinate(gpu::BlockIdOp());
  Value team;
  if (isWide()) { // a block is one team
    threadInTeam = thread;
    team = widened(block);
  } else {
    Value width = coordinate(gpu::BlockDimOp());
    threadInTeam = op(arith::AndIOp(), thread, constantInt(i32, warpSize - 1));
    Value index =
        op(arith::AddIOp(), op(arith::MulIOp(), widened(block), widened(width)),
           widened(thread));
    team =
        op(arith::ShRUIOp(), index, constantInt(i64, llvm::Log2_64(warpSize)));
  }
  Value perTeam = constantInt(i64, slots * pack);
  Value first = entry->getArguments().drop_back().back();
  endGroup = op(arith::AddIOp(), first, entry->getArguments().back());
  if (kernel.getNumRowParams() == 0)
    return op(arith::AddIOp(), first, op(arith::MulIOp(), team, perTeam));
  return emitRow(entry, block, team, first);
}

/// The blocks of a grid kernel begin anew with each row: a row takes as many
/// blocks as a whole row needs, and the blocks of a row are neighbours. Map the
/// row of this thread's block, and let `endGroup` be the end of the groups to
/// compute in it. Returns the first group in this row that the team computes.
Value ThreadEmitter::emitRow(Block *entry, Value block, Value team,
                             Value first) {
  Type i64 = builder.getI64Type();
  auto op = [&](auto tag, Value a, Value b) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  ValueRange extents = entry->getArguments().slice(kernel.getNumSourceParams(),
                                                   kernel.getNumGridDims());
  Value width = getRowWidth(builder, kernel, extents);
  Value none = constantInt(i64, 0);
  int64_t teamsPerBlock = isWide() ? 1 : blockThreads / warpSize;
  int64_t perBlock = teamsPerBlock * slots * pack;
  Value rowBlocks =
      op(arith::DivUIOp(),
         op(arith::AddIOp(), width, constantInt(i64, perBlock - 1)),
         constantInt(i64, perBlock));
  Value index = arith::ExtUIOp::create(builder, loc, i64, block);
  Value later = op(arith::DivUIOp(), index, rowBlocks);
  Value row = op(arith::AddIOp(), op(arith::DivUIOp(), first, width), later);
  ValueRange rowParams =
      kernel.getBody().getArguments().take_back(kernel.getNumRowParams());
  for (auto [param, value] :
       llvm::zip(rowParams, splitRow(builder, kernel, row, extents)))
    scalars.map(param, value);
  Value before = op(arith::MulIOp(), row, width);
  Value start = op(arith::MaxSIOp(), none, op(arith::SubIOp(), first, before));
  endGroup = op(arith::MinSIOp(), width, op(arith::SubIOp(), endGroup, before));
  // Teams are counted over all blocks, those of earlier rows among them.
  Value teamsBefore = op(arith::MulIOp(), op(arith::MulIOp(), later, rowBlocks),
                         constantInt(i64, teamsPerBlock));
  return op(arith::AddIOp(), start,
            op(arith::MulIOp(), op(arith::SubIOp(), team, teamsBefore),
               constantInt(i64, slots * pack)));
}

/// Compute which groups and which work item this thread computes; `start` is
/// the team's first group.
void ThreadEmitter::emitCoordinates(Value start) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto op = [&](auto tag, Value a, Value b) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  Value slot, hasGroup;
  // Threads left over compute what another thread computes: in a wide team the
  // last item, which is in their own warp, so that exchanges within a warp work
  // for them; else the first items of the last slot.
  if (isWide()) {
    slot = constantInt(i32, 0);
    hasGroup = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     threadInTeam, constantInt(i32, items));
    item = op(arith::MinUIOp(), threadInTeam, constantInt(i32, items - 1));
  } else {
    slot = op(arith::DivUIOp(), threadInTeam, constantInt(i32, items));
    item = op(arith::RemUIOp(), threadInTeam, constantInt(i32, items));
    hasGroup = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     slot, constantInt(i32, slots));
    slot = op(arith::MinUIOp(), slot, constantInt(i32, slots - 1));
  }
  hasItem = hasGroup;
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
    // Groups past the end of the launch are replaced by the last group.
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

LogicalResult ThreadEmitter::run(gpu::GPUFuncOp function) {
  Block *entry = &function.getBody().front();
  builder.setInsertionPointToEnd(entry);
  Block &body = kernel.getBody().front();
  planSlots();
  planMemory();
  planArrays();
  if (isWide()) { // exchanges take a word of at most 64 bits for each thread
    constexpr int64_t kMostBytes = 8;
    blockThreads = lanes;
    sharedBytes = std::max(sharedBytes, lanes * kMostBytes);
    shared[builder.getI32Type()];
    shared[builder.getI64Type()];
  }
  if (failed(planVariables()))
    return failure();
  functionEntry = entry;
  for (auto [from, to] :
       llvm::zip(body.getArguments().drop_back(kernel.getNumRowParams()),
                 entry->getArguments()))
    scalars.map(from, to);
  // A team without groups to compute does nothing, as a whole.
  Value start = emitTeam(entry);
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     start, endGroup);
  auto branch = scf::IfOp::create(builder, loc, some, /*withElse=*/false);
  gpu::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitCoordinates(start);
  if (sharedBytes || variableBytes)
    declareShared(target.getWarpMemory(), function);
  // The program depends on the number of threads of a block.
  function.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(blockThreads), 1, 1}));
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

/// Functions that `pirch-expand-math` replaces are left to it.
LogicalResult ThreadEmitter::checkOnLanes(Operation *op) {
  if (isa<math::MathDialect>(op->getDialect()) &&
      classifyOp(op) != OpClass::libcall &&
      !isa<math::FmaOp, math::SqrtOp, math::AbsFOp, math::FloorOp, math::CeilOp,
           math::CopySignOp, math::TruncOp, math::RoundOp, math::RoundEvenOp,
           math::CtPopOp, math::CountLeadingZerosOp, math::AbsIOp>(op))
    return op->emitError("not supported yet: no ")
           << op->getName().getStringRef() << " on threads";
  return success();
}

LogicalResult ThreadEmitter::emitRegion(Block &block) {
  hasUnseenAccess = isSharedInUse = true; // by an earlier iteration
  published = Value();
  llvm::SaveAndRestore outside(broadcasts, broadcasts);
  return emitBlock(block);
}

void ThreadEmitter::leaveLoop() {
  hasUnseenAccess = isSharedInUse = true;
  published = Value();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DistributePass : public pirch::impl::DistributeBase<DistributePass> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    ChunkCounts counts;
    OpBuilder builder(&getContext());
    builder.setInsertionPointToEnd(getOperation().getBody());
    auto device =
        gpu::GPUModuleOp::create(builder, getOperation().getLoc(), "kernels");
    getOperation()->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                            builder.getUnitAttr());
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      // No remainder is needed: a team computes packs that are not full as
      // well.
      if (kernel.hasRole(KernelRole::remainder)) {
        kernel.erase();
        continue;
      }
      if (failed(distribute(kernel, device, counts)))
        return signalPassFailure();
    }
  }

  LogicalResult distribute(KernelOp kernel, gpu::GPUModuleOp device,
                           ChunkCounts &counts) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    if (!target || !target.distributesWorkItems())
      return kernel.emitOpError("has no target whose work items are threads");
    if (failed(checkInfRegForm(kernel)))
      return failure();
    if (!kernel.getWgPack())
      return kernel.emitOpError("is not packed; pack it first "
                                "(pirch-pack-work-groups)");
    gpu::GPUFuncOp function = declareGPUFunction(kernel, device);
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
