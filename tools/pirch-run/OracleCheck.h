//===- OracleCheck.h - A kernel's results against the oracle ----*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_ORACLECHECK_H
#define PIRCH_TOOLS_PIRCH_RUN_ORACLECHECK_H

#include "Pirch/Oracle/Oracle.h"
#include "Pirch/Runner/Launch.h"
#include <map>

namespace pirch {

/// What runs a kernel's source a second time: Clang's code on fibers, or PoCL.
enum class OracleKind { fibers, pocl };

/// Compares the kernels of one source with its oracles. Each oracle compiles
/// the source when it is first asked.
class OracleCheck {
public:
  /// The arguments must outlive the object.
  OracleCheck(llvm::StringRef source, llvm::StringRef fileName,
              const SourceOptions &options)
      : source(source), fileName(fileName), options(options) {}

  /// Whether the first and the last group of `range` stay inside their buffers;
  /// an error that names the access otherwise. A source that the oracle cannot
  /// compile is not checked.
  llvm::Error checkBounds(const KernelInfo &kernel, const Arguments &inputs,
                          const Oracle::Range &range);

  /// Run `kernel` on `inputs` and print for each buffer how far `results` are
  /// from what the oracle computes. Return whether none is further away than
  /// `maxUlp` units in the last place. The error is `NotComparable` where the
  /// oracle does not take the kernel.
  llvm::Expected<bool> checkResults(OracleKind kind, const KernelInfo &kernel,
                                    const Arguments &inputs,
                                    const Arguments &results,
                                    const Oracle::Range &range,
                                    uint64_t maxUlp);

private:
  llvm::Expected<Oracle *> getOracle(OracleKind kind, llvm::raw_ostream &diag);

  llvm::StringRef source, fileName;
  const SourceOptions &options;
  std::map<OracleKind, std::unique_ptr<Oracle>> oracles;
};

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_ORACLECHECK_H
