//===- GroupGathers.cpp - Gathers of neighbouring elements are rows -------===//

#include "AccessOrigin.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/IndexGrowth.h"
#include "Pirch/Analysis/TableLookup.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {
#define GEN_PASS_DEF_GROUPGATHERS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// The subscripts of a work item: `origin`, an infreg of one element, plus a
/// number for each element of the array that is gathered.
struct Subscript {
  Value origin;
  SmallVector<int64_t> distances;
};

/// A gather of a group, whose subscripts have the group's origin.
struct Member {
  GatherOp gather;
  SmallVector<int64_t> distances;
};

/// Elements from the distance `first` on that are loaded as one row.
struct Row {
  int64_t first, length;
  Value loaded = {};

  bool contains(int64_t distance) const {
    return distance >= first && distance < first + length;
  }
};

/// Finds and replaces the gathers of one block.
class GatherGrouper {
public:
  GatherGrouper(UniformValues &uniform, int64_t rowBytes)
      : uniform(uniform), rowBytes(rowBytes) {}

  /// The gathers that nothing uses any more are left in `replaced`.
  void run(Block &block);
  SmallVector<GatherOp> replaced;
  int64_t numRows = 0;

private:
  std::optional<Subscript> inspect(GatherOp gather);
  void replace(ArrayRef<Member> members, Value origin);

  UniformValues &uniform;
  int64_t rowBytes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// Add to `distances`, one for each element, the numbers that `value` holds in
/// all work items. False if these are not known at compile time.
static bool addConstant(Value value, MutableArrayRef<int64_t> distances) {
  APInt number;
  DenseIntElementsAttr table;
  if (auto constant = value.getDefiningOp<ConstantOp>())
    table = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  else if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getScalar();
  if (!table) {
    if (!matchPattern(value, m_ConstantInt(&number)) ||
        number.getSignificantBits() > 32)
      return false;
    for (int64_t &distance : distances)
      distance += number.getSExtValue();
    return true;
  }
  // One number for each element, or one for all that are repeated later.
  size_t extent = cast<InfRegType>(value.getType()).getExtent();
  auto numbers = llvm::to_vector(table.getValues<APInt>());
  for (size_t lane = 0; lane < numbers.size(); ++lane)
    if (numbers[lane] != numbers[lane % extent] ||
        numbers[lane].getSignificantBits() > 32)
      return false;
  for (auto [element, distance] : llvm::enumerate(distances))
    distance += numbers[element % extent].getSExtValue();
  return true;
}

/// `index`, an i64, without the numbers that are added to it, without what
/// repeats it for each element, and without an extension with its sign. Numbers
/// that are added before the extension must not wrap around.
static Subscript getSubscript(Value index) {
  auto type = cast<InfRegType>(index.getType());
  Subscript result{index, SmallVector<int64_t>(type.getExtent(), 0)};
  bool isExtended = false;
  while (Operation *op = result.origin.getDefiningOp()) {
    if (auto sum = dyn_cast<arith::AddIOp>(op)) {
      if ((isExtended && !sum.hasNoSignedWrap()) ||
          !addConstant(sum.getRhs(), result.distances))
        break;
      result.origin = sum.getLhs();
    } else if (auto convert = dyn_cast<ConvertOp>(op)) {
      if (convert.getKind() != ConversionKind::extsi || isExtended)
        break;
      isExtended = true;
      result.origin = convert.getSource();
    } else if (auto repeat = dyn_cast<ReorderOp>(op)) {
      auto source = cast<InfRegType>(repeat.getSource().getType());
      if (source.getExtent() != 1 ||
          llvm::is_contained(repeat.getLaneTable(), kNoLane))
        break;
      result.origin = repeat.getSource();
    } else {
      break;
    }
  }
  return result;
}

/// Whether the gather needs no memory: it reads a table of constants that
/// registers hold.
static bool isInRegisters(GatherOp gather) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(
      gather->getParentOfType<KernelOp>().getTargetAttr());
  if (!target || target.distributesWorkItems())
    return false;
  int64_t lanes = target.getRegisterBits() /
                  gather.getType().getElementType().getIntOrFloatBitWidth();
  return planTableLookup(gather, lanes, target).has_value();
}

