//===- PirchTypes.td - Types, attributes and enums -------------*- tablegen -*-===//

#ifndef PIRCH_TYPES_TD
#define PIRCH_TYPES_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/BuiltinTypes.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

def Pirch_Axis : I32EnumAttr<"Axis", "an axis of an infreg", [
    I32EnumAttrCase<"wg", 0>, I32EnumAttrCase<"wi", 1>,
    I32EnumAttrCase<"ix", 2>]> {
  let cppNamespace = "::pirch";
}

def Pirch_CombiningKind : I32EnumAttr<"CombiningKind",
    "how a reduction or scan combines two values", [
    I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"mul", 1>,
    I32EnumAttrCase<"minsi", 2>, I32EnumAttrCase<"minui", 3>,
    I32EnumAttrCase<"minf", 4>, I32EnumAttrCase<"maxsi", 5>,
    I32EnumAttrCase<"maxui", 6>, I32EnumAttrCase<"maxf", 7>,
    I32EnumAttrCase<"and_", 8, "and">, I32EnumAttrCase<"or_", 9, "or">,
    I32EnumAttrCase<"xor_", 10, "xor">]> {
  let cppNamespace = "::pirch";
}

def Pirch_ScanMode : I32EnumAttr<"ScanMode",
    "whether a WI's own value is part of its scan", [
    I32EnumAttrCase<"inclusive", 0>, I32EnumAttrCase<"exclusive", 1>]> {
  let cppNamespace = "::pirch";
}

def Pirch_ConversionKind : I32EnumAttr<"ConversionKind",
    "how a lane changes its type; the arith operation of that name", [
    I32EnumAttrCase<"extsi", 0>, I32EnumAttrCase<"extui", 1>,
    I32EnumAttrCase<"trunci", 2>, I32EnumAttrCase<"sitofp", 3>,
    I32EnumAttrCase<"uitofp", 4>, I32EnumAttrCase<"fptosi", 5>,
    I32EnumAttrCase<"fptoui", 6>, I32EnumAttrCase<"extf", 7>,
    I32EnumAttrCase<"truncf", 8>, I32EnumAttrCase<"bitcast", 9>]> {
  let cppNamespace = "::pirch";
}

/// Classes of register-wide operations that a target puts a cost on.
def Pirch_OpClass : I32EnumAttr<"OpClass", "a class of machine operations", [
    I32EnumAttrCase<"arith", 0>, I32EnumAttrCase<"divide", 1>,
    I32EnumAttrCase<"libcall", 2>, I32EnumAttrCase<"load", 3>,
    I32EnumAttrCase<"store", 4>, I32EnumAttrCase<"gather", 5>,
    I32EnumAttrCase<"scatter", 6>, I32EnumAttrCase<"blend", 7>,
    I32EnumAttrCase<"spill", 8>,
    // What an access costs in addition where its address is far from that of the
    // access before it.
    I32EnumAttrCase<"jump", 9>,
    // A store of lanes that are known at compile time and not side by side.
    I32EnumAttrCase<"masked_store", 10>,
    // An atomic operation of one lane, with what leads up to it.
    I32EnumAttrCase<"atomic", 11>,
    // A division or square root of f32; `divide` has the others.
    I32EnumAttrCase<"divide_f32", 12>]> {
  let cppNamespace = "::pirch";
  let genSpecializedAttr = 0;
}

/// How the lanes of an operation's result depend on those of its operands.
def Pirch_LaneRelation : I32EnumAttr<"LaneRelation",
    "how result lanes depend on operand lanes", [
    // On no lane: constants, indices.
    I32EnumAttrCase<"generated", 0>,
    // On the same lane of each operand.
    I32EnumAttrCase<"lane_wise", 1>,
    // Each is a copy of one operand lane that is known at compile time.
    I32EnumAttrCase<"copied", 2>,
    // On lanes of the same work item, chosen at run time.
    I32EnumAttrCase<"selected", 3>,
    // On lanes of any work item of the group, or of the pack.
    I32EnumAttrCase<"exchanged", 4>,
    // On memory, or there are none: the lanes of operands say where and what.
    I32EnumAttrCase<"accessed", 5>]> {
  let cppNamespace = "::pirch";
  let genSpecializedAttr = 0;
}

/// How the lanes of one chunk are brought together (section 4.2 of the paper).
def Pirch_ReorderPattern : I32EnumAttr<"ReorderPattern",
    "how the lanes of one chunk are brought together", [
    I32EnumAttrCase<"unread", 0>, I32EnumAttrCase<"reuse", 1>,
    I32EnumAttrCase<"broadcast", 2>, I32EnumAttrCase<"segmented", 3>,
    I32EnumAttrCase<"rotate", 4>, I32EnumAttrCase<"permute", 5>,
    I32EnumAttrCase<"permute2", 6>, I32EnumAttrCase<"cover", 7>,
    I32EnumAttrCase<"gather", 8>, I32EnumAttrCase<"repeat", 9>,
    I32EnumAttrCase<"shifts", 10>, I32EnumAttrCase<"lookup", 11>,
    I32EnumAttrCase<"network", 12>, I32EnumAttrCase<"interleave", 13>]> {
  let cppNamespace = "::pirch";
  let genSpecializedAttr = 0;
}

