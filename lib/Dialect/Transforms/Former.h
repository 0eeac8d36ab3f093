//===- Former.h - The work-item form executed on lanes ----------*- C++ -*-===//
//
// Walks the program of one WI and emits, for every statement, the operations on
// infregs that do it for all WIs. Its parts are values and lanes
// (FormValues.cpp), operations (FormOps.cpp), addresses (FormLinear.cpp),
// variables in registers (FormVariables.cpp), accesses of memory
// (FormMemory.cpp), tables of constants (FormTables.cpp), conditions that most
// groups meet (FormGuards.cpp, FormBorders.cpp), comparisons
// (FormComparisons.cpp), places that are chosen among several
// (FormAlternatives.cpp), loops that are unrolled or vectorized (FormLoops.cpp)
// and loops that stay loops (FormRunTimeLoops.cpp). FormState.h has what they
// keep.
//
// Inside a vectorized loop, each WI computes several iterations at once. They
// are elements of the ix axis: the *iteration space* says which element, or
// lane position, computes an iteration. Elsewhere there is one lane position.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_FORMER_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_FORMER_H

#include "FormState.h"
#include "PanelLoops.h"
#include "Pirch/Analysis/IndexSets.h"
#include "StridedLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {

class Former {
public:
  Former(KernelOp kernel, const FormOptions &options);
  mlir::LogicalResult run();
  /// Form `kernel`. Which variables lie in memory shows only meanwhile; for
  /// each that is found the kernel is formed anew, and `options` names it.
  /// Returns null after an error.
  static std::unique_ptr<Former> form(KernelOp kernel, FormOptions &options);
  const FormCounts &getCounts() const { return counts; }
  /// The conditions that were assumed, by their numbers.
  llvm::DenseMap<unsigned, bool> getAssumed() const;
  bool assumedIndicesFit() const { return !fittingGroups.empty(); }
  /// Whether the form is only for calls in which a group lies in one row.
  bool assumedRows() const { return hasAssumedRows; }
  /// Whether a condition was assumed that groups before others do not meet.
  bool assumedBorders() const { return !!mainGroups.from; }
  /// Whether the form is not for all groups of a launch.
  bool isForSomeGroups() const { return mainGroups || assumedIndicesFit(); }
  /// After `run` failed: the number of a variable that registers cannot hold,
  /// so that the kernel has to be formed anew with this variable in memory;
  /// nothing where the failure was an error.
  std::optional<unsigned> getVariableForMemory() const { return forMemory; }
  /// Whether that variable is a panel.
  bool isForPanel() const { return forPanel; }
  /// Records the accesses that the iterations of a loop make, while the loop is
  /// rehearsed (LoopRecorder.h).
  struct Recorder;
  /// More groups than a launch can have; sums of a few such numbers do not
  /// overflow.
  static constexpr int64_t kMostGroups = int64_t(1) << 61;

private:
  using VariableMap = llvm::DenseMap<mlir::Value, Variable>;

