//===- SplitWorkGroups.cpp - Compute work groups in parts -----------------===//

#include "Former.h"
#include "GridIndices.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "SeparateItems.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/bit.h"

namespace pirch {
#define GEN_PASS_DEF_SPLITWORKGROUPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Let a kernel in work-item form, of which `products` are the products of
/// `findGlobalIndices`, compute groups of `items` work items.
static void setItems(KernelOp kernel, ArrayRef<arith::MulIOp> products,
                     int64_t items) {
  kernel.setGroupParts(kernel.getWgSize() / items);
  kernel.setWgSize(items);
  for (arith::MulIOp product : products) {
    OpBuilder builder(product);
    unsigned number = product.getLhs().getDefiningOp<WgIndexOp>() ? 1 : 0;
    product.setOperand(
        number, arith::ConstantOp::create(builder, product.getLoc(),
                                          builder.getI64IntegerAttr(items)));
  }
}

static std::optional<int64_t> getNumber(Value value) {
  IntegerAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return number.getInt();
  return std::nullopt;
}

namespace {
/// The elements of a buffer that the first part of a group accesses, counted
/// from one place of the buffer. Each later part accesses those `stride`
/// elements behind.
class Elements {
public:
  /// Add an access. Returns false where it is not known from the same place, or
  /// where it may touch other elements each time that the group runs it.
  bool add(AccessOpInterface op) {
    auto access = dyn_cast<AffineAccessOpInterface>(op.getOperation());
    std::optional<int64_t> step =
        access ? getNumber(access.getGroupStride()) : std::nullopt;
    if (!step || *step == 0)
      return false;
    std::optional<int64_t> constant = getNumber(access.getBase());
    Value from = constant ? Value() : access.getBase();
    if (from && !isa<KernelOp>(from.getParentRegion()->getParentOp()))
      return false;
    if (all.empty()) {
      base = from;
      stride = *step;
    } else if (base != from || stride != *step) {
      return false;
    }
    for (int64_t offset : access.getOffsets()) {
      if (offset == kNoOffset)
        continue;
      all.insert(constant.value_or(0) + offset);
      if (op.isWrite())
        written.insert(constant.value_or(0) + offset);
    }
    return true;
  }

