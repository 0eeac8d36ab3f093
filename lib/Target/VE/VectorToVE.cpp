//===- VectorToVE.cpp - Functions over chunks for NEC's vector engine -----===//

#include "Pirch/Target/VE/Passes.h"
#include "VEExpansions.h"
#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace pirch {
#define GEN_PASS_DEF_CONVERTVECTORTOVE
#include "Pirch/Target/VE/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

namespace {

/// Whether LLVM's back end has an instruction for the operation as it is: f64
/// arithmetic on whole registers.
bool isPlain(Operation *op) {
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
           math::FmaOp>(op))
    return false;
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  auto function = op->getParentOfType<func::FuncOp>();
  return type && isRegister(type) && type.getElementType().isF64() &&
         !(function && function->hasAttr(kLanesInUseAttrName)) &&
         llvm::none_of(op->getOperands(), [](Value operand) {
           Operation *def = operand.getDefiningOp();
           return isa_and_nonnull<vector::BroadcastOp, arith::ConstantOp,
                                  vector::ShuffleOp>(def);
         });
}

/// Reports an error for an operation that no other pattern converts, at its
/// location. Its result becomes poison until the pass ends, so that its users
/// are not blamed.
struct RefuseOperation : ConversionPattern {
  RefuseOperation(const TypeConverter &converter, MLIRContext *context,
                  bool &refused)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/0,
                          context),
        refused(refused) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumRegions() || op->getNumResults() == 0)
      return failure();
    auto elementOf = [](Value value) {
      return getElementTypeOrSelf(value.getType());
    };
    // One error is enough: there is such an operation for each chunk.
    if (!refused) {
      InFlightDiagnostic error = op->emitError("not supported yet: no ")
                                 << op->getName().getStringRef();
      if (op->getNumOperands())
        error << " of " << elementOf(op->getOperand(0));
      error << " to " << elementOf(op->getResult(0)) << " on VE's registers";
    }
    refused = true;
    SmallVector<Value> nothing;
    for (Type type : op->getResultTypes())
      nothing.push_back(LLVM::PoisonOp::create(
          rewriter, op->getLoc(), getTypeConverter()->convertType(type)));
    rewriter.replaceOp(op, nothing);
    return success();
  }

private:
  bool &refused;
};

/// Whether LLVM calls a function for the operation on scalars. A call leaves no
/// vector register as it was, and LLVM cannot spill these.
bool isCalledForScalars(Operation *op) {
  if (op->getNumOperands() == 0 || !op->getParentOfType<func::FuncOp>())
    return false;
  Type type = op->getOperand(0).getType();
  if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op))
    return type.isInteger(64);
  return (type.isF32() || type.isF64()) &&
         isa<math::FmaOp, math::SqrtOp, math::FloorOp, math::CeilOp,
             math::TruncOp, math::RoundOp, math::RoundEvenOp>(op);
}

/// Compute the operation on scalars in a vector register, in all lanes alike.
void computeInLanes(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto inLanes = [](Type type) -> Type {
    return VectorType::get({kLanes}, type);
  };
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(vector::BroadcastOp::create(
        builder, loc, cast<VectorType>(inLanes(operand.getType())), operand));
  OperationState state(
      loc, op->getName(), operands,
      SmallVector<Type>(llvm::map_range(op->getResultTypes(), inLanes)),
      op->getAttrs());
  Operation *wide = builder.create(state);
  for (auto [scalar, lanes] : llvm::zip(op->getResults(), wide->getResults()))
    scalar.replaceAllUsesWith(
        vector::ExtractOp::create(builder, loc, lanes, ArrayRef<int64_t>{0}));
  op->erase();
}

