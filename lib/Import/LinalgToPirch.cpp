//===- LinalgToPirch.cpp - Kernels of operations over a batch -------------===//

#include "BatchLoop.h"
#include "BatchedKernel.h"
#include "GPULaunches.h"
#include "Pirch/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace pirch;

namespace pirch {
#define GEN_PASS_DEF_CONVERTLINALGTOPIRCH
#include "Pirch/Import/Passes.h.inc"
} // namespace pirch

/// The temporaries of `ops`: buffers that are made beside them and that nothing
/// else uses.
static SmallVector<Value> findTemporaries(const BatchedOps &ops) {
  llvm::SmallPtrSet<Operation *, 8> own;
  for (const BatchedOp &batched : ops.ops)
    own.insert(batched.op);
  llvm::SetVector<Value> found;
  for (const BatchedOp &batched : ops.ops)
    for (OpOperand &operand : batched.op->getOpOperands()) {
      // One that is made outside of a loop around the operations may hold what
      // an earlier iteration has computed.
      auto alloc = operand.get().getDefiningOp<memref::AllocOp>();
      if (!alloc || alloc->getBlock() != batched.op->getBlock())
        continue;
      bool isPrivate = llvm::all_of(alloc->getUsers(), [&](Operation *user) {
        return own.contains(user) || isa<memref::DeallocOp>(user);
      });
      // The batch's dimension is the only one whose extent may be unknown, and
      // no loop goes over all of it.
      std::optional<unsigned> batch =
          batched.findSubscript(operand, batched.batchDim);
      MemRefType type = alloc.getType();
      int64_t elements = 1;
      for (auto [dim, extent] : llvm::enumerate(type.getShape()))
        if (dim != batch)
          elements = ShapedType::isDynamic(extent) ? -1 : elements * extent;
      if (isPrivate && batch && type.getLayout().isIdentity() && elements > 0 &&
          elements <= 4096)
        found.insert(alloc);
    }
  return found.takeVector();
}

namespace {
struct ConvertLinalgToPirchPass
    : pirch::impl::ConvertLinalgToPirchBase<ConvertLinalgToPirchPass> {
  using ConvertLinalgToPirchBase::ConvertLinalgToPirchBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable table(module);
    symbols = &table;
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      count = 0;
      for (Block &block : function.getBody())
        convertBlock(block, /*inLoop=*/false);
    }
    for (Operation *op : llvm::reverse(unused))
      op->erase();
    unused.clear();
  }

