//===- FormOps.cpp - One statement for all work items ---------------------===//

#include "Former.h"
#include "Pirch/Dialect/IR/CodeLimit.h"

using namespace mlir;
using namespace pirch;

LogicalResult Former::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult Former::emitOp(Operation *op) {
  ++meter.steps;
  if (isa<memref::LoadOp, memref::StoreOp, scf::IfOp>(op))
    meter.lanes += mask.lanes.size();
  if (meter.isOverdrawn())
    return emitCodeLimitError(op)
           << "the kernel is too large once its loops are unrolled (at most "
           << FormMeter::kMaxOps << " operations on " << FormMeter::kMaxLanes
           << " lanes, " << FormMeter::kMaxSteps << " steps)";
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<memref::AllocaOp>([&](auto o) { return emitAlloca(o); })
      // Each load asks its table (FormTables.cpp).
      .Case<TableOp>([&](auto) { return success(); })
      .Case<memref::LoadOp>([&](auto o) { return emitLoad(o); })
      .Case<memref::StoreOp>([&](auto o) { return emitStore(o); })
      .Case<scf::IfOp>([&](auto o) { return emitIf(o); })
      .Case<LoopOp>([&](auto o) { return emitLoop(o); })
      .Case<WgShuffleOp>([&](auto o) { return emitShuffle(o); })
      .Case<AtomicRMWOp, AtomicCmpXchgOp>([&](auto o) { return emitAtomic(o); })
      .Case<AnyOp, AllOp, ReduceOp, ScanOp>(
          [&](auto o) { return emitCollective(o); })
      .Case<WiIndexOp>([&](auto o) {
        LaneValue lanes;
        for (int64_t wi = 0; wi < items; ++wi)
          lanes.table.push_back(builder.getIntegerAttr(o.getType(), wi));
        define(o, lanes);
        return success();
      })
      .Case<WgIndexOp>([&](auto o) {
        if (options.oneGroup) { // a scalar, the same in all lanes
          Type type = o.getResult().getType();
          define(o, fromValue(WgIndexOp::create(builder, o.getLoc(), type), 1));
          return success();
        }
        LaneValue group;
        group.linear.emplace();
        group.linear->offsets = {0};
        group.linear->stride = 1;
        define(o, group);
        return success();
      })
      .Case<NumGroupsOp>([&](auto o) {
        define(o, fromValue(builder.clone(*o.getOperation())->getResult(0), 1));
        return success();
      })
      .Case<StageOp>([&](auto o) { return emitStage(o); })
      .Default([&](Operation *o) { return emitGeneric(o); });
}

/// The value is what is staged; the operation stays as a mark of it, unless it
/// is known already.
LogicalResult Former::emitStage(StageOp op) {
  LaneValue value = lookup(op.getValue());
  if (!value.isUniformStatic()) {
    Location loc = op.getLoc();
    Value marked = value.isUniform() ? materializeScalar(value, loc)
                                     : materialize(value, value.extent, loc);
    StageOp::create(builder, loc, marked, op.getIndex());
  }
  define(op.getResult(), std::move(value));
  return success();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

bool Former::foldStatic(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  if (auto constantOp = dyn_cast<arith::ConstantOp>(op)) {
    define(op->getResult(0), constant(constantOp.getValue()));
    return true;
  }
  SmallVector<const LaneValue *> operands;
  for (Value operand : op->getOperands()) {
    LaneValue &value = lookup(operand);
    if (!value.isStatic())
      return false;
    operands.push_back(&value);
  }
  if (operands.empty())
    return false;
  LaneValue result;
  for (const LaneValue *operand : operands)
    result.extent = std::max(result.extent, operand->extent);
  result.table = foldLanes(op, operands, items);
  meter.lanes += result.table.size();
  if (!result.isStatic())
    return false;
  define(op->getResult(0), std::move(result));
  return true;
}

/// A choice of which the condition is one that is known for all lanes.
bool Former::foldChoice(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    if (std::optional<bool> result = assumeComparison(compare)) {
      define(op->getResult(0), constant(builder.getBoolAttr(*result)));
      return true;
    }
  auto choice = dyn_cast<arith::SelectOp>(op);
  if (!choice || !lookup(choice.getCondition()).isUniformStatic())
    return false;
  bool holds = *getInt(lookup(choice.getCondition()).table[0]) != 0;
  define(op->getResult(0), LaneValue(lookup(holds ? choice.getTrueValue()
                                                  : choice.getFalseValue())));
  return true;
}

/// A cast of the work-item form on lanes. Lanes have no index type: casts to
/// and from it become integer extensions.
Value Former::convertLanes(Operation *op, Value lanes, Type type) {
  auto from = cast<InfRegType>(lanes.getType());
  InfRegType to = laneType(type, from.getExtent());
  StringRef name = op->getName().stripDialect();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    unsigned fromBits = from.getElementType().getIntOrFloatBitWidth();
    unsigned toBits = to.getElementType().getIntOrFloatBitWidth();
    if (fromBits == toBits)
      return lanes;
    name = fromBits > toBits             ? "trunci"
           : isa<arith::IndexCastOp>(op) ? "extsi"
                                         : "extui";
  }
  return ConvertOp::create(builder, op->getLoc(), to,
                           *symbolizeConversionKind(name), lanes);
}

