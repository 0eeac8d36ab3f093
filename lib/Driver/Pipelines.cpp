//===- Pipelines.cpp - Registration and the named pipelines ---------------===//

#include "Pirch/Driver/Pipelines.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/TransformOps/PirchTransformOps.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Import/Passes.h"
#include "Pirch/Support/Extents.h"
#include "Pirch/Target/TargetRegistry.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/TransformOps/DialectExtension.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Transforms/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace pirch;

static void registerPirchPasses() {
  registerPirchTransformsPasses();
  registerPirchConversionPasses();
  registerPirchCodeGenPasses();
  registerPirchImportPasses();
  registerTargetPasses();
  mlir::registerTransformsPasses();
}

llvm::ArrayRef<llvm::StringLiteral> pirch::getOptionalPasses() {
  static constexpr llvm::StringLiteral names[] = {
      "pirch-find-steps",
      "pirch-find-tables",
      "pirch-find-rows",
      "pirch-split-work-groups",
      "pirch-find-panels",
      "pirch-keep-uniform-branches",
      "pirch-limit-unrolling",
      "pirch-affine-subscripts",
      "pirch-hoist-conditions",
      "pirch-split-loop-bounds",
      "pirch-uniform-loads",
      "pirch-merge-exit-masks",
      "pirch-scalarize-inductions",
      "pirch-unmask-finished-items",
      "pirch-select-elements",
      "pirch-select-loaded",
      "pirch-share-squares",
      "pirch-promote-elements",
      "pirch-combine-atomics",
      "pirch-strip-mine-loops",
      "pirch-unmask-own-accesses",
      "pirch-forward-stores",
      "pirch-merged-load-store-motion",
      "pirch-group-accesses",
      "pirch-bound-gathers",
      "pirch-group-gathers",
      "pirch-join-elements",
      "pirch-simplify-masks",
      "pirch-combine-lane-maps",
      "pirch-lane-copy-propagation",
      "pirch-skip-idle-groups",
      "pirch-choose-chunk-type",
      "pirch-compact-lanes",
      "pirch-scalarize-equal-lanes",
      "pirch-contiguous-accesses",
      "pirch-simplify-bit-fields",
      "pirch-narrow-integers",
      "pirch-narrow-selects",
      "pirch-coalesce-accesses",
      "pirch-widen-gathers",
      "pirch-narrow-vectors",
      "pirch-expand-wide-products",
      "pirch-expand-integer-division",
      "pirch-pair-operations",
      "pirch-scalarize-broadcast-loads",
      "pirch-hoist-invariants",
      "pirch-loop-fission",
      "pirch-schedule-operations",
      "pirch-rematerialize-loads",
      "pirch-insert-prefetches",
      "pirch-nontemporal-stores",
      "pirch-strip-mine-quotients",
      "pirch-multiply-by-reciprocals",
      "pirch-expand-masked-accesses"};
  return names;
}

/// Add `pass`, one of `getOptionalPasses`, unless `options` disable it.
static void addOptional(mlir::OpPassManager &manager,
                        const PipelineOptions &options,
                        std::unique_ptr<mlir::Pass> pass) {
  assert(llvm::is_contained(getOptionalPasses(), pass->getArgument()) &&
         "an optional pass is missing in the list");
  if (!llvm::is_contained(options.disabledPasses, pass->getArgument()))
    manager.addPass(std::move(pass));
}

void pirch::buildImportPipeline(mlir::OpPassManager &manager,
                                llvm::ArrayRef<int64_t> shape,
                                llvm::StringRef onlyKernel) {
  // Branches between blocks become loops and conditions, in launches too.
  manager.addPass(mlir::createLiftControlFlowToSCFPass());
  manager.addPass(mlir::createGpuKernelOutliningPass());
  manager.addPass(mlir::createLowerAffinePass());
  ConvertGPUToPirchOptions gpu;
  gpu.wgSize = printExtents(shape);
  gpu.kernelName = onlyKernel;
  manager.addPass(createConvertGPUToPirch(gpu));
}

