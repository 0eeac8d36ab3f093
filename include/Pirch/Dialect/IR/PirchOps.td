//===- PirchOps.td - Operations of the PIRCH dialect -----------*- tablegen -*-===//

#ifndef PIRCH_OPS_TD
#define PIRCH_OPS_TD

include "Pirch/Dialect/IR/PirchTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Pirch_AnyInfReg : Type<CPred<"::llvm::isa<::pirch::InfRegType>($_self)">,
                           "infreg", "::pirch::InfRegType">;

class Pirch_InfRegOf<string pred, string descr> : Type<And<[
    CPred<"::llvm::isa<::pirch::InfRegType>($_self)">,
    SubstLeaves<"$_self",
      "::llvm::cast<::pirch::InfRegType>($_self).getElementType()",
      CPred<pred>>]>, descr, "::pirch::InfRegType">;

def Pirch_MaskInfReg : Pirch_InfRegOf<"$_self.isInteger(1)", "infreg of i1">;
/// What holds an index: of a WI, an element, a WG.
def Pirch_IndexInfReg : Pirch_InfRegOf<
    "$_self.isSignlessInteger(32) || $_self.isSignlessInteger(64)",
    "infreg of i32 or i64">;
def Pirch_IndexOrInfReg : AnyTypeOf<[I32, I64, Pirch_IndexInfReg]>;
def Pirch_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, Index]>;
def Pirch_ScalarOrInfReg : AnyTypeOf<[AnySignlessInteger, AnyFloat,
                                      Pirch_AnyInfReg]>;
def Pirch_BoolOrMask : AnyTypeOf<[I1, Pirch_MaskInfReg]>;
def Pirch_GlobalBuffer : MemRefRankOf<[AnySignlessInteger, AnyFloat], [1]>;

/// An operation without lanes: a kernel or its control flow.
def Pirch_Structural : NativeOpTrait<"Structural"> {
  let cppNamespace = "::pirch";
}
/// What may stand in the program of one WI, and what in SSA over infregs.
def Pirch_InWorkItemForm : NativeOpTrait<"InWorkItemForm"> {
  let cppNamespace = "::pirch";
}
def Pirch_InInfRegForm : NativeOpTrait<"InInfRegForm"> {
  let cppNamespace = "::pirch";
}
/// What may stand there without an infreg: its scalar holds for all lanes.
def Pirch_ScalarInInfRegForm : NativeOpTrait<"ScalarInInfRegForm"> {
  let cppNamespace = "::pirch";
}

class Pirch_Op<string opMnemonic, list<Trait> traits>
    : Op<Pirch_Dialect, opMnemonic, traits>;

class Pirch_StructuralOp<string opMnemonic, list<Trait> traits = []>
    : Pirch_Op<opMnemonic, !listconcat(traits, [Pirch_Structural])>;

/// An operation on infregs. `methods` are those of InfRegOpInterface that it
/// implements in C++, `answers` is C++ of its class that gives other answers.
class Pirch_InfRegOp<string opMnemonic, string relation, string opClass,
                     list<Trait> traits = [], list<string> methods = [],
                     code answers = "">
    : Pirch_Op<opMnemonic, !listconcat(traits, [
          DeclareOpInterfaceMethods<InfRegOpInterface, methods>,
          Pirch_InInfRegForm])> {
  let extraClassDeclaration = [{
    static constexpr ::pirch::LaneRelation kLaneRelation =
        ::pirch::LaneRelation::}] # relation # [{;
    static constexpr ::pirch::OpClass kOpClass =
        ::pirch::OpClass::}] # opClass # [{;
  }] # answers;
}

//===----------------------------------------------------------------------===//
// Kernels and the control flow of the work-item form
//===----------------------------------------------------------------------===//

