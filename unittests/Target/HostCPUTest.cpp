//===- HostCPUTest.cpp - CPUs under hypervisors that hide them ------------===//

#include "Pirch/Target/HostCPU.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

constexpr llvm::StringLiteral kTriple = "x86_64-unknown-linux-gnu";

/// All features that LLVM knows, each with whether `cpu` has it.
llvm::StringMap<bool> featuresOf(llvm::StringRef cpu) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  std::string error;
  llvm::Triple triple(kTriple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, cpu, ""));
  llvm::StringMap<bool> features;
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget->getAllProcessorFeatures())
    features[feature.Key] = subtarget->hasFeature(feature.Value);
  return features;
}

std::string findX86(llvm::StringRef name,
                    const llvm::StringMap<bool> &features) {
  return findCPU(llvm::Triple(kTriple), name, features);
}

TEST(HostCPU, KeepsANameThatFits) {
  for (llvm::StringRef cpu :
       {"rocketlake", "sapphirerapids", "znver4", "znver5", "haswell"})
    EXPECT_EQ(findX86(cpu, featuresOf(cpu)), cpu);
}

TEST(HostCPU, KeepsANameWhoseFeaturesAreHidden) {
  llvm::StringMap<bool> features = featuresOf("sapphirerapids");
  for (const char *hidden : {"amx-tile", "uintr", "avx512fp16"})
    features[hidden] = false;
  EXPECT_EQ(findX86("sapphirerapids", features), "sapphirerapids");
}

TEST(HostCPU, FindsTheCPUWithTheMachinesFeatures) {
  // An Emerald Rapids has the same features and the same model.
  EXPECT_EQ(findX86("rocketlake", featuresOf("sapphirerapids")),
            "emeraldrapids");
  EXPECT_EQ(findX86("znver3", featuresOf("znver5")), "znver5");
  llvm::StringMap<bool> features = featuresOf("sapphirerapids");
  for (const char *hidden : {"uintr", "tsxldtrk", "enqcmd", "waitpkg"})
    features[hidden] = false;
  EXPECT_EQ(findX86("rocketlake", features), "emeraldrapids");
}

TEST(HostCPU, KeepsNamesThatNobodyKnows) {
  EXPECT_EQ(findX86("a-new-one", featuresOf("znver5")), "a-new-one");
}

TEST(HostCPU, IsOneThatLLVMKnows) { EXPECT_FALSE(getHostCPU().empty()); }

} // namespace
