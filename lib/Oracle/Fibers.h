//===- Fibers.h - The work items of a group as fibers -----------*- C++ -*-===//

#ifndef PIRCH_LIB_ORACLE_FIBERS_H
#define PIRCH_LIB_ORACLE_FIBERS_H

#include <cstdint>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace pirch {

/// Runs one group at a time. A fiber that publishes a value waits until every
/// other fiber waits too or has finished; then all see what was published.
class FiberGroup {
public:
  explicit FiberGroup(int64_t size);

  /// Call `body(data)` once per work item.
  void run(void (*body)(void *), void *data, int64_t group, int64_t numGroups);

  // For the running fiber.
  int64_t itemId() const { return current; }
  int64_t groupId() const { return group; }
  int64_t numGroups() const { return groups; }
  int64_t size() const { return static_cast<int64_t>(fibers.size()); }
  /// Publish a value and wait for the others.
  void publish(uint64_t value);
  /// What an item published at the last rendezvous, and whether it took part.
  uint64_t seen(int64_t item) const { return visible[item]; }
  bool tookPart(int64_t item) const { return present[item]; }

private:
  enum class State { ready, waiting, finished };
  struct Fiber {
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    State state = State::finished;
    uint64_t published = 0;
  };
  static void enter();
  void release();

  std::vector<Fiber> fibers;
  std::vector<uint64_t> visible;
  std::vector<char> present;
  ucontext_t scheduler;
  int64_t current = 0, group = 0, groups = 0;
  void (*body)(void *) = nullptr;
  void *data = nullptr;
};

/// The group that runs on this thread.
FiberGroup *&currentGroup();

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_FIBERS_H