struct ConvertVectorToVEPass
    : public pirch::impl::ConvertVectorToVEBase<ConvertVectorToVEPass> {
  using ConvertVectorToVEBase::ConvertVectorToVEBase;

  void runOnOperation() override {
    SmallVector<Operation *> called;
    getOperation().walk([&](Operation *op) {
      if (isCalledForScalars(op))
        called.push_back(op);
    });
    llvm::for_each(called, computeInLanes);
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([](VectorType type) -> Type {
      bool isData = isRegister(type) && !type.getElementType().isInteger(1);
      if (!isData && !isPair(type))
        return type;
      return VectorType::get({kLanes}, Float64Type::get(type.getContext()));
    });
    ConversionTarget target(getContext());
    target.addLegalOp<LLVM::CallIntrinsicOp, LLVM::GlobalOp>();
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      if (op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions())
        return converter.isLegal(op);
      auto isVector = llvm::IsaPred<VectorType>;
      bool onVectors = llvm::any_of(op->getOperandTypes(), isVector) ||
                       llvm::any_of(op->getResultTypes(), isVector);
      if (auto poison = dyn_cast<LLVM::PoisonOp>(op))
        return converter.isLegal(op);
      if (auto freeze = dyn_cast<LLVM::FreezeOp>(op); freeze && onVectors)
        return converter.isLegal(op) &&
               !getElementTypeOrSelf(freeze.getType()).isInteger(1);
      return !onVectors || isPlain(op);
    });
    RewritePatternSet patterns(&getContext());
    populateArithPatterns(converter, patterns);
    populateComparePatterns(converter, patterns);
    populateIntegerPatterns(converter, patterns);
    populateLanePatterns(converter, patterns);
    populateMemoryPatterns(converter, patterns);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
      return converter.isSignatureLegal(function.getFunctionType()) &&
             converter.isLegal(&function.getBody());
    });
    target.addDynamicallyLegalOp<func::ReturnOp, func::CallOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    RewritePatternSet expansions(&getContext());
    populateExpansionPatterns(expansions);
    bool refused = false;
    patterns.add<RefuseOperation>(converter, &getContext(), refused);
    walkAndApplyPatterns(getOperation(), std::move(expansions));
    if (failed(checkSupported()) ||
        failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))) ||
        refused)
      return signalPassFailure();
    eraseDead();
    getOperation().walk([](Block *block) { mergeEqual(*block); });
    countInstructions();
  }

  /// Report an error, with its location, for types and operations that no
  /// pattern converts.
  LogicalResult checkSupported() {
    auto result = getOperation().walk([](Operation *op) -> WalkResult {
      auto check = [&](Type type) {
        auto vector = dyn_cast<VectorType>(type);
        return !vector || isRegister(vector) || isPair(vector);
      };
      if (!llvm::all_of(op->getOperandTypes(), check) ||
          !llvm::all_of(op->getResultTypes(), check))
        return op->emitError("not supported yet: only lanes of f64, f32, i64, "
                             "i32 and i1, 256 to a chunk, on VE");
      if (isa<math::MathDialect>(op->getDialect()) &&
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) &&
          !isa<math::FmaOp, math::SqrtOp, math::AbsFOp>(op))
        return op->emitError("not supported yet: no ")
               << op->getName().getStringRef() << " on VE's registers";
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Erase operations that patterns have made useless: broadcasts whose scalar
  /// was used instead, rotations that became masked ones, and loops whose
  /// values nobody reads. In reverse order, a loop comes after what is inside
  /// it, which must not be looked at once the loop is gone.
  void eraseDead() {
    SmallVector<Operation *> removable;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getNumResults() &&
          (isa<LLVM::CallIntrinsicOp>(op) || isMemoryEffectFree(op)))
        removable.push_back(op);
    });
    for (Operation *op : llvm::reverse(removable))
      if (op->use_empty())
        op->erase();
  }

  /// Merge equal operations. LLVM would merge them later, after
  /// pirch-spill-registers has counted registers.
  static void mergeEqual(Block &block) {
    llvm::DenseMap<llvm::hash_code, SmallVector<Operation *, 1>> seen;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!dependsOnOperandsOnly(&op))
        continue;
      llvm::hash_code hash = OperationEquivalence::computeHash(
          &op, OperationEquivalence::directHashValue,
          OperationEquivalence::ignoreHashValue,
          OperationEquivalence::IgnoreLocations);
      auto &equals = seen[hash];
      auto *found = llvm::find_if(equals, [&](Operation *other) {
        return OperationEquivalence::isEquivalentTo(
            other, &op, OperationEquivalence::exactValueMatch,
            /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
      });
      if (found == equals.end()) {
        equals.push_back(&op);
        continue;
      }
      op.replaceAllUsesWith(*found);
      op.erase();
    }
  }

  static bool dependsOnOperandsOnly(Operation *op) {
    if (op->getNumRegions() || !op->getNumResults())
      return false;
    auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
    if (!call)
      return isPure(op) && !isa<LLVM::InlineAsmOp>(op);
    StringRef name = call.getIntrin();
    return name.consume_front("llvm.ve.vl.") && !name.starts_with("vld") &&
           !name.starts_with("vgt");
  }

  void countInstructions() {
    getOperation().walk([&](LLVM::CallIntrinsicOp op) {
      ++numInstructions;
      StringRef name = op.getIntrin();
      name.consume_front("llvm.ve.vl.");
      numGathers += name.starts_with("vgt") || name.starts_with("vsc");
      numRotations += name.starts_with("vmv.");
    });
  }
};

} // namespace
