//===- KeepUniformBranches.cpp - Branches that a group takes together -----===//
//
// A branch that all work items of a group take alike becomes, where its arms
// are much work, a loop that runs at most once for each arm, since loops are
// what stays of control flow in the InfReg form.
//
//===----------------------------------------------------------------------===//

#include "PanelLoops.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_KEEPUNIFORMBRANCHES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// What in a kernel is the same for all work items of a group, though not known
/// at compile time.
class GroupValues {
public:
  explicit GroupValues(KernelOp kernel) {
    kernel.walk([&](Operation *op) {
      bool isShared = isMemoryEffectFree(op) || op->getNumRegions() ||
                      isa<memref::LoadOp, memref::AllocaOp>(op);
      if (!isShared || isa<WiIndexOp>(op))
        perItem.insert(op->result_begin(), op->result_end());
    });
    propagateTaint(kernel, perItem);
  }

  bool isShared(Value value) const { return !perItem.contains(value); }

private:
  /// Values that differ between work items, and the variables that hold them.
  llvm::DenseSet<Value> perItem;
};

class BranchKeeper {
public:
  BranchKeeper(KernelOp kernel, int64_t least, bool emitsRemarks)
      : kernel(kernel), known(kernel), shared(kernel), least(least),
        emitsRemarks(emitsRemarks) {}

