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
    are memrefs of rank 1 and dynamic size, the others are scalars. Its attributes
    are

    - `wg_size`: the number of WIs of a WG, at most 1024;
    - `wg_pack`: once chosen, the number of WGs that one iteration over the batch
      computes, at most 4096. The infregs of the body have `wg_size` items (or
      one) and `wg_pack` groups (`?` before it is chosen);
    - `target`: the machine that the kernel is compiled for;
    - `role`: which groups of a launch the kernel computes (`#pirch.role`); all of
      them where it is absent;
    - `single_group`: on a main kernel that is not packed yet, the kernel of role
      `single_group` that does the same for one group at a time;
    - `remainder`: the kernel of role `remainder` that computes the groups that
      do not fill a pack, and those that `pirch.main_groups` leaves to it. A
      remainder kernel may itself leave groups to another one, which leaves none;
    - `lane_order`: once packed, the order of the axes along the lanes of every
      infreg;
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
      Kernels with buffers in a compact layout are made so.

    Example:

    ```mlir
    pirch.kernel @scale(%a: memref<?xf64>, %s: f64) attributes {wg_size = 4 : i64} {
      ...
      pirch.return
    }
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
    OptionalAttr<Pirch_LanesAttr>:$lane_order,
    OptionalAttr<Pirch_ScheduleAttr>:$schedule,
    OptionalAttr<F64Attr>:$estimated_cost,
    OptionalAttr<StrArrayAttr>:$arg_names,
    OptionalAttr<StrArrayAttr>:$arg_types,
    OptionalAttr<DenseI64ArrayAttr>:$wg_shape,
    UnitAttr:$grid_offset,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$row_groups,
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
    bool hasRole(::pirch::KernelRole role) {
      return getRole().value_or(::pirch::KernelRole::main) == role;
    }
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
      return getRowGroups() ? 1 : getNumGridDims() ? getNumGridDims() - 1 : 0;
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
    The kernel computes the groups whose index is less than `count`, and the
    kernel that its attribute `remainder` names computes the others. `count` is
    computed from parameters, and before any access of memory.

    Example, of a kernel of eight work items a group that does nothing from
    work item `%n` on:

    ```mlir
    %count = arith.divui %n, %c8 : i64
    pirch.main_groups %count
    ```
  }];
  let arguments = (ins I64:$count);
  let assemblyFormat = "$count attr-dict";
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
    launch.

    In the InfReg form it has no uses and marks the operand, which a scalar or an
    infreg is, for `pirch-outline-staged-values`; with no use it counts as
    writing memory, so that it is not dead.

    Example: `%m = pirch.stage %n index 0 : i32`
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
    Ends the body of a `pirch.kernel`; kernels return nothing.

    Example: `pirch.return`
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
    (`memref.alloca`), so the regions take no arguments. `panel_limit` is the most
    instructions that unrolling may make of the loop, where a pass has set one
    (`pirch-find-panels`).

    Example:

    ```mlir
    pirch.loop cond {
      ...
      pirch.condition %c : i1
    } body {
      ...
      pirch.yield
    } step {
      ...
      pirch.yield
    }
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
    Ends the `cond` region of a `pirch.loop` with its condition.

    Example: `pirch.condition %c : i1`
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict `:` type($condition)";
}

def Pirch_YieldOp : Pirch_StructuralOp<"yield",
    [HasParent<"LoopOp">, Terminator, Pure, Pirch_InWorkItemForm]> {
  let summary = "end of a loop's body or step";
  let description = [{
    Ends the `body` and the `step` region of a `pirch.loop`.

    Example: `pirch.yield`
  }];
  let assemblyFormat = "attr-dict";
}

#endif // PIRCH_CONTROL_OPS_TD
