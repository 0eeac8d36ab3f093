//===- Lookups.h - Lanes chosen at run time, on x86 -------------*- C++ -*-===//
//
// What AVX-512 and AVX2 make of `pirch.lookup`, for the attributes of both
// targets.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_X86_LOOKUPS_H
#define PIRCH_TARGET_X86_LOOKUPS_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace pirch::x86 {

/// Whether the CPU that LLVM knows as `cpu`, or the host where it is empty, has
/// `feature`.
bool hasFeature(llvm::StringRef cpu, llvm::StringRef feature);

/// The answers of `getLookupCost` and `lowerLookup` for AVX-512. Bytes need the
/// instructions of VBMI (`hasBytes`).
std::optional<int64_t> getAVX512LookupCost(mlir::Type element, int64_t lanes,
                                           int64_t numSources, bool hasBytes);
mlir::Value lowerAVX512Lookup(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::ValueRange sources, mlir::Value index);

/// The same for AVX2.
std::optional<int64_t> getAVX2LookupCost(mlir::Type element, int64_t lanes,
                                         int64_t numSources);
mlir::Value lowerAVX2Lookup(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::ValueRange sources, mlir::Value index);

} // namespace pirch::x86

#endif // PIRCH_TARGET_X86_LOOKUPS_H
