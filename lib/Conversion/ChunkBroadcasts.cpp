//===- ChunkBroadcasts.cpp - Chunks whose lanes load one element ----------===//
//
// Loads of an element that all lanes of a chunk have in common, also under a
// mask: the element is loaded once, if a lane takes part, and broadcast.
//
//===----------------------------------------------------------------------===//

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

Value Chunker::loadUniform(Type element, Value pointer, Value active) {
  if (active) {
    // If no lane takes part, the element may not exist.
    Value any = vector::ReductionOp::create(builder, loc,
                                            vector::CombiningKind::OR, active);
    Value nothing = LLVM::AddressOfOp::create(
        builder, loc, getNothing(builder.getBlock()->getParentOp()));
    pointer = LLVM::SelectOp::create(builder, loc, any, pointer, nothing);
  }
  return splat(LLVM::LoadOp::create(builder, loc, element, pointer,
                                    alignmentOf(element)));
}
