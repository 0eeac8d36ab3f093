//===- FuzzIR.cpp - Fuzz the dialect's parser, verifiers and passes -------===//
//
// What parses and verifies is printed, parsed again, and run through each pass
// and each pipeline, those from other dialects included. A finding is a crash,
// more than the time and memory that scripts/fuzz allows, text that does not
// parse back, or a pass that fails without saying why and where.
//
//===----------------------------------------------------------------------===//

#include "Finding.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Import/Passes.h"
#include "TokenMutator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pirch;

static constexpr llvm::StringRef kTokens[] = {
    "pirch.kernel",
    "pirch.return",
    "pirch.loop",
    "post_test",
    "cond",
    "body",
    "step",
    "pirch.condition",
    "pirch.yield",
    "pirch.wg_index",
    "pirch.wi_index",
    "pirch.ix_index",
    "pirch.num_groups",
    "pirch.constant",
    "pirch.splat",
    "pirch.reorder",
    "pirch.wg_permute",
    "pirch.wg_shuffle",
    "pirch.extract",
    "pirch.insert",
    "pirch.merge",
    "pirch.select",
    "pirch.convert",
    "pirch.any",
    "pirch.all",
    "pirch.active",
    "pirch.reduce",
    "pirch.scan",
    "pirch.load",
    "pirch.store",
    "pirch.gather",
    "pirch.scatter",
    "\"pirch.kernel\"",
    "\"pirch.loop\"",
    "\"pirch.load\"",
    "\"pirch.store\"",
    "\"pirch.merge\"",
    "\"pirch.reorder\"",
    "\"pirch.reduce\"",
    "\"pirch.constant\"",
    "arith.constant",
    "arith.addf",
    "arith.mulf",
    "arith.divf",
    "arith.addi",
    "arith.muli",
    "arith.divsi",
    "arith.remui",
    "arith.cmpf olt,",
    "arith.cmpi slt,",
    "arith.select",
    "arith.index_cast",
    "arith.extsi",
    "arith.trunci",
    "arith.sitofp",
    "math.fma",
    "math.sqrt",
    "math.exp",
    "scf.if",
    "scf.while",
    "scf.for",
    "scf.forall",
    "scf.parallel",
    "scf.yield",
    "scf.condition",
    "scf.forall.in_parallel",
    "memref.alloca()",
    "memref.alloc()",
    "memref.load",
    "memref.store",
    "memref.dim",
    "memref.subview",
    "memref.cast",
    "memref.view",
    "memref.reinterpret_cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.copy",
    "memref.atomic_rmw addi",
    "gpu.module @m",
    "gpu.func @k",
    "gpu.return",
    "gpu.launch",
    "gpu.launch_func @m::@k",
    "gpu.terminator",
    "gpu.thread_id x",
    "gpu.block_id y",
    "gpu.block_dim x",
    "gpu.grid_dim z",
    "gpu.global_id x",
    "gpu.lane_id",
    "gpu.subgroup_id : index",
    "gpu.num_subgroups : index",
    "gpu.subgroup_size : index",
    "gpu.barrier",
    "gpu.shuffle xor",
    "gpu.shuffle idx",
    "gpu.shuffle up",
    "gpu.rotate",
    "gpu.all_reduce add",
    "gpu.subgroup_reduce mul",
    "uniform",
    "cluster(size = 4)",
    "gpu.yield",
    "kernel",
    "workgroup(",
    "private(",
    "known_block_size = array<i32: 4, 1, 1>",
    "linalg.generic",
    "linalg.batch_matmul",
    "linalg.batch_matvec",
    "linalg.matmul",
    "linalg.fill",
    "linalg.softmax dimension(1)",
    "linalg.map",
    "linalg.reduce",
    "linalg.transpose",
    "linalg.broadcast",
    "linalg.index 0",
    "linalg.yield",
    "ins(",
    "outs(",
    "indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>]",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<(d0, d1) -> (d0 + d1)>",
    "iterator_types = [\"parallel\", \"reduction\"]",
    "\"parallel\"",
    "\"reduction\"",
    "tensor.empty()",
    "tensor.extract",
    "tensor.insert",
    "tensor.extract_slice",
    "tensor.insert_slice",
    "tensor.dim",
    "tensor.pad",
    "func.func",
    "func.return",
    "func.call",
    "vector.broadcast",
    "llvm.mlir.poison",
    "ub.poison",
    "#pirch.lanes<wg, wi, ix>",
    "#pirch.lanes<ix, wi, wg>",
    "#pirch.avx512<cpu = \"\">",
    "#pirch.generic<bits = 256>",
    "#pirch.generic<bits = 0>",
    "!pirch.infreg<?x2x2xf64>",
    "!pirch.infreg<?x4x1xi1>",
    "!pirch.infreg<2x2x2xf64, #pirch.lanes<wg, wi, ix>>",
    "!pirch.infreg<4x2x3xi32, #pirch.lanes<ix, wi, wg>>",
    "!pirch.infreg<?x1x4xf32>",
    "<?x2x2xf64>",
    "<?x2x1xi64>",
    "f64",
    "f32",
    "f16",
    "bf16",
    "f128",
    "f80",
    "i1",
    "i8",
    "i32",
    "i64",
    "i128",
    "i7",
    "index",
    "none",
    "memref<?xf64>",
    "memref<4xf64>",
    "memref<1xi1>",
    "memref<?x?xf64>",
    "memref<?xvector<4xf32>>",
    "memref<1xindex>",
    "memref<2xi64, 3>",
    "memref<?x4x4xf32>",
    "memref<?x4xf64, strided<[?, 1], offset: ?>>",
    "memref<8xf32, #gpu.address_space<workgroup>>",
    "memref<f32>",
    "memref<*xf32>",
    "tensor<?x4x4xf32>",
    "tensor<?x4xf64>",
    "tensor<4x4xf32>",
    "tensor<f32>",
    "tensor<*xf32>",
    "vector<4xf64>",
    "tensor<2x2xi1>",
    "dense<1>",
    "dense<[[true, false], [false, true]]>",
    "attributes",
    "wg_size = 4 : i64",
    "wg_size = 1 : i64",
    "wg_pack = 2 : i64",
    "wg_pack = 4 : i64",
    "target =",
    "arg_names = [\"a\"]",
    "into",
    "lanes",
    "[\"01\" x 2]",
    "mask",
    "from",
    "inclusive",
    "exclusive",
    "add",
    "mul",
    "minf",
    "maxsi",
    "xor",
    "sitofp",
    "extsi",
    "bitcast",
    "_",
    "x",
    "wg",
    "->",
    ":",
    ",",
    "=",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "?",
    "^bb0:",
    "({",
    "})",
    "() -> ()",
    "true",
    "false",
    "unit",
    "loc(unknown)",
    "operandSegmentSizes = array<i32: 1, 1, 1, 0>",
    "map = array<i32: 0, 1>",
    "offsets = array<i64: 0, 1>"};

