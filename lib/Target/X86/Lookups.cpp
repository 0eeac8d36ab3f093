//===- Lookups.cpp - Lanes chosen at run time, on x86 ---------------------===//
//
// A lookup works on integers and floats alike by their bits. Both instruction
// sets make it for registers that are as wide as an instruction wants: narrower
// vectors are widened, and vectors of two registers are two sources.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/X86/Lookups.h"
#include "Pirch/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace pirch;

bool x86::hasFeature(llvm::StringRef cpu, llvm::StringRef feature) {
  if (cpu.empty())
    return hostHasFeatures(feature);
  SmallVector<StringRef> features;
  if (llvm::X86::parseArchX86(cpu) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(cpu, features);
  return llvm::is_contained(features, feature);
}

namespace {

/// Makes operations on vectors at one place.
class Lanes {
public:
  Lanes(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  static int64_t countLanes(Value value) {
    return cast<VectorType>(value.getType()).getNumElements();
  }
  static int64_t countBits(Value value) {
    return countLanes(value) *
           cast<VectorType>(value.getType()).getElementTypeBitWidth();
  }
  static Type elementOf(Value value) {
    return getElementTypeOrSelf(value.getType());
  }
  static int64_t elementBits(Value value) {
    return elementOf(value).getIntOrFloatBitWidth();
  }

  /// Lanes `first` to `first + count - 1`; those behind the last may be
  /// anything.
  Value slice(Value value, int64_t first, int64_t count) {
    int64_t lanes = countLanes(value);
    if (first == 0 && count == lanes)
      return value;
    SmallVector<int64_t> mask;
    for (int64_t lane = first; lane < first + count; ++lane)
      mask.push_back(lane < lanes ? lane : -1);
    return vector::ShuffleOp::create(builder, loc, value, value, mask);
  }
  /// `value` with lanes added behind the last, to at least `bits` bits.
  Value widened(Value value, int64_t bits) {
    return slice(value, 0,
                 std::max(countLanes(value), bits / elementBits(value)));
  }
  Value join(Value low, Value high) {
    return vector::ShuffleOp::create(
        builder, loc, low, high,
        llvm::to_vector(llvm::seq<int64_t>(0, 2 * countLanes(low))));
  }
  Value bitCast(Value value, int64_t lanes, Type element) {
    return vector::BitCastOp::create(builder, loc,
                                     VectorType::get({lanes}, element), value);
  }
  Value all(Value like, int64_t number) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            cast<VectorType>(like.getType()),
            Attribute(builder.getIntegerAttr(elementOf(like), number))));
  }
  Value bitAnd(Value value, int64_t number) {
    return arith::AndIOp::create(builder, loc, value, all(value, number));
  }
  Value multiplied(Value value, int64_t factor, int64_t addend) {
    Value product =
        arith::MulIOp::create(builder, loc, value, all(value, factor));
    return arith::AddIOp::create(builder, loc, product, all(value, addend));
  }
  /// `b` in the lanes of which `index` has the bit `bit` set, else `a`.
  Value selectByBit(Value index, int64_t bit, Value a, Value b) {
    Value isSet = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        bitAnd(index, bit), all(index, 0));
    return arith::SelectOp::create(builder, loc, isSet, b, a);
  }
  Value call(const Twine &name, Type result, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(builder, loc, result,
                                         builder.getStringAttr(name), operands)
        .getResult(0);
  }

  OpBuilder &builder;
  Location loc;
};

/// How an instruction set makes a lookup in `sources`, each at most a register.
using LookupFn =
    llvm::function_ref<Value(Lanes &, ValueRange sources, Value index)>;

} // namespace

/// A lookup in one source that fills two registers of `registerBits` is one for
/// each half of the result.
static Value lowerByRegisters(OpBuilder &builder, Location loc,
                              ValueRange sources, Value index,
                              int64_t registerBits, LookupFn lookUp) {
  Lanes make(builder, loc);
  Value first = sources.front();
  if (Lanes::countBits(first) <= registerBits)
    return lookUp(make, sources, index);
  int64_t half = Lanes::countLanes(first) / 2;
  Value parts[] = {make.slice(first, 0, half), make.slice(first, half, half)};
  return make.join(lookUp(make, parts, make.slice(index, 0, half)),
                   lookUp(make, parts, make.slice(index, half, half)));
}

