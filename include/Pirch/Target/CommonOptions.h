//===- CommonOptions.h - Options of several targets -------------*- C++ -*-===//
//
// The options of the command line that several targets have, so that they have
// the same name and text everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_COMMONOPTIONS_H
#define PIRCH_TARGET_COMMONOPTIONS_H

#include "Pirch/Target/Target.h"

namespace pirch {

inline constexpr TargetOption kCPUOption = {
    "cpu", "name", "LLVM CPU name; the host's by default"};

} // namespace pirch

#endif // PIRCH_TARGET_COMMONOPTIONS_H