private:
  SymbolTable *symbols = nullptr;
  unsigned count = 0;
  /// What makes and frees temporaries.
  SmallVector<Operation *> unused;

  void leaveAlone(Operation *op, const Twine &reason) {
    ++numLeft;
    op->emitRemark("no kernel is made of this: ") << reason;
  }

  void convertBlock(Block &block, bool inLoop) {
    BatchedOps run;
    auto flush = [&] {
      if (!run.ops.empty())
        convertOps(run);
      run = {};
    };
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
        collect(linalgOp, run, flush);
        continue;
      }
      if (!isMemoryEffectFree(&op) &&
          !isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
        flush();
      // A memref that is freed is needed no more.
      if (isa<memref::DeallocOp>(op) && usesMemRef(run, op.getOperand(0)) &&
          !isTemporary(run, op.getOperand(0)))
        flush();
      if (isa<linalg::AggregatedOpInterface>(op))
        leaveAlone(&op, op.getNumResults() > 0
                            ? "it is an aggregated operation "
                              "(pirch-decompose-linalg comes before)"
                            : "not supported yet: an aggregated operation on "
                              "memrefs");
      convertNested(op, inLoop);
    }
    flush();
  }

  static bool usesMemRef(const BatchedOps &run, Value memref) {
    return llvm::any_of(run.ops, [&](const BatchedOp &batched) {
      return llvm::any_of(batched.op->getOperands(), [&](Value operand) {
        return isa<MemRefType>(operand.getType()) &&
               findBuffer(operand) == findBuffer(memref);
      });
    });
  }

  static bool isTemporary(const BatchedOps &run, Value memref) {
    return llvm::is_contained(findTemporaries(run), memref);
  }

  void collect(linalg::LinalgOp op, BatchedOps &run,
               function_ref<void()> flush) {
    std::string reason;
    std::optional<BatchedOp> batched = findBatch(op, reason);
    if (!batched) {
      flush();
      return leaveAlone(op, reason);
    }
    if (!run.ops.empty() && tryAppend(run, *batched))
      return;
    flush();
    BatchedOps alone;
    alone.ops.push_back(*batched);
    if (!assignItems(alone))
      llvm_unreachable("one operation has groups of one size");
    if (!areFew(alone, reason))
      return leaveAlone(op, reason);
    run = alone;
  }

  void convertNested(Operation &op, bool inLoop) {
    if (op.getNumRegions() == 0)
      return;
    // Within a loop that is no batch, loops in sequence stay what they are.
    bool isCandidate = isLoop(&op) && !(inLoop && isa<scf::ForOp>(op));
    if (isCandidate) {
      std::string reason;
      std::optional<BatchLoop> batch = findBatchLoop(&op, reason);
      if (batch && convertLoop(*batch))
        return;
      if (!batch)
        leaveAlone(&op, reason);
    }
    if (!isa<RegionBranchOpInterface>(op) && !isLoop(&op))
      return;
    for (Region &region : op.getRegions())
      for (Block &block : region)
        convertBlock(block, inLoop || isLoop(&op));
  }

  void convertOps(const BatchedOps &run) {
    Operation *last = run.ops.back().op;
    llvm::SetVector<Value> memrefs;
    llvm::SmallPtrSet<Value, 4> written;
    for (const BatchedOp &batched : run.ops)
      for (OpOperand &operand : batched.op->getOpOperands())
        if (isa<MemRefType>(operand.get().getType())) {
          memrefs.insert(operand.get());
          if (linalg::LinalgOp(batched.op).isDpsInit(&operand))
            written.insert(operand.get());
        }
    std::string overlap = findOverlap(memrefs.getArrayRef(), written);
    if (!overlap.empty())
      return leaveAlone(last, overlap);
    SmallVector<Value> temporaries = findTemporaries(run);
    OpBuilder builder(last);
    const BatchedOp &first = run.ops.front();
    bool isDone = convert(
        last, run, builder,
        [&](BatchedKernel &kernel, StringRef name) {
          return kernel.buildOps(last->getLoc(), name, temporaries);
        },
        [&] { return countEntries(first, builder); });
    if (!isDone)
      return;
    for (const BatchedOp &batched : llvm::reverse(run.ops))
      batched.op->erase();
    numOps += run.ops.size();
    numTemporaries += temporaries.size();
    for (Value memref : temporaries) {
      unused.push_back(memref.getDefiningOp());
      llvm::append_range(unused, memref.getUsers());
    }
  }

  bool convertLoop(const BatchLoop &batch) {
    OpBuilder builder(batch.loop);
    Operation *loop = batch.loop;
    bool isDone = convert(
        loop, batch.ops, builder,
        [&](BatchedKernel &kernel, StringRef name) {
          return kernel.buildLoop(loop->getLoc(), name, batch.getBody(),
                                  batch.index, batch.slices);
        },
        [&]() -> Value {
          // A loop to a negative number has no iterations.
          Value count = getValueOrCreateConstantIndexOp(builder, loop->getLoc(),
                                                        batch.count);
          Value zero =
              arith::ConstantIndexOp::create(builder, loop->getLoc(), 0);
          return builder.createOrFold<arith::MaxSIOp>(loop->getLoc(), count,
                                                      zero);
        });
    if (!isDone)
      return false;
    loop->erase();
    ++numLoops;
    return true;
  }

  /// The number of entries of the batch of an operation.
  static Value countEntries(const BatchedOp &batched, OpBuilder &builder) {
    linalg::LinalgOp op = batched.op;
    Location loc = op.getLoc();
    int64_t known = op.getStaticLoopRanges()[*batched.batchDim];
    if (!ShapedType::isDynamic(known))
      return arith::ConstantIndexOp::create(builder, loc, known);
    OpOperand &init = *op.getDpsInitOperand(0);
    unsigned dim = *batched.findSubscript(init, batched.batchDim);
    // A buffer that becomes a variable has no extents any more.
    if (auto alloc = init.get().getDefiningOp<memref::AllocOp>())
      return alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(dim)];
    return memref::DimOp::create(builder, loc, init.get(), dim);
  }

  /// Make a kernel of what `build` builds, and launch it where `builder`
  /// inserts, for as many entries as `countOf` gives. If the importer refuses
  /// the function, all stays as it was.
  bool convert(Operation *place, const BatchedOps &ops, OpBuilder &builder,
               function_ref<gpu::GPUFuncOp(BatchedKernel &, StringRef)> build,
               function_ref<Value()> countOf) {
    ModuleOp module = getOperation();
    Location loc = place->getLoc();
    auto owner = place->getParentOfType<func::FuncOp>();
    std::string name;
    do {
      name = (owner.getName() + "_batched" + Twine(count++)).str();
    } while (symbols->lookup(name));
    OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
    BatchedKernel batched(atEnd, ops, contract);
    gpu::GPUFuncOp function = build(batched, name);
    auto gpuModule = function->getParentOfType<gpu::GPUModuleOp>();

    atEnd.setInsertionPointToEnd(module.getBody());
    std::string refusal;
    KernelOp kernel;
    SmallVector<ParameterSource> sources;
    {
      ScopedDiagnosticHandler handler(
          module.getContext(), [&](Diagnostic &diagnostic) {
            if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
                refusal.empty())
              refusal = diagnostic.str();
            return success();
          });
      GPUImporter importer(function, Extents{ops.getGroupSize()},
                           /*subgroupSize=*/32, atEnd, name);
      kernel = importer.getKernel();
      kernel->remove();
      if (failed(importer.import())) {
        kernel->erase();
        kernel = nullptr;
      }
      llvm::append_range(sources, importer.getSources());
    }
    if (!kernel) {
      gpuModule->erase();
      leaveAlone(place, refusal);
      return false;
    }
    ++numKernels;
    if (emitRemarks)
      place->emitRemark("kernel ")
          << name << ", groups of " << ops.getGroupSize() << " work items";
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
    symbols->insert(gpuModule);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value items =
        arith::ConstantIndexOp::create(builder, loc, ops.getGroupSize());
    auto launch = gpu::LaunchFuncOp::create(
        builder, loc, function, gpu::KernelDim3{countOf(), one, one},
        gpu::KernelDim3{items, one, one}, /*dynamicSharedMemorySize=*/Value(),
        batched.getArguments());
    replaceFunction(function, kernel, launch, sources, *symbols);
    return true;
  }
};
} // namespace
