// An embedder's own operation in a kernel, compiled for an embedder's own
// target, without a change of PIRCH: `extend.saturate` and `#extend.narrow` of
// Extend.td.
#include "Pirch/Dialect/IR/CostTable.h"
#include "Pirch/Dialect/IR/ElementwiseModel.h"
#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Target/CodeGenerator.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdio>

#include "ExtendDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ExtendAttrs.h.inc"
#define GET_OP_CLASSES
#include "ExtendOps.h.inc"

#include "ExtendDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ExtendAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "ExtendOps.cpp.inc"

using namespace mlir;
using pirch::OpClass;
using pirch::ReorderPattern;

void extend::ExtendDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ExtendOps.cpp.inc"
      >();
  addAttributes<NarrowAttr>();
  // The operation may stand in kernels, and costs as much as an addition.
  SaturateOp::attachInterface<pirch::ElementwiseModel<SaturateOp>>(
      *getContext());
}

// The target: what passes ask, and the pass that lowers the operation.
int64_t extend::NarrowAttr::getRegisterBits() const { return 128; }
int64_t extend::NarrowAttr::getNumRegisters() const { return 8; }
llvm::StringRef extend::NarrowAttr::getTargetTriple() const { return ""; }
llvm::StringRef extend::NarrowAttr::getTargetCpu() const { return ""; }
llvm::StringRef extend::NarrowAttr::getTargetFeatures() const { return ""; }
llvm::StringRef extend::NarrowAttr::getRequiredFeatures() const { return ""; }
llvm::StringRef extend::NarrowAttr::getChunkPipeline() const {
  return "lower-saturate";
}
const pirch::CostTable &extend::NarrowAttr::getCosts() const {
  static const pirch::CostTable table({{OpClass::arith, 1},
                                       {OpClass::load, 1},
                                       {OpClass::store, 1},
                                       {OpClass::masked_store, 4},
                                       {OpClass::atomic, 40},
                                       {OpClass::blend, 1},
                                       {OpClass::spill, 2},
                                       {OpClass::jump, 6},
                                       {OpClass::divide, 16},
                                       {OpClass::divide_f32, 10},
                                       {OpClass::gather, 24},
                                       {OpClass::scatter, 24},
                                       {OpClass::libcall, 32}},
                                      {{ReorderPattern::unread, 0},
                                       {ReorderPattern::reuse, 0},
                                       {ReorderPattern::broadcast, 1},
                                       {ReorderPattern::repeat, 2},
                                       {ReorderPattern::segmented, 2},
                                       {ReorderPattern::rotate, 2},
                                       {ReorderPattern::permute, 2},
                                       {ReorderPattern::permute2, 4},
                                       {ReorderPattern::gather, 24}});
  return table;
}

namespace {
struct LowerSaturate
    : public PassWrapper<LowerSaturate, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerSaturate)
  StringRef getArgument() const override { return "lower-saturate"; }
  void runOnOperation() override {
    getOperation().walk([](extend::SaturateOp op) {
      OpBuilder builder(op);
      auto bound = [&](double value) -> Value {
        Attribute number =
            builder.getFloatAttr(getElementTypeOrSelf(op.getType()), value);
        if (auto vector = dyn_cast<VectorType>(op.getType()))
          number = DenseElementsAttr::get(vector, number);
        return arith::ConstantOp::create(builder, op.getLoc(),
                                         cast<TypedAttr>(number));
      };
      Value value = arith::MaxNumFOp::create(builder, op.getLoc(),
                                             op.getValue(), bound(0));
      value = arith::MinNumFOp::create(builder, op.getLoc(), value, bound(1));
      op.replaceAllUsesWith(value);
      op.erase();
    });
  }
};
} // namespace

