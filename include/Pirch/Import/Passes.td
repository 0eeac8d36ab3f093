//===- Passes.td - Kernels of other dialects -------------------*- tablegen -*-===//

#ifndef PIRCH_IMPORT_PASSES_TD
#define PIRCH_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGPUToPirch : Pass<"convert-gpu-to-pirch", "::mlir::ModuleOp"> {
  let summary = "Turn kernels of the gpu dialect into work-item form";
  let description = [{
    Every `gpu.func` with `gpu.kernel` becomes a `pirch.kernel` of the same name,
    the program of one thread: `gpu.launch` must be outlined before
    (`gpu-kernel-outlining`). A block is a work group, its threads are the work
    items, counted along x first.

    The extents of a block are known at compile time: `known_block_size` of the
    function, the constants of the `gpu.launch_func` that launch it, or the option
    `wg-size`, and all that are given agree. A kernel has two or three dimensions
    where its blocks have, where it asks for the index or number of blocks along
    y or z, or where a launch has blocks along them.

    - A memref becomes a buffer of rank 1; subscripts become places in it. What
      the layout leaves to run time (`?` among sizes, strides and offset) becomes
      further parameters behind the buffer, `i64` each, where it is used: for
      `%a: memref<?x?xf32>` that is `a_size1`, and `a_size0` where `memref.dim`
      asks for it. Views (`subview`, `reinterpret_cast`, `cast`, `transpose`,
      `expand_shape`, `collapse_shape`, `extract_strided_metadata`) are followed.
    - Attributions of the workgroup, and globals in that memory space, become
      `__local` variables; private ones and `memref.alloca` private variables.
    - `scf.for`, `scf.while` and `scf.if` become `pirch.loop` and `scf.if`;
      values of type `index` have 64 bits.
    - `gpu.all_reduce` becomes `pirch.reduce`; with a region, or for `minimumf` and
      `maximumf`, a tree of shuffles. `gpu.subgroup_reduce`, `gpu.shuffle` and
      `gpu.rotate` stay within the `subgroup-size` threads of a subgroup. A shuffle
      whose source lies outside, of which the dialect leaves the value open, gives
      the thread's own.
    - `gpu.barrier` disappears, as work items run in lockstep.

    Buffers of different parameters must not overlap, unless both are only read,
    as for kernels in OpenCL C. Parameters are named by the locations of the
    arguments, `loc("a")`, or `arg0`, `arg1`, ...

    Anything else is refused with an error at its place. A `gpu.module` of which
    all kernels were converted keeps a declaration of each, and the
    `gpu.launch_func` pass what the kernel takes; `pirch-call-kernels` makes calls
    of them.

    Example:

    ```mlir
    gpu.module @kernels {
      gpu.func @scale(%a: memref<?xf32>, %s: f32) kernel
          attributes {known_block_size = array<i32: 8, 1, 1>} {
        %i = gpu.global_id x
        %x = memref.load %a[%i] : memref<?xf32>
        %y = arith.mulf %x, %s : f32
        memref.store %y, %a[%i] : memref<?xf32>
        gpu.return
      }
    }
    // becomes
    pirch.kernel @scale(%a: memref<?xf32>, %s: f32) attributes {wg_size = 8 : i64} {
      %g = pirch.wg_index : i64
      ...
      pirch.return
    }
    ```
  }];
  let options = [
    Option<"wgSize", "wg-size", "std::string", "\"\"",
           "extents of a block, as in 16x16, where a kernel does not say">,
    Option<"kernelName", "kernel", "std::string", "\"\"",
           "the only kernel to convert; without it all">,
    Option<"subgroupSize", "subgroup-size", "int64_t", "32",
           "threads of a subgroup, a power of two">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "say what each kernel takes">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels converted">,
    Statistic<"numExchanges", "exchanges",
              "Shuffles and reductions of subgroups and groups">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"
  ];
}

