//===- LLVMDefectsTest.cpp - Shuffles that LLVM 22 narrows wrongly --------===//

#include "LLVMDefects.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"
#include <random>

using namespace pirch;

namespace {

using Mask = std::vector<int>;

std::string printMask(const Mask &mask) {
  std::string text;
  for (int lane : mask)
    text += (text.empty() ? "i32 " : ", i32 ") +
            (lane < 0 ? std::string("poison") : std::to_string(lane));
  return text;
}

/// A function that loads 16 elements, permutes them by `first`, and stores the
/// lowest 64 bits of that to `low` and another permutation of it to `rest`.
std::string printShuffles(const Mask &first, const Mask &second,
                          llvm::StringRef type = "float") {
  return llvm::formatv(
             R"(target triple = "x86_64-pc-linux-gnu"
define void @permute(ptr %in, ptr %low, ptr %rest) {{
  %x = load <16 x {2}>, ptr %in, align 4
  %first = shufflevector <16 x {2}> %x, <16 x {2}> poison, <16 x i32> <{0}>
  %lowest = shufflevector <16 x {2}> %first, <16 x {2}> poison, <2 x i32> <i32 0, i32 1>
  store <2 x {2}> %lowest, ptr %low, align 4
  %second = shufflevector <16 x {2}> %first, <16 x {2}> zeroinitializer, <16 x i32> <{1}>
  store <16 x {2}> %second, ptr %rest, align 4
  ret void
})",
             printMask(first), printMask(second), type)
      .str();
}

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &context,
                                    const std::string &text) {
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return module;
}

/// A code generator for this machine.
std::unique_ptr<llvm::TargetMachine> makeMachine() {
  llvm::InitializeNativeTarget();
  return llvm::cantFail(
      llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost())
          .createTargetMachine());
}

unsigned countFences(const std::string &text) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parse(context, text);
  prepareForCodeGenerator(*module, *makeMachine());
  unsigned count = 0;
  for (llvm::Instruction &instruction :
       llvm::instructions(*module->getFunction("permute")))
    if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      count += intrinsic->getIntrinsicID() == llvm::Intrinsic::arithmetic_fence;
  return count;
}

const Mask kReverse = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

TEST(LLVMDefectsTest, FencesPartsThatComeSecond) {
  Mask pairs = {2, 3, 12, 13, 0, 1, 6, 7, 4, 5, 8, 9, 2, 3, 14, 15};
  EXPECT_EQ(countFences(printShuffles(pairs, kReverse)), 1u);
  EXPECT_EQ(countFences(printShuffles(pairs, kReverse, "i32")), 1u);
  Mask undefined = {-1, 3, 12, -1, -1, -1, 6, 7, -1, -1, 8, 9, 2, 3, 14, -1};
  EXPECT_EQ(countFences(printShuffles(undefined, kReverse)), 1u);
}

TEST(LLVMDefectsTest, LeavesOtherShufflesAlone) {
  Mask thirdFirst = {4, 5, 12, 13, 0, 1, 6, 7, 4, 5, 8, 9, 2, 3, 14, 15};
  EXPECT_EQ(countFences(printShuffles(thirdFirst, kReverse)), 0u);
  Mask splitParts = {2, 3, 12, 14, 0, 1, 6, 7, 4, 5, 8, 9, 2, 3, 14, 15};
  EXPECT_EQ(countFences(printShuffles(splitParts, kReverse)), 0u);
  EXPECT_EQ(countFences(printShuffles(kReverse, kReverse)), 0u);
}

/// Compile the module for this machine and call its function on 1 to 16.
void runShuffles(const std::string &text, float *low, float *rest) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = parse(*context, text);
  for (llvm::Function &function : *module)
    function.addFnAttr("target-cpu", llvm::sys::getHostCPUName());
  prepareForCodeGenerator(*module, *makeMachine());
  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  module->setDataLayout(jit->getDataLayout());
  llvm::cantFail(jit->addIRModule({std::move(module), std::move(context)}));
  auto *function = llvm::cantFail(jit->lookup("permute"))
                       .toPtr<void(const float *, float *, float *)>();
  float in[16];
  for (int lane = 0; lane < 16; ++lane)
    in[lane] = lane + 1;
  function(in, low, rest);
}

TEST(LLVMDefectsTest, ShufflesOfPairsGiveTheirLowestPair) {
  // LLVM's defect needs AVX-512; on other CPUs the fences must change nothing.
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    Mask first, second;
    for (int pair = 0; pair < 8; ++pair) {
      int source = pair ? random() % 8 : 1;
      first.insert(first.end(), {2 * source, 2 * source + 1});
    }
    for (int lane = 0; lane < 16; ++lane)
      second.push_back(random() % 32);
    float low[2], rest[16];
    runShuffles(printShuffles(first, second), low, rest);
    EXPECT_EQ(low[0], 3) << printMask(first);
    EXPECT_EQ(low[1], 4) << printMask(first);
    for (int lane = 0; lane < 16; ++lane)
      EXPECT_EQ(rest[lane], second[lane] < 16 ? first[second[lane]] + 1 : 0)
          << printMask(first) << " and then " << printMask(second);
  }
}

} // namespace
