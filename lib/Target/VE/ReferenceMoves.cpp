//===- ReferenceMoves.cpp - VE's moves and memory on the host -------------===//

#include "ReferenceLanes.h"

using namespace pirch::ve;

/// The bits that a lane that holds nothing defined leaves in memory or in a
/// scalar register. A lane that gets them from there holds nothing defined.
static constexpr uint64_t kCanary = 0x7ff4dead7fa5dead;

template <typename T> static T canary() {
  T value;
  std::memcpy(&value, &kCanary, sizeof(T));
  return value;
}

template <typename T> static bool isCanary(T value) {
  return std::memcmp(&value, &kCanary, sizeof(T)) == 0;
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

template <typename T> static void broadcast(Register *x, T s, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    set(result, lane, s);
    setDefined<T>(result, lane, !isCanary(s));
  }
  *x = result;
}

static void sequence(Register *x, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    set<int64_t>(result, lane, lane);
  *x = result;
}

/// x[l] = z[(l + s) mod 256]. PIRCH rotates only at vector length 256; any
/// other is an error.
static void rotate(Register *x, int32_t s, const Register *z, int32_t vl) {
  if (vl != kNumLanes)
    fault("a rotation at vector length " + std::to_string(vl));
  Register result = nothing();
  for (int lane = 0; lane < kNumLanes; ++lane) {
    int from = (lane + (s & (kNumLanes - 1))) % kNumLanes;
    copyLane(result, lane, *z, from);
  }
  *x = result;
}

static void rotateMasked(Register *x, int32_t s, const Register *z,
                         const Mask *vm, const Register *pt, int32_t vl) {
  Register moved;
  rotate(&moved, s, z, vl);
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!isDefined(*vm, lane))
      continue;
    copyLane(result, lane, isSet(*vm, lane) ? moved : *pt, lane);
  }
  *x = result;
}

/// x = vm ? z : y. Where the mask is not defined, the result is not, either.
static void merge(Register *x, const Register *y, const Register *z,
                  const Mask *vm, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!isDefined(*vm, lane))
      continue;
    copyLane(result, lane, isSet(*vm, lane) ? *z : *y, lane);
  }
  *x = result;
}

/// Two halves of the lanes of y and z, side by side: the upper one is chosen by
/// bits 2 and 3 of s, the lower one by bits 0 and 1: 0 is y's upper half, 1 its
/// lower one, 2 and 3 those of z.
static void shuffleHalves(Register *x, const Register *y, const Register *z,
                          uint64_t s, int32_t vl) {
  Register result = nothing();
  auto halfOf = [&](uint64_t choice, int lane) {
    const Register &from = choice & 2 ? *z : *y;
    uint64_t half =
        choice & 1 ? from.lanes[lane] & UINT32_MAX : from.lanes[lane] >> 32;
    return std::pair(
        half,
        testBit(choice & 1 ? from.definedLower : from.definedUpper, lane));
  };
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    auto [upper, isUpperDefined] = halfOf(s >> 2 & 3, lane);
    auto [lower, isLowerDefined] = halfOf(s & 3, lane);
    result.lanes[lane] = upper << 32 | lower;
    assignBit(result.definedUpper, lane, isUpperDefined);
    assignBit(result.definedLower, lane, isLowerDefined);
  }
  *x = result;
}

