//===- LaneEmitter.cpp - Blocks, loops and arithmetic on registers --------===//

#include "LaneEmitter.h"
#include "Combining.h"
#include "Pirch/Analysis/Divisors.h"
#include "Pirch/Dialect/IR/CodeLimit.h"
#include "Pirch/Dialect/IR/UnrollHint.h"

using namespace mlir;
using namespace pirch;

LaneEmitter::LaneEmitter(KernelOp kernel, ChunkCounts &counts)
    : kernel(kernel), target(cast<TargetAttrInterface>(kernel.getTargetAttr())),
      mapping(kernel), selector(target), lanes(mapping.getLanes()),
      pack(kernel.getWgPack().value_or(1)), counts(counts),
      builder(kernel.getContext(), &counts.meter), loc(kernel.getLoc()) {}

LaneEmitter::Chunks &LaneEmitter::chunksOf(Value value) {
  auto found = chunks.find(value);
  assert(found != chunks.end() && "value has no chunks");
  return found->second;
}

void LaneEmitter::define(Value result, Chunks list) {
  counts.chunks += list.size();
  chunks[result] = std::move(list);
  noteDefined(result);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value LaneEmitter::constant(TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

Value LaneEmitter::constantInt(Type type, int64_t value) {
  return constant(builder.getIntegerAttr(type, value));
}

Value LaneEmitter::constantAll(Attribute value) {
  auto typed = cast<TypedAttr>(value);
  if (auto type = dyn_cast<ShapedType>(chunkType(typed.getType())))
    typed = DenseElementsAttr::get(type, value);
  return constant(typed);
}

LaneEmitter::Chunks
LaneEmitter::constantChunks(InfRegType type,
                            llvm::function_ref<Attribute(LaneId)> value) {
  LaneMapping layout = mapping.get(type);
  Chunks result;
  for (int64_t chunk = 0; chunk < layout.getNumChunks(); ++chunk) {
    SmallVector<Attribute> attrs;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      std::optional<LaneId> id = layout.getOwner(chunk, lane);
      attrs.push_back(id ? value(*id) : Attribute());
    }
    result.push_back(constantChunk(type.getElementType(), attrs));
  }
  return result;
}

std::vector<SmallVector<bool>>
LaneEmitter::testLanes(InfRegType type,
                       llvm::function_ref<bool(LaneId)> test) const {
  LaneMapping layout = mapping.get(type);
  std::vector<SmallVector<bool>> result;
  for (int64_t chunk = 0; chunk < layout.getNumChunks(); ++chunk) {
    SmallVector<bool> &bits = result.emplace_back();
    for (int64_t lane = 0; lane < lanes; ++lane) {
      std::optional<LaneId> id = layout.getOwner(chunk, lane);
      bits.push_back(id && test(*id));
    }
  }
  return result;
}

Value LaneEmitter::select(Value mask, Value a, Value b) {
  if (a == b)
    return a;
  auto known = mask.getDefiningOp<arith::ConstantOp>();
  if (auto bit = known ? dyn_cast<BoolAttr>(known.getValue()) : BoolAttr())
    return bit.getValue() ? a : b;
  return arith::SelectOp::create(builder, loc, mask, a, b);
}

LaneEmitter::Chunks LaneEmitter::select(const Chunks &mask, const Chunks &a,
                                        const Chunks &b) {
  Chunks result;
  for (auto [m, x, y] : llvm::zip(mask, a, b))
    result.push_back(select(m, x, y));
  return result;
}

Value LaneEmitter::resized(Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  return from < to ? Value(arith::ExtUIOp::create(builder, loc, type, value))
                   : arith::TruncIOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult LaneEmitter::emitBlock(Block &block) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      break;
    loc = op.getLoc();
    if (failed(emitOp(&op)))
      return failure();
  }
  return success();
}

/// The number of lanes that the conversion of `op` looks at: the lanes of its
/// result, times the number of WIs or elements that each may come from at run
/// time. At least as many operations on chunks are made as these lanes fill.
static int64_t countMovedLanes(Operation *op) {
  auto type = op->getNumResults()
                  ? dyn_cast<InfRegType>(op->getResult(0).getType())
                  : InfRegType();
  if (!type)
    return 0;
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return type.getNumElements() * (lanes ? lanes.getNumCandidates() : 1);
}