LogicalResult Former::emitGeneric(Operation *op) {
  if (op->getNumRegions())
    return op->emitOpError("is not supported yet in the work-item form");
  // What computes each lane on its own is the same operation on infregs; what
  // exchanges lanes has a case of its own in emitOp.
  if (auto lanes = dyn_cast<InfRegOpInterface>(op);
      lanes && lanes.getLaneRelation() != LaneRelation::lane_wise)
    return op->emitOpError("is not formed into infregs yet");
  if (foldStatic(op))
    return success();
  if (op->getNumResults() == 0 || !isMemoryEffectFree(op))
    return op->emitOpError("is not supported yet in the work-item form");
  if (foldLinear(op) || foldChoice(op) || assumeWithinBound(op) ||
      assumeInRing(op) || divideForGroup(op) || assumeSharedBlock(op))
    return success();
  bool uniform = llvm::all_of(op->getOperands(), [&](Value operand) {
    return lookup(operand).isUniform();
  });
  if (compareWithScalar(op))
    return success();
  Location loc = op->getLoc();
  if (uniform) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, materializeScalar(lookup(operand), loc));
    Operation *clone = builder.clone(*op, mapping);
    for (auto [from, to] : llvm::zip(op->getResults(), clone->getResults()))
      define(from, fromValue(to, 1));
    return success();
  }
  int64_t extent = 1;
  for (Value operand : op->getOperands())
    extent = std::max(extent, lookup(operand).extent);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(materialize(lookup(operand), extent, loc));
  auto setResult = [&](Value result, Value lanes) {
    define(result, fromValue(lanes, extent));
    findAlternatives(op);
  };
  if (isa<arith::SelectOp>(op)) {
    setResult(op->getResult(0), SelectOp::create(builder, loc, operands[0],
                                                 operands[1], operands[2]));
    return success();
  }
  if (isa<CastOpInterface>(op)) {
    Type type = op->getResult(0).getType();
    setResult(op->getResult(0), convertLanes(op, operands[0], type));
    return success();
  }
  OperationState state(loc, op->getName());
  state.addOperands(operands);
  for (Type type : op->getResultTypes())
    state.addTypes(laneType(type, extent));
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *lanes = builder.create(state);
  for (auto [from, to] : llvm::zip(op->getResults(), lanes->getResults()))
    setResult(from, to);
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

LogicalResult Former::emitOnlyArm(scf::IfOp op, bool condition) {
  Region &arm = condition ? op.getThenRegion() : op.getElseRegion();
  return arm.empty() ? success() : emitBlock(arm.front());
}

/// The lanes of `where`, or all if that is null, in which `condition` is what
/// is `wanted`.
Value Former::narrow(Value where, Value condition, bool wanted, Location loc) {
  if (!wanted) {
    LaneValue one = constant(builder.getBoolAttr(true));
    int64_t extent = cast<InfRegType>(condition.getType()).getExtent();
    condition = arith::XOrIOp::create(builder, loc, condition,
                                      materialize(one, extent, loc));
  }
  return where ? arith::AndIOp::create(builder, loc, where, condition)
               : condition;
}

Mask Former::narrow(const Mask &from, const LaneValue &condition, bool wanted,
                    Location loc) {
  Mask result = from;
  if (condition.isStatic()) {
    for (int64_t wi = 0; wi < items; ++wi)
      for (int64_t ix = 0; ix < space.extent; ++ix) {
        TypedAttr lane = condition.at(wi, ix);
        bool holds = lane && (*getInt(lane) != 0) == wanted;
        bool active = result.lanes[wi * space.extent + ix];
        result.lanes[wi * space.extent + ix] = active && holds;
      }
    return result;
  }
  auto splat = from.dynamic ? from.dynamic.getDefiningOp<SplatOp>() : SplatOp();
  if (condition.isUniform() && (splat || !from.dynamic)) {
    // What all lanes share stays a scalar.
    Value scalar = materializeScalar(condition, loc);
    if (!wanted)
      scalar = arith::XOrIOp::create(
          builder, loc, scalar,
          materializeScalar(constant(builder.getBoolAttr(true)), loc));
    if (splat)
      scalar = arith::AndIOp::create(builder, loc, splat.getScalar(), scalar);
    LaneValue active = fromValue(scalar, 1);
    result.dynamic = materialize(active, space.extent, loc);
    return result;
  }
  Value lanes = materialize(condition, space.extent, loc);
  Value active =
      from.dynamic ? widen(from.dynamic, space.extent, loc) : Value();
  result.dynamic = narrow(active, lanes, wanted, loc);
  return result;
}

