//===- EmulatedAccesses.cpp - What emulated threads access ----------------===//

#include "EmulatedAccesses.h"
#include "Pirch/Target/GPU/Emulator.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace pirch;
using namespace pirch::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static std::mutex errorMutex;
static std::string firstError;

void simt::fault(const std::string &text) {
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

void RequestCollector::finish() {
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

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

void RaceDetector::access(uint64_t address, uint64_t bytes, bool isStore,
                          int thread) {
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
