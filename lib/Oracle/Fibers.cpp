//===- Fibers.cpp - The work items of a group as fibers -------------------===//

#include "Fibers.h"

using namespace pirch;

static constexpr size_t kStackBytes = 256 * 1024;

FiberGroup *&pirch::currentGroup() {
  static thread_local FiberGroup *group = nullptr;
  return group;
}

FiberGroup::FiberGroup(int64_t size)
    : fibers(size), visible(size), present(size) {
  for (Fiber &fiber : fibers)
    fiber.stack.reset(new char[kStackBytes]);
}

void FiberGroup::enter() {
  FiberGroup *self = currentGroup();
  self->body(self->data);
  Fiber &fiber = self->fibers[self->current];
  fiber.state = State::finished;
  swapcontext(&fiber.context, &self->scheduler);
}

void FiberGroup::publish(uint64_t value) {
  Fiber &fiber = fibers[current];
  fiber.published = value;
  fiber.state = State::waiting;
  swapcontext(&fiber.context, &scheduler);
}

/// Everybody waits: what they published becomes visible, and all go on.
void FiberGroup::release() {
  for (size_t item = 0; item < fibers.size(); ++item) {
    present[item] = fibers[item].state == State::waiting;
    visible[item] = fibers[item].published;
    if (present[item])
      fibers[item].state = State::ready;
  }
}

void FiberGroup::run(void (*newBody)(void *), void *newData, int64_t newGroup,
                     int64_t numGroups) {
  body = newBody;
  data = newData;
  group = newGroup;
  groups = numGroups;
  FiberGroup *outer = currentGroup();
  currentGroup() = this;
  for (Fiber &fiber : fibers) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = kStackBytes;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, &FiberGroup::enter, 0);
    fiber.state = State::ready;
    fiber.published = 0;
  }
  for (bool anyReady = true; anyReady;) {
    for (current = 0; current < size(); ++current)
      if (fibers[current].state == State::ready)
        swapcontext(&scheduler, &fibers[current].context);
    release();
    anyReady = false;
    for (const Fiber &fiber : fibers)
      anyReady |= fiber.state == State::ready;
  }
  currentGroup() = outer;
}
