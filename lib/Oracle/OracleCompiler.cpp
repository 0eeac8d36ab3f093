//===- OracleCompiler.cpp - A kernel's source through Clang ---------------===//

#include "OracleCompiler.h"
#include "OraclePrelude.h"
#include "Pirch/Support/RunClang.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static bool isKernel(const clang::FunctionDecl &function) {
  if (!function.isThisDeclarationADefinition())
    return false;
  for (const auto *attr : function.specific_attrs<clang::AnnotateAttr>())
    if (attr->getAnnotation() == kOracleKernelMark)
      return true;
  return false;
}

/// Add to `scalars` the types of the scalars that `type` consists of.
static void collectScalars(clang::QualType type, const clang::ASTContext &ast,
                           llvm::SmallVectorImpl<clang::QualType> &scalars) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *array = ast.getAsArrayType(type))
    return collectScalars(array->getElementType(), ast, scalars);
  if (const auto *vector = type->getAs<clang::VectorType>())
    return collectScalars(vector->getElementType(), ast, scalars);
  if (const auto *record = type->getAsRecordDecl()) {
    for (const clang::FieldDecl *field : record->fields())
      collectScalars(field->getType(), ast, scalars);
    return;
  }
  scalars.push_back(type);
}

/// The scalar type in whose size a buffer of `type` is counted: the narrowest
/// of those that `type` consists of.
static clang::QualType countedType(clang::QualType type,
                                   const clang::ASTContext &ast) {
  llvm::SmallVector<clang::QualType> scalars;
  collectScalars(type, ast, scalars);
  clang::QualType least = scalars.empty() ? type : scalars.front();
  for (clang::QualType scalar : scalars)
    if (ast.getTypeSize(scalar) < ast.getTypeSize(least))
      least = scalar;
  return least;
}

/// Whether a value of `type` is passed to a kernel by its address.
static bool isAggregate(clang::QualType type) {
  return type->isVectorType() || type->isRecordType();
}

static Oracle::Param describe(const clang::ParmVarDecl &decl,
                              const clang::ASTContext &ast) {
  Oracle::Param param;
  clang::QualType type = decl.getType().getCanonicalType();
  param.name = decl.getNameAsString();
  param.type = type.getAsString();
  param.isByValue = isAggregate(type);
  param.isPointer = type->isPointerType() || param.isByValue;
  clang::QualType element =
      type->isPointerType() ? type->getPointeeType() : type;
  if (!element->isVoidType() && !element->isIncompleteType()) {
    element = countedType(element, ast);
    param.elementBits = ast.getTypeSize(element);
  }
  param.isFloat = element->isFloatingType();
  param.isUnsigned = element->isUnsignedIntegerType();
  return param;
}

static bool isLocalParameter(const clang::ParmVarDecl &param) {
  if (param.getType()->isPointerType())
    for (const auto *attr : param.specific_attrs<clang::AnnotateAttr>())
      if (attr->getAnnotation() == kOracleLocalMark)
        return true;
  return false;
}

/// The function by which the oracle calls `kernel`: it takes the vectors and
/// structures among the parameters by their addresses.
static clang::FunctionDecl *makeEntry(clang::FunctionDecl &kernel) {
  clang::ASTContext &ast = kernel.getASTContext();
  const clang::SourceLocation none;
  const clang::FPOptionsOverride options;
  llvm::SmallVector<clang::QualType> types;
  for (const clang::ParmVarDecl *param : kernel.parameters())
    types.push_back(isAggregate(param->getType())
                        ? ast.getPointerType(param->getType())
                        : param->getType().getUnqualifiedType());
  clang::QualType type = ast.getFunctionType(
      ast.VoidTy, types, clang::FunctionProtoType::ExtProtoInfo());
  auto *entry = clang::FunctionDecl::Create(
      ast, kernel.getDeclContext(), none, none,
      &ast.Idents.get(("__oracle_entry_" + kernel.getName()).str()), type,
      ast.getTrivialTypeSourceInfo(type), clang::SC_None);
  auto cast = [&](clang::CastKind kind, clang::Expr *expr,
                  clang::QualType to) -> clang::Expr * {
    return clang::ImplicitCastExpr::Create(ast, to, kind, expr, nullptr,
                                           clang::VK_PRValue, options);
  };
  auto refer = [&](clang::ValueDecl *decl) -> clang::Expr * {
    return clang::DeclRefExpr::Create(ast, clang::NestedNameSpecifierLoc(),
                                      none, decl, false, none, decl->getType(),
                                      clang::VK_LValue);
  };
  llvm::SmallVector<clang::ParmVarDecl *> params;
  llvm::SmallVector<clang::Expr *> args;
  for (auto [param, own] : llvm::zip(kernel.parameters(), types)) {
    params.push_back(clang::ParmVarDecl::Create(
        ast, entry, none, none, param->getIdentifier(), own,
        ast.getTrivialTypeSourceInfo(own), clang::SC_None, nullptr));
    clang::Expr *value =
        cast(clang::CK_LValueToRValue, refer(params.back()), own);
    if (isAggregate(param->getType())) {
      clang::QualType pointee = param->getType();
      value = clang::UnaryOperator::Create(ast, value, clang::UO_Deref, pointee,
                                           clang::VK_LValue, clang::OK_Ordinary,
                                           none, false, options);
      value =
          cast(clang::CK_LValueToRValue, value, pointee.getUnqualifiedType());
    }
    args.push_back(value);
  }
  entry->setParams(params);
  clang::Expr *callee = cast(clang::CK_FunctionToPointerDecay, refer(&kernel),
                             ast.getPointerType(kernel.getType()));
  entry->setBody(clang::CompoundStmt::Create(
      ast,
      {clang::CallExpr::Create(ast, callee, args, ast.VoidTy, clang::VK_PRValue,
                               none, options)},
      clang::FPOptionsOverride(), none, none));
  return entry;
}

