//===- ExpandMaskedAccesses.cpp - Masked loads and stores by runs ---------===//
//
// A machine without an instruction that loads or stores the elements that a
// mask names accesses them one by one, with a branch for each lane. Mostly the
// mask is true in all lanes, or all lanes lie in one page, of which one is
// read: one access of the whole vector serves then. Elsewhere each run of
// neighbouring lanes is copied in as few pieces as its length has ones among
// its binary digits, between memory and the vector in a slot of the stack.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PageTest.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/bit.h"

namespace pirch {
#define GEN_PASS_DEF_EXPANDMASKEDACCESSES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The most lanes of a mask whose bits are one number.
static constexpr int64_t kMostLanes = 64;

namespace {
/// Makes the code that takes the place of one masked load or store.
class Expansion {
public:
  Expansion(Operation *op, VectorType type, Value pointer, Value mask,
            unsigned alignment, func::FuncOp function)
      : builder(op), loc(op->getLoc()), type(type), pointer(pointer),
        mask(mask), alignment(alignment), function(function) {}

  Value load(Value otherwise, int64_t pageBytes);
  void store(Value value);

private:
  Value number(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }
  Value compare(arith::CmpIPredicate predicate, Value left, int64_t right) {
    return arith::CmpIOp::create(builder, loc, predicate, left, number(right));
  }
  Value maskBits();
  Value makeSlot();
  Value at(Value start, Value element);
  void copyRuns(Value from, Value to, Value bits);
  Value copyPieces(Value from, Value to, Value first, Value count);

  int64_t countLanes() const { return type.getNumElements(); }
  int64_t countBytes() const {
    return countLanes() * type.getElementTypeBitWidth() / 8;
  }

  OpBuilder builder;
  Location loc;
  VectorType type;
  Value pointer, mask;
  unsigned alignment;
  func::FuncOp function;
};
} // namespace

/// The bits of the mask as a number of 64 bits, the first lane's the lowest.
Value Expansion::maskBits() {
  Type word = builder.getIntegerType(countLanes());
  Value whole =
      vector::BitCastOp::create(builder, loc, VectorType::get({1}, word), mask);
  Value bits =
      vector::ExtractOp::create(builder, loc, whole, ArrayRef<int64_t>{0});
  return countLanes() == kMostLanes
             ? bits
             : arith::ExtUIOp::create(builder, loc, builder.getI64Type(), bits)
                   .getResult();
}

/// Memory for a vector on the stack.
Value Expansion::makeSlot() {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.front());
  return LLVM::AllocaOp::create(builder, loc, pointer.getType(), type,
                                number(1), llvm::PowerOf2Ceil(countBytes()));
}

Value Expansion::at(Value start, Value element) {
  return LLVM::GEPOp::create(builder, loc, start.getType(),
                             type.getElementType(), start,
                             ArrayRef<LLVM::GEPArg>{element});
}

/// Copy the elements of the lanes in `bits`, run by run.
void Expansion::copyRuns(Value from, Value to, Value bits) {
  Type i64 = builder.getI64Type();
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange{i64}, ValueRange{bits},
      [&](OpBuilder &inside, Location where, ValueRange rest) {
        Value zero = arith::ConstantOp::create(inside, where,
                                               inside.getI64IntegerAttr(0));
        Value some = arith::CmpIOp::create(
            inside, where, arith::CmpIPredicate::ne, rest[0], zero);
        scf::ConditionOp::create(inside, where, some, rest);
      },
      [](OpBuilder &, Location, ValueRange) {});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getAfterBody());
  Value rest = loop.getAfterArguments()[0];
  Value first = math::CountTrailingZerosOp::create(builder, loc, rest);
  Value shifted = arith::ShRUIOp::create(builder, loc, rest, first);
  Value ended = arith::XOrIOp::create(builder, loc, shifted, number(-1));
  Value count = math::CountTrailingZerosOp::create(builder, loc, ended);
  Value end = copyPieces(from, to, first, count);
  // The run's lanes go: what is left lies behind its end, of which there is
  // nothing where that is the last bit.
  Value behind = arith::ShLIOp::create(builder, loc, number(-1), end);
  Value isEnd = compare(arith::CmpIPredicate::uge, end, kMostLanes);
  behind = arith::SelectOp::create(builder, loc, isEnd, number(0), behind);
  Value left = arith::AndIOp::create(builder, loc, rest, behind);
  scf::YieldOp::create(builder, loc, left);
}

