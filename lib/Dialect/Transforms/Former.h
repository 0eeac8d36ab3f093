//===- Former.h - The work-item form executed on lanes ----------*- C++ -*-===//
//
// Walks the program of one WI and emits, for every statement, the operations on
// infregs that do it for all WIs. Shared by the files Form*.cpp: values and
// lanes (FormValues), operations (FormOps), loops (FormLoops).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_FORMER_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_FORMER_H

#include "LaneValue.h"
#include "Pirch/Analysis/IndexSets.h"
#include "StridedLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {

/// Counters and switches of the pass.
struct FormOptions {
  bool remarks = false;
  int64_t unrollBudget = 20000;
  /// Form for one group at a time: the group's index is a scalar, and so is
  /// what depends on it alone.
  bool oneGroup = false;
};
struct FormCounts {
  int64_t vectorized = 0, unrolled = 0, runTime = 0, runTimeSubscripts = 0;
  /// Loops with a mask and a vote, and accesses to memory lane by lane.
  int64_t masked = 0, scattered = 0;
};

/// Which iteration each lane position computes. One position, one iteration
/// outside of vectorized loops.
struct IterationSpace {
  int64_t extent = 1;
  llvm::SmallVector<bool> valid = {true};
};

/// The lanes that take part in a statement.
struct Mask {
  /// One entry per WI and lane position.
  llvm::SmallVector<bool> lanes;
  /// What is only known at run time: an infreg of i1, or null.
  mlir::Value dynamic;

  bool all() const {
    return llvm::all_of(lanes, [](bool b) { return b; });
  }
  bool none() const {
    return llvm::none_of(lanes, [](bool b) { return b; });
  }
  bool operator==(const Mask &other) const {
    return lanes == other.lanes && dynamic == other.dynamic;
  }
};

/// A private or `__local` variable.
struct Variable {
  mlir::Type type;
  int64_t size = 1;
  bool isLocal = false;
  /// The lanes that see it.
  Mask scope;
  /// Scalars only: what the variable holds, table and linear form included.
  LaneValue scalar;
  /// Arrays only: the infreg that holds it; null before the first store.
  mlir::Value array;
};

/// What forming a kernel has cost: unrolled loops may ask for more than there
/// is time and memory for.
struct FormMeter : mlir::OpBuilder::Listener {
  static constexpr int64_t kMaxOps = 1 << 19;
  static constexpr int64_t kMaxLanes = 1 << 25;
  static constexpr int64_t kMaxSteps = 1 << 22;
  /// Operations made; lanes that were looked at one by one, of the results of
  /// operations, of masks and of tables known now; and steps: operations of the
  /// work item's program taken up, to form them or to count iterations.
  int64_t ops = 0, lanes = 0, steps = 0;

  bool isOverdrawn() const {
    return ops > kMaxOps || lanes > kMaxLanes || steps > kMaxSteps;
  }
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override;
};

class Former {
public:
  Former(KernelOp kernel, const FormOptions &options);
  mlir::LogicalResult run();
  const FormCounts &getCounts() const { return counts; }
  /// What a rehearsal of a loop saw.
  struct Recorder;

private:
  using VariableMap = llvm::DenseMap<mlir::Value, Variable>;

