//===- VEBuilder.cpp - Emitting VE's intrinsics ---------------------------===//

#include "Pirch/Conversion/ConstantMemory.h"
#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

std::optional<LaneKind> ve::laneKind(Type type) {
  if (type.isF64())
    return LaneKind::f64;
  if (type.isF32())
    return LaneKind::f32;
  if (type.isInteger(64) || isa<LLVM::LLVMPointerType>(type))
    return LaneKind::i64;
  if (type.isInteger(32))
    return LaneKind::i32;
  if (type.isInteger(1))
    return LaneKind::mask;
  return std::nullopt;
}

LaneKind ve::kindOf(Value value) {
  return *laneKind(cast<VectorType>(value.getType()).getElementType());
}

bool ve::isRegister(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && vector.getDimSize(0) == kLanes &&
         laneKind(vector.getElementType());
}

bool ve::isPair(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 &&
         vector.getDimSize(0) == 2 * kLanes && vector.getElementType().isF32();
}

VEBuilder::VEBuilder(OpBuilder &builder, Operation *at)
    : builder(builder), loc(at->getLoc()), at(at), lanesInUse(kLanes) {
  auto function = at->getParentOfType<func::FuncOp>();
  if (auto used =
          function ? function->getAttrOfType<IntegerAttr>(kLanesInUseAttrName)
                   : IntegerAttr())
    lanesInUse = used.getInt();
}

VectorType VEBuilder::regType() {
  return VectorType::get({kLanes}, builder.getF64Type());
}
VectorType VEBuilder::maskType() {
  return VectorType::get({kLanes}, builder.getI1Type());
}

static StringAttr intrinsic(OpBuilder &builder, StringRef name) {
  return builder.getStringAttr("llvm.ve.vl." + name);
}

Value VEBuilder::scalar(StringRef name, Type type, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, type,
                                       intrinsic(builder, name), operands)
      .getResult(0);
}
Value VEBuilder::reg(StringRef name, ValueRange operands) {
  return scalar(name, regType(), operands);
}
Value VEBuilder::mask(StringRef name, ValueRange operands) {
  return scalar(name, maskType(), operands);
}
void VEBuilder::effect(StringRef name, ValueRange operands) {
  LLVM::CallIntrinsicOp::create(builder, loc, intrinsic(builder, name),
                                operands);
}