def Pirch_KernelOp : Pirch_StructuralOp<"kernel", [
    AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a kernel over an unbounded batch of work groups";
  let description = [{
    The program that every WG of a batch runs. Pointer parameters are rank-1
    memrefs of dynamic size, the others scalars. Its attributes are

    - `wg_size`: the number of WIs of a WG, at most 1024;
    - `wg_pack`: once chosen, the number of WGs that one iteration over the batch
      computes, at most 4096. The infregs of the body have `wg_size` items (or
      one) and `wg_pack` groups (`?` before it is chosen);
    - `target`: the machine that the kernel is compiled for;
    - `role`: which groups of a launch the kernel computes (`#pirch.role`); all of
      them where it is absent;
    - `single_group`: on a main kernel that is not packed yet, the kernel of role
      `single_group` that does the same for one group at a time;
    - `remainder`: on a main kernel with a `wg_pack` of two or more, the kernel of
      role `remainder` that computes the groups that do not fill a pack;
    - `lane_order`: once packed, the order of the axes along the lanes of every
      infreg;
    - `estimated_cost`: what the cost model of `target` expects one group to
      cost, in additions of one register;
    - `arg_names`, `arg_types`: the parameters' names and C types, for the header.

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
    OptionalAttr<F64Attr>:$estimated_cost,
    OptionalAttr<StrArrayAttr>:$arg_names,
    OptionalAttr<StrArrayAttr>:$arg_types,
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
    /// Name of parameter `index` in the source, or "arg<index>".
    std::string getParameterName(unsigned index);
  }];
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
    `for`, `while` and `do` with C's order of events: `cond` is evaluated, and
    where it holds `body` and then `step` run, and again. With `post_test` the
    first test is skipped. Variables live in memory (`memref.alloca`), so the
    regions take no arguments.

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
  let arguments = (ins UnitAttr:$post_test);
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
    Ends the `cond` region of a `pirch.loop`.

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

//===----------------------------------------------------------------------===//
// Which lane is which
//===----------------------------------------------------------------------===//

class Pirch_IndexOp<string opMnemonic, string what, list<Trait> traits>
    : Pirch_InfRegOp<opMnemonic, "generated", "arith",
                     !listconcat(traits, [Pure])> {
  let summary = what;
  let results = (outs Pirch_IndexOrInfReg:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Pirch_WgIndexOp : Pirch_IndexOp<"wg_index", "index of the work group in the batch",
                                 [Pirch_InWorkItemForm, Pirch_ScalarInInfRegForm]> {
  let description = [{
    The absolute index of the lane's WG: in the work-item form a scalar, in the
    InfReg form one value per lane.

    Example: `%g = pirch.wg_index : !pirch.infreg<?x1x1xi64>`
  }];
}
def Pirch_WiIndexOp : Pirch_IndexOp<"wi_index", "index of the work item in its group",
                                 [Pirch_InWorkItemForm]> {
  let description = [{
    The lane's WI, from 0 to `wg_size - 1`.

    Example: `%i = pirch.wi_index : i64`
  }];
}
def Pirch_IxIndexOp : Pirch_IndexOp<"ix_index", "array element that a lane holds", []> {
  let description = [{
    The lane's position along the array axis, from 0 to the extent less one.

    Example: `%i = pirch.ix_index : !pirch.infreg<?x8x4xi32>`
  }];
}

def Pirch_NumGroupsOp : Pirch_InfRegOp<"num_groups", "generated", "arith",
    [Pure, Pirch_InWorkItemForm, Pirch_ScalarInInfRegForm]> {
  let summary = "number of work groups of the launch";
  let description = [{
    `first_group + num_groups` of the call: one past the last WG it computes.

    Example: `%n = pirch.num_groups : i64`
  }];
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def Pirch_ConstantOp : Pirch_InfRegOp<"constant", "generated", "arith", [Pure],
    ["acceptsPaddedRows", "padTables"], [{
    bool isRematerialized() { return true; }
  }]> {
  let summary = "lanes known at compile time";
  let description = [{
    The same WI x ix table of values for every WG.

    Example:

    ```mlir
    %m = pirch.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
           -> !pirch.infreg<?x2x2xi1>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$value attr-dict `->` type($result)";
  let hasVerifier = 1;
}

def Pirch_SplatOp : Pirch_InfRegOp<"splat", "generated", "arith", [Pure], [],
    [{
    bool isRematerialized() { return true; }
  }]> {
  let summary = "one scalar in every lane";
  let description = [{
    The scalar may be a parameter or computed from parameters: it has one value
    for the whole batch.

    Example: `%v = pirch.splat %s : f64 -> !pirch.infreg<?x8x1xf64>`
  }];
  let arguments = (ins Pirch_Scalar:$scalar);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$scalar attr-dict `:` type($scalar) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Values moving between lanes
//===----------------------------------------------------------------------===//

class Pirch_LaneMapOp<string opMnemonic>
    : Pirch_InfRegOp<opMnemonic, "copied", "arith",
          [Pure, DeclareOpInterfaceMethods<LaneMapOpInterface>],
          ["addLanesRead"]> {
  let arguments = (ins Pirch_AnyInfReg:$source, DenseI32ArrayAttr:$map,
                       OptionalAttr<Pirch_ReordersAttr>:$reorders);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$source,
      "::llvm::ArrayRef<int32_t>":$map), [{
    build($_builder, $_state, type, source, map, ReordersAttr());
  }]>];
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $source custom<LaneTable>($map) attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Pirch_ReorderOp : Pirch_LaneMapOp<"reorder"> {
  let summary = "permute or broadcast elements inside every work item";
  let description = [{
    Result element `ix` of a WI is the source's element `map[ix]` of the same WI;
    `_` marks an element that nobody may read. The map has one entry per result
    element, or one per WI and element where it differs between WIs.

    - every entry is `_` or an element of the source;
    - source and result have the same element type and WIs.

    Examples:

    ```mlir
    // a[ix] = b[3 - ix]
    %0 = pirch.reorder %b [3, 2, 1, 0] : !pirch.infreg<?x8x4xf64> -> !pirch.infreg<?x8x4xf64>
    // a[ix] = b[0]
    %1 = pirch.reorder %b [0, 0, 0, 0] : !pirch.infreg<?x8x1xf64> -> !pirch.infreg<?x8x4xf64>
    ```
  }];
}

def Pirch_WgPermuteOp : Pirch_LaneMapOp<"wg_permute"> {
  let summary = "read another work item's register, its index known at compile time";
  let description = [{
    With one map entry per result WI, WI `wi` gets all elements of WI `map[wi]`:
    the shuffle of a whole private array. With one entry per result WI and
    element, lane `(wi, ix)` gets the source lane `map[..]`, counted
    `wi * extent + ix`. `_` marks a lane that nobody may read.

    - every entry is `_` or lies within the source's WG;
    - the short form needs equal `ix` extents.

    Examples:

    ```mlir
    // every WI reads WI 1: a broadcast
    %0 = pirch.wg_permute %a [1, 1, 1, 1] : !pirch.infreg<?x4x1xf32> -> !pirch.infreg<?x4x1xf32>
    // a 2x2 transpose
    %1 = pirch.wg_permute %b [0, 2, 1, 3] : !pirch.infreg<?x2x2xf32> -> !pirch.infreg<?x2x2xf32>
    ```
  }];
}

def Pirch_WgShuffleOp : Pirch_InfRegOp<"wg_shuffle", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm],
    ["getNumCandidates"]> {
  let summary = "read another work item's register, its index known at run time";
  let description = [{
    Every WI gets the value that the WI `source` of its WG holds. A source
    outside the WG gives the value of some WI of the WG, never a fault. Scalars
    in the work-item form, infregs in the InfReg form.

    Example: `%r = pirch.wg_shuffle %x from %i : f64, i32`
  }];
  let arguments = (ins Pirch_ScalarOrInfReg:$value, Pirch_IndexOrInfReg:$source);
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = [{
    $value `from` $source attr-dict `:` type($value) `,` type($source)
  }];
  let hasVerifier = 1;
}

def Pirch_ExtractOp : Pirch_InfRegOp<"extract", "selected", "arith", [Pure],
    ["getNumCandidates"]> {
  let summary = "read an array element whose subscript is known at run time";
  let description = [{
    Lane `(wg, wi, i)` of the result is the source's lane `(wg, wi, index)`,
    where `index` is what the index operand holds in that lane. A subscript
    outside the array gives some element of it.

    Example:

    ```mlir
    %r = pirch.extract %a[%i] : !pirch.infreg<?x8x4xf64>, !pirch.infreg<?x8x1xi32>
           -> !pirch.infreg<?x8x1xf64>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$source, Pirch_IndexInfReg:$index);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $source `[` $index `]` attr-dict `:` type($source) `,` type($index) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Pirch_InsertOp : Pirch_InfRegOp<"insert", "selected", "arith", [
    Pure, AllTypesMatch<["dest", "result"]>], [], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "write an array element whose subscript is known at run time";
  let description = [{
    The result is `dest` with element `index` of each WI replaced by `value`,
    where the optional mask holds. Value, index and mask have an `ix` extent of
    1; a subscript outside the array writes nothing.

    Example:

    ```mlir
    %r = pirch.insert %v into %a[%i] mask %m : !pirch.infreg<?x8x1xi1>
           : !pirch.infreg<?x8x1xf64>, !pirch.infreg<?x8x4xf64>,
             !pirch.infreg<?x8x1xi32>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value, Pirch_AnyInfReg:$dest,
                       Pirch_IndexInfReg:$index, Optional<Pirch_MaskInfReg>:$mask);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $value `into` $dest `[` $index `]` (`mask` $mask^ `:` type($mask))? attr-dict `:`
    type($value) `,` type($dest) `,` type($index)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Lanes that keep their value
//===----------------------------------------------------------------------===//

def Pirch_MergeOp : Pirch_InfRegOp<"merge", "copied", "blend", [
    Pure, AllTypesMatch<["value", "into", "result"]>],
    ["addLanesRead", "padTables"]> {
  let summary = "replace some lanes, known at compile time";
  let description = [{
    Lanes in the set take `value`, the others keep `into`. The set is printed as
    one string per WI with a digit per element, equal neighbours counted.

    Example, elements 2 and 3 of WI 1 to 3:

    ```mlir
    %r = pirch.merge %new into %old lanes ["0000" x 1, "0011" x 3]
           : !pirch.infreg<?x4x4xf64>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value, Pirch_AnyInfReg:$into,
                       DenseBoolArrayAttr:$lanes);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $value `into` $into `lanes` custom<LaneSet>($lanes) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Pirch_SelectOp : Pirch_InfRegOp<"select", "lane_wise", "blend", [
    Pure, AllTypesMatch<["trueValue", "falseValue", "result"]>]> {
  let summary = "choose lane by lane, by a mask known at run time";
  let description = [{
    `arith.select` for infregs (whose verifier wants vectors or tensors).

    Example: `%r = pirch.select %m, %a, %b : !pirch.infreg<?x8x1xf64>`
  }];
  let arguments = (ins Pirch_MaskInfReg:$mask, Pirch_AnyInfReg:$trueValue,
                       Pirch_AnyInfReg:$falseValue);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $mask `,` $trueValue `,` $falseValue attr-dict `:` type($mask) `,` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Pirch_ConvertOp : Pirch_InfRegOp<"convert", "lane_wise", "arith", [Pure]> {
  let summary = "change the type of every lane";
  let description = [{
    The casts of `arith` for infregs (whose verifiers want vectors or tensors):
    `extsi`, `extui`, `trunci`, `sitofp`, `uitofp`, `fptosi`, `fptoui`, `extf`,
    `truncf` and `bitcast`, each with `arith`'s meaning. Lanes stay where they
    are.

    Example:

    ```mlir
    %r = pirch.convert sitofp %x : !pirch.infreg<?x8x1xi32> -> !pirch.infreg<?x8x1xf64>
    ```
  }];
  let arguments = (ins Pirch_ConversionKind:$kind, Pirch_AnyInfReg:$source);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$kind $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Votes and collectives
//===----------------------------------------------------------------------===//

class Pirch_VoteOp<string opMnemonic, string what>
    : Pirch_InfRegOp<opMnemonic, "exchanged", "arith", [
          Pure, AllTypesMatch<["predicate", "result"]>, Pirch_InWorkItemForm],
          ["getNumCandidates"]> {
  let summary = what;
  let arguments = (ins Pirch_BoolOrMask:$predicate);
  let results = (outs Pirch_BoolOrMask:$result);
  let assemblyFormat = "$predicate attr-dict `:` type($predicate)";
}

def Pirch_AnyOp : Pirch_VoteOp<"any", "whether a predicate holds for any work item of the group"> {
  let description = [{
    All WIs of a WG get the same answer, about that WG alone.

    Example: `%r = pirch.any %p : i1`
  }];
}
def Pirch_AllOp : Pirch_VoteOp<"all", "whether a predicate holds for every work item of the group"> {
  let description = [{
    All WIs of a WG get the same answer, about that WG alone.

    Example: `%r = pirch.all %p : !pirch.infreg<?x8x1xi1>`
  }];
}

def Pirch_ActiveOp : Pirch_InfRegOp<"active", "exchanged", "arith", [Pure]> {
  let summary = "whether any lane of the pack is set";
  let description = [{
    One bit for everything that shares a program counter: the condition under
    which a masked loop has another iteration.

    Example: `%go = pirch.active %m : !pirch.infreg<?x8x1xi1>`
  }];
  let arguments = (ins Pirch_MaskInfReg:$mask);
  let results = (outs I1:$result);
  let assemblyFormat = "$mask attr-dict `:` type($mask)";
}

def Pirch_ReduceOp : Pirch_InfRegOp<"reduce", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm],
    ["getNumCandidates"], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "combine a value over the work items of a group";
  let description = [{
    Every WI gets the value combined over WI 0, 1, ... in this order, so that
    floating-point sums are the same on every target. WIs that the optional mask
    leaves out do not take part: only the values of the others are combined, so
    that `minf` and `maxf` give NaN where all of these are NaN. A WI that the mask
    leaves out gets a value that nobody may use.

    Example: `%s = pirch.reduce add %x : f64`
  }];
  let arguments = (ins Pirch_CombiningKind:$kind, Pirch_ScalarOrInfReg:$value,
                       Optional<Pirch_BoolOrMask>:$mask);
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = [{
    $kind $value (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def Pirch_ScanOp : Pirch_InfRegOp<"scan", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm],
    ["getNumCandidates"], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "combine a value over the work items up to each";
  let description = [{
    WI `i` gets the combination over WI 0 to `i` (inclusive) or `i - 1`
    (exclusive), in this order. WIs that the optional mask leaves out do not take
    part and get a value that nobody may use. Where none before WI `i` takes part, an exclusive scan gives +0 for `add`,
    1 for `mul`, the greatest value of the type for `min` and the least for `max`
    (infinities in floating point).

    Example: `%s = pirch.scan add inclusive %x : i32`
  }];
  let arguments = (ins Pirch_CombiningKind:$kind, Pirch_ScanMode:$mode,
                       Pirch_ScalarOrInfReg:$value,
                       Optional<Pirch_BoolOrMask>:$mask);
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = [{
    $kind $mode $value (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

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

#endif // PIRCH_OPS_TD
