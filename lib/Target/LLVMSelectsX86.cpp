//===- LLVMSelectsX86.cpp - Choices as wide as their masks ----------------===//
//
// The number of the least of many distances is an integer of 32 bits, or of 8
// where it is stored as a byte, that comparisons of longer floating-point
// numbers choose. Without registers for masks, x86 packs each such mask to the
// width of the integers that it chooses, and LLVM's optimizer makes that worse:
// it chooses in as few bits as are kept in the end, behind all comparisons,
// whose masks wait in memory. What is here lets integers that are chosen and
// handed on have the width of the masks, and narrows what is left of them.
//
//===----------------------------------------------------------------------===//

#include "LLVMClasses.h"
#include "LLVMDefects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

/// The bits of the registers that the chosen integers fill at most.
static constexpr unsigned kMostBits = 256;

static llvm::FixedVectorType *getVectorType(const llvm::Value *value) {
  return llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
}

/// The mask by which `choice` takes one of two values for each lane; null if it
/// does not.
static llvm::Value *getMask(const llvm::Instruction *choice) {
  llvm::Value *mask = nullptr;
  if (llvm::isa<llvm::SelectInst, llvm::ZExtInst, llvm::SExtInst>(choice))
    mask = choice->getOperand(0);
  return mask && getVectorType(mask) && mask->getType()->isIntOrIntVectorTy(1)
             ? mask
             : nullptr;
}

/// Whether `value` is a vector of integers that is chosen, handed on, or
/// computed so that its low bits depend on the low bits of the operands alone.
static bool isChoice(const llvm::Value *value) {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  llvm::FixedVectorType *type = instruction ? getVectorType(value) : nullptr;
  if (!type || !type->getElementType()->isIntegerTy() ||
      type->getScalarSizeInBits() < 8)
    return false;
  switch (instruction->getOpcode()) {
  case llvm::Instruction::PHI:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
    return true;
  default:
    return getMask(instruction);
  }
}

/// The bits of the elements whose comparison `mask` is made of, the widest
/// ones; 0 where none is known. Of a mask made of very many others, the nearest
/// ones tell.
static unsigned getCompared(const llvm::Value *mask) {
  constexpr unsigned kMostSeen = 64;
  llvm::SmallVector<const llvm::Value *> todo{mask};
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
  unsigned bits = 0;
  while (!todo.empty() && seen.size() < kMostSeen) {
    auto *next = llvm::dyn_cast<llvm::Instruction>(todo.pop_back_val());
    if (!next || !seen.insert(next).second)
      continue;
    if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(next))
      bits = std::max(bits,
                      compare->getOperand(0)->getType()->getScalarSizeInBits());
    else if (next->isBitwiseLogicOp() ||
             llvm::isa<llvm::PHINode, llvm::FreezeInst, llvm::SelectInst>(next))
      todo.append(next->op_begin(), next->op_end());
  }
  return bits;
}

namespace {
/// Choices of one function that use each other.
class WideChoices {
public:
  WideChoices(llvm::ArrayRef<llvm::Instruction *> choices,
              const llvm::LoopInfo &loops)
      : choices(choices.begin(), choices.end()), loops(loops) {}

  /// Widens the choices if that takes fewer conversions, of masks and of
  /// integers, than there are.
  void run();

private:
  llvm::VectorType *getWide(const llvm::Value *choice) const {
    return llvm::VectorType::get(
        llvm::IntegerType::get(choice->getContext(), bits),
        getVectorType(choice)->getElementCount());
  }
  bool isMember(const llvm::Value *value) const {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction &&
           choices.contains(const_cast<llvm::Instruction *>(instruction));
  }
  void findBits();
  int64_t getGain() const;
  int64_t getWeight(const llvm::BasicBlock *block) const;
  llvm::Value *widen(llvm::Value *value);
  llvm::Value *makeWide(llvm::Instruction *choice);
  void narrowUses(llvm::Instruction *choice);

  llvm::SmallSetVector<llvm::Instruction *, 16> choices;
  const llvm::LoopInfo &loops;
  unsigned bits = 0;
  llvm::DenseMap<llvm::Value *, llvm::Value *> wide;
};
} // namespace

/// Set `bits` to those of the elements from whose comparison most masks are, if
/// the choices fit into a register then; else to 0.
void WideChoices::findBits() {
  llvm::SmallMapVector<unsigned, unsigned, 4> counts;
  for (llvm::Instruction *choice : choices)
    if (llvm::Value *mask = getMask(choice))
      ++counts[getCompared(mask)];
  unsigned most = 0;
  for (auto [compared, count] : counts)
    if (count > most) {
      bits = compared;
      most = count;
    }
  llvm::Instruction *first = choices.front();
  if (bits <= first->getType()->getScalarSizeInBits() ||
      bits * getVectorType(first)->getNumElements() > kMostBits)
    bits = 0;
}

/// How often an instruction of `block` is taken to be executed.
int64_t WideChoices::getWeight(const llvm::BasicBlock *block) const {
  constexpr unsigned kBitsOfRounds = 3, kMostDepth = 6;
  return int64_t(1) << (kBitsOfRounds *
                        std::min(loops.getLoopDepth(block), kMostDepth));
}

