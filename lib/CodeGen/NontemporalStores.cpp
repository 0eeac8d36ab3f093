//===- NontemporalStores.cpp - Store past the caches ----------------------===//

#include "ChunkArithmetic.h"
#include "MemoryRange.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace pirch {
#define GEN_PASS_DEF_NONTEMPORALSTORES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// A divisor of `limit`, a power of two, that is known to divide what `value`
/// grows by from one iteration of `loop` to the next. Looks at the operations
/// that it is computed from, up to `depth` in a chain; a few suffice for a
/// group's index times the group's size.
static int64_t knownDivisorOfGrowth(Value value, scf::ForOp loop, int64_t limit,
                                    int depth = 8) {
  if (loop.isDefinedOutsideOfLoop(value) || matchPattern(value, m_Constant()))
    return limit;
  APInt constant;
  if (value == loop.getInductionVar())
    return matchPattern(loop.getStep(), m_ConstantInt(&constant))
               ? std::gcd(constant.getSExtValue(), limit)
               : 1;
  Operation *def = value.getDefiningOp();
  if (depth == 0 ||
      !isa_and_nonnull<arith::MulIOp, arith::AddIOp, arith::SubIOp>(def))
    return 1;
  Value left = def->getOperand(0), right = def->getOperand(1);
  auto growth = [&](Value operand) {
    return knownDivisorOfGrowth(operand, loop, limit, depth - 1);
  };
  if (!isa<arith::MulIOp>(def))
    return std::gcd(growth(left), growth(right));
  if (matchPattern(left, m_Constant()))
    std::swap(left, right);
  if (!matchPattern(right, m_ConstantInt(&constant)))
    return 1;
  return std::gcd(growth(left) * std::gcd(constant.getSExtValue(), limit),
                  limit);
}

/// A power of two, up to `limit`, that divides the bytes by which `pointer`
/// moves from one iteration of `loop` to the next.
static int64_t knownAlignmentOfSteps(Value pointer, scf::ForOp loop,
                                     int64_t limit) {
  if (loop.isDefinedOutsideOfLoop(pointer))
    return limit;
  auto gep = pointer.getDefiningOp<LLVM::GEPOp>();
  if (!gep || gep.getRawConstantIndices().size() != 1 ||
      !gep.getElemType().isIntOrFloat())
    return 1;
  int64_t index =
      gep.getDynamicIndices().empty()
          ? limit
          : knownDivisorOfGrowth(gep.getDynamicIndices()[0], loop, limit);
  int64_t bytes =
      llvm::divideCeil(gep.getElemType().getIntOrFloatBitWidth(), 8);
  return std::gcd(index * bytes,
                  knownAlignmentOfSteps(gep.getBase(), loop, limit));
}