namespace {
/// A `__local` pointer parameter of a kernel.
struct LocalParameter {
  std::string symbol;
  unsigned index;
  int64_t bytes;
};

/// Notes the kernels that Clang parses, and renames the functions and variables
/// that the source defines.
class KernelFinder : public clang::ASTConsumer {
public:
  KernelFinder(const SourceOptions &options,
               std::vector<Oracle::Kernel> &kernels,
               std::vector<LocalParameter> &locals,
               clang::ASTConsumer &generator)
      : options(options), kernels(kernels), locals(locals),
        generator(generator) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group) {
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
        if (isKernel(*function)) {
          note(*function);
          addEntry(*function);
        }
      rename(*decl);
    }
    return true;
  }

private:
  static void rename(clang::Decl &decl) {
    clang::ASTContext &ast = decl.getASTContext();
    const clang::SourceManager &sources = ast.getSourceManager();
    auto *named = llvm::dyn_cast<clang::NamedDecl>(&decl);
    bool isOfPrelude =
        sources.getFilename(sources.getExpansionLoc(decl.getLocation())) ==
        kOraclePreludeName;
    if (named && !isOfPrelude && named->getIdentifier() &&
        llvm::isa<clang::FunctionDecl, clang::VarDecl>(decl) &&
        !decl.hasAttr<clang::AsmLabelAttr>())
      decl.addAttr(clang::AsmLabelAttr::CreateImplicit(
          ast, oracleSymbol(named->getName())));
  }

  /// Where a kernel has vectors or structures as parameters, let another
  /// function have the kernel's symbol, which calls it.
  void addEntry(clang::FunctionDecl &kernel) {
    if (llvm::none_of(kernel.parameters(), [](const clang::ParmVarDecl *param) {
          return isAggregate(param->getType());
        }))
      return;
    clang::ASTContext &ast = kernel.getASTContext();
    clang::FunctionDecl *entry = makeEntry(kernel);
    entry->addAttr(clang::AsmLabelAttr::CreateImplicit(
        ast, oracleSymbol(kernel.getName())));
    kernel.addAttr(clang::AsmLabelAttr::CreateImplicit(
        ast, oracleSymbol(kernel.getName()) + ".values"));
    generator.HandleTopLevelDecl(clang::DeclGroupRef(entry));
  }

  void note(const clang::FunctionDecl &function) {
    Oracle::Kernel kernel;
    kernel.name = function.getNameAsString();
    for (const clang::ParmVarDecl *param : function.parameters())
      if (isLocalParameter(*param))
        noteLocal(function, *param);
      else
        kernel.params.push_back(describe(*param, function.getASTContext()));
    kernels.push_back(std::move(kernel));
  }

  /// Note a parameter that is memory of the group, for Lockstep.cpp.
  void noteLocal(const clang::FunctionDecl &function,
                 const clang::ParmVarDecl &param) {
    auto bytes = options.localBytes.find(param.getNameAsString());
    locals.push_back({oracleSymbol(function.getName()),
                      param.getFunctionScopeIndex(),
                      bytes == options.localBytes.end() ? 0 : bytes->second});
  }

  const SourceOptions &options;
  std::vector<Oracle::Kernel> &kernels;
  std::vector<LocalParameter> &locals;
  clang::ASTConsumer &generator;
};

class OracleAction : public clang::EmitLLVMOnlyAction {
public:
  OracleAction(llvm::LLVMContext &context, const SourceOptions &options,
               std::vector<Oracle::Kernel> &kernels,
               std::vector<LocalParameter> &locals)
      : EmitLLVMOnlyAction(&context), options(options), kernels(kernels),
        locals(locals) {}

private:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override {
    kernels.clear();
    locals.clear();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    auto generator = EmitLLVMOnlyAction::CreateASTConsumer(compiler, file);
    consumers.push_back(
        std::make_unique<KernelFinder>(options, kernels, locals, *generator));
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  const SourceOptions &options;
  std::vector<Oracle::Kernel> &kernels;
  std::vector<LocalParameter> &locals;
};
} // namespace

