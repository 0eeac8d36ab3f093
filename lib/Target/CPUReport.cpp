//===- CPUReport.cpp - What code for a CPU costs, on paper ----------------===//

#include "CPUReport.h"
#include "GroupLoops.h"
#include "MachineLoop.h"
#include "Pirch/Target/Report.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/MCA/Context.h"
#include "llvm/MCA/InstrBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <cmath>

using namespace pirch;
namespace mca = llvm::mca;

using ClassifyFn = llvm::function_ref<llvm::StringRef(llvm::StringRef)>;

/// The cycles that a call is taken to last.
static constexpr unsigned kCallLatency = 100;
/// The number of instructions that a simulation goes through, about.
static constexpr size_t kSimulated = 4000;

/// Have the assembly say where the loops over groups are.
static void markLoops(llvm::ArrayRef<GroupLoop> loops) {
  for (auto [number, loop] : llvm::enumerate(loops)) {
    llvm::IRBuilder<> builder(loop.header, loop.header->getFirstInsertionPt());
    auto *type = llvm::FunctionType::get(builder.getVoidTy(), false);
    builder.CreateCall(llvm::InlineAsm::get(
        type, ("# " + kLoopMark + llvm::Twine(number)).str(), "",
        /*hasSideEffects=*/true));
  }
}

namespace {
/// Looks at the loop over groups of one kernel.
class Reporter {
public:
  Reporter(const llvm::TargetMachine &machine,
           const llvm::MCInstrInfo &instructions, ClassifyFn classify)
      : machine(machine), subtarget(*machine.getMCSubtargetInfo()),
        instructions(instructions), classify(classify) {}

  /// The report about a loop whose iteration computes `groups` groups.
  KernelReport report(const MachineLoop &loop, int64_t groups);

private:
  /// The class of an instruction; its name is as long as a column is wide.
  llvm::StringRef classOf(const llvm::MCInst &instruction) const;

  /// The cycles between the starts of two such instructions.
  double cyclesOf(const llvm::MCInst &instruction) const;

  /// The cycles of one iteration of `body`, by LLVM's machine code analyzer;
  /// nothing if it does not know an instruction, which `unknown` then is.
  std::optional<double> predict(llvm::ArrayRef<const llvm::MCInst *> body,
                                std::string &unknown) const;

  /// The sum of what all loops take, each as often as it runs.
  std::optional<double> predict(const MachineLoop &loop,
                                std::string &unknown) const;

  const llvm::TargetMachine &machine;
  const llvm::MCSubtargetInfo &subtarget;
  const llvm::MCInstrInfo &instructions;
  ClassifyFn classify;
};
} // namespace

llvm::StringRef Reporter::classOf(const llvm::MCInst &instruction) const {
  const llvm::MCInstrDesc &description =
      instructions.get(instruction.getOpcode());
  if (description.isCall())
    return "call";
  if (description.isBranch() || description.isReturn())
    return "branch";
  llvm::StringRef name =
      classify(instructions.getName(instruction.getOpcode()));
  if (!name.empty())
    return name;
  if (description.mayStore())
    return "store";
  if (description.mayLoad())
    return "load";
  return "other";
}

double Reporter::cyclesOf(const llvm::MCInst &instruction) const {
  const llvm::MCSchedModel &model = subtarget.getSchedModel();
  const llvm::MCInstrDesc &description =
      instructions.get(instruction.getOpcode());
  if (!model.hasInstrSchedModel() || description.getSchedClass() == 0)
    return 0;
  return model.getReciprocalThroughput(subtarget, instructions, instruction);
}

std::optional<double>
Reporter::predict(llvm::ArrayRef<const llvm::MCInst *> body,
                  std::string &unknown) const {
  const llvm::MCSchedModel &model = subtarget.getSchedModel();
  const llvm::MCRegisterInfo &registers = *machine.getMCRegisterInfo();
  std::unique_ptr<llvm::MCInstrAnalysis> analysis(
      machine.getTarget().createMCInstrAnalysis(&instructions));
  mca::InstrumentManager instruments(subtarget, instructions);
  mca::InstrBuilder builder(subtarget, instructions, registers, analysis.get(),
                            instruments, kCallLatency);
  std::vector<std::unique_ptr<mca::Instruction>> sequence;
  double calls = 0;
  for (const llvm::MCInst *instruction : body) {
    const llvm::MCInstrDesc &description =
        instructions.get(instruction->getOpcode());
    calls += description.isCall();
    if (description.isCall() || description.isReturn())
      continue; // MCA warns of them, and goes on as if they were not there
    auto made = builder.createInstruction(*instruction, {});
    if (!made) {
      llvm::consumeError(made.takeError());
      unknown = instructions.getName(instruction->getOpcode()).str();
      return std::nullopt;
    }
    sequence.push_back(std::move(*made));
  }
  if (sequence.empty())
    return calls * kCallLatency;
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
  return *cycles / static_cast<double>(rounds) + calls * kCallLatency;
}

