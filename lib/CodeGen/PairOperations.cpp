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

  /// Returns the number of pairs made.
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
  /// Pair equal operations that come from one place of the source: they make
  /// the chunks of one infreg operation, and follow each other.
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

  /// Whether the result of `first` is used before `second`, or by it, so that
  /// they cannot be one operation.
  bool isUsedBefore(Operation *first, Operation *second) {
    return llvm::any_of(first->getUsers(), [&](Operation *user) {
      Operation *here = block.findAncestorOpInBlock(*user);
      return here && position.lookup(here) <= position.lookup(second);
    });
  }

  /// Give up pairs that do not pay. Each pair saves an operation. Each join of
  /// two operands, and each second result that is needed alone, costs one.
  /// Pairs that feed each other are weighed together.
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

  /// Whether the second result of a pair is needed alone. Stores are not
  /// counted, since they can store it from where it is.
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

  /// Replace a pair by one operation on vectors of twice the lanes.
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
    // Later pairs still look their operands up by the old results.
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

  /// The two chunks joined to one vector.
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
  /// For the second operation of each pair, the first one; in block order.
  llvm::MapVector<Operation *, Operation *> firstOf;
  /// For the results of each pair, its second operation.
  llvm::DenseMap<Two, Operation *> packed;
  /// The first operations of all pairs.
  llvm::DenseSet<Operation *> firsts;
  /// For two chunks, the vector that holds both.
  llvm::DenseMap<Two, Value> joinedAs;
  /// For each result of a pair, the slice that takes it out of the joined one.
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
