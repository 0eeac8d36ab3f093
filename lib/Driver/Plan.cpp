//===- Plan.cpp - The options of a compilation, checked -------------------===//

#include "Plan.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pirch;

/// Check that the target has all the options that are given.
static llvm::Error checkTargetOptions(const Target &target,
                                      const TargetOptions &options) {
  for (const auto &given : options) {
    llvm::StringRef name = given.first;
    auto has = [&](const Target &other) {
      return llvm::any_of(other.getOptions(), [&](const TargetOption &option) {
        return option.name == name;
      });
    };
    if (has(target))
      continue;
    std::string others = listTargets(has);
    return makeError("--" + name +
                     " does not go with --target=" + target.getName() +
                     (others.empty() ? "" : "; it goes with " + others));
  }
  return target.checkOptions(options);
}

/// Check that the driver or the target can make the output `emit`.
static llvm::Error checkEmit(const Target &target, llvm::StringRef emit) {
  if (llvm::is_contained({kEmitWorkItem, kEmitInfReg, kEmitPacked,
                          kEmitSchedule, kEmitLanes, kEmitChunks, kEmitLLVM},
                         emit) ||
      target.emits(emit))
    return llvm::Error::success();
  std::string others =
      listTargets([&](const Target &other) { return other.emits(emit); });
  if (others.empty())
    return makeError("there is no output '" + emit + "' (--emit)");
  return makeError("--emit=" + emit + " does not go with --target=" +
                   target.getName() + "; it goes with " + others);
}

static llvm::Error checkGroupShape(const Extents &shape) {
  if (shape.size() > kMaxDimensions)
    return makeError("a range has at most 3 dimensions, not " +
                     llvm::Twine(shape.size()) + " (--wg-size)");
  if (llvm::any_of(shape,
                   [](int64_t extent) {
                     return extent < 1 || extent > kMaxGroupSize;
                   }) ||
      productOf(shape) > kMaxGroupSize)
    return makeError("work group size " + printExtents(shape) +
                     " is not in 1 to 1024 (--wg-size)");
  return llvm::Error::success();
}

static llvm::Error checkPipelineOptions(const CompileOptions &options,
                                        PipelineOptions &pipeline) {
  Extents shape = options.getGroupShape();
  if (llvm::Error error = checkGroupShape(shape))
    return error;
  for (const auto &[kernel, extents] : options.kernelShapes)
    if (llvm::Error error = checkGroupShape(extents))
      return error;
  if (options.definedGroupSize && *options.definedGroupSize != productOf(shape))
    return makeError("-DWG_SIZE=" + llvm::Twine(*options.definedGroupSize) +
                     " is not the number of work items of a group of " +
                     printExtents(shape) + " (--wg-size)");
  if (options.wgPack != "auto" &&
      (llvm::StringRef(options.wgPack).getAsInteger(10, pipeline.wgPack) ||
       pipeline.wgPack < 1 || pipeline.wgPack > kMaxPack))
    return makeError("work groups per pack '" + options.wgPack +
                     "' is neither auto nor in 1 to 4096 (--wg-pack)");
  if (failed(parseLaneOrder(options.laneOrder)))
    return makeError("lane order '" + options.laneOrder +
                     "' is neither auto nor an order of wg, wi and ix, as in "
                     "wg-wi-ix (--lane-order)");
  for (const std::string &pass : options.disabledPasses)
    if (!llvm::is_contained(getOptionalPasses(), pass))
      return makeError("there is no optional pass '" + pass +
                       "'; those that can be left out are " +
                       llvm::join(getOptionalPasses(), ", ") +
                       " (--disable-pass)");
  if (options.comparedChoices < 0)
    return makeError("--compare-choices takes a number of choices, not " +
                     llvm::Twine(options.comparedChoices));
  if (options.streamBytes < -1)
    return makeError("--stream-bytes takes a number of bytes, or -1 for the "
                     "target's, not " +
                     llvm::Twine(options.streamBytes));
  return llvm::Error::success();
}

llvm::Expected<Plan> pirch::makePlan(const CompileOptions &options,
                                     llvm::StringRef emit,
                                     MLIRContext &context) {
  Plan plan;
  static_cast<PassOptions &>(plan.pipeline) = options;
  plan.pipeline.outlinesStagedValues = options.packedEntries;
  plan.pipeline.recordsSchedule = emit == kEmitSchedule;
  if (llvm::Error error = checkPipelineOptions(options, plan.pipeline))
    return error;
  llvm::Expected<const Target *> target = findTarget(options.target);
  if (!target)
    return target.takeError();
  plan.target = *target;
  plan.pipeline.onlyLineDirectives = plan.target->hasOwnAssembler();
  if (llvm::Error error = checkTargetOptions(**target, options.targetOptions))
    return error;
  if (llvm::Error error = checkEmit(**target, emit))
    return error;
  llvm::Expected<TargetAttrInterface> attribute =
      (*target)->makeAttribute(options.targetOptions, context);
  if (!attribute)
    return attribute.takeError();
  plan.attribute = *attribute;
  if (options.streamBytes > 0 && attribute->getCacheModel().lineBytes == 0)
    return makeError("--target=" + (*target)->getName() +
                     " does not write past caches (--stream-bytes)");
  return plan;
}
