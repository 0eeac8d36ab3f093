//===- ModelledInstructions.cpp - Instructions that models know -----------===//

#include "ModelledInstructions.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace pirch;

unsigned ModelledInstructions::getOpcode(unsigned opcode) {
  auto [entry, isNew] = known.try_emplace(opcode, opcode);
  if (!isNew)
    return entry->second;
  llvm::StringRef name = instructions.getName(opcode);
  std::string other = target.modelledAs(machine.getTargetCPU(), name);
  if (other == name)
    return opcode;
  if (opcodes.empty())
    for (unsigned each = 0; each < instructions.getNumOpcodes(); ++each)
      opcodes[instructions.getName(each)] = each;
  auto found = opcodes.find(other);
  return found == opcodes.end() ? opcode : known[opcode] = found->second;
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
