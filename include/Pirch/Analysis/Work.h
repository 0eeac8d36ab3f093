//===- Work.h - What the units of a core have to do -------------*- C++ -*-===//
//
// The work of operations by the units of a core, which do theirs at the same
// time, and the time that it takes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_WORK_H
#define PIRCH_ANALYSIS_WORK_H

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

  /// The time in which units of which each has its share: of `overlap` all work
  /// at the same time, and of the rest they take turns. Movements have one unit
  /// of two, which computes as well; their costs are those of that unit.
  double getTime(double overlap) const {
    double longest = std::max({compute + shuffle / 2, shuffle, load, store});
    return wait + overlap * longest + (1 - overlap) * (sum() - wait);
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
