//===- PassCheckerTest.cpp - A wrong pass is named ------------------------===//

#include "Pirch/Interpreter/PassChecker.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pirch;

namespace {

// Two work items exchange what they loaded and subtract.
const char *const kSource = R"(
  pirch.kernel @k(%a: memref<?xf64>) attributes {
      wg_size = 2 : i64, arg_names = ["a"], arg_types = ["double *"]} {
    %c0 = arith.constant 0 : i64
    %c2 = arith.constant 2 : i64
    %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf64> -> <?x2x1xf64>
    %y = pirch.wg_permute %x [1, 0] : <?x2x1xf64> -> <?x2x1xf64>
    %d = arith.subf %x, %y : !pirch.infreg<?x2x1xf64>
    pirch.store %d, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xf64>, memref<?xf64>
    pirch.return
  })";

/// A pass over modules that does what it is told.
struct EditPass : PassWrapper<EditPass, OperationPass<ModuleOp>> {
  using Edit = void (*)(Operation *);
  EditPass(const char *name, Edit edit) : name(name), edit(edit) {}

  StringRef getArgument() const override { return name; }
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) { edit(op); });
  }

  const char *name;
  Edit edit;
};

void swapOperands(Operation *op) {
  if (!isa<arith::SubFOp>(op))
    return;
  Value left = op->getOperand(0);
  op->setOperand(0, op->getOperand(1));
  op->setOperand(1, left);
}

void forgetLane(Operation *op) {
  if (auto map = dyn_cast<LaneMapOpInterface>(op))
    map.setLaneTable({1, kNoLane});
}

void readFurther(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    load.setOffsets({0, 100});
}

void doNothing(Operation *) {}

class PassCheckerTest : public testing::Test {
protected:
  PassCheckerTest() {
    context.loadDialect<PirchDialect, arith::ArithDialect, scf::SCFDialect>();
  }

  /// What is found where `name` makes this edit, between passes that are right.
  PassCheckReport check(const char *name, EditPass::Edit edit) {
    auto module = parseSourceString<ModuleOp>(kSource, &context);
    EXPECT_TRUE(module);
    PassCheckReport report;
    PassManager manager(&context);
    manager.addInstrumentation(std::make_unique<PassChecker>(
        PassCheckLaunch{"k", {{data.data(), 48}}, 0, 3}, report));
    manager.addPass(createCSEPass());
    manager.addPass(std::make_unique<EditPass>(name, edit));
    manager.addPass(createDeadLaneElimination());
    PackWorkGroupsOptions pack;
    pack.wgPack = 2;
    manager.addPass(createPackWorkGroups(pack));
    EXPECT_TRUE(succeeded(manager.run(*module)));
    return report;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::vector<double> data = {1, 3, 5, 10, -1, 1};
};

TEST_F(PassCheckerTest, SaysNothingOfRightPasses) {
  PassCheckReport report = check("right", doNothing);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.passes, (std::vector<std::string>{
                               "cse", "right", "pirch-dead-lane-elimination",
                               "pirch-pack-work-groups"}));
  const double *results =
      reinterpret_cast<const double *>(report.results[0].data());
  EXPECT_EQ(std::vector<double>(results, results + 6),
            (std::vector<double>{-2, 2, -5, 5, -2, 2}));
  // Every run works on a copy.
  EXPECT_EQ(data, (std::vector<double>{1, 3, 5, 10, -1, 1}));
}

TEST_F(PassCheckerTest, NamesThePassThatChangesTheResult) {
  PassCheckReport report = check("wrong", swapOperands);
  EXPECT_EQ(report.error, "pass 'wrong' changes what kernel 'k' computes: a[0] "
                          "is 2 instead of -2");
  // Later passes are not blamed.
  EXPECT_EQ(report.passes, (std::vector<std::string>{"cse", "wrong"}));
}

TEST_F(PassCheckerTest, NamesThePassThatForgetsALane) {
  PassCheckReport report = check("wrong", forgetLane);
  EXPECT_NE(report.error.find("after pass 'wrong' kernel 'k' cannot be run: "),
            std::string::npos)
      << report.error;
  EXPECT_NE(report.error.find("writes a lane that holds no value to 'a': work "
                              "group 0, work item 1, element 0"),
            std::string::npos)
      << report.error;
}

TEST_F(PassCheckerTest, NamesThePassThatLeavesABuffer) {
  PassCheckReport report = check("wrong", readFurther);
  EXPECT_NE(report.error.find("goes to element 100 of 'a', which has 6: work "
                              "group 0, work item 1, element 0"),
            std::string::npos)
      << report.error;
}

} // namespace
