// Precompiled for every target: the parts of MLIR and LLVM that many files use and that
// take seconds to parse.
#ifndef PIRCH_LIB_SUPPORT_PCH_H
#define PIRCH_LIB_SUPPORT_PCH_H

// A class that counts has members only in code with assertions. Where LLVM and MLIR were
// built without them, MLIR's constructor of mlir::Pass::Statistic initializes none, so
// that this code must see the class as the libraries do, whether it has assertions or not.
#if defined(PIRCH_LLVM_WITHOUT_STATISTICS) && !defined(NDEBUG)
#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#include <cassert>
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
