//===- LLVMDefectsX86.cpp - Detours around defects of LLVM on x86 ---------===//

#include "LLVMDefects.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

using namespace pirch;

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

/// Of a shuffle of bytes that puts constants into lanes of a value and moves
/// none: that value; null for other shuffles.
static llvm::Value *
findValueAmongConstants(const llvm::ShuffleVectorInst &shuffle) {
  int64_t lanes = shuffle.getShuffleMask().size();
  auto *type = llvm::cast<llvm::VectorType>(shuffle.getOperand(0)->getType());
  if (!type->getElementType()->isIntegerTy(8) || !shuffle.isSelect() ||
      lanes * 8 > 128)
    return nullptr;
  for (unsigned number : {0, 1}) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(shuffle.getOperand(number));
    if (constant &&
        llvm::all_of(llvm::seq<unsigned>(lanes), [&](unsigned lane) {
          return llvm::isa_and_nonnull<llvm::ConstantInt, llvm::UndefValue>(
              constant->getAggregateElement(lane));
        }))
      return shuffle.getOperand(1 - number);
  }
  return nullptr;
}

/// Put constants into lanes of bytes by `and` and `or`, one instruction of
/// AVX-512 (vpternlog), instead of a shuffle. Where such a shuffle stands among
/// others of a register of 128 bits, LLVM's code generator for CPUs with mask
/// registers may make one of two forms of the other, and back, for ever.
static void blendConstantsByBits(llvm::Module &module,
                                 const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (!hasMaskRegisters(function, machine))
      continue;
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      llvm::Value *value =
          shuffle ? findValueAmongConstants(*shuffle) : nullptr;
      if (!value)
        continue;
      llvm::IRBuilder<> builder(shuffle);
      int first = shuffle->getOperand(0) == value ? 0 : 1;
      auto *other = llvm::cast<llvm::Constant>(shuffle->getOperand(1 - first));
      int lanes = shuffle->getShuffleMask().size();
      llvm::SmallVector<llvm::Constant *> kept, put;
      for (auto [lane, from] : llvm::enumerate(shuffle->getShuffleMask())) {
        bool isKept = from < 0 || from / lanes == first;
        auto *byte =
            llvm::dyn_cast<llvm::ConstantInt>(other->getAggregateElement(lane));
        kept.push_back(builder.getInt8(isKept ? 0xff : 0));
        put.push_back(isKept || !byte ? builder.getInt8(0) : byte);
      }
      shuffle->replaceAllUsesWith(builder.CreateOr(
          builder.CreateAnd(value, llvm::ConstantVector::get(kept)),
          llvm::ConstantVector::get(put)));
      shuffle->eraseFromParent();
    }
  }
}

/// The number of lanes of a register that holds a part of `type`.
static unsigned countLanesOfPart(llvm::FixedVectorType *type,
                                 const llvm::TargetLowering &lowering) {
  llvm::EVT part;
  llvm::MVT inRegister;
  unsigned parts;
  lowering.getVectorTypeBreakdown(type->getContext(), llvm::EVT::getEVT(type),
                                  part, parts, inRegister);
  return part.isVector() ? part.getVectorNumElements() : 1;
}

/// The numbers of the parts, of `lanes` lanes each, in which `mask` may be
/// true.
static llvm::SmallVector<unsigned>
findLiveParts(const llvm::Value *mask, unsigned lanes,
              const llvm::DataLayout &layout) {
  unsigned all =
      llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  llvm::SmallVector<unsigned> live;
  for (unsigned part = 0; part < all / lanes; ++part) {
    auto demanded =
        llvm::APInt::getBitsSet(all, part * lanes, (part + 1) * lanes);
    if (!llvm::computeKnownBits(mask, demanded, llvm::SimplifyQuery(layout))
             .isZero())
      live.push_back(part);
  }
  return live;
}

