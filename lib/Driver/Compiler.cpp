//===- Compiler.cpp - From a kernel's source to an output -----------------===//

#include "Compilation.h"
#include "Pirch/Support/CompileHostC.h"

using namespace pirch;

/// Ways to compile for a target whose code generator cannot spill vectors, each
/// of which has fewer vectors at once than the one before.
static std::vector<PipelineOptions> getAttempts(const PipelineOptions &asked,
                                                TargetAttrInterface target) {
  std::vector<PipelineOptions> attempts = {asked};
  if (!target || target.canSpill())
    return attempts;
  PipelineOptions fewer = asked;
  int64_t registers = target.getNumRegisters();
  for (int64_t part : {registers * 5 / 8, registers * 3 / 8}) {
    fewer.vectorRegisters = part;
    attempts.push_back(fewer);
  }
  if (fewer.wgPack == 0) {
    fewer.wgPack = 1;
    attempts.push_back(fewer);
  }
  return attempts;
}

/// Compile the source in the way of attempt number `attempt`. After a failure
/// of the code generator, `mayRepeat` says whether there is another attempt.
static llvm::Expected<CompileResult>
compileOnce(llvm::StringRef source, llvm::StringRef fileName,
            const CompileOptions &options, llvm::StringRef emit,
            llvm::raw_ostream &diag, size_t attempt, bool &mayRepeat) {
  mayRepeat = false;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  Compilation compilation(options, diag);
  llvm::Expected<Plan> plan = compilation.prepare(emit);
  if (!plan)
    return plan.takeError();
  std::vector<PipelineOptions> attempts =
      getAttempts(plan->pipeline, plan->attribute);
  plan->pipeline = attempts[attempt];
  llvm::Expected<CompileResult> result = compilation.run(
      source, fileName, emit, *plan, llvmContext, module, machine);
  // A loop may carry more vectors than fewer registers hold.
  mayRepeat = !result && attempt > 0 && attempt + 1 < attempts.size();
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
  if (!output) {
    mayRepeat = attempt + 1 < attempts.size();
    return output.takeError();
  }
  result->output = std::move(*output);
  return result;
}

llvm::Expected<CompileResult> pirch::compile(llvm::StringRef source,
                                             llvm::StringRef fileName,
                                             const CompileOptions &options,
                                             llvm::StringRef emit,
                                             llvm::raw_ostream &diag) {
  bool mayRepeat = false;
  for (size_t attempt = 0;; ++attempt) {
    std::string text; // only what the last attempt has to say is printed
    llvm::raw_string_ostream held(text);
    llvm::Expected<CompileResult> result =
        compileOnce(source, fileName, options, emit, held, attempt, mayRepeat);
    if (result || !mayRepeat) {
      diag << text;
      return result;
    }
    llvm::consumeError(result.takeError());
  }
}
