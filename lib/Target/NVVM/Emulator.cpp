//===- Emulator.cpp - A warp on the host ----------------------------------===//

#include "Pirch/Target/NVVM/Emulator.h"
#include "Pirch/Support/Stacks.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <mutex>

using namespace pirch;
using namespace pirch::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static std::mutex errorMutex;
static std::string firstError;

static void fault(const std::string &text) {
  std::lock_guard<std::mutex> lock(errorMutex);
  if (firstError.empty())
    firstError = text;
}

std::string simt::takeEmulatorError() {
  std::lock_guard<std::mutex> lock(errorMutex);
  return std::exchange(firstError, {});
}

//===----------------------------------------------------------------------===//
// The warp
//===----------------------------------------------------------------------===//

namespace {
enum class Meeting { none, shuffle, vote, barrier };

class Warp {
public:
  static constexpr size_t kStackBytes = 1 << 20;

  Warp() {
    for (int index = 0; index < kWarpSize; ++index)
      threads.emplace_back(kStackBytes);
  }

  void run(void (*entryBody)(void *), void *entryData, uint32_t entryBlock) {
    body = entryBody;
    data = entryData;
    block = entryBlock;
    for (Thread &thread : threads) {
      thread.isDone = false;
      thread.at = Meeting::none;
      thread.context.start(thread.stack, &Warp::enter);
    }
    current = 0;
    threads[0].context.resume(caller);
  }

  /// Publish a value and wait for the members. False where the rules are
  /// broken.
  void meet(Meeting kind, uint32_t members, uint32_t value) {
    Thread &thread = threads[current];
    thread.at = kind;
    thread.members = members;
    thread.published = value;
    if (!(members >> current & 1))
      fault("thread " + std::to_string(current) +
            " exchanges among members that it is none of");
    goOn(thread.context);
  }

  uint32_t read(uint32_t source) {
    source %= kWarpSize;
    if (!(threads[current].members >> source & 1))
      fault("thread " + std::to_string(current) + " reads from thread " +
            std::to_string(source) + ", which is no member of the exchange");
    return visible[source];
  }

  bool any() const {
    for (int index = 0; index < kWarpSize; ++index)
      if (threads[current].members >> index & 1 && visible[index])
        return true;
    return false;
  }

  uint32_t currentThread() const { return current; }
  uint32_t currentBlock() const { return block; }

private:
  struct Thread {
    explicit Thread(size_t bytes) : stack(bytes) {}
    StackMemory stack;
    Context context;
    bool isDone = true;
    Meeting at = Meeting::none;
    uint32_t members = 0, published = 0;
  };

  static void enter();

  /// To the next thread; when all have met or are done, the exchange takes
  /// place.
  void goOn(Context &from) {
    for (int index = current + 1; index < kWarpSize; ++index)
      if (!threads[index].isDone && threads[index].at == Meeting::none)
        return resume(index, from);
    // Everybody waits or is done.
    int first = -1;
    for (int index = 0; index < kWarpSize; ++index)
      if (!threads[index].isDone && first < 0)
        first = index;
    if (first < 0)
      return caller.resume(from);
    Meeting kind = threads[first].at;
    uint32_t members = threads[first].members;
    for (int index = 0; index < kWarpSize; ++index) {
      Thread &thread = threads[index];
      if (members >> index & 1 &&
          (thread.isDone || thread.at != kind || thread.members != members))
        fault("thread " + std::to_string(index) +
              " is missing where the others exchange");
      visible[index] = thread.published;
      thread.at = Meeting::none;
    }
    resume(first, from);
  }

  void resume(int index, Context &from) {
    if (index == current)
      return;
    current = index;
    threads[index].context.resume(from);
  }

  std::vector<Thread> threads;
  std::array<uint32_t, kWarpSize> visible = {};
  Context caller;
  int current = 0;
  uint32_t block = 0;
  void (*body)(void *) = nullptr;
  void *data = nullptr;
};
} // namespace

/// One for each thread of the host that launches.
static Warp &theWarp() {
  thread_local Warp warp;
  return warp;
}

void Warp::enter() {
  Warp &warp = theWarp();
  warp.body(warp.data);
  Thread &thread = warp.threads[warp.current];
  thread.isDone = true;
  thread.published = 0;
  warp.goOn(thread.context);
}

