//===- ChunkMemory.cpp - Loads and stores in chunks -----------------------===//
//
// How each chunk reaches memory, cheapest first: one scalar for all lanes; a
// contiguous vector; a block of contiguous vectors that is transposed in
// registers (where neighbouring lanes are neighbouring groups); gather.
//
//===----------------------------------------------------------------------===//

#include "Chunker.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

/// A load or store: which lane touches which element.
struct Chunker::Access {
  InfRegType type;
  LaneLayout layout;
  Value buffer, originalBase, originalStride;
  Value base, stride; // scalars, i64
  std::optional<int64_t> knownStride;
  ArrayRef<int64_t> offsets;
  Value mask;
  /// Least and greatest offset of any lane: what lies between may be read.
  int64_t low = INT64_MAX, high = INT64_MIN;

  bool isUsed(LaneId id) const { return offsetOf(id) != kNoOffset; }
  int64_t offsetOf(LaneId id) const {
    return offsets[id.wi * type.getExtent() + id.ix];
  }
};

/// Contiguous elements, from `start`, that a block of chunks covers: column
/// `column[i]` is chunk `unit[i]` of the group block.
struct Chunker::Window {
  int64_t start;
  SmallVector<std::pair<int64_t, int64_t>> columns; // (column, unit)
};

Chunker::Access Chunker::makeAccess(Operation *op) {
  auto make = [&](auto access, InfRegType type) {
    Access result{type,
                  LaneLayout(type),
                  scalars.lookup(access.getBuffer()),
                  access.getBase(),
                  access.getGroupStride(),
                  scalars.lookup(access.getBase()),
                  scalars.lookup(access.getGroupStride()),
                  std::nullopt,
                  access.getOffsets(),
                  access.getMask()};
    APInt stride;
    if (matchPattern(access.getGroupStride(), m_ConstantInt(&stride)))
      result.knownStride = stride.getSExtValue();
    for (int64_t offset : result.offsets)
      if (offset != kNoOffset) {
        result.low = std::min(result.low, offset);
        result.high = std::max(result.high, offset);
      }
    return result;
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return make(load, load.getType());
  auto store = cast<StoreOp>(op);
  return make(store, store.getValue().getType());
}

/// Pointer to element `offset` of the pack's group `wg`.
Value Chunker::pointerTo(const Access &access, int64_t wg, int64_t offset) {
  Type element = access.type.getElementType();
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext());
  if (access.knownStride) {
    offset += wg * *access.knownStride;
    wg = 0;
  }
  Value &origin = pointers[{access.buffer,
                            {access.originalBase, access.originalStride}}][wg];
  if (!origin) {
    Value index = group;
    if (wg)
      index = arith::AddIOp::create(
          builder, loc, group,
          arith::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(wg)));
    Value first = arith::AddIOp::create(
        builder, loc, access.base,
        arith::MulIOp::create(builder, loc, index, access.stride));
    origin = LLVM::GEPOp::create(builder, loc, pointerType, element,
                                 access.buffer, ValueRange{first});
  }
  if (!offset)
    return origin;
  if (llvm::isInt<31>(offset))
    return LLVM::GEPOp::create(
        builder, loc, pointerType, element, origin,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  Value far = arith::ConstantOp::create(builder, loc,
                                        builder.getI64IntegerAttr(offset));
  return LLVM::GEPOp::create(builder, loc, pointerType, element, origin,
                             ValueRange{far});
}

static unsigned alignmentOf(Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

/// Whether the chunk's lanes lie in a row in memory. `origin` is the offset
/// that its first lane has or would have, in the pack's group `wg`; `inHull`
/// whether lanes that are not used may be read all the same.
bool Chunker::contiguousPlace(const Access &access, int64_t chunk,
                              int64_t &origin, int64_t &wg,
                              SmallVectorImpl<bool> &used, bool &inHull) {
  bool any = false;
  int64_t least = INT64_MAX, greatest = INT64_MIN;
  used.assign(lanes, false);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t position = chunk * lanes + lane;
    if (position >= access.layout.size())
      continue;
    LaneId id = access.layout.lane(position);
    if (!access.isUsed(id))
      continue;
    used[lane] = true;
    int64_t place = access.offsetOf(id) - lane;
    if (access.knownStride)
      place += id.wg * *access.knownStride;
    if (any && (place != origin || (!access.knownStride && id.wg != wg)))
      return false;
    origin = place;
    wg = access.knownStride ? 0 : id.wg;
    any = true;
    // All that this lane's group touches bounds what may be read.
    int64_t shift = access.knownStride ? id.wg * *access.knownStride : 0;
    least = std::min(least, access.low + shift);
    greatest = std::max(greatest, access.high + shift);
  }
  if (!any)
    return false;
  inHull = true;
  for (int64_t lane = 0; lane < lanes; ++lane)
    inHull &=
        used[lane] || (origin + lane >= least && origin + lane <= greatest);
  return true;
}

