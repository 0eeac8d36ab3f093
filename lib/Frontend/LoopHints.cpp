//===- LoopHints.cpp - `#pragma unroll` and its kin -----------------------===//

#include "Importer.h"
#include "clang/AST/Attr.h"

using namespace mlir;
using namespace pirch;

void Importer::warnOfHint(const clang::Attr *hint, const Twine &text) {
  if (!warned.insert(hint).second)
    return;
  clang::DiagnosticsEngine &diags = ast.getDiagnostics();
  diags.Report(hint->getLocation(),
               diags.getCustomDiagID(clang::DiagnosticsEngine::Warning, "%0"))
      << text.str();
}

/// The hint that `times` iterations be done at once.
static UnrollHint hintOfCount(int64_t times) {
  return times <= 1 ? UnrollHint{UnrollHint::never}
                    : UnrollHint{UnrollHint::count, times};
}

/// The hint that an attribute is; nothing where it says something else.
static std::optional<UnrollHint> readHint(const clang::Attr *attr,
                                          const clang::ASTContext &ast) {
  if (const auto *hint = dyn_cast<clang::OpenCLUnrollHintAttr>(attr))
    return hint->getUnrollHint() == 0 ? UnrollHint{UnrollHint::many}
                                      : hintOfCount(hint->getUnrollHint());
  const auto *hint = dyn_cast<clang::LoopHintAttr>(attr);
  if (!hint)
    return std::nullopt;
  clang::Expr::EvalResult times;
  if (hint->getOption() == clang::LoopHintAttr::UnrollCount &&
      hint->getValue()->EvaluateAsInt(times, ast))
    return hintOfCount(times.Val.getInt().getExtValue());
  if (hint->getOption() != clang::LoopHintAttr::Unroll)
    return std::nullopt;
  switch (hint->getState()) {
  case clang::LoopHintAttr::Disable:
    return UnrollHint{UnrollHint::never};
  case clang::LoopHintAttr::Full:
    return UnrollHint{UnrollHint::all};
  default:
    return UnrollHint{UnrollHint::many};
  }
}

void Importer::noteHints(const clang::AttributedStmt *stmt) {
  for (const clang::Attr *attr : stmt->getAttrs()) {
    if (std::optional<UnrollHint> hint = readHint(attr, ast))
      unrollHints[stmt->getSubStmt()] = *hint;
    else if (isa<clang::LoopHintAttr>(attr))
      warnOfHint(attr, "this hint has no effect: which iterations are computed "
                       "side by side is chosen by their cost");
  }
}