void pirch::buildLinalgPipeline(mlir::OpPassManager &manager) {
  // Operations are not fused on tensors (linalg-fuse-elementwise-ops): that
  // would forget into which tensor of the program a result goes.
  manager.addNestedPass<mlir::func::FuncOp>(createDecomposeLinalg());
  manager.addPass(mlir::bufferization::createEmptyTensorEliminationPass());
  mlir::bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // Strides that are known at compile time.
  bufferize.functionBoundaryTypeConversion =
      mlir::bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(mlir::bufferization::createOneShotBufferizePass(bufferize));
  // Loops pass buffers on no longer, and copies of a buffer to itself go.
  manager.addPass(mlir::createCanonicalizerPass());
  manager.addPass(mlir::createCSEPass());
  manager.addPass(mlir::createCanonicalizerPass());
  // Accesses to elements of a view become accesses to its buffer.
  manager.addPass(mlir::memref::createFoldMemRefAliasOpsPass());
  manager.addPass(mlir::createLowerAffinePass());
  manager.addPass(mlir::createCanonicalizerPass());
  manager.addPass(mlir::createCSEPass());
  manager.addPass(createConvertLinalgToPirch());
}

void pirch::buildFormPipeline(mlir::OpPassManager &manager,
                              const PipelineOptions &options) {
  ApplyStagedValuesOptions staged;
  staged.values.assign(options.stagedValues.begin(),
                       options.stagedValues.end());
  staged.staged.assign(options.stagedParams.begin(),
                       options.stagedParams.end());
  staged.launch = options.stagesLaunch;
  manager.addPass(createApplyStagedValues(staged));
  addOptional(manager, options, createFindSteps());
  addOptional(manager, options, createFindTables());
  // Packs that were asked for count groups of the launch.
  if (options.wgPack == 0) {
    FindRowsOptions rows;
    rows.emitRemarks = options.loopRemarks;
    addOptional(manager, options, createFindRows(rows));
    addOptional(manager, options, createSplitWorkGroups());
  }
  addOptional(manager, options, createFindPanels());
  KeepUniformBranchesOptions branches;
  branches.emitRemarks = options.loopRemarks;
  addOptional(manager, options, createKeepUniformBranches(branches));
  LimitUnrollingOptions unrolling;
  unrolling.emitRemarks = options.loopRemarks;
  addOptional(manager, options, createLimitUnrolling(unrolling));
  VectorizeWorkItemsOptions form;
  form.emitRemarks = options.loopRemarks;
  if (options.unrollBudget)
    form.unrollBudget = *options.unrollBudget;
  manager.addPass(createVectorizeWorkItems(form));
  manager.addPass(mlir::createCSEPass());
  OutlineStagedValuesOptions outline;
  outline.outline = options.outlinesStagedValues;
  manager.addPass(createOutlineStagedValues(outline));
  addOptional(manager, options, createAffineSubscripts());
  addOptional(manager, options, createHoistConditions());
  SplitLoopBoundsOptions bounds;
  bounds.emitRemarks = options.loopRemarks;
  addOptional(manager, options, createSplitLoopBounds(bounds));
  addOptional(manager, options, createUniformLoads());
  addOptional(manager, options, createMergeExitMasks());
  addOptional(manager, options, createScalarizeInductions());
  // Scalars that count iterations make more subscripts affine.
  addOptional(manager, options, createAffineSubscripts());
  addOptional(manager, options, createSelectElements());
  addOptional(manager, options, createSelectLoaded());
  addOptional(manager, options, createShareSquares());
  manager.addPass(mlir::createCSEPass());
  PromoteElementsOptions promote;
  promote.emitRemarks = options.loopRemarks;
  addOptional(manager, options, createPromoteElements(promote));
  addOptional(manager, options, createUnmaskFinishedItems());
  addOptional(manager, options, createCombineAtomics());
  StripMineLoopsOptions rows;
  rows.emitRemarks = options.loopRemarks;
  addOptional(manager, options, createStripMineLoops(rows));
  addOptional(manager, options, createMergedLoadStoreMotion());
  addOptional(manager, options, createUnmaskOwnAccesses());
  addOptional(manager, options, createForwardStores());
  addOptional(manager, options, createGroupAccesses());
  addOptional(manager, options, createGroupGathers());
  // Several neighbouring elements are read by fewer instructions as a row.
  addOptional(manager, options, createBoundGathers());
  addOptional(manager, options, createJoinElements());
  addOptional(manager, options, createSimplifyMasks());
  addOptional(manager, options, createCombineLaneMaps());
  addOptional(manager.nest<KernelOp>(), options, createNarrowIntegers());
  manager.addPass(mlir::createCSEPass());
  manager.addPass(createDeadLaneElimination());
  // Lanes that nobody reads need not be followed; others are unread afterwards.
  addOptional(manager, options, createLaneCopyPropagation());
  manager.addPass(createDeadLaneElimination());
  addOptional(manager, options, createSkipIdleGroups());
  ChooseChunkTypeOptions chunks;
  chunks.wgPack = options.wgPack;
  chunks.laneOrder = options.laneOrder;
  addOptional(manager, options, createChooseChunkType(chunks));
}

