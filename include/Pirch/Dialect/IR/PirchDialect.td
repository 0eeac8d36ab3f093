//===- PirchDialect.td - The PIRCH dialect ---------------------*- tablegen -*-===//

#ifndef PIRCH_DIALECT_TD
#define PIRCH_DIALECT_TD

include "mlir/IR/OpBase.td"

def Pirch_Dialect : Dialect {
  let name = "pirch";
  let cppNamespace = "::pirch";
  let summary = "Batched kernels on registers of unbounded width";
  let description = [{
    The dialect describes kernels that work on many independent problems at
    once. A *work group* (WG) is the `WG_SIZE` *work items* (WIs) that share one
    problem and may read each other's registers; WGs never communicate. A value
    of type `!pirch.infreg<?x8x4xf64>` holds one lane for every WG, every WI and
    every array element (`ix`) of a private variable.

    Arithmetic on such values is the `arith` and `math` dialects', control flow
    is `scf`'s. What belongs here is only what those cannot say: which lane is
    which (index operations), values moving between lanes (`reorder`,
    `wg_permute`, `wg_shuffle`, `reduce`, `scan`), lanes that keep their old
    value (`merge`, `select`), votes, and memory. An operation that a mix of
    `arith` and the above expresses does not belong here.

    Two forms of a kernel use the dialect. The *work-item form* is the program
    of one WI: scalars, private variables in `memref.alloca`, and the control
    flow of C in `pirch.loop`. The *InfReg form* is SSA over infregs. The pass
    `pirch-form-infregs` leads from the first to the second.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::memref::MemRefDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 0;
  let hasCanonicalizer = 1;
}

#endif // PIRCH_DIALECT_TD
