//===- CompileHostC.cpp - C for the host, compiled by Clang ---------------===//

#include "Pirch/Support/CompileHostC.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Host.h"

llvm::Expected<std::unique_ptr<llvm::Module>>
pirch::compileHostC(llvm::StringRef source, llvm::LLVMContext &context) {
  std::string triple = llvm::sys::getDefaultTargetTriple();
  constexpr const char *fileName = "/pirch/host.c";
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
    return llvm::createStringError("C code for the host does not compile: " +
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