  // FormValues.cpp: lanes of values.
  /// The type of an infreg with a value for each WI and `extent` elements.
  InfRegType laneType(mlir::Type element, int64_t extent) const;
  /// The type of the infreg that holds the array or `__local` `variable`.
  InfRegType localType(const Variable &variable) const;
  LaneValue constant(mlir::TypedAttr attr) const;
  /// A scalar, or an infreg of `extent` elements.
  LaneValue fromValue(mlir::Value value, int64_t extent) const;
  /// A value of which nothing is known before run time.
  LaneValue unknown(mlir::Type type, mlir::Location loc);
  LaneValue &lookup(mlir::Value value);
  void define(mlir::Value result, LaneValue value);
  /// The value as an infreg of `extent` elements.
  mlir::Value materialize(const LaneValue &value, int64_t extent,
                          mlir::Location loc);
  /// The value as a scalar; it must be uniform.
  mlir::Value materializeScalar(const LaneValue &value, mlir::Location loc);
  mlir::Value materializeLinear(const LaneValue &value, mlir::Location loc);
  /// The linear form of an integer that has one, is constant, or is a scalar.
  std::optional<LinearForm> getLinear(const LaneValue &value);
  /// Whether `scalar` is an argument behind the parameters of the source: one
  /// of the grid's extents, offset and rows, which have no sign in OpenCL.
  bool isOfGrid(mlir::Value scalar);
  /// Whether `scalar` is an index or a number of work items or groups of the
  /// launch, or in 64 bits a sum or product of these and of constants that are
  /// not negative. Such numbers are taken to be small, also without a sign.
  bool isCountOfLaunch(mlir::Value scalar);
  mlir::Value i64Constant(int64_t value, mlir::Location loc);
  /// Sum and product of i64 scalars, of which null counts as zero.
  mlir::Value addScalars(mlir::Value a, mlir::Value b, mlir::Location loc);
  mlir::Value scaleScalar(mlir::Value a, int64_t factor, mlir::Location loc);
  /// `infreg` with its one element repeated `extent` times.
  mlir::Value widen(mlir::Value infreg, int64_t extent, mlir::Location loc);
  /// The current mask, static and dynamic, as an infreg of i1; null if all
  /// lanes are active.
  mlir::Value dynamicMask(int64_t extent, mlir::Location loc);
  mlir::Value staticMask(llvm::ArrayRef<bool> lanes, int64_t extent,
                         mlir::Location loc);
  /// The mask of all lane positions of a space that compute an iteration.
  Mask fullMask(const IterationSpace &lanes) const;
  /// `newValue` in the lanes of `mask`, `oldValue` in the others.
  LaneValue blend(const Mask &mask, const LaneValue &newValue,
                  const LaneValue &oldValue, mlir::Location loc);
  /// Whether lane position `ix` of WI `wi` is active by the static mask.
  bool isActive(int64_t wi, int64_t ix) const {
    return mask.lanes[wi * space.extent + ix];
  }

  // FormOps.cpp, FormVariables.cpp and FormMemory.cpp: one statement.
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitGeneric(mlir::Operation *op);
  mlir::LogicalResult emitStage(StageOp op);
  mlir::Value convertLanes(mlir::Operation *op, mlir::Value lanes,
                           mlir::Type type);
  /// The lanes of `where`, or of all if that is null, in which `condition`, an
  /// infreg of i1, is what is `wanted`.
  mlir::Value narrow(mlir::Value where, mlir::Value condition, bool wanted,
                     mlir::Location loc);
  /// The lanes of `from` in which `condition` is what is `wanted`.
  Mask narrow(const Mask &from, const LaneValue &condition, bool wanted,
              mlir::Location loc);
  mlir::LogicalResult emitIf(mlir::scf::IfOp op);
  /// The arm of a branch whose condition is known or assumed.
  mlir::LogicalResult emitOnlyArm(mlir::scf::IfOp op, bool condition);
  mlir::LogicalResult emitAlloca(mlir::memref::AllocaOp op);
  void allocateInMemory(mlir::memref::AllocaOp op, bool isLocal);
  /// Whether an array of `size` elements has an element `subscript`.
  static bool isWithin(int64_t subscript, int64_t size) {
    return subscript >= 0 && subscript < size;
  }
  mlir::LogicalResult emitLoad(mlir::memref::LoadOp op);
  mlir::LogicalResult emitStore(mlir::memref::StoreOp op);
  mlir::LogicalResult emitPrivateLoad(mlir::memref::LoadOp op,
                                      Variable &variable);
  /// The elements of an array of the group at subscripts known at run time:
  /// registers of the work items whose lanes hold them.
  mlir::Value extractShared(const Variable &variable, mlir::Value subscript,
                            mlir::Location loc);
  mlir::LogicalResult emitPrivateStore(mlir::memref::StoreOp op,
                                       Variable &variable);
  mlir::LogicalResult emitAtomic(mlir::Operation *op);
  mlir::LogicalResult emitShuffle(WgShuffleOp op);
  /// Load what work item `source`, a scalar, holds in `value`, where `value`
  /// was loaded from a panel that has not changed since; null where it was not.
  mlir::Value loadFromPanel(mlir::Value value, mlir::Value source,
                            mlir::Location loc);
  mlir::LogicalResult emitCollective(mlir::Operation *op);
  void storeScalar(Variable &variable, const LaneValue &value,
                   mlir::Location loc);
  /// `storeScalar` in a vectorized loop, of a variable declared outside of it,
  /// which its iterations share.
  void storeShared(Variable &variable, const LaneValue &value,
                   mlir::Location loc);
  void storeArray(Variable &variable, const LaneValue &value,
                  const LaneValue &index, mlir::Location loc);
  void storeLanes(Variable &variable, const LaneValue &value,
                  llvm::ArrayRef<int32_t> source, llvm::ArrayRef<bool> written,
                  mlir::Location loc);
  /// For each element of the array `variable` of each WI, the lanes that a
  /// store at `index` writes to it.
  std::vector<llvm::SmallVector<int32_t, 1>>
  findWriters(const Variable &variable, const LaneValue &index) const;
  /// Evaluate a comparison or choice whose result is known, or assumed. Return
  /// false if that is not possible.
  bool foldChoice(mlir::Operation *op);
  /// Evaluate `op` at compile time to a table of constants. Return false if
  /// that is not possible.
  bool foldStatic(mlir::Operation *op);
  /// What an address grows by from group to group.
  mlir::Value groupStride(const LinearForm &linear, mlir::Location loc);
  llvm::SmallVector<AccessPart> splitRows(const LinearForm &linear,
                                          int64_t indexExtent, bool inOrder,
                                          mlir::Location loc);
  AffineParts splitAffine(mlir::Value buffer, const LinearForm &linear,
                          int64_t indexExtent, bool inOrder,
                          mlir::Location loc);
  ItemElements getItemElements(mlir::Value buffer) const;
  mlir::Value elementsAt(mlir::Value buffer, const LaneValue &index,
                         mlir::Location loc);
  mlir::LogicalResult moveToMemory(mlir::Value variable);
  std::optional<LinearForm> getPlaceIn(mlir::Value buffer,
                                       const LaneValue &index, bool isWrite);
  bool isScalarLoad(mlir::memref::LoadOp op, const LaneValue &index);
  void readScalar(mlir::memref::LoadOp op, const LaneValue &index);
  /// Load the elements at `linear` for the current mask.
  mlir::Value readAffine(mlir::Value buffer, const LinearForm &linear,
                         int64_t indexExtent, InfRegType type,
                         mlir::Location loc);
  void readMemory(mlir::memref::LoadOp op, const LaneValue &index);
  void writeMemory(mlir::memref::StoreOp op, const LaneValue &index);
  mlir::LogicalResult checkVariablePlace(mlir::Operation *op,
                                         mlir::Value memref,
                                         const LaneValue &index);
  mlir::LogicalResult getIndexTable(const LaneValue &index, int64_t size,
                                    mlir::Operation *op,
                                    llvm::SmallVectorImpl<int64_t> &table);

