//===- VectorizeWorkItems.cpp - From one work item to infregs -------------===//

#include "Former.h"
#include "KernelRoles.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_VECTORIZEWORKITEMS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

Former::Former(KernelOp kernel, const FormOptions &options)
    : kernel(kernel), options(options), items(kernel.getWgSize()),
      builder(kernel.getContext(), &meter) {
  mask = fullMask(space);
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<scf::IfOp, arith::CmpIOp, arith::MaxSIOp, arith::MinSIOp,
            arith::MaxUIOp, arith::MinUIOp, arith::DivSIOp, arith::DivUIOp,
            arith::RemSIOp, arith::RemUIOp>(op))
      conditions.insert({op, conditions.size()});
  });
  kernel.walk<WalkOrder::PreOrder>([&](memref::AllocaOp op) {
    variableNumbers.insert({op, variableNumbers.size()});
  });
}

void FormMeter::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  ++ops;
  for (Type type : op->getResultTypes())
    if (auto infreg = dyn_cast<InfRegType>(type))
      lanes += infreg.getLanesPerGroup();
}

void Former::remark(Operation *op, const Twine &text) {
  if (options.remarks && !recorder)
    remarks.emplace_back(op->getLoc(), text.str());
}

void Former::warn(Operation *op, const Twine &text) {
  if (options.warnings && !recorder)
    warnings.insert({op, text.str()});
}

LogicalResult Former::run() {
  Region formed;
  entry = new Block;
  formed.push_back(entry);
  Block &old = kernel.getBody().front();
  for (BlockArgument argument : old.getArguments()) {
    Value fresh = entry->addArgument(argument.getType(), argument.getLoc());
    parameters[argument] = fresh;
    if (!isa<MemRefType>(argument.getType()))
      define(argument, fromValue(fresh, 1));
  }
  builder.setInsertionPointToEnd(entry);
  LogicalResult result = emitBlock(old);
  if (failed(result))
    return failure();
  emitMainGroups();
  ReturnOp::create(builder, kernel.getLoc());
  for (const auto &[loc, text] : remarks)
    emitRemark(loc) << text;
  for (const auto &[op, text] : warnings)
    emitWarning(op->getLoc()) << text;
  kernel.getBody().takeBody(formed);
  return success();
}

std::unique_ptr<Former> Former::form(KernelOp kernel, FormOptions &options) {
  while (true) {
    auto former = std::make_unique<Former>(kernel, options);
    if (succeeded(former->run()))
      return former;
    std::optional<unsigned> variable = former->getVariableForMemory();
    if (!variable || !options.inMemory.insert(*variable).second)
      return nullptr;
    if (former->isForPanel())
      options.inPanels.insert(*variable);
  }
}

namespace {
struct VectorizeWorkItemsPass
    : public pirch::impl::VectorizeWorkItemsBase<VectorizeWorkItemsPass> {
  using VectorizeWorkItemsBase::VectorizeWorkItemsBase;

  void runOnOperation() override {
    llvm::StringSet<> whole = findWholeKernels(getOperation());
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      if (!isWorkItemForm(kernel))
        continue;
      if (failed(checkWorkItemForm(kernel)))
        return signalPassFailure();
      FormOptions formOptions = getFormOptions(kernel);
      formOptions.remarks = emitRemarks;
      formOptions.warnings = true;
      formOptions.assumesGuards = assumeGuards && mayHaveForms(kernel);
      formOptions.assumesIndicesFit = formOptions.assumesGuards && assumeFits;
      formOptions.assumesRows =
          formOptions.assumesGuards && !whole.contains(kernel.getSymName());
      std::unique_ptr<Former> former = formWithOthers(kernel, formOptions);
      if (!former)
        return signalPassFailure();
      count(*former, formOptions);
    }
  }

  void count(const Former &former, const FormOptions &formOptions) {
    const FormCounts &counts = former.getCounts();
    numVectorized += counts.vectorized;
    numUnrolled += counts.unrolled;
    numRunTime += counts.runTime;
    numRunTimeSubscripts += counts.runTimeSubscripts;
    numKept += counts.kept;
    numExchangesLoaded += counts.exchangesLoaded;
    numInMemory += formOptions.inMemory.size();
    numGuarded += former.isForSomeGroups();
  }

  /// Form `kernel`, and leave beside it the other forms that it needs. Returns
  /// null after an error.
  std::unique_ptr<Former> formWithOthers(KernelOp kernel,
                                         FormOptions &formOptions) {
    OwningOpRef<KernelOp> single(kernel.clone()), all(kernel.clone());
    std::unique_ptr<Former> former = Former::form(kernel, formOptions);
    if (!former)
      return nullptr;
    removeDeadOps(kernel);
    if (former->isForSomeGroups() &&
        failed(former->assumedRows() ? formFallback(kernel, std::move(all))
                                     : formRemainder(kernel, std::move(all))))
      return nullptr;
    const FormCounts &counts = former->getCounts();
    if (!kernel.getWgPack() && kernel.choosesPack() &&
        counts.masked + counts.scattered)
      formSingle(kernel, std::move(single), *former);
    return former;
  }

