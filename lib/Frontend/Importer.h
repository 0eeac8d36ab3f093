//===- Importer.h - From Clang's AST to the work-item form ------*- C++ -*-===//
//
// Shared by Frontend (functions), ImportStmt (statements), ImportExpr
// (expressions), ImportBinary (operators with two operands) and Builtins (calls
// of built-in functions).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_IMPORTER_H
#define PIRCH_LIB_FRONTEND_IMPORTER_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Frontend/Frontend.h"
#include "mlir/IR/Builders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace pirch {

/// Elements of one array.
inline constexpr int64_t kMaxElements = 1 << 20;

class Importer {
public:
  Importer(clang::ASTContext &ast, const FrontendOptions &options,
           mlir::ModuleOp module)
      : ast(ast), options(options), module(module),
        builder(module.getContext()) {}

  /// Import all kernels; false after an error.
  bool run();

private:
  /// Memory that a variable or pointer names: element `offset` (an index value,
  /// null for the first) of `memref`.
  struct Place {
    mlir::Value memref;
    mlir::Value offset;
    explicit operator bool() const { return static_cast<bool>(memref); }
  };
  /// Flags (true while running) that a jump out of the current code clears.
  struct Jumps {
    mlir::Value onBreak, onContinue;
  };

  // Frontend.cpp
  bool importKernel(const clang::FunctionDecl *function);
  /// Whether the attributes of a kernel or helper hold in this compilation; an
  /// error otherwise.
  bool checkAttributes(const clang::FunctionDecl *function);
  /// Whether the body is not nested too deeply to walk; an error otherwise.
  bool checkNesting(const clang::FunctionDecl *function);
  /// Account for one statement or expression; an error and false where there
  /// are too many of them, or too many within each other.
  bool mayEmit(clang::SourceLocation loc);
  /// Enter one more branch or loop; an error and false where there are too many
  /// within each other.
  bool mayNest(clang::SourceLocation loc);
  bool importParameters(const clang::FunctionDecl *function,
                        mlir::Block *entry);
  mlir::Location locate(clang::SourceLocation loc);
  /// Report an error and remember that there was one.
  void error(clang::SourceLocation loc, const llvm::Twine &text);
  /// MLIR's type for a scalar; null after an error.
  mlir::Type convertType(clang::QualType type, clang::SourceLocation loc);
  static std::string cTypeName(clang::QualType type);
  static bool isSigned(clang::QualType type) {
    return type->isSignedIntegerOrEnumerationType();
  }

  // ImportStmt.cpp
  void emitStmt(const clang::Stmt *stmt);
  void emitSequence(llvm::ArrayRef<const clang::Stmt *> stmts);
  void emitCompound(const clang::CompoundStmt *stmt);
  void emitDecl(const clang::VarDecl *decl);
  void emitArrayInit(const clang::VarDecl *decl, Place place);
  void emitIf(const clang::IfStmt *stmt);
  void emitLoop(const clang::Stmt *loop, const clang::Stmt *init,
                const clang::Expr *cond, const clang::Expr *step,
                const clang::Stmt *body, bool postTest);
  void emitReturn(const clang::ReturnStmt *stmt);
  mlir::Value makeFlag(mlir::Location loc);
  void clearFlag(mlir::Value flag, mlir::Location loc);
  /// Whether all of the flags are still set.
  mlir::Value testFlags(llvm::ArrayRef<mlir::Value> flags, mlir::Location loc);
  /// Flags that executing `stmt` may clear.
  llvm::SmallVector<mlir::Value> flagsOf(const clang::Stmt *stmt);

