//===- RequestPlanner.cpp - Accesses by the threads of a warp -------------===//

#include "RequestPlanner.h"
#include "SpanPlanner.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

namespace {
/// The elements that the threads of a request access, by their distance from
/// offset 0 of the warp's first group.
using Request = llvm::SmallVector<int64_t>;

/// The throughput of one multiprocessor, in cycles. It gets a sector from the
/// second-level cache at its share of the bandwidth (some 24 bytes a cycle on
/// an H100: 5.5 TB/s for 132 multiprocessors at 1.7 GHz), and issues
/// instructions of four warps in a cycle. A transaction of shared memory, in
/// which each bank delivers one word, takes one cycle.
constexpr double kCyclesPerSector = 1.35, kCyclesPerInstruction = 0.25;

/// What a warp asks of memory for the groups that it computes at once, one
/// after the other for each further group of the pack.
class WarpRequests {
public:
  WarpRequests(const AccessShape &shape, const WarpMemory &memory)
      : shape(shape), memory(memory), lanes(shape.mapping.getLanes()),
        extent(shape.mapping.getExtent(Axis::ix)) {
    for (int64_t offset : shape.offsets)
      if (offset != kNoOffset)
        used.push_back(offset);
    llvm::sort(used);
    isDistinct = std::adjacent_find(used.begin(), used.end()) == used.end();
    used.erase(llvm::unique(used), used.end());
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (std::optional<LaneId> id = shape.mapping.getOwner(0, lane))
        slots = std::max(slots, id->wg + 1);
    if (!used.empty())
      stride = shape.stride.value_or(getSpan());
  }

  bool isEmpty() const { return used.empty(); }

  std::optional<AccessPlan> planVectors(AccessPlan plan) const {
    if (shape.isMasked)
      return std::nullopt;
    for (int64_t count = memory.vectorBytes / shape.elementBytes; count > 1;
         count /= 2) {
      if (!comeInVectors(count))
        continue;
      for (int64_t first = 0; first < shape.mapping.getNumChunks();
           first += count)
        addWindow(plan, first, count);
      return plan;
    }
    return std::nullopt;
  }

  std::optional<AccessPlan> planStaging(AccessPlan plan) const {
    bool isDense = getSpan() == static_cast<int64_t>(used.size());
    if (shape.isMasked || !isDense || (shape.isStore && !isDistinct) ||
        slots * getSpan() * shape.elementBytes > memory.blockBytes)
      return std::nullopt;
    for (ChunkAccess &chunk : plan.chunks)
      chunk.kind = AccessKind::staged;
    plan.staging.start = used.front();
    plan.staging.size = getSpan();
    choosePadding(plan.staging);
    if (plan.staging.getSharedElements(slots, lanes) * shape.elementBytes >
        memory.blockBytes)
      return std::nullopt;
    return plan;
  }

  RequestCost getCost(const AccessPlan &plan) const {
    RequestCost cost;
    if (plan.isStaged()) {
      addStaging(cost, plan.staging);
      return cost;
    }
    // Each vector is tested for whether its address is a multiple of its size.
    if (!plan.windows.empty())
      cost.cycles += 4 * kCyclesPerInstruction;
    int64_t count = plan.getVectorElements();
    for (int64_t chunk = 0; chunk < extent; chunk += count)
      if (Request request = requestOf(chunk); !request.empty())
        addRequest(cost, request, count);
    return cost;
  }

private:
  /// The number of elements from the first to the last that a group accesses.
  int64_t getSpan() const { return used.back() - used.front() + 1; }

  /// The request for a chunk of the first group of the pack. Threads that hold
  /// copies of one value count as one.
  Request requestOf(int64_t chunk) const {
    Request request;
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (auto accessed = getAccessedLane(shape, chunk, lane))
        if (shape.mapping.getPlace(accessed->id).lane == lane)
          request.push_back(accessed->place.wg * stride +
                            accessed->place.offset);
    return request;
  }

  /// The number of sectors that a request moves, each of whose threads accesses
  /// `elements` neighbouring elements.
  int64_t countSectors(const Request &request, int64_t elements) const {
    llvm::DenseSet<int64_t> sectors;
    for (int64_t element : request) {
      int64_t from = element * shape.elementBytes;
      int64_t to = from + elements * shape.elementBytes - 1;
      for (int64_t sector = llvm::divideFloorSigned(from, memory.sectorBytes);
           sector <= llvm::divideFloorSigned(to, memory.sectorBytes); ++sector)
        sectors.insert(sector);
    }
    return sectors.size();
  }

  void addRequest(RequestCost &cost, const Request &request,
                  int64_t elements) const {
    int64_t sectors = countSectors(request, elements);
    cost.sectors += sectors;
    cost.cycles += sectors * kCyclesPerSector + kCyclesPerInstruction;
  }

  /// Whether every item's elements come in runs of `count` neighbours, so that
  /// all runs start at a multiple of `count` elements if one does.
  bool comeInVectors(int64_t count) const {
    if (extent % count || stride % count)
      return false;
    for (auto [entry, offset] : llvm::enumerate(shape.offsets)) {
      int64_t inRun = entry % extent % count;
      int64_t first = shape.offsets[entry - inRun];
      if (first == kNoOffset || offset != first + inRun ||
          (first - shape.offsets.front()) % count)
        return false;
    }
    return true;
  }

