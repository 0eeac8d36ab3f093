//===- Passes.td - The interpreter as a pass -------------------*- tablegen -*-===//

#ifndef PIRCH_INTERPRETER_PASSES_TD
#define PIRCH_INTERPRETER_PASSES_TD

include "mlir/Pass/PassBase.td"

def Interpret : Pass<"pirch-interpret", "::mlir::ModuleOp"> {
  let summary = "Run kernels in InfReg form and print the buffers that they leave";
  let description = [{
    Runs every kernel of which each parameter has a value, on the interpreter of
    the InfReg form, and prints its buffers after the run, one comment line each.
    A parameter's value is its attribute `pirch.value`: a table for a buffer, a
    number for a scalar. Every kernel gets fresh copies. The module stays as it
    is, so that this pass may stand between any two others.

    A store of a lane that holds no value, an access outside a buffer, and a
    branch or place in memory that depends on a lane that holds no value are
    errors.

    Example:

    ```mlir
    pirch.kernel @double(%a: memref<?xf64>
        {pirch.value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf64> -> <?x2x1xf64>
      %y = arith.addf %x, %x : !pirch.infreg<?x2x1xf64>
      pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xf64>, memref<?xf64>
      pirch.return
    }
    ```

    With `groups=2` the pass prints

    ```mlir
    // double: arg0 = dense<[2.000000e+00, 4.000000e+00, 6.000000e+00, 8.000000e+00]> : tensor<4xf64>
    ```
  }];
  let options = [
    Option<"numGroups", "groups", "int64_t", "1", "work groups to run">,
    Option<"firstGroup", "first-group", "int64_t", "0",
           "index of the first work group">,
    Option<"kernelName", "kernel", "std::string", "\"\"",
           "the only kernel to run; without it all that have values">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

#endif // PIRCH_INTERPRETER_PASSES_TD
