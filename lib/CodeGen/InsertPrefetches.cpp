//===- InsertPrefetches.cpp - Prefetch what the next pack accesses --------===//

#include "MemoryRange.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {
#define GEN_PASS_DEF_INSERTPREFETCHES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Inserts prefetches into one loop over packs.
class LoopPrefetcher {
public:
  /// Prefetch for the pack that the loop computes `packs` iterations later.
  LoopPrefetcher(scf::ForOp loop, const CacheModel &caches, int64_t packs)
      : loop(loop), caches(caches), packs(packs) {}

  /// Returns the number of prefetches made.
  int64_t run() {
    SmallVector<Block *> blocks;
    bool isDone = false;
    loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
      isDone |= isa<LLVM::Prefetch>(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
    });
    if (isDone)
      return 0;
    int64_t count = 0;
    for (Block *block : blocks)
      count += run(*block);
    return count;
  }

private:
  /// Make prefetches for the accesses of `block`: the loop's own, or that of an
  /// inner loop. An inner iteration prefetches what the same inner iteration of
  /// the next pack will touch.
  int64_t run(Block &block) {
    SmallVector<Operation *> body;
    for (Operation &op : block.without_terminator())
      body.push_back(&op);
    SmallVector<Line> lines =
        linesToAskFor(body, /*isInner=*/block.getParentOp() != loop);
    int64_t count = 0;
    for (auto [index, line] : llvm::enumerate(lines)) {
      Value ahead = rebuild(line.pointer);
      if (!ahead)
        continue;
      // Spread evenly over the block, as memory serves one after the other.
      OpBuilder here(body[index * body.size() / lines.size()]);
      if (block.getParentOp() != loop && caches.coreBytes &&
          !jumps(line.pointer)) {
        here.setInsertionPointAfterValue(line.pointer);
        ahead = nearEnough(here, line.pointer, ahead);
      }
      LLVM::Prefetch::create(here, loop.getLoc(), ahead,
                             /*rw=*/line.isWritten,
                             /*hint=*/3, /*cache=*/1);
      ++count;
    }
    return count;
  }

  /// Whether packs are of one group each.
  bool isInOrder() { return matchPattern(loop.getStep(), m_One()); }

  /// The share of a core's caches that may lie between an access and what is
  /// prefetched for the next pack: other buffers take as much, and what is
  /// prefetched stays until it is used. It may leave the first-level cache
  /// before: sums of rows of 4 KB, four of them in a pack, took 127 ns a row
  /// from memory instead of 150 (Zen 5).
  static constexpr int64_t kShare = 16;
  /// `ahead`, where the next pack will access what this one accesses at
  /// `pointer`, or a place a few lines behind `pointer` where `ahead` is so far
  /// away that the caches would lose it before the next pack begins.
  Value nearEnough(OpBuilder &builder, Value pointer, Value ahead) {
    Location loc = loop.getLoc();
    Type i64 = builder.getI64Type();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder, loc, value, 64);
    };
    Value distance = arith::SubIOp::create(
        builder, loc, LLVM::PtrToIntOp::create(builder, loc, i64, ahead),
        LLVM::PtrToIntOp::create(builder, loc, i64, pointer));
    Value isNear =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, distance,
                              constant(caches.coreBytes / kShare));
    Value fewLines = constant(caches.linesAhead * caches.lineBytes);
    // The next group begins after a few iterations: a prefetch for it alone
    // would come too late.
    if (isInOrder())
      distance = arith::MaxSIOp::create(builder, loc, distance, fewLines);
    distance =
        arith::SelectOp::create(builder, loc, isNear, distance, fewLines);
    return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                               builder.getI8Type(), pointer,
                               ValueRange{distance});
  }

  /// The cache lines that an iteration of the loop touches, by their distance
  /// from one pointer, in lines.
  struct Lines {
    llvm::SmallDenseSet<int64_t> touched;
    /// The last line of each stream, that is of each sequence of lines that
    /// follow each other closely.
    SmallVector<int64_t> streams;

    /// Record an access. Returns whether the line was not touched before.
    bool touch(int64_t line) {
      constexpr int64_t reach = 2;
      if (!touched.insert(line).second)
        return false;
      auto stream = llvm::find_if(streams, [&](int64_t last) {
        return std::abs(line - last) <= reach;
      });
      if (stream == streams.end())
        streams.push_back(line);
      else
        *stream = line;
      return true;
    }
  };

  /// A cache line, given by a pointer into it.
  struct Line {
    Value pointer;
    bool isWritten = false;
  };

  /// The line that `op` loads or stores first; no pointer if `op` does not
  /// access neighbouring elements.
  static Line lineOf(Operation *op) {
    std::optional<MemoryAccess> access = accessOf(op);
    if (!access || access->kind != MemoryAccess::inRow)
      return {};
    return {access->pointer, access->isWrite};
  }

  /// By how many times more operations for each line an iteration over one
  /// group is very long.
  static constexpr int64_t kInOrder = 3;

  /// The cache lines of `body` that need a prefetch: those of buffers that it
  /// accesses in streams that end before the hardware prefetcher follows them;
  /// of an inner loop, whose streams end with the group, also those of buffers
  /// with more than one stream, or far apart in its iterations, and all of them
  /// in packs of single groups; else the lines of all buffers if `body` is
  /// long, or half as long and reads a burst of lines. A short one has the
  /// loads of the next pack under way itself. Packs of single groups read lines
  /// as they lie, which hardware follows, unless they are more than a core
  /// waits for at once, or `body` is very long; not so in an inner loop, which
  /// each group leaves and enters anew: sparse rows of 12 to 24 entries took 52
  /// ns from memory instead of 12 (Zen 5). There, an iteration that reads less
  /// than a line without a mask has none: it would prefetch each line several
  /// times, and cosines of rows of 4 KB took 70 ns instead of 61 so.
  SmallVector<Line> linesToAskFor(ArrayRef<Operation *> body, bool isInner) {
    struct Buffer {
      llvm::SmallMapVector<Value, Lines, 4> origins;
      SmallVector<Line> lines;
      /// The bytes that are accessed, and whether a mask leaves some out.
      int64_t bytes = 0;
      bool isMasked = false;
    };
    llvm::MapVector<Value, Buffer> buffers;
    bool inOrder = isInOrder();
    for (Operation *op : body) {
      Line line = lineOf(op);
      if (!line.pointer || !changes(line.pointer) ||
          (line.isWritten && inOrder))
        continue;
      std::optional<MemoryRange> range = memoryOf(op);
      Buffer &buffer = buffers[range->parameter];
      buffer.bytes += DataLayout::closest(op).getTypeSize(accessOf(op)->type);
      buffer.isMasked |= isa<LLVM::MaskedLoadOp, LLVM::MaskedStoreOp>(op);
      if (buffer.origins[range->origin].touch(
              llvm::divideFloorSigned(range->first, caches.lineBytes)))
        buffer.lines.push_back(line);
    }
    int64_t count = 0;
    for (auto &[parameter, buffer] : buffers)
      count += buffer.lines.size();
    int64_t numOperations = body.size();
    // While an iteration loads more lines than a core waits for at once, none
    // of the next iteration's loads begins. Half as many operations for each
    // line are then enough for prefetches to be worth their time.
    bool isBurst = !inOrder && count > caches.burstLines;
    bool isLong =
        numOperations * (isBurst ? 2 : 1) >= count * caches.prefetchOperations;
    if (inOrder)
      isLong &= count > caches.burstLines ||
                numOperations >= kInOrder * count * caches.prefetchOperations;
    SmallVector<Line> lines;
    for (auto &[parameter, buffer] : buffers) {
      int64_t streams = 0;
      for (auto &[origin, touched] : buffer.origins)
        streams += touched.streams.size();
      int64_t inRow = buffer.lines.size();
      bool anyJumps = llvm::any_of(
          buffer.lines, [&](const Line &line) { return jumps(line.pointer); });
      bool isShort = inRow <= caches.unfollowedLines && anyJumps;
      if (isShort || (isInner ? anyJumps || streams > 1 : isLong))
        lines.append(buffer.lines);
      else if (isInner && inOrder &&
               (buffer.isMasked || buffer.bytes >= caches.lineBytes))
        llvm::copy_if(buffer.lines, std::back_inserter(lines),
                      [&](const Line &line) { return moves(line.pointer); });
    }
    return lines;
  }

  /// An inner loop's counter: it is `init` in the first iteration and `step`
  /// more in each further one.
  struct Counter {
    Value init, step;
  };

  /// The counter that `value` is; nothing if it is none.
  std::optional<Counter> counterOf(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto inner =
        argument
            ? dyn_cast_or_null<scf::WhileOp>(argument.getOwner()->getParentOp())
            : scf::WhileOp();
    if (!inner || !loop->isProperAncestor(inner) ||
        argument.getOwner() != inner.getAfterBody())
      return std::nullopt;
    unsigned number = argument.getArgNumber();
    if (number >= inner.getInits().size() ||
        inner.getConditionOp().getArgs()[number] !=
            inner.getBeforeArguments()[number])
      return std::nullopt;
    auto sum =
        inner.getYieldOp().getOperand(number).getDefiningOp<arith::AddIOp>();
    if (!sum || sum.getLhs() != argument || isOf(sum.getRhs(), inner))
      return std::nullopt;
    return Counter{inner.getInits()[number], sum.getRhs()};
  }

  /// Whether `test` holds for `value`, or for one of the values within `scope`
  /// that it is computed from.
  static bool anySource(Value value, Operation *scope,
                        llvm::function_ref<bool(Value)> test) {
    llvm::SmallDenseSet<Value> seen;
    SmallVector<Value> todo{value};
    while (!todo.empty()) {
      Value next = todo.pop_back_val();
      if (!scope->isAncestor(next.getParentRegion()->getParentOp()) ||
          !seen.insert(next).second)
        continue;
      if (test(next))
        return true;
      if (Operation *def = next.getDefiningOp())
        todo.append(def->operand_begin(), def->operand_end());
    }
    return false;
  }

  /// Whether `value` may differ between iterations of `inner`.
  static bool isOf(Value value, scf::WhileOp inner) {
    return anySource(value, inner, [](Value source) {
      Operation *def = source.getDefiningOp();
      return !def || !isPure(def) || def->getNumRegions();
    });
  }

  /// Whether `value` depends on a counter of an inner loop.
  bool moves(Value value) {
    return anySource(value, loop, [&](Value source) {
      return counterOf(source).has_value();
    });
  }

  /// Whether `value` changes, from one iteration of an inner loop to the next,
  /// by a number known only at run time.
  bool jumps(Value value) {
    return anySource(value, loop, [&](Value source) {
      if (auto product = source.getDefiningOp<arith::MulIOp>())
        return !matchPattern(product.getLhs(), m_Constant()) &&
               !matchPattern(product.getRhs(), m_Constant()) && moves(source);
      std::optional<Counter> counter = counterOf(source);
      return counter && !matchPattern(counter->step, m_Constant());
    });
  }

  /// Whether `value` differs between iterations of the loop over packs.
  bool changes(Value value) {
    return anySource(value, loop, [&](Value source) {
      std::optional<Counter> counter = counterOf(source);
      return source == loop.getInductionVar() ||
             (counter && changes(counter->init));
    });
  }

  /// What `value` will be in the loop's next iteration, computed at the start
  /// of its block; null if the computation has effects.
  Value rebuild(Value value) {
    if (Value known = nextIteration.lookupOrNull(value))
      return known;
    if (value == loop.getInductionVar()) {
      OpBuilder &builder = atStartOf(*loop.getBody());
      Value next = value;
      for (int64_t pack = 0; pack < packs; ++pack)
        next =
            arith::AddIOp::create(builder, loop.getLoc(), next, loop.getStep());
      nextIteration.map(value, next);
      return next;
    }
    if (std::optional<Counter> counter = counterOf(value);
        counter && changes(counter->init)) {
      Value init = rebuild(counter->init);
      if (!init)
        return {};
      OpBuilder &builder = atStartOf(*value.getParentBlock());
      Value apart =
          arith::SubIOp::create(builder, loop.getLoc(), init, counter->init);
      Value next = arith::AddIOp::create(builder, loop.getLoc(), value, apart);
      nextIteration.map(value, next);
      return next;
    }
    Operation *def = value.getDefiningOp();
    if (!def || !loop->isProperAncestor(def))
      return value;
    if (!isPure(def) || def->getNumRegions())
      return {};
    for (Value operand : def->getOperands())
      if (!rebuild(operand))
        return {};
    return atStartOf(*def->getBlock()).clone(*def, nextIteration)->getResult(0);
  }

  OpBuilder &atStartOf(Block &block) {
    return builders.try_emplace(&block, OpBuilder::atBlockBegin(&block))
        .first->second;
  }

  scf::ForOp loop;
  CacheModel caches;
  int64_t packs;
  /// What values will be in the iteration that is prefetched for.
  IRMapping nextIteration;
  llvm::SmallDenseMap<Block *, OpBuilder> builders;
};

struct InsertPrefetchesPass
    : public pirch::impl::InsertPrefetchesBase<InsertPrefetchesPass> {
  using InsertPrefetchesBase::InsertPrefetchesBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    CacheModel caches = target ? target.getCacheModel() : CacheModel();
    if (operations >= 0)
      caches.prefetchOperations = operations;
    if (lines >= 0)
      caches.burstLines = lines;
    int64_t packs = 1;
    if (auto schedule =
            getOperation()->getAttrOfType<ScheduleAttr>(kScheduleAttrName);
        schedule && schedule.getPrefetch() >= 0)
      packs = schedule.getPrefetch();
    if (caches.lineBytes <= 0 || packs == 0)
      return;
    for (scf::ForOp loop : getOperation().getOps<scf::ForOp>())
      numPrefetches += LoopPrefetcher(loop, caches, packs).run();
  }
};

} // namespace