/// Emit both arms one after the other, each under the mask of the lanes that
/// take it.
LogicalResult Former::emitIf(scf::IfOp op) {
  if (std::optional<bool> condition = assumeCondition(op))
    return emitOnlyArm(op, *condition);
  Location loc = op.getLoc();
  LaneValue condition = lookup(op.getCondition());
  Mask saved = mask;
  auto emitArm = [&](Region &region, bool wanted,
                     SmallVectorImpl<LaneValue> &results) -> LogicalResult {
    mask = narrow(saved, condition, wanted, loc);
    if (region.empty() || mask.none())
      return success();
    if (failed(emitBlock(region.front())))
      return failure();
    for (Value yielded : region.front().getTerminator()->getOperands())
      results.push_back(lookup(yielded));
    return success();
  };
  SmallVector<LaneValue> thenResults, elseResults;
  if (failed(emitArm(op.getThenRegion(), true, thenResults)))
    return failure();
  Mask thenMask = mask;
  if (failed(emitArm(op.getElseRegion(), false, elseResults)))
    return failure();
  mask = saved;
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (thenResults.empty() && elseResults.empty()) {
      LaneValue unread;
      define(result, unread);
    } else if (thenResults.empty()) {
      define(result, elseResults[index]);
    } else if (elseResults.empty()) {
      define(result, thenResults[index]);
    } else {
      Mask where = thenMask;
      define(result, blend(where, thenResults[index], elseResults[index], loc));
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Exchange between work items
//===----------------------------------------------------------------------===//

LogicalResult Former::emitShuffle(WgShuffleOp op) {
  Location loc = op.getLoc();
  LaneValue value = lookup(op.getValue()), source = lookup(op.getSource());
  if (value.isUniform()) {
    define(op.getResult(), value);
    return success();
  }
  int64_t extent = std::max(value.extent, source.extent);
  if (!source.isStatic()) {
    Value lanes = materialize(value, extent, loc);
    if (source.isUniform())
      if (Value loaded =
              loadFromPanel(lanes, materializeScalar(source, loc), loc)) {
        define(op.getResult(), fromValue(loaded, extent));
        return success();
      }
    Value from = materialize(source, extent, loc);
    define(op.getResult(),
           fromValue(WgShuffleOp::create(builder, loc, lanes, from), extent));
    return success();
  }
  // A source outside the group gives the value of some WI: wrap around.
  auto sourceAt = [&](int64_t wi, int64_t ix) -> int64_t {
    std::optional<int64_t> lane =
        source.at(wi, ix) ? getInt(source.at(wi, ix)) : std::nullopt;
    return lane ? ((*lane % items) + items) % items : kNoLane;
  };
  LaneValue result;
  result.extent = extent;
  if (value.isStatic()) {
    for (int64_t wi = 0; wi < items; ++wi)
      for (int64_t ix = 0; ix < extent; ++ix) {
        int64_t from = sourceAt(wi, ix);
        result.table.push_back(from == kNoLane ? TypedAttr()
                                               : value.at(from, ix));
      }
    define(op.getResult(), std::move(result));
    return success();
  }
  SmallVector<int32_t> map;
  bool perItem = source.extent == 1;
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < (perItem ? 1 : extent); ++ix) {
      int64_t from = sourceAt(wi, ix);
      bool unread = from == kNoLane || (!perItem && !space.valid[ix]);
      map.push_back(unread ? kNoLane : perItem ? from : from * extent + ix);
    }
  Value lanes = materialize(value, extent, loc);
  result.value =
      builder.createOrFold<WgPermuteOp>(loc, lanes.getType(), lanes, map);
  define(op.getResult(), std::move(result));
  return success();
}

LogicalResult Former::emitCollective(Operation *op) {
  Location loc = op->getLoc();
  LaneValue &operand = lookup(op->getOperand(0));
  int64_t extent = std::max(operand.extent, space.extent);
  Value lanes = materialize(operand, extent, loc);
  Value active = dynamicMask(extent, loc);
  Value result;
  if (isa<AnyOp, AllOp>(op)) {
    // WIs that are not active do not vote.
    bool isAny = isa<AnyOp>(op);
    if (active) {
      LaneValue neutral = constant(builder.getBoolAttr(!isAny));
      lanes = SelectOp::create(builder, loc, active, lanes,
                               materialize(neutral, extent, loc));
    }
    result = isAny ? AnyOp::create(builder, loc, lanes).getResult()
                   : AllOp::create(builder, loc, lanes).getResult();
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    result = ReduceOp::create(builder, loc, lanes.getType(), reduce.getKind(),
                              lanes, active, reduce.getOrdered());
  } else {
    auto scan = cast<ScanOp>(op);
    result = ScanOp::create(builder, loc, lanes.getType(), scan.getKind(),
                            scan.getMode(), lanes, active, scan.getOrdered());
  }
  define(op->getResult(0), fromValue(result, extent));
  return success();
}
