//===- Oracle.cpp - A kernel's own source, run natively -------------------===//

#include "Pirch/Oracle/Oracle.h"
#include "Fibers.h"
#include "OraclePrelude.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

Oracle::~Oracle() = default;

static llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

//===----------------------------------------------------------------------===//
// What compiled kernels call
//===----------------------------------------------------------------------===//

static int64_t oracleItem() { return currentGroup()->itemId(); }
static int64_t oracleGroup() { return currentGroup()->groupId(); }
static int64_t oracleGroups() { return currentGroup()->numGroups(); }
static void oraclePublish(uint64_t value) { currentGroup()->publish(value); }
static uint64_t oracleSeen(int64_t item) { return currentGroup()->seen(item); }
static int oracleTookPart(int64_t item) {
  return currentGroup()->tookPart(item);
}

namespace {
class NativeOracle : public Oracle {
public:
  NativeOracle(std::unique_ptr<llvm::orc::LLJIT> jit, int64_t wgSize)
      : jit(std::move(jit)), fibers(wgSize) {}

  llvm::Error run(llvm::StringRef kernel, llvm::ArrayRef<void *> args,
                  int64_t firstGroup, int64_t numGroups) override {
    auto address = jit->lookup(("oracle_thunk_" + kernel).str());
    if (!address)
      return address.takeError();
    auto *body = address->toPtr<void (*)(void *)>();
    for (int64_t group = firstGroup; group < firstGroup + numGroups; ++group)
      fibers.run(body, const_cast<void **>(args.data()), group,
                 firstGroup + numGroups);
    return llvm::Error::success();
  }

private:
  std::unique_ptr<llvm::orc::LLJIT> jit;
  FiberGroup fibers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static std::unique_ptr<llvm::Module>
compileSource(llvm::StringRef source, llvm::StringRef fileName, int64_t wgSize,
              llvm::ArrayRef<std::string> defines, bool fpContract,
              llvm::LLVMContext &context, llvm::raw_ostream &diag) {
  static constexpr const char *preludeName = "/pirch/oracle.h";
  std::string file = fileName.str();
  std::vector<std::string> args = {"-x",
                                   "c",
                                   "-std=gnu11",
                                   "-triple",
                                   llvm::sys::getProcessTriple(),
                                   "-target-cpu",
                                   llvm::sys::getHostCPUName().str(),
                                   "-O1",
                                   "-w",
                                   "-fwrapv-pointer",
                                   "-fno-builtin",
                                   fpContract ? "-ffp-contract=on"
                                              : "-ffp-contract=off",
                                   "-DWG_SIZE=" + std::to_string(wgSize),
                                   "-D__OPENCL_VERSION__=120"};
  for (const auto &[name, has] : llvm::sys::getHostCPUFeatures()) {
    args.push_back("-target-feature");
    args.push_back((has ? "+" : "-") + name.str());
  }
  for (const std::string &define : defines)
    args.push_back("-D" + define);
  args.insert(args.end(), {"-include", preludeName, file});
  std::vector<const char *> pointers;
  for (const std::string &arg : args)
    pointers.push_back(arg.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions diagOptions;
  clang::TextDiagnosticPrinter printer(diag, diagOptions);
  auto diags = clang::CompilerInstance::createDiagnostics(
      *llvm::vfs::getRealFileSystem(), diagOptions, &printer, false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *diags))
    return nullptr;
  auto &preprocessor = invocation->getPreprocessorOpts();
  preprocessor.addRemappedFile(preludeName, llvm::MemoryBuffer::getMemBuffer(
                                                getOraclePrelude(), preludeName)
                                                .release());
  preprocessor.addRemappedFile(
      file, llvm::MemoryBuffer::getMemBufferCopy(source, file).release());
  clang::CompilerInstance compiler(invocation);
  compiler.createVirtualFileSystem();
  clang::TextDiagnosticPrinter output(diag, compiler.getDiagnosticOpts());
  compiler.createDiagnostics(&output, false);
  clang::EmitLLVMOnlyAction action(&context);
  if (!compiler.ExecuteAction(action))
    return nullptr;
  return action.takeModule();
}

/// `void oracle_thunk_k(void **args)`: load the arguments and call `k`.
static void addThunk(llvm::Function &kernel) {
  llvm::Module &module = *kernel.getParent();
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  auto *thunk = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer}, false),
      llvm::Function::ExternalLinkage, "oracle_thunk_" + kernel.getName(),
      module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", thunk));
  llvm::SmallVector<llvm::Value *> args;
  for (llvm::Argument &arg : kernel.args()) {
    llvm::Value *slot =
        builder.CreateConstGEP1_64(pointer, thunk->getArg(0), arg.getArgNo());
    llvm::Value *value = builder.CreateLoad(pointer, slot);
    if (!arg.getType()->isPointerTy())
      value = builder.CreateLoad(arg.getType(), value);
    args.push_back(value);
  }
  auto *call = builder.CreateCall(&kernel, args);
  call->setAttributes(kernel.getAttributes());
  builder.CreateRetVoid();
}

llvm::Expected<std::unique_ptr<Oracle>>
Oracle::create(llvm::StringRef source, llvm::StringRef fileName, int64_t wgSize,
               llvm::ArrayRef<std::string> defines, bool fpContract,
               llvm::raw_ostream &diag) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = compileSource(
      source, fileName, wgSize, defines, fpContract, *context, diag);
  if (!module)
    return makeError("the oracle could not compile the source");
  for (llvm::Function &function : llvm::make_early_inc_range(*module))
    if (!function.isDeclaration() && !function.hasLocalLinkage() &&
        function.getReturnType()->isVoidTy())
      addThunk(function);
  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::SymbolMap symbols;
  auto bind = [&](const char *name, auto *function) {
    symbols[(*jit)->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported};
  };
  bind("oracle_item", &oracleItem);
  bind("oracle_group", &oracleGroup);
  bind("oracle_groups", &oracleGroups);
  bind("oracle_publish", &oraclePublish);
  bind("oracle_seen", &oracleSeen);
  bind("oracle_took_part", &oracleTookPart);
  if (llvm::Error error = (*jit)->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  module->setDataLayout((*jit)->getDataLayout());
  if (llvm::Error error = (*jit)->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  return std::make_unique<NativeOracle>(std::move(*jit), wgSize);
}
