//===- EvaluateMemory.cpp - Loads, stores, gathers, scatters --------------===//
//
// Here lanes have effects, so that here the interpreter checks: the mask and
// the place of a lane must hold values, the place must lie in the buffer, and a
// lane that is written must hold one.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include <cstring>

using namespace mlir;
using namespace pirch;

namespace {
/// One operation that moves lanes to or from a buffer.
class Access {
public:
  Access(Operation *op, Frame &frame, Value buffer, Value mask)
      : op(op), frame(frame), name(frame.getBufferName(buffer)),
        buffer(frame.getBuffer(buffer)),
        variable(buffer.getDefiningOp<AllocaOp>()),
        elementBytes(
            LaneFormat(getElementTypeOrSelf(buffer.getType())).getBytes()),
        mask(mask ? &frame.get(mask) : nullptr) {}

  /// Whether the lane takes part; failure where its mask holds no value.
  FailureOr<bool> isActive(const Lanes &lanes, int64_t at) const {
    if (!mask)
      return true;
    if (!(*mask)[at])
      return frame.fail(op, lanes.placeOf(at),
                        "is masked by a lane that holds no value");
    return *(*mask)[at] != 0;
  }

  /// The address of the buffer's element that a lane moves, or null after an
  /// error. `element` is what the lane's place in memory holds.
  char *getAddress(const Lanes &lanes, int64_t at, Lane element) const {
    Lanes::Place place = lanes.placeOf(at);
    if (!element) {
      frame.fail(op, place,
                 "goes to a place in '" + name + "' that holds no value");
      return nullptr;
    }
    int64_t index = *element, count = buffer.bytes / elementBytes, first = 0;
    if (variable) {
      AllocaOp copies = variable;
      count = copies.getNumElements();
      first = place.group * count;
    }
    if (index >= 0 && index < count)
      return static_cast<char *>(buffer.data) + (first + index) * elementBytes;
    frame.fail(op, place,
               "goes to element " + Twine(index) + " of '" + name +
                   "', which has " + Twine(count));
    return nullptr;
  }

  /// Whether the elements `first` to `end` - 1 lie in the buffer.
  bool contains(int64_t first, int64_t end) const {
    return first >= 0 && end <= buffer.bytes / elementBytes;
  }

  Lane read(const char *address) const {
    uint64_t bits = 0;
    std::memcpy(&bits, address, elementBytes);
    return bits;
  }

  void write(char *address, uint64_t bits) const {
    std::memcpy(address, &bits, elementBytes);
  }

  LogicalResult write(char *address, const Lanes &lanes, int64_t at) const {
    if (!lanes[at])
      return frame.fail(op, lanes.placeOf(at),
                        "writes a lane that holds no value to '" + name + "'");
    std::memcpy(address, &*lanes[at], elementBytes);
    return success();
  }

private:
  Operation *op;
  Frame &frame;
  std::string name;
  Argument buffer;
  /// The variable of which the buffer is all copies; null for a parameter.
  AllocaOp variable;
  int64_t elementBytes;
  const Lanes *mask;
};

/// The elements that the lanes of `pirch.load` and `pirch.store` move: `base +
/// wg * group_stride + offset`.
template <typename OpT> class KnownPlaces {
public:
  KnownPlaces(OpT op, const Frame &frame)
      : offsets(op.getOffsets()), base(frame.getScalar(op.getBase())),
        stride(frame.getScalar(op.getGroupStride())),
        firstGroup(frame.getFirstGroup()) {}

  bool hasPlace(int64_t at) const {
    return offsets[at % offsets.size()] != kNoOffset;
  }
  Lane operator[](int64_t at) const {
    if (!base || !stride)
      return {};
    uint64_t group = firstGroup + at / offsets.size();
    return *base + group * *stride + offsets[at % offsets.size()];
  }

private:
  ArrayRef<int64_t> offsets;
  Lane base, stride;
  int64_t firstGroup;
};

/// Those of `pirch.gather` and `pirch.scatter`.
class ComputedPlaces {
public:
  explicit ComputedPlaces(const Lanes &index)
      : index(index), format(index.getElementType()) {}
  bool hasPlace(int64_t) const { return true; }
  Lane operator[](int64_t at) const {
    if (!index[at])
      return {};
    return format.toSigned(*index[at]);
  }

private:
  const Lanes &index;
  LaneFormat format;
};

/// Those of `pirch.load_rows` and `pirch.store_rows`.
template <typename OpT> class RowPlaces {
public:
  RowPlaces(OpT op, const Frame &frame)
      : index(frame.get(op.getIndex())), base(frame.getScalar(op.getBase())),
        extent(op.getAccessType().getExtent()) {}
  bool hasPlace(int64_t) const { return true; }
  Lane operator[](int64_t at) const {
    const Lane &first = index[at / extent];
    if (!first || !base)
      return {};
    return *base + *first + at % extent;
  }

private:
  const Lanes &index;
  Lane base;
  int64_t extent;
};
} // namespace