/// Copy `count` elements from `first` on, and return the element behind them.
Value Expansion::copyPieces(Value from, Value to, Value first, Value count) {
  Type i64 = builder.getI64Type();
  Value next = first;
  for (int64_t size = llvm::bit_floor(uint64_t(countLanes())); size > 0;
       size /= 2) {
    Value bit = arith::AndIOp::create(builder, loc, count, number(size));
    auto branch = scf::IfOp::create(builder, loc, i64,
                                    compare(arith::CmpIPredicate::ne, bit, 0),
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(branch.thenBlock());
    auto piece = VectorType::get({size}, type.getElementType());
    Value elements =
        LLVM::LoadOp::create(builder, loc, piece, at(from, next), alignment);
    LLVM::StoreOp::create(builder, loc, elements, at(to, next), alignment);
    scf::YieldOp::create(
        builder, loc,
        arith::AddIOp::create(builder, loc, next, number(size)).getResult());
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loc, next);
    next = branch.getResult(0);
  }
  return next;
}

Value Expansion::load(Value otherwise, int64_t pageBytes) {
  Value bits = maskBits();
  Value reads = arith::AndIOp::create(
      builder, loc, compare(arith::CmpIPredicate::ne, bits, 0),
      isInOnePage(builder, loc, pointer, countBytes(), pageBytes));
  auto branch =
      scf::IfOp::create(builder, loc, type, expectTrue(builder, loc, reads),
                        /*withElseRegion=*/true);
  builder.setInsertionPointToEnd(branch.thenBlock());
  Value whole = LLVM::LoadOp::create(builder, loc, type, pointer, alignment);
  scf::YieldOp::create(builder, loc, whole);
  builder.setInsertionPointToEnd(branch.elseBlock());
  Value slot = makeSlot();
  LLVM::StoreOp::create(builder, loc, otherwise, slot);
  copyRuns(pointer, slot, bits);
  Value parts = LLVM::LoadOp::create(builder, loc, type, slot);
  scf::YieldOp::create(builder, loc, parts);
  builder.setInsertionPointAfter(branch);
  return arith::SelectOp::create(builder, loc, mask, branch.getResult(0),
                                 otherwise);
}

void Expansion::store(Value value) {
  Value bits = maskBits();
  int64_t all =
      countLanes() == kMostLanes ? -1 : (int64_t(1) << countLanes()) - 1;
  auto branch = scf::IfOp::create(builder, loc,
                                  compare(arith::CmpIPredicate::eq, bits, all),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  LLVM::StoreOp::create(builder, loc, value, pointer, alignment);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value slot = makeSlot();
  LLVM::StoreOp::create(builder, loc, value, slot);
  copyRuns(slot, pointer, bits);
}

/// Whether a masked access to a vector of type `accessed` is made lane by lane
/// on `target`, with a branch for each lane. Machines that load the elements of
/// a mask by one instruction store them by one, too.
static bool needsBranches(Type accessed, Value mask,
                          TargetAttrInterface target) {
  auto type = dyn_cast<VectorType>(accessed);
  return type && type.getRank() == 1 && type.getNumElements() > 1 &&
         type.getNumElements() <= kMostLanes &&
         type.getElementTypeBitWidth() % 8 == 0 &&
         !target.hasMaskedLoads(type.getElementType()) &&
         !matchPattern(mask, m_Constant());
}

namespace {
struct ExpandMaskedAccessesPass
    : public pirch::impl::ExpandMaskedAccessesBase<ExpandMaskedAccessesPass> {
  using ExpandMaskedAccessesBase::ExpandMaskedAccessesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (!target || target.hasStridedAccess() || target.distributesWorkItems() ||
        target.getPageBytes() == 0)
      return;
    SmallVector<LLVM::MaskedLoadOp> loads;
    SmallVector<LLVM::MaskedStoreOp> stores;
    function.walk([&](Operation *op) {
      if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op)) {
        if (needsBranches(load.getType(), load.getMask(), target))
          loads.push_back(load);
      } else if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op)) {
        if (needsBranches(store.getValue().getType(), store.getMask(), target))
          stores.push_back(store);
      }
    });
    for (LLVM::MaskedLoadOp load : loads) {
      Expansion expansion(load, cast<VectorType>(load.getType()),
                          load.getData(), load.getMask(), load.getAlignment(),
                          function);
      load.replaceAllUsesWith(
          expansion.load(load.getPassThru(), target.getPageBytes()));
      load.erase();
      ++numLoads;
    }
    for (LLVM::MaskedStoreOp store : stores) {
      Expansion(store, cast<VectorType>(store.getValue().getType()),
                store.getData(), store.getMask(), store.getAlignment(),
                function)
          .store(store.getValue());
      store.erase();
      ++numStores;
    }
  }
};
} // namespace
