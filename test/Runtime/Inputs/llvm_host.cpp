// A host program that links LLVM itself: it sets an option of LLVM, keeps a
// module, and compiles one in one thread while libpirch compiles in another.
#include "pirch/pirch.hpp"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <thread>

static llvm::cl::opt<bool> own("pirch-host-option", llvm::cl::init(false));

static std::string makeModule(llvm::LLVMContext &context) {
  llvm::Module module("host", context);
  llvm::IRBuilder<> builder(context);
  auto *type = llvm::FunctionType::get(builder.getInt32Ty(),
                                       {builder.getInt32Ty()}, false);
  auto *function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                          "twice", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
  builder.CreateRet(builder.CreateShl(function->getArg(0), 1));
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::verifyModule(module, &os))
    return "not verified: " + text;
  module.print(os, nullptr);
  return text;
}

int main(int argc, char **argv) {
  const char *words[] = {argv[0], "--pirch-host-option"};
  llvm::cl::ParseCommandLineOptions(2, words);
  llvm::LLVMContext context;
  std::string before = makeModule(context);
  std::string during;
  std::thread host([&] {
    for (int round = 0; round < 200; ++round) {
      llvm::LLVMContext other;
      during = makeModule(other);
      if (during != before)
        return;
    }
  });
  std::vector<double> a(8 * 5, 3);
  pirch::kernel<void(double *, int)> power(
      "__kernel void power(__global double *a, int n) {\n"
      "  double x = a[get_global_id(0)], y = 1;\n"
      "  for (int i = 0; i < n; ++i) y *= x;\n"
      "  a[get_global_id(0)] = y + exp(0.0);\n"
      "}\n",
      "power", pirch::options().wg_size(8));
  power(a, 4, 5);
  host.join();
  bool isRight = true;
  for (double value : a)
    isRight &= value == 82;
  std::printf("%s %s %s %s\n", isRight ? "right" : "wrong",
              before == during ? "same" : "changed",
              makeModule(context) == before ? "same" : "changed",
              own ? "set" : "lost");
  return 0;
}
