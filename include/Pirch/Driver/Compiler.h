//===- Compiler.h - From OpenCL C to code -----------------------*- C++ -*-===//
//
// The whole pipeline as a library: what `pirchc` and `pirch-run` are made of.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_COMPILER_H
#define PIRCH_DRIVER_COMPILER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pirch {

struct CompileOptions {
  /// "avx512", "ve", "nvvm" or "generic".
  std::string target = "avx512";
  /// Architecture of an NVIDIA GPU.
  std::string chip = "sm_75";
  /// LLVM CPU, triple and features; empty CPU and triple mean the host's.
  std::string cpu, triple, features;
  /// Vector width of the generic target.
  int64_t vectorBits = 128;
  /// Work items per group; required, 1 to 1024.
  int64_t wgSize = 0;
  /// Work groups per pass: a number or "auto".
  std::string wgPack = "auto";
  /// "auto" or axes from slowest to fastest, as in "wg-wi-ix".
  std::string laneOrder = "auto";
  /// Calls that touch at least so many bytes write past the caches; 0: none
  /// do, -1: as the target says.
  int64_t streamBytes = -1;
  std::vector<std::string> defines;
  std::vector<std::string> includeDirs;
  bool fpContract = true;
  /// The one kernel to compile; empty: all of the source.
  std::string onlyKernel;
  /// Print the IR after every pass to stderr.
  bool printIRAfterAll = false;
  /// Reorder patterns to do without.
  std::vector<std::string> disabledReorders;
  /// Optimizations of LLVM for GPUs to do without; docs/Targets/NVVM.md has
  /// their names.
  std::vector<std::string> disabledPasses;
  /// Say how loops and subscripts were handled, and which reorder patterns
  /// were taken.
  bool loopRemarks = false, reorderRemarks = false;
  /// Say which vectors went to memory for want of registers.
  bool registerRemarks = false;
  /// Say how loads and stores reach memory, on targets with a choice.
  bool memoryRemarks = false;
  /// Count what emulated warps ask of memory.
  bool traceMemory = false;
  /// Print how long each pass took to stderr.
  bool timing = false;
};

struct KernelParam {
  std::string name;
  /// As in a C header: "const float *", "int32_t".
  std::string cType;
  bool isPointer = false;
  unsigned elementBits = 0;
  bool isFloat = false;
  bool isUnsigned = false;
};

struct KernelInfo {
  /// As in the source.
  std::string name;
  /// Name of the kernel's C function: `name`, unless C or C++ could not declare
  /// a function of that name or a library has one. On a GPU, name of the kernel
  /// there, and with `_launch` behind it of the C function that launches it.
  std::string symbol;
  std::vector<KernelParam> params;
  int64_t wgSize = 0, wgPack = 0;
  /// Where a GPU runs it: threads of a block, and groups that it computes. 0
  /// where the kernel is a function of the host.
  int64_t blockThreads = 0, groupsPerBlock = 0;
  std::string laneOrder;
  /// What the cost model expects of one group, in the target's units.
  double estimatedCost = 0;
};

/// What `compile` writes.
enum class EmitKind {
  workItem,
  infReg,
  chunks,
  llvm,
  assembly,
  /// For a GPU: its machine code, and that together with PTX.
  cubin,
  fatbin,
  /// For a GPU: of the host, with functions that launch the kernels.
  object,
  /// What each kernel is estimated to cost, for people; only for targets with a
  /// model of their assembly.
  report
};

struct CompileResult {
  /// Text, or the bytes of an object file.
  std::string output;
  std::vector<KernelInfo> kernels;
};

/// Compile every kernel of `source`. On failure diagnostics, located in the
/// source where possible, are on `diag`, and the error says in a few words that
/// compilation failed.
llvm::Expected<CompileResult> compile(llvm::StringRef source,
                                      llvm::StringRef fileName,
                                      const CompileOptions &options,
                                      EmitKind kind, llvm::raw_ostream &diag);

/// A C and C++ header that declares the kernels.
std::string writeHeader(llvm::ArrayRef<KernelInfo> kernels,
                        llvm::StringRef fileName);

/// Kernels compiled for and loaded into this process.
class CompiledModule {
public:
  virtual ~CompiledModule();
  virtual llvm::ArrayRef<KernelInfo> kernels() const = 0;
  /// `void k(params..., int64_t first_group, int64_t num_groups)`, or null.
  virtual void *lookup(llvm::StringRef kernel) = 0;
  /// The same with the parameters in an array: one pointer each, to the buffer
  /// of a pointer parameter and to the value of a scalar.
  using PackedFn = void (*)(void **args, int64_t firstGroup, int64_t numGroups);
  virtual PackedFn lookupPacked(llvm::StringRef kernel) = 0;
  /// Code for a machine that this process does not run on runs on a reference
  /// of its instructions: what broke their rules since the last call, or
  /// nothing.
  virtual std::string takeError() = 0;
  /// Bytes of stack that its functions may take; 0: no more than any function.
  virtual unsigned stackBytes() const = 0;
  /// What emulated warps asked of memory since the last call, for people;
  /// nothing without `CompileOptions::traceMemory`.
  virtual std::string takeMemoryTrace() = 0;
};

/// For VE, the code runs on `Pirch/Target/VE/Reference.h`, for NVIDIA GPUs on
/// `Pirch/Target/NVVM/Emulator.h`.
llvm::Expected<std::unique_ptr<CompiledModule>>
compileAndLoad(llvm::StringRef source, llvm::StringRef fileName,
               const CompileOptions &options, llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_DRIVER_COMPILER_H
