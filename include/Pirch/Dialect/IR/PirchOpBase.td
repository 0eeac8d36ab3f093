//===- PirchOpBase.td - What operations are made from ------*- tablegen -*-===//

#ifndef PIRCH_OP_BASE_TD
#define PIRCH_OP_BASE_TD

include "Pirch/Dialect/IR/PirchTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
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
/// An infreg of indices: of WIs, of array elements or of WGs.
def Pirch_IndexInfReg : Pirch_InfRegOf<
    "$_self.isSignlessInteger(32) || $_self.isSignlessInteger(64)",
    "infreg of i32 or i64">;
def Pirch_LongInfReg : Pirch_InfRegOf<"$_self.isSignlessInteger(64)",
                                      "infreg of i64">;
def Pirch_IndexOrInfReg : AnyTypeOf<[I32, I64, Pirch_IndexInfReg]>;
def Pirch_Index : AnyTypeOf<[Index, Pirch_LongInfReg]>;
def Pirch_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, Index]>;
def Pirch_ScalarOrInfReg : AnyTypeOf<[AnySignlessInteger, AnyFloat,
                                      Pirch_AnyInfReg]>;
def Pirch_BoolOrMask : AnyTypeOf<[I1, Pirch_MaskInfReg]>;
def Pirch_Buffer : MemRefRankOf<[AnySignlessInteger, AnyFloat], [1]>;

/// An operation without lanes: a kernel or its control flow.
def Pirch_Structural : NativeOpTrait<"Structural"> {
  let cppNamespace = "::pirch";
}
/// Operations that may stand in the work-item form, and those that may stand in
/// the InfReg form.
def Pirch_InWorkItemForm : NativeOpTrait<"InWorkItemForm"> {
  let cppNamespace = "::pirch";
}
def Pirch_InInfRegForm : NativeOpTrait<"InInfRegForm"> {
  let cppNamespace = "::pirch";
}
/// Operations that may stand in the InfReg form without an infreg: the scalar that
/// they give holds for all lanes.
def Pirch_ScalarInInfRegForm : NativeOpTrait<"ScalarInInfRegForm"> {
  let cppNamespace = "::pirch";
}

/// An operation that bounds its integers for MLIR's analysis of ranges.
def Pirch_InfersRange : DeclareOpInterfaceMethods<
    InferIntRangeInterface, ["inferResultRangesFromOptional"]>;

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

#endif // PIRCH_OP_BASE_TD
