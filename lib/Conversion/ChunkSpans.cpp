//===- ChunkSpans.cpp - Contiguous memory that a network sorts ------------===//
//
// Emits the spans of access plans: contiguous vectors that hold the elements of
// several chunks, and the shuffles between them and the chunks.
//
//===----------------------------------------------------------------------===//

#include "ChunkAccess.h"
#include "Pirch/Dialect/IR/PageTest.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pirch;

std::vector<Value> Chunker::emitNetwork(const LaneNetwork &network,
                                        std::vector<Value> registers) {
  for (const NetworkStep &step : network.steps)
    registers.push_back(
        shuffle(registers[step.first], registers[step.second],
                SmallVector<int64_t>(step.lanes.begin(), step.lanes.end())));
  return registers;
}

/// The mask of the lanes of vector `number` of a span: the operation's mask,
/// lane by lane from where the elements of the vector are wanted.
Value Chunker::spanMask(const Access &access, int64_t number) {
  const AccessSpan &span = access.plan.span;
  // Elements of a structure mostly have one mask: it is one source then.
  llvm::SmallMapVector<Value, int32_t, 4> sources;
  ChunkOrigins origins(lanes);
  SmallVector<bool> wanted(lanes);
  for (auto [lane, owner] : llvm::enumerate(span.owners[number])) {
    if (!owner.isRead())
      continue;
    Value mask = chunksOf(access.mask)[span.chunks[owner.chunk]];
    int32_t source = sources.insert({mask, sources.size()}).first->second;
    origins[lane] = {source, owner.lane};
    wanted[lane] = true;
  }
  Chunks masks;
  for (auto &[mask, source] : sources)
    masks.push_back(mask);
  Value none = splat(constant(builder.getBoolAttr(false)));
  return arith::SelectOp::create(builder, loc, laneMask(wanted),
                                 permute(masks, origins), none);
}

/// Whether the operation's mask leaves any element of the span.
Value Chunker::anyInSpan(const Access &access) {
  const AccessSpan &span = access.plan.span;
  // The lanes of each chunk of the mask that elements of the span belong to.
  llvm::MapVector<Value, SmallVector<bool>> asked;
  for (const ChunkOrigins &owners : span.owners)
    for (const ChunkLane &owner : owners)
      if (owner.isRead()) {
        Value mask = chunksOf(access.mask)[span.chunks[owner.chunk]];
        SmallVector<bool> &mine = asked[mask];
        mine.resize(lanes, false);
        mine[owner.lane] = true;
      }
  Value none = splat(constant(builder.getBoolAttr(false))), any;
  for (auto &[mask, mine] : asked) {
    Value bits =
        arith::SelectOp::create(builder, loc, laneMask(mine), mask, none);
    any =
        any ? arith::OrIOp::create(builder, loc, any, bits).getResult() : bits;
  }
  return vote(any);
}

Value Chunker::expectTrue(Value condition) {
  return pirch::expectTrue(builder, loc, condition);
}

/// Whether `bytes` bytes from the address `first` on lie in one page.
Value Chunker::isInOnePage(Value first, int64_t bytes) {
  return pirch::isInOnePage(builder, loc, first, bytes, target.getPageBytes());
}

/// Whether all vectors of the span lie in one page.
Value Chunker::isInOnePage(const Access &access) {
  const std::vector<SpanVector> &vectors = access.plan.span.vectors;
  LanePlace first = vectors.front().place;
  int64_t end = vectors.back().place.offset + lanes;
  return isInOnePage(pointerTo(access, first),
                     (end - first.offset) *
                         alignmentOf(access.type.getElementType()));
}

/// The vectors of a span under a mask. To bring each lane of the mask to where
/// its elements lie takes longer than the loads. If a work item takes part, and
/// all elements lie in one page, they are all read.
std::vector<Value> Chunker::loadMaskedSpan(const Access &access) {
  const AccessSpan &span = access.plan.span;
  Type element = access.type.getElementType();
  VectorType type = vectorType(element);
  std::vector<Value> pointers;
  for (const SpanVector &vector : span.vectors)
    pointers.push_back(pointerTo(access, vector.place));
  auto load = [&](bool isMasked) {
    std::vector<Value> registers;
    for (auto [number, pointer] : llvm::enumerate(pointers))
      registers.push_back(
          isMasked
              ? LLVM::MaskedLoadOp::create(
                    builder, loc, type, pointer, spanMask(access, number),
                    unloaded(/*isMasked=*/true, type), alignmentOf(element))
                    .getResult()
              : LLVM::LoadOp::create(builder, loc, type, pointer,
                                     alignmentOf(element))
                    .getResult());
    return registers;
  };
  if (!mayIgnoreMask(span, access.shape, target))
    return load(/*isMasked=*/true);
  Value reads = arith::AndIOp::create(builder, loc, anyInSpan(access),
                                      isInOnePage(access));
  auto branch = scf::IfOp::create(
      builder, loc, SmallVector<Type>(pointers.size(), type), expectTrue(reads),
      /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool isMasked : {false, true}) {
    builder.setInsertionPointToEnd(isMasked ? branch.elseBlock()
                                            : branch.thenBlock());
    scf::YieldOp::create(builder, loc, load(isMasked));
  }
  return {branch.getResults().begin(), branch.getResults().end()};
}

void Chunker::loadSpan(const Access &access, Chunks &result) {
  const AccessSpan &span = access.plan.span;
  std::vector<Value> registers;
  if (access.mask)
    registers = loadMaskedSpan(access);
  else
    for (const SpanVector &vector : span.vectors)
      registers.push_back(
          loadLanes(access, /*chunk=*/0, vector.place, vector.lanes));
  registers = emitNetwork(span.network, std::move(registers));
  for (auto [chunk, reg] : llvm::zip_equal(span.chunks, span.network.results))
    result[chunk] = registers[reg];
}

void Chunker::storeSpan(const Access &access, const Chunks &value) {
  const AccessSpan &span = access.plan.span;
  std::vector<Value> registers;
  for (int64_t chunk : span.chunks)
    registers.push_back(value[chunk]);
  registers = emitNetwork(span.network, std::move(registers));
  for (auto [number, vector] : llvm::enumerate(span.vectors)) {
    Value whole = registers[span.network.results[number]];
    if (access.mask)
      LLVM::MaskedStoreOp::create(
          builder, loc, whole, pointerTo(access, vector.place),
          spanMask(access, number), alignmentOf(access.type.getElementType()));
    else
      storeLanes(access, /*chunk=*/0, vector.place, vector.lanes, whole);
  }
}
