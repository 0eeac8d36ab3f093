//===- Importer.h - From Clang's AST to the work-item form ------*- C++ -*-===//
//
// Shared by Frontend (functions), ImportStmt (statements), ImportSwitch,
// ImportExpr (expressions), ImportBinary (operators with two operands),
// ImportPlace (where what an expression names lies), ImportMemory (where
// variables lie), ImportPointer (pointers), ImportAggregate (values of vectors
// and structures), ImportVector (operators on vectors), Builtins (calls of
// built-in functions) and IndexFunctions (those that say where a work item is).
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
#include <vector>

namespace pirch {

/// Elements of one array.
inline constexpr int64_t kMaxElements = 1 << 20;

class Importer {
public:
  Importer(clang::ASTContext &ast, const SourceOptions &options,
           mlir::ModuleOp module)
      : ast(ast), options(options), module(module),
        builder(module.getContext()) {}

  /// Import all kernels; false after an error.
  bool run();

private:
  /// Memory that a variable or pointer names: element `offset` (an index value,
  /// null for the first) of `memref`. A vector or structure of a buffer, and a
  /// union, are as many elements of one memref as their bytes take; the element
  /// is no wider than any scalar in them.
  struct Place {
    mlir::Value memref;
    mlir::Value offset;
    /// Of a private or `__local` vector or structure, whose scalars lie in
    /// variables of their own: the place of each in the order of declaration.
    /// An array within the type is one leaf.
    std::vector<Place> leaves = {};
    explicit operator bool() const { return memref || !leaves.empty(); }
  };
  /// A pointer variable that changes: an offset from the beginning of the
  /// memory that its first assignment names.
  struct MovingPointer {
    /// Without offsets; nothing before the first assignment.
    Place base;
    /// A variable that holds the offset.
    mlir::Value offset;
  };
  using Values = llvm::SmallVector<mlir::Value, 4>;
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
  /// The type's name as the source would have it, without address spaces.
  static std::string nameOf(clang::QualType type);
  static std::string cTypeName(clang::QualType type);
  static bool isSigned(clang::QualType type) {
    return type->isSignedIntegerOrEnumerationType();
  }

  // ImportStmt.cpp
  void emitStmt(const clang::Stmt *stmt);
  void warnOfHints(const clang::AttributedStmt *stmt);
  void emitSequence(llvm::ArrayRef<const clang::Stmt *> stmts);
  void emitCompound(const clang::CompoundStmt *stmt);
  void emitDecl(const clang::VarDecl *decl);
  void emitIf(const clang::IfStmt *stmt);
  void emitLoop(const clang::Stmt *loop, const clang::Stmt *init,
                const clang::Expr *cond, const clang::Expr *step,
                const clang::Stmt *body, bool postTest);
  void emitReturn(const clang::ReturnStmt *stmt);

  // ImportSwitch.cpp
  void emitSwitch(const clang::SwitchStmt *stmt);
  mlir::Value makeFlag(mlir::Location loc);
  void clearFlag(mlir::Value flag, mlir::Location loc);
  /// Whether all of the flags are still set.
  mlir::Value testFlags(llvm::ArrayRef<mlir::Value> flags, mlir::Location loc);
  /// Flags that executing `stmt` may clear.
  llvm::SmallVector<mlir::Value> flagsOf(const clang::Stmt *stmt);