void simt::runWarp(void (*body)(void *), void *data, uint32_t block) {
  theWarp().run(body, data, block);
}

uint32_t simt::threadIndex() { return theWarp().currentThread(); }

uint32_t simt::shuffle(uint32_t members, uint32_t value, uint32_t source) {
  theWarp().meet(Meeting::shuffle, members, value);
  return theWarp().read(source);
}

bool simt::voteAny(uint32_t members, bool bit) {
  theWarp().meet(Meeting::vote, members, bit);
  return theWarp().any();
}

void simt::barrier(uint32_t members) {
  theWarp().meet(Meeting::barrier, members, 0);
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static uint32_t blockIndex() { return theWarp().currentBlock(); }
static uint32_t blockSize() { return kWarpSize; }
/// Segments of a warp are not used: the clamp is the last thread.
static uint32_t shuffleClamped(uint32_t members, uint32_t value,
                               uint32_t source, uint32_t clamp) {
  if (clamp != kWarpSize - 1)
    fault("a shuffle in segments of the warp");
  return shuffle(members, value, source);
}

namespace {
/// The packed entry of a kernel and its arguments, as one thread runs it.
struct PackedCall {
  void (*function)(void **, int64_t, int64_t);
  void **args;
  int64_t first, count;
};
} // namespace

static void runGroups(void (*function)(void **, int64_t, int64_t), void **args,
                      int64_t first, int64_t count, int64_t groupsPerWarp) {
  PackedCall call{function, args, first, count};
  auto body = [](void *data) {
    auto *packed = static_cast<PackedCall *>(data);
    packed->function(packed->args, packed->first, packed->count);
  };
  int64_t warps = count > 0 ? (count + groupsPerWarp - 1) / groupsPerWarp : 0;
  for (int64_t warp = 0; warp < warps; ++warp)
    runWarp(body, &call, static_cast<uint32_t>(warp));
}

static constexpr StringLiteral kPrefix = "pirch.simt.";

static const StringMap<void *> &functions() {
  static const StringMap<void *> table = {
      {"read.ptx.sreg.tid.x", (void *)&threadIndex},
      {"read.ptx.sreg.ctaid.x", (void *)&blockIndex},
      {"read.ptx.sreg.ntid.x", (void *)&blockSize},
      {"shfl.sync.idx.i32", (void *)&shuffleClamped},
      {"vote.any.sync", (void *)&voteAny},
      {"bar.warp.sync", (void *)&barrier},
      {"run", (void *)&runGroups}};
  return table;
}

Error simt::bindEmulator(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (name.consume_front("llvm.nvvm.")) {
      if (!functions().contains(name))
        return createStringError("the emulator has no llvm.nvvm." + name.str());
      FunctionCallee callee = module.getOrInsertFunction(
          (kPrefix + name).str(), function.getFunctionType());
      function.replaceAllUsesWith(callee.getCallee());
      function.eraseFromParent();
      continue;
    }
    if (function.isDeclaration())
      continue;
    function.setCallingConv(CallingConv::C);
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.removeFnAttr("stackrealign");
  }
  return Error::success();
}

void simt::addWarpEntry(Module &module, StringRef name, int64_t groupsPerWarp) {
  std::string packedName = (name + "__packed").str();
  Function *thread = module.getFunction(packedName);
  thread->setName(name + "__thread");
  auto *entry =
      Function::Create(thread->getFunctionType(), GlobalValue::ExternalLinkage,
                       packedName, module);
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(BasicBlock::Create(context, "", entry));
  Type *pointer = PointerType::getUnqual(context);
  Type *i64 = builder.getInt64Ty();
  FunctionCallee run =
      module.getOrInsertFunction((kPrefix + "run").str(), builder.getVoidTy(),
                                 pointer, pointer, i64, i64, i64);
  builder.CreateCall(run, {thread, entry->getArg(0), entry->getArg(1),
                           entry->getArg(2), builder.getInt64(groupsPerWarp)});
  builder.CreateRetVoid();
}

Error simt::addEmulatorSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  for (const auto &entry : functions())
    symbols[jit.mangleAndIntern((kPrefix + entry.getKey()).str())] = {
        orc::ExecutorAddr::fromPtr(entry.getValue()), JITSymbolFlags::Exported};
  return jit.getMainJITDylib().define(orc::absoluteSymbols(symbols));
}
