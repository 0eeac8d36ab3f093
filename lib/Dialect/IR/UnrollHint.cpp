//===- UnrollHint.cpp - What a source asks of a loop ----------------------===//

#include "Pirch/Dialect/IR/UnrollHint.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pirch;

static constexpr StringLiteral kAnnotation = "llvm.loop_annotation";

UnrollHint pirch::getUnrollHint(Operation *loop) {
  auto annotation = loop->getAttrOfType<LLVM::LoopAnnotationAttr>(kAnnotation);
  LLVM::LoopUnrollAttr unroll =
      annotation ? annotation.getUnroll() : LLVM::LoopUnrollAttr();
  if (!unroll)
    return {};
  if (IntegerAttr count = unroll.getCount())
    return {UnrollHint::count, count.getInt()};
  if (BoolAttr full = unroll.getFull(); full && full.getValue())
    return {UnrollHint::all};
  if (BoolAttr disable = unroll.getDisable())
    return {disable.getValue() ? UnrollHint::never : UnrollHint::many};
  return {};
}

void pirch::setUnrollHint(Operation *loop, const UnrollHint &hint) {
  Builder builder(loop->getContext());
  BoolAttr disable, full;
  IntegerAttr count;
  switch (hint.kind) {
  case UnrollHint::none:
    loop->removeDiscardableAttr(kAnnotation);
    return;
  case UnrollHint::never:
  case UnrollHint::many:
    disable = builder.getBoolAttr(hint.kind == UnrollHint::never);
    break;
  case UnrollHint::all:
    full = builder.getBoolAttr(true);
    break;
  case UnrollHint::count:
    count = builder.getI32IntegerAttr(hint.times);
    break;
  }
  auto unroll = LLVM::LoopUnrollAttr::get(
      builder.getContext(), disable, count, /*runtimeDisable=*/{}, full,
      /*followupUnrolled=*/{}, /*followupRemainder=*/{}, /*followupAll=*/{});
  loop->setDiscardableAttr(
      kAnnotation,
      LLVM::LoopAnnotationAttr::get(
          builder.getContext(), /*disableNonforced=*/{}, /*vectorize=*/{},
          /*interleave=*/{}, unroll, /*unrollAndJam=*/{}, /*licm=*/{},
          /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{},
          /*mustProgress=*/{}, /*isVectorized=*/{}, /*startLoc=*/{},
          /*endLoc=*/{}, /*parallelAccesses=*/{}));
}

void pirch::attachUnrollHints(Operation *module) {
  module->walk([](Operation *op) {
    auto annotation = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(
        op->getDiscardableAttr(kAnnotation));
    if (!annotation || !isa<LLVM::BrOp, LLVM::CondBrOp>(op))
      return;
    if (auto branch = dyn_cast<LLVM::BrOp>(op))
      branch.setLoopAnnotationAttr(annotation);
    else
      cast<LLVM::CondBrOp>(op).setLoopAnnotationAttr(annotation);
    op->removeDiscardableAttr(kAnnotation);
  });
}

void pirch::copyUnrollHint(Operation *from, Operation *to) {
  if (Attribute annotation = from->getDiscardableAttr(kAnnotation))
    to->setDiscardableAttr(kAnnotation, annotation);
}