/// Call `move(address, position)` for every lane that takes part.
template <typename Places, typename Move>
static LogicalResult forEachActive(const Access &access, const Lanes &lanes,
                                   const Places &places, Move move) {
  for (int64_t at = 0; at < lanes.size(); ++at) {
    if (!places.hasPlace(at))
      continue;
    FailureOr<bool> active = access.isActive(lanes, at);
    if (failed(active))
      return failure();
    if (!*active)
      continue;
    char *address = access.getAddress(lanes, at, places[at]);
    if (!address || failed(move(address, at)))
      return failure();
  }
  return success();
}

template <typename OpT, typename Places>
static LogicalResult readLanes(OpT op, Frame &frame, const Places &places) {
  Access access(op, frame, op.getBuffer(), op.getMask());
  Lanes result = frame.makeLanes(op.getType());
  if (failed(
          forEachActive(access, result, places, [&](char *address, int64_t at) {
            result[at] = access.read(address);
            return success();
          })))
    return failure();
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// Whether the gather keeps what its window promises.
static LogicalResult checkWindow(GatherOp op, Frame &frame,
                                 const ComputedPlaces &places) {
  std::optional<ArrayRef<int64_t>> window = op.getWindow();
  if (!window)
    return success();
  int64_t first = (*window)[0], end = first + (*window)[1];
  Access access(op, frame, op.getBuffer(), op.getMask());
  Lanes lanes = frame.makeLanes(op.getType());
  if (op.getWindowInBuffer() && !access.contains(first, end))
    return frame.fail(op, lanes.placeOf(0),
                      "has a window that reaches out of the buffer");
  return forEachActive(access, lanes, places,
                       [&](char *, int64_t at) -> LogicalResult {
                         int64_t element = *places[at];
                         if (first <= element && element < end)
                           return success();
                         return frame.fail(op, lanes.placeOf(at),
                                           "goes to element " + Twine(element) +
                                               " outside of its window");
                       });
}

/// Lanes in ascending order, so that of several that write one element the
/// highest work item's value stays.
template <typename OpT, typename Places>
static LogicalResult writeLanes(OpT op, Frame &frame, const Places &places) {
  Access access(op, frame, op.getBuffer(), op.getMask());
  const Lanes &lanes = frame.get(op.getValue());
  return forEachActive(access, lanes, places, [&](char *address, int64_t at) {
    return access.write(address, lanes, at);
  });
}

/// Replace the element of each active lane, one lane after the other, by what
/// `combine` makes of it and of the lane's number, both as bits.
template <typename OpT, typename Combine>
static LogicalResult evaluateAtomic(OpT op, Frame &frame, Combine combine) {
  Access access(op, frame, op.getBuffer(), op.getMask());
  Lanes old = frame.makeLanes(op.getValue().getType());
  LogicalResult done = forEachActive(
      access, old, ComputedPlaces(frame.get(op.getIndex())),
      [&](char *address, int64_t at) -> LogicalResult {
        old[at] = access.read(address);
        Lane next = combine(*old[at], at);
        if (!next)
          return frame.fail(op, old.placeOf(at),
                            "combines a lane that holds no value");
        access.write(address, *next);
        return success();
      });
  if (succeeded(done))
    frame.set(op.getResult(), std::move(old));
  return done;
}

/// What `kind` makes of the bits `a` in memory and `b` of a lane.
static uint64_t combineBits(arith::AtomicRMWKind kind, LaneFormat format,
                            uint64_t a, uint64_t b) {
  int64_t x = format.toSigned(a), y = format.toSigned(b);
  switch (kind) {
  case arith::AtomicRMWKind::addi:
    return a + b;
  case arith::AtomicRMWKind::andi:
    return a & b;
  case arith::AtomicRMWKind::ori:
    return a | b;
  case arith::AtomicRMWKind::xori:
    return a ^ b;
  case arith::AtomicRMWKind::maxs:
    return x > y ? a : b;
  case arith::AtomicRMWKind::mins:
    return x < y ? a : b;
  case arith::AtomicRMWKind::maxu:
    return std::max(a, b);
  case arith::AtomicRMWKind::minu:
    return std::min(a, b);
  case arith::AtomicRMWKind::addf: {
    APFloat sum = format.toFloat(a);
    sum.add(format.toFloat(b), APFloat::rmNearestTiesToEven);
    return sum.bitcastToAPInt().getZExtValue();
  }
  default:
    return b; // assign
  }
}

static LogicalResult evaluateAtomicRMW(AtomicRMWOp op, Frame &frame) {
  const Lanes &value = frame.get(op.getValue());
  LaneFormat format = formatOf(op.getValue());
  return evaluateAtomic(op, frame, [&](uint64_t old, int64_t at) -> Lane {
    if (!value[at])
      return {};
    return combineBits(op.getKind(), format, old, *value[at]) &
           llvm::maskTrailingOnes<uint64_t>(format.width);
  });
}

static LogicalResult evaluateAtomicCmpXchg(AtomicCmpXchgOp op, Frame &frame) {
  const Lanes &value = frame.get(op.getValue());
  const Lanes &expected = frame.get(op.getExpected());
  return evaluateAtomic(op, frame, [&](uint64_t old, int64_t at) -> Lane {
    if (!value[at] || !expected[at])
      return {};
    return *expected[at] == old ? *value[at] : old;
  });
}

static LogicalResult evaluateAlloca(AllocaOp op, Frame &frame) {
  frame.allocate(op.getBuffer(), frame.getNumGroups() * op.getBytesPerGroup());
  return success();
}

static LogicalResult evaluateTable(TableOp op, Frame &frame) {
  auto entries = cast<DenseElementsAttr>(op.getValue());
  int64_t bytes = entries.getElementType().getIntOrFloatBitWidth() / 8;
  char *memory = frame.allocate(op.getBuffer(), bytes * entries.size());
  for (Attribute entry : entries.getValues<Attribute>()) {
    auto number = dyn_cast<IntegerAttr>(entry);
    APInt bits = number ? number.getValue()
                        : cast<FloatAttr>(entry).getValue().bitcastToAPInt();
    uint64_t word = bits.getZExtValue();
    std::memcpy(memory, &word, bytes);
    memory += bytes;
  }
  return success();
}

void pirch::addMemoryEvaluators(EvaluatorTable &table) {
  table.add<AllocaOp>(evaluateAlloca);
  table.add<TableOp>(evaluateTable);
  table.add<AtomicRMWOp>(evaluateAtomicRMW);
  table.add<AtomicCmpXchgOp>(evaluateAtomicCmpXchg);
  table.add<LoadOp>([](LoadOp op, Frame &frame) {
    return readLanes(op, frame, KnownPlaces<LoadOp>(op, frame));
  });
  table.add<StoreOp>([](StoreOp op, Frame &frame) {
    return writeLanes(op, frame, KnownPlaces<StoreOp>(op, frame));
  });
  table.add<GatherOp>([](GatherOp op, Frame &frame) {
    ComputedPlaces places(frame.get(op.getIndex()));
    return success(succeeded(readLanes(op, frame, places)) &&
                   succeeded(checkWindow(op, frame, places)));
  });
  table.add<LoadRowsOp>([](LoadRowsOp op, Frame &frame) {
    return readLanes(op, frame, RowPlaces<LoadRowsOp>(op, frame));
  });
  table.add<StoreRowsOp>([](StoreRowsOp op, Frame &frame) {
    return writeLanes(op, frame, RowPlaces<StoreRowsOp>(op, frame));
  });
  table.add<ScatterOp>([](ScatterOp op, Frame &frame) {
    return writeLanes(op, frame, ComputedPlaces(frame.get(op.getIndex())));
  });
}