  /// Returns the number of branches that stay branches.
  int64_t run() { return keepBranches(kernel.getBody().front()); }

private:
  /// Keep the branches of `block`, which work items execute once, or in each
  /// iteration of loops that they leave together.
  int64_t keepBranches(Block &block) {
    int64_t sum = 0;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto branch = dyn_cast<scf::IfOp>(op))
        sum += keepBranch(branch);
      else if (auto loop = dyn_cast<LoopOp>(op); loop && isShared(loop))
        sum += keepBranches(loop.getBody().front());
    }
    return sum;
  }

  /// Whether all work items of a group execute as many iterations, a number
  /// that is not known at compile time: other loops are unrolled, or share
  /// lanes.
  bool isShared(LoopOp loop) const {
    Value condition = cast<ConditionOp>(loop.getCond().front().getTerminator())
                          .getCondition();
    return !loop.getPanelLimit() && !known.isKnown(condition) &&
           shared.isShared(condition);
  }

  int64_t keepBranch(scf::IfOp branch) {
    Value condition = branch.getCondition();
    int64_t sum = 0;
    for (Region &region : branch->getRegions())
      if (!region.empty())
        sum += keepBranches(region.front());
    if (known.isKnown(condition) || !shared.isShared(condition))
      return sum;
    if (estimateSaved(branch) < least || choosesPlaces(branch))
      return sum;
    if (emitsRemarks)
      branch.emitRemark("uniform branch: it stays a branch");
    replaceBranch(branch);
    return sum + 1;
  }

  /// Estimates: the number of operations that a mathematical function has, and
  /// the number of iterations of a loop in an arm.
  static constexpr int64_t kFunction = 16, kIterations = 4;

  /// The operations on registers that masks would execute in vain: those of the
  /// arm that is not taken, of which the longer one counts.
  int64_t estimateSaved(scf::IfOp branch) const {
    int64_t most = 0;
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        continue;
      int64_t operations =
          estimateInstructions(region.front(), known, /*items=*/1, /*lanes=*/1,
                               [](LoopOp) { return kIterations; });
      region.walk([&](Operation *op) {
        if (isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
            !isa<math::FmaOp, math::AbsFOp>(op))
          operations += kFunction;
      });
      most = std::max(most, operations);
    }
    return most;
  }

  /// Whether an arm decides what is accessed: places in memory that are known
  /// but for a condition are better than places that a branch left.
  bool choosesPlaces(scf::IfOp branch) const {
    llvm::DenseSet<Value> chosen;
    for (Value result : branch.getResults())
      if (!isa<FloatType>(result.getType()))
        chosen.insert(result);
    branch.walk([&](memref::StoreOp store) {
      Operation *variable = store.getMemRef().getDefiningOp();
      if (variable && !branch->isAncestor(variable) &&
          !isa<FloatType>(store.getMemRefType().getElementType()))
        chosen.insert(store.getMemRef());
    });
    if (chosen.empty())
      return false;
    propagateTaint(kernel, chosen, /*byConditions=*/false);
    return kernel
        ->walk([&](Operation *op) {
          OperandRange places(op->operand_begin(), op->operand_begin());
          if (auto load = dyn_cast<memref::LoadOp>(op))
            places = load.getIndices();
          else if (auto store = dyn_cast<memref::StoreOp>(op))
            places = store.getIndices();
          bool isExchange = isa<WgShuffleOp>(op);
          return llvm::any_of(
                     isExchange ? op->getOperands() : places,
                     [&](Value value) { return chosen.contains(value); })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Put a loop that runs once, where its condition holds, in the place of each
  /// arm.
  void replaceBranch(scf::IfOp branch) {
    OpBuilder builder(branch);
    Location loc = branch.getLoc();
    SmallVector<Value> results;
    for (Type type : branch.getResultTypes())
      results.push_back(
          memref::AllocaOp::create(builder, loc, MemRefType::get({1}, type)));
    Value yes = makeBool(builder, loc, true);
    Value otherwise =
        arith::XOrIOp::create(builder, loc, branch.getCondition(), yes);
    emitArm(builder, branch.getThenRegion(), branch.getCondition(), results);
    if (!branch.getElseRegion().empty())
      emitArm(builder, branch.getElseRegion(), otherwise, results);
    for (auto [result, variable] : llvm::zip(branch.getResults(), results))
      result.replaceAllUsesWith(memref::LoadOp::create(
          builder, loc, variable, zeroIndex(builder, loc)));
    branch.erase();
  }

  void emitArm(OpBuilder &builder, Region &arm, Value condition,
               ArrayRef<Value> results) {
    Location loc = condition.getLoc();
    auto type = MemRefType::get({1}, builder.getI1Type());
    Value again = memref::AllocaOp::create(builder, loc, type);
    memref::StoreOp::create(builder, loc, condition, again,
                            zeroIndex(builder, loc));
    auto loop = LoopOp::create(builder, loc, /*post_test=*/false,
                               /*panel_limit=*/IntegerAttr());
    setUnrollHint(loop, {UnrollHint::never, 0});
    OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().emplaceBlock());
    ConditionOp::create(
        inner, loc,
        memref::LoadOp::create(inner, loc, again, zeroIndex(inner, loc)));
    loop.getBody().takeBody(arm);
    Operation *end = loop.getBody().front().getTerminator();
    inner.setInsertionPoint(end);
    for (auto [value, variable] : llvm::zip(end->getOperands(), results))
      memref::StoreOp::create(inner, loc, value, variable,
                              zeroIndex(inner, loc));
    YieldOp::create(inner, loc);
    end->erase();
    inner.setInsertionPointToEnd(&loop.getStep().emplaceBlock());
    memref::StoreOp::create(inner, loc, makeBool(inner, loc, false), again,
                            zeroIndex(inner, loc));
    YieldOp::create(inner, loc);
  }

  static Value makeBool(OpBuilder &builder, Location loc, bool value) {
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  }

  static Value zeroIndex(OpBuilder &builder, Location loc) {
    return arith::ConstantIndexOp::create(builder, loc, 0);
  }

  KernelOp kernel;
  KnownValues known;
  GroupValues shared;
  int64_t least;
  bool emitsRemarks;
};

struct KeepUniformBranchesPass
    : public pirch::impl::KeepUniformBranchesBase<KeepUniformBranchesPass> {
  using KeepUniformBranchesBase::KeepUniformBranchesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      auto target =
          dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
      if (target && !target.distributesWorkItems())
        numBranches += BranchKeeper(kernel, least, emitRemarks).run();
    }
  }
};

} // namespace
