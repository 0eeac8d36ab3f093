//===- Importer.h - From Clang's AST to the work-item form ------*- C++ -*-===//
//
// Walks the syntax tree of a source and builds a kernel for each of its
// kernels. Its parts are kernels and their parameters (ImportKernel.cpp),
// statements (ImportStmt, ImportSwitch), expressions (ImportExpr,
// ImportBinary), calls of built-in functions (Builtins) and of those that say
// where a work item is (IndexFunctions), places that expressions name
// (ImportPlace), where variables lie (ImportMemory), pointers (ImportPointer),
// and values of vectors and structures (ImportAggregate, ImportVector). Bodies
// of C++ are walked by the same functions, with objects (ImportClass), calls of
// the library (HostFunctions), and kernels that are function objects
// (ImportFunctionObject).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_IMPORTER_H
#define PIRCH_LIB_FRONTEND_IMPORTER_H

#include "GroupShapes.h"
#include "ImportState.h"
#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Frontend/FunctionObject.h"
#include "Place.h"
#include "mlir/IR/Builders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class AnnotateAttr;
class CXXConstructExpr;
class CXXConstructorDecl;
class CXXCtorInitializer;
class CXXForRangeStmt;
class CXXThisExpr;
class LambdaExpr;
} // namespace clang

namespace pirch {

/// The most elements that one array has.
inline constexpr int64_t kMaxElements = 1 << 20;

/// The class template of C++ whose objects are memory of a group.
inline constexpr llvm::StringLiteral kGroupArrayName = "pirch::group_array";

/// Whether the prelude's qualifier `mark` stands on the declaration.
bool hasMark(const clang::Decl *decl, llvm::StringRef mark);

class Importer : ImportState {
public:
  using ImportState::ImportState;

  /// Import all kernels whose groups have the extents `options.wgShape`, and
  /// tell `shapes` those of the others; false after an error.
  bool run(GroupShapes &shapes);
  /// Import the kernel that runs a function object of C++: `call` is the
  /// function that takes the object and a `pirch::item` and calls the object.
  /// False after an error.
  bool importFunctionObject(const clang::FunctionDecl *call,
                            llvm::StringRef name,
                            std::vector<HostParam> &params);
  /// Whether products may be fused with sums at all.
  void setContraction(bool isAllowed) { mayContract = isAllowed; }
  /// Report an error and remember that there was one.
  void error(clang::SourceLocation loc, const llvm::Twine &text);

private:
  using Values = llvm::SmallVector<mlir::Value, 4>;
  // ImportKernel.cpp
  bool importKernel(const clang::FunctionDecl *function);
  /// Import the kernel once; the attempt may find that a variable must lie in
  /// memory in another way (`unitOf`), and ask for another one.
  bool tryImportKernel(const clang::FunctionDecl *function);
  /// Let a vector or structure that is passed by value be a variable, or the
  /// memory that the caller passes.
  bool bindAggregate(const clang::ParmVarDecl *param, mlir::Value argument);
  /// The memory that a parameter points to, or is passed in; `element` becomes
  /// the C type of its elements. Null after an error.
  mlir::Type bufferType(const clang::ParmVarDecl *param,
                        clang::QualType *element);
  /// Make the kernel of `function` with its parameters and without a body; null
  /// after an error.
  KernelOp createKernel(const clang::FunctionDecl *function);
  /// Check that a kernel may have the parameter. Report an error and return
  /// false where it may not.
  void checkSubGroups(const clang::FunctionDecl *function);
  bool checkParameter(const clang::ParmVarDecl *param);
  /// Check that this compilation does what the attributes of a kernel or helper
  /// function demand, such as the group size. Report an error and return false
  /// where it does not.
  bool checkAttributes(const clang::FunctionDecl *function);
  /// Check that the options name kernels and parameters of the source, whose
  /// kernels are `names`.
  void checkNames(llvm::ArrayRef<llvm::StringRef> names);
  /// Check that the nesting of the body is within the limit up to which walking
  /// it does not overflow the stack. Report an error and return false where it
  /// is not.
  bool checkNesting(const clang::FunctionDecl *function);
  /// Count one statement or expression that is emitted. Report an error and
  /// return false where there are too many of them, or too many within each
  /// other.
  bool mayEmit(clang::SourceLocation loc);
  /// Count one more branch or loop around the insertion point. Report an error
  /// and return false where there are too many within each other.
  bool mayNest(clang::SourceLocation loc);
  /// Make the memory of a `__local` pointer parameter.
  bool makeLocalParameter(const clang::ParmVarDecl *param);
  /// Let a pointer parameter of a kernel name `place`.
  void bindPointer(const clang::ParmVarDecl *param, const Place &place);
  bool importParameters(const clang::FunctionDecl *function,
                        mlir::Block *entry);
  mlir::Location locate(clang::SourceLocation loc);
  /// The MLIR type of a scalar of C's `type`; null after an error.
  mlir::Type convertType(clang::QualType type, clang::SourceLocation loc);
  /// The type's name as the source would have it, without address spaces.
  static std::string nameOf(clang::QualType type);
  static std::string cTypeName(clang::QualType type);
  static bool isSigned(clang::QualType type) {
    return type->isSignedIntegerOrEnumerationType();
  }

