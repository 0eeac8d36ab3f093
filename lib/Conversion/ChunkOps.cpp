//===- ChunkOps.cpp - Arithmetic and control flow in chunks ---------------===//

#include "Chunker.h"
#include "Combining.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

Chunker::Chunker(KernelOp kernel, int64_t lanesPerChunk, ChunkCounts &counts)
    : kernel(kernel), lanes(lanesPerChunk),
      pack(kernel.getWgPack().value_or(1)),
      target(cast<TargetAttrInterface>(kernel.getTargetAttr())),
      selector(target), counts(counts),
      builder(kernel.getContext(), &counts.meter), loc(kernel.getLoc()) {}

int64_t Chunker::numChunks(InfRegType type) const {
  return llvm::divideCeil(type.getNumGroups() * type.getLanesPerGroup(), lanes);
}

Chunker::Chunks &Chunker::chunksOf(Value value) {
  auto found = chunks.find(value);
  assert(found != chunks.end() && "value was not chunked");
  return found->second;
}

void Chunker::define(Value result, Chunks values) {
  counts.chunks += values.size();
  chunks[result] = std::move(values);
}

Value Chunker::splat(Value scalar) {
  return vector::BroadcastOp::create(builder, loc, chunkType(scalar.getType()),
                                     scalar);
}

Value Chunker::constantMask(ArrayRef<bool> bits) {
  auto type = chunkType(builder.getI1Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, bits));
}

Chunker::Chunks
Chunker::constantChunks(InfRegType type,
                        llvm::function_ref<Attribute(LaneId)> value) {
  LaneLayout layout(type);
  Attribute zero = builder.getZeroAttr(type.getElementType());
  Chunks result;
  for (int64_t first = 0; first < layout.size(); first += lanes) {
    SmallVector<Attribute> attrs;
    for (int64_t lane = first; lane < first + lanes; ++lane)
      attrs.push_back(lane < layout.size() ? value(layout.lane(lane)) : zero);
    result.push_back(arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(chunkType(type.getElementType()), attrs)));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Functions and blocks
//===----------------------------------------------------------------------===//

LogicalResult Chunker::run(func::FuncOp function, func::FuncOp remainder) {
  Block *entry = entryBlock = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  Block &body = kernel.getBody().front();
  for (auto [from, to] : llvm::zip(body.getArguments(), entry->getArguments()))
    scalars.map(from, to);
  size_t params = body.getNumArguments();
  Value first = entry->getArgument(params);
  Value count = entry->getArgument(params + 1);
  endGroup = arith::AddIOp::create(builder, loc, first, count);
  Value step =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(pack));
  Value end = endGroup;
  if (pack > 1) {
    Value packs = arith::DivSIOp::create(builder, loc, count, step);
    Value packed = arith::MulIOp::create(builder, loc, packs, step);
    end = arith::AddIOp::create(builder, loc, first, packed);
  }
  if (int64_t used = lanesInUse(); used < lanes)
    function->setAttr(kLanesInUseAttrName, builder.getI64IntegerAttr(used));
  auto loop = scf::ForOp::create(builder, loc, first, end, step);
  builder.setInsertionPointToStart(loop.getBody());
  group = loop.getInductionVar();
  if (failed(emitBlock(body)))
    return failure();
  builder.setInsertionPointAfter(loop);
  if (remainder) {
    SmallVector<Value> args(entry->getArguments().take_front(params));
    args.push_back(end);
    args.push_back(arith::SubIOp::create(builder, loc, endGroup, end));
    func::CallOp::create(builder, loc, remainder, args);
  }
  func::ReturnOp::create(builder, loc);
  return success();
}

/// Lanes of a chunk that any infreg of the kernel fills.
int64_t Chunker::lanesInUse() {
  int64_t used = 0;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type))
        used =
            std::max(used, infreg.getNumGroups() * infreg.getLanesPerGroup());
  });
  return std::min(used, lanes);
}

LogicalResult Chunker::emitBlock(Block &block) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      break;
    loc = op.getLoc();
    if (failed(emitOp(&op)))
      return failure();
  }
  return success();
}

/// Lanes that are looked at one by one to make `op`: those of its result, for
/// each WI or element that any of them may come from. As many operations on
/// chunks are made as these lanes fill.
static int64_t countMovedLanes(Operation *op) {
  auto type = op->getNumResults()
                  ? dyn_cast<InfRegType>(op->getResult(0).getType())
                  : InfRegType();
  if (!type)
    return 0;
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return type.getNumElements() * (lanes ? lanes.getNumCandidates() : 1);
}