  // FormTables.cpp: reads of constants.
  mlir::LogicalResult emitTableLoad(mlir::memref::LoadOp op, TableOp table);
  mlir::LogicalResult loadKnownEntries(mlir::memref::LoadOp op, TableOp table,
                                       const LaneValue &index);
  mlir::Value memoryOf(TableOp table);

  // FormLinear.cpp: integers that are linear in the group's index.
  /// Evaluate `op` at compile time to a linear form. Return false if that is
  /// not possible.
  bool foldLinear(mlir::Operation *op);
  std::optional<LaneValue> foldLinearCast(mlir::Operation *op);
  std::optional<LaneValue> foldLinearArithmetic(mlir::Operation *op);
  /// `lhs + sign * rhs`.
  LaneValue addLinear(const LinearOperand &lhs, const LinearOperand &rhs,
                      int64_t sign, mlir::Location loc);
  /// The product; nothing where neither operand is a scalar, and where the
  /// product has no linear form.
  std::optional<LaneValue> multiplyLinear(const LinearOperand &lhs,
                                          const LinearOperand &rhs,
                                          mlir::Location loc);
  LinearForm scaleLinear(const LinearForm &form, int64_t factor,
                         mlir::Location loc);
  /// The product with `scalar + plus`, which is known only at run time. Nothing
  /// where offsets differ between lanes that do not lie in rows.
  std::optional<LinearForm> scaleLinear(const LinearOperand &operand,
                                        mlir::Value scalar, int64_t plus,
                                        mlir::Location loc);
  /// Whether lanes with the same factor lie in runs that are long enough for an
  /// access of their own (`LinearForm::Rows`).
  bool hasLongRuns(llvm::ArrayRef<int64_t> factors);
  /// Whether there are few factors, each of which several lanes have.
  bool hasFewRows(llvm::ArrayRef<int64_t> factors);
  /// Whether `form`, the result of `op`, is not negative and fits in 32 bits in
  /// the groups for which the kernel is formed. The former is known if
  /// `isNonNegative`.
  bool assumeFits(mlir::Operation *op, const LinearForm &form,
                  bool isNonNegative);

