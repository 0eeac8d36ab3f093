//===- Tune.h - Try every pack and lane order -------------------*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_TUNE_H
#define PIRCH_TOOLS_PIRCH_RUN_TUNE_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Runner/Launch.h"

namespace pirch {

/// Compile `source` for every pack and lane order that `options` leave open,
/// time each on `inputs`, and print a table of the times beside the costs that
/// the cost model estimated, fastest first. `launch` says how many groups and
/// threads.
llvm::Error tune(llvm::StringRef source, llvm::StringRef fileName,
                 const CompileOptions &options, llvm::StringRef kernel,
                 Launch launch, const Arguments &inputs, int64_t repeat);

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_TUNE_H
