//===- SpanPlanner.h - Accesses of all memory in between --------*- C++ -*-===//
//
// The part of access plans that moves whole stretches of memory: see
// `AccessSpan`.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_SPANPLANNER_H
#define PIRCH_LIB_ANALYSIS_SPANPLANNER_H

#include "Pirch/Analysis/AccessPlan.h"
#include <map>

namespace pirch {

/// The owner of a lane, and the element that it accesses.
struct AccessedLane {
  LaneId id;
  LanePlace place;
};

/// What lane `lane` of a chunk accesses; nothing if it accesses no memory.
std::optional<AccessedLane> getAccessedLane(const AccessShape &shape,
                                            int64_t chunk, int64_t lane);

/// Plans to reach the chunks of an access that `plan` reaches in pieces or one
/// lane at a time through a span.
class SpanPlanner {
public:
  SpanPlanner(const AccessShape &shape, TargetAttrInterface target,
              const AccessPlan &plan)
      : shape(shape), target(target), plan(plan),
        lanes(shape.mapping.getLanes()) {}

  /// The cheapest such plan, or nothing if there is none.
  std::optional<AccessPlan> run();

private:
  /// Enter the elements of the chunks that the span is to hold. Return false if
  /// two lanes of a store write the same element, or two lanes of a masked load
  /// read it.
  bool collectElements();
  /// Cut the span into vectors. Return false if there would be too many.
  bool placeVectors();
  /// The vector that holds an element, and the element's lane in it.
  ChunkLane find(LanePlace place) const;
  /// Note where the lanes of the vectors have their bits of the mask.
  void noteOwners();
  LaneNetwork connect(LanePlacement placement) const;

  const AccessShape &shape;
  TargetAttrInterface target;
  AccessPlan plan;
  int64_t lanes;
  /// By group of the pack and offset: the lane of a chunk of the span that
  /// accesses the element.
  std::map<std::pair<int64_t, int64_t>, ChunkLane> elements;
};

/// The cheapest plan that reaches through a span what `plan` reaches in pieces
/// or one lane at a time; nothing if there is no such plan.
std::optional<AccessPlan> planSpan(const AccessShape &shape,
                                   TargetAttrInterface target,
                                   const AccessPlan &plan);

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_SPANPLANNER_H
