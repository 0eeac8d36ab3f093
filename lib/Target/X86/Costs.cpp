//===- Costs.cpp - Costs of operations on x86 -----------------------------===//

#include "Pirch/Target/X86/Costs.h"
#include "Pirch/Target/HostCPU.h"
#include "Pirch/Target/SchedulingModel.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>
#include <map>
#include <mutex>

using namespace pirch;
using namespace pirch::x86;

/// The CPU whose costs are taken where none is named.
static llvm::StringRef getOwnCPU(const CostSources &sources) {
  static const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<llvm::StringRef> required;
  sources.requiredFeatures.split(required, ',');
  bool isLacking = llvm::any_of(required, [](llvm::StringRef feature) {
    return !host.lookup(feature.drop_front());
  });
  return isLacking && !sources.measuredOn.empty()
             ? llvm::StringRef(sources.measuredOn)
             : getHostCPU();
}

namespace {
/// Answers for one CPU.
class CPU {
public:
  CPU(const CostSources &sources, llvm::StringRef cpu)
      : sources(sources), name(cpu.empty() ? getOwnCPU(sources) : cpu) {
    // Levels such as x86-64-v3 are no CPUs: LLVM gives them the model of some
    // CPU of that level.
    if (name.starts_with("x86-64"))
      return;
    model = SchedulingModel::create("x86_64", name);
    isAsked = model && name != sources.measuredOn &&
              model->getCycles(sources.unit).value_or(0) > 0;
  }

  /// The cost by LLVM's model; nothing if LLVM is not asked.
  template <typename ClassT>
  std::optional<int64_t> ask(const CostSource<ClassT> &source) const {
    if (!isAsked || source.opcode.empty() || findWrong(source.opcode))
      return std::nullopt;
    std::optional<double> cycles = model->getCycles(source.opcode);
    if (!cycles)
      return std::nullopt;
    double unit = *model->getCycles(sources.unit), time = *cycles;
    if (source.cyclesBeforeResult > 0)
      time =
          std::max<double>(time, model->getLatency(source.opcode).value_or(0) -
                                     source.cyclesBeforeResult);
    return std::max<int64_t>(1, std::lround(source.times * time / unit)) +
           source.additions;
  }
  template <typename ClassT>
  int64_t cost(const CostSource<ClassT> &source) const {
    return ask(source).value_or(source.measured);
  }

  /// What half registers cost; as much as whole ones where LLVM is not asked.
  double halfShare() const {
    std::optional<double> half =
        isAsked ? model->getCycles(sources.half) : std::nullopt;
    return half ? std::min(1.0, *half / *model->getCycles(sources.unit)) : 1;
  }

  int64_t operationsInFlight() const {
    int64_t answer = isAsked ? model->getOperationsInFlight() : 0;
    return answer ? answer : sources.operationsInFlight;
  }
  /// Why the model's number for `opcode` is not taken; null if it is.
  const WrongThroughput *findWrong(llvm::StringRef opcode) const {
    for (const WrongThroughput &wrong : sources.wrong)
      if (wrong.opcode == opcode && model && model->isModelOf(wrong.cpu))
        return &wrong;
    return nullptr;
  }

  const CostSources &sources;
  llvm::StringRef name;
  /// Null if LLVM has none.
  std::unique_ptr<SchedulingModel> model;
  bool isAsked = false;
};
} // namespace

/// The cost of `what`, which `sources` must have.
template <typename ClassT>
static int64_t find(const CPU &cpu, llvm::ArrayRef<CostSource<ClassT>> sources,
                    ClassT what) {
  for (const CostSource<ClassT> &source : sources)
    if (source.what == what)
      return cpu.cost(source);
  llvm_unreachable("the target says where this cost comes from");
}

