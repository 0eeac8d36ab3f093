//===- LLVMMasksX86.cpp - Masks as wide as what is compared ---------------===//
//
// Without registers for masks, a comparison of x86 makes a vector as wide as
// its operands, of whose elements all bits are set or none. LLVM's code
// generator takes the and, or and xor of such masks in vectors of the least
// width that holds as many lanes, mostly half as wide: each operand is packed,
// and each result extended again where it chooses elements. What is here
// combines masks in the width of their comparisons.
//
//===----------------------------------------------------------------------===//

#include "LLVMClasses.h"
#include "LLVMDefects.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm::PatternMatch;

/// The bits of the registers in which masks are combined.
static constexpr unsigned kMostBits = 256, kLeastBits = 128;

static llvm::FixedVectorType *getMaskType(const llvm::Value *value) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return type && type->getElementType()->isIntegerTy(1) ? type : nullptr;
}

/// Whether the result of `value`, a mask, is combined from masks that are its
/// operands.
static bool isCombination(const llvm::Value *value) {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || !getMaskType(instruction))
    return false;
  switch (instruction->getOpcode()) {
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::Select:
  case llvm::Instruction::PHI:
  case llvm::Instruction::Freeze:
    return true;
  default:
    return false;
  }
}

namespace {
/// The masks of a function that are combined with each other, directly or by
/// others, in vectors of integers of one width.
class WideMasks {
public:
  WideMasks(llvm::ArrayRef<llvm::Instruction *> combinations, unsigned bits)
      : combinations(combinations.begin(), combinations.end()), bits(bits) {}

  void run();

private:
  llvm::VectorType *getWide(const llvm::Value *mask) const {
    return llvm::VectorType::get(
        llvm::IntegerType::get(mask->getContext(), bits),
        getMaskType(mask)->getElementCount());
  }
  llvm::Value *widen(llvm::Value *mask);
  llvm::Value *combine(llvm::Instruction *mask);
  llvm::Value *choose(llvm::IRBuilder<> &builder, llvm::SelectInst *select);
  llvm::Value *narrow(llvm::Instruction *mask, unsigned wanted);
  void replaceUses(llvm::Instruction *mask);

  llvm::SmallSetVector<llvm::Instruction *, 16> combinations;
  unsigned bits;
  llvm::DenseMap<llvm::Value *, llvm::Value *> wide;
  /// The masks of single bits made of `wide` by the bits of the elements that
  /// they choose.
  llvm::DenseMap<std::pair<llvm::Value *, unsigned>, llvm::Value *> narrowed;
};
} // namespace

/// `mask` as a vector of integers, all bits of which are set or none.
llvm::Value *WideMasks::widen(llvm::Value *mask) {
  auto found = wide.find(mask);
  if (found != wide.end())
    return found->second;
  llvm::Value *result = nullptr;
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(mask);
  if (instruction && combinations.contains(instruction)) {
    result = combine(instruction);
  } else {
    auto place =
        pirch::findPlaceBehind(mask, *combinations.front()->getFunction());
    llvm::IRBuilder<> builder(place->getParent(), place);
    result = builder.CreateSExt(mask, getWide(mask));
  }
  wide[mask] = result;
  return result;
}

/// The choice between masks by a mask. Arms that are not chosen may be poison:
/// as operands of bitwise operations they must not be.
llvm::Value *WideMasks::choose(llvm::IRBuilder<> &builder,
                               llvm::SelectInst *select) {
  if (!getMaskType(select->getCondition()))
    return builder.CreateSelect(select->getCondition(),
                                widen(select->getTrueValue()),
                                widen(select->getFalseValue()));
  llvm::Value *where = widen(select->getCondition());
  auto arm = [&](llvm::Value *mask) {
    llvm::Value *lanes = widen(mask);
    return llvm::isa<llvm::Constant>(lanes) ? lanes
                                            : builder.CreateFreeze(lanes);
  };
  llvm::Value *onTrue = arm(select->getTrueValue());
  llvm::Value *onFalse = arm(select->getFalseValue());
  if (match(onFalse, m_Zero()))
    return builder.CreateAnd(where, onTrue);
  if (match(onTrue, m_AllOnes()))
    return builder.CreateOr(where, onFalse);
  // A mask that is used twice must be the same both times.
  where = builder.CreateFreeze(where);
  llvm::Value *there = builder.CreateAnd(where, onTrue);
  llvm::Value *elsewhere = builder.CreateAnd(builder.CreateNot(where), onFalse);
  return builder.CreateOr(there, elsewhere);
}

