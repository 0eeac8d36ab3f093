//===- LLVMDefects.cpp - Detours around defects of LLVM -------------------===//

#include "LLVMDefects.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace pirch;

/// Send frozen vectors through the stack. LLVM's code generator makes a copy of
/// a freeze and drops it where a whole register is undefined, so that each use
/// reads another register: a divisor that was found to be no zero in one is
/// zero in the other, and the division traps. What is read back from memory is
/// one value.
static void pinFrozenVectors(llvm::Module &module) {
  llvm::SmallVector<llvm::FreezeInst *> frozen;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
        if (freeze->getType()->isVectorTy() && freeze->hasNUsesOrMore(2))
          frozen.push_back(freeze);
  for (llvm::FreezeInst *freeze : frozen) {
    llvm::Function &function = *freeze->getFunction();
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::Value *place = builder.CreateAlloca(freeze->getType());
    builder.SetInsertPoint(freeze);
    builder.CreateStore(freeze->getOperand(0), place, /*isVolatile=*/true);
    freeze->replaceAllUsesWith(
        builder.CreateLoad(freeze->getType(), place, /*isVolatile=*/true));
    freeze->eraseFromParent();
  }
}

/// Replace masked stores of one lane, which the constant mask names, by stores
/// of that element. LLVM's code generator makes the same of them, but where the
/// stored vector is a truncated one it stores the element before truncation,
/// and so overwrites the elements after it.
static void storeSingleLanes(llvm::Module &module) {
  llvm::SmallVector<std::pair<llvm::IntrinsicInst *, uint64_t>> singles;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *store = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!store || store->getIntrinsicID() != llvm::Intrinsic::masked_store)
        continue;
      auto *mask = llvm::dyn_cast<llvm::Constant>(store->getArgOperand(2));
      auto *type = llvm::dyn_cast<llvm::FixedVectorType>(
          store->getArgOperand(2)->getType());
      if (!mask || !type)
        continue;
      llvm::SmallVector<uint64_t> lanes;
      for (uint64_t lane = 0; lane < type->getNumElements(); ++lane)
        if (llvm::Constant *bit = mask->getAggregateElement(lane);
            !bit || !bit->isNullValue())
          lanes.push_back(lane);
      if (lanes.size() == 1)
        singles.push_back({store, lanes.front()});
    }
  for (auto [store, lane] : singles) {
    llvm::IRBuilder<> builder(store);
    llvm::Value *element =
        builder.CreateExtractElement(store->getArgOperand(0), lane);
    llvm::Value *address = builder.CreateConstInBoundsGEP1_64(
        element->getType(), store->getArgOperand(1), lane);
    uint64_t bytes = element->getType()->getScalarSizeInBits() / 8;
    llvm::Align alignment = llvm::commonAlignment(
        store->getParamAlign(1).valueOrOne(), lane * bytes);
    builder.CreateAlignedStore(element, address, alignment)
        ->copyMetadata(*store);
    store->eraseFromParent();
  }
}

/// Marks the freeze of a masked load that `unfreezeMaskedLoads` drops.
static constexpr llvm::StringLiteral kFrozenLoad = "pirch.frozen_load";

/// Whether memory may change after `load`, before `user` runs.
static bool mayChangeMemoryBetween(const llvm::Instruction &load,
                                   const llvm::Instruction &user) {
  if (load.getParent() != user.getParent())
    return true;
  for (const llvm::Instruction *at = load.getNextNode(); at && at != &user;
       at = at->getNextNode()) {
    auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(at);
    bool isPrefetch =
        intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::prefetch;
    if (at->mayWriteToMemory() && !isPrefetch)
      return true;
  }
  return false;
}

/// Freeze masked loads that a select uses after memory may have changed. LLVM's
/// InstCombine makes one masked load of the two, in the select's place, and so
/// loads what was stored between them.
static void freezeMaskedLoads(llvm::Module &module) {
  llvm::SmallVector<llvm::Use *> moved;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *load = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!load || load->getIntrinsicID() != llvm::Intrinsic::masked_load)
        continue;
      for (llvm::Use &use : load->uses())
        if (auto *select = llvm::dyn_cast<llvm::SelectInst>(use.getUser()))
          if (mayChangeMemoryBetween(*load, *select))
            moved.push_back(&use);
    }
  for (llvm::Use *use : moved) {
    auto *select = llvm::cast<llvm::SelectInst>(use->getUser());
    auto *freeze = new llvm::FreezeInst(use->get(), "", select->getIterator());
    freeze->setMetadata(kFrozenLoad,
                        llvm::MDNode::get(module.getContext(), {}));
    use->set(freeze);
  }
}

