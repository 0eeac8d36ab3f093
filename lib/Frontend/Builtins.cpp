//===- Builtins.cpp - Calls -----------------------------------------------===//

#include "clang/Basic/Builtins.h"
#include "Importer.h"
#include "KernelPrelude.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

Value Importer::emitCall(const clang::CallExpr *call) {
  if (isCxx())
    return emitHostCall(call);
  // The prelude defines INFINITY and NAN by built-in functions of Clang.
  llvm::APFloat constant(0.0);
  if (call->getBuiltinCallee() &&
      call->EvaluateAsFloat(constant, ast, clang::Expr::SE_NoSideEffects)) {
    Location loc = locate(call->getExprLoc());
    Type type = convertType(call->getType(), call->getExprLoc());
    return type ? arith::ConstantOp::create(
                      builder, loc, builder.getFloatAttr(type, constant))
                      .getResult()
                : Value();
  }
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee) {
    error(call->getExprLoc(), "not supported: calling through a pointer");
    return {};
  }
  if (const clang::FunctionDecl *definition = definitionOf(call)) {
    Place result = emitInlined(call, definition);
    return result ? loadScalar(result, call->getType(), call->getExprLoc())
                  : Value();
  }
  switch (callee->getBuiltinID()) {
  case clang::Builtin::BI__builtin_assume: // Clang evaluates no argument of it
  case clang::Builtin::BI__builtin_prefetch:
    return {};
  case clang::Builtin::BI__builtin_expect:
    return emit(call->getArg(0));
  default:
    break;
  }
  // A function that the source declares may have the name of a built-in one and
  // other parameters; it has no definition.
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation declared =
      sources.getExpansionLoc(callee->getCanonicalDecl()->getLocation());
  if (sources.getFilename(declared) != kPreludeName) {
    error(call->getExprLoc(),
          "not supported: function '" + callee->getName() + "'");
    return {};
  }
  return emitBuiltin(call, callee->getName());
}

const clang::FunctionDecl *Importer::definitionOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = nullptr;
  return callee && callee->hasBody(definition) ? definition : nullptr;
}

/// Make the parameters of `callee` variables that hold the arguments; pointers
/// and references name the caller's memory.
bool Importer::bindArguments(ArrayRef<const clang::Expr *> args,
                             const clang::FunctionDecl *callee) {
  findAssigned(callee->getBody());
  // An argument may be a call of the same function: all of them are evaluated
  // before the parameters have new meanings.
  SmallVector<Place> bound;
  for (auto [param, argument] : llvm::zip(callee->parameters(), args)) {
    clang::SourceLocation loc = argument->getExprLoc();
    clang::QualType type = param->getType();
    Place place;
    if (type->isReferenceType()) {
      place = bindReference(type, argument);
    } else if (type->isPointerType()) {
      place = emitPointer(argument);
    } else if (isObject(type)) {
      place = emitObject(argument);
    } else {
      Values values;
      if (!emitValues(argument, values))
        return false;
      place = makeVariable(type, 1, false, loc, param);
      if (place && !storeValues(values, place, type, loc))
        return false;
    }
    if (!place || failed)
      return false;
    bound.push_back(place);
  }
  for (auto [param, argument, place] :
       llvm::zip(callee->parameters(), args, bound)) {
    places.erase(param);
    pointers.erase(param);
    if (!param->getType()->isPointerType() || !assigned.contains(param)) {
      places[param] = place;
      continue;
    }
    clang::SourceLocation loc = argument->getExprLoc();
    declarePointer(param, locate(loc));
    if (!assignPointer(param, place, loc))
      return false;
  }
  return !failed;
}

bool Importer::checkInlined(const Call &call,
                            const clang::FunctionDecl *callee) {
  if (llvm::is_contained(callStack, callee)) {
    error(call.loc, "not supported: recursion (function '" +
                        callee->getNameAsString() + "')");
    return false;
  }
  if (!callee->hasPrototype()) {
    error(callee->getLocation(), "not supported: function '" +
                                     callee->getName() +
                                     "' without a prototype");
    return false;
  }
  if (!checkAttributes(callee) || !checkNesting(callee))
    return false;
  constexpr size_t kMaxCalls = 64;
  if (callStack.size() > kMaxCalls) {
    error(call.loc, "not supported: more than " + Twine(kMaxCalls) +
                        " calls within each other");
    return false;
  }
  return true;
}

/// The number of `return`s in a function's statement.
static int countReturns(const clang::Stmt *stmt) {
  if (!stmt || isa<clang::LambdaExpr>(stmt))
    return 0;
  int count = isa<clang::ReturnStmt>(stmt);
  for (const clang::Stmt *child : stmt->children())
    count += countReturns(child);
  return count;
}

/// Whether the only `return` of a function is its last statement.
static bool returnsAtEnd(const clang::FunctionDecl *callee) {
  const auto *body = dyn_cast<clang::CompoundStmt>(callee->getBody());
  return body && !body->body_empty() &&
         isa<clang::ReturnStmt>(body->body_back()) && countReturns(body) == 1;
}

