//===- CompileFlags.cpp - Command-line options of a compilation -----------===//

#include "Pirch/Driver/CompileFlags.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Driver/NamedOptions.h"
#include "Pirch/Frontend/Frontend.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <list>

using namespace pirch;
namespace cl = llvm::cl;

CompileFlags::CompileFlags(cl::OptionCategory &category)
    : target("target",
             cl::desc("Machine to compile for, or host: the best target that "
                      "this CPU runs (default); help lists the targets"),
             cl::init(kHostTargetName.str()), cl::cat(category)),
      wgSize("wg-size",
             cl::desc("Work items per group along each dimension of the range, "
                      "as in 64, 16x16 or 8x4x2; WG_SIZE in the source is "
                      "their product. By default what reqd_work_group_size, or "
                      "work_group_size_hint, says. NAME=16x16 gives "
                      "those of the kernel NAME alone. Of several for the "
                      "same kernels the last one counts"),
             cl::value_desc("[NAME=]X[xY[xZ]]"), cl::cat(category)),
      globalOffset("global-offset",
                   cl::desc("The functions take a global offset along each "
                            "dimension"),
                   cl::cat(category)),
      wgPack(
          "wg-pack",
          cl::desc("Work groups that one iteration computes, or auto: the cost "
                   "model chooses"),
          cl::init("auto"), cl::cat(category)),
      laneOrder("lane-order",
                cl::desc("Order of the lanes from slowest to fastest: wg-wi-ix "
                         "keeps rows together, ix-wi-wg puts neighbouring "
                         "problems side by side; auto lets the cost model "
                         "choose"),
                cl::init("auto"), cl::cat(category)),
      compareChoices(
          "compare-choices",
          cl::desc("How many packs and lane orders whose estimates are close "
                   "to the best are compiled, to take the one whose code LLVM "
                   "predicts to be fastest; 0: none"),
          cl::init(CompileOptions().comparedChoices), cl::cat(category)),
      schedule(
          "schedule",
          cl::desc("A script of MLIR's transform dialect that chooses packs, "
                   "lane orders and the like for kernels, as --print-schedule "
                   "of pirchc prints it"),
          cl::value_desc("file"), cl::cat(category)),
      streamBytes(
          "stream-bytes",
          cl::desc("Calls that touch at least so many bytes write past the "
                   "caches what they do not read; 0: none does; by default as "
                   "many as the target's caches hold"),
          cl::init(CompileOptions().streamBytes), cl::cat(category)),
      defines("D", cl::Prefix, cl::desc("Define a macro: -DX=Y"),
              cl::value_desc("X=Y"), cl::cat(category)),
      localBytes("local", cl::value_desc("NAME=BYTES"),
                 cl::desc("Size of a __local pointer parameter of a kernel, "
                          "which is no argument of the call")),
      stagedValues("stage", cl::value_desc("NAME=VALUE"),
                   cl::desc("The value that a parameter has in each launch, "
                            "which becomes a constant; NUMBER=VALUE is that of "
                            "a call of stage()"),
                   cl::cat(category)),
      stagedParams("staged", cl::CommaSeparated, cl::value_desc("name"),
                   cl::desc("Parameters of which programs that use libpirch "
                            "make special versions, for the values that "
                            "launches have"),
                   cl::cat(category)),
      layouts("layout", cl::value_desc("NAME=compact:GROUPS[:ELEMENTS]"),
              cl::desc("Have a buffer laid out [group / GROUPS][element][group "
                       "% GROUPS]; the elements of a group are counted where "
                       "the kernel's accesses are known"),
              cl::cat(category)),
      includes("I", cl::Prefix, cl::desc("Where to look for #include"),
               cl::value_desc("dir"), cl::cat(category)),
      stagesLaunch("stage-launch",
                   cl::desc("The same for the number of groups"),
                   cl::cat(category)),
      fpContract("ffp-contract",
                 cl::desc("on: fuse a product and a sum of one expression "
                          "(default); off: never"),
                 cl::init("on"), cl::cat(category)),
      math("math",
           cl::desc("accurate: mathematical functions are wrong by at most 1 "
                    "unit in the last place (default); fast: by at most 4"),
           cl::init("accurate"), cl::cat(category)),
      reduce(
          "reduce",
          cl::desc("How reductions and scans combine work items: tree, in "
                   "log2(WG_SIZE) steps (default), or ordered, one after the "
                   "other"),
          cl::init("tree"), cl::cat(category)),
      disabledReorders(
          "disable-reorder", cl::CommaSeparated,
          cl::desc(
              "Reorder patterns to do without, to measure their worth: "
              "reuse, broadcast, repeat, segmented, rotate, shifts, permute, "
              "permute2, cover, lookup"),
          cl::value_desc("pattern"), cl::cat(category)),
      disabledPasses(
          "disable-pass", cl::CommaSeparated,
          cl::desc("Optimizations to do without, to measure their worth, by "
                   "their names in pirch-opt: pirch-group-accesses"),
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
                                    "GPUs, and past the caches"),
                         clEnumValN(missedRemarks, "missed",
                                    "which operations are slow, why, and what "
                                    "to write instead (docs/Remarks.md)")),
              cl::cat(category)),
      remarksFile("remarks-file",
                  cl::desc("Write the remarks of --remarks=missed to a YAML "
                           "file, for tools"),
                  cl::value_desc("file"), cl::cat(category)),
      lineTables("g",
                 cl::desc("Say in the code which lines of the source it comes "
                          "from, for debuggers and profilers"),
                 cl::cat(category)),
      printIR("print-ir-after-all",
              cl::desc("Print the IR after each pass to stderr"),
              cl::cat(category)),
      timing("mlir-timing", cl::desc("Print the time of each pass to stderr"),
             cl::cat(category)) {
  addTargetOptions(category);
  target.setCallback([](const std::string &name) {
    if (name != "help")
      return;
    llvm::outs() << "Targets (--target=NAME):\n";
    auto line = [](llvm::StringRef name, const llvm::Twine &text) {
      llvm::outs() << llvm::format("  %-10s ", name.str().c_str()) << text
                   << '\n';
    };
    if (auto host = findTarget(kHostTargetName))
      line(kHostTargetName, "what suits this CPU best: " + (*host)->getName());
    for (const Target *target : getTargets())
      line(target->getName(), target->getDescription());
    exit(0);
  });
}

