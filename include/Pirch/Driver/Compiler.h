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
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class PassManager;
} // namespace mlir

namespace pirch {

struct CompileOptions : SourceOptions, PassOptions {
  /// The name of a target, or "host" for the one that suits this process's CPU
  /// best.
  std::string target = kHostTargetName.str();
  /// Options of that target, by name: `{"cpu", "znver5"}`. `Target::getOptions`
  /// lists them.
  TargetOptions targetOptions;
  /// The number of work items of a group of a range of one dimension, 1 to
  /// 1024. It is used if `wgShape` is empty, and required then.
  int64_t wgSize = 0;
  /// The extents of a group: `wgShape`, or `wgSize` where that is empty.
  Extents getGroupShape() const {
    return wgShape.empty() ? Extents{wgSize} : wgShape;
  }
  /// The number that the macro WG_SIZE was given besides, which must be the
  /// number of work items of a group.
  std::optional<int64_t> definedGroupSize;
  /// The number of work groups of a pack, or "auto".
  std::string wgPack = "auto";
  /// Whether object files and LLVM IR get the packed entry of each kernel
  /// (`packedEntryName`), which is possible only for code that the CPU runs.
  bool packedEntries = false;
  /// Whether an emulation counts the accesses of memory
  /// (`CompiledModule::takeMemoryTrace`).
  bool traceMemory = false;
  /// Whether the IR after every pass is printed to stderr.
  bool printIRAfterAll = false;
  /// Whether the time that each pass took is printed to stderr.
  bool timing = false;
  /// Called with the passes of each stage before they run, to watch them.
  std::function<void(mlir::PassManager &)> instrument;
};

struct CompileResult {
  /// The output: text, or the bytes of an object file.
  std::string output;
  std::vector<KernelInfo> kernels;
  /// The lines for `writeHeader` that say how the kernels of a GPU are called.
  std::string launchNotes;
};

/// Compile every kernel of `source` to an output of kind `emit`, one of those
/// of every target (`kEmitObject` and others) or of this target. If the source
/// is at fault, diagnostics with their place in the source are printed to
/// `diag`, and the error says no more than that compilation failed; other
/// errors say what is wrong. Threads may call this at once.
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
  /// The kernel's function, of type `void (params..., int64_t first_group,
  /// int64_t num_groups)` with the parameters of `KernelInfo::params`; null if
  /// there is no such kernel.
  virtual void *lookup(llvm::StringRef kernel) = 0;
  /// A kernel's function that takes its parameters in an array: for each, a
  /// pointer to the buffer, or to the value of the scalar.
  using PackedFn = void (*)(void **args, int64_t firstGroup, int64_t numGroups);
  virtual PackedFn lookupPacked(llvm::StringRef kernel) = 0;
  /// For code that is emulated, the first rule of the machine that it broke
  /// since the last call of this function; empty if it broke none.
  virtual std::string takeError() = 0;
  /// The number of bytes of stack that the functions may need; 0 if they need
  /// no more than any function.
  virtual unsigned stackBytes() const = 0;
  /// A text about the accesses of memory that emulated code made since the last
  /// call of this function; empty without `CompileOptions::traceMemory`.
  virtual std::string takeMemoryTrace() = 0;
};

/// Compile every kernel of `source` and load the code into this process. Code
/// for another machine than this process's runs on the target's emulation
/// (`Target::createEmulation`). Errors are as those of `compile`.
llvm::Expected<std::unique_ptr<CompiledModule>>
compileAndLoad(llvm::StringRef source, llvm::StringRef fileName,
               const CompileOptions &options, llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_DRIVER_COMPILER_H
