//===- PirchTransformOps.td - Choices for kernels as IR ----*- tablegen -*-===//
//
// Operations of MLIR's transform dialect that choose for one kernel what passes
// otherwise choose by cost. A script of them is the schedule of a program.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORM_OPS_TD
#define PIRCH_TRANSFORM_OPS_TD

include "Pirch/Dialect/IR/PirchTypes.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"
include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An operation that changes the kernels of a handle, each by itself. The handle
/// stays valid. Anything but a `pirch.kernel` in the handle is an error.
class Pirch_TransformOp<string mnemonic>
    : TransformDialectOp<"pirch." # mnemonic, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        TransformOpInterface, TransformEachOpTrait]> {
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter, ::pirch::KernelOp kernel,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
}

def PirchAttachTargetOp : Pirch_TransformOp<"attach_target"> {
  let summary = "compile a kernel for a machine";
  let description = [{
    Sets the kernel's `target`. A kernel that has another target already is an
    error.

    ```mlir
    transform.pirch.attach_target #pirch.avx512<> to %kernel : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel,
                       TargetAttrInterface:$target);
  let assemblyFormat = "$target `to` $kernel attr-dict `:` type($kernel)";
}

def PirchPackOp : Pirch_TransformOp<"pack"> {
  let summary = "choose packs and lane orders of a kernel";
  let description = [{
    Chooses how many groups `pirch-pack-work-groups` packs, and in which order
    their lanes lie: one `#pirch.pack` for the kernel, and one for each of its
    remainders.

    ```mlir
    transform.pirch.pack %kernel, [#pirch.pack<groups = 8, order = <wg, wi, ix>>,
                                   #pirch.pack<groups = 1, order = <wg, wi, ix>>]
      : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel,
                       ArrayAttr:$packs);
  let assemblyFormat = "$kernel `,` $packs attr-dict `:` type($kernel)";
  let hasVerifier = 1;
}

def PirchUnrollOp : Pirch_TransformOp<"unroll"> {
  let summary = "choose which loops of a kernel are unrolled";
  let description = [{
    Chooses the number of operations up to which `pirch-vectorize-work-items`
    unrolls a loop of the kernel.

    ```mlir
    transform.pirch.unroll %kernel {operations = 100 : i64} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$operations);
  let assemblyFormat = "$kernel attr-dict `:` type($kernel)";
}

def PirchStageOp : Pirch_TransformOp<"stage"> {
  let summary = "make values of a kernel constants";
  let description = [{
    Puts constants in place of parameters and staged values of a kernel in
    work-item form: NAME=VALUE for a parameter, INDEX=VALUE for a
    `pirch.stage`. A kernel without that parameter or value is an error.

    ```mlir
    transform.pirch.stage %kernel, ["n=4"] : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel,
                       StrArrayAttr:$values);
  let assemblyFormat = "$kernel `,` $values attr-dict `:` type($kernel)";
}

def PirchPrefetchOp : Pirch_TransformOp<"prefetch"> {
  let summary = "choose how far ahead a kernel prefetches";
  let description = [{
    Chooses how many packs ahead `pirch-insert-prefetches` asks for memory; 0 for
    no prefetches.

    ```mlir
    transform.pirch.prefetch %kernel {packs = 2 : i64} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel,
                       ConfinedAttr<I64Attr, [IntNonNegative, IntMaxValue<64>]>:$packs);
  let assemblyFormat = "$kernel attr-dict `:` type($kernel)";
}

def PirchStreamOp : Pirch_TransformOp<"stream"> {
  let summary = "choose which calls of a kernel write past the caches";
  let description = [{
    Chooses the number of bytes from which on a call writes past the caches,
    counted over all buffers that it touches (`pirch-nontemporal-stores`); 0 for
    never.

    ```mlir
    transform.pirch.stream %kernel {bytes = 1048576 : i64} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$bytes);
  let assemblyFormat = "$kernel attr-dict `:` type($kernel)";
}

def PirchKeepOrderOp : Pirch_TransformOp<"keep_order"> {
  let summary = "keep the order that a kernel's operations have in its source";
  let description = [{
    Lets `pirch-schedule-operations` leave the operations of the kernel in the
    order of the source, instead of the order that its model of the machine takes
    for the fastest.

    ```mlir
    transform.pirch.keep_order %kernel : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$kernel);
  let assemblyFormat = "$kernel attr-dict `:` type($kernel)";
}

#endif // PIRCH_TRANSFORM_OPS_TD