//===----------------------------------------------------------------------===//
// Clang
//===----------------------------------------------------------------------===//

/// Replace `fmuladd` by `fma`. Clang emits `fmuladd` for the products that may
/// be fused, and LLVM would not fuse those that it finds constant; all must be.
static void pinContraction(llvm::Module &module) {
  llvm::SmallVector<llvm::IntrinsicInst *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
          call && call->getIntrinsicID() == llvm::Intrinsic::fmuladd)
        calls.push_back(call);
  for (llvm::IntrinsicInst *call : calls) {
    if (!call->getType()->getScalarType()->isHalfTy()) {
      call->setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(
          &module, llvm::Intrinsic::fma, {call->getType()}));
      continue;
    }
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(builder.CreateFAdd(
        builder.CreateFMul(call->getArgOperand(0), call->getArgOperand(1)),
        call->getArgOperand(2)));
    call->eraseFromParent();
  }
}

/// Multiply by reciprocals where the source permits it, as the compiler does.
static void pinReciprocals(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (inst.getOpcode() != llvm::Instruction::FDiv ||
          !inst.hasAllowReciprocal() ||
          inst.getType()->getScalarType()->isHalfTy())
        continue;
      llvm::IRBuilder<> builder(&inst);
      llvm::Value *reciprocal = builder.CreateFDiv(
          llvm::ConstantFP::get(inst.getType(), 1), inst.getOperand(1));
      inst.replaceAllUsesWith(
          builder.CreateFMul(inst.getOperand(0), reciprocal));
      inst.eraseFromParent();
    }
}

/// Drop the permissions that pragmas give, such as that to reassociate: the
/// oracle's results are those of the source as it stands.
static void dropPermissions(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (llvm::isa<llvm::FPMathOperator>(inst))
        inst.copyFastMathFlags(llvm::FastMathFlags());
}

/// Keep LLVM from folding calls of mathematical functions whose arguments are
/// constant, which it does in double precision with other functions.
static void keepLibraryCalls(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
          call && call->getType()->isFloatingPointTy() &&
          call->getCalledFunction() &&
          call->getCalledFunction()->isDeclaration())
        call->addFnAttr(llvm::Attribute::NoBuiltin);
}

std::unique_ptr<llvm::Module> pirch::compileOracleSource(
    llvm::StringRef source, llvm::StringRef fileName,
    const SourceOptions &options, llvm::LLVMContext &context,
    std::vector<Oracle::Kernel> &kernels, llvm::raw_ostream &diag) {
  const Extents &shape = options.wgShape;
  ClangSource clangSource;
  clangSource.text = source;
  clangSource.fileName = fileName;
  clangSource.prelude = &getOraclePrelude();
  clangSource.wgSize = productOf(shape);
  auto set = [&](const llvm::Twine &name, int64_t value) {
    clangSource.settings.push_back((name + "=" + llvm::Twine(value)).str());
  };
  for (size_t dim = 0; dim < 3; ++dim)
    set("__ORACLE_SIZE" + llvm::Twine(dim),
        dim < shape.size() ? shape[dim] : 1);
  set("__ORACLE_DIMS", shape.size());
  set("__ORACLE_FAST_MATH", options.fastMath);
  set("__ORACLE_ORDERED", options.orderedReductions);
  clangSource.defines = options.defines;
  clangSource.includeDirs = options.includeDirs;
  clangSource.fpContract = options.fpContract;
  clangSource.reciprocals = options.fastMath;
  std::vector<LocalParameter> locals;
  auto emit = std::make_unique<OracleAction>(context, options, kernels, locals);
  OracleAction &emitted = *emit;
  KernelAction action(std::move(emit));
  if (!runClang(clangSource,
                {"-triple", llvm::sys::getProcessTriple(), "-O1",
                 "-disable-llvm-passes", "-w", "-fwrapv", "-relaxed-aliasing",
                 "-fgnu89-inline", "-cl-fp32-correctly-rounded-divide-sqrt",
                 "-fbracket-depth", "1024", "-ftrivial-auto-var-init=zero"},
                action, diag))
    return nullptr;
  std::unique_ptr<llvm::Module> module = emitted.takeModule();
  for (const LocalParameter &local : locals)
    if (llvm::Function *kernel = module->getFunction(local.symbol))
      kernel->addFnAttr(kLocalParameterPrefix.str() +
                            std::to_string(local.index),
                        std::to_string(local.bytes));
  pinContraction(*module);
  pinReciprocals(*module);
  dropPermissions(*module);
  keepLibraryCalls(*module);
  return module;
}