/// What lookups in one and in two sources of at most a register cost, and the
/// registers of a source.
static std::optional<int64_t> costByRegisters(int64_t registers,
                                              int64_t numSources, int64_t one,
                                              int64_t two) {
  if (registers <= 1)
    return numSources == 1 ? one : two;
  if (registers == 2 && numSources == 1)
    return 2 * two;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// AVX-512
//===----------------------------------------------------------------------===//

static constexpr int64_t kAVX512Bits = 512;

std::optional<int64_t> x86::getAVX512LookupCost(Type element, int64_t lanes,
                                                int64_t numSources,
                                                bool hasBytes) {
  int64_t bits = element.getIntOrFloatBitWidth();
  if (bits < 8 || !llvm::isPowerOf2_64(bits))
    return std::nullopt;
  if (bits == 8 && !hasBytes)
    return getAVX2LookupCost(element, lanes, numSources);
  return costByRegisters(llvm::divideCeil(lanes * bits, kAVX512Bits),
                         numSources, 2, 2);
}

/// vpermb, vpermw, vpermd, vpermq and their forms for floats and two sources.
static Value permute512(Lanes &make, ValueRange sources, Value index) {
  Value first = sources.front();
  int64_t lanes = Lanes::countLanes(first), bits = Lanes::elementBits(first);
  Type element = Lanes::elementOf(first);
  if (isa<FloatType>(element) && bits == 16) {
    SmallVector<Value> bitsOfSources;
    for (Value source : sources)
      bitsOfSources.push_back(
          make.bitCast(source, lanes, make.builder.getI16Type()));
    return make.bitCast(permute512(make, bitsOfSources, index), lanes, element);
  }
  bool isFloat = isa<FloatType>(element);
  int64_t least = sources.size() == 1 && bits >= 32 ? 256 : 128;
  // Of a wider register, an index could reach lanes that are none.
  if (Lanes::countBits(first) < least)
    index = make.bitAnd(index, lanes * sources.size() - 1);
  SmallVector<Value> wide;
  for (Value source : sources)
    wide.push_back(make.widened(source, least));
  if (sources.size() == 2 && Lanes::countLanes(wide[0]) != lanes) {
    // Few lanes of both fit one register.
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < Lanes::countLanes(wide[0]); ++lane)
      mask.push_back(lane < 2 * lanes ? lane : -1);
    wide = {vector::ShuffleOp::create(make.builder, make.loc, sources[0],
                                      sources[1], mask)
                .getResult()};
    return make.slice(permute512(make, wide, make.widened(index, least)), 0,
                      lanes);
  }
  index = make.widened(index, least);
  int64_t width = Lanes::countBits(wide.front());
  Type type = wide.front().getType();
  std::string size = std::to_string(width);
  Value result;
  if (wide.size() == 2) {
    StringRef name = bits == 8    ? "qi"
                     : bits == 16 ? "hi"
                     : bits == 32 ? (isFloat ? "ps" : "d")
                                  : (isFloat ? "pd" : "q");
    result = make.call("llvm.x86.avx512.vpermi2var." + name + "." + size, type,
                       {wide[0], index, wide[1]});
  } else if (bits == 32 && width == 256) {
    result = make.call(isFloat ? "llvm.x86.avx2.permps" : "llvm.x86.avx2.permd",
                       type, {wide[0], index});
  } else {
    StringRef name = bits == 8    ? "qi"
                     : bits == 16 ? "hi"
                     : bits == 32 ? (isFloat ? "sf" : "si")
                                  : (isFloat ? "df" : "di");
    result = make.call("llvm.x86.avx512.permvar." + name + "." + size, type,
                       {wide[0], index});
  }
  return make.slice(result, 0, lanes);
}

Value x86::lowerAVX512Lookup(OpBuilder &builder, Location loc,
                             ValueRange sources, Value index) {
  return lowerByRegisters(builder, loc, sources, index, kAVX512Bits,
                          permute512);
}

