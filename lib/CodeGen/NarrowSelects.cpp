//===- NarrowSelects.cpp - Select what is kept of integers ----------------===//

#include "IntegerConversions.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_NARROWSELECTS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// The selects of constants that one truncation uses, and nothing else does.
class SelectNarrower {
public:
  explicit SelectNarrower(arith::TruncIOp truncation)
      : truncation(truncation), bits(getIntegerWidth(truncation.getType())) {}

  /// Returns the number of selects that are replaced.
  int64_t run() {
    collect(truncation.getIn());
    if (bits < 8 || selects.empty() ||
        !llvm::all_of(
            selects, [&](arith::SelectOp select) { return isKnown(select); }))
      return 0;
    Value result = narrow(truncation.getIn());
    for (Operation *user :
         llvm::make_early_inc_range(truncation.getIn().getUsers()))
      if (isa<arith::TruncIOp>(user)) {
        user->getResult(0).replaceAllUsesWith(result);
        user->erase();
      }
    for (arith::SelectOp select : llvm::reverse(selects))
      select.erase();
    return selects.size();
  }

private:
  /// Find the selects from which `value` is selected, in the truncation's
  /// block.
  void collect(Value value) {
    SmallVector<Value> pending = {value};
    while (!pending.empty()) {
      auto select = pending.pop_back_val().getDefiningOp<arith::SelectOp>();
      if (!select || select->getBlock() != truncation->getBlock() ||
          !isa<VectorType>(select.getCondition().getType()) ||
          !found.insert(select).second)
        continue;
      selects.push_back(select);
      pending.push_back(select.getTrueValue());
      pending.push_back(select.getFalseValue());
    }
    llvm::sort(selects, [](arith::SelectOp a, arith::SelectOp b) {
      return a->isBeforeInBlock(b);
    });
  }

  /// Whether the selects that were found, and truncations of the last one, are
  /// all that uses `select`, and it selects among constants and such selects.
  bool isKnown(arith::SelectOp select) {
    bool isLast = select == truncation.getIn().getDefiningOp();
    return areArmsKnown(select) &&
           llvm::all_of(select->getUsers(), [&](Operation *user) {
             if (auto other = dyn_cast<arith::TruncIOp>(user))
               return isLast && other.getType() == truncation.getType();
             return found.contains(user);
           });
  }

  bool areArmsKnown(arith::SelectOp select) {
    return llvm::all_of(
        ValueRange{select.getTrueValue(), select.getFalseValue()},
        [&](Value arm) {
          return getSplatConstant(arm) || found.contains(arm.getDefiningOp());
        });
  }

  /// Make selects of `bits` bits beside those that were found, and return the
  /// one that stands for `value`.
  Value narrow(Value value) {
    OpBuilder builder(truncation);
    llvm::DenseMap<Value, Value> results;
    for (arith::SelectOp select : selects) {
      builder.setInsertionPoint(select);
      auto take = [&](Value arm) {
        Value made = results.lookup(arm);
        return made ? made : toIntegerWidth(builder, arm, bits);
      };
      Value onTrue = take(select.getTrueValue());
      Value onFalse = take(select.getFalseValue());
      results[select] = arith::SelectOp::create(
          builder, select.getLoc(), select.getCondition(), onTrue, onFalse);
    }
    return results.lookup(value);
  }

  arith::TruncIOp truncation;
  unsigned bits;
  /// The selects that were found, in their order.
  SmallVector<arith::SelectOp> selects;
  llvm::SmallPtrSet<Operation *, 16> found;
};

struct NarrowSelectsPass
    : public pirch::impl::NarrowSelectsBase<NarrowSelectsPass> {
  using NarrowSelectsBase::NarrowSelectsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    // Without registers for masks, those of wide lanes do not select narrow
    // ones.
    if (!target || !target.getNumMaskRegisters())
      return;
    llvm::SetVector<Value> truncated;
    getOperation()->walk([&](arith::TruncIOp op) {
      if (isa<VectorType>(op.getType()))
        truncated.insert(op.getIn());
    });
    for (Value value : truncated) {
      auto first =
          llvm::find_if(value.getUsers(), llvm::IsaPred<arith::TruncIOp>);
      numNarrowed += SelectNarrower(cast<arith::TruncIOp>(*first)).run();
    }
  }
};

} // namespace
