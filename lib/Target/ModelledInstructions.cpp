//===- ModelledInstructions.cpp - Instructions that models know -----------===//

#include "ModelledInstructions.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace pirch;

std::optional<unsigned> ModelledInstructions::findOpcode(llvm::StringRef name) {
  if (opcodes.empty())
    for (unsigned each = 0; each < instructions.getNumOpcodes(); ++each)
      opcodes[instructions.getName(each)] = each;
  auto found = opcodes.find(name);
  return found == opcodes.end() ? std::nullopt : std::optional(found->second);
}

unsigned ModelledInstructions::getOpcode(unsigned opcode) {
  auto [entry, isNew] = known.try_emplace(opcode, opcode);
  if (!isNew)
    return entry->second;
  llvm::StringRef name = instructions.getName(opcode);
  std::string other = target.modelledAs(machine.getTargetCPU(), name);
  if (other == name)
    return opcode;
  std::optional<unsigned> found = findOpcode(other);
  return found ? known[opcode] = *found : opcode;
}

std::optional<llvm::MCRegister>
ModelledInstructions::getPart(llvm::MCRegister reg,
                              const llvm::MCInstrDesc &description,
                              unsigned index) const {
  const llvm::MCRegisterInfo &registers = *machine.getMCRegisterInfo();
  int16_t number = index < description.getNumOperands()
                       ? instructions.getOpRegClassID(
                             description.operands()[index], /*HwModeId=*/0)
                       : -1;
  if (!reg || number < 0)
    return reg;
  const llvm::MCRegisterClass &all = registers.getRegClass(number);
  for (llvm::MCPhysReg part : registers.subregs_inclusive(reg))
    if (all.contains(part))
      return part;
  return std::nullopt;
}

llvm::MCInst ModelledInstructions::get(const llvm::MCInst &instruction) {
  unsigned opcode = getOpcode(instruction.getOpcode());
  if (opcode == instruction.getOpcode())
    return instruction;
  const llvm::MCInstrDesc &description = instructions.get(opcode);
  llvm::MCInst other = instruction;
  other.setOpcode(opcode);
  for (unsigned index = 0; index < other.getNumOperands(); ++index) {
    llvm::MCOperand &operand = other.getOperand(index);
    if (!operand.isReg())
      continue;
    std::optional<llvm::MCRegister> part =
        getPart(operand.getReg(), description, index);
    if (!part)
      return instruction;
    operand.setReg(*part);
  }
  return other;
}

std::optional<llvm::MCInst>
ModelledInstructions::getSecondAccess(const llvm::MCInst &instruction) {
  llvm::StringRef name = target.getSecondAccess(instruction, instructions);
  std::optional<unsigned> opcode =
      name.empty() ? std::nullopt : findOpcode(name);
  if (!opcode)
    return std::nullopt;
  llvm::MCInst access;
  access.setOpcode(*opcode);
  for (auto [operand, description] : llvm::zip(
           instruction, instructions.get(instruction.getOpcode()).operands()))
    if (description.OperandType == llvm::MCOI::OPERAND_MEMORY)
      access.addOperand(operand);
  return access;
}
