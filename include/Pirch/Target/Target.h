//===- Target.h - A machine that PIRCH compiles for -------------*- C++ -*-===//
//
// What the driver and the tools ask of a target. What compiler passes ask of it
// is `TargetAttrInterface`, which the attribute that a target makes implements.
// Each folder lib/Target/X holds one target: its attribute with the tables of
// costs, its passes, its output formats, and what runs its code where the
// machine itself is not at hand.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_TARGET_H
#define PIRCH_TARGET_TARGET_H

#include "Pirch/CInterface/Header.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Target/CodeGenerator.h"
#include "Pirch/Target/Device.h"
#include "Pirch/Target/Emulation.h"
#include <map>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pirch {

/// An option of the command line that belongs to one or several targets.
struct TargetOption {
  /// The option's name without the dashes, as in "cpu".
  llvm::StringLiteral name;
  /// The word that stands for the value in the help text, as in "name".
  llvm::StringLiteral valueName;
  llvm::StringLiteral description;
};

/// The values of the options that were given, by the option's name.
using TargetOptions = std::map<std::string, std::string>;

/// A kind of output that `--emit` names, of a target that has kinds of its own.
struct OutputKind {
  llvm::StringLiteral name, description;
};

/// The kinds of output that every target has. The driver writes the work-item
/// form, the InfReg form, the packed form with lanes assigned, a script of the
/// transform dialect with what was chosen for that form, a picture of where the
/// lanes of that form lie, functions over native vectors or threads, and LLVM
/// IR after optimization; the target writes assembly and object files.
inline constexpr llvm::StringLiteral kEmitWorkItem = "mlir-workitem",
                                     kEmitInfReg = "mlir-infreg",
                                     kEmitPacked = "mlir-packed",
                                     kEmitSchedule = "schedule",
                                     kEmitLanes = "lanes",
                                     kEmitChunks = "mlir", kEmitLLVM = "llvm",
                                     kEmitAssembly = "asm", kEmitObject = "obj";

/// What targets whose objects hold code for the host ask of the driver, which
/// has Clang: targets are linked into programs without it.
struct HostC {
  /// The LLVM module that Clang makes of a C text for this process's machine.
  llvm::function_ref<llvm::Expected<std::unique_ptr<llvm::Module>>(
      llvm::StringRef source, llvm::LLVMContext &context)>
      compile;
  /// `declareInC`.
  llvm::function_ref<Prototype(const KernelInfo &kernel)> declare;
};

/// A translated and optimized module, to be written as one kind of output.
struct CodeToEmit {
  llvm::Module &module;
  llvm::TargetMachine &machine;
  TargetAttrInterface attribute;
  llvm::ArrayRef<KernelInfo> kernels;
  const TargetOptions &options;
  HostC host;
};

/// There is one object for each target, which lives as long as the process. All
/// functions may be called in several threads at once.
class Target {
public:
  virtual ~Target();

  /// The name after `--target=`, which is the attribute's mnemonic as well.
  virtual llvm::StringRef getName() const = 0;
  /// The line that `--target=help` prints about the target.
  virtual llvm::StringRef getDescription() const = 0;
  virtual llvm::ArrayRef<TargetOption> getOptions() const { return {}; }
  /// The kinds of output that this target has beyond those of every target.
  virtual llvm::ArrayRef<OutputKind> getOutputKinds() const { return {}; }
  bool emits(llvm::StringRef outputKind) const;

  /// Make the target's attribute and passes known. The dialect's extension adds
  /// the attribute; dialects that only this target's code needs come with it.
  virtual void registerDialects(mlir::DialectRegistry &registry) const = 0;
  virtual void registerPasses() const {}

  /// The attribute for these options, all of which `getOptions` lists; an error
  /// where a value makes no sense.
  virtual llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &options,
                mlir::MLIRContext &context) const = 0;

  /// How well this target's code suits the CPU that this process runs on; the
  /// target with the greatest fitness is `--target=host`. Nothing if the CPU
  /// cannot run the code.
  virtual std::optional<int> getHostFitness() const { return std::nullopt; }

  /// Check the values of options that `makeAttribute` does not look at.
  virtual llvm::Error checkOptions(const TargetOptions &options) const;
  /// The options of LLVM's optimizer for this target's code.
  virtual OptimizerOptions
  getOptimizerOptions(const TargetOptions &options) const;
  /// Whether a program other than LLVM assembles the code, and makes tables of
  /// lines from `.loc` directives. For that program, code with more than the
  /// directives would be code for debuggers, which it does not optimize.
  virtual bool hasOwnAssembler() const { return false; }
  /// Change a module that was translated to LLVM IR and is not optimized yet.
  virtual void prepareModule(llvm::Module &module, llvm::TargetMachine &machine,
                             const TargetOptions &options) const {}
  /// Fill in how the kernels of an optimized module are launched.
  virtual void describeLaunch(const llvm::Module &module,
                              TargetAttrInterface attribute,
                              std::vector<KernelInfo> &kernels) const {}
  /// The text or bytes of an output of kind `outputKind`.
  virtual llvm::Expected<std::string> emit(llvm::StringRef outputKind,
                                           CodeToEmit &code) const;
  /// Whether this target has a model by which it predicts the time of code.
  virtual bool predictsCycles() const { return false; }
  /// The cycles that each kernel takes for a group, by a model of the machine;
  /// nothing where the model does not say. The module cannot be used further.
  virtual llvm::Expected<std::vector<std::optional<double>>>
  predictCycles(CodeToEmit &code) const;
  /// The lines of a C comment that says how to call the kernels; see
  /// `writeHeader`.
  virtual llvm::StringRef getLaunchNotes() const { return ""; }

  /// An emulation that runs this target's code in this process; null if the CPU
  /// itself runs it. With `traceMemory` it counts accesses of memory, if it
  /// can.
  virtual std::unique_ptr<Emulation>
  createEmulation(TargetAttrInterface attribute, bool traceMemory) const {
    return nullptr;
  }
  /// Whether there is such an emulation.
  virtual bool isEmulated() const { return false; }
  /// Whether the emulation counts accesses of memory.
  virtual bool canTraceMemory() const { return false; }

  /// The name, for `--device=`, of the kind of device that runs this target's
  /// code; empty if the CPU runs it.
  virtual llvm::StringRef getDeviceName() const { return ""; }
  /// The first such device of this computer; an error says what is missing.
  virtual llvm::Expected<std::unique_ptr<Device>> openDevice() const;

protected:
  /// The value of option `name`; `otherwise` if it was not given.
  static std::string lookup(const TargetOptions &options, llvm::StringRef name,
                            llvm::StringRef otherwise = "");
};

/// Whether the CPU that this process runs on has all of `features`, which are
/// written as in "+avx512f,+avx512bw".
bool hostHasFeatures(llvm::StringRef features);

/// Have the dialect parse and print the attribute of a target. Only the file
/// that defines the attribute's storage can call it.
template <typename AttrT>
void registerTargetAttribute(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *, PirchDialect *dialect) {
    // A registry may be filled twice, as by a plugin that is loaded twice.
    if (!llvm::is_contained(dialect->getTargetMnemonics(),
                            AttrT::getMnemonic()))
      dialect->addTargetAttribute<AttrT>();
  });
}

} // namespace pirch

#endif // PIRCH_TARGET_TARGET_H
