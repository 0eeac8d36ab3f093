//===- LanesReadTest.cpp - Answers to passes agree with the meaning -------===//
//
// What an operation says of the lanes that it reads is compared with what its
// evaluator makes of lanes that change, one after the other. Passes replace
// lanes that no operation says it reads.
//
//===----------------------------------------------------------------------===//

#include "../Dialect/EachOperation.h"
#include "Pirch/Interpreter/Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace pirch;

namespace {

class LanesReadTest : public testing::Test {
protected:
  LanesReadTest() {
    context.loadDialect<PirchDialect, arith::ArithDialect, math::MathDialect,
                        scf::SCFDialect>();
    module = parseSourceString<ModuleOp>(kEachOperation, &context);
  }

  /// Integers are small, so that some name a work item or an element.
  Lane makeLane(const LaneFormat &format) {
    if (!format.isFloat())
      return Lane(random() % 5 &
                  llvm::maskTrailingOnes<uint64_t>(format.width));
    APFloat value(double(random() % 1000));
    bool losesInfo;
    value.convert(*format.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    return toLane(value);
  }

  Lanes makeOperand(Frame &frame, Type type) {
    Lanes lanes =
        isa<InfRegType>(type) ? frame.makeLanes(type) : Lanes::scalar(type, {});
    for (int64_t at = 0; at < lanes.size(); ++at)
      lanes[at] = makeLane(lanes.getElementType());
    return lanes;
  }

  /// What `op` makes of these operands.
  static Lanes evaluate(Operation *op, const Evaluator &evaluator, Frame &frame,
                        ArrayRef<Lanes> operands) {
    for (auto [value, lanes] : llvm::zip(op->getOperands(), operands))
      frame.set(value, lanes);
    EXPECT_TRUE(succeeded(evaluator(op, frame)));
    return frame.get(op->getResult(0));
  }

  /// Whether `op` says that lane `from` of the operand is read for lane `to` of
  /// its result.
  static bool saysItReads(InfRegOpInterface op, unsigned operand, int64_t from,
                          int64_t to) {
    auto lanesOf = [](Value value) {
      return cast<InfRegType>(value.getType()).getLanesPerGroup();
    };
    llvm::BitVector wanted(lanesOf(op->getResult(0)));
    llvm::BitVector read(lanesOf(op->getOperand(operand)));
    wanted.set(to);
    op.addLanesRead(op->getOpOperand(operand), wanted, read);
    return read.test(from);
  }

  /// Whether lane `to` of the result may have become `after` because lane
  /// `from` of an operand became `changed`, by the operation's relation of
  /// lanes.
  static bool mayDepend(LaneRelation relation, Lanes::Place from, Lane changed,
                        Lanes::Place to, Lane after) {
    switch (relation) {
    case LaneRelation::generated:
      return false;
    case LaneRelation::lane_wise:
      return from.item == to.item && from.element == to.element;
    case LaneRelation::copied:
      return after == changed;
    case LaneRelation::selected:
      return from.item == to.item;
    case LaneRelation::exchanged:
    case LaneRelation::accessed:
      return true;
    }
    llvm_unreachable("all relations are listed");
  }

  /// Look at the lanes of `after`, which were those of `before` until lane
  /// `from` of an operand changed to what it is in `operand`.
  static void checkChanges(InfRegOpInterface op, unsigned index,
                           const Lanes &operand, int64_t from,
                           const Lanes &before, const Lanes &after) {
    for (int64_t to = 0; to < after.size(); ++to) {
      if (after[to] == before[to])
        continue;
      std::string what = "result lane " + std::to_string(to) +
                         " changes with lane " + std::to_string(from) +
                         " of operand " + std::to_string(index);
      EXPECT_TRUE(saysItReads(op, index, from, to))
          << what << ", which it does not say it reads";
      EXPECT_TRUE(mayDepend(op.getLaneRelation(), operand.placeOf(from),
                            operand[from], after.placeOf(to), after[to]))
          << what << ", against its relation of lanes";
    }
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::minstd_rand random;
};

TEST_F(LanesReadTest, NoOtherLaneChangesAResult) {
  ASSERT_TRUE(module);
  EvaluatorTable table(context);
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  kernel.walk([&](InfRegOpInterface op) {
    if (isa<AccessOpInterface>(op.getOperation()) || op->getNumResults() != 1 ||
        !isa<InfRegType>(op->getResult(0).getType()))
      return;
    SCOPED_TRACE(op->getName().getStringRef().str());
    const Evaluator *evaluator = table.find(op->getName());
    ASSERT_TRUE(evaluator);
    Frame frame(kernel, table, {}, /*endGroup=*/1);
    for (int repeat = 0; repeat < 20 && !HasFailure(); ++repeat) {
      SmallVector<Lanes> operands;
      for (Type type : op->getOperandTypes())
        operands.push_back(makeOperand(frame, type));
      Lanes before = evaluate(op, *evaluator, frame, operands);
      for (auto [index, type] : llvm::enumerate(op->getOperandTypes())) {
        if (!isa<InfRegType>(type))
          continue;
        for (int64_t from = 0; from < operands[index].size(); ++from) {
          SmallVector<Lanes> changed(operands);
          changed[index][from] = makeLane(changed[index].getElementType());
          checkChanges(op, index, changed[index], from, before,
                       evaluate(op, *evaluator, frame, changed));
        }
      }
    }
  });
}

} // namespace
