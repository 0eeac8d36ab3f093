//===- SchedulingModel.cpp - What LLVM knows of a CPU ---------------------===//

#include "Pirch/Target/SchedulingModel.h"
#include "ProcessOptions.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

SchedulingModel::SchedulingModel() = default;
SchedulingModel::~SchedulingModel() = default;

std::unique_ptr<SchedulingModel> SchedulingModel::create(llvm::StringRef name,
                                                         llvm::StringRef cpu) {
  initializeTargets();
  llvm::Triple triple(name.empty() ? llvm::sys::getDefaultTargetTriple()
                                   : name.str());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> any(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!any || !any->isCPUStringValid(cpu))
    return nullptr;
  std::unique_ptr<SchedulingModel> model(new SchedulingModel());
  model->subtarget.reset(target->createMCSubtargetInfo(triple, cpu, ""));
  model->instructions.reset(target->createMCInstrInfo());
  if (!model->instructions ||
      !model->subtarget->getSchedModel().hasInstrSchedModel())
    return nullptr;
  for (unsigned opcode = 0; opcode < model->instructions->getNumOpcodes();
       ++opcode)
    model->opcodes[model->instructions->getName(opcode)] = opcode;
  return model;
}

std::optional<llvm::MCInst>
SchedulingModel::makeInstruction(llvm::StringRef opcode) const {
  auto found = opcodes.find(opcode);
  if (found == opcodes.end())
    return std::nullopt;
  const llvm::MCInstrDesc &description = instructions->get(found->second);
  if (description.getSchedClass() == 0)
    return std::nullopt;
  llvm::MCInst instruction;
  instruction.setOpcode(found->second);
  for (unsigned index = 0; index < description.getNumOperands(); ++index) {
    bool isRegister = description.operands()[index].OperandType ==
                      llvm::MCOI::OPERAND_REGISTER;
    instruction.addOperand(isRegister ? llvm::MCOperand::createReg(index + 1)
                                      : llvm::MCOperand::createImm(index + 1));
  }
  return instruction;
}

std::optional<double> SchedulingModel::getCycles(llvm::StringRef opcode) const {
  std::optional<llvm::MCInst> instruction = makeInstruction(opcode);
  if (!instruction)
    return std::nullopt;
  return subtarget->getSchedModel().getReciprocalThroughput(
      *subtarget, *instructions, *instruction);
}

std::optional<int64_t>
SchedulingModel::getLatency(llvm::StringRef opcode) const {
  std::optional<llvm::MCInst> instruction = makeInstruction(opcode);
  if (!instruction)
    return std::nullopt;
  // LLVM's function for instructions knows variants only.
  const llvm::MCSchedModel &model = subtarget->getSchedModel();
  unsigned schedClass =
      instructions->get(instruction->getOpcode()).getSchedClass();
  while (schedClass && model.getSchedClassDesc(schedClass)->isVariant())
    schedClass = subtarget->resolveVariantSchedClass(
        schedClass, &*instruction, instructions.get(), model.getProcessorID());
  if (!schedClass || !model.getSchedClassDesc(schedClass)->isValid())
    return std::nullopt;
  return model.computeInstrLatency(*subtarget, schedClass);
}

int64_t SchedulingModel::getOperationsInFlight() const {
  return subtarget->getSchedModel().MicroOpBufferSize;
}

bool SchedulingModel::isModelOf(llvm::StringRef cpu) const {
  return subtarget->isCPUStringValid(cpu) &&
         subtarget->getSchedModelForCPU(cpu).getProcessorID() ==
             subtarget->getSchedModel().getProcessorID();
}
