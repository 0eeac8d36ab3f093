//===- VELowering.h - Vectors to VE's intrinsics ----------------*- C++ -*-===//
//
// Shared by the parts of convert-vector-to-ve. Every register of the vector
// engine is a `vector<256xf64>` to LLVM's back end, whatever its lanes hold: an
// f64 or i64 fills a lane, an f32 its upper half, an i32 its lower half with
// nothing defined above. Masks are `vector<256xi1>`.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_VE_VELOWERING_H
#define PIRCH_LIB_TARGET_VE_VELOWERING_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pirch::ve {

inline constexpr int64_t kLanes = 256;

/// What a lane holds.
enum class LaneKind { f64, f32, i64, i32, mask };

/// Nothing where VE's registers have no lanes of the type.
std::optional<LaneKind> laneKind(mlir::Type type);

/// Whether `type` is a vector that this conversion replaces or makes.
bool isRegister(mlir::Type type);

/// Whether `type` is two vectors of f32 that share a register: the first in the
/// upper halves of the lanes, the second in the lower ones.
bool isPair(mlir::Type type);

/// Emits intrinsics at one place.
class VEBuilder {
public:
  VEBuilder(mlir::OpBuilder &builder, mlir::Operation *at);

  /// A call of `llvm.ve.vl.NAME` that gives a register, a mask or nothing.
  mlir::Value reg(llvm::StringRef name, mlir::ValueRange operands);
  mlir::Value mask(llvm::StringRef name, mlir::ValueRange operands);
  mlir::Value scalar(llvm::StringRef name, mlir::Type type,
                     mlir::ValueRange operands);
  void effect(llvm::StringRef name, mlir::ValueRange operands);

  mlir::Value i32(int64_t value);
  mlir::Value i64(int64_t value);
  /// The vector length: as many lanes as the kernel fills.
  mlir::Value length() { return i32(lanesInUse); }
  bool fillsRegister() const { return lanesInUse == kLanes; }

  /// A scalar in all lanes.
  mlir::Value broadcast(mlir::Value scalar);
  /// The same, with the number of lanes given.
  mlir::Value broadcast(mlir::Value scalar, mlir::Value lanes);
  /// The mask with these lanes set.
  mlir::Value constantMask(llvm::ArrayRef<bool> lanes);
  /// Lanes of `lanes` known at compile time, of kind `kind`.
  mlir::Value constant(mlir::DenseElementsAttr lanes, LaneKind kind);
  /// 1 and 0 for the set and other lanes of a mask, as i32.
  mlir::Value maskToLanes(mlir::Value mask);
  /// Lanes of an i32 register that are not 0.
  mlir::Value lanesToMask(mlir::Value lanes);
  /// `mask ? a : b`
  mlir::Value select(mlir::Value mask, mlir::Value a, mlir::Value b);
  mlir::Value selectMask(mlir::Value mask, mlir::Value a, mlir::Value b);

  mlir::VectorType regType();
  mlir::VectorType maskType();

  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  mlir::Value loadConstant(mlir::DenseElementsAttr lanes, LaneKind kind);

  mlir::Operation *at;
  int64_t lanesInUse;
};

/// The scalar in all lanes of a register that a broadcast just made, or null,
/// also where it is none of lanes of this kind: conversions that leave a
/// register as it is may stand between.
mlir::Value broadcastScalar(mlir::Value reg, LaneKind kind);

/// What a vector of this type holds.
LaneKind kindOf(mlir::Value value);

/// Arithmetic in one instruction, and constants.
void populateArithPatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Comparisons, selections, least and greatest.
void populateComparePatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
/// Integer operations of several instructions, and conversions.
void populateIntegerPatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
/// Broadcasts, rotations, votes.
void populateLanePatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
/// Loads, stores, gathers, scatters and their addresses.
void populateMemoryPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

} // namespace pirch::ve

#endif // PIRCH_LIB_TARGET_VE_VELOWERING_H
