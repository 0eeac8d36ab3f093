//===- LoopRecorder.cpp - What a loop's iterations read and write ---------===//

#include "LoopRecorder.h"

using namespace mlir;
using namespace pirch;

LoopAccess &Former::Recorder::addAccess(Value variable, bool isWrite,
                                        int64_t iterations) {
  LoopAccess &access = accesses.emplace_back();
  access.position = accesses.size();
  access.isWrite = isWrite;
  access.variable = ids.insert({variable, ids.size()}).first->second;
  access.locations.resize(iterations);
  return access;
}

void Former::Recorder::recordVariable(Value variable, const Variable &info,
                                      const LaneValue &index, const Mask &mask,
                                      const IterationSpace &space,
                                      bool isWrite) {
  if (own.contains(variable)) {
    failed |= info.size != 1;
    return;
  }
  if (!index.isStatic()) {
    failed = true;
    return;
  }
  int64_t items = mask.lanes.size() / space.extent;
  LoopAccess &access = addAccess(variable, isWrite, space.extent);
  Column column{info.size, isWrite, {}};
  bool sameForAll = true;
  for (int64_t iteration = 0; iteration < space.extent; ++iteration) {
    int64_t element = -1;
    for (int64_t wi = 0; wi < items; ++wi) {
      TypedAttr lane = index.at(wi, iteration);
      if (!lane || !mask.lanes[wi * space.extent + iteration])
        continue;
      int64_t subscript = *getInt(lane);
      sameForAll &= element == -1 || element == subscript;
      element = subscript;
      access.locations[iteration].push_back(
          info.isLocal ? subscript : wi * info.size + subscript);
    }
    column.elements.push_back(element);
  }
  if (sameForAll && info.size > 1 && !info.isLocal)
    columns.push_back(std::move(column));
}

void Former::Recorder::recordMemory(Value buffer,
                                    const std::optional<LinearForm> &linear,
                                    int64_t indexExtent, const Mask &mask,
                                    const IterationSpace &space, bool isWrite) {
  BufferUse &use = buffers[buffer];
  use.accesses.push_back(accesses.size());
  LoopAccess &access = addAccess(buffer, isWrite, space.extent);
  if (!linear) {
    use.comparable = false;
    return;
  }
  Address address{linear->base, linear->stride, linear->scaledStride};
  use.comparable &= !use.first || *use.first == address;
  use.first = address;
  int64_t items = mask.lanes.size() / space.extent;
  for (int64_t iteration = 0; iteration < space.extent; ++iteration)
    for (int64_t wi = 0; wi < items; ++wi) {
      if (!mask.lanes[wi * space.extent + iteration])
        continue;
      int64_t lane = wi * indexExtent + (indexExtent == 1 ? 0 : iteration);
      access.locations[iteration].push_back(
          linear->offsets[linear->offsets.size() == 1 ? 0 : lane]);
    }
}

void Former::Recorder::finish() {
  for (auto &[buffer, use] : buffers) {
    if (use.comparable)
      continue;
    for (unsigned index : use.accesses)
      for (auto &locations : accesses[index].locations)
        locations.assign(1, 0);
  }
}
