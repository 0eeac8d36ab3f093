//===- ChunkWindows.cpp - Rows that are transposed in registers -----------===//
//
// Emits the windows of access plans: blocks of contiguous rows that are moved
// as vectors, several rows to a register where they are short, and transposed
// in registers.
//
//===----------------------------------------------------------------------===//

#include "ChunkAccess.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

/// Transpose the squares of which segments of `rows` are made, as many lanes
/// each as there are rows, in rounds of two-source shuffles: each round swaps
/// one bit of the row with one of the lane.
void Chunker::transpose(MutableArrayRef<Value> rows) {
  int64_t count = rows.size();
  for (int64_t bit = 1; bit < count; bit *= 2) {
    SmallVector<int64_t> lower, upper;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      bool high = lane & bit;
      lower.push_back(high ? lanes + lane - bit : lane);
      upper.push_back(high ? lanes + lane : lane + bit);
    }
    for (int64_t row = 0; row < count; ++row) {
      if (row & bit)
        continue;
      Value a = rows[row], b = rows[row + bit];
      rows[row] = vector::ShuffleOp::create(builder, loc, a, b, lower);
      rows[row + bit] = vector::ShuffleOp::create(builder, loc, a, b, upper);
      counts.shuffles += 2;
    }
  }
}

/// The columns of a window in which chunks lie.
static llvm::BitVector columnsInUse(const AccessWindow &window, int64_t lanes) {
  llvm::BitVector used(lanes);
  for (auto [column, chunk] : window.columns)
    used.set(column);
  return used;
}

/// The first `segment` lanes of a register that holds a row of a window in its
/// first lanes: those in `wanted`.
Value Chunker::loadRow(const Access &access, LanePlace place,
                       const llvm::BitVector &wanted, int64_t segment) {
  Value row = loadLanes(access, /*chunk=*/0, place, wanted);
  return segment == lanes ? row
                          : vector::ShuffleOp::create(
                                builder, loc, row, row,
                                llvm::to_vector(llvm::seq<int64_t>(segment)));
}

/// One vector of the lanes of all `parts`, a power of two of them, one part
/// behind the other. Halves are put together first: machines insert a half of a
/// register into it by one instruction.
Value Chunker::concatenate(ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts.front();
  Value low = concatenate(parts.take_front(parts.size() / 2));
  Value high = concatenate(parts.take_back(parts.size() / 2));
  int64_t all = 2 * cast<VectorType>(low.getType()).getNumElements();
  return vector::ShuffleOp::create(builder, loc, low, high,
                                   llvm::to_vector(llvm::seq<int64_t>(all)));
}

void Chunker::loadWindow(const Access &access, const AccessWindow &window,
                         Chunks &result) {
  int64_t segment = window.getSegment();
  Value none = LLVM::PoisonOp::create(
      builder, loc, VectorType::get({segment}, access.type.getElementType()));
  llvm::BitVector used = columnsInUse(window, lanes), whole(lanes);
  whole.set(0, segment);
  SmallVector<Value> registers;
  for (int64_t first = 0; first < segment; ++first) {
    SmallVector<Value> rows;
    for (int64_t row = first; row < lanes; row += segment)
      rows.push_back(window.rows[row]
                         ? loadRow(access, *window.rows[row],
                                   window.isWhole[row] ? whole : used, segment)
                         : none);
    registers.push_back(concatenate(rows));
  }
  transpose(registers);
  for (auto [column, chunk] : window.columns)
    result[chunk] = registers[column];
}

void Chunker::storeWindow(const Access &access, const AccessWindow &window,
                          const Chunks &value) {
  int64_t segment = window.getSegment();
  Value poison = LLVM::PoisonOp::create(
      builder, loc, vectorType(access.type.getElementType()));
  SmallVector<Value> registers(segment, poison);
  for (auto [column, chunk] : window.columns)
    registers[column] = value[chunk];
  transpose(registers);
  llvm::BitVector used = columnsInUse(window, lanes);
  for (auto [row, place] : llvm::enumerate(window.rows)) {
    if (!place)
      continue;
    int64_t first = row / segment * segment;
    llvm::BitVector wanted(used);
    wanted <<= first;
    storeLanes(access, /*chunk=*/0, atLane(*place, -first), wanted,
               registers[row % segment]);
  }
}