void pirch::buildPackPipeline(mlir::OpPassManager &manager,
                              const PipelineOptions &options) {
  PackWorkGroupsOptions pack;
  pack.wgPack = options.wgPack;
  pack.laneOrder = options.laneOrder;
  pack.recordSchedule = options.recordsSchedule;
  manager.addPass(createPackWorkGroups(pack));
  AssignLanesOptions assign;
  assign.laneOrder = options.laneOrder;
  manager.addPass(createAssignLanes(assign));
  CompactLanesOptions compact;
  compact.emitRemarks = options.reorderRemarks;
  addOptional(manager, options, createCompactLanes(compact));
  SelectReordersOptions reorders;
  reorders.disable.assign(options.disabledReorders.begin(),
                          options.disabledReorders.end());
  reorders.emitRemarks = options.reorderRemarks;
  manager.addPass(createSelectReorders(reorders));
  if (options.missedRemarks || !options.remarksFile.empty())
    manager.addPass(createReportSlowOperations());
}

/// Add the passes of the pipeline `text`, which a target names.
static void addPipeline(mlir::OpPassManager &manager, llvm::StringRef text) {
  static const bool registered = (registerPirchPasses(), true);
  (void)registered;
  if (failed(mlir::parsePassPipeline(text, manager)))
    llvm::report_fatal_error("a target names a pipeline that does not exist");
}

void pirch::buildChunkPipeline(mlir::OpPassManager &manager,
                               const PipelineOptions &options,
                               TargetAttrInterface target) {
  if (target && target.distributesWorkItems()) {
    DistributeOptions distribute;
    distribute.emitRemarks = options.memoryRemarks;
    manager.addPass(createDistribute(distribute));
    manager.addPass(mlir::createCSEPass());
    // The limit is eight times that for vectors: LLVM takes an eighth of the
    // time for an operation on scalars, of which registers can hold nearly any
    // number.
    LimitOperationsOptions limit;
    limit.maxOps = 1 << 20;
    manager.addPass(createLimitOperations(limit));
    ExpandMathOptions expand;
    expand.complete = true; // a thread has no library to call
    manager.addPass(createExpandMath(expand));
    return;
  }
  manager.addPass(createConvertPirchToVector());
  manager.addPass(mlir::createCSEPass());
  manager.addPass(createLimitOperations());
  mlir::OpPassManager &functions = manager.nest<mlir::func::FuncOp>();
  addOptional(functions, options, createScalarizeEqualLanes());
  ContiguousAccessesOptions gathers;
  gathers.emitRemarks = options.memoryRemarks;
  addOptional(functions, options, createContiguousAccesses(gathers));
  addOptional(functions, options, createSimplifyBitFields());
  NarrowIntegersOptions narrow;
  narrow.emitRemarks = options.registerRemarks;
  addOptional(functions, options, createNarrowIntegers(narrow));
  addOptional(functions, options, createNarrowSelects());
  CoalesceAccessesOptions coalesce;
  coalesce.emitRemarks = options.memoryRemarks;
  addOptional(functions, options, createCoalesceAccesses(coalesce));
  addOptional(functions, options, createWidenGathers());
  functions.addPass(createExpandHalf());
  addOptional(functions, options, createExpandWideProducts());
  addOptional(functions, options, createExpandIntegerDivision());
  addOptional(functions, options, createPairOperations());
  NarrowVectorsOptions vectors;
  vectors.emitRemarks = options.registerRemarks;
  addOptional(functions, options, createNarrowVectors(vectors));
  addOptional(functions, options, createScalarizeBroadcastLoads());
  addOptional(functions, options, createHoistInvariants());
  addOptional(functions, options, createLoopFission());
  addOptional(functions, options, createScheduleOperations());
  addOptional(functions, options, createRematerializeLoads());
  addOptional(functions, options, createInsertPrefetches());
  NontemporalStoresOptions stream;
  stream.bytes = options.streamBytes;
  stream.emitRemarks = options.memoryRemarks;
  addOptional(functions, options, createNontemporalStores(stream));
  addOptional(functions, options, createStripMineQuotients());
  addOptional(functions, options, createMultiplyByReciprocals());
  addOptional(functions, options, createExpandMaskedAccesses());
  // Mathematical functions are expanded once operations have their order: each
  // function takes part in ordering as one operation, since the many operations
  // that compute it need few registers.
  manager.addPass(createExpandMath());
  if (!target)
    return;
  addPipeline(manager, target.getChunkPipeline());
  SpillRegistersOptions limit;
  limit.emitRemarks = options.registerRemarks;
  limit.registers = options.vectorRegisters;
  manager.addNestedPass<mlir::func::FuncOp>(createSpillRegisters(limit));
}

