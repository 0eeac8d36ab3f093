//===- RunClang.cpp - Kernel sources through Clang's parser ---------------===//

#include "Pirch/Support/RunClang.h"
#include "ArrayParameters.h"
#include "OpenCLMacros.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/thread.h"

using namespace pirch;

//===----------------------------------------------------------------------===//
// Rules in which OpenCL C differs from C
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites what has been parsed so that C's rules give OpenCL C's results.
class OpenCLRules : public clang::RecursiveASTVisitor<OpenCLRules> {
public:
  explicit OpenCLRules(clang::ASTContext &ast) : ast(ast) {}

  bool shouldTraversePostOrder() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    contractWithinExpression(*op);
    if (op->isShiftOp() || op->isShiftAssignOp())
      wrapShiftCount(*op);
    return true;
  }

  /// Clang has computed the value of a constant expression and kept it beside
  /// the expression: compute it again where the expression changed.
  bool TraverseConstantExpr(clang::ConstantExpr *expr,
                            DataRecursionQueue * = nullptr) {
    int64_t before = changes;
    bool goOn = TraverseStmt(expr->getSubExpr());
    clang::Expr::EvalResult known;
    if (changes != before && expr->hasAPValueResult() &&
        expr->getSubExpr()->EvaluateAsInt(
            known, ast, clang::Expr::SE_AllowUndefinedBehavior))
      expr->SetResult(known.Val, ast);
    return goOn;
  }

  /// Likewise make Clang compute the value of a variable again where its
  /// initializer changed.
  bool TraverseVarDecl(clang::VarDecl *variable) {
    int64_t before = changes;
    bool goOn = RecursiveASTVisitor::TraverseVarDecl(variable);
    if (changes != before)
      variable->setInit(variable->getInit());
    return goOn;
  }

  /// Compute the values of enumerators again where an initializer changed,
  /// those after it included: an enumerator without an initializer is one more
  /// than the one before it.
  void renewEnumerators(clang::EnumDecl &declaration) {
    int64_t before = changes;
    std::optional<llvm::APSInt> previous;
    for (clang::EnumConstantDecl *constant : declaration.enumerators()) {
      clang::Expr *init = constant->getInitExpr();
      TraverseStmt(init);
      llvm::APSInt value = constant->getInitVal();
      clang::Expr::EvalResult known;
      if (changes != before && init) {
        auto *kept =
            llvm::dyn_cast<clang::ConstantExpr>(init->IgnoreImpCasts());
        if (kept && kept->getSubExpr()->EvaluateAsInt(
                        known, ast, clang::Expr::SE_AllowUndefinedBehavior))
          kept->SetResult(known.Val, ast);
        if (init->EvaluateAsInt(known, ast,
                                clang::Expr::SE_AllowUndefinedBehavior))
          value = known.Val.getInt().extOrTrunc(value.getBitWidth());
      } else if (changes != before && previous) {
        value = previous->extOrTrunc(value.getBitWidth());
        ++value;
      }
      value.setIsSigned(constant->getInitVal().isSigned());
      constant->setInitVal(ast, value);
      previous = value;
    }
  }

private:
  void wrapShiftCount(clang::BinaryOperator &op) {
    clang::Expr *count = op.getRHS();
    clang::QualType shifted = op.getLHS()->getType();
    if (auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(&op))
      shifted = compound->getComputationLHSType();
    clang::Expr::EvalResult known;
    if (!shifted->isIntegralOrEnumerationType() ||
        !count->getType()->isIntegerType() ||
        !count->EvaluateAsInt(known, ast,
                              clang::Expr::SE_AllowUndefinedBehavior))
      return;
    llvm::APSInt value = known.Val.getInt();
    llvm::APInt wrapped =
        value & llvm::APInt(value.getBitWidth(), ast.getIntWidth(shifted) - 1);
    if (wrapped == value)
      return;
    op.setRHS(clang::IntegerLiteral::Create(ast, wrapped, count->getType(),
                                            count->getExprLoc()));
    ++changes;
  }

  static void contractWithinExpression(clang::BinaryOperator &op) {
    if (!op.hasStoredFPFeatures())
      return;
    clang::FPOptionsOverride features = op.getStoredFPFeatures();
    if (!features.hasFPContractModeOverride() ||
        features.getFPContractModeOverride() != clang::LangOptions::FPM_Fast)
      return;
    features.setFPContractModeOverride(clang::LangOptions::FPM_On);
    op.setStoredFPFeatures(features);
  }

  clang::ASTContext &ast;
  int64_t changes = 0;
};

