//===- InfRegOpInterface.cpp - What operations say about themselves -------===//
//
// The methods of InfRegOpInterface that TableGen does not give: for operations
// of this dialect, and for those of arith and math.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/IR/ElementwiseModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The candidates of an exchange: a lane may come from any work item of its
/// group.
static int64_t countItems(Value result) {
  auto type = dyn_cast<InfRegType>(result.getType());
  return type ? type.getNumItems() : 1;
}

int64_t WgShuffleOp::getNumCandidates() { return countItems(getResult()); }
int64_t AnyOp::getNumCandidates() { return countItems(getResult()); }
int64_t AllOp::getNumCandidates() { return countItems(getResult()); }
int64_t ReduceOp::getNumCandidates() { return countItems(getResult()); }
int64_t ScanOp::getNumCandidates() { return countItems(getResult()); }
int64_t ExtractOp::getNumCandidates() {
  return getSource().getType().getExtent();
}

//===----------------------------------------------------------------------===//
// Lanes that are read
//===----------------------------------------------------------------------===//

static void addMapped(LaneMapOpInterface map, const llvm::BitVector &wanted,
                      llvm::BitVector &read) {
  for (auto [lane, from] : llvm::enumerate(map.getLaneTable()))
    if (from != kNoLane && wanted.test(lane))
      read.set(from);
}

void ReorderOp::addLanesRead(OpOperand &, const llvm::BitVector &wanted,
                             llvm::BitVector &read) {
  addMapped(*this, wanted, read);
}

void WgPermuteOp::addLanesRead(OpOperand &, const llvm::BitVector &wanted,
                               llvm::BitVector &read) {
  addMapped(*this, wanted, read);
}

void MergeOp::addLanesRead(OpOperand &operand, const llvm::BitVector &wanted,
                           llvm::BitVector &read) {
  bool isNew = operand == getValueMutable();
  for (auto [lane, taken] : llvm::enumerate(getLanes()))
    if (taken == isNew && wanted.test(lane))
      read.set(lane);
}

void LoadOp::addLanesRead(OpOperand &, const llvm::BitVector &,
                          llvm::BitVector &read) {
  read.set();
}

void StoreOp::addLanesRead(OpOperand &, const llvm::BitVector &,
                           llvm::BitVector &read) {
  for (auto [lane, offset] : llvm::enumerate(getOffsets()))
    if (offset != kNoOffset)
      read.set(lane);
}

/// An index stands for all elements of its work item's row; of a stored value
/// all lanes are read.
void LoadRowsOp::addLanesRead(OpOperand &, const llvm::BitVector &,
                              llvm::BitVector &read) {
  read.set();
}

void StoreRowsOp::addLanesRead(OpOperand &, const llvm::BitVector &,
                               llvm::BitVector &read) {
  read.set();
}

//===----------------------------------------------------------------------===//
// Rows that get longer
//===----------------------------------------------------------------------===//

using ExtentFn = llvm::function_ref<int64_t(InfRegType)>;

bool ConstantOp::acceptsPaddedRows() {
  return isa<DenseElementsAttr>(getValue());
}
bool LoadOp::acceptsPaddedRows() { return true; }
bool StoreOp::acceptsPaddedRows() { return true; }

/// A table with one entry for each lane of `type`, with each row lengthened to
/// `extent` entries. New entries are `pad`, or without it copies of the last
/// entry of their row.
template <typename T>
static SmallVector<T> lengthen(ArrayRef<T> table, InfRegType type,
                               int64_t extent,
                               std::optional<T> pad = std::nullopt) {
  SmallVector<T> result;
  int64_t before = type.getExtent();
  for (int64_t wi = 0; wi < type.getNumItems(); ++wi) {
    ArrayRef<T> row = table.slice(wi * before, before);
    result.append(row.begin(), row.end());
    result.append(extent - before, pad.value_or(row.back()));
  }
  return result;
}

