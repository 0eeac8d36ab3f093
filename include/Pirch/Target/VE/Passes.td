//===- Passes.td - Passes for NEC's vector engine --------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_VE_PASSES_TD
#define PIRCH_TARGET_VE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertVectorToVE : Pass<"convert-vector-to-ve", "::mlir::ModuleOp"> {
  let summary = "Turn chunks of 256 lanes into instructions of NEC's VE";
  let description = [{
    Operations on `vector<256xT>` become calls of LLVM's `llvm.ve.vl.*`
    intrinsics, whose registers are all `vector<256xf64>`: an f32 lies in the
    upper half of a lane, an i32 in the lower one. Arithmetic of f64 on whole
    registers stays as it is, as LLVM's back end has instructions for it. The
    vector length of other operations is the number of lanes that the function
    fills (`pirch.lanes_in_use`), of loads and stores the number they move.

    Strided accesses are single instructions; a load under a mask is a gather, as
    VE loads take none. Shuffles must be rotations or broadcasts of one lane,
    which is all that the lane maps of this target are made of. A rotation of
    which a mask takes some lanes is one instruction. Masks known at compile time
    are built from scalars: LLVM's own constants number their lanes from the
    wrong end.

    Example:

    ```mlir
    %r = llvm.call_intrinsic "llvm.ve.vl.vmv.vsvl"(%distance, %x, %length)
        : (i32, vector<256xf64>, i32) -> vector<256xf64>
    ```
  }];
  let statistics = [
    Statistic<"numInstructions", "instructions", "Intrinsics called">,
    Statistic<"numRotations", "rotations", "Rotations of a register">,
    Statistic<"numGathers", "gathers", "Gathers and scatters">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"
  ];
}

#endif // PIRCH_TARGET_VE_PASSES_TD
