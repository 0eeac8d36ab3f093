//===- Report.cpp - What a kernel's code costs, on paper ------------------===//

#include "Pirch/Target/Report.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace pirch;

static void printRows(llvm::raw_ostream &os,
                      llvm::ArrayRef<KernelReport::Row> rows, double groups) {
  for (const auto &[name, value] : rows)
    os << "  " << llvm::left_justify(name, 10)
       << llvm::format(" %11.0f %12.3f\n", value, value / groups);
}

std::string pirch::printReport(const KernelInfo &kernel,
                               const KernelReport &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << kernel.name << ": " << kernel.wgSize << " work items, " << kernel.wgPack
     << " groups per pack, lanes " << kernel.laneOrder
     << "\ninstructions of one iteration (" << llvm::format("%g", report.groups)
     << " groups), and of a group:\n";
  printRows(os, report.instructions, report.groups);
  os << "cycles that pipes are busy in one iteration, and for a group:\n";
  printRows(os, report.cycles, report.groups);
  if (!report.bytes.empty()) {
    os << "bytes of memory that one iteration moves, and a group:\n";
    printRows(os, report.bytes, report.groups);
  }
  if (report.fractionOfRoofline > 0)
    os << llvm::format("fraction of the roofline: %.2f\n",
                       report.fractionOfRoofline);
  if (!report.lines.empty()) {
    os << "by line of the source, instructions and cycles of a group:\n";
    for (const auto &[number, line] : report.lines)
      os << llvm::format("  line %-5u %11.3f %12.3f\n", number,
                         line.instructions / report.groups,
                         line.cycles / report.groups);
  }
  for (const std::string &note : report.notes)
    os << note << '\n';
  return text;
}
