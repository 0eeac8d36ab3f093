//===- MaskedMinima.cpp - Minima that ignore NaN, by a mask ---------------===//

#include "MaskedMinima.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Whether LLVM's own code for `call` is longer than a masked minimum: a single
/// instruction is enough where an operand is never NaN.
static bool isWorthMasking(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  if (id != Intrinsic::minnum && id != Intrinsic::maxnum)
    return false;
  Type *element = call.getType()->getScalarType();
  SimplifyQuery query(call.getDataLayout(), &call);
  return call.getType()->isVectorTy() && !call.hasNoNaNs() &&
         (element->isFloatTy() || element->isDoubleTy()) &&
         none_of(call.args(), [&](const Use &operand) {
           return isKnownNeverNaN(operand, query);
         });
}

/// What vminps and vmaxps compute: `b` where it is less, or greater, than `a`,
/// and `a` otherwise, also where one of them is NaN.
static Value *createOrdered(IRBuilder<> &builder, Intrinsic::ID id, Value *a,
                            Value *b) {
  Value *isBetter = id == Intrinsic::minnum ? builder.CreateFCmpOLT(b, a)
                                            : builder.CreateFCmpOGT(b, a);
  return builder.CreateSelect(isBetter, b, a);
}

void pirch::maskMinima(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || !isWorthMasking(*call))
        continue;
      IRBuilder<> builder(call);
      Value *a = call->getArgOperand(0), *b = call->getArgOperand(1);
      Value *isNumber =
          builder.CreateFCmpORD(a, Constant::getNullValue(a->getType()));
      Value *ordered = createOrdered(builder, call->getIntrinsicID(), a, b);
      call->replaceAllUsesWith(builder.CreateSelect(isNumber, ordered, b));
      call->eraseFromParent();
    }
}
