//===- GPUPasses.cpp - LLVM's optimizations for GPUs ----------------------===//

#include "GPUPasses.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace pirch;

/// The optimizations that can be switched off, by LLVM's names.
static constexpr llvm::StringLiteral kPasses[] = {
    "infer-address-spaces",
    "nvptx-aa",
    "separate-const-offset-from-gep",
    "slsr",
    "nary-reassociate",
    "speculative-execution",
    "bypass-slow-division",
    "loop-unroll"};

llvm::Expected<GPUPasses>
GPUPasses::without(llvm::ArrayRef<llvm::StringRef> names) {
  GPUPasses passes;
  for (llvm::StringRef name : names) {
    if (!llvm::is_contained(kPasses, name)) {
      std::string known;
      for (llvm::StringRef other : kPasses)
        known += (known.empty() ? "" : ", ") + other.str();
      return llvm::createStringError(
          "no pass '" + name + "' (--disable-gpu-pass); there are " + known);
    }
    passes.disabled.insert(name);
  }
  return passes;
}

bool GPUPasses::shouldRunPass(llvm::StringRef passName, llvm::StringRef) const {
  return runs(passName);
}

void GPUPasses::inferMemorySpaces(llvm::Module &module,
                                  llvm::TargetMachine &machine) const {
  if (!runs("infer-address-spaces"))
    return;
  llvm::FunctionAnalysisManager functions;
  llvm::PassBuilder builder(&machine);
  builder.registerFunctionAnalyses(functions);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    llvm::IRBuilder<> atEntry(&*function.getEntryBlock().begin());
    for (llvm::Argument &argument : function.args()) {
      if (!argument.getType()->isPointerTy())
        continue;
      auto *global = llvm::cast<llvm::Instruction>(atEntry.CreateAddrSpaceCast(
          &argument, atEntry.getPtrTy(llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL)));
      llvm::Value *generic =
          atEntry.CreateAddrSpaceCast(global, argument.getType());
      argument.replaceUsesWithIf(
          generic, [&](llvm::Use &use) { return use.getUser() != global; });
    }
    llvm::InferAddressSpacesPass(llvm::NVPTXAS::ADDRESS_SPACE_GENERIC)
        .run(function, functions);
  }
}

/// The code generator divides 64-bit numbers as 32-bit ones if they fit, but
/// not in functions that are to be optimized for size.
void GPUPasses::prepareForCodeGenerator(llvm::Module &module) const {
  if (runs("bypass-slow-division"))
    return;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(llvm::Attribute::OptimizeForSize);
}

ScopedPassGate::ScopedPassGate(llvm::LLVMContext &context, GPUPasses &passes)
    : context(context), before(context.getOptPassGate()) {
  context.setOptPassGate(passes);
}

ScopedPassGate::~ScopedPassGate() { context.setOptPassGate(before); }
