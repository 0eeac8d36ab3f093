//===- Emulator.cpp - A warp on the host ----------------------------------===//

#include "Pirch/Target/NVVM/Emulator.h"
#include "Pirch/Support/Stacks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
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
/// Puts the accesses of a warp's threads together: those by one instruction
/// between the same exchanges, the first time of each thread, the second, and
/// so on, are one request.
class RequestCollector {
public:
  void add(int thread, uint64_t address, uint64_t bytes, bool isStore,
           uint32_t site, uint64_t epoch) {
    auto &[lastEpoch, times] = counts[{thread, site}];
    if (std::exchange(lastEpoch, epoch) != epoch)
      times = 0;
    requests[{epoch, site, times++, isStore}].push_back({address, bytes});
  }

  /// The warp is done.
  void finish() {
    constexpr uint64_t kSectorBytes = 32;
    AccessTrace mine;
    for (const auto &[key, accesses] : requests) {
      AccessCounts &kind = std::get<3>(key) ? mine.stores : mine.loads;
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
  std::map<std::tuple<uint64_t, uint32_t, int, bool>,
           std::vector<std::pair<uint64_t, uint64_t>>>
      requests;
  std::map<std::pair<int, uint32_t>, std::pair<uint64_t, int>> counts;
};

/// Who accessed each word of shared memory since the last barrier.
class RaceDetector {
public:
  void access(uint64_t address, uint64_t bytes, bool isStore, int thread) {
    constexpr uint64_t kWordBytes = 4;
    for (uint64_t word = address / kWordBytes;
         word <= (address + bytes - 1) / kWordBytes; ++word) {
      Users &users = words[word];
      uint32_t others = ~(1u << thread);
      // That several store one value is no race: they may be the threads of a
      // group that is computed twice.
      if ((isStore && users.readers & others) ||
          (!isStore && users.writers & others))
        fault("thread " + std::to_string(thread) +
              (isStore ? " writes" : " reads") +
              " shared memory that another thread accessed since the last "
              "barrier");
      (isStore ? users.writers : users.readers) |= 1u << thread;
    }
  }
  void barrier() { words.clear(); }

private:
  struct Users {
    uint32_t readers = 0, writers = 0;
  };
  DenseMap<uint64_t, Users> words;
};
} // namespace

//===----------------------------------------------------------------------===//
// The warp
//===----------------------------------------------------------------------===//

namespace {
enum class Meeting { none, shuffle, vote, barrier };

class Warp {
public:
  static constexpr size_t kStackBytes = 1 << 20;

  Warp() {
    for (int index = 0; index < kWarpSize; ++index)
      threads.emplace_back(kStackBytes);
  }

  void run(void (*entryBody)(void *), void *entryData, uint32_t entryBlock,
           uint32_t entryThread, uint32_t threadsOfBlock) {
    body = entryBody;
    data = entryData;
    block = entryBlock;
    firstThread = entryThread;
    blockThreads = threadsOfBlock;
    races.barrier();
    for (Thread &thread : threads) {
      thread.isDone = false;
      thread.at = Meeting::none;
      thread.context.start(thread.stack, &Warp::enter);
    }
    current = 0;
    threads[0].context.resume(caller);
    if (!requests.isEmpty())
      requests.finish();
  }

  /// Publish a value and wait for the members. False where the rules are
  /// broken.
  void meet(Meeting kind, uint32_t members, uint32_t value) {
    Thread &thread = threads[current];
    thread.at = kind;
    thread.members = members;
    thread.published = value;
    if (!(members >> current & 1))
      fault("thread " + std::to_string(current) +
            " exchanges among members that it is none of");
    goOn(thread.context);
  }

  uint32_t read(uint32_t source) {
    source %= kWarpSize;
    if (!(threads[current].members >> source & 1))
      fault("thread " + std::to_string(current) + " reads from thread " +
            std::to_string(source) + ", which is no member of the exchange");
    return visible[source];
  }

