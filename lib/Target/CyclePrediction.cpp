//===- CyclePrediction.cpp - The time that code takes, on paper -----------===//

#include "CyclePrediction.h"
#include "Pirch/Target/Report.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/MCA/Context.h"
#include "llvm/MCA/InstrBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <cmath>
#include <map>

using namespace pirch;
namespace mca = llvm::mca;

/// The cycles that a call is taken to last.
static constexpr unsigned kCallLatency = 100;
/// The bytes that the first-level cache of instructions holds, and the bytes of
/// code that the second-level cache delivers in a cycle, on Zen 4, Zen 5 and
/// Sapphire Rapids.
static constexpr double kInstructionCacheBytes = 32 * 1024, kFetchedBytes = 32;
/// The number of instructions that a simulation goes through, about.
static constexpr size_t kSimulated = 4000;

/// Have `text` appear as a comment of the assembly in `block`.
static void markBlock(llvm::BasicBlock &block, const llvm::Twine &text) {
  llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), false);
  builder.CreateCall(llvm::InlineAsm::get(type, ("# " + text).str(), "",
                                          /*hasSideEffects=*/true));
}

/// Have the assembly say where the loops over groups are.
static void markLoops(llvm::ArrayRef<GroupLoop> loops) {
  for (auto [number, loop] : llvm::enumerate(loops))
    markBlock(*loop.header, kLoopMark + llvm::Twine(number));
}

/// Have the assembly say which blocks of `function` are executed in less than
/// one of a thousand times.
static void markUnlikelyBlocks(llvm::Function &function) {
  constexpr uint64_t kUnlikely = 1000;
  for (llvm::BasicBlock &block : function) {
    llvm::Instruction &branch = *block.getTerminator();
    uint64_t taken, other;
    if (branch.getNumSuccessors() != 2 ||
        !llvm::extractBranchWeights(branch, taken, other))
      continue;
    for (auto [number, weights] :
         {std::pair(0, std::pair(taken, other)), {1, {other, taken}}}) {
      llvm::BasicBlock *successor = branch.getSuccessor(number);
      if (weights.second >= kUnlikely * std::max<uint64_t>(weights.first, 1) &&
          successor->getSinglePredecessor())
        markBlock(*successor, kUnlikelyMark);
    }
  }
}

std::optional<double>
CyclePredictor::predict(llvm::ArrayRef<const llvm::MCInst *> body,
                        std::string &unknown) const {
  const llvm::MCSchedModel &model = subtarget.getSchedModel();
  const llvm::MCRegisterInfo &registers = *machine.getMCRegisterInfo();
  std::unique_ptr<llvm::MCInstrAnalysis> analysis(
      machine.getTarget().createMCInstrAnalysis(&instructions));
  mca::InstrumentManager instruments(subtarget, instructions);
  mca::InstrBuilder builder(subtarget, instructions, registers, analysis.get(),
                            instruments, kCallLatency);
  std::vector<std::unique_ptr<mca::Instruction>> sequence;
  auto add = [&](const llvm::MCInst &instruction) {
    auto made = builder.createInstruction(instruction, {});
    if (!made) {
      llvm::consumeError(made.takeError());
      unknown = instructions.getName(instruction.getOpcode()).str();
      return false;
    }
    sequence.push_back(std::move(*made));
    return true;
  };
  double calls = 0, missing = 0;
  for (const llvm::MCInst *instruction : body) {
    const llvm::MCInstrDesc &description =
        instructions.get(instruction->getOpcode());
    calls += description.isCall();
    missing += modelled.getMissingCycles(*instruction);
    if (description.isCall() || description.isReturn())
      continue; // MCA warns of them, and goes on as if they were not there
    std::optional<llvm::MCInst> second = modelled.getSecondAccess(*instruction);
    if (!add(modelled.get(*instruction)) || (second && !add(*second)))
      return std::nullopt;
  }
  if (sequence.empty())
    return calls * kCallLatency + missing;
  unsigned rounds = std::clamp<size_t>(kSimulated / sequence.size(), 4, 100);
  mca::CircularSourceMgr source(sequence, rounds);
  mca::PipelineOptions options(0, 0, model.IssueWidth, 0, 0, 0,
                               /*NoAlias=*/true);
  mca::CustomBehaviour behaviour(subtarget, source, instructions);
  mca::Context context(registers, subtarget);
  std::unique_ptr<mca::Pipeline> pipeline =
      model.isOutOfOrder()
          ? context.createDefaultPipeline(options, source, behaviour)
          : context.createInOrderPipeline(options, source, behaviour);
  llvm::Expected<unsigned> cycles = pipeline->run();
  if (!cycles) {
    llvm::consumeError(cycles.takeError());
    return std::nullopt;
  }
  return *cycles / static_cast<double>(rounds) + calls * kCallLatency + missing;
}

