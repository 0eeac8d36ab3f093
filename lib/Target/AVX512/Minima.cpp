//===- Minima.cpp - Minima that ignore NaN --------------------------------===//

#include "Minima.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// The vector instruction for registers of `type`, or not_intrinsic.
static Intrinsic::ID getRange(FixedVectorType *type) {
  bool isDouble = type->getElementType()->isDoubleTy();
  if (!isDouble && !type->getElementType()->isFloatTy())
    return Intrinsic::not_intrinsic;
  switch (type->getPrimitiveSizeInBits().getFixedValue()) {
  case 128:
    return isDouble ? Intrinsic::x86_avx512_mask_range_pd_128
                    : Intrinsic::x86_avx512_mask_range_ps_128;
  case 256:
    return isDouble ? Intrinsic::x86_avx512_mask_range_pd_256
                    : Intrinsic::x86_avx512_mask_range_ps_256;
  case 512:
    return isDouble ? Intrinsic::x86_avx512_mask_range_pd_512
                    : Intrinsic::x86_avx512_mask_range_ps_512;
  default:
    return Intrinsic::not_intrinsic;
  }
}

/// The type of the registers that a value of `type` fills: `type` itself, or
/// one of 512 bits where it fills several.
static FixedVectorType *getRegisterType(FixedVectorType *type) {
  constexpr uint64_t kRegisterBits = 512;
  uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (bits <= kRegisterBits || bits % kRegisterBits)
    return type;
  return FixedVectorType::get(type->getElementType(),
                              type->getNumElements() / (bits / kRegisterBits));
}

/// Whether `call` is the lesser or the greater of two vectors that a vector
/// instruction computes.
static bool isMinimum(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  auto *type = dyn_cast<FixedVectorType>(call.getType());
  return (id == Intrinsic::minnum || id == Intrinsic::maxnum) && type &&
         getRange(getRegisterType(type)) != Intrinsic::not_intrinsic;
}

/// Say of `call` that its operands are never NaN, if both are known to be none.
/// The code generator does not see that of a quotient.
static void findNoNaNs(IntrinsicInst &call) {
  SimplifyQuery query(call.getDataLayout(), &call);
  if (all_of(call.args(), [&](const Use &operand) {
        return isKnownNeverNaN(operand, query, /*Depth=*/0);
      }))
    call.setHasNoNaNs(true);
}

/// Whether LLVM's own code for `call` is longer than one instruction, which is
/// enough where an operand is never NaN.
static bool isWorthReplacing(const IntrinsicInst &call) {
  SimplifyQuery query(call.getDataLayout(), &call);
  // The code generator finds that out by itself, but it does not look far.
  constexpr unsigned kLevels = 2;
  return !call.hasNoNaNs() && none_of(call.args(), [&](const Use &operand) {
    return isKnownNeverNaN(operand, query, MaxAnalysisRecursionDepth - kLevels);
  });
}

/// vrangeps or vrangepd of two registers.
static Value *createRange(IRBuilder<> &builder, bool isMinimum, Value *a,
                          Value *b) {
  auto *type = cast<FixedVectorType>(a->getType());
  // Bit 0 selects the maximum; bit 2 keeps the sign of the result.
  SmallVector<Value *> operands = {a, b, builder.getInt32(isMinimum ? 4 : 5)};
  operands.push_back(PoisonValue::get(type));
  operands.push_back(Constant::getAllOnesValue(
      builder.getIntNTy(std::max(8u, type->getNumElements()))));
  if (type->getPrimitiveSizeInBits() == 512)
    operands.push_back(builder.getInt32(4)); // the rounding mode in force
  return builder.CreateIntrinsic(type, getRange(type), operands);
}

/// What replaces a call on values that may fill several registers.
static Value *createMinimum(IRBuilder<> &builder, bool isMinimum, Value *a,
                            Value *b) {
  auto *type = cast<FixedVectorType>(a->getType());
  FixedVectorType *part = getRegisterType(type);
  if (part == type)
    return createRange(builder, isMinimum, a, b);
  Value *result = PoisonValue::get(type);
  for (unsigned first = 0; first < type->getNumElements();
       first += part->getNumElements()) {
    Value *index = builder.getInt64(first);
    Value *range = createRange(builder, isMinimum,
                               builder.CreateExtractVector(part, a, index),
                               builder.CreateExtractVector(part, b, index));
    result = builder.CreateInsertVector(type, result, range, index);
  }
  return result;
}

void pirch::replaceMinima(Module &module, const TargetMachine &machine) {
  if (!machine.getMCSubtargetInfo()->checkFeatures("+avx512dq,+avx512vl"))
    return;
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || !isMinimum(*call))
        continue;
      findNoNaNs(*call);
      if (!isWorthReplacing(*call))
        continue;
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(
          createMinimum(builder, call->getIntrinsicID() == Intrinsic::minnum,
                        call->getArgOperand(0), call->getArgOperand(1)));
      call->eraseFromParent();
    }
}
