//===- Inclusions.cpp - What a source takes from other files --------------===//

#include "KernelSource.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/PreprocessorOutputOptions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/DependencyDirectivesScanner.h"

using namespace pirch;
namespace directives = clang::dependency_directives_scan;

/// Whether the text of a directive, or of a macro, may ask for other files or
/// for the time.
static bool mentionsFiles(llvm::StringRef text) {
  constexpr const char *words[] = {"__has_", "__TIME", "__DATE__", "embed"};
  return llvm::any_of(words,
                      [&](const char *word) { return text.contains(word); });
}

/// Whether what the preprocessor makes of `source` may depend on more than its
/// text and the macros that are given.
static bool mayReadFiles(llvm::StringRef source,
                         llvm::ArrayRef<std::string> defines) {
  llvm::SmallVector<directives::Token> tokens;
  llvm::SmallVector<directives::Directive> found;
  if (mentionsFiles(source) || llvm::any_of(defines, mentionsFiles) ||
      clang::scanSourceForDependencyDirectives(source, tokens, found))
    return true;
  return llvm::any_of(found, [](const directives::Directive &directive) {
    switch (directive.Kind) {
    case directives::pp_define:
    case directives::pp_undef:
    case directives::pp_if:
    case directives::pp_ifdef:
    case directives::pp_ifndef:
    case directives::pp_elif:
    case directives::pp_elifdef:
    case directives::pp_elifndef:
    case directives::pp_else:
    case directives::pp_endif:
    case directives::pp_pragma_once:
    case directives::pp_pragma_push_macro:
    case directives::pp_pragma_pop_macro:
    case directives::tokens_present_before_eof:
    case directives::pp_eof:
      return false;
    default:
      return true;
    }
  });
}

namespace {
/// Prints what the preprocessor makes of a source, and the files that it read:
/// their pragmas are not all printed.
class ReadInclusions : public clang::PreprocessorFrontendAction {
public:
  explicit ReadInclusions(llvm::raw_ostream &os) : os(os) {}

protected:
  void ExecuteAction() override {
    clang::CompilerInstance &compiler = getCompilerInstance();
    clang::PreprocessorOutputOptions options;
    options.ShowCPP = 1;
    clang::DoPrintPreprocessedInput(compiler.getPreprocessor(), &os, options);
    std::vector<std::pair<std::string, llvm::StringRef>> files;
    clang::SourceManager &sources = compiler.getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end();
         ++file)
      if (auto text = file->second->getBufferDataIfLoaded())
        files.emplace_back(file->first.getName().str(), *text);
    llvm::sort(files);
    for (const auto &[name, text] : files)
      os << '\0' << name << '\0' << text;
  }
  bool hasPCHSupport() const override { return false; }

private:
  llvm::raw_ostream &os;
};
} // namespace

std::string pirch::readInclusions(llvm::StringRef source,
                                  llvm::StringRef fileName,
                                  const SourceOptions &options) {
  if (!mayReadFiles(source, options.defines))
    return "";
  SourceOptions given = options;
  if (given.wgShape.empty())
    given.wgShape = {1};
  ClangSource clangSource = describeSource(source, fileName, given);
  std::string text;
  llvm::raw_string_ostream os(text);
  KernelAction action(std::make_unique<ReadInclusions>(os));
  // What is wrong with the source is reported once it is compiled.
  runClang(clangSource, {"-triple", kParsedTriple, "-w"}, action,
           llvm::nulls());
  return text;
}
