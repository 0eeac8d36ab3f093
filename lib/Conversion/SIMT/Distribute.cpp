//===- Distribute.cpp - Work items as threads -----------------------------===//

#include "../Combining.h"
#include "../KernelFunction.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "ThreadEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/SaveAndRestore.h"

namespace pirch {
#define GEN_PASS_DEF_DISTRIBUTE
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

ThreadEmitter::ThreadEmitter(KernelOp kernel, TargetAttrInterface target,
                             bool emitRemarks, OpMeter &meter)
    : kernel(kernel), items(kernel.getWgSize()),
      slots(target.getWarpSize() / kernel.getWgSize()),
      pack(kernel.getWgPack().value_or(1)), meter(meter),
      builder(kernel.getContext(), &meter), loc(kernel.getLoc()),
      blockThreads(target.getWarpMemory().blockThreads), target(target),
      emitRemarks(emitRemarks) {}

Value ThreadEmitter::constant(TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

Value ThreadEmitter::constantInt(Type type, int64_t value) {
  return constant(builder.getIntegerAttr(type, value));
}

Value ThreadEmitter::select(Value mask, Value a, Value b) {
  if (a == b)
    return a;
  auto known = mask.getDefiningOp<arith::ConstantOp>();
  if (auto bit = known ? dyn_cast<BoolAttr>(known.getValue()) : BoolAttr())
    return bit.getValue() ? a : b;
  return arith::SelectOp::create(builder, loc, mask, a, b);
}

void ThreadEmitter::define(Value result, Scalars list) {
  lists[result] = std::move(list);
  if (localArrays.contains(result))
    putInLocalMemory(result);
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

LogicalResult ThreadEmitter::emitBlock(Block &block) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      break;
    loc = op.getLoc();
    if (failed(emitOp(&op)))
      return failure();
  }
  return success();
}

LogicalResult ThreadEmitter::emitOp(Operation *op) {
  if (failed(meter.check(op, /*expected=*/0)))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<SplatOp>([&](auto o) {
        Value scalar = scalars.lookup(o.getScalar());
        define(o, Scalars(numScalars(o.getType()), scalar));
        return success();
      })
      .Case<ConstantOp>([&](auto o) { return emitConstant(o), success(); })
      .Case<WgIndexOp, WiIndexOp, IxIndexOp>(
          [&](auto o) { return emitIndex(o), success(); })
      .Case<NumGroupsOp>([&](NumGroupsOp o) {
        Value value = endGroup;
        if (o.getType() != value.getType())
          value = arith::TruncIOp::create(builder, loc, o.getType(), value);
        scalars.map(o.getResult(), value);
        return success();
      })
      .Case<SelectOp>([&](SelectOp o) {
        Scalars result;
        for (auto [mask, a, b] :
             llvm::zip(scalarsOf(o.getMask()), scalarsOf(o.getTrueValue()),
                       scalarsOf(o.getFalseValue())))
          result.push_back(select(mask, a, b));
        define(o, std::move(result));
        return success();
      })
      .Case<LaneMapOpInterface>(
          [&](auto o) { return emitLaneMap(o), success(); })
      .Case<MergeOp>([&](auto o) { return emitMerge(o), success(); })
      .Case<WgShuffleOp>([&](auto o) { return emitShuffle(o), success(); })
      .Case<ExtractOp>([&](auto o) { return emitExtract(o), success(); })
      .Case<InsertOp>([&](auto o) { return emitInsert(o), success(); })
      .Case<AnyOp, AllOp, ReduceOp, ScanOp>(
          [&](auto o) { return emitCollective(o), success(); })
      .Case<ActiveOp>([&](auto o) { return emitActive(o), success(); })
      .Case<LoadOp>([&](auto o) { return emitLoad(o), success(); })
      .Case<StoreOp>([&](auto o) { return emitStore(o), success(); })
      .Case<GatherOp>([&](auto o) { return emitGather(o), success(); })
      .Case<ScatterOp>([&](auto o) { return emitScatter(o), success(); })
      .Case<scf::WhileOp>([&](auto o) { return emitWhile(o); })
      .Default([&](Operation *o) {
        bool onLanes =
            llvm::any_of(o->getResultTypes(), llvm::IsaPred<InfRegType>);
        return onLanes ? emitElementwise(o) : emitScalar(o);
      });
}

LogicalResult ThreadEmitter::emitScalar(Operation *op) {
  if (op->getNumRegions() ||
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<InfRegType>))
    return op->emitOpError("is not supported yet on threads");
  Operation *clone = builder.clone(*op, scalars);
  if (isIntegerDivision(op)) {
    builder.setInsertionPoint(clone);
    clone->setOperand(1, guardDivisor(builder, op, clone->getOperand(0),
                                      clone->getOperand(1)));
    builder.setInsertionPointAfter(clone);
  }
  return success();
}

