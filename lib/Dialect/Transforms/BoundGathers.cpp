//===- BoundGathers.cpp - Gathers that read within few elements -----------===//

#include "Pirch/Analysis/IndexGrowth.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Analysis/TableLookup.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_BOUNDGATHERS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// Elements of a buffer, both ends included.
struct Elements {
  int64_t first, last;

  bool contains(const Elements &other) const {
    return first <= other.first && other.last <= last;
  }
};

/// Finds the windows of one kernel's gathers.
class GatherBounds {
public:
  explicit GatherBounds(KernelOp kernel)
      : bits(kernel), uniform(UniformValues::Items::all) {
    for (Operation &op : kernel.getBody().front())
      noteAccess(&op);
  }

  /// Give `gather` its window. False if none is known that is worth it.
  bool setWindow(GatherOp gather);

private:
  std::optional<Elements> getElements(Operation *op) const;
  void noteAccess(Operation *op);

  IntegerBits bits;
  UniformValues uniform;
  /// Elements of each buffer that certainly lie in it: what lies between two
  /// accesses that each call of the kernel makes.
  llvm::DenseMap<Value, Elements> known;
};
} // namespace

/// The elements among which `op`, a load or gather without a mask, reads one or
/// more in each group; nothing where they are not known at compile time.
std::optional<Elements> GatherBounds::getElements(Operation *op) const {
  if (auto gather = dyn_cast<GatherOp>(op)) {
    std::optional<ConstantIntRanges> range = bits.getRange(gather.getIndex());
    if (!range || range->smin().getSignificantBits() > 32 ||
        range->smax().getSignificantBits() > 32)
      return std::nullopt;
    return Elements{range->smin().getSExtValue(), range->smax().getSExtValue()};
  }
  auto load = dyn_cast<LoadOp>(op);
  APInt base;
  if (!load || !matchPattern(load.getGroupStride(), m_Zero()) ||
      !matchPattern(load.getBase(), m_ConstantInt(&base)) ||
      base.getSignificantBits() > 32)
    return std::nullopt;
  std::optional<Elements> all;
  for (int64_t offset : load.getOffsets()) {
    if (offset == kNoOffset)
      continue;
    int64_t element = base.getSExtValue() + offset;
    all = all ? Elements{std::min(all->first, element),
                         std::max(all->last, element)}
              : Elements{element, element};
  }
  return all;
}

/// Note what `op` shows of its buffer. All elements from the first to the last
/// one that a load reads lie in the buffer. Of a gather one element does, which
/// is at most the last and at least the first of those among which it reads.
void GatherBounds::noteAccess(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  if (!access || access.getMask())
    return;
  std::optional<Elements> elements = getElements(op);
  if (!elements)
    return;
  Elements sure = *elements;
  if (isa<GatherOp>(op))
    std::swap(sure.first, sure.last);
  auto [entry, isFirst] = known.try_emplace(access.getBuffer(), sure);
  if (!isFirst)
    entry->second = {std::min(entry->second.first, sure.first),
                     std::max(entry->second.last, sure.last)};
}

bool GatherBounds::setWindow(GatherOp gather) {
  // Longer windows fill more registers than lookups from them are worth.
  constexpr int64_t kMostElements = 256;
  Value buffer = gather.getBuffer(), index = gather.getIndex();
  // Where the subscript grows by one number from work item to work item, all
  // that a group reads lies in one piece of memory, which is loaded as such.
  if (!isa<BlockArgument>(buffer) || findStep(index, uniform) ||
      findGrowth(index, uniform) != Growth::unknown)
    return false;
  std::optional<Elements> window = getElements(gather);
  if (!window || window->first < 0 ||
      window->last - window->first >= kMostElements)
    return false;
  auto sure = known.find(buffer);
  bool isInBuffer = sure != known.end() && sure->second.contains(*window);
  // Where no work item takes part, nothing may be read.
  if (mayReadNothing(gather) && !isInBuffer)
    return false;
  gather.setWindow(
      ArrayRef<int64_t>{window->first, window->last - window->first + 1});
  gather.setWindowInBuffer(isInBuffer);
  return true;
}

namespace {
struct BoundGathersPass
    : public pirch::impl::BoundGathersBase<BoundGathersPass> {
  using BoundGathersBase::BoundGathersBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      SmallVector<GatherOp> gathers;
      kernel.walk([&](GatherOp gather) { gathers.push_back(gather); });
      if (gathers.empty())
        continue;
      GatherBounds bounds(kernel);
      for (GatherOp gather : gathers)
        if (bounds.setWindow(gather))
          ++numWindows;
    }
  }
};
} // namespace