void pirch::buildLLVMPipeline(mlir::OpPassManager &manager,
                              const PipelineOptions &options,
                              TargetAttrInterface target) {
  manager.addNestedPass<mlir::func::FuncOp>(createLowerLookups());
  manager.addPass(createAccurateMathToLibm());
  manager.addPass(mlir::createConvertMathToLLVMPass());
  manager.addPass(mlir::createConvertMathToLibmPass());
  // This pass runs before loops become blocks: it merges equal blocks, each
  // time with more arguments, and would not end where loops are nested.
  manager.addPass(mlir::createConvertVectorToLLVMPass());
  manager.addPass(mlir::createSCFToControlFlowPass());
  manager.addPass(mlir::createArithToLLVMConversionPass());
  manager.addPass(mlir::createUBToLLVMConversionPass());
  manager.addPass(mlir::createConvertControlFlowToLLVMPass());
  manager.addPass(mlir::createConvertFuncToLLVMPass());
  if (target)
    addPipeline(manager, target.getLLVMPipeline());
  manager.addPass(mlir::createReconcileUnrealizedCastsPass());
  if (!options.lineTables)
    return;
  mlir::LLVM::DIScopeForLLVMFuncOpPassOptions lines;
  if (options.onlyLineDirectives)
    lines.emissionKind = mlir::LLVM::DIEmissionKind::DebugDirectivesOnly;
  manager.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass(lines));
}

/// Register the dialects of programs from which kernels are imported, those of
/// their host parts and of what they say of a device among them, and what their
/// conversion to memrefs needs.
static void registerProgramDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::affine::AffineDialect, mlir::async::AsyncDialect,
                  mlir::bufferization::BufferizationDialect,
                  mlir::index::IndexDialect, mlir::linalg::LinalgDialect,
                  mlir::spirv::SPIRVDialect, mlir::tensor::TensorDialect>();
  mlir::arith::registerBufferizableOpInterfaceExternalModels(registry);
  mlir::bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  mlir::linalg::registerBufferizableOpInterfaceExternalModels(registry);
  mlir::linalg::registerSubsetOpInterfaceExternalModels(registry);
  mlir::scf::registerBufferizableOpInterfaceExternalModels(registry);
  mlir::tensor::registerBufferizableOpInterfaceExternalModels(registry);
  mlir::tensor::registerSubsetOpInterfaceExternalModels(registry);
}