TokenMutator &pirch::getMutator() {
  static TokenMutator mutator(kTokens);
  return mutator;
}

static std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

namespace {
struct Pipeline {
  llvm::StringLiteral name;
  void (*build)(OpPassManager &);
};
} // namespace

/// Passes from the work-item form to functions over vectors, with the choices
/// of the cost model.
static void buildAllForms(OpPassManager &manager) {
  PipelineOptions options;
  buildFormPipeline(manager, options);
  buildPackPipeline(manager, options);
  buildChunkPipeline(manager, options);
}

static const Pipeline kPipelines[] = {
    {"canonicalize",
     [](OpPassManager &manager) {
       manager.addPass(createCanonicalizerPass());
       manager.addPass(createCSEPass());
     }},
    {"form",
     [](OpPassManager &manager) {
       manager.addPass(createVectorizeWorkItems());
     }},
    {"pack",
     [](OpPassManager &manager) { manager.addPass(createPackWorkGroups()); }},
    {"assign",
     [](OpPassManager &manager) { manager.addPass(createAssignLanes()); }},
    {"demanded",
     [](OpPassManager &manager) {
       manager.addPass(createDeadLaneElimination());
     }},
    {"convert",
     [](OpPassManager &manager) {
       manager.addPass(createConvertPirchToVector());
     }},
    {"schedule",
     [](OpPassManager &manager) {
       manager.addNestedPass<func::FuncOp>(createScheduleOperations());
     }},
    {"all", buildAllForms},
    {"convert-gpu",
     [](OpPassManager &manager) {
       manager.addPass(createConvertGPUToPirch());
     }},
    {"import",
     [](OpPassManager &manager) {
       buildImportPipeline(manager, {4});
       buildAllForms(manager);
     }},
    {"convert-linalg",
     [](OpPassManager &manager) {
       manager.addPass(createConvertLinalgToPirch());
     }},
    {"import-linalg",
     [](OpPassManager &manager) {
       buildLinalgPipeline(manager);
       buildAllForms(manager);
       manager.addPass(createCallKernels());
     }},
    {"lanes-last",
     [](OpPassManager &manager) {
       PipelineOptions options;
       options.wgPack = 3;
       options.laneOrder = "ix-wi-wg";
       buildFormPipeline(manager, options);
       buildPackPipeline(manager, options);
       buildChunkPipeline(manager, options);
     }},
};

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// Whether some value may be used before it is defined, or outside of the
/// braces that it is defined in. When MLIR's parser gives up within a region,
/// it frees what such uses outside refer to, and crashes later: not ours to
/// mend. A definition stands at the start of a line or has its type or value
/// behind it, a type without a space in between.
static bool hasForwardReference(llvm::StringRef source) {
  llvm::SmallVector<llvm::StringSet<>> scopes(1);
  llvm::SmallVector<llvm::StringRef> lines;
  source.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    size_t equals = line.ltrim().starts_with("%") ? line.find('=') : 0;
    llvm::StringSet<> header; // defined by what opens the next braces
    for (size_t at = 0; at < line.size(); ++at) {
      if (line[at] == '{') {
        scopes.push_back(std::move(header));
        header.clear();
      } else if (line[at] == '}') {
        scopes.pop_back();
        if (scopes.empty())
          return true;
      } else if (line[at] == '%') {
        llvm::StringRef name = line.drop_front(at + 1).take_while([](char c) {
          return llvm::isAlnum(c) || llvm::StringRef("_-.$").contains(c);
        });
        llvm::StringRef rest = line.drop_front(at + 1 + name.size());
        auto holds = [&](const auto &scope) { return scope.contains(name); };
        if (at < equals)
          scopes.back().insert(name);
        else if (rest.starts_with(":") || rest.ltrim().starts_with("="))
          header.insert(name);
        else if (!holds(header) && llvm::none_of(scopes, holds))
          return true;
      }
    }
    for (const auto &entry : header)
      scopes.back().insert(entry.getKey());
  }
  return false;
}