  // FormValues.cpp: lanes of values.
  InfRegType laneType(mlir::Type element, int64_t extent) const;
  InfRegType localType(const Variable &variable) const;
  LaneValue constant(mlir::TypedAttr attr) const;
  LaneValue fromValue(mlir::Value value, int64_t extent) const;
  /// A value of which nothing is known before run time.
  LaneValue unknown(mlir::Type type, mlir::Location loc);
  LaneValue &lookup(mlir::Value value);
  void define(mlir::Value result, LaneValue value);
  /// The value as an infreg of `extent` elements.
  mlir::Value materialize(const LaneValue &value, int64_t extent,
                          mlir::Location loc);
  /// The value as one scalar; only for uniform values.
  mlir::Value materializeScalar(const LaneValue &value, mlir::Location loc);
  mlir::Value materializeLinear(const LaneValue &value, mlir::Location loc);
  std::optional<LinearForm> getLinear(const LaneValue &value);
  mlir::Value i64Constant(int64_t value, mlir::Location loc);
  mlir::Value addScalars(mlir::Value a, mlir::Value b, mlir::Location loc);
  mlir::Value scaleScalar(mlir::Value a, int64_t factor, mlir::Location loc);
  mlir::Value widen(mlir::Value infreg, int64_t extent, mlir::Location loc);
  /// The active lanes as an infreg of i1, or null where all are active.
  mlir::Value dynamicMask(int64_t extent, mlir::Location loc);
  mlir::Value staticMask(llvm::ArrayRef<bool> lanes, int64_t extent,
                         mlir::Location loc);
  Mask fullMask(const IterationSpace &lanes) const;
  LaneValue blend(const Mask &mask, const LaneValue &newValue,
                  const LaneValue &oldValue, mlir::Location loc);
  bool isActive(int64_t wi, int64_t ix) const {
    return mask.lanes[wi * space.extent + ix];
  }

  // FormOps.cpp and FormMemory.cpp: one statement.
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitGeneric(mlir::Operation *op);
  mlir::Value convertLanes(mlir::Operation *op, mlir::Value lanes,
                           mlir::Type type);
  mlir::LogicalResult emitIf(mlir::scf::IfOp op);
  mlir::LogicalResult emitAlloca(mlir::memref::AllocaOp op);
  mlir::LogicalResult emitLoad(mlir::memref::LoadOp op);
  mlir::LogicalResult emitStore(mlir::memref::StoreOp op);
  mlir::LogicalResult emitPrivateLoad(mlir::memref::LoadOp op,
                                      Variable &variable);
  mlir::LogicalResult emitPrivateStore(mlir::memref::StoreOp op,
                                       Variable &variable);
  mlir::LogicalResult emitShuffle(WgShuffleOp op);
  mlir::LogicalResult emitCollective(mlir::Operation *op);
  void storeScalar(Variable &variable, const LaneValue &value,
                   mlir::Location loc);
  /// The same in a space of several iterations, for a variable that they share.
  void storeShared(Variable &variable, const LaneValue &value,
                   mlir::Location loc);
  void storeArray(Variable &variable, const LaneValue &value,
                  const LaneValue &index, mlir::Location loc);
  void storeLanes(Variable &variable, const LaneValue &value,
                  llvm::ArrayRef<int32_t> source, llvm::ArrayRef<bool> written,
                  mlir::Location loc);
  std::vector<llvm::SmallVector<int32_t, 1>>
  findWriters(const Variable &variable, const LaneValue &index) const;
  bool foldStatic(mlir::Operation *op);
  bool foldLinear(mlir::Operation *op);
  void readMemory(mlir::memref::LoadOp op, const LaneValue &index);
  void writeMemory(mlir::memref::StoreOp op, const LaneValue &index);
  mlir::LogicalResult getIndexTable(const LaneValue &index,
                                    const Variable &variable,
                                    mlir::Operation *op,
                                    llvm::SmallVectorImpl<int64_t> &table);

