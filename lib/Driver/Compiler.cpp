//===- Compiler.cpp - From a kernel's source to an output -----------------===//

#include "Compilation.h"
#include "Pirch/Support/CompileHostC.h"

using namespace pirch;

llvm::Expected<CompileResult> pirch::compile(llvm::StringRef source,
                                             llvm::StringRef fileName,
                                             const CompileOptions &options,
                                             llvm::StringRef emit,
                                             llvm::raw_ostream &diag) {
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  Compilation compilation(options, diag);
  llvm::Expected<Plan> plan = compilation.prepare(emit);
  if (!plan)
    return plan.takeError();
  llvm::Expected<CompileResult> result = compilation.run(
      source, fileName, emit, *plan, llvmContext, module, machine);
  if (!result || !module)
    return result;
  if (options.packedEntries)
    for (const KernelInfo &kernel : result->kernels)
      addPackedEntry(*module, kernel);
  if (emit == kEmitLLVM) {
    llvm::raw_string_ostream os(result->output);
    module->print(os, nullptr);
    return result;
  }
  CodeToEmit code{*module,
                  *machine,
                  plan->attribute,
                  result->kernels,
                  options.targetOptions,
                  {compileHostC, declareInC}};
  llvm::Expected<std::string> output = plan->target->emit(emit, code);
  if (!output)
    return output.takeError();
  result->output = std::move(*output);
  return result;
}
