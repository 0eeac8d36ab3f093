//===- IndexSets.cpp - Which iterations may run as one --------------------===//

#include "Pirch/Analysis/IndexSets.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>
#include <vector>

using namespace llvm;
using namespace pirch;

namespace {

/// How a later iteration depends on an earlier one.
enum class Dependence : uint8_t {
  /// They access no common location, or only read it.
  none,
  /// If they are executed together, their accesses still come in the right
  /// order.
  kept,
  /// If they were executed together, an access of the later iteration would
  /// come too early.
  broken,
};

/// The positions in the body at which one iteration touches one location: the
/// first and the last of all its accesses, and of its writes.
struct Touches {
  int64_t iteration;
  unsigned first, last;
  unsigned firstWrite = UINT_MAX, lastWrite = 0;

  bool writes() const { return firstWrite != UINT_MAX; }
  bool operator<(const Touches &other) const {
    return std::tie(iteration, first, last, firstWrite, lastWrite) <
           std::tie(other.iteration, other.first, other.last, other.firstWrite,
                    other.lastWrite);
  }
};

/// The strongest dependence of each later iteration on each earlier one.
class DependenceMatrix {
public:
  DependenceMatrix(int64_t size, ArrayRef<LoopAccess> accesses)
      : size(size), cells(size * size, Dependence::none) {
    std::vector<Touch> touches;
    for (const LoopAccess &access : accesses)
      for (int64_t iteration = 0; iteration < size; ++iteration)
        for (int64_t location : access.locations[iteration])
          touches.push_back({location, iteration, access.variable,
                             access.position, access.isWrite});
    sort(touches);
    // Most work items do the same at locations of their own: equal lists are
    // related once.
    std::set<std::vector<Touches>> lists;
    for (ArrayRef<Touch> rest = touches; !rest.empty();)
      lists.insert(takeLocation(rest));
    int64_t pairs = 0;
    for (const std::vector<Touches> &list : lists) {
      if (none_of(list, [](const Touches &each) { return each.writes(); }))
        continue;
      pairs += static_cast<int64_t>(list.size() * list.size());
      if (pairs > kMaxPairs) {
        cells.assign(cells.size(), Dependence::broken);
        return;
      }
      relate(list);
    }
  }

  Dependence get(int64_t earlier, int64_t later) const {
    return cells[earlier * size + later];
  }

private:
  /// The most pairs of iterations that touch a common location to look at. If a
  /// loop has more, each iteration counts as dependent on all earlier ones.
  static constexpr int64_t kMaxPairs = 1 << 24;

  struct Touch {
    int64_t location, iteration;
    unsigned variable, position;
    bool isWrite;

    bool isWith(const Touch &other) const {
      return variable == other.variable && location == other.location;
    }
    bool operator<(const Touch &other) const {
      return std::tie(variable, location, iteration) <
             std::tie(other.variable, other.location, other.iteration);
    }
  };

  /// What each iteration does at the location of the first of `touches`, which
  /// are sorted. Removes all touches of this location from `touches`.
  static std::vector<Touches> takeLocation(ArrayRef<Touch> &touches) {
    std::vector<Touches> list;
    for (Touch first = touches.front();
         !touches.empty() && touches.front().isWith(first);
         touches = touches.drop_front()) {
      const Touch *touch = touches.begin();
      if (list.empty() || list.back().iteration != touch->iteration)
        list.push_back({touch->iteration, touch->position, touch->position});
      Touches &all = list.back();
      all.first = std::min(all.first, touch->position);
      all.last = std::max(all.last, touch->position);
      if (touch->isWrite) {
        all.firstWrite = std::min(all.firstWrite, touch->position);
        all.lastWrite = std::max(all.lastWrite, touch->position);
      }
    }
    return list;
  }

  /// Enter the dependences between the iterations of `list`, which is in order
  /// and has all that touch one location.
  void relate(ArrayRef<Touches> list) {
    for (auto [index, earlier] : enumerate(list))
      for (const Touches &later : list.drop_front(index + 1)) {
        if (!earlier.writes() && !later.writes())
          continue;
        // Only pairs of accesses of which one is a write matter.
        bool isBroken =
            (earlier.writes() && earlier.lastWrite >= later.first) ||
            (later.writes() && earlier.last >= later.firstWrite);
        Dependence &cell = cells[earlier.iteration * size + later.iteration];
        cell = std::max(cell, isBroken ? Dependence::broken : Dependence::kept);
      }
  }

  int64_t size;
  std::vector<Dependence> cells;
};

} // namespace

/// Sets of neighbouring iterations: a new set begins at each iteration that
/// cannot be executed together with the current set.
static SmallVector<IndexSet> splitInOrder(int64_t size,
                                          const DependenceMatrix &matrix) {
  SmallVector<IndexSet> sets;
  for (int64_t iteration = 0; iteration < size; ++iteration) {
    bool fits = !sets.empty() && none_of(sets.back(), [&](int64_t earlier) {
      return matrix.get(earlier, iteration) == Dependence::broken;
    });
    if (!fits)
      sets.emplace_back();
    sets.back().push_back(iteration);
  }
  return sets;
}

/// Sets out of order: each iteration is in the first set that its dependences
/// on earlier iterations allow.
static SmallVector<IndexSet> splitByLevel(int64_t size,
                                          const DependenceMatrix &matrix) {
  SmallVector<size_t> level(size, 0);
  SmallVector<IndexSet> sets;
  for (int64_t iteration = 0; iteration < size; ++iteration) {
    for (int64_t earlier = 0; earlier < iteration; ++earlier) {
      Dependence dependence = matrix.get(earlier, iteration);
      if (dependence == Dependence::none)
        continue;
      size_t first = level[earlier] + (dependence == Dependence::broken);
      level[iteration] = std::max(level[iteration], first);
    }
    if (level[iteration] >= sets.size())
      sets.resize(level[iteration] + 1);
    sets[level[iteration]].push_back(iteration);
  }
  return sets;
}

SmallVector<IndexSet> pirch::splitIterations(int64_t numIterations,
                                             ArrayRef<LoopAccess> accesses) {
  DependenceMatrix matrix(numIterations, accesses);
  SmallVector<IndexSet> inOrder = splitInOrder(numIterations, matrix);
  SmallVector<IndexSet> byLevel = splitByLevel(numIterations, matrix);
  return byLevel.size() < inOrder.size() ? byLevel : inOrder;
}

void pirch::printIndexSets(raw_ostream &os, ArrayRef<IndexSet> sets) {
  os << '[';
  interleaveComma(sets, os, [&](const IndexSet &set) {
    os << '[';
    interleaveComma(set, os);
    os << ']';
  });
  os << ']';
}
