//===- BindEmulator.cpp - A GPU's module for the host ---------------------===//

#include "Pirch/CInterface/Kernel.h"
#include "Pirch/Target/GPU/Emulator.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace pirch;
using namespace pirch::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
/// The packed entry of a kernel and its arguments, as one thread runs it.
struct PackedCall {
  void (*function)(void **, int64_t, int64_t);
  void **args;
  int64_t first, count;
};
} // namespace

/// Run the groups of a launch, as the packed entry of a kernel does: warp by
/// warp, or block by block if the warps of a block wait for each other.
static void runGroups(void (*function)(void **, int64_t, int64_t), void **args,
                      int64_t first, int64_t count, int64_t groupsPerBlock,
                      int64_t blockThreads, int64_t warpSize,
                      bool hasSeparateWarps, int64_t widthParam,
                      int64_t rowGroups) {
  PackedCall call{function, args, first, count};
  auto body = [](void *data) {
    auto *packed = static_cast<PackedCall *>(data);
    packed->function(packed->args, packed->first, packed->count);
  };
  int64_t together = hasSeparateWarps ? warpSize : blockThreads;
  int64_t groupsTogether = groupsPerBlock / (blockThreads / together);
  int64_t partsPerBlock = blockThreads / together;
  int64_t parts =
      widthParam < 0 && !rowGroups
          ? llvm::divideCeil(std::max<int64_t>(count, 0), groupsTogether)
          : countBlocks(first, count, groupsPerBlock,
                        rowGroups
                            ? rowGroups
                            : *static_cast<const int64_t *>(args[widthParam])) *
                partsPerBlock;
  for (int64_t part = 0; part < parts; ++part) {
    auto block = static_cast<uint32_t>(part / partsPerBlock);
    if (hasSeparateWarps)
      runWarp(body, &call, block,
              static_cast<uint32_t>(part % partsPerBlock * warpSize),
              static_cast<uint32_t>(blockThreads), static_cast<int>(warpSize));
    else
      runBlock(body, &call, block, static_cast<uint32_t>(blockThreads),
               static_cast<int>(warpSize));
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kPrefix = "pirch.simt.";

/// The functions of the emulator that the code of every GPU calls, besides
/// those of its intrinsics.
static const std::pair<StringLiteral, void *> kCommonFunctions[] = {
    {"come.to", (void *)&comeTo},
    {"shared", (void *)&sharedMemory},
    {"access.shared", (void *)&accessShared},
    {"access.global", (void *)&accessGlobal},
    {"run", (void *)&runGroups}};

static FunctionCallee declare(Module &module, StringRef name,
                              FunctionType *type) {
  return module.getOrInsertFunction((kPrefix + name).str(), type);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Address space of shared memory, on all of LLVM's GPUs.
static constexpr unsigned kSharedSpace = 3;

/// Replace a variable in shared memory, which lies `offset` bytes from the
/// start of the `bytes` that a block has, by a call that gives the start for
/// the running block.
static void bindShared(Module &module, GlobalVariable &global, uint64_t offset,
                       uint64_t bytes) {
  LLVMContext &context = module.getContext();
  convertUsersOfConstantsToInstructions({&global});
  FunctionCallee place =
      declare(module, "shared",
              FunctionType::get(PointerType::getUnqual(context),
                                {Type::getInt64Ty(context)}, false));
  for (Use &use : make_early_inc_range(global.uses())) {
    auto *user = cast<Instruction>(use.getUser());
    IRBuilder<> builder(context);
    if (auto *phi = dyn_cast<PHINode>(user))
      builder.SetInsertPoint(phi->getIncomingBlock(use)->getTerminator());
    else
      builder.SetInsertPoint(user);
    Value *address = builder.CreateConstGEP1_64(
        builder.getInt8Ty(),
        builder.CreateCall(place, {builder.getInt64(bytes)}), offset);
    use.set(builder.CreateAddrSpaceCast(address, global.getType()));
  }
  global.eraseFromParent();
}

/// Give each variable in shared memory bytes of its own.
static void bindSharedVariables(Module &module) {
  constexpr uint64_t kAlignment = 16;
  SmallVector<std::pair<GlobalVariable *, uint64_t>> offsets;
  uint64_t bytes = 0;
  for (GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace) {
      offsets.push_back({&global, bytes});
      bytes += alignTo(
          module.getDataLayout().getTypeAllocSize(global.getValueType()),
          kAlignment);
    }
  for (auto [global, offset] : offsets)
    bindShared(module, *global, offset, bytes);
}

/// Insert calls that tell the emulator of each access of shared memory and,
/// with `traceAccesses`, of global memory.
static void instrument(Function &function, bool traceAccesses) {
  Module &module = *function.getParent();
  const DataLayout &layout = module.getDataLayout();
  LLVMContext &context = module.getContext();
  Type *pointerType = PointerType::getUnqual(context);
  Type *i64 = Type::getInt64Ty(context), *i32 = Type::getInt32Ty(context);
  Type *nothing = Type::getVoidTy(context), *bit = Type::getInt1Ty(context);
  FunctionCallee shared =
      declare(module, "access.shared",
              FunctionType::get(nothing, {pointerType, i64, bit}, false));
  FunctionCallee global =
      declare(module, "access.global",
              FunctionType::get(nothing, {pointerType, i64, bit, i32}, false));
  uint32_t site = 0;
  for (Instruction &inst : make_early_inc_range(instructions(function))) {
    Value *pointer = getLoadStorePointerOperand(&inst);
    if (!pointer || isa<AllocaInst>(getUnderlyingObject(pointer)))
      continue;
    bool isShared =
        pointer->getType()->getPointerAddressSpace() == kSharedSpace;
    if (!isShared && !traceAccesses)
      continue;
    IRBuilder<> builder(&inst);
    Value *address = builder.CreateAddrSpaceCast(pointer, pointerType);
    Value *bytes = builder.getInt64(
        layout.getTypeStoreSize(getLoadStoreType(&inst)).getFixedValue());
    Value *isStore = builder.getInt1(isa<StoreInst>(inst));
    if (isShared)
      builder.CreateCall(shared, {address, bytes, isStore});
    else
      builder.CreateCall(global,
                         {address, bytes, isStore, builder.getInt32(site++)});
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The intrinsic's function of the emulator that `inst` calls; null if none.
static void *findExchange(const Instruction &inst,
                          const Intrinsics &intrinsics) {
  auto *call = dyn_cast<CallInst>(&inst);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  StringRef name = callee ? callee->getName() : StringRef();
  if (!name.consume_front(intrinsics.prefix))
    return nullptr;
  auto found = llvm::find_if(intrinsics.functions, [&](const auto &known) {
    return known.first == name;
  });
  return found == intrinsics.functions.end() ? nullptr : found->second;
}

/// For each basic block of `function`, those that it reaches, itself included
/// where it is part of a loop.
static std::vector<BitVector> findReached(Function &function) {
  DenseMap<const BasicBlock *, unsigned> numbers;
  for (BasicBlock &block : function)
    numbers[&block] = numbers.size();
  std::vector<BitVector> reached(numbers.size(), BitVector(numbers.size()));
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (BasicBlock *block : post_order(&function)) {
      BitVector &own = reached[numbers[block]];
      unsigned before = own.count();
      for (BasicBlock *next : successors(block)) {
        own.set(numbers[next]);
        own |= reached[numbers[next]];
      }
      isChanged |= own.count() != before;
    }
  return reached;
}

/// Make a global constant that is a `BlockOrder`.
static GlobalVariable *makeOrder(Function &function) {
  LLVMContext &context = function.getContext();
  std::vector<BitVector> reached = findReached(function);
  SmallVector<uint8_t> matrix;
  for (const BitVector &row : reached)
    for (unsigned block = 0; block < row.size(); ++block)
      matrix.push_back(row[block]);
  Constant *order = ConstantStruct::getAnon(
      {ConstantInt::get(Type::getInt32Ty(context), reached.size()),
       ConstantDataArray::get(context, matrix)});
  return new GlobalVariable(*function.getParent(), order->getType(),
                            /*isConstant=*/true, GlobalValue::PrivateLinkage,
                            order);
}

/// Where a function has ballots, insert calls that tell the emulator to which
/// exchange a thread comes.
static void noteSites(Function &function, const Intrinsics &intrinsics) {
  SmallVector<Instruction *> exchanges;
  bool hasBallot = false;
  for (Instruction &inst : instructions(function))
    if (void *exchange = findExchange(inst, intrinsics)) {
      exchanges.push_back(&inst);
      hasBallot |= exchange == (void *)&ballot || exchange == (void *)&ballot32;
    }
  if (!hasBallot)
    return;
  LLVMContext &context = function.getContext();
  GlobalVariable *order = makeOrder(function);
  Type *i32 = Type::getInt32Ty(context);
  FunctionCallee comeTo = declare(
      *function.getParent(), "come.to",
      FunctionType::get(Type::getVoidTy(context),
                        {PointerType::getUnqual(context), i32, i32}, false));
  DenseMap<const BasicBlock *, uint32_t> numbers;
  for (BasicBlock &block : function)
    numbers[&block] = numbers.size();
  for (auto [place, inst] : enumerate(exchanges)) {
    IRBuilder<> builder(inst);
    builder.CreateCall(comeTo,
                       {order, builder.getInt32(numbers[inst->getParent()]),
                        builder.getInt32(place)});
  }
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

Error simt::bindEmulator(Module &module, const Intrinsics &intrinsics,
                         bool traceAccesses) {
  bindSharedVariables(module);
  for (Function &function : module)
    noteSites(function, intrinsics);
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (name.consume_front(intrinsics.prefix)) {
      if (llvm::none_of(intrinsics.functions,
                        [&](const auto &known) { return known.first == name; }))
        return createStringError("the emulator has no " + function.getName());
      FunctionCallee callee = declare(module, name, function.getFunctionType());
      function.replaceAllUsesWith(callee.getCallee());
      function.eraseFromParent();
      continue;
    }
    if (function.isDeclaration())
      continue;
    instrument(function, traceAccesses);
    function.setCallingConv(CallingConv::C);
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.removeFnAttr("stackrealign");
  }
  return Error::success();
}

void simt::addBlockEntry(Module &module, StringRef name, StringRef packedName,
                         const BlockShape &shape) {
  Function *thread = module.getFunction(packedName);
  thread->setName(name + ".thread");
  auto *entry =
      Function::Create(thread->getFunctionType(), GlobalValue::ExternalLinkage,
                       packedName, module);
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(BasicBlock::Create(context, "", entry));
  Type *pointer = PointerType::getUnqual(context);
  Type *i64 = builder.getInt64Ty();
  FunctionCallee run =
      declare(module, "run",
              FunctionType::get(builder.getVoidTy(),
                                {pointer, pointer, i64, i64, i64, i64, i64,
                                 builder.getInt1Ty(), i64, i64},
                                false));
  builder.CreateCall(
      run,
      {thread, entry->getArg(0), entry->getArg(1), entry->getArg(2),
       builder.getInt64(shape.groupsPerBlock),
       builder.getInt64(shape.blockThreads), builder.getInt64(shape.warpSize),
       builder.getInt1(shape.hasSeparateWarps),
       builder.getInt64(shape.widthParam), builder.getInt64(shape.rowGroups)});
  builder.CreateRetVoid();
}

Error simt::addEmulatorSymbols(orc::LLJIT &jit, const Intrinsics &intrinsics) {
  orc::SymbolMap symbols;
  for (const auto &table :
       {intrinsics.functions,
        ArrayRef<std::pair<StringLiteral, void *>>(kCommonFunctions)})
    for (const auto &[name, address] : table)
      symbols[jit.mangleAndIntern((kPrefix + name).str())] = {
          orc::ExecutorAddr::fromPtr(address), JITSymbolFlags::Exported};
  return jit.getMainJITDylib().define(orc::absoluteSymbols(symbols));
}
