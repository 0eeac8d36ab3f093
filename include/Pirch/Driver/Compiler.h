//===- Compiler.h - From OpenCL C to code -----------------------*- C++ -*-===//
//
// The whole pipeline as a library: what `pirchc` and `pirch-run` are made of.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_COMPILER_H
#define PIRCH_DRIVER_COMPILER_H

#include "Pirch/CInterface/Header.h"
#include "Pirch/Driver/PassOptions.h"
#include "Pirch/Support/SourceOptions.h"
#include "Pirch/Target/TargetRegistry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class PassManager;
} // namespace mlir

namespace pirch {

struct CompileOptions : SourceOptions, PassOptions {
  /// Name of a target, or "host" for the one that suits this process's CPU
  /// best.
  std::string target = kHostTargetName.str();
  /// Options of that target, by name: `{"cpu", "znver5"}`. `Target::getOptions`
  /// lists them.
  TargetOptions targetOptions;
  /// Work items per group of a range of one dimension, 1 to 1024; required
  /// unless there is a `wgShape`.
  int64_t wgSize = 0;
  /// The extents of a group: `wgShape`, or `wgSize` where that is empty.
  Extents getGroupShape() const {
    return wgShape.empty() ? Extents{wgSize} : wgShape;
  }
  /// Work groups per pack: a number or "auto".
  std::string wgPack = "auto";
  /// Whether object files and LLVM IR hold the packed entry of each kernel
  /// (`packedEntryName`). Only code that the CPU runs can have it.
  bool packedEntries = false;
  /// Whether emulated code counts what it asks of memory.
  bool traceMemory = false;
  /// Whether the IR after every pass is printed to stderr.
  bool printIRAfterAll = false;
  /// Whether the time that each pass took is printed to stderr.
  bool timing = false;
  /// Called with the passes of each stage before they run, to watch them.
  std::function<void(mlir::PassManager &)> instrument;
};

struct CompileResult {
  /// Text, or the bytes of an object file.
  std::string output;
  std::vector<KernelInfo> kernels;
  /// The lines for `writeHeader` that say how the kernels of a GPU are called.
  std::string launchNotes;
};

/// Compile every kernel of `source`. `emit` is the output: `kEmitObject` and
/// its like, or one of the target's own output kinds. On failure diagnostics,
/// located in the source where possible, are on `diag`, and the error says in a
/// few words that compilation failed.
llvm::Expected<CompileResult> compile(llvm::StringRef source,
                                      llvm::StringRef fileName,
                                      const CompileOptions &options,
                                      llvm::StringRef emit,
                                      llvm::raw_ostream &diag);

/// Kernels compiled for and loaded into this process.
class CompiledModule {
public:
  virtual ~CompiledModule();
  virtual llvm::ArrayRef<KernelInfo> kernels() const = 0;
  /// `void k(params..., int64_t first_group, int64_t num_groups)`, or null.
  /// `params` are those of `KernelInfo::params`.
  virtual void *lookup(llvm::StringRef kernel) = 0;
  /// The same with the parameters in an array: one pointer each, to the buffer
  /// of a pointer parameter and to the value of a scalar.
  using PackedFn = void (*)(void **args, int64_t firstGroup, int64_t numGroups);
  virtual PackedFn lookupPacked(llvm::StringRef kernel) = 0;
  /// Where the code is emulated: the first of the machine's rules that it broke
  /// since the last call, or nothing.
  virtual std::string takeError() = 0;
  /// Bytes of stack that its functions may take; 0: no more than any function.
  virtual unsigned stackBytes() const = 0;
  /// What emulated code asked of memory since the last call, for people;
  /// nothing without `CompileOptions::traceMemory`.
  virtual std::string takeMemoryTrace() = 0;
};

/// Code for another machine than this process's runs on the target's emulation
/// (`Target::createEmulation`).
llvm::Expected<std::unique_ptr<CompiledModule>>
compileAndLoad(llvm::StringRef source, llvm::StringRef fileName,
               const CompileOptions &options, llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_DRIVER_COMPILER_H
