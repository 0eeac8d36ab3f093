//===- ChunkOps.cpp - Functions over vectors ------------------------------===//

#include "Chunker.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Report an error if the loads and stores alone become more operations than a
/// module may have, before any of them is planned: each becomes an address and
/// an access for as many lanes as a vector has.
LogicalResult Chunker::checkAccesses() {
  int64_t expected = 0;
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      expected += 2 * (load.getType().getNumElements() / lanes);
    else if (auto store = dyn_cast<StoreOp>(op))
      expected += 2 * (store.getValue().getType().getNumElements() / lanes);
  });
  return counts.meter.check(kernel, expected);
}

LogicalResult Chunker::run(func::FuncOp function, func::FuncOp remainder) {
  if (failed(checkAccesses()))
    return failure();
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
  Value start = first, end = endGroup;
  if (MainGroupsOp groups = emitMainGroups(body)) {
    end = arith::MinSIOp::create(builder, loc, end,
                                 scalars.lookup(groups.getCount()));
    end = arith::MaxSIOp::create(builder, loc, end, first);
    if (groups.getFrom()) {
      start = arith::MaxSIOp::create(builder, loc, first,
                                     scalars.lookup(groups.getFrom()));
      start = arith::MinSIOp::create(builder, loc, start, end);
    }
    count = arith::SubIOp::create(builder, loc, end, start);
  }
  if (pack > 1) {
    Value packs = arith::DivSIOp::create(builder, loc, count, step);
    Value packed = arith::MulIOp::create(builder, loc, packs, step);
    end = arith::AddIOp::create(builder, loc, start, packed);
  }
  if (int64_t used = lanesInUse(); used && used < lanes)
    function->setAttr(kLanesInUseAttrName, builder.getI64IntegerAttr(used));
  planPanels();
  auto loop = scf::ForOp::create(builder, loc, start, end, step);
  builder.setInsertionPointToStart(loop.getBody());
  group = loop.getInductionVar();
  if (failed(emitBlock(body)))
    return failure();
  builder.setInsertionPointAfter(loop);
  if (remainder)
    emitOthers(remainder, first, start, end);
  func::ReturnOp::create(builder, loc);
  return success();
}

/// Have `remainder` compute the groups from `first` to `start` and from `end`
/// to the last one of the call.
void Chunker::emitOthers(func::FuncOp remainder, Value first, Value start,
                         Value end) {
  auto call = [&](Value from, Value to) {
    SmallVector<Value> args(entryBlock->getArguments().drop_back(2));
    args.push_back(from);
    args.push_back(arith::SubIOp::create(builder, loc, to, from));
    func::CallOp::create(builder, loc, remainder, args);
  };
  if (!kernel.getNumRowParams()) {
    if (start != first)
      call(first, start);
    return call(end, endGroup);
  }
  OpBuilder::InsertionGuard guard(builder);
  auto isLess = [&](Value left, Value right) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, left,
                                 right);
  };
  auto enterIf = [&](Value condition) {
    auto branch =
        scf::IfOp::create(builder, loc, condition, /*withElse=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  };
  // Rows are short, and many have no such groups.
  Value from = end, to = endGroup, isSome = isLess(end, endGroup);
  if (start == first) {
    enterIf(isSome);
    return call(from, to);
  }
  enterIf(arith::OrIOp::create(builder, loc, isLess(first, start), isSome));
  // The loop has one call, so that the function of rows has one copy of the
  // remainder, where that becomes a part of it (`callForRows`).
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value none = number(0), one = number(1), two = number(2);
  auto sides = scf::ForOp::create(builder, loc, none, two, one);
  // LLVM would make two calls of it, one for each side.
  setUnrollHint(sides, {UnrollHint::never, 0});
  builder.setInsertionPointToStart(sides.getBody());
  Value isBefore = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         sides.getInductionVar(), none);
  from = arith::SelectOp::create(builder, loc, isBefore, first, end);
  to = arith::SelectOp::create(builder, loc, isBefore, start, endGroup);
  enterIf(isLess(from, to));
  call(from, to);
}

/// Emit what says which groups the kernel computes, and return the operation
/// that says it; null if the kernel computes all groups. The operations of
/// `body` that compute it depend on no group.
MainGroupsOp Chunker::emitMainGroups(Block &body) {
  auto ops = body.getOps<MainGroupsOp>();
  if (ops.empty())
    return {};
  MainGroupsOp last = *ops.begin();
  for (Operation &op : body) {
    if (&op == last.getOperation())
      break;
    if (auto total = dyn_cast<NumGroupsOp>(op))
      scalars.map(total.getResult(), resized(endGroup, total.getType()));
    else if (isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
             llvm::all_of(op.getOperands(), [&](Value operand) {
               return scalars.contains(operand);
             }))
      builder.clone(op, scalars);
  }
  return last;
}

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

/// Pointers that are computed in a region are not valid outside of it.
LogicalResult Chunker::emitRegion(Block &block) {
  auto outerPointers = pointers;
  LogicalResult result = emitBlock(block);
  pointers = std::move(outerPointers);
  return result;
}

//===----------------------------------------------------------------------===//
// Constants and masks
//===----------------------------------------------------------------------===//

Value Chunker::splat(Value scalar) {
  return vector::BroadcastOp::create(builder, loc, vectorType(scalar.getType()),
                                     scalar);
}

Value Chunker::laneMask(ArrayRef<bool> bits) {
  auto type = vectorType(builder.getI1Type());
  return constant(DenseElementsAttr::get(type, bits));
}

Value Chunker::constantChunk(Type element, ArrayRef<Attribute> values) {
  SmallVector<Attribute> attrs(values);
  for (Attribute &attr : attrs)
    if (!attr)
      attr = builder.getZeroAttr(element);
  return constant(DenseElementsAttr::get(vectorType(element), attrs));
}

Value Chunker::unreadChunk(Type element) {
  return LLVM::PoisonOp::create(builder, loc, chunkType(element));
}

/// Padding may be poison, and an `and` with poison is poison; a select is not.
Value Chunker::clearPadding(Value bits, ArrayRef<bool> inside) {
  Value none = splat(constant(builder.getBoolAttr(false)));
  return arith::SelectOp::create(builder, loc, laneMask(inside), bits, none);
}

Value Chunker::vote(Value bits) {
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                     bits);
}

/// In single-group form the pack's first group is its only one.
Value Chunker::groupIndex(Type type) { return resized(group, type); }

Value Chunker::readLane(Value chunk, int64_t lane) {
  return vector::ExtractOp::create(builder, loc, chunk, lane);
}

Chunker::Chunks Chunker::groupIndexes(InfRegType type) {
  Chunks result = constantChunks(type, [&](LaneId id) -> Attribute {
    return builder.getIntegerAttr(type.getElementType(), id.wg);
  });
  Value first = splat(groupIndex(type.getElementType()));
  for (Value &chunk : result)
    chunk = arith::AddIOp::create(builder, loc, chunk, first);
  return result;
}