  // FormQuotients.cpp: quotients and remainders of places.
  static std::optional<PlaceDivision> matchDivision(mlir::Operation *op,
                                                    int64_t right);
  /// A number of which `scalar` is known to be a multiple; 0 if it is zero.
  int64_t findMultiple(mlir::Value scalar);
  int64_t computeMultiple(mlir::Value scalar);
  /// A number of which the part of `form` that all work items of a group have
  /// in common is a multiple; 0 if that part is zero, and where it is not
  /// known.
  int64_t findSharedMultiple(const LinearForm &form);
  /// The same where `form` and its offsets are not negative; 0 otherwise.
  int64_t findMultipleOfPlace(const LinearForm &form);
  /// The division by a constant that `op` is, of a place that is not negative;
  /// nothing if it is none.
  std::optional<PlaceDivision> findPlaceDivision(mlir::Operation *op);
  /// The quotient or remainder of `form`, whose part that a group has in common
  /// is a multiple of the divisor.
  LinearForm divideOffsets(const LinearForm &form,
                           const PlaceDivision &division, mlir::Location loc);
  /// The linear form of the quotient or remainder that `op` computes; nothing
  /// where it has none.
  std::optional<LaneValue> foldQuotient(mlir::Operation *op);
  /// The linear form of a bitwise operation that changes lowest bits alone, in
  /// which the group's part of a place is zero; nothing if `op` is none.
  std::optional<LaneValue> foldLowBits(mlir::Operation *op);
  /// Compute `op` for a group where all its work items lie in one block. Return
  /// false if they may not.
  bool divideForGroup(mlir::Operation *op);
  /// The quotient or remainder of `place`, whose part that a group has in
  /// common is a multiple of `multiple`, which divides `divisor` and which its
  /// offsets are less than.
  LaneValue divideSharedBlock(mlir::Operation *op, const LaneValue &place,
                              LaneValue divisor, int64_t multiple,
                              bool isRemainder);
  /// The same in the form for one group at a time, in which all but the offsets
  /// is a scalar.
  LaneValue divideScalar(mlir::Operation *op, const LaneValue &place,
                         const LaneValue &divisor, int64_t multiple,
                         bool isRemainder);
  /// Compute `op`, a division by a number that is known only when the kernel is
  /// called, as if all work items of a group lay in one block. Return false if
  /// that is not done.
  bool assumeSharedBlock(mlir::Operation *op);

  // FormGuards.cpp: conditions that all but the last groups meet.
  /// What the condition of `op` is assumed to be; nothing if it is not.
  std::optional<bool> assumeCondition(mlir::scf::IfOp op);
  /// `bound`, a scalar integer, as an i64. One of 64 bits that is beyond the
  /// numbers of groups and of work items that a launch can have becomes the
  /// nearest of them.
  mlir::Value boundAsNumber(mlir::Value bound, bool isSigned,
                            mlir::Location loc);
  mlir::Value countGroupsBelow(const LinearForm &place, mlir::Value bound,
                               bool ofAll, mlir::Location loc);
  bool isCountable(const LinearForm &place, bool isSigned);
  std::optional<GroupRange> findGroupsWhere(LaneComparison compare,
                                            mlir::Location loc);
  std::optional<GroupRange> findGroupsWhere(mlir::Value condition, bool wanted);
  std::optional<GroupRange> findGroupsWhere(mlir::arith::CmpIOp op,
                                            bool wanted);
  GroupRange intersect(const GroupRange &a, const GroupRange &b,
                       mlir::Location loc);
  GroupRange findGroupsOfMultiple(mlir::Value divisor, int64_t number,
                                  mlir::Location loc);
  /// Whether the form may be for the groups of `range` alone.
  bool mayAssume(const GroupRange &range);
  /// Whether groups before those of the form may be left to another kernel.
  bool mayLeaveFirstGroups();
  /// Say for which groups the assumptions hold.
  void emitMainGroups();