/// The conversions that wide choices save, less those that they need.
int64_t WideChoices::getGain() const {
  int64_t gain = 0;
  llvm::SmallPtrSet<const llvm::Value *, 16> extended;
  for (llvm::Instruction *choice : choices) {
    if (llvm::Value *mask = getMask(choice))
      gain +=
          (getCompared(mask) == bits ? 1 : -1) * getWeight(choice->getParent());
    for (const llvm::Use &operand : choice->operands())
      if (auto *from = llvm::dyn_cast<llvm::Instruction>(operand);
          from && !isMember(from) && !llvm::getSplatValue(from) &&
          from->getType() == choice->getType() && extended.insert(from).second)
        gain -= getWeight(from->getParent());
    for (const llvm::User *user : choice->users())
      if (!isMember(user))
        gain -= getWeight(llvm::cast<llvm::Instruction>(user)->getParent());
  }
  return gain;
}

/// `value`, an operand or a member, with elements of `bits` bits, of which only
/// the low ones matter.
llvm::Value *WideChoices::widen(llvm::Value *value) {
  if (llvm::Value *found = wide.lookup(value))
    return found;
  llvm::Value *result;
  if (isMember(value)) {
    result = makeWide(llvm::cast<llvm::Instruction>(value));
  } else {
    auto place = pirch::findPlaceBehind(value, *choices.front()->getFunction());
    llvm::IRBuilder<> builder(place->getParent(), place);
    llvm::VectorType *type = getWide(value);
    // A scalar is extended before it is copied to all lanes, for nothing.
    if (llvm::Value *scalar = llvm::getSplatValue(value))
      result = builder.CreateVectorSplat(
          type->getElementCount(),
          builder.CreateZExt(scalar, type->getElementType()));
    else
      result = builder.CreateZExt(value, type);
  }
  wide[value] = result;
  return result;
}

/// The last of the places from which on all operands of `choice` are there, if
/// they are in its block; then its mask does not wait for it.
static llvm::BasicBlock::iterator
findPlace(llvm::Instruction *choice, llvm::ArrayRef<llvm::Value *> from) {
  llvm::Instruction *last = nullptr;
  for (llvm::Value *operand : from) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand);
    if (!instruction || instruction->getParent() != choice->getParent())
      continue;
    if (!last || last->comesBefore(instruction))
      last = instruction;
  }
  return last ? *last->getInsertionPointAfterDef() : choice->getIterator();
}

llvm::Value *WideChoices::makeWide(llvm::Instruction *choice) {
  llvm::IRBuilder<> builder(choice);
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(choice))
    return builder.CreatePHI(getWide(phi), phi->getNumIncomingValues());
  llvm::Value *mask = getMask(choice);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(choice)) {
    auto place = findPlace(choice, mask);
    builder.SetInsertPoint(place->getParent(), place);
    return builder.CreateCast(cast->getOpcode(), mask, getWide(choice));
  }
  llvm::Value *left = widen(choice->getOperand(mask ? 1 : 0));
  llvm::Value *right = widen(choice->getOperand(mask ? 2 : 1));
  llvm::SmallVector<llvm::Value *> operands = {left, right};
  if (mask)
    operands.push_back(mask);
  auto place = findPlace(choice, operands);
  builder.SetInsertPoint(place->getParent(), place);
  if (mask)
    return builder.CreateSelect(mask, left, right);
  return builder.CreateBinOp(
      llvm::cast<llvm::BinaryOperator>(choice)->getOpcode(), left, right);
}

/// Let what uses `choice` and is none itself use the low bits, which are
/// narrowed where they are used, as that may be behind a loop.
void WideChoices::narrowUses(llvm::Instruction *choice) {
  llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> inBlock;
  for (llvm::Use &use : llvm::make_early_inc_range(choice->uses())) {
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    if (isMember(user))
      continue;
    llvm::Value *&narrow = inBlock[user->getParent()];
    if (!narrow) {
      auto *made = llvm::cast<llvm::Instruction>(widen(choice));
      llvm::BasicBlock *block = user->getParent();
      auto place = made->getParent() == block
                       ? *made->getInsertionPointAfterDef()
                       : block->getFirstInsertionPt();
      llvm::IRBuilder<> builder(block, place);
      narrow = builder.CreateTrunc(made, choice->getType());
    }
    use.set(narrow);
  }
}

void WideChoices::run() {
  findBits();
  if (bits == 0 || getGain() <= 0)
    return;
  for (llvm::Instruction *choice : choices)
    widen(choice);
  for (llvm::Instruction *choice : choices)
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(choice))
      for (auto [value, block] :
           llvm::zip(phi->incoming_values(), phi->blocks()))
        llvm::cast<llvm::PHINode>(widen(phi))->addIncoming(widen(value), block);
  for (llvm::Instruction *choice : choices)
    narrowUses(choice);
  for (llvm::Instruction *choice : choices)
    choice->replaceAllUsesWith(llvm::PoisonValue::get(choice->getType()));
  for (llvm::Instruction *choice : choices)
    choice->eraseFromParent();
}

void pirch::widenSelectsForX86(llvm::Function &function) {
  auto classes = findClasses(function, isChoice);
  if (classes.empty())
    return;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  for (llvm::ArrayRef<llvm::Instruction *> choices : classes)
    WideChoices(choices, loops).run();
}
