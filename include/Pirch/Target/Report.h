//===- Report.h - What a kernel's code costs, on paper ----------*- C++ -*-===//
//
// The form of `--emit=report`, for all targets that can tell what their code
// costs. docs/Reports.md explains it line by line.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_REPORT_H
#define PIRCH_TARGET_REPORT_H

#include "Pirch/CInterface/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace pirch {

/// The number of iterations that an inner loop is taken to have.
inline constexpr double kAssumedRounds = 16;

/// The cost of one iteration of a kernel's loop over the groups of a launch.
struct KernelReport {
  using Row = std::pair<std::string, double>;
  /// What one line of the source became.
  struct Line {
    double instructions = 0, cycles = 0;
  };

  /// The number of groups that the iteration computes.
  double groups = 1;
  /// The number of instructions of each class, and sums of them. Those of an
  /// inner loop count once for each of its iterations.
  std::vector<Row> instructions;
  /// The cycles for which each part of the machine is busy, and what is known
  /// of the whole.
  std::vector<Row> cycles;
  /// The bytes of the kernel's memory that are read and written; empty where
  /// that is not known.
  std::vector<Row> bytes;
  /// The part of the predicted time that the busiest part of the machine is
  /// busy; 0 where no time is predicted.
  double fractionOfRoofline = 0;
  /// By line of the source, where the code has lines (-g).
  std::map<unsigned, Line> lines;
  /// What else is to be said, one sentence each.
  std::vector<std::string> notes;
};

/// The report about `kernel` as text.
std::string printReport(const KernelInfo &kernel, const KernelReport &report);

} // namespace pirch

#endif // PIRCH_TARGET_REPORT_H