  // ImportMemory.cpp
  /// The element of a memref that holds values of `type` in memory shared with
  /// the caller; and the C type of that element. Null after an error.
  mlir::Type memoryElement(clang::QualType type, clang::SourceLocation loc,
                           clang::QualType *element = nullptr);
  bool collectScalarTypes(clang::QualType type, clang::CharUnits offset,
                          clang::SourceLocation loc,
                          llvm::SmallVectorImpl<clang::QualType> &types,
                          uint64_t &bytes);
  /// Variables for `count` values of `type`.
  Place makeVariable(clang::QualType type, int64_t count, bool isLocal,
                     clang::SourceLocation loc);
  /// For each leaf of a variable of `type`, the elements that one value takes.
  llvm::SmallVector<int64_t> leafExtents(clang::QualType type);
  /// `place` moved by `index` elements of `type`.
  Place moveBy(const Place &place, clang::QualType type, mlir::Value index,
               bool negative, clang::SourceLocation loc);
  /// The place so many bytes after one in memory.
  Place moveBytes(const Place &place, uint64_t bytes,
                  clang::SourceLocation loc);
  Place fieldOf(const Place &place, const clang::FieldDecl *field,
                clang::SourceLocation loc);
  Place laneOf(const Place &place, clang::QualType vector, int64_t lane,
               clang::SourceLocation loc);
  /// Call `visit` for each scalar of a value of `type` at `place`, in order.
  /// False after an error.
  bool
  forEachScalar(const Place &place, clang::QualType type,
                clang::SourceLocation loc,
                llvm::function_ref<bool(const Place &, clang::QualType)> visit);
  /// Load and store one scalar of C's `type`, of which the memref may have
  /// other elements.
  mlir::Value loadScalar(const Place &place, clang::QualType type,
                         clang::SourceLocation loc);
  bool storeScalar(mlir::Value value, const Place &place, clang::QualType type,
                   clang::SourceLocation loc);
  bool loadValues(const Place &place, clang::QualType type, Values &values,
                  clang::SourceLocation loc);
  bool storeValues(llvm::ArrayRef<mlir::Value> values, const Place &place,
                   clang::QualType type, clang::SourceLocation loc);
  void initialize(const Place &place, clang::QualType type,
                  const clang::Expr *init, clang::SourceLocation loc);
  /// The bytes of an element of a memref.
  static uint64_t elementBytes(mlir::Value memref);
  uint64_t bytesOf(clang::QualType type) {
    return ast.getTypeSizeInChars(type).getQuantity();
  }

  // ImportPointer.cpp
  Place emitPointer(const clang::Expr *expr);
  Place readPointer(const MovingPointer &pointer, mlir::Location loc);
  bool assignPointer(const clang::VarDecl *decl, const Place &value,
                     clang::SourceLocation loc);
  void declarePointer(const clang::VarDecl *decl, mlir::Location loc);
  mlir::Value emitPointerDifference(const clang::BinaryOperator *expr);
  mlir::Value emitPointerCompare(const clang::BinaryOperator *expr);
  /// The offsets of two pointers into the same memory; nothing after an error.
  std::optional<std::pair<mlir::Value, mlir::Value>>
  emitOffsets(const clang::BinaryOperator *expr, int64_t *scale = nullptr);
  Place emitPointerCast(const clang::CastExpr *cast);
  Place emitPointerChange(const clang::Expr *target, const clang::Expr *amount,
                          bool negative, bool wantsOld,
                          clang::SourceLocation loc);
  Place emitPointerChoice(const clang::ConditionalOperator *expr);
  /// The variables and parameters that a place is in.
  static std::vector<mlir::Value> memrefsOf(const Place &place);
  /// Note the variables that `body` assigns to.
  void findAssigned(const clang::Stmt *body);

  // ImportAggregate.cpp
  static bool isAggregate(clang::QualType type) {
    return type->isVectorType() || type->isRecordType();
  }
  /// The scalars of the value of a vector or structure (or of a scalar). False
  /// after an error.
  bool emitValues(const clang::Expr *expr, Values &values);
  bool emitCastValues(const clang::CastExpr *expr, Values &values);
  bool emitInitValues(const clang::Expr *init, clang::QualType type,
                      Values &values, clang::SourceLocation loc);
  bool emitChoiceValues(const clang::ConditionalOperator *expr, Values &values);
  bool emitMemberValues(const clang::MemberExpr *expr, Values &values);
  /// The bits of `values` as values of other types.
  bool reinterpret(llvm::ArrayRef<mlir::Value> values, clang::QualType type,
                   Values &result, clang::SourceLocation loc);
  mlir::Value joinBits(llvm::ArrayRef<mlir::Value> pieces, mlir::Type type,
                       mlir::Location loc);
  void splitBits(mlir::Value value, unsigned bits, Values &pieces,
                 mlir::Location loc);

