//===- WarpAccess.cpp - How the threads of a warp reach memory ------------===//

#include "Pirch/Analysis/WarpAccess.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace pirch;

llvm::StringRef pirch::stringifyWarpPattern(WarpPattern pattern) {
  switch (pattern) {
  case WarpPattern::direct:
    return "direct";
  case WarpPattern::vectors:
    return "vectors";
  case WarpPattern::transposed:
    return "transposed";
  }
  return "";
}

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

class WarpAccessPlanner {
public:
  WarpAccessPlanner(const WarpAccess &access, const WarpMemory &memory,
                    int64_t warpSize)
      : access(access), memory(memory), warpSize(warpSize) {
    for (int64_t offset : access.offsets)
      if (offset != kNoOffset)
        used.push_back(offset);
    llvm::sort(used);
    isDistinct = std::adjacent_find(used.begin(), used.end()) == used.end();
    used.erase(llvm::unique(used), used.end());
    stride = access.groupStride.value_or(span());
  }

  WarpAccessPlan plan() {
    WarpAccessPlan best;
    if (used.empty())
      return best;
    planDirect(best);
    for (const auto &candidate : {planVectors(), planTransposed()})
      if (candidate && candidate->cycles < best.cycles) {
        WarpAccessPlan direct = best;
        best = *candidate;
        best.directCycles = direct.directCycles;
        best.directSectors = direct.directSectors;
      }
    return best;
  }

private:
  /// The number of elements from the first to the last that a group accesses.
  int64_t span() const { return used.back() - used.front() + 1; }
  int64_t offset(int64_t item, int64_t ix) const {
    return access.offsets[item * access.extent + ix];
  }

  /// The number of sectors that a request moves, each of whose threads accesses
  /// `elements` neighbouring elements.
  int64_t countSectors(const Request &request, int64_t elements) const {
    llvm::DenseSet<int64_t> sectors;
    for (int64_t element : request) {
      int64_t from = element * access.elementBytes;
      int64_t to = from + elements * access.elementBytes - 1;
      for (int64_t sector = llvm::divideFloorSigned(from, memory.sectorBytes);
           sector <= llvm::divideFloorSigned(to, memory.sectorBytes); ++sector)
        sectors.insert(sector);
    }
    return sectors.size();
  }

  /// The number of transactions in which threads access these elements of
  /// shared memory, one each. As many threads as fill all banks are served at
  /// once, and take as many transactions as the most words of one bank that
  /// they want.
  int64_t countTransactions(llvm::ArrayRef<int64_t> elements) const {
    int64_t lineBytes = memory.numBanks * memory.bankBytes;
    int64_t atOnce = std::min(warpSize, lineBytes / access.elementBytes);
    int64_t transactions = 0;
    for (; !elements.empty(); elements = elements.drop_front(
                                  std::min<size_t>(atOnce, elements.size()))) {
      llvm::DenseMap<int64_t, llvm::DenseSet<int64_t>> words;
      size_t most = 0;
      for (int64_t element : elements.take_front(atOnce)) {
        // The bank of an element's first word stands for those of all its
        // words.
        int64_t word = element * access.elementBytes / memory.bankBytes;
        auto &ofBank = words[word % memory.numBanks];
        ofBank.insert(word);
        most = std::max<size_t>(most, ofBank.size());
      }
      transactions += most;
    }
    return transactions;
  }

  /// The request in which each thread accesses its element `ix`, or several
  /// elements from there on.
  Request requestAt(int64_t ix) const {
    Request request;
    for (int64_t slot = 0; slot < access.slots; ++slot)
      for (int64_t item = 0; item < access.items; ++item)
        if (offset(item, ix) != kNoOffset)
          request.push_back(slot * stride + offset(item, ix));
    return request;
  }

  void addRequest(WarpAccessPlan &plan, const Request &request,
                  int64_t elements) const {
    int64_t sectors = countSectors(request, elements);
    plan.sectors += sectors;
    plan.cycles += sectors * kCyclesPerSector + kCyclesPerInstruction;
  }

  void planDirect(WarpAccessPlan &plan) const {
    for (int64_t ix = 0; ix < access.extent; ++ix)
      if (Request request = requestAt(ix); !request.empty())
        addRequest(plan, request, 1);
    plan.directCycles = plan.cycles;
    plan.directSectors = plan.sectors;
  }

