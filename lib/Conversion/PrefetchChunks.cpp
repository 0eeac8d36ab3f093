//===- PrefetchChunks.cpp - Ask early for what the next pass loads --------===//

#include "MemoryRange.h"
#include "Pirch/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {
#define GEN_PASS_DEF_PREFETCHCHUNKS
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Serves one loop over packs.
class LoopPrefetcher {
public:
  LoopPrefetcher(scf::ForOp loop, int64_t lineBytes, int64_t maxStreams,
                 int64_t maxLines)
      : loop(loop), lineBytes(lineBytes), maxStreams(maxStreams),
        maxLines(maxLines) {}

  /// A pass that computes less for each line keeps memory busy as it is.
  static constexpr size_t kOperationsPerLine = 8;

  /// Number of prefetches made.
  int64_t run() {
    SmallVector<Operation *> body;
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (isa<LLVM::Prefetch>(op))
        return 0; // done before
      body.push_back(&op);
    }
    SmallVector<Value> pointers = linesToAskFor(body);
    if (pointers.empty())
      return 0;
    OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
    Value next = arith::AddIOp::create(builder, loop.getLoc(),
                                       loop.getInductionVar(), loop.getStep());
    nextPass.map(loop.getInductionVar(), next);
    int64_t count = 0;
    for (auto [index, pointer] : llvm::enumerate(pointers)) {
      Value ahead = rebuild(pointer, builder);
      if (!ahead)
        continue;
      // Evenly over the pass: memory takes them one after the other.
      OpBuilder here(body[index * body.size() / pointers.size()]);
      LLVM::Prefetch::create(here, loop.getLoc(), ahead, /*rw=*/0,
                             /*hint=*/3, /*cache=*/1);
      ++count;
    }
    return count;
  }

private:
  /// The lines that the loads of one pass touch, from one pointer.
  struct Lines {
    llvm::SmallDenseSet<int64_t> touched;
    /// The last line of each stream: lines that follow each other closely.
    SmallVector<int64_t> streams;

    /// Whether it was not touched before.
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

  /// A pointer into each cache line that the loads of `body` touch, for buffers
  /// that are read from more places at once than a machine follows by itself.
  SmallVector<Value> linesToAskFor(ArrayRef<Operation *> body) {
    struct Buffer {
      llvm::SmallMapVector<Value, Lines, 4> origins;
      SmallVector<Value> pointers;
    };
    llvm::MapVector<Value, Buffer> buffers;
    for (Operation *op : body) {
      if (!isa<LLVM::LoadOp, LLVM::MaskedLoadOp>(op))
        continue;
      std::optional<MemoryRange> range = memoryOf(op);
      Buffer &buffer = buffers[range->parameter];
      int64_t line = llvm::divideFloorSigned(range->first, lineBytes);
      if (buffer.origins[range->origin].touch(line))
        buffer.pointers.push_back(op->getOperand(0));
    }
    bool inOrder = matchPattern(loop.getStep(), m_One());
    size_t count = 0;
    for (auto &[parameter, buffer] : buffers)
      count += buffer.pointers.size();
    bool needsHelp = static_cast<int64_t>(count) > maxLines &&
                     body.size() >= count * kOperationsPerLine;
    SmallVector<Value> pointers;
    for (auto &[parameter, buffer] : buffers) {
      int64_t streams = 0;
      for (auto &[origin, lines] : buffer.origins)
        streams += lines.streams.size();
      if (inOrder ? needsHelp : streams > maxStreams)
        pointers.append(buffer.pointers);
    }
    return pointers;
  }

  /// `value` as the next pass computes it; null where that has effects.
  Value rebuild(Value value, OpBuilder &builder) {
    if (Value known = nextPass.lookupOrNull(value))
      return known;
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != loop.getBody())
      return value;
    if (!isPure(def) || def->getNumRegions())
      return {};
    for (Value operand : def->getOperands()) {
      Value rebuilt = rebuild(operand, builder);
      if (!rebuilt)
        return {};
      nextPass.map(operand, rebuilt);
    }
    return builder.clone(*def, nextPass)->getResult(0);
  }

  scf::ForOp loop;
  int64_t lineBytes, maxStreams, maxLines;
  IRMapping nextPass;
};

struct PrefetchChunksPass
    : public pirch::impl::PrefetchChunksBase<PrefetchChunksPass> {
  using PrefetchChunksBase::PrefetchChunksBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    int64_t lineBytes = target ? target.getPrefetchBytes() : 0;
    if (lineBytes <= 0)
      return;
    for (scf::ForOp loop : getOperation().getOps<scf::ForOp>())
      numPrefetches += LoopPrefetcher(loop, lineBytes, streams, lines).run();
  }
};

} // namespace
