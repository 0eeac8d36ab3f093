//===- OpenCLOracle.h - A kernel run by OpenCL ------------------*- C++ -*-===//
//
// The second check of results. The source goes to PoCL, a complete OpenCL
// implementation with its own (and older) Clang, through the plain OpenCL API;
// work items meet at OpenCL's barriers. What it computes owes nothing to the
// fibers of Oracle.h, to its prelude, or to the LLVM that PIRCH is built with.
// libOpenCL is loaded at run time; PIRCH is built without it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ORACLE_OPENCLORACLE_H
#define PIRCH_ORACLE_OPENCLORACLE_H

#include "Pirch/Oracle/Oracle.h"

namespace pirch {

/// The error of a kernel of which the OpenCL oracle cannot tell what it must
/// compute: PoCL refuses the source, or OpenCL leaves the result undefined.
class NotComparable : public llvm::ErrorInfo<NotComparable> {
public:
  static char ID;
  explicit NotComparable(std::string reason) : reason(std::move(reason)) {}
  llvm::StringRef getReason() const { return reason; }
  void log(llvm::raw_ostream &os) const override {
    os << "the OpenCL oracle does not take this kernel: " << reason;
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string reason;
};

/// As `Oracle::create`. The source is built when it runs. `run` takes launches
/// from group 0 on, with the sizes of all buffers known; it lets the fibers of
/// Oracle.h run the kernel first, to see that every access stays inside its
/// buffer and that barriers and exchanges are reached by whole groups.
llvm::Expected<std::unique_ptr<Oracle>>
createOpenCLOracle(llvm::StringRef source, llvm::StringRef fileName,
                   const SourceOptions &options, llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_ORACLE_OPENCLORACLE_H
