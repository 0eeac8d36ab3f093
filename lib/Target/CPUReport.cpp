//===- CPUReport.cpp - What code for a CPU costs, on paper ----------------===//

#include "CPUReport.h"
#include "CyclePrediction.h"
#include "Pirch/Target/Report.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include <cmath>
#include <map>

using namespace pirch;

namespace {
/// Looks at the loop over groups of one kernel.
class Reporter {
public:
  Reporter(const llvm::TargetMachine &machine,
           const llvm::MCInstrInfo &instructions, const CPUTarget &target)
      : machine(machine), subtarget(*machine.getMCSubtargetInfo()),
        instructions(instructions), target(target),
        modelled(machine, instructions, target) {}

  /// The report about a loop whose iteration computes `groups` groups.
  KernelReport report(const MachineLoop &loop, double groups);

private:
  /// The class of an instruction; its name is as long as a column is wide.
  llvm::StringRef classOf(const llvm::MCInst &instruction) const;

  /// The cycles between the starts of two such instructions.
  double cyclesOf(const llvm::MCInst &instruction);

  const llvm::TargetMachine &machine;
  const llvm::MCSubtargetInfo &subtarget;
  const llvm::MCInstrInfo &instructions;
  const CPUTarget &target;
  ModelledInstructions modelled;
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
      target.classifyInstruction(instructions.getName(instruction.getOpcode()));
  if (!name.empty())
    return name;
  if (description.mayStore())
    return "store";
  if (description.mayLoad())
    return "load";
  return "other";
}

double Reporter::cyclesOf(const llvm::MCInst &real) {
  llvm::MCInst instruction = modelled.get(real);
  const llvm::MCSchedModel &model = subtarget.getSchedModel();
  const llvm::MCInstrDesc &description =
      instructions.get(instruction.getOpcode());
  if (!model.hasInstrSchedModel() || description.getSchedClass() == 0)
    return 0;
  return model.getReciprocalThroughput(subtarget, instructions, instruction);
}

KernelReport Reporter::report(const MachineLoop &loop, double groups) {
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
  CyclePredictor predictor(machine, instructions, modelled);
  if (std::optional<double> cycles = predictor.predict(loop, unknown)) {
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
                                                  const CPUTarget &target) {
  std::unique_ptr<llvm::MCInstrInfo> instructions(
      code.machine.getTarget().createMCInstrInfo());
  llvm::Expected<std::vector<KernelCode>> all =
      readKernelCode(code, *instructions);
  if (!all)
    return all.takeError();
  Reporter reporter(code.machine, *instructions, target);
  std::string text;
  for (const auto &[kernel, machineCode] :
       llvm::zip_equal(code.kernels, *all)) {
    KernelReport report = reporter.report(
        machineCode.loop,
        static_cast<double>(machineCode.groups) / kernel.groupParts);
    if (!machineCode.groupLoop)
      report.notes.push_back("The function has no loop over groups that can be "
                             "told apart: all of it is counted once.");
    else
      report.bytes = {{"read", machineCode.groupLoop->bytesRead},
                      {"written", machineCode.groupLoop->bytesWritten}};
    text += printReport(kernel, report);
  }
  return text;
}
