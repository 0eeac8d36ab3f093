//===- SplitWorkGroups.cpp - Compute work groups in parts -----------------===//

#include "Former.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/bit.h"

namespace pirch {
#define GEN_PASS_DEF_SPLITWORKGROUPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The other operand of a sum or product of two operands.
static Value getOther(Operation *op, Value operand) {
  return op->getOperand(op->getOperand(0) == operand ? 1 : 0);
}

/// The products `wg_index * wg_size` of the kernel, if the indices of work
/// groups and work items are used in global indices alone: each product is
/// added to `wi_index`.
static std::optional<SmallVector<arith::MulIOp>>
findGlobalIndices(KernelOp kernel) {
  SmallVector<arith::MulIOp> products;
  auto isSize = [&](Value value) {
    IntegerAttr number;
    return matchPattern(value, m_Constant(&number)) &&
           number.getInt() == static_cast<int64_t>(kernel.getWgSize());
  };
  auto isAddedToItem = [](arith::MulIOp product) {
    return llvm::all_of(product->getUsers(), [&](Operation *user) {
      return isa<arith::AddIOp>(user) &&
             getOther(user, product).getDefiningOp<WiIndexOp>();
    });
  };
  auto isAddedToGroup = [&](Operation *user, Value item) {
    if (!isa<arith::AddIOp>(user))
      return false;
    auto product = getOther(user, item).getDefiningOp<arith::MulIOp>();
    return product && llvm::any_of(product->getOperands(), [](Value factor) {
             return factor.getDefiningOp<WgIndexOp>();
           });
  };
  WalkResult result = kernel.walk([&](Operation *op) {
    for (Operation *user : op->getUsers()) {
      if (isa<WiIndexOp>(op) && !isAddedToGroup(user, op->getResult(0)))
        return WalkResult::interrupt();
      if (!isa<WgIndexOp>(op))
        continue;
      auto product = dyn_cast<arith::MulIOp>(user);
      if (!product || !isSize(getOther(product, op->getResult(0))) ||
          !isAddedToItem(product))
        return WalkResult::interrupt();
      products.push_back(product);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || products.empty())
    return std::nullopt;
  return products;
}

/// Whether the work items of the kernel meet nowhere but in buffers.
static bool hasSeparateItems(KernelOp kernel) {
  WalkResult result = kernel.getBody().walk([](Operation *op) {
    auto variable = dyn_cast<memref::AllocaOp>(op);
    auto onLanes = dyn_cast<InfRegOpInterface>(op);
    bool isShared =
        (variable &&
         variable.getType().getMemorySpaceAsInt() == kLocalMemorySpace) ||
        (onLanes && onLanes.getLaneRelation() == LaneRelation::exchanged) ||
        isa<AccessOpInterface, NumGroupsOp>(op);
    bool isKnown =
        isMemoryEffectFree(op) || op->getNumRegions() ||
        isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp, StageOp>(op);
    return isShared || !isKnown ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The type of which a chunk of the kernel, in work-item form, holds as many
/// elements as a register: the widest type of floating-point numbers, or
/// without these of integers in buffers.
static Type getWidestType(KernelOp kernel) {
  Type widest = getChunkElementType(kernel);
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isa<FloatType>(type) &&
          (!isa<FloatType>(widest) ||
           type.getIntOrFloatBitWidth() > widest.getIntOrFloatBitWidth()))
        widest = type;
  });
  return widest;
}

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

namespace {
/// An access as elements of its buffer: `constant + offset` of each lane,
/// counted from `base`, and `stride` elements more for each group.
struct Places {
  Value base;
  int64_t constant = 0, stride = 0;
  ArrayRef<int64_t> offsets;
};
} // namespace

static std::optional<int64_t> getNumber(Value value) {
  IntegerAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return number.getInt();
  return std::nullopt;
}

/// The elements that `access` touches, if they are the same ones however often
/// the group runs it.
static std::optional<Places> findPlaces(AccessOpInterface access) {
  auto affine = dyn_cast<AffineAccessOpInterface>(access.getOperation());
  if (!affine)
    return std::nullopt;
  std::optional<int64_t> stride = getNumber(affine.getGroupStride());
  if (!stride)
    return std::nullopt;
  Places places{Value(), 0, *stride, affine.getOffsets()};
  if (std::optional<int64_t> constant = getNumber(affine.getBase())) {
    places.constant = *constant;
    return places;
  }
  places.base = affine.getBase();
  Operation *parent = places.base.getParentRegion()->getParentOp();
  return isa<KernelOp>(parent) ? std::optional(places) : std::nullopt;
}

/// Whether one part of a group may access an element by `a` that another of its
/// `parts` parts accesses by `b`.
static bool mayMeet(AccessOpInterface a, AccessOpInterface b, int64_t parts) {
  std::optional<Places> mine = findPlaces(a), others = findPlaces(b);
  if (!mine || !others || mine->base != others->base ||
      mine->stride != others->stride || mine->stride == 0)
    return true;
  llvm::DenseSet<int64_t> elements;
  for (int64_t offset : mine->offsets)
    if (offset != kNoOffset)
      elements.insert(mine->constant + offset);
  for (int64_t part = 1 - parts; part < parts; ++part)
    for (int64_t offset : others->offsets)
      if (part && offset != kNoOffset &&
          elements.contains(others->constant + offset + part * others->stride))
        return true;
  return false;
}

/// Whether no part of a group of a kernel in InfReg form accesses what another
/// one writes.
static bool hasSeparateParts(KernelOp kernel) {
  llvm::MapVector<Value, SmallVector<AccessOpInterface>> accesses;
  kernel.walk([&](AccessOpInterface access) {
    if (isa<BlockArgument>(access.getBuffer()))
      accesses[access.getBuffer()].push_back(access);
  });
  for (auto &[buffer, all] : accesses)
    for (AccessOpInterface a : all)
      for (AccessOpInterface b : all)
        if (a.isWrite() && mayMeet(a, b, kernel.countGroupParts()))
          return false;
  return true;
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
          !hasSeparateItems(kernel))
        continue;
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
        kernel.getGroupParts() || kernel.getNumGridDims() ||
        kernel.getRowGroups())
      return all;
    int64_t lanes = target.getNativeLanes(getWidestType(kernel));
    int64_t power = int64_t(1) << llvm::countr_zero(uint64_t(all));
    int64_t items = std::min<int64_t>(power, llvm::bit_floor(uint64_t(lanes)));
    return all > lanes && items >= leastItems ? items : all;
  }

  /// Whether parts of `items` work items access nothing that others write.
  bool isSplittable(KernelOp kernel, int64_t items) {
    OwningOpRef<KernelOp> copy(kernel.clone());
    setItems(*copy, *findGlobalIndices(*copy), items);
    ScopedDiagnosticHandler silence(&getContext(),
                                    [](Diagnostic &) { return success(); });
    FormOptions options;
    return Former::form(*copy, options) && hasSeparateParts(*copy);
  }
};
} // namespace