  // ImportFunctionObject.cpp
  bool tryImportFunctionObject(const clang::FunctionDecl *call,
                               llvm::StringRef name,
                               std::vector<HostParam> &params);
  /// The place of a value of the host, which becomes arguments of the kernel.
  Place bindHostValue(const HostValue &value);
  Place bindHostRecord(const HostValue &value);
  Place bindHostBuffer(clang::QualType element, const HostValue &value,
                       bool isPointer);
  Place bindHostAggregate(const HostValue &value);
  Place bindHostScalar(const HostValue &value);
  mlir::Value addHostArgument(mlir::Type type, const std::string &cType,
                              llvm::StringRef name, HostParam param);
  void dropUnusedArguments();
  /// A base or field of an object; where the host has it, it becomes arguments
  /// of the kernel now.
  const Place &resolvePart(const Place &object, size_t index);
  std::optional<size_t> findHostBuffer(const Place &place);
  /// The number of elements between two pointers of the host, an argument of
  /// the kernel; null where it is none of its arguments that the places are.
  mlir::Value emitHostDistance(const Place &from, const Place &to,
                               int64_t elementBytes);
  /// Whether a buffer may have elements of `type`.
  bool isBufferElement(clang::QualType type);

  // ImportClass.cpp
  /// Whether values of `type`, a class of C++, have no memory of their own in a
  /// kernel: they have pointers, references or bases in them, or nothing.
  static bool isObject(clang::QualType type);
  bool isCxx() const { return ast.getLangOpts().CPlusPlus; }
  /// The object that is the value of an expression. None after an error.
  Place emitObject(const clang::Expr *expr);
  Place emitLambda(const clang::LambdaExpr *lambda);
  Place emitObjectList(const clang::InitListExpr *list);
  Place makeObject(clang::QualType type, clang::SourceLocation loc);
  Place copyObject(const Place &from, clang::QualType type,
                   clang::SourceLocation loc);
  /// The base of `place` that a conversion names.
  Place baseOf(const Place &place, const clang::CastExpr *cast);
  Place baseOf(const Place &place, const clang::CXXRecordDecl *record,
               unsigned index, clang::SourceLocation loc);
  /// The place of a field of `object`, which has parts.
  Place partOf(const Place &object, const clang::FieldDecl *field,
               clang::SourceLocation loc);
  /// Let `place` be what `init` says: the place of a base or field of `type`.
  bool initializePart(Place &place, clang::QualType type,
                      const clang::Expr *init, clang::SourceLocation loc);
  /// What a reference to `type` is bound to by `init`.
  Place bindReference(clang::QualType type, const clang::Expr *init);
  /// Run the constructor for the object or variable at `self`.
  bool construct(const Place &self, const clang::CXXConstructExpr *expr);
  bool initializeMember(const Place &self,
                        const clang::CXXCtorInitializer *init,
                        const clang::CXXConstructorDecl *constructor);
  /// Report an error and return false where something is to be done at the end
  /// of the life of a value of `type`.
  bool checkDestruction(clang::QualType type, clang::SourceLocation loc);
  /// The field of the lambda that is being run which has a captured variable;
  /// null where `expr` names none.
  const clang::FieldDecl *findCapture(const clang::DeclRefExpr *expr) const;
  Place emitThis(const clang::CXXThisExpr *expr);

