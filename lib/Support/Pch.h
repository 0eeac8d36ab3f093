// Precompiled for every target: the parts of MLIR and LLVM that many files use and that
// take seconds to parse.
#ifndef PIRCH_LIB_SUPPORT_PCH_H
#define PIRCH_LIB_SUPPORT_PCH_H

// `mlir::Pass::Statistic` has data members only in code that is compiled with assertions,
// and its constructor is in MLIR's library. Where that library was compiled without
// assertions, the constructor initializes no member, and code with assertions would read
// members that nobody initialized. So this code sees the class without members, too.
#if defined(PIRCH_LLVM_WITHOUT_STATISTICS) && !defined(NDEBUG)
#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#include <cassert>
#include <type_traits>
static_assert(std::is_same_v<llvm::Statistic, llvm::NoopStatistic>);
#endif

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/Module.h"

#endif // PIRCH_LIB_SUPPORT_PCH_H
