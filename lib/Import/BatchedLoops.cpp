//===- BatchedLoops.cpp - Operations of linalg as loops -------------------===//

#include "BatchedKernel.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

SmallVector<Value> BatchedKernel::subscripts(const BatchedOp &batched,
                                             OpOperand &operand,
                                             ValueRange indices) {
  linalg::LinalgOp op = batched.op;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> places;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      places.push_back(indices[dim.getPosition()]);
    else
      places.push_back(affine::expandAffineExpr(builder, op.getLoc(), expr,
                                                indices, /*symbols=*/{}));
  }
  return places;
}

SmallVector<Value> BatchedKernel::emitBody(const BatchedOp &batched,
                                           ValueRange indices,
                                           ValueRange accumulators) {
  linalg::LinalgOp op = batched.op;
  Location loc = op.getLoc();
  size_t accumulator = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Value value;
    if (op.isDpsInit(&operand))
      value = accumulators[accumulator++];
    else if (argument.use_empty())
      continue;
    else if (op.isScalar(&operand))
      value = lookup(operand.get());
    else
      value = load(loc, operand.get(), subscripts(batched, operand, indices));
    if (value)
      values.map(argument, value);
  }
  SmallVector<Operation *> emitted;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto number = dyn_cast<linalg::IndexOp>(inner)) {
      values.map(number.getResult(), indices[number.getDim()]);
      continue;
    }
    inner.walk([&](Operation *part) {
      for (Value operand : part->getOperands())
        if (!inner.isAncestor(operand.getParentBlock()->getParentOp()))
          (void)lookup(operand);
    });
    emitted.push_back(builder.clone(inner, values));
  }
  SmallVector<Value> results;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    results.push_back(lookup(value));
  if (contract)
    contractProducts(emitted, results);
  return results;
}

void BatchedKernel::contractProducts(ArrayRef<Operation *> emitted,
                                     MutableArrayRef<Value> results) {
  for (Operation *op : emitted) {
    auto sum = dyn_cast<arith::AddFOp>(op);
    if (!sum)
      continue;
    // The later operand first: the earlier one is the accumulator.
    for (unsigned place : {1, 0}) {
      auto product = sum->getOperand(place).getDefiningOp<arith::MulFOp>();
      if (!product || !llvm::is_contained(emitted, product.getOperation()) ||
          !product->hasOneUse())
        continue;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(sum);
      Value fused =
          math::FmaOp::create(builder, sum.getLoc(), product.getLhs(),
                              product.getRhs(), sum->getOperand(1 - place));
      for (Value &result : results)
        if (result == sum.getResult())
          result = fused;
      sum.getResult().replaceAllUsesWith(fused);
      break;
    }
  }
}

SmallVector<Value> BatchedKernel::emitReductions(const BatchedOp &batched,
                                                 ArrayRef<unsigned> dims,
                                                 MutableArrayRef<Value> indices,
                                                 ValueRange accumulators) {
  if (dims.empty())
    return emitBody(batched, indices, accumulators);
  linalg::LinalgOp op = batched.op;
  Location loc = op.getLoc();
  auto loop =
      scf::ForOp::create(builder, loc, index(loc, 0),
                         index(loc, op.getStaticLoopRanges()[dims.front()]),
                         index(loc, 1), accumulators);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  indices[dims.front()] = loop.getInductionVar();
  SmallVector<Value> results = emitReductions(
      batched, dims.drop_front(), indices, loop.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, results);
  return SmallVector<Value>(loop.getResults());
}

void BatchedKernel::emitOp(const BatchedOp &batched) {
  linalg::LinalgOp op = batched.op;
  Location loc = op.getLoc();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<Value> indices(ranges.size());
  if (batched.batchDim)
    indices[*batched.batchDim] = entry;
  for (auto [number, dim] : llvm::enumerate(batched.itemDims))
    indices[dim] = items[number];
  SmallVector<unsigned> reductions, outer;
  SmallVector<int64_t> extents;
  op.getReductionDims(reductions);
  for (unsigned dim = 0; dim < ranges.size(); ++dim)
    if (!indices[dim] && !llvm::is_contained(reductions, dim)) {
      outer.push_back(dim);
      extents.push_back(ranges[dim]);
    }
  emitLoops(loc, extents, [&](ValueRange loops) {
    for (auto [dim, value] : llvm::zip_equal(outer, loops))
      indices[dim] = value;
    SmallVector<Value> accumulators;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      Value first;
      if (auto known = filled.find(init.get()); known != filled.end())
        first = lookup(known->second);
      else if (!reductions.empty() || op.payloadUsesValueFromOperand(&init))
        first = load(loc, init.get(), subscripts(batched, init, indices));
      accumulators.push_back(first);
    }
    SmallVector<Value> results =
        emitReductions(batched, reductions, indices, accumulators);
    for (auto [init, result] :
         llvm::zip_equal(op.getDpsInitsMutable(), results))
      store(loc, result, init.get(), subscripts(batched, init, indices));
  });
  for (OpOperand &init : op.getDpsInitsMutable())
    filled.erase(init.get());
}
