//===- Lanes.h - What a value holds while it is interpreted -----*- C++ -*-===//
//
// An infreg while the interpreter runs is a table of lanes, one for each work
// group of the pack, work item and array element. A scalar is a table of one.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_INTERPRETER_LANES_H
#define PIRCH_INTERPRETER_LANES_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"
#include <optional>
#include <vector>

namespace pirch {

/// The bits of a lane's integer or float, zero-extended. Nothing if the lane
/// holds no value, because it was not loaded, because a lane map gives it no
/// source, or because its value is poison by the rules of `arith`.
using Lane = std::optional<uint64_t>;

class Lanes {
public:
  /// Whose lane it is. Groups count from the first of the pack.
  struct Place {
    int64_t group, item, element;
  };

  Lanes() = default;
  /// Lanes that hold nothing, of a scalar or an infreg. An infinite infreg has
  /// `groups` groups here.
  Lanes(mlir::Type type, int64_t groups);
  /// One lane, which holds `lane`.
  static Lanes scalar(mlir::Type type, Lane lane);

  /// The integer, index or float type of a lane.
  mlir::Type getElementType() const { return elementType; }
  int64_t getNumGroups() const { return groups; }
  int64_t getNumItems() const { return items; }
  int64_t getExtent() const { return extent; }
  int64_t getLanesPerGroup() const { return items * extent; }
  int64_t size() const { return lanes.size(); }

  /// Lanes in the order of groups, items, elements; the last vary fastest.
  Lane &operator[](int64_t position) { return lanes[position]; }
  const Lane &operator[](int64_t position) const { return lanes[position]; }
  int64_t positionOf(Place place) const {
    return (place.group * items + place.item) * extent + place.element;
  }
  Place placeOf(int64_t position) const;
  Lane &at(Place place) { return lanes[positionOf(place)]; }
  const Lane &at(Place place) const { return lanes[positionOf(place)]; }

private:
  mlir::Type elementType;
  int64_t groups = 0, items = 0, extent = 0;
  std::vector<Lane> lanes;
};

/// How the bits of a lane of an integer, index (64 bits) or float type are
/// read. It is made once for all lanes of a value.
struct LaneFormat {
  LaneFormat(mlir::Type elementType);

  unsigned width;
  /// Null where lanes are no floats.
  const llvm::fltSemantics *semantics = nullptr;

  bool isFloat() const { return semantics != nullptr; }
  /// Bytes of one element in memory.
  int64_t getBytes() const { return (width + 7) / 8; }

  llvm::APInt toInteger(uint64_t bits) const {
    return llvm::APInt(width, bits);
  }
  llvm::APFloat toFloat(uint64_t bits) const {
    return llvm::APFloat(*semantics, toInteger(bits));
  }
  int64_t toSigned(uint64_t bits) const {
    return toInteger(bits).getSExtValue();
  }
};

inline Lane toLane(const llvm::APInt &value) { return value.getZExtValue(); }
inline Lane toLane(const llvm::APFloat &value) {
  return toLane(value.bitcastToAPInt());
}

} // namespace pirch

#endif // PIRCH_INTERPRETER_LANES_H
