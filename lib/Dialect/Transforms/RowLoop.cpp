//===- RowLoop.cpp - Loops over the elements of rows ----------------------===//

#include "RowLoop.h"
#include "AccessOrigin.h"
#include "ScalarSlices.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;
using P = arith::CmpIPredicate;

static bool cannotWrap(arith::AddIOp sum) {
  return bitEnumContainsAll(sum.getOverflowFlags(),
                            arith::IntegerOverflowFlags::nsw);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

bool RowLoop::isOutside(Value value) const {
  return !loop->isAncestor(value.getParentRegion()->getParentOp());
}

bool RowLoop::isInvariant(Value value) const {
  return isComputedFrom(value, [&](Value input) { return isOutside(input); });
}

bool RowLoop::isInclusive() const {
  return llvm::is_contained({P::sle, P::ule}, compare.getPredicate());
}

bool RowLoop::isUnsigned() const {
  return llvm::is_contained({P::ult, P::ule}, compare.getPredicate());
}

bool RowLoop::matchCondition() {
  scf::ConditionOp condition = loop.getConditionOp();
  compare = condition.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || condition.getArgs() != loop.getBeforeArguments() ||
      !llvm::all_of(loop.getBeforeBody()->without_terminator(),
                    [](Operation &op) { return isPure(&op); }) ||
      !llvm::is_contained({P::slt, P::sle, P::ult, P::ule},
                          compare.getPredicate()))
    return false;
  position = compare.getLhs();
  bound = compare.getRhs();
  return isInvariant(bound);
}

/// Whether the counter, one of the values that the loop carries, grows by 1.
bool RowLoop::matchCounter() {
  Value value = position;
  if (auto extend = value.getDefiningOp<arith::ExtSIOp>();
      extend && !isUnsigned())
    value = extend.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != loop.getBeforeBody())
    return false;
  unsigned number = argument.getArgNumber();
  counter = loop.getAfterArguments()[number];
  auto next =
      loop.getYieldOp().getOperand(number).getDefiningOp<arith::AddIOp>();
  auto isNext = [&](Value from, Value step) {
    return from == counter && matchPattern(step, m_One());
  };
  if (!next || (!isNext(next.getLhs(), next.getRhs()) &&
                !isNext(next.getRhs(), next.getLhs())))
    return false;
  // What the condition extends must not wrap around on the way to the bound.
  return value == position || cannotWrap(next);
}

/// Whether the elements of an access lie apart, so that those of other
/// iterations may fill the gaps.
static bool leavesGaps(AffineAccessOpInterface access) {
  Footprint touched;
  touched.add(access);
  return touched.hull() > touched.size();
}

/// The index operand of a gather or scatter; null for other operations.
static Value getIndex(Operation *op) {
  if (auto load = dyn_cast<GatherOp>(op))
    return load.getIndex();
  auto store = dyn_cast<ScatterOp>(op);
  return store ? store.getIndex() : Value();
}

bool RowLoop::isAloneWithItsPlace(Operation *access) const {
  Value buffer = cast<AccessOpInterface>(access).getBuffer();
  bool isWritten = false, isAccessedOtherwise = false;
  for (Operation &op : loop.getAfterBody()->without_terminator()) {
    auto other = dyn_cast<AccessOpInterface>(op);
    if (!other || other.getBuffer() != buffer)
      continue;
    // An access after a store may need what the same iteration has stored.
    isAccessedOtherwise |=
        isWritten || other.getMask() || getIndex(&op) != getIndex(access);
    isWritten |= other.isWrite();
  }
  return !isWritten || !isAccessedOtherwise;
}

