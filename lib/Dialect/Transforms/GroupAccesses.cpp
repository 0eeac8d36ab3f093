//===- GroupAccesses.cpp - Interleaved accesses become one ----------------===//

#include "AccessOrigin.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

namespace pirch {
#define GEN_PASS_DEF_GROUPACCESSES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// The elements that lie between one group's and the next group's first ones,
/// if that is known at compile time.
std::optional<int64_t> getKnownStride(AffineAccessOpInterface access) {
  APInt stride;
  if (!matchPattern(access.getGroupStride(), m_ConstantInt(&stride)))
    return std::nullopt;
  return stride.abs().getLimitedValue(kMaxOffset);
}

/// Whether `access` leaves elements out between those of its work items, or of
/// its groups, which other accesses may touch.
bool leavesGaps(AffineAccessOpInterface access) {
  Footprint touched;
  touched.add(access);
  if (touched.hull() > touched.size())
    return true;
  // One element of each group.
  return access.getAccessType().getNumItems() == 1 &&
         getKnownStride(access).value_or(INT64_MAX) > touched.size();
}

/// Accesses of one block, all of them loads or all of them stores, with one
/// origin and mask.
struct AccessGroup {
  SmallVector<AffineAccessOpInterface> members;
  Footprint touched;
  /// If the members are loads: what is written with the same origin after the
  /// first of them, once stores have moved.
  Footprint barred;
  /// Elements of one work item.
  int64_t extent = 0;
};

/// Finds and merges the groups of one block.
class Grouper {
public:
  explicit Grouper(int64_t maxExtent) : maxExtent(maxExtent) {}

  int64_t run(Block &block) {
    for (Operation &op : block)
      visit(op);
    closeIf([](auto &) { return true; });
    for (AccessGroup &group : complete)
      merge(group);
    return numMerged;
  }

private:
  /// The origin and mask of a group, and whether it writes.
  using Key = std::tuple<AccessOrigin, Value, int>;

  static Value bufferOf(const Key &key) {
    return std::get<0>(std::get<0>(key));
  }

  void visit(Operation &op) {
    auto access = dyn_cast<AffineAccessOpInterface>(&op);
    if (!access) {
      forEachEffect(&op, [&](Value buffer, bool isWrite) {
        closeIf([&](auto &entry) {
          return (!buffer || bufferOf(entry.first) == buffer) &&
                 (isWrite || std::get<2>(entry.first));
        });
      });
      return;
    }
    Key key{getOrigin(access), access.getMask(), access.isWrite() ? 1 : 0};
    barOthers(access, key);
    if (leavesGaps(access))
      join(access, key);
    else if (access.isWrite())
      closeIf([&](auto &entry) {
        return entry.first == key && entry.second.touched.meets(access);
      });
  }

  /// Take account of `access` in the groups that its place in the block
  /// separates.
  void barOthers(AffineAccessOpInterface access, const Key &key) {
    AccessOrigin origin = getOrigin(access);
    closeIf([&](auto &entry) {
      return bufferOf(entry.first) == access.getBuffer() &&
             std::get<0>(entry.first) != origin &&
             (access.isWrite() || std::get<2>(entry.first));
    });
    if (access.isWrite())
      barLoads({{access}, {}, {}, 0}, origin);
    // Stores move down to the last one of their group, past this access.
    closeIf([&](auto &entry) {
      return std::get<0>(entry.first) == origin && entry.first != key &&
             std::get<2>(entry.first) && entry.second.touched.meets(access);
    });
  }

  void join(AffineAccessOpInterface access, const Key &key) {
    int64_t extent = access.getAccessType().getExtent();
    auto found = open.find(key);
    if (found != open.end() && !mayJoin(access, found->second)) {
      complete.push_back(std::move(found->second));
      open.erase(found);
    }
    AccessGroup &group = open[key];
    group.members.push_back(access);
    group.touched.add(access);
    group.extent += extent;
    if (access.isWrite())
      barLoads(group, std::get<0>(key));
  }

  /// Keep loads of what `stores` write from groups that began before the last
  /// of the stores: the others move down to it, past the place of such a group.
  void barLoads(const AccessGroup &stores, const AccessOrigin &origin) {
    for (auto &[key, group] : open)
      if (std::get<0>(key) == origin && !std::get<2>(key))
        for (AffineAccessOpInterface store : stores.members)
          group.barred.add(store);
  }

  bool mayJoin(AffineAccessOpInterface access, const AccessGroup &group) const {
    AffineAccessOpInterface first = group.members.front();
    InfRegType type = access.getAccessType();
    if (group.extent + type.getExtent() > maxExtent ||
        first.getAccessType().getNumItems() != type.getNumItems())
      return false;
    // A load moves up to the first one, past what was written since then; later
    // stores of the same elements win.
    if (access.isWrite() ? group.touched.meets(access)
                         : group.barred.meets(access))
      return false;
    Footprint both = group.touched;
    both.add(access);
    Footprint alone;
    alone.add(access);
    return both.hull() <
           2 * std::max<int64_t>({group.touched.hull(), alone.hull(), 8});
  }

  template <typename PredicateT> void closeIf(PredicateT predicate) {
    open.remove_if([&](auto &entry) {
      if (!predicate(entry))
        return false;
      complete.push_back(std::move(entry.second));
      return true;
    });
  }

  void merge(AccessGroup &group) {
    if (group.members.size() < 2)
      return;
    numMerged += group.members.size();
    if (group.members.front().isWrite())
      mergeStores(group);
    else
      mergeLoads(group);
  }