  // HostFunctions.cpp
  mlir::Value emitHostCall(const clang::CallExpr *call);
  /// The function that a call of C++ is known by, as "std::min"; empty where it
  /// is none that the importer knows.
  static std::string knownName(const clang::FunctionDecl *callee);
  mlir::Value emitItemCall(const clang::CallExpr *call, llvm::StringRef name);
  mlir::Value emitItemShuffle(const clang::CallExpr *call);
  mlir::Value emitLess(const clang::CallExpr *call, llvm::StringRef name);
  mlir::Value emitLibraryCall(const clang::CallExpr *call);

  // ImportStmt.cpp
  void emitStmt(const clang::Stmt *stmt);
  void emitSequence(llvm::ArrayRef<const clang::Stmt *> stmts);
  void emitCompound(const clang::CompoundStmt *stmt);
  void emitDecl(const clang::VarDecl *decl);
  void emitIf(const clang::IfStmt *stmt);
  void emitLoop(const clang::Stmt *loop, const clang::Stmt *init,
                const clang::Expr *cond, const clang::Expr *step,
                const clang::Stmt *body, bool postTest);
  void emitRangeLoop(const clang::CXXForRangeStmt *loop);
  void emitReturn(const clang::ReturnStmt *stmt);
  /// Report an error and return false for a loop that does nothing but wait
  /// until another work item, or the host, writes to memory.
  bool checkWaiting(const clang::Expr *cond, const clang::Stmt *body);

  // LoopHints.cpp
  /// Note what `#pragma unroll` and its kin say of the loop that follows.
  void noteHints(const clang::AttributedStmt *stmt);
  void warnOfHint(const clang::Attr *hint, const llvm::Twine &text);
  /// The attributes that a warning was given of.
  llvm::DenseSet<const clang::Attr *> warned;
  /// What was noted of each loop.
  llvm::DenseMap<const clang::Stmt *, UnrollHint> unrollHints;

  // ImportSwitch.cpp
  void emitSwitch(const clang::SwitchStmt *stmt);
  struct Section;
  static std::vector<Section> splitSections(const clang::Stmt *body);
  bool matchLabels(mlir::Value value, llvm::MutableArrayRef<Section> sections,
                   mlir::Location loc);
  void emitSections(llvm::ArrayRef<Section> sections, mlir::Location loc);
  void stopAfterJumps(const Section &section, mlir::Value runsOn,
                      mlir::Location loc);
  /// Forget the variables that `stmt` declares.
  void forgetVariables(const clang::Stmt *stmt);
  mlir::Value makeFlag(mlir::Location loc);
  void clearFlag(mlir::Value flag, mlir::Location loc);
  /// Whether all of the flags are still set.
  bool isCleared(mlir::Value flag);
  mlir::Value testFlags(llvm::ArrayRef<mlir::Value> flags, mlir::Location loc);
  /// The flags of `loops`, and `returnFlag`, that executing `stmt` may clear.
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
                     clang::SourceLocation loc,
                     const clang::VarDecl *owner = nullptr);
  /// One array of `count` elements.
  mlir::Value makeArray(mlir::Type element, int64_t count, bool isLocal,
                        clang::SourceLocation loc);
  /// Let the variable or parameter that `place` lies in be memory of unsigned
  /// integers of at most `bytes` bytes, and import the kernel again. Report
  /// `text` as an error if that is so already, or cannot be.
  void narrow(const Place &place, uint64_t bytes, clang::SourceLocation loc,
              const llvm::Twine &text);
  /// Note that the memory of `place` is that of `decl`.
  void setOwner(const Place &place, const clang::VarDecl *decl);
  /// For each leaf of a variable of `type`, the elements that one value takes.
  llvm::SmallVector<int64_t> leafExtents(clang::QualType type);
  /// `place` moved by `index` elements of `type`.
  Place moveBy(const Place &place, clang::QualType type, mlir::Value index,
               bool negative, clang::SourceLocation loc);
  /// The place that lies `bytes` bytes after `place`.
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
  /// Check that a scalar of `type` may be accessed at `place`. Report an error,
  /// or ask for another attempt, and return false where it may not.
  bool checkAccess(const Place &place, clang::QualType type,
                   clang::SourceLocation loc);
  /// Load and store one scalar of C's `type`. The elements of the memref may be
  /// of another type: a scalar is then put together from several of them, or
  /// its bits are reinterpreted.
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
  void initializeText(const Place &place, const clang::ConstantArrayType *array,
                      const clang::StringLiteral *text,
                      clang::SourceLocation loc);
  /// The bytes of an element of a memref.
  static uint64_t elementBytes(mlir::Value memref);
  uint64_t bytesOf(clang::QualType type) {
    return ast.getTypeSizeInChars(type).getQuantity();
  }

