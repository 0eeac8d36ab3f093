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

/// The operation that computes the pointers of `op`, one for each lane; null if
/// `op` is no gather or scatter, or if no `getelementptr` computes them.
static LLVM::GEPOp findPlace(Operation *op) {
  Value pointers;
  if (auto gather = dyn_cast<LLVM::masked_gather>(op))
    pointers = gather.getPtrs();
  else if (auto scatter = dyn_cast<LLVM::masked_scatter>(op))
    pointers = scatter.getPtrs();
  return pointers ? pointers.getDefiningOp<LLVM::GEPOp>() : LLVM::GEPOp();
}

std::optional<IndexedAccess> IndexedAccess::of(Operation *op) {
  LLVM::GEPOp place = findPlace(op);
  if (!place)
    return std::nullopt;
  VectorType type;
  unsigned alignment;
  if (auto gather = dyn_cast<LLVM::masked_gather>(op)) {
    if (gather.getPassThru().size() != 1)
      return std::nullopt;
    type = dyn_cast<VectorType>(gather.getType());
    alignment = gather.getAlignment();
  } else {
    auto scatter = cast<LLVM::masked_scatter>(op);
    type = dyn_cast<VectorType>(scatter.getValue().getType());
    alignment = scatter.getAlignment();
  }
  if (!type || place.getDynamicIndices().size() != 1 ||
      place.getRawConstantIndices().size() != 1 ||
      isa<VectorType>(place.getBase().getType()) ||
      place.getElemType() != type.getElementType() ||
      !isa<VectorType>(place.getDynamicIndices()[0].getType()))
    return std::nullopt;
  return IndexedAccess(op, type, alignment);
}

LLVM::GEPOp IndexedAccess::getPlace() const { return findPlace(op); }

Value IndexedAccess::getMask() const {
  if (auto gather = dyn_cast<LLVM::masked_gather>(op))
    return gather.getMask();
  return cast<LLVM::masked_scatter>(op).getMask();
}

Value IndexedAccess::getOtherwise() const {
  auto gather = dyn_cast<LLVM::masked_gather>(op);
  return gather ? gather.getPassThru()[0] : Value();
}

Value IndexedAccess::getStored() const {
  auto scatter = dyn_cast<LLVM::masked_scatter>(op);
  return scatter ? scatter.getValue() : Value();
}

void IndexedAccess::erase() const {
  LLVM::GEPOp pointers = getPlace();
  op->erase();
  if (pointers.use_empty())
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
  LLVM::GEPOp place = access.getPlace();
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
        slice(builder, loc, access.getMask(), first, length),
        slice(builder, loc, access.getOtherwise(), first, length),
        builder.getI32IntegerAttr(access.alignment)));
  }
  return concatenate(builder, loc, std::move(pieces));
}

void pirch::storePieces(OpBuilder &builder, const IndexedAccess &access,
                        int64_t length, bool isMasked) {
  Location loc = access.op->getLoc();
  for (int64_t first = 0; first < access.countLanes(); first += length) {
    Value pointer = pointToLane(builder, access, first);
    Value piece = slice(builder, loc, access.getStored(), first, length);
    if (!isMasked)
      LLVM::StoreOp::create(builder, loc, piece, pointer, access.alignment);
    else
      LLVM::MaskedStoreOp::create(
          builder, loc, piece, pointer,
          slice(builder, loc, access.getMask(), first, length),
          access.alignment);
  }
}
