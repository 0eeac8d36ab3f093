//===- LLVMFencesX86.cpp - Values that LLVM should not see through --------===//
//
// Detours around defects of LLVM on x86 that hide a value from the code
// generator behind an arithmetic fence.
//
//===----------------------------------------------------------------------===//

#include "LLVMDefects.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace pirch;

/// Whether `shuffle` fills a register of 512 bits with whole 64-bit parts of
/// one other register, out of parts that are elements of fewer bits each, and
/// its lowest 64 bits are the second lowest of that register.
static bool takesSecondPartFirst(const llvm::ShuffleVectorInst &shuffle) {
  auto *type = llvm::cast<llvm::FixedVectorType>(shuffle.getType());
  unsigned elementBits = type->getScalarSizeInBits();
  if (type->getPrimitiveSizeInBits() != 512 || elementBits >= 64 ||
      shuffle.getOperand(0)->getType() != type)
    return false;
  int lanesInPart = 64 / elementBits, first = -1;
  for (auto [lane, source] : llvm::enumerate(shuffle.getShuffleMask())) {
    if (source < 0)
      continue;
    if (source % lanesInPart != int(lane) % lanesInPart)
      return false;
    int part = source / lanesInPart, place = lane / lanesInPart;
    for (int other = place * lanesInPart; other < int(lane); ++other)
      if (int before = shuffle.getMaskValue(other);
          before >= 0 && before / lanesInPart != part)
        return false;
    if (place == 0)
      first = part;
  }
  return first == 1 || first == 8 + 1;
}

/// `value`, a vector, behind an arithmetic fence, which the code generator does
/// not see through, and which costs no instruction. `real` is the type of
/// floats as which the fence takes the bits.
static llvm::Value *hide(llvm::IRBuilder<> &builder, llvm::Value *value,
                         llvm::Type *real) {
  uint64_t bits = value->getType()->getPrimitiveSizeInBits().getFixedValue();
  auto *type =
      llvm::FixedVectorType::get(real, bits / real->getScalarSizeInBits());
  llvm::Value *fence =
      builder.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {type},
                              {builder.CreateBitCast(value, type)});
  return builder.CreateBitCast(fence, value->getType());
}

/// Let the present uses of `value` meet it behind an arithmetic fence.
static void hideFromUses(llvm::Instruction *value, llvm::Type *real) {
  llvm::SmallVector<llvm::Use *> uses;
  for (llvm::Use &use : value->uses())
    uses.push_back(&use);
  llvm::IRBuilder<> builder(value->getNextNode());
  llvm::Value *hidden = hide(builder, value, real);
  for (llvm::Use *use : uses)
    use->set(hidden);
}

/// Hide shuffles of 512-bit registers of x86 from the uses of their lowest 64
/// bits. Where such a use is the last one, LLVM's code generator narrows the
/// permutation of 64-bit elements (vpermpd) to one of a 128-bit register
/// (vpermilpd) and keeps the constant of lanes, although vpermilpd takes the
/// lane from the constant's second bit: the use reads the lowest element where
/// the second lowest was meant. An arithmetic fence costs no instruction.
static void fenceShuffles(llvm::Module &module) {
  llvm::SmallVector<llvm::ShuffleVectorInst *> shuffles;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
        if (shuffle->hasNUsesOrMore(2) && takesSecondPartFirst(*shuffle))
          shuffles.push_back(shuffle);
  for (llvm::ShuffleVectorInst *shuffle : shuffles)
    hideFromUses(shuffle, llvm::Type::getFloatTy(module.getContext()));
}

/// Whether `shuffle` puts bytes of three or four vectors together in turns, and
/// few instructions take any bytes of two of its registers.
static bool isCheapInterleaving(llvm::ShuffleVectorInst &shuffle,
                                const llvm::TargetTransformInfo &costs) {
  // The instruction, which needs a table of bytes (vpermt2b), costs 2.
  constexpr int kFew = 2;
  llvm::VectorType *type = shuffle.getType();
  return type->getElementType()->isIntegerTy(8) &&
         type->getPrimitiveSizeInBits() % 32 == 0 &&
         (shuffle.isInterleave(3) || shuffle.isInterleave(4)) &&
         costs.getShuffleCost(llvm::TargetTransformInfo::SK_PermuteTwoSrc, type,
                              type) <= kFew;
}

/// Hide from LLVM's code generator that bytes of three or four vectors are
/// stored in turns. It makes such stores of registers of 128 bits, whatever
/// shuffles the module has: 104 instructions instead of 16 for eight registers
/// of 512 bits, of pictures with four bytes a pixel.
static void fenceInterleavedStores(llvm::Module &module,
                                   const llvm::TargetMachine &machine) {
  llvm::SmallVector<llvm::Use *> stored;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    llvm::TargetTransformInfo costs = machine.getTargetTransformInfo(function);
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      auto *shuffle = store ? llvm::dyn_cast<llvm::ShuffleVectorInst>(
                                  store->getValueOperand())
                            : nullptr;
      if (shuffle && isCheapInterleaving(*shuffle, costs))
        stored.push_back(&store->getOperandUse(0));
    }
  }
  for (llvm::Use *value : stored) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(value->getUser()));
    value->set(hide(builder, value->get(), builder.getFloatTy()));
  }
}

/// The product of 64 bits whose upper bits `instruction` takes: 16 bits of each
/// element, of which the lowest is above the 16th; null for other instructions.
static llvm::Instruction *findShiftedProduct(llvm::Instruction &instruction) {
  using namespace llvm::PatternMatch;
  llvm::Value *product;
  const llvm::APInt *bits;
  if (!instruction.getType()->isVectorTy() ||
      instruction.getType()->getScalarSizeInBits() != 16 ||
      !match(&instruction, m_Trunc(m_Shr(m_Value(product), m_APInt(bits)))) ||
      product->getType()->getScalarSizeInBits() != 64 || bits->ule(16))
    return nullptr;
  auto *made = llvm::dyn_cast<llvm::BinaryOperator>(product);
  return made && made->getOpcode() == llvm::Instruction::Mul ? made : nullptr;
}

/// Hide products of 64 bits from such uses of their upper bits. Where the
/// operands fit 16 bits, LLVM's code generator multiplies these (vpmulhw) and
/// shifts the 16 upper bits of the 32 by the rest, which is right for products
/// of 32 bits only. A fence costs no instruction.
static void fenceProducts(llvm::Module &module) {
  llvm::SmallSetVector<llvm::Instruction *, 4> products;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::Instruction *product = findShiftedProduct(instruction))
        products.insert(product);
  for (llvm::Instruction *product : products)
    hideFromUses(product, llvm::Type::getDoubleTy(module.getContext()));
}

void pirch::fenceForX86(llvm::Module &module,
                        const llvm::TargetMachine &machine) {
  fenceShuffles(module);
  fenceProducts(module);
  fenceInterleavedStores(module, machine);
}
