//===- MemoryRange.cpp - What loads and stores touch ----------------------===//

#include "MemoryRange.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

bool MemoryRange::mayOverlap(const MemoryRange &other) const {
  if (parameter && other.parameter && parameter != other.parameter &&
      (isUnaliased || other.isUnaliased))
    return false;
  if (origin != other.origin || !origin)
    return true;
  // Elements of one pattern, side by side with those of the other.
  if (stride && stride == other.stride) {
    int64_t apart = ((other.first - first) % stride + stride) % stride;
    if (apart >= elementSize && stride - apart >= other.elementSize)
      return false;
  }
  return first <= other.last && other.first <= last;
}

static int64_t sizeInBytes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() *
           ((vector.getElementTypeBitWidth() + 7) / 8);
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

/// The pointer that an empty assembly passes on: one that LLVM is to take for
/// another (pirch-reload-chunks).
static Value lookThroughDisguise(Value pointer) {
  while (auto assembly = pointer.getDefiningOp<LLVM::InlineAsmOp>()) {
    if (!assembly.getAsmString().empty() ||
        assembly.getOperands().size() != 1 ||
        assembly.getOperands()[0].getType() != pointer.getType())
      break;
    pointer = assembly.getOperands()[0];
  }
  return pointer;
}

static MemoryRange rangeOf(Value pointer, Type accessed) {
  MemoryRange range;
  if (isa<VectorType>(pointer.getType()))
    accessed = {}; // scattered
  int64_t offset = 0;
  Value origin = lookThroughDisguise(pointer);
  while (auto gep = origin.getDefiningOp<LLVM::GEPOp>()) {
    if (!accessed || !gep.getDynamicIndices().empty() ||
        gep.getRawConstantIndices().size() != 1 ||
        !gep.getElemType().isIntOrFloat())
      break;
    offset += gep.getRawConstantIndices()[0] * sizeInBytes(gep.getElemType());
    origin = lookThroughDisguise(gep.getBase());
  }
  if (accessed) {
    range.origin = origin;
    range.first = offset;
    range.last = offset + sizeInBytes(accessed) - 1;
  }
  while (auto gep = origin.getDefiningOp<LLVM::GEPOp>())
    origin = lookThroughDisguise(gep.getBase());
  range.parameter = dyn_cast<BlockArgument>(origin);
  if (range.parameter)
    if (auto function = dyn_cast_or_null<func::FuncOp>(
            range.parameter.getOwner()->getParentOp()))
      range.isUnaliased =
          !!function.getArgAttr(range.parameter.getArgNumber(),
                                LLVM::LLVMDialect::getNoAliasAttrName());
  return range;
}

/// Of elements `stride` bytes apart.
static MemoryRange rangeOfStrided(Value pointer, Type accessed, Value stride,
                                  Value length) {
  APInt bytes, count;
  if (!matchPattern(stride, m_ConstantInt(&bytes)) ||
      !matchPattern(length, m_ConstantInt(&count)) || count.isZero() ||
      bytes.getSExtValue() <= 0) {
    MemoryRange range = rangeOf(pointer, accessed);
    range.origin = {};
    return range;
  }
  Type element = cast<VectorType>(accessed).getElementType();
  MemoryRange range = rangeOf(pointer, element);
  range.stride = bytes.getSExtValue();
  range.elementSize = sizeInBytes(element);
  range.last += (count.getSExtValue() - 1) * range.stride;
  return range;
}

std::optional<MemoryRange> pirch::memoryOf(Operation *op) {
  if (auto load = dyn_cast<LLVM::VPStridedLoadOp>(op))
    return rangeOfStrided(load.getPtr(), load.getRes().getType(),
                          load.getStride(), load.getEvl());
  if (auto store = dyn_cast<LLVM::VPStridedStoreOp>(op))
    return rangeOfStrided(store.getPtr(), store.getVal().getType(),
                          store.getStride(), store.getEvl());
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return rangeOf(load.getAddr(), load.getType());
  if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op))
    return rangeOf(load.getData(), load.getType());
  if (auto load = dyn_cast<LLVM::masked_gather>(op))
    return rangeOf(load.getPtrs(), {});
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return rangeOf(store.getAddr(), store.getValue().getType());
  if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
    return rangeOf(store.getData(), store.getValue().getType());
  if (auto store = dyn_cast<LLVM::masked_scatter>(op))
    return rangeOf(store.getPtrs(), {});
  return std::nullopt;
}

bool pirch::isLoad(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::MaskedLoadOp, LLVM::masked_gather,
             LLVM::VPStridedLoadOp>(op);
}