LogicalResult LaneEmitter::emitOp(Operation *op) {
  int64_t moved = countMovedLanes(op);
  counts.movedLanes += moved;
  if (counts.movedLanes > kMaxMovedLanes)
    return emitCodeLimitError(op)
           << "the kernel exchanges too many lanes between work items (at most "
           << kMaxMovedLanes << ")";
  if (failed(counts.meter.check(op, moved / lanes)))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      // The loop over packs takes account of it.
      .Case<MainGroupsOp>([&](auto) { return success(); })
      .Case<StageOp>([&](auto) { return success(); })
      .Case<SplatOp>([&](auto o) {
        Value scalar = scalars.lookup(o.getScalar());
        define(o, Chunks(numChunks(o.getType()), splat(scalar)));
        return success();
      })
      .Case<ConstantOp>([&](ConstantOp o) {
        auto values = llvm::to_vector(o.getValue().getValues<Attribute>());
        int64_t extent = o.getType().getExtent();
        define(o, constantChunks(o.getType(), [&](LaneId id) {
                 return values[id.wi * extent + id.ix];
               }));
        return success();
      })
      .Case<WgIndexOp, WiIndexOp, IxIndexOp>([&](auto o) {
        emitIndex(o);
        return success();
      })
      .Case<NumGroupsOp>([&](NumGroupsOp o) {
        scalars.map(o.getResult(), resized(endGroup, o.getType()));
        return success();
      })
      .Case<SelectOp>([&](SelectOp o) {
        define(o, select(chunksOf(o.getMask()), chunksOf(o.getTrueValue()),
                         chunksOf(o.getFalseValue())));
        return success();
      })
      .Case<LaneMapOpInterface>([&](auto o) { return emitLaneMap(o); })
      .Case<MergeOp>([&](auto o) { return emitMerge(o), success(); })
      .Case<WgShuffleOp>([&](auto o) { return emitShuffle(o), success(); })
      .Case<ExtractOp>([&](auto o) { return emitExtract(o), success(); })
      .Case<InsertOp>([&](auto o) { return emitInsert(o), success(); })
      .Case<AnyOp, AllOp>([&](auto o) { return emitVote(o), success(); })
      .Case<ReduceOp>([&](auto o) { return emitReduce(o), success(); })
      .Case<ScanOp>([&](auto o) { return emitScan(o), success(); })
      .Case<ActiveOp>([&](auto o) { return emitActive(o), success(); })
      .Case<ReadFirstLaneOp>([&](auto o) { return emitReadFirstLane(o); })
      .Case<LoadOp>([&](auto o) { return emitLoad(o), success(); })
      .Case<StoreOp>([&](auto o) { return emitStore(o), success(); })
      .Case<GatherOp>([&](auto o) { return emitGather(o), success(); })
      .Case<ScatterOp>([&](auto o) { return emitScatter(o), success(); })
      .Case<LoadRowsOp>([&](auto o) { return emitLoadRows(o), success(); })
      .Case<StoreRowsOp>([&](auto o) { return emitStoreRows(o), success(); })
      .Case<AllocaOp>([&](auto o) { return emitAlloca(o); })
      .Case<TableOp>([&](auto o) { return emitTable(o), success(); })
      .Case<AtomicRMWOp>([&](auto o) { return emitAtomicRMW(o), success(); })
      .Case<AtomicCmpXchgOp>(
          [&](auto o) { return emitAtomicCmpXchg(o), success(); })
      .Case<scf::WhileOp>([&](auto o) { return emitWhile(o); })
      .Default([&](Operation *o) -> LogicalResult {
        // Of the dialect's own operations, conversions alone become others of
        // the same meaning.
        if (isa<PirchDialect>(o->getDialect()) && !isa<ConvertOp>(o))
          return o->emitOpError("is not supported yet in chunks");
        bool onLanes =
            llvm::any_of(o->getResultTypes(), llvm::IsaPred<InfRegType>);
        return onLanes ? emitElementwise(o) : emitScalar(o);
      });
}

LogicalResult LaneEmitter::emitScalar(Operation *op) {
  if (op->getNumRegions() ||
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<InfRegType>))
    return op->emitOpError("is not supported yet in chunks");
  Operation *clone = builder.clone(*op, scalars);
  if (isIntegerDivision(op)) {
    builder.setInsertionPoint(clone);
    clone->setOperand(1, guardDivisor(builder, op, clone->getOperand(0),
                                      clone->getOperand(1)));
    builder.setInsertionPointAfter(clone);
  }
  return success();
}

LaneEmitter::Chunks LaneEmitter::itemIndexes(InfRegType type) {
  return constantChunks(type, [&](LaneId id) -> Attribute {
    return builder.getIntegerAttr(type.getElementType(), id.wi);
  });
}

