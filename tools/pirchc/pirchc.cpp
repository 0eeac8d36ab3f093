//===- pirchc.cpp - The compiler driver -----------------------------------===//

#include "Pirch/Driver/Compiler.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

namespace cl = llvm::cl;

static cl::OptionCategory category("pirchc options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<kernel.cl>"),
                                      cl::Required, cl::cat(category));
static cl::opt<std::string>
    outputFile("o", cl::desc("Where to write; - is standard output"),
               cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    headerFile("header", cl::desc("Also write a C and C++ header"),
               cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> target(
    "target",
    cl::desc("Machine to compile for: avx512 (x86-64 with AVX-512) or generic "
             "(any LLVM triple, plain vector code)"),
    cl::init("avx512"), cl::cat(category));
static cl::opt<std::string> triple("triple",
                                   cl::desc("LLVM triple of --target=generic; "
                                            "the host's by default"),
                                   cl::cat(category));
static cl::opt<std::string>
    cpu("cpu", cl::desc("LLVM CPU name; the host's by default"),
        cl::cat(category));
static cl::opt<std::string> features("features",
                                     cl::desc("LLVM target features, as in "
                                              "+sve,-fma"),
                                     cl::cat(category));
static cl::opt<int64_t>
    vectorBits("vector-bits",
               cl::desc("Bits of a vector register of --target=generic"),
               cl::init(128), cl::cat(category));
static cl::opt<int64_t>
    wgSize("wg-size", cl::desc("Work items per group: WG_SIZE in the source"),
           cl::Required, cl::cat(category));
static cl::opt<std::string> wgPack(
    "wg-pack",
    cl::desc("Work groups that one pass computes, or auto: the cost model "
             "chooses"),
    cl::init("auto"), cl::cat(category));
static cl::opt<std::string> laneOrder(
    "lane-order",
    cl::desc("Order of the lanes from slowest to fastest: wg-wi-ix keeps rows "
             "together, ix-wi-wg puts neighbouring problems side by side; auto "
             "lets the cost model choose"),
    cl::init("auto"), cl::cat(category));
static cl::list<std::string> defines("D", cl::Prefix,
                                     cl::desc("Define a macro: -DX=Y"),
                                     cl::value_desc("X=Y"), cl::cat(category));
static cl::list<std::string> includes("I", cl::Prefix,
                                      cl::desc("Where to look for #include"),
                                      cl::value_desc("dir"), cl::cat(category));
static cl::opt<pirch::EmitKind> emitKind(
    "emit", cl::desc("What to write:"), cl::init(pirch::EmitKind::object),
    cl::values(
        clEnumValN(pirch::EmitKind::workItem, "mlir-workitem",
                   "the program of one work item"),
        clEnumValN(pirch::EmitKind::infReg, "mlir-infreg",
                   "SSA over infinite registers"),
        clEnumValN(pirch::EmitKind::chunks, "mlir", "code over native vectors"),
        clEnumValN(pirch::EmitKind::llvm, "llvm", "optimized LLVM IR"),
        clEnumValN(pirch::EmitKind::assembly, "asm", "assembly"),
        clEnumValN(pirch::EmitKind::object, "obj", "an object file (default)")),
    cl::cat(category));
static cl::opt<bool> printIR("print-ir-after-all",
                             cl::desc("Print the IR after each pass to stderr"),
                             cl::cat(category));
static cl::opt<bool> timing("mlir-timing",
                            cl::desc("Print the time of each pass to stderr"),
                            cl::cat(category));
static cl::opt<bool>
    remarks("remarks",
            cl::desc("Say how each loop was executed and which "
                     "subscripts are known only at run time"),
            cl::cat(category));
static cl::opt<std::string>
    fpContract("ffp-contract",
               cl::desc("on: fuse a product and a sum of one expression "
                        "(default); off: never"),
               cl::init("on"), cl::cat(category));

static int fail(const llvm::Twine &text) {
  llvm::WithColor::error(llvm::errs(), "pirchc") << text << '\n';
  return 1;
}

/// Write all of it or leave no file.
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
  cl::ParseCommandLineOptions(
      argc, argv,
      "PIRCH compiler: batched OpenCL C kernels to native code\n\n"
      "  Every kernel `__kernel void k(T *a, ...)` becomes the C function\n"
      "  `void k(T *a, ..., int64_t first_group, int64_t num_groups)`, which\n"
      "  computes that range of work groups.\n\n"
      "  Example: pirchc ldus.cl --target=avx512 --wg-size=8 -o ldus.o "
      "--header=ldus.h\n");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(inputFile);
  if (!buffer)
    return fail("cannot read '" + inputFile +
                "': " + buffer.getError().message());
  if (fpContract != "on" && fpContract != "off")
    return fail("--ffp-contract takes on or off, not '" + fpContract + "'");
  pirch::CompileOptions options;
  options.target = target;
  options.triple = triple;
  options.cpu = cpu;
  options.features = features;
  options.vectorBits = vectorBits;
  options.wgSize = wgSize;
  options.wgPack = wgPack;
  options.laneOrder = laneOrder;
  options.defines.assign(defines.begin(), defines.end());
  options.includeDirs.assign(includes.begin(), includes.end());
  options.fpContract = fpContract == "on";
  options.printIRAfterAll = printIR;
  options.timing = timing;
  options.remarks = remarks;
  auto result = pirch::compile((*buffer)->getBuffer(), inputFile, options,
                               emitKind, llvm::errs());
  if (!result)
    return fail(llvm::toString(result.takeError()));
  if (int status = writeFile(outputFile, result->output))
    return status;
  if (!headerFile.empty())
    return writeFile(headerFile,
                     pirch::writeHeader(result->kernels, inputFile));
  return 0;
}
