//===- LLVMGathersX86.cpp - Addresses of gathers on x86 -------------------===//
//
// A gather of x86 adds the subscript of each lane to one scalar address, and
// takes subscripts of 32 or of 64 bits; with 64, twice as many instructions
// load as many elements of 32 bits. LLVM's code generator takes 32 where the
// last step of an address is an extended vector of 32 bits, or a constant one.
// LLVM's optimizer moves that step out of loops, before scalar steps that
// change with each iteration. What is here makes it the last step again.
//
// On CPUs whose gathers are slow, gathers of which it is known at compile time
// which lanes take part are loaded lane by lane. That is here, too.
//
//===----------------------------------------------------------------------===//

#include "LLVMDefects.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace {
/// The addresses of lanes: a scalar address, scalar steps from it, and one step
/// with a subscript for each lane.
class LaneAddresses {
public:
  explicit LaneAddresses(const llvm::DataLayout &layout) : layout(layout) {}

  /// Take the vector of pointers `pointers` apart. Returns false where it is
  /// not of this form, or has no subscript of 32 bits.
  bool match(llvm::Value *pointers) {
    return addPointers(pointers) && lanes.subscript &&
           fitsInHalf(lanes.subscript);
  }

  /// Whether there is more than one step, so that the code generator may not
  /// find the subscripts: it looks at the last step alone.
  bool isScattered() const { return numSteps > 1; }

  llvm::Value *emit(llvm::IRBuilder<> &builder) const {
    llvm::Value *address = base;
    for (const Step &step : scalars)
      address = builder.CreateGEP(step.element, address, step.subscript);
    return builder.CreateGEP(lanes.element, address, lanes.subscript);
  }

private:
  /// `subscript` elements of type `element` further.
  struct Step {
    llvm::Type *element = nullptr;
    llvm::Value *subscript = nullptr;
  };

  bool addPointers(llvm::Value *pointers) {
    if (llvm::Value *scalar = llvm::getSplatValue(pointers)) {
      base = scalar;
      return true;
    }
    auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers);
    if (!address || address->getNumIndices() != 1)
      return false;
    llvm::Value *from = address->getPointerOperand();
    if (!from->getType()->isVectorTy())
      base = from;
    else if (!addPointers(from))
      return false;
    return addStep(address->getSourceElementType(), address->getOperand(1));
  }

  bool addStep(llvm::Type *element, llvm::Value *subscript) {
    ++numSteps;
    if (!subscript->getType()->isVectorTy()) {
      scalars.push_back({element, subscript});
      return true;
    }
    if (llvm::Value *scalar = llvm::getSplatValue(subscript)) {
      scalars.push_back({element, scalar});
      return true;
    }
    if (lanes.subscript)
      return false;
    lanes = {element, subscript};
    return true;
  }

  /// Whether each subscript is known to the code generator to be one of 32 bits
  /// with a sign.
  bool fitsInHalf(llvm::Value *subscript) const {
    constexpr unsigned kHalf = 32;
    bool isKnown =
        llvm::isa<llvm::Constant, llvm::SExtInst, llvm::ZExtInst>(subscript);
    unsigned bits = subscript->getType()->getScalarSizeInBits();
    return isKnown &&
           llvm::ComputeNumSignBits(subscript, layout) > bits - kHalf;
  }

  const llvm::DataLayout &layout;
  llvm::Value *base = nullptr;
  llvm::SmallVector<Step, 4> scalars;
  Step lanes;
  unsigned numSteps = 0;
};
} // namespace

/// The operand of `instruction` that holds the addresses of a gather or
/// scatter; null for other instructions.
static llvm::Use *getAddresses(llvm::Instruction &instruction) {
  auto *access = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!access)
    return nullptr;
  switch (access->getIntrinsicID()) {
  case llvm::Intrinsic::masked_gather:
    return &access->getArgOperandUse(0);
  case llvm::Intrinsic::masked_scatter:
    return &access->getArgOperandUse(1);
  default:
    return nullptr;
  }
}

void pirch::narrowSubscriptsForX86(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      llvm::Use *addresses = getAddresses(instruction);
      LaneAddresses parts(module.getDataLayout());
      if (!addresses || !parts.match(addresses->get()) || !parts.isScattered())
        continue;
      llvm::IRBuilder<> builder(&instruction);
      addresses->set(parts.emit(builder));
    }
}

/// The address of one lane of the vector of addresses `pointers`: where lanes
/// lie at constant distances from one scalar address, at such a distance, which
/// the load's instruction adds.
static llvm::Value *getAddress(llvm::IRBuilder<> &builder,
                               llvm::Value *pointers, unsigned lane) {
  auto *addresses = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers);
  auto *subscripts =
      addresses && addresses->getNumIndices() == 1
          ? llvm::dyn_cast<llvm::Constant>(addresses->getOperand(1))
          : nullptr;
  if (!subscripts || addresses->getPointerOperandType()->isVectorTy())
    return builder.CreateExtractElement(pointers, lane);
  // Null also where the subscript is one for all lanes.
  llvm::Constant *subscript = subscripts->getAggregateElement(lane);
  if (!subscript)
    return builder.CreateExtractElement(pointers, lane);
  return builder.CreateGEP(addresses->getSourceElementType(),
                           addresses->getPointerOperand(), subscript);
}

/// Load the lanes of `gather`, of which it is known at compile time which take
/// part, one by one.
static void loadLanes(llvm::IntrinsicInst &gather) {
  llvm::IRBuilder<> builder(&gather);
  llvm::Value *pointers = gather.getArgOperand(0);
  auto *mask = llvm::cast<llvm::Constant>(gather.getArgOperand(1));
  llvm::Value *result = gather.getArgOperand(2);
  auto *type = llvm::cast<llvm::FixedVectorType>(gather.getType());
  llvm::Align alignment = gather.getParamAlign(0).value_or(llvm::Align(1));
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    if (!mask->getAggregateElement(lane)->isOneValue())
      continue;
    llvm::Value *pointer = getAddress(builder, pointers, lane);
    llvm::Value *element =
        builder.CreateAlignedLoad(type->getElementType(), pointer, alignment);
    result = builder.CreateInsertElement(result, element, lane);
  }
  gather.replaceAllUsesWith(result);
  gather.eraseFromParent();
}

/// The gathers of `function` of which it is known which lanes take part.
static llvm::SmallVector<llvm::IntrinsicInst *>
findKnownGathers(llvm::Function &function) {
  llvm::SmallVector<llvm::IntrinsicInst *> gathers;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *gather = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!gather || gather->getIntrinsicID() != llvm::Intrinsic::masked_gather)
      continue;
    auto *mask = llvm::dyn_cast<llvm::Constant>(gather->getArgOperand(1));
    auto *type = llvm::cast<llvm::FixedVectorType>(gather->getType());
    bool isKnown = mask;
    for (unsigned lane = 0; isKnown && lane < type->getNumElements(); ++lane)
      isKnown = llvm::isa_and_present<llvm::ConstantInt>(
          mask->getAggregateElement(lane));
    if (isKnown)
      gathers.push_back(gather);
  }
  return gathers;
}

void pirch::loadLanesOfKnownGathers(llvm::Function &function) {
  for (llvm::IntrinsicInst *gather : findKnownGathers(function))
    loadLanes(*gather);
}
