//===- PirchMemoryOps.td - Accesses of memory --------------*- tablegen -*-===//

#ifndef PIRCH_MEMORY_OPS_TD
#define PIRCH_MEMORY_OPS_TD

include "Pirch/Dialect/IR/PirchOpBase.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Pirch_AllocaOp : Pirch_StructuralOp<"alloca", [
    Pirch_InInfRegForm, MemoryEffects<[MemAlloc]>]> {
  let summary = "memory that each work group has of its own";
  let description = [{
    A variable of the source that lies in memory, since it is accessed at
    elements known at run time alone, or atomically. Each work group has a copy.
    An access counts elements from the beginning of the copy of the lane's group,
    so that the `group_stride` of affine accesses is 0. What a copy holds before
    it is first written is not defined. The copies live as long as their groups
    are computed; where the copies of a pack lie, the conversions decide
    (`Pirch/Analysis/OwnMemory.h`).

    Memory space 3 is that of `__local` variables. In memory space 5 lie the
    private variables of all work items, one after the other: of `w * n`
    elements in a group of `w` work items, work item `i` accesses the elements
    from `i * n` on, `n` of them, and no others.

    Example, a tile of 16 rows of 17 elements:

    ```mlir
    %tile = pirch.alloca : memref<272xf32, 3>
    pirch.scatter %v, %tile[%i] : !pirch.infreg<?x16x1xf32>,
      memref<272xf32, 3>, !pirch.infreg<?x16x1xi64>
    ```
  }];
  let results = (outs Pirch_Buffer:$buffer);
  let assemblyFormat = "attr-dict `:` type($buffer)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether each work item accesses elements of its own.
    bool isPrivate() {
      return getBuffer().getType().getMemorySpaceAsInt() ==
             ::pirch::kPrivateMemorySpace;
    }
    /// The number of elements of one copy.
    int64_t getNumElements() { return getBuffer().getType().getNumElements(); }
    /// The number of elements of each work item; of a `__local` variable, of
    /// the group.
    int64_t getElementsPerItem();
    /// The bytes that one copy takes.
    int64_t getBytesPerGroup() {
      return getNumElements() *
             (getBuffer().getType().getElementTypeBitWidth() / 8);
    }
  }];
}

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
  let arguments = (ins Arg<Pirch_Buffer, "", [MemRead]>:$buffer,
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
    Arg<Pirch_Buffer, "", [MemWrite]>:$buffer,
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
  let arguments = (ins Arg<Pirch_Buffer, "", [MemRead]>:$buffer,
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
    Arg<Pirch_Buffer, "", [MemWrite]>:$buffer,
    Pirch_IndexInfReg:$index, Optional<Pirch_MaskInfReg>:$mask);
  let assemblyFormat = [{
    $value `,` $buffer `[` $index `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value)
    `,` type($buffer) `,` type($index)
  }];
  let hasVerifier = 1;
}

/// What each lane does to its element without anyone else between the read and
/// the write.
class Pirch_AtomicOp<string opMnemonic, list<string> alike>
    : Pirch_InfRegOp<opMnemonic, "accessed", "atomic",
          [AccessOpInterface, Pirch_InWorkItemForm,
           AllTypesMatch<alike>], [], [{
    ::mlir::Value getLaneMask() { return getMask(); }
    ::pirch::InfRegType getAccessType() {
      return ::llvm::cast<::pirch::InfRegType>(getValue().getType());
    }
    bool isWrite() { return true; }
  }]> {
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let hasVerifier = 1;
}

def Pirch_AtomicRMWOp : Pirch_AtomicOp<"atomic_rmw", ["value", "result"]> {
  let summary = "read an element, combine it with a value, and write it back";
  let description = [{
    Each active lane replaces the element of the buffer that the index operand
    holds in that lane by the combination of this element and the lane's value.
    The result is what the element held before. Nothing else changes the element
    meanwhile, also not another thread of the host. The lanes take part one after
    the other, in an order that is not defined.

    In the work-item form the operands are scalars, and branches and loops
    decide who takes part.

    Example, a histogram:

    ```mlir
    %old = pirch.atomic_rmw addi %one, %bins[%i]
      : !pirch.infreg<?x16x1xi32>, memref<?xi32>, !pirch.infreg<?x16x1xi64>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind, Pirch_ScalarOrInfReg:$value,
    Arg<Pirch_Buffer, "", [MemRead, MemWrite]>:$buffer, Pirch_Index:$index,
    Optional<Pirch_MaskInfReg>:$mask);
  let assemblyFormat = [{
    $kind $value `,` $buffer `[` $index `]` (`mask` $mask^ `:` type($mask))?
    attr-dict `:` type($value) `,` type($buffer) `,` type($index)
  }];
}

def Pirch_AtomicCmpXchgOp
    : Pirch_AtomicOp<"atomic_cmpxchg", ["expected", "value", "result"]> {
  let summary = "write a value where an element holds what is expected";
  let description = [{
    Each active lane writes its value to the element that the index operand holds
    in that lane, if the element holds the lane's `expected`. The result is what
    the element held before. Otherwise as `pirch.atomic_rmw`.

    Example:

    ```mlir
    %old = pirch.atomic_cmpxchg %free, %mine, %locks[%i]
      : !pirch.infreg<?x16x1xi32>, memref<?xi32>, !pirch.infreg<?x16x1xi64>
    ```
  }];
  let arguments = (ins Pirch_ScalarOrInfReg:$expected,
    Pirch_ScalarOrInfReg:$value,
    Arg<Pirch_Buffer, "", [MemRead, MemWrite]>:$buffer, Pirch_Index:$index,
    Optional<Pirch_MaskInfReg>:$mask);
  let assemblyFormat = [{
    $expected `,` $value `,` $buffer `[` $index `]`
    (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,`
    type($buffer) `,` type($index)
  }];
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
  let arguments = (ins Arg<Pirch_Buffer, "", [MemRead]>:$buffer,
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
    Arg<Pirch_Buffer, "", [MemWrite]>:$buffer, I64:$base,
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