  // FormLoops.cpp and FormRunTimeLoops.cpp: classification and execution.
  /// The variables that a loop's step changes, and what they hold in each
  /// iteration and at the end.
  struct CountedLoop {
    llvm::SmallVector<mlir::Value> control;
    llvm::SmallVector<llvm::SmallVector<mlir::TypedAttr>> iterations;
    llvm::SmallVector<mlir::TypedAttr> finals;
  };
  mlir::LogicalResult emitLoop(LoopOp loop);
  std::optional<CountedLoop> countIterations(LoopOp loop);
  std::optional<bool>
  evaluate(mlir::Block &block,
           llvm::DenseMap<mlir::Value, mlir::TypedAttr> &scalars);
  /// Execute all iterations at once on a scratch block, recording accesses.
  bool rehearse(LoopOp loop, const CountedLoop &counted, Recorder &record);
  mlir::LogicalResult emitVectorized(LoopOp loop, const CountedLoop &counted,
                                     const Recorder &record,
                                     llvm::ArrayRef<IndexSet> sets);
  mlir::LogicalResult emitUnrolled(LoopOp loop, const CountedLoop &counted);
  mlir::LogicalResult emitWhile(LoopOp loop);
  struct StridedCounter;
  mlir::LogicalResult emitRunTime(LoopOp loop);
  mlir::FailureOr<bool> emitUniform(LoopOp loop, StridedCounter *strided);
  mlir::FailureOr<mlir::scf::WhileOp> tryUniform(LoopOp loop,
                                                 StridedCounter *strided);
  mlir::LogicalResult emitMasked(LoopOp loop);

  // FormStridedLoops.cpp: loops whose work items count side by side.
  /// The counter of a loop in the first of these rounds: in each round the work
  /// items hold `round + offsets`, where `round` grows by the loop's step, and
  /// those take part whose counter is within the bound.
  struct StridedCounter {
    StridedLoop form;
    /// One for each work item; the least is 0.
    llvm::SmallVector<int64_t> offsets;
    int64_t greatestOffset = 0;
    /// The first round's, and the present round's, as an i64.
    mlir::Value first, round;
    /// The bound as an i64, of the present iteration's condition.
    mlir::Value bound;
    bool isNonNegative = false;
  };
  std::optional<StridedCounter> describeStrided(LoopOp loop);
  LaneValue valueInRound(const StridedCounter &strided) const;
  mlir::FailureOr<mlir::Value> emitStridedCondition(LoopOp loop,
                                                    StridedCounter &strided);
  mlir::LogicalResult emitStridedRound(LoopOp loop, StridedCounter &strided);
  mlir::Value withinBound(const StridedCounter &strided, mlir::Location loc);
  mlir::LogicalResult setFinalCounter(LoopOp loop, StridedCounter &strided,
                                      const LaneValue &before);
  void enterSpace(int64_t extent, llvm::ArrayRef<int64_t> positions,
                  const Mask &outer);
  void setControl(const CountedLoop &counted,
                  llvm::ArrayRef<int64_t> iterations,
                  llvm::ArrayRef<int64_t> positions);
  void setFinals(const CountedLoop &counted);
  mlir::FailureOr<LaneValue> emitCondition(LoopOp loop);
  mlir::FailureOr<mlir::Value> emitUniformCondition(LoopOp loop);
  static void collectStores(mlir::Region &region,
                            llvm::SetVector<mlir::Value> &stored);
  llvm::SmallVector<mlir::Value> writtenOutside(LoopOp loop);
  mlir::Value variableAsInfReg(Variable &variable, mlir::Location loc);
  void setFromInfReg(Variable &variable, mlir::Value value);
  void remark(mlir::Operation *op, const llvm::Twine &text);

  KernelOp kernel;
  const FormOptions &options;
  FormCounts counts;
  int64_t items;
  FormMeter meter;
  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Value, LaneValue> values;
  VariableMap variables;
  llvm::DenseMap<mlir::Value, mlir::Value> parameters;
  IterationSpace space;
  Mask mask;
  Recorder *recorder = nullptr;
  /// Held back until the program is formed: loops may be tried several times.
  llvm::SmallVector<std::pair<mlir::Location, std::string>> remarks;
  /// Loops of which some WI leaves early, and variables that a loop at run time
  /// leaves different in its WIs; known once a loop was tried.
  llvm::DenseSet<mlir::Operation *> divergentLoops;
  llvm::DenseMap<mlir::Operation *, llvm::DenseSet<mlir::Value>> divergent;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_FORMER_H