// Work items in reverse, each saturated.
static constexpr const char *kKernel = R"(
pirch.kernel @reverse(%x: memref<?xf64>) attributes {wg_size = 4 : i64, target = #extend.narrow} {
  %four = arith.constant 4 : i64
  %three = arith.constant 3 : i64
  %group = pirch.wg_index : i64
  %item = pirch.wi_index : i64
  %first = arith.muli %group, %four : i64
  %place = arith.addi %first, %item : i64
  %index = arith.index_cast %place : i64 to index
  %mine = memref.load %x[%index] : memref<?xf64>
  %whole = extend.saturate %mine : f64
  %other = arith.subi %three, %item : i64
  %theirs = pirch.wg_shuffle %whole from %other : f64, i64
  memref.store %theirs, %x[%index] : memref<?xf64>
  pirch.return
})";

/// The module's kernels as optimized LLVM IR for `target`.
static llvm::Expected<std::unique_ptr<llvm::Module>>
compile(ModuleOp module, pirch::TargetAttrInterface target,
        llvm::TargetMachine &machine, llvm::LLVMContext &context) {
  PassManager manager(module.getContext());
  pirch::PipelineOptions options;
  pirch::buildFormPipeline(manager, options);
  pirch::buildPackPipeline(manager, options);
  pirch::buildChunkPipeline(manager, options, target);
  pirch::buildLLVMPipeline(manager, options, target);
  if (failed(manager.run(module)))
    return llvm::createStringError("the pipelines failed");
  auto code = pirch::translateToLLVM(module, target, machine, context);
  if (code)
    pirch::optimize(**code, target, machine, pirch::OptimizerOptions());
  return code;
}

/// The kernels of the file `input` as the object file `output`.
static llvm::Error writeObject(MLIRContext &context,
                               pirch::TargetAttrInterface target,
                               llvm::TargetMachine &machine,
                               llvm::StringRef input, llvm::StringRef output) {
  auto module = parseSourceFile<ModuleOp>(input, &context);
  if (!module)
    return llvm::createStringError("no module");
  for (auto kernel : module->getOps<pirch::KernelOp>())
    kernel.setTargetAttr(target);
  llvm::LLVMContext llvmContext;
  auto code = compile(*module, target, machine, llvmContext);
  if (!code)
    return code.takeError();
  auto bytes = pirch::emitMachineCode(**code, target, machine,
                                      /*isObject=*/true);
  if (!bytes)
    return bytes.takeError();
  std::error_code error;
  llvm::raw_fd_ostream file(output, error);
  file << *bytes;
  return llvm::errorCodeToError(error);
}

/// `extend INPUT.mlir OUTPUT.o` compiles a file; without arguments, the kernel
/// above is compiled and called.
int main(int argc, char **argv) {
  llvm::ExitOnError check("extend: error: ");
  PassRegistration<LowerSaturate>();
  DialectRegistry registry;
  pirch::registerAllDialects(registry);
  registry.insert<extend::ExtendDialect>();
  MLIRContext context(registry);
  context.loadDialect<extend::ExtendDialect>();
  auto target =
      cast<pirch::TargetAttrInterface>(extend::NarrowAttr::get(&context));
  auto machine = check(pirch::createTargetMachine(target));
  if (argc == 3) {
    check(writeObject(context, target, *machine, argv[1], argv[2]));
    return 0;
  }
  auto module = parseSourceString<ModuleOp>(kKernel, &context);
  if (!module)
    return 1;
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  auto code = check(compile(*module, target, *machine, *llvmContext));
  auto jit = check(pirch::createHostJIT(llvm::CodeGenOptLevel::Aggressive));
  check(jit->addIRModule({std::move(code), std::move(llvmContext)}));
  auto reverse = check(jit->lookup("reverse"));
  double x[8] = {-1, 0.25, 0.5, 2, 0.75, -0.5, 1, 3};
  reverse.toPtr<void(double *, int64_t, int64_t)>()(x, 0, 2);
  for (double value : x)
    std::printf("%g ", value);
  std::printf("\n");
  return 0;
}
