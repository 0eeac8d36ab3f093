//===- PirchMemoryOps.td - Accesses of memory --------------*- tablegen -*-===//

#ifndef PIRCH_MEMORY_OPS_TD
#define PIRCH_MEMORY_OPS_TD

include "Pirch/Dialect/IR/PirchOpBase.td"

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// An access of the lanes of `$lanes` at offsets known at compile time.
class Pirch_AffineAccessOp<string opMnemonic, string opClass, code answers>
    : Pirch_InfRegOp<opMnemonic, "accessed", opClass, [
          AccessOpInterface, AffineAccessOpInterface],
          ["addLanesRead", "acceptsPaddedRows", "padTables"], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }] # answers>;

/// An access of lanes at places computed at run time.
class Pirch_IndexedAccessOp<string opMnemonic, string opClass, code answers>
    : Pirch_InfRegOp<opMnemonic, "accessed", opClass,
          [AccessOpInterface], [], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }] # answers>;

def Pirch_LoadOp : Pirch_AffineAccessOp<"load", "load", [{
    ::pirch::InfRegType getAccessType() { return getType(); }
    bool isWrite() { return false; }
  }]> {
  let summary = "read memory where the analysis knows each lane's place";
  let description = [{
    Lane `(wg, wi, ix)` reads element `base + wg * group_stride + offsets[wi, ix]`
    of the buffer, `wg` being the WG's absolute index. Lanes whose offset is `_`,
    and those that the mask leaves out, touch no memory and hold no value.

    Example, row `wi` of a 2x2 matrix per WG:

    ```mlir
    %r = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3]
           : memref<?xf64> -> !pirch.infreg<?x2x2xf64>
    ```
  }];
  let arguments = (ins Arg<Pirch_GlobalBuffer, "", [MemRead]>:$buffer,
    I64:$base, I64:$groupStride, Optional<Pirch_MaskInfReg>:$mask,
    DenseI64ArrayAttr:$offsets);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $buffer `[` $base `+` `wg` `*` $groupStride `]` custom<OffsetTable>($offsets)
    (`mask` $mask^ `:` type($mask))? attr-dict `:` type($buffer) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Pirch_StoreOp : Pirch_AffineAccessOp<"store", "store", [{
    ::pirch::InfRegType getAccessType() { return getValue().getType(); }
    bool isWrite() { return true; }
  }]> {
  let summary = "write memory where the analysis knows each lane's place";
  let description = [{
    The counterpart of `pirch.load`. Where several lanes write one element, the
    highest WI's value stays.

    Example:

    ```mlir
    pirch.store %v, %a[%c0 + wg * %c4] [0, 1, 2, 3]
      : !pirch.infreg<?x2x2xf64>, memref<?xf64>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value,
    Arg<Pirch_GlobalBuffer, "", [MemWrite]>:$buffer,
    I64:$base, I64:$groupStride, Optional<Pirch_MaskInfReg>:$mask,
    DenseI64ArrayAttr:$offsets);
  let assemblyFormat = [{
    $value `,` $buffer `[` $base `+` `wg` `*` $groupStride `]`
    custom<OffsetTable>($offsets) (`mask` $mask^ `:` type($mask))? attr-dict `:`
    type($value) `,` type($buffer)
  }];
  let hasVerifier = 1;
}

def Pirch_GatherOp : Pirch_IndexedAccessOp<"gather", "gather", [{
    ::pirch::InfRegType getAccessType() { return getType(); }
    bool isWrite() { return false; }
  }]> {
  let summary = "read memory at elements computed at run time";
  let description = [{
    Every lane reads the buffer's element that the index operand holds in that
    lane; lanes that the mask leaves out touch no memory and hold no value.

    Example:

    ```mlir
    %r = pirch.gather %a[%i] mask %m : !pirch.infreg<?x8x1xi1>
           : memref<?xf64>, !pirch.infreg<?x8x1xi64> -> !pirch.infreg<?x8x1xf64>
    ```
  }];
  let arguments = (ins Arg<Pirch_GlobalBuffer, "", [MemRead]>:$buffer,
    Pirch_IndexInfReg:$index, Optional<Pirch_MaskInfReg>:$mask);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $buffer `[` $index `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($buffer) `,`
    type($index) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Pirch_ScatterOp : Pirch_IndexedAccessOp<"scatter", "scatter", [{
    ::pirch::InfRegType getAccessType() { return getValue().getType(); }
    bool isWrite() { return true; }
  }]> {
  let summary = "write memory at elements computed at run time";
  let description = [{
    The counterpart of `pirch.gather`. Where several lanes of a WG write one
    element, the highest WI's value stays.

    Example:

    ```mlir
    pirch.scatter %v, %a[%i] : !pirch.infreg<?x8x1xf64>, memref<?xf64>,
      !pirch.infreg<?x8x1xi64>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value,
    Arg<Pirch_GlobalBuffer, "", [MemWrite]>:$buffer,
    Pirch_IndexInfReg:$index, Optional<Pirch_MaskInfReg>:$mask);
  let assemblyFormat = [{
    $value `,` $buffer `[` $index `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value)
    `,` type($buffer) `,` type($index)
  }];
  let hasVerifier = 1;
}

/// An access of one row of neighbouring elements for each work item.
class Pirch_RowAccessOp<string opMnemonic, string opClass, code answers>
    : Pirch_InfRegOp<opMnemonic, "accessed", opClass,
          [AccessOpInterface], ["addLanesRead"], [{
    /// All work items take part.
    ::mlir::Value getMask() { return {}; }
    ::mlir::MutableOperandRange getMaskMutable() {
      return ::mlir::MutableOperandRange(getOperation(), 0, 0);
    }
  }] # answers>;

def Pirch_LoadRowsOp : Pirch_RowAccessOp<"load_rows", "gather", [{
    ::pirch::InfRegType getAccessType() { return getType(); }
    bool isWrite() { return false; }
  }]> {
  let summary = "read a row of neighbouring elements for each work item";
  let description = [{
    Lane `(wg, wi, ix)` reads element `base + index[wg, wi] + ix` of the buffer.
    The index operand has one element for each work item. A machine with vectors
    reads each row by one access and transposes the rows in registers.

    Example, four elements from where each work item's row begins:

    ```mlir
    %r = pirch.load_rows %a[%base + %i]
           : memref<?xf32>, !pirch.infreg<?x8x1xi64> -> !pirch.infreg<?x8x4xf32>
    ```
  }];
  let arguments = (ins Arg<Pirch_GlobalBuffer, "", [MemRead]>:$buffer,
    I64:$base, Pirch_LongInfReg:$index);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $buffer `[` $base `+` $index `]` attr-dict `:` type($buffer) `,` type($index)
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def Pirch_StoreRowsOp : Pirch_RowAccessOp<"store_rows", "scatter", [{
    ::pirch::InfRegType getAccessType() { return getValue().getType(); }
    bool isWrite() { return true; }
  }]> {
  let summary = "write a row of neighbouring elements for each work item";
  let description = [{
    The counterpart of `pirch.load_rows`. Where rows of several work items of a
    group overlap, the highest one's values stay.

    Example:

    ```mlir
    pirch.store_rows %v, %a[%base + %i]
      : !pirch.infreg<?x8x4xf32>, memref<?xf32>, !pirch.infreg<?x8x1xi64>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value,
    Arg<Pirch_GlobalBuffer, "", [MemWrite]>:$buffer, I64:$base,
    Pirch_LongInfReg:$index);
  let assemblyFormat = [{
    $value `,` $buffer `[` $base `+` $index `]` attr-dict `:` type($value) `,`
    type($buffer) `,` type($index)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

def Pirch_SubgroupBarrierOp : Pirch_StructuralOp<"subgroup_barrier"> {
  let summary = "threads of a subgroup wait for each other";
  let description = [{
    In the program of a GPU's thread (`pirch-distribute`): all threads of the
    subgroup (NVIDIA: a warp) meet here, and what any of them wrote to memory
    before is seen by the others after it. The gpu dialect has a barrier of whole
    workgroups only, of which warps that have nothing to do must not be part.

    Example: `pirch.subgroup_barrier`
  }];
  let assemblyFormat = "attr-dict";
}

#endif // PIRCH_MEMORY_OPS_TD