/// Group the chunks of one group block into windows of contiguous elements.
/// False where neighbouring lanes are not neighbouring groups, or where too few
/// chunks share a window for it to pay.
bool Chunker::findWindows(const Access &access,
                          SmallVectorImpl<Window> &windows) {
  if (access.mask || lanes < 2 || !llvm::isPowerOf2_64(lanes) ||
      access.type.getLanes().getOrder().back() != Axis::wg || pack % lanes != 0)
    return false;
  SmallVector<std::pair<int64_t, int64_t>> units; // (offset, unit)
  for (int64_t unit = 0, size = access.layout.size() / pack; unit < size;
       ++unit) {
    LaneId id = access.layout.lane(unit * pack);
    if (access.isUsed(id))
      units.emplace_back(access.offsetOf(id), unit);
  }
  llvm::sort(units);
  for (auto [offset, unit] : units) {
    if (windows.empty() || offset >= windows.back().start + lanes)
      windows.push_back({offset, {}});
    windows.back().columns.emplace_back(offset - windows.back().start, unit);
  }
  return units.size() >= 2 * windows.size() ||
         (units.size() > 1 && windows.size() == 1);
}

/// Transpose `lanes` rows of `lanes` elements in log2(lanes) rounds of
/// two-source shuffles: each round swaps one bit of the row with one of the
/// lane.
void Chunker::transpose(MutableArrayRef<Value> rows) {
  for (int64_t bit = 1; bit < lanes; bit *= 2) {
    SmallVector<int64_t> lower, upper;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      bool high = lane & bit;
      lower.push_back(high ? lanes + lane - bit : lane);
      upper.push_back(high ? lanes + lane : lane + bit);
    }
    for (int64_t row = 0; row < lanes; ++row) {
      if (row & bit)
        continue;
      Value a = rows[row], b = rows[row + bit];
      rows[row] = vector::ShuffleOp::create(builder, loc, a, b, lower);
      rows[row + bit] = vector::ShuffleOp::create(builder, loc, a, b, upper);
      counts.shuffles += 2;
    }
  }
}

/// Lanes of `chunk` that take part, as a vector of i1.
Value Chunker::accessMask(const Access &access, int64_t chunk) {
  SmallVector<bool> used;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t position = chunk * lanes + lane;
    used.push_back(position < access.layout.size() &&
                   access.isUsed(access.layout.lane(position)));
  }
  Value known = constantMask(used);
  if (!access.mask)
    return known;
  Value none = splat(
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
  return arith::SelectOp::create(builder, loc, known,
                                 chunksOf(access.mask)[chunk], none);
}

Value Chunker::lanePointers(const Access &access, int64_t chunk) {
  SmallVector<Attribute> offsets, groups;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t position = chunk * lanes + lane;
    int64_t offset = 0, wg = 0;
    if (position < access.layout.size()) {
      LaneId id = access.layout.lane(position);
      if (access.isUsed(id))
        offset = access.offsetOf(id), wg = id.wg;
    }
    offsets.push_back(builder.getI64IntegerAttr(offset));
    groups.push_back(builder.getI64IntegerAttr(wg));
  }
  auto type = chunkType(builder.getI64Type());
  auto constant = [&](ArrayRef<Attribute> values) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, values));
  };
  Value index = arith::AddIOp::create(
      builder, loc, constant(offsets),
      arith::MulIOp::create(builder, loc, constant(groups),
                            splat(access.stride)));
  auto pointers = VectorType::get(
      {lanes}, LLVM::LLVMPointerType::get(builder.getContext()));
  return LLVM::GEPOp::create(builder, loc, pointers,
                             access.type.getElementType(),
                             pointerTo(access, 0, 0), ValueRange{index});
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