  // ImportPointer.cpp
  Place emitPointer(const clang::Expr *expr);
  Place readPointer(const MovingPointer &pointer, clang::SourceLocation where);
  bool assignPointer(const clang::VarDecl *decl, const Place &value,
                     clang::SourceLocation loc);
  bool assignPointer(MovingPointer &pointer, const Place &value,
                     clang::SourceLocation loc);
  /// The number of the memory of `value` among those that `pointer` may point
  /// into. Nothing after an error, or where another attempt must know of it.
  std::optional<size_t> findBase(MovingPointer &pointer, const Place &value,
                                 clang::SourceLocation loc);
  void declarePointer(const clang::VarDecl *decl, mlir::Location loc);
  MovingPointer makePointer(llvm::StringRef name, clang::QualType type,
                            mlir::Location loc);
  /// Let `offset` be how far `place` is from the beginning of its memory.
  static void setOffset(Place &place, mlir::Value offset);
  /// Whether the memory of `place` is declared in a block around the insertion
  /// point.
  bool isDeclaredHere(const Place &place);
  /// `change` of each choice of `place`.
  static Place changeChoices(const Place &place,
                             llvm::function_ref<Place(const Place &)> change);
  /// Call `access` for the choice that `place` is in, in a branch for each.
  bool accessChoice(const Place &place, mlir::Location loc,
                    llvm::function_ref<bool(const Place &)> access);
  mlir::Value emitPointerDifference(const clang::BinaryOperator *expr);
  mlir::Value emitPointerCompare(const clang::BinaryOperator *expr);
  /// The offsets of two pointers into the same memory; nothing after an error.
  std::optional<std::pair<mlir::Value, mlir::Value>>
  emitOffsets(const clang::BinaryOperator *expr, int64_t *scale = nullptr);
  Place emitPointerCast(const clang::CastExpr *cast);
  Place emitPointerChange(const clang::Expr *target, const clang::Expr *amount,
                          bool negative, bool wantsOld,
                          clang::SourceLocation loc);
  bool checkChangeable(const clang::Expr *target);
  mlir::Value chooseNull(mlir::Value condition, const Place &yes,
                         const Place &no, mlir::Location loc);
  Place emitPointerChoice(const clang::ConditionalOperator *expr);
  /// Whether a pointer is not null, an i1.
  mlir::Value emitPointerTest(const clang::Expr *expr);
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
  /// Append to `result` the scalars of `type` that have the bits of `values`.
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
  /// The i1 `condition` as OpenCL C gives it in an element of a vector: 0 where
  /// it is false, -1 where it is true.
  mlir::Value laneOfCondition(mlir::Value condition, clang::QualType element,
                              clang::SourceLocation loc);
  /// Note that `values` have become elements of a vector, or were taken from
  /// one. Clang fuses a product with a sum only where the product itself is an
  /// operand of the sum, and here a vector stands between the two; so
  /// `emitContracted` must not fuse those of `values` that are products.
  void keepApart(llvm::ArrayRef<mlir::Value> values);
  static clang::QualType elementOf(clang::QualType vector) {
    return vector->castAs<clang::VectorType>()->getElementType();
  }

