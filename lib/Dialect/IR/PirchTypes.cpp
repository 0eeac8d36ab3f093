//===- PirchTypes.cpp - The infreg type and the lanes attribute -----------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace pirch;

LogicalResult LanesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<Axis> order) {
  if (order.size() != 3)
    return emitError() << "expected the three axes wg, wi, ix; got "
                       << order.size();
  unsigned seen = 0;
  for (Axis axis : order)
    seen |= 1u << static_cast<unsigned>(axis);
  if (seen != 7)
    return emitError() << "expected each of wg, wi and ix once";
  return success();
}

LogicalResult PackAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t groups, LanesAttr order, bool padded,
                               bool single, bool cached) {
  if (groups < 1 || groups > InfRegType::kMaxGroups)
    return emitError() << "expected 1 to " << InfRegType::kMaxGroups
                       << " groups in a pack, got " << groups;
  if (single && (groups != 1 || cached))
    return emitError() << "the form for one group at a time has packs of one "
                          "group, for any call";
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t unroll, ArrayAttr packs,
                                   int64_t prefetch, int64_t stream,
                                   bool keepOrder) {
  for (auto [name, value] :
       {std::pair("unroll", unroll), std::pair("prefetch", prefetch),
        std::pair("stream", stream)})
    if (value < -1)
      return emitError() << "expected no less than -1 as " << name << ", got "
                         << value;
  if (packs && (packs.empty() || packs.size() > 4 ||
                !llvm::all_of(packs, llvm::IsaPred<PackAttr>)))
    return emitError() << "expected one to four #pirch.pack as packs, got "
                       << packs;
  return success();
}

Attribute ReordersAttr::parse(AsmParser &parser, Type) {
  SmallVector<ReorderPattern> patterns;
  auto parseEntry = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    int64_t count = 1;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<ReorderPattern> pattern = symbolizeReorderPattern(name);
    if (!pattern)
      return parser.emitError(loc, "unknown reorder pattern '") << name << "'";
    if (succeeded(parser.parseOptionalKeyword("x")) &&
        parser.parseInteger(count))
      return failure();
    if (count < 1 || count > kMaxLanes)
      return parser.emitError(loc, "expected a count of 1 to ") << kMaxLanes;
    patterns.append(count, *pattern);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  return get(parser.getContext(), patterns);
}

void ReordersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  ArrayRef<ReorderPattern> rest = getPatterns();
  while (!rest.empty()) {
    size_t count = rest.take_while([&](ReorderPattern pattern) {
                         return pattern == rest.front();
                       })
                       .size();
    printer << stringifyReorderPattern(rest.front());
    if (count > 1)
      printer << " x " << count;
    rest = rest.drop_front(count);
    if (!rest.empty())
      printer << ", ";
  }
  printer << '>';
}

LogicalResult InfRegType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 LanesAttr lanes) {
  if (shape.size() != 3)
    return emitError() << "expected three extents (WG x WI x ix), got "
                       << shape.size();
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(extent) ? axis == 0 : extent > 0)
      continue;
    InFlightDiagnostic diag = emitError()
                              << "expected a positive "
                              << stringifyAxis(static_cast<Axis>(axis))
                              << " extent, got ";
    if (ShapedType::isDynamic(extent))
      return diag << "'?' (only the wg extent may be infinite)";
    return diag << extent;
  }
  if (!elementType.isSignlessInteger() && !isa<FloatType>(elementType))
    return emitError()
           << "expected lanes of a signless integer or float type, got "
           << elementType;
  if (!isLaneType(elementType))
    return emitError() << "lanes of " << elementType
                       << " are not supported; expected an integer of 1 to 64 "
                          "bits, f16, bf16, f32 or f64";
  if (!ShapedType::isDynamic(shape[0]) && shape[0] > kMaxGroups)
    return emitError() << "expected at most " << kMaxGroups
                       << " work groups, got " << shape[0];
  if (shape[1] > kMaxLanesPerGroup / shape[2])
    return emitError() << "expected at most " << kMaxLanesPerGroup
                       << " lanes of a group, got " << shape[1] << " x "
                       << shape[2];
  if (lanes && ShapedType::isDynamic(shape[0]))
    return emitError() << "an infinite register has no lane order; pack work "
                          "groups first";
  return success();
}

bool InfRegType::isLaneType(Type type) {
  if (type.isSignlessInteger())
    return type.getIntOrFloatBitWidth() >= 1 &&
           type.getIntOrFloatBitWidth() <= 64;
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool InfRegType::isMemoryType(Type type) {
  return isLaneType(type) &&
         llvm::is_contained({8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
}

InfRegType InfRegType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                                 Type elementType) const {
  return get(getContext(), shape ? *shape : getShape(), elementType,
             getLanes());
}

Type InfRegType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  LanesAttr lanes;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(lanes))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<InfRegType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), elementType, lanes);
}

void InfRegType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getElementType();
  if (getLanes())
    printer << ", " << Attribute(getLanes());
  printer << '>';
}
