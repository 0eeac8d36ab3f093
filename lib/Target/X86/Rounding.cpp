//===- Rounding.cpp - Integers nearest to numbers, on x86 -----------------===//

#include "Pirch/Target/X86/Rounding.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// What `value` is the nearest integer of; null if it is not known to be one.
static Value *getRounded(Value *value) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  if (!call)
    return nullptr;
  switch (call->getIntrinsicID()) {
  case Intrinsic::roundeven:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
    return call->getArgOperand(0);
  default:
    return nullptr;
  }
}

/// `value` without the rounding that it, or what was limited to get it, had;
/// null if it had none.
static Value *withoutRounding(Value *value, IRBuilder<> &builder) {
  if (Value *rounded = getRounded(value))
    return rounded;
  auto *choice = dyn_cast<SelectInst>(value);
  auto *compare = choice ? dyn_cast<FCmpInst>(choice->getCondition()) : nullptr;
  if (!compare)
    return nullptr;
  // One of both is a constant, and the greater or lesser of both is chosen.
  Value *left = compare->getOperand(0), *right = compare->getOperand(1);
  const APFloat *limit = nullptr;
  bool isLimit = match(right, m_APFloat(limit)) && limit->isInteger();
  bool keepsLeft = choice->getTrueValue() == left;
  if (!isLimit || (keepsLeft ? choice->getFalseValue() != right
                             : choice->getTrueValue() != right ||
                                   choice->getFalseValue() != left))
    return nullptr;
  Value *plain = withoutRounding(left, builder);
  if (!plain)
    return nullptr;
  Value *test = builder.CreateFCmp(compare->getPredicate(), plain, right);
  return keepsLeft ? builder.CreateSelect(test, plain, right)
                   : builder.CreateSelect(test, right, plain);
}

/// Let tests whether the result is NaN look at the number that was rounded, so
/// that nobody needs the result.
static void testBeforeRounding(Instruction &instruction) {
  auto *compare = dyn_cast<FCmpInst>(&instruction);
  if (!compare || compare->getOperand(0) != compare->getOperand(1))
    return;
  if (Value *plain = getRounded(compare->getOperand(0))) {
    compare->setOperand(0, plain);
    compare->setOperand(1, plain);
  }
}

/// What replaces a conversion to integers; null if it stays.
static Value *convertRounded(Instruction &instruction) {
  constexpr unsigned kMostBits = 32;
  if (!isa<FPToSIInst, FPToUIInst>(instruction))
    return nullptr;
  Value *operand = instruction.getOperand(0);
  Type *element = operand->getType()->getScalarType();
  unsigned bits = instruction.getType()->getScalarSizeInBits();
  bool isPossible =
      (element->isFloatTy() || element->isDoubleTy()) &&
      (isa<FPToSIInst>(instruction) ? bits <= kMostBits : bits < kMostBits);
  if (!isPossible)
    return nullptr;
  IRBuilder<> builder(&instruction);
  Value *plain = withoutRounding(operand, builder);
  if (!plain)
    return nullptr;
  Type *wide =
      instruction.getType()->getWithNewType(builder.getIntNTy(kMostBits));
  Value *nearest = builder.CreateIntrinsic(Intrinsic::lrint,
                                           {wide, operand->getType()}, {plain});
  return builder.CreateTrunc(nearest, instruction.getType());
}

void pirch::x86::fuseRounding(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      testBeforeRounding(instruction);
      if (Value *converted = convertRounded(instruction)) {
        instruction.replaceAllUsesWith(converted);
        instruction.eraseFromParent();
      }
    }
}