  // ImportPlace.cpp
  /// The place that an expression names. None after an error.
  Place emitPlace(const clang::Expr *expr);
  Place emitVariable(const clang::DeclRefExpr *expr);
  Place emitTemporary(const clang::Expr *expr);
  /// The place that an expression which only C++ has names; nothing where it is
  /// of another kind.
  std::optional<Place> emitHostPlace(const clang::Expr *expr);
  /// The place to which a function returns a reference.
  Place emitPlaceCall(const clang::CallExpr *call);
  /// The private copy of a constant array, vector or structure that is declared
  /// outside functions; it is made when the kernel begins.
  Place emitConstantTable(const clang::VarDecl *decl);
  Place emitSubscript(const clang::ArraySubscriptExpr *expr);
  mlir::Value load(Place place, mlir::Location loc);
  void store(mlir::Value value, Place place, mlir::Location loc);
  mlir::Value toIndex(mlir::Value value, bool isSigned, mlir::Location loc);

  // ImportExpr.cpp
  /// Evaluate an expression of any type whose value is not used.
  void emitEffects(const clang::Expr *expr);
  mlir::Value emit(const clang::Expr *expr);
  mlir::Value emitScalar(const clang::Expr *expr);
  /// The value of an integer expression that Clang computes; null where it does
  /// not, and after an error.
  mlir::Value emitIntegerConstant(const clang::Expr *expr);
  /// The expression that a C++ expression of another kind stands for, as a
  /// default argument; null where it is none of those.
  static const clang::Expr *findMeant(const clang::Expr *expr);
  /// The scalar at the place that an expression names.
  mlir::Value emitLoaded(const clang::Expr *place);
  mlir::Value emitLoadedChoice(const clang::ConditionalOperator *choice);
  /// The value of a floating-point variable that is a constant; null for
  /// others.
  mlir::Value emitKnownVariable(const clang::VarDecl *decl, mlir::Location loc);
  /// The i1 `condition` as a value of `type`: of C's int, or of C++'s bool.
  mlir::Value convertTruth(mlir::Value condition, clang::QualType type,
                           mlir::Location loc);
  mlir::Value emitCondition(const clang::Expr *expr);
  mlir::Value emitCast(const clang::CastExpr *expr);
  mlir::Value convert(mlir::Value value, clang::QualType from,
                      clang::QualType to, clang::SourceLocation loc);
  mlir::Value emitUnary(const clang::UnaryOperator *expr);
  /// The result of `whenTrue` where `condition` holds, else that of
  /// `whenFalse`. If both are `harmless`, both are evaluated and one result is
  /// selected; else a branch evaluates one of them. A null `whenTrue` stands
  /// for the constant 1, a null `whenFalse` for 0, as `||` and `&&` need them.
  mlir::Value emitChoice(mlir::Value condition, mlir::Type type, bool harmless,
                         llvm::function_ref<mlir::Value()> whenTrue,
                         llvm::function_ref<mlir::Value()> whenFalse,
                         mlir::Location loc);
  mlir::Value constantOf(mlir::Type type, int64_t value, mlir::Location loc);
  /// The i1 `condition` if it is a constant.
  static std::optional<bool> knownCondition(mlir::Value condition);
  /// Whether the expression may be evaluated where its value is not needed: it
  /// has no effects, cannot leave a buffer, and costs little.
  bool isHarmless(const clang::Expr *expr);
  bool findHarmless(const clang::Expr *expr);
  bool isInBounds(const clang::ArraySubscriptExpr *expr) const;
  /// The answers of `isHarmless` so far: choices within choices ask again for
  /// what is in them.
  llvm::DenseMap<const clang::Expr *, bool> harmless;