/// Load or store the parts `live`, of `lanes` lanes each, in the place of a
/// masked load or store of more.
static void splitAccess(llvm::IntrinsicInst &access, unsigned lanes,
                        llvm::ArrayRef<unsigned> live) {
  bool isLoad = access.getIntrinsicID() == llvm::Intrinsic::masked_load;
  llvm::IRBuilder<> builder(&access);
  llvm::Value *value = access.getArgOperand(isLoad ? 2 : 0);
  llvm::Value *address = access.getArgOperand(isLoad ? 0 : 1);
  llvm::Value *mask = access.getArgOperand(isLoad ? 1 : 2);
  llvm::Align alignment = access.getParamAlign(isLoad ? 0 : 1).valueOrOne();
  auto *type = llvm::cast<llvm::FixedVectorType>(value->getType());
  uint64_t bytes = type->getScalarSizeInBits() / 8;
  auto take = [&](llvm::Value *whole, unsigned part) {
    return builder.CreateShuffleVector(
        whole, llvm::createSequentialMask(part * lanes, lanes, 0));
  };
  llvm::SmallVector<llvm::Value *> parts;
  for (unsigned part = 0; part < type->getNumElements() / lanes; ++part) {
    llvm::Value *own = take(value, part);
    if (llvm::is_contained(live, part)) {
      llvm::Value *place = builder.CreateConstInBoundsGEP1_64(
          type->getElementType(), address, part * lanes);
      llvm::Align aligned =
          llvm::commonAlignment(alignment, part * lanes * bytes);
      llvm::Value *bits = take(mask, part);
      llvm::Instruction *made =
          isLoad ? builder.CreateMaskedLoad(own->getType(), place, aligned,
                                            bits, own)
                 : builder.CreateMaskedStore(own, place, aligned, bits);
      made->copyMetadata(access);
      own = made;
    }
    parts.push_back(own);
  }
  if (isLoad)
    access.replaceAllUsesWith(llvm::concatenateVectors(builder, parts));
  access.eraseFromParent();
}

/// Leave out registers of masked loads and stores whose lanes are all known to
/// be masked off, on x86 without mask registers. LLVM's code generator makes a
/// mask of ones of theirs, of which vpmaskmov reads the highest bit, 0, but
/// takes it for a true one where it makes a plain load and a blend of a masked
/// load.
static void dropMaskedParts(llvm::Module &module,
                            const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || hasMaskRegisters(function, machine))
      continue;
    const llvm::TargetLowering &lowering =
        *machine.getSubtargetImpl(function)->getTargetLowering();
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *access = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!access)
        continue;
      bool isLoad = access->getIntrinsicID() == llvm::Intrinsic::masked_load;
      if (!isLoad && access->getIntrinsicID() != llvm::Intrinsic::masked_store)
        continue;
      llvm::Value *mask = access->getArgOperand(isLoad ? 1 : 2);
      auto *type = llvm::dyn_cast<llvm::FixedVectorType>(
          access->getArgOperand(isLoad ? 2 : 0)->getType());
      if (!type || llvm::isa<llvm::Constant>(mask))
        continue;
      unsigned lanes = countLanesOfPart(type, lowering);
      if (lanes == 1 || type->getNumElements() % lanes)
        continue;
      llvm::SmallVector<unsigned> live =
          findLiveParts(mask, lanes, module.getDataLayout());
      if (live.size() < type->getNumElements() / lanes)
        splitAccess(*access, lanes, live);
    }
  }
}

/// Whether `value` is loaded for its only use, and the load copies one element
/// to all lanes: arithmetic instructions of AVX-512 take such a load as an
/// operand.
static bool isFoldedBroadcast(const llvm::Value *value) {
  using namespace llvm::PatternMatch;
  const llvm::Value *element;
  return value->hasOneUse() &&
         match(value,
               m_Shuffle(m_InsertElt(m_Value(), m_Value(element), m_ZeroInt()),
                         m_Value(), m_ZeroMask())) &&
         element->hasOneUse() && llvm::isa<llvm::LoadInst>(element);
}

