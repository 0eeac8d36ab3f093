//===- Reference.cpp - VE's instructions, run on the host -----------------===//

#include "ReferenceLanes.h"
#include <mutex>

using namespace pirch::ve;

static std::mutex errorMutex;
static std::string firstError;

void pirch::ve::fault(const std::string &text) {
  std::lock_guard<std::mutex> lock(errorMutex);
  if (firstError.empty())
    firstError = text;
}

std::string pirch::ve::takeReferenceError() {
  std::lock_guard<std::mutex> lock(errorMutex);
  return std::exchange(firstError, {});
}

void *pirch::ve::findReference(llvm::StringRef name) {
  static const FunctionTable table = [] {
    FunctionTable made;
    addArithmetic(made);
    addMoves(made);
    addMasks(made);
    return made;
  }();
  return table.find(name);
}
