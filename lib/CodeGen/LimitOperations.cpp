//===- LimitOperations.cpp - Refuse modules that take too long ------------===//

#include "Pirch/Analysis/Divisors.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/CodeLimit.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_LIMITOPERATIONS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether `op` is a mathematical function, which becomes many operations.
static bool isFunction(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.getOpClass() == OpClass::libcall;
}

/// Whether `op` divides integers lane by lane. The machine is taken to have no
/// instruction for vectors if one division costs as much as there are lanes of
/// 64 bits. By a known divisor, LLVM divides with a multiplication.
static bool dividesLanes(Operation *op, TargetAttrInterface target) {
  if (!isIntegerDivision(op) || getSplatConstant(op->getOperand(1)))
    return false;
  Type i64 = IntegerType::get(op->getContext(), 64);
  return !target ||
         target.getCost(OpClass::divide) >= target.getNativeLanes(i64);
}

/// The time, in that of operations, that LLVM takes for values with many uses.
/// For each instruction that overwrites an operand, it walks along all uses to
/// find whether this is the last. Targets that do not spill have no such
/// instructions.
static int64_t weighUses(Operation *op) {
  constexpr int64_t kFew = 512, kUsesInTheTime = 256;
  if (isa<vector::BroadcastOp, LLVM::GEPOp>(op))
    return 0; // LLVM makes it again for each use, or folds it into the use
  int64_t sum = 0;
  for (Value result : op->getResults())
    if (int64_t uses = llvm::range_size(result.getUses()); uses > kFew)
      sum += uses * uses / kUsesInTheTime;
  return sum;
}

/// The time that LLVM takes for `op`, in that of one operation on vectors. Its
/// register allocator takes longer if a gather, which has many operands, or a
/// shuffle of two vectors stands between values that live long.
static int64_t weigh(Operation *op, TargetAttrInterface target) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<LLVM::PoisonOp>(op))
    return 0;
  auto type = op->getNumResults()
                  ? dyn_cast<VectorType>(op->getResult(0).getType())
                  : VectorType();
  // A function becomes about as many operations on scalars as on vectors, but
  // scalars have eight times the limit and need as much memory for each.
  if (isFunction(op))
    return type ? 64 : 256;
  if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op))
    return 16; // four products of halves and the sums of their parts
  if (type && dividesLanes(op, target))
    return 4 * type.getNumElements();
  if (isIntegerDivision(op))
    return 16; // instructions that multiply by the divisor's reciprocal
  if (isa<LLVM::masked_gather, LLVM::masked_scatter>(op))
    return 8;
  auto shuffle = dyn_cast<vector::ShuffleOp>(op);
  return shuffle && shuffle.getV1() != shuffle.getV2() ? 2 : 1;
}

namespace {
struct LimitOperationsPass
    : public pirch::impl::LimitOperationsBase<LimitOperationsPass> {
  using LimitOperationsBase::LimitOperationsBase;

  void runOnOperation() override {
    int64_t before = 0;
    // The functions of the module, and those of a GPU module in it.
    SmallVector<FunctionOpInterface> functions;
    getOperation().walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    for (FunctionOpInterface function : functions) {
      auto target =
          function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
      bool spills = !target || target.canSpill();
      int64_t ops = 0, loops = 0;
      function.walk([&](Operation *op) {
        ops += weigh(op, target) + (spills ? weighUses(op) : 0);
        loops += op->getNumRegions() > 0;
      });
      // LLVM looks at what it knows of all loops whenever it changes one.
      ops += loops * loops / 2;
      // Without spills, the code generator may run twice, as it has two ways to
      // assign registers.
      if (!spills)
        ops *= 2;
      if (before + ops > maxOps) {
        auto kernel = function->getAttrOfType<StringAttr>(kKernelAttrName);
        StringRef name = kernel ? kernel.getValue() : function.getName();
        emitCodeLimitError(function)
            << "kernel '" << name << "' needs " << ops
            << " operations on native vectors, the kernels before it " << before
            << " (at most " << maxOps.getValue()
            << " in one file); fewer work items, a smaller --wg-pack or loops "
               "that are not unrolled need fewer";
        return signalPassFailure();
      }
      before += ops;
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