void ThreadEmitter::emitIndex(Operation *op) {
  Type resultType = op->getResult(0).getType();
  auto type = dyn_cast<InfRegType>(resultType);
  Type element = type ? type.getElementType() : resultType;
  auto resized = [&](Value value) -> Value {
    unsigned from = value.getType().getIntOrFloatBitWidth();
    unsigned to = element.getIntOrFloatBitWidth();
    if (from == to)
      return value;
    return from < to
               ? Value(arith::ExtUIOp::create(builder, loc, element, value))
               : arith::TruncIOp::create(builder, loc, element, value);
  };
  if (!type) {
    scalars.map(op->getResult(0), resized(groups[0]));
    return;
  }
  Scalars result;
  for (int64_t lane = 0; lane < numScalars(type); ++lane)
    result.push_back(
        isa<WgIndexOp>(op)   ? resized(groups[lane / type.getExtent()])
        : isa<WiIndexOp>(op) ? resized(item)
                             : constantInt(element, lane % type.getExtent()));
  define(op->getResult(0), std::move(result));
}

LogicalResult ThreadEmitter::emitElementwise(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() != 1 ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<InfRegType>))
    return op->emitOpError("is not supported yet on threads");
  if (isa<math::MathDialect>(op->getDialect()) &&
      !isa<math::FmaOp, math::SqrtOp, math::AbsFOp, math::FloorOp, math::CeilOp,
           math::CopySignOp>(op))
    return op->emitError("not supported yet: no ")
           << op->getName().getStringRef() << " on threads";
  auto type = cast<InfRegType>(op->getResult(0).getType());
  Scalars result;
  for (int64_t lane = 0; lane < numScalars(type); ++lane) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(scalarsOf(operand)[lane]);
    if (isIntegerDivision(op))
      operands[1] = guardDivisor(builder, op, operands[0], operands[1]);
    result.push_back(createOnLanes(builder, op, operands, type.getElementType())
                         ->getResult(0));
  }
  define(op->getResult(0), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Loops at run time
//===----------------------------------------------------------------------===//

SmallVector<Type> ThreadEmitter::flatTypes(TypeRange types) const {
  SmallVector<Type> flat;
  for (Type type : types) {
    if (auto infreg = dyn_cast<InfRegType>(type))
      flat.append(numScalars(infreg), infreg.getElementType());
    else
      flat.push_back(type);
  }
  return flat;
}

ThreadEmitter::Scalars ThreadEmitter::flatten(ValueRange values) {
  Scalars flat;
  for (Value value : values) {
    if (isa<InfRegType>(value.getType()))
      llvm::append_range(flat, scalarsOf(value));
    else
      flat.push_back(scalars.lookup(value));
  }
  return flat;
}

void ThreadEmitter::bindFlat(ValueRange originals, ValueRange flat) {
  for (Value original : originals) {
    auto infreg = dyn_cast<InfRegType>(original.getType());
    int64_t count = infreg ? numScalars(infreg) : 1;
    if (infreg)
      define(original, Scalars(flat.take_front(count)));
    else
      scalars.map(original, flat.front());
    flat = flat.drop_front(count);
  }
}

LogicalResult ThreadEmitter::emitWhile(scf::WhileOp op) {
  SmallVector<Type> beforeTypes = flatTypes(op.getInits().getTypes());
  SmallVector<Type> resultTypes = flatTypes(op.getResultTypes());
  auto loop =
      scf::WhileOp::create(builder, loc, resultTypes, flatten(op.getInits()));
  auto emitRegion = [&](Region &from, Region &to, ArrayRef<Type> types) {
    SmallVector<Location> locs(types.size(), loc);
    Block *block = builder.createBlock(&to, {}, types, locs);
    bindFlat(from.getArguments(), block->getArguments());
    hasUnseenAccess = isSharedInUse = true; // of an earlier round
    llvm::SaveAndRestore outside(broadcasts, broadcasts);
    return emitBlock(from.front());
  };
  if (failed(emitRegion(op.getBefore(), loop.getBefore(), beforeTypes)))
    return failure();
  auto condition = op.getConditionOp();
  scf::ConditionOp::create(builder, loc,
                           scalars.lookup(condition.getCondition()),
                           flatten(condition.getArgs()));
  if (failed(emitRegion(op.getAfter(), loop.getAfter(), resultTypes)))
    return failure();
  scf::YieldOp::create(builder, loc, flatten(op.getYieldOp()->getOperands()));
  builder.setInsertionPointAfter(loop);
  bindFlat(op.getResults(), loop.getResults());
  hasUnseenAccess = isSharedInUse = true;
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DistributePass : public pirch::impl::DistributeBase<DistributePass> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    OpMeter meter;
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      // Every pack computes groups that do not fill it as well.
      if (kernel.hasRole(KernelRole::remainder)) {
        kernel.erase();
        continue;
      }
      if (failed(distribute(kernel, meter)))
        return signalPassFailure();
    }
  }

  LogicalResult distribute(KernelOp kernel, OpMeter &meter) {
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
    ThreadEmitter emitter(kernel, target, emitRemarks, meter);
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
