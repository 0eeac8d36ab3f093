//===- Emulator.cpp - Warps and blocks on the host ------------------------===//

#include "Pirch/Target/GPU/Emulator.h"
#include "Pirch/Support/Stacks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <mutex>

using namespace pirch;
using namespace pirch::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static std::mutex errorMutex;
static std::string firstError;

static void fault(const std::string &text) {
  std::lock_guard<std::mutex> lock(errorMutex);
  if (firstError.empty())
    firstError = text;
}

std::string simt::takeEmulatorError() {
  std::lock_guard<std::mutex> lock(errorMutex);
  return std::exchange(firstError, {});
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static std::mutex traceMutex;
static AccessTrace trace;

AccessTrace simt::takeAccessTrace() {
  std::lock_guard<std::mutex> lock(traceMutex);
  return std::exchange(trace, {});
}

std::string simt::describe(const AccessTrace &trace) {
  std::string text;
  raw_string_ostream os(text);
  for (auto [name, counts] :
       {std::pair("loads", trace.loads), {"stores", trace.stores}}) {
    os << name << ": " << counts.requests << " requests, " << counts.sectors
       << " sectors";
    if (counts.leastSectors)
      os << " where " << counts.leastSectors << " would do, "
         << format("%.3f", double(counts.sectors) / counts.leastSectors)
         << " times as many";
    os << '\n';
  }
  return text;
}

namespace {
/// Groups the accesses of a warp's threads into requests. The n-th accesses
/// that the threads make by one instruction, between the same two exchanges,
/// are one request.
class RequestCollector {
public:
  void add(int warp, int thread, uint64_t address, uint64_t bytes, bool isStore,
           uint32_t site, uint64_t epoch) {
    auto &[lastEpoch, times] = counts[{thread, site}];
    if (std::exchange(lastEpoch, epoch) != epoch)
      times = 0;
    requests[{warp, epoch, site, times++, isStore}].push_back({address, bytes});
  }

  /// Add the requests to the trace, when the threads are done.
  void finish() {
    constexpr uint64_t kSectorBytes = 32;
    AccessTrace mine;
    for (const auto &[key, accesses] : requests) {
      AccessCounts &kind = std::get<4>(key) ? mine.stores : mine.loads;
      DenseSet<uint64_t> sectors, bytes;
      for (auto [address, size] : accesses)
        for (uint64_t byte = address; byte < address + size; ++byte) {
          bytes.insert(byte);
          sectors.insert(byte / kSectorBytes);
        }
      ++kind.requests;
      kind.sectors += sectors.size();
      kind.leastSectors += divideCeil(bytes.size(), kSectorBytes);
    }
    requests.clear();
    counts.clear();
    std::lock_guard<std::mutex> lock(traceMutex);
    for (auto [sum, more] :
         {std::pair(&trace.loads, mine.loads), {&trace.stores, mine.stores}}) {
      sum->requests += more.requests;
      sum->sectors += more.sectors;
      sum->leastSectors += more.leastSectors;
    }
  }
  bool isEmpty() const { return requests.empty(); }

private:
  /// The addresses and sizes of the accesses of each request. A request is
  /// named by the warp, the number of exchanges before it, the instruction, how
  /// often the thread has run it since, and whether it is a store.
  std::map<std::tuple<int, uint64_t, uint32_t, int, bool>,
           std::vector<std::pair<uint64_t, uint64_t>>>
      requests;
  /// For each thread and instruction, the number of exchanges before it ran
  /// last, and how often it has run since.
  std::map<std::pair<int, uint32_t>, std::pair<uint64_t, int>> counts;
};

/// Finds accesses of shared memory by two threads without a barrier between, of
/// which one is a store.
class RaceDetector {
public:
  void access(uint64_t address, uint64_t bytes, bool isStore, int thread) {
    constexpr uint64_t kWordBytes = 4;
    for (uint64_t word = address / kWordBytes;
         word <= (address + bytes - 1) / kWordBytes; ++word) {
      Users &users = words[word];
      // That several store one value is no race: they may be the threads of a
      // group that is computed twice.
      if ((isStore && isOther(users.reader, thread)) ||
          (!isStore && isOther(users.writer, thread)))
        fault("thread " + std::to_string(thread) +
              (isStore ? " writes" : " reads") +
              " shared memory that another thread accessed since the last "
              "barrier");
      int &user = isStore ? users.writer : users.reader;
      user = user == kNobody || user == thread ? thread : kSeveral;
    }
  }
  void barrier() { words.clear(); }

private:
  static constexpr int kNobody = -1, kSeveral = -2;
  struct Users {
    int reader = kNobody, writer = kNobody;
  };
  static bool isOther(int user, int thread) {
    return user != kNobody && user != thread;
  }
  DenseMap<uint64_t, Users> words;
};
} // namespace

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {
enum class Meeting { none, shuffle, vote, barrier, blockVote, blockBarrier };

bool isOfBlock(Meeting kind) {
  return kind == Meeting::blockVote || kind == Meeting::blockBarrier;
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
    if (firstOfWarp >= 0)
      exchange(firstOfWarp, firstOfWarp - firstOfWarp % warpSize, warpSize);
    else
      exchange(first, 0, running);
    resume(firstOfWarp >= 0 ? firstOfWarp : first, from);
  }

  /// Make the exchange that thread `leader` waits for take place, between its
  /// members among the `count` threads from `start` on.
  void exchange(int leader, int start, int count) {
    Meeting kind = threads[leader].at;
    uint64_t members = threads[leader].members;
    for (int index = start; index < start + count; ++index) {
      Thread &thread = threads[index];
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
    if (isOfBlock(kind) || (kind == Meeting::barrier && running <= warpSize))
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
  theBlock().meet(Meeting::vote, theBlock().wholeWarp(), bit);
  return theBlock().ballot();
}

uint32_t simt::ballot32(bool bit) { return static_cast<uint32_t>(ballot(bit)); }

void simt::warpBarrier() {
  theBlock().meet(Meeting::barrier, theBlock().wholeWarp(), 0);
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
