//===- CoalesceAccesses.cpp - Gathers that are loads in most groups -------===//
//
// The subscripts of a stencil with limits, `in[y * w + max(x - 1, 0)]`, follow
// each other in all groups but those at the edges. A GPU finds such accesses
// when it makes them; here a test of the subscripts does, one for several
// gathers where it can.
//
//===----------------------------------------------------------------------===//

#include "IndexedAccess.h"
#include "LaneSegments.h"
#include "MemoryRange.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_COALESCEACCESSES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The registers of results that one test may decide on, as a part of the
/// registers there are: all of them are in use behind the test.
static constexpr int64_t kShareOfRegisters = 2;

namespace {

/// An access whose subscripts likely follow each other, in pieces of `length`.
struct LikelyAccess {
  IndexedAccess access;
  int64_t length;
};

/// Makes the test of one access or several.
class PieceTest {
public:
  PieceTest(OpBuilder &builder, Location loc, bool masksAll)
      : builder(builder), loc(loc), masksAll(masksAll) {}

  /// Test `found`, too.
  void add(const LikelyAccess &found);
  /// Whether all tests hold.
  Value get();
  /// Whether the accesses of pieces need the mask if the test holds.
  bool isMasked(const IndexedAccess &access) const;

private:
  Value follow(Value index, int64_t length);
  Value constant(VectorType type, function_ref<int64_t(int64_t)> number);

  OpBuilder &builder;
  Location loc;
  /// Whether masked accesses of elements of all sizes are single instructions.
  bool masksAll;
  /// By the number of lanes, what holds in each lane.
  llvm::MapVector<int64_t, Value> tests;
  /// What was made for the same subscripts and mask before.
  llvm::SmallDenseSet<std::tuple<Value, Value, int64_t>> made;
};

/// Replaces the accesses of a function.
class Coalescer {
public:
  Coalescer(TargetAttrInterface target, bool emitRemarks)
      : target(target), emitRemarks(emitRemarks) {}

  void run(func::FuncOp function);
  int64_t numGathers = 0, numScatters = 0, numTests = 0;

private:
  std::optional<LikelyAccess> inspect(Operation *op);
  bool pays(const IndexedAccess &access, int64_t length) const;
  void findIn(Block &block);
  void endGroup();
  void rewriteGathers(ArrayRef<LikelyAccess> gathers);
  void rewriteScatter(const LikelyAccess &scatter);
  void report(const IndexedAccess &access) const;

  TargetAttrInterface target;
  bool emitRemarks;
  KnownSegments segments;
  /// The gathers of a block that one test may decide on so far, and what
  /// depends on them, in order.
  SmallVector<LikelyAccess> group;
  llvm::SetVector<Operation *> dependents;
  SmallVector<SmallVector<LikelyAccess>> groups;
  SmallVector<LikelyAccess> scatters;
};

} // namespace

//===----------------------------------------------------------------------===//
// The test
//===----------------------------------------------------------------------===//

Value PieceTest::constant(VectorType type,
                          function_ref<int64_t(int64_t)> number) {
  auto element = cast<IntegerType>(type.getElementType());
  SmallVector<APInt> numbers;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    numbers.push_back(
        APInt(element.getWidth(), number(lane), /*isSigned=*/true));
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, numbers));
}

/// Whether each lane of `index` is at the distance from the first lane of its
/// piece that it has in the piece. Numbers that were extended are compared
/// before that, in fewer registers, and must not wrap around.
Value PieceTest::follow(Value index, int64_t length) {
  Operation *extension = index.getDefiningOp();
  bool isSigned = isa_and_nonnull<arith::ExtSIOp>(extension);
  bool isExtended = isSigned || isa_and_nonnull<arith::ExtUIOp>(extension);
  if (isExtended)
    index = extension->getOperand(0);
  auto type = cast<VectorType>(index.getType());
  int64_t lanes = type.getNumElements();
  SmallVector<int64_t> starts;
  for (int64_t lane = 0; lane < lanes; ++lane)
    starts.push_back(lane - lane % length);
  Value first = vector::ShuffleOp::create(builder, loc, index, index, starts);
  Value wanted = arith::AddIOp::create(
      builder, loc, first,
      constant(type, [&](int64_t lane) { return lane % length; }));
  Value follows = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        index, wanted);
  unsigned bits = type.getElementTypeBitWidth();
  if (!isExtended || bits < 8)
    return follows;
  APInt last =
      isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  Value limit = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, last - (length - 1)));
  Value fits = arith::CmpIOp::create(builder, loc,
                                     isSigned ? arith::CmpIPredicate::sle
                                              : arith::CmpIPredicate::ule,
                                     first, limit);
  return arith::AndIOp::create(builder, loc, follows, fits);
}

