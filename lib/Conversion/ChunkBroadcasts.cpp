//===- ChunkBroadcasts.cpp - Chunks whose lanes load one element ----------===//
//
// Loads of an element that all lanes of a chunk have in common, also under a
// mask: the element is loaded once, if a lane takes part, and broadcast.
//
//===----------------------------------------------------------------------===//

#include "ChunkAccess.h"
#include "Chunker.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace pirch;

/// The name of the memory that is read in place of an element which no lane
/// loads.
static constexpr llvm::StringLiteral kNothingName = "pirch.nothing";

/// A constant of as many zeros as the largest element has bytes. It is made
/// once for each module.
static LLVM::GlobalOp getNothing(Operation *user) {
  auto module = user->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::GlobalOp>(kNothingName))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return LLVM::GlobalOp::create(builder, user->getLoc(), builder.getI64Type(),
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                kNothingName, builder.getI64IntegerAttr(0));
}

/// Chunks that load the same element share the load, and the test whether one
/// of their lanes takes part.
void Chunker::loadUniform(const Access &access, Chunks &result) {
  Type element = access.type.getElementType();
  ArrayRef<ChunkAccess> plan = access.plan.chunks;
  auto isUniform = [](const ChunkAccess &chunk) {
    return chunk.kind == AccessKind::uniform;
  };
  for (auto [first, chunk] : llvm::enumerate(plan)) {
    if (!isUniform(chunk) || result[first])
      continue;
    SmallVector<size_t> sharing;
    for (size_t index = first; index < plan.size(); ++index)
      if (isUniform(plan[index]) && plan[index].place == chunk.place)
        sharing.push_back(index);
    Value pointer = pointerTo(access, chunk.place);
    if (access.mask) {
      // If no lane takes part, the element may not exist.
      Value active;
      for (size_t index : sharing) {
        Value mask = accessMask(access, index);
        active =
            active ? arith::OrIOp::create(builder, loc, active, mask) : mask;
      }
      Value any = vector::ReductionOp::create(
          builder, loc, vector::CombiningKind::OR, active);
      Value nothing = LLVM::AddressOfOp::create(
          builder, loc, getNothing(builder.getBlock()->getParentOp()));
      pointer = LLVM::SelectOp::create(builder, loc, any, pointer, nothing);
    }
    Value loaded = splat(LLVM::LoadOp::create(builder, loc, element, pointer,
                                              alignmentOf(element)));
    for (size_t index : sharing)
      result[index] = loaded;
  }
}
