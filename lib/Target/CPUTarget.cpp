//===- CPUTarget.cpp - Targets whose code a CPU runs ----------------------===//

#include "Pirch/Target/CPUTarget.h"
#include "CPUReport.h"
#include "CyclePrediction.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace pirch;

static constexpr llvm::StringLiteral kEmitReport = "report",
                                     kEmitCosts = "costs";

llvm::ArrayRef<OutputKind> CPUTarget::getOutputKinds() const {
  static constexpr OutputKind kinds[] = {
      {kEmitReport, "an estimate of what each kernel costs"},
      {kEmitCosts, "what operations cost on the CPU, and how that is known"}};
  return kinds;
}

llvm::Expected<std::string> CPUTarget::emit(llvm::StringRef outputKind,
                                            CodeToEmit &code) const {
  if (outputKind == kEmitCosts)
    return describeCosts(code.attribute);
  if (outputKind == kEmitReport)
    return writeCPUReport(code, *this);
  return Target::emit(outputKind, code);
}

llvm::Expected<std::vector<std::optional<double>>>
CPUTarget::predictCycles(CodeToEmit &code) const {
  return predictGroupCycles(code, *this);
}

std::string CPUTarget::describeCosts(TargetAttrInterface attribute) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << getName()
     << ": costs in additions of one register, of CPUs in general:\n";
  const CostTable &costs = attribute.getCosts();
  for (unsigned index = 0; index <= getMaxEnumValForOpClass(); ++index)
    if (std::optional<OpClass> what = symbolizeOpClass(index))
      os << "  " << llvm::left_justify(stringifyEnum(*what), 14)
         << llvm::format("%5lld\n", static_cast<long long>(costs.get(*what)));
  os << "lane movements:\n";
  for (unsigned index = 0; index <= getMaxEnumValForReorderPattern(); ++index)
    if (std::optional<ReorderPattern> what = symbolizeReorderPattern(index))
      if (std::optional<int64_t> cost = costs.get(*what))
        os << "  " << llvm::left_justify(stringifyEnum(*what), 14)
           << llvm::format("%5lld\n", static_cast<long long>(*cost));
  return text;
}