  /// Whether every item's elements come in runs of `count` neighbours, so that
  /// all runs start at a multiple of `count` elements if one does.
  bool comeInVectors(int64_t count) const {
    if (access.extent % count || stride % count)
      return false;
    for (int64_t item = 0; item < access.items; ++item)
      for (int64_t ix = 0; ix < access.extent; ++ix) {
        int64_t first = offset(item, ix - ix % count);
        if (first == kNoOffset || offset(item, ix) != first + ix % count ||
            (first - offset(0, 0)) % count)
          return false;
      }
    return true;
  }

  std::optional<WarpAccessPlan> planVectors() const {
    if (access.isMasked)
      return std::nullopt;
    for (int64_t count = memory.vectorBytes / access.elementBytes; count > 1;
         count /= 2) {
      if (!comeInVectors(count))
        continue;
      WarpAccessPlan plan;
      plan.pattern = WarpPattern::vectors;
      plan.vectorElements = count;
      plan.cycles = 4 * kCyclesPerInstruction; // to test the alignment
      for (int64_t ix = 0; ix < access.extent; ix += count)
        addRequest(plan, requestAt(ix), count);
      return plan;
    }
    return std::nullopt;
  }

  std::optional<WarpAccessPlan> planTransposed() const {
    bool isDense = span() == static_cast<int64_t>(used.size());
    int64_t elements = access.slots * span();
    if (access.isMasked || !isDense || (access.isStore && !isDistinct) ||
        elements * access.elementBytes > memory.blockBytes)
      return std::nullopt;
    WarpAccessPlan plan;
    plan.pattern = WarpPattern::transposed;
    plan.windowStart = used.front();
    plan.windowSize = span();
    int64_t instructions = access.groupStride == span() ? 2 : 6;
    for (int64_t first = 0; first < elements; first += warpSize) {
      Request request;
      for (int64_t e = first; e < std::min(first + warpSize, elements); ++e)
        request.push_back(e / span() * stride + e % span());
      addRequest(plan, request, 1);
      plan.cycles += instructions * kCyclesPerInstruction;
    }
    plan.cycles += 4; // two barriers
    std::optional<int64_t> fewest;
    for (int64_t pad = 0; pad <= span(); ++pad) {
      if (pad && span() % pad)
        continue;
      WarpAccessPlan padded = plan;
      padded.padEvery = pad;
      int64_t transactions = countTransactions(padded);
      if (!fewest || transactions < *fewest) {
        fewest = transactions;
        plan.padEvery = pad;
      }
    }
    if (plan.getSharedElements(access.slots, warpSize) * access.elementBytes >
        memory.blockBytes)
      return std::nullopt;
    plan.cycles += *fewest;
    return plan;
  }

  /// The number of transactions of shared memory that `plan` takes: to move the
  /// windows by consecutive elements, and each thread's own elements.
  int64_t countTransactions(const WarpAccessPlan &plan) const {
    int64_t transactions = 0, elements = access.slots * plan.windowSize;
    for (int64_t first = 0; first < elements; first += warpSize) {
      Request places;
      for (int64_t e = first; e < std::min(first + warpSize, elements); ++e)
        places.push_back(plan.place(e));
      transactions += countTransactions(places);
    }
    for (int64_t ix = 0; ix < access.extent; ++ix) {
      Request places;
      for (int64_t slot = 0; slot < access.slots; ++slot)
        for (int64_t item = 0; item < access.items; ++item)
          if (offset(item, ix) != kNoOffset)
            places.push_back(plan.place(slot * plan.windowSize +
                                        offset(item, ix) - plan.windowStart));
      transactions += countTransactions(places);
    }
    return transactions;
  }

  const WarpAccess &access;
  const WarpMemory &memory;
  int64_t warpSize;
  /// The offsets that a group accesses, each once, in ascending order.
  llvm::SmallVector<int64_t> used;
  /// Whether no two elements of a group's arrays have the same offset.
  bool isDistinct = true;
  /// The distance between groups; where it is not known, groups are taken to
  /// follow each other without gaps.
  int64_t stride = 0;
};
} // namespace

int64_t WarpAccessPlan::getSharedElements(int64_t slots,
                                          int64_t warpSize) const {
  return place(llvm::alignTo(slots * windowSize, warpSize));
}

WarpAccessPlan pirch::planWarpAccess(const WarpAccess &access,
                                     const WarpMemory &memory,
                                     int64_t warpSize) {
  return WarpAccessPlanner(access, memory, warpSize).plan();
}