class RulesConsumer : public clang::SemaConsumer {
public:
  explicit RulesConsumer(bool &isParsed) : isParsed(isParsed) {}
  void InitializeSema(clang::Sema &sema) override {
    // Functions take and return numbers of 16 bits, with or without a pragma.
    sema.getOpenCLOptions().enable("cl_khr_fp16");
  }
  void Initialize(clang::ASTContext &context) override { ast = &context; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group) {
      // What is wrong may have no type.
      if (!ast->getDiagnostics().hasErrorOccurred())
        OpenCLRules(*ast).TraverseDecl(decl);
      // After an error too, which other ones that are none would follow.
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          function && !function->isInvalidDecl())
        acceptAnyPointerForArrays(*function);
    }
    return true;
  }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    if (auto *declaration = llvm::dyn_cast<clang::EnumDecl>(tag))
      OpenCLRules(*ast).renewEnumerators(*declaration);
  }
  void HandleTranslationUnit(clang::ASTContext &context) override {
    isParsed = !context.getDiagnostics().hasErrorOccurred();
  }

private:
  bool &isParsed;
  clang::ASTContext *ast = nullptr;
};
} // namespace

std::unique_ptr<clang::ASTConsumer>
KernelAction::CreateASTConsumer(clang::CompilerInstance &compiler,
                                llvm::StringRef file) {
  std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
  consumers.push_back(std::make_unique<RulesConsumer>(parsed));
  consumers.push_back(WrapperFrontendAction::CreateASTConsumer(compiler, file));
  return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}

//===----------------------------------------------------------------------===//
// Pragmas and limits
//===----------------------------------------------------------------------===//

namespace {
/// Hands `#pragma OPENCL FP_CONTRACT` to the parser as the token that it gets
/// for
/// `#pragma STDC FP_CONTRACT`.
class ContractPragma : public clang::PragmaHandler {
public:
  ContractPragma() : PragmaHandler("FP_CONTRACT") {}
  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer,
                    clang::Token &name) override {
    clang::tok::OnOffSwitch state;
    if (preprocessor.LexOnOffSwitch(state))
      return;
    auto tokens = std::make_unique<clang::Token[]>(1);
    tokens[0].startToken();
    tokens[0].setKind(clang::tok::annot_pragma_fp_contract);
    tokens[0].setLocation(name.getLocation());
    tokens[0].setAnnotationEndLoc(name.getLocation());
    tokens[0].setAnnotationValue(
        reinterpret_cast<void *>(static_cast<uintptr_t>(state)));
    preprocessor.EnterTokenStream(std::move(tokens), 1,
                                  /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/false);
  }
};

/// Warns of `#pragma OPENCL EXTENSION` for an extension that is not supported.
/// Those that are supported are always enabled.
class ExtensionPragma : public clang::PragmaHandler {
public:
  ExtensionPragma() : PragmaHandler("EXTENSION") {}
  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer,
                    clang::Token &token) override {
    preprocessor.LexUnexpandedToken(token);
    const clang::IdentifierInfo *name = token.getIdentifierInfo();
    // AMD's name of cl_khr_fp64 is accepted as well, though no macro has it.
    bool isKnown = name && (name->isStr("all") || name->isStr("cl_amd_fp64") ||
                            llvm::is_contained(kExtensions, name->getName()));
    clang::DiagnosticsEngine &diags = preprocessor.getDiagnostics();
    if (!isKnown)
      diags.Report(token.getLocation(),
                   diags.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                         "extension '%0' is not supported"))
          << (name ? name->getName() : llvm::StringRef("?"));
  }
};
} // namespace

/// The most tokens of a source after macro expansion. That is more than people
/// write, and takes Clang a second to parse.
static constexpr int64_t kMaxTokens = 1 << 20;

namespace {
/// Counts the tokens that a preprocessor makes, those that arguments of macros
/// expand to and those in directives included. An expanded macro counts as one
/// more, as it may expand to nothing; a file that is entered counts as 64, as
/// it takes longer than a token. Stops the preprocessor at `kMaxTokens`.
class TokenMeter {
public:
  explicit TokenMeter(clang::Preprocessor &preprocessor)
      : preprocessor(preprocessor) {}

  void count(clang::SourceLocation location, int64_t tokens) {
    bool wasOver = isOver();
    total += tokens;
    if (isOver() && !wasOver)
      stop(location);
  }

  void watch(const clang::Token &token) {
    count(token.getLocation(), 1);
    if (!isOver() || token.is(clang::tok::eod) || isInDirective())
      return;
    auto &end = const_cast<clang::Token &>(token);
    clang::SourceLocation where = token.getLocation();
    end.startToken();
    end.setKind(clang::tok::eof);
    end.setLocation(where);
  }

private:
  /// Reads a protected member of Clang's lexers, which classes derived from
  /// them may access.
  struct Lexer : clang::PreprocessorLexer {
    static bool isInDirective(const clang::PreprocessorLexer &lexer) {
      return lexer.*(&Lexer::ParsingPreprocessorDirective);
    }
  };