/// The subscripts of a gather that may be read from rows.
std::optional<Subscript> GatherGrouper::inspect(GatherOp gather) {
  Value index = gather.getIndex();
  if (gather.getMask() || gather.getBuffer().getDefiningOp<AllocaOp>() ||
      uniform.contains(index) ||
      findGrowth(index, uniform) != Growth::unknown || isInRegisters(gather))
    return std::nullopt;
  Subscript subscript = getSubscript(index);
  auto type = cast<InfRegType>(subscript.origin.getType());
  if (type.getExtent() != 1)
    return std::nullopt;
  return subscript;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Cover the elements at `run`, sorted, by rows of up to `longest` elements, a
/// power of two. The last row ends where the last element does.
static void coverRun(ArrayRef<int64_t> run, int64_t longest,
                     SmallVectorImpl<Row> &rows) {
  int64_t end = run.back() + 1;
  longest = llvm::bit_floor(
      static_cast<uint64_t>(std::min(end - run.front(), longest)));
  while (!run.empty()) {
    int64_t first = run.front();
    int64_t length =
        std::min<int64_t>(longest, llvm::PowerOf2Ceil(end - first));
    first = std::min(first, end - length);
    size_t covered = llvm::count_if(
        run, [&](int64_t distance) { return distance < first + length; });
    if (covered > 1)
      rows.push_back({first, length});
    run = run.drop_front(covered);
  }
}

/// Rows of `distances`, of which at least half of the elements are read.
static SmallVector<Row> findRows(SmallVector<int64_t> distances,
                                 int64_t longest) {
  llvm::sort(distances);
  distances.erase(llvm::unique(distances), distances.end());
  SmallVector<Row> rows;
  ArrayRef<int64_t> rest = distances;
  while (!rest.empty()) {
    size_t count = 1;
    while (count < rest.size() && rest[count] - rest[count - 1] <= 2)
      ++count;
    coverRun(rest.take_front(count), longest, rows);
    rest = rest.drop_front(count);
  }
  return rows;
}

/// Rows of `distances` where the rows of neighbouring work items begin `step`
/// elements behind each other, so that they lie in one piece. They may have any
/// length, and hold elements that nothing reads.
static SmallVector<Row> findJoinedRows(SmallVector<int64_t> distances,
                                       int64_t longest, int64_t step) {
  llvm::sort(distances);
  SmallVector<Row> rows;
  for (int64_t distance : distances)
    if (!rows.empty() && distance < rows.back().first + longest &&
        distance <= rows.back().first + rows.back().length + step)
      rows.back().length = distance - rows.back().first + 1;
    else
      rows.push_back({distance, /*length=*/1});
  llvm::erase_if(
      rows, [&](const Row &row) { return !canJoinRows(row.length, step); });
  return rows;
}

/// The row with the element at `distance`; null if there is none.
static Row *findRow(MutableArrayRef<Row> rows, int64_t distance) {
  auto found = llvm::find_if(
      rows, [&](const Row &row) { return row.contains(distance); });
  return found == rows.end() ? nullptr : &*found;
}

/// The elements of `member`, taken from the rows.
static Value takeFromRows(const Member &member, MutableArrayRef<Row> rows) {
  GatherOp gather = member.gather;
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  InfRegType type = gather.getType();
  Value result;
  for (Row &row : rows) {
    SmallVector<int32_t> map;
    SmallVector<bool> lanes;
    for (int64_t distance : member.distances) {
      bool isTaken = findRow(rows, distance) == &row;
      lanes.push_back(isTaken);
      map.push_back(isTaken ? static_cast<int32_t>(distance - row.first)
                            : kNoLane);
    }
    if (!llvm::is_contained(lanes, true))
      continue;
    Value part = ReorderOp::create(builder, loc, type, row.loaded, map);
    SmallVector<bool> ofItems;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
      llvm::append_range(ofItems, lanes);
    result =
        result
            ? MergeOp::create(builder, loc, part, result, ofItems).getResult()
            : part;
  }
  return result;
}

/// Replace those of `members` all of whose elements lie in rows.
void GatherGrouper::replace(ArrayRef<Member> members, Value origin) {
  GatherOp any = members.front().gather;
  InfRegType type = any.getType();
  SmallVector<int64_t> distances;
  for (const Member &member : members)
    llvm::append_range(distances, member.distances);
  int64_t longest =
      rowBytes * 8 / type.getElementType().getIntOrFloatBitWidth();
  UniformValues ofAllItems(UniformValues::Items::all);
  std::optional<int64_t> step = findStep(origin, ofAllItems);
  SmallVector<Row> rows = step && *step > 0
                              ? findJoinedRows(distances, longest, *step)
                              : findRows(distances, longest);
  SmallVector<Member> covered;
  for (const Member &member : members)
    if (llvm::all_of(member.distances,
                     [&](int64_t distance) { return findRow(rows, distance); }))
      covered.push_back(member);
  if (covered.empty())
    return;
  GatherOp earliest = covered.front().gather;
  for (const Member &member : covered)
    if (Operation *op = member.gather; op->isBeforeInBlock(earliest))
      earliest = member.gather;

  OpBuilder builder(earliest);
  Location loc = earliest.getLoc();
  auto originType = cast<InfRegType>(origin.getType());
  if (!originType.getElementType().isInteger(64))
    origin = ConvertOp::create(
        builder, loc, originType.cloneWith(std::nullopt, builder.getI64Type()),
        ConversionKind::extsi, origin);
  for (Row &row : rows) {
    SmallVector<int64_t> shape(type.getShape());
    shape.back() = row.length;
    Value base = arith::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(row.first));
    row.loaded = LoadRowsOp::create(
        builder, loc,
        type.cloneWith(ArrayRef<int64_t>(shape), type.getElementType()),
        earliest.getBuffer(), base, origin);
    ++numRows;
  }
  for (Member &member : covered) {
    member.gather.replaceAllUsesWith(takeFromRows(member, rows));
    replaced.push_back(member.gather);
  }
}

