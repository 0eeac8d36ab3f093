//===- PassOptions.h - What the passes are asked for ------------*- C++ -*-===//
//
// The options that only passes see. The driver does nothing with them but to
// hand them to the pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_PASSOPTIONS_H
#define PIRCH_DRIVER_PASSOPTIONS_H

#include <cstdint>
#include <string>
#include <vector>

namespace pirch {

/// The options that `compile` hands to the pipelines as they are.
struct PassOptions {
  /// The order of the lanes: "auto" or axes from slowest to fastest, as in
  /// "wg-wi-ix".
  std::string laneOrder = "auto";
  /// The number of packs and lane orders, besides the one that the cost model
  /// takes, of which code is made to predict its time (docs/Rationale.md); 0 for
  /// none.
  int64_t comparedChoices = 4;
  /// The number of bytes from which on a call writes past the caches, counted
  /// over all buffers that it touches; 0 for never, -1 for what the target
  /// says.
  int64_t streamBytes = -1;
  /// Values that are the same in every launch: NAME=VALUE for a parameter,
  /// INDEX=VALUE for a staged value (`pirch-apply-staged-values`).
  std::vector<std::string> stagedValues;
  /// The parameters that are staged values, as if the source said so.
  std::vector<std::string> stagedParams;
  /// Whether the launch configuration is staged.
  bool stagesLaunch = false;
  /// The names of reorder patterns that must not be chosen.
  std::vector<std::string> disabledReorders;
  /// The names of optional passes (`getOptionalPasses`) that must not run.
  std::vector<std::string> disabledPasses;
  /// The text of a script of the transform dialect that chooses for kernels in
  /// work-item form (`transform.pirch.*`), and the name of its file; empty for
  /// no script.
  std::string schedule, scheduleFile;
  /// Whether remarks say how loops and subscripts were handled.
  bool loopRemarks = false;
  /// Whether remarks say which reorder patterns were taken.
  bool reorderRemarks = false;
  /// Whether remarks say which vectors went to memory for want of registers.
  bool registerRemarks = false;
  /// Whether remarks say how loads and stores reach memory, on targets with a
  /// choice.
  bool memoryRemarks = false;
  /// Whether remarks say which operations are slow, why, and what to write
  /// instead.
  bool missedRemarks = false;
  /// The YAML file to which the remarks of `missedRemarks` are written; an
  /// empty name for no file.
  std::string remarksFile;
  /// Whether machine code has line tables for debuggers and profilers.
  bool lineTables = false;
};

} // namespace pirch

#endif // PIRCH_DRIVER_PASSOPTIONS_H