  // FormComparisons.cpp: places compared with a number that all lanes share.
  /// The infreg of what `compare` is in each lane; nothing where that is not
  /// one comparison of constants with a scalar.
  std::optional<LaneValue> compareWithScalar(const LaneComparison &compare,
                                             mlir::Location loc);
  /// The infreg of what `compare`, of one element of each work item, is.
  mlir::Value compareLanes(const LaneComparison &compare, mlir::Location loc);
  /// Evaluate the comparison `op` so. Return false if that is not done.
  bool compareWithScalar(mlir::Operation *op);

  // FormAlternatives.cpp: places that are chosen among linear ones.
  /// The linear forms of which each lane of `value` has one; `where` is null if
  /// there is but one. None if they are not known.
  llvm::SmallVector<LinearAlternative> getAlternatives(const LaneValue &value);
  /// Whether it is kept which forms an integer of `type` is chosen among.
  bool mayChoose(mlir::Type type);
  void addAlternative(llvm::SmallVectorImpl<LinearAlternative> &alternatives,
                      LinearAlternative added, mlir::Location loc);
  /// Note in `result` that it is `ifTrue` in the lanes of `condition`, an
  /// infreg of i1, and `ifFalse` in the others.
  void chooseForm(LaneValue &result, mlir::Value condition,
                  const LaneValue &ifTrue, const LaneValue &ifFalse,
                  mlir::Location loc);
  void chooseLeast(mlir::Operation *op, LaneValue &result);
  void foldAlternatives(mlir::Operation *op, LaneValue &result);
  /// Note which forms the result of `op`, which has been emitted, is chosen
  /// among.
  void findAlternatives(mlir::Operation *op);
  /// Whether accesses of the alternatives of `index` take less time than a
  /// gather of elements of type `element`.
  bool isWorthChoosing(const LaneValue &index, mlir::Type element);
  /// Load the elements at `index` form by form.
  mlir::Value readAlternatives(mlir::memref::LoadOp op, mlir::Value buffer,
                               const LaneValue &index, InfRegType type);

  // FormBorders.cpp: comparisons that decide accesses near the borders.
  /// What the result of `op` is assumed to be; nothing if it is not.
  std::optional<bool> assumeComparison(mlir::arith::CmpIOp op);
  /// For a minimum or maximum of two integers: the comparison that holds where
  /// the first is the result. Nothing for other operations.
  static std::optional<mlir::arith::CmpIPredicate>
  getOrder(mlir::Operation *op);
  /// Take the greater or lesser of a place and a bound for the place, if most
  /// places are within the bound. Return false if that is not done.
  bool assumeWithinBound(mlir::Operation *op);
  /// Take a place in a ring for one that is not beyond its ends. Return false
  /// if that is not done.
  bool assumeInRing(mlir::Operation *op);
  std::optional<LaneValue> getRingNeighbour(mlir::Operation *op);
  bool hasKnownTerm(mlir::Value dividend);
  /// What `value` is, which a comparison compares. The number of a row is the
  /// place of all its work items, also where it is a scalar.
  LaneValue lookupPlace(mlir::Value value);
  /// Take it for granted that `compare` holds, as `op` has the result that
  /// follows from it, and the form is for the groups where it does.
  bool assumeHolds(mlir::Operation *op, const LaneComparison &compare);
  const AccessDecision &findAccesses(mlir::Operation *op);

