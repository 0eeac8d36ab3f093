//===- Compactions.cpp - Counting and compacting work items ---------------===//

#include "Pirch/Analysis/Compactions.h"
#include "Pirch/Analysis/UniformValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

Value pirch::getCountedBits(Value value) {
  auto conversion = value.getDefiningOp<ConvertOp>();
  return conversion && conversion.getKind() == ConversionKind::extui &&
                 getElementTypeOrSelf(conversion.getOperand().getType())
                     .isInteger(1)
             ? conversion.getOperand()
             : Value();
}

bool pirch::countsMasks(TargetAttrInterface target, int64_t lanes) {
  return target.getNumMaskRegisters() > 0 && lanes >= 8 &&
         lanes <= kMaskWordBits;
}

std::optional<int64_t> pirch::countMaskPairs(TargetAttrInterface target,
                                             const LaneMapping &mapping,
                                             int64_t numItems) {
  constexpr int64_t kMaxPairsPerChunk = 4;
  if (!countsMasks(target, mapping.getLanes()))
    return std::nullopt;
  llvm::DenseSet<std::pair<int64_t, int64_t>> pairs;
  for (int64_t chunk = 0; chunk < mapping.getNumChunks(); ++chunk)
    for (int64_t lane = 0; lane < mapping.getLanes(); ++lane)
      if (std::optional<LaneId> id = mapping.getOwner(chunk, lane))
        for (int64_t item = 0; item < numItems; ++item)
          pairs.insert({chunk, mapping.getPlace({id->wg, item, id->ix}).chunk});
  if (static_cast<int64_t>(pairs.size()) >
      kMaxPairsPerChunk * mapping.getNumChunks())
    return std::nullopt;
  return pairs.size();
}

/// Whether all lanes of `value` are the constant zero.
static bool isZero(Value value) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    return matchPattern(splat.getOperand(), m_Zero());
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  return elements && elements.isSplat() &&
         elements.getSplatValue<APInt>().isZero();
}

namespace {

/// Conditions all of which hold where a mask is set.
using Conditions = llvm::SmallDenseSet<Value, 4>;

/// Matches the scatter of a compaction.
class CompactionMatcher {
public:
  explicit CompactionMatcher(ScatterOp scatter) : scatter(scatter) {}

  bool match() {
    if (!scatter.getMask() || scatter.getValue().getType().getExtent() != 1 ||
        !addTerms(scatter.getIndex(), /*isAdded=*/true, /*isExtended=*/false) ||
        !scan)
      return false;
    // All work items up to each, less the work item itself, are those before
    // it.
    bool isExclusive = scan.getMode() == ScanMode::exclusive;
    if (isExclusive == static_cast<bool>(itself) ||
        (itself &&
         (itself != getCountedBits(scan.getValue()) || scan.getMask())))
      return false;
    Conditions written, counted;
    addConditions(scatter.getMask(), written);
    addConditions(getCountedBits(scan.getValue()), counted);
    if (scan.getMask())
      addConditions(scan.getMask(), counted);
    return written == counted;
  }

private:
  /// Take the sum `value` apart into values that are the same for all work
  /// items, a scan that counts (`scan`), and the condition of each work item
  /// that is subtracted (`itself`). Returns whether it has no other terms. With
  /// `isExtended`, it is extended by its sign, and must not wrap around.
  bool addTerms(Value value, bool isAdded, bool isExtended) {
    if (values.contains(value))
      return true;
    if (Value bits = getCountedBits(value)) {
      bool isFirst = !itself;
      itself = bits;
      return isFirst && !isAdded;
    }
    if (auto conversion = value.getDefiningOp<ConvertOp>()) {
      if (conversion.getKind() == ConversionKind::extsi)
        return addTerms(conversion.getOperand(), isAdded, true);
      // The number of work items has no sign.
      return conversion.getKind() == ConversionKind::extui && isAdded &&
             takeScan(conversion.getOperand());
    }
    if (auto sum = value.getDefiningOp<arith::AddIOp>())
      return (!isExtended || neverWraps(sum.getOverflowFlags())) &&
             addTerms(sum.getLhs(), isAdded, isExtended) &&
             addTerms(sum.getRhs(), isAdded, isExtended);
    if (auto difference = value.getDefiningOp<arith::SubIOp>())
      return (!isExtended || neverWraps(difference.getOverflowFlags())) &&
             addTerms(difference.getLhs(), isAdded, isExtended) &&
             addTerms(difference.getRhs(), !isAdded, isExtended);
    return isAdded && takeScan(value);
  }

  static bool neverWraps(arith::IntegerOverflowFlags flags) {
    return bitEnumContainsAll(flags, arith::IntegerOverflowFlags::nsw);
  }

  /// Whether `value` is the first scan that counts work items.
  bool takeScan(Value value) {
    auto found = value.getDefiningOp<ScanOp>();
    // A byte does not count all work items of a large group.
    if (scan || !found || found.getKind() != CombiningKind::add ||
        !getCountedBits(found.getValue()) ||
        getElementTypeOrSelf(found.getType()).getIntOrFloatBitWidth() < 16)
      return false;
    scan = found;
    return true;
  }

  static void addConditions(Value mask, Conditions &conditions) {
    if (auto both = mask.getDefiningOp<arith::AndIOp>()) {
      addConditions(both.getLhs(), conditions);
      addConditions(both.getRhs(), conditions);
      return;
    }
    // Bits that became integers, as C has them, and bits again.
    if (auto compare = mask.getDefiningOp<arith::CmpIOp>();
        compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
        isZero(compare.getRhs()))
      if (Value bits = getCountedBits(compare.getLhs()))
        return addConditions(bits, conditions);
    conditions.insert(mask);
  }

  ScatterOp scatter;
  ScanOp scan;
  Value itself;
  UniformValues values;
};

} // namespace

std::optional<SmallVector<bool>> pirch::getMaskTable(Value mask) {
  auto constant = mask.getDefiningOp<ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements)
    return std::nullopt;
  return llvm::to_vector(elements.getValues<bool>());
}

int64_t pirch::countLanesAtMost(Value mask, int64_t lanes) {
  if (!mask)
    return lanes;
  if (auto both = mask.getDefiningOp<arith::AndIOp>())
    return std::min(countLanesAtMost(both.getLhs(), lanes),
                    countLanesAtMost(both.getRhs(), lanes));
  std::optional<SmallVector<bool>> table = getMaskTable(mask);
  return table ? llvm::count(*table, true) : lanes;
}

bool pirch::isCompaction(ScatterOp scatter) {
  return CompactionMatcher(scatter).match();
}
