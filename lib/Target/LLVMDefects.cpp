//===- LLVMDefects.cpp - Detours around defects of LLVM -------------------===//

#include "LLVMDefects.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
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

/// Hide shuffles of 512-bit registers of x86 from the uses of their lowest 64
/// bits. Where such a use is the last one, LLVM's code generator narrows the
/// permutation of 64-bit elements (vpermpd) to one of a 128-bit register
/// (vpermilpd) and keeps the constant of lanes, although vpermilpd takes the
/// lane from the constant's second bit: the use reads the lowest element where
/// the second lowest was meant. An arithmetic fence costs no instruction.
static void fenceShuffles(llvm::Module &module) {
  if (!module.getTargetTriple().isX86())
    return;
  llvm::SmallVector<llvm::ShuffleVectorInst *> shuffles;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
        if (shuffle->hasNUsesOrMore(2) && takesSecondPartFirst(*shuffle))
          shuffles.push_back(shuffle);
  for (llvm::ShuffleVectorInst *shuffle : shuffles) {
    llvm::IRBuilder<> builder(shuffle->getNextNode());
    auto *real = llvm::FixedVectorType::get(builder.getFloatTy(), 16);
    llvm::Value *bits = builder.CreateBitCast(shuffle, real);
    llvm::Value *fence = builder.CreateIntrinsic(
        llvm::Intrinsic::arithmetic_fence, {real}, {bits});
    llvm::Value *hidden = builder.CreateBitCast(fence, shuffle->getType());
    shuffle->replaceUsesWithIf(hidden, [&](llvm::Use &use) {
      return use.getUser() != bits && use.getUser() != fence;
    });
  }
}

/// Whether the CPU that `function` is compiled for has registers for masks, of
/// up to 64 lanes: the letter k stands for them in assembler's instructions.
static bool hasMaskRegisters(const llvm::Function &function,
                             const llvm::TargetMachine &machine) {
  const llvm::TargetSubtargetInfo &subtarget =
      *machine.getSubtargetImpl(function);
  return subtarget.getTargetLowering()
             ->getRegForInlineAsmConstraint(subtarget.getRegisterInfo(), "k",
                                            llvm::MVT::v64i1)
             .second != nullptr;
}

/// A copy of `mask` that the code generator does not know to be one: what goes
/// through an assembler's instruction, here none. Null for masks whose number
/// of lanes is not that of a mask register.
static llvm::Value *copyMask(llvm::IRBuilder<> &builder, llvm::Value *mask) {
  constexpr unsigned kFewestLanes = 8;
  auto *type = llvm::cast<llvm::FixedVectorType>(mask->getType());
  unsigned lanes = type->getNumElements();
  if (!llvm::isPowerOf2_32(lanes) || lanes > 64)
    return nullptr;
  llvm::SmallVector<int> wide, narrow;
  for (unsigned lane = 0; lane < std::max(lanes, kFewestLanes); ++lane)
    wide.push_back(std::min(lane, lanes)); // the first lane of zeros
  for (unsigned lane = 0; lane < lanes; ++lane)
    narrow.push_back(lane);
  llvm::Value *whole = mask;
  if (lanes < kFewestLanes)
    whole = builder.CreateShuffleVector(
        mask, llvm::Constant::getNullValue(type), wide);
  auto *function = llvm::FunctionType::get(whole->getType(), {whole->getType()},
                                           /*isVarArg=*/false);
  llvm::Value *copy = builder.CreateCall(
      llvm::InlineAsm::get(function, "", "=k,0", /*hasSideEffects=*/false),
      {whole});
  return lanes < kFewestLanes ? builder.CreateShuffleVector(copy, narrow)
                              : copy;
}

/// The operand of `instruction` that is the mask of a gather or scatter; none
/// for other instructions.
static std::optional<unsigned>
findClearedMask(const llvm::Instruction &instruction) {
  auto *access = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!access)
    return std::nullopt;
  switch (access->getIntrinsicID()) {
  case llvm::Intrinsic::masked_gather:
    return 1;
  case llvm::Intrinsic::masked_scatter:
    return 2;
  default:
    return std::nullopt;
  }
}

/// Whether the instruction moves a mask with other uses to a general register.
static bool movesSharedMask(const llvm::Instruction &instruction) {
  auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
  auto *from =
      cast ? llvm::dyn_cast<llvm::FixedVectorType>(cast->getSrcTy()) : nullptr;
  if (!from || !from->getElementType()->isIntegerTy(1) ||
      !cast->getDestTy()->isIntegerTy() ||
      llvm::isa<llvm::Constant>(cast->getOperand(0)) ||
      cast->getOperand(0)->hasOneUse())
    return false;
  // A comparison with 0 tests the mask register.
  return llvm::any_of(cast->users(), [](const llvm::User *user) {
    auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    return !compare || !compare->isEquality() ||
           !llvm::isa<llvm::Constant>(compare->getOperand(1));
  });
}

