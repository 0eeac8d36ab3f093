//===- FormValues.cpp - Lanes of the values of a work item ----------------===//

#include "Former.h"

using namespace mlir;
using namespace pirch;

InfRegType Former::laneType(Type element, int64_t extent) const {
  if (element.isIndex())
    element = IntegerType::get(element.getContext(), 64);
  return InfRegType::get({ShapedType::kDynamic, items, extent}, element);
}

InfRegType Former::localType(const Variable &variable) const {
  return InfRegType::get(
      {ShapedType::kDynamic, variable.isLocal ? 1 : items, variable.size},
      variable.type);
}

LaneValue Former::constant(TypedAttr attr) const {
  LaneValue value;
  value.type = attr.getType();
  value.table.push_back(attr);
  return value;
}

LaneValue Former::unknown(Type type, Location loc) {
  LaneValue value;
  value.type = type;
  value.value = materialize(value, 1, loc);
  return value;
}

LaneValue Former::fromValue(Value value, int64_t extent) const {
  LaneValue result;
  result.type = getElementTypeOrSelf(value.getType());
  result.extent = isa<InfRegType>(value.getType()) ? extent : 1;
  result.value = value;
  return result;
}

LaneValue &Former::lookup(Value value) { return values[value]; }

void Former::define(Value result, LaneValue value) {
  if (!value.type || value.type != result.getType())
    value.type = result.getType();
  values[result] = std::move(value);
}

Value Former::i64Constant(int64_t value, Location loc) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value Former::addScalars(Value a, Value b, Location loc) {
  if (!a || !b)
    return a ? a : b;
  return arith::AddIOp::create(builder, loc, a, b);
}

Value Former::scaleScalar(Value a, int64_t factor, Location loc) {
  if (!a || factor == 1)
    return a;
  if (factor == 0)
    return {};
  return arith::MulIOp::create(builder, loc, a, i64Constant(factor, loc));
}

Value Former::widen(Value infreg, int64_t extent, Location loc) {
  auto type = cast<InfRegType>(infreg.getType());
  if (type.getExtent() == extent)
    return infreg;
  SmallVector<int32_t> map(extent, 0);
  return ReorderOp::create(
      builder, loc, laneType(type.getElementType(), extent), infreg, map);
}

/// The constant as lanes hold it, in which i64 stands for the type index.
static TypedAttr toLaneAttr(TypedAttr attr) {
  if (!attr.getType().isIndex())
    return attr;
  return IntegerAttr::get(IntegerType::get(attr.getContext(), 64),
                          cast<IntegerAttr>(attr).getInt());
}

static Attribute zeroOf(Type type) {
  return Builder(type.getContext()).getZeroAttr(type);
}

Value Former::materializeScalar(const LaneValue &value, Location loc) {
  if (value.value)
    return value.value;
  assert(value.isUniformStatic() && "not one value for all lanes");
  return arith::ConstantOp::create(builder, loc, value.table[0]);
}

Value Former::materializeLinear(const LaneValue &value, Location loc) {
  const LinearForm &linear = *value.linear;
  int64_t extent = linear.offsets.size() == 1 ? 1 : value.extent;
  Type i64 = builder.getI64Type();
  InfRegType type = laneType(i64, extent);
  LaneValue offsets;
  offsets.type = i64;
  offsets.extent = extent;
  for (int64_t offset : linear.offsets)
    offsets.table.push_back(builder.getI64IntegerAttr(offset));
  Value sum = materialize(offsets, extent, loc);
  for (const LinearForm::Rows &rows : linear.rows) {
    for (auto [entry, factor] : llvm::zip(offsets.table, rows.factors))
      entry = builder.getI64IntegerAttr(factor);
    Value factors = materialize(offsets, extent, loc);
    Value scale = SplatOp::create(builder, loc, type, rows.scale);
    sum = arith::AddIOp::create(
        builder, loc, sum, arith::MulIOp::create(builder, loc, factors, scale));
  }
  if (linear.base)
    sum = arith::AddIOp::create(
        builder, loc, sum, SplatOp::create(builder, loc, type, linear.base));
  if (linear.dependsOnGroup()) {
    Value stride = linear.scaledStride;
    if (linear.stride)
      stride = addScalars(stride, i64Constant(linear.stride, loc), loc);
    Value group = WgIndexOp::create(builder, loc, type);
    Value splat = SplatOp::create(builder, loc, type, stride);
    sum = arith::AddIOp::create(
        builder, loc, sum, arith::MulIOp::create(builder, loc, group, splat));
  }
  Type element = value.type.isIndex() ? i64 : value.type;
  if (element.getIntOrFloatBitWidth() < 64)
    sum = ConvertOp::create(builder, loc, laneType(element, extent),
                            ConversionKind::trunci, sum);
  return sum;
}

Value Former::materialize(const LaneValue &value, int64_t extent,
                          Location loc) {
  InfRegType type = laneType(value.type, extent);
  Type element = type.getElementType();
  if (value.isUniformStatic()) {
    Value scalar =
        arith::ConstantOp::create(builder, loc, toLaneAttr(value.table[0]));
    return SplatOp::create(builder, loc, type, scalar);
  }
  if (value.isStatic()) {
    SmallVector<Attribute> lanes;
    for (int64_t wi = 0; wi < items; ++wi)
      for (int64_t ix = 0; ix < extent; ++ix) {
        TypedAttr attr = value.at(wi, ix);
        lanes.push_back(attr ? Attribute(toLaneAttr(attr)) : zeroOf(element));
      }
    auto table = RankedTensorType::get({items, extent}, element);
    return ConstantOp::create(builder, loc, type,
                              DenseElementsAttr::get(table, lanes));
  }
  if (value.value) {
    if (isa<InfRegType>(value.value.getType()))
      return widen(value.value, extent, loc);
    Value scalar = value.value;
    if (scalar.getType().isIndex())
      scalar = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          scalar);
    return SplatOp::create(builder, loc, type, scalar);
  }
  if (value.linear)
    return widen(materializeLinear(value, loc), extent, loc);
  // Never written: any value will do.
  Value zero =
      arith::ConstantOp::create(builder, loc, cast<TypedAttr>(zeroOf(element)));
  return SplatOp::create(builder, loc, type, zero);
}

