//===- SlowOperations.cpp - Which operations are slow, and why ------------===//

#include "Pirch/Analysis/SlowOperations.h"
#include "LaneCause.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "Pirch/Analysis/TableLookup.h"
#include "Pirch/Math/Functions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace pirch;

/// Whether arithmetic of ours computes the function, so that no library is
/// called.
static bool isExpanded(Operation *op) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isa<mlir::math::OP>(op))                                                 \
    return true;
  PIRCH_MATH_UNARY(PIRCH_FUNCTION)
  PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
  return false;
}

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
      op);
}

namespace {
/// Looks at the operations of one kernel.
class SlowOperationFinder {
public:
  explicit SlowOperationFinder(KernelOp kernel)
      : kernel(kernel),
        target(cast<TargetAttrInterface>(kernel.getTargetAttr())),
        mapping(kernel) {}

  std::vector<SlowOperation> run() {
    bool isThreads = target.distributesWorkItems();
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto loop = dyn_cast<scf::WhileOp>(op))
        lookAtLoop(loop);
      else if (!isThreads)
        lookAt(op);
    });
    return std::move(found);
  }

private:
  void add(Operation *op, StringRef kind, double cost, const Twine &what,
           const Twine &reason, const Twine &suggestion) {
    found.push_back(
        {op, kind, what.str(), reason.str(), suggestion.str(), cost});
  }

  void lookAt(Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<GatherOp>([&](auto gather) {
          if (!planTableLookup(gather, mapping.getLanes(), target))
            lookAtIndexed(gather, "Gather", "is read", OpClass::gather);
        })
        .Case<ScatterOp>([&](auto scatter) {
          lookAtIndexed(scatter, "Scatter", "is written", OpClass::scatter);
        })
        .Case<AffineAccessOpInterface>(
            [&](auto access) { lookAtAffine(access); })
        .Case<WgShuffleOp>([&](auto shuffle) {
          lookAtLookup(op, shuffle.getValue(), shuffle.getSource(), Axis::wi,
                       "another work item's register");
        })
        .Case<ExtractOp>([&](auto extract) {
          lookAtLookup(op, extract.getSource(), extract.getIndex(), Axis::ix,
                       "an element of an array in registers");
        })
        .Case<LaneMapOpInterface>([&](auto map) { lookAtMap(map); })
        .Default([&](Operation *) { lookAtArithmetic(op); });
  }

  int64_t countChunks(Type type) const {
    return mapping.get(cast<InfRegType>(type)).getNumChunks();
  }

  template <typename AccessT>
  void lookAtIndexed(AccessT access, StringRef kind, StringRef verb,
                     OpClass cost) {
    CauseOfLanes cause = findCause(access.getIndex());
    add(access, kind,
        countChunks(access.getAccessType()) * target.getCost(cost),
        "each lane's element of " + nameBuffer(access.getBuffer(), kernel) +
            " " + verb + " by itself",
        "its subscript " + describeCause(cause, kernel),
        cause.cause == LaneCause::factor
            ? "make the factor a constant (a macro, as in -DN=64), or let "
              "neighbouring work items access neighbouring elements"
            : "let neighbouring work items access neighbouring elements: "
              "subscripts that are sums of get_global_id(0), counters of loops "
              "with the same bounds in all work items, and constants");
  }

  /// The number of elements between those of the first two lanes that access
  /// memory.
  static int64_t getDistance(ArrayRef<int64_t> offsets) {
    std::optional<int64_t> first;
    for (int64_t offset : offsets) {
      if (offset == kNoOffset)
        continue;
      if (first)
        return std::abs(offset - *first);
      first = offset;
    }
    return 0;
  }

  void lookAtAffine(AffineAccessOpInterface access) {
    AccessShape shape =
        describeAccess(access, mapping.get(access.getAccessType()), target);
    std::shared_ptr<const PricedAccess> priced = planAccess(shape, target);
    std::string name = nameBuffer(access.getBuffer(), kernel);
    double cost = priced->cost.work.sum();
    if (llvm::any_of(priced->plan.chunks, [](const ChunkAccess &chunk) {
          return chunk.kind == AccessKind::scattered;
        }))
      add(access, shape.isStore ? "Scatter" : "Gather", cost,
          "each lane's element of " + name + " is " +
              (shape.isStore ? "written" : "read") + " by itself",
          "the elements of neighbouring lanes lie " +
              Twine(getDistance(shape.offsets)) + " elements apart",
          "let neighbouring work items access neighbouring elements, or each "
          "work item all the elements that lie between");
    else if (shape.isStore && shape.isMasked)
      add(access, "MaskedStore", cost,
          "elements of " + name + " are stored under a mask",
          "the store is executed under a condition of each work item" +
              printPlace(access.getMask().getLoc()),
          "store in both cases, what was there or a value that nobody reads, "
          "as "
          "in y[i] = c ? x : y[i]");
  }

  void lookAtLookup(Operation *op, Value source, Value index, Axis axis,
                    StringRef what) {
    if (!isa<InfRegType>(op->getResult(0).getType()))
      return;
    auto from = cast<InfRegType>(source.getType());
    ReorderSelector selector(target);
    double cost = 0;
    for (const ReorderSelector::Choice &choice : selector.selectLookups(
             mapping.getLookups(
                 from, cast<InfRegType>(op->getResult(0).getType()), axis),
             from.getElementType(), mapping.getLanes()))
      cost += choice.cost;
    add(op, "Lookup", cost, "each lane chooses " + what + " at run time",
        "its subscript " + describeCause(findCause(index), kernel),
        "use a subscript that is known at compile time: constants, work-item "
        "indices, and counters of loops with constant bounds");
  }

  void lookAtMap(LaneMapOpInterface map) {
    auto reorders = map->getAttrOfType<ReordersAttr>("reorders");
    int64_t gathered =
        reorders ? llvm::count(reorders.getPatterns(), ReorderPattern::gather)
                 : 0;
    if (!gathered)
      return;
    add(map, "ReorderThroughMemory", gathered * target.getCost(OpClass::gather),
        "values of other work items are brought together through memory",
        llvm::formatv("lanes of {0} registers come from too many others",
                      gathered),
        "try other packs and lane orders (--wg-pack, --lane-order, or "
        "pirch-run "
        "--tune)");
  }

  void lookAtArithmetic(Operation *op) {
    auto type = op->getNumResults()
                    ? dyn_cast<InfRegType>(op->getResult(0).getType())
                    : InfRegType();
    if (!type)
      return;
    unsigned bits = type.getElementType().getIntOrFloatBitWidth();
    if (isDivision(op) && bits > 32 && !target.dividesIntegers() &&
        !isConstantLanes(op->getOperand(1)))
      add(op, "LongDivision",
          countChunks(type) * target.getCost(classifyOp(op)),
          "integers of 64 bits are divided lane by lane",
          "no vector instruction divides them, and the divisor is no constant",
          "divide int or uint, or by a constant");
    else if (isa<math::MathDialect>(op->getDialect()) &&
             classifyOp(op) == OpClass::libcall && !isExpanded(op))
      add(op, "LibraryCall",
          countChunks(type) * target.getCost(OpClass::libcall),
          "the C library is called for each lane",
          ("no code of PIRCH computes " + op->getName().stripDialect()).str(),
          "use a function that docs/Math.md lists");
  }

  static bool isConstantLanes(Value value) {
    if (auto splat = value.getDefiningOp<SplatOp>())
      value = splat.getScalar();
    return value.getDefiningOp<ConstantOp>() ||
           value.getDefiningOp<arith::ConstantOp>();
  }

  /// A loop goes on while any lane is active.
  void lookAtLoop(scf::WhileOp loop) {
    auto active =
        loop.getConditionOp().getCondition().getDefiningOp<ActiveOp>();
    if (!active)
      return;
    Value mask = active->getOperand(0);
    add(loop, "DivergentLoop", 0,
        "the loop runs until the last work item of the pack has left it",
        "what its condition compares " +
            describeCause(findCause(getOwnCondition(mask)), kernel),
        "let all work items of a group make the same number of iterations");
  }

  /// The condition that `mask` adds to the lanes that were in the loop before.
  static Value getOwnCondition(Value mask) {
    auto both = mask.getDefiningOp<arith::AndIOp>();
    if (!both)
      return mask;
    return isa<BlockArgument>(both.getLhs()) ? both.getRhs() : both.getLhs();
  }

  KernelOp kernel;
  TargetAttrInterface target;
  KernelMapping mapping;
  std::vector<SlowOperation> found;
};
} // namespace

std::vector<SlowOperation> pirch::findSlowOperations(KernelOp kernel) {
  return SlowOperationFinder(kernel).run();
}
