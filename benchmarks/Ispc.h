//===- Ispc.h - Rivals written in ISPC --------------------------*- C++ -*-===//
//
// The kernels of benchmarks/ispc, compiled when they are measured, by the ispc
// that is on PATH.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_ISPC_H
#define PIRCH_BENCHMARKS_ISPC_H

#include "Case.h"
#include "llvm/Support/Error.h"

namespace bench {

/// Forms of `problem` from `dir`/KERNEL.ispc: a problem or an element of a row
/// per program instance, with 4, 8 and 16 instances, by names such as
/// "ISPC x8 rows". Empty where no ispc is on PATH; an error where it or its
/// output fails.
llvm::Expected<std::vector<Form>> makeIspcForms(const Case &problem,
                                                const std::string &dir);

/// Whether there is an ispc on PATH.
bool hasIspc();

} // namespace bench

#endif // PIRCH_BENCHMARKS_ISPC_H
