//===- Launcher.cpp - Host code that launches kernels ---------------------===//

#include "Launcher.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

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
                          llvm::StringRef image, const HostC &host) {
  llvm::LLVMContext llvmContext;
  auto module = host.compile(writeLauncherSource(kernels, host), llvmContext);
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