bool RowLoop::match() {
  if (!matchCondition() || !matchCounter())
    return false;
  for (Operation &op : loop.getAfterBody()->without_terminator()) {
    auto access = dyn_cast<AccessOpInterface>(op);
    if (op.getNumRegions() || (!access && !isMemoryEffectFree(&op)))
      return false;
    if (!access || access.getMask())
      continue;
    Type element = access.getAccessType().getElementType();
    if (auto affine = dyn_cast<AffineAccessOpInterface>(op)) {
      constexpr int64_t kNear = 8;
      std::optional<int64_t> step = getStep(affine.getBase());
      if (step && *step && std::abs(*step) <= kNear && leavesGaps(affine))
        elementTypes.insert(element);
      continue;
    }
    Place place;
    if (Value index = getIndex(&op);
        index && access.getAccessType().getExtent() == 1 &&
        !access.getBuffer().getDefiningOp<AllocaOp>() &&
        isAloneWithItsPlace(&op) && addTerms(index, Extension::none, place) &&
        place.moving.value && !place.lanes.empty()) {
      rows.insert({&op, std::move(place)});
      elementTypes.insert(element);
    }
  }
  return !elementTypes.empty();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

bool RowLoop::mayExtendCounter(Extension extension) const {
  return counter.getType().isInteger(64) ||
         isUnsigned() == (extension == Extension::isUnsigned);
}

std::optional<int64_t> RowLoop::getStep(Value value) const {
  if (value == counter)
    return 1;
  if (isInvariant(value))
    return 0;
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
          arith::IndexCastUIOp>(op)) {
    Value from = op->getOperand(0);
    bool isNarrow = !from.getType().isIndex() && !from.getType().isInteger(64);
    auto extension = isa<arith::ExtUIOp, arith::IndexCastUIOp>(op)
                         ? Extension::isUnsigned
                         : Extension::isSigned;
    if (isNarrow && (from != counter || !mayExtendCounter(extension)))
      return std::nullopt;
    return getStep(from);
  }
  if (!value.getType().isInteger(64))
    return std::nullopt;
  if (auto sum = dyn_cast<arith::AddIOp>(op)) {
    std::optional<int64_t> a = getStep(sum.getLhs()), b = getStep(sum.getRhs());
    return a && b ? std::optional(*a + *b) : std::nullopt;
  }
  APInt factor;
  if (auto product = dyn_cast<arith::MulIOp>(op);
      product && matchPattern(product.getRhs(), m_ConstantInt(&factor)) &&
      factor.abs().ult(kMaxOffset)) {
    std::optional<int64_t> step = getStep(product.getLhs());
    if (step && std::abs(*step) < kMaxOffset / factor.abs().getSExtValue() - 1)
      return *step * factor.getSExtValue();
  }
  return std::nullopt;
}

bool RowLoop::addSum(arith::AddIOp sum, Extension extension,
                     Place &place) const {
  Value a = sum.getLhs(), b = sum.getRhs();
  if (extension == Extension::isUnsigned) {
    // The sum may wrap around, which is tested before the loop for what the
    // counter is at most: the bound.
    Value lanes = isInvariant(a) ? a : b;
    if (!isInvariant(lanes) || position.getType() != counter.getType() ||
        getElementTypeOrSelf(lanes) != counter.getType())
      return false;
    place.wrapping.push_back(lanes);
  }
  if (extension == Extension::isSigned && !cannotWrap(sum))
    return false;
  return addTerms(a, extension, place) && addTerms(b, extension, place);
}

bool RowLoop::addTerms(Value value, Extension extension, Place &place) const {
  if (isInvariant(value)) {
    place.lanes.push_back({value, extension});
    return true;
  }
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    return addSum(sum, extension, place);
  if (auto convert = value.getDefiningOp<ConvertOp>()) {
    if (extension != Extension::none)
      return false;
    if (convert.getKind() == ConversionKind::extsi)
      return addTerms(convert.getSource(), Extension::isSigned, place);
    if (convert.getKind() == ConversionKind::extui)
      return addTerms(convert.getSource(), Extension::isUnsigned, place);
    return false;
  }
  auto splat = value.getDefiningOp<SplatOp>();
  if (!splat || place.moving.value)
    return false;
  Value scalar = splat.getScalar();
  if (extension == Extension::none
          ? !scalar.getType().isInteger(64) || getStep(scalar) != 1
          : scalar != counter || !mayExtendCounter(extension))
    return false;
  place.moving = {scalar, extension};
  return true;
}

Value RowLoop::hoist(Value value, OpBuilder &builder) {
  return computeAgain(value, builder, hoisted,
                      [&](Value input) { return isOutside(input); });
}

Value RowLoop::emitLanes(const Place &place, OpBuilder &builder) {
  Value total;
  for (auto [value, extension] : place.lanes) {
    auto type = cast<InfRegType>(value.getType());
    Value lanes = hoist(value, builder);
    if (!type.getElementType().isInteger(64))
      lanes = ConvertOp::create(
          builder, loop.getLoc(),
          type.cloneWith(ArrayRef<int64_t>(type.getShape()),
                         builder.getI64Type()),
          extension == Extension::isUnsigned ? ConversionKind::extui
                                             : ConversionKind::extsi,
          lanes);
    total = total ? arith::AddIOp::create(builder, loop.getLoc(), total, lanes)
                  : lanes;
  }
  return total;
}

Value RowLoop::emitMoving(const Place &place, OpBuilder &builder,
                          const IRMapping &mapping) {
  Value value = mapping.lookupOrDefault(place.moving.value);
  Type i64 = builder.getI64Type();
  if (value.getType() == i64)
    return value;
  if (place.moving.extension == Extension::isUnsigned)
    return arith::ExtUIOp::create(builder, value.getLoc(), i64, value);
  return arith::ExtSIOp::create(builder, value.getLoc(), i64, value);
}
