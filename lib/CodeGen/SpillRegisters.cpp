//===- SpillRegisters.cpp - No more vectors than registers ----------------===//
//
// Belady's rule on blocks in their order: the vector whose next use is farthest
// away gives up its register. Vectors that are cheap to make are made again,
// the others are stored once and loaded before their next use.
//
//===----------------------------------------------------------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/CodeLimit.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_SPILLREGISTERS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Tells which values take vector registers.
struct RegisterClass {
  /// Masks have registers of their own, which LLVM's code generators spill.
  bool hasMaskRegisters;

  bool operator()(Value value) const {
    auto type = dyn_cast<VectorType>(value.getType());
    return type && !(hasMaskRegisters && type.getElementType().isInteger(1));
  }
};

/// Whether `value` is made from scalars alone, so that it is better made again
/// than kept in memory.
bool isCheap(Value value) {
  Operation *def = value.getDefiningOp();
  return def && def->hasAttr(kCheapAttrName) &&
         llvm::none_of(def->getOperandTypes(), llvm::IsaPred<VectorType>);
}

/// The numbers of stores, of loads, of values made again, and of places on the
/// stack.
struct Counts {
  int64_t stores = 0, loads = 0, remade = 0, slots = 0;
};

/// Places on the stack for vectors that have no register.
class Scratch {
public:
  Scratch(func::FuncOp function, Counts &counts)
      : function(function), counts(counts) {}

  Value take(Type type) {
    auto &list = unused[type];
    if (!list.empty())
      return list.pop_back_val();
    ++counts.slots;
    OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
    Location loc = function.getLoc();
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                         builder.getI64IntegerAttr(1));
    return LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), type,
        one, /*alignment=*/8);
  }
  void give(Type type, Value slot) { unused[type].push_back(slot); }

private:
  func::FuncOp function;
  Counts &counts;
  llvm::DenseMap<Type, SmallVector<Value>> unused;
};

/// The most vectors that are alive at once within a block. Vectors from outside
/// are not counted.
int64_t pressureOf(Block &block, RegisterClass isHeld) {
  llvm::DenseMap<Value, Operation *> lastUse;
  for (Operation &op : block)
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isHeld(operand))
          lastUse[operand] = &op;
    });
  int64_t live = llvm::count_if(block.getArguments(), [&](Value argument) {
    return isHeld(argument) && lastUse.contains(argument);
  });
  int64_t peak = live;
  llvm::DenseMap<Operation *, int64_t> dying;
  for (auto [value, last] : lastUse)
    dying[last] += value.getParentBlock() == &block;
  for (Operation &op : block) {
    int64_t inside = 0;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        inside = std::max(inside, pressureOf(inner, isHeld));
    int64_t made = llvm::count_if(op.getResults(), isHeld);
    peak = std::max({peak, live + inside, live + made});
    live += made - dying.lookup(&op);
    for (Value result : op.getResults())
      live -= isHeld(result) && !lastUse.contains(result);
  }
  return peak;
}

/// Limits the vectors in registers to `budget`, in one block.
class BlockLimiter {
public:
  /// A vector from outside of the block is in `kept`, if it has a register of
  /// its own that is not part of the budget, is loaded from its place in
  /// `memory`, or is made again.
  BlockLimiter(Block &block, int64_t budget, RegisterClass isHeld,
               Scratch &scratch, Counts &counts, llvm::DenseSet<Value> kept,
               llvm::DenseMap<Value, Value> memory)
      : block(block), budget(budget), isHeld(isHeld), scratch(scratch),
        counts(counts), kept(std::move(kept)), memory(std::move(memory)) {}

  LogicalResult run() {
    collectUses();
    for (Value argument : block.getArguments())
      if (isHeld(argument) && nextUse(argument) != kNever)
        held.insert(argument);
    if (static_cast<int64_t>(held.size()) > budget)
      return emitCodeLimitError(block.getParentOp(), "not supported yet: ")
             << "a loop that carries " << held.size()
             << " vectors, more than the target has registers; "
             << "a smaller --wg-pack carries fewer";
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (op.getNumRegions() ? failed(enter(&op)) : failed(visit(&op)))
        return failure();
      ++position;
    }
    return success();
  }

