//===- IndexedAccess.h - Gathers and scatters of one buffer -----*- C++ -*-===//
//
// Gathers and scatters whose lanes access elements of one buffer, and the loads
// and stores that take their place where neighbouring lanes access neighbouring
// elements.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CODEGEN_INDEXEDACCESS_H
#define PIRCH_LIB_CODEGEN_INDEXEDACCESS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <optional>

namespace pirch {

/// Whether all lanes of the constant `mask` are set.
bool isAllTrue(mlir::Value mask);

/// A gather or scatter of the elements of one buffer with the subscripts
/// `index`, one for each lane.
class IndexedAccess {
public:
  /// The access that `op` makes; nothing if it is no such gather or scatter.
  static std::optional<IndexedAccess> of(mlir::Operation *op);

  // What follows asks `op`, as its operands change where another access is
  // replaced.

  /// The pointers, one for each lane.
  mlir::LLVM::GEPOp getPlace() const;
  mlir::Value getIndex() const { return getPlace().getDynamicIndices()[0]; }
  mlir::Value getMask() const;
  /// What a gather's lanes hold that the mask leaves out; null for a scatter.
  mlir::Value getOtherwise() const;
  /// What a scatter stores; null for a gather.
  mlir::Value getStored() const;
  bool isWrite() const { return mlir::isa<mlir::LLVM::masked_scatter>(op); }

  int64_t countLanes() const { return type.getNumElements(); }
  /// Remove the access and the pointers that nothing uses any more.
  void erase() const;

  mlir::Operation *op;
  /// The vector that is gathered or scattered.
  mlir::VectorType type;
  unsigned alignment;

private:
  IndexedAccess(mlir::Operation *op, mlir::VectorType type, unsigned alignment)
      : op(op), type(type), alignment(alignment) {}
};

/// The length of the longest pieces of `access` of which `areConsecutive` says
/// that their lanes access elements that follow each other: all lanes, or a
/// half, a quarter ... of them if `splits`. 0 if there are none.
int64_t findPieceLength(const IndexedAccess &access, bool splits,
                        llvm::function_ref<bool(int64_t)> areConsecutive);

/// Make at the place of `builder` the loads of `access`, a gather, in pieces of
/// `length` lanes, and return what it gathers. Lanes that the mask leaves out
/// are loaded, too, if not `isMasked`.
mlir::Value loadPieces(mlir::OpBuilder &builder, const IndexedAccess &access,
                       int64_t length, bool isMasked);

/// Make the stores of `access`, a scatter, in the same way.
void storePieces(mlir::OpBuilder &builder, const IndexedAccess &access,
                 int64_t length, bool isMasked);

/// A pointer to the element that lane `lane` of `access` accesses.
mlir::Value pointToLane(mlir::OpBuilder &builder, const IndexedAccess &access,
                        int64_t lane);

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_INDEXEDACCESS_H