LogicalResult Chunker::emitOp(Operation *op) {
  int64_t moved = countMovedLanes(op);
  counts.movedLanes += moved;
  if (counts.movedLanes > kMaxMovedLanes)
    return op->emitError("not supported: the kernel exchanges too many lanes "
                         "between work items (at most ")
           << kMaxMovedLanes << ")";
  if (failed(counts.meter.check(op, moved / lanes)))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
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
        Value value = endGroup;
        if (o.getType() != value.getType())
          value = arith::TruncIOp::create(builder, loc, o.getType(), value);
        scalars.map(o.getResult(), value);
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
      .Case<AnyOp, AllOp, ReduceOp, ScanOp>(
          [&](auto o) { return emitCollective(o), success(); })
      .Case<ActiveOp>([&](auto o) { return emitActive(o), success(); })
      .Case<LoadOp>([&](auto o) { return emitLoad(o), success(); })
      .Case<StoreOp>([&](auto o) { return emitStore(o), success(); })
      .Case<GatherOp>([&](auto o) { return emitGather(o), success(); })
      .Case<ScatterOp>([&](auto o) { return emitScatter(o), success(); })
      .Case<scf::WhileOp>([&](auto o) { return emitWhile(o); })
      .Default([&](Operation *o) {
        bool onLanes = llvm::any_of(o->getResultTypes(), [](Type type) {
          return isa<InfRegType>(type);
        });
        return onLanes ? emitElementwise(o) : emitScalar(o);
      });
}

LogicalResult Chunker::emitScalar(Operation *op) {
  bool takesLanes = llvm::any_of(
      op->getOperandTypes(), [](Type type) { return isa<InfRegType>(type); });
  if (op->getNumRegions() || takesLanes)
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

void Chunker::emitIndex(Operation *op) {
  auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
  if (!type) { // a scalar form of the group's index: the pack's first group
    Value value = group;
    if (op->getResult(0).getType() != value.getType())
      value = arith::TruncIOp::create(builder, loc, op->getResult(0).getType(),
                                      value);
    scalars.map(op->getResult(0), value);
    return;
  }
  Chunks result = constantChunks(type, [&](LaneId id) -> Attribute {
    int64_t value = isa<WgIndexOp>(op)   ? id.wg
                    : isa<WiIndexOp>(op) ? id.wi
                                         : id.ix;
    return builder.getIntegerAttr(type.getElementType(), value);
  });
  if (isa<WgIndexOp>(op)) {
    Value scalar = group;
    if (type.getElementType() != group.getType())
      scalar =
          arith::TruncIOp::create(builder, loc, type.getElementType(), group);
    Value base = splat(scalar);
    for (Value &chunk : result)
      chunk = arith::AddIOp::create(builder, loc, chunk, base);
  }
  define(op->getResult(0), std::move(result));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LogicalResult Chunker::emitElementwise(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() == 0)
    return op->emitOpError("is not supported yet in chunks");
  for (Value operand : op->getOperands())
    if (!isa<InfRegType>(operand.getType()))
      return op->emitOpError("mixes scalars and infregs");
  int64_t count = numChunks(cast<InfRegType>(op->getResult(0).getType()));
  SmallVector<Chunks> results(op->getNumResults());
  SmallVector<Value> previous;
  for (int64_t chunk = 0; chunk < count; ++chunk) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(chunksOf(operand)[chunk]);
    if (operands == previous) { // the same on all lanes
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
    Operation *vectorOp = createOnLanes(builder, op, operands, types);
    for (auto [list, value] : llvm::zip(results, vectorOp->getResults()))
      list.push_back(value);
  }
  for (auto [result, list] : llvm::zip(op->getResults(), results))
    define(result, std::move(list));
  return success();
}

//===----------------------------------------------------------------------===//
// Loops at run time
//===----------------------------------------------------------------------===//

SmallVector<Type> Chunker::flatTypes(TypeRange types) const {
  SmallVector<Type> flat;
  for (Type type : types) {
    if (auto infreg = dyn_cast<InfRegType>(type))
      flat.append(numChunks(infreg), chunkType(infreg.getElementType()));
    else
      flat.push_back(type);
  }
  return flat;
}

Chunker::Chunks Chunker::flatten(ValueRange values) {
  Chunks flat;
  for (Value value : values) {
    if (isa<InfRegType>(value.getType()))
      llvm::append_range(flat, chunksOf(value));
    else
      flat.push_back(scalars.lookup(value));
  }
  return flat;
}

void Chunker::bindFlat(ValueRange originals, ValueRange flat) {
  for (Value original : originals) {
    auto infreg = dyn_cast<InfRegType>(original.getType());
    if (!infreg) {
      scalars.map(original, flat.front());
      flat = flat.drop_front();
      continue;
    }
    int64_t count = numChunks(infreg);
    define(original, Chunks(flat.take_front(count)));
    flat = flat.drop_front(count);
  }
}

LogicalResult Chunker::emitWhile(scf::WhileOp op) {
  SmallVector<Type> beforeTypes = flatTypes(op.getInits().getTypes());
  SmallVector<Type> resultTypes = flatTypes(op.getResultTypes());
  auto loop =
      scf::WhileOp::create(builder, loc, resultTypes, flatten(op.getInits()));
  auto emitRegion = [&](Region &from, Region &to, ArrayRef<Type> types) {
    SmallVector<Location> locs(types.size(), loc);
    Block *block = builder.createBlock(&to, {}, types, locs);
    auto outerPointers = pointers; // pointers made inside do not leave
    bindFlat(from.getArguments(), block->getArguments());
    LogicalResult result = emitBlock(from.front());
    pointers = std::move(outerPointers);
    return result;
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
  return success();
}