void Chunker::emitLoad(LoadOp op) {
  Access access = makeAccess(op);
  Type element = access.type.getElementType();
  VectorType type = chunkType(element);
  unsigned alignment = alignmentOf(element);
  int64_t count = numChunks(access.type);
  Chunks result(count);
  auto poison = [&]() -> Value {
    return LLVM::PoisonOp::create(builder, loc, type);
  };
  auto loadVector = [&](Value pointer, bool whole,
                        ArrayRef<bool> used) -> Value {
    if (whole)
      return LLVM::LoadOp::create(builder, loc, type, pointer, alignment);
    return LLVM::MaskedLoadOp::create(builder, loc, type, pointer,
                                      constantMask(used), poison(), alignment);
  };
  SmallVector<Window> windows;
  if (findWindows(access, windows)) {
    for (int64_t block = 0; block < pack / lanes; ++block)
      for (const Window &window : windows) {
        SmallVector<bool> used(lanes, false);
        for (auto [column, unit] : window.columns)
          used[column] = true;
        bool whole = window.start + lanes - 1 <= access.high;
        SmallVector<Value> rows;
        for (int64_t row = 0; row < lanes; ++row)
          rows.push_back(
              loadVector(pointerTo(access, block * lanes + row, window.start),
                         whole, used));
        transpose(rows);
        for (auto [column, unit] : window.columns)
          result[unit * (pack / lanes) + block] = rows[column];
      }
    for (Value &chunk : result)
      if (!chunk)
        chunk = poison();
    return define(op, std::move(result));
  }
  for (int64_t chunk = 0; chunk < count; ++chunk) {
    int64_t origin = 0, wg = 0;
    SmallVector<bool> used;
    bool inHull = false;
    bool inRow = contiguousPlace(access, chunk, origin, wg, used, inHull);
    if (llvm::none_of(used, [](bool lane) { return lane; })) {
      result[chunk] = poison();
      continue;
    }
    // One element for all lanes.
    bool same = !access.mask;
    std::optional<std::pair<int64_t, int64_t>> place;
    for (int64_t lane = 0; lane < lanes && same; ++lane) {
      int64_t position = chunk * lanes + lane;
      if (position >= access.layout.size())
        break;
      LaneId id = access.layout.lane(position);
      if (!access.isUsed(id))
        continue;
      int64_t offset = access.offsetOf(id), owner = id.wg;
      if (access.knownStride)
        offset += owner * *access.knownStride, owner = 0;
      same = !place || *place == std::pair(owner, offset);
      place = {owner, offset};
    }
    if (same) {
      Value scalar = LLVM::LoadOp::create(
          builder, loc, element, pointerTo(access, place->first, place->second),
          alignment);
      result[chunk] = splat(scalar);
    } else if (inRow && !access.mask) {
      result[chunk] = loadVector(pointerTo(access, wg, origin), inHull, used);
    } else if (inRow) {
      result[chunk] = LLVM::MaskedLoadOp::create(
          builder, loc, type, pointerTo(access, wg, origin),
          accessMask(access, chunk), poison(), alignment);
    } else {
      ++counts.gathers;
      result[chunk] = LLVM::masked_gather::create(
          builder, loc, type, lanePointers(access, chunk),
          accessMask(access, chunk), ValueRange{poison()}, alignment);
    }
  }
  define(op, std::move(result));
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void Chunker::emitStore(StoreOp op) {
  Access access = makeAccess(op);
  Type element = access.type.getElementType();
  unsigned alignment = alignmentOf(element);
  Chunks value = chunksOf(op.getValue());
  auto storeVector = [&](Value vector, Value pointer, ArrayRef<bool> used) {
    if (llvm::all_of(used, [](bool lane) { return lane; }))
      LLVM::StoreOp::create(builder, loc, vector, pointer, alignment);
    else
      LLVM::MaskedStoreOp::create(builder, loc, vector, pointer,
                                  constantMask(used), alignment);
  };
  SmallVector<Window> windows;
  if (findWindows(access, windows)) {
    for (int64_t block = 0; block < pack / lanes; ++block)
      for (const Window &window : windows) {
        SmallVector<bool> used(lanes, false);
        SmallVector<Value> rows(lanes);
        // Ordered by WI: where two write one element, the later one stays.
        for (auto [column, unit] : window.columns) {
          used[column] = true;
          rows[column] = value[unit * (pack / lanes) + block];
        }
        for (Value &row : rows)
          if (!row)
            row = LLVM::PoisonOp::create(builder, loc, chunkType(element));
        transpose(rows);
        for (int64_t row = 0; row < lanes; ++row)
          storeVector(rows[row],
                      pointerTo(access, block * lanes + row, window.start),
                      used);
      }
    return;
  }
  for (int64_t chunk = 0; chunk < numChunks(access.type); ++chunk) {
    int64_t origin = 0, wg = 0;
    SmallVector<bool> used;
    bool inHull = false;
    bool inRow = contiguousPlace(access, chunk, origin, wg, used, inHull);
    if (llvm::none_of(used, [](bool lane) { return lane; }))
      continue;
    if (inRow && !access.mask) {
      storeVector(value[chunk], pointerTo(access, wg, origin), used);
    } else if (inRow) {
      LLVM::MaskedStoreOp::create(builder, loc, value[chunk],
                                  pointerTo(access, wg, origin),
                                  accessMask(access, chunk), alignment);
    } else {
      ++counts.gathers;
      LLVM::masked_scatter::create(builder, loc, value[chunk],
                                   lanePointers(access, chunk),
                                   accessMask(access, chunk), alignment);
    }
  }
}

//===----------------------------------------------------------------------===//
// Addresses known at run time
//===----------------------------------------------------------------------===//

/// Lanes past the end of the register never take part.
static SmallVector<bool> lanesInside(int64_t chunk, int64_t lanes,
                                     int64_t total) {
  SmallVector<bool> inside;
  for (int64_t lane = 0; lane < lanes; ++lane)
    inside.push_back(chunk * lanes + lane < total);
  return inside;
}

void Chunker::emitGather(GatherOp op) {
  InfRegType type = op.getType();
  Type element = type.getElementType();
  int64_t total = type.getNumGroups() * type.getLanesPerGroup();
  auto pointerType = VectorType::get(
      {lanes}, LLVM::LLVMPointerType::get(builder.getContext()));
  Chunks result;
  for (int64_t chunk = 0; chunk < numChunks(type); ++chunk) {
    Value address = LLVM::GEPOp::create(
        builder, loc, pointerType, element, scalars.lookup(op.getBuffer()),
        ValueRange{chunksOf(op.getIndex())[chunk]});
    Value mask = constantMask(lanesInside(chunk, lanes, total));
    if (op.getMask()) {
      Value none = splat(
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
      mask = arith::SelectOp::create(builder, loc, mask,
                                     chunksOf(op.getMask())[chunk], none);
    }
    Value poison = LLVM::PoisonOp::create(builder, loc, chunkType(element));
    ++counts.gathers;
    result.push_back(LLVM::masked_gather::create(
        builder, loc, chunkType(element), address, mask, ValueRange{poison},
        alignmentOf(element)));
  }
  define(op, std::move(result));
}

void Chunker::emitScatter(ScatterOp op) {
  InfRegType type = op.getValue().getType();
  Type element = type.getElementType();
  int64_t total = type.getNumGroups() * type.getLanesPerGroup();
  auto pointerType = VectorType::get(
      {lanes}, LLVM::LLVMPointerType::get(builder.getContext()));
  for (int64_t chunk = 0; chunk < numChunks(type); ++chunk) {
    Value address = LLVM::GEPOp::create(
        builder, loc, pointerType, element, scalars.lookup(op.getBuffer()),
        ValueRange{chunksOf(op.getIndex())[chunk]});
    Value mask = constantMask(lanesInside(chunk, lanes, total));
    if (op.getMask()) {
      Value none = splat(
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
      mask = arith::SelectOp::create(builder, loc, mask,
                                     chunksOf(op.getMask())[chunk], none);
    }
    ++counts.gathers;
    LLVM::masked_scatter::create(builder, loc, chunksOf(op.getValue())[chunk],
                                 address, mask, alignmentOf(element));
  }
}
