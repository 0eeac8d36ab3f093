//===- Passes.td - Passes for AMD GPUs -------------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_ROCDL_PASSES_TD
#define PIRCH_TARGET_ROCDL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertThreadsToROCDL : Pass<"pirch-threads-to-rocdl", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower the gpu dialect to ROCDL";
  let description = [{
    Runs MLIR's own patterns from the gpu and memref dialects to ROCDL and LLVM,
    as `convert-gpu-to-rocdl` does, and replaces some of them:

    - `gpu.shuffle idx` of 64 bits is two of 32, and one of 32 bits is one
      `rocdl.ds_bpermute`: MLIR's asks whether the source is in the wavefront,
      which is known;
    - `gpu.subgroup_reduce or` of a bit compares a ballot with zero, and
      `gpu.all_reduce or` of a bit goes through a word of local memory;
    - `pirch.subgroup_barrier` is a fence of the wavefront and
      `llvm.amdgcn.wave.barrier`;
    - `gpu.block_dim` is a constant where the kernel says how large blocks are,
      which MLIR would ask a library for;
    - `llvm.alloca` makes memory of the thread in its own address space.

    Example:

    ```mlir
    %v, %valid = gpu.shuffle idx %x, %from, %c64 : i32
    // is
    %address = llvm.shl %from, %c2 : i32
    %v = rocdl.ds_bpermute %address, %x : (i32, i32) -> i32
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"gfx90a\"", "the GPU's architecture">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::ROCDL::ROCDLDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

#endif // PIRCH_TARGET_ROCDL_PASSES_TD
