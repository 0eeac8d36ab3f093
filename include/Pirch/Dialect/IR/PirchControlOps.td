//===- PirchControlOps.td - Kernels and control flow -------*- tablegen -*-===//

#ifndef PIRCH_CONTROL_OPS_TD
#define PIRCH_CONTROL_OPS_TD

include "Pirch/Dialect/IR/PirchOpBase.td"

//===----------------------------------------------------------------------===//
// Kernels and the control flow of the work-item form
//===----------------------------------------------------------------------===//

def Pirch_KernelOp : Pirch_StructuralOp<"kernel", [
    AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a kernel over an unbounded batch of work groups";
  let description = [{
    A kernel is the program that every WG of a batch runs. Its pointer parameters
    are memrefs of rank 1 and dynamic size, the others are scalars. A memref's
    elements are i8, i16, i32, i64, f16, bf16, f32 or f64. A launch of groups
    `first_group` to `first_group + num_groups - 1` runs the body once for each of
    these groups; groups are independent, and their order is not defined. Two
    buffers of one launch do not overlap, unless both are only read.

    Its attributes are

    - `wg_size`: the number of WIs of a WG, at most 1024;
    - `wg_pack`: once chosen, the number of WGs that one iteration over the batch
      computes, at most 4096. The infregs of the body have `wg_size` items (or
      one) and `wg_pack` groups (`?` before it is chosen);
    - `target`: the machine that the kernel is compiled for;
    - `role`: which groups of a launch the kernel computes (`#pirch.role`); all of
      them where it is absent;
    - `single_group`: on a main kernel or a fallback that is not packed yet, the
      kernel of role `single_group` that does the same for one group at a time;
    - `remainder`: the kernel of role `remainder` that computes the groups that
      do not fill a pack, and those that `pirch.main_groups` leaves to it. A
      remainder kernel may itself leave groups to another one, which leaves none.
      On a main kernel it may be a kernel of role `fallback` instead;
    - `from_cache`: on a main kernel that computes only calls whose data fit into
      the caches of a core, and leaves others to its `remainder`. It needs neither
      prefetches nor stores past the caches;
    - `lane_order`: once packed, the order of the axes along the lanes of every
      infreg;
    - `chunk_type`: the type of integers of which a chunk holds as many lanes as
      a register of `target`, in a kernel without floats; if it is absent, it is
      the widest integer that the kernel keeps in memory
      (`pirch-choose-chunk-type`);
    - `schedule`: choices that passes take for this kernel instead of their own;
    - `estimated_cost`: what the cost model of `target` expects one group to
      cost, in additions of one register;
    - `arg_names`, `arg_types`: the parameters' names and C types, for the header;
    - `wg_shape`: on a *grid kernel*, the extents of a group along each dimension
      of the range, x first, whose product is `wg_size`. Such a kernel computes
      groups of one *row* of the grid: `pirch.wg_index` is a group's index along
      x. Behind the source's parameters it has further ones of type i64: the
      number of groups along each dimension; with `grid_offset`, the global offset
      along each dimension; and the row, which is the index of its groups along y,
      and along z where there are three dimensions. Functions that are made of the
      kernel have no parameters for the row: they go through all rows of the
      groups that they are called for;
    - `grid_offset`: on a grid kernel, that it has parameters for a global offset;
    - `row_groups`: on a kernel of a range of one dimension, that it computes
      groups of one row too, of which each has so many: `pirch.wg_index` is a
      group's index in its row, and the last parameter, of type i64, is the row.
      Kernels with buffers in a compact layout are made so;
    - `whole_kernel`: on a kernel that computes *rows of work items*
      (`pirch-find-rows`), the main kernel with the parameters of the source that
      computes the calls whose rows are shorter than `wg_size` work items. The work
      items of a launch, one after the other, are cut into rows of `row_length` work
      items, or as many as the parameter of number `row_length_param` says, or the
      product of both. A
      WG of the kernel is `wg_size` neighbouring work items of one row, and
      `pirch.wg_index` its index in the row. Behind the source's parameters there
      are four of type i64: the row, the numbers in the row of the first work item
      to compute and of the one behind the last, and the number of WGs of the
      launch. The function that is made of the kernel, and the interpreter, have
      no such parameters, and take numbers of WGs of the launch;
    - `exact_products`: on a kernel that computes rows of work items, products that
      it takes to be below 2^31, each as a constant and the numbers of the
      parameters that it is multiplied by, read without a sign. The whole kernel
      computes the calls of which one is not;
    - `group_parts`: the number of neighbouring WGs of the kernel that are one WG
      of the launch (`pirch-split-work-groups`); 1 where it is absent. On a grid
      kernel these are parts of the rows of work items of a WG of the launch, whose
      extents `wg_shape` says: `pirch.wg_index` is the index along x of such a part,
      and the parameters for the row are the numbers of the work items along y and
      z. The function
      that is made of the kernel, and the interpreter, take numbers of WGs of the
      launch; `wg_pack` and `estimated_cost` are those of the kernel's WGs.

    Example, as the interpreter runs two groups of it (`pirch.value` is what a
    parameter holds):

    ```mlir
    pirch.kernel @kernel(
        %a: memref<?xf64> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>},
        %s: f64 {pirch.value = 0.5 : f64})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %factor = pirch.splat %s : f64 -> <?x2x1xf64>
      %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf64> -> <?x2x1xf64>
      %y = arith.mulf %x, %factor : !pirch.infreg<?x2x1xf64>
      pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xf64>, memref<?xf64>
      pirch.return
    }
    // kernel: arg0 = dense<[5.000000e-01, 1.000000e+00, 1.500000e+00, 2.000000e+00]> : tensor<4xf64>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    ConfinedAttr<I64Attr, [IntPositive]>:$wg_size,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$wg_pack,
    OptionalAttr<TargetAttrInterface>:$target,
    OptionalAttr<Pirch_KernelRoleAttr>:$role,
    OptionalAttr<FlatSymbolRefAttr>:$single_group,
    OptionalAttr<FlatSymbolRefAttr>:$remainder,
    UnitAttr:$from_cache,
    OptionalAttr<Pirch_LanesAttr>:$lane_order,
    OptionalAttr<TypeAttrOf<AnySignlessInteger>>:$chunk_type,
    OptionalAttr<Pirch_ScheduleAttr>:$schedule,
    OptionalAttr<F64Attr>:$estimated_cost,
    OptionalAttr<StrArrayAttr>:$arg_names,
    OptionalAttr<StrArrayAttr>:$arg_types,
    OptionalAttr<DenseI64ArrayAttr>:$wg_shape,
    UnitAttr:$grid_offset,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$row_groups,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$group_parts,
    OptionalAttr<FlatSymbolRefAttr>:$whole_kernel,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$row_length,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$row_length_param,
    OptionalAttr<TypedArrayAttrBase<DenseI64ArrayAttr, "products">>:$exact_products,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
      "::mlir::FunctionType":$type, "int64_t":$wgSize)>];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// Whether the kernel is packed as its own choice of lanes says, and not as
    /// another form of a kernel that is.
    bool choosesPack() {
      return hasRole(::pirch::KernelRole::main) ||
             hasRole(::pirch::KernelRole::fallback);
    }
    bool hasRole(::pirch::KernelRole role) {
      return getRole().value_or(::pirch::KernelRole::main) == role;
    }
    /// The number of the kernel's WGs that are one WG of a launch.
    int64_t countGroupParts() { return getGroupParts().value_or(1); }
    /// The number of dimensions of a grid kernel; 0 for other kernels.
    unsigned getNumGridDims() {
      return getWgShape() ? getWgShape()->size() : 0;
    }
    /// The numbers of parameters of a grid kernel that say how large the grid is
    /// and where it begins, and of those behind them, which say which row is
    /// computed.
    unsigned getNumGridParams() {
      return getNumGridDims() * (getGridOffset() ? 2 : 1);
    }
    unsigned getNumRowParams() {
      if (hasItemRows())
        return 4;
      return getRowGroups() ? 1 : getNumGridDims() ? getNumGridDims() - 1 : 0;
    }
    /// Whether the kernel computes rows of work items of a launch that has one
    /// dimension.
    bool hasItemRows() { return getWholeKernel().has_value(); }
    /// Whether a work group of the kernel lies in one row of work items, of
    /// which a parameter says the number.
    bool computesItemRows() {
      return hasItemRows() || (getWgShape() && getGroupParts());
    }
    /// The number of work groups of the kernel that are a row of a work group of
    /// the launch.
    int64_t countRowParts() {
      return getWgShape() && getGroupParts()
                 ? getWgShape()->front() / static_cast<int64_t>(getWgSize())
                 : countGroupParts();
    }
    /// The number of parameters that the kernel has in its source.
    unsigned getNumSourceParams() {
      return getFunctionType().getNumInputs() - getNumGridParams() -
             getNumRowParams();
    }
    /// Name of parameter `index` in the source, or "arg<index>".
    std::string getParameterName(unsigned index);
  }];
}

def Pirch_MainGroupsOp : Pirch_StructuralOp<"main_groups", [
    HasParent<"KernelOp">, Pirch_InInfRegForm]> {
  let summary = "the groups that a kernel computes";
  let description = [{
    Says which groups the kernel computes: those whose index is less than `count`
    and, where it is given, not less than `from`, both signed numbers. The kernel
    that its attribute `remainder` names computes the others. Packs begin at the
    first of these groups; a pack with a group that is not less than `count` is left
    to that kernel as a whole, with all groups behind it. Both numbers are computed
    from parameters, and before any access of memory.

    Example, of which the remainder kernel computes the second group:

    ```mlir
    pirch.kernel @main_groups(
        %a: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>},
        %n: i64 {pirch.value = 1 : i64})
        attributes {wg_size = 1 : i64, remainder = @rest} {
      pirch.main_groups %n
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %x = pirch.constant dense<10> : tensor<1x1xi32> -> <?x1x1xi32>
      pirch.store %x, %a[%c0 + wg * %c1] [0] : <?x1x1xi32>, memref<?xi32>
      pirch.return
    }
    pirch.kernel @rest(%a: memref<?xi32>, %n: i64)
        attributes {wg_size = 1 : i64, role = #pirch.role<remainder>} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %x = pirch.constant dense<20> : tensor<1x1xi32> -> <?x1x1xi32>
      pirch.store %x, %a[%c0 + wg * %c1] [0] : <?x1x1xi32>, memref<?xi32>
      pirch.return
    }
    // main_groups: arg0 = dense<[10, 20]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins I64:$count, Optional<I64>:$from);
  let assemblyFormat = "$count (`from` $from^)? attr-dict";
  let hasVerifier = 1;
}

def Pirch_StageOp : Pirch_StructuralOp<"stage", [
    AlwaysSpeculatable, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm,
    Pirch_InInfRegForm]> {
  let summary = "a value that the host knows before the launch";
  let description = [{
    Gives its operand. It says that the host computes the value before each launch
    (a *staged* value), so that a special version of the kernel may have it as a
    constant: `pirch-apply-staged-values` puts the constant in place of operation
    number `index` of the kernel. The value is the same for all WIs and WGs of a
    launch; the result is not defined where it is not.

    In the InfReg form it has no uses and marks the operand, which a scalar or an
    infreg is, for `pirch-outline-staged-values`; with no use it counts as
    writing memory, so that it is not dead.

    Example, in work-item form:

    ```mlir
    pirch.kernel @stage(
        %a: memref<?xi32> {pirch.value = dense<[1, 2]> : tensor<2xi32>},
        %n: i32 {pirch.value = 3 : i32})
        attributes {wg_size = 1 : i64} {
      %group = pirch.wg_index : i64
      %at = arith.index_cast %group : i64 to index
      %square = arith.muli %n, %n : i32
      %nine = pirch.stage %square index 0 : i32
      %x = memref.load %a[%at] : memref<?xi32>
      %y = arith.muli %x, %nine : i32
      memref.store %y, %a[%at] : memref<?xi32>
      pirch.return
    }
    // stage: arg0 = dense<[9, 18]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins Pirch_ScalarOrInfReg:$value,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = "$value `index` $index attr-dict `:` type($value)";
}

def Pirch_ReturnOp : Pirch_StructuralOp<"return", [
    Pure, HasParent<"KernelOp">, ReturnLike, Terminator, Pirch_InWorkItemForm,
    Pirch_InInfRegForm]> {
  let summary = "end of a kernel";
  let description = [{
    Ends the body of a `pirch.kernel`; kernels return nothing. All WIs of a WG
    reach it, and what they wrote to memory stays.

    Example:

    ```mlir
    pirch.kernel @return(
        %a: memref<?xi8> {pirch.value = dense<[1, 2]> : tensor<2xi8>})
        attributes {wg_size = 2 : i64} {
      pirch.return
    }
    // return: arg0 = dense<[1, 2]> : tensor<2xi8>
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Pirch_LoopOp : Pirch_StructuralOp<"loop", [
    RecursiveMemoryEffects, NoRegionArguments, Pirch_InWorkItemForm]> {
  let summary = "a C loop of the work-item form";
  let description = [{
    A loop stands for C's `for`, `while` or `do`: `cond` is evaluated, and as long
    as it holds, `body` runs, then `step`, and `cond` is evaluated again. With
    `post_test` the first iteration runs without a test. Variables live in memory
    (`memref.alloca`), so the regions take no arguments.

    The WIs of a WG run the regions in lockstep. A WI for which the condition does
    not hold has left the loop: it takes no part in what the others do until all
    have left, and keeps the values of its variables. An exchange within the loop
    is one between those that take part.

    `panel_limit` is the most instructions that unrolling may make of the loop,
    where a pass has set one (`pirch-find-panels`).

    Example, in work-item form: each WI doubles its element up to 8 or more.

    ```mlir
    pirch.kernel @loop(
        %a: memref<?xi32> {pirch.value = dense<[1, 10, 3, 4]> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %eight = arith.constant 8 : i32
      %two = arith.constant 2 : i64
      %group = pirch.wg_index : i64
      %item = pirch.wi_index : i64
      %first = arith.muli %group, %two : i64
      %place = arith.addi %first, %item : i64
      %at = arith.index_cast %place : i64 to index
      pirch.loop cond {
        %x = memref.load %a[%at] : memref<?xi32>
        %less = arith.cmpi slt, %x, %eight : i32
        pirch.condition %less : i1
      } body {
        %x = memref.load %a[%at] : memref<?xi32>
        %y = arith.addi %x, %x : i32
        memref.store %y, %a[%at] : memref<?xi32>
        pirch.yield
      } step {
        pirch.yield
      }
      pirch.return
    }
    // loop: arg0 = dense<[8, 10, 12, 8]> : tensor<4xi32>
    ```
  }];
  let arguments = (ins UnitAttr:$post_test,
                       OptionalAttr<I64Attr>:$panel_limit);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body,
                        SizedRegion<1>:$step);
  let assemblyFormat = [{
    (`post_test` $post_test^)? `cond` $cond `body` $body `step` $step attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Pirch_ConditionOp : Pirch_StructuralOp<"condition",
    [HasParent<"LoopOp">, Terminator, Pure, Pirch_InWorkItemForm]> {
  let summary = "whether a WI enters the next iteration of a loop";
  let description = [{
    Ends the `cond` region of a `pirch.loop` with its condition: a WI for which it
    is true runs `body` and `step`, and evaluates it again; a WI for which it is
    false leaves the loop.

    Example, in work-item form: a WI counts down from its element to 0.

    ```mlir
    pirch.kernel @condition(
        %a: memref<?xi32> {pirch.value = dense<[3, 0]> : tensor<2xi32>},
        %rounds: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
        attributes {wg_size = 1 : i64} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %group = pirch.wg_index : i64
      %at = arith.index_cast %group : i64 to index
      pirch.loop cond {
        %x = memref.load %a[%at] : memref<?xi32>
        %more = arith.cmpi sgt, %x, %zero : i32
        pirch.condition %more : i1
      } body {
        %n = memref.load %rounds[%at] : memref<?xi32>
        %next = arith.addi %n, %one : i32
        memref.store %next, %rounds[%at] : memref<?xi32>
        pirch.yield
      } step {
        %x = memref.load %a[%at] : memref<?xi32>
        %less = arith.subi %x, %one : i32
        memref.store %less, %a[%at] : memref<?xi32>
        pirch.yield
      }
      pirch.return
    }
    // condition: arg0 = dense<0> : tensor<2xi32>
    // condition: arg1 = dense<[3, 0]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict `:` type($condition)";
}

def Pirch_YieldOp : Pirch_StructuralOp<"yield",
    [HasParent<"LoopOp">, Terminator, Pure, Pirch_InWorkItemForm]> {
  let summary = "end of a loop's body or step";
  let description = [{
    Ends the `body` and the `step` region of a `pirch.loop`: after the `body` the
    `step` runs, after the `step` the condition is evaluated again.

    Example, in work-item form: with `post_test` the body runs once in any case.

    ```mlir
    pirch.kernel @yield(
        %a: memref<?xi32> {pirch.value = dense<[1, 2]> : tensor<2xi32>})
        attributes {wg_size = 1 : i64} {
      %false = arith.constant false
      %group = pirch.wg_index : i64
      %at = arith.index_cast %group : i64 to index
      pirch.loop post_test cond {
        pirch.condition %false : i1
      } body {
        %x = memref.load %a[%at] : memref<?xi32>
        %y = arith.addi %x, %x : i32
        memref.store %y, %a[%at] : memref<?xi32>
        pirch.yield
      } step {
        pirch.yield
      }
      pirch.return
    }
    // yield: arg0 = dense<[2, 4]> : tensor<2xi32>
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // PIRCH_CONTROL_OPS_TD
