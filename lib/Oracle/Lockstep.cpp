//===- Lockstep.cpp - Preparing a kernel to run as fibers -----------------===//

#include "Lockstep.h"
#include "OraclePrelude.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// Passes of LLVM
//===----------------------------------------------------------------------===//

namespace {
/// Runs passes of LLVM on one module, with the analyses that they need.
class PassRunner {
public:
  explicit PassRunner(TargetMachine &machine)
      : builder(&machine, makeTuning()) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(cgscc);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, cgscc, modules);
  }

  template <typename PassT> void runOnFunction(Function &function, PassT pass) {
    FunctionPassManager manager;
    manager.addPass(std::move(pass));
    manager.run(function, functions);
  }
  void inlineAll(Module &module) {
    ModulePassManager manager;
    manager.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
    manager.run(module, modules);
  }
  void optimize(Module &module) {
    modules.clear();
    builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1)
        .run(module, modules);
  }
  void forget(Function &function) {
    functions.clear(function, function.getName());
  }

private:
  static PipelineTuningOptions makeTuning() {
    PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    return tuning;
  }

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager cgscc;
  ModuleAnalysisManager modules;
  PassBuilder builder;
};
} // namespace

static void inlineHelpers(Module &module, PassRunner &passes) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(Attribute::AlwaysInline);
  }
  passes.inlineAll(module);
}

//===----------------------------------------------------------------------===//
// Lockstep positions
//===----------------------------------------------------------------------===//

static bool isMeeting(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName() == "__oracle_meet";
}

static Value *number(LLVMContext &context, int64_t value) {
  return ConstantInt::get(Type::getInt64Ty(context), value);
}

/// Add calls that tell the running fiber when it enters the loop, whose number
/// in the source is `order`, and when it begins its next iteration.
static void countIterations(Loop &loop, int64_t order, Module &module) {
  LLVMContext &context = module.getContext();
  Type *i64 = Type::getInt64Ty(context), *none = Type::getVoidTy(context);
  Value *depth = number(context, loop.getLoopDepth());
  BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!before || !latch)
    return;
  IRBuilder<>(before->getTerminator())
      .CreateCall(
          module.getOrInsertFunction("__oracle_enter_loop", none, i64, i64),
          {number(context, order), depth});
  IRBuilder<>(latch->getTerminator())
      .CreateCall(
          module.getOrInsertFunction("__oracle_next_iteration", none, i64),
          {depth});
}

/// Give each meeting, and each loop around one, its number in source order.
/// Clang lays out blocks in the order of the source, so that they are counted
/// in the order of their layout.
static void numberMeetings(Function &function, PassRunner &passes) {
  passes.runOnFunction(function, LoopSimplifyPass());
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  MapVector<Loop *, int64_t> orders;
  SmallPtrSet<Loop *, 8> withMeeting;
  int64_t order = 0;
  for (BasicBlock &block : function) {
    Loop *loop = loops.getLoopFor(&block);
    if (loop && loop->getHeader() == &block)
      orders[loop] = ++order;
    for (Instruction &instruction : block) {
      if (!isMeeting(instruction))
        continue;
      instruction.setOperand(1, number(function.getContext(), ++order));
      instruction.setOperand(
          2, number(function.getContext(), loop ? loop->getLoopDepth() : 0));
      for (Loop *around = loop; around; around = around->getParentLoop())
        withMeeting.insert(around);
    }
  }
  for (auto [loop, loopOrder] : orders)
    if (withMeeting.contains(loop))
      countIterations(*loop, loopOrder, *function.getParent());
}

//===----------------------------------------------------------------------===//
// Local memory and stacks
//===----------------------------------------------------------------------===//

static bool isLocalMark(const IntrinsicInst &annotation) {
  auto *text = dyn_cast<GlobalVariable>(
      annotation.getArgOperand(1)->stripPointerCasts());
  if (!text || !text->hasInitializer())
    return false;
  auto *data = dyn_cast<ConstantDataSequential>(text->getInitializer());
  return data && data->isCString() &&
         data->getAsCString() == pirch::kOracleLocalMark;
}

/// The `__local` variables of a kernel. Their marks are removed. A pointer to
/// `__local` memory is marked too, but is a private variable of each work item,
/// and is none of them.
static SmallVector<AllocaInst *> takeLocals(Function &function) {
  SmallVector<AllocaInst *> locals;
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    auto *annotation = dyn_cast<IntrinsicInst>(&instruction);
    if (!annotation ||
        annotation->getIntrinsicID() != Intrinsic::var_annotation ||
        !isLocalMark(*annotation))
      continue;
    auto *variable =
        dyn_cast<AllocaInst>(annotation->getArgOperand(0)->stripPointerCasts());
    if (variable && !variable->getAllocatedType()->isPointerTy() &&
        !is_contained(locals, variable))
      locals.push_back(variable);
    annotation->eraseFromParent();
  }
  return locals;
}