/// What `value` is in the first iteration of `loop`, computed before it; null
/// if that has effects.
static Value computeFirst(Value value, scf::ForOp loop, OpBuilder &builder,
                          IRMapping &mapping) {
  if (loop.isDefinedOutsideOfLoop(value))
    return value;
  if (value == loop.getInductionVar())
    return loop.getLowerBound();
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *def = value.getDefiningOp();
  if (!def || !isPure(def) || def->getNumRegions())
    return {};
  for (Value operand : def->getOperands()) {
    Value first = computeFirst(operand, loop, builder, mapping);
    if (!first)
      return {};
    mapping.map(operand, first);
  }
  return builder.clone(*def, mapping)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

namespace {

/// Makes the stores of one loop over packs non-temporal.
class LoopStreamer {
public:
  LoopStreamer(scf::ForOp loop, const CacheModel &caches)
      : loop(loop), lineBytes(caches.lineBytes),
        maxOperations(caches.storeOperations) {}

  /// The stores that are to write past the caches; none if that may not pay.
  SmallVector<LLVM::StoreOp> findStores() {
    SmallVector<LLVM::StoreOp> found;
    if (loop.getNumResults() || !readBody())
      return found;
    for (auto &[parameter, buffer] : buffers)
      if (writesWholeLines(buffer))
        found.append(buffer.stores);
    int64_t bytes = 0;
    for (LLVM::StoreOp store : found)
      bytes += sizeOf(store);
    int64_t numOperations = llvm::count_if(
        *loop.getBody(), [](Operation &op) { return isChunkArithmetic(&op); });
    if (numOperations > maxOperations * (bytes / lineBytes))
      found.clear();
    return found;
  }

  /// Make a second loop whose copies of `stores` write past the caches. It runs
  /// if a call touches at least `minBytes` bytes.
  void stream(ArrayRef<LLVM::StoreOp> stores, int64_t minBytes) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    int64_t minPacks = llvm::divideCeil(minBytes, bytesOfIteration());
    Value groups = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                         loop.getLowerBound());
    Value packs = arith::DivSIOp::create(builder, loc, groups, loop.getStep());
    Value streams =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, packs,
                              integer(builder, minPacks, packs.getType()));
    llvm::SmallSetVector<Value, 4> origins;
    for (LLVM::StoreOp store : stores)
      origins.insert(memoryOf(store)->origin);
    IRMapping first;
    for (Value origin : origins) {
      Value start = computeFirst(origin, loop, builder, first);
      streams = arith::AndIOp::create(builder, loc, streams,
                                      isAligned(builder, start));
    }
    auto choice = scf::IfOp::create(builder, loc, streams,
                                    /*withElseRegion=*/true);
    builder.setInsertionPointToStart(choice.thenBlock());
    IRMapping copies;
    builder.clone(*loop, copies);
    // Later stores may overtake non-temporal ones, such as the store that tells
    // another thread that the result is there.
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
    for (LLVM::StoreOp store : stores) {
      auto copy = cast<LLVM::StoreOp>(copies.lookup(store.getOperation()));
      copy.setNontemporal(true);
      copy.setAlignment(alignmentInLine(store));
    }
    loop->moveBefore(choice.elseYield());
  }