/// Whether `instruction` is the first product of a sum of vectors that starts
/// at zero, and a factor is loaded with it.
static bool startsSum(const llvm::Instruction &instruction) {
  auto *product = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!product || product->getIntrinsicID() != llvm::Intrinsic::fma)
    return false;
  auto *addend = llvm::dyn_cast<llvm::Constant>(product->getArgOperand(2));
  return addend && addend->isNullValue() &&
         (isFoldedBroadcast(product->getArgOperand(0)) ||
          isFoldedBroadcast(product->getArgOperand(1)));
}

/// Give each sum of products that starts at zero a zero of its own, as a
/// statement of assembler without an instruction, which LLVM's code generator
/// makes one that clears the sum's register. Where several sums share the zero,
/// the code generator keeps it and puts the first product in the place of a
/// factor: it loads that factor by an instruction of its own (vbroadcastsd),
/// which takes time of the units that multiply (4% of a product of 8x8 matrices
/// of f64 on Zen 4). The result is the same; only its time is another.
static void clearSumsApart(llvm::Module &module,
                           const llvm::TargetMachine &machine) {
  llvm::SmallVector<llvm::Use *> zeros;
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || !hasMaskRegisters(function, machine))
      continue;
    const llvm::TargetLowering &lowering =
        *machine.getSubtargetImpl(function)->getTargetLowering();
    for (llvm::Instruction &instruction : llvm::instructions(function))
      // A statement of assembler takes no value of several registers.
      if (startsSum(instruction) &&
          lowering.isOperationLegal(llvm::ISD::FMA,
                                    llvm::EVT::getEVT(instruction.getType())))
        zeros.push_back(&instruction.getOperandUse(2));
  }
  for (llvm::Use *zero : zeros) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(zero->getUser()));
    llvm::Type *type = zero->get()->getType();
    auto *function = llvm::FunctionType::get(type, {type}, /*isVarArg=*/false);
    zero->set(builder.CreateCall(
        llvm::InlineAsm::get(function, "", "=v,0", /*hasSideEffects=*/false),
        {zero->get()}));
  }
}

/// Forbid insertq and extrq (SSE4a, which AMD's CPUs have). LLVM's code
/// generator moves bytes within a register by them in code for AVX, too, but
/// they have no encoding by VEX: each of them waits for the upper halves of the
/// registers to be saved. On Zen 3, 9 of them in a loop of 120 instructions
/// made it 20 times slower.
static constexpr llvm::StringLiteral kNoInsertions = ",-sse4a";

/// Let the code generator take the gathers of AVX2. Where it does not take them
/// for fast, it loads lane by lane, with a branch for each lane of a mask.
static constexpr llvm::StringLiteral kGathers = ",+fast-gather";

/// Change what LLVM takes the CPU to have and to be good at. On CPUs whose
/// gathers it takes for slow, it still loads the lanes of gathers one by one
/// that need no branches for it: on Zen 3, lut3d of `scripts/bench general` is
/// a third slower with gathers.
static void chooseFeatures(llvm::Module &module,
                           const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    std::string features =
        function.getFnAttribute("target-features").getValueAsString().str();
    features += kNoInsertions;
    if (!hasMaskRegisters(function, machine) &&
        !machine.getSubtargetImpl(function)->checkFeatures(
            kGathers.drop_front().str())) {
      loadLanesOfKnownGathers(function);
      features += kGathers;
    }
    function.addFnAttr("target-features", features);
  }
}

void pirch::prepareForX86(llvm::Module &module,
                          const llvm::TargetMachine &machine) {
  narrowSubscriptsForX86(module);
  chooseFeatures(module, machine);
  clearSumsApart(module, machine);
  dropMaskedParts(module, machine);
  fenceForX86(module, machine);
  clearLanesByAnd(module);
  blendConstantsByBits(module, machine);
  unshareMasks(module, machine);
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || hasMaskRegisters(function, machine))
      continue;
    widenSelectsForX86(function);
    widenMasksForX86(function);
  }
}
