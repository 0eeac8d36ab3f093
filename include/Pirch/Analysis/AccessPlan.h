//===- AccessPlan.h - How chunks reach memory -------------------*- C++ -*-===//
//
// The one place that decides how the chunks of a load or store reach memory,
// whether a chunk is a vector or one register of a warp's threads. The cost
// model counts the pieces of a plan, the conversions to vectors and to threads
// emit them. Offsets and distances are in elements.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_ACCESSPLAN_H
#define PIRCH_ANALYSIS_ACCESSPLAN_H

#include "Pirch/Analysis/Work.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneNetwork.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {

/// Whether a load or store of `lanes` neighbouring elements of `bits` bits
/// takes less time than the part of a gather or scatter that accesses them
/// (`pirch-contiguous-accesses`). A part of less than 128 bits does not, unless
/// its elements have less than 32 bits: those are gathered by several
/// operations each.
inline bool isLongPiece(int64_t lanes, int64_t bits) {
  return lanes * bits >= 128 || (bits < 32 && lanes >= 4);
}

/// How many gathers or scatters of registers of 64-bit elements take the time
/// of one of `lanes` lanes of `element`: machines access one element after the
/// other, so that elements of fewer bits, of which a register has more, take as
/// long each. Machines whose lanes have 64 bits whatever they hold have one
/// register for both.
int64_t countGatherRegisters(mlir::Type element, int64_t lanes,
                             TargetAttrInterface target);

/// The cost, in additions of one register, of a gather of `lanes` lanes of
/// `element`, of which nothing is known.
int64_t getGatherCost(mlir::Type element, int64_t lanes,
                      TargetAttrInterface target);

/// The cost, in additions of one register, of the test at run time whether the
/// subscripts in one register of 32-bit numbers follow each other
/// (`pirch-coalesce-accesses`): spreading the first lane, the sum, two
/// comparisons, and the branch.
inline constexpr int64_t kPieceTestCost = 8;

/// What a `pirch.load` or `pirch.store` says about its lanes.
struct AccessShape {
  LaneMapping mapping = LaneMapping({}, 1, 1);
  /// Where the lanes of a group are, from the access's base: one for each lane,
  /// kNoOffset for a lane that accesses nothing.
  llvm::SmallVector<int64_t, 0> offsets;
  /// The distance between the accesses of two consecutive groups, if it is
  /// known at compile time.
  std::optional<int64_t> stride;
  /// Whether a mask known at run time leaves lanes out.
  bool isMasked = false;
  bool isStore = false;
  /// Whether the memory is a variable of which each group, or each work item,
  /// has a copy of its own (`pirch.alloca`).
  bool isOwn = false;
  /// By what factor the access's base must be multiplied to count elements of
  /// the copies of such a variable; 1 for other memory.
  int64_t baseStep = 1;
  /// The number of bytes of one element.
  int64_t elementBytes = 1;
  /// Whether one instruction of the target loads the elements of a contiguous
  /// chunk that a mask names, and no others.
  bool hasMaskedLoads = true;
};

/// The shape of `op`, whose infreg lies in registers of `target` as `mapping`
/// says.
AccessShape describeAccess(AffineAccessOpInterface op,
                           const LaneMapping &mapping,
                           TargetAttrInterface target);

/// An element in memory: `offset` from the base of the pack's group `wg`. If
/// the stride between groups is known, it is part of `offset`, and `wg` is 0.
/// Also the difference of two such places.
struct LanePlace {
  int64_t wg = 0, offset = 0;
  bool operator==(const LanePlace &other) const {
    return wg == other.wg && offset == other.offset;
  }
  LanePlace operator+(const LanePlace &other) const {
    return {wg + other.wg, offset + other.offset};
  }
  LanePlace operator*(int64_t times) const {
    return {wg * times, offset * times};
  }
};

enum class AccessKind {
  /// No lane accesses memory.
  unused,
  /// All lanes read one element.
  uniform,
  /// Neighbouring lanes access neighbouring elements.
  contiguous,
  /// The elements of neighbouring lanes are equally far apart, but not
  /// neighbours; only on targets with strided accesses.
  strided,
  /// The lanes fall into a few runs, each of which is contiguous or strided.
  runs,
  /// The chunk is a column of a window.
  window,
  /// The chunk is made of the registers of the plan's span.
  span,
  /// The threads of a warp pass the chunk's elements on through the memory that
  /// they share (`AccessStaging`); only on targets with threads.
  staged,
  /// Each lane is accessed by itself: a gather or scatter.
  scattered
};

/// Some lanes of a chunk whose elements are contiguous or equally far apart.
struct LaneRun {
  /// The element that lane 0 accesses, or would access if it were in the run.
  LanePlace place;
  /// The lanes of the run.
  llvm::BitVector lanes;
  /// The distance between the elements of two neighbouring lanes.
  LanePlace step = {0, 1};
};

