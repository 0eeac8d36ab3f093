//===- Instructions.cpp - Classes of x86 instructions ---------------------===//

#include "Pirch/Target/X86/Instructions.h"
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