def ConvertLinalgToPirch : Pass<"convert-linalg-to-pirch", "::mlir::ModuleOp"> {
  let summary = "Turn operations of linalg, and loops, over a batch into kernels";
  let description = [{
    Operations of linalg on memrefs that compute the same small problem for every
    entry of a leading dimension, and loops over such a dimension, become
    `pirch.kernel`s in work-item form, launched where they stood.
    `pirch-call-kernels` makes calls of the launches.

    **Operations of linalg**, named or generic, with any mix of parallel and
    reduction dimensions: the first dimension of the result is the batch's, whose
    extent may be known at run time only; the others have extents of at most 128,
    and 65536 iterations together, and the code of an entry has at most 65536
    operations on vectors by estimate. An entry of the batch is a work group. Its work
    items are the last parallel dimension of the result, or the last two where these
    have at most 64 bytes together; where a reduction leaves none but the batch's,
    one work item computes the whole entry. The other
    dimensions become loops. So every sum is computed in the order in which
    linalg's loops compute it.

    Neighbours in a block become one kernel where they are over the same batch, with
    the same number of work items, and where each accesses only its own entry of
    what another one writes. Buffers (`memref.alloc`) that nothing else uses become
    variables of the kernel: a softmax of four operations reads and writes memory
    once. A `linalg.fill` with which a sum begins disappears.

    **Loops** (`scf.forall`, `scf.parallel`, `scf.for` over one index from 0 in
    steps of 1) whose iterations are independent: those of `scf.forall` and
    `scf.parallel` are by definition; those of `scf.for` if they write only to
    entries of buffers at their own index, and read the same buffers nowhere else.
    The body may hold scalars, loops, branches and accesses to single elements, such
    as a factorization, or operations of linalg on views (`memref.subview`). A work
    group is one iteration. It has the work items that its operations of linalg have,
    if it holds nothing else but them, or one. A matrix of at most 256 elements
    that is changed in place by single elements is held in private variables
    meanwhile.

    Buffers that are different parameters of a function, or made by different
    allocations, must not overlap.

    In an operation of linalg, a product whose only use is a sum becomes one
    operation with one rounding (`math.fma`), as in kernels in OpenCL C and where
    MLIR lowers `vector.contract`, unless `contract=false`.

    The kernels' parameters are those of the function that they use, in their
    order, then the other values.

    Whatever does not fit is left as it is, with a remark that says why.

    Example:

    ```mlir
    func.func @product(%a: memref<?x8x8xf32>, %b: memref<?x8x8xf32>, %c: memref<?x8x8xf32>) {
      linalg.batch_matmul ins(%a, %b : memref<?x8x8xf32>, memref<?x8x8xf32>)
                          outs(%c : memref<?x8x8xf32>)
      return
    }
    // becomes
    func.func @product(...) {
      ...
      gpu.launch_func @product_batched0_module::@product_batched0
          blocks in (%entries, %c1, %c1) threads in (%c8, %c1, %c1) args(...)
      return
    }
    pirch.kernel @product_batched0(...) attributes {wg_size = 8 : i64} { ... }
    ```
  }];
  let options = [
    Option<"contract", "contract", "bool", "true",
           "make one operation of a product and the sum that takes it">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which kernels were made">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels made">,
    Statistic<"numOps", "ops", "Operations of linalg beside each other in them">,
    Statistic<"numLoops", "loops", "Loops over a batch in them">,
    Statistic<"numTemporaries", "temporaries",
              "Buffers that became variables of a kernel">,
    Statistic<"numLeft", "left", "Operations and loops left alone">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect"
  ];
}

def DecomposeLinalg : Pass<"pirch-decompose-linalg", "::mlir::func::FuncOp"> {
  let summary = "Turn aggregated operations of linalg into simple ones";
  let description = [{
    `linalg.softmax` and the other operations on tensors that implement
    `AggregatedOpInterface` become the operations that they stand for: a maximum,
    the exponential function of differences, a sum and a division. MLIR has this
    decomposition as an operation of the transform dialect only.
  }];
  let statistics = [
    Statistic<"numDecomposed", "decomposed", "Operations decomposed">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def CallKernels : Pass<"pirch-call-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn launches of kernels into calls of their functions";
  let description = [{
    Behind the conversion of kernels to functions over native vectors: each
    `gpu.launch_func` of a kernel that `convert-gpu-to-pirch` has converted
    becomes a call of the function that computes its work groups, one after the
    other, on the thread of the host that calls it. Host functions can then be
    lowered as those of any program. The host's memory is the device's:
    `gpu.alloc`, `gpu.dealloc` and `gpu.memcpy` become operations of memref, and
    `gpu.host_register`, its counterpart and `gpu.wait` disappear. What is
    asynchronous happens in the order of the program, which is one that its tokens
    allow. `gpu.module`s without further kernels disappear.
  }];
  let statistics = [
    Statistic<"numCalls", "calls", "Launches that became calls">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // PIRCH_IMPORT_PASSES_TD