  bool isOver() const { return total > kMaxTokens; }

  /// Directives end with their line, not with the file.
  bool isInDirective() const {
    const clang::PreprocessorLexer *file = preprocessor.getCurrentFileLexer();
    return file && Lexer::isInDirective(*file);
  }

  /// Report an error and undefine all macros, so that parsing soon ends.
  void stop(clang::SourceLocation location) {
    clang::DiagnosticsEngine &diags = preprocessor.getDiagnostics();
    diags.Report(
        preprocessor.getSourceManager().getExpansionLoc(location),
        diags.getCustomDiagID(
            clang::DiagnosticsEngine::Fatal,
            "not supported: more than %0 tokens after macro expansion"))
        << static_cast<unsigned>(kMaxTokens);
    llvm::SmallVector<const clang::IdentifierInfo *> names;
    for (const auto &macro : preprocessor.macros())
      names.push_back(macro.first);
    for (const clang::IdentifierInfo *name : names)
      const_cast<clang::IdentifierInfo *>(name)->setHasMacroDefinition(false);
  }

  clang::Preprocessor &preprocessor;
  int64_t total = 0;
};

/// Counts expanded macros and entered files.
class MeterCallbacks : public clang::PPCallbacks {
public:
  explicit MeterCallbacks(std::shared_ptr<TokenMeter> meter)
      : meter(std::move(meter)) {}
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    meter->count(name.getLocation(), 1);
  }
  void LexedFileChanged(clang::FileID, LexedFileChangeReason reason,
                        clang::SrcMgr::CharacteristicKind, clang::FileID,
                        clang::SourceLocation location) override {
    constexpr int64_t kTokensOfFile = 64;
    if (reason == LexedFileChangeReason::EnterFile && location.isValid())
      meter->count(location, kTokensOfFile);
  }

private:
  std::shared_ptr<TokenMeter> meter;
};
} // namespace

static void limitTokens(clang::Preprocessor &preprocessor) {
  auto meter = std::make_shared<TokenMeter>(preprocessor);
  preprocessor.setPreprocessToken(true);
  preprocessor.setTokenWatcher(
      [meter](const clang::Token &token) { meter->watch(token); });
  preprocessor.addPPCallbacks(std::make_unique<MeterCallbacks>(meter));
}

bool KernelAction::BeginSourceFileAction(clang::CompilerInstance &compiler) {
  clang::Preprocessor &preprocessor = compiler.getPreprocessor();
  preprocessor.AddPragmaHandler("OPENCL", new ContractPragma);
  preprocessor.AddPragmaHandler("OPENCL", new ExtensionPragma);
  limitTokens(preprocessor);
  return WrapperFrontendAction::BeginSourceFileAction(compiler);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The stack that Clang's parser runs on, in bytes. It recurses as deeply as
/// the source nests.
static constexpr unsigned kParserStackBytes = 512u << 20;

/// Whether a source has a variable, parameter or enumerator of the name
/// WG_SIZE. Then that is no macro, as its number would stand in its place.
static bool declaresGroupSize(llvm::StringRef source) {
  if (!source.contains("WG_SIZE"))
    return false;
  std::string text = source.str(); // ends with a zero, as the lexer wants it
  clang::LangOptions options;
  clang::Lexer lexer(clang::SourceLocation(), options, text.data(), text.data(),
                     text.data() + text.size());
  auto next = [&] {
    clang::Token token;
    lexer.LexFromRawLexer(token);
    return token;
  };
  auto nameOf = [](const clang::Token &token) {
    return token.is(clang::tok::raw_identifier) ? token.getRawIdentifier()
                                                : llvm::StringRef();
  };
  bool followsType = false;
  for (clang::Token token = next(); token.isNot(clang::tok::eof);) {
    llvm::StringRef name = nameOf(token);
    token = next();
    if (name == "WG_SIZE" &&
        (token.is(clang::tok::equal) ||
         (followsType && token.isOneOf(clang::tok::semi, clang::tok::comma,
                                       clang::tok::r_paren))))
      return true;
    followsType = llvm::StringSwitch<bool>(name)
                      .Cases({"char", "short", "int", "long"}, true)
                      .Cases({"uchar", "ushort", "uint", "ulong"}, true)
                      .Cases({"unsigned", "size_t", "const"}, true)
                      .Default(false);
  }
  return false;
}

static std::vector<std::string>
makeArguments(const ClangSource &source,
              llvm::ArrayRef<std::string> extraArgs) {
  std::vector<std::string> args = {
      "-x", "cl", "-cl-std=CL2.0", "-undef", "-ffreestanding", "-fno-builtin",
      // An assignment converts a pointer to another type, as a cast does; the
      // warning stays.
      "-Wno-error=incompatible-pointer-types",
      source.fpContract ? "-ffp-contract=on" : "-ffp-contract=off",
      "-D__WG_SIZE=" + std::to_string(source.wgSize)};
  if (!declaresGroupSize(source.text))
    args.push_back("-DWG_SIZE=" + std::to_string(source.wgSize));
  args.insert(args.end(), extraArgs.begin(), extraArgs.end());
  for (llvm::ArrayRef<std::string> macros :
       {source.defines, llvm::ArrayRef(source.settings)})
    for (const std::string &macro : macros)
      args.push_back("-D" + macro);
  for (const std::string &dir : source.includeDirs)
    args.push_back("-I" + dir);
  args.insert(args.end(), {"-include", source.prelude->getFileName().str(),
                           source.fileName.str()});
  return args;
}

/// The prelude `text`, in which a user's macro such as x or n has no effect.
static std::string hideMacros(llvm::ArrayRef<std::string> defines,
                              llvm::StringRef text) {
  std::string before, after;
  for (llvm::StringRef define : defines) {
    std::string name =
        define.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
            .str();
    if (name.empty())
      continue;
    before += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    after = "#pragma pop_macro(\"" + name + "\")\n" + after;
  }
  return before + text.str() + after;
}

namespace {
/// The diagnostics of one parse.
struct Diagnostics {
  std::string text;
  /// Whether the source could not be parsed: an error of the front-end action
  /// comes later.
  bool isParseError = false;
};
} // namespace

namespace {
/// Prints Clang's diagnostics except the warning that the attribute behind
/// `__local` has no effect in a cast: the pointer that a cast makes points to
/// the same memory as its operand, whatever the cast says.
class Printer : public clang::TextDiagnosticPrinter {
public:
  Printer(llvm::raw_ostream &os, clang::DiagnosticOptions &options,
          llvm::StringRef preludeName)
      : TextDiagnosticPrinter(os, options), preludeName(preludeName) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    bool isPrelude =
        info.hasSourceManager() && info.getLocation().isMacroID() &&
        info.getSourceManager().getFilename(
            info.getSourceManager().getSpellingLoc(info.getLocation())) ==
            preludeName;
    if (!isPrelude || info.getID() != clang::diag::warn_attribute_not_on_decl)
      TextDiagnosticPrinter::HandleDiagnostic(level, info);
  }

private:
  llvm::StringRef preludeName;
};
} // namespace

