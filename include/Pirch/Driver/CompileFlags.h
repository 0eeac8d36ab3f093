//===- CompileFlags.h - Command-line options of a compilation ---*- C++ -*-===//
//
// The command-line options that pirchc and pirch-run share. An option of one
// tool belongs to that tool, one of a target to Target::getOptions.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_COMPILEFLAGS_H
#define PIRCH_DRIVER_COMPILEFLAGS_H

#include "Pirch/Driver/Compiler.h"
#include "llvm/Support/CommandLine.h"

namespace pirch {

/// The options that every tool which compiles kernels takes. Construct it once,
/// before the command line is parsed.
class CompileFlags {
public:
  explicit CompileFlags(llvm::cl::OptionCategory &category);

  /// What the command line asked for; an error where a value makes no sense.
  /// Without --wg-size, `wgShape` is empty.
  llvm::Expected<CompileOptions> get();
  /// Where `options` have no `wgShape`, let it be what the kernels ask for, or
  /// `otherwise` work items; an error where that is 0.
  static llvm::Error completeShape(CompileOptions &options,
                                   llvm::StringRef source,
                                   llvm::StringRef fileName,
                                   int64_t otherwise = 0);
  /// Forget everything, for another parse where each option may come twice.
  void reset();

private:
  void addTargetOptions(llvm::cl::OptionCategory &category);

  enum Remark {
    loopRemarks,
    reorderRemarks,
    registerRemarks,
    memoryRemarks,
    missedRemarks,
    allRemarks
  };

  llvm::cl::opt<std::string> target;
  /// One for each name among the targets' options.
  std::vector<std::unique_ptr<llvm::cl::opt<std::string>>> targetOptions;
  llvm::cl::opt<std::string> wgSize;
  llvm::cl::opt<bool> globalOffset;
  llvm::cl::opt<std::string> wgPack, laneOrder;
  llvm::cl::opt<int64_t> streamBytes;
  llvm::cl::list<std::string> defines, localBytes, stagedValues, stagedParams;
  llvm::cl::list<std::string> layouts, includes;
  llvm::cl::opt<bool> stagesLaunch;
  llvm::cl::opt<std::string> fpContract, math, reduce;
  llvm::cl::list<std::string> disabledReorders, disabledPasses;
  llvm::cl::bits<Remark> remarks;
  llvm::cl::opt<std::string> remarksFile;
  llvm::cl::opt<bool> lineTables, printIR, timing;
};

} // namespace pirch

#endif // PIRCH_DRIVER_COMPILEFLAGS_H
