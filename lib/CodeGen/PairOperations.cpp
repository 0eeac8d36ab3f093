//===- PairOperations.cpp - Two chunks in one operation -------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_PAIROPERATIONS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

using Two = std::pair<Value, Value>;

/// Pairs operations of one block.
class BlockPairer {
public:
  BlockPairer(Block &block, TargetAttrInterface target)
      : block(block), target(target) {}

  /// Number of pairs made.
  int64_t run() {
    int64_t index = 0;
    for (Operation &op : block)
      position[&op] = index++;
    findPairs();
    dropUnworthy();
    int64_t made = 0;
    for (Operation &op : llvm::make_early_inc_range(block))
      if (auto first = firstOf.find(&op); first != firstOf.end()) {
        rewrite(first->second, &op);
        ++made;
      }
    for (Operation *op : llvm::reverse(slices))
      if (op->use_empty())
        op->erase();
    for (Operation *op : llvm::reverse(dead))
      op->erase();
    return made;
  }

private:
  /// Chunks of one infreg operation follow each other and come from one place.
  void findPairs() {
    llvm::DenseMap<std::pair<Attribute, std::pair<void *, void *>>, Operation *>
        waiting;
    for (Operation &op : block) {
      if (op.getNumResults() != 1 || !target.computesPairs(&op))
        continue;
      auto key = std::pair(
          op.getPropertiesAsAttribute(),
          std::pair(op.getName().getAsOpaquePointer(),
                    const_cast<void *>(
                        LocationAttr(op.getLoc()).getAsOpaquePointer())));
      Operation *&first = waiting[key];
      if (first && first->getResult(0).getType() == op.getResult(0).getType() &&
          !isUsedBefore(first, &op)) {
        firstOf[&op] = first;
        packed[{first->getResult(0), op.getResult(0)}] = &op;
        first = nullptr;
      } else {
        first = &op;
      }
    }
  }

  /// Whether the first must come before something that comes before the second,
  /// or the second itself.
  bool isUsedBefore(Operation *first, Operation *second) {
    return llvm::any_of(first->getUsers(), [&](Operation *user) {
      Operation *here = block.findAncestorOpInBlock(*user);
      return here && position.lookup(here) <= position.lookup(second);
    });
  }

  /// Pairs that feed each other stand or fall together: each saves an
  /// operation; bringing operands together, and taking a second result out,
  /// costs one.
  void dropUnworthy() {
    llvm::EquivalenceClasses<Operation *> components;
    llvm::DenseMap<Two, Operation *> joiner;
    auto operandsOf = [&](Operation *second) {
      SmallVector<Two, 3> list;
      Operation *first = firstOf.lookup(second);
      for (auto [x, y] : llvm::zip(first->getOperands(), second->getOperands()))
        list.push_back({x, y});
      return list;
    };
    for (auto [second, first] : firstOf) {
      components.insert(second);
      for (const Two &two : operandsOf(second))
        if (Operation *maker = packed.lookup(two))
          components.unionSets(second, maker);
        else if (Operation *&user = joiner[two])
          components.unionSets(second, user);
        else
          user = second;
    }
    llvm::DenseMap<Operation *, int64_t> gain;
    llvm::DenseSet<std::pair<Operation *, std::pair<Value, Value>>> joined;
    for (auto [second, first] : firstOf) {
      Operation *leader = components.getLeaderValue(second);
      gain[leader] += 1;
      for (const Two &two : operandsOf(second))
        if (!packed.contains(two) && joined.insert({leader, two}).second)
          gain[leader] -= 1;
      gain[leader] -= isTakenOut(second);
    }
    SmallVector<Operation *> unworthy;
    for (auto [second, first] : firstOf)
      if (gain.lookup(components.getLeaderValue(second)) <= 0)
        unworthy.push_back(second);
    for (Operation *second : unworthy) {
      packed.erase(
          {firstOf.lookup(second)->getResult(0), second->getResult(0)});
      firstOf.erase(second);
    }
  }

  /// Whether somebody wants the second result alone. Stores take it from where
  /// it is.
  bool isTakenOut(Operation *second) {
    Operation *first = firstOf.lookup(second);
    return llvm::any_of(second->getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (isa<LLVM::VPStridedStoreOp>(user))
        return false;
      Operation *partner = firstOf.lookup(user);
      return !partner ||
             partner->getOperand(use.getOperandNumber()) != first->getResult(0);
    });
  }

  void rewrite(Operation *first, Operation *second) {
    OpBuilder builder(second);
    auto type = cast<VectorType>(second->getResult(0).getType());
    int64_t lanes = type.getDimSize(0);
    auto wide = VectorType::get({2 * lanes}, type.getElementType());
    OperationState state(second->getLoc(), second->getName());
    for (auto [x, y] : llvm::zip(first->getOperands(), second->getOperands()))
      state.addOperands(join(builder, second->getLoc(), {x, y}, wide));
    state.addTypes(wide);
    state.propertiesAttr = second->getPropertiesAsAttribute();
    Value result = builder.create(state)->getResult(0);
    joinedAs[{first->getResult(0), second->getResult(0)}] = result;
    // Later pairs find the operands under their old names.
    for (auto [half, op] : {std::pair(0, first), std::pair(1, second)}) {
      auto slice = vector::ExtractStridedSliceOp::create(
          builder, second->getLoc(), result, ArrayRef<int64_t>{half * lanes},
          ArrayRef<int64_t>{lanes}, ArrayRef<int64_t>{1});
      slices.push_back(slice);
      op->getResult(0).replaceUsesWithIf(slice, [&](OpOperand &use) {
        Operation *user = use.getOwner();
        return !firstOf.contains(user) && !isFirst(user);
      });
      sliceOf[op->getResult(0)] = slice;
      dead.push_back(op);
    }
  }

  bool isFirst(Operation *op) {
    if (firsts.empty())
      for (auto [second, first] : firstOf)
        firsts.insert(first);
    return firsts.contains(op);
  }

  /// Two chunks as one vector.
  Value join(OpBuilder &builder, Location loc, Two two, VectorType wide) {
    Value &result = joinedAs[two];
    if (result)
      return result;
    auto current = [&](Value value) {
      Value slice = sliceOf.lookup(value);
      return slice ? slice : value;
    };
    auto mask = llvm::to_vector(llvm::seq<int64_t>(0, wide.getDimSize(0)));
    return result = vector::ShuffleOp::create(builder, loc, current(two.first),
                                              current(two.second), mask);
  }

  Block &block;
  TargetAttrInterface target;
  llvm::DenseMap<Operation *, int64_t> position;
  /// From the second operation of a pair to its first; in block order.
  llvm::MapVector<Operation *, Operation *> firstOf;
  llvm::DenseMap<Two, Operation *> packed;
  llvm::DenseSet<Operation *> firsts;
  llvm::DenseMap<Two, Value> joinedAs;
  llvm::DenseMap<Value, Value> sliceOf;
  SmallVector<Operation *> slices, dead;
};

struct PairOperationsPass
    : public pirch::impl::PairOperationsBase<PairOperationsPass> {
  using PairOperationsBase::PairOperationsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (!target)
      return;
    getOperation().walk(
        [&](Block *block) { numPairs += BlockPairer(*block, target).run(); });
  }
};

} // namespace
