//===- HostFunctions.cpp - Calls in kernels of C++ ------------------------===//
//
// Functions whose bodies the file has are inlined. The functions below are
// known by their names: those of `pirch::item`, a few of the standard library
// whose bodies say less than their names, and those that Clang has built in,
// which the functions of <cmath> come down to.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

/// Functions that give their argument as it is, of which Clang makes no bodies.
static constexpr StringLiteral kSameObject[] = {
    "std::move",          "std::forward",     "std::as_const",
    "std::addressof",     "std::__addressof", "std::move_if_noexcept",
    "__builtin_addressof"};

std::string Importer::knownName(const clang::FunctionDecl *callee) {
  std::string name = callee->getQualifiedNameAsString();
  StringRef text = name;
  bool isKnown = text.starts_with("pirch::item::") || text == "pirch::stage" ||
                 text == "std::min" || text == "std::max" ||
                 llvm::is_contained(kSameObject, text);
  return isKnown ? name : std::string();
}

//===----------------------------------------------------------------------===//
// Work items
//===----------------------------------------------------------------------===//

Value Importer::emitItemShuffle(const clang::CallExpr *call) {
  Location loc = locate(call->getExprLoc());
  Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
  Value value = emit(call->getArg(0));
  Value source = value ? emit(call->getArg(1)) : Value();
  if (!source)
    return {};
  // The source wraps around, below 0 as well.
  int64_t size = groupSize();
  if (llvm::isPowerOf2_64(size)) {
    source = builder.createOrFold<arith::AndIOp>(
        loc, source, constantOf(i64, size - 1, loc));
  } else {
    Value extent = constantOf(i64, size, loc);
    source = builder.createOrFold<arith::RemSIOp>(loc, source, extent);
    source = builder.createOrFold<arith::AddIOp>(loc, source, extent);
    source = builder.createOrFold<arith::RemSIOp>(loc, source, extent);
  }
  source = builder.createOrFold<arith::TruncIOp>(loc, i32, source);
  if (!value.getType().isInteger(1))
    return WgShuffleOp::create(builder, loc, value, source);
  value = arith::ExtUIOp::create(builder, loc, i32, value);
  return arith::TruncIOp::create(
      builder, loc, builder.getI1Type(),
      WgShuffleOp::create(builder, loc, value, source));
}

Value Importer::emitItemCall(const clang::CallExpr *call, StringRef name) {
  clang::SourceLocation where = call->getExprLoc();
  Location loc = locate(where);
  Type i64 = builder.getI64Type();
  if (name == "barrier")
    return {}; // lockstep already orders the accesses of a group's work items
  if (name == "local")
    return WiIndexOp::create(builder, loc, i64);
  if (name == "group")
    return WgIndexOp::create(builder, loc, i64);
  if (name == "size")
    return constantOf(i64, groupSize(), loc);
  if (name == "global") {
    Value first = arith::MulIOp::create(builder, loc,
                                        WgIndexOp::create(builder, loc, i64),
                                        constantOf(i64, groupSize(), loc));
    return arith::AddIOp::create(builder, loc, first,
                                 WiIndexOp::create(builder, loc, i64));
  }
  if (name == "any" || name == "all") {
    Value condition = emitCondition(call->getArg(0));
    if (!condition)
      return {};
    return name == "any" ? AnyOp::create(builder, loc, condition).getResult()
                         : AllOp::create(builder, loc, condition).getResult();
  }
  if (!call->getType()->isArithmeticType()) {
    error(where, "not supported yet: exchanging values of type '" +
                     nameOf(call->getType()) + "'");
    return {};
  }
  if (name == "shuffle")
    return emitItemShuffle(call);
  Value value = emit(call->getArg(0));
  if (value && !value.getType().isInteger(1))
    if (Value combined = emitCollective(("sub_group_" + name).str(), value,
                                        isSigned(call->getType()), loc))
      return combined;
  if (!failed)
    error(where, "not supported yet: '" + name + "' of values of type '" +
                     nameOf(call->getType()) + "'");
  return {};
}

//===----------------------------------------------------------------------===//
// The standard library
//===----------------------------------------------------------------------===//

/// `std::min` and `std::max` choose as their bodies do, which compare by `<`.
Value Importer::emitLess(const clang::CallExpr *call, StringRef name) {
  clang::SourceLocation where = call->getExprLoc();
  Location loc = locate(where);
  Value a = emitLoaded(call->getArg(0));
  Value b = a ? emitLoaded(call->getArg(1)) : Value();
  if (!b)
    return {};
  bool sign = isSigned(call->getType());
  Value second = name == "std::min" ? compare(clang::BO_LT, b, a, sign, loc)
                                    : compare(clang::BO_LT, a, b, sign, loc);
  return arith::SelectOp::create(builder, loc, second, b, a);
}

