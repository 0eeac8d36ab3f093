//===- DescribeKernels.cpp - What callers must know of kernels ------------===//

#include "DescribeKernels.h"
#include "Pirch/Analysis/BufferExtents.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/CInterface/Header.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Target/CodeGenerator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pirch;

/// The bits of the scalars of the C type `type`, as `uint16_t` of `const
/// uint16_t *`; nothing where it names none.
static std::optional<unsigned> scalarBits(llvm::StringRef type) {
  type.consume_front("const ");
  return llvm::StringSwitch<std::optional<unsigned>>(
             type.take_until([](char c) { return c == ' '; }))
      .Cases({"int8_t", "uint8_t"}, 8)
      .Cases({"int16_t", "uint16_t"}, 16)
      .Cases({"int32_t", "uint32_t", "float"}, 32)
      .Cases({"int64_t", "uint64_t", "double"}, 64)
      .Default(std::nullopt);
}

/// The C type of a parameter whose source names none. C has no type for floats
/// of 16 bits, which are integers to it.
static std::string defaultCType(Type element, bool isPointer) {
  unsigned bits = std::max<unsigned>(
      8, llvm::PowerOf2Ceil(element.getIntOrFloatBitWidth()));
  std::string name = element.isF32()   ? "float"
                     : element.isF64() ? "double"
                     : isa<FloatType>(element)
                         ? "uint16_t"
                         : "int" + std::to_string(bits) + "_t";
  return isPointer ? name + " *" : name;
}

static KernelParam describeParam(KernelOp kernel, unsigned index) {
  KernelParam param;
  param.name = kernel.getParameterName(index);
  Type type = kernel.getArgumentTypes()[index];
  param.isPointer = isa<MemRefType>(type);
  Type element =
      param.isPointer ? cast<MemRefType>(type).getElementType() : type;
  param.elementBits = element.getIntOrFloatBitWidth();
  param.isFloat = isa<FloatType>(element);
  if (ArrayAttr types = kernel.getArgTypesAttr())
    param.cType = cast<StringAttr>(types[index]).str();
  // A buffer that the kernel accesses as another type has other elements in the
  // kernel than for the caller.
  if (std::optional<unsigned> bits = scalarBits(param.cType);
      bits && param.isPointer) {
    param.elementBits = *bits;
    param.isFloat = llvm::StringRef(param.cType).contains("float") ||
                    llvm::StringRef(param.cType).contains("double");
  }
  if (param.cType.empty())
    param.cType = defaultCType(element, param.isPointer);
  param.isUnsigned = param.cType.find("uint") != std::string::npos;
  return param;
}

std::vector<KernelInfo> pirch::describeKernels(ModuleOp module) {
  std::vector<KernelInfo> kernels;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    KernelInfo info;
    info.name = info.symbol = kernel.getSymName().str();
    info.wgSize = kernel.getWgSize();
    info.numGridParams = kernel.getNumGridParams();
    info.wgShape = {info.wgSize};
    info.rowGroups = static_cast<int64_t>(kernel.getRowGroups().value_or(0));
    if (std::optional<ArrayRef<int64_t>> shape = kernel.getWgShape())
      info.wgShape = shape->vec();
    size_t count = kernel.getArgumentTypes().size() - kernel.getNumRowParams();
    for (unsigned index = 0; index < count; ++index)
      info.params.push_back(describeParam(kernel, index));
    info.asksForGroups =
        kernel.walk([](NumGroupsOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (auto layouts = kernel->getAttrOfType<DictionaryAttr>(kLayoutsAttrName))
      for (KernelParam &param : info.params)
        if (auto layout = layouts.getAs<DenseI64ArrayAttr>(param.name)) {
          param.compactGroups = layout[0];
          param.compactElements = layout[1];
        }
    kernels.push_back(std::move(info));
  }
  return kernels;
}

void pirch::nameFunctions(ModuleOp module, std::vector<KernelInfo> &kernels) {
  nameFunctions(kernels);
  for (auto [kernel, info] : llvm::zip(module.getOps<KernelOp>(), kernels))
    kernel.setSymName(info.symbol);
}

void pirch::describeChoices(ModuleOp module, std::vector<KernelInfo> &kernels) {
  for (KernelOp kernel : module.getOps<KernelOp>())
    for (KernelInfo &info : kernels) {
      if (info.symbol != kernel.getSymName())
        continue;
      info.groupParts = kernel.countGroupParts();
      int64_t pack = kernel.getWgPack().value_or(1);
      info.wgPack = llvm::divideCeil(
          kernel.hasItemRows() ? pack * static_cast<int64_t>(kernel.getWgSize())
                               : pack,
          kernel.hasItemRows() ? info.wgSize : info.groupParts);
      if (LanesAttr lanes = kernel.getLaneOrderAttr())
        info.laneOrder = printLaneOrder(lanes.getOrder());
      if (FloatAttr cost = kernel.getEstimatedCostAttr())
        info.estimatedCost =
            cost.getValueAsDouble() *
            (kernel.hasItemRows() ? static_cast<double>(info.wgSize) /
                                        static_cast<double>(kernel.getWgSize())
                                  : static_cast<double>(info.groupParts));
    }
}

void pirch::describeExtents(ModuleOp module, std::vector<KernelInfo> &kernels) {
  for (KernelInfo &info : kernels) {
    auto kernel = module.lookupSymbol<KernelOp>(info.symbol);
    if (kernel && kernel.hasItemRows())
      kernel = module.lookupSymbol<KernelOp>(*kernel.getWholeKernel());
    for (size_t index = 0; kernel && index < info.numSourceParams(); ++index)
      if (auto extent = findBufferExtent(kernel, index)) {
        KernelParam &param = info.params[index];
        auto type = cast<MemRefType>(kernel.getArgumentTypes()[index]);
        int64_t accessed = type.getElementTypeBitWidth();
        int64_t bits = std::max(8u, param.elementBits);
        param.isExtentKnown = extent->perGroup * accessed % bits == 0;
        if (!param.isExtentKnown)
          continue;
        param.extent =
            llvm::divideCeilSigned(extent->constant * accessed, bits);
        param.extentPerGroup = extent->perGroup * accessed / bits;
      }
  }
}

OwningOpRef<ModuleOp>
pirch::takeStagedFunctions(ModuleOp module, std::vector<KernelInfo> &kernels) {
  auto functions = module.lookupSymbol<ModuleOp>(kStagedModuleName);
  if (!functions)
    return {};
  functions->remove();
  for (auto function : functions.getOps<func::FuncOp>())
    for (KernelInfo &info : kernels) {
      if (info.symbol != function.getSymName())
        continue;
      auto indices =
          function->getAttrOfType<DenseI64ArrayAttr>(kStagedIndicesAttrName);
      auto names = function->getAttrOfType<ArrayAttr>(kStagedNamesAttrName);
      for (auto [index, name] : llvm::zip(indices.asArrayRef(), names))
        info.staged.push_back({index, cast<StringAttr>(name).str()});
      auto params =
          function->getAttrOfType<DenseI64ArrayAttr>(kStagedParamsAttrName);
      info.stagedParams = params.asArrayRef().vec();
      function.setSymName(stagedEntryName(info));
      break;
    }
  return functions;
}

bool pirch::lacksElements(const KernelInfo &kernel) {
  return llvm::any_of(kernel.params, [](const KernelParam &param) {
    return param.compactGroups && !param.compactElements;
  });
}