void ConstantOp::padTables(ExtentFn getExtent) {
  InfRegType type = getType();
  int64_t extent = getExtent(type);
  if (extent == type.getExtent())
    return;
  auto dense = cast<DenseElementsAttr>(getValue());
  SmallVector<Attribute> values(dense.getValues<Attribute>());
  setValueAttr(
      DenseElementsAttr::get(RankedTensorType::get({type.getNumItems(), extent},
                                                   type.getElementType()),
                             lengthen<Attribute>(values, type, extent)));
}

void MergeOp::padTables(ExtentFn getExtent) {
  setLanes(lengthen(getLanes(), getType(), getExtent(getType())));
}

void LoadOp::padTables(ExtentFn getExtent) {
  setOffsets(lengthen<int64_t>(getOffsets(), getType(), getExtent(getType()),
                               kNoOffset));
}

void StoreOp::padTables(ExtentFn getExtent) {
  InfRegType type = getValue().getType();
  setOffsets(lengthen<int64_t>(getOffsets(), type, getExtent(type), kNoOffset));
}

//===----------------------------------------------------------------------===//
// Arithmetic of other dialects
//===----------------------------------------------------------------------===//

/// Whether `op`, of the dialect math, takes one or a few instructions.
static bool isFewInstructions(Operation *op) {
  return isa<math::FmaOp, math::AbsFOp, math::AbsIOp, math::FloorOp,
             math::CeilOp, math::TruncOp, math::RoundEvenOp, math::RoundOp,
             math::CopySignOp, math::CtPopOp, math::IsNaNOp, math::IsInfOp,
             math::IsFiniteOp, math::IsNormalOp>(op);
}

static bool isOfSingles(Operation *op) {
  Type type = op->getResult(0).getType();
  if (auto lanes = dyn_cast<InfRegType>(type))
    type = lanes.getElementType();
  return getElementTypeOrSelf(type).isF32();
}

static OpClass classify(Operation *op) {
  if (isa<arith::DivFOp, math::SqrtOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp>(op))
    return isOfSingles(op) ? OpClass::divide_f32 : OpClass::divide;
  if (isa<math::MathDialect>(op->getDialect()) && !isFewInstructions(op))
    return OpClass::libcall;
  return OpClass::arith;
}

namespace {
/// The model of operations of arith and math. A model of its own, as a model's
/// methods do not override those of the model that it inherits.
template <typename OpT>
struct ArithmeticModel
    : public InfRegOpInterface::ExternalModel<ArithmeticModel<OpT>, OpT> {
  LaneRelation getLaneRelation(Operation *) const {
    return LaneRelation::lane_wise;
  }
  OpClass getOpClass(Operation *op) const { return classify(op); }
  void addLanesRead(Operation *op, OpOperand &operand,
                    const llvm::BitVector &wanted,
                    llvm::BitVector &read) const {
    ElementwiseModel<OpT>().addLanesRead(op, operand, wanted, read);
  }
  bool acceptsPaddedRows(Operation *) const { return true; }
};
} // namespace

bool pirch::isArithmetic(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() == 0)
    return false;
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
         (op->hasTrait<OpTrait::Elementwise>() && isa<InfRegOpInterface>(op) &&
          !isa<PirchDialect>(op->getDialect()));
}

template <typename... OpTs>
static void attachElementwise(MLIRContext *context) {
  auto attach = [&](auto *tag) {
    using OpT = std::remove_pointer_t<decltype(tag)>;
    if constexpr (OpT::template hasTrait<OpTrait::Elementwise>())
      OpT::template attachInterface<ArithmeticModel<OpT>>(*context);
  };
  (attach(static_cast<OpTs *>(nullptr)), ...);
}

void PirchDialect::attachInterfaces() {
  attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Arith/IR/ArithOps.cpp.inc"
      >(getContext());
  attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Math/IR/MathOps.cpp.inc"
      >(getContext());
}
