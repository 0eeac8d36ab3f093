//===- pirch-translate.cpp - Into and out of MLIR -------------------------===//

#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Frontend/Frontend.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;

static cl::opt<std::string>
    wgSize("wg-size", cl::init("4"), cl::value_desc("X[xY[xZ]]"),
           cl::desc("Work items per group (--import-opencl)"));
static cl::list<std::string>
    defines("D", cl::Prefix, cl::desc("Define a macro (--import-opencl)"));

static mlir::OwningOpRef<mlir::Operation *>
importSource(llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  pirch::SourceOptions options;
  std::optional<pirch::Extents> shape = pirch::parseExtents(wgSize);
  options.wgShape = shape.value_or(pirch::Extents{0});
  options.defines.assign(defines.begin(), defines.end());
  auto isWithin = [](int64_t extent) { return extent >= 1 && extent <= 1024; };
  if (!llvm::all_of(options.wgShape, isWithin) ||
      !isWithin(pirch::productOf(options.wgShape))) {
    llvm::errs() << "error: work group size " << wgSize
                 << " is not in 1 to 1024 (--wg-size)\n";
    return {};
  }
  llvm::StringRef name = buffer->getBufferIdentifier();
  return pirch::importOpenCL(buffer->getBuffer(),
                             name == "<stdin>" ? "stdin.cl" : name, options,
                             *context, llvm::errs());
}

int main(int argc, char **argv) {
  mlir::TranslateToMLIRRegistration import(
      "import-opencl", "OpenCL C kernels to the work-item form",
      [](const std::shared_ptr<llvm::SourceMgr> &sources,
         mlir::MLIRContext *context) {
        return importSource(*sources, context);
      },
      [](mlir::DialectRegistry &registry) {
        pirch::registerAllDialects(registry);
      });
  mlir::TranslateFromMLIRRegistration toLLVM(
      "mlir-to-llvmir", "the LLVM dialect to LLVM IR",
      [](mlir::Operation *op, llvm::raw_ostream &output) {
        llvm::LLVMContext context;
        auto module = mlir::translateModuleToLLVMIR(op, context);
        if (!module)
          return mlir::failure();
        module->print(output, nullptr);
        return mlir::success();
      },
      [](mlir::DialectRegistry &registry) {
        pirch::registerAllDialects(registry);
      });
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "PIRCH translation tool"));
}