Place Importer::emitInlined(const clang::CallExpr *call,
                            const clang::FunctionDecl *callee) {
  Call described = {call->getExprLoc(), {}, {}};
  ArrayRef<const clang::Expr *> args(call->getArgs(), call->getNumArgs());
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  const auto *named =
      dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (method && method->isVirtual() && (!named || !named->hasQualifier())) {
    error(call->getExprLoc(), "not supported: calls of virtual functions ('" +
                                  callee->getNameAsString() + "')");
    return {};
  }
  if (method && StringRef(knownName(callee)).starts_with("pirch::item::")) {
    // The scalars that these functions know are not inlined.
    error(call->getExprLoc(), "not supported yet: exchanging values of type '" +
                                  nameOf(call->getType()) + "'");
    return {};
  }
  if (method && isa<clang::CXXOperatorCallExpr>(call)) {
    if (!method->isStatic())
      described.self = emitPlace(args.front());
    args = args.drop_front();
  } else if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::Expr *object = member->getImplicitObjectArgument();
    described.self = object->getType()->isPointerType() ? emitPointer(object)
                                                        : emitPlace(object);
  }
  if (failed)
    return {};
  llvm::append_range(described.args, args);
  return emitInlined(described, callee);
}

Place Importer::emitInlined(const Call &call, const clang::FunctionDecl *callee,
                            llvm::function_ref<bool()> before) {
  Location loc = locate(call.loc);
  if (!checkInlined(call, callee) || !bindArguments(call.args, callee))
    return {};
  clang::QualType type = callee->getReturnType();
  bool isReference = type->isReferenceType();
  Place direct;
  MovingPointer pointer;
  bool isDirect = isCxx() && returnsAtEnd(callee) &&
                  (isReference || type->isPointerType() || isObject(type));
  llvm::SaveAndRestore savedFlag(returnFlag, makeFlag(loc));
  llvm::SaveAndRestore savedPlace(returnPlace, Place());
  llvm::SaveAndRestore savedPointer(returnPointer,
                                    static_cast<MovingPointer *>(nullptr));
  llvm::SaveAndRestore savedDirect(returnDirect, isDirect ? &direct : nullptr);
  llvm::SaveAndRestore savedSelf(self, call.self);
  SmallVector<Jumps> outerLoops = std::move(loops);
  loops.clear();
  if (isDirect) {
    // Nothing is kept: the last statement says what is returned.
  } else if (type->isPointerType() || isReference) {
    pointer = makePointer(
        callee->getNameAsString(),
        isReference ? ast.getPointerType(type.getNonReferenceType()) : type,
        loc);
    returnPointer = &pointer;
  } else if (isObject(type)) {
    error(call.loc, "not supported yet: a function that returns an object of "
                    "type '" +
                        nameOf(type) + "' otherwise than at its end");
    return {};
  } else if (!type->isVoidType()) {
    returnPlace = makeVariable(type, 1, false, call.loc);
    if (!returnPlace)
      return {};
  }
  callStack.push_back(callee);
  callSites.push_back(call.loc);
  if (!before || before())
    emitStmt(callee->getBody());
  callStack.pop_back();
  callSites.pop_back();
  loops = std::move(outerLoops);
  if (failed)
    return {};
  return isDirect        ? direct
         : returnPointer ? readPointer(pointer, call.loc)
                         : returnPlace;
}

static std::optional<CombiningKind> combiningKind(StringRef name, Type type,
                                                  bool isSigned) {
  bool isFloat = isa<FloatType>(type);
  if (name.ends_with("add"))
    return CombiningKind::add;
  if (name.ends_with("min"))
    return isFloat    ? CombiningKind::minf
           : isSigned ? CombiningKind::minsi
                      : CombiningKind::minui;
  if (name.ends_with("max"))
    return isFloat    ? CombiningKind::maxf
           : isSigned ? CombiningKind::maxsi
                      : CombiningKind::maxui;
  return std::nullopt;
}

Value Importer::emitShuffle(const clang::CallExpr *call, StringRef name) {
  Location loc = locate(call->getExprLoc());
  clang::Expr::EvalResult known;
  bool isDirect = name == "shuffle" || name == "sub_group_shuffle" ||
                  name == "sub_group_broadcast";
  if (isDirect && call->getArg(1)->EvaluateAsInt(known, ast)) {
    int64_t source = known.Val.getInt().getExtValue();
    if (name != "shuffle")
      source = static_cast<uint32_t>(source);
    if (source < 0 || source >= groupSize()) {
      error(call->getArg(1)->getExprLoc(),
            "shuffle source " + Twine(source) +
                " is outside the work group of " + Twine(groupSize()) +
                " work items");
      return {};
    }
  }
  Value value = emit(call->getArg(0));
  Value source = value ? emit(call->getArg(1)) : Value();
  if (!source)
    return {};
  if (!isDirect) {
    Value self = arith::TruncIOp::create(
        builder, loc, source.getType(),
        WiIndexOp::create(builder, loc, builder.getI64Type()));
    if (name.ends_with("xor"))
      source = arith::XOrIOp::create(builder, loc, self, source);
    else if (name.ends_with("up"))
      source = arith::SubIOp::create(builder, loc, self, source);
    else
      source = arith::AddIOp::create(builder, loc, self, source);
  }
  return WgShuffleOp::create(builder, loc, value, source);
}