  // ImportExpr.cpp
  mlir::Value emit(const clang::Expr *expr);
  /// The value of an integer expression that Clang computes; null where it does
  /// not, and after an error.
  mlir::Value emitIntegerConstant(const clang::Expr *expr);
  mlir::Value emitCondition(const clang::Expr *expr);
  Place emitPlace(const clang::Expr *expr);
  Place emitPointer(const clang::Expr *expr);
  /// An error and false where a volatile object that others may see too is
  /// accessed.
  bool checkVolatile(clang::QualType type, const Place &place,
                     clang::SourceLocation loc);
  Place advance(Place base, mlir::Value offset, bool negative,
                mlir::Location loc);
  mlir::Value load(Place place, mlir::Location loc);
  void store(mlir::Value value, Place place, mlir::Location loc);
  mlir::Value toIndex(mlir::Value value, bool isSigned, mlir::Location loc);
  mlir::Value emitCast(const clang::CastExpr *expr);
  mlir::Value convert(mlir::Value value, clang::QualType from,
                      clang::QualType to, clang::SourceLocation loc);
  mlir::Value emitUnary(const clang::UnaryOperator *expr);
  /// Evaluate `whenTrue` or `whenFalse`: a select where both are harmless, else
  /// a branch. Null functions give the other arm's constant.
  mlir::Value emitChoice(mlir::Value condition, mlir::Type type, bool harmless,
                         llvm::function_ref<mlir::Value()> whenTrue,
                         llvm::function_ref<mlir::Value()> whenFalse,
                         mlir::Location loc);
  mlir::Value constantOf(mlir::Type type, int64_t value, mlir::Location loc);
  bool isHarmless(const clang::Expr *expr);
  bool findHarmless(const clang::Expr *expr);
  /// What isHarmless found.
  llvm::DenseMap<const clang::Expr *, bool> harmless;

  // ImportBinary.cpp
  mlir::Value emitBinary(const clang::BinaryOperator *expr);
  mlir::Value emitAssign(const clang::BinaryOperator *expr);
  mlir::Value emitArith(clang::BinaryOperatorKind kind, mlir::Value lhs,
                        mlir::Value rhs, clang::QualType type,
                        clang::FPOptions features, clang::SourceLocation loc);
  /// The options of floating-point arithmetic that pragmas set for `expr`.
  template <typename ExprT> clang::FPOptions featuresOf(const ExprT *expr) {
    return expr->getFPFeaturesInEffect(ast.getLangOpts());
  }
  mlir::Value emitCompare(const clang::BinaryOperator *expr);
  mlir::Value emitContracted(bool isSub, mlir::Value lhs, mlir::Value rhs,
                             mlir::Location loc);

  /// The number of work items of a group.
  int64_t groupSize() const { return productOf(options.wgShape); }

  // Builtins.cpp
  mlir::Value emitCall(const clang::CallExpr *call);
  mlir::Value emitInlined(const clang::CallExpr *call,
                          const clang::FunctionDecl *callee);
  mlir::Value emitBuiltin(const clang::CallExpr *call, llvm::StringRef name);
  mlir::Value emitShuffle(const clang::CallExpr *call, llvm::StringRef name);
  mlir::Value emitMath(llvm::StringRef name, llvm::ArrayRef<mlir::Value> args,
                       bool isSigned, mlir::Location loc);

  // IndexFunctions.cpp
  /// Whether a built-in function says where a work item is, or how large the
  /// range is.
  static bool isIndexFunction(llvm::StringRef name);
  mlir::Value emitIndexCall(const clang::CallExpr *call, llvm::StringRef name);
  /// The dimension that `name` is asked for; an error and nothing where the
  /// range does not have it.
  std::optional<size_t> checkDimension(const clang::CallExpr *call,
                                       llvm::StringRef name,
                                       uint64_t dimension);
  enum class Index;
  static std::optional<Index> findIndex(llvm::StringRef name);
  mlir::Value emitIndex(Index index, size_t dim, mlir::Location loc);
  mlir::Value emitLocalId(size_t dim, mlir::Location loc);
  mlir::Value emitGlobalLinearId(mlir::Location loc);
  /// Where the range has several dimensions or an offset, make `kernel` a grid
  /// kernel: give it the parameters of one, which `grid` keeps.
  void addGridParameters(KernelOp kernel, mlir::Block *entry,
                         mlir::Location loc);

  clang::ASTContext &ast;
  const FrontendOptions &options;
  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  bool failed = false;
  /// Statements and expressions emitted, and those being emitted.
  int64_t emitted = 0, depth = 0;
  /// Branches and loops around the insertion point.
  int64_t regionDepth = 0;

  llvm::DenseMap<const clang::VarDecl *, Place> places;
  /// Scalar parameters that are never assigned.
  llvm::DenseMap<const clang::VarDecl *, mlir::Value> constants;
  llvm::SmallVector<Jumps> loops;
  /// Of the function being imported: cleared by `return`, and where its result
  /// goes.
  mlir::Value returnFlag;
  Place returnPlace;
  /// The parameters of a grid kernel: for each dimension the number of groups
  /// and the global offset, and from y on the group's index. Empty for others.
  struct Grid {
    llvm::SmallVector<mlir::Value, 3> groups, offsets, ids;
  };
  Grid grid;
  llvm::SmallVector<const clang::FunctionDecl *> callStack;
};

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_IMPORTER_H
