// PIRCH as a library, in two ways: a kernel compiled from source and called at
// once, and the dialect's own passes on a module, for a compiler of one's own.
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Driver/Compiler.h"
#include "Pirch/Driver/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdio>
#include <numeric>

static constexpr const char *kSource = R"(
  __kernel void reverse(__global const float *in, __global float *out) {
    int me = get_group_id() * get_local_size() + get_local_id();
    out[me] = shuffle(in[me], get_local_size() - 1 - get_local_id());
  }
)";

static pirch::CompileOptions getOptions() {
  pirch::CompileOptions options;
  options.wgSize = 4;
  return options;
}

/// Compile `kSource` into this process and reverse groups of four numbers.
static int runSource() {
  auto module =
      pirch::compileAndLoad(kSource, "reverse.cl", getOptions(), llvm::errs());
  if (!module) {
    llvm::errs() << llvm::toString(module.takeError()) << '\n';
    return 1;
  }
  using Kernel = void (*)(const float *, float *, int64_t, int64_t);
  auto reverse = reinterpret_cast<Kernel>((*module)->lookup("reverse"));
  std::vector<float> in(12), out(12);
  std::iota(in.begin(), in.end(), 0.0f);
  reverse(in.data(), out.data(), 0, 3);
  for (float value : out)
    std::printf("%g ", value);
  std::printf("\n");
  return 0;
}

/// Run the pipeline on a module that was imported, or built, elsewhere.
static int lowerModule() {
  auto imported = pirch::compile(kSource, "reverse.cl", getOptions(),
                                 pirch::kEmitWorkItem, llvm::errs());
  if (!imported) {
    llvm::errs() << llvm::toString(imported.takeError()) << '\n';
    return 1;
  }
  mlir::DialectRegistry registry;
  pirch::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(imported->output, &context);
  mlir::PassManager manager(&context);
  pirch::PipelineOptions options;
  pirch::buildFormPipeline(manager, options);
  if (!module || failed(manager.run(*module)))
    return 1;
  for (pirch::KernelOp kernel : module->getOps<pirch::KernelOp>())
    std::printf("%s: %d operations on infregs\n",
                kernel.getSymName().str().c_str(),
                static_cast<int>(llvm::count_if(
                    kernel.getBody().getOps(), [](mlir::Operation &op) {
                      return llvm::any_of(op.getResultTypes(),
                                          llvm::IsaPred<pirch::InfRegType>);
                    })));
  return 0;
}

int main() { return runSource() || lowerModule(); }
