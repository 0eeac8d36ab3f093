//===- Passes.td - Passes for NEC's vector engine --------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_VE_PASSES_TD
#define PIRCH_TARGET_VE_PASSES_TD

include "mlir/Pass/PassBase.td"

def VEWidenNarrowLanes : Pass<"ve-widen-narrow-lanes", "::mlir::ModuleOp"> {
  let summary = "Hold integers of 8 and 16 bits in lanes of 32";
  let description = [{
    VE has no lanes of 8 and 16 bits. A `vector<256xi8>` or `vector<256xi16>`
    becomes a `vector<256xi32>` whose upper bits are zero. Operations on signed
    numbers extend the sign of their operands first, and the bits of a result
    that the narrow type does not have are cleared.

    A load gathers the words of four bytes in which the elements lie, which may
    have bytes before and behind the buffer, but never of another page. A store
    is a loop over lanes, which stores one element in each iteration.

    Example: `arith.addi %x, %y : vector<256xi8>` becomes

    ```mlir
    %sum = arith.addi %x, %y : vector<256xi32>
    %r = arith.andi %sum, %c255 : vector<256xi32>
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

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

    Where LLVM would call a function for an operation on scalars (`math.fma`,
    `math.sqrt`, rounding, products of 128 bits), a register computes it in all
    lanes: a call leaves no vector register as it was.

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
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // PIRCH_TARGET_VE_PASSES_TD
