//===- EmittersTest.cpp - Which operations become vectors and threads -----===//
//
// Adding an operation to the dialect that no pass forms, or none emits, fails
// here.
//
//===----------------------------------------------------------------------===//

#include "../Dialect/EachOperation.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Target/TargetRegistry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace pirch;

namespace {

class EmittersTest : public testing::Test {
protected:
  EmittersTest() {
    DialectRegistry registry;
    registry.insert<PirchDialect, arith::ArithDialect, math::MathDialect,
                    memref::MemRefDialect, scf::SCFDialect>();
    registerTargetDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Names of the dialect's operations on lanes, or in place of them, that
  /// `module` has.
  static std::set<std::string> findLaneOperations(ModuleOp module) {
    std::set<std::string> names;
    module->walk([&](InfRegOpInterface op) {
      if (isa<PirchDialect>(op->getDialect()))
        names.insert(op->getName().getStringRef().str());
    });
    return names;
  }

  /// The first error of these passes on `module`; empty where all succeed.
  std::string run(PassManager &manager, ModuleOp module) {
    std::string text;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (text.empty())
        text = diagnostic.str();
    });
    return succeeded(manager.run(module)) ? "" : "error: " + text;
  }

  /// Pack `groups` groups of the kernel `source` and expect that `target` emits
  /// all its operations.
  void expectEmitted(const Target &target, StringRef source, int64_t groups) {
    auto module = parseSourceString<ModuleOp>(source, &context);
    ASSERT_TRUE(module);
    std::set<std::string> before = findLaneOperations(*module);
    TargetAttrInterface attribute =
        llvm::cantFail(target.makeAttribute({}, context));
    AttachTargetOptions attach;
    llvm::raw_string_ostream(attach.target) << attribute;
    PackWorkGroupsOptions pack;
    pack.wgPack = groups;
    PassManager lanes(&context);
    lanes.addPass(createAttachTarget(attach));
    lanes.addPass(createPackWorkGroups(pack));
    lanes.addPass(createAssignLanes());
    lanes.addPass(createSelectReorders());
    ASSERT_EQ(run(lanes, *module), "");
    EXPECT_EQ(findLaneOperations(*module), before); // none was erased
    PassManager emit(&context);
    if (attribute.distributesWorkItems())
      emit.addPass(createDistribute());
    else
      emit.addPass(createConvertPirchToVector());
    std::string error = run(emit, *module);
    EXPECT_EQ(error, "");
    if (error.empty())
      EXPECT_EQ(findLaneOperations(*module), std::set<std::string>());
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(EmittersTest, InfRegsAreFormedOfEveryOperation) {
  auto module = parseSourceString<ModuleOp>(kEachOfWorkItem, &context);
  ASSERT_TRUE(module);
  PassManager manager(&context);
  manager.addPass(createVectorizeWorkItems());
  ASSERT_EQ(run(manager, *module), "");
  module->walk(
      [](KernelOp kernel) { EXPECT_TRUE(succeeded(checkInfRegForm(kernel))); });
}

TEST_F(EmittersTest, EveryTargetEmitsEveryOperation) {
  for (const Target *target : getTargets()) {
    SCOPED_TRACE(target->getName().str());
    expectEmitted(*target, kEachOperation, /*groups=*/2);
    expectEmitted(*target, kEachOfOneGroup, /*groups=*/1);
  }
}

} // namespace