std::optional<double> Reporter::predict(const MachineLoop &loop,
                                        std::string &unknown) const {
  if (!subtarget.getSchedModel().hasInstrSchedModel())
    return std::nullopt;
  // The instructions of each loop that are in no loop within it.
  std::map<std::pair<unsigned, unsigned>, std::vector<const llvm::MCInst *>>
      bodies;
  for (const MachineInstruction &entry : loop.instructions)
    bodies[{entry.loop, entry.depth}].push_back(&entry.instruction);
  double sum = 0;
  for (const auto &[place, body] : bodies) {
    std::optional<double> cycles = predict(body, unknown);
    if (!cycles)
      return std::nullopt;
    sum += *cycles * std::pow(kAssumedRounds, place.second);
  }
  return sum;
}

KernelReport Reporter::report(const MachineLoop &loop, int64_t groups) {
  KernelReport report;
  report.groups = groups;
  std::map<llvm::StringRef, KernelReport::Line> classes;
  double total = 0;
  for (const MachineInstruction &entry : loop.instructions) {
    double times = std::pow(kAssumedRounds, static_cast<double>(entry.depth));
    double cycles = times * cyclesOf(entry.instruction);
    KernelReport::Line &sum = classes[classOf(entry.instruction)];
    sum.instructions += times;
    sum.cycles += cycles;
    total += times;
    if (entry.line) {
      report.lines[entry.line].instructions += times;
      report.lines[entry.line].cycles += cycles;
    }
  }
  double bound = 0;
  for (const auto &[name, sum] : classes) {
    report.instructions.emplace_back(name, sum.instructions);
    report.cycles.emplace_back(name, sum.cycles);
    bound = std::max(bound, sum.cycles);
  }
  report.instructions.emplace_back("all", total);
  report.cycles.emplace_back("bound", bound);
  std::string unknown;
  if (std::optional<double> cycles = predict(loop, unknown)) {
    report.cycles.emplace_back("predicted", *cycles);
    report.fractionOfRoofline = std::min(1.0, bound / *cycles);
  } else {
    report.notes.push_back(unknown.empty()
                               ? "LLVM has no scheduling model of this CPU."
                               : "LLVM's model does not know " + unknown + ".");
  }
  return report;
}

llvm::Expected<std::string> pirch::writeCPUReport(CodeToEmit &code,
                                                  ClassifyFn classify) {
  std::vector<std::vector<GroupLoop>> loops;
  for (const KernelInfo &kernel : code.kernels) {
    llvm::Function *function = code.module.getFunction(kernel.symbol);
    loops.push_back(function ? findGroupLoops(*function, code.machine)
                             : std::vector<GroupLoop>());
    markLoops(loops.back());
  }
  llvm::Expected<std::string> assembly = emitMachineCode(
      code.module, code.attribute, code.machine, /*isObject=*/false);
  if (!assembly)
    return assembly.takeError();
  std::unique_ptr<llvm::MCInstrInfo> instructions(
      code.machine.getTarget().createMCInstrInfo());
  Reporter reporter(code.machine, *instructions, classify);
  std::string text;
  for (auto [kernel, marked] : llvm::zip_equal(code.kernels, loops)) {
    llvm::Expected<MachineLoop> loop =
        readLoop(*assembly, kernel.symbol, code.machine, *instructions);
    if (!loop)
      return loop.takeError();
    const GroupLoop *found = loop->mark ? &marked[*loop->mark] : nullptr;
    KernelReport report =
        reporter.report(*loop, found ? found->groups : kernel.wgPack);
    if (!found)
      report.notes.push_back("The function has no loop over groups that can be "
                             "told apart: all of it is counted once.");
    else
      report.bytes = {{"read", found->bytesRead},
                      {"written", found->bytesWritten}};
    text += printReport(kernel, report);
  }
  return text;
}
