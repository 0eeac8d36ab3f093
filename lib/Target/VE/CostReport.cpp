//===- CostReport.cpp - What code for VE costs, on paper ------------------===//

#include "Pirch/Target/VE/CostReport.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;
using namespace pirch;
using namespace pirch::ve;

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

// A core of VE 10B, from NEC's public pages: 1.4 GHz, pipes of 32 lanes, three
// of them for floating point, two for integers, one that divides; 400 GB/s to
// the last-level cache.
static constexpr double kLanesPerCycle = 32;
static constexpr double kFloatingPipes = 3, kIntegerPipes = 2;
static constexpr double kBytesPerCycle = 400 / 1.4;
// These numbers are not published, but assumed: a division goes through its
// pipe eight times, and a gather moves as much as eight lanes for each lane.
static constexpr double kDividePasses = 8, kGatherFactor = 8;

InstructionClass ve::classify(StringRef name) {
  using Class = InstructionClass;
  static constexpr std::pair<StringLiteral, Class> prefixes[] = {
      {"vld", Class::load},      {"vst", Class::store},
      {"vgt", Class::gather},    {"vscl", Class::scatter},
      {"vscu", Class::scatter},  {"vsc", Class::scatter},
      {"vfmk", Class::mask},     {"pvfmk", Class::mask},
      {"lvm", Class::mask},      {"svm", Class::mask},
      {"andm", Class::mask},     {"orm", Class::mask},
      {"xorm", Class::mask},     {"nndm", Class::mask},
      {"negm", Class::mask},     {"eqvm", Class::mask},
      {"pcvm", Class::mask},     {"tovm", Class::mask},
      {"lzvm", Class::mask},     {"vfdiv", Class::divide},
      {"vfsqrt", Class::divide}, {"vdiv", Class::divide},
      {"vfcmp", Class::integer}, {"pvfcmp", Class::integer},
      {"vf", Class::floating},   {"pvf", Class::floating},
      {"vmv", Class::move},      {"vmrg", Class::move},
      {"vbrd", Class::move},     {"pvbrd", Class::move},
      {"vseq", Class::move},     {"vshf", Class::move},
      {"lvs", Class::toScalar},  {"lvl", Class::scalar},
      {"lvix", Class::scalar},   {"v", Class::integer},
      {"pv", Class::integer}};
  for (const auto &[prefix, instructionClass] : prefixes)
    if (name.starts_with(prefix))
      return instructionClass;
  return Class::scalar;
}

StringRef ve::nameOf(InstructionClass instructionClass) {
  static constexpr StringLiteral names[kNumClasses] = {
      "load", "store",   "gather", "scatter",   "floating", "divide",
      "move", "integer", "mask",   "to scalar", "scalar"};
  return names[static_cast<int>(instructionClass)];
}

double FunctionCost::bound() const {
  return std::max({memory, floating, divide, integer});
}

/// Add `times` executions of an instruction at vector length `length`.
static void add(FunctionCost &cost, StringRef mnemonic, int64_t length,
                double times) {
  InstructionClass instructionClass = classify(mnemonic);
  cost.instructions[static_cast<int>(instructionClass)] += times;
  double cycles = std::ceil(length / kLanesPerCycle) * times;
  double transfer = length * 8 / kBytesPerCycle * times;
  switch (instructionClass) {
  case InstructionClass::load:
  case InstructionClass::store:
    cost.memory += transfer;
    break;
  case InstructionClass::gather:
  case InstructionClass::scatter:
    cost.memory += transfer * kGatherFactor;
    break;
  case InstructionClass::floating:
    cost.floating += cycles / kFloatingPipes;
    break;
  case InstructionClass::divide:
    cost.divide += cycles * kDividePasses;
    break;
  case InstructionClass::move:
  case InstructionClass::integer:
    cost.integer += cycles / kIntegerPipes;
    break;
  case InstructionClass::mask:
  case InstructionClass::toScalar:
  case InstructionClass::scalar:
    break;
  }
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

namespace {
/// Reads the assembly of one function line by line and adds up its cost.
class Reader {
public:
  FunctionCost cost;

  void read(StringRef line) {
    auto [code, comment] = line.split('#');
    // The comments after a label say how deep in loops it lies.
    if (!line.starts_with("\t") && code.contains(':'))
      depth = 0;
    size_t mark = comment.find("Depth=");
    if (mark != StringRef::npos && !comment.contains("Parent") &&
        !comment.contains("Child")) {
      StringRef digits = comment.substr(mark + 6).take_while(isDigit);
      (void)digits.getAsInteger(10, depth);
    }
    code = code.trim();
    if (code.empty() || code.ends_with(":") || code.starts_with("."))
      return;
    auto [mnemonic, operands] = code.split(' ');
    SmallVector<StringRef> list;
    operands.split(list, ',');
    for (StringRef &operand : list)
      operand = operand.trim();
    follow(mnemonic, list);
    if (depth > 0) // what is outside of the loop over packs hardly matters
      add(cost, mnemonic, length,
          std::pow(kAssumedRounds, static_cast<double>(depth - 1)));
  }

private:
  /// Track which scalar registers hold constants, and with them the vector
  /// length.
  void follow(StringRef mnemonic, ArrayRef<StringRef> operands) {
    if (mnemonic == "lvl" && operands.size() == 1) {
      auto known = constants.find(operands[0]);
      length = known == constants.end() ? 256 : known->second;
      return;
    }
    if (operands.empty() || !operands[0].starts_with("%s"))
      return;
    int64_t value;
    bool isConstant =
        (mnemonic == "lea" && operands.size() == 2 &&
         !operands[1].getAsInteger(10, value)) ||
        (mnemonic == "or" && operands.size() == 3 && operands[2] == "(0)1" &&
         !operands[1].getAsInteger(10, value));
    if (isConstant)
      constants[operands[0]] = value;
    else
      constants.erase(operands[0]);
  }

  int depth = 0;
  int64_t length = 256;
  StringMap<int64_t> constants;
};
} // namespace

FunctionCost ve::costOf(StringRef assembly, StringRef name) {
  Reader reader;
  bool isInside = false;
  while (!assembly.empty()) {
    StringRef line;
    std::tie(line, assembly) = assembly.split('\n');
    if (line.starts_with((name + ":").str()))
      isInside = true;
    else if (isInside && line.starts_with(".Lfunc_end"))
      break;
    else if (isInside)
      reader.read(line);
  }
  return reader.cost;
}

KernelReport ve::report(StringRef assembly, StringRef kernel, int64_t groups) {
  FunctionCost cost = costOf(assembly, kernel);
  KernelReport report;
  report.groups = groups;
  double vectors = 0;
  for (int index = 0; index < kNumClasses; ++index) {
    double count = cost.instructions[index];
    auto instructionClass = static_cast<InstructionClass>(index);
    if (instructionClass != InstructionClass::scalar)
      vectors += count;
    if (count)
      report.instructions.emplace_back(nameOf(instructionClass), count);
  }
  report.instructions.emplace_back("vector", vectors);
  report.cycles = {{"memory", cost.memory},
                   {"floating", cost.floating},
                   {"divide", cost.divide},
                   {"integer", cost.integer},
                   {"bound", cost.bound()}};
  return report;
}