//===----------------------------------------------------------------------===//
// AVX2
//===----------------------------------------------------------------------===//

static constexpr int64_t kAVX2Bits = 256;

/// Of 32-bit lanes one instruction; 64-bit lanes are pairs of these, whose
/// indexes take three more; bytes come from the halves of a register.
std::optional<int64_t> x86::getAVX2LookupCost(Type element, int64_t lanes,
                                              int64_t numSources) {
  int64_t bits = element.getIntOrFloatBitWidth();
  if (bits < 8 || !llvm::isPowerOf2_64(bits))
    return std::nullopt;
  bool isHalf = lanes * bits <= kAVX2Bits / 2;
  int64_t one = bits == 32   ? 2
                : bits == 64 ? 5
                             : (isHalf ? 2 : 5) + (bits == 16 ? 3 : 0);
  return costByRegisters(llvm::divideCeil(lanes * bits, kAVX2Bits), numSources,
                         one, 2 * one + 2);
}

static Value permute256(Lanes &make, Value source, Value index) {
  int64_t lanes = Lanes::countLanes(source), bits = Lanes::elementBits(source);
  Type element = Lanes::elementOf(source);
  Type i8 = make.builder.getI8Type(), i32 = make.builder.getI32Type();
  index = make.bitAnd(index, lanes - 1);
  if (bits == 8) {
    constexpr int64_t kHalf = kAVX2Bits / 2 / 8;
    if (lanes <= kHalf) {
      Value wide = make.widened(source, kAVX2Bits / 2);
      return make.slice(make.call("llvm.x86.ssse3.pshuf.b.128", wide.getType(),
                                  {wide, make.widened(index, kAVX2Bits / 2)}),
                        0, lanes);
    }
    Value inHalf = make.bitAnd(index, kHalf - 1), found[2];
    for (int64_t half : {0, 1}) {
      Value part = make.slice(source, half * kHalf, kHalf);
      found[half] = make.call("llvm.x86.avx2.pshuf.b", source.getType(),
                              {make.join(part, part), inHalf});
    }
    return make.selectByBit(index, kHalf, found[0], found[1]);
  }
  if (bits == 16) { // lane i is bytes 2i and 2i + 1
    Value bytes =
        make.bitCast(make.multiplied(index, 0x0202, 0x0100), 2 * lanes, i8);
    return make.bitCast(
        permute256(make, make.bitCast(source, 2 * lanes, i8), bytes), lanes,
        element);
  }
  source = make.widened(source, kAVX2Bits);
  index = make.widened(index, kAVX2Bits);
  bool isFloat = isa<FloatType>(element);
  Type part = isFloat ? Type(make.builder.getF32Type()) : Type(i32);
  int64_t parts = kAVX2Bits / 32;
  if (bits == 64) { // lane i is parts 2i and 2i + 1
    Value low = arith::ShLIOp::create(make.builder, make.loc, index,
                                      make.all(index, 1));
    Value high = arith::ShLIOp::create(make.builder, make.loc, index,
                                       make.all(index, 33));
    high = arith::OrIOp::create(make.builder, make.loc, high,
                                make.all(index, int64_t(1) << 32));
    index = make.bitCast(
        arith::OrIOp::create(make.builder, make.loc, low, high), parts, i32);
    source = make.bitCast(source, parts, part);
  }
  Value result =
      make.call(isFloat ? "llvm.x86.avx2.permps" : "llvm.x86.avx2.permd",
                source.getType(), {source, index});
  if (bits == 64)
    result = make.bitCast(result, parts / 2, element);
  return make.slice(result, 0, lanes);
}

Value x86::lowerAVX2Lookup(OpBuilder &builder, Location loc, ValueRange sources,
                           Value index) {
  return lowerByRegisters(
      builder, loc, sources, index, kAVX2Bits,
      [](Lanes &make, ValueRange parts, Value where) {
        Value first = permute256(make, parts.front(), where);
        if (parts.size() == 1)
          return first;
        return make.selectByBit(where, Lanes::countLanes(first), first,
                                permute256(make, parts.back(), where));
      });
}
