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
    InterfaceMethod<[{
      Of the vector registers, the number that the code generator needs for values
      that passes do not see: addresses that became vectors, constants, broadcasts
      within an operation.
    }], "int64_t", "getReservedRegisters", (ins), [{}],
      [{ return $_attr.getNumRegisters() / 4; }]>,
    InterfaceMethod<[{
      Whether one instruction loads the elements of this type that a mask names,
      and no others. Otherwise they are loaded one after the other.
    }], "bool", "hasMaskedLoads", (ins "::mlir::Type":$element), [{}],
      [{ return $_attr.getNumMaskRegisters() > 0; }]>,
    InterfaceMethod<"What operations and lane movements cost.",
                    "const ::pirch::CostTable &", "getCosts">,
    InterfaceMethod<
      "Cost of one register-wide operation of this class, in units of one add.",
      "int64_t", "getCost", (ins "::pirch::OpClass":$opClass), [{}],
      [{ return $_attr.getCosts().get(opClass); }]>,
    InterfaceMethod<[{
      Cost of one reorder pattern for one result chunk, in the same unit; nothing
      where the machine has no such instruction. `gather` is the gather alone,
      without the stores before it; `cover` is never asked for. Where there is no
      `permute`, the patterns that take several rotations (see
      `ReorderPattern::repeat`) cost this much for each of them.
    }], "std::optional<int64_t>", "getReorderCost",
      (ins "::pirch::ReorderPattern":$pattern), [{}],
      [{ return $_attr.getCosts().get(pattern); }]>,
    InterfaceMethod<[{
      Cost, in the unit of `getReorderCost`, of the instructions that take any
      lanes of `numSources` chunks, one or two, by indexes in a register
      (`pirch.lookup`), for chunks of `lanes` lanes of `element`; nothing where
      the machine has no such instructions.
    }], "std::optional<int64_t>", "getLookupCost",
      (ins "::mlir::Type":$element, "int64_t":$lanes, "int64_t":$numSources),
      [{}], [{ return std::nullopt; }]>,
    InterfaceMethod<[{
      Make the instructions of a `pirch.lookup` and return their result. Called
      only where `getLookupCost` gives a cost.
    }], "::mlir::Value", "lowerLookup",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$sources, "::mlir::Value":$index), [{}],
      [{ llvm_unreachable("the target has a cost of lookups"); }]>,
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
      Machine registers that a chunk of `lanes` lanes of `type` takes: moving it
      costs as many times what `getReorderCost` says, and computing with it as
      many times what `getCost` says. The bits of a mask take one.
    }], "int64_t", "getRegistersPerChunk",
      (ins "::mlir::Type":$type, "int64_t":$lanes), [{}], [{
        if (type.isInteger(1))
          return 1;
        return std::max<int64_t>(
            1, type.getIntOrFloatBitWidth() * lanes / $_attr.getRegisterBits());
      }]>,
    InterfaceMethod<[{
      The number of operations that out-of-order execution looks at together: an
      operation may start before the first of them is done, if its operands are
      there. 0 where the latency of a chain of operations does not matter, or is
      not known.
    }], "int64_t", "getOperationsInFlight", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
      The number of operations, of those in flight, that may wait for their
      operands at the same time; 0 where all may. An operation starts only when
      fewer of those before it wait.
    }], "int64_t", "getOperationsWaiting", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
      Which units of a core work at the same time. By default all operations take
      their time one after the other.
    }], "::pirch::UnitModel", "getUnitModel", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<[{
      The time, in the unit of costs, that passes between the start of an operation
      and the first use of its result, beyond the cost of the operation itself: on
      a machine that starts two additions a cycle, each of which takes four cycles,
      it is 7. `isSimple` is whether the operation adds, subtracts, shifts or combines
      the bits of integers.
    }], "int64_t", "getPipelineDepth", (ins "bool":$isSimple), [{}],
    [{ return isSimple ? 2 : 8; }]>,
    InterfaceMethod<[{
      The size in bits of the blocks of a register within which there are shuffles
      of two registers that need no table of lanes, beside those that move whole
      blocks; 0 where there are none.
    }], "int64_t", "getShuffleBlockBits", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
      Whether one instruction moves lanes that are equally far apart in memory,
      any number of them. Otherwise memory is reached by contiguous vectors, and
      by parts of them that fill a narrower register.
    }], "bool", "hasStridedAccess", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Whether LLVM's code generator may be handed more values than there are
      registers. If not, passes settle the order of operations and spill vectors,
      and the code generator keeps that order.
    }], "bool", "canSpill", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<[{
      Whether one instruction of registers of floating-point numbers multiplies
      and adds with one rounding. Without it, `math.fma` is a call of a function.
    }], "bool", "hasFusedMultiplyAdd", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      The bits of the smallest element that one instruction gathers; 0 where the
      lanes of every gather are loaded one after the other, or elements of every
      size are gathered alike. Smaller elements are taken from gathered ones of
      this size (`pirch-widen-gathers`), whose bytes all lie in one page.
    }], "int64_t", "getLeastGatherBits", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
      The size in bytes of the smallest page of memory. Pages begin at multiples
      of it, and where one byte of a page may be read, all of its bytes may be. 0
      where that cannot be taken for granted.
    }], "int64_t", "getPageBytes", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
      Whether one instruction converts between `f16` and `f32`. Without it, the
      conversions are made of operations on integers (`pirch-expand-half`).
    }], "bool", "convertsHalf", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Whether one instruction divides vectors of integers.",
                    "bool", "dividesIntegers", (ins), [{}],
                    [{ return false; }]>,
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
    InterfaceMethod<[{
      The bytes that the variables in memory (`pirch.alloca`) of the groups that
      are computed at once may take: on the stack of a function, or in the memory
      that the threads of a block share.
    }], "int64_t", "getOwnMemoryBytes", (ins), [{}], [{
      return $_attr.distributesWorkItems() ? $_attr.getWarpMemory().blockBytes
                                           : int64_t(1) << 20;
    }]>,
    InterfaceMethod<"The caches of one core, where the target has a model "
                    "of them.",
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

