// Operations know themselves: every one answers what passes ask, or says that
// it has no lanes; the answers obey the laws that passes rely on.

#include "EachOperation.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace pirch;

namespace {

class OpInterfaceTest : public testing::Test {
protected:
  OpInterfaceTest() {
    context.loadDialect<PirchDialect>();
    module = parseSourceString<ModuleOp>(kEachOperation, &context);
    oneGroup = parseSourceString<ModuleOp>(kEachOfOneGroup, &context);
  }

  std::vector<RegisteredOperationName> operationsOf(StringRef dialect) {
    std::vector<RegisteredOperationName> names;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == dialect)
        names.push_back(name);
    return names;
  }

  static std::set<StringRef> namesIn(ModuleOp module) {
    std::set<StringRef> names;
    module->walk(
        [&](Operation *op) { names.insert(op->getName().getStringRef()); });
    return names;
  }

  void forEach(llvm::function_ref<void(InfRegOpInterface)> check) {
    for (ModuleOp each : {*module, *oneGroup})
      each->walk([&](InfRegOpInterface op) {
        SCOPED_TRACE(op->getName().getStringRef().str());
        check(op);
      });
  }

  /// The one operation of this kind.
  template <typename OpT> InfRegOpInterface find() {
    OpT found;
    module->walk([&](OpT op) { found = op; });
    return cast<InfRegOpInterface>(found.getOperation());
  }

