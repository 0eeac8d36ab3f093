//===- Fibers.h - The work items of a group as fibers -----------*- C++ -*-===//
//
// Work items as fibers of the host.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ORACLE_FIBERS_H
#define PIRCH_LIB_ORACLE_FIBERS_H

#include "Pirch/Support/Stacks.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pirch {

/// The alignment, in bytes, of OpenCL's largest types, double16 and long16.
/// Memory that compiled kernels access starts at a multiple of it.
constexpr size_t kLargestAlignment = 128;

/// A buffer of a parameter. Accesses through the parameter must stay inside it.
struct CheckedBuffer {
  char *begin = nullptr;
  int64_t bytes = -1;
  int64_t elementBytes = 1;
  std::string name;
};

/// Where a work item is: the loops around it, outermost first, and the call it
/// waits at. Every loop and call has a number that grows in source order.
struct Position {
  struct Loop {
    int64_t order, iteration;
  };
  llvm::SmallVector<Loop, 4> loops;
  int64_t depth = 0;
  int64_t call = 0;

  /// Negative where this position comes before `other` in lockstep order, 0
  /// where they are the same, positive otherwise.
  int compare(const Position &other) const;
};

/// Runs one group at a time on the calling thread. A fiber that meets others
/// waits until no fiber can run; then those at the earliest position exchange
/// their values and go on.
class FiberGroup {
public:
  FiberGroup(int64_t size, size_t stackBytes, size_t localBytes);

  /// Where a group is in its launch, along each dimension: its index, the
  /// number of groups, and the global offset. `number` is its place among all
  /// groups.
  struct Place {
    int64_t group[3] = {0, 0, 0}, groups[3] = {1, 1, 1}, offset[3] = {0, 0, 0};
    int64_t number = 0;
  };

  /// Call `body(data)` once per work item of one group.
  void run(void (*body)(void *), void *data, const Place &place);

  /// Check from now on that accesses stay inside the buffers `checked`, one for
  /// each parameter. With `undo`, remember what stores overwrite, so that
  /// `undoStores` can restore it.
  void checkBuffers(std::vector<CheckedBuffer> checked, bool undo);
  void undoStores();

  /// A message that names the first access outside a buffer; empty if there was
  /// none.
  llvm::StringRef outOfRange() const { return firstError; }
  int64_t undefinedReads() const { return undefinedCount; }
  /// The number of rendezvous at which work items of the group were missing.
  int64_t partialMeetings() const { return partialCount; }

  // What follows is called by the running fiber.
  int64_t itemId() const { return current; }
  const Place &getPlace() const { return place; }
  char *localMemory(int64_t offset) {
    return localData->getBufferStart() + offset;
  }
  void enterLoop(int64_t order, int64_t depth);
  void nextIteration(int64_t depth);
  /// Publish `value`, and wait at call number `call`, which `depth` loops are
  /// around, until this fiber's rendezvous takes place.
  void meet(uint64_t value, int64_t call, int64_t depth);
  /// The value that a shuffle from work item `source` gives.
  uint64_t read(int64_t source);
  /// The value that `item` published last, and whether it took part in the last
  /// rendezvous.
  uint64_t seen(int64_t item) const { return visible[item]; }
  bool tookPart(int64_t item) const { return present[item]; }
  /// `address` if the access lies in the parameter's buffer, otherwise memory
  /// that nobody else uses.
  char *access(char *address, int64_t bytes, int64_t param, bool isStore);

private:
  enum class State { ready, waiting, finished };
  struct Fiber {
    explicit Fiber(size_t stackBytes) : stack(stackBytes) {}
    StackMemory stack;
    Context context;
    State state = State::finished;
    uint64_t published = 0;
    Position position;
  };
  struct Overwritten {
    char *address;
    std::string bytes;
  };

  static void enter();
  /// Leave `from` for the next fiber that can run, or for `run` if there is
  /// none.
  void dispatch(Context &from);
  int64_t nextReady() const;
  /// Let the rendezvous at the earliest position take place: its fibers can run
  /// again. Return false if no fiber waits.
  bool release();
  void reportAccess(const CheckedBuffer &buffer, char *address, bool isStore);

  std::vector<Fiber> fibers;
  std::vector<uint64_t> visible;
  std::vector<char> present;
  std::unique_ptr<llvm::WritableMemoryBuffer> localData;
  Context caller;
  int64_t current = 0;
  Place place;
  int64_t undefinedCount = 0, partialCount = 0;
  void (*body)(void *) = nullptr;
  void *data = nullptr;

  std::vector<CheckedBuffer> buffers;
  bool keepsOverwritten = false;
  std::vector<Overwritten> overwritten;
  std::string firstError;
  alignas(kLargestAlignment) char scratch[kLargestAlignment] = {};
};

/// The group that runs on this thread.
FiberGroup *&currentGroup();

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_FIBERS_H
