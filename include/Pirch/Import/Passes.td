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
