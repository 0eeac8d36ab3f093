//===- Emulator.cpp - Warps and blocks on the host ------------------------===//

#include "Pirch/Target/GPU/Emulator.h"
#include "EmulatedAccesses.h"
#include "Pirch/Support/Stacks.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <vector>

using namespace pirch;
using namespace pirch::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {
/// A ballot and a barrier of a wavefront take place among the threads that
/// reach them; those that are past a ballot count as threads that vote no.
enum class Meeting {
  none,
  shuffle,
  vote,
  ballot,
  waveBarrier,
  barrier,
  blockVote,
  blockBarrier
};

bool isOfBlock(Meeting kind) {
  return kind == Meeting::blockVote || kind == Meeting::blockBarrier;
}

/// Where in the program a thread waits: at which place of which basic block.
struct Site {
  const BlockOrder *order = nullptr;
  uint32_t block = 0, place = 0;

  /// Whether the program may go from here to `other`, and never back.
  bool isBefore(const Site &other) const {
    if (!order || order != other.order)
      return false;
    if (block == other.block)
      return place < other.place && !order->reaches(block, block);
    return order->reaches(block, other.block) &&
           !order->reaches(other.block, block);
  }
};

bool mayLackThreads(Meeting kind) {
  return kind == Meeting::ballot || kind == Meeting::waveBarrier;
}

/// The threads of one block that run together: those of one warp if warps do
/// not wait for each other, else those of all warps.
class Block {
public:
  void run(void (*entryBody)(void *), void *entryData, uint32_t entryBlock,
           uint32_t entryThread, uint32_t numThreads, uint32_t threadsOfBlock,
           int threadsOfWarp) {
    body = entryBody;
    data = entryData;
    block = entryBlock;
    firstThread = entryThread;
    blockThreads = threadsOfBlock;
    running = numThreads;
    warpSize = threadsOfWarp;
    while (threads.size() < numThreads)
      threads.emplace_back(threads.size() < kLargeStacks ? kStackBytes
                                                         : kSmallStackBytes);
    races.barrier();
    for (int index = 0; index < running; ++index) {
      Thread &thread = threads[index];
      thread.isDone = false;
      thread.at = Meeting::none;
      thread.site = {};
      thread.context.start(thread.stack, &Block::enter);
    }
    current = 0;
    threads[0].context.resume(caller);
    if (!requests.isEmpty())
      requests.finish();
  }

  /// Publish a value and wait for the threads in `members`, or for the whole
  /// block.
  void meet(Meeting kind, uint64_t members, uint32_t value) {
    Thread &thread = threads[current];
    thread.at = kind;
    thread.members = members;
    thread.published = value;
    if (!(members >> lane() & 1))
      fault("thread " + std::to_string(current) +
            " exchanges among members that it is none of");
    goOn(thread.context);
  }

  uint32_t read(uint32_t source) {
    source %= warpSize;
    if (!(threads[current].members >> source & 1))
      fault("thread " + std::to_string(current) + " reads from thread " +
            std::to_string(source) + ", which is no member of the exchange");
    return threads[current - lane() + source].visible;
  }

  bool any() const {
    for (int index = 0; index < warpSize; ++index)
      if (threads[current].members >> index & 1 &&
          threads[current - lane() + index].visible)
        return true;
    return false;
  }

  /// A bit for each thread of the warp: whether what it published is not 0.
  uint64_t ballot() const {
    uint64_t bits = 0;
    for (int index = 0; index < warpSize; ++index)
      if (threads[current].members >> index & 1 &&
          threads[current - lane() + index].visible)
        bits |= uint64_t(1) << index;
    return bits;
  }
  /// The `members` of an exchange of all threads of a warp.
  uint64_t wholeWarp() const {
    return warpSize == 64 ? ~uint64_t(0) : (uint64_t(1) << warpSize) - 1;
  }

  bool anyOfBlock() const {
    for (int index = 0; index < running; ++index)
      if (threads[index].visible)
        return true;
    return false;
  }

  void setSite(Site site) { threads[current].site = site; }

  uint32_t currentThread() const { return firstThread + current; }
  uint32_t currentBlock() const { return block; }
  uint32_t sizeOfBlock() const { return blockThreads; }

  void *sharedMemory(uint64_t bytes) {
    if (shared.size() * sizeof(shared[0]) < bytes)
      shared.resize(divideCeil(bytes, sizeof(shared[0])));
    return shared.data();
  }
  void accessShared(const void *address, uint64_t bytes, bool isStore) {
    races.access(reinterpret_cast<uint64_t>(address), bytes, isStore, current);
  }
  void accessGlobal(const void *address, uint64_t bytes, bool isStore,
                    uint32_t site) {
    requests.add(current / warpSize, current,
                 reinterpret_cast<uint64_t>(address), bytes, isStore, site,
                 epoch);
  }

private:
  /// Blocks of many warps would take a gigabyte of addresses with large stacks.
  static constexpr size_t kStackBytes = 1 << 20, kSmallStackBytes = 1 << 18;
  static constexpr size_t kLargeStacks = 64;

  struct Thread {
    explicit Thread(size_t bytes) : stack(bytes) {}
    StackMemory stack;
    Context context;
    bool isDone = true;
    Meeting at = Meeting::none;
    /// The last exchange that the thread came to, where that is known.
    Site site;
    uint64_t members = 0;
    /// What the thread publishes for the exchange that it waits for, and what
    /// it published for the last one that took place.
    uint32_t published = 0;
    uint32_t visible = 0;
  };

  static void enter();

  /// The index of the running thread in its warp.
  int lane() const { return current % warpSize; }

  /// Switch to the next thread that does not wait. If all threads wait or are
  /// done, make an exchange take place first.
  void goOn(Context &from) {
    for (int index = current + 1; index < running; ++index)
      if (!threads[index].isDone && threads[index].at == Meeting::none)
        return resume(index, from);
    // All threads wait or are done. Exchanges within a warp come before those
    // of the block.
    int first = -1, firstOfWarp = -1;
    for (int index = 0; index < running && firstOfWarp < 0; ++index) {
      if (threads[index].isDone)
        continue;
      if (first < 0)
        first = index;
      if (!isOfBlock(threads[index].at))
        firstOfWarp = index;
    }
    if (first < 0)
      return caller.resume(from);
    if (firstOfWarp >= 0) {
      int start = firstOfWarp - firstOfWarp % warpSize;
      first = findEarliest(start);
      exchange(first, start, warpSize);
    } else {
      exchange(first, 0, running);
    }
    // The exchange lets a thread before the leader go on, too.
    for (first = 0;
         threads[first].isDone || threads[first].at != Meeting::none;)
      ++first;
    resume(first, from);
  }

  /// Of the threads of the warp that begins with thread `start`, one that waits
  /// where no other waits at an earlier place of the program.
  int findEarliest(int start) const {
    int earliest = -1;
    for (int index = start; index < start + warpSize; ++index) {
      const Thread &thread = threads[index];
      if (thread.isDone || isOfBlock(thread.at))
        continue;
      if (earliest < 0 || thread.site.isBefore(threads[earliest].site))
        earliest = index;
    }
    return earliest;
  }

  /// Make the exchange that thread `leader` waits for take place, between its
  /// members among the `count` threads from `start` on.
  void exchange(int leader, int start, int count) {
    Meeting kind = threads[leader].at;
    uint64_t members = threads[leader].members;
    Site site = threads[leader].site;
    bool isWhole = true;
    for (int index = start; index < start + count; ++index) {
      Thread &thread = threads[index];
      if (mayLackThreads(kind) &&
          (thread.isDone || site.isBefore(thread.site))) {
        thread.visible = 0;
        isWhole = false;
        continue;
      }
      bool isMember = members >> (index % warpSize) & 1;
      if (isMember &&
          (thread.isDone || thread.at != kind || thread.members != members))
        fault("thread " + std::to_string(index) +
              " is missing where the others exchange");
      thread.visible = thread.published;
      thread.at = Meeting::none;
    }
    ++epoch;
    // A barrier of one warp orders nothing between warps.
    bool isOfWarp = kind == Meeting::barrier || kind == Meeting::waveBarrier;
    if (isOfBlock(kind) || (isOfWarp && isWhole && running <= warpSize))
      races.barrier();
  }

  void resume(int index, Context &from) {
    if (index == current)
      return;
    current = index;
    threads[index].context.resume(from);
  }

  std::vector<Thread> threads;
  Context caller;
  int current = 0, running = 0, warpSize = 32;
  uint32_t block = 0, firstThread = 0, blockThreads = 0;
  /// The number of exchanges so far.
  uint64_t epoch = 0;
  /// The block's shared memory, in pieces that are aligned for any access.
  std::vector<std::array<uint64_t, 2>> shared;
  RaceDetector races;
  RequestCollector requests;
  void (*body)(void *) = nullptr;
  void *data = nullptr;
};
} // namespace

