//===- Instructions.cpp - Classes of x86 instructions ---------------------===//

#include "Pirch/Target/X86/Instructions.h"
#include "Pirch/Target/SchedulingModel.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

llvm::StringRef pirch::x86::classifyInstruction(llvm::StringRef opcode) {
  if (opcode.starts_with("K"))
    return "mask";
  if (!opcode.consume_front("V"))
    return "";
  // The first prefix that fits counts.
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
      prefixes[] = {{"DIV", "divide"},       {"SQRT", "divide"},
                    {"GATHER", "gather"},    {"PGATHER", "gather"},
                    {"SCATTER", "scatter"},  {"PSCATTER", "scatter"},
                    {"PERM", "permute"},     {"SHUF", "permute"},
                    {"PSHUF", "permute"},    {"UNPCK", "permute"},
                    {"PUNPCK", "permute"},   {"ALIGN", "permute"},
                    {"PALIGN", "permute"},   {"EXTRACT", "permute"},
                    {"PEXTR", "permute"},    {"MOVDDUP", "permute"},
                    {"MOVSHDUP", "permute"}, {"MOVSLDUP", "permute"},
                    {"COMPRESS", "permute"}, {"PCOMPRESS", "permute"},
                    {"EXPAND", "permute"},   {"PEXPAND", "permute"},
                    {"BLEND", "blend"},      {"PBLEND", "blend"},
                    {"CMP", "compare"},      {"PCMP", "compare"},
                    {"PTEST", "compare"},    {"CVT", "convert"}};
  for (const auto &[prefix, name] : prefixes)
    if (opcode.starts_with(prefix))
      return name;
  if (opcode.starts_with("BROADCAST") || opcode.starts_with("PBROADCAST") ||
      opcode.starts_with("INSERT") || opcode.starts_with("PINSR"))
    return opcode.contains("rm") ? "load" : "permute";
  if (opcode.starts_with("MOV") || opcode.starts_with("MASKMOV") ||
      opcode.starts_with("PMASKMOV"))
    return opcode.contains("rr") ? "move" : "";
  return "arithmetic";
}

/// Whether LLVM has no model of Zen 5 of its own.
static bool sharesModelWithZen4() {
  static const bool shares = [] {
    std::unique_ptr<pirch::SchedulingModel> model =
        pirch::SchedulingModel::create("x86_64", "znver5");
    return model && model->isModelOf("znver4");
  }();
  return shares;
}

std::string pirch::x86::modelledAs(llvm::StringRef cpu,
                                   llvm::StringRef opcode) {
  // The forms of an instruction are the same for both widths, as in VADDPDZrr
  // and VADDPDZ256rr. Both CPUs load two registers of 512 bits a cycle, and
  // store one.
  size_t form = opcode.find_last_of('Z');
  bool isWide = form != llvm::StringRef::npos && form + 1 < opcode.size() &&
                llvm::isLower(opcode[form + 1]);
  bool onlyMoves = opcode.starts_with("VMOV") && !opcode.contains("rr");
  if (cpu != "znver5" || !isWide || onlyMoves || !sharesModelWithZen4())
    return opcode.str();
  return (opcode.take_front(form + 1) + "256" + opcode.drop_front(form + 1))
      .str();
}

/// The bits of the vectors that the instruction `opcode` is about.
static int64_t getVectorBits(llvm::StringRef opcode) {
  return opcode.contains("256") || opcode.contains("Yrm")  ? 256
         : opcode.contains("Z") && !opcode.contains("128") ? 512
                                                           : 128;
}

/// The lanes that the gather or scatter `opcode`, as in VGATHERDPDZ256rm or
/// VPGATHERQDYrm, takes by themselves.
static int64_t countScatteredLanes(llvm::StringRef opcode) {
  opcode.consume_front("V");
  opcode.consume_front("P");
  if (!opcode.consume_front("GATHER") && !opcode.consume_front("SCATTER"))
    return 0;
  bool isWide = opcode.starts_with("Q");
  // The first letter is of the indices, the next ones of the elements.
  llvm::StringRef elements = opcode.drop_front();
  isWide |= elements.starts_with("PD") || elements.starts_with("Q");
  return getVectorBits(opcode) / (isWide ? 64 : 32);
}

double pirch::x86::getMissingCycles(llvm::StringRef cpu,
                                    llvm::StringRef opcode) {
  // Measured on Zen 5 by `scripts/bench calibrate --only gather`: 9.3 cycles
  // for eight numbers of 64 bits and 17 for sixteen of 32, and on Zen 3: 5
  // cycles for four numbers of 64 bits and 9.5 for eight of 32. LLVM's models
  // know of less than one cycle.
  constexpr double kCyclesPerLane = 1.1;
  if (cpu != "znver3" && cpu != "znver4" && cpu != "znver5")
    return 0;
  return kCyclesPerLane * static_cast<double>(countScatteredLanes(opcode));
}

/// Whether the vector instruction `opcode` loads the whole of a register, and
/// no single element, nor a part that it widens.
static bool loadsRegister(llvm::StringRef opcode) {
  return opcode.starts_with("V") && !opcode.contains("mb") &&
         !opcode.contains("SSZ") && !opcode.contains("SDZ") &&
         !opcode.contains("BROADCAST") && !opcode.contains("GATHER") &&
         !opcode.contains("MOVSX") && !opcode.contains("MOVZX") &&
         !opcode.contains("INSERT") && !opcode.contains("CVT");
}

llvm::StringRef
pirch::x86::getSecondAccess(const llvm::MCInst &instruction,
                            const llvm::MCInstrInfo &instructions) {
  constexpr int64_t kLineBytes = 64;
  // An address is a base, a factor, an index, a displacement and a segment.
  constexpr unsigned kDisplacement = 3;
  const llvm::MCInstrDesc &description =
      instructions.get(instruction.getOpcode());
  llvm::StringRef opcode = instructions.getName(instruction.getOpcode());
  if (!description.mayLoad() || !loadsRegister(opcode))
    return "";
  auto operands = description.operands();
  const auto *memory =
      llvm::find_if(operands, [](const llvm::MCOperandInfo &operand) {
        return operand.OperandType == llvm::MCOI::OPERAND_MEMORY;
      });
  size_t place = memory - operands.begin() + kDisplacement;
  if (place >= instruction.getNumOperands() ||
      !instruction.getOperand(place).isImm())
    return "";
  int64_t first = instruction.getOperand(place).getImm() & (kLineBytes - 1);
  return first + getVectorBits(opcode) / 8 > kLineBytes ? "PREFETCHT0" : "";
}