private:
  static constexpr int64_t kNever = INT64_MAX;

  void collectUses() {
    int64_t index = 0;
    for (Operation &op : block) {
      op.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands()) {
          auto &list = uses[operand];
          if (isHeld(operand) && (list.empty() || list.back() != index))
            list.push_back(index);
        }
      });
      ++index;
    }
  }

  /// The position of the next operation that uses the value, from the current
  /// one on or after it; kNever if there is none.
  int64_t nextUse(Value value, bool afterThis = false) {
    auto found = uses.find(value);
    if (found == uses.end())
      return kNever;
    auto next =
        llvm::lower_bound(found->second, position + (afterThis ? 1 : 0));
    return next == found->second.end() ? kNever : *next;
  }

  /// Handle an operation without regions.
  LogicalResult visit(Operation *op) {
    llvm::SmallSetVector<Value, 4> operands;
    for (OpOperand &operand : op->getOpOperands())
      if (isHeld(operand.get()))
        operands.insert(operand.get());
    int64_t made = llvm::count_if(op->getResults(), isHeld);
    if (static_cast<int64_t>(operands.size()) > budget)
      return emitCodeLimitError(op, "not supported yet: ")
             << operands.size() << " vectors at once, more than the target has "
             << "registers; a smaller --wg-pack carries fewer";
    bringOperands(op, operands.getArrayRef());
    for (Value operand : operands)
      if (nextUse(operand, /*afterThis=*/true) == kNever)
        release(operand);
    makeRoom(made, op, {});
    for (Value result : op->getResults())
      if (isHeld(result) && nextUse(result, /*afterThis=*/true) != kNever)
        held.insert(result);
    return success();
  }

  /// Make sure that `value` is in a register before `op`. The values in
  /// `needed` keep theirs.
  void bring(Value value, Operation *op, ArrayRef<Value> needed) {
    if (held.contains(value) || kept.contains(value))
      return;
    makeRoom(1, op, needed);
    OpBuilder builder(op);
    if (isCheap(value)) {
      copies[value] = remake(builder, value);
    } else {
      // The load is volatile, as LLVM would merge loads that are far apart.
      copies[value] = LLVM::LoadOp::create(
          builder, op->getLoc(), value.getType(), memory[value],
          /*alignment=*/8, /*isVolatile=*/true);
      ++counts.loads;
    }
    held.insert(value);
  }

  /// Make a cheap value once more. The first scalar that it is made from passes
  /// through an empty piece of assembly, or LLVM would merge the two values.
  Value remake(OpBuilder &builder, Value value) {
    Operation *again = builder.clone(*value.getDefiningOp());
    if (again->getNumOperands()) {
      builder.setInsertionPoint(again);
      Value scalar = again->getOperand(0);
      again->setOperand(
          0, LLVM::InlineAsmOp::create(
                 builder, again->getLoc(), scalar.getType(), scalar, "", "=r,0",
                 /*has_side_effects=*/false, /*is_align_stack=*/false,
                 LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
                 ArrayAttr())
                 .getResult(0));
    }
    ++counts.remade;
    return again->getResult(0);
  }

  /// Free the register and the place in memory of a value without further uses.
  void release(Value value) {
    held.remove(value);
    auto slot = ours.find(value);
    if (slot == ours.end())
      return;
    scratch.give(value.getType(), slot->second);
    ours.erase(slot);
    memory.erase(value);
  }

  /// Evict vectors before `op`, until `wanted` more fit into the registers.
  void makeRoom(int64_t wanted, Operation *op, ArrayRef<Value> needed) {
    while (static_cast<int64_t>(held.size()) + wanted > budget) {
      Value farthest;
      int64_t distance = -1;
      for (Value value : held) {
        if (llvm::is_contained(needed, value))
          continue;
        int64_t next = nextUse(value);
        if (next > distance || (next == distance && isCheap(value))) {
          farthest = value;
          distance = next;
        }
      }
      if (!farthest)
        return;
      evict(farthest, op);
    }
  }

  /// Take the register from `value`, and store it before `op` if it is needed
  /// later and is neither in memory nor cheap.
  void evict(Value value, Operation *op) {
    held.remove(value);
    if (memory.contains(value) || isCheap(value) || nextUse(value) == kNever)
      return;
    OpBuilder builder(op);
    Value slot = ours[value] = memory[value] = scratch.take(value.getType());
    Value copy = copies.lookup(value);
    LLVM::StoreOp::create(builder, op->getLoc(), copy ? copy : value, slot,
                          /*alignment=*/8);
    ++counts.stores;
  }

  /// Handle a loop or branch. If the registers do not suffice for what it
  /// computes and for the vectors that live through it, the latter go to memory
  /// before it.
  LogicalResult enter(Operation *op) {
    llvm::SmallSetVector<Value, 8> operands, captured;
    for (Value operand : op->getOperands())
      if (isHeld(operand))
        operands.insert(operand);
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (isHeld(operand) && !region.isAncestor(operand.getParentRegion()))
            captured.insert(operand);
      });
    int64_t inside = 0;
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        inside = std::max(inside, pressureOf(inner, isHeld));
    llvm::SmallSetVector<Value, 8> across = captured;
    for (Value value : held)
      if (nextUse(value, /*afterThis=*/true) != kNever)
        across.insert(value);
    bool keep = static_cast<int64_t>(across.size()) + inside <= budget;
    if (keep)
      for (Value value : captured)
        bring(value, op, captured.getArrayRef());
    if (!keep)
      for (Value value : across)
        if (held.contains(value) && !operands.contains(value))
          evict(value, op);
    if (failed(visitOperands(op, operands)))
      return failure();
    // The operation's blocks load what is in memory.
    llvm::DenseMap<Value, Value> below;
    llvm::DenseSet<Value> keptBelow = kept;
    if (keep) {
      for (Value value : captured) {
        Value copy = copies.lookup(value);
        keptBelow.insert(copy ? copy : value);
        if (copy)
          op->walk(
              [&](Operation *inner) { inner->replaceUsesOfWith(value, copy); });
      }
    } else {
      for (Value value : across)
        if (held.contains(value))
          evict(value, op);
      below = memory;
    }
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        if (failed(
                BlockLimiter(inner,
                             keep ? budget - static_cast<int64_t>(across.size())
                                  : budget,
                             isHeld, scratch, counts, keptBelow, below)
                    .run()))
          return failure();
    SmallVector<Value> dead;
    for (Value value : held)
      if (nextUse(value, /*afterThis=*/true) == kNever)
        dead.push_back(value);
    for (Value value : captured)
      if (nextUse(value, /*afterThis=*/true) == kNever)
        dead.push_back(value);
    for (Value value : dead)
      release(value);
    makeRoom(llvm::count_if(op->getResults(), isHeld), op->getNextNode(), {});
    for (Value result : op->getResults())
      if (isHeld(result) && nextUse(result, /*afterThis=*/true) != kNever)
        held.insert(result);
    return success();
  }

  LogicalResult visitOperands(Operation *op,
                              llvm::SmallSetVector<Value, 8> &operands) {
    if (static_cast<int64_t>(operands.size()) > budget)
      return emitCodeLimitError(op, "not supported yet: ")
             << "a loop that carries " << operands.size()
             << " vectors, more than the target has "
             << "registers; a smaller --wg-pack carries fewer";
    bringOperands(op, operands.getArrayRef());
    return success();
  }

  /// Have all of `operands` in registers before `op`, which reads the copies of
  /// those that were loaded again.
  void bringOperands(Operation *op, ArrayRef<Value> operands) {
    for (Value operand : operands) {
      bring(operand, op, operands);
      if (Value copy = copies.lookup(operand))
        for (OpOperand &use : op->getOpOperands())
          if (use.get() == operand)
            use.set(copy);
    }
  }

  Block &block;
  int64_t budget;
  RegisterClass isHeld;
  Scratch &scratch;
  Counts &counts;
  /// The position of the current operation in the block.
  int64_t position = 0;
  /// The positions of the operations that use each value.
  llvm::DenseMap<Value, SmallVector<int64_t>> uses;
  /// The vectors in registers, and those from outside that have registers of
  /// their own.
  llvm::SmallSetVector<Value, 32> held;
  llvm::DenseSet<Value> kept;
  /// The newest copy of a value that was brought back.
  llvm::DenseMap<Value, Value> copies;
  /// The places of values in memory, and those of them that this block has
  /// taken and must give back.
  llvm::DenseMap<Value, Value> memory, ours;
};

struct SpillRegistersPass
    : public pirch::impl::SpillRegistersBase<SpillRegistersPass> {
  using SpillRegistersBase::SpillRegistersBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    int64_t budget = registers;
    if (budget <= 0) {
      if (!target || target.canSpill())
        return;
      // Some registers are left for copies that the code generator makes.
      budget = target.getNumRegisters() - target.getNumRegisters() / 8;
    }
    if (function.isDeclaration())
      return;
    Counts counts;
    RegisterClass isHeld{!target || target.getNumMaskRegisters() > 0};
    Scratch scratch(function, counts);
    for (Block &block : function.getBody())
      if (failed(BlockLimiter(block, budget, isHeld, scratch, counts,
                              llvm::DenseSet<Value>(),
                              llvm::DenseMap<Value, Value>())
                     .run()))
        return signalPassFailure();
    numStores += counts.stores;
    numLoads += counts.loads;
    numRemade += counts.remade;
    numSlots += counts.slots;
    if (emitRemarks && counts.stores + counts.remade)
      function.emitRemark("registers: ")
          << counts.stores << " vectors stored to " << counts.slots
          << " places, loaded " << counts.loads << " times; " << counts.remade
          << " made again";
  }
};

} // namespace