/// The value of lane `s`. A lane that holds nothing defined may be moved to a
/// scalar, since nobody reads it if a mask selects no lane of the result.
template <typename T> static T laneOf(const Register *x, int32_t s) {
  if (s < 0 || s >= kNumLanes) {
    fault("a register has no lane " + std::to_string(s));
    return canary<T>();
  }
  bool isKnown =
      std::is_integral_v<T> ? isDefined<int32_t>(*x, s) : isDefined<T>(*x, s);
  return isKnown ? get<T>(*x, s) : canary<T>();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <typename T>
static void loadLane(Register &reg, int lane, uint64_t address) {
  if (address % sizeof(T))
    fault("a load of " + std::to_string(sizeof(T)) +
          " bytes from an address that is not aligned");
  T value;
  std::memcpy(&value, reinterpret_cast<void *>(address), sizeof(T));
  set(reg, lane, value);
  setDefined<T>(reg, lane, !isCanary(value));
}

template <typename T>
static void storeLane(const Register &reg, int lane, uint64_t address) {
  if (address % sizeof(T))
    fault("a store of " + std::to_string(sizeof(T)) +
          " bytes to an address that is not aligned");
  T value = isDefined<T>(reg, lane) ? get<T>(reg, lane) : canary<T>();
  std::memcpy(reinterpret_cast<void *>(address), &value, sizeof(T));
}

template <typename T>
static void load(Register *x, uint64_t stride, const char *pointer,
                 int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    loadLane<T>(result, lane,
                reinterpret_cast<uint64_t>(pointer) + lane * stride);
  *x = result;
}

template <typename T>
static void storeMasked(const Register *x, uint64_t stride, char *pointer,
                        const Mask *vm, int32_t vl) {
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (!vm || isSet(*vm, lane))
      storeLane<T>(*x, lane,
                   reinterpret_cast<uint64_t>(pointer) + lane * stride);
}

template <typename T>
static void store(const Register *x, uint64_t stride, char *pointer,
                  int32_t vl) {
  storeMasked<T>(x, stride, pointer, nullptr, vl);
}

static uint64_t addressIn(const Register &y, int lane) {
  if (!isDefined<uint64_t>(y, lane))
    fault("lane " + std::to_string(lane) +
          " is an address and holds nothing defined");
  return y.lanes[lane];
}

/// The two scalars, if they are not 0, bound the addresses; PIRCH passes 0.
template <typename T>
static void gatherMasked(Register *x, const Register *y, uint64_t, uint64_t,
                         const Mask *vm, const Register *pt, int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane) {
    if (!vm || isSet(*vm, lane)) {
      loadLane<T>(result, lane, addressIn(*y, lane));
    } else {
      copyLane(result, lane, *pt, lane);
    }
  }
  *x = result;
}

template <typename T>
static void gather(Register *x, const Register *y, uint64_t sy, uint64_t sz,
                   int32_t vl) {
  gatherMasked<T>(x, y, sy, sz, nullptr, nullptr, vl);
}

/// Lanes are stored from the first to the last.
template <typename T>
static void scatterMasked(const Register *x, const Register *y, uint64_t,
                          uint64_t, const Mask *vm, int32_t vl) {
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (!vm || isSet(*vm, lane))
      storeLane<T>(*x, lane, addressIn(*y, lane));
}

template <typename T>
static void scatter(const Register *x, const Register *y, uint64_t sy,
                    uint64_t sz, int32_t vl) {
  scatterMasked<T>(x, y, sy, sz, nullptr, vl);
}

/// x = (z << s) + base
static void addresses(Register *x, const Register *z, uint64_t s, uint64_t base,
                      int32_t vl) {
  Register result = nothing();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<uint64_t>(*z, lane))
      set<uint64_t>(result, lane, (z->lanes[lane] << (s & 7)) + base);
  *x = result;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

template <typename T>
static void addMemory(FunctionTable &table, const std::string &loadName,
                      const std::string &storeName,
                      const std::string &gatherName,
                      const std::string &scatterName) {
  table.add(loadName + ".vssl", &load<T>);
  table.add(storeName + ".vssl", &store<T>);
  table.add(storeName + ".vssml", &storeMasked<T>);
  table.add(gatherName + ".vvssl", &gather<T>);
  table.add(gatherName + ".vvssmvl", &gatherMasked<T>);
  table.add(scatterName + ".vvssl", &scatter<T>);
  table.add(scatterName + ".vvssml", &scatterMasked<T>);
}

void pirch::ve::addMoves(FunctionTable &table) {
  table.add("vshf.vvvsl", &shuffleHalves);
  table.add("vbrdd.vsl", &broadcast<double>);
  table.add("vbrds.vsl", &broadcast<float>);
  table.add("vbrdl.vsl", &broadcast<int64_t>);
  table.add("vbrdw.vsl", &broadcast<int32_t>);
  table.add("vseq.vl", &sequence);
  table.add("vmv.vsvl", &rotate);
  table.add("vmv.vsvmvl", &rotateMasked);
  table.add("vmrg.vvvml", &merge);
  table.add("lvsd.svs", &laneOf<double>);
  table.add("lvss.svs", &laneOf<float>);
  table.add("lvsl.svs", &laneOf<uint64_t>);
  table.add("vsfa.vvssl", &addresses);
  addMemory<uint64_t>(table, "vld", "vst", "vgt", "vsc");
  addMemory<float>(table, "vldu", "vstu", "vgtu", "vscu");
  addMemory<int32_t>(table, "vldlsx", "vstl", "vgtlsx", "vscl");
}
