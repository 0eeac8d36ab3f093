//===- NamedOptions.cpp - Options of a compilation by their names ---------===//

#include "Pirch/Driver/NamedOptions.h"
#include "clang/Basic/CharInfo.h"

using namespace pirch;

/// `text` is one of the two values of an option; `isSecond` says which.
static llvm::Error parseChoice(llvm::StringRef option, llvm::StringRef text,
                               llvm::StringRef first, llvm::StringRef second,
                               bool &isSecond) {
  if (text != first && text != second)
    return llvm::createStringError("--" + option + " takes " + first + " or " +
                                   second + ", not '" + text + "'");
  isSecond = text == second;
  return llvm::Error::success();
}

static llvm::Error checkDefine(llvm::StringRef define) {
  llvm::StringRef name = define.take_until([](char c) { return c == '='; });
  // A macro may have parameters: -D'F(X)=X'.
  name = name.split('(').first;
  if (!clang::isValidAsciiIdentifier(name))
    return llvm::createStringError("-D" + define + ": '" + name +
                                   "' is no name of a macro");
  return llvm::Error::success();
}

/// Host programs of other systems pass the size of a group as a macro, which
/// `--wg-size` defines.
static llvm::Error setGroupSizeMacro(CompileOptions &options,
                                     llvm::StringRef value) {
  int64_t items;
  if (value.getAsInteger(10, items))
    return llvm::createStringError("-DWG_SIZE=" + value +
                                   ": WG_SIZE is the number of work items of a "
                                   "group, as --wg-size says");
  options.definedGroupSize = items;
  return llvm::Error::success();
}

/// `value` says X, XxY or XxYxZ, or NAME= and this for one kernel.
static llvm::Error setGroupShape(CompileOptions &options,
                                 llvm::StringRef value) {
  auto [kernel, text] = value.rsplit('=');
  bool isNamed = value.contains('=');
  std::optional<Extents> shape = parseExtents(isNamed ? text : value);
  if (!shape || (isNamed && kernel.empty()))
    return llvm::createStringError("--wg-size=" + value +
                                   " is not of the form X, XxY or XxYxZ, nor "
                                   "NAME=XxYxZ for the kernel NAME");
  (isNamed ? options.kernelShapes[kernel.str()] : options.wgShape) = *shape;
  return llvm::Error::success();
}

/// `local` says NAME=BYTES of a `__local` pointer parameter.
static llvm::Error setLocalBytes(CompileOptions &options,
                                 llvm::StringRef local) {
  auto [name, text] = local.split('=');
  int64_t bytes = 0;
  if (name.empty() || text.getAsInteger(0, bytes) || bytes < 1)
    return llvm::createStringError(
        "--local=" + local +
        ": expected the name of a parameter, '=' and a number of bytes");
  options.localBytes[name.str()] = bytes;
  return llvm::Error::success();
}

/// `text` says NAME=VALUE, or INDEX=VALUE of a staged value.
static llvm::Error setStagedValue(CompileOptions &options,
                                  llvm::StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || value.empty())
    return llvm::createStringError(
        "--stage=" + text +
        ": expected the name of a parameter, '=' and the value that it has in "
        "each launch");
  options.stagedValues.push_back(text.str());
  return llvm::Error::success();
}

/// `layout` says NAME=compact:GROUPS or NAME=compact:GROUPS:ELEMENTS.
static llvm::Error setLayout(CompileOptions &options, llvm::StringRef layout) {
  auto [name, text] = layout.split('=');
  CompactLayout compact;
  llvm::StringRef numbers = text;
  bool isCompact = numbers.consume_front("compact:");
  auto [groups, elements] = numbers.split(':');
  constexpr int64_t kMostElements = 1 << 20;
  if (name.empty() || !isCompact || groups.getAsInteger(10, compact.groups) ||
      compact.groups < 1 || compact.groups > kMaxPack ||
      (numbers.contains(':') &&
       (elements.getAsInteger(10, compact.elements) || compact.elements < 1 ||
        compact.elements > kMostElements)))
    return llvm::createStringError(
        "--layout=" + layout +
        ": expected NAME=compact:GROUPS or NAME=compact:GROUPS:ELEMENTS");
  options.layouts[name.str()] = compact;
  return llvm::Error::success();
}

