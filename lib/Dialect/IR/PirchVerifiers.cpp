//===- PirchVerifiers.cpp - What each PIRCH operation demands -------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

/// Whether both types have the same extents and lane order.
static bool sameLanes(InfRegType a, InfRegType b) {
  return a.getShape() == b.getShape() && a.getLanes() == b.getLanes();
}

static LogicalResult verifySameLanes(Operation *op, StringRef what, Type type,
                                     InfRegType expected) {
  if (sameLanes(cast<InfRegType>(type), expected))
    return success();
  return op->emitOpError() << what
                           << " has other lanes than the result: " << type
                           << " against " << expected;
}

static LogicalResult verifyTableSize(Operation *op, size_t size,
                                     int64_t expected) {
  if (static_cast<int64_t>(size) == expected)
    return success();
  return op->emitOpError() << "expects " << expected
                           << " table entries (one per WI and element), got "
                           << size;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult LoopOp::verifyRegions() {
  for (auto [name, region] :
       {std::pair("cond", &getCond()), std::pair("body", &getBody()),
        std::pair("step", &getStep())}) {
    if (region->getNumArguments())
      return emitOpError() << name << " region takes no arguments";
    bool isCond = region == &getCond();
    Operation &last = region->front().back();
    if (isCond ? isa<ConditionOp>(last) : isa<YieldOp>(last))
      continue;
    return emitOpError() << name << " region must end with "
                         << (isCond ? "pirch.condition" : "pirch.yield");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Indices and constants
//===----------------------------------------------------------------------===//

LogicalResult IxIndexOp::verify() {
  if (isa<InfRegType>(getType()))
    return success();
  return emitOpError("gives the array element of each lane, which a scalar of "
                     "type ")
         << getType() << " has not";
}

LogicalResult ConstantOp::verify() {
  if (!isa<DenseElementsAttr>(getValue()))
    return emitOpError("expects a dense table of values");
  ShapedType table = getValue().getShapedType();
  InfRegType type = getType();
  if (table.getElementType() != type.getElementType())
    return emitOpError("table of ")
           << table.getElementType() << " for lanes of "
           << type.getElementType();
  if (!table.hasStaticShape() ||
      table.getShape() != type.getShape().drop_front())
    return emitOpError("table ")
           << Type(table) << " does not match the " << type.getNumItems() << "x"
           << type.getExtent() << " lanes of a group";
  return success();
}

LogicalResult SplatOp::verify() {
  if (getScalar().getType() == getType().getElementType())
    return success();
  return emitOpError("scalar of type ")
         << getScalar().getType() << " for lanes of "
         << getType().getElementType();
}

//===----------------------------------------------------------------------===//
// Lane maps
//===----------------------------------------------------------------------===//

/// Verify that source and result differ only in what a lane map may change: the
/// extents of wi and ix.
static LogicalResult verifyLaneMapTypes(Operation *op, InfRegType source,
                                        InfRegType result) {
  if (source.getElementType() != result.getElementType())
    return op->emitOpError("changes the element type from ")
           << source.getElementType() << " to " << result.getElementType();
  if (source.getNumGroups() != result.getNumGroups())
    return op->emitOpError("changes the number of work groups");
  if (source.getLanes() != result.getLanes())
    return op->emitOpError("changes the lane order");
  return success();
}

static LogicalResult verifyEntries(Operation *op, ArrayRef<int32_t> map,
                                   int64_t limit, StringRef what) {
  for (auto [position, entry] : llvm::enumerate(map))
    if (entry != kNoLane && (entry < 0 || entry >= limit))
      return op->emitOpError("map entry ")
             << position << " is " << entry << ", but the source has " << limit
             << " " << what;
  return success();
}

LogicalResult ReorderOp::verify() {
  InfRegType source = getSource().getType(), result = getType();
  if (failed(verifyLaneMapTypes(*this, source, result)))
    return failure();
  if (source.getNumItems() != result.getNumItems())
    return emitOpError("keeps values inside their work item, but goes from ")
           << source.getNumItems() << " to " << result.getNumItems()
           << " work items; use pirch.wg_permute";
  int64_t size = getMap().size();
  if (size != result.getExtent() && size != result.getLanesPerGroup())
    return emitOpError("expects ") << result.getExtent() << " map entries, or "
                                   << result.getLanesPerGroup()
                                   << " (one per WI and element), got " << size;
  return verifyEntries(*this, getMap(), source.getExtent(), "elements");
}

LogicalResult WgPermuteOp::verify() {
  InfRegType source = getSource().getType(), result = getType();
  if (failed(verifyLaneMapTypes(*this, source, result)))
    return failure();
  int64_t size = getMap().size();
  bool perItem =
      size == result.getNumItems() && source.getExtent() == result.getExtent();
  if (!perItem && size != result.getLanesPerGroup())
    return emitOpError("expects ") << result.getLanesPerGroup()
                                   << " map entries (one per WI and element)"
                                   << (source.getExtent() == result.getExtent()
                                           ? " or one per work item"
                                           : "")
                                   << ", got " << size;
  return perItem ? verifyEntries(*this, getMap(), source.getNumItems(),
                                 "work items")
                 : verifyEntries(*this, getMap(), source.getLanesPerGroup(),
                                 "lanes");
}

LogicalResult WgShuffleOp::verify() {
  auto value = dyn_cast<InfRegType>(getValue().getType());
  auto source = dyn_cast<InfRegType>(getSource().getType());
  if (!value != !source)
    return emitOpError("expects value and source to be both scalars or both "
                       "infregs");
  return value ? verifySameLanes(*this, "source", source, value) : success();
}

LogicalResult ExtractOp::verify() {
  InfRegType source = getSource().getType(), result = getType();
  if (source.getElementType() != result.getElementType())
    return emitOpError("changes the element type from ")
           << source.getElementType() << " to " << result.getElementType();
  if (source.getNumItems() != result.getNumItems())
    return emitOpError("changes the number of work items from ")
           << source.getNumItems() << " to " << result.getNumItems();
  return verifySameLanes(*this, "index", getIndex().getType(), result);
}

LogicalResult InsertOp::verify() {
  InfRegType value = getValue().getType(), dest = getDest().getType();
  if (value.getElementType() != dest.getElementType())
    return emitOpError("writes ") << value.getElementType() << " into lanes of "
                                  << dest.getElementType();
  if (value.getNumItems() != dest.getNumItems() || value.getExtent() != 1)
    return emitOpError("expects a value of one element for each of ")
           << dest.getNumItems() << " work items, got " << value;
  if (!sameLanes(getIndex().getType(), value))
    return emitOpError("index has other lanes than the value: ")
           << getIndex().getType() << " against " << value;
  if (getMask() && !sameLanes(cast<InfRegType>(getMask().getType()), value))
    return emitOpError("mask has other lanes than the value: ")
           << getMask().getType() << " against " << value;
  return success();
}

LogicalResult LookupOp::verify() {
  VectorType type = getFirst().getType(), index = getIndex().getType();
  if (getSecond() && getSecond().getType() != type)
    return emitOpError("takes lanes of ")
           << type << " and of " << getSecond().getType();
  if (index.getShape() != type.getShape() ||
      index.getElementTypeBitWidth() != type.getElementTypeBitWidth())
    return emitOpError("index is ") << index << " for lanes of " << type;
  if (type.getRank() != 1 || type.isScalable() ||
      !llvm::isPowerOf2_64(type.getNumElements()))
    return emitOpError("expects a power of two of lanes, got ") << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Merges, selects, collectives
//===----------------------------------------------------------------------===//

LogicalResult MergeOp::verify() {
  return verifyTableSize(*this, getLanes().size(),
                         getType().getLanesPerGroup());
}

LogicalResult SelectOp::verify() {
  return verifySameLanes(*this, "mask", getMask().getType(), getType());
}

LogicalResult ConvertOp::verify() {
  Type from = getSource().getType().getElementType();
  Type to = getType().getElementType();
  if (failed(
          verifySameLanes(*this, "source", getSource().getType(), getType())))
    return failure();
  unsigned fromBits = from.getIntOrFloatBitWidth();
  unsigned toBits = to.getIntOrFloatBitWidth();
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(to);
  auto fits = [&]() {
    switch (getKind()) {
    case ConversionKind::extsi:
    case ConversionKind::extui:
      return !fromFloat && !toFloat && fromBits < toBits;
    case ConversionKind::trunci:
      return !fromFloat && !toFloat && fromBits > toBits;
    case ConversionKind::sitofp:
    case ConversionKind::uitofp:
      return !fromFloat && toFloat;
    case ConversionKind::fptosi:
    case ConversionKind::fptoui:
      return fromFloat && !toFloat;
    case ConversionKind::extf:
      return fromFloat && toFloat && fromBits < toBits;
    case ConversionKind::truncf:
      return fromFloat && toFloat && fromBits > toBits;
    case ConversionKind::bitcast:
      return fromBits == toBits;
    }
    return false;
  };
  if (fits())
    return success();
  return emitOpError("cannot convert ")
         << from << " to " << to << " by '"
         << stringifyConversionKind(getKind()) << "'";
}

static bool isFloatKind(CombiningKind kind) {
  return kind == CombiningKind::minf || kind == CombiningKind::maxf;
}
static bool isEitherKind(CombiningKind kind) {
  return kind == CombiningKind::add || kind == CombiningKind::mul;
}

static LogicalResult verifyCollective(Operation *op, CombiningKind kind,
                                      Value value, Value mask) {
  Type element = getElementTypeOrSelf(value.getType());
  if (!isEitherKind(kind) && isFloatKind(kind) != isa<FloatType>(element))
    return op->emitOpError("cannot combine ")
           << element << " by '" << stringifyCombiningKind(kind) << "'";
  if (!mask)
    return success();
  auto type = dyn_cast<InfRegType>(value.getType());
  auto maskType = dyn_cast<InfRegType>(mask.getType());
  if (!type != !maskType || (type && !sameLanes(type, maskType)))
    return op->emitOpError("mask has other lanes than the value: ")
           << mask.getType() << " against " << value.getType();
  return success();
}

LogicalResult ReduceOp::verify() {
  return verifyCollective(*this, getKind(), getValue(), getMask());
}
LogicalResult ScanOp::verify() {
  return verifyCollective(*this, getKind(), getValue(), getMask());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Verify that the element type of the buffer, and the lanes of mask and index,
/// fit `type`.
static LogicalResult verifyAccess(Operation *op, Value buffer, InfRegType type,
                                  Value mask, Value index = {}) {
  if (buffer.getDefiningOp<TableOp>() && cast<AccessOpInterface>(op).isWrite())
    return op->emitOpError("writes a table of constants");
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (element != type.getElementType())
    return op->emitOpError("moves lanes of ")
           << type.getElementType() << " to or from a buffer of " << element;
  if (mask && !sameLanes(cast<InfRegType>(mask.getType()), type))
    return op->emitOpError("mask has other lanes than the value: ")
           << mask.getType() << " against " << type;
  if (index && !sameLanes(cast<InfRegType>(index.getType()), type))
    return op->emitOpError("index has other lanes than the value: ")
           << index.getType() << " against " << type;
  return success();
}

/// Verify that offsets are small enough for their sums with the strides of a
/// pack not to overflow.
static LogicalResult verifyOffsets(Operation *op, ArrayRef<int64_t> offsets) {
  for (int64_t offset : offsets)
    if (offset != kNoOffset && (offset > kMaxOffset || offset < -kMaxOffset))
      return op->emitOpError("offset ")
             << offset << " is farther than 2^40 elements away";
  return success();
}

LogicalResult AllocaOp::verify() {
  MemRefType type = getBuffer().getType();
  unsigned space = type.getMemorySpaceAsInt();
  if (space != kLocalMemorySpace && space != kPrivateMemorySpace)
    return emitOpError("expects memory space ")
           << kLocalMemorySpace << " (of a work group) or "
           << kPrivateMemorySpace << " (of its work items), got " << type;
  if (!type.hasStaticShape() || type.getNumElements() == 0)
    return emitOpError("expects a known number of elements, got ") << type;
  if (!InfRegType::isMemoryType(type.getElementType()))
    return emitOpError("expects elements of 8, 16, 32 or 64 bits, got ")
           << type;
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (isPrivate() && (!kernel || getNumElements() % kernel.getWgSize() != 0))
    return emitOpError("expects as many elements for each work item, got ")
           << type;
  return success();
}

LogicalResult TableOp::verify() {
  MemRefType type = getBuffer().getType();
  auto value = dyn_cast<DenseIntOrFPElementsAttr>(getValue());
  if (!value)
    return emitOpError("expects dense constants, got ") << getValue();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace() || type.getShape() != value.getType().getShape() ||
      type.getElementType() != value.getElementType())
    return emitOpError("expects memory of the constants, got ")
           << type << " for those of " << value.getType();
  if (type.getNumElements() == 0 ||
      !InfRegType::isLaneType(type.getElementType()))
    return emitOpError("expects elements of a type that lanes have, got ")
           << type;
  return success();
}

int64_t AllocaOp::getElementsPerItem() {
  int64_t items =
      isPrivate() ? (*this)->getParentOfType<KernelOp>().getWgSize() : 1;
  return getNumElements() / items;
}

/// Verify that an access of memory that groups have of their own counts from
/// the beginning of the copy.
static LogicalResult verifyStride(AffineAccessOpInterface op) {
  if (op.getBuffer().getDefiningOp<AllocaOp>() &&
      !matchPattern(op.getGroupStride(), m_Zero()))
    return op->emitOpError("accesses memory of the group's own and must have a "
                           "group stride of 0");
  return success();
}

LogicalResult LoadOp::verify() {
  if (failed(verifyStride(*this)))
    return failure();
  if (failed(verifyOffsets(*this, getOffsets())))
    return failure();
  if (failed(verifyTableSize(*this, getOffsets().size(),
                             getType().getLanesPerGroup())))
    return failure();
  return verifyAccess(*this, getBuffer(), getType(), getMask());
}

LogicalResult StoreOp::verify() {
  if (failed(verifyStride(*this)))
    return failure();
  if (failed(verifyOffsets(*this, getOffsets())))
    return failure();
  if (failed(verifyTableSize(*this, getOffsets().size(),
                             getValue().getType().getLanesPerGroup())))
    return failure();
  return verifyAccess(*this, getBuffer(), getValue().getType(), getMask());
}

LogicalResult GatherOp::verify() {
  if (auto window = getWindow(); window && (*window)[1] < 1)
    return emitOpError() << "has a window of " << (*window)[1] << " elements";
  if (getWindowInBuffer() && !getWindow())
    return emitOpError("has no window that could lie in the buffer");
  return verifyAccess(*this, getBuffer(), getType(), getMask(), getIndex());
}

LogicalResult ScatterOp::verify() {
  return verifyAccess(*this, getBuffer(), getValue().getType(), getMask(),
                      getIndex());
}

/// Verify an atomic operation, on scalars in the work-item form and on infregs
/// else.
template <typename OpT> static LogicalResult verifyAtomic(OpT op) {
  Type type = op.getValue().getType();
  auto infreg = dyn_cast<InfRegType>(type);
  if (infreg && !isa<InfRegType>(op.getIndex().getType()))
    return op.emitOpError("combines lanes with one scalar index");
  if (infreg)
    return verifyAccess(op, op.getBuffer(), infreg, op.getMask(),
                        op.getIndex());
  if (isa<InfRegType>(op.getIndex().getType()) || op.getMask())
    return op.emitOpError("combines a scalar with lanes");
  Type element = op.getBuffer().getType().getElementType();
  if (element != type)
    return op.emitOpError("moves a value of ")
           << type << " to or from a buffer of " << element;
  return success();
}

LogicalResult AtomicRMWOp::verify() {
  Type element = getBuffer().getType().getElementType();
  switch (getKind()) {
  case arith::AtomicRMWKind::assign:
    break;
  case arith::AtomicRMWKind::addi:
  case arith::AtomicRMWKind::andi:
  case arith::AtomicRMWKind::ori:
  case arith::AtomicRMWKind::xori:
  case arith::AtomicRMWKind::maxs:
  case arith::AtomicRMWKind::maxu:
  case arith::AtomicRMWKind::mins:
  case arith::AtomicRMWKind::minu:
    if (!element.isInteger())
      return emitOpError("combines integers, not ") << element;
    break;
  case arith::AtomicRMWKind::addf:
    if (!isa<FloatType>(element))
      return emitOpError("combines floats, not ") << element;
    break;
  default:
    return emitOpError("does not support the combination ")
           << arith::stringifyAtomicRMWKind(getKind());
  }
  return verifyAtomic(*this);
}

LogicalResult AtomicCmpXchgOp::verify() { return verifyAtomic(*this); }

/// Verify an access of rows of `type` that begin where `index` says.
static LogicalResult verifyRows(Operation *op, Value buffer, InfRegType type,
                                InfRegType index) {
  if (failed(verifyAccess(op, buffer, type, /*mask=*/{})))
    return failure();
  if (buffer.getDefiningOp<AllocaOp>())
    return op->emitOpError("moves rows of a parameter, not of a variable");
  if (index.getExtent() != 1 || index.getNumItems() != type.getNumItems() ||
      index.getShape()[0] != type.getShape()[0] ||
      index.getLanes() != type.getLanes())
    return op->emitOpError("takes one index for each work item of ")
           << type << ", not " << index;
  return success();
}

LogicalResult LoadRowsOp::verify() {
  return verifyRows(*this, getBuffer(), getType(), getIndex().getType());
}

LogicalResult StoreRowsOp::verify() {
  return verifyRows(*this, getBuffer(), getValue().getType(),
                    getIndex().getType());
}
