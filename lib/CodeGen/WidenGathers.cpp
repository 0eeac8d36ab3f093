//===- WidenGathers.cpp - Gathers of bytes and shorts ---------------------===//
//
// A machine that gathers numbers of 32 bits and more loads bytes lane by lane,
// and where a mask is not known at compile time, by a branch for each lane. The
// aligned number of 32 bits in which a byte lies is in the page of the byte, so
// that it can be loaded wherever the byte can.
//
//===----------------------------------------------------------------------===//

#include "IndexedAccess.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {
#define GEN_PASS_DEF_WIDENGATHERS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// Replaces one gather by one of `wideBits` bits an element.
class WideGather {
public:
  WideGather(const IndexedAccess &access, int64_t wideBits)
      : access(access), builder(access.op), loc(access.op->getLoc()),
        wide(VectorType::get({access.countLanes()},
                             builder.getIntegerType(wideBits))),
        bytes(access.type.getElementTypeBitWidth() / 8),
        wideBytes(wideBits / 8) {}

  Value make();

private:
  Value splat(Type type, int64_t number) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            cast<VectorType>(type),
            builder.getIntegerAttr(getElementTypeOrSelf(type), number)));
  }
  template <typename OpT> Value with(Value left, int64_t right) {
    return OpT::create(builder, loc, left, splat(left.getType(), right));
  }
  void findBase();
  Value toWide(Value value);

  const IndexedAccess &access;
  OpBuilder builder;
  Location loc;
  VectorType wide;
  int64_t bytes, wideBytes;
  /// The last multiple of `wideBytes` that is not behind the buffer's
  /// beginning, and the bytes from there to the beginning.
  Value base, skipped;
};
} // namespace

void WideGather::findBase() {
  Value start = access.getPlace().getBase();
  Type i64 = builder.getI64Type();
  Value address = LLVM::PtrToIntOp::create(builder, loc, i64, start);
  Value rest = arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(wideBytes - 1));
  skipped = arith::AndIOp::create(builder, loc, address, rest);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  Value back = arith::SubIOp::create(builder, loc, zero, skipped);
  base = LLVM::GEPOp::create(builder, loc, start.getType(), builder.getI8Type(),
                             start, ArrayRef<LLVM::GEPArg>{back});
}

/// The integer vector `value`, with as many bits as what is gathered.
Value WideGather::toWide(Value value) {
  unsigned bits = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  if (bits < wide.getElementTypeBitWidth())
    return arith::ExtUIOp::create(builder, loc, wide, value);
  if (bits > wide.getElementTypeBitWidth())
    return arith::TruncIOp::create(builder, loc, wide, value);
  return value;
}

/// Subscripts are split into the whole numbers of `wideBytes` bytes and the
/// bytes beyond, so that nothing wraps around that did not before.
Value WideGather::make() {
  findBase();
  Value index = access.getIndex();
  Operation *extension = index.getDefiningOp();
  bool isUnsigned = isa_and_nonnull<arith::ExtUIOp>(extension);
  bool isExtended = isUnsigned || isa_and_nonnull<arith::ExtSIOp>(extension);
  if (isExtended)
    index = extension->getOperand(0);
  auto type = cast<VectorType>(index.getType());
  Type element = type.getElementType();
  int64_t perNumber = wideBytes / bytes;
  // Numbers of the subscript's type hold the few bytes, too.
  Value start = skipped;
  if (element != start.getType())
    start = arith::TruncIOp::create(builder, loc, element, start);
  start = vector::BroadcastOp::create(builder, loc, type, start);
  Value beyond = with<arith::AndIOp>(index, perNumber - 1);
  if (bytes > 1)
    beyond = with<arith::ShLIOp>(beyond, llvm::Log2_64(bytes));
  beyond = arith::AddIOp::create(builder, loc, beyond, start);
  int64_t shift = llvm::Log2_64(perNumber);
  Value whole = isUnsigned ? with<arith::ShRUIOp>(index, shift)
                           : with<arith::ShRSIOp>(index, shift);
  whole = arith::AddIOp::create(
      builder, loc, whole,
      with<arith::ShRUIOp>(beyond, llvm::Log2_64(wideBytes)));
  if (isExtended) {
    auto indexType = cast<VectorType>(access.getIndex().getType());
    whole =
        isUnsigned
            ? arith::ExtUIOp::create(builder, loc, indexType, whole).getResult()
            : arith::ExtSIOp::create(builder, loc, indexType, whole)
                  .getResult();
  }

  Value places = LLVM::GEPOp::create(builder, loc, access.getPlace().getType(),
                                     wide.getElementType(), base,
                                     ArrayRef<LLVM::GEPArg>{whole});
  Value nothing = LLVM::PoisonOp::create(builder, loc, wide);
  Value numbers =
      LLVM::masked_gather::create(builder, loc, wide, places, access.getMask(),
                                  ValueRange{nothing}, wideBytes);
  Value bit = with<arith::ShLIOp>(
      with<arith::AndIOp>(toWide(beyond), wideBytes - 1), /*log2(8)=*/3);
  Value shifted = arith::ShRUIOp::create(builder, loc, numbers, bit);
  auto narrow =
      VectorType::get({access.countLanes()}, builder.getIntegerType(8 * bytes));
  Value result = arith::TruncIOp::create(builder, loc, narrow, shifted);
  if (narrow != access.type)
    result = arith::BitcastOp::create(builder, loc, access.type, result);
  if (access.getOtherwise().getDefiningOp<LLVM::PoisonOp>())
    return result;
  return arith::SelectOp::create(builder, loc, access.getMask(), result,
                                 access.getOtherwise());
}

/// Whether `access` is of elements that no instruction gathers, none of which
/// lies in two of the numbers that it gathers. Where it is known at compile
/// time which lanes take part, no branches are needed, and lanes that are
/// loaded one after the other take less time.
static bool isNarrow(const IndexedAccess &access, int64_t wideBits) {
  int64_t bits = access.type.getElementTypeBitWidth();
  int64_t indexBits =
      getElementTypeOrSelf(access.getIndex()).getIntOrFloatBitWidth();
  return !access.isWrite() && bits >= 8 && bits < wideBits &&
         llvm::isPowerOf2_64(bits) && access.alignment * 8 >= bits &&
         indexBits >= 32 && !matchPattern(access.getMask(), m_Constant());
}

namespace {
struct WidenGathersPass
    : public pirch::impl::WidenGathersBase<WidenGathersPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    int64_t wideBits = target ? target.getLeastGatherBits() : 0;
    if (!wideBits)
      return;
    SmallVector<IndexedAccess> found;
    function.walk([&](Operation *op) {
      std::optional<IndexedAccess> access = IndexedAccess::of(op);
      if (access && isNarrow(*access, wideBits))
        found.push_back(*access);
    });
    for (const IndexedAccess &access : found) {
      access.op->getResult(0).replaceAllUsesWith(
          WideGather(access, wideBits).make());
      access.erase();
      ++numGathers;
    }
  }
};
} // namespace