def Pirch_KernelRole : I32EnumAttr<"KernelRole",
    "which groups of a launch a kernel computes", [
    I32EnumAttrCase<"main", 0>, I32EnumAttrCase<"single_group", 1>,
    I32EnumAttrCase<"remainder", 2>, I32EnumAttrCase<"fallback", 3>]> {
  let cppNamespace = "::pirch";
  let genSpecializedAttr = 0;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Pirch_LanesAttr : Pirch_Attr<"Lanes", "lanes"> {
  let summary = "the order of an infreg's axes along the lanes";
  let description = [{
    The lane metadata of a packed infreg: its three axes, the one that varies
    slowest along the lanes first. `#pirch.lanes<wg, wi, ix>` is the layout of
    the paper, where a WI's array is contiguous; `#pirch.lanes<ix, wi, wg>` puts
    equal elements of neighbouring problems side by side.
  }];
  let parameters = (ins
    ArrayRefParameter<"::pirch::Axis", "the three axes, slowest first">:$order);
  let assemblyFormat = "`<` $order `>`";
  let genVerifyDecl = 1;
}

def Pirch_KernelRoleAttr : EnumAttr<Pirch_Dialect, Pirch_KernelRole, "role"> {
  let summary = "which groups of a launch a kernel computes";
  let description = [{
    - `main`: the groups of the launch, or of its full packs where the kernel
      names a `remainder`. A kernel without a role is a main kernel;
    - `single_group`: none yet. It is the form of a main kernel that takes one
      group at a time, from which packing (`pirch-pack-work-groups`) makes the
      kernel or its remainder;
    - `remainder`: the groups that do not fill a pack or do not meet the guards of
      a kernel, one at a time;
    - `fallback`: all groups of the calls whose arguments are not as the main
      kernel assumes, as where the length of a row is no multiple of the group's
      size; and in other calls the groups that do not fill a pack. A fallback is packed as a main kernel
      is, and has a single-group form and a remainder of its own.

    Example: `#pirch.role<remainder>`
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Pirch_PackAttr : Pirch_Attr<"Pack", "pack"> {
  let summary = "how the groups of one kernel are packed";
  let description = [{
    One choice of `pirch-pack-work-groups`, for a main kernel, a fallback or a
    remainder:

    - `groups`: the number of groups of a pack;
    - `order`: the order of the axes along the lanes;
    - `padded`: whether rows begin at a register's first lane (`pirch-pad-rows`);
    - `single`: whether the kernel is made of the form for one group at a time
      (role `single_group`), which then has one group to a pack;
    - `cached`: whether the kernel computes only calls whose data fit into the
      caches of a core.

    Example: `#pirch.pack<groups = 8, order = <wg, wi, ix>, padded = true>`
  }];
  let parameters = (ins
    "int64_t":$groups, "::pirch::LanesAttr":$order,
    DefaultValuedParameter<"bool", "false">:$padded,
    DefaultValuedParameter<"bool", "false">:$single,
    DefaultValuedParameter<"bool", "false">:$cached);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Pirch_ScheduleAttr : Pirch_Attr<"Schedule", "schedule"> {
  let summary = "choices that passes take for one kernel, instead of their own";
  let description = [{
    What is absent, or -1, is left to the passes and their options:

    - `unroll`: the number of operations up to which a loop of the kernel is
      unrolled (`unroll-budget` of `pirch-vectorize-work-items`);
    - `packs`: one `#pirch.pack` for the kernel, one for its remainder if it
      gets code of its own, and one for the kernel that computes what does not
      meet the guards, if there is one (`pirch-pack-work-groups`); of a kernel
      with a fallback, one for the kernel, and those of the fallback;
    - `prefetch`: how many packs ahead memory is asked for; 0 for no prefetches
      (`pirch-insert-prefetches`);
    - `stream`: the number of bytes from which on a call writes past the caches; 0
      for never (`pirch-nontemporal-stores`);
    - `keepOrder`: whether the operations of each block keep the order in which
      the source has them (`pirch-schedule-operations`).

    The operations `transform.pirch.*` write it. Example:

    ```mlir
    #pirch.schedule<unroll = 100, packs = [#pirch.pack<groups = 1, order = <wg, wi, ix>>]>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "-1">:$unroll,
    OptionalParameter<"::mlir::ArrayAttr">:$packs,
    DefaultValuedParameter<"int64_t", "-1">:$prefetch,
    DefaultValuedParameter<"int64_t", "-1">:$stream,
    DefaultValuedParameter<"bool", "false">:$keepOrder);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Pirch_ReordersAttr : Pirch_Attr<"Reorders", "reorders"> {
  let summary = "the reorder pattern of each result chunk of a lane map";
  let description = [{
    What `pirch-select-reorders` chose, one pattern per chunk, equal neighbours
    counted:

    - `unread`: no lane of the chunk is read;
    - `reuse`: a chunk that is there already;
    - `broadcast`: one lane of a source chunk in all lanes;
    - `segmented`: one lane of each segment in all lanes of the segment;
    - `repeat`: a run of lanes, one after the other as often as it fits (the
      paper's vector broadcast);
    - `rotate`: the lanes of a source chunk, all by one distance;
    - `shifts`: rotations by doubled distances, each for some of the lanes, on
      machines that cannot permute; `segmented` and `repeat` are made of them
      there, too;
    - `interleave`: lanes of two source chunks, one half of each block of lanes
      from each source or in turns, the same in all blocks; or whole blocks, the
      one half of them from each source (`getShuffleBlockBits` of the target); of
      one source chunk any lanes of its block, the same in all blocks, or any
      whole blocks;
    - `permute`, `permute2`: any permutation of one or two source chunks; of
      more sources, one after the other;
    - `cover`: several of `reuse`, `broadcast`, `segmented`, `repeat`, `rotate`
      and `shifts`, each for a part of the lanes, blended;
    - `network`: shuffles of two registers, of which chunks share those that bring
      lanes of the same sources together, as in a transposition. All chunks of
      this pattern are made by one network;
    - `gather`: the source chunks stored, and gathered from memory.

    Lanes that are chosen at run time (`pirch.wg_shuffle`, `pirch.extract`) are
    brought together by one of

    - `lookup`: instructions that take any lanes of one or two source chunks, by
      an index in a register; of more source chunks, the results are selected by
      the further bits of the index;
    - `cover`: selections among the source chunks, or among what each work item
      or element gives;
    - `gather`: the source chunks stored, and gathered from memory.

    Example: `#pirch.reorders<reuse x 7, permute2>`
  }];
  let parameters = (ins ArrayRefParameter<"::pirch::ReorderPattern">:$patterns);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Pirch_InfRegType : TypeDef<Pirch_Dialect, "InfReg",
    [ShapedTypeInterface, ValueSemantics]> {
  let mnemonic = "infreg";
  let summary = "a register with a lane per work group, work item and element";
  let description = [{
    Always three axes: WG x WI x ix. The first is `?` while the register is
    infinite and a number once work groups are packed; then the lanes may carry
    their order.

    Examples:

    ```mlir
    !pirch.infreg<?x8x4xf64>                              // infinite
    !pirch.infreg<2x8x4xf64>                              // two WGs packed
    !pirch.infreg<2x8x4xf64, #pirch.lanes<ix, wi, wg>>    // lanes assigned
    ```

    Lanes are integers of 1 to 64 bits, f16, bf16, f32 or f64. A group has at
    most 2^18 lanes, a register at most 4096 groups.

    An extent of 1 on the `wi` axis means one value for the whole WG (a
    `__local` variable); 1 on the `ix` axis is a scalar variable of each WI.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "extents of `wg`, `wi` and `ix`">:$shape,
    TypeParameter<"::mlir::Type", "type of a lane: integer or float">:$elementType,
    AttrParameter<"::pirch::LanesAttr", "order of the lanes, once assigned">:$lanes);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType, CArg<"::pirch::LanesAttr", "{}">:$lanes), [{
      return $_get(elementType.getContext(), shape, elementType, lanes);
    }]>
  ];
  let extraClassDeclaration = [{
    InfRegType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                         ::mlir::Type elementType) const;
    bool hasRank() const { return true; }
    /// Whether lanes may be of this type.
    static bool isLaneType(::mlir::Type type);
    /// Whether elements of this type have a place in memory: lanes of 8, 16, 32
    /// or 64 bits.
    static bool isMemoryType(::mlir::Type type);
    /// Limits of what a group, and a register, may hold.
    static constexpr int64_t kMaxLanesPerGroup = 1 << 18;
    static constexpr int64_t kMaxGroups = 4096;
    /// WGs held; ShapedType::kDynamic while infinite.
    int64_t getNumGroups() const { return getShape()[0]; }
    /// WIs of a WG, or 1 for a value that a WG holds once.
    int64_t getNumItems() const { return getShape()[1]; }
    /// Extent of the ix axis.
    int64_t getExtent() const { return getShape()[2]; }
    /// Lanes of one WG.
    int64_t getLanesPerGroup() const { return getShape()[1] * getShape()[2]; }
    /// Whether the number of WGs is not fixed yet.
    bool isInfinite() const { return ::mlir::ShapedType::isDynamic(getShape()[0]); }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // PIRCH_TYPES_TD