  // ImportVector.cpp
  /// The lanes that an element expression (`v.xy`) names.
  bool emitLanePlaces(const clang::Expr *expr, std::vector<Place> &lanes);
  bool emitSwizzle(const clang::ExtVectorElementExpr *expr, Values &values);
  bool emitVectorBinary(const clang::BinaryOperator *expr, Values &values);
  bool emitVectorAssign(const clang::BinaryOperator *expr, Values &values);
  bool emitVectorUnary(const clang::UnaryOperator *expr, Values &values);
  bool emitVectorArith(clang::BinaryOperatorKind kind,
                       llvm::ArrayRef<mlir::Value> lhs,
                       llvm::ArrayRef<mlir::Value> rhs, clang::QualType element,
                       clang::FPOptions features, clang::SourceLocation loc,
                       Values &values);
  /// A condition as a lane of a vector: 0 or -1.
  mlir::Value laneOfCondition(mlir::Value condition, clang::QualType element,
                              clang::SourceLocation loc);
  /// Keep values that an operator made from being fused with what comes next:
  /// for Clang they are no products, but parts of them.
  void keepApart(llvm::ArrayRef<mlir::Value> values);
  static clang::QualType elementOf(clang::QualType vector) {
    return vector->castAs<clang::VectorType>()->getElementType();
  }

  // ImportPlace.cpp
  /// The place that an expression names. None after an error.
  Place emitPlace(const clang::Expr *expr);
  Place emitVariable(const clang::DeclRefExpr *expr);
  /// A private copy of a constant array, vector or structure that is declared
  /// outside functions.
  Place emitConstantTable(const clang::VarDecl *decl);
  Place emitSubscript(const clang::ArraySubscriptExpr *expr);
  /// An error and false where a volatile object that others may see too is
  /// accessed.
  bool checkVolatile(clang::QualType type, const Place &place,
                     clang::SourceLocation loc);
  mlir::Value load(Place place, mlir::Location loc);
  void store(mlir::Value value, Place place, mlir::Location loc);
  mlir::Value toIndex(mlir::Value value, bool isSigned, mlir::Location loc);

  // ImportExpr.cpp
  /// Evaluate an expression of any type whose value is not used.
  void emitEffects(const clang::Expr *expr);
  mlir::Value emit(const clang::Expr *expr);
  /// The value of an integer expression that Clang computes; null where it does
  /// not, and after an error.
  mlir::Value emitIntegerConstant(const clang::Expr *expr);
  mlir::Value emitCondition(const clang::Expr *expr);
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
  mlir::Value compare(clang::BinaryOperatorKind kind, mlir::Value lhs,
                      mlir::Value rhs, bool isSigned, mlir::Location loc);
  bool emitContracted(bool isSub, llvm::ArrayRef<mlir::Value> lhs,
                      llvm::ArrayRef<mlir::Value> rhs, Values &values,
                      mlir::Location loc);

  /// The number of work items of a group.
  int64_t groupSize() const { return productOf(options.wgShape); }

  // Builtins.cpp
  mlir::Value emitCall(const clang::CallExpr *call);
  /// The definition that replaces a call; null for a built-in function.
  static const clang::FunctionDecl *definitionOf(const clang::CallExpr *call);
  /// The place of the result; none after an error and for no result.
  Place emitInlined(const clang::CallExpr *call,
                    const clang::FunctionDecl *callee);
  bool bindArguments(const clang::CallExpr *call,
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
  const SourceOptions &options;
  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  bool failed = false;
  /// Statements and expressions emitted, and those being emitted.
  int64_t emitted = 0, depth = 0;
  /// Branches and loops around the insertion point.
  int64_t regionDepth = 0;

  llvm::DenseMap<const clang::VarDecl *, Place> places;
  llvm::DenseMap<const clang::VarDecl *, MovingPointer> pointers;
  /// Variables that are assigned to, in the functions imported so far.
  llvm::DenseSet<const clang::VarDecl *> assigned;
  llvm::DenseSet<const clang::Stmt *> searched;
  /// Products, and negations of them, that are parts of vectors.
  llvm::DenseSet<mlir::Operation *> apart;
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
