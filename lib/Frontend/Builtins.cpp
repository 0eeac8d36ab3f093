//===- Builtins.cpp - Calls -----------------------------------------------===//

#include "Importer.h"
#include "Prelude.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pirch;

Value Importer::emitCall(const clang::CallExpr *call) {
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
/// name the caller's memory.
bool Importer::bindArguments(const clang::CallExpr *call,
                             const clang::FunctionDecl *callee) {
  findAssigned(callee->getBody());
  for (auto [param, argument] :
       llvm::zip(callee->parameters(), call->arguments())) {
    clang::SourceLocation loc = argument->getExprLoc();
    places.erase(param);
    pointers.erase(param);
    if (param->getType()->isPointerType()) {
      Place place = emitPointer(argument);
      if (!place)
        return false;
      if (!assigned.contains(param)) {
        places[param] = place;
        continue;
      }
      declarePointer(param, locate(loc));
      if (!assignPointer(param, place, loc))
        return false;
      continue;
    }
    Values values;
    if (!emitValues(argument, values))
      return false;
    Place place = makeVariable(param->getType(), 1, false, loc, param);
    if (!place || !storeValues(values, place, param->getType(), loc))
      return false;
    places[param] = place;
  }
  return !failed;
}

Importer::Place Importer::emitInlined(const clang::CallExpr *call,
                                      const clang::FunctionDecl *callee) {
  Location loc = locate(call->getExprLoc());
  if (llvm::is_contained(callStack, callee)) {
    error(call->getExprLoc(),
          "not supported: recursion (function '" + callee->getName() + "')");
    return {};
  }
  if (!callee->hasPrototype()) {
    error(callee->getLocation(), "not supported: function '" +
                                     callee->getName() +
                                     "' without a prototype");
    return {};
  }
  if (!checkAttributes(callee) || !checkNesting(callee))
    return {};
  constexpr size_t kMaxCalls = 64;
  if (callStack.size() > kMaxCalls) {
    error(call->getExprLoc(), "not supported: more than " + Twine(kMaxCalls) +
                                  " calls within each other");
    return {};
  }
  if (!bindArguments(call, callee))
    return {};
  Value outerFlag = returnFlag;
  Place outerPlace = returnPlace;
  MovingPointer *outerPointer = returnPointer, pointer;
  SmallVector<Jumps> outerLoops = std::move(loops);
  loops.clear();
  returnFlag = makeFlag(loc);
  returnPlace = {};
  returnPointer = nullptr;
  if (callee->getReturnType()->isPointerType()) {
    pointer = makePointer(callee->getName(), callee->getReturnType(), loc);
    returnPointer = &pointer;
  } else if (!callee->getReturnType()->isVoidType()) {
    returnPlace =
        makeVariable(callee->getReturnType(), 1, false, call->getExprLoc());
    if (!returnPlace)
      return {};
  }
  callStack.push_back(callee);
  emitStmt(callee->getBody());
  callStack.pop_back();
  Place result =
      returnPointer && !failed ? readPointer(pointer, loc) : returnPlace;
  returnFlag = outerFlag;
  returnPlace = outerPlace;
  returnPointer = outerPointer;
  loops = std::move(outerLoops);
  return failed ? Place() : result;
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
  if (name == "isnan" || name == "isinf")
    return arith::ExtUIOp::create(builder, loc, resultType,
                                  name == "isnan"
                                      ? testNaN(builder, loc, args[0])
                                      : testInfinite(builder, loc, args[0]));
  if (Value value = emitMath(name, args, isSigned, loc)) {
    if (options.fastMath)
      approximate(value);
    return value;
  }
  error(call->getExprLoc(), "not supported: function '" + name + "'");
  return {};
}

template <typename OpT> static Value unary(OpBuilder &b, Location l, Value x) {
  return OpT::create(b, l, x);
}

/// The operation for a function `name` of one floating-point value; null where
/// no single operation computes it.
static Value emitUnaryMath(OpBuilder &builder, Location loc, StringRef name,
                           Value x) {
  using Maker = Value (*)(OpBuilder &, Location, Value);
  Maker maker = llvm::StringSwitch<Maker>(name)
                    .Cases({"sqrt", "native_sqrt"}, unary<math::SqrtOp>)
                    .Case("fabs", unary<math::AbsFOp>)
                    .Case("exp", unary<math::ExpOp>)
                    .Case("exp2", unary<math::Exp2Op>)
                    .Case("expm1", unary<math::ExpM1Op>)
                    .Case("log", unary<math::LogOp>)
                    .Case("log2", unary<math::Log2Op>)
                    .Case("log10", unary<math::Log10Op>)
                    .Case("log1p", unary<math::Log1pOp>)
                    .Case("sin", unary<math::SinOp>)
                    .Case("cos", unary<math::CosOp>)
                    .Case("tan", unary<math::TanOp>)
                    .Case("tanh", unary<math::TanhOp>)
                    .Case("sinh", unary<math::SinhOp>)
                    .Case("cosh", unary<math::CoshOp>)
                    .Case("asin", unary<math::AsinOp>)
                    .Case("acos", unary<math::AcosOp>)
                    .Case("atan", unary<math::AtanOp>)
                    .Case("cbrt", unary<math::CbrtOp>)
                    .Case("erf", unary<math::ErfOp>)
                    .Case("floor", unary<math::FloorOp>)
                    .Case("ceil", unary<math::CeilOp>)
                    .Case("round", unary<math::RoundOp>)
                    .Case("trunc", unary<math::TruncOp>)
                    .Case("rint", unary<math::RoundEvenOp>)
                    .Default(nullptr);
  return maker ? maker(builder, loc, x) : Value();
}

Value Importer::emitMath(StringRef name, ArrayRef<Value> args, bool isSigned,
                         Location loc) {
  Type type = args[0].getType();
  bool isFloat = isa<FloatType>(type);
  auto least = [&](Value a, Value b) -> Value {
    return isFloat    ? arith::MinNumFOp::create(builder, loc, a, b).getResult()
           : isSigned ? arith::MinSIOp::create(builder, loc, a, b).getResult()
                      : arith::MinUIOp::create(builder, loc, a, b).getResult();
  };
  auto greatest = [&](Value a, Value b) -> Value {
    return isFloat    ? arith::MaxNumFOp::create(builder, loc, a, b).getResult()
           : isSigned ? arith::MaxSIOp::create(builder, loc, a, b).getResult()
                      : arith::MaxUIOp::create(builder, loc, a, b).getResult();
  };
  if (name == "abs")
    return isFloat    ? math::AbsFOp::create(builder, loc, args[0]).getResult()
           : isSigned ? math::AbsIOp::create(builder, loc, args[0]).getResult()
                      : args[0];
  if (name == "min" || name == "fmin")
    return least(args[0], args[1]);
  if (name == "max" || name == "fmax")
    return greatest(args[0], args[1]);
  if (name == "clamp")
    return least(greatest(args[0], args[1]), args[2]);
  if (!isFloat) {
    if (name == "popcount")
      return math::CtPopOp::create(builder, loc, args[0]);
    if (name == "clz")
      return math::CountLeadingZerosOp::create(builder, loc, args[0]);
    if (name == "mul_hi")
      return isSigned ? arith::MulSIExtendedOp::create(builder, loc, args[0],
                                                       args[1])
                            .getHigh()
                      : arith::MulUIExtendedOp::create(builder, loc, args[0],
                                                       args[1])
                            .getHigh();
    if (name == "rotate") {
      int64_t width = type.getIntOrFloatBitWidth();
      Value mask = constantOf(type, width - 1, loc);
      Value left = arith::AndIOp::create(builder, loc, args[1], mask);
      Value back = arith::SubIOp::create(builder, loc, constantOf(type, 0, loc),
                                         args[1]);
      Value right = arith::AndIOp::create(builder, loc, back, mask);
      return arith::OrIOp::create(
          builder, loc, arith::ShLIOp::create(builder, loc, args[0], left),
          arith::ShRUIOp::create(builder, loc, args[0], right));
    }
    return {};
  }
  Value one = constantOf(type, 1, loc);
  if (name == "rcp" || name == "native_recip")
    return arith::DivFOp::create(builder, loc, one, args[0]);
  if (name == "rsqrt")
    return arith::DivFOp::create(builder, loc, one,
                                 math::SqrtOp::create(builder, loc, args[0]));
  if (name == "fma" || name == "mad")
    return math::FmaOp::create(builder, loc, args[0], args[1], args[2]);
  if (name == "pow")
    return math::PowFOp::create(builder, loc, args[0], args[1]);
  if (name == "atan2")
    return math::Atan2Op::create(builder, loc, args[0], args[1]);
  if (name == "copysign")
    return math::CopySignOp::create(builder, loc, args[0], args[1]);
  return emitUnaryMath(builder, loc, name, args[0]);
}
