//===- IndexedAccess.cpp - Gathers and scatters of one buffer -------------===//

#include "IndexedAccess.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

bool pirch::isAllTrue(Value mask) {
  DenseIntElementsAttr constant;
  return matchPattern(mask, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<APInt>().isOne();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

std::optional<IndexedAccess> IndexedAccess::of(Operation *op) {
  IndexedAccess access{op, {}, {}, {}, 0, {}, {}};
  Value pointers;
  if (auto gather = dyn_cast<LLVM::masked_gather>(op)) {
    if (gather.getPassThru().size() != 1)
      return std::nullopt;
    access.otherwise = gather.getPassThru()[0];
    access.type = dyn_cast<VectorType>(gather.getType());
    access.mask = gather.getMask();
    access.alignment = gather.getAlignment();
    pointers = gather.getPtrs();
  } else if (auto scatter = dyn_cast<LLVM::masked_scatter>(op)) {
    access.stored = scatter.getValue();
    access.type = dyn_cast<VectorType>(access.stored.getType());
    access.mask = scatter.getMask();
    access.alignment = scatter.getAlignment();
    pointers = scatter.getPtrs();
  } else {
    return std::nullopt;
  }
  LLVM::GEPOp place = pointers.getDefiningOp<LLVM::GEPOp>();
  if (!place || !access.type || place.getDynamicIndices().size() != 1 ||
      place.getRawConstantIndices().size() != 1 ||
      isa<VectorType>(place.getBase().getType()) ||
      place.getElemType() != access.type.getElementType() ||
      !isa<VectorType>(place.getDynamicIndices()[0].getType()))
    return std::nullopt;
  access.place = place;
  return access;
}

void IndexedAccess::erase() const {
  op->erase();
  if (LLVM::GEPOp pointers = place; pointers.use_empty())
    pointers.erase();
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

int64_t
pirch::findPieceLength(const IndexedAccess &access, bool splits,
                       llvm::function_ref<bool(int64_t)> areConsecutive) {
  int64_t lanes = access.countLanes();
  int64_t bits = access.type.getElementTypeBitWidth();
  for (int64_t length = lanes; length == lanes || isLongPiece(length, bits);
       length /= 2) {
    if (areConsecutive(length))
      return length;
    if (!splits || length % 2)
      break;
  }
  return 0;
}

/// `count` lanes of `vector` from lane `first` on.
static Value slice(OpBuilder &builder, Location loc, Value vector,
                   int64_t first, int64_t count) {
  if (count == cast<VectorType>(vector.getType()).getNumElements())
    return vector;
  auto lanes = llvm::to_vector(llvm::seq<int64_t>(first, first + count));
  return vector::ShuffleOp::create(builder, loc, vector, vector, lanes);
}

/// All lanes of `parts`, whose number is a power of two.
static Value concatenate(OpBuilder &builder, Location loc,
                         SmallVector<Value> parts) {
  while (parts.size() > 1) {
    int64_t count = cast<VectorType>(parts.front().getType()).getNumElements();
    auto lanes = llvm::to_vector(llvm::seq<int64_t>(0, 2 * count));
    for (size_t pair = 0; pair < parts.size() / 2; ++pair)
      parts[pair] = vector::ShuffleOp::create(builder, loc, parts[2 * pair],
                                              parts[2 * pair + 1], lanes);
    parts.truncate(parts.size() / 2);
  }
  return parts.front();
}

Value pirch::pointToLane(OpBuilder &builder, const IndexedAccess &access,
                         int64_t lane) {
  Location loc = access.op->getLoc();
  LLVM::GEPOp place = access.place;
  Value number =
      vector::ExtractOp::create(builder, loc, access.getIndex(), lane);
  return LLVM::GEPOp::create(builder, loc, place.getBase().getType(),
                             place.getElemType(), place.getBase(),
                             ArrayRef<LLVM::GEPArg>{number});
}

Value pirch::loadPieces(OpBuilder &builder, const IndexedAccess &access,
                        int64_t length, bool isMasked) {
  Location loc = access.op->getLoc();
  auto type = VectorType::get({length}, access.type.getElementType());
  SmallVector<Value> pieces;
  for (int64_t first = 0; first < access.countLanes(); first += length) {
    Value pointer = pointToLane(builder, access, first);
    if (!isMasked) {
      pieces.push_back(
          LLVM::LoadOp::create(builder, loc, type, pointer, access.alignment));
      continue;
    }
    pieces.push_back(LLVM::MaskedLoadOp::create(
        builder, loc, type, pointer,
        slice(builder, loc, access.mask, first, length),
        slice(builder, loc, access.otherwise, first, length),
        builder.getI32IntegerAttr(access.alignment)));
  }
  return concatenate(builder, loc, std::move(pieces));
}

void pirch::storePieces(OpBuilder &builder, const IndexedAccess &access,
                        int64_t length, bool isMasked) {
  Location loc = access.op->getLoc();
  for (int64_t first = 0; first < access.countLanes(); first += length) {
    Value pointer = pointToLane(builder, access, first);
    Value piece = slice(builder, loc, access.stored, first, length);
    if (!isMasked)
      LLVM::StoreOp::create(builder, loc, piece, pointer, access.alignment);
    else
      LLVM::MaskedStoreOp::create(
          builder, loc, piece, pointer,
          slice(builder, loc, access.mask, first, length), access.alignment);
  }
}
