//===- RematerializeLoads.cpp - Load again what registers cannot keep -----===//

#include "MemoryRange.h"
#include "Pirch/Analysis/RegisterModel.h"
#include "Pirch/CodeGen/Passes.h"

namespace pirch {
#define GEN_PASS_DEF_REMATERIALIZELOADS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The load whose result `value` is, or is a broadcast of; null if it is
/// neither.
static Operation *loadOf(Value value) {
  Operation *def = value.getDefiningOp();
  if (auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(def))
    def = broadcast.getSource().getDefiningOp();
  return isa_and_nonnull<LLVM::LoadOp, LLVM::MaskedLoadOp,
                         LLVM::VPStridedLoadOp>(def)
             ? def
             : nullptr;
}

static OpOperand &pointerOf(Operation *load) { return load->getOpOperand(0); }

/// The base and the constant index of a pointer; index 0 if it has none.
static std::pair<Value, int64_t> splitPointer(Value pointer) {
  auto gep = pointer.getDefiningOp<LLVM::GEPOp>();
  if (gep && gep.getDynamicIndices().empty() &&
      gep.getRawConstantIndices().size() == 1)
    return {gep.getBase(), gep.getRawConstantIndices()[0]};
  return {pointer, 0};
}

namespace {

/// Walks one block with a model of the registers.
class BlockReloader {
public:
  BlockReloader(Block &block, int64_t registers)
      : block(block), model(registers) {}

  /// Returns the number of loads that were repeated.
  int64_t run() {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      for (OpOperand &operand : op.getOpOperands())
        use(operand);
      for (Value result : op.getResults())
        if (RegisterModel::isHeld(result))
          model.define(result);
      if (isLoad(&op))
        loadedAt[&op] = writes.size();
      else if (!isMemoryEffectFree(&op))
        writes.push_back(memoryOf(&op));
    }
    return count;
  }

private:
  /// Record a use. If the registers have dropped the value and it was loaded,
  /// load it again for this use and the later ones.
  void use(OpOperand &operand) {
    Value value = operand.get();
    if (!RegisterModel::isHeld(value))
      return;
    bool isDropped = model.use(value);
    Operation *load = loadOf(value);
    if (!load || load->getBlock() != &block ||
        value.getDefiningOp()->getBlock() != &block)
      return;
    Value &copy = copies[value];
    if (isDropped && isUnchanged(load))
      copy = repeat(value.getDefiningOp(), load, operand.getOwner());
    if (copy)
      operand.set(copy);
  }

  /// Whether nothing has been written to what `load` reads since it read it.
  /// Each write is looked at once for each load.
  bool isUnchanged(Operation *load) {
    auto found = loadedAt.find(load);
    if (found == loadedAt.end())
      return false;
    std::optional<MemoryRange> range = memoryOf(load);
    for (size_t &next = found->second; next < writes.size(); ++next)
      if (!writes[next] || writes[next]->mayOverlap(*range)) {
        loadedAt.erase(found);
        return false;
      }
    return true;
  }

  /// Clone `load`, and its broadcast `def` if that is another operation, in
  /// front of `before`. Returns the copy of the result of `def`.
  Value repeat(Operation *def, Operation *load, Operation *before) {
    OpBuilder builder(before);
    auto [base, distance] = splitPointer(pointerOf(load).get());
    Disguise &disguise = disguises[base];
    if (!disguise.pointer || !disguise.distances.insert(distance).second) {
      disguise.pointer = hide(builder, def->getLoc(),
                              disguise.pointer ? disguise.pointer : base);
      disguise.distances = {};
      disguise.distances.insert(distance);
    }
    Value pointer = disguise.pointer;
    if (base != pointerOf(load).get()) {
      auto gep = cast<LLVM::GEPOp>(
          builder.clone(*pointerOf(load).get().getDefiningOp()));
      gep.getBaseMutable().assign(pointer);
      pointer = gep;
    }
    Operation *again = builder.clone(*load);
    pointerOf(again).set(pointer);
    ++count;
    if (def == load)
      return again->getResult(0);
    IRMapping mapping;
    mapping.map(load->getResult(0), again->getResult(0));
    return builder.clone(*def, mapping)->getResult(0);
  }

  /// A copy of `pointer` of which LLVM does not know that it is one: otherwise
  /// it would merge the loads again, and spill their value.
  static Value hide(OpBuilder &builder, Location loc, Value pointer) {
    return LLVM::InlineAsmOp::create(
               builder, loc, pointer.getType(), pointer, "", "=r,0",
               /*has_side_effects=*/false, /*is_align_stack=*/false,
               LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
               ArrayAttr())
        .getResult(0);
  }

  /// The newest hidden copy of a pointer, and the indexes from it at which
  /// loads were repeated. A second load at one index needs a new copy.
  struct Disguise {
    Value pointer;
    llvm::DenseSet<int64_t> distances;
  };

  Block &block;
  RegisterModel model;
  int64_t count = 0;
  /// The newest copy of each value that was loaded again.
  llvm::DenseMap<Value, Value> copies;
  llvm::DenseMap<Value, Disguise> disguises;
  /// The memory that each operation so far has written, and for each load that
  /// may still be repeated the number of writes known not to change what it
  /// reads.
  std::vector<std::optional<MemoryRange>> writes;
  llvm::DenseMap<Operation *, size_t> loadedAt;
};

struct RematerializeLoadsPass
    : public pirch::impl::RematerializeLoadsBase<RematerializeLoadsPass> {
  using RematerializeLoadsBase::RematerializeLoadsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    int64_t available = RegisterModel::countOn(target);
    if (registers > 0)
      available = registers;
    getOperation().walk([&](Block *block) {
      numReloads += BlockReloader(*block, available).run();
    });
  }
};

} // namespace
