//===- GPUImporter.h - One kernel of the gpu dialect ------------*- C++ -*-===//
//
// The importer of kernels of the gpu dialect, whose parts are in GPU*.cpp of
// this folder.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_IMPORT_GPUIMPORTER_H
#define PIRCH_LIB_IMPORT_GPUIMPORTER_H

#include "KernelBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace pirch {

/// What a parameter of a kernel is to the function's argument: itself (a scalar
/// or the pointer of a memref), or what the memref's descriptor has besides.
enum class ParameterPart { whole, offset, size, stride };

/// Where a parameter of a kernel comes from.
struct ParameterSource {
  unsigned argument;
  ParameterPart part;
  unsigned dim = 0;
};

/// Imports the body of a `gpu.func`, operation by operation.
class GPUImporter {
public:
  GPUImporter(mlir::gpu::GPUFuncOp function, llvm::ArrayRef<int64_t> shape,
              int64_t subgroupSize, mlir::OpBuilder &builder,
              llvm::StringRef name)
      : function(function), subgroupSize(subgroupSize), builder(builder),
        kernel(builder, function.getLoc(), name, shape) {}

  mlir::LogicalResult import();

  KernelOp getKernel() { return kernel.getKernel(); }
  /// Of each parameter of the kernel, but those of a grid.
  llvm::ArrayRef<ParameterSource> getSources() const { return sources; }
  int64_t getNumExchanges() const { return numExchanges; }

private:
  /// A memref of the kernel: element (i, j, ...) lies at place
  /// `offset + i * strides[0] + j * strides[1] + ...` of a buffer or variable.
  struct View {
    mlir::Value buffer, offset;
    llvm::SmallVector<mlir::Value> sizes, strides;
  };

  // GPUToPirch.cpp
  mlir::LogicalResult addParameters();
  mlir::LogicalResult addMemory(llvm::ArrayRef<mlir::BlockArgument> memrefs,
                                bool isLocal);
  mlir::LogicalResult addMemRefParameter(mlir::BlockArgument argument,
                                         llvm::StringRef name);
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult emitPoison(mlir::ub::PoisonOp op);
  mlir::LogicalResult emitIndexCast(mlir::Operation *op, bool isSigned);
  mlir::LogicalResult emitArithmetic(mlir::Operation *op);
  /// The type of the kernel's value for a value of the function; null, with an
  /// error at `op`, where there is none.
  mlir::Type convertType(mlir::Type type, mlir::Operation *op);
  mlir::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &what);

  // GPUIndices.cpp
  /// Emit `op` if it asks for an index or a size.
  bool emitIndex(mlir::Operation *op);

  // GPUMemory.cpp
  mlir::LogicalResult emitMemory(mlir::Operation *op);
  mlir::LogicalResult emitVariable(mlir::Value result, bool isLocal,
                                   mlir::Operation *op);
  mlir::LogicalResult emitLoad(mlir::memref::LoadOp op);
  mlir::LogicalResult emitStore(mlir::memref::StoreOp op);
  mlir::LogicalResult emitAtomic(mlir::memref::AtomicRMWOp op);
  mlir::LogicalResult emitSubView(mlir::memref::SubViewOp op);
  mlir::LogicalResult emitReinterpret(mlir::memref::ReinterpretCastOp op);
  mlir::LogicalResult emitCollapse(mlir::memref::CollapseShapeOp op);
  mlir::LogicalResult emitExpand(mlir::memref::ExpandShapeOp op);
  mlir::LogicalResult emitTranspose(mlir::memref::TransposeOp op);
  mlir::LogicalResult emitMetadata(mlir::memref::ExtractStridedMetadataOp op);
  mlir::LogicalResult emitDim(mlir::memref::DimOp op);
  mlir::LogicalResult emitGlobal(mlir::memref::GetGlobalOp op);
  mlir::LogicalResult emitTable(mlir::memref::GetGlobalOp op,
                                mlir::DenseElementsAttr constants);
  View *findView(mlir::Value memref, mlir::Operation *op);
  mlir::Value placeOf(const View &view, mlir::ValueRange indices,
                      mlir::Location loc);
  mlir::Value numberOf(mlir::OpFoldResult value, mlir::Location loc);
  /// The strides of elements that lie side by side, the last dimension's first.
  llvm::SmallVector<mlir::Value> makeStrides(llvm::ArrayRef<mlir::Value> sizes,
                                             mlir::Location loc);

  // GPUControl.cpp
  mlir::LogicalResult emitIf(mlir::scf::IfOp op);
  mlir::LogicalResult emitFor(mlir::scf::ForOp op);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp op);
  /// A variable for each value, each holding it; nothing, with an error at
  /// `op`, where a value is a memref.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  makeVariables(mlir::ValueRange values, mlir::Operation *op);
  void storeAll(mlir::ValueRange values, llvm::ArrayRef<mlir::Value> variables,
                mlir::Location loc);
  void loadAll(llvm::ArrayRef<mlir::Value> variables, mlir::ValueRange values,
               mlir::Location loc);

  // GPUExchanges.cpp
  using Combine =
      llvm::function_ref<mlir::Value(mlir::Value lhs, mlir::Value rhs)>;
  mlir::LogicalResult emitShuffle(mlir::gpu::ShuffleOp op);
  mlir::LogicalResult emitRotate(mlir::gpu::RotateOp op);
  mlir::LogicalResult emitAllReduce(mlir::gpu::AllReduceOp op);
  mlir::LogicalResult emitSubgroupReduce(mlir::gpu::SubgroupReduceOp op);
  mlir::Value emitTree(mlir::Value value, int64_t size, int64_t stride,
                       Combine combine, mlir::Location loc);
  mlir::Value shuffleFrom(mlir::Value value, mlir::Value source,
                          mlir::Location loc);
  mlir::Value laneId(mlir::Location loc);

  mlir::Value lookup(mlir::Value value) { return values.lookup(value); }
  void define(mlir::Value value, mlir::Value imported) {
    values.map(value, imported);
  }

  mlir::gpu::GPUFuncOp function;
  int64_t subgroupSize;
  mlir::OpBuilder &builder;
  KernelBuilder kernel;
  mlir::IRMapping values;
  llvm::DenseMap<mlir::Value, View> views;
  /// The variable of each global of the workgroup's memory.
  llvm::DenseMap<mlir::Attribute, mlir::Value> globals;
  llvm::SmallVector<ParameterSource> sources;
  int64_t numExchanges = 0;
};

} // namespace pirch

#endif // PIRCH_LIB_IMPORT_GPUIMPORTER_H
