//===- Work.h - What the units of a core have to do -------------*- C++ -*-===//
//
// The work of operations by the units of a core, which do theirs at the same
// time, and the time that it takes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_WORK_H
#define PIRCH_ANALYSIS_WORK_H

#include "Pirch/Dialect/IR/UnitModel.h"
#include <algorithm>

namespace pirch {

/// Work in a target's unit of costs, additions of one register.
struct Work {
  /// Arithmetic, and all else that is neither of the following.
  double compute = 0;
  /// Movements of lanes within and between registers.
  double shuffle = 0;
  double load = 0, store = 0;
  /// What nothing else is done beside: misses of caches, locked instructions.
  double wait = 0;

  /// The time of units that take turns.
  double sum() const { return compute + shuffle + load + store + wait; }

  /// The time that the units of a core take for the work, in the unit of costs:
  /// for one part of it the units work at the same time, so that the one with
  /// the most to do decides; in the other part they take turns.
  double getTime(const UnitModel &units) const {
    double longest = std::max(
        {compute + units.computeOfMovements * shuffle, shuffle, load, store});
    return wait + units.overlap * longest +
           (1 - units.overlap) * (sum() - wait);
  }

  Work &operator+=(const Work &other) {
    compute += other.compute;
    shuffle += other.shuffle;
    load += other.load;
    store += other.store;
    wait += other.wait;
    return *this;
  }
  friend Work operator+(Work a, const Work &b) { return a += b; }
  friend Work operator*(const Work &a, double times) {
    return {a.compute * times, a.shuffle * times, a.load * times,
            a.store * times, a.wait * times};
  }
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_WORK_H
