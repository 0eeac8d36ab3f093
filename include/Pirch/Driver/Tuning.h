//===- Tuning.h - What may be chosen for a kernel ---------------*- C++ -*-===//

#ifndef PIRCH_DRIVER_TUNING_H
#define PIRCH_DRIVER_TUNING_H

#include "Pirch/Driver/Compiler.h"

namespace pirch {

/// A number of groups per pack and a lane order, as options have them.
struct Configuration {
  std::string wgPack, laneOrder;
};

/// The configurations that are worth a trial: where an option is not auto, those
/// with its value.
std::vector<Configuration> listConfigurations(const CompileOptions &options);

} // namespace pirch

#endif // PIRCH_DRIVER_TUNING_H
