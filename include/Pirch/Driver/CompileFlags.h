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

  /// The options that the command line gave; an error if a value makes no
  /// sense. Without --wg-size, `wgShape` is empty.
  llvm::Expected<CompileOptions> get();
  /// If `options` have no `wgShape`, set it to the extents that the kernels of
  /// the source ask for. If they ask for none, set it to `otherwise` work
  /// items, or return an error if that is 0.
  static llvm::Error completeShape(CompileOptions &options,
                                   llvm::StringRef source,
                                   llvm::StringRef fileName,
                                   int64_t otherwise = 0);
  /// Reset all options to their defaults, so that another command line can be
  /// parsed.
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
  /// One option for each name among those of `Target::getOptions` of all
  /// targets.
  std::vector<std::unique_ptr<llvm::cl::opt<std::string>>> targetOptions;
  llvm::cl::list<std::string> wgSize;
  llvm::cl::opt<bool> globalOffset;
  llvm::cl::opt<std::string> wgPack, laneOrder;
  llvm::cl::opt<int64_t> compareChoices;
  llvm::cl::opt<std::string> schedule;
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