bool Former::isOfGrid(Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  return argument && !argument.getOwner()->getParentOp() &&
         argument.getArgNumber() >= kernel.getNumSourceParams();
}

bool Former::isCountOfLaunch(Value scalar) {
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    return constant.isNonNegative();
  Operation *op = scalar.getDefiningOp();
  if (isa_and_nonnull<arith::TruncIOp, arith::ExtUIOp>(op))
    return isCountOfLaunch(op->getOperand(0));
  return isOfGrid(scalar) || isa_and_nonnull<WgIndexOp, NumGroupsOp>(op) ||
         (isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op) &&
          scalar.getType().isInteger(64) &&
          llvm::all_of(op->getOperands(),
                       [&](Value part) { return isCountOfLaunch(part); }));
}

std::optional<LinearForm> Former::getLinear(const LaneValue &value) {
  if (value.linear)
    return value.linear;
  if (!value.type.isIntOrIndex())
    return std::nullopt;
  LinearForm form;
  if (value.isStatic()) {
    for (TypedAttr attr : value.table) {
      std::optional<int64_t> lane = attr ? getInt(attr) : 0;
      if (!lane)
        return std::nullopt;
      form.offsets.push_back(*lane);
    }
    return form;
  }
  if (!value.value || isa<InfRegType>(value.value.getType()))
    return std::nullopt;
  Location loc = value.value.getLoc();
  form.offsets.push_back(0);
  Type i64 = builder.getI64Type();
  form.isNonNegative = isCountOfLaunch(value.value);
  if (value.value.getType() == i64)
    form.base = value.value;
  else if (value.value.getType().isIndex())
    form.base = arith::IndexCastOp::create(builder, loc, i64, value.value);
  else if (value.value.getType().getIntOrFloatBitWidth() < 64)
    form.base = arith::ExtSIOp::create(builder, loc, i64, value.value);
  else
    return std::nullopt;
  return form;
}

Mask Former::fullMask(const IterationSpace &lanes) const {
  Mask full;
  for (int64_t wi = 0; wi < items; ++wi)
    full.lanes.append(lanes.valid.begin(), lanes.valid.end());
  return full;
}

Value Former::staticMask(ArrayRef<bool> lanes, int64_t extent, Location loc) {
  auto type = RankedTensorType::get({items, extent}, builder.getI1Type());
  return ConstantOp::create(builder, loc, laneType(builder.getI1Type(), extent),
                            DenseElementsAttr::get(type, lanes));
}

Value Former::dynamicMask(int64_t extent, Location loc) {
  Value result = mask.dynamic ? widen(mask.dynamic, extent, loc) : Value();
  if (mask.all())
    return result;
  Value known = staticMask(mask.lanes, extent, loc);
  // The static mask is on the left, since the dynamic one may be undefined in
  // lanes that never take part (`createOnLanes`).
  return result ? arith::AndIOp::create(builder, loc, known, result) : known;
}

LaneValue Former::blend(const Mask &where, const LaneValue &newValue,
                        const LaneValue &oldValue, Location loc) {
  // Whether the static mask leaves out only lanes that compute nothing.
  bool invalidOnly = true;
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < space.extent; ++ix)
      invalidOnly &= where.lanes[wi * space.extent + ix] || !space.valid[ix];
  if ((invalidOnly && !where.dynamic) || oldValue.isUnknown()) {
    LaneValue result = newValue;
    return result;
  }
  LaneValue result;
  result.type = newValue.type;
  result.extent = space.extent;
  if (!where.dynamic && newValue.isStatic() && oldValue.isStatic()) {
    for (int64_t wi = 0; wi < items; ++wi)
      for (int64_t ix = 0; ix < space.extent; ++ix)
        result.table.push_back(where.lanes[wi * space.extent + ix]
                                   ? newValue.at(wi, ix)
                                   : oldValue.at(wi, ix));
    return result;
  }
  auto splat =
      where.dynamic ? where.dynamic.getDefiningOp<SplatOp>() : SplatOp();
  if (splat && invalidOnly && newValue.isUniform() && oldValue.isUniform() &&
      newValue.type == oldValue.type)
    return fromValue(arith::SelectOp::create(builder, loc, splat.getScalar(),
                                             materializeScalar(newValue, loc),
                                             materializeScalar(oldValue, loc)),
                     1);
  Value fresh = materialize(newValue, space.extent, loc);
  Value old = materialize(oldValue, space.extent, loc);
  if (where.dynamic)
    fresh = SelectOp::create(
        builder, loc, widen(where.dynamic, space.extent, loc), fresh, old);
  result.value = builder.createOrFold<MergeOp>(loc, fresh, old, where.lanes);
  if (where.dynamic && invalidOnly)
    chooseForm(result, where.dynamic, newValue, oldValue, loc);
  return result;
}
