//===- InterpretPass.cpp - Run kernels on values in the IR ----------------===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Interpreter/Interpreter.h"
#include "Pirch/Interpreter/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include <cstring>

namespace pirch {
#define GEN_PASS_DEF_INTERPRET
#include "Pirch/Interpreter/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Attributes and memory
//===----------------------------------------------------------------------===//

static APInt bitsOf(Attribute attr) {
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return integer.getValue();
  return cast<FloatAttr>(attr).getValue().bitcastToAPInt();
}

static Attribute attrOf(Type type, const APInt &bits) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(floatType.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

/// The elements of a table or the one number, as a kernel finds them in memory.
static std::vector<char> toMemory(TypedAttr value, Type elementType) {
  SmallVector<Attribute> elements = {value};
  if (auto table = dyn_cast<DenseElementsAttr>(value))
    elements.assign(table.value_begin<Attribute>(),
                    table.value_end<Attribute>());
  int64_t bytes = LaneFormat(elementType).getBytes();
  std::vector<char> memory(elements.size() * bytes);
  for (auto [index, element] : llvm::enumerate(elements)) {
    uint64_t bits = bitsOf(element).getZExtValue();
    std::memcpy(memory.data() + index * bytes, &bits, bytes);
  }
  return memory;
}

static DenseElementsAttr fromMemory(const std::vector<char> &memory,
                                    Type elementType) {
  int64_t bytes = LaneFormat(elementType).getBytes();
  SmallVector<Attribute> elements;
  for (size_t at = 0; at < memory.size(); at += bytes) {
    uint64_t bits = 0;
    std::memcpy(&bits, memory.data() + at, bytes);
    elements.push_back(attrOf(elementType, APInt(LaneFormat(elementType).width,
                                                 bits, /*isSigned=*/false,
                                                 /*implicitTrunc=*/true)));
  }
  auto type = RankedTensorType::get({static_cast<int64_t>(elements.size())},
                                    elementType);
  return DenseElementsAttr::get(type, elements);
}

/// Whether `value` is a table for a buffer, or a number for a scalar, of the
/// parameter's type.
static bool fits(Attribute value, Type parameter) {
  if (auto buffer = dyn_cast<MemRefType>(parameter)) {
    auto table = dyn_cast<DenseElementsAttr>(value);
    return table && table.getElementType() == buffer.getElementType();
  }
  return isa<IntegerAttr, FloatAttr>(value) &&
         cast<TypedAttr>(value).getType() == parameter;
}

static Type elementOf(Type parameter) {
  auto buffer = dyn_cast<MemRefType>(parameter);
  return buffer ? buffer.getElementType() : parameter;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct InterpretPass : public pirch::impl::InterpretBase<InterpretPass> {
  using InterpretBase::InterpretBase;

  void runOnOperation() override {
    EvaluatorTable table(getContext());
    bool found = false;
    llvm::StringSet<> whole = findWholeKernels(getOperation());
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (kernelName.empty()
              ? !hasValues(kernel) || whole.contains(kernel.getSymName())
              : kernel.getSymName() != kernelName)
        continue;
      found = true;
      if (failed(run(kernel, table)))
        return signalPassFailure();
    }
    if (!kernelName.empty() && !found) {
      getOperation().emitError("there is no kernel '") << kernelName << "'";
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }

  static Attribute valueOf(KernelOp kernel, unsigned index) {
    return cast<FunctionOpInterface>(*kernel).getArgAttr(index, kValueAttrName);
  }

  static bool hasValues(KernelOp kernel) {
    for (unsigned index = 0, count = kernel.getNumArguments();
         index < count - kernel.getNumRowParams(); ++index)
      if (!valueOf(kernel, index))
        return false;
    return kernel.getNumArguments() > 0;
  }

  LogicalResult run(KernelOp kernel, const EvaluatorTable &table) {
    ArrayRef<Type> types =
        kernel.getArgumentTypes().drop_back(kernel.getNumRowParams());
    std::vector<std::vector<char>> memory;
    for (auto [index, type] : llvm::enumerate(types)) {
      Attribute value = valueOf(kernel, index);
      if (!value || !fits(value, type))
        return kernel.emitOpError("parameter '")
               << kernel.getParameterName(index) << "' of type " << type
               << (value ? " has another type than its value (pirch.value)"
                         : " has no value (pirch.value)");
      memory.push_back(toMemory(cast<TypedAttr>(value), elementOf(type)));
    }
    SmallVector<Argument> arguments;
    for (std::vector<char> &bytes : memory)
      arguments.push_back({bytes.data(), static_cast<int64_t>(bytes.size())});
    if (failed(interpret(kernel, table, arguments, firstGroup, numGroups)))
      return failure();
    for (auto [index, type] : llvm::enumerate(types))
      if (isa<MemRefType>(type))
        llvm::outs() << "// " << kernel.getSymName() << ": "
                     << kernel.getParameterName(index) << " = "
                     << fromMemory(memory[index], elementOf(type)) << '\n';
    return success();
  }
};
} // namespace