  // FormLoops.cpp and FormRunTimeLoops.cpp: classification and execution.
  mlir::LogicalResult emitLoop(LoopOp loop);
  static int64_t countOps(mlir::Region &region);
  /// Whether the subscript of a private array in the loop's body depends on the
  /// loop's control variables. In a run-time loop such an access selects among
  /// all elements.
  static bool subscriptsDependOn(LoopOp loop,
                                 llvm::ArrayRef<mlir::Value> control);
  /// Whether all iterations of `loop` do the same with other values of its
  /// variables, and unrolling makes code and nothing else: the body does not
  /// read the loop's counters, accesses no memory that iterations could share,
  /// and changes no integer that is known before the loop.
  bool repeatsItself(LoopOp loop, const CountedLoop &counted);
  // FormPanels.cpp: loops that change a panel.
  /// Whether `loop` shall stay a loop, with its panels in memory.
  bool isKept(LoopOp loop, const CountedLoop &counted);
  int64_t estimateUnrolled(LoopOp loop, const CountedLoop &counted);
  /// How often a loop within another one of `outer` iterations runs.
  int64_t guessIterations(LoopOp loop, int64_t outer);
  mlir::LogicalResult emitKept(LoopOp loop);
  /// The iterations of `loop`, or those that work item `item` has; nothing if
  /// they are not known.
  std::optional<CountedLoop>
  countIterations(LoopOp loop, std::optional<int64_t> item = std::nullopt);
  llvm::SmallVector<mlir::Value> getControl(LoopOp loop);
  std::optional<bool>
  evaluate(mlir::Block &block,
           llvm::DenseMap<mlir::Value, mlir::TypedAttr> &scalars,
           std::optional<int64_t> item = std::nullopt);
  // FormAlignedLoops.cpp: loops whose counters begin or end at another number
  // in each work item.
  std::optional<AlignedLoop> alignIterations(LoopOp loop);
  std::optional<LockstepLoop> matchIterations(LoopOp loop);
  mlir::LogicalResult emitLockstep(LoopOp loop, const LockstepLoop &lockstep);
  // FormBoundedLoops.cpp: loops that work items leave early.
  std::optional<BoundedLoop> boundIterations(LoopOp loop);
  mlir::TypedAttr evaluateWith(mlir::Value value, LoopOp loop,
                               mlir::Value counter, mlir::TypedAttr held);
  mlir::LogicalResult emitBounded(LoopOp loop, const BoundedLoop &bounded);
  mlir::LogicalResult emitAligned(LoopOp loop, const AlignedLoop &aligned);
  /// Emit all iterations of the loop at once into a block that is thrown away,
  /// and record what they access. Return false if they cannot share lanes.
  bool rehearse(LoopOp loop, const CountedLoop &counted, Recorder &record);
  mlir::LogicalResult emitVectorized(LoopOp loop, const CountedLoop &counted,
                                     const Recorder &record,
                                     llvm::ArrayRef<IndexSet> sets);
  mlir::LogicalResult emitUnrolled(LoopOp loop, const CountedLoop &counted);
  /// Unroll a loop whose condition is known in each iteration, but whose
  /// iterations were not counted; else emit a run-time loop.
  mlir::LogicalResult emitWhile(LoopOp loop);
  /// Form a loop at run time; or, if work items leave it at different times and
  /// it is `bounded`, its iterations under masks.
  mlir::LogicalResult emitRunTime(LoopOp loop,
                                  const BoundedLoop *bounded = nullptr);
  /// Let the loop that `loop` has become have its hint, where the target's code
  /// generator can follow that.
  void passHintOn(LoopOp loop, mlir::scf::WhileOp formed);
  mlir::FailureOr<bool> emitUniform(LoopOp loop, StridedCounter *strided);
  mlir::FailureOr<mlir::scf::WhileOp> tryUniform(LoopOp loop,
                                                 StridedCounter *strided);
  mlir::LogicalResult emitMasked(LoopOp loop);

  // FormStridedLoops.cpp: loops whose work items count side by side.
  std::optional<StridedCounter> describeStrided(LoopOp loop);
  mlir::Value emitStep(LoopOp loop, const StridedLoop &form);
  std::optional<LinearForm> getSum(const LaneValue &counter,
                                   mlir::Location loc);
  static mlir::Type getCounterType(const StridedCounter &strided);
  bool canLeaveOut(LoopOp loop, const StridedCounter &strided);
  void leaveOutWrapped(StridedCounter &strided, mlir::Location loc);
  LaneValue valueInRound(const StridedCounter &strided) const;
  mlir::Value boundInGroup(const StridedCounter &strided,
                           const LaneValue &bound, mlir::Location loc);
  mlir::FailureOr<mlir::Value> emitStridedCondition(LoopOp loop,
                                                    StridedCounter &strided);
  mlir::LogicalResult emitStridedRound(LoopOp loop, StridedCounter &strided);
  mlir::Value stayingLanes(const StridedCounter &strided, mlir::Location loc);
  mlir::Value withinBound(const StridedCounter &strided, mlir::Location loc);
  mlir::LogicalResult setFinalCounter(LoopOp loop, StridedCounter &strided,
                                      const LaneValue &before);