llvm::Value *WideMasks::combine(llvm::Instruction *mask) {
  llvm::IRBuilder<> builder(mask);
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(mask)) {
    llvm::PHINode *result =
        builder.CreatePHI(getWide(mask), phi->getNumIncomingValues());
    wide[mask] = result; // what comes in may depend on it
    for (auto [value, block] : llvm::zip(phi->incoming_values(), phi->blocks()))
      result->addIncoming(widen(value), block);
    return result;
  }
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(mask))
    return choose(builder, select);
  if (llvm::isa<llvm::FreezeInst>(mask))
    return builder.CreateFreeze(widen(mask->getOperand(0)));
  auto opcode = llvm::cast<llvm::BinaryOperator>(mask)->getOpcode();
  llvm::Value *left = widen(mask->getOperand(0));
  llvm::Value *right = widen(mask->getOperand(1));
  return builder.CreateBinOp(opcode, left, right);
}

/// The mask of single bits for elements of `wanted` bits. Its lanes are the
/// sign bits, which the machine's choices take as they are.
llvm::Value *WideMasks::narrow(llvm::Instruction *mask, unsigned wanted) {
  llvm::Value *&result = narrowed[{mask, wanted}];
  if (result)
    return result;
  llvm::Value *lanes = widen(mask);
  llvm::Value *last = llvm::isa<llvm::Instruction>(lanes) ? lanes : mask;
  auto place = pirch::findPlaceBehind(last, *mask->getFunction());
  llvm::IRBuilder<> builder(place->getParent(), place);
  auto *type = llvm::VectorType::get(builder.getIntNTy(wanted),
                                     getMaskType(mask)->getElementCount());
  lanes = builder.CreateSExtOrTrunc(lanes, type);
  result = builder.CreateICmpSLT(lanes, llvm::Constant::getNullValue(type));
  return result;
}

/// Let what uses `mask`, a combination, use what was made of it.
void WideMasks::replaceUses(llvm::Instruction *mask) {
  for (llvm::Use &use : llvm::make_early_inc_range(mask->uses())) {
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    if (combinations.contains(user))
      continue;
    auto *extension = llvm::dyn_cast<llvm::SExtInst>(user);
    if (extension && extension->getType() == getWide(mask)) {
      if (wide.lookup(mask) == extension)
        continue;
      extension->replaceAllUsesWith(widen(mask));
      continue;
    }
    unsigned wanted = bits;
    if (llvm::isa<llvm::SelectInst>(user) && use.getOperandNo() == 0)
      wanted = user->getType()->getScalarSizeInBits();
    // Pointers have no number of bits, and others may need two registers.
    if (wanted == 0 || wanted * getMaskType(mask)->getNumElements() > kMostBits)
      wanted = bits;
    use.set(narrow(mask, wanted));
  }
}

void WideMasks::run() {
  for (llvm::Instruction *mask : combinations)
    widen(mask);
  for (llvm::Instruction *mask : combinations)
    replaceUses(mask);
  for (llvm::Instruction *mask : combinations)
    mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType()));
  for (llvm::Instruction *mask : combinations)
    mask->eraseFromParent();
}

/// The bits of the elements in which the masks `combinations` of one class are
/// best combined: those of the widest elements that are compared. 0 where none
/// are.
static unsigned findWidth(llvm::ArrayRef<llvm::Instruction *> combinations) {
  unsigned bits = 0;
  for (llvm::Instruction *mask : combinations)
    for (llvm::Value *operand : mask->operands())
      if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(operand))
        bits = std::max(
            bits, compare->getOperand(0)->getType()->getScalarSizeInBits());
  if (bits == 0)
    return 0;
  unsigned lanes = getMaskType(combinations.front())->getNumElements();
  bits = std::min(std::max(bits, kLeastBits / lanes), kMostBits / lanes);
  return bits >= 8 && llvm::isPowerOf2_32(bits) ? bits : 0;
}

void pirch::widenMasksForX86(llvm::Function &function) {
  for (llvm::ArrayRef<llvm::Instruction *> combined :
       findClasses(function, isCombination))
    if (unsigned bits = findWidth(combined))
      WideMasks(combined, bits).run();
}
