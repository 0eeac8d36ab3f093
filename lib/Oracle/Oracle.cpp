//===- Oracle.cpp - A kernel's own source, run natively -------------------===//

#include "Pirch/Oracle/Oracle.h"
#include "Fibers.h"
#include "Lockstep.h"
#include "OracleCompiler.h"
#include "Pirch/Math/Functions.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>

using namespace pirch;
namespace orc = llvm::orc;

Oracle::~Oracle() = default;

static llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

//===----------------------------------------------------------------------===//
// What compiled kernels call
//===----------------------------------------------------------------------===//

static int64_t oracleItem() { return currentGroup()->itemId(); }
static int64_t oracleGroup(int64_t dim) {
  return currentGroup()->getPlace().group[dim];
}
static int64_t oracleGroups(int64_t dim) {
  return currentGroup()->getPlace().groups[dim];
}
static int64_t oracleOffset(int64_t dim) {
  return currentGroup()->getPlace().offset[dim];
}
static char *oracleLocal(int64_t offset, int64_t) {
  return currentGroup()->localMemory(offset);
}
static void oracleEnterLoop(int64_t order, int64_t depth) {
  currentGroup()->enterLoop(order, depth);
}
static void oracleNextIteration(int64_t depth) {
  currentGroup()->nextIteration(depth);
}
static void oracleMeet(uint64_t value, int64_t call, int64_t depth) {
  currentGroup()->meet(value, call, depth);
}
static uint64_t oracleRead(int64_t source) {
  return currentGroup()->read(source);
}
static uint64_t oracleSeen(int64_t item) { return currentGroup()->seen(item); }
static int oracleTookPart(int64_t item) {
  return currentGroup()->tookPart(item);
}
static char *oracleAccess(char *address, int64_t bytes, int64_t param,
                          int64_t isStore) {
  return currentGroup()->access(address, bytes, param, isStore != 0);
}

template <typename T, T (*function)(T, bool)>
static T callUnary(T x, int fast) {
  return function(x, fast != 0);
}
template <typename T, T (*function)(T, T, bool)>
static T callBinary(T x, T y, int fast) {
  return function(x, y, fast != 0);
}

