//===- EmulatedAccesses.h - What emulated threads access --------*- C++ -*-===//
//
// Counts requests of global memory and finds races of shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_GPU_EMULATEDACCESSES_H
#define PIRCH_LIB_TARGET_GPU_EMULATEDACCESSES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace pirch::simt {

/// Record that the code broke a rule of the machine, for `takeEmulatorError`.
void fault(const std::string &text);

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
  void finish();
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
  void access(uint64_t address, uint64_t bytes, bool isStore, int thread);
  void barrier() { words.clear(); }

private:
  static constexpr int kNobody = -1, kSeveral = -2;
  struct Users {
    int reader = kNobody, writer = kNobody;
  };
  static bool isOther(int user, int thread) {
    return user != kNobody && user != thread;
  }
  llvm::DenseMap<uint64_t, Users> words;
};
} // namespace pirch::simt

#endif // PIRCH_LIB_TARGET_GPU_EMULATEDACCESSES_H
