//===- LaneShifts.cpp - Lane maps as few rotations ------------------------===//

#include "Pirch/Mapping/LaneShifts.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace pirch;

static int64_t modulo(int64_t value, int64_t count) {
  return (value % count + count) % count;
}

/// The plan that first rotates all lanes by `base`, and then makes one step for
/// each bit in `bits`: the distance of a lane to its source is `base` plus
/// `sign` times a multiple of `unit`, and the lane takes part in the steps
/// whose bits are set in its multiple. The steps are followed from the result
/// back to the source, in the order of `bits`. Nothing if a lane would have to
/// hold two values at once.
static std::optional<LaneShifts> follow(llvm::ArrayRef<int32_t> source,
                                        int64_t base, int64_t sign,
                                        int64_t unit,
                                        llvm::ArrayRef<unsigned> bits) {
  int64_t count = source.size();
  LaneShifts plan;
  plan.rotation = modulo(base, count);
  // The source that a lane must hold after the steps not yet followed, and the
  // multiple of `unit` by which these steps must move it there.
  struct Need {
    int32_t source = -1;
    int64_t multiple = 0;
  };
  llvm::SmallVector<Need, 0> needs(count);
  for (int64_t lane = 0; lane < count; ++lane)
    if (source[lane] >= 0)
      needs[lane] = {source[lane], (source[lane] - lane - base) * sign / unit};
  for (unsigned bit : bits) {
    LaneShifts::Step step{modulo(sign * (unit << bit), count),
                          llvm::BitVector(count)};
    llvm::SmallVector<Need, 0> before(count);
    for (int64_t lane = 0; lane < count; ++lane) {
      Need need = needs[lane];
      if (need.source < 0)
        continue;
      int64_t from = lane;
      if (need.multiple >> bit & 1) {
        need.multiple -= int64_t(1) << bit;
        from = (lane + step.distance) % count;
        step.lanes.set(lane);
      }
      if (before[from].source >= 0 && before[from].source != need.source)
        return std::nullopt;
      before[from] = need;
    }
    needs = std::move(before);
    plan.steps.push_back(std::move(step));
  }
  std::reverse(plan.steps.begin(), plan.steps.end());
  return plan;
}

std::optional<LaneShifts> pirch::planShifts(llvm::ArrayRef<int32_t> source,
                                            int64_t maxCount) {
  int64_t least = INT64_MAX, greatest = INT64_MIN;
  for (int64_t lane = 0; lane < static_cast<int64_t>(source.size()); ++lane)
    if (source[lane] >= 0) {
      least = std::min(least, source[lane] - lane);
      greatest = std::max(greatest, source[lane] - lane);
    }
  if (least > greatest)
    return LaneShifts();
  std::optional<LaneShifts> best;
  for (int64_t sign : {1, -1}) {
    int64_t base = sign > 0 ? least : greatest;
    int64_t unit = 0, used = 0;
    for (int64_t lane = 0; lane < static_cast<int64_t>(source.size()); ++lane)
      if (source[lane] >= 0)
        unit = std::gcd(unit, (source[lane] - lane - base) * sign);
    unit = std::max<int64_t>(unit, 1);
    for (int64_t lane = 0; lane < static_cast<int64_t>(source.size()); ++lane)
      if (source[lane] >= 0)
        used |= (source[lane] - lane - base) * sign / unit;
    llvm::SmallVector<unsigned> bits;
    for (unsigned bit = 0; used >> bit; ++bit)
      if (used >> bit & 1)
        bits.push_back(bit);
    int64_t count = bits.size() + (base != 0);
    if (count > maxCount || (best && count >= best->count()))
      continue;
    for (bool ascending : {true, false}) {
      auto plan = follow(source, base, sign, unit, bits);
      if (plan && (!best || plan->count() < best->count()))
        best = std::move(plan);
      if (ascending)
        std::reverse(bits.begin(), bits.end());
    }
  }
  return best;
}