  // ImportHalf.cpp
  /// A half as an f32, and any other value as it is.
  mlir::Value extendHalf(mlir::Value value, mlir::Location loc);
  /// The half that is nearest to an f32 or f64.
  mlir::Value roundToHalf(mlir::Value value, mlir::Location loc);
  mlir::Value roundToOdd(mlir::Value value, mlir::Location loc);
  mlir::Value negate(mlir::Value value, mlir::Location loc);

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
  /// Whether Clang computes `value` while it emits code: a constant, or
  /// operators on constants, without a variable or a call between them.
  bool isConstantExpression(mlir::Value value) const;
  bool emitContracted(bool isSub, llvm::ArrayRef<mlir::Value> lhs,
                      llvm::ArrayRef<mlir::Value> rhs, Values &values,
                      mlir::Location loc);

  /// The number of work items of a group.
  int64_t groupSize() const { return productOf(options.wgShape); }

  // Builtins.cpp
  mlir::Value emitCall(const clang::CallExpr *call);
  /// The definition that replaces a call; null for a built-in function.
  static const clang::FunctionDecl *definitionOf(const clang::CallExpr *call);
  /// Emit the body of `callee` in place of the call. Return where its result
  /// lies; nothing after an error, and where it returns `void`.
  Place emitInlined(const clang::CallExpr *call,
                    const clang::FunctionDecl *callee);
  /// A call of a function: where it stands, the arguments without the object of
  /// a member function, and that object.
  struct Call {
    clang::SourceLocation loc;
    llvm::SmallVector<const clang::Expr *> args;
    Place self;
  };
  /// Emit the body of `callee`, and before it what `before` emits.
  Place emitInlined(const Call &call, const clang::FunctionDecl *callee,
                    llvm::function_ref<bool()> before = nullptr);
  bool checkInlined(const Call &call, const clang::FunctionDecl *callee);
  bool bindArguments(llvm::ArrayRef<const clang::Expr *> args,
                     const clang::FunctionDecl *callee);
  mlir::Value emitBuiltin(const clang::CallExpr *call, llvm::StringRef name);
  mlir::Value emitVote(const clang::CallExpr *call, bool isAny);
  /// The reduction or scan `name`; null where it is neither.
  mlir::Value emitCollective(llvm::StringRef name, mlir::Value value,
                             bool isSigned, mlir::Location loc);
  mlir::Value emitShuffle(const clang::CallExpr *call, llvm::StringRef name);
  mlir::Value emitMath(llvm::StringRef name, llvm::ArrayRef<mlir::Value> args,
                       bool isSigned, mlir::Location loc);

  // AtomicFunctions.cpp
  /// The call of an atomic function; its value is what the element held before.
  mlir::Value emitAtomic(const clang::CallExpr *call, llvm::StringRef name);
  /// Whether atomic operations on values of `type` may be made at `place`; an
  /// error otherwise.
  bool checkAtomicPlace(const Place &place, mlir::Type type, bool isExchange,
                        clang::SourceLocation loc);
  /// The operands of an atomic function behind its pointer.
  bool emitAtomicOperands(const clang::CallExpr *call,
                          llvm::StringRef operation, mlir::Type type,
                          Values &values);

  // IndexFunctions.cpp
  /// Whether a built-in function says where a work item is, or how large the
  /// range is.
  static bool isIndexFunction(llvm::StringRef name);
  mlir::Value emitIndexCall(const clang::CallExpr *call, llvm::StringRef name);
  /// `dimension`, an argument of the built-in function `name`, if the range has
  /// such a dimension; else report an error and return nothing.
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

  // ImportLayout.cpp
  /// The layout of a parameter of `function`, by the options or its attribute.
  std::optional<CompactLayout> findLayout(const clang::FunctionDecl *function,
                                          const clang::ParmVarDecl *param);
  /// Find the parameters in a compact layout; if the elements of all of them
  /// are known, let `kernel` compute rows of groups.
  bool addLayouts(const clang::FunctionDecl *function, KernelOp kernel,
                  mlir::Block *entry, mlir::Location loc);
  /// Where an element of a buffer is in memory.
  mlir::Value locateElement(const Place &place, mlir::Location loc);
};

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_IMPORTER_H