/// Allow the mathematical function that computes `value` to be approximate.
static void approximate(Value value) {
  Operation *op = value.getDefiningOp();
  auto lanes = dyn_cast_or_null<InfRegOpInterface>(op);
  auto flags = dyn_cast_or_null<arith::ArithFastMathInterface>(op);
  if (flags && lanes && lanes.getOpClass() == OpClass::libcall)
    op->setAttr(flags.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(),
                                              arith::FastMathFlags::afn));
}

Value Importer::emitVote(const clang::CallExpr *call, bool isAny) {
  Location loc = locate(call->getExprLoc());
  Value condition = emitCondition(call->getArg(0));
  if (!condition)
    return {};
  Value vote = isAny ? AnyOp::create(builder, loc, condition).getResult()
                     : AllOp::create(builder, loc, condition).getResult();
  return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), vote);
}

Value Importer::emitCollective(StringRef name, Value value, bool isSigned,
                               Location loc) {
  std::optional<CombiningKind> kind =
      combiningKind(name, value.getType(), isSigned);
  if (kind && name.starts_with("sub_group_reduce_"))
    return ReduceOp::create(builder, loc, value.getType(), *kind, value,
                            Value(), options.orderedReductions);
  if (kind && name.starts_with("sub_group_scan_"))
    return ScanOp::create(builder, loc, value.getType(), *kind,
                          name.contains("inclusive") ? ScanMode::inclusive
                                                     : ScanMode::exclusive,
                          value, Value(), options.orderedReductions);
  return {};
}

/// Whether `value` is NaN, an i1.
static Value testNaN(OpBuilder &builder, Location loc, Value value) {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, value,
                               value);
}

/// Whether `value` is infinite, an i1.
static Value testInfinite(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<FloatType>(value.getType());
  Value infinity = arith::ConstantOp::create(
      builder, loc,
      builder.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics())));
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                               math::AbsFOp::create(builder, loc, value),
                               infinity);
}

Value Importer::emitBuiltin(const clang::CallExpr *call, StringRef name) {
  Location loc = locate(call->getExprLoc());
  // Functions of work groups are made of those of sub-groups.
  usesSubGroups |= name.contains("sub_group_") && !name.ends_with("barrier") &&
                   llvm::none_of(callStack, [](const clang::FunctionDecl *in) {
                     return in->getName().starts_with("work_group_");
                   });
  if (isIndexFunction(name))
    return emitIndexCall(call, name);
  if (name == "printf") {
    error(call->getExprLoc(), "not supported: printf");
    return {};
  }
  if (name.starts_with("atom"))
    return emitAtomic(call, name);
  if (name.contains("barrier") || name.ends_with("mem_fence"))
    return {}; // lockstep already orders the accesses of a group's work items
  if (name == "shuffle" || name.starts_with("sub_group_shuffle") ||
      name == "sub_group_broadcast")
    return emitShuffle(call, name);
  if (name == "sub_group_any" || name == "sub_group_all")
    return emitVote(call, name.ends_with("any"));
  SmallVector<Value> args;
  for (const clang::Expr *arg : call->arguments()) {
    Value value = emit(arg);
    if (!value)
      return {};
    args.push_back(value);
  }
  Type resultType = convertType(call->getType(), call->getExprLoc());
  if (!resultType || args.empty()) {
    error(call->getExprLoc(), "not supported: function '" + name + "'");
    return {};
  }
  bool isSigned =
      call->getArg(0)->getType()->isSignedIntegerOrEnumerationType();
  if (name.starts_with("sub_group_"))
    if (Value value = emitCollective(name, args[0], isSigned, loc))
      return value;
  if (name == "stage")
    return StageOp::create(builder, loc, args[0], numStaged++);
  if (name.starts_with("as_")) {
    if (args[0].getType() == resultType)
      return args[0];
    return arith::BitcastOp::create(builder, loc, resultType, args[0]);
  }
  if (name == "__ocl_from_half") {
    Value half =
        arith::BitcastOp::create(builder, loc, builder.getF16Type(), args[0]);
    return arith::ExtFOp::create(builder, loc, resultType, half);
  }
  if (name == "__ocl_nearest_half") {
    Value half =
        arith::TruncFOp::create(builder, loc, builder.getF16Type(), args[0]);
    return arith::BitcastOp::create(builder, loc, resultType, half);
  }
  if (name == "isnan" || name == "isinf") {
    auto test = arith::ExtUIOp::create(
        builder, loc, resultType,
        name == "isnan" ? testNaN(builder, loc, args[0])
                        : testInfinite(builder, loc, args[0]));
    calls.insert(test);
    return test;
  }
  if (Value value = emitMath(name, args, isSigned, loc)) {
    calls.insert(value.getDefiningOp());
    if (options.fastMath)
      approximate(value);
    return value;
  }
  error(call->getExprLoc(), "not supported: function '" + name + "'");
  return {};
}
