//===- HostCPUTest.cpp - CPUs under hypervisors that hide them ------------===//

#include "Pirch/Target/HostCPU.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

/// The features of `cpu`, as a machine gives them.
llvm::StringMap<bool> featuresOf(llvm::StringRef cpu) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  std::string error;
  llvm::Triple triple("x86_64-unknown-linux-gnu");
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, cpu, ""));
  llvm::StringMap<bool> features;
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget->getAllProcessorFeatures())
    // What tells how to generate code is no feature of a machine.
    if (llvm::sys::getHostCPUFeatures().contains(feature.Key))
      features[feature.Key] = subtarget->hasFeature(feature.Value);
  return features;
}

class HostCPU : public ::testing::Test {
protected:
  void SetUp() override {
    if (llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArch() !=
        llvm::Triple::x86_64)
      GTEST_SKIP() << "the CPUs are those of x86";
  }
};

TEST_F(HostCPU, KeepsANameThatFits) {
  for (llvm::StringRef cpu :
       {"rocketlake", "sapphirerapids", "znver4", "znver5", "haswell"})
    EXPECT_EQ(findCPU(cpu, featuresOf(cpu)), cpu);
}

TEST_F(HostCPU, KeepsANameWhoseFeaturesAreHidden) {
  llvm::StringMap<bool> features = featuresOf("sapphirerapids");
  for (const char *hidden : {"amx-tile", "uintr", "avx512fp16"})
    features[hidden] = false;
  EXPECT_EQ(findCPU("sapphirerapids", features), "sapphirerapids");
}

TEST_F(HostCPU, FindsTheCPUWithTheMachinesFeatures) {
  // An Emerald Rapids has the same features and the same model.
  EXPECT_EQ(findCPU("rocketlake", featuresOf("sapphirerapids")),
            "emeraldrapids");
  EXPECT_EQ(findCPU("znver3", featuresOf("znver5")), "znver5");
  llvm::StringMap<bool> features = featuresOf("sapphirerapids");
  for (const char *hidden : {"uintr", "tsxldtrk", "enqcmd", "waitpkg"})
    features[hidden] = false;
  EXPECT_EQ(findCPU("rocketlake", features), "emeraldrapids");
}

TEST_F(HostCPU, KeepsNamesThatNobodyKnows) {
  EXPECT_EQ(findCPU("a-new-one", featuresOf("znver5")), "a-new-one");
}

TEST_F(HostCPU, IsOneThatLLVMKnows) { EXPECT_FALSE(getHostCPU().empty()); }

} // namespace
