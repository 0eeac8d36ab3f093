//===- Plan.h - The options of a compilation, checked -----------*- C++ -*-===//
//
// The checked options of one compilation: target, its attribute and the
// options of the pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DRIVER_PLAN_H
#define PIRCH_LIB_DRIVER_PLAN_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Driver/Pipelines.h"

namespace pirch {

inline llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

/// The options of a compilation as the pipelines take them.
struct Plan {
  PipelineOptions pipeline;
  const Target *target = nullptr;
  TargetAttrInterface attribute;
};

/// Check that `options` and the output `emit` are within their limits and go
/// with the target.
llvm::Expected<Plan> makePlan(const CompileOptions &options,
                              llvm::StringRef emit, mlir::MLIRContext &context);

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_PLAN_H