/// Parse `source` behind the text `prelude` and run `action`. False after an
/// error.
static bool parse(const ClangSource &source,
                  llvm::ArrayRef<std::string> extraArgs, KernelAction &action,
                  llvm::StringRef prelude, Diagnostics &result) {
  llvm::raw_string_ostream diag(result.text);
  std::vector<std::string> args = makeArguments(source, extraArgs);
  std::vector<const char *> pointers;
  for (const std::string &arg : args)
    pointers.push_back(arg.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions diagOptions;
  clang::TextDiagnosticPrinter printer(diag, diagOptions);
  auto argumentDiags = clang::CompilerInstance::createDiagnostics(
      *llvm::vfs::getRealFileSystem(), diagOptions, &printer,
      /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers,
                                                 *argumentDiags))
    return false;
  auto remap = [&](llvm::StringRef name, const llvm::Twine &text) {
    invocation->getPreprocessorOpts().addRemappedFile(
        name, llvm::MemoryBuffer::getMemBufferCopy(text.str(), name).release());
  };
  // Behind the prelude, whose own divisions are exact.
  const char *pragma =
      source.reciprocals ? "#pragma clang fp reciprocal(on)\n" : "";
  remap(source.prelude->getFileName(),
        hideMacros(source.defines, prelude) + pragma);
  remap(source.fileName, source.text);

  clang::CompilerInstance compiler(invocation);
  compiler.createVirtualFileSystem();
  Printer output(diag, compiler.getDiagnosticOpts(),
                 source.prelude->getFileName());
  compiler.createDiagnostics(&output, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(diag);
  bool done = false;
  llvm::thread parser(std::optional<unsigned>(kParserStackBytes),
                      [&] { done = compiler.ExecuteAction(action); });
  parser.join();
  result.isParseError = !action.isParsed();
  return done && !compiler.getDiagnostics().hasErrorOccurred();
}

bool pirch::runClang(const ClangSource &source,
                     llvm::ArrayRef<std::string> extraArgs,
                     KernelAction &action, llvm::raw_ostream &diag) {
  Diagnostics named;
  bool done = parse(source, extraArgs, action,
                    source.prelude->select(source.text, source.defines), named);
  if (done || !named.isParseError) {
    diag << named.text;
    return done;
  }
  // The source may use functions that it does not name itself, and a message
  // may propose one.
  Diagnostics all;
  done = parse(source, extraArgs, action, source.prelude->getAll(), all);
  diag << all.text;
  return done;
}