/// The access of one chunk.
struct ChunkAccess {
  AccessKind kind = AccessKind::unused;
  /// The element that lane 0 accesses, or would access if it were used; that of
  /// all lanes if `kind` is `uniform`.
  LanePlace place;
  /// The distance between the elements of two neighbouring lanes.
  LanePlace step = {0, 1};
  /// The lanes that access memory.
  llvm::BitVector used;
  /// The runs if `kind` is `runs`.
  llvm::SmallVector<LaneRun, 0> runs;
  /// Whether a load may read the elements of unused lanes as well: the kernel
  /// accesses elements before and after each of them.
  bool isInHull = false;
};

/// A block of memory with as many rows as a chunk has lanes. Row `l` is
/// contiguous and holds the elements of lane `l` of several chunks, each chunk
/// in one column. On machines with vectors the rows are moved as vectors and
/// transposed in registers: a register holds as many rows, one behind the
/// other, as fit into it, and the rows that lie in the same segment of all
/// registers are a square. On machines with threads, thread `l` moves row `l`
/// by one instruction, and has its elements in registers of its own without any
/// transposition.
struct AccessWindow {
  /// For each lane, the element in column 0; nothing if no chunk uses the lane.
  llvm::SmallVector<std::optional<LanePlace>, 8> rows;
  /// For each lane, whether its whole row may be read, also columns of which no
  /// chunk is made.
  llvm::SmallVector<bool, 8> isWhole;
  /// Pairs of a column and the chunk that lies in it, by ascending columns.
  llvm::SmallVector<std::pair<int64_t, int64_t>, 8> columns;

  /// On machines with vectors: the lanes of a register that a row takes, a
  /// power of two, and the number of registers that hold all rows. Row `r` lies
  /// in register `r % getSegment()`, from lane `r - r % getSegment()` on.
  int64_t getSegment() const {
    return llvm::PowerOf2Ceil(columns.back().first + 1);
  }
};

/// A contiguous vector of a span.
struct SpanVector {
  /// The element in lane 0.
  LanePlace place;
  /// The lanes that are moved. A load may move elements that no lane of a chunk
  /// accesses, if accessed ones lie before and after them.
  llvm::BitVector lanes;
};

/// All the memory from the first to the last element that the scattered chunks
/// of a pack access, as contiguous vectors. The lanes of the vectors and of the
/// chunks are brought together in registers.
struct AccessSpan {
  std::vector<SpanVector> vectors;
  /// The chunks, in the order in which the network numbers them.
  llvm::SmallVector<int64_t> chunks;
  /// A load makes chunks (results) from vectors (sources), a store vectors from
  /// chunks.
  LaneNetwork network;
  /// For each vector of an access with a mask known only at run time, where its
  /// lanes have their bits of the mask: each lane's place in `chunks`, and the
  /// lane of that chunk. Empty where there is no such mask.
  std::vector<ChunkOrigins> owners;
};

/// The elements from the first to the last one that the groups of a pack
/// access: `elements` elements, the first of which lies `first` elements behind
/// the base of the pack's first group.
struct AccessHull {
  int64_t first = 0, elements = 0;
};

/// The elements that a load of `shape`, which has a mask, may read without the
/// mask where they lie in one page. Nothing for stores and loads without a
/// mask, on targets that have registers for masks or threads, and where the
/// distance of groups is unknown or the elements reach over more of a page than
/// `mayLieInPage` allows.
std::optional<AccessHull> findHull(const AccessShape &shape,
                                   TargetAttrInterface target);

/// Whether the vectors of `span`, of a load under a mask, may be loaded without
/// it where they lie in one page, and a work item takes part: elements that the
/// mask leaves out may then be read, though not kept as values. A target must
/// say so (`getPageBytes`), and the span be a small part of a page.
bool mayIgnoreMask(const AccessSpan &span, const AccessShape &shape,
                   TargetAttrInterface target);

/// How the threads of a warp move what the groups that lie side by side in the
/// warp access, where that has no gaps within a group: by requests for
/// consecutive elements, which they store to the memory that they share, so
/// that each thread can take its own elements from there (a load), or the other
/// way round (a store).
struct AccessStaging {
  /// A group accesses the `size` offsets from `start` on: its window.
  int64_t start = 0, size = 0;
  /// After every `padEvery` elements, shared memory has one element that is not
  /// used, so that the elements that threads access at a time lie in different
  /// banks. It divides `size`; 0 stands for no such elements.
  int64_t padEvery = 0;

  /// The element of shared memory that holds element `e` of the windows of all
  /// groups of a warp, one window after the other.
  int64_t place(int64_t e) const { return padEvery ? e + e / padEvery : e; }
  /// The number of elements of shared memory that the windows of `slots` groups
  /// need in a warp of `lanes` threads.
  int64_t getSharedElements(int64_t slots, int64_t lanes) const {
    return place(llvm::alignTo(slots * size, lanes));
  }
};