Value VEBuilder::i32(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}
Value VEBuilder::i64(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value VEBuilder::movedLength() {
  bool isMoved = llvm::any_of(at->getUsers(), [](Operation *user) {
    return isa<vector::ShuffleOp, arith::SelectOp>(user);
  });
  return isMoved ? i32(kLanes) : length();
}

Value VEBuilder::broadcast(Value value) {
  return broadcast(value, movedLength());
}

Value VEBuilder::broadcast(Value value, Value lanes) {
  Type type = value.getType();
  if (type.isInteger(1)) {
    Value wide =
        arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
    return lanesToMask(broadcast(wide, lanes));
  }
  StringRef name = type.isF64()         ? "vbrdd.vsl"
                   : type.isF32()       ? "vbrds.vsl"
                   : type.isInteger(32) ? "vbrdw.vsl"
                                        : "vbrdl.vsl";
  Value result = reg(name, {value, lanes});
  result.getDefiningOp()->setAttr(kCheapAttrName, builder.getUnitAttr());
  return result;
}

Value ve::broadcastScalar(Value value, LaneKind kind) {
  auto call = value.getDefiningOp<LLVM::CallIntrinsicOp>();
  if (call && call.getIntrin().starts_with("llvm.ve.vl.vbrd") &&
      call.getIntrin().ends_with(".vsl") &&
      laneKind(call.getArgs()[0].getType()) == kind)
    return call.getArgs()[0];
  return {};
}

/// Each word of 64 lanes is made from a scalar, whose most significant bit is
/// the first lane. LLVM's own `<256 x i1>` constants take the least
/// significant bit for it.
Value VEBuilder::constantMask(ArrayRef<bool> lanes) {
  if (llvm::all_of(lanes, [](bool set) { return set; }))
    return mask("vfmklat.ml", {i32(kLanes)});
  if (llvm::none_of(lanes, [](bool set) { return set; }))
    return mask("vfmklaf.ml", {i32(kLanes)});
  Value result = LLVM::PoisonOp::create(builder, loc, maskType());
  for (int64_t word = 0; word < kLanes / 64; ++word) {
    uint64_t bits = 0;
    for (int64_t bit = 0; bit < 64; ++bit)
      bits = bits << 1 | lanes[word * 64 + bit];
    result = mask("lvm.mmss", {result, i64(word), i64(bits)});
  }
  return result;
}

Value VEBuilder::constant(DenseElementsAttr lanes, LaneKind kind) {
  if (kind == LaneKind::mask)
    return constantMask(llvm::to_vector(lanes.getValues<bool>()));
  // All lanes count: what is rotated passes through lanes that the kernel does
  // not use otherwise, and a rotated constant is folded to one.
  if (lanes.isSplat())
    return broadcast(
        arith::ConstantOp::create(
            builder, loc, cast<TypedAttr>(lanes.getSplatValue<Attribute>())),
        i32(kLanes));
  if (isa<IntegerType>(lanes.getElementType())) {
    bool isSequence = true;
    int64_t index = 0;
    for (const APInt &value : lanes.getValues<APInt>())
      isSequence &= value == static_cast<uint64_t>(index++);
    if (isSequence)
      return reg("vseq.vl", {i32(kLanes)});
  }
  return loadConstant(lanes, kind);
}

/// What `vshf` puts into the upper and into the lower halves of the result's
/// lanes: U and L are the upper and lower halves of the lanes of its operands Y
/// and Z.
namespace {
enum ShuffleCode { YUZU = 2, YLYU = 4 };
} // namespace

Value VEBuilder::join(Value first, Value second) {
  return reg("vshf.vvvsl", {first, second, i64(YUZU), length()});
}

Value VEBuilder::takeSecond(Value pair) {
  return reg("vshf.vvvsl", {pair, pair, i64(YLYU), length()});
}

/// The folding of MLIR's conversions makes such constants of two that are
/// joined.
Value VEBuilder::constantPair(DenseElementsAttr lanes) {
  if (lanes.isSplat()) {
    uint64_t bits =
        lanes.getSplatValue<APFloat>().bitcastToAPInt().getZExtValue();
    return broadcast(i64(bits << 32 | bits), i32(kLanes));
  }
  auto values = llvm::to_vector(lanes.getValues<Attribute>());
  auto half = [&](int64_t first) {
    return constant(DenseElementsAttr::get(
                        VectorType::get({kLanes}, lanes.getElementType()),
                        ArrayRef<Attribute>(values).slice(first, kLanes)),
                    LaneKind::f32);
  };
  Value first = half(0);
  return join(first, half(kLanes));
}

/// A register loaded from a global variable of the module, which equal
/// constants share.
Value VEBuilder::loadConstant(DenseElementsAttr lanes, LaneKind kind) {
  Type element = lanes.getElementType();
  Value address = createConstantMemory(builder, loc, lanes);
  StringRef name = kind == LaneKind::f32   ? "vldu.vssl"
                   : kind == LaneKind::i32 ? "vldlsx.vssl"
                                           : "vld.vssl";
  return reg(name,
             {i64(element.getIntOrFloatBitWidth() / 8), address, i32(kLanes)});
}

/// All 256 lanes are made: in rotations, values pass through lanes that the
/// kernel does not use otherwise.
Value VEBuilder::maskToLanes(Value set) {
  Value all = i32(kLanes);
  Value zero = broadcast(i32(0), all);
  Value one = broadcast(i32(1), all);
  return reg("vmrg.vvvml", {zero, one, set, all});
}

Value VEBuilder::lanesToMask(Value lanes) {
  return mask("vfmkwne.mvl", {lanes, i32(kLanes)});
}

Value VEBuilder::select(Value set, Value a, Value b) {
  // A rotation under a mask merges by itself.
  auto call = a.getDefiningOp<LLVM::CallIntrinsicOp>();
  if (call && call.getIntrin() == "llvm.ve.vl.vmv.vsvl")
    return reg("vmv.vsvmvl",
               {call.getArgs()[0], call.getArgs()[1], set, b, i32(kLanes)});
  return reg("vmrg.vvvml", {b, a, set, movedLength()});
}

Value VEBuilder::selectMask(Value set, Value a, Value b) {
  return mask("orm.mmm",
              {mask("andm.mmm", {set, a}), mask("nndm.mmm", {set, b})});
}
