//===- GPUControl.cpp - Branches and loops of the scf dialect -------------===//

#include "GPUImporter.h"

using namespace mlir;
using namespace pirch;

FailureOr<SmallVector<Value>> GPUImporter::makeVariables(ValueRange initial,
                                                         Operation *op) {
  SmallVector<Value> variables;
  for (Value value : initial) {
    Type type = convertType(value.getType(), op);
    if (!type)
      return failure();
    variables.push_back(
        kernel.makeVariable(type, 1, /*isLocal=*/false, op->getLoc()));
  }
  storeAll(initial, variables, op->getLoc());
  return variables;
}

void GPUImporter::storeAll(ValueRange stored, ArrayRef<Value> variables,
                           Location loc) {
  for (auto [value, variable] : llvm::zip_equal(stored, variables))
    kernel.store(lookup(value), variable, kernel.number(0, loc), loc);
}

void GPUImporter::loadAll(ArrayRef<Value> variables, ValueRange loaded,
                          Location loc) {
  for (auto [variable, value] : llvm::zip_equal(variables, loaded))
    define(value, kernel.load(variable, kernel.number(0, loc), loc));
}

LogicalResult GPUImporter::emitIf(scf::IfOp op) {
  Location loc = op.getLoc();
  SmallVector<Type> types;
  for (Type type : op.getResultTypes()) {
    types.push_back(convertType(type, op));
    if (!types.back())
      return failure();
  }
  auto branch =
      scf::IfOp::create(builder, loc, types, lookup(op.getCondition()),
                        /*withElseRegion=*/!op.getElseRegion().empty());
  for (auto [from, to] : {std::pair(&op.getThenRegion(), branch.thenBlock()),
                          std::pair(&op.getElseRegion(), branch.elseBlock())}) {
    if (from->empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(to);
    if (failed(emitBlock(from->front())))
      return failure();
    if (types.empty())
      continue;
    SmallVector<Value> yielded;
    for (Value value : from->front().getTerminator()->getOperands())
      yielded.push_back(lookup(value));
    scf::YieldOp::create(builder, loc, yielded);
  }
  for (auto [from, to] : llvm::zip(op.getResults(), branch.getResults()))
    define(from, to);
  return success();
}

LogicalResult GPUImporter::emitFor(scf::ForOp op) {
  Location loc = op.getLoc();
  FailureOr<SmallVector<Value>> counter = makeVariables(op.getLowerBound(), op);
  if (failed(counter))
    return failure();
  FailureOr<SmallVector<Value>> carried = makeVariables(op.getInitArgs(), op);
  if (failed(carried))
    return failure();
  Value zero = kernel.number(0, loc);
  auto loop = LoopOp::create(builder, loc, /*post_test=*/false,
                             /*panel_limit=*/IntegerAttr());
  builder.createBlock(&loop.getCond());
  using P = arith::CmpIPredicate;
  Value more = kernel.compare(op.getUnsignedCmp() ? P::ult : P::slt,
                              kernel.load(counter->front(), zero, loc),
                              lookup(op.getUpperBound()), loc);
  ConditionOp::create(builder, loc, more);
  builder.createBlock(&loop.getBody());
  loadAll(*counter, op.getInductionVar(), loc);
  loadAll(*carried, op.getRegionIterArgs(), loc);
  if (failed(emitBlock(*op.getBody())))
    return failure();
  storeAll(op.getYieldedValues(), *carried, loc);
  YieldOp::create(builder, loc);
  builder.createBlock(&loop.getStep());
  Value next = arith::AddIOp::create(
      builder, loc, kernel.load(counter->front(), zero, loc),
      lookup(op.getStep()), arith::IntegerOverflowFlags::nsw);
  kernel.store(next, counter->front(), zero, loc);
  YieldOp::create(builder, loc);
  builder.setInsertionPointAfter(loop);
  loadAll(*carried, op.getResults(), loc);
  return success();
}

LogicalResult GPUImporter::emitWhile(scf::WhileOp op) {
  Location loc = op.getLoc();
  scf::ConditionOp condition = op.getConditionOp();
  FailureOr<SmallVector<Value>> before = makeVariables(op.getInits(), op);
  if (failed(before))
    return failure();
  SmallVector<Value> after;
  for (Type type : op.getResultTypes()) {
    Type imported = convertType(type, op);
    if (!imported)
      return failure();
    after.push_back(kernel.makeVariable(imported, 1, /*isLocal=*/false, loc));
  }
  auto loop = LoopOp::create(builder, loc, /*post_test=*/false,
                             /*panel_limit=*/IntegerAttr());
  builder.createBlock(&loop.getCond());
  loadAll(*before, op.getBeforeArguments(), loc);
  if (failed(emitBlock(*op.getBeforeBody())))
    return failure();
  storeAll(condition.getArgs(), after, loc);
  ConditionOp::create(builder, loc, lookup(condition.getCondition()));
  builder.createBlock(&loop.getBody());
  loadAll(after, op.getAfterArguments(), loc);
  if (failed(emitBlock(*op.getAfterBody())))
    return failure();
  storeAll(op.getYieldOp()->getOperands(), *before, loc);
  YieldOp::create(builder, loc);
  builder.createBlock(&loop.getStep());
  YieldOp::create(builder, loc);
  builder.setInsertionPointAfter(loop);
  loadAll(after, op.getResults(), loc);
  return success();
}