/// The block that the calling thread of the host runs.
static Block &theBlock() {
  thread_local Block block;
  return block;
}

void Block::enter() {
  Block &block = theBlock();
  block.body(block.data);
  Thread &thread = block.threads[block.current];
  thread.isDone = true;
  thread.published = 0;
  block.goOn(thread.context);
}

void simt::runWarp(void (*body)(void *), void *data, uint32_t block,
                   uint32_t firstThread, uint32_t blockThreads, int warpSize) {
  theBlock().run(body, data, block, firstThread, warpSize,
                 blockThreads ? blockThreads : warpSize, warpSize);
}

void simt::runBlock(void (*body)(void *), void *data, uint32_t block,
                    uint32_t blockThreads, int warpSize) {
  theBlock().run(body, data, block, /*entryThread=*/0, blockThreads,
                 blockThreads, warpSize);
}

uint32_t simt::threadIndex() { return theBlock().currentThread(); }
uint32_t simt::blockIndex() { return theBlock().currentBlock(); }
uint32_t simt::blockSize() { return theBlock().sizeOfBlock(); }

uint32_t simt::shuffle(uint32_t members, uint32_t value, uint32_t source) {
  theBlock().meet(Meeting::shuffle, members, value);
  return theBlock().read(source);
}

bool simt::voteAny(uint32_t members, bool bit) {
  theBlock().meet(Meeting::vote, members, bit);
  return theBlock().any();
}

