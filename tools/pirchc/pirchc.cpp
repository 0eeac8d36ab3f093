//===- pirchc.cpp - The compiler driver -----------------------------------===//

#include "Pirch/Driver/CompileFlags.h"
#include "Pirch/Driver/TimeLimit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

namespace cl = llvm::cl;

static cl::OptionCategory category("pirchc options");

static cl::opt<std::string> inputFile(cl::Positional,
                                      cl::desc("<kernel.cl, kernel.mlir, or - "
                                               "for standard input>"),
                                      cl::Required, cl::cat(category));
static cl::opt<std::string>
    outputFile("o", cl::desc("Where to write; - is standard output"),
               cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    headerFile("header", cl::desc("Also write a C and C++ header"),
               cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string>
    kernelName("kernel", cl::desc("The one kernel to compile; all without it"),
               cl::value_desc("name"), cl::cat(category));
static cl::opt<unsigned>
    timeLimit("time-limit",
              cl::desc("End with an error once compiling has taken this many "
                       "seconds of CPU time; 0 for no limit"),
              cl::value_desc("seconds"), cl::init(50), cl::cat(category));
static pirch::CompileFlags compileFlags(category);
static cl::opt<std::string> emitKind(
    "emit",
    cl::desc("What to write: mlir-workitem (the program of one work item), "
             "mlir-infreg (SSA over infinite registers), mlir-packed (the same "
             "with work groups packed and lanes assigned), schedule (a script "
             "of what was chosen, for --schedule), lanes (a picture in SVG of "
             "where lanes lie), mlir (code over native vectors), llvm "
             "(optimized LLVM IR), asm (assembly), obj "
             "(an object file, the default), or what a target has besides"),
    cl::value_desc("output"), cl::init(pirch::kEmitObject.str()),
    cl::cat(category));

static cl::opt<bool> printsSchedule("print-schedule",
                                    cl::desc("The same as --emit=schedule"),
                                    cl::cat(category));

/// The outputs of `--emit` that only some targets have, for the help text.
static std::string describeTargetOutputs() {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const pirch::Target *target : pirch::getTargets())
    for (const pirch::OutputKind &kind : target->getOutputKinds())
      os << "  --emit=" << kind.name << " with --target=" << target->getName()
         << ": " << kind.description << '\n';
  return text;
}

static int fail(const llvm::Twine &text) {
  llvm::WithColor::error(llvm::errs(), "pirchc") << text << '\n';
  return 1;
}

/// Write `content` to the file. After an error there is no file.
static int writeFile(llvm::StringRef name, llvm::StringRef content) {
  std::error_code code;
  llvm::ToolOutputFile file(name, code, llvm::sys::fs::OF_None);
  if (code)
    return fail("cannot write '" + name + "': " + code.message());
  file.os() << content;
  file.os().flush();
  if (file.os().has_error()) {
    std::string reason = file.os().error().message();
    file.os().clear_error();
    return fail("cannot write '" + name + "': " + reason);
  }
  file.keep();
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  const std::string overview =
      "PIRCH compiler: batched OpenCL C kernels to native code\n\n"
      "  Every kernel `__kernel void k(T *a, ...)` becomes the C function\n"
      "  `void k(T *a, ..., int64_t first_group, int64_t num_groups)`, which\n"
      "  computes that range of work groups; for a GPU, `int k_launch(T *a, "
      "...,\n"
      "  int64_t first_group, int64_t num_groups, void *stream)`. The header "
      "says what\n"
      "  functions of ranges of several dimensions take.\n\n"
      "  Example: pirchc ldus.cl --wg-size=8 -o ldus.o --header=ldus.h\n\n" +
      describeTargetOutputs();
  cl::ParseCommandLineOptions(argc, argv, overview);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(inputFile);
  if (!buffer)
    return fail("cannot read '" + inputFile +
                "': " + buffer.getError().message());
  llvm::Expected<pirch::CompileOptions> options = compileFlags.get();
  if (!options)
    return fail(llvm::toString(options.takeError()));
  // How diagnostics and the header name the source.
  std::string fileName = inputFile == "-" ? "<stdin>" : inputFile.getValue();
  if (printsSchedule && emitKind.getNumOccurrences())
    return fail("--print-schedule does not go with --emit");
  llvm::StringRef emit =
      printsSchedule ? llvm::StringRef(pirch::kEmitSchedule) : emitKind;
  options->onlyKernel = kernelName;
  pirch::TimeLimit limit(fileName, timeLimit);
  if (llvm::Error error = compileFlags.completeShape(
          *options, (*buffer)->getBuffer(), fileName))
    return fail(llvm::toString(std::move(error)));
  auto result = pirch::compile((*buffer)->getBuffer(), fileName, *options, emit,
                               llvm::errs());
  if (!result)
    return fail(llvm::toString(result.takeError()));
  if (int status = writeFile(outputFile, result->output))
    return status;
  if (!headerFile.empty())
    return writeFile(headerFile, pirch::writeHeader(result->kernels, fileName,
                                                    result->launchNotes));
  return 0;
}
