//===- ContiguousGathers.cpp - Gathers that are loads ---------------------===//
//
// `table[index[group] * n + item]` begins at another place in each group, which
// is known only at run time, but lies in one piece: the lanes of its subscript
// are one number plus 0, 1, 2 ... `LaneSegments` finds that out,
// `GatherRewriter` loads the pieces.
//
//===----------------------------------------------------------------------===//

#include "LaneSegments.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include <map>

namespace pirch {
#define GEN_PASS_DEF_CONTIGUOUSGATHERS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Finds the gathers of a function that are loads, then replaces them.
class GatherRewriter {
public:
  /// `splits`: whether pieces of a vector can be put together.
  explicit GatherRewriter(bool splits) : splits(splits) {}

  /// Returns the number of gathers that became loads.
  int64_t run(func::FuncOp function, bool emitRemarks);

private:
  /// A gather that is loads of `length` lanes, or of one element for all lanes
  /// if `length` is 0.
  struct Found {
    LLVM::masked_gather gather;
    LLVM::GEPOp place;
    int64_t length;
  };

  std::optional<Found> inspect(LLVM::masked_gather gather);
  LaneSegments &segmentsOf(int64_t length) {
    return segments.try_emplace(length, length).first->second;
  }
  static Value loadPieces(const Found &found);
  static Value loadOne(const Found &found);

