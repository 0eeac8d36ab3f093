//===- MissedRemarks.cpp - Where remarks on slow operations go ------------===//

#include "MissedRemarks.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Remark/RemarkStreamer.h"

using namespace mlir;
using namespace pirch;

namespace {
/// Prints each remark as a diagnostic in words, and hands it on to a file.
class MissedRemarkStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  using Streamer = std::unique_ptr<remark::detail::MLIRRemarkStreamerBase>;

  MissedRemarkStreamer(bool print, Streamer file)
      : print(print), file(std::move(file)) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    if (print)
      printRemark(remark);
    if (file)
      file->streamOptimizationRemark(remark);
  }

  void finalize() override {
    if (file)
      file->finalize();
  }

private:
  static void printRemark(const remark::detail::Remark &remark) {
    InFlightDiagnostic text = emitRemark(remark.getLocation());
    for (const remark::detail::Remark::Arg &arg : remark.getArgs()) {
      if (arg.key == "Remark")
        text << "slow: " << arg.val;
      else if (arg.key == "Reason")
        text << ", because " << arg.val;
      else if (arg.key == "Suggestion")
        text << "; instead, " << arg.val;
    }
    text << " [" << remark.getRemarkName() << "]";
  }

  bool print;
  Streamer file;
};
} // namespace

llvm::Error pirch::enableMissedRemarks(MLIRContext &context, bool print,
                                       llvm::StringRef file) {
  if (!print && file.empty())
    return llvm::Error::success();
  MissedRemarkStreamer::Streamer yaml;
  if (!file.empty()) {
    auto created = remark::detail::LLVMRemarkStreamer::createToFile(
        file, llvm::remarks::Format::YAML);
    if (failed(created))
      return llvm::createStringError("cannot write remarks to '" + file + "'");
    yaml = std::move(*created);
  }
  remark::RemarkCategories categories;
  categories.missed = "pirch";
  if (failed(remark::enableOptimizationRemarks(
          context,
          std::make_unique<MissedRemarkStreamer>(print, std::move(yaml)),
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)))
    return llvm::createStringError("cannot set up remarks");
  return llvm::Error::success();
}
