//===- BatchedKernel.h - A gpu.func for operations over a batch -*- C++ -*-===//
//
// Builds the kernel that computes operations of linalg, or the body of a loop,
// for one entry of the batch, as a function of the gpu dialect: a block is an
// entry. From there on it is imported as any other kernel of that dialect.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_IMPORT_BATCHEDKERNEL_H
#define PIRCH_LIB_IMPORT_BATCHEDKERNEL_H

#include "BatchedOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {

class BatchedKernel {
public:
  /// `contract` says whether a product and the sum that takes it become one
  /// operation with one rounding.
  BatchedKernel(mlir::OpBuilder &builder, const BatchedOps &ops, bool contract)
      : builder(builder), ops(ops), contract(contract) {}

  /// The function for operations that lie side by side in a block.
  /// `temporaries` are memrefs of which nobody else knows: they become
  /// variables.
  mlir::gpu::GPUFuncOp buildOps(mlir::Location loc, llvm::StringRef name,
                                llvm::ArrayRef<mlir::Value> temporaries);

  /// The function for the body of a loop, whose index is `index`. Memrefs of
  /// `slices` are read and written only at the entry `index` of a dimension,
  /// which is the second of the pair: each entry is held in a private variable.
  mlir::gpu::GPUFuncOp
  buildLoop(mlir::Location loc, llvm::StringRef name, mlir::Block &body,
            mlir::Value index,
            llvm::ArrayRef<std::pair<mlir::Value, unsigned>> slices);

  /// What a launch passes to the function.
  llvm::ArrayRef<mlir::Value> getArguments() const {
    return arguments.getArrayRef();
  }

private:
  /// A variable that takes the place of a memref, without these subscripts.
  struct Variable {
    mlir::Value memref;
    llvm::SmallVector<unsigned> dropped;
  };

  mlir::gpu::GPUFuncOp makeFunction(mlir::Location loc, llvm::StringRef name);
  void orderArguments();
  void findItems(mlir::Location loc);
  void capture(mlir::Value value);
  void captureFrom(mlir::Operation *op, mlir::Block *within);

  void addTemporary(mlir::Value memref);
  void addSlice(mlir::Value memref, unsigned dim);
  /// Copy between a slice's variable and the entry of the batch.
  void copySlice(mlir::Value memref, unsigned dim, bool isBack);

  void emitBlock(mlir::Block &block);
  void emitOps(llvm::ArrayRef<BatchedOp> batched);
  void emitOp(const BatchedOp &batched);
  void emitCopy(mlir::memref::CopyOp op);
  void cloneOp(mlir::Operation *op);
  /// Emit what `body` does for each index of `extents`.
  void emitLoops(mlir::Location loc, llvm::ArrayRef<int64_t> extents,
                 llvm::function_ref<void(mlir::ValueRange)> body);
  /// Emit the reductions of `batched` from `dim` on, and give what the
  /// accumulators are behind them.
  llvm::SmallVector<mlir::Value>
  emitReductions(const BatchedOp &batched, llvm::ArrayRef<unsigned> dims,
                 llvm::MutableArrayRef<mlir::Value> indices,
                 mlir::ValueRange accumulators);
  llvm::SmallVector<mlir::Value> emitBody(const BatchedOp &batched,
                                          mlir::ValueRange indices,
                                          mlir::ValueRange accumulators);
  /// Make one operation of each product whose only use is a sum.
  void contractProducts(llvm::ArrayRef<mlir::Operation *> emitted,
                        llvm::MutableArrayRef<mlir::Value> results);

  llvm::SmallVector<mlir::Value> subscripts(const BatchedOp &batched,
                                            mlir::OpOperand &operand,
                                            mlir::ValueRange indices);
  /// The function's value for one from outside.
  mlir::Value lookup(mlir::Value value);
  mlir::Value load(mlir::Location loc, mlir::Value memref,
                   mlir::ValueRange subscripts);
  void store(mlir::Location loc, mlir::Value value, mlir::Value memref,
             mlir::ValueRange subscripts);
  mlir::Value index(mlir::Location loc, int64_t value);

  mlir::OpBuilder &builder;
  const BatchedOps &ops;
  bool contract;
  mlir::gpu::GPUFuncOp function;
  mlir::IRMapping values;
  llvm::SetVector<mlir::Value> arguments;
  llvm::DenseMap<mlir::Value, Variable> variables;
  /// What every element of a memref is, where a fill of it was left out.
  llvm::DenseMap<mlir::Value, mlir::Value> filled;
  mlir::Value entry;
  llvm::SmallVector<mlir::Value> items;
};

} // namespace pirch

#endif // PIRCH_LIB_IMPORT_BATCHEDKERNEL_H
