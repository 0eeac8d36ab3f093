//===- IndexSets.cpp - Which iterations may run as one --------------------===//

#include "Pirch/Dialect/Transforms/IndexSets.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <vector>

using namespace llvm;
using namespace pirch;

namespace {

enum class Dependence : uint8_t {
  none,
  /// Executed together, the accesses still come in the right order.
  kept,
  /// Executed together, the later iteration's access would come first.
  broken,
};

/// The strongest dependence of each later iteration on each earlier one.
class DependenceMatrix {
public:
  DependenceMatrix(int64_t size, ArrayRef<LoopAccess> accesses)
      : size(size), cells(size * size, Dependence::none) {
    std::map<std::pair<unsigned, int64_t>, std::vector<Touch>> touches;
    for (const LoopAccess &access : accesses)
      for (int64_t iteration = 0; iteration < size; ++iteration)
        for (int64_t location : access.locations[iteration])
          touches[{access.variable, location}].push_back(
              {iteration, access.position, access.isWrite});
    for (const auto &[location, list] : touches)
      if (any_of(list, [](const Touch &touch) { return touch.isWrite; }))
        relate(list);
  }

  Dependence get(int64_t earlier, int64_t later) const {
    return cells[earlier * size + later];
  }

private:
  struct Touch {
    int64_t iteration;
    unsigned position;
    bool isWrite;
  };

  void relate(ArrayRef<Touch> list) {
    for (const Touch &first : list)
      for (const Touch &second : list) {
        if (first.iteration >= second.iteration ||
            !(first.isWrite || second.isWrite))
          continue;
        Dependence &cell = cells[first.iteration * size + second.iteration];
        cell = std::max(cell, first.position < second.position
                                  ? Dependence::kept
                                  : Dependence::broken);
      }
  }

  int64_t size;
  std::vector<Dependence> cells;
};

} // namespace

/// Neighbouring iterations, a new set wherever one conflicts with the current.
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

/// Each iteration in the first set that its dependences allow.
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