/// Drop the freezes that `freezeMaskedLoads` made: each costs a copy, and after
/// the optimizer nothing needs them.
static void unfreezeMaskedLoads(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (instruction.hasMetadata(kFrozenLoad)) {
        instruction.replaceAllUsesWith(instruction.getOperand(0));
        instruction.eraseFromParent();
      }
}

/// Whether LLVM, when it evaluates the intrinsic on constants, gives what every
/// machine gives. This also holds for intrinsics that compute nothing, such as
/// loads.
static bool isExactIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::not_intrinsic:
  case llvm::Intrinsic::sin:
  case llvm::Intrinsic::cos:
  case llvm::Intrinsic::tan:
  case llvm::Intrinsic::asin:
  case llvm::Intrinsic::acos:
  case llvm::Intrinsic::atan:
  case llvm::Intrinsic::atan2:
  case llvm::Intrinsic::sinh:
  case llvm::Intrinsic::cosh:
  case llvm::Intrinsic::tanh:
  case llvm::Intrinsic::exp:
  case llvm::Intrinsic::exp2:
  case llvm::Intrinsic::exp10:
  case llvm::Intrinsic::log:
  case llvm::Intrinsic::log2:
  case llvm::Intrinsic::log10:
  case llvm::Intrinsic::pow:
  case llvm::Intrinsic::powi:
    return false;
  default:
    return true;
  }
}

/// Keep LLVM from changing calls of mathematical functions. It evaluates calls
/// with constants in double precision on the compiling machine, and replaces
/// some functions by others, which gives other last bits than the library's
/// function.
static void keepLibraryCalls(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->isDeclaration() &&
          call->getType()->isFPOrFPVectorTy() &&
          !isExactIntrinsic(callee->getIntrinsicID()))
        call->addFnAttr(llvm::Attribute::NoBuiltin);
    }
}

/// Mark in `lanes` those of `value` that its users, all shuffles, take. False
/// where there is another user.
static bool findShuffledLanes(llvm::Value *value, unsigned numLanes,
                              llvm::SmallBitVector &lanes) {
  lanes.resize(numLanes);
  for (llvm::User *user : value->users()) {
    auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(user);
    if (!shuffle)
      return false;
    for (int lane : shuffle->getShuffleMask()) {
      if (lane < 0)
        continue;
      unsigned source = static_cast<unsigned>(lane) / numLanes;
      if (shuffle->getOperand(source) == value)
        lanes.set(static_cast<unsigned>(lane) % numLanes);
    }
  }
  return true;
}

/// Divide all lanes by one number where the optimizer divides by 1 in lanes
/// that nobody takes. LLVM's code generator computes 0 in all lanes of some
/// such remainders of bytes, which come from several loads.
static void fillDivisors(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      if (!inst.isIntDivRem())
        continue;
      auto *type = llvm::dyn_cast<llvm::FixedVectorType>(inst.getType());
      auto *divisor = llvm::dyn_cast<llvm::Constant>(inst.getOperand(1));
      llvm::SmallBitVector taken;
      if (!type || !divisor || divisor->getSplatValue() ||
          !findShuffledLanes(&inst, type->getNumElements(), taken))
        continue;
      llvm::Constant *only = nullptr;
      bool areSame = true;
      for (unsigned lane : taken.set_bits()) {
        llvm::Constant *element = divisor->getAggregateElement(lane);
        areSame &= element && llvm::isa<llvm::ConstantInt>(element) &&
                   (!only || element == only);
        only = element;
      }
      // What nobody takes may be the least integer, which must not meet -1.
      if (only && areSame && !only->isAllOnesValue() && !only->isNullValue())
        inst.setOperand(
            1, llvm::ConstantVector::getSplat(type->getElementCount(), only));
    }
}

/// Repeat the expectation of a branch (`llvm.expect`) right before it. The pass
/// that makes weights of branches from expectations forgets one at the end of
/// its block, and so does not know it of branches in later blocks.
static void repeatExpectations(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional())
        continue;
      auto *expected =
          llvm::dyn_cast<llvm::IntrinsicInst>(branch->getCondition());
      if (!expected || expected->getIntrinsicID() != llvm::Intrinsic::expect)
        continue;
      llvm::Instruction *copy = expected->clone();
      copy->insertBefore(branch->getIterator());
      branch->setCondition(copy);
    }
}

void pirch::prepareForOptimizer(llvm::Module &module) {
  repeatExpectations(module);
  keepLibraryCalls(module);
  freezeMaskedLoads(module);
}

void pirch::prepareForCodeGenerator(llvm::Module &module,
                                    const llvm::TargetMachine &machine) {
  unfreezeMaskedLoads(module);
  pinFrozenVectors(module);
  storeSingleLanes(module);
  fillDivisors(module);
  if (module.getTargetTriple().isX86())
    prepareForX86(module, machine);
}