  /// Beside `kernel`, which is for calls in which a group lies in one row,
  /// leave a kernel for the other calls, which is formed without that
  /// assumption.
  LogicalResult formFallback(KernelOp kernel, OwningOpRef<KernelOp> all) {
    KernelOp fallback = all.release();
    attachForm(kernel, fallback, KernelRole::fallback);
    FormOptions formOptions = getFormOptions(fallback);
    formOptions.assumesGuards = true;
    formOptions.assumesIndicesFit = assumeFits;
    return success(formWithOthers(fallback, formOptions) != nullptr);
  }

  /// The options of every form of a kernel.
  FormOptions getFormOptions(KernelOp kernel) const {
    FormOptions formOptions;
    formOptions.unrollBudget = unrollBudget;
    if (ScheduleAttr schedule = kernel.getScheduleAttr();
        schedule && schedule.getUnroll() >= 0)
      formOptions.unrollBudget = schedule.getUnroll();
    formOptions.selectLimit = selectLimit;
    formOptions.carriedLimit = carriedLimit;
    return formOptions;
  }

  /// Whether other kernels may do a part of the kernel's work. Threads have no
  /// use for that: a mask costs them nothing.
  static bool mayHaveForms(KernelOp kernel) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    return !kernel.getWgPack() && kernel.hasRole(KernelRole::main) &&
           !(target && target.distributesWorkItems());
  }

  /// Leave the form beside the kernel that computes the groups which do not
  /// meet what `kernel` assumes, one at a time.
  LogicalResult formRemainder(KernelOp kernel, OwningOpRef<KernelOp> all) {
    FormOptions formOptions = getFormOptions(kernel);
    formOptions.oneGroup = true;
    if (!Former::form(*all, formOptions))
      return failure();
    KernelOp kept = all.release();
    removeDeadOps(kept);
    attachForm(kernel, kept, KernelRole::remainder);
    return success();
  }

  /// Leave the form for one group at a time beside the kernel, for the packing
  /// to choose, if it has fewer masked loops and gathers. Where groups take
  /// different ways, it has plain loops and contiguous accesses instead.
  void formSingle(KernelOp kernel, OwningOpRef<KernelOp> single,
                  const Former &formed) {
    const FormCounts &counts = formed.getCounts();
    FormOptions formOptions = getFormOptions(kernel);
    formOptions.assumed = formed.getAssumed();
    formOptions.assumesIndicesFit = formed.isForSomeGroups() && assumeFits;
    formOptions.oneGroup = true;
    ScopedDiagnosticHandler silence(&getContext(),
                                    [](Diagnostic &) { return success(); });
    std::unique_ptr<Former> former = Former::form(*single, formOptions);
    if (!former)
      return;
    const FormCounts &less = former->getCounts();
    if (less.masked + less.scattered >= counts.masked + counts.scattered)
      return;
    KernelOp kept = single.release();
    removeDeadOps(kept);
    attachForm(kernel, kept, KernelRole::single_group);
    kept.setRemainderAttr(kernel.getRemainderAttr());
    copyMainGroups(kernel, kept);
  }

  /// Let `to` compute the same groups as `from`, but for those that it leaves
  /// to the remainder kernel itself.
  static void copyMainGroups(KernelOp from, KernelOp to) {
    IRMapping mapping;
    Block &source = from.getBody().front(), &body = to.getBody().front();
    mapping.map(source.getArguments(), body.getArguments());
    auto groups = source.getOps<MainGroupsOp>(),
         own = body.getOps<MainGroupsOp>();
    if (groups.empty())
      return;
    MainGroupsOp copied = *groups.begin();
    MainGroupsOp merged = own.empty() ? MainGroupsOp() : *own.begin();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    for (Operation &op :
         llvm::make_range(source.begin(), copied->getIterator()))
      builder.clone(op, mapping);
    if (!merged) {
      builder.clone(*copied, mapping);
      return;
    }
    builder.setInsertionPoint(merged);
    Location loc = merged.getLoc();
    Value count = arith::MinSIOp::create(
        builder, loc, mapping.lookup(copied.getCount()), merged.getCount());
    merged.getCountMutable().assign(count);
    if (!copied.getFrom())
      return;
    Value first = mapping.lookup(copied.getFrom());
    if (merged.getFrom())
      first = arith::MaxSIOp::create(builder, loc, first, merged.getFrom());
    merged.getFromMutable().assign(first);
  }

  /// Erase the operations whose results are unused. One walk backwards
  /// suffices, as uses follow definitions.
  static void removeDeadOps(KernelOp kernel) {
    kernel.walk<WalkOrder::PostOrder, mlir::ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace
