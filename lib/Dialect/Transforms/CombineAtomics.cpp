//===- CombineAtomics.cpp - One atomic operation for a work group ---------===//

#include "Pirch/Analysis/Compactions.h"
#include "Pirch/Analysis/UniformValues.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_COMBINEATOMICS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The reduction that combines what work items of a group combine with one
/// element. Nothing where the order of the work items shows, as it does in sums
/// of floating-point numbers.
static std::optional<CombiningKind> kindOf(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addi:
    return CombiningKind::add;
  case arith::AtomicRMWKind::andi:
    return CombiningKind::and_;
  case arith::AtomicRMWKind::ori:
    return CombiningKind::or_;
  case arith::AtomicRMWKind::xori:
    return CombiningKind::xor_;
  case arith::AtomicRMWKind::mins:
    return CombiningKind::minsi;
  case arith::AtomicRMWKind::minu:
    return CombiningKind::minui;
  case arith::AtomicRMWKind::maxs:
    return CombiningKind::maxsi;
  case arith::AtomicRMWKind::maxu:
    return CombiningKind::maxui;
  default:
    return std::nullopt;
  }
}

static bool isCombinable(AtomicRMWOp op, UniformValues &uniform) {
  InfRegType type = cast<AccessOpInterface>(op.getOperation()).getAccessType();
  std::optional<CombiningKind> kind = kindOf(op.getKind());
  if (!kind || type.getExtent() != 1 ||
      countLanesAtMost(op.getMask(), type.getNumItems()) < 2)
    return false;
  // Each work item could get what the element held before from a scan of any
  // kind; it is done for sums, as counters are.
  if (*kind != CombiningKind::add && !op.getResult().use_empty())
    return false;
  auto variable = op.getBuffer().getDefiningOp<AllocaOp>();
  return !(variable && variable.isPrivate()) && uniform.contains(op.getIndex());
}

namespace {

/// Replaces one atomic operation of all work items of a group by a reduction
/// and an atomic operation of one of them.
class AtomicCombiner {
public:
  explicit AtomicCombiner(AtomicRMWOp op)
      : op(op), builder(op), loc(op.getLoc()),
        type(cast<InfRegType>(op.getValue().getType())),
        kind(*kindOf(op.getKind())) {}

  void run() {
    Value given = makeGiven();
    Value total = ReduceOp::create(builder, loc, type, kind, given,
                                   /*mask=*/Value(), /*ordered=*/false);
    int64_t item = chooseItem();
    auto atomic =
        AtomicRMWOp::create(builder, loc, type, op.getKind(), total,
                            op.getBuffer(), op.getIndex(), makeMask(item));
    if (!op.getResult().use_empty()) {
      Value before =
          WgPermuteOp::create(builder, loc, type, atomic.getResult(),
                              SmallVector<int32_t>(type.getNumItems(), item));
      Value sum = ScanOp::create(builder, loc, type, kind, ScanMode::exclusive,
                                 given, /*mask=*/Value(), /*ordered=*/false);
      op.getResult().replaceAllUsesWith(
          arith::AddIOp::create(builder, loc, before, sum));
    }
    op.erase();
  }

private:
  Value splat(TypedAttr attr) {
    return SplatOp::create(builder, loc, type,
                           arith::ConstantOp::create(builder, loc, attr));
  }

  /// The value that each work item combines with the element. A work item that
  /// does not take part combines the identity of the operation, as 0 for a sum.
  Value makeGiven() {
    Value value = op.getValue(), mask = op.getMask();
    if (!mask)
      return value;
    // A sum of bits is a count of bits, for which machines with masks have
    // instructions.
    auto ones = value.getDefiningOp<SplatOp>();
    if (kind == CombiningKind::add && ones &&
        matchPattern(ones.getOperand(), m_One()))
      return ConvertOp::create(builder, loc, type, ConversionKind::extui, mask);
    return SelectOp::create(
        builder, loc, mask, value,
        splat(arith::getIdentityValueAttr(op.getKind(), type.getElementType(),
                                          builder, loc)));
  }

  /// The work item that makes the operation.
  int64_t chooseItem() {
    std::optional<SmallVector<bool>> table =
        op.getMask() ? getMaskTable(op.getMask()) : std::nullopt;
    return table ? llvm::find(*table, true) - table->begin() : 0;
  }

  /// The mask that holds for work item `item` if any work item takes part.
  Value makeMask(int64_t item) {
    auto maskType =
        cast<InfRegType>(type.cloneWith(std::nullopt, builder.getI1Type()));
    SmallVector<bool> bits(type.getNumItems(), false);
    bits[item] = true;
    Value chosen = ConstantOp::create(
        builder, loc, maskType,
        DenseElementsAttr::get(
            RankedTensorType::get({type.getNumItems(), 1}, builder.getI1Type()),
            bits));
    if (!op.getMask() || getMaskTable(op.getMask()))
      return chosen;
    return arith::AndIOp::create(builder, loc, chosen,
                                 AnyOp::create(builder, loc, op.getMask()));
  }

  AtomicRMWOp op;
  OpBuilder builder;
  Location loc;
  InfRegType type;
  CombiningKind kind;
};

struct CombineAtomicsPass
    : public pirch::impl::CombineAtomicsBase<CombineAtomicsPass> {
  using CombineAtomicsBase::CombineAtomicsBase;

  void runOnOperation() override {
    SmallVector<AtomicRMWOp> found;
    UniformValues uniform(UniformValues::Items::all);
    getOperation()->walk([&](AtomicRMWOp op) {
      if (isa<InfRegType>(op.getValue().getType()) && isCombinable(op, uniform))
        found.push_back(op);
    });
    for (AtomicRMWOp op : found)
      AtomicCombiner(op).run();
    numCombined += found.size();
  }
};

} // namespace