  /// Let the `count` chunks from `first` on be the columns of a window.
  void addWindow(AccessPlan &plan, int64_t first, int64_t count) const {
    AccessWindow window;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      auto accessed = getAccessedLane(shape, first, lane);
      window.rows.push_back(accessed ? std::optional(accessed->place)
                                     : std::nullopt);
      window.isWhole.push_back(accessed.has_value());
    }
    for (int64_t column = 0; column < count; ++column) {
      window.columns.emplace_back(column, first + column);
      plan.chunks[first + column].kind = AccessKind::window;
    }
    plan.windows.push_back(std::move(window));
  }

  void addStaging(RequestCost &cost, const AccessStaging &staging) const {
    int64_t elements = slots * staging.size;
    int64_t instructions = shape.stride == staging.size ? 2 : 6;
    for (int64_t first = 0; first < elements; first += lanes) {
      Request request;
      for (int64_t e = first; e < std::min(first + lanes, elements); ++e)
        request.push_back(e / staging.size * stride + e % staging.size);
      addRequest(cost, request, 1);
      cost.cycles += instructions * kCyclesPerInstruction;
    }
    cost.cycles += 4; // two barriers
    cost.cycles += countTransactions(staging);
  }

  /// Choose the padding that takes the fewest transactions of shared memory.
  void choosePadding(AccessStaging &staging) const {
    std::optional<int64_t> fewest;
    for (int64_t pad = 0; pad <= staging.size; ++pad) {
      if (pad && staging.size % pad)
        continue;
      AccessStaging padded = staging;
      padded.padEvery = pad;
      int64_t transactions = countTransactions(padded);
      if (!fewest || transactions < *fewest) {
        fewest = transactions;
        staging.padEvery = pad;
      }
    }
  }

  /// The number of transactions of shared memory that `staging` takes: to move
  /// the windows by consecutive elements, and each thread's own elements.
  int64_t countTransactions(const AccessStaging &staging) const {
    int64_t transactions = 0, elements = slots * staging.size;
    for (int64_t first = 0; first < elements; first += lanes) {
      Request places;
      for (int64_t e = first; e < std::min(first + lanes, elements); ++e)
        places.push_back(staging.place(e));
      transactions += countTransactions(places);
    }
    for (int64_t chunk = 0; chunk < extent; ++chunk) {
      Request places;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        std::optional<LaneId> id = shape.mapping.getOwner(chunk, lane);
        if (!id || shape.mapping.getPlace(*id).lane != lane)
          continue;
        int64_t offset = shape.offsets[shape.mapping.getTableIndex(*id)];
        if (offset != kNoOffset)
          places.push_back(
              staging.place(id->wg * staging.size + offset - staging.start));
      }
      transactions += countTransactions(places);
    }
    return transactions;
  }

  /// The number of transactions in which threads access these elements of
  /// shared memory, one each. As many threads as fill all banks are served at
  /// once, and take as many transactions as the most words of one bank that
  /// they want.
  int64_t countTransactions(llvm::ArrayRef<int64_t> elements) const {
    int64_t lineBytes = memory.numBanks * memory.bankBytes;
    int64_t atOnce = std::min(lanes, lineBytes / shape.elementBytes);
    int64_t transactions = 0;
    for (; !elements.empty(); elements = elements.drop_front(
                                  std::min<size_t>(atOnce, elements.size()))) {
      llvm::DenseMap<int64_t, llvm::DenseSet<int64_t>> words;
      size_t most = 0;
      for (int64_t element : elements.take_front(atOnce)) {
        // The bank of an element's first word stands for those of all its
        // words.
        int64_t word = element * shape.elementBytes / memory.bankBytes;
        auto &ofBank = words[word % memory.numBanks];
        ofBank.insert(word);
        most = std::max<size_t>(most, ofBank.size());
      }
      transactions += most;
    }
    return transactions;
  }

  const AccessShape &shape;
  const WarpMemory &memory;
  /// The numbers of threads of a warp, of elements of a work item's array, and
  /// of groups that lie side by side in the warp.
  int64_t lanes, extent, slots = 1;
  /// The offsets that a group accesses, each once, in ascending order.
  llvm::SmallVector<int64_t> used;
  /// Whether no two elements of a group's arrays have the same offset.
  bool isDistinct = true;
  /// The distance between groups; where it is not known, groups are taken to
  /// follow each other without gaps.
  int64_t stride = 0;
};
} // namespace

RequestCost pirch::getRequestCost(const AccessPlan &plan,
                                  const AccessShape &shape,
                                  const WarpMemory &memory) {
  return WarpRequests(shape, memory).getCost(plan);
}

double pirch::countAdditions(const RequestCost &cost) {
  return cost.cycles / kCyclesPerInstruction;
}

AccessPlan pirch::planRequests(const AccessShape &shape,
                               const WarpMemory &memory, AccessPlan eachChunk) {
  WarpRequests requests(shape, memory);
  if (requests.isEmpty() || shape.isOwn)
    return eachChunk;
  AccessPlan best = eachChunk;
  double cycles = requests.getCost(best).cycles;
  for (auto &candidate :
       {requests.planVectors(eachChunk), requests.planStaging(eachChunk)}) {
    if (!candidate)
      continue;
    double others = requests.getCost(*candidate).cycles;
    if (others < cycles) {
      cycles = others;
      best = *candidate;
    }
  }
  return best;
}