/// The access of each chunk of an infreg, the windows that hold those of kind
/// `window`, the span of those of kind `span`, and the staging of those of kind
/// `staged`.
struct AccessPlan {
  std::vector<ChunkAccess> chunks;
  std::vector<AccessWindow> windows;
  AccessSpan span;
  AccessStaging staging;
  /// Present for some loads under a mask. Such a load tests at run time whether
  /// a work item takes part and the hull lies in one page. If so, it is made
  /// without the mask, as `chunks`, `windows` and `span` say; otherwise each
  /// lane that the mask names is loaded by itself.
  std::optional<AccessHull> hull;

  /// Whether all chunks are staged; a plan stages all or none.
  bool isStaged() const { return staging.size > 0; }
  /// For threads: the number of neighbouring elements that one instruction of a
  /// thread moves, all columns of a window, or 1.
  int64_t getVectorElements() const {
    return windows.empty() ? 1 : windows.front().columns.size();
  }
};

/// A number of neighbouring lanes of a vector, 2^n of them from a multiple of
/// 2^n on, so that a narrower register holds them and no mask is needed to load
/// or store them.
struct LanePiece {
  int64_t first, count;
};

/// The pieces in which a contiguous vector is loaded or stored of which only
/// the lanes in `wanted` may be accessed. There are none where one masked
/// access serves instead: the lanes are not neighbours, or their pieces cost
/// more than it.
llvm::SmallVector<LanePiece> splitLanes(const llvm::BitVector &wanted,
                                        bool isStore,
                                        TargetAttrInterface target);

/// The number of different elements up to which a gather of one chunk is made
/// of loads, one for each element, if the lanes that read one element are
/// neighbours.
inline constexpr int64_t kMostSharedElements = 4;

/// The distance in bytes from the last access to a stream beyond which a
/// processor does not load a line ahead of time.
inline constexpr int64_t kFarBytes = 1024;

/// What a plan costs, in the target's unit.
struct AccessCost {
  /// The work of the instructions that the access becomes.
  Work work;
  /// Of going to memory that is far from what was accessed before, which is the
  /// same for all plans of one access.
  double jumps = 0;
};

/// What the requests of a warp's threads cost, for the first group of the pack
/// and the groups that lie beside it in the warp.
struct RequestCost {
  /// The cycles for which the load and store unit of a multiprocessor is busy.
  double cycles = 0;
  /// The number of sectors that memory moves.
  int64_t sectors = 0;
};

/// The cost of `plan` on a target with threads.
RequestCost getRequestCost(const AccessPlan &plan, const AccessShape &shape,
                           const WarpMemory &memory);

/// The same in the target's unit, additions of one register.
double countAdditions(const RequestCost &cost);

/// The cost of `plan`, a load's or a store's.
AccessCost getCost(const AccessPlan &plan, const AccessShape &shape,
                   TargetAttrInterface target);

/// A plan and what it costs.
struct PricedAccess {
  AccessPlan plan;
  AccessCost cost;
};

/// The plan by which `target` makes the access, and its cost in the target's
/// unit. The target's context keeps it (`ResultCache`).
std::shared_ptr<const PricedAccess> planAccess(const AccessShape &shape,
                                               TargetAttrInterface target);

/// How `pirch.load_rows` and `pirch.store_rows` move rows, one for each work
/// item, by contiguous vectors that are transposed in registers.
struct RowPlan {
  /// `length` neighbouring elements, of which the first lies `offset` elements
  /// behind the beginning of the row of work item `wi` of the
  /// pack's group `wg`. They are in the first lanes of a register.
  struct Piece {
    int64_t wg, wi, offset, length;
  };
  llvm::SmallVector<Piece> pieces;
  /// Of a load, chunks (results) from pieces (sources); of a store, pieces from
  /// chunks.
  LaneNetwork network;
  /// The work of the instructions that the plan becomes.
  Work work;
};

/// Whether rows of `extent` elements that begin `step` elements behind each
/// other may be loaded together: at most half of the elements from the first
/// row to the last one belong to no row.
bool canJoinRows(int64_t extent, int64_t step);

/// Whether `bytes` bytes are so small a part of a page of `target`'s memory
/// that code may test whether they lie in one page; false where the target
/// names no size of pages.
bool mayLieInPage(int64_t bytes, TargetAttrInterface target);

/// The plan for rows whose infreg lies in registers as `mapping` says; nothing
/// where gathers or scatters cost less, or rows are longer than registers. A
/// row is a piece; where the row of each work item is known to begin `step`
/// elements behind that of the item before it, the rows of a group may be
/// loaded together.
std::optional<RowPlan> planRows(const LaneMapping &mapping, bool isStore,
                                std::optional<int64_t> step,
                                TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_ACCESSPLAN_H