  bool splits;
  std::map<int64_t, LaneSegments> segments;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static bool isAllTrue(Value mask) {
  DenseIntElementsAttr constant;
  return matchPattern(mask, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<APInt>().isOne();
}

/// `count` lanes of `vector` from lane `first` on.
static Value slice(OpBuilder &builder, Location loc, Value vector,
                   int64_t first, int64_t count) {
  if (count == countLanes(vector))
    return vector;
  auto lanes = llvm::to_vector(llvm::seq<int64_t>(first, first + count));
  return vector::ShuffleOp::create(builder, loc, vector, vector, lanes);
}

/// All lanes of `parts`, whose number is a power of two.
static Value concatenate(OpBuilder &builder, Location loc,
                         SmallVector<Value> parts) {
  while (parts.size() > 1) {
    auto lanes =
        llvm::to_vector(llvm::seq<int64_t>(0, 2 * countLanes(parts.front())));
    for (size_t pair = 0; pair < parts.size() / 2; ++pair)
      parts[pair] = vector::ShuffleOp::create(builder, loc, parts[2 * pair],
                                              parts[2 * pair + 1], lanes);
    parts.truncate(parts.size() / 2);
  }
  return parts.front();
}

/// A load of `type` at `pointer`, with the alignment of `gather`.
static Value load(OpBuilder &builder, LLVM::masked_gather gather, Type type,
                  Value pointer, Value mask, Value otherwise) {
  Location loc = gather.getLoc();
  unsigned alignment = gather.getAlignment();
  if (isAllTrue(gather.getMask()))
    return LLVM::LoadOp::create(builder, loc, type, pointer, alignment);
  return LLVM::MaskedLoadOp::create(builder, loc, type, pointer, mask,
                                    otherwise,
                                    builder.getI32IntegerAttr(alignment));
}

/// The place of what lane `lane` of `place` points to.
static Value pointTo(OpBuilder &builder, LLVM::GEPOp place, int64_t lane) {
  Location loc = place.getLoc();
  Value number = vector::ExtractOp::create(builder, loc,
                                           place.getDynamicIndices()[0], lane);
  return LLVM::GEPOp::create(builder, loc, place.getBase().getType(),
                             place.getElemType(), place.getBase(),
                             ArrayRef<LLVM::GEPArg>{number});
}

Value GatherRewriter::loadPieces(const Found &found) {
  LLVM::masked_gather gather = found.gather;
  LLVM::GEPOp place = found.place;
  int64_t length = found.length;
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  auto type = cast<VectorType>(gather.getType());
  auto piece = VectorType::get({length}, type.getElementType());
  SmallVector<Value> pieces;
  for (int64_t first = 0; first < type.getNumElements(); first += length)
    pieces.push_back(
        load(builder, gather, piece, pointTo(builder, place, first),
             slice(builder, loc, gather.getMask(), first, length),
             slice(builder, loc, gather.getPassThru()[0], first, length)));
  return concatenate(builder, loc, std::move(pieces));
}

/// One element for all lanes, all or none of which take part.
Value GatherRewriter::loadOne(const Found &found) {
  LLVM::masked_gather gather = found.gather;
  LLVM::GEPOp place = found.place;
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  auto type = cast<VectorType>(gather.getType());
  Value pointer = pointTo(builder, place, 0);
  if (isAllTrue(gather.getMask())) {
    Value element =
        load(builder, gather, type.getElementType(), pointer, Value(), Value());
    return vector::BroadcastOp::create(builder, loc, type, element);
  }
  // The first lane alone is loaded.
  SmallVector<bool> first(type.getNumElements(), false);
  first[0] = true;
  auto maskType = cast<VectorType>(gather.getMask().getType());
  Value one = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(maskType, ArrayRef<bool>(first)));
  Value mask = arith::AndIOp::create(builder, loc, gather.getMask(), one);
  Value loaded =
      load(builder, gather, type, pointer, mask, gather.getPassThru()[0]);
  SmallVector<int64_t> zeros(type.getNumElements(), 0);
  return vector::ShuffleOp::create(builder, loc, loaded, loaded, zeros);
}

std::optional<GatherRewriter::Found>
GatherRewriter::inspect(LLVM::masked_gather gather) {
  auto place = gather.getPtrs().getDefiningOp<LLVM::GEPOp>();
  auto type = dyn_cast<VectorType>(gather.getType());
  if (!place || !type || gather.getPassThru().size() != 1 ||
      place.getDynamicIndices().size() != 1 ||
      isa<VectorType>(place.getBase().getType()) ||
      place.getElemType() != type.getElementType() ||
      !isa<VectorType>(place.getDynamicIndices()[0].getType()))
    return std::nullopt;
  int64_t lanes = type.getNumElements();
  LaneSegments &whole = segmentsOf(lanes);
  if (whole.areSame(gather.getPtrs()) && whole.areSame(gather.getMask()) &&
      whole.areSame(gather.getPassThru()[0]))
    return Found{gather, place, /*length=*/0};
  for (int64_t length = lanes;
       length * type.getElementTypeBitWidth() >= kLeastPieceBits; length /= 2) {
    if (segmentsOf(length).areConsecutive(place.getDynamicIndices()[0]))
      return Found{gather, place, length};
    if (!splits || length % 2)
      break;
  }
  return std::nullopt;
}

int64_t GatherRewriter::run(func::FuncOp function, bool emitRemarks) {
  SmallVector<Found> all;
  function.walk([&](LLVM::masked_gather gather) {
    if (std::optional<Found> found = inspect(gather))
      all.push_back(*found);
  });
  for (Found &found : all) {
    if (emitRemarks)
      emitRemark(found.gather.getLoc())
          << "gather of elements in one piece: load";
    found.gather.replaceAllUsesWith(found.length ? loadPieces(found)
                                                 : loadOne(found));
    found.gather.erase();
    if (found.place.use_empty())
      found.place.erase();
  }
  return all.size();
}

namespace {
struct ContiguousGathersPass
    : public pirch::impl::ContiguousGathersBase<ContiguousGathersPass> {
  using ContiguousGathersBase::ContiguousGathersBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    // Pieces are put together by shuffles within a register.
    int64_t block = target ? target.getShuffleBlockBits() : 0;
    numLoads +=
        GatherRewriter(/*splits=*/block != 0).run(function, emitRemarks);
  }
};
} // namespace