def InfRegOpInterface : OpInterface<"InfRegOpInterface"> {
  let cppNamespace = "::pirch";
  let description = [{
    What passes and analyses ask of an operation on infregs. Every operation of
    the dialect has it, or the trait `Structural`; the element-wise operations of
    `arith` and `math` get it when the dialect is loaded, and answer alike on
    infregs, vectors and scalars.
  }];
  let methods = [
    InterfaceMethod<"How result lanes depend on operand lanes.",
      "::pirch::LaneRelation", "getLaneRelation", (ins), [{}],
      [{ return ConcreteOp::kLaneRelation; }]>,
    InterfaceMethod<[{
      The class of machine operations that makes one chunk of the result. Memory
      accesses whose plan is known and lane maps have costs of their own.
    }], "::pirch::OpClass", "getOpClass", (ins), [{}],
      [{ return ConcreteOp::kOpClass; }]>,
    InterfaceMethod<[{
      Whether the result is made again at each use, as a part of what uses it,
      and neither costs an operation nor holds a register.
    }], "bool", "isRematerialized", (ins), [{}],
      [{ return false; }]>,
    InterfaceMethod<[{
      The number of lanes among which the value of one result lane is chosen at
      run time, one after the other; 1 where it is known which lane it is.
    }], "int64_t", "getNumCandidates", (ins), [{}],
      [{ return 1; }]>,
    InterfaceMethod<[{
      Set in `read` the lanes of the infreg `operand` that the operation reads to
      compute the result's lanes in `wanted`. Both have one bit for each lane of a
      group; `wanted` is empty where the result has no lanes.
    }], "void", "addLanesRead", (ins "::mlir::OpOperand &":$operand,
        "const ::llvm::BitVector &":$wanted, "::llvm::BitVector &":$read), [{}],
      [{
        if ($_op.getLaneRelation() == ::pirch::LaneRelation::lane_wise &&
            wanted.size() == read.size())
          read |= wanted;
        else
          read.set();
      }]>,
    InterfaceMethod<[{
      The mask that says at run time which lanes, or which work items, take part;
      null where all do.
    }], "::mlir::Value", "getLaneMask", (ins), [{}],
      [{ return {}; }]>,
    InterfaceMethod<[{
      Whether arrays may get elements that nobody reads and that touch no memory,
      without a change to the other lanes.
    }], "bool", "acceptsPaddedRows", (ins), [{}],
      [{
        return $_op.getLaneRelation() == ::pirch::LaneRelation::generated ||
               $_op.getLaneRelation() == ::pirch::LaneRelation::lane_wise ||
               $_op.getLaneRelation() == ::pirch::LaneRelation::copied;
      }]>,
    InterfaceMethod<[{
      Lengthen attributes that have an entry for each lane, for arrays that will
      have `getExtent(type)` elements instead of those of `type`. Types are as
      they were. The tables of lane maps follow by `setLaneTable`.
    }], "void", "padTables", (ins
        "::llvm::function_ref<int64_t(::pirch::InfRegType)>":$getExtent), [{}],
      [{ (void)getExtent; /* There are no tables. */ }]>
  ];
}

def AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::pirch";
  let description = [{
    An operation by which the lanes of an infreg read or write a buffer.
  }];
  let methods = [
    InterfaceMethod<"The buffer, a parameter or a `pirch.alloca`.",
                    "::mlir::Value", "getBuffer">,
    InterfaceMethod<"The type of the infreg that is read or written.",
                    "::pirch::InfRegType", "getAccessType">,
    InterfaceMethod<"Whether the buffer is written.", "bool", "isWrite">,
    InterfaceMethod<"The lanes that touch memory; null where all do.",
                    "::mlir::Value", "getMask">,
    InterfaceMethod<"The mask as an operand, which may be removed.",
                    "::mlir::MutableOperandRange", "getMaskMutable">
  ];
}

def AffineAccessOpInterface
    : OpInterface<"AffineAccessOpInterface", [AccessOpInterface]> {
  let cppNamespace = "::pirch";
  let description = [{
    An access whose lanes lie at distances known at compile time: lane `(wi, ix)`
    of group `wg` is element `base + wg * groupStride + offsets[wi, ix]`. It is
    made as an access plan says.
  }];
  let methods = [
    InterfaceMethod<"The element from which groups and lanes are counted.",
                    "::mlir::Value", "getBase">,
    InterfaceMethod<"The number of elements between neighbouring groups.", "::mlir::Value",
                    "getGroupStride">,
    InterfaceMethod<[{
      For each lane, the number of elements between the group's first and the
      lane's; `kNoOffset` for a lane that touches no memory.
    }], "::llvm::ArrayRef<int64_t>", "getOffsets">,
    InterfaceMethod<"Replace the offsets.", "void", "setOffsets",
                    (ins "::llvm::ArrayRef<int64_t>":$offsets)>
  ];
}

#endif // PIRCH_INTERFACES_TD