void simt::barrier(uint32_t members) {
  theBlock().meet(Meeting::barrier, members, 0);
}

static constexpr uint64_t kAllThreads = ~uint64_t(0);

uint32_t simt::readLane(uint32_t value, uint32_t source) {
  theBlock().meet(Meeting::shuffle, theBlock().wholeWarp(), value);
  return theBlock().read(source);
}

uint64_t simt::ballot(bool bit) {
  theBlock().meet(Meeting::ballot, theBlock().wholeWarp(), bit);
  return theBlock().ballot();
}

uint32_t simt::ballot32(bool bit) { return static_cast<uint32_t>(ballot(bit)); }

void simt::warpBarrier() {
  theBlock().meet(Meeting::waveBarrier, theBlock().wholeWarp(), 0);
}

/// A block has sixteen barriers; kernels use only the first.
static void checkBarrier(uint32_t id) {
  if (id != 0)
    fault("a barrier other than the first");
}

void simt::blockBarrier(uint32_t id) {
  checkBarrier(id);
  theBlock().meet(Meeting::blockBarrier, kAllThreads, 0);
}

bool simt::blockVoteAny(uint32_t id, bool bit) {
  checkBarrier(id);
  theBlock().meet(Meeting::blockVote, kAllThreads, bit);
  return theBlock().anyOfBlock();
}

void *simt::sharedMemory(uint64_t bytes) {
  return theBlock().sharedMemory(bytes);
}

void simt::comeTo(const BlockOrder *order, uint32_t block, uint32_t place) {
  theBlock().setSite({order, block, place});
}

void simt::accessShared(const void *address, uint64_t bytes, bool isStore) {
  theBlock().accessShared(address, bytes, isStore);
}

void simt::accessGlobal(const void *address, uint64_t bytes, bool isStore,
                        uint32_t site) {
  theBlock().accessGlobal(address, bytes, isStore, site);
}

uint32_t simt::shuffleClamped(uint32_t members, uint32_t value, uint32_t source,
                              uint32_t clamp) {
  if (clamp != 31)
    fault("a shuffle in segments of the warp");
  return shuffle(members, value, source);
}

float simt::shuffleFloat(uint32_t members, float value, uint32_t source,
                         uint32_t clamp) {
  return bit_cast<float>(
      shuffleClamped(members, bit_cast<uint32_t>(value), source, clamp));
}
