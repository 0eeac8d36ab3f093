//===- MemoryRange.cpp - What loads and stores touch ----------------------===//

#include "MemoryRange.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pirch;

bool MemoryRange::mayOverlap(const MemoryRange &other) const {
  bool isKnown = allocation || parameter;
  bool isOtherKnown = other.allocation || other.parameter;
  if (isKnown && isOtherKnown && allocation != other.allocation)
    return false;
  if (parameter && other.parameter && parameter != other.parameter &&
      (isUnaliased || other.isUnaliased))
    return false;
  if (origin != other.origin || !origin)
    return true;
  // Elements at equal distances that lie between those of the other access.
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

/// The pointer that `pointer` is a copy of, if empty assembly copied it to hide
/// from LLVM that they are the same (pirch-rematerialize-loads).
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

/// The memory of an access of type `accessed` to neighbouring elements from
/// `pointer` on. Without a type, only the parameter is known.
static MemoryRange rangeOf(Value pointer, Type accessed) {
  MemoryRange range;
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
  if (origin.getDefiningOp() &&
      isa<LLVM::AllocaOp, LLVM::AddressOfOp>(origin.getDefiningOp()))
    range.allocation = origin.getDefiningOp();
  range.parameter = dyn_cast<BlockArgument>(origin);
  if (range.parameter)
    if (auto function = dyn_cast_or_null<func::FuncOp>(
            range.parameter.getOwner()->getParentOp()))
      range.isUnaliased =
          !!function.getArgAttr(range.parameter.getArgNumber(),
                                LLVM::LLVMDialect::getNoAliasAttrName());
  return range;
}

/// The memory of an access to `length` elements, from `pointer` on, that are
/// `stride` bytes apart.
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

std::optional<MemoryAccess> pirch::accessOf(Operation *op) {
  using A = MemoryAccess;
  return llvm::TypeSwitch<Operation *, std::optional<A>>(op)
      .Case(
          [](LLVM::LoadOp o) { return A{o.getAddr(), o.getType(), A::inRow}; })
      .Case([](LLVM::StoreOp o) {
        return A{o.getAddr(), o.getValue().getType(), A::inRow, true};
      })
      .Case([](LLVM::MaskedLoadOp o) {
        return A{o.getData(), o.getType(), A::inRow};
      })
      .Case([](LLVM::MaskedStoreOp o) {
        return A{o.getData(), o.getValue().getType(), A::inRow, true};
      })
      .Case([](LLVM::VPStridedLoadOp o) {
        return A{o.getPtr(), o.getType(),   A::strided,
                 false,      o.getStride(), o.getEvl()};
      })
      .Case([](LLVM::VPStridedStoreOp o) {
        return A{o.getPtr(), o.getVal().getType(), A::strided,
                 true,       o.getStride(),        o.getEvl()};
      })
      .Case([](LLVM::masked_gather o) {
        return A{o.getPtrs(), o.getType(), A::scattered};
      })
      .Case([](LLVM::masked_scatter o) {
        return A{o.getPtrs(), o.getValue().getType(), A::scattered, true};
      })
      .Default(std::nullopt);
}

std::optional<MemoryRange> pirch::memoryOf(Operation *op) {
  std::optional<MemoryAccess> access = accessOf(op);
  if (!access)
    return std::nullopt;
  switch (access->kind) {
  case MemoryAccess::inRow:
    return rangeOf(access->pointer, access->type);
  case MemoryAccess::strided:
    return rangeOfStrided(access->pointer, access->type, access->stride,
                          access->length);
  case MemoryAccess::scattered:
    return rangeOf(access->pointer, {});
  }
  llvm_unreachable("all kinds are listed");
}

bool pirch::isLoad(Operation *op) {
  std::optional<MemoryAccess> access = accessOf(op);
  return access && !access->isWrite;
}