  /// Whether one of `parts` parts accesses what another one writes.
  bool meet(int64_t parts) const {
    for (int64_t part = 1 - parts; part < parts; ++part)
      for (int64_t element : written)
        if (part && all.contains(element + part * stride))
          return true;
    return false;
  }

private:
  Value base;
  int64_t stride = 0;
  llvm::DenseSet<int64_t> all, written;
};
} // namespace

/// Whether no part of a group of a kernel in InfReg form accesses what another
/// one writes.
static bool hasSeparateParts(KernelOp kernel) {
  llvm::MapVector<Value, SmallVector<AccessOpInterface>> accesses;
  kernel.walk([&](AccessOpInterface access) {
    if (isa<BlockArgument>(access.getBuffer()))
      accesses[access.getBuffer()].push_back(access);
  });
  for (auto &[buffer, ofBuffer] : accesses) {
    if (llvm::none_of(ofBuffer, [](auto access) { return access.isWrite(); }))
      continue;
    Elements elements;
    if (!llvm::all_of(ofBuffer,
                      [&](auto access) { return elements.add(access); }) ||
        elements.meet(kernel.countRowParts()))
      return false;
  }
  return true;
}

static int64_t countGathers(KernelOp kernel) {
  int64_t count = 0;
  kernel.walk([&](Operation *op) { count += isa<GatherOp, ScatterOp>(op); });
  return count;
}

/// Whether a work item of `kernel`, which is in work-item form, may store to a
/// buffer at several places. Of two work items that store to one element, the
/// last one would be another if the first of them did all that it does before.
static bool storesSeveralTimes(KernelOp kernel) {
  llvm::SmallDenseSet<Value> stored;
  return kernel
      .walk([&](memref::StoreOp store) {
        bool isAnother = isa<BlockArgument>(store.getMemRef()) &&
                         (store->getParentOfType<LoopOp>() ||
                          !stored.insert(store.getMemRef()).second);
        return isAnother ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `kernel`, in InfReg form, stores something that lies farther apart
/// than `items` work items that are neighbours need: columns of a matrix, which
/// a group of several rows may store by rows.
static bool storesApart(KernelOp kernel, int64_t items) {
  constexpr int64_t kMostElements = 4;
  return kernel
      .walk([&](AccessOpInterface access) {
        if (!access.isWrite() || !isa<BlockArgument>(access.getBuffer()))
          return WalkResult::advance();
        auto affine = dyn_cast<AffineAccessOpInterface>(access.getOperation());
        int64_t least = INT64_MAX, most = INT64_MIN;
        if (affine)
          for (int64_t offset : affine.getOffsets())
            if (offset != kNoOffset) {
              least = std::min(least, offset);
              most = std::max(most, offset);
            }
        return affine && most - least < kMostElements * items
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The options of the form in which a kernel computes most groups, without the
/// conditions that it assumes.
static FormOptions getOptions() {
  FormOptions options;
  options.assumesIndicesFit = true;
  return options;
}

/// Whether the form of `kernel`, which is in work-item form, for most groups
/// leaves out groups that lie before others: those at a border.
static bool hasBorders(KernelOp kernel) {
  OwningOpRef<KernelOp> clone(kernel.clone());
  FormOptions options = getOptions();
  options.assumesGuards = true;
  std::unique_ptr<Former> former = Former::form(*clone, options);
  return former && former->assumedBorders();
}

namespace {
struct SplitWorkGroupsPass
    : public pirch::impl::SplitWorkGroupsBase<SplitWorkGroupsPass> {
  using SplitWorkGroupsBase::SplitWorkGroupsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!isWorkItemForm(kernel) || failed(checkWorkItemForm(kernel)))
        continue;
      int64_t items = chooseItems(kernel);
      if (items == static_cast<int64_t>(kernel.getWgSize()) ||
          !hasSeparateItems(kernel, /*mayAskForGroups=*/false))
        continue;
      if (kernel.getNumGridDims()) {
        numSplit += splitGrid(kernel, items);
        continue;
      }
      auto products = findGlobalIndices(kernel);
      if (!products || !isSplittable(kernel, items))
        continue;
      setItems(kernel, *products, items);
      ++numSplit;
    }
  }

  /// The number of work items of a part; all of the group if it stays whole.
  int64_t chooseItems(KernelOp kernel) const {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    int64_t all = kernel.getWgSize();
    if (!target || target.distributesWorkItems() || kernel.getWgPack() ||
        kernel.getNumGridDims() == 1 || kernel.getGroupParts() ||
        kernel.getRowGroups() || kernel.hasItemRows())
      return all;
    int64_t lanes = target.getNativeLanes(getWidestType(kernel));
    if (kernel.getNumGridDims()) {
      int64_t items = llvm::bit_floor(uint64_t(lanes));
      return all > lanes && items >= leastItems &&
                     kernel.getWgShape()->front() % items == 0
                 ? items
                 : all;
    }
    int64_t power = int64_t(1) << llvm::countr_zero(uint64_t(all));
    int64_t items = std::min<int64_t>(power, llvm::bit_floor(uint64_t(lanes)));
    return all > lanes && items >= leastItems ? items : all;
  }

  /// Whether parts of `items` work items access nothing that others write, and
  /// gather no more than a whole group: places that are known for the work
  /// items of a group, as `g ^ 16`, may depend on which of its parts an item is
  /// in.
  bool isSplittable(KernelOp kernel, int64_t items) {
    OwningOpRef<KernelOp> part(kernel.clone());
    setItems(*part, *findGlobalIndices(*part), items);
    ScopedDiagnosticHandler silence(&getContext(),
                                    [](Diagnostic &) { return success(); });
    FormOptions options = getOptions();
    return Former::form(*part, options) && hasSeparateParts(*part) &&
           gathersNoMore(*part, kernel);
  }

  /// Split the groups of `kernel`, a grid kernel, into parts of `items`
  /// neighbouring work items along x. Returns whether that is of use: where
  /// groups lie at borders. Elsewhere the rows of a group are better off
  /// together, as they read much that is the same.
  bool splitGrid(KernelOp kernel, int64_t items) {
    OwningOpRef<KernelOp> forwarded(kernel.clone()), part(kernel.clone());
    forwardSingleStores(*forwarded);
    eraseUnread(*forwarded);
    std::optional<GridIndices> indices = GridIndices::find(kernel);
    if (!indices || !ownsStores(*forwarded))
      return false;
    GridIndices::find(*part)->splitRows(items);
    ScopedDiagnosticHandler silence(&getContext(),
                                    [](Diagnostic &) { return success(); });
    FormOptions options = getOptions();
    if (!hasBorders(*part) || !Former::form(*part, options))
      return false;
    // Places are compared by the values that they are counted from.
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(*part);
    eliminateCommonSubExpressions(rewriter, dominance, *part);
    if (storesApart(*part, items) || !gathersNoMore(*part, kernel) ||
        (storesSeveralTimes(*forwarded) && !hasSeparateParts(*part)))
      return false;
    indices->splitRows(items);
    return true;
  }

  /// Whether `part`, in InfReg form, gathers and scatters no more often than
  /// `kernel` would, of whose groups it computes parts.
  static bool gathersNoMore(KernelOp part, KernelOp kernel) {
    int64_t gathers = countGathers(part);
    if (gathers == 0)
      return true;
    OwningOpRef<KernelOp> whole(kernel.clone());
    FormOptions ofWhole = getOptions();
    return Former::form(*whole, ofWhole) && countGathers(*whole) >= gathers;
  }
};
} // namespace
