//===- Distribute.cpp - Work items as threads -----------------------------===//

#include "../Combining.h"
#include "../KernelFunction.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "ThreadEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pirch {
#define GEN_PASS_DEF_DISTRIBUTE
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

ThreadEmitter::ThreadEmitter(KernelOp kernel)
    : kernel(kernel), items(kernel.getWgSize()),
      pack(kernel.getWgPack().value_or(1)), builder(kernel.getContext()),
      loc(kernel.getLoc()) {}

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

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Which group and item this thread is.
void ThreadEmitter::emitCoordinates(Block *entry) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  constexpr int64_t kWarp = 32;
  int64_t slots = kWarp / items;
  auto op = [&](auto tag, Value a, Value b) -> Value {
    return decltype(tag)::create(builder, loc, a, b);
  };
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, i32);
  Value block = NVVM::BlockIdXOp::create(builder, loc, i32);
  Value width = NVVM::BlockDimXOp::create(builder, loc, i32);
  Value inWarp = op(arith::AndIOp(), thread, constantInt(i32, kWarp - 1));
  Value wide =
      op(arith::MulIOp(), arith::ExtUIOp::create(builder, loc, i64, block),
         arith::ExtUIOp::create(builder, loc, i64, width));
  Value index = op(arith::AddIOp(), wide,
                   arith::ExtUIOp::create(builder, loc, i64, thread));
  Value warp = op(arith::ShRUIOp(), index, constantInt(i64, 5));
  Value slot = op(arith::DivUIOp(), inWarp, constantInt(i32, items));
  item = op(arith::RemUIOp(), inWarp, constantInt(i32, items));
  Value hasGroup = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, slot, constantInt(i32, slots));
  slot = op(arith::MinUIOp(), slot, constantInt(i32, slots - 1));
  firstThread = op(arith::MulIOp(), slot, constantInt(i32, items));
  size_t params = entry->getNumArguments() - 2;
  Value first = entry->getArgument(params);
  Value count = entry->getArgument(params + 1);
  endGroup = op(arith::AddIOp(), first, count);
  Value last = op(arith::SubIOp(), endGroup, constantInt(i64, 1));
  Value number =
      op(arith::AddIOp(), op(arith::MulIOp(), warp, constantInt(i64, slots)),
         arith::ExtUIOp::create(builder, loc, i64, slot));
  Value start = op(arith::AddIOp(), first,
                   op(arith::MulIOp(), number, constantInt(i64, pack)));
  for (int64_t replica = 0; replica < pack; ++replica) {
    Value group = op(arith::AddIOp(), start, constantInt(i64, replica));
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, group, endGroup);
    valid.push_back(op(arith::AndIOp(), hasGroup, inside));
    // Past the end the last group is computed again.
    groups.push_back(op(arith::MinSIOp(), group, last));
  }
}

LogicalResult ThreadEmitter::run(func::FuncOp function) {
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  Block &body = kernel.getBody().front();
  for (auto [from, to] : llvm::zip(body.getArguments(), entry->getArguments()))
    scalars.map(from, to);
  Value count = entry->getArguments().back();
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                     count, constantInt(count.getType(), 0));
  auto branch = scf::IfOp::create(builder, loc, some, /*withElse=*/false);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitCoordinates(entry);
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
    hasUnseenAccess = true; // of an earlier round
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
  hasUnseenAccess = true;
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DistributePass : public pirch::impl::DistributeBase<DistributePass> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      // Every pack computes groups that do not fill it as well.
      if (kernel.getSymName().ends_with(".remainder")) {
        kernel.erase();
        continue;
      }
      if (failed(distribute(kernel)))
        return signalPassFailure();
    }
  }

  LogicalResult distribute(KernelOp kernel) {
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
    LogicalResult result = ThreadEmitter(kernel).run(function);
    kernel.erase();
    return result;
  }
};
} // namespace
