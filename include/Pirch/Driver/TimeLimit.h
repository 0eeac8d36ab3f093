//===- TimeLimit.h - Limit the CPU time of a compilation --------*- C++ -*-===//
//
// LLVM's code generator takes time that grows with the square of a function's
// length, by factors that depend on the machine and the operations, so that
// limits on what a kernel may contain cannot bound it well. A tool that has the
// process to itself therefore bounds the time as well.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_TIMELIMIT_H
#define PIRCH_DRIVER_TIMELIMIT_H

#include "mlir/IR/Location.h"

namespace pirch {

/// While an object of this class lives, the process ends with exit status 1 and
/// an error on standard error once it has used a number of seconds of CPU time,
/// in all its threads together. Only one object may live at a time, and SIGPROF
/// and the timer behind it belong to it.
class TimeLimit {
public:
  /// Without limit if `seconds` is 0. Until a place is set, the error points to
  /// the first character of the file.
  TimeLimit(llvm::StringRef fileName, unsigned seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit &) = delete;
  TimeLimit &operator=(const TimeLimit &) = delete;

  /// Let the error of the living object, if there is one, point to `place`.
  static void setPlace(mlir::Location place);
};

} // namespace pirch

#endif // PIRCH_DRIVER_TIMELIMIT_H