void pirch::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<PirchDialect, mlir::arith::ArithDialect,
                  mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect,
                  mlir::math::MathDialect, mlir::memref::MemRefDialect,
                  mlir::scf::SCFDialect, mlir::ub::UBDialect,
                  mlir::vector::VectorDialect>();
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  registerProgramDialects(registry);
  registerTargetDialects(registry);
  // Schedules: scripts find kernels by operations of linalg's extension.
  registry.insert<mlir::transform::TransformDialect>();
  mlir::linalg::registerTransformDialectExtension(registry);
  registerTransformDialectExtension(registry);
}

namespace {
/// The options of pipelines, as in `--pirch-to-chunks=wg-pack=8`.
struct PipelineFlags : public mlir::PassPipelineOptions<PipelineFlags> {
  Option<int64_t> wgPack{*this, "wg-pack", llvm::cl::init(0),
                         llvm::cl::desc("work groups per pack; 0 lets the cost "
                                        "model choose")};
  Option<std::string> laneOrder{
      *this, "lane-order", llvm::cl::init("auto"),
      llvm::cl::desc("auto, or axes from slowest to fastest: wg-wi-ix")};
  Option<bool> remarks{*this, "remarks", llvm::cl::init(false),
                       llvm::cl::desc("say how loops were classified and which "
                                      "reorder patterns were taken")};

  PipelineOptions get() const {
    PipelineOptions options;
    options.wgPack = wgPack;
    options.laneOrder = laneOrder;
    options.loopRemarks = options.reorderRemarks = remarks;
    return options;
  }
};
} // namespace

static void buildVectorPipeline(mlir::OpPassManager &manager,
                                const PipelineOptions &options) {
  buildFormPipeline(manager, options);
  buildPackPipeline(manager, options);
  buildChunkPipeline(manager, options);
}

/// Register the pipeline of the passes that the driver runs for a target
/// without options, in the same order.
static void registerTargetPipeline(const Target &target) {
  mlir::PassPipelineRegistration<PipelineFlags>(
      ("pirch-to-" + target.getName()).str(),
      ("From the work-item form to the LLVM dialect, for kernels without a "
       "target: " +
       target.getDescription())
          .str(),
      [&target](mlir::OpPassManager &manager, const PipelineFlags &flags) {
        // The pipeline is built before there is a module and its context.
        mlir::DialectRegistry registry;
        registerAllDialects(registry);
        mlir::MLIRContext context(registry);
        context.loadDialect<PirchDialect>();
        TargetAttrInterface attribute =
            llvm::cantFail(target.makeAttribute({}, context));
        std::string text;
        llvm::raw_string_ostream(text) << attribute;
        AttachTargetOptions attach;
        attach.target = text;
        manager.addPass(createAttachTarget(attach));
        buildFormPipeline(manager, flags.get());
        buildPackPipeline(manager, flags.get());
        buildChunkPipeline(manager, flags.get(), attribute);
        buildLLVMPipeline(manager, flags.get(), attribute);
      });
}

void pirch::registerAllPasses() {
  registerPirchPasses();
  mlir::registerGpuKernelOutliningPass();
  mlir::registerLowerAffinePass();
  mlir::registerLiftControlFlowToSCFPass();
  mlir::transform::registerInterpreterPass();
  mlir::PassPipelineRegistration<>(
      "pirch-import",
      "From kernels of the gpu dialect, outlined or not, to the work-item form",
      [](mlir::OpPassManager &manager) { buildImportPipeline(manager); });
  mlir::PassPipelineRegistration<>(
      "pirch-import-linalg",
      "From operations of linalg and loops over a batch, on tensors or "
      "memrefs, "
      "to the work-item form",
      [](mlir::OpPassManager &manager) { buildLinalgPipeline(manager); });
  mlir::PassPipelineRegistration<PipelineFlags>(
      "pirch-to-chunks",
      "From the work-item form to functions over native vectors of the "
      "kernels' targets",
      [](mlir::OpPassManager &manager, const PipelineFlags &flags) {
        buildVectorPipeline(manager, flags.get());
      });
  for (const Target *target : getTargets())
    registerTargetPipeline(*target);
}