/// Give each gather and scatter of AVX-512 a mask of its own, as the
/// instruction clears its mask, and each move of a mask to a general register a
/// copy. Two parts of LLVM's code generator lose masks otherwise: the register
/// coalescer lets a gather clear a mask that is used afterwards, by the gather
/// of its other half or by a masked store, where many masks are alive; and the
/// pass x86-compress-evex, which makes vmovmskps of vpmovd2m and kmovd, drops
/// the mask register although a gather or scatter follows, which it takes for
/// an instruction that only writes the register.
static void unshareMasks(llvm::Module &module,
                         const llvm::TargetMachine &machine) {
  if (!module.getTargetTriple().isX86())
    return;
  llvm::SmallVector<llvm::Use *> masks;
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || !hasMaskRegisters(function, machine))
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      std::optional<unsigned> cleared = findClearedMask(instruction);
      if (cleared &&
          !llvm::isa<llvm::Constant>(instruction.getOperand(*cleared)))
        masks.push_back(&instruction.getOperandUse(*cleared));
      else if (movesSharedMask(instruction))
        masks.push_back(&instruction.getOperandUse(0));
    }
  }
  for (llvm::Use *mask : masks) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(mask->getUser()));
    if (llvm::Value *copy = copyMask(builder, mask->get()))
      mask->set(copy);
  }
}

/// The lanes in which `shuffle`, of i1, keeps those of one of its operands,
/// where all others are false; empty for other shuffles. `kept` is set to that
/// operand.
static llvm::SmallVector<bool>
findKeptLanes(const llvm::ShuffleVectorInst &shuffle, llvm::Value *&kept) {
  int lanes = shuffle.getType()->getElementCount().getKnownMinValue();
  if (!shuffle.getType()->getElementType()->isIntegerTy(1) ||
      shuffle.changesLength())
    return {};
  for (int own : {0, 1}) {
    auto *other = llvm::dyn_cast<llvm::Constant>(shuffle.getOperand(1 - own));
    kept = shuffle.getOperand(own);
    llvm::SmallVector<bool> isKept;
    for (int lane = 0; other && lane < lanes; ++lane) {
      if (shuffle.getMaskValue(lane) < 0) {
        isKept.push_back(false); // nobody reads the lane
        continue;
      }
      int from = shuffle.getMaskValue(lane) - own * lanes;
      isKept.push_back(from == lane);
      llvm::Constant *constant =
          from >= 0 && from < lanes
              ? nullptr
              : other->getAggregateElement((from + lanes) % lanes);
      if (from != lane && !(constant && constant->isNullValue()))
        other = nullptr;
    }
    if (other)
      return isKept;
  }
  return {};
}

/// Clear lanes of masks by `and`, where LLVM's optimizer made a shuffle with
/// false of that. For a mask of 16 lanes with a false upper half, LLVM's code
/// generator moves the lower eight (kmovb) from one mask register to another.
/// Where mask registers are few, it drops that move as a copy, and the upper
/// half with it.
static void clearLanesByAnd(llvm::Module &module) {
  if (!module.getTargetTriple().isX86())
    return;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      llvm::Value *kept = nullptr;
      llvm::SmallVector<bool> lanes =
          shuffle ? findKeptLanes(*shuffle, kept) : llvm::SmallVector<bool>();
      if (lanes.empty())
        continue;
      llvm::IRBuilder<> builder(shuffle);
      llvm::SmallVector<llvm::Constant *> bits;
      for (bool isKept : lanes)
        bits.push_back(builder.getInt1(isKept));
      shuffle->replaceAllUsesWith(
          builder.CreateAnd(kept, llvm::ConstantVector::get(bits)));
      shuffle->eraseFromParent();
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

void pirch::prepareForOptimizer(llvm::Module &module) {
  keepLibraryCalls(module);
  freezeMaskedLoads(module);
}

void pirch::prepareForCodeGenerator(llvm::Module &module,
                                    const llvm::TargetMachine &machine) {
  unfreezeMaskedLoads(module);
  pinFrozenVectors(module);
  storeSingleLanes(module);
  fenceShuffles(module);
  clearLanesByAnd(module);
  unshareMasks(module, machine);
}