bool PieceTest::isMasked(const IndexedAccess &access) const {
  return !isAllTrue(access.getMask()) &&
         (masksAll || access.type.getElementTypeBitWidth() >= 32);
}

void PieceTest::add(const LikelyAccess &found) {
  const IndexedAccess &access = found.access;
  if (!made.insert({access.getIndex(), access.getMask(), found.length}).second)
    return;
  Value test = follow(access.getIndex(), found.length);
  if (isMasked(access)) {
    auto type = cast<VectorType>(access.getMask().getType());
    Value isLeftOut =
        arith::XOrIOp::create(builder, loc, access.getMask(),
                              constant(type, [](int64_t) { return -1; }));
    test = arith::OrIOp::create(builder, loc, test, isLeftOut);
  } else if (!isAllTrue(access.getMask())) {
    test = arith::AndIOp::create(builder, loc, test, access.getMask());
  }
  Value &all = tests[access.countLanes()];
  all = all ? arith::AndIOp::create(builder, loc, all, test) : test;
}

Value PieceTest::get() {
  Value result;
  for (auto [lanes, test] : tests) {
    // Lanes that nobody reads may be poison, on which nothing may branch.
    Value known = LLVM::FreezeOp::create(builder, loc, test);
    Value all = vector::ReductionOp::create(builder, loc,
                                            vector::CombiningKind::AND, known);
    result = result ? arith::AndIOp::create(builder, loc, result, all) : all;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

/// Whether `op` is what runs where a test of this pass does not hold.
static bool isFallback(Operation *op) {
  auto choice = dyn_cast<scf::IfOp>(op->getParentOp());
  return choice && op->getBlock() == choice.elseBlock() &&
         choice.getCondition().getDefiningOp<vector::ReductionOp>();
}

/// Whether loads or stores of pieces and the test take less time than what they
/// replace.
bool Coalescer::pays(const IndexedAccess &access, int64_t length) const {
  if (!target)
    return true;
  int64_t lanes = access.countLanes();
  int64_t registers =
      countGatherRegisters(access.type.getElementType(), lanes, target);
  int64_t each = access.isWrite() ? target.getCost(OpClass::scatter)
                                  : target.getCost(OpClass::gather);
  int64_t piece = access.isWrite() ? target.getCost(OpClass::store)
                                   : target.getCost(OpClass::load) +
                                         target.getCost(OpClass::blend);
  int64_t tested = target.getRegistersPerChunk(
      IntegerType::get(target.getContext(), 32), lanes);
  return lanes / length * piece +
             kPieceTestCost * tested * target.getCost(OpClass::arith) <
         each * registers;
}

std::optional<LikelyAccess> Coalescer::inspect(Operation *op) {
  std::optional<IndexedAccess> access = IndexedAccess::of(op);
  if (!access || isFallback(op))
    return std::nullopt;
  bool splits = target && target.getShuffleBlockBits() != 0;
  int64_t length = findPieceLength(*access, splits, [&](int64_t length) {
    return segments.of(length).areLikelyConsecutive(access->getIndex(),
                                                    access->getMask());
  });
  if (!length || !pays(*access, length))
    return std::nullopt;
  return LikelyAccess{*access, length};
}

void Coalescer::endGroup() {
  if (!group.empty())
    groups.push_back(std::move(group));
  group.clear();
  dependents.clear();
}

/// Find the gathers of `block` that one test may decide on: none needs what
/// another one of them gathers, and nothing is written between them.
void Coalescer::findIn(Block &block) {
  int64_t maxRegisters =
      (target ? target.getNumRegisters() : 16) / kShareOfRegisters;
  int64_t registers = 0;
  for (Operation &op : block) {
    bool depends = llvm::any_of(op.getOperands(), [&](Value operand) {
      return dependents.contains(operand.getDefiningOp());
    });
    std::optional<LikelyAccess> found = inspect(&op);
    if (found && !found->access.isWrite()) {
      VectorType type = found->access.type;
      int64_t more = target ? target.getRegistersPerChunk(type.getElementType(),
                                                          type.getNumElements())
                            : 1;
      if (depends || registers + more > maxRegisters)
        endGroup();
      registers = group.empty() ? more : registers + more;
      group.push_back(*found);
      dependents.insert(&op);
      continue;
    }
    if (found)
      scatters.push_back(*found);
    std::optional<MemoryAccess> memory = accessOf(&op);
    bool onlyReads = memory ? !memory->isWrite : isMemoryEffectFree(&op);
    if (!onlyReads || op.getNumRegions())
      endGroup();
    else if (depends)
      dependents.insert(&op);
  }
  endGroup();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void Coalescer::report(const IndexedAccess &access) const {
  if (emitRemarks)
    emitRemark(access.op->getLoc())
        << (access.isWrite() ? "scatter: store" : "gather: load")
        << " in groups whose subscripts follow each other";
}

void Coalescer::rewriteGathers(ArrayRef<LikelyAccess> gathers) {
  Operation *firstOp = gathers.front().access.op;
  Operation *lastOp = gathers.back().access.op;
  // What lies between and depends on the gathers moves behind the test.
  llvm::SetVector<Operation *> moved;
  for (const LikelyAccess &found : gathers)
    moved.insert(found.access.op);
  for (Operation *op = firstOp; op != lastOp; op = op->getNextNode())
    if (llvm::any_of(op->getOperands(), [&](Value operand) {
          return moved.contains(operand.getDefiningOp());
        }))
      moved.insert(op);

  OpBuilder builder(lastOp->getContext());
  builder.setInsertionPointAfter(lastOp);
  Location loc = firstOp->getLoc();
  bool masksAll = target && target.getNumMaskRegisters() > 0;
  PieceTest test(builder, loc, masksAll);
  SmallVector<Type> types;
  for (const LikelyAccess &found : gathers) {
    test.add(found);
    types.push_back(found.access.type);
  }
  auto choice = scf::IfOp::create(builder, loc, types, test.get(),
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  ++numTests;
  SmallVector<Value> loaded, gathered;
  builder.setInsertionPointToStart(choice.thenBlock());
  for (const LikelyAccess &found : gathers)
    loaded.push_back(loadPieces(builder, found.access, found.length,
                                test.isMasked(found.access)));
  scf::YieldOp::create(builder, loc, loaded);
  builder.setInsertionPointToStart(choice.elseBlock());
  for (const LikelyAccess &found : gathers)
    gathered.push_back(builder.clone(*found.access.op)->getResult(0));
  scf::YieldOp::create(builder, loc, gathered);

  Operation *cursor = choice;
  for (Operation *op : moved.takeVector()) {
    if (llvm::any_of(gathers, [&](const LikelyAccess &found) {
          return found.access.op == op;
        }))
      continue;
    op->moveAfter(cursor);
    cursor = op;
  }
  for (auto [found, result] : llvm::zip_equal(gathers, choice.getResults())) {
    report(found.access);
    found.access.op->getResult(0).replaceAllUsesWith(result);
    found.access.op->erase();
    ++numGathers;
  }
}

void Coalescer::rewriteScatter(const LikelyAccess &scatter) {
  Operation *op = scatter.access.op;
  Location loc = op->getLoc();
  OpBuilder builder(op);
  PieceTest test(builder, loc, target && target.getNumMaskRegisters() > 0);
  test.add(scatter);
  auto choice = scf::IfOp::create(builder, loc, test.get(),
                                  /*withElseRegion=*/true);
  ++numTests;
  builder.setInsertionPoint(choice.thenYield());
  storePieces(builder, scatter.access, scatter.length,
              test.isMasked(scatter.access));
  report(scatter.access);
  op->moveBefore(choice.elseYield());
  ++numScatters;
}

void Coalescer::run(func::FuncOp function) {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    findIn(*block);
  for (ArrayRef<LikelyAccess> gathers : groups)
    rewriteGathers(gathers);
  for (const LikelyAccess &scatter : scatters)
    rewriteScatter(scatter);
}

namespace {
struct CoalesceAccessesPass
    : public pirch::impl::CoalesceAccessesBase<CoalesceAccessesPass> {
  using CoalesceAccessesBase::CoalesceAccessesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    Coalescer coalescer(
        function->getAttrOfType<TargetAttrInterface>(kTargetAttrName),
        emitRemarks);
    coalescer.run(function);
    numGathers += coalescer.numGathers;
    numScatters += coalescer.numScatters;
    numTests += coalescer.numTests;
  }
};
} // namespace
