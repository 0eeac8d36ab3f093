//===- CacheLimit.cpp - Calls whose data the caches hold ------------------===//

#include "CacheLimit.h"
#include "ScalarSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

CacheLimit::CacheLimit(KernelOp kernel) : kernel(kernel) {
  llvm::SmallDenseMap<Operation *, llvm::SmallPtrSet<void *, 4>> readInLoops;
  kernel.walk([&](AffineAccessOpInterface access) {
    if (access->getParentOp() == kernel ||
        access.getBuffer().getDefiningOp<AllocaOp>() ||
        matchPattern(access.getGroupStride(), m_Zero()))
      return;
    Stream stream{
        access.getBuffer(), access.getGroupStride(),
        access.getAccessType().getElementType().getIntOrFloatBitWidth() / 8};
    known &= isOfParameters(stream.groupStride);
    if (!access.isWrite()) {
      auto &buffers = readInLoops[access->getParentOp()];
      buffers.insert(access.getBuffer().getAsOpaquePointer());
      mostRead = std::max<int64_t>(mostRead, buffers.size());
    }
    if (llvm::none_of(streams, [&](const Stream &other) {
          return other.buffer == stream.buffer;
        }))
      streams.push_back(stream);
  });
}

void CacheLimit::emit(int64_t bytes) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Location loc = kernel.getLoc();
  IRMapping computed;
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  // No more than these bytes between groups, and groups, so that neither sums
  // nor products overflow.
  Value most = number(int64_t(1) << 31), zero = number(0), sum = zero;
  for (const Stream &stream : streams) {
    Value stride = computeAgain(stream.groupStride, builder, computed,
                                [](Value) { return false; });
    Value back = arith::SubIOp::create(builder, loc, zero, stride);
    Value distance = arith::MaxSIOp::create(builder, loc, stride, back);
    distance = arith::MinUIOp::create(builder, loc, distance, most);
    distance = arith::MulIOp::create(builder, loc, distance,
                                     number(stream.elementBytes));
    sum = arith::AddIOp::create(builder, loc, sum, distance);
  }
  Value groups = NumGroupsOp::create(builder, loc, builder.getI64Type());
  Value kept = arith::MinUIOp::create(builder, loc, groups, most);
  sum = arith::MinUIOp::create(builder, loc, sum, most);
  Value all = arith::MulIOp::create(builder, loc, sum, kept);
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                     all, number(bytes));
  Value count = arith::SelectOp::create(builder, loc, fits, groups, zero);
  MainGroupsOp::create(builder, loc, count, /*from=*/Value());
  kernel.setFromCache(true);
}
