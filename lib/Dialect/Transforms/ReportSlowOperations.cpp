//===- ReportSlowOperations.cpp - Tell authors why a kernel is slow -------===//

#include "Pirch/Analysis/SlowOperations.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace pirch {
#define GEN_PASS_DEF_REPORTSLOWOPERATIONS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct ReportSlowOperationsPass
    : public pirch::impl::ReportSlowOperationsBase<ReportSlowOperationsPass> {
  using ReportSlowOperationsBase::ReportSlowOperationsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!kernel.hasRole(KernelRole::main))
        continue;
      if (!kernel.getTargetAttr() || !kernel.getWgPack()) {
        kernel.emitOpError("has no target or no pack; choose them first "
                           "(pirch-attach-target, pirch-pack-work-groups)");
        return signalPassFailure();
      }
      report(kernel);
    }
  }

  /// One remark for all that the operations of one place in the source do
  /// alike.
  void report(KernelOp kernel) {
    struct Entry {
      SlowOperation operation;
      int64_t count = 0;
    };
    using Key = std::tuple<const void *, StringRef, std::string>;
    llvm::MapVector<Key, Entry, std::map<Key, unsigned>> entries;
    for (SlowOperation &operation : findSlowOperations(kernel)) {
      Key key(operation.op->getLoc().getAsOpaquePointer(), operation.kind,
              operation.reason);
      Entry &entry = entries[key];
      double cost = entry.count++ ? entry.operation.cost + operation.cost
                                  : operation.cost;
      entry.operation = std::move(operation);
      entry.operation.cost = cost;
    }
    for (auto &[key, entry] : entries)
      emit(kernel, entry.operation, entry.count);
    numReported += entries.size();
  }

  static void emit(KernelOp kernel, const SlowOperation &operation,
                   int64_t count) {
    remark::detail::InFlightRemark remark = remark::missed(
        operation.op->getLoc(), remark::RemarkOpts::name(operation.kind)
                                    .category("pirch")
                                    .function(kernel.getSymName()));
    remark << operation.what << remark::reason("{0}", operation.reason)
           << remark::suggest("{0}", operation.suggestion)
           << remark::metric("Operations", count);
    if (operation.cost > 0)
      remark << remark::metric("Cost", static_cast<int64_t>(operation.cost));
  }
};
} // namespace