llvm::Error CompileFlags::completeShape(CompileOptions &options,
                                        llvm::StringRef source,
                                        llvm::StringRef fileName,
                                        int64_t otherwise) {
  if (!options.wgShape.empty())
    return llvm::Error::success();
  std::string problem = "how many work items has a group? Pass --wg-size=N";
  llvm::Expected<Extents> shape =
      isMLIRSource(fileName)
          ? findMLIRGroupShape(source, fileName, options, problem)
          : findGroupShape(source, fileName, options);
  if (!shape)
    return shape.takeError();
  options.wgShape = *shape;
  if (options.wgShape.empty() && otherwise == 0)
    return llvm::createStringError(problem);
  if (options.wgShape.empty())
    options.wgShape = {otherwise};
  return llvm::Error::success();
}

/// Targets that have an option of the same name share one.
void CompileFlags::addTargetOptions(cl::OptionCategory &category) {
  static std::list<std::string> descriptions; // the options refer to them
  llvm::MapVector<llvm::StringRef, std::vector<const Target *>> owners;
  std::map<llvm::StringRef, TargetOption> options;
  for (const Target *target : getTargets())
    for (const TargetOption &option : target->getOptions()) {
      owners[option.name].push_back(target);
      options.emplace(option.name, option);
    }
  for (const auto &[name, targets] : owners) {
    const TargetOption &option = options.at(name);
    std::string &text = descriptions.emplace_back(option.description);
    text += " (";
    for (const Target *target : targets)
      text += (target == targets.front() ? "" : ", ") + target->getName().str();
    text += ")";
    targetOptions.push_back(std::make_unique<cl::opt<std::string>>(
        llvm::StringRef(option.name), cl::desc(text),
        cl::value_desc(option.valueName), cl::cat(category)));
  }
}

void CompileFlags::reset() {
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &target, &globalOffset, &wgPack, &laneOrder, &compareChoices,
           &schedule, &streamBytes, &stagesLaunch, &fpContract, &math, &reduce,
           &remarksFile, &lineTables, &printIR, &timing})
    option->setNumOccurrencesFlag(cl::ZeroOrMore);
  for (const auto &option : targetOptions)
    option->setNumOccurrencesFlag(cl::ZeroOrMore);
  wgSize.clear();
  defines.clear();
  localBytes.clear();
  stagedValues.clear();
  stagedParams.clear();
  layouts.clear();
  includes.clear();
  disabledReorders.clear();
  disabledPasses.clear();
  remarks.clear();
}

llvm::Expected<CompileOptions> CompileFlags::get() {
  CompileOptions options;
  for (auto [name, value] : {std::pair("ffp-contract", fpContract.getValue()),
                             std::pair("math", math.getValue()),
                             std::pair("reduce", reduce.getValue())})
    if (llvm::Error error = setOption(options, name, value))
      return error;
  for (const std::string &shape : wgSize)
    if (llvm::Error error = setOption(options, "wg-size", shape))
      return error;
  for (const std::string &define : defines)
    if (llvm::Error error = setOption(options, "D", define))
      return error;
  for (const std::string &staged : stagedValues)
    if (llvm::Error error = setOption(options, "stage", staged))
      return error;
  options.stagedParams.assign(stagedParams.begin(), stagedParams.end());
  options.stagesLaunch = stagesLaunch;
  for (const std::string &layout : layouts)
    if (llvm::Error error = setOption(options, "layout", layout))
      return error;
  for (const std::string &local : localBytes)
    if (llvm::Error error = setOption(options, "local", local))
      return error;
  options.globalOffset = globalOffset;
  options.target = target;
  for (const auto &option : targetOptions)
    if (option->getNumOccurrences())
      options.targetOptions[option->ArgStr.str()] = *option;
  options.wgPack = wgPack;
  options.laneOrder = laneOrder;
  options.comparedChoices = compareChoices;
  options.streamBytes = streamBytes;
  if (!schedule.empty()) {
    auto script = llvm::MemoryBuffer::getFile(schedule, /*IsText=*/true);
    if (!script)
      return llvm::createStringError("cannot read '" + schedule +
                                     "': " + script.getError().message() +
                                     " (--schedule)");
    options.schedule = (*script)->getBuffer().str();
    options.scheduleFile = schedule;
  }
  options.includeDirs.assign(includes.begin(), includes.end());
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
  options.missedRemarks = wants(missedRemarks);
  options.remarksFile = remarksFile;
  options.lineTables = lineTables;
  options.printIRAfterAll = printIR;
  options.timing = timing;
  return options;
}
