//===- GroupLoops.cpp - Loops over groups in LLVM IR ----------------------===//

#include "GroupLoops.h"
#include "Pirch/Target/Report.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <cmath>
#include <optional>

using namespace llvm;
using namespace pirch;

/// Whether `value` is computed from `first`, by additions and choices between
/// values.
static bool startsAt(const Value *value, const Value *first,
                     SmallPtrSetImpl<const Value *> &seen) {
  if (value == first)
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && seen.insert(value).second &&
         isa<PHINode, BinaryOperator, SelectInst, CastInst, MinMaxIntrinsic>(
             instruction) &&
         llvm::any_of(instruction->operands(), [&](const Use &operand) {
           return startsAt(operand, first, seen);
         });
}

/// The distance between two iterations of a counter of `loop` that starts at
/// `first`; nothing if there is no such counter. Of several counters, the one
/// in the smallest steps counts groups: the others are numbers of elements.
static std::optional<int64_t> findStep(Loop &loop, const Value *first,
                                       ScalarEvolution &evolution) {
  std::optional<int64_t> least;
  BasicBlock *before = loop.getLoopPredecessor();
  if (!before)
    return std::nullopt;
  for (PHINode &phi : loop.getHeader()->phis()) {
    SmallPtrSet<const Value *, 8> seen;
    if (!phi.getType()->isIntegerTy() ||
        !startsAt(phi.getIncomingValueForBlock(before), first, seen))
      continue;
    auto *counter = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (!counter || counter->getLoop() != &loop || !counter->isAffine())
      continue;
    auto *step = dyn_cast<SCEVConstant>(counter->getStepRecurrence(evolution));
    if (step && step->getAPInt().isStrictlyPositive())
      least =
          std::min(least.value_or(INT64_MAX), step->getAPInt().getSExtValue());
  }
  return least;
}

/// Whether the loop's stores go past the caches: then it is a copy, for large
/// launches, of another one.
static bool hasNontemporalStores(const Loop &loop) {
  return llvm::any_of(loop.blocks(), [](const BasicBlock *block) {
    return llvm::any_of(*block, [](const Instruction &instruction) {
      return instruction.hasMetadata(LLVMContext::MD_nontemporal);
    });
  });
}

/// The bytes of an access to memory that is not the function's own; 0 for other
/// instructions.
static double countBytes(Instruction &instruction, const DataLayout &layout,
                         bool &isWrite) {
  const Value *pointer = nullptr;
  Type *type = nullptr;
  isWrite = false;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    pointer = load->getPointerOperand();
    type = load->getType();
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    pointer = store->getPointerOperand();
    type = store->getValueOperand()->getType();
    isWrite = true;
  } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_expandload:
      type = call->getType();
      pointer = call->getArgOperand(0);
      break;
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_compressstore:
      type = call->getArgOperand(0)->getType();
      pointer = call->getArgOperand(1);
      isWrite = true;
      break;
    default:
      break;
    }
  }
  if (!type)
    return 0;
  if (pointer->getType()->isPointerTy()) {
    const Value *object = getUnderlyingObject(pointer);
    if (isa<AllocaInst>(object) || isa<GlobalValue>(object))
      return 0;
  }
  TypeSize size = layout.getTypeStoreSize(type);
  return size.getKnownMinValue();
}

std::vector<GroupLoop> pirch::findGroupLoops(Function &function,
                                             TargetMachine &machine) {
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager analyses;
  CGSCCAnalysisManager cgscc;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(cgscc);
  builder.registerFunctionAnalyses(analyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, analyses, cgscc, modules);
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  const Value *first = function.getArg(function.arg_size() - 2);
  bool onlyNontemporal = llvm::all_of(
      loops, [](const Loop *loop) { return hasNontemporalStores(*loop); });
  const DataLayout &layout = function.getDataLayout();
  std::vector<GroupLoop> result;
  for (Loop *loop : loops) {
    std::optional<int64_t> groups = findStep(*loop, first, evolution);
    if (!groups || (!onlyNontemporal && hasNontemporalStores(*loop)))
      continue;
    GroupLoop found{loop->getHeader(), *groups, 0, 0};
    for (BasicBlock *block : loop->blocks()) {
      double times = std::pow(kAssumedRounds, loops.getLoopDepth(block) - 1.0);
      for (Instruction &instruction : *block) {
        bool isWrite;
        double bytes = times * countBytes(instruction, layout, isWrite);
        (isWrite ? found.bytesWritten : found.bytesRead) += bytes;
      }
    }
    result.push_back(found);
  }
  // What an unrolled loop leaves is computed by another one.
  int64_t most = 0;
  for (const GroupLoop &loop : result)
    most = std::max(most, loop.groups);
  llvm::erase_if(result,
                 [&](const GroupLoop &loop) { return loop.groups < most; });
  return result;
}
