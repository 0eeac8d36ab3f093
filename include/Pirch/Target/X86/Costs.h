//===- Costs.h - Costs of operations on x86 ---------------------*- C++ -*-===//
//
// The costs of operations on CPUs that LLVM has a scheduling model of. A target
// says which instruction stands for each class of operations; LLVM's model of
// the CPU says how often that instruction starts. What no model can say was
// measured, and so was what a model states evidently wrong.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_X86_COSTS_H
#define PIRCH_TARGET_X86_COSTS_H

#include "Pirch/Dialect/IR/CostTable.h"
#include "Pirch/Dialect/IR/UnitModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pirch::x86 {

/// Where the cost of a class of operations or of a lane movement comes from:
/// `times` instructions `opcode`, and `additions` beside them.
template <typename ClassT> struct CostSource {
  ClassT what;
  /// The cost where LLVM has no model of the CPU, or is not to be asked.
  int64_t measured;
  /// LLVM's name of the instruction; empty where the cost was measured only.
  llvm::StringLiteral opcode = "";
  /// What the instruction stands for; for a measured cost, what was measured.
  llvm::StringLiteral reason = "";
  int64_t times = 1, additions = 0;
  /// Of divisions and square roots, whose unit starts the next one only when
  /// the result of the last one is nearly there: how many cycles before that
  /// result it starts the next. The throughput is then at least the latency
  /// less these cycles. 0 for other instructions. LLVM's models of Intel's CPUs
  /// have the right latency, but let the unit start one of them every other
  /// cycle.
  double cyclesBeforeResult = 0;
};

/// An instruction of which the model that LLVM has for `cpu`, and for other
/// CPUs that share the model, states a wrong throughput: the measured cost is
/// taken.
struct WrongThroughput {
  llvm::StringLiteral cpu, opcode, reason;
};

/// An instruction as `scripts/bench calibrate` measures it. In `assembly`, {d}
/// stands for the number of the register of the result and {s} for that of an
/// operand. Registers 8 to 15 hold operands, the last one indexes of 32 bits,
/// %k1 and the last but one masks with all lanes; %rdi points to memory.
struct Instruction {
  llvm::StringLiteral name, opcode, assembly;
};

/// The operations on vectors that wait for their operands, of those in flight:
/// the schedulers of Zen 4 have 128 entries for them, those of Golden Cove
/// about a hundred. LLVM's models do not say. With the number of operations in
/// flight instead, interleaved chains looked no faster than separate ones,
/// which took 1.6 times as long (jacobi3 of `scripts/bench general`).
inline constexpr int64_t kOperationsWaiting = 128;

/// The units of a core: an overlap of 0.6 is fitted, so that the choices of
/// packs and orders for 92 kernels (`scripts/bench general`, all types) were
/// closest to the fastest; with 0 and with 1, kernels with many movements of
/// lanes got others. One of the two ports that compute on wide vectors moves
/// lanes as well (port 5 of Intel's cores).
inline constexpr UnitModel kUnitModel = {0.6, 0.5};

/// Where all costs of a target come from.
struct CostSources {
  llvm::StringLiteral target;
  /// LLVM's name of the addition of one register, whose throughput is the unit
  /// of costs.
  llvm::StringLiteral unit;
  /// LLVM's name of the addition of half a register, of which the model says
  /// what share of the cost of whole registers half registers have
  /// (`CostTable::getHalfShare`).
  llvm::StringLiteral half;
  /// The CPU on which what is measured was measured: LLVM is not asked for it.
  /// Empty if it is asked for all CPUs.
  llvm::StringLiteral measuredOn;
  /// LLVM's names of the features without which a CPU cannot run code for the
  /// target, each behind a plus sign, separated by commas.
  llvm::StringLiteral requiredFeatures;
  llvm::ArrayRef<CostSource<OpClass>> operations;
  llvm::ArrayRef<CostSource<ReorderPattern>> movements;
  llvm::ArrayRef<WrongThroughput> wrong;
  llvm::ArrayRef<Instruction> instructions;
  /// What `getOperationsInFlight` answers where LLVM is not asked.
  int64_t operationsInFlight;
  /// What `getPipelineDepth` answers for floating-point operations: with the
  /// latency of one multiplication and addition, which LLVM knows, kernels with
  /// long chains got packs that were too small, half as fast as others.
  int64_t pipelineDepth = 8;
};

/// What a CPU costs.
struct CPUCosts {
  CostTable table;
  int64_t operationsInFlight;
};

/// The costs of the CPU that LLVM knows as `cpu`. Where it is empty, they are
/// those of the host's CPU, or, if that lacks required features, of the CPU on
/// which costs were measured. They are found once for each CPU, and live as
/// long as the process.
const CPUCosts &getCosts(const CostSources &sources, llvm::StringRef cpu);

/// A text, a line for each cost, that says where it comes from, then a line for
/// each instruction with what LLVM's model says of it.
std::string describeCosts(const CostSources &sources, llvm::StringRef cpu);

} // namespace pirch::x86

#endif // PIRCH_TARGET_X86_COSTS_H
