//===- KernelBuilder.h - Building kernels in work-item form -----*- C++ -*-===//
//
// What importers of other dialects share: a kernel with its parameters and the
// indexes of its grid, variables, and arithmetic on 64-bit numbers that folds
// what is known.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_IMPORT_KERNELBUILDER_H
#define PIRCH_LIB_IMPORT_KERNELBUILDER_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Support/Extents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace pirch {

class KernelBuilder {
public:
  /// Begin a kernel of groups of these extents, at the place where `builder`
  /// inserts. Afterwards `builder` inserts into its body.
  KernelBuilder(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::StringRef name, llvm::ArrayRef<int64_t> shape);

  KernelOp getKernel() { return kernel; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getGroupSize() const { return productOf(shape); }

  //===--------------------------------------------------------------------===//
  // Parameters
  //===--------------------------------------------------------------------===//

  /// Whether a parameter of a call in C, or an element of its buffers, may have
  /// the type.
  static bool isParameterType(mlir::Type type);

  /// Add a parameter: a scalar, or a buffer of type `memref<?xT>`. `tag` is the
  /// caller's word for it. One that is not needed is dropped at the end unless
  /// the body uses it. All of them are added before `addGridParameters`.
  mlir::Value addParameter(llvm::StringRef name, mlir::Type type,
                           mlir::Location loc, int64_t tag,
                           bool isNeeded = true);
  void addGridParameters(mlir::Location loc);

  /// Drop what nothing uses, write down the kernel's type and names, and give
  /// the tags of the parameters that are left, in their order.
  llvm::SmallVector<int64_t> finish();

  //===--------------------------------------------------------------------===//
  // Indexes, as i64
  //===--------------------------------------------------------------------===//

  /// The place of the work item in its group, counted along x first.
  mlir::Value linearLocalId(mlir::Location loc);
  mlir::Value localId(unsigned dim, mlir::Location loc);
  mlir::Value groupId(unsigned dim, mlir::Location loc);
  mlir::Value numGroups(unsigned dim, mlir::Location loc);

  //===--------------------------------------------------------------------===//
  // Numbers
  //===--------------------------------------------------------------------===//

  mlir::Value number(int64_t value, mlir::Location loc);
  template <typename OpT>
  mlir::Value fold(mlir::Value lhs, mlir::Value rhs, mlir::Location loc) {
    return builder.createOrFold<OpT>(loc, lhs, rhs);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs, mlir::Location loc) {
    return fold<mlir::arith::AddIOp>(lhs, rhs, loc);
  }
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs, mlir::Location loc) {
    return fold<mlir::arith::MulIOp>(lhs, rhs, loc);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs, mlir::Location loc) {
    return mlir::arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// A variable of `count` elements, of the group or of the work item.
  mlir::Value makeVariable(mlir::Type element, int64_t count, bool isLocal,
                           mlir::Location loc);
  /// A table of constants, an array of one dimension.
  mlir::Value makeTable(mlir::DenseElementsAttr constants, mlir::Location loc);
  /// Element `place`, an i64, of a buffer or variable.
  mlir::Value load(mlir::Value memref, mlir::Value place, mlir::Location loc);
  void store(mlir::Value value, mlir::Value memref, mlir::Value place,
             mlir::Location loc);

private:
  struct Parameter {
    std::string name;
    mlir::Value value;
    int64_t tag;
    bool isNeeded;
  };
  /// The type of a parameter in C.
  std::string getCType(const Parameter &parameter) const;

  mlir::OpBuilder &builder;
  KernelOp kernel;
  mlir::Block *entry;
  Extents shape;
  llvm::SmallVector<Parameter> parameters;
  llvm::SmallVector<mlir::Value, 3> gridGroups, gridIds;
};

} // namespace pirch

#endif // PIRCH_LIB_IMPORT_KERNELBUILDER_H
