//===- LLVMErrors.cpp - What LLVM ends processes for, as errors -----------===//

#include "LLVMErrors.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <mutex>

using namespace pirch;

namespace {
/// A call of `callLLVM` in the running thread.
struct Call {
  std::jmp_buf start;
  std::string reason;
  Call *outer;
};

/// LLVM's fatal-error handler while any thread is in a call.
class FatalErrorHandler {
public:
  FatalErrorHandler() {
    std::lock_guard<std::mutex> lock(mutex);
    if (calls++ == 0)
      llvm::install_fatal_error_handler(handle);
  }
  ~FatalErrorHandler() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--calls == 0)
      llvm::remove_fatal_error_handler();
  }

  static thread_local Call *current;

private:
  static void handle(void *, const char *reason, bool) {
    if (!current) { // as LLVM without a handler; it ends the process then
      llvm::errs() << "LLVM ERROR: " << reason << '\n';
      return;
    }
    current->reason = reason;
    std::longjmp(current->start, 1);
  }

  static std::mutex mutex;
  static int64_t calls;
};

thread_local Call *FatalErrorHandler::current = nullptr;
std::mutex FatalErrorHandler::mutex;
int64_t FatalErrorHandler::calls = 0;

/// Collects the error diagnostics of a context, and leaves others to LLVM.
struct ErrorCollector : llvm::DiagnosticHandler {
  explicit ErrorCollector(std::string &errors) : errors(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return false;
    llvm::raw_string_ostream os(errors);
    llvm::DiagnosticPrinterRawOStream printer(os);
    if (!errors.empty())
      os << "; ";
    info.print(printer);
    return true;
  }

  std::string &errors;
};
} // namespace

/// Call `body`. Returns false, with the reason in `call`, where LLVM gave up.
/// No object that has a destructor may live here or in `body` that is needed
/// afterwards: longjmp skips it.
static bool callOnce(Call &call, llvm::function_ref<void()> body) {
  if (setjmp(call.start))
    return false;
  body();
  return true;
}

llvm::Error pirch::callLLVM(llvm::LLVMContext *context,
                            llvm::function_ref<void()> body) {
  std::string errors;
  std::unique_ptr<llvm::DiagnosticHandler> before;
  if (context) {
    before = context->getDiagnosticHandler();
    context->setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
  }
  bool isDone;
  Call call{{}, {}, FatalErrorHandler::current};
  {
    FatalErrorHandler handler;
    FatalErrorHandler::current = &call;
    isDone = callOnce(call, body);
    FatalErrorHandler::current = call.outer;
  }
  if (context)
    context->setDiagnosticHandler(std::move(before));
  if (!isDone)
    errors = call.reason;
  if (errors.empty())
    return llvm::Error::success();
  // What follows the first line is a dump of the code that was not understood.
  llvm::StringRef reason = llvm::StringRef(errors).split('\n').first;
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "not supported yet: LLVM's code generator gave up (" +
          reason.rtrim(": ") + ")");
}
