//===- OracleCompiler.cpp - A kernel's source through Clang ---------------===//

#include "OracleCompiler.h"
#include "OraclePrelude.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static bool isKernel(const clang::FunctionDecl &function) {
  if (!function.isThisDeclarationADefinition())
    return false;
  for (const auto *attr : function.specific_attrs<clang::AnnotateAttr>())
    if (attr->getAnnotation() == kOracleKernelMark)
      return true;
  return false;
}

static Oracle::Param describe(const clang::ParmVarDecl &decl,
                              const clang::ASTContext &ast) {
  Oracle::Param param;
  clang::QualType type = decl.getType().getCanonicalType();
  param.name = decl.getNameAsString();
  param.type = type.getAsString();
  param.isPointer = type->isPointerType();
  clang::QualType element = param.isPointer ? type->getPointeeType() : type;
  if (!element->isVoidType() && !element->isIncompleteType())
    param.elementBits = ast.getTypeSize(element);
  param.isFloat = element->isFloatingType();
  param.isUnsigned = element->isUnsignedIntegerType();
  return param;
}

namespace {
/// Notes the kernels that Clang sees on its way.
class KernelFinder : public clang::ASTConsumer {
public:
  explicit KernelFinder(std::vector<Oracle::Kernel> &kernels)
      : kernels(kernels) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl *decl : group)
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
        if (isKernel(*function))
          note(*function);
    return true;
  }

private:
  void note(const clang::FunctionDecl &function) {
    Oracle::Kernel kernel;
    kernel.name = function.getNameAsString();
    for (const clang::ParmVarDecl *param : function.parameters())
      kernel.params.push_back(describe(*param, function.getASTContext()));
    kernels.push_back(std::move(kernel));
  }

  std::vector<Oracle::Kernel> &kernels;
};

class OracleAction : public clang::EmitLLVMOnlyAction {
public:
  OracleAction(llvm::LLVMContext &context, std::vector<Oracle::Kernel> &kernels)
      : EmitLLVMOnlyAction(&context), kernels(kernels) {}

private:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<KernelFinder>(kernels));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  std::vector<Oracle::Kernel> &kernels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Clang
//===----------------------------------------------------------------------===//

static constexpr const char *kPreludeName = "/pirch/oracle.h";

static std::vector<std::string> makeArguments(const OracleSource &source) {
  std::vector<std::string> args = {
      "-x",
      "c",
      "-std=gnu11",
      "-triple",
      llvm::sys::getProcessTriple(),
      "-O1",
      "-disable-llvm-passes",
      "-w",
      "-ffreestanding",
      "-fno-builtin",
      "-fwrapv",
      "-relaxed-aliasing",
      "-fgnu89-inline",
      "-fbracket-depth",
      "1024",
      "-ftrivial-auto-var-init=zero",
      source.fpContract ? "-ffp-contract=on" : "-ffp-contract=off",
      "-D__OPENCL_VERSION__=120",
      "-D__OPENCL_C_VERSION__=120",
      "-DWG_SIZE=" + std::to_string(source.wgSize)};
  for (const std::string &define : source.defines)
    args.push_back("-D" + define);
  for (const std::string &dir : source.includeDirs)
    args.push_back("-I" + dir);
  args.insert(args.end(), {"-include", kPreludeName, source.fileName.str()});
  return args;
}

/// Clang says which products may be fused; LLVM would still round those that it
/// finds constant. Fused is what they all are to be.
static void pinContraction(llvm::Module &module) {
  llvm::SmallVector<llvm::IntrinsicInst *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
          call && call->getIntrinsicID() == llvm::Intrinsic::fmuladd)
        calls.push_back(call);
  for (llvm::IntrinsicInst *call : calls)
    call->setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(
        &module, llvm::Intrinsic::fma, {call->getType()}));
}

std::unique_ptr<llvm::Module> pirch::compileOracleSource(
    const OracleSource &source, llvm::LLVMContext &context,
    std::vector<Oracle::Kernel> &kernels, llvm::raw_ostream &diag) {
  std::vector<std::string> args = makeArguments(source);
  std::vector<const char *> pointers;
  for (const std::string &arg : args)
    pointers.push_back(arg.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions diagOptions;
  clang::TextDiagnosticPrinter printer(diag, diagOptions);
  auto diags = clang::CompilerInstance::createDiagnostics(
      *llvm::vfs::getRealFileSystem(), diagOptions, &printer,
      /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *diags))
    return nullptr;
  auto remap = [&](llvm::StringRef name, llvm::StringRef text) {
    invocation->getPreprocessorOpts().addRemappedFile(
        name, llvm::MemoryBuffer::getMemBufferCopy(text, name).release());
  };
  remap(kPreludeName, getOraclePrelude());
  remap(source.fileName, source.text);

  clang::CompilerInstance compiler(invocation);
  compiler.createVirtualFileSystem();
  clang::TextDiagnosticPrinter output(diag, compiler.getDiagnosticOpts());
  compiler.createDiagnostics(&output, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(diag);
  OracleAction action(context, kernels);
  if (!compiler.ExecuteAction(action) ||
      compiler.getDiagnostics().hasErrorOccurred())
    return nullptr;
  std::unique_ptr<llvm::Module> module = action.takeModule();
  pinContraction(*module);
  return module;
}