  /// The offsets of all members, those of one work item side by side.
  static SmallVector<int64_t> concatenate(const AccessGroup &group) {
    SmallVector<int64_t> offsets;
    AffineAccessOpInterface first = group.members.front();
    int64_t items = first.getAccessType().getNumItems();
    for (int64_t wi = 0; wi < items; ++wi)
      for (AffineAccessOpInterface member : group.members) {
        int64_t extent = member.getAccessType().getExtent();
        llvm::append_range(offsets,
                           member.getOffsets().slice(wi * extent, extent));
      }
    return offsets;
  }

  /// Where the elements of all members, one after the other, lie among those of
  /// the merged access: in the order of memory if that is the same in all work
  /// items, so that the access is contiguous and what its lanes go through
  /// starts from there.
  static SmallVector<int32_t> placeElements(ArrayRef<int64_t> offsets,
                                            int64_t extent) {
    auto order = llvm::to_vector(llvm::seq<int32_t>(0, extent));
    llvm::sort(order, [&](int32_t a, int32_t b) {
      return std::make_pair(offsets[a], a) < std::make_pair(offsets[b], b);
    });
    bool isOrder = !llvm::is_contained(offsets, kNoOffset);
    for (size_t row = 0; row < offsets.size(); row += extent)
      for (int64_t ix = 1; ix < extent; ++ix)
        isOrder &= offsets[row + order[ix - 1]] <= offsets[row + order[ix]];
    SmallVector<int32_t> places(extent);
    for (int32_t ix = 0; ix < extent; ++ix)
      places[isOrder ? order[ix] : ix] = ix;
    return places;
  }

  /// The offsets of all members in their places.
  static SmallVector<int64_t> arrange(ArrayRef<int64_t> offsets,
                                      ArrayRef<int32_t> places) {
    SmallVector<int64_t> arranged(offsets.size());
    for (size_t row = 0; row < offsets.size(); row += places.size())
      for (auto [ix, place] : llvm::enumerate(places))
        arranged[row + place] = offsets[row + ix];
    return arranged;
  }

  /// `type` with `extent` elements.
  static InfRegType resized(InfRegType type, int64_t extent) {
    SmallVector<int64_t> shape(type.getShape());
    shape.back() = extent;
    return type.cloneWith(ArrayRef<int64_t>(shape), type.getElementType());
  }

  /// The mask of all members, repeated for each of them, with its elements at
  /// the places that those of the members have.
  static Value repeatMask(OpBuilder &builder, const AccessGroup &group,
                          ArrayRef<int32_t> places) {
    AffineAccessOpInterface member = group.members.front();
    Value mask = member.getMask();
    if (!mask)
      return {};
    auto type = cast<InfRegType>(mask.getType());
    SmallVector<int32_t> map(group.extent);
    for (auto [ix, place] : llvm::enumerate(places))
      map[place] = ix % type.getExtent();
    return ReorderOp::create(builder, member.getLoc(),
                             resized(type, group.extent), mask, map);
  }

  static void mergeLoads(AccessGroup &group) {
    auto first = cast<LoadOp>(group.members.front().getOperation());
    OpBuilder builder(first);
    SmallVector<int64_t> offsets = concatenate(group);
    SmallVector<int32_t> places = placeElements(offsets, group.extent);
    auto merged = LoadOp::create(
        builder, first.getLoc(), resized(first.getType(), group.extent),
        first.getBuffer(), first.getBase(), first.getGroupStride(),
        repeatMask(builder, group, places), arrange(offsets, places));
    ArrayRef<int32_t> rest = places;
    for (AffineAccessOpInterface member : group.members) {
      auto load = cast<LoadOp>(member.getOperation());
      int64_t extent = load.getType().getExtent();
      builder.setInsertionPoint(load);
      load.replaceAllUsesWith(ReorderOp::create(builder, load.getLoc(),
                                                load.getType(), merged,
                                                rest.take_front(extent))
                                  .getResult());
      load.erase();
      rest = rest.drop_front(extent);
    }
  }

  static void mergeStores(AccessGroup &group) {
    auto last = cast<StoreOp>(group.members.back().getOperation());
    OpBuilder builder(last);
    InfRegType type = resized(last.getAccessType(), group.extent);
    Value merged;
    SmallVector<int64_t> offsets = concatenate(group);
    SmallVector<int32_t> places = placeElements(offsets, group.extent);
    ArrayRef<int32_t> rest = places;
    for (AffineAccessOpInterface member : group.members) {
      auto store = cast<StoreOp>(member.getOperation());
      int64_t extent = store.getAccessType().getExtent();
      SmallVector<int32_t> map(group.extent, kNoLane);
      for (auto [ix, place] : llvm::enumerate(rest.take_front(extent)))
        map[place] = ix;
      Value placed = ReorderOp::create(builder, store.getLoc(), type,
                                       store.getValue(), map);
      SmallVector<bool> lanes;
      for (int64_t lane = 0; lane < type.getLanesPerGroup(); ++lane)
        lanes.push_back(map[lane % group.extent] != kNoLane);
      merged = merged ? MergeOp::create(builder, store.getLoc(), placed, merged,
                                        lanes)
                            .getResult()
                      : placed;
      rest = rest.drop_front(extent);
    }
    StoreOp::create(builder, last.getLoc(), merged, last.getBuffer(),
                    last.getBase(), last.getGroupStride(),
                    repeatMask(builder, group, places),
                    arrange(offsets, places));
    for (AffineAccessOpInterface member : group.members)
      member->erase();
  }

  int64_t maxExtent;
  llvm::MapVector<Key, AccessGroup> open;
  SmallVector<AccessGroup> complete;
  int64_t numMerged = 0;
};

struct GroupAccessesPass
    : public pirch::impl::GroupAccessesBase<GroupAccessesPass> {
  using GroupAccessesBase::GroupAccessesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk(
          [&](Block *block) { numMerged += Grouper(maxExtent).run(*block); });
  }
};

} // namespace
