//===- Interpretation.cpp - Kernels run on the interpreter ----------------===//

#include "Interpretation.h"
#include "Pirch/Interpreter/PassChecker.h"
#include "Pirch/Target/Target.h"
#include "mlir/Pass/PassManager.h"
#include <cstring>

using namespace pirch;

namespace {
class InterpreterMachine : public Machine {
public:
  InterpreterMachine(llvm::StringRef source, llvm::StringRef fileName,
                     const CompileOptions &options, InterpretKind kind,
                     std::vector<KernelInfo> infos)
      : source(source), fileName(fileName), options(options), kind(kind),
        infos(std::move(infos)) {}

  llvm::ArrayRef<KernelInfo> kernels() const override { return infos; }

  Launch prepare(const KernelInfo &kernel, const Arguments &inputs) override {
    Launch launch;
    launch.function = [this, &kernel, sizes = inputs.sizes()](
                          void **args, int64_t first, int64_t count) {
      PassCheckLaunch check{kernel.symbol, {}, first, count};
      for (auto [index, bytes] : llvm::enumerate(sizes))
        check.arguments.push_back({args[index], bytes});
      run(check);
    };
    return launch;
  }

  std::string takeError() override { return std::exchange(error, {}); }

  std::string describe(const KernelInfo &) override {
    return "interpreted after " + llvm::join(passes, ", ");
  }

private:
  /// Compile with a checker among the passes, and keep what the kernel wrote.
  void run(const PassCheckLaunch &launch) {
    PassCheckReport report;
    CompileOptions watched = options;
    watched.instrument = [&](mlir::PassManager &manager) {
      size_t skip = kind == InterpretKind::eachPass ? 0 : manager.size() - 1;
      manager.addInstrumentation(
          std::make_unique<PassChecker>(launch, report, skip));
    };
    std::string diagnostics;
    llvm::raw_string_ostream diag(diagnostics);
    auto compiled = compile(source, fileName, watched, emit(), diag);
    passes = report.passes;
    if (!compiled)
      error = llvm::toString(compiled.takeError()) + '\n' + diagnostics;
    else if (!report.error.empty())
      error = report.error;
    else if (passes.empty())
      error = "kernel '" + launch.kernel + "' is not in the InfReg form";
    for (auto [argument, result] : llvm::zip(launch.arguments, report.results))
      std::memcpy(argument.data, result.data(), result.size());
  }

  llvm::StringRef emit() const {
    return kind == InterpretKind::form ? kEmitInfReg : kEmitPacked;
  }

  std::string source, fileName;
  CompileOptions options;
  InterpretKind kind;
  std::vector<KernelInfo> infos;
  /// The passes after which the last run interpreted the kernel, and its error.
  std::vector<std::string> passes;
  std::string error;
};
} // namespace

llvm::Expected<std::unique_ptr<Machine>>
pirch::loadInterpreter(llvm::StringRef source, llvm::StringRef fileName,
                       const CompileOptions &options, InterpretKind kind,
                       llvm::raw_ostream &diag) {
  // This compilation lists the kernels and prints diagnostics; each launch
  // compiles again.
  auto compiled = compile(source, fileName, options, kEmitWorkItem, diag);
  if (!compiled)
    return compiled.takeError();
  return std::make_unique<InterpreterMachine>(source, fileName, options, kind,
                                              std::move(compiled->kernels));
}
