//===- GPUExchanges.cpp - Values of other threads -------------------------===//

#include "GPUImporter.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

Value GPUImporter::shuffleFrom(Value value, Value source, Location loc) {
  return WgShuffleOp::create(builder, loc, value, source);
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// The first `width` threads of a subgroup take part. Where the source lies
/// outside, and for the other threads, the result is the thread's own value and
/// not valid.
LogicalResult GPUImporter::emitShuffle(gpu::ShuffleOp op) {
  Location loc = op.getLoc();
  if (!convertType(op.getValue().getType(), op))
    return failure();
  APInt known;
  if (!matchPattern(lookup(op.getWidth()), m_ConstantInt(&known)) ||
      !known.isStrictlyPositive() || known.sgt(subgroupSize))
    return refuse(op, "a shuffle whose width is no constant of 1 to " +
                          Twine(subgroupSize) + ", the threads of a subgroup");
  Value lane = laneId(loc);
  Value width = kernel.number(known.getSExtValue(), loc);
  Value offset = builder.createOrFold<arith::ExtUIOp>(loc, builder.getI64Type(),
                                                      lookup(op.getOffset()));
  Value from;
  switch (op.getMode()) {
  case gpu::ShuffleMode::XOR:
    from = kernel.fold<arith::XOrIOp>(lane, offset, loc);
    break;
  case gpu::ShuffleMode::DOWN:
    from = kernel.add(lane, offset, loc);
    break;
  case gpu::ShuffleMode::UP:
    from = kernel.fold<arith::SubIOp>(lane, offset, loc);
    break;
  case gpu::ShuffleMode::IDX:
    from = offset;
    break;
  }
  // A place before the first thread is a large number without a sign.
  using P = arith::CmpIPredicate;
  Value valid = arith::AndIOp::create(builder, loc,
                                      kernel.compare(P::ult, from, width, loc),
                                      kernel.compare(P::slt, lane, width, loc));
  from = arith::SelectOp::create(builder, loc, valid, from, lane);
  Value first =
      kernel.fold<arith::SubIOp>(kernel.linearLocalId(loc), lane, loc);
  define(op.getShuffleResult(),
         shuffleFrom(lookup(op.getValue()), kernel.add(first, from, loc), loc));
  define(op.getValid(), valid);
  ++numExchanges;
  return success();
}

LogicalResult GPUImporter::emitRotate(gpu::RotateOp op) {
  Location loc = op.getLoc();
  int64_t width = op.getWidth();
  if (!convertType(op.getValue().getType(), op))
    return failure();
  if (width > subgroupSize)
    return refuse(op, "a rotation of " + Twine(width) +
                          " threads in subgroups of " + Twine(subgroupSize));
  // Segments of `width` threads lie one after the other from thread 0 on.
  Value item = kernel.linearLocalId(loc);
  auto mask = [&](Value value, int64_t bits) {
    return kernel.fold<arith::AndIOp>(value, kernel.number(bits, loc), loc);
  };
  Value moved = kernel.add(item, kernel.number(op.getOffset(), loc), loc);
  Value source =
      kernel.add(mask(item, ~(width - 1)), mask(moved, width - 1), loc);
  define(op.getRotateResult(), shuffleFrom(lookup(op.getValue()), source, loc));
  define(op.getValid(), kernel.compare(arith::CmpIPredicate::slt, laneId(loc),
                                       kernel.number(width, loc), loc));
  ++numExchanges;
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combine the values of each cluster of `size` threads, `stride` threads apart
/// from each other, in a tree, and give the result to all of them.
Value GPUImporter::emitTree(Value value, int64_t size, int64_t stride,
                            Combine combine, Location loc) {
  using P = arith::CmpIPredicate;
  int64_t group = kernel.getGroupSize();
  Value item = kernel.linearLocalId(loc);
  Value place = kernel.fold<arith::RemUIOp>(
      kernel.fold<arith::DivUIOp>(item, kernel.number(stride, loc), loc),
      kernel.number(size, loc), loc);
  for (int64_t step = llvm::PowerOf2Ceil(size) / 2; step >= 1; step /= 2) {
    Value source = kernel.add(item, kernel.number(step * stride, loc), loc);
    Value exists = arith::AndIOp::create(
        builder, loc,
        kernel.compare(P::slt, kernel.add(place, kernel.number(step, loc), loc),
                       kernel.number(size, loc), loc),
        kernel.compare(P::slt, source, kernel.number(group, loc), loc));
    Value other = shuffleFrom(value, source, loc);
    value = arith::SelectOp::create(builder, loc, exists, combine(value, other),
                                    value);
  }
  Value first = kernel.fold<arith::SubIOp>(
      item, kernel.mul(place, kernel.number(stride, loc), loc), loc);
  return shuffleFrom(value, first, loc);
}

/// The kind of `pirch.reduce` that does the same; nothing where none does.
static std::optional<CombiningKind> findKind(gpu::AllReduceOperation operation,
                                             Type type) {
  bool isFloat = isa<FloatType>(type);
  using Op = gpu::AllReduceOperation;
  switch (operation) {
  case Op::ADD:
    return CombiningKind::add;
  case Op::MUL:
    return CombiningKind::mul;
  case Op::MINUI:
    return CombiningKind::minui;
  case Op::MINSI:
    return CombiningKind::minsi;
  case Op::MINNUMF:
    return CombiningKind::minf;
  case Op::MAXUI:
    return CombiningKind::maxui;
  case Op::MAXSI:
    return CombiningKind::maxsi;
  case Op::MAXNUMF:
    return CombiningKind::maxf;
  case Op::AND:
    return isFloat ? std::nullopt : std::optional(CombiningKind::and_);
  case Op::OR:
    return CombiningKind::or_;
  case Op::XOR:
    return CombiningKind::xor_;
  case Op::MINIMUMF:
  case Op::MAXIMUMF:
    return std::nullopt;
  }
  return std::nullopt;
}

LogicalResult GPUImporter::emitAllReduce(gpu::AllReduceOp op) {
  Location loc = op.getLoc();
  Value value = lookup(op.getValue());
  if (!convertType(op.getType(), op))
    return failure();
  ++numExchanges;
  std::optional<CombiningKind> kind;
  if (op.getOp())
    kind = findKind(*op.getOp(), op.getType());
  if (kind) {
    define(op.getResult(),
           ReduceOp::create(builder, loc, op.getType(), *kind, value, Value(),
                            /*ordered=*/false));
    return success();
  }
  bool isRefused = false;
  auto combine = [&](Value lhs, Value rhs) -> Value {
    if (op.getOp())
      return vector::makeArithReduction(
          builder, loc, gpu::convertReductionKind(*op.getOp()), lhs, rhs);
    Block &body = op.getBody().front();
    define(body.getArgument(0), lhs);
    define(body.getArgument(1), rhs);
    if (failed(emitBlock(body))) {
      isRefused = true;
      return lhs;
    }
    return lookup(body.getTerminator()->getOperand(0));
  };
  if (!op.getOp() && !op.getBody().hasOneBlock())
    return refuse(op, "a reduction whose region has several blocks");
  define(op.getResult(),
         emitTree(value, kernel.getGroupSize(), 1, combine, loc));
  return success(!isRefused);
}

LogicalResult GPUImporter::emitSubgroupReduce(gpu::SubgroupReduceOp op) {
  Location loc = op.getLoc();
  Value value = lookup(op.getValue());
  if (!convertType(op.getType(), op))
    return failure();
  int64_t stride = op.getClusterStride();
  int64_t size = op.getClusterSize().value_or(subgroupSize);
  if (size * stride > subgroupSize)
    return refuse(op, "a cluster of " + Twine(size) + " threads, " +
                          Twine(stride) + " apart, in subgroups of " +
                          Twine(subgroupSize));
  ++numExchanges;
  std::optional<CombiningKind> kind = findKind(op.getOp(), op.getType());
  if (kind && kernel.getGroupSize() <= subgroupSize && !op.getClusterSize()) {
    define(op.getResult(),
           ReduceOp::create(builder, loc, op.getType(), *kind, value, Value(),
                            /*ordered=*/false));
    return success();
  }
  bool isInBranch = !isa<gpu::GPUFuncOp>(op->getParentOp());
  if (isInBranch && !op.getUniform())
    return refuse(op, "a reduction of a part of the block without 'uniform', "
                      "within a branch or loop");
  auto combine = [&](Value lhs, Value rhs) -> Value {
    return vector::makeArithReduction(
        builder, loc, gpu::convertReductionKind(op.getOp()), lhs, rhs);
  };
  define(op.getResult(), emitTree(value, size, stride, combine, loc));
  return success();
}