/// The cycles for which an iteration of `loop` waits for its code, which the
/// first-level cache does not hold.
static double getFetchCycles(const MachineLoop &loop) {
  double bytes = 0;
  for (const MachineInstruction &entry : loop.instructions)
    bytes += entry.bytes;
  return bytes > kInstructionCacheBytes ? bytes / kFetchedBytes : 0;
}

std::optional<double> CyclePredictor::predict(const MachineLoop &loop,
                                              std::string &unknown) const {
  if (!subtarget.getSchedModel().hasInstrSchedModel())
    return std::nullopt;
  // The instructions of each loop that are in no loop within it.
  std::map<std::pair<unsigned, unsigned>, std::vector<const llvm::MCInst *>>
      bodies;
  for (const MachineInstruction &entry : loop.instructions)
    bodies[{entry.loop, entry.depth}].push_back(&entry.instruction);
  double sum = getFetchCycles(loop);
  for (const auto &[place, body] : bodies) {
    std::optional<double> cycles = predict(body, unknown);
    if (!cycles)
      return std::nullopt;
    sum += *cycles * std::pow(kAssumedRounds, place.second);
  }
  return sum;
}

llvm::Expected<std::vector<KernelCode>>
pirch::readKernelCode(CodeToEmit &code, const llvm::MCInstrInfo &instructions) {
  std::vector<std::vector<GroupLoop>> loops;
  for (const KernelInfo &kernel : code.kernels) {
    llvm::Function *function = code.module.getFunction(kernel.symbol);
    loops.push_back(function ? findGroupLoops(*function, code.machine)
                             : std::vector<GroupLoop>());
    markLoops(loops.back());
    if (function)
      markUnlikelyBlocks(*function);
  }
  llvm::Expected<std::string> assembly = emitMachineCode(
      code.module, code.attribute, code.machine, /*isObject=*/false);
  if (!assembly)
    return assembly.takeError();
  std::vector<KernelCode> result;
  for (auto [kernel, marked] : llvm::zip_equal(code.kernels, loops)) {
    llvm::Expected<MachineLoop> loop =
        readLoop(*assembly, kernel.symbol, code.machine, instructions);
    if (!loop)
      return loop.takeError();
    std::optional<GroupLoop> found;
    if (loop->mark)
      found = marked[*loop->mark];
    result.push_back(
        {std::move(*loop), found,
         found ? found->groups : kernel.wgPack * kernel.groupParts});
  }
  return result;
}

llvm::Expected<std::vector<std::optional<double>>>
pirch::predictGroupCycles(CodeToEmit &code, const CPUTarget &target) {
  std::unique_ptr<llvm::MCInstrInfo> instructions(
      code.machine.getTarget().createMCInstrInfo());
  llvm::Expected<std::vector<KernelCode>> kernels =
      readKernelCode(code, *instructions);
  if (!kernels)
    return kernels.takeError();
  ModelledInstructions modelled(code.machine, *instructions, target);
  CyclePredictor predictor(code.machine, *instructions, modelled);
  std::vector<std::optional<double>> result;
  for (const KernelCode &kernel : *kernels) {
    std::string unknown;
    bool isKnown = kernel.groupLoop &&
                   llvm::none_of(kernel.loop.instructions,
                                 [](const MachineInstruction &instruction) {
                                   return instruction.depth > 0;
                                 });
    std::optional<double> cycles =
        isKnown ? predictor.predict(kernel.loop, unknown) : std::nullopt;
    if (cycles)
      *cycles /= static_cast<double>(kernel.groups);
    result.push_back(cycles);
  }
  return result;
}