static int64_t bytesOf(const AllocaInst &variable) {
  const DataLayout &layout = variable.getModule()->getDataLayout();
  std::optional<TypeSize> size = variable.getAllocationSize(layout);
  return size ? size->getFixedValue() : 0;
}

/// The bytes of a `__local` pointer parameter; nothing for other parameters.
static std::optional<int64_t> localBytesOf(const Argument &argument) {
  Attribute attribute = argument.getParent()->getFnAttribute(
      pirch::kLocalParameterPrefix.str() + std::to_string(argument.getArgNo()));
  int64_t bytes = 0;
  if (!attribute.isStringAttribute() ||
      attribute.getValueAsString().getAsInteger(10, bytes))
    return std::nullopt;
  return bytes;
}

/// The number of a parameter among those that are arguments of a call.
static unsigned numberOf(const Argument &argument) {
  unsigned number = 0;
  for (const Argument &other : argument.getParent()->args())
    number += other.getArgNo() < argument.getArgNo() && !localBytesOf(other);
  return number;
}

/// Move the `__local` variables of a kernel to the group's memory. Return how
/// many bytes they take there.
static int64_t moveLocals(Function &function) {
  Module &module = *function.getParent();
  LLVMContext &context = module.getContext();
  Type *i64 = Type::getInt64Ty(context);
  FunctionCallee address = module.getOrInsertFunction(
      "__oracle_local", PointerType::getUnqual(context), i64, i64);
  int64_t bytes = 0;
  for (Argument &argument : function.args())
    if (std::optional<int64_t> size = localBytesOf(argument)) {
      IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      argument.replaceAllUsesWith(builder.CreateCall(
          address, {number(context, bytes), number(context, *size)}));
      bytes += alignTo(*size, 64);
    }
  for (AllocaInst *variable : takeLocals(function)) {
    for (User *user : make_early_inc_range(variable->users()))
      if (auto *marker = dyn_cast<IntrinsicInst>(user))
        if (marker->isLifetimeStartOrEnd())
          marker->eraseFromParent();
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    variable->replaceAllUsesWith(
        builder.CreateCall(address, {number(context, bytes),
                                     number(context, bytesOf(*variable))}));
    bytes += alignTo(bytesOf(*variable), 64);
    variable->eraseFromParent();
  }
  return bytes;
}

static int64_t countStack(Function &function) {
  int64_t bytes = 0;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      bytes += alignTo(bytesOf(*variable), 64);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static void maskShiftCount(BinaryOperator &shift) {
  Value *count = shift.getOperand(1);
  auto *width = ConstantInt::get(count->getType(),
                                 count->getType()->getScalarSizeInBits() - 1);
  shift.setOperand(1, IRBuilder<>(&shift).CreateAnd(count, width));
}

/// Let a division divide by one where its quotient is not defined.
static void guardDivision(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = dividend->getType();
  Value *isBad = builder.CreateIsNull(divisor);
  if (division.getOpcode() == Instruction::SDiv ||
      division.getOpcode() == Instruction::SRem) {
    Value *least = ConstantInt::get(
        type, APInt::getSignedMinValue(type->getScalarSizeInBits()));
    Value *overflows = builder.CreateAnd(
        builder.CreateICmpEQ(dividend, least),
        builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type)));
    isBad = builder.CreateOr(isBad, overflows);
  }
  division.setOperand(
      1, builder.CreateSelect(isBad, ConstantInt::get(type, 1), divisor));
}

/// Replace multiply-adds that may be fused by fused ones, so that a contraction
/// that the source allows takes place on every machine.
static void fuse(IntrinsicInst &multiplyAdd) {
  multiplyAdd.setCalledFunction(Intrinsic::getOrInsertDeclaration(
      multiplyAdd.getModule(), Intrinsic::fma, {multiplyAdd.getType()}));
}

static void defineArithmetic(Function &function) {
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      if (intrinsic->getIntrinsicID() == Intrinsic::fmuladd)
        fuse(*intrinsic);
      continue;
    }
    auto *binary = dyn_cast<BinaryOperator>(&instruction);
    if (!binary || !binary->getType()->isIntOrIntVectorTy())
      continue;
    if (binary->isShift())
      maskShiftCount(*binary);
    else if (binary->isIntDivRem())
      guardDivision(*binary);
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The size in bytes of `object`, if it is a private or `__local` array; else
/// 0.
static int64_t arrayBytes(const Value *object) {
  if (auto *variable = dyn_cast<AllocaInst>(object))
    return variable->getAllocatedType()->isArrayTy() ? bytesOf(*variable) : 0;
  auto *call = dyn_cast<CallInst>(object);
  if (!call || !call->getCalledFunction() ||
      call->getCalledFunction()->getName() != "__oracle_local")
    return 0;
  return cast<ConstantInt>(call->getArgOperand(1))->getSExtValue();
}