/// The name of OpenCL C for a function that Clang has built in.
static std::string builtinName(const clang::CallExpr *call,
                               const clang::ASTContext &ast) {
  unsigned id = call->getBuiltinCallee();
  std::string text = id ? ast.BuiltinInfo.getName(id) : std::string();
  StringRef name = text;
  name.consume_front("__builtin_");
  if (call->getType()->isFloatingType() &&
      ast.getTypeSize(call->getType()) == 32)
    name.consume_back("f");
  if (name == "labs" || name == "llabs")
    return "abs";
  if (name == "nearbyint")
    return "rint";
  return name.str();
}

Value Importer::emitLibraryCall(const clang::CallExpr *call) {
  clang::SourceLocation where = call->getExprLoc();
  Location loc = locate(where);
  std::string name = builtinName(call, ast);
  if (name == "expect")
    return emit(call->getArg(0));
  if (name == "unreachable" || name == "assume")
    return {};
  SmallVector<Value> args;
  for (const clang::Expr *arg : call->arguments()) {
    if (name.empty() || !arg->getType()->isArithmeticType())
      break;
    if (Value value = emit(arg))
      args.push_back(value);
    if (failed)
      return {};
  }
  Type type = call->getType()->isArithmeticType()
                  ? convertType(call->getType(), where)
                  : Type();
  bool isSame = type && args.size() == call->getNumArgs() && !args.empty() &&
                llvm::all_of(args, [&](Value arg) {
                  return arg.getType() == args.front().getType();
                });
  if (isSame && (name == "isnan" || name == "isinf")) {
    Value zero = constantOf(args[0].getType(), 0, loc);
    // x - x is 0 unless x is infinite or NaN.
    Value test = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                       args[0], args[0]);
    if (name == "isinf") {
      Value rest = arith::SubFOp::create(builder, loc, args[0], args[0]);
      Value isOdd = arith::CmpFOp::create(
          builder, loc, arith::CmpFPredicate::UNE, rest, zero);
      test = arith::XOrIOp::create(builder, loc, isOdd, test);
    }
    return convertTruth(test, call->getType(), loc);
  }
  if (isSame && type == args.front().getType())
    if (Value value =
            emitMath(name, args, isSigned(call->getArg(0)->getType()), loc)) {
      calls.insert(value.getDefiningOp());
      return value;
    }
  const clang::FunctionDecl *callee = call->getDirectCallee();
  error(where, "not supported: function '" + callee->getNameAsString() +
                   "', which this file does not define");
  return {};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value Importer::emitHostCall(const clang::CallExpr *call) {
  clang::SourceLocation where = call->getExprLoc();
  llvm::APFloat constant(0.0);
  if (call->getBuiltinCallee() && call->getType()->isFloatingType() &&
      call->EvaluateAsFloat(constant, ast, clang::Expr::SE_NoSideEffects)) {
    Type type = convertType(call->getType(), where);
    return type
               ? arith::ConstantOp::create(builder, locate(where),
                                           builder.getFloatAttr(type, constant))
                     .getResult()
               : Value();
  }
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee) {
    if (!isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
      error(where, "not supported: calling through a pointer");
    return {};
  }
  std::string known = knownName(callee);
  StringRef name = known;
  if (name.consume_front("pirch::item::"))
    return emitItemCall(call, name);
  if (name == "pirch::stage") {
    Value value = emit(call->getArg(0));
    return value ? StageOp::create(builder, locate(where), value, numStaged++)
                       .getResult()
                 : Value();
  }
  if (const clang::FunctionDecl *definition = definitionOf(call)) {
    Place result = emitInlined(call, definition);
    return result && !call->getType()->isVoidType()
               ? loadScalar(result, call->getType(), where)
               : Value();
  }
  return emitLibraryCall(call);
}

Place Importer::emitPlaceCall(const clang::CallExpr *call) {
  clang::SourceLocation where = call->getExprLoc();
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee) {
    error(where, "not supported: calling through a pointer");
    return {};
  }
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->isDefaulted() &&
      isa<clang::CXXOperatorCallExpr>(call) &&
      (method->isCopyAssignmentOperator() ||
       method->isMoveAssignmentOperator())) {
    clang::QualType type = call->getArg(0)->getType();
    if (isObject(type)) {
      error(where, "not supported yet: assigning an object of type '" +
                       nameOf(type) + "'");
      return {};
    }
    Values values;
    if (!emitValues(call->getArg(1), values))
      return {};
    Place place = emitPlace(call->getArg(0));
    return place && storeValues(values, place, type, where) ? place : Place();
  }
  std::string name = knownName(callee);
  if ((name == "std::min" || name == "std::max") && call->getNumArgs() == 2 &&
      call->getType()->isArithmeticType()) {
    Value value = emitLess(call, name);
    Place place = value ? makeVariable(call->getType().getUnqualifiedType(), 1,
                                       false, where)
                        : Place();
    return place && storeScalar(value, place, call->getType(), where) ? place
                                                                      : Place();
  }
  if (llvm::is_contained(kSameObject, name) && call->getNumArgs() == 1)
    return emitPlace(call->getArg(0));
  if (const clang::FunctionDecl *definition = definitionOf(call))
    return emitInlined(call, definition);
  error(where, "not supported: function '" + callee->getNameAsString() +
                   "', which this file does not define");
  return {};
}
