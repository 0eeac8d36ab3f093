//===- Tuning.h - What may be chosen for a kernel ---------------*- C++ -*-===//
//
// The choices among which `pirch-run --tune` and `pirch_tune` find the fastest
// by measurement. How a choice is measured belongs to them, not here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_TUNING_H
#define PIRCH_DRIVER_TUNING_H

#include "Pirch/Driver/Compiler.h"

namespace pirch {

/// A choice: values of the options `--wg-pack` and `--lane-order`, written as
/// on the command line.
struct Configuration {
  std::string wgPack, laneOrder;
};

/// The configurations that are worth a trial. An option that `options` set to
/// another value than "auto" has that value in all of them.
std::vector<Configuration> listConfigurations(const CompileOptions &options);

} // namespace pirch

#endif // PIRCH_DRIVER_TUNING_H