/// Call `bind(name, pointer)` for each function of Pirch/Math.
template <typename Bind> static void bindMath(Bind bind) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  bind("__oracle_" #NAME "_f32", &callUnary<float, elementary::host::NAME>);   \
  bind("__oracle_" #NAME "_f64", &callUnary<double, elementary::host::NAME>);
  PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
#define PIRCH_FUNCTION(NAME, OP)                                               \
  bind("__oracle_" #NAME "_f32", &callBinary<float, elementary::host::NAME>);  \
  bind("__oracle_" #NAME "_f64", &callBinary<double, elementary::host::NAME>);
  PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
}

static llvm::Error bindFunctions(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto bind = [&](const char *name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                          llvm::JITSymbolFlags::Exported};
  };
  bind("__oracle_item", &oracleItem);
  bind("__oracle_group", &oracleGroup);
  bind("__oracle_groups", &oracleGroups);
  bind("__oracle_offset", &oracleOffset);
  bind("__oracle_local", &oracleLocal);
  bind("__oracle_enter_loop", &oracleEnterLoop);
  bind("__oracle_next_iteration", &oracleNextIteration);
  bind("__oracle_meet", &oracleMeet);
  bind("__oracle_read", &oracleRead);
  bind("__oracle_seen", &oracleSeen);
  bind("__oracle_took_part", &oracleTookPart);
  bind("__oracle_access", &oracleAccess);
  bindMath(bind);
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
using KernelFn = void (*)(void *);

class NativeOracle : public Oracle {
public:
  NativeOracle(std::unique_ptr<orc::LLJIT> jit, std::vector<Kernel> infos,
               int64_t wgSize, FiberNeeds needs)
      : jit(std::move(jit)), infos(std::move(infos)), wgSize(wgSize),
        needs(needs) {}

  llvm::ArrayRef<Kernel> kernels() const override { return infos; }

  llvm::Error run(llvm::StringRef name, llvm::ArrayRef<void *> args,
                  int64_t firstGroup, int64_t numGroups,
                  llvm::ArrayRef<int64_t> bufferBytes) override {
    return runGroups({name, args, bufferBytes}, firstGroup, numGroups,
                     firstGroup + numGroups, /*undo=*/false);
  }

  llvm::Error probe(llvm::StringRef name, llvm::ArrayRef<void *> args,
                    int64_t group, int64_t numGroups,
                    llvm::ArrayRef<int64_t> bufferBytes) override {
    return runGroups({name, args, bufferBytes}, group, 1, numGroups,
                     /*undo=*/true);
  }

  void setRange(const Range &newRange) override { range = newRange; }

  int64_t undefinedReads() const override { return undefinedCount; }
  int64_t partialMeetings() const override { return partialCount; }

private:
  struct Call {
    llvm::StringRef name;
    llvm::ArrayRef<void *> args;
    llvm::ArrayRef<int64_t> bufferBytes;
  };

  llvm::Expected<KernelFn> find(const Call &call, const Kernel *&kernel);
  llvm::Error runGroups(const Call &call, int64_t first, int64_t count,
                        int64_t total, bool undo);

  std::unique_ptr<orc::LLJIT> jit;
  std::vector<Kernel> infos;
  int64_t wgSize;
  FiberNeeds needs;
  Range range;
  std::atomic<int64_t> undefinedCount{0}, partialCount{0};
};
} // namespace

llvm::Expected<KernelFn> NativeOracle::find(const Call &call,
                                            const Kernel *&kernel) {
  for (const Kernel &info : infos)
    if (info.name == call.name)
      kernel = &info;
  if (!kernel)
    return makeError("no kernel '" + call.name + "'");
  if (call.args.size() != kernel->params.size())
    return makeError("kernel '" + call.name + "' takes " +
                     llvm::Twine(kernel->params.size()) + " arguments, not " +
                     llvm::Twine(call.args.size()));
  auto address = jit->lookup("__oracle_thunk_" + oracleSymbol(kernel->name));
  if (!address)
    return address.takeError();
  return address->toPtr<KernelFn>();
}

static std::vector<CheckedBuffer>
makeChecks(const Oracle::Kernel &kernel, llvm::ArrayRef<void *> args,
           llvm::ArrayRef<int64_t> bufferBytes) {
  std::vector<CheckedBuffer> buffers;
  for (size_t index = 0; index < bufferBytes.size(); ++index) {
    const Oracle::Param &param = kernel.params[index];
    CheckedBuffer buffer;
    buffer.name = param.name;
    buffer.begin = static_cast<char *>(args[index]);
    buffer.bytes = param.isPointer ? bufferBytes[index] : 0;
    buffer.elementBytes = std::max(1u, param.elementBits / 8);
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

/// The place of group `number` in `range`. Where the range does not say how
/// many groups it has, it has `total` groups along one dimension.
static FiberGroup::Place locate(const Oracle::Range &range, int64_t number,
                                int64_t total) {
  FiberGroup::Place place;
  place.number = number;
  llvm::copy(range.offset, place.offset);
  if (range.groups.empty()) {
    place.group[0] = number;
    place.groups[0] = total;
    return place;
  }
  llvm::copy(range.groups, place.groups);
  int64_t rest = number;
  for (size_t dim = 0; dim < range.groups.size(); ++dim) {
    place.group[dim] = rest % range.groups[dim];
    rest /= range.groups[dim];
  }
  return place;
}

llvm::Error NativeOracle::runGroups(const Call &call, int64_t first,
                                    int64_t count, int64_t total, bool undo) {
  const Kernel *kernel = nullptr;
  llvm::Expected<KernelFn> body = find(call, kernel);
  if (!body)
    return body.takeError();
  FiberGroup fibers(wgSize, needs.stackBytes, needs.localBytes);
  if (call.bufferBytes.size() == call.args.size())
    fibers.checkBuffers(makeChecks(*kernel, call.args, call.bufferBytes), undo);
  for (int64_t group = first; group < first + count; ++group) {
    fibers.run(*body, const_cast<void **>(call.args.data()),
               locate(range, group, total));
    if (!fibers.outOfRange().empty())
      break;
  }
  fibers.undoStores();
  undefinedCount += fibers.undefinedReads();
  partialCount += fibers.partialMeetings();
  if (!fibers.outOfRange().empty())
    return makeError(fibers.outOfRange());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Oracle>>
Oracle::create(llvm::StringRef source, llvm::StringRef fileName,
               const SourceOptions &options, llvm::raw_ostream &diag) {
  int64_t wgSize = productOf(options.wgShape);
  if (wgSize < 1)
    return makeError("the work group size must be positive");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::vector<Kernel> kernels;
  std::unique_ptr<llvm::Module> module =
      compileOracleSource(source, fileName, options, *context, kernels, diag);
  if (!module)
    return makeError("the oracle could not compile the source");
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // The code is not optimized: most of the time goes into switching between
  // work items, and an error of an optimization would change the compiled
  // kernel and the oracle alike.
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  std::vector<std::string> names;
  for (const Kernel &kernel : kernels)
    names.push_back(oracleSymbol(kernel.name));
  FiberNeeds needs = prepareForLockstep(*module, names, **machine);
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*builder))
                 .create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = bindFunctions(**jit))
    return error;
  if (llvm::Error error = (*jit)->addIRModule(
          orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  return std::make_unique<NativeOracle>(std::move(*jit), std::move(kernels),
                                        wgSize, needs);
}
