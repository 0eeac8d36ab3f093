//===- Fibers.cpp - The work items of a group as fibers -------------------===//

#include "Fibers.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace pirch;

FiberGroup *&pirch::currentGroup() {
  static thread_local FiberGroup *group = nullptr;
  return group;
}

//===----------------------------------------------------------------------===//
// Lockstep order
//===----------------------------------------------------------------------===//

static int compareNumbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

int Position::compare(const Position &other) const {
  for (int64_t level = 0;; ++level) {
    bool inLoop = level < depth, otherInLoop = level < other.depth;
    int64_t order = inLoop ? loops[level].order : call;
    int64_t otherOrder = otherInLoop ? other.loops[level].order : other.call;
    if (order != otherOrder || !inLoop || !otherInLoop)
      return compareNumbers(order, otherOrder);
    if (int result = compareNumbers(loops[level].iteration,
                                    other.loops[level].iteration))
      return result;
  }
}

void FiberGroup::enterLoop(int64_t order, int64_t depth) {
  auto &loops = fibers[current].position.loops;
  if (static_cast<int64_t>(loops.size()) < depth)
    loops.resize(depth);
  loops[depth - 1] = {order, 0};
}

void FiberGroup::nextIteration(int64_t depth) {
  ++fibers[current].position.loops[depth - 1].iteration;
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

FiberGroup::FiberGroup(int64_t size, size_t stackBytes, size_t localBytes)
    : visible(size), present(size),
      localData(llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
          localBytes, "local memory", llvm::Align(kLargestAlignment))) {
  fibers.reserve(size);
  for (int64_t item = 0; item < size; ++item)
    fibers.emplace_back(stackBytes);
}

void FiberGroup::enter() {
  FiberGroup *self = currentGroup();
  self->body(self->data);
  Fiber &fiber = self->fibers[self->current];
  fiber.state = State::finished;
  self->dispatch(fiber.context);
}

int64_t FiberGroup::nextReady() const {
  int64_t size = static_cast<int64_t>(fibers.size());
  for (int64_t item = current + 1; item < size; ++item)
    if (fibers[item].state == State::ready)
      return item;
  for (int64_t item = 0; item <= current && item < size; ++item)
    if (fibers[item].state == State::ready)
      return item;
  return -1;
}

bool FiberGroup::release() {
  const Position *earliest = nullptr;
  for (const Fiber &fiber : fibers)
    if (fiber.state == State::waiting &&
        (!earliest || fiber.position.compare(*earliest) < 0))
      earliest = &fiber.position;
  if (!earliest)
    return false;
  for (auto [item, fiber] : llvm::enumerate(fibers)) {
    visible[item] = fiber.published;
    present[item] =
        fiber.state == State::waiting && fiber.position.compare(*earliest) == 0;
    if (present[item])
      fiber.state = State::ready;
  }
  partialCount += llvm::is_contained(present, 0);
  return true;
}

void FiberGroup::dispatch(Context &from) {
  int64_t next = nextReady();
  if (next < 0 && release()) {
    current = static_cast<int64_t>(fibers.size());
    next = nextReady();
  }
  if (next < 0)
    return caller.resume(from);
  current = next;
  if (&fibers[next].context != &from)
    fibers[next].context.resume(from);
}

void FiberGroup::run(void (*newBody)(void *), void *newData,
                     const Place &newPlace) {
  body = newBody;
  data = newData;
  place = newPlace;
  if (fibers.empty())
    return;
  std::fill(localData->getBufferStart(), localData->getBufferEnd(), 0);
  for (Fiber &fiber : fibers) {
    fiber.context.start(fiber.stack, &FiberGroup::enter);
    fiber.state = State::ready;
  }
  FiberGroup *outer = currentGroup();
  currentGroup() = this;
  current = static_cast<int64_t>(fibers.size());
  dispatch(caller);
  currentGroup() = outer;
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

void FiberGroup::meet(uint64_t value, int64_t call, int64_t depth) {
  Fiber &fiber = fibers[current];
  fiber.published = value;
  fiber.position.call = call;
  fiber.position.depth = depth;
  fiber.state = State::waiting;
  dispatch(fiber.context);
}

uint64_t FiberGroup::read(int64_t source) {
  int64_t size = static_cast<int64_t>(fibers.size());
  int64_t item = (source % size + size) % size;
  if (item != source || !present[item])
    ++undefinedCount;
  return visible[present[item] ? item : current];
}

//===----------------------------------------------------------------------===//
// Checked accesses
//===----------------------------------------------------------------------===//

void FiberGroup::checkBuffers(std::vector<CheckedBuffer> checked, bool undo) {
  buffers = std::move(checked);
  keepsOverwritten = undo;
}

void FiberGroup::undoStores() {
  for (const Overwritten &store : llvm::reverse(overwritten))
    memcpy(store.address, store.bytes.data(), store.bytes.size());
  overwritten.clear();
}

void FiberGroup::reportAccess(const CheckedBuffer &buffer, char *address,
                              bool isStore) {
  if (!firstError.empty())
    return;
  int64_t offset = address - buffer.begin;
  int64_t element =
      offset / buffer.elementBytes - (offset % buffer.elementBytes < 0 ? 1 : 0);
  firstError =
      "buffer '" + buffer.name + "' has " +
      std::to_string(buffer.bytes / buffer.elementBytes) + " elements; group " +
      std::to_string(place.number) + ", work item " + std::to_string(current) +
      (isStore ? " writes" : " reads") + " element " + std::to_string(element);
}

char *FiberGroup::access(char *address, int64_t bytes, int64_t param,
                         bool isStore) {
  if (buffers.empty() || buffers[param].bytes < 0)
    return address;
  const CheckedBuffer &buffer = buffers[param];
  int64_t offset = address - buffer.begin;
  if (offset < 0 || offset + bytes > buffer.bytes) {
    reportAccess(buffer, address, isStore);
    memset(scratch, 0, sizeof(scratch));
    return scratch;
  }
  if (isStore && keepsOverwritten)
    overwritten.push_back({address, std::string(address, bytes)});
  return address;
}