/// `array<index: 1>` is a null pointer to MLIR's parser: not ours to mend.
static bool hasIndexArray(llvm::StringRef source) {
  while (true) {
    source = source.split("array").second.ltrim();
    if (source.empty())
      return false;
    if (source.consume_front("<") && source.ltrim().starts_with("index"))
      return true;
  }
}

/// `dimensions = [` with anything but numbers behind it is a null pointer to
/// the parser of `linalg.reduce`: not ours to mend.
static bool hasWrongDimensions(llvm::StringRef source) {
  while (true) {
    source = source.split("dimensions").second.ltrim();
    if (source.empty())
      return false;
    if (!source.consume_front("="))
      continue;
    source = source.ltrim();
    if (!source.consume_front("["))
      return true;
    llvm::StringRef list = source.take_until([](char c) { return c == ']'; });
    if (list.trim().empty() ||
        list.find_first_not_of("0123456789, \n") != llvm::StringRef::npos)
      return true;
  }
}

/// The short forms `linalg.reduce { op }` and `linalg.map { op }` take their
/// operands for shaped types before that is checked: not ours to mend.
static bool hasShortForm(llvm::StringRef source) {
  for (llvm::StringRef name : {"linalg.reduce", "linalg.map"})
    for (llvm::StringRef rest = source.split(name).second; !rest.empty();
         rest = rest.split(name).second)
      if (rest.ltrim().starts_with("{"))
        return true;
  return false;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // MLIR's lexer wants a zero at the end.
  std::string text(reinterpret_cast<const char *>(data), size);
  llvm::StringRef source = text;
  if (source.contains('\0') || hasIndexArray(source) ||
      hasForwardReference(source) || hasWrongDimensions(source) ||
      hasShortForm(source))
    return -1;
  // Types and attributes live as long as their context.
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % 2000 == 0)
    context = makeContext();
  unsigned errors = 0;
  std::string messages;
  bool hasOwnLocations = source.contains("loc(");
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
    if (isError && !errors && !hasOwnLocations &&
        isa<UnknownLoc>(diagnostic.getLocation()))
      report("an error has no location", diagnostic.str());
    errors += isError;
    messages += diagnostic.str() + "\n";
    return success();
  });
  getMutator().remember(source);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, context.get());
  if (!module) {
    if (!errors)
      report("parsing failed without an error", "");
    return 0;
  }
  std::string printed = print(*module);
  errors = 0;
  if (!parseSourceString<ModuleOp>(printed, context.get()))
    report("what was printed does not parse", messages + printed);
  for (const Pipeline &pipeline : kPipelines) {
    OwningOpRef<ModuleOp> copy = module->clone();
    PassManager manager(context.get());
    pipeline.build(manager);
    errors = 0;
    if (failed(manager.run(*copy)) && !errors)
      report("a pass failed without an error", pipeline.name);
  }
  return 0;
}
