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

/// What the lanes of a register hold.
enum class LaneKind { f64, f32, i64, i32, mask };

/// The kind of lanes that hold values of `type`; nothing if VE has none.
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

  /// A call of `llvm.ve.vl.NAME` that returns a register, a mask, a scalar of
  /// type `type`, or nothing.
  mlir::Value reg(llvm::StringRef name, mlir::ValueRange operands);
  mlir::Value mask(llvm::StringRef name, mlir::ValueRange operands);
  mlir::Value scalar(llvm::StringRef name, mlir::Type type,
                     mlir::ValueRange operands);
  void effect(llvm::StringRef name, mlir::ValueRange operands);

  mlir::Value i32(int64_t value);
  mlir::Value i64(int64_t value);
  /// The vector length: the number of lanes that the kernel fills.
  mlir::Value length() { return i32(lanesInUse); }
  /// The vector length of constants and merges: all lanes where the result is
  /// rotated or merged, as what is rotated passes through lanes that the kernel
  /// does not use otherwise.
  mlir::Value movedLength();
  bool fillsRegister() const { return lanesInUse == kLanes; }

  /// A register that holds `scalar` in all lanes in use, or in the first
  /// `lanes` lanes.
  mlir::Value broadcast(mlir::Value scalar);
  mlir::Value broadcast(mlir::Value scalar, mlir::Value lanes);
  /// The mask in which the lanes are set where `lanes` is true.
  mlir::Value constantMask(llvm::ArrayRef<bool> lanes);
  /// A register that holds the constants `lanes`, of kind `kind`.
  mlir::Value constant(mlir::DenseElementsAttr lanes, LaneKind kind);
  /// The pair (`isPair`) of two registers of f32: `first` in the upper halves of
  /// the lanes, `second` in the lower halves.
  mlir::Value join(mlir::Value first, mlir::Value second);
  /// The second register of a pair. The first one is the pair itself, as f32
  /// lie in the upper halves.
  mlir::Value takeSecond(mlir::Value pair);
  /// A pair that holds the constants `lanes`.
  mlir::Value constantPair(mlir::DenseElementsAttr lanes);
  /// A register of i32 that is 1 in the set lanes of a mask and 0 in the
  /// others.
  mlir::Value maskToLanes(mlir::Value mask);
  /// The mask of the lanes of an i32 register that are not 0.
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

/// The scalar that a broadcast put into all lanes of `reg`; null if `reg` was
/// made otherwise, or if the scalar is not of kind `kind`, as conversions that
/// leave a register as it is may stand between the broadcast and `reg`.
mlir::Value broadcastScalar(mlir::Value reg, LaneKind kind);

/// The kind of the lanes of `value`, a vector.
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
