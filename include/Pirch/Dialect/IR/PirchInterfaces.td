//===- PirchInterfaces.td - Interfaces of the PIRCH dialect ----*- tablegen -*-===//

#ifndef PIRCH_INTERFACES_TD
#define PIRCH_INTERFACES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def TargetAttrInterface : AttrInterface<"TargetAttrInterface"> {
  let cppNamespace = "::pirch";
  let description = [{
    What a pass may know about a machine. Passes ask these questions and never
    for a target by name; a new SIMD target is a new attribute.
  }];
  let methods = [
    InterfaceMethod<"Bits of one vector register.", "int64_t", "getRegisterBits">,
    InterfaceMethod<"Number of architectural vector registers.", "int64_t",
                    "getNumRegisters">,
    InterfaceMethod<"Number of registers for masks alone; 0 where vector "
                    "registers hold masks.",
                    "int64_t", "getNumMaskRegisters", (ins), [{}],
                    [{ return 0; }]>,
    InterfaceMethod<
      "Cost of one register-wide operation of this class, in units of one add.",
      "int64_t", "getCost", (ins "::pirch::OpClass":$opClass)>,
    InterfaceMethod<[{
      Cost of one reorder pattern for one result chunk, in the same unit; nothing
      where the machine has no such instruction. `gather` is the gather alone,
      without the stores before it; `cover` is never asked for. Where there is no
      `permute`, the patterns that take several rotations (see
      `ReorderPattern::repeat`) cost this much for each of them.
    }], "std::optional<int64_t>", "getReorderCost",
      (ins "::pirch::ReorderPattern":$pattern)>,
    InterfaceMethod<[{
      How a packed infreg lies in registers of `lanes` lanes. `shape` is its
      groups, work items and elements, `order` the order of its axes, slowest
      first, `groupItems` the work items of a group. By default its lanes are
      cut into registers in this order.
    }], "::pirch::LaneMapping", "mapLanes",
      (ins "::llvm::ArrayRef<int64_t>":$shape,
           "::llvm::ArrayRef<::pirch::Axis>":$order, "int64_t":$groupItems,
           "int64_t":$lanes), [{}],
      [{ return ::pirch::LaneMapping::inOrder(shape, order, lanes); }]>,
    InterfaceMethod<[{
      Machine registers that one chunk of `type` takes; moving it costs as many
      times what `getReorderCost` says.
    }], "int64_t", "getRegistersPerChunk", (ins "::mlir::Type":$type), [{}],
      [{ return 1; }]>,
    InterfaceMethod<[{
      Whether one instruction moves lanes that are equally far apart in memory,
      any number of them. Otherwise memory is reached by contiguous vectors, and
      by parts of them that fill a narrower register.
    }], "bool", "hasStridedAccess", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Whether LLVM's code generator may be handed more values than there are
      registers. If not, order and number are settled before, and kept.
    }], "bool", "canSpill", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<[{
      Whether a packed kernel becomes the program of a thread
      (`pirch-distribute`), instead of a function over vectors
      (`convert-pirch-to-vector`).
    }], "bool", "distributesWorkItems", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"How memory serves the threads of a warp, where there are "
                    "warps.",
                    "::pirch::WarpMemory", "getWarpMemory", (ins), [{}],
                    [{ return {}; }]>,
    InterfaceMethod<[{
      Whether `op`, on chunks, has a form that computes two of them at once, both
      in one register.
    }], "bool", "computesPairs", (ins "::mlir::Operation *":$op), [{}],
    [{ return false; }]>,
    InterfaceMethod<[{
      Passes that turn functions over chunks into what LLVM's code generator
      takes for this target, as a textual pipeline on a module; empty where plain
      vectors will do.
    }], "::llvm::StringRef", "getChunkPipeline", (ins), [{}], [{ return ""; }]>,
    InterfaceMethod<[{
      Passes that lower what is left to the LLVM dialect after the common
      conversions, as a textual pipeline on a module; empty where nothing is.
    }], "::llvm::StringRef", "getLLVMPipeline", (ins), [{}], [{ return ""; }]>,
    InterfaceMethod<"How caches serve one core, where there is something to ask "
                    "them.",
                    "::pirch::CacheModel", "getCacheModel", (ins), [{}],
                    [{ return {}; }]>,
    InterfaceMethod<"LLVM target triple; empty means the host's.",
                    "::llvm::StringRef", "getTargetTriple">,
    InterfaceMethod<"LLVM CPU name; empty means the triple's default.",
                    "::llvm::StringRef", "getTargetCpu">,
    InterfaceMethod<"LLVM subtarget features, comma separated.",
                    "::llvm::StringRef", "getTargetFeatures">,
    InterfaceMethod<"Features that the CPU must have, as in +avx512f.",
                    "::llvm::StringRef", "getRequiredFeatures">,
    InterfaceMethod<
      "Lanes of one register for elements of `type`; at least one.",
      "int64_t", "getNativeLanes", (ins "::mlir::Type":$type), [{}], [{
        return std::max<int64_t>(
            1, $_attr.getRegisterBits() /
                   std::max<unsigned>(8, type.getIntOrFloatBitWidth()));
      }]>
  ];
}

def LaneMapOpInterface : OpInterface<"LaneMapOpInterface"> {
  let cppNamespace = "::pirch";
  let description = [{
    An operation whose result lanes are copies of its operand's lanes, by a map
    known at compile time that repeats for every WG.
  }];
  let methods = [
    InterfaceMethod<[{
      For every result lane, `wi * extent + ix` in order, the operand lane it
      copies, or -1 where nobody may read the result lane.
    }], "::llvm::SmallVector<int32_t>", "getLaneTable">,
    InterfaceMethod<"The value whose lanes are copied.", "::mlir::Value",
                    "getLaneSource">,
    InterfaceMethod<[{
      Replace the map by a table as `getLaneTable` gives it, for the present
      source and result types, in its shortest form.
    }], "void", "setLaneTable", (ins "::llvm::ArrayRef<int32_t>":$table)>
  ];
}

#endif // PIRCH_INTERFACES_TD
