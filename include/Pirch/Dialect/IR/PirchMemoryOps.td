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
    so that the `group_stride` of affine accesses is 0; one outside of the copy is
    undefined behavior. What a copy holds before it is first written is not
    defined. The copies live as long as their groups are computed; where the
    copies of a pack lie, the conversions decide (`Pirch/Analysis/OwnMemory.h`).

    Memory space 3 is that of `__local` variables. In memory space 5 lie the
    private variables of all work items, one after the other: of `w * n`
    elements in a group of `w` work items, work item `i` accesses the elements
    from `i * n` on, `n` of them, and no others.

    Example: each WI reads what the other one wrote.

    ```mlir
    pirch.kernel @alloca(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4]> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %tile = pirch.alloca : memref<2xi32, 3>
      %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
      pirch.store %x, %tile[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<2xi32, 3>
      %y = pirch.load %tile[%c0 + wg * %c0] [1, 0] : memref<2xi32, 3> -> <?x2x1xi32>
      pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // alloca: arg0 = dense<[2, 1, 4, 3]> : tensor<4xi32>
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

def Pirch_TableOp : Pirch_StructuralOp<"table", [
    Pirch_InWorkItemForm, Pirch_InInfRegForm, Pure]> {
  let summary = "memory of constants that all work groups read";
  let description = [{
    An array of the source whose elements are constants. Nothing writes it, so
    that one copy serves all work groups, and all kernels that read the same
    constants: the conversions put it into the read-only data of the object file.
    It is read like a buffer that is a parameter; a read outside of the table is
    undefined behavior.

    In the work-item form, `memref.load` reads it. A read at a subscript known at
    compile time becomes a constant in the InfReg form, where the table stays only
    for those that run time decides.

    Example:

    ```mlir
    pirch.kernel @table(
        %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %squares = pirch.table dense<[0, 1, 4, 9]> : tensor<4xi32> -> memref<4xi32>
      %i = pirch.constant dense<[[3], [2]]> : tensor<2x1xi64> -> <?x2x1xi64>
      %x = pirch.gather %squares[%i] : memref<4xi32>, <?x2x1xi64> -> <?x2x1xi32>
      pirch.store %x, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // table: arg0 = dense<[9, 4]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Pirch_Buffer:$buffer);
  let assemblyFormat = "$value attr-dict `->` type($buffer)";
  let hasVerifier = 1;
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
    and those that the mask leaves out, touch no memory and hold no value. An
    element outside of the buffer is undefined behavior, as is a mask, base or
    stride that holds no value.

    Example, of an array of three elements for each WI, the last two:

    ```mlir
    pirch.kernel @load(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
        attributes {wg_size = 1 : i64} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c2 = arith.constant 2 : i64
      %c3 = arith.constant 3 : i64
      %x = pirch.load %a[%c1 + wg * %c3] [0, 1] : memref<?xi32> -> <?x1x2xi32>
      pirch.store %x, %b[%c0 + wg * %c2] [0, 1] : <?x1x2xi32>, memref<?xi32>
      pirch.return
    }
    // load: arg0 = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
    // load: arg1 = dense<[2, 3, 5, 6]> : tensor<4xi32>
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
    Lane `(wg, wi, ix)` writes its value to element
    `base + wg * group_stride + offsets[wi, ix]` of the buffer, `wg` being the
    WG's absolute index. Lanes whose offset is `_`, and those that the mask leaves
    out, touch no memory. Where several lanes of a WG write one element, the
    highest WI's value stays, and of one WI's lanes that of the highest `ix`; of
    lanes of different WGs, any one's. A lane that writes must hold a value; a
    mask, base or stride that holds none, and an element outside of the buffer,
    are undefined behavior.

    Example: the first WI is masked out, the others write one element.

    ```mlir
    pirch.kernel @store(
        %a: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.constant dense<[[1], [2], [3]]> : tensor<3x1xi32> -> <?x3x1xi32>
      %m = pirch.constant dense<[[false], [true], [true]]> : tensor<3x1xi1> -> <?x3x1xi1>
      pirch.store %x, %a[%c0 + wg * %c2] [0, 1, 1] mask %m : !pirch.infreg<?x3x1xi1>
          : <?x3x1xi32>, memref<?xi32>
      pirch.return
    }
    // store: arg0 = dense<[0, 3, 0, 3]> : tensor<4xi32>
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
    lane, a signed number; lanes that the mask leaves out touch no memory and hold
    no value. An element outside of the buffer is undefined behavior, as is a mask
    that holds no value, or an index without a value in a lane that takes part.

    `window`, two numbers, promises that all lanes which take part read elements
    among `window[1]` neighbouring ones, of which the first is `window[0]`.
    `window_in_buffer` promises that all of these lie in the buffer, also those
    that no lane reads. A machine may then load them as vectors, and take each
    lane's element from there.

    Example:

    ```mlir
    pirch.kernel @gather(
        %a: memref<?xi32> {pirch.value = dense<[10, 20, 30]> : tensor<3xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %i = pirch.constant dense<[[2], [0]]> : tensor<2x1xi64> -> <?x2x1xi64>
      %x = pirch.gather %a[%i] : memref<?xi32>, <?x2x1xi64> -> <?x2x1xi32>
      pirch.store %x, %b[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // gather: arg0 = dense<[10, 20, 30]> : tensor<3xi32>
    // gather: arg1 = dense<[30, 10]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins Arg<Pirch_Buffer, "", [MemRead]>:$buffer,
    Pirch_IndexInfReg:$index, Optional<Pirch_MaskInfReg>:$mask,
    OptionalAttr<ConfinedAttr<DenseI64ArrayAttr, [DenseArrayCount<2>]>>:$window,
    UnitAttr:$window_in_buffer);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$buffer,
                                 "::mlir::Value":$index, "::mlir::Value":$mask), [{
    build($_builder, $_state, type, buffer, index, mask,
          /*window=*/::mlir::DenseI64ArrayAttr(), /*window_in_buffer=*/false);
  }]>];
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
    Every lane writes its value to the buffer's element that the index operand
    holds in that lane, a signed number; lanes that the mask leaves out touch no
    memory. Where several lanes of a WG write one element, the highest WI's value
    stays, and of one WI's lanes that of the highest `ix`; of lanes of different
    WGs, any one's. A lane that writes must hold a value; an element outside of
    the buffer, a mask that holds no value, or an index without a value in a lane
    that takes part, are undefined behavior.

    Example:

    ```mlir
    pirch.kernel @scatter(
        %a: memref<?xi32> {pirch.value = dense<0> : tensor<3xi32>})
        attributes {wg_size = 3 : i64} {
      %x = pirch.constant dense<[[1], [2], [3]]> : tensor<3x1xi32> -> <?x3x1xi32>
      %i = pirch.constant dense<[[2], [0], [0]]> : tensor<3x1xi64> -> <?x3x1xi64>
      pirch.scatter %x, %a[%i] : <?x3x1xi32>, memref<?xi32>, <?x3x1xi64>
      pirch.return
    }
    // scatter: arg0 = dense<[3, 0, 1]> : tensor<3xi32>
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
    the other, in an order that is not defined. Lanes that the mask leaves out
    touch no memory, and their result holds no value. A lane that takes part must
    hold a value, a mask and a place in the buffer.

    `addi`, `andi`, `ori`, `xori`, `maxs`, `maxu`, `mins` and `minu` combine
    integers, `addf` floats, and `assign` puts the lane's value in the element's
    place. In the work-item form the operands are scalars, and branches and loops
    decide who takes part.

    Example, a histogram:

    ```mlir
    pirch.kernel @atomic_rmw(
        %a: memref<?xi64> {pirch.value = dense<[1, 0, 1, 1, 1, 0]> : tensor<6xi64>},
        %bins: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %c3 = arith.constant 3 : i64
      %i = pirch.load %a[%c0 + wg * %c3] [0, 1, 2] : memref<?xi64> -> <?x3x1xi64>
      %one = pirch.constant dense<1> : tensor<3x1xi32> -> <?x3x1xi32>
      %old = pirch.atomic_rmw addi %one, %bins[%i]
          : !pirch.infreg<?x3x1xi32>, memref<?xi32>, !pirch.infreg<?x3x1xi64>
      pirch.return
    }
    // atomic_rmw: arg0 = dense<[1, 0, 1, 1, 1, 0]> : tensor<6xi64>
    // atomic_rmw: arg1 = dense<[2, 4]> : tensor<2xi32>
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
    in that lane, if the element holds the lane's `expected`, bit for bit. The
    result is what the element held before. Otherwise as `pirch.atomic_rmw`.

    Example: of two WIs that want an element, one gets it.

    ```mlir
    pirch.kernel @atomic_cmpxchg(
        %a: memref<?xi32> {pirch.value = dense<[0, 7]> : tensor<2xi32>})
        attributes {wg_size = 2 : i64} {
      %free = pirch.constant dense<0> : tensor<2x1xi32> -> <?x2x1xi32>
      %mine = pirch.constant dense<5> : tensor<2x1xi32> -> <?x2x1xi32>
      %i = pirch.wg_index : !pirch.infreg<?x2x1xi64>
      %old = pirch.atomic_cmpxchg %free, %mine, %a[%i]
          : !pirch.infreg<?x2x1xi32>, memref<?xi32>, !pirch.infreg<?x2x1xi64>
      pirch.return
    }
    // atomic_cmpxchg: arg0 = dense<[5, 7]> : tensor<2xi32>
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
    The index operand has one element for each work item, a signed number. A
    machine with vectors reads each row by one access and transposes the rows in
    registers. An element outside of the buffer is undefined behavior, as is a
    base or index that holds no value.

    Example, two elements from where each work item's row begins:

    ```mlir
    pirch.kernel @load_rows(
        %a: memref<?xi32> {pirch.value = dense<[10, 20, 30, 40]> : tensor<4xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %i = pirch.constant dense<[[1], [0]]> : tensor<2x1xi64> -> <?x2x1xi64>
      %x = pirch.load_rows %a[%c1 + %i] : memref<?xi32>, <?x2x1xi64> -> <?x2x2xi32>
      pirch.store %x, %b[%c0 + wg * %c0] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
      pirch.return
    }
    // load_rows: arg0 = dense<[10, 20, 30, 40]> : tensor<4xi32>
    // load_rows: arg1 = dense<[30, 40, 20, 30]> : tensor<4xi32>
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
    Lane `(wg, wi, ix)` writes its value to element `base + index[wg, wi] + ix` of
    the buffer. The index operand has one element for each work item, a signed
    number. Where rows of several work items of a group overlap, the highest one's
    values stay. A lane must hold a value; a base or index that holds none, and an
    element outside of the buffer, are undefined behavior.

    Example, of rows that overlap in one element:

    ```mlir
    pirch.kernel @store_rows(
        %a: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> -> <?x2x2xi32>
      %i = pirch.constant dense<[[0], [1]]> : tensor<2x1xi64> -> <?x2x1xi64>
      pirch.store_rows %x, %a[%c0 + %i] : <?x2x2xi32>, memref<?xi32>, <?x2x1xi64>
      pirch.return
    }
    // store_rows: arg0 = dense<[1, 3, 4, 0]> : tensor<4xi32>
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
    workgroups only, of which warps that have nothing to do must not be part. The
    threads of a subgroup must reach it together. It computes nothing.

    Example, of a thread that reads what its neighbour wrote:

    ```mlir
    gpu.module @threads {
      gpu.func @subgroup_barrier(%a: memref<?xi32>, %value: i32) kernel {
        %c1 = arith.constant 1 : index
        %lane = gpu.lane_id
        memref.store %value, %a[%lane] : memref<?xi32>
        pirch.subgroup_barrier
        %neighbour = arith.xori %lane, %c1 : index
        %theirs = memref.load %a[%neighbour] : memref<?xi32>
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // PIRCH_MEMORY_OPS_TD
