//===- Layout.h - Arguments in compact layouts ------------------*- C++ -*-===//

#ifndef PIRCH_RUNNER_LAYOUT_H
#define PIRCH_RUNNER_LAYOUT_H

#include "Pirch/Runner/Launch.h"

namespace pirch {

/// The arguments as the kernel's function takes them: those of buffers in a
/// compact layout, in which groups lie one behind the other, are copied to it,
/// with zeros for groups that fill it up. An error names a buffer whose size is
/// none of whole groups.
llvm::Expected<Arguments> layOut(const KernelInfo &kernel,
                                 const Arguments &arguments);

/// The reverse: copies the results of a call, in which buffers have the layouts
/// of the kernel, to arrays as large as those of `like`.
Arguments layBack(const KernelInfo &kernel, const Arguments &results,
                  const Arguments &like);

} // namespace pirch

#endif // PIRCH_RUNNER_LAYOUT_H
