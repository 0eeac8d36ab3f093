//===- Expression.h - Integer expressions of the command line ---*- C++ -*-===//
//
// Sizes on `pirch-run`'s command line may be written as expressions over
// WG_SIZE, GROUPS and macros.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNNER_EXPRESSION_H
#define PIRCH_RUNNER_EXPRESSION_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace pirch {

/// Evaluate `text`: integers, names of `names`, + - * / % and parentheses, as
/// in `WG_SIZE * (N + 1)`. Overflow and division by zero are errors.
llvm::Expected<int64_t>
evaluateExpression(llvm::StringRef text, const llvm::StringMap<int64_t> &names);

} // namespace pirch

#endif // PIRCH_RUNNER_EXPRESSION_H
