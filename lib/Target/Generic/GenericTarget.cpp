//===- GenericTarget.cpp - Any machine of LLVM ----------------------------===//

#include "Pirch/Target/CPUTarget.h"
#include "Pirch/Target/CommonOptions.h"
#include "Pirch/Target/Generic/GenericAttr.h"

using namespace pirch;

namespace {
constexpr TargetOption kTripleOption = {"triple", "triple",
                                        "LLVM triple; the host's by default"};
constexpr TargetOption kFeaturesOption = {
    "features", "list",
    "LLVM target features, as in +sve,-fma, beside the CPU's"};
constexpr TargetOption kVectorBitsOption = {
    "vector-bits", "bits", "Bits of a vector register; 128 by default"};

class GenericTarget : public CPUTarget {
public:
  llvm::StringRef getName() const override { return "generic"; }
  llvm::StringRef getDescription() const override {
    return "any LLVM triple, plain vector code";
  }
  llvm::ArrayRef<TargetOption> getOptions() const override {
    static constexpr TargetOption options[] = {
        kCPUOption, kTripleOption, kFeaturesOption, kVectorBitsOption};
    return options;
  }
  void registerDialects(mlir::DialectRegistry &registry) const override {
    registerGenericAttr(registry);
  }
  llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &options,
                mlir::MLIRContext &context) const override {
    std::string text = lookup(options, kVectorBitsOption.name, "128");
    int64_t bits;
    if (llvm::StringRef(text).getAsInteger(10, bits) ||
        !llvm::isPowerOf2_64(bits) || bits < 32 || bits > 16384)
      return llvm::createStringError(
          "a vector register of " + text +
          " bits is not a power of two in 32 to 16384 (--vector-bits)");
    return GenericAttr::get(&context, lookup(options, kTripleOption.name),
                            lookup(options, kCPUOption.name),
                            lookup(options, kFeaturesOption.name), bits);
  }
  /// LLVM runs on every host, so there is always one target for it.
  std::optional<int> getHostFitness() const override { return 0; }
};
} // namespace

namespace pirch {
std::unique_ptr<Target> createGenericTarget() {
  return std::make_unique<GenericTarget>();
}
} // namespace pirch
