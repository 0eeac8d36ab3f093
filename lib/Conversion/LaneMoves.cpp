//===- LaneMoves.cpp - Values moving between lanes ------------------------===//

#include "LaneEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <map>

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Lane maps
//===----------------------------------------------------------------------===//

Value LaneEmitter::shiftLanes(Value, const LaneShifts &) {
  llvm_unreachable("only machines without permutes shift lanes in steps");
}

std::vector<Value> LaneEmitter::emitNetwork(const LaneNetwork &,
                                            std::vector<Value>) {
  llvm_unreachable("only machines that shuffle two registers have networks");
}

/// Make each piece from its source chunk and blend the pieces.
Value LaneEmitter::coverChunk(const Chunks &source,
                              ArrayRef<ChunkLane> origins) {
  Value result;
  for (const ReorderPiece &piece : selector.cover(origins)) {
    Value part = source[piece.chunk];
    SmallVector<bool> here;
    ChunkOrigins lanesOfPiece;
    for (int32_t lane : piece.lanes) {
      here.push_back(lane >= 0);
      lanesOfPiece.push_back(lane >= 0 ? ChunkLane{piece.chunk, lane}
                                       : ChunkLane());
    }
    if (piece.shifts)
      part = shiftLanes(part, *piece.shifts);
    else if (piece.pattern != ReorderPattern::reuse)
      part = permute(source, lanesOfPiece);
    result = result ? select(laneMask(here), part, result) : part;
  }
  return result;
}

Value LaneEmitter::buildChunk(const Chunks &source, ArrayRef<ChunkLane> origins,
                              Type element, ReorderPattern pattern) {
  switch (pattern) {
  case ReorderPattern::unread:
    return unreadChunk(element);
  case ReorderPattern::reuse:
    return source[sourceChunks(origins).front()];
  case ReorderPattern::gather:
    return gatherChunk(source, origins, element);
  case ReorderPattern::permute:
  case ReorderPattern::permute2:
  case ReorderPattern::interleave:
    return permute(source, origins);
  case ReorderPattern::repeat:
  case ReorderPattern::broadcast:
  case ReorderPattern::segmented:
  case ReorderPattern::rotate:
  case ReorderPattern::shifts:
  case ReorderPattern::cover:
    return selector.permutesAtWill() && pattern != ReorderPattern::cover
               ? permute(source, origins)
               : coverChunk(source, origins);
  case ReorderPattern::network:
    llvm_unreachable("a network makes several chunks");
  case ReorderPattern::lookup:
    llvm_unreachable("a lane map is known at compile time");
  }
  llvm_unreachable("all patterns are listed");
}

LaneEmitter::Chunks LaneEmitter::moveLanes(const Chunks &source,
                                           InfRegType sourceType,
                                           InfRegType resultType,
                                           ArrayRef<int32_t> table,
                                           ArrayRef<ReorderPattern> patterns) {
  std::vector<ChunkOrigins> origins =
      splitLaneMap(mapping.get(sourceType), mapping.get(resultType), table);
  SmallVector<ReorderPattern> chosen(patterns);
  if (patterns.empty()) {
    // Where the patterns are selected here, nothing need be moved from source
    // chunks whose lanes are all poison.
    for (ChunkOrigins &chunkOrigins : origins)
      for (ChunkLane &origin : chunkOrigins)
        if (origin.isRead() &&
            source[origin.chunk].getDefiningOp<LLVM::PoisonOp>())
          origin = ChunkLane();
    for (const ReorderSelector::Choice &choice : selector.selectAll(origins))
      chosen.push_back(choice.pattern);
  }
  Chunks joined = joinChunks(source, origins, chosen);
  // The chunks made so far, by their origins.
  std::map<SmallVector<std::pair<int32_t, int32_t>>, Value> made;
  Chunks result;
  for (auto [index, chunkOrigins] : llvm::enumerate(origins)) {
    SmallVector<std::pair<int32_t, int32_t>> key;
    for (const ChunkLane &origin : chunkOrigins)
      key.emplace_back(origin.chunk, origin.lane);
    Value &chunk = made[key];
    if (chosen[index] == ReorderPattern::network)
      chunk = joined[index];
    else if (!chunk || chosen[index] != ReorderPattern::reuse)
      chunk = buildChunk(source, chunkOrigins, resultType.getElementType(),
                         chosen[index]);
    result.push_back(chunk);
  }
  return result;
}

LaneEmitter::Chunks LaneEmitter::joinChunks(const Chunks &source,
                                            ArrayRef<ChunkOrigins> origins,
                                            ArrayRef<ReorderPattern> patterns) {
  Chunks result(origins.size());
  if (!llvm::is_contained(patterns, ReorderPattern::network))
    return result;
  LaneNetwork network = selector.connect(origins, patterns, source.size());
  std::vector<Value> registers =
      emitNetwork(network, {source.begin(), source.end()});
  for (auto [chunk, reg] : llvm::zip_equal(result, network.results))
    if (reg >= 0)
      chunk = registers[reg];
  return result;
}

LogicalResult LaneEmitter::emitLaneMap(LaneMapOpInterface map) {
  Value source = map.getLaneSource();
  auto type = cast<InfRegType>(map->getResult(0).getType());
  auto reorders = map->getAttrOfType<ReordersAttr>("reorders");
  if (!reorders)
    return map->emitOpError("has no reorder patterns; select them first "
                            "(pirch-select-reorders)");
  if (static_cast<int64_t>(reorders.getPatterns().size()) != numChunks(type))
    return map->emitOpError("has ")
           << reorders.getPatterns().size() << " reorder patterns for "
           << numChunks(type) << " chunks";
  define(map->getResult(0),
         moveLanes(chunksOf(source), cast<InfRegType>(source.getType()), type,
                   map.getLaneTable(), reorders.getPatterns()));
  return success();
}

void LaneEmitter::emitMerge(MergeOp op) {
  InfRegType type = op.getType();
  ArrayRef<bool> set = op.getLanes();
  LaneMapping layout = mapping.get(type);
  Chunks &value = chunksOf(op.getValue()), &into = chunksOf(op.getInto());
  Chunks result;
  for (auto [index, pair] : llvm::enumerate(llvm::zip(value, into))) {
    auto [taken, kept] = pair;
    SmallVector<bool> bits;
    bool any = false, all = true;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      std::optional<LaneId> id = layout.getOwner(index, lane);
      bits.push_back(id && set[layout.getTableIndex(*id)]);
      any |= bits.back();
      all &= bits.back() || !id;
    }
    if (all || taken == kept)
      result.push_back(taken);
    else if (!any)
      result.push_back(kept);
    else
      result.push_back(select(laneMask(bits), taken, kept));
  }
  define(op, std::move(result));
}
