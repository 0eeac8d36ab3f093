// A compiler of its own: reads linalg on tensors from a file, lets PIRCH take
// the parts that solve the same small problem for each entry of a batch, takes
// MLIR's loops for the rest, and calls the function `@main() -> f64`.
//
//   linalg-compiler program.mlir [TARGET]
#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Import/Passes.h"
#include "Pirch/Target/CodeGenerator.h"
#include "Pirch/Target/TargetRegistry.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdio>

using namespace mlir;

/// The passes from linalg on tensors to the LLVM dialect.
static void buildPipeline(PassManager &manager,
                          pirch::TargetAttrInterface target) {
  // Kernels for batched parts, and a launch where each part stood.
  pirch::buildLinalgPipeline(manager);
  std::string text;
  llvm::raw_string_ostream(text) << target;
  pirch::AttachTargetOptions attach;
  attach.target = text;
  manager.addPass(pirch::createAttachTarget(attach));
  // From kernels to functions over vectors, and from launches to calls.
  pirch::PipelineOptions options;
  pirch::buildFormPipeline(manager, options);
  pirch::buildPackPipeline(manager, options);
  pirch::buildChunkPipeline(manager, options, target);
  manager.addPass(pirch::createCallKernels());
  // What is left are operations on memrefs in functions of the host.
  manager.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  pirch::buildLLVMPipeline(manager, options, target);
}

/// Compile the module into this process; the function `main` of the result is
/// valid as long as the JIT is.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
load(ModuleOp module, pirch::TargetAttrInterface target) {
  auto machine = pirch::createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto code = pirch::translateToLLVM(module, target, **machine, *context);
  if (!code)
    return code.takeError();
  pirch::optimize(**code, target, **machine, pirch::OptimizerOptions());
  auto jit = pirch::createHostJIT(llvm::CodeGenOptLevel::Aggressive);
  if (!jit)
    return jit.takeError();
  (*code)->setTargetTriple((*jit)->getTargetTriple());
  (*code)->setDataLayout((*jit)->getDataLayout());
  if (llvm::Error error = (*jit)->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(*code), std::move(context))))
    return error;
  return jit;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: %s program.mlir [TARGET]\n", argv[0]);
    return 2;
  }
  llvm::ExitOnError check("linalg-compiler: ");
  DialectRegistry registry;
  pirch::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadDialect<pirch::PirchDialect>();
  auto module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  const pirch::Target *target =
      check(pirch::findTarget(argc > 2 ? argv[2] : "host"));
  auto attribute = check(target->makeAttribute({}, context));
  PassManager manager(&context);
  buildPipeline(manager, attribute);
  if (failed(manager.run(*module)))
    return 1;
  auto jit = check(load(*module, attribute));
  auto entry = check(jit->lookup("main"));
  std::printf("%g\n", entry.toPtr<double()>()());
  return 0;
}