static CostTable makeTable(const CPU &cpu) {
  auto cost = [&](OpClass what) {
    return CostTable::OperationCost{what,
                                    find(cpu, cpu.sources.operations, what)};
  };
  auto move = [&](ReorderPattern what) {
    return CostTable::MovementCost{what,
                                   find(cpu, cpu.sources.movements, what)};
  };
  return CostTable(
      {cost(OpClass::arith), cost(OpClass::load), cost(OpClass::blend),
       cost(OpClass::store), cost(OpClass::masked_store), cost(OpClass::atomic),
       cost(OpClass::spill), cost(OpClass::jump), cost(OpClass::divide),
       cost(OpClass::divide_f32), cost(OpClass::gather), cost(OpClass::scatter),
       cost(OpClass::libcall)},
      {{ReorderPattern::unread, 0},
       {ReorderPattern::reuse, 0},
       move(ReorderPattern::broadcast),
       move(ReorderPattern::repeat),
       move(ReorderPattern::segmented),
       move(ReorderPattern::rotate),
       move(ReorderPattern::permute),
       move(ReorderPattern::permute2),
       move(ReorderPattern::interleave),
       move(ReorderPattern::gather)},
      cpu.halfShare());
}

const CPUCosts &x86::getCosts(const CostSources &sources, llvm::StringRef cpu) {
  // Passes ask for one cost after the other, nearly always of the same CPU.
  struct Last {
    const CostSources *sources = nullptr;
    std::string cpu;
    const CPUCosts *costs = nullptr;
  };
  static thread_local Last last;
  if (last.sources == &sources && last.cpu == cpu)
    return *last.costs;
  static std::mutex mutex;
  static std::map<std::pair<const CostSources *, std::string>, CPUCosts> known;
  std::lock_guard<std::mutex> lock(mutex);
  auto key = std::make_pair(&sources, cpu.str());
  auto found = known.find(key);
  if (found == known.end()) {
    CPU asked(sources, cpu);
    CPUCosts costs{makeTable(asked), asked.operationsInFlight()};
    found = known.emplace(std::move(key), std::move(costs)).first;
  }
  last = {&sources, cpu.str(), &found->second};
  return found->second;
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

template <typename ClassT>
static void describe(llvm::raw_ostream &os, const CPU &cpu,
                     const CostSource<ClassT> &source, llvm::StringRef name) {
  std::optional<int64_t> asked = cpu.ask(source);
  os << "  " << llvm::left_justify(name, 14)
     << llvm::format("%5lld  ",
                     static_cast<long long>(asked.value_or(source.measured)));
  if (asked) {
    os << "LLVM's model: ";
    if (source.times > 1)
      os << source.times << " x ";
    os << source.opcode;
    if (source.additions)
      os << " and " << source.additions << " more";
  } else {
    os << "measured";
  }
  const WrongThroughput *wrong =
      cpu.isAsked ? cpu.findWrong(source.opcode) : nullptr;
  llvm::StringRef reason = wrong ? wrong->reason : source.reason;
  if (!reason.empty())
    os << ": " << reason;
  os << '\n';
}

std::string x86::describeCosts(const CostSources &sources,
                               llvm::StringRef name) {
  CPU cpu(sources, name);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << sources.target << ", CPU " << cpu.name << ": ";
  if (cpu.isAsked)
    os << "costs by LLVM's model of the CPU";
  else if (cpu.name == sources.measuredOn)
    os << "costs measured on this CPU";
  else
    os << "costs in general, as LLVM has no model of the CPU";
  os << "\ncosts in additions of one register:\n";
  for (const CostSource<OpClass> &source : sources.operations)
    describe(os, cpu, source, stringifyEnum(source.what));
  os << "lane movements:\n";
  for (const CostSource<ReorderPattern> &source : sources.movements)
    describe(os, cpu, source, stringifyEnum(source.what));
  os << "half registers: " << llvm::format("%.2f", cpu.halfShare())
     << " of the cost of whole ones\noperations in flight: "
     << cpu.operationsInFlight()
     << "\ninstructions | LLVM: cycles | latency | assembly\n";
  for (const Instruction &instruction : sources.instructions) {
    os << instruction.name << " | ";
    std::optional<double> cycles;
    if (cpu.model)
      cycles = cpu.model->getCycles(instruction.opcode);
    if (cycles)
      os << llvm::format("%.2f | ", *cycles)
         << cpu.model->getLatency(instruction.opcode).value_or(0);
    else
      os << "- | -";
    os << " | " << instruction.assembly << '\n';
  }
  return text;
}
