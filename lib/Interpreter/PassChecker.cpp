//===- PassChecker.cpp - Which pass changes what is computed --------------===//

#include "Pirch/Interpreter/PassChecker.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <cstring>

using namespace mlir;
using namespace pirch;

using Buffers = std::vector<std::vector<char>>;

static bool isInfRegForm(KernelOp kernel) {
  ScopedDiagnosticHandler silence(kernel.getContext(),
                                  [](Diagnostic &) { return success(); });
  return succeeded(checkInfRegForm(kernel));
}

std::string PassChecker::takeName(Pass *pass) {
  StringRef argument = pass->getArgument();
  std::string name =
      argument.empty() ? llvm::join(passesOnKernel, ", ") : argument.str();
  passesOnKernel.clear();
  return name;
}

void PassChecker::runAfterPass(Pass *pass, Operation *op) {
  if (auto kernel = dyn_cast<KernelOp>(op);
      kernel && kernel.getSymName() == launch.kernel)
    passesOnKernel.push_back(pass->getArgument().str());
  auto module = dyn_cast<ModuleOp>(op);
  if (!module || !report.error.empty())
    return;
  if (skip) {
    --skip;
    return;
  }
  auto kernel = module.lookupSymbol<KernelOp>(launch.kernel);
  if (!kernel)
    return;
  std::string name = takeName(pass);
  check(kernel, name);
  if (std::optional<StringRef> symbol = kernel.getSingleGroup())
    if (auto single = module.lookupSymbol<KernelOp>(*symbol))
      check(single, name);
}

void PassChecker::check(KernelOp kernel, StringRef pass) {
  // Before the first pass that forms infregs there is nothing to run; after it
  // the interpreter says what does not belong there.
  if (report.passes.empty() && !isInfRegForm(kernel))
    return;
  bool isFirst = report.passes.empty();
  report.passes.push_back(pass.str());
  llvm::Expected<Buffers> results = run(kernel);
  if (!results) {
    report.error = ("after pass '" + pass + "' kernel '" + kernel.getSymName() +
                    "' cannot be run: " + llvm::toString(results.takeError()))
                       .str();
    return;
  }
  if (isFirst)
    report.results = *results;
  std::string difference = compare(kernel, *results);
  if (!difference.empty())
    report.error = ("pass '" + pass + "' changes what kernel '" +
                    kernel.getSymName() + "' computes: " + difference)
                       .str();
}

/// `file:line:col: text`, as compilers print diagnostics.
static void print(llvm::raw_ostream &os, Diagnostic &diagnostic) {
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << loc.getFilename().getValue() << ':' << loc.getLine() << ':'
       << loc.getColumn() << ": ";
  os << diagnostic;
}

llvm::Expected<Buffers> PassChecker::run(KernelOp kernel) const {
  Buffers buffers;
  SmallVector<Argument> arguments;
  for (const Argument &argument : launch.arguments) {
    const char *begin = static_cast<const char *>(argument.data);
    std::vector<char> &copy =
        buffers.emplace_back(begin, begin + argument.bytes);
    arguments.push_back({copy.data(), argument.bytes});
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  ScopedDiagnosticHandler handler(kernel.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    print(os, diagnostic);
                                    return success();
                                  });
  EvaluatorTable table(*kernel.getContext());
  if (failed(interpret(kernel, table, arguments, launch.firstGroup,
                       launch.numGroups)))
    return llvm::createStringError(text);
  return buffers;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static uint64_t readElement(const std::vector<char> &buffer, int64_t index,
                            int64_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, buffer.data() + index * bytes, bytes);
  return bits;
}

static bool isSame(LaneFormat format, uint64_t a, uint64_t b) {
  return a == b || (format.isFloat() && format.toFloat(a).isNaN() &&
                    format.toFloat(b).isNaN());
}

static std::string toString(LaneFormat format, uint64_t bits) {
  SmallString<32> text;
  if (format.isFloat())
    format.toFloat(bits).toString(text);
  else
    format.toInteger(bits).toStringSigned(text);
  return std::string(text);
}

std::string PassChecker::compare(KernelOp kernel,
                                 ArrayRef<std::vector<char>> actual) const {
  for (auto [index, parameter] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(parameter);
    if (!memref)
      continue;
    LaneFormat format = memref.getElementType();
    int64_t bytes = format.getBytes();
    const std::vector<char> &expected = report.results[index];
    for (int64_t at = 0, count = expected.size() / bytes; at < count; ++at) {
      uint64_t is = readElement(actual[index], at, bytes);
      uint64_t was = readElement(expected, at, bytes);
      if (!isSame(format, is, was))
        return (Twine(kernel.getParameterName(index)) + "[" + Twine(at) +
                "] is " + toString(format, is) + " instead of " +
                toString(format, was))
            .str();
    }
  }
  return {};
}
