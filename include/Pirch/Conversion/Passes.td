//===- Passes.td - Conversions out of the PIRCH dialect --------*- tablegen -*-===//

#ifndef PIRCH_CONVERSION_PASSES_TD
#define PIRCH_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPirchToVector : Pass<"convert-pirch-to-vector", "::mlir::ModuleOp"> {
  let summary = "Split packed infregs into chunks of native vector width";
  let description = [{
    Every kernel becomes a `func.func` over a range of groups, whose parameters
    are those of the kernel, the first group and the number of groups. Infregs with assigned lanes become lists
    of `vector<LxT>` chunks, where L is the number of lanes that the target's
    register has for the kernel's widest data type; lane maps become renamings,
    broadcasts, one- and two-source shuffles and blends; memory accesses become
    contiguous (masked) loads and stores where the lanes of a chunk, or the
    chunks of a block that is then transposed, are contiguous, and gathers and
    scatters otherwise.
  }];
  let statistics = [
    Statistic<"numChunks", "chunks", "Chunk values made">,
    Statistic<"numShuffles", "shuffles", "Vector shuffles emitted">,
    Statistic<"numGathers", "gathers", "Gathers and scatters emitted">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::func::FuncDialect",
    "::mlir::vector::VectorDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def Distribute : Pass<"pirch-distribute", "::mlir::ModuleOp"> {
  let summary = "Make work items the threads of a GPU";
  let description = [{
    Every kernel becomes a `gpu.func`, the program of one thread, in a
    `gpu.module`. A work item is a thread, and as many whole groups as fit share a
    warp. An infreg is one scalar of each thread for each group of the pack and
    array element. The
    patterns of lane maps are those that `pirch-select-reorders` chose: `reuse`
    is a renaming, a permutation of one register a `gpu.shuffle`, whose source is
    a constant where all items read the same; merges select by a bit of a
    constant that the item's index picks; loops go on while any thread of the
    warp votes so (`gpu.subgroup_reduce or`).

    No exchange stands in a branch that depends on the thread: those left over in
    a warp, and those past the last group, do what the last group does, and store
    nothing. All threads of the warp are thus members of every exchange. Stores are followed by a
    barrier of the warp (`pirch.subgroup_barrier`) before the next access.

    An access plan (`AccessPlan.h`) says how a load or store reaches memory, chosen
    by cost (`getWarpMemory` of the target). Each thread accesses its own elements
    one by one; or several of them by one vector, if its address turns out to be
    aligned at run time; or the warp moves consecutive elements together, and each
    thread gets its own through workgroup memory, in which padding keeps the rows
    of different threads on different banks.

    An element at a run-time subscript is selected among all elements of the
    array, or the array is stored to the thread's local memory once and elements
    are loaded from there, whichever costs less.

    A group of more work items than a warp has threads, up to 1024, takes all warps
    of a block:
    exchanges that no shuffle reaches go through workgroup memory, and barriers
    and votes are the block's (`gpu.barrier`, `gpu.all_reduce or`).

    Needs packed kernels (`pirch-pack-work-groups`) whose patterns of lane maps
    are selected, for a target whose work items are threads
    (`distributesWorkItems`).
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "say how each access reaches memory">
  ];
  let statistics = [
    Statistic<"numDirect", "direct", "Accesses by each thread on its own">,
    Statistic<"numVectors", "vectors", "Accesses by vectors of each thread">,
    Statistic<"numTransposed", "transposed",
              "Accesses through shared memory">,
    Statistic<"numLocalArrays", "local-arrays", "Arrays in local memory">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"
  ];
}

def LowerLookups : Pass<"pirch-lower-lookups", "::mlir::func::FuncOp"> {
  let summary = "Make the target's instructions that take lanes chosen at run time";
  let description = [{
    The function's target (`pirch.target`) says what becomes of each
    `pirch.lookup` (`lowerLookup`), on AVX-512

    ```mlir
    %r = pirch.lookup %a, %b[%i]
        : vector<8xf64>, vector<8xf64> by vector<8xi64>
    ```

    this call, which becomes `vpermi2pd` or `vpermt2pd`:

    ```mlir
    %r = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.pd.512"(%a, %i, %b)
        : (vector<8xf64>, vector<8xi64>, vector<8xf64>) -> vector<8xf64>
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def AccurateMathToLibm : Pass<"pirch-accurate-math-to-libm", "::mlir::ModuleOp"> {
  let summary = "Call the library for functions that MLIR expands inaccurately";
  let description = [{
    `math.expm1` and `math.log1p` become calls of the C library, lane by lane;
    the conversion to LLVM would make them `exp(x) - 1` and `log(1 + x)`.
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::vector::VectorDialect",
    "::mlir::arith::ArithDialect"
  ];
}

#endif // PIRCH_CONVERSION_PASSES_TD
