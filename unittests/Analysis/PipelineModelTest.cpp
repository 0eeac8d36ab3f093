#include "Pirch/Analysis/PipelineModel.h"
#include "Pirch/Target/AVX512/AVX512Attr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pirch;

namespace {

class PipelineModelTest : public ::testing::Test {
protected:
  PipelineModelTest() {
    DialectRegistry registry;
    registerAVX512Attr(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<PirchDialect, arith::ArithDialect, func::FuncDialect,
                        scf::SCFDialect>();
    target = AVX512Attr::get(&context, "sapphirerapids");
  }

  /// The operations of the innermost block of a function with `body`, the last
  /// one excepted if it is the function's own.
  std::vector<Operation *> parse(const std::string &body) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(%x: vector<16xf32>, %i: vector<16xi32>, %n: index) {\n" +
            body + "return }",
        &context);
    EXPECT_TRUE(module);
    Block *block = nullptr;
    module->walk([&](Block *inner) { block = block ? block : inner; });
    std::vector<Operation *> order;
    for (Operation &op : *block)
      order.push_back(&op);
    return order;
  }

  int64_t getTime(ArrayRef<Operation *> order) const {
    return PipelineModel(target).getTime(order);
  }

  /// `count` operations, each on the result of the one before.
  static std::string chain(const std::string &name, int count,
                           const std::string &op = "arith.addf",
                           const std::string &start = "%x",
                           const std::string &type = "vector<16xf32>") {
    std::string text, last = start;
    for (int i = 0; i < count; ++i) {
      std::string next = "%" + name + std::to_string(i);
      text +=
          next + " = " + op + " " + last + ", " + start + " : " + type + "\n";
      last = next;
    }
    return text;
  }

  MLIRContext context;
  TargetAttrInterface target;
  OwningOpRef<ModuleOp> module;
};

TEST_F(PipelineModelTest, NoTargetTakesNoTime) {
  EXPECT_EQ(PipelineModel(nullptr).getTime(parse(chain("a", 4))), 0);
}

// Iterations of a short chain overlap, so that only its operations count.
TEST_F(PipelineModelTest, ShortChainsTakeTheTimeOfTheirOperations) {
  EXPECT_EQ(getTime(parse(chain("a", 4))), 4);
}

// An iteration that is longer than what the machine looks at waits for results.
TEST_F(PipelineModelTest, LongChainsTakeTheirLatency) {
  int64_t each =
      target.getCost(OpClass::arith) + target.getPipelineDepth(false);
  int64_t time = getTime(parse(chain("a", 1000)));
  EXPECT_GT(time, 800 * each);
  EXPECT_LE(time, 1000 * each);
}

TEST_F(PipelineModelTest, SimpleOperationsOnIntegersTakeLess) {
  int64_t reals = getTime(parse(chain("a", 1000)));
  int64_t integers =
      getTime(parse(chain("a", 1000, "arith.addi", "%i", "vector<16xi32>")));
  EXPECT_LT(2 * integers, reals);
}

// Chains side by side take less time than one after the other.
TEST_F(PipelineModelTest, ChainsOverlapSideBySide) {
  constexpr int kLength = 1000;
  std::vector<Operation *> order =
      parse(chain("a", kLength) + chain("b", kLength));
  std::vector<Operation *> sideBySide;
  for (int i = 0; i < kLength; ++i)
    sideBySide.insert(sideBySide.end(), {order[i], order[kLength + i]});
  sideBySide.push_back(order.back());
  int64_t apart = getTime(order), together = getTime(sideBySide);
  EXPECT_LT(together, 6 * apart / 10);
  EXPECT_GT(together, 4 * apart / 10);
}

// However many chains there are, the execution units take their time.
TEST_F(PipelineModelTest, NothingIsFasterThanTheUnits) {
  std::string text;
  for (int i = 0; i < 500; ++i)
    text += chain("c" + std::to_string(i) + "_", 2);
  EXPECT_EQ(getTime(parse(text)), 1000 * target.getCost(OpClass::arith));
}

// What a loop carries is there one latency after the iteration before.
TEST_F(PipelineModelTest, CarriedValuesMakeIterationsWait) {
  std::vector<Operation *> order = parse(R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%v = %x) -> vector<16xf32> {
      %s = arith.addf %v, %x : vector<16xf32>
      scf.yield %s : vector<16xf32>
    })");
  EXPECT_EQ(getTime(order),
            target.getCost(OpClass::arith) + target.getPipelineDepth(false));
}

} // namespace
