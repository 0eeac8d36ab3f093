//===- CompileFlags.cpp - Command-line options of a compilation -----------===//

#include "Pirch/Driver/CompileFlags.h"
#include "clang/Basic/CharInfo.h"

using namespace pirch;
namespace cl = llvm::cl;

CompileFlags::CompileFlags(cl::OptionCategory &category, int64_t defaultWgSize)
    : target(
          "target",
          cl::desc("Machine to compile for: avx512 (x86-64 with AVX-512), ve "
                   "(NEC SX-Aurora), nvvm (NVIDIA GPUs) or generic (any LLVM "
                   "triple, plain vector code)"),
          cl::init("avx512"), cl::cat(category)),
      triple("triple",
             cl::desc("LLVM triple of --target=generic; the host's by default"),
             cl::cat(category)),
      cpu("cpu", cl::desc("LLVM CPU name; the host's by default"),
          cl::cat(category)),
      features("features", cl::desc("LLVM target features, as in +sve,-fma"),
               cl::cat(category)),
      chip("chip",
           cl::desc("Architecture of the GPU, as in sm_90, of --target=nvvm"),
           cl::init(CompileOptions().chip), cl::cat(category)),
      vectorBits("vector-bits",
                 cl::desc("Bits of a vector register of --target=generic"),
                 cl::init(128), cl::cat(category)),
      wgSize("wg-size", cl::desc("Work items per group: WG_SIZE in the source"),
             cl::init(defaultWgSize), cl::cat(category)),
      wgPack("wg-pack",
             cl::desc("Work groups that one pass computes, or auto: the cost "
                      "model chooses"),
             cl::init("auto"), cl::cat(category)),
      laneOrder("lane-order",
                cl::desc("Order of the lanes from slowest to fastest: wg-wi-ix "
                         "keeps rows together, ix-wi-wg puts neighbouring "
                         "problems side by side; auto lets the cost model "
                         "choose"),
                cl::init("auto"), cl::cat(category)),
      streamBytes(
          "stream-bytes",
          cl::desc("Calls that touch at least so many bytes write past the "
                   "caches what they do not read; 0: none does; by default as "
                   "many as the target's caches hold"),
          cl::init(CompileOptions().streamBytes), cl::cat(category)),
      defines("D", cl::Prefix, cl::desc("Define a macro: -DX=Y"),
              cl::value_desc("X=Y"), cl::cat(category)),
      includes("I", cl::Prefix, cl::desc("Where to look for #include"),
               cl::value_desc("dir"), cl::cat(category)),
      fpContract("ffp-contract",
                 cl::desc("on: fuse a product and a sum of one expression "
                          "(default); off: never"),
                 cl::init("on"), cl::cat(category)),
      disabledReorders(
          "disable-reorder", cl::CommaSeparated,
          cl::desc(
              "Reorder patterns to do without, to measure their worth: "
              "reuse, broadcast, repeat, segmented, rotate, shifts, permute, "
              "permute2, cover"),
          cl::value_desc("pattern"), cl::cat(category)),
      disabledPasses(
          "disable-gpu-pass", cl::CommaSeparated,
          cl::desc("Optimizations of LLVM for GPUs to do without, to measure "
                   "their worth: infer-address-spaces, nvptx-aa, "
                   "separate-const-offset-from-gep, slsr, nary-reassociate, "
                   "speculative-execution, bypass-slow-division, loop-unroll"),
          cl::value_desc("pass"), cl::cat(category)),
      remarks("remarks", cl::CommaSeparated, cl::ValueOptional,
              cl::desc("Say what was done, and where; all of it without "
                       "=<value>:"),
              cl::values(clEnumValN(allRemarks, "", ""),
                         clEnumValN(loopRemarks, "loops",
                                    "how each loop was executed, and which "
                                    "subscripts are known only at run time"),
                         clEnumValN(reorderRemarks, "reorder",
                                    "which patterns bring lanes together"),
                         clEnumValN(registerRemarks, "registers",
                                    "which vectors went to memory, on targets "
                                    "whose code generator cannot spill"),
                         clEnumValN(memoryRemarks, "memory",
                                    "how loads and stores reach memory: on "
                                    "GPUs, and past the caches")),
              cl::cat(category)),
      printIR("print-ir-after-all",
              cl::desc("Print the IR after each pass to stderr"),
              cl::cat(category)),
      timing("mlir-timing", cl::desc("Print the time of each pass to stderr"),
             cl::cat(category)) {}

void CompileFlags::reset() {
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &target, &triple, &cpu, &features, &chip, &vectorBits, &wgSize,
           &wgPack, &laneOrder, &streamBytes, &fpContract, &printIR, &timing})
    option->setNumOccurrencesFlag(cl::ZeroOrMore);
  defines.clear();
  includes.clear();
  disabledReorders.clear();
  disabledPasses.clear();
  remarks.clear();
}

llvm::Expected<CompileOptions> CompileFlags::get() {
  if (fpContract != "on" && fpContract != "off")
    return llvm::createStringError("--ffp-contract takes on or off, not '" +
                                   fpContract.getValue() + "'");
  if (wgSize.getNumOccurrences() == 0 && wgSize == 0)
    return llvm::createStringError(
        "how many work items has a group? Pass --wg-size=N");
  CompileOptions options;
  options.target = target;
  options.triple = triple;
  options.cpu = cpu;
  options.features = features;
  options.chip = chip;
  options.vectorBits = vectorBits;
  options.wgSize = wgSize;
  options.wgPack = wgPack;
  options.laneOrder = laneOrder;
  options.streamBytes = streamBytes;
  for (const std::string &define : defines) {
    llvm::StringRef name =
        llvm::StringRef(define).take_until([](char c) { return c == '='; });
    // A macro may have parameters: -D'F(X)=X'.
    name = name.split('(').first;
    if (!clang::isValidAsciiIdentifier(name))
      return llvm::createStringError("-D" + define + ": '" + name +
                                     "' is no name of a macro");
    if (name == "WG_SIZE")
      return llvm::createStringError("WG_SIZE is set by --wg-size, not by -D");
    options.defines.push_back(define);
  }
  options.includeDirs.assign(includes.begin(), includes.end());
  options.fpContract = fpContract == "on";
  options.disabledReorders.assign(disabledReorders.begin(),
                                  disabledReorders.end());
  options.disabledPasses.assign(disabledPasses.begin(), disabledPasses.end());
  auto wants = [&](Remark remark) {
    return remarks.isSet(remark) || remarks.isSet(allRemarks);
  };
  options.loopRemarks = wants(loopRemarks);
  options.reorderRemarks = wants(reorderRemarks);
  options.registerRemarks = wants(registerRemarks);
  options.memoryRemarks = wants(memoryRemarks);
  options.printIRAfterAll = printIR;
  options.timing = timing;
  return options;
}
