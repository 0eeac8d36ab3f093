//===- PirchOps.cpp - Syntax of the PIRCH operations ----------------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Tables: `[0, _, 2]` and `["01" x 3, "11" x 1]`
//===----------------------------------------------------------------------===//

template <typename T>
static ParseResult parseTable(OpAsmParser &parser, SmallVectorImpl<T> &table,
                              T none) {
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalKeyword("_"))) {
          table.push_back(none);
          return success();
        }
        return parser.parseInteger(table.emplace_back());
      });
}

template <typename T>
static void printTable(OpAsmPrinter &printer, ArrayRef<T> table, T none) {
  printer << '[';
  llvm::interleaveComma(table, printer, [&](T entry) {
    if (entry == none)
      printer << '_';
    else
      printer << entry;
  });
  printer << ']';
}

static ParseResult parseLaneTable(OpAsmParser &parser, DenseI32ArrayAttr &map) {
  SmallVector<int32_t> table;
  if (parseTable(parser, table, kNoLane))
    return failure();
  map = parser.getBuilder().getDenseI32ArrayAttr(table);
  return success();
}

static void printLaneTable(OpAsmPrinter &printer, Operation *,
                           DenseI32ArrayAttr map) {
  printTable(printer, map.asArrayRef(), kNoLane);
}

static ParseResult parseOffsetTable(OpAsmParser &parser,
                                    DenseI64ArrayAttr &offsets) {
  SmallVector<int64_t> table;
  if (parseTable(parser, table, kNoOffset))
    return failure();
  offsets = parser.getBuilder().getDenseI64ArrayAttr(table);
  return success();
}

static void printOffsetTable(OpAsmPrinter &printer, Operation *,
                             DenseI64ArrayAttr offsets) {
  printTable(printer, offsets.asArrayRef(), kNoOffset);
}

/// A set of lanes is written as one string of digits for each WI, with equal
/// neighbours counted: `"0011" x 3`.
static ParseResult parseLaneSet(OpAsmParser &parser,
                                DenseBoolArrayAttr &lanes) {
  SmallVector<bool> set;
  auto parseRow = [&]() -> ParseResult {
    std::string row;
    int64_t count = 0;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseString(&row) || parser.parseKeyword("x") ||
        parser.parseInteger(count))
      return failure();
    if (row.find_first_not_of("01") != std::string::npos)
      return parser.emitError(loc, "expected a string of 0 and 1, got \"")
             << row << "\"";
    if (count < 1 || count > 1 << 16)
      return parser.emitError(loc, "expected a count from 1 to 65536, got ")
             << count;
    if (set.size() + count * row.size() > InfRegType::kMaxLanesPerGroup)
      return parser.emitError(loc, "expected at most ")
             << InfRegType::kMaxLanesPerGroup << " lanes";
    for (int64_t i = 0; i < count; ++i)
      for (char digit : row)
        set.push_back(digit == '1');
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseRow))
    return failure();
  lanes = parser.getBuilder().getDenseBoolArrayAttr(set);
  return success();
}

static void printLaneSet(OpAsmPrinter &printer, Operation *op,
                         DenseBoolArrayAttr lanes) {
  ArrayRef<bool> set = lanes.asArrayRef();
  size_t extent = cast<InfRegType>(op->getResult(0).getType()).getExtent();
  printer << '[';
  for (size_t row = 0; row < set.size();) {
    ArrayRef<bool> digits = set.slice(row, std::min(extent, set.size() - row));
    size_t count = 0;
    while (row < set.size() && set.slice(row).take_front(extent) == digits)
      row += digits.size(), ++count;
    printer << '"';
    for (bool digit : digits)
      printer << (digit ? '1' : '0');
    printer << "\" x " << count << (row < set.size() ? ", " : "");
  }
  printer << ']';
}

#define GET_OP_CLASSES
#include "Pirch/Dialect/IR/PirchOps.cpp.inc"

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     FunctionType type, int64_t wgSize) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getWgSizeAttrName(state.name),
                     builder.getI64IntegerAttr(wgSize));
  state.addRegion();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> args,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(args, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

std::string KernelOp::getParameterName(unsigned index) {
  if (ArrayAttr names = getArgNamesAttr(); names && index < names.size())
    return cast<StringAttr>(names[index]).str();
  return "arg" + std::to_string(index);
}

//===----------------------------------------------------------------------===//
// Lane maps
//===----------------------------------------------------------------------===//

/// The table of all lanes, made from the row of one WI, which repeats for each
/// WI.
static SmallVector<int32_t> expandRows(ArrayRef<int32_t> row, int64_t items,
                                       int64_t sourceExtent) {
  SmallVector<int32_t> table;
  table.reserve(row.size() * items);
  for (int64_t wi = 0; wi < items; ++wi)
    for (int32_t ix : row)
      table.push_back(ix == kNoLane ? kNoLane : wi * sourceExtent + ix);
  return table;
}

SmallVector<int32_t> ReorderOp::getLaneTable() {
  int64_t items = getType().getNumItems(), extent = getType().getExtent();
  int64_t sourceExtent = getSource().getType().getExtent();
  if (static_cast<int64_t>(getMap().size()) == extent)
    return expandRows(getMap(), items, sourceExtent);
  SmallVector<int32_t> table(getMap());
  for (auto [lane, ix] : llvm::enumerate(table))
    if (ix != kNoLane)
      ix += static_cast<int64_t>(lane) / extent * sourceExtent;
  return table;
}

SmallVector<int32_t> WgPermuteOp::getLaneTable() {
  int64_t items = getType().getNumItems(), extent = getType().getExtent();
  bool perItem = static_cast<int64_t>(getMap().size()) == items &&
                 getSource().getType().getExtent() == extent;
  if (!perItem)
    return SmallVector<int32_t>(getMap());
  SmallVector<int32_t> table;
  for (int32_t wi : getMap())
    for (int64_t ix = 0; ix < extent; ++ix)
      table.push_back(wi == kNoLane ? kNoLane : wi * extent + ix);
  return table;
}

void ReorderOp::setLaneTable(ArrayRef<int32_t> table) {
  removeReordersAttr(); // chosen for the map that was
  // The map names elements of the WI's own array. It is one row if all WIs
  // agree on what is read.
  int64_t extent = getType().getExtent();
  int64_t sourceExtent = getSource().getType().getExtent();
  SmallVector<int32_t> elements(table), row(extent, kNoLane);
  bool sameRows = true;
  for (auto [lane, entry] : llvm::enumerate(elements)) {
    if (entry == kNoLane)
      continue;
    entry %= sourceExtent;
    int32_t &shared = row[lane % extent];
    sameRows &= shared == kNoLane || shared == entry;
    shared = entry;
  }
  // If the table has unread lanes it is kept, as one row would have them copy
  // something.
  bool complete = sameRows && !llvm::is_contained(elements, kNoLane);
  setMap(complete ? row : elements);
}

void WgPermuteOp::setLaneTable(ArrayRef<int32_t> table) {
  setMap(table);
  removeReordersAttr(); // chosen for the map that was
}

Value ReorderOp::getLaneSource() { return getSource(); }
Value WgPermuteOp::getLaneSource() { return getSource(); }

//===----------------------------------------------------------------------===//
// StageOp
//===----------------------------------------------------------------------===//

void StageOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getResult().use_empty())
    effects.emplace_back(MemoryEffects::Write::get());
}
