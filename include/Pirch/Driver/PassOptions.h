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
  /// Calls that touch at least so many bytes write past the caches; 0: none
  /// do, -1: as the target says.
  int64_t streamBytes = -1;
  /// What is known of each launch: NAME=VALUE of a parameter, INDEX=VALUE of a
  /// staged value (`pirch-apply-staged-values`).
  std::vector<std::string> stagedValues;
  /// Parameters that are staged.
  std::vector<std::string> stagedParams;
  /// Whether the launch configuration is staged.
  bool stagesLaunch = false;
  /// Reorder patterns that are not used.
  std::vector<std::string> disabledReorders;
  /// Optional passes that do not run (`getOptionalPasses`).
  std::vector<std::string> disabledPasses;
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
  /// The YAML file to which these remarks are written; none if it is empty.
  std::string remarksFile;
  /// Whether code says which lines of the source it comes from, for debuggers
  /// and profilers.
  bool lineTables = false;
};

} // namespace pirch

#endif // PIRCH_DRIVER_PASSOPTIONS_H
