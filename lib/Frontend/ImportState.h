//===- ImportState.h - What is known of a kernel being imported -*- C++ -*-===//
//
// What the importer knows of the source, of the kernel that it is importing,
// and of the code around the point where it inserts operations.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_IMPORTSTATE_H
#define PIRCH_LIB_FRONTEND_IMPORTSTATE_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "Pirch/Frontend/Frontend.h"
#include "Place.h"
#include "mlir/IR/Builders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace pirch {

/// Variables of type i1 that are true as long as the code around the
/// insertion point runs; a `break` or `continue` clears its own.
struct Jumps {
  mlir::Value onBreak, onContinue;
};

/// The parameters of a grid kernel: for each dimension the number of groups
/// and the global offset, and from y on the group's index. Empty for others.
struct Grid {
  llvm::SmallVector<mlir::Value, 3> groups, offsets, ids;
  /// The groups of a row where the range has one dimension and the kernel
  /// computes rows all the same, for the sake of compact layouts; else 0.
  int64_t rowGroups = 0;
};

/// The arguments of the kernel that is made of a function object
/// (ImportFunctionObject.cpp).
struct HostArguments;

/// The base of `Importer`: its data.
struct ImportState {
  ImportState(clang::ASTContext &ast, const SourceOptions &options,
              mlir::ModuleOp module)
      : ast(ast), options(options), module(module),
        builder(module.getContext()) {}

  clang::ASTContext &ast;
  /// The names of the `__local` pointer parameters of all kernels, and of the
  /// other ones.
  llvm::StringSet<> localParameters, globalParameters;
  const SourceOptions &options;
  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  bool failed = false;
  /// The number of statements and expressions emitted so far, and of those
  /// within each other that are being emitted.
  int64_t emitted = 0, depth = 0;
  /// The number of staged values of the kernel so far, with calls inlined.
  int64_t numStaged = 0;
  /// Whether the kernel calls functions of sub-groups.
  bool usesSubGroups = false;
  /// The number of branches and loops around the insertion point.
  int64_t regionDepth = 0;

  /// The variables and parameters that are accessed as other types than their
  /// own, and the bytes of the unsigned integers that they are memory of. Found
  /// out by attempts to import a kernel.
  llvm::DenseMap<const clang::VarDecl *, uint64_t> units;
  /// The variable or parameter of each memref.
  llvm::DenseMap<mlir::Value, const clang::VarDecl *> owners;
  /// The memory of each variable and parameter that is declared so far.
  llvm::DenseMap<const clang::VarDecl *, Place> memories;
  /// The variables and parameters that each pointer may point into, by the
  /// pointer's number. Found out by attempts to import a kernel.
  std::vector<llvm::SmallVector<const clang::VarDecl *, 1>> targets;
  /// The numbers of the pointers that are null at times. Found out by attempts
  /// to import a kernel.
  llvm::DenseSet<size_t> nullable;
  /// The numbers of those pointers that the source reads before it assigns
  /// anything but null to them.
  llvm::DenseSet<size_t> readEarly;
  size_t numPointers = 0;
  /// Whether the kernel must be imported again, as `units`, `targets` or
  /// `nullable` has changed.
  bool again = false;
  llvm::DenseMap<const clang::VarDecl *, Place> places;
  llvm::DenseMap<const clang::VarDecl *, MovingPointer> pointers;
  /// The variables that are assigned to in the function bodies that `searched`
  /// has.
  llvm::DenseSet<const clang::VarDecl *> assigned;
  /// Those of them to which a pointer is assigned that was made of an integer.
  llvm::DenseSet<const clang::VarDecl *> numbered;
  llvm::DenseSet<const clang::Stmt *> searched;
  /// The products and negated products that must not be fused (`keepApart`).
  llvm::DenseSet<mlir::Operation *> apart;
  /// The operations that calls of built-in functions became. Clang leaves such
  /// a call to run time even where all its arguments are constants.
  llvm::DenseSet<mlir::Operation *> calls;
  /// The values of scalar parameters that are never assigned to.
  llvm::DenseMap<const clang::VarDecl *, mlir::Value> constants;
  /// The flags of the loops and switches around the insertion point, outermost
  /// first.
  llvm::SmallVector<Jumps> loops;
  /// The flag that a `return` of the function being imported clears, and the
  /// place that it stores its result to.
  mlir::Value returnFlag;
  Place returnPlace;
  /// What the function being imported returns, if that is a pointer.
  MovingPointer *returnPointer = nullptr;
  /// What it returns, if the only `return` of a function of C++ is its last
  /// statement and gives a reference, pointer or object.
  Place *returnDirect = nullptr;
  /// The object that the member function being imported was called for.
  Place self;
  /// Whether products may be fused with sums at all.
  bool mayContract = true;
  /// The arguments of the kernel that is made of a function object.
  HostArguments *hostArguments = nullptr;
  /// The arguments that are distances of two buffers.
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Value>
      hostDistances;
  Grid grid;
  /// The compact layouts of the kernel's buffers.
  llvm::DenseMap<mlir::Value, CompactLayout> layouts;
  llvm::SmallVector<const clang::FunctionDecl *> callStack;
  /// The calls of the functions in `callStack` behind the first.
  llvm::SmallVector<clang::SourceLocation> callSites;
};

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_IMPORTSTATE_H