void LaneEmitter::emitIndex(Operation *op) {
  Value result = op->getResult(0);
  auto type = dyn_cast<InfRegType>(result.getType());
  if (!type)
    return scalars.map(result, groupIndex(result.getType()));
  if (isa<WgIndexOp>(op))
    return define(result, groupIndexes(type));
  if (isa<WiIndexOp>(op))
    return define(result, itemIndexes(type));
  define(result, constantChunks(type, [&](LaneId id) -> Attribute {
           return builder.getIntegerAttr(type.getElementType(), id.ix);
         }));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LogicalResult LaneEmitter::emitElementwise(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() == 0)
    return op->emitOpError("is not supported yet in chunks");
  for (Value operand : op->getOperands())
    if (!isa<InfRegType>(operand.getType()))
      return op->emitOpError("mixes scalars and infregs");
  if (failed(checkOnLanes(op)))
    return failure();
  int64_t count = numChunks(cast<InfRegType>(op->getResult(0).getType()));
  SmallVector<Chunks> results(op->getNumResults());
  SmallVector<Value> previous;
  for (int64_t chunk = 0; chunk < count; ++chunk) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(chunksOf(operand)[chunk]);
    if (operands == previous) { // equal operands have equal results
      for (Chunks &list : results)
        list.push_back(list.back());
      continue;
    }
    previous = operands;
    if (isIntegerDivision(op))
      operands[1] = guardDivisor(builder, op, operands[0], operands[1]);
    SmallVector<Type> types;
    for (Type type : op->getResultTypes())
      types.push_back(chunkType(cast<InfRegType>(type).getElementType()));
    Operation *onLanes = createOnLanes(builder, op, operands, types);
    for (auto [list, value] : llvm::zip(results, onLanes->getResults()))
      list.push_back(value);
  }
  for (auto [result, list] : llvm::zip(op->getResults(), results))
    define(result, std::move(list));
  return success();
}

//===----------------------------------------------------------------------===//
// Loops at run time
//===----------------------------------------------------------------------===//

SmallVector<Type> LaneEmitter::flatTypes(TypeRange types) const {
  SmallVector<Type> flat;
  for (Type type : types) {
    if (auto infreg = dyn_cast<InfRegType>(type))
      flat.append(numChunks(infreg), chunkType(infreg.getElementType()));
    else
      flat.push_back(type);
  }
  return flat;
}

LaneEmitter::Chunks LaneEmitter::flatten(ValueRange values) {
  Chunks flat;
  for (Value value : values) {
    if (isa<InfRegType>(value.getType()))
      llvm::append_range(flat, chunksOf(value));
    else
      flat.push_back(scalars.lookup(value));
  }
  return flat;
}

void LaneEmitter::bindFlat(ValueRange originals, ValueRange flat) {
  for (Value original : originals) {
    auto infreg = dyn_cast<InfRegType>(original.getType());
    int64_t count = infreg ? numChunks(infreg) : 1;
    if (infreg)
      define(original, Chunks(flat.take_front(count)));
    else
      scalars.map(original, flat.front());
    flat = flat.drop_front(count);
  }
}

LogicalResult LaneEmitter::emitWhile(scf::WhileOp op) {
  SmallVector<Type> beforeTypes = flatTypes(op.getInits().getTypes());
  SmallVector<Type> resultTypes = flatTypes(op.getResultTypes());
  auto loop =
      scf::WhileOp::create(builder, loc, resultTypes, flatten(op.getInits()));
  copyUnrollHint(op, loop);
  auto emitInto = [&](Region &from, Region &to, ArrayRef<Type> types) {
    SmallVector<Location> locs(types.size(), loc);
    Block *block = builder.createBlock(&to, {}, types, locs);
    bindFlat(from.getArguments(), block->getArguments());
    return emitRegion(from.front());
  };
  if (failed(emitInto(op.getBefore(), loop.getBefore(), beforeTypes)))
    return failure();
  auto condition = op.getConditionOp();
  scf::ConditionOp::create(builder, loc,
                           scalars.lookup(condition.getCondition()),
                           flatten(condition.getArgs()));
  if (failed(emitInto(op.getAfter(), loop.getAfter(), resultTypes)))
    return failure();
  scf::YieldOp::create(builder, loc, flatten(op.getYieldOp()->getOperands()));
  builder.setInsertionPointAfter(loop);
  bindFlat(op.getResults(), loop.getResults());
  leaveLoop();
  return success();
}
