//===- Passes.td - Passes for NVIDIA GPUs ----------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_NVVM_PASSES_TD
#define PIRCH_TARGET_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertThreadsToNVVM : Pass<"pirch-threads-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower the gpu dialect to NVVM";
  let description = [{
    Runs MLIR's own patterns from the gpu and memref dialects to NVVM and LLVM,
    as `convert-gpu-to-nvvm` does, and adds what they lack:

    - `gpu.shuffle` of 64 bits is two of 32;
    - `gpu.subgroup_reduce or` of a bit is `nvvm.vote.sync any`, `gpu.all_reduce
      or` the same of a block, `nvvm.barrier` with a reduction;
    - `pirch.subgroup_barrier` is `nvvm.bar.warp.sync`;
    - a kernel whose number of threads is known demands exactly as many
      (`nvvm.reqntid`), where MLIR says at most, and says that one block on a
      multiprocessor is enough, which keeps ptxas from spilling for more.

    Operations of LLVM such as `llvm.intr.sqrt` stay, for which
    `convert-gpu-to-nvvm` demands calls of CUDA's libdevice.

    Example:

    ```mlir
    %v, %valid = gpu.shuffle idx %x, %from, %c32 : f32
    // is
    %v = nvvm.shfl.sync idx %all, %x, %from, %c31 : f32 -> f32
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

#endif // PIRCH_TARGET_NVVM_PASSES_TD
