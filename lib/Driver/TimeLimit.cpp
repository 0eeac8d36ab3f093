//===- TimeLimit.cpp - Limit the CPU time of a compilation ----------------===//

#include "Pirch/Driver/TimeLimit.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <csignal>
#include <sys/time.h>
#include <unistd.h>

using namespace pirch;

// What the signal handler prints. A handler must not allocate memory, so that
// the text is complete before the timer runs. It is replaced as a whole; the
// texts of one process are few and are not freed.
static std::atomic<const std::string *> message{nullptr};
static unsigned limit = 0; // seconds; 0 without a limit

static void setMessage(llvm::StringRef file, unsigned line, unsigned column) {
  message = new std::string(
      (file + ":" + llvm::Twine(line) + ":" + llvm::Twine(column) +
       ": error: not supported: compiling takes more than " +
       llvm::Twine(limit) +
       " s of CPU time (--time-limit); fewer work items, a smaller --wg-pack, "
       "loops that are not unrolled or fewer kernels in one file take less\n")
          .str());
}

static void endProcess(int) {
  const std::string *text = message;
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, text->data(), text->size());
  llvm::sys::RunInterruptHandlers(); // removes files that are not complete
  _exit(1);
}

static void setTimer(unsigned seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

TimeLimit::TimeLimit(llvm::StringRef fileName, unsigned seconds) {
  limit = seconds;
  if (!limit)
    return;
  setMessage(fileName, 1, 1);
  struct sigaction action = {};
  action.sa_handler = endProcess;
  sigaction(SIGPROF, &action, nullptr);
  setTimer(limit);
}

TimeLimit::~TimeLimit() {
  if (limit)
    setTimer(0);
  limit = 0;
}

void TimeLimit::setPlace(mlir::Location place) {
  if (!limit)
    return;
  if (auto loc = place->findInstanceOf<mlir::FileLineColLoc>())
    setMessage(loc.getFilename(), loc.getLine(), loc.getColumn());
}
