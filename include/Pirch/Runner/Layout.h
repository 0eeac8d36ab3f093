//===- Layout.h - Arguments in compact layouts ------------------*- C++ -*-===//
//
// Conversion of whole arguments between the layout in which users write them,
// one group behind the other, and the compact layouts that `--layout` gives to
// buffers of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNNER_LAYOUT_H
#define PIRCH_RUNNER_LAYOUT_H

#include "Pirch/Runner/Launch.h"

namespace pirch {

/// A copy of `arguments`, in which groups lie one behind the other, with the
/// buffers that have a compact layout in that layout, as the kernel's function
/// takes them. A compact layout holds a multiple of L groups
/// (`KernelParam::compactGroups`); zeros stand for groups that the argument
/// does not have. There is an error, which names the buffer, if the number of
/// elements of such a buffer is no multiple of the number of elements of a
/// group.
llvm::Expected<Arguments> layOut(const KernelInfo &kernel,
                                 const Arguments &arguments);

/// The inverse of `layOut`: a copy of `results`, the arguments after a call, in
/// which groups lie one behind the other in all buffers. Each array gets the
/// size of the one in `like`, the arguments before `layOut`.
Arguments layBack(const KernelInfo &kernel, const Arguments &results,
                  const Arguments &like);

} // namespace pirch

#endif // PIRCH_RUNNER_LAYOUT_H