  /// Lanes of an operand that are read for lanes of the result.
  std::string lanesRead(InfRegOpInterface op, unsigned operand,
                        llvm::BitVector wanted) {
    Value value = op->getOperand(operand);
    llvm::BitVector read(cast<InfRegType>(value.getType()).getLanesPerGroup());
    op.addLanesRead(op->getOpOperand(operand), wanted, read);
    std::string text;
    for (unsigned lane = 0; lane < read.size(); ++lane)
      text += read.test(lane) ? '1' : '0';
    return text;
  }
  static llvm::BitVector lanes(StringRef text) {
    llvm::BitVector bits(text.size());
    for (auto [lane, digit] : llvm::enumerate(text))
      if (digit == '1')
        bits.set(lane);
    return bits;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module, oneGroup;
};

TEST_F(OpInterfaceTest, EveryOperationAnswersOrHasNoLanes) {
  for (RegisteredOperationName name : operationsOf("pirch"))
    EXPECT_NE(name.hasInterface<InfRegOpInterface>(),
              name.hasTrait<Structural>())
        << name.getStringRef().str();
}

TEST_F(OpInterfaceTest, EveryOperationBelongsToAForm) {
  for (RegisteredOperationName name : operationsOf("pirch"))
    // A kernel has a form; barriers and lookups are part of what becomes of it.
    if (name.getStringRef() != KernelOp::getOperationName() &&
        name.getStringRef() != SubgroupBarrierOp::getOperationName() &&
        name.getStringRef() != LookupOp::getOperationName())
      EXPECT_TRUE(name.hasTrait<InWorkItemForm>() ||
                  name.hasTrait<InInfRegForm>())
          << name.getStringRef().str();
}

TEST_F(OpInterfaceTest, ElementwiseArithmeticAnswers) {
  int64_t count = 0;
  for (StringRef dialect : {"arith", "math"})
    for (RegisteredOperationName name : operationsOf(dialect)) {
      EXPECT_EQ(name.hasInterface<InfRegOpInterface>(),
                name.hasTrait<OpTrait::Elementwise>())
          << name.getStringRef().str();
      count += name.hasInterface<InfRegOpInterface>();
    }
  EXPECT_GT(count, 80);
}

TEST_F(OpInterfaceTest, OnlyAccessesTouchMemory) {
  for (RegisteredOperationName name : operationsOf("pirch"))
    if (name.hasInterface<InfRegOpInterface>())
      EXPECT_NE(name.hasInterface<AccessOpInterface>(),
                name.hasTrait<OpTrait::AlwaysSpeculatableImplTrait>())
          << name.getStringRef().str();
}

// The kernels of EachOperation.h are what the laws below are tested on, and
// evaluators and emitters: a new operation has to be put there.
TEST_F(OpInterfaceTest, EveryOperationIsTested) {
  ASSERT_TRUE(module && oneGroup);
  std::set<StringRef> there = namesIn(*module);
  there.merge(namesIn(*oneGroup));
  for (RegisteredOperationName name : operationsOf("pirch"))
    if (name.hasInterface<InfRegOpInterface>())
      EXPECT_TRUE(there.count(name.getStringRef()))
          << name.getStringRef().str();
  for (ModuleOp each : {*module, *oneGroup})
    each->walk([&](KernelOp kernel) {
      EXPECT_TRUE(succeeded(checkInfRegForm(kernel)));
    });
}

TEST_F(OpInterfaceTest, EveryOperationOfAWorkItemIsTested) {
  auto scalars = parseSourceString<ModuleOp>(kEachOfWorkItem, &context);
  ASSERT_TRUE(scalars);
  std::set<StringRef> there = namesIn(*scalars);
  for (RegisteredOperationName name : operationsOf("pirch"))
    if (name.hasTrait<InWorkItemForm>())
      EXPECT_TRUE(there.count(name.getStringRef()))
          << name.getStringRef().str();
  scalars->walk([&](KernelOp kernel) {
    EXPECT_TRUE(succeeded(checkWorkItemForm(kernel)));
  });
}

TEST_F(OpInterfaceTest, MoreLanesWantedMeansNoFewerRead) {
  forEach([&](InfRegOpInterface op) {
    auto type = op->getNumResults()
                    ? dyn_cast<InfRegType>(op->getResult(0).getType())
                    : InfRegType();
    int64_t size = type ? type.getLanesPerGroup() : 0;
    for (OpOperand &operand : op->getOpOperands()) {
      auto from = dyn_cast<InfRegType>(operand.get().getType());
      if (!from)
        continue;
      llvm::BitVector all(from.getLanesPerGroup()), some = all, none = all;
      op.addLanesRead(operand, llvm::BitVector(size, true), all);
      op.addLanesRead(operand, llvm::BitVector(size, false), none);
      EXPECT_FALSE(none.test(all)); // none is a part of all
      for (int64_t lane = 0; lane < size; ++lane) {
        llvm::BitVector one(size);
        one.set(lane);
        op.addLanesRead(operand, one, some);
      }
      some |= none;
      EXPECT_EQ(some, all); // and all are what each lane reads
    }
  });
}

TEST_F(OpInterfaceTest, LaneWiseOperationsReadTheSameLanes) {
  forEach([&](InfRegOpInterface op) {
    if (op.getLaneRelation() != LaneRelation::lane_wise)
      return;
    for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
      EXPECT_EQ(lanesRead(op, operand, lanes("01100100")), "01100100");
    EXPECT_TRUE(op.acceptsPaddedRows());
    EXPECT_EQ(op.getNumCandidates(), 1);
  });
}

TEST_F(OpInterfaceTest, CopiesReadWhatTheyCopy) {
  EXPECT_EQ(lanesRead(find<ReorderOp>(), 0, lanes("10000011")), "01000001");
  // Items 0 to 3 read items 3, 0, none and 1.
  EXPECT_EQ(lanesRead(find<WgPermuteOp>(), 0, lanes("11001001")), "00010011");
  EXPECT_EQ(lanesRead(find<MergeOp>(), 0, lanes("11110011")), "01010010");
  EXPECT_EQ(lanesRead(find<MergeOp>(), 1, lanes("11110011")), "10100001");
}

TEST_F(OpInterfaceTest, StoresReadLanesThatHaveAPlace) {
  EXPECT_EQ(lanesRead(find<StoreOp>(), 0, {}), "11111011");
  EXPECT_EQ(lanesRead(find<ScatterOp>(), 0, {}), "11111111");
}

TEST_F(OpInterfaceTest, ExchangesLookAtEveryItem) {
  forEach([&](InfRegOpInterface op) {
    if (op.getLaneRelation() != LaneRelation::exchanged)
      return;
    EXPECT_FALSE(op.acceptsPaddedRows());
    if (!isa<ActiveOp, ReadFirstLaneOp>(op)) // their results are scalars
      EXPECT_EQ(op.getNumCandidates(), 4);
  });
  EXPECT_EQ(find<ExtractOp>().getNumCandidates(), 2);
}

TEST_F(OpInterfaceTest, MasksAreTheOptionalOperands) {
  int64_t masked = 0;
  forEach([&](InfRegOpInterface op) {
    Value mask = op.getLaneMask();
    masked += mask != nullptr;
    auto access = dyn_cast<AccessOpInterface>(op.getOperation());
    if (access)
      EXPECT_EQ(access.getMask(), mask);
  });
  // insert, reduce, scan, gather, scatter, store, and two atomic operations
  EXPECT_EQ(masked, 8);
}

TEST_F(OpInterfaceTest, ClassesAreWhatMachinesDo) {
  EXPECT_EQ(find<arith::AddFOp>().getOpClass(), OpClass::arith);
  EXPECT_EQ(find<math::SqrtOp>().getOpClass(), OpClass::divide);
  EXPECT_EQ(find<SelectOp>().getOpClass(), OpClass::blend);
  EXPECT_EQ(find<GatherOp>().getOpClass(), OpClass::gather);
  EXPECT_TRUE(find<SplatOp>().isRematerialized());
  EXPECT_FALSE(find<LoadOp>().isRematerialized());
}

} // namespace