private:
  /// The first and the last byte of an access, counted from an origin.
  using Bytes = std::pair<int64_t, int64_t>;
  /// What an iteration touches of the buffer of one parameter, by origin.
  struct Buffer {
    llvm::SmallMapVector<Value, SmallVector<Bytes>, 4> touched;
    SmallVector<LLVM::StoreOp> stores;
    bool isOnlyStored = true;
  };

  static int64_t sizeOf(LLVM::StoreOp store) {
    MemoryRange range = *memoryOf(store);
    return range.last - range.first + 1;
  }

  /// Collect the accesses of the loop's body. Returns false if it accesses
  /// memory otherwise than by loads and stores of its own block, has
  /// non-temporal stores already, or has prefetches: such a long body stores in
  /// bursts, and would wait for stores past the caches.
  bool readBody() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (isMemoryEffectFree(&op) && !op.getNumRegions())
        continue;
      if (isa<LLVM::InlineAsmOp>(op))
        continue; // PIRCH's own, which only passes a pointer on
      std::optional<MemoryRange> range = memoryOf(&op);
      if (!range || !range->parameter)
        return false;
      Buffer &buffer = buffers[range->parameter];
      auto store = dyn_cast<LLVM::StoreOp>(op);
      if (store && store.getNontemporal())
        return false;
      buffer.isOnlyStored &= store && range->origin;
      if (store)
        buffer.stores.push_back(store);
      if (range->origin)
        buffer.touched[range->origin].push_back({range->first, range->last});
    }
    return true;
  }

  /// Whether every cache line of `buffer` that an iteration touches is written
  /// as a whole, each byte once.
  bool writesWholeLines(Buffer &buffer) {
    if (!buffer.isOnlyStored)
      return false;
    for (auto &[origin, touched] : buffer.touched) {
      if (loop.isDefinedOutsideOfLoop(origin) ||
          knownAlignmentOfSteps(origin, loop, lineBytes) != lineBytes ||
          !mayComputeFirst(origin))
        return false;
      llvm::sort(touched);
      for (size_t index = 0; index < touched.size(); ++index) {
        bool follows =
            index > 0 && touched[index].first == touched[index - 1].second + 1;
        bool overlaps =
            index > 0 && touched[index].first <= touched[index - 1].second;
        bool startsLine = touched[index].first % lineBytes == 0;
        bool endedLine =
            index == 0 || (touched[index - 1].second + 1) % lineBytes == 0;
        if (overlaps || (!follows && !(startsLine && endedLine)))
          return false;
      }
      if ((touched.back().second + 1) % lineBytes != 0)
        return false;
    }
    return true;
  }

  /// The bytes of all buffers that an iteration touches, each counted once.
  int64_t bytesOfIteration() {
    int64_t bytes = 0;
    for (auto &[parameter, buffer] : buffers)
      for (auto &[origin, touched] : buffer.touched) {
        llvm::sort(touched);
        int64_t end = INT64_MIN;
        for (auto [first, last] : touched) {
          bytes += std::max<int64_t>(0, last + 1 - std::max(first, end));
          end = std::max(end, last + 1);
        }
      }
    return bytes;
  }

  /// Whether `computeFirst` can compute `value`.
  bool mayComputeFirst(Value value) {
    if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
      return true;
    Operation *def = value.getDefiningOp();
    return def && isPure(def) && !def->getNumRegions() &&
           llvm::all_of(def->getOperands(), [&](Value operand) {
             return mayComputeFirst(operand);
           });
  }

  /// The alignment of `store`, if the place that it is counted from begins a
  /// line.
  int64_t alignmentInLine(LLVM::StoreOp store) {
    int64_t offset = memoryOf(store)->first;
    return std::gcd(offset, lineBytes);
  }

  static Value integer(OpBuilder &builder, int64_t value, Type type) {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                     builder.getIntegerAttr(type, value));
  }

  Value isAligned(OpBuilder &builder, Value pointer) {
    Location loc = loop.getLoc();
    Type type = builder.getI64Type();
    Value address = LLVM::PtrToIntOp::create(builder, loc, type, pointer);
    Value rest = arith::AndIOp::create(builder, loc, address,
                                       integer(builder, lineBytes - 1, type));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                                 integer(builder, 0, type));
  }

  scf::ForOp loop;
  int64_t lineBytes;
  /// The number of operations for each line written beyond which an iteration
  /// does not wait for memory.
  int64_t maxOperations;
  llvm::SmallMapVector<Value, Buffer, 4> buffers;
};

struct NontemporalStoresPass
    : public pirch::impl::NontemporalStoresBase<NontemporalStoresPass> {
  using NontemporalStoresBase::NontemporalStoresBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    CacheModel caches = target ? target.getCacheModel() : CacheModel();
    if (caches.lineBytes <= 0)
      return;
    int64_t minBytes = bytes < 0 ? caches.heldBytes : bytes;
    if (auto schedule =
            function->getAttrOfType<ScheduleAttr>(kScheduleAttrName);
        schedule && schedule.getStream() >= 0)
      minBytes = schedule.getStream();
    // A private function computes the groups that do not fill a pack.
    if (minBytes == 0 || function.isPrivate())
      return;
    for (scf::ForOp loop :
         llvm::make_early_inc_range(function.getOps<scf::ForOp>())) {
      LoopStreamer streamer(loop, caches);
      SmallVector<LLVM::StoreOp> stores = streamer.findStores();
      if (stores.empty())
        continue;
      streamer.stream(stores, minBytes);
      numStreamed += stores.size();
      if (emitRemarks)
        for (LLVM::StoreOp store : stores)
          remarkOnce(store, minBytes);
    }
  }

private:
  void remarkOnce(LLVM::StoreOp store, int64_t minBytes) {
    if (remarked.insert(store.getLoc()).second)
      emitRemark(store.getLoc())
          << "written past the caches by calls that touch at least " << minBytes
          << " bytes";
  }

  llvm::SmallDenseSet<Location> remarked;
};

} // namespace
