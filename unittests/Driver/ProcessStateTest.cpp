//===- ProcessStateTest.cpp - A compilation leaves the process alone ------===//

#include "Pirch/Driver/Compiler.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstring>
#include <map>
#include <thread>

using namespace pirch;

namespace {

constexpr const char *kSource = R"(
__kernel void k(__global double *a) {
  double x = a[get_global_id(0)];
  for (int s = 0; s < WG_SIZE; ++s)
    x += 0.5 * shuffle(x, s);
  a[get_global_id(0)] = x;
})";

std::string compileFor(const char *target, const char *emit,
                       const TargetOptions &targetOptions = {}) {
  CompileOptions options;
  options.target = target;
  options.targetOptions = targetOptions;
  options.wgSize = 8;
  std::string diagnostics;
  llvm::raw_string_ostream diag(diagnostics);
  auto output = compile(kSource, "state.cl", options, emit, diag);
  return output ? "" : llvm::toString(output.takeError()) + diagnostics;
}

std::map<std::string, int> optionsThatAreSet() {
  std::map<std::string, int> result;
  for (auto &entry : llvm::cl::getRegisteredOptions())
    if (int number = entry.second->getNumOccurrences())
      result[entry.first.str()] = number;
  return result;
}

class ProcessStateTest : public testing::TestWithParam<const char *> {};

TEST_P(ProcessStateTest, OptionsAreAsTheyWere) {
  ASSERT_EQ(compileFor("generic", "asm"), ""); // registers LLVM's targets
  std::map<std::string, int> before = optionsThatAreSet();
  ASSERT_EQ(compileFor(GetParam(), "asm"), "");
  EXPECT_EQ(optionsThatAreSet(), before);
}

TEST_P(ProcessStateTest, AnOptionOfTheHostProgramKeepsItsValue) {
  ASSERT_EQ(compileFor("generic", "asm"), "");
  auto *option = static_cast<llvm::cl::opt<bool> *>(
      llvm::cl::getRegisteredOptions().lookup("enable-misched"));
  ASSERT_NE(option, nullptr);
  option->addOccurrence(1, "enable-misched", "true");
  EXPECT_EQ(compileFor(GetParam(), "asm"), "");
  EXPECT_EQ(option->getNumOccurrences(), 1);
  EXPECT_TRUE(option->getValue());
  option->reset();
}

TEST_P(ProcessStateTest, SignalsAreHandledAsBefore) {
  constexpr int signals[] = {SIGABRT, SIGBUS,  SIGFPE, SIGILL,
                             SIGSEGV, SIGTRAP, SIGINT, SIGTERM};
  auto handlers = [&] {
    std::vector<void (*)(int)> result;
    for (int number : signals) {
      struct sigaction action;
      sigaction(number, nullptr, &action);
      result.push_back(action.sa_handler);
    }
    return result;
  };
  auto before = handlers();
  ASSERT_EQ(compileFor(GetParam(), "obj"), "");
  EXPECT_EQ(handlers(), before);
}

INSTANTIATE_TEST_SUITE_P(Targets, ProcessStateTest,
                         testing::Values("generic", "avx2", "ve", "nvvm"));

/// Triples for which LLVM's code generators end the process: by an error that is
/// fatal when it is run, or when it is made, or by an error diagnostic.
class GivesUpTest : public testing::TestWithParam<const char *> {};

TEST_P(GivesUpTest, TheLibraryReturnsAnError) {
  TargetOptions foreign = {{"triple", GetParam()}, {"cpu", "generic"}};
  for (int time = 0; time < 2; ++time)
    EXPECT_NE(compileFor("generic", "asm", foreign).find("gave up"),
              std::string::npos);
  EXPECT_EQ(compileFor("generic", "asm"), "");
}

TEST_P(GivesUpTest, WhileOtherThreadsGetTheirCode) {
  TargetOptions foreign = {{"triple", GetParam()}, {"cpu", "generic"}};
  std::thread other([&] {
    for (int time = 0; time < 4; ++time)
      EXPECT_NE(compileFor("generic", "asm", foreign), "");
  });
  for (int time = 0; time < 4; ++time)
    EXPECT_EQ(compileFor("generic", "asm"), "");
  other.join();
}

INSTANTIATE_TEST_SUITE_P(Triples, GivesUpTest,
                         testing::Values("ve", "xtensa", "bpf"));

} // namespace