void GatherGrouper::run(Block &block) {
  using Key = std::pair<Value, Value>;
  using Entry = std::pair<Key, SmallVector<Member>>;
  llvm::MapVector<Key, SmallVector<Member>> open;
  SmallVector<Entry> complete;
  for (Operation &op : block) {
    auto gather = dyn_cast<GatherOp>(&op);
    std::optional<Subscript> subscript =
        gather ? inspect(gather) : std::nullopt;
    if (subscript) {
      open[{gather.getBuffer(), subscript->origin}].push_back(
          {gather, subscript->distances});
      continue;
    }
    forEachEffect(&op, [&](Value buffer, bool isWrite) {
      open.remove_if([&](auto &entry) {
        if (!isWrite || (buffer && buffer != entry.first.first))
          return false;
        complete.push_back(std::move(entry));
        return true;
      });
    });
  }
  for (auto &entry : open)
    complete.push_back(std::move(entry));
  for (Entry &entry : complete)
    replace(entry.second, entry.first.second);
}

/// Whether rows may be transposed, or lie in the registers of one thread each.
static bool movesLanes(KernelOp kernel) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  return !target || target.distributesWorkItems() ||
         target.getReorderCost(ReorderPattern::permute2);
}

namespace {
struct GroupGathersPass
    : public pirch::impl::GroupGathersBase<GroupGathersPass> {
  using GroupGathersBase::GroupGathersBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!movesLanes(kernel))
        continue;
      UniformValues uniform;
      SmallVector<Block *> blocks;
      kernel.walk([&](Block *block) { blocks.push_back(block); });
      GatherGrouper grouper(uniform, rowBytes);
      for (Block *block : blocks)
        grouper.run(*block);
      // What is known of uniform values is kept by their operations.
      for (GatherOp gather : grouper.replaced)
        gather.erase();
      numGathers += grouper.replaced.size();
      numRows += grouper.numRows;
    }
  }
};
} // namespace
