//===- Launcher.cpp - Host code that launches kernels ---------------------===//

#include "Launcher.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

/// The LLVM module that Clang makes of the C text `source`.
static llvm::Expected<std::unique_ptr<llvm::Module>>
compileC(llvm::StringRef source, llvm::LLVMContext &context) {
  std::string triple = llvm::sys::getDefaultTargetTriple();
  constexpr const char *fileName = "/pirch/launcher.c";
  const char *args[] = {"-x",
                        "c",
                        "-std=gnu11",
                        "-triple",
                        triple.c_str(),
                        "-O2",
                        "-fno-builtin",
                        "-mrelocation-model",
                        "pic",
                        "-pic-level",
                        "2",
                        fileName};
  std::string messages;
  llvm::raw_string_ostream diag(messages);
  auto failure = [&] {
    return llvm::createStringError("the launcher does not compile: " +
                                   messages);
  };
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions options;
  clang::TextDiagnosticPrinter printer(diag, options);
  auto diags = clang::CompilerInstance::createDiagnostics(
      *llvm::vfs::getRealFileSystem(), options, &printer,
      /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, args, *diags))
    return failure();
  invocation->getPreprocessorOpts().addRemappedFile(
      fileName,
      llvm::MemoryBuffer::getMemBufferCopy(source, fileName).release());
  clang::CompilerInstance compiler(invocation);
  compiler.createVirtualFileSystem();
  clang::TextDiagnosticPrinter output(diag, compiler.getDiagnosticOpts());
  compiler.createDiagnostics(&output, /*ShouldOwnClient=*/false);
  clang::EmitLLVMOnlyAction action(&context);
  if (!compiler.ExecuteAction(action) ||
      compiler.getDiagnostics().hasErrorOccurred())
    return failure();
  return action.takeModule();
}

/// Define the array of bytes that the source only declares. The driver wants a
/// zero after PTX.
static void defineImage(llvm::Module &module, llvm::StringRef image) {
  llvm::GlobalVariable *declared = module.getNamedGlobal("pirch_image");
  llvm::Constant *bytes = llvm::ConstantDataArray::getString(
      module.getContext(), image, /*AddNull=*/true);
  auto *defined =
      new llvm::GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::PrivateLinkage, bytes);
  defined->setAlignment(llvm::Align(16));
  declared->replaceAllUsesWith(defined);
  declared->eraseFromParent();
}

llvm::Expected<std::string>
pirch::makeLauncherObject(llvm::ArrayRef<KernelInfo> kernels,
                          llvm::StringRef image) {
  llvm::LLVMContext llvmContext;
  auto module = compileC(writeLauncherSource(kernels), llvmContext);
  if (!module)
    return module.takeError();
  defineImage(**module, image);
  // Without a CPU's name, the code runs on any CPU of the host's kind.
  std::string error;
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("no launcher for this host: " + error);
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, "", "", llvm::TargetOptions(), llvm::Reloc::PIC_));
  (*module)->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream os(buffer);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, os, nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("no object files for this host");
  passes.run(**module);
  return std::string(buffer.begin(), buffer.end());
}