/// `pointer` if it lies at most `slack` bytes behind the beginning of `array`,
/// else the array's first element.
static Value *keepInArray(IRBuilder<> &builder, Value *pointer, Value *array,
                          int64_t slack) {
  Type *i64 = builder.getInt64Ty();
  Value *offset = builder.CreateSub(builder.CreatePtrToInt(pointer, i64),
                                    builder.CreatePtrToInt(array, i64));
  Value *isInside = builder.CreateICmpULE(offset, builder.getInt64(slack));
  return builder.CreateSelect(isInside, pointer, array);
}

/// Add a call that checks an access to the buffer of a parameter when it
/// happens. Return the address to access.
static Value *keepInBuffer(IRBuilder<> &builder, Value *pointer,
                           unsigned parameter, int64_t bytes, bool isStore) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Type *address = builder.getPtrTy(), *i64 = builder.getInt64Ty();
  return builder.CreateCall(
      module.getOrInsertFunction("__oracle_access", address, address, i64, i64,
                                 i64),
      {pointer, builder.getInt64(bytes), builder.getInt64(parameter),
       builder.getInt64(isStore)});
}

/// Add a check to a load or store, if it is known which array or parameter it
/// accesses.
static void checkAccess(Instruction &access, unsigned pointerOperand,
                        Type *type, bool isStore) {
  Value *pointer = access.getOperand(pointerOperand);
  Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
  int64_t bytes = access.getModule()->getDataLayout().getTypeStoreSize(type);
  IRBuilder<> builder(&access);
  if (auto *argument = dyn_cast<Argument>(object))
    pointer =
        keepInBuffer(builder, pointer, numberOf(*argument), bytes, isStore);
  else if (int64_t whole = arrayBytes(object); whole >= bytes)
    pointer = keepInArray(builder, pointer, object, whole - bytes);
  access.setOperand(pointerOperand, pointer);
}

static void checkAccesses(Function &kernel, PassRunner &passes) {
  passes.forget(kernel);
  passes.runOnFunction(kernel, SROAPass(SROAOptions::PreserveCFG));
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      checkAccess(*load, load->getPointerOperandIndex(), load->getType(),
                  false);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      checkAccess(*store, store->getPointerOperandIndex(),
                  store->getValueOperand()->getType(), true);
  }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Add `void __oracle_thunk_k(void **args)`, which loads the arguments and
/// calls the kernel `k`.
static void addThunk(Function &kernel) {
  Module &module = *kernel.getParent();
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *thunk = Function::Create(
      FunctionType::get(Type::getVoidTy(context), {pointer}, false),
      Function::ExternalLinkage, "__oracle_thunk_" + kernel.getName(), module);
  IRBuilder<> builder(BasicBlock::Create(context, "", thunk));
  SmallVector<Value *> args;
  for (Argument &arg : kernel.args()) {
    if (localBytesOf(arg)) {
      args.push_back(Constant::getNullValue(arg.getType()));
      continue;
    }
    Value *slot =
        builder.CreateConstGEP1_64(pointer, thunk->getArg(0), numberOf(arg));
    Value *value = builder.CreateLoad(pointer, slot);
    if (arg.getType()->isIntegerTy(1))
      value = builder.CreateIsNotNull(
          builder.CreateLoad(builder.getInt8Ty(), value));
    else if (!arg.getType()->isPointerTy())
      value = builder.CreateLoad(arg.getType(), value);
    args.push_back(value);
  }
  builder.CreateCall(&kernel, args)->setAttributes(kernel.getAttributes());
  builder.CreateRetVoid();
}

static void useTarget(Module &module, TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
}

pirch::FiberNeeds pirch::prepareForLockstep(Module &module,
                                            ArrayRef<std::string> kernels,
                                            TargetMachine &machine) {
  PassRunner passes(machine);
  useTarget(module, machine);
  // Undefined results are defined before helpers are inlined, since the inliner
  // folds operations whose results it finds undefined.
  for (Function &function : module)
    defineArithmetic(function);
  inlineHelpers(module, passes);
  FiberNeeds needs;
  for (const std::string &name : kernels) {
    Function *kernel = module.getFunction(name);
    needs.localBytes = std::max(needs.localBytes, moveLocals(*kernel));
    needs.stackBytes = std::max(needs.stackBytes, countStack(*kernel));
    numberMeetings(*kernel, passes);
    checkAccesses(*kernel, passes);
    kernel->removeFnAttr(Attribute::AlwaysInline);
  }
  for (const std::string &name : kernels) {
    addThunk(*module.getFunction(name));
    module.getFunction(name)->setLinkage(GlobalValue::InternalLinkage);
  }
  passes.optimize(module);
  // A fiber's stack also holds spilled registers and frames of the C library.
  needs.stackBytes = 2 * needs.stackBytes + 64 * 1024;
  return needs;
}