  bool any() const {
    for (int index = 0; index < kWarpSize; ++index)
      if (threads[current].members >> index & 1 && visible[index])
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
    requests.add(current, reinterpret_cast<uint64_t>(address), bytes, isStore,
                 site, epoch);
  }

private:
  struct Thread {
    explicit Thread(size_t bytes) : stack(bytes) {}
    StackMemory stack;
    Context context;
    bool isDone = true;
    Meeting at = Meeting::none;
    uint32_t members = 0, published = 0;
  };

  static void enter();

  /// To the next thread; when all have met or are done, the exchange takes
  /// place.
  void goOn(Context &from) {
    for (int index = current + 1; index < kWarpSize; ++index)
      if (!threads[index].isDone && threads[index].at == Meeting::none)
        return resume(index, from);
    // Everybody waits or is done.
    int first = -1;
    for (int index = 0; index < kWarpSize; ++index)
      if (!threads[index].isDone && first < 0)
        first = index;
    if (first < 0)
      return caller.resume(from);
    Meeting kind = threads[first].at;
    uint32_t members = threads[first].members;
    for (int index = 0; index < kWarpSize; ++index) {
      Thread &thread = threads[index];
      if (members >> index & 1 &&
          (thread.isDone || thread.at != kind || thread.members != members))
        fault("thread " + std::to_string(index) +
              " is missing where the others exchange");
      visible[index] = thread.published;
      thread.at = Meeting::none;
    }
    ++epoch;
    if (kind == Meeting::barrier)
      races.barrier();
    resume(first, from);
  }

  void resume(int index, Context &from) {
    if (index == current)
      return;
    current = index;
    threads[index].context.resume(from);
  }

  std::vector<Thread> threads;
  std::array<uint32_t, kWarpSize> visible = {};
  Context caller;
  int current = 0;
  uint32_t block = 0, firstThread = 0, blockThreads = kWarpSize;
  /// Exchanges so far.
  uint64_t epoch = 0;
  /// In pieces that are aligned for any access.
  std::vector<std::array<uint64_t, 2>> shared;
  RaceDetector races;
  RequestCollector requests;
  void (*body)(void *) = nullptr;
  void *data = nullptr;
};
} // namespace

/// One for each thread of the host that launches.
static Warp &theWarp() {
  thread_local Warp warp;
  return warp;
}

void Warp::enter() {
  Warp &warp = theWarp();
  warp.body(warp.data);
  Thread &thread = warp.threads[warp.current];
  thread.isDone = true;
  thread.published = 0;
  warp.goOn(thread.context);
}

void simt::runWarp(void (*body)(void *), void *data, uint32_t block,
                   uint32_t firstThread, uint32_t blockThreads) {
  theWarp().run(body, data, block, firstThread, blockThreads);
}

uint32_t simt::threadIndex() { return theWarp().currentThread(); }
uint32_t simt::blockIndex() { return theWarp().currentBlock(); }
uint32_t simt::blockSize() { return theWarp().sizeOfBlock(); }

uint32_t simt::shuffle(uint32_t members, uint32_t value, uint32_t source) {
  theWarp().meet(Meeting::shuffle, members, value);
  return theWarp().read(source);
}

bool simt::voteAny(uint32_t members, bool bit) {
  theWarp().meet(Meeting::vote, members, bit);
  return theWarp().any();
}

void simt::barrier(uint32_t members) {
  theWarp().meet(Meeting::barrier, members, 0);
}

void *simt::sharedMemory(uint64_t bytes) {
  return theWarp().sharedMemory(bytes);
}

void simt::accessShared(const void *address, uint64_t bytes, bool isStore) {
  theWarp().accessShared(address, bytes, isStore);
}

void simt::accessGlobal(const void *address, uint64_t bytes, bool isStore,
                        uint32_t site) {
  theWarp().accessGlobal(address, bytes, isStore, site);
}

uint32_t simt::shuffleClamped(uint32_t members, uint32_t value, uint32_t source,
                              uint32_t clamp) {
  if (clamp != kWarpSize - 1)
    fault("a shuffle in segments of the warp");
  return shuffle(members, value, source);
}
