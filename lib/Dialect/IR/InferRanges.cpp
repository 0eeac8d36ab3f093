//===- InferRanges.cpp - Bounds of the integers of PIRCH operations -------===//
//
// What MLIR's analysis of ranges asks of operations on infregs. The range of an
// infreg holds for all lanes that hold a value.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace pirch;

using Ranges = ArrayRef<IntegerValueRange>;

/// Report that `result` lies between 0 and `last`.
static void setUpTo(Value result, uint64_t last, SetIntLatticeFn setRange) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(result.getType());
  setRange(result, ConstantIntRanges::fromUnsigned(APInt::getZero(width),
                                                   APInt(width, last)));
}

void WiIndexOp::inferResultRangesFromOptional(Ranges,
                                              SetIntLatticeFn setRange) {
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (!kernel)
    return setRange(getResult(), IntegerValueRange::getMaxRange(getResult()));
  setUpTo(getResult(), kernel.getWgSize() - 1, setRange);
}

void IxIndexOp::inferResultRangesFromOptional(Ranges,
                                              SetIntLatticeFn setRange) {
  auto infreg = dyn_cast<InfRegType>(getResult().getType());
  setUpTo(getResult(), infreg ? infreg.getExtent() - 1 : 0, setRange);
}

void ConstantOp::inferResultRangesFromOptional(Ranges,
                                               SetIntLatticeFn setRange) {
  auto values = getValue().tryGetValues<APInt>();
  if (!values)
    return setRange(getResult(), IntegerValueRange::getMaxRange(getResult()));
  IntegerValueRange all;
  for (APInt value : *values)
    all = IntegerValueRange::join(all, ConstantIntRanges::constant(value));
  setRange(getResult(), all);
}

void SplatOp::inferResultRangesFromOptional(Ranges ranges,
                                            SetIntLatticeFn setRange) {
  setRange(getResult(), ranges[0]);
}

void ReorderOp::inferResultRangesFromOptional(Ranges ranges,
                                              SetIntLatticeFn setRange) {
  setRange(getResult(), ranges[0]);
}

void WgPermuteOp::inferResultRangesFromOptional(Ranges ranges,
                                                SetIntLatticeFn setRange) {
  setRange(getResult(), ranges[0]);
}

void WgShuffleOp::inferResultRangesFromOptional(Ranges ranges,
                                                SetIntLatticeFn setRange) {
  setRange(getResult(), ranges[0]);
}

void ExtractOp::inferResultRangesFromOptional(Ranges ranges,
                                              SetIntLatticeFn setRange) {
  setRange(getResult(), ranges[0]);
}

void InsertOp::inferResultRangesFromOptional(Ranges ranges,
                                             SetIntLatticeFn setRange) {
  setRange(getResult(), IntegerValueRange::join(ranges[0], ranges[1]));
}

void MergeOp::inferResultRangesFromOptional(Ranges ranges,
                                            SetIntLatticeFn setRange) {
  setRange(getResult(), IntegerValueRange::join(ranges[0], ranges[1]));
}

void SelectOp::inferResultRangesFromOptional(Ranges ranges,
                                             SetIntLatticeFn setRange) {
  setRange(getResult(), IntegerValueRange::join(ranges[1], ranges[2]));
}

void ConvertOp::inferResultRangesFromOptional(Ranges ranges,
                                              SetIntLatticeFn setRange) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(getType());
  bool isOfIntegers = llvm::is_contained(
      {ConversionKind::extsi, ConversionKind::extui, ConversionKind::trunci},
      getKind());
  if (!isOfIntegers)
    return setRange(getResult(), IntegerValueRange::getMaxRange(getResult()));
  if (ranges[0].isUninitialized())
    return;
  const ConstantIntRanges &source = ranges[0].getValue();
  setRange(getResult(), getKind() == ConversionKind::extsi
                            ? intrange::extSIRange(source, width)
                        : getKind() == ConversionKind::extui
                            ? intrange::extUIRange(source, width)
                            : intrange::truncRange(source, width));
}

/// Whether a combination of this kind is one of the numbers that it combines.
static bool choosesOne(CombiningKind kind) {
  return llvm::is_contained({CombiningKind::minsi, CombiningKind::minui,
                             CombiningKind::maxsi, CombiningKind::maxui},
                            kind);
}

void ReduceOp::inferResultRangesFromOptional(Ranges ranges,
                                             SetIntLatticeFn setRange) {
  setRange(getResult(), choosesOne(getKind())
                            ? ranges[0]
                            : IntegerValueRange::getMaxRange(getResult()));
}