  /// Begin an iteration space in which the lane positions `positions` compute
  /// iterations, under the mask `outer`.
  void enterSpace(int64_t extent, llvm::ArrayRef<int64_t> positions,
                  const Mask &outer);
  /// Set the control variables to what they hold in `iterations`, each in its
  /// lane position; and to what they hold after the loop.
  void setControl(const CountedLoop &counted,
                  llvm::ArrayRef<int64_t> iterations,
                  llvm::ArrayRef<int64_t> positions);
  void setFinals(const CountedLoop &counted);
  mlir::FailureOr<LaneValue> emitCondition(LoopOp loop);
  mlir::FailureOr<mlir::Value> emitUniformCondition(LoopOp loop);
  static void collectStores(mlir::Region &region,
                            llvm::SetVector<mlir::Value> &stored);
  /// The variables declared outside of `loop` that it stores to.
  llvm::SmallVector<mlir::Value> writtenOutside(LoopOp loop);
  mlir::Value variableAsInfReg(Variable &variable, mlir::Location loc);
  void setFromInfReg(Variable &variable, mlir::Value value);
  void remark(mlir::Operation *op, const llvm::Twine &text);
  /// Say that what the source asks for is not done, and why.
  void warn(mlir::Operation *op, const llvm::Twine &text);

  KernelOp kernel;
  const FormOptions &options;
  FormCounts counts;
  /// The number of work items of a group.
  int64_t items;
  FormMeter meter;
  mlir::OpBuilder builder;
  /// What the values, variables and parameters of the work-item form have
  /// become.
  llvm::DenseMap<mlir::Value, LaneValue> values;
  VariableMap variables;
  llvm::DenseMap<mlir::Value, mlir::Value> parameters;
  /// The lane positions and active lanes of the current statement.
  IterationSpace space;
  Mask mask;
  /// The recorder of the loop that is being rehearsed; null outside of one.
  Recorder *recorder = nullptr;
  /// The number of each operation that may be assumed to have one result: of a
  /// branch, a comparison, a remainder, and a choice of the greater or lesser
  /// integer; in the order of the program.
  llvm::DenseMap<mlir::Operation *, unsigned> conditions;
  llvm::DenseMap<unsigned, bool> assumed;
  /// Conditions that cannot be assumed wherever the program comes by them.
  llvm::DenseSet<unsigned> undecided;
  /// What `findAccesses` found.
  llvm::DenseMap<mlir::Operation *, AccessDecision> deciding;
  /// Whether the kernel asks for the number of groups, once that is known.
  std::optional<bool> hasNumGroups;
  /// The number of each variable, in the order of the program.
  llvm::DenseMap<mlir::Operation *, unsigned> variableNumbers;
  std::optional<unsigned> forMemory;
  bool forPanel = false;
  /// What is known of the program's values; null before a loop asks for it.
  std::optional<KnownValues> known;
  /// In a kept loop: the most instructions that a loop within it may become.
  /// Private arrays that are accessed there at subscripts known at run time
  /// alone are panels.
  std::optional<int64_t> keptLimit;
  /// The memory of panels: element `e` of work item `wi` lies at
  /// `e * items + wi`, so that one element of all work items is contiguous.
  llvm::DenseSet<mlir::Value> panels;
  /// Numbers of which scalars that were made are known to be multiples. What is
  /// made while a loop is tried is forgotten with its operations, because
  /// others may get their addresses.
  llvm::DenseMap<mlir::Value, int64_t> multiples;
  /// The body of the kernel that is being formed.
  mlir::Block *entry = nullptr;
  /// The groups that meet the conditions assumed so far.
  GroupRange mainGroups;
  bool hasAssumedRows = false;
  /// The groups in which indices of 32 bits do not wrap around.
  FittingGroups fittingGroups;
  /// The remarks so far. They are emitted only when the kernel is formed, since
  /// loops may be tried several times.
  llvm::SmallVector<std::pair<mlir::Location, std::string>> remarks;
  /// The warnings, one for each operation of the source, emitted likewise.
  llvm::MapVector<mlir::Operation *, std::string> warnings;
  /// What earlier tries of run-time loops have shown: the loops that not all
  /// WIs leave after the same iteration, and for each loop the variables that
  /// it leaves different in different WIs.
  llvm::DenseSet<mlir::Operation *> divergentLoops;
  llvm::DenseMap<mlir::Operation *, llvm::DenseSet<mlir::Value>> divergent;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_FORMER_H