/// Comma-separated kinds of remarks; all of them where the list is empty.
static llvm::Error setRemarks(CompileOptions &options, llvm::StringRef value) {
  const std::pair<llvm::StringLiteral, bool *> kinds[] = {
      {"loops", &options.loopRemarks},
      {"reorder", &options.reorderRemarks},
      {"registers", &options.registerRemarks},
      {"memory", &options.memoryRemarks},
      {"missed", &options.missedRemarks}};
  if (value.empty())
    for (auto [name, flag] : kinds)
      *flag = true;
  for (llvm::StringRef word : llvm::split(value, ',')) {
    const auto *kind =
        llvm::find_if(kinds, [&](auto &entry) { return entry.first == word; });
    if (kind != std::end(kinds))
      *kind->second = true;
    else if (!word.empty())
      return llvm::createStringError("--remarks takes loops, reorder, "
                                     "registers, memory and missed, not '" +
                                     word + "'");
  }
  return llvm::Error::success();
}

static void append(std::vector<std::string> &list, llvm::StringRef words) {
  for (llvm::StringRef word : llvm::split(words, ','))
    list.push_back(word.str());
}

static llvm::Error setTargetOption(CompileOptions &options,
                                   llvm::StringRef name,
                                   llvm::StringRef value) {
  for (const Target *target : getTargets())
    for (const TargetOption &option : target->getOptions())
      if (option.name == name) {
        options.targetOptions[name.str()] = value.str();
        return llvm::Error::success();
      }
  return llvm::createStringError("there is no option --" + name);
}

llvm::Error pirch::setOption(CompileOptions &options, llvm::StringRef name,
                             llvm::StringRef value) {
  bool isSecond = false;
  auto choose = [&](llvm::StringRef first, llvm::StringRef second, bool &field,
                    bool ofSecond) {
    llvm::Error error = parseChoice(name, value, first, second, isSecond);
    if (!error)
      field = isSecond == ofSecond;
    return error;
  };
  if (name == "ffp-contract")
    return choose("on", "off", options.fpContract, false);
  if (name == "math")
    return choose("accurate", "fast", options.fastMath, true);
  if (name == "reduce")
    return choose("tree", "ordered", options.orderedReductions, true);
  if (name == "global-offset") {
    if (value.empty()) {
      options.globalOffset = true;
      return llvm::Error::success();
    }
    return choose("false", "true", options.globalOffset, true);
  }
  if (name == "g") {
    options.lineTables = true;
    return llvm::Error::success();
  }
  if (name == "wg-size")
    return setGroupShape(options, value);
  if (name == "compare-choices") {
    if (value.getAsInteger(10, options.comparedChoices))
      return llvm::createStringError("--compare-choices takes a number, not '" +
                                     value + "'");
    return llvm::Error::success();
  }
  if (name == "stream-bytes") {
    if (value.getAsInteger(10, options.streamBytes))
      return llvm::createStringError("--stream-bytes takes a number, not '" +
                                     value + "'");
    return llvm::Error::success();
  }
  if (name == "remarks")
    return setRemarks(options, value);
  if (name == "local")
    return setLocalBytes(options, value);
  if (name == "stage")
    return setStagedValue(options, value);
  if (name == "stage-launch") {
    options.stagesLaunch = true;
    return value.empty() ? llvm::Error::success()
                         : choose("false", "true", options.stagesLaunch, true);
  }
  if (name == "layout")
    return setLayout(options, value);
  if (name == "D" && value.split('=').first == "WG_SIZE")
    return setGroupSizeMacro(options, value.split('=').second);
  if (name == "D") {
    options.defines.push_back(value.str());
    return checkDefine(value);
  }
  if (name == "I")
    options.includeDirs.push_back(value.str());
  else if (name == "target")
    options.target = value.str();
  else if (name == "kernel")
    options.onlyKernel = value.str();
  else if (name == "wg-pack")
    options.wgPack = value.str();
  else if (name == "lane-order")
    options.laneOrder = value.str();
  else if (name == "remarks-file")
    options.remarksFile = value.str();
  else if (name == "staged")
    append(options.stagedParams, value);
  else if (name == "disable-reorder")
    append(options.disabledReorders, value);
  else if (name == "disable-pass")
    append(options.disabledPasses, value);
  else
    return setTargetOption(options, name, value);
  return llvm::Error::success();
}

llvm::Error pirch::setOption(CompileOptions &options, llvm::StringRef word) {
  for (llvm::StringRef letter : {"D", "I"})
    if (word.starts_with("-" + letter.str()))
      return setOption(options, letter, word.drop_front(2));
  llvm::StringRef option = word;
  if (!option.consume_front("--") && !option.consume_front("-"))
    return llvm::createStringError("'" + word +
                                   "' is no option, as --wg-size=8 is one");
  auto [name, value] = option.split('=');
  return setOption(options, name, value);
}
