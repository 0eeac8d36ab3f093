//===- ReferenceMasks.cpp - VE's masks on the host ------------------------===//

#include "ReferenceLanes.h"

using namespace pirch::ve;

namespace {
#define CONDITION(NAME, EXPRESSION)                                            \
  struct NAME {                                                                \
    template <typename T> static bool holds(T z) { return EXPRESSION; }        \
  };
CONDITION(Greater, z > 0)
CONDITION(Less, z < 0)
CONDITION(NotEqual, z < 0 || z > 0)
CONDITION(Equal, z == 0)
CONDITION(GreaterEqual, z >= 0)
CONDITION(LessEqual, z <= 0)
CONDITION(Number, z == z)
CONDITION(NotANumber, z != z)
CONDITION(GreaterOrNaN, !(z <= 0))
CONDITION(LessOrNaN, !(z >= 0))
CONDITION(NotEqualOrNaN, !(z == 0))
CONDITION(EqualOrNaN, !(z < 0 || z > 0))
CONDITION(GreaterEqualOrNaN, !(z < 0))
CONDITION(LessEqualOrNaN, !(z > 0))
#undef CONDITION
} // namespace

template <typename T, typename Condition>
static void makeMask(Mask *x, const Register *z, int32_t vl) {
  Mask result = noMask();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    if (isDefined<T>(*z, lane))
      setBit(result, lane, Condition::holds(get<T>(*z, lane)));
  *x = result;
}

template <bool value> static void constantMask(Mask *x, int32_t vl) {
  Mask result = noMask();
  for (int lane = 0; lane < checkLength(vl); ++lane)
    setBit(result, lane, value);
  *x = result;
}

/// Set 64 lanes of a mask. The scalar's most significant bit is the first lane.
static void loadMask(Mask *x, const Mask *y, uint64_t word, uint64_t bits) {
  Mask result = *y;
  for (int lane = 0; lane < 64; ++lane)
    setBit(result, static_cast<int>(word & 3) * 64 + lane,
           bits >> (63 - lane) & 1);
  *x = result;
}

/// A lane that is not defined in an operand, such as one past the vector length
/// of the instruction that made it, is not defined in the result, unless the
/// other operand decides the result.
template <char kind>
static void combineMasks(Mask *x, const Mask *y, const Mask *z) {
  Mask result;
  for (int word = 0; word < kNumLanes / 64; ++word) {
    uint64_t a = y->bits[word], b = z->bits[word];
    uint64_t both = y->defined[word] & z->defined[word];
    uint64_t decided = 0;
    if (kind == '!') // y is negated first
      a = ~a;
    if (kind == '&' || kind == '!') {
      result.bits[word] = a & b;
      decided = (y->defined[word] & ~a) | (z->defined[word] & ~b);
    } else if (kind == '|') {
      result.bits[word] = a | b;
      decided = (y->defined[word] & a) | (z->defined[word] & b);
    } else {
      result.bits[word] = a ^ b;
    }
    result.defined[word] = both | decided;
  }
  *x = result;
}

static void negateMask(Mask *x, const Mask *y) {
  Mask result = *y;
  for (uint64_t &word : result.bits)
    word = ~word;
  *x = result;
}

static uint64_t countMask(const Mask *y, int32_t vl) {
  uint64_t count = 0;
  for (int lane = 0; lane < checkLength(vl); ++lane)
    count += isSet(*y, lane);
  return count;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

template <typename T>
static void addConditions(FunctionTable &table, const std::string &name) {
  table.add(name + "gt.mvl", &makeMask<T, Greater>);
  table.add(name + "lt.mvl", &makeMask<T, Less>);
  table.add(name + "ne.mvl", &makeMask<T, NotEqual>);
  table.add(name + "eq.mvl", &makeMask<T, Equal>);
  table.add(name + "ge.mvl", &makeMask<T, GreaterEqual>);
  table.add(name + "le.mvl", &makeMask<T, LessEqual>);
  table.add(name + "num.mvl", &makeMask<T, Number>);
  table.add(name + "nan.mvl", &makeMask<T, NotANumber>);
  table.add(name + "gtnan.mvl", &makeMask<T, GreaterOrNaN>);
  table.add(name + "ltnan.mvl", &makeMask<T, LessOrNaN>);
  table.add(name + "nenan.mvl", &makeMask<T, NotEqualOrNaN>);
  table.add(name + "eqnan.mvl", &makeMask<T, EqualOrNaN>);
  table.add(name + "genan.mvl", &makeMask<T, GreaterEqualOrNaN>);
  table.add(name + "lenan.mvl", &makeMask<T, LessEqualOrNaN>);
}

void pirch::ve::addMasks(FunctionTable &table) {
  addConditions<int64_t>(table, "vfmkl");
  addConditions<int32_t>(table, "vfmkw");
  addConditions<double>(table, "vfmkd");
  addConditions<float>(table, "vfmks");
  table.add("vfmklat.ml", &constantMask<true>);
  table.add("vfmklaf.ml", &constantMask<false>);
  table.add("lvm.mmss", &loadMask);
  table.add("andm.mmm", &combineMasks<'&'>);
  table.add("orm.mmm", &combineMasks<'|'>);
  table.add("xorm.mmm", &combineMasks<'^'>);
  table.add("nndm.mmm", &combineMasks<'!'>);
  table.add("negm.mm", &negateMask);
  table.add("pcvm.sml", &countMask);
}
