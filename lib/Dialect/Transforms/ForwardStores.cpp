//===- ForwardStores.cpp - Loads of what was stored before ----------------===//

#include "AccessOrigin.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_FORWARDSTORES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// What the elements of a group hold that were accessed from one origin.
struct KnownElements {
  /// An access, and its lane whose value the element holds.
  struct Holder {
    AffineAccessOpInterface access;
    int32_t lane;
  };
  /// By offset.
  llvm::DenseMap<int64_t, Holder> holders;
};

/// The infreg that `access` reads or writes.
Value getLanes(AffineAccessOpInterface access) {
  if (auto load = dyn_cast<LoadOp>(access.getOperation()))
    return load.getResult();
  return cast<StoreOp>(access.getOperation()).getValue();
}

/// Replaces loads in one block.
class Forwarder {
public:
  /// Return the number of loads that were replaced.
  int64_t run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto access = dyn_cast<AffineAccessOpInterface>(&op);
      if (!access) {
        forEachEffect(&op, [&](Value buffer, bool isWrite) {
          if (isWrite)
            forgetOthers(buffer, {});
        });
        continue;
      }
      if (auto load = dyn_cast<LoadOp>(op); load && replace(load))
        continue;
      if (access.isWrite())
        forgetOthers(access.getBuffer(), getOrigin(access));
      remember(access);
    }
    return numReplaced;
  }

private:
  /// Forget what is known of `buffer`, or of all buffers if it is null, but for
  /// elements counted from `kept`.
  void forgetOthers(Value buffer, const AccessOrigin &kept) {
    known.remove_if([&](auto &entry) {
      return (!buffer || std::get<0>(entry.first) == buffer) &&
             entry.first != kept;
    });
  }

  /// Enter what the lanes of `access` hold after it.
  void remember(AffineAccessOpInterface access) {
    KnownElements &elements = known[getOrigin(access)];
    llvm::DenseSet<int64_t> seen;
    for (auto [lane, offset] : llvm::enumerate(access.getOffsets())) {
      if (offset == kNoOffset)
        continue;
      // Where several lanes write one element, one of them is the last, but
      // with a mask it is not known which.
      if (access.isWrite() && !seen.insert(offset).second) {
        elements.holders.erase(offset);
        continue;
      }
      if (!access.isWrite() && elements.holders.contains(offset))
        continue;
      elements.holders[offset] = {access, static_cast<int32_t>(lane)};
    }
  }

  /// Replace `load` if one access before it, under the same mask, has the
  /// values of all of its lanes in the same work items.
  bool replace(LoadOp load) {
    auto found = known.find(getOrigin(load));
    if (found == known.end())
      return false;
    AffineAccessOpInterface source;
    SmallVector<int32_t> table;
    int64_t extent = load.getType().getExtent(), fromExtent = 0;
    for (auto [lane, offset] : llvm::enumerate(load.getOffsets())) {
      if (offset == kNoOffset) {
        table.push_back(kNoLane);
        continue;
      }
      auto holder = found->second.holders.find(offset);
      if (holder == found->second.holders.end())
        return false;
      AffineAccessOpInterface access = holder->second.access;
      if (!source) {
        source = access;
        fromExtent = cast<InfRegType>(getLanes(source).getType()).getExtent();
      }
      // One value for the whole group is no value for each work item.
      auto from = cast<InfRegType>(getLanes(access).getType());
      if (access != source ||
          from.getNumItems() != load.getType().getNumItems() ||
          (source.getMask() && source.getMask() != load.getMask()) ||
          holder->second.lane / fromExtent !=
              static_cast<int64_t>(lane) / extent)
        return false;
      table.push_back(holder->second.lane % fromExtent);
    }
    if (!source)
      return false;
    OpBuilder builder(load);
    Value lanes = getLanes(source);
    bool isSame = lanes.getType() == load.getType();
    for (auto [lane, from] : llvm::enumerate(table))
      isSame &= from == kNoLane || from == static_cast<int64_t>(lane) % extent;
    if (!isSame) {
      auto map = ReorderOp::create(builder, load.getLoc(), load.getType(),
                                   lanes, table);
      map.setLaneTable(map.getLaneTable());
      lanes = map;
    }
    load.replaceAllUsesWith(lanes);
    load.erase();
    ++numReplaced;
    return true;
  }

  llvm::MapVector<AccessOrigin, KnownElements> known;
  int64_t numReplaced = 0;
};

/// Erases stores of one block whose elements are written again before they are
/// read.
class DeadStores {
public:
  /// Return the number of stores that were erased.
  int64_t run(Block &block) {
    int64_t numErased = 0;
    SmallVector<Operation *> ops;
    for (Operation &op : block.without_terminator())
      ops.push_back(&op);
    for (Operation *op : llvm::reverse(ops)) {
      if (auto store = dyn_cast<StoreOp>(op)) {
        if (isOverwritten(store)) {
          store.erase();
          ++numErased;
        } else if (!store.getMask()) {
          for (int64_t offset : store.getOffsets())
            overwritten[getOrigin(store)].insert(offset);
        }
        continue;
      }
      if (auto load = dyn_cast<LoadOp>(op)) {
        markRead(load);
        continue;
      }
      forEachEffect(op, [&](Value buffer, bool isWrite) {
        if (!isWrite || !buffer)
          forget(buffer);
      });
    }
    return numErased;
  }

private:
  void forget(Value buffer) {
    overwritten.remove_if([&](auto &entry) {
      return !buffer || std::get<0>(entry.first) == buffer;
    });
  }

  void markRead(LoadOp load) {
    AccessOrigin origin = getOrigin(load);
    overwritten.remove_if([&](auto &entry) {
      return std::get<0>(entry.first) == load.getBuffer() &&
             entry.first != origin;
    });
    auto found = overwritten.find(origin);
    if (found == overwritten.end())
      return;
    for (int64_t offset : load.getOffsets())
      found->second.erase(offset);
  }

  bool isOverwritten(StoreOp store) const {
    auto found = overwritten.find(getOrigin(store));
    return found != overwritten.end() &&
           llvm::all_of(store.getOffsets(), [&](int64_t offset) {
             return offset == kNoOffset || found->second.contains(offset);
           });
  }

  /// The offsets, by origin, that are written later before they are read.
  llvm::MapVector<AccessOrigin, llvm::DenseSet<int64_t>> overwritten;
};

struct ForwardStoresPass
    : public pirch::impl::ForwardStoresBase<ForwardStoresPass> {
  using ForwardStoresBase::ForwardStoresBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk([&](Block *block) {
        numForwarded += Forwarder().run(*block);
        numDeadStores += DeadStores().run(*block);
      });
  }
};

} // namespace
