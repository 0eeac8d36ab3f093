//===- ObjectLoader.cpp - Object files as functions of this process -------===//

#include "Pirch/Runtime/ObjectLoader.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include <atomic>

using namespace pirch;
namespace orc = llvm::orc;

LoadedObject::~LoadedObject() = default;

namespace {
/// The linker of this process. It compiles nothing: LLVM's LLJIT would make a
/// code generator, and compile a module of its own, for each object.
class Linker {
public:
  static llvm::Expected<std::unique_ptr<Linker>> create() {
    // Without a dispatcher, LLVM starts a thread for each step.
    auto process = orc::SelfExecutorProcessControl::Create(
        nullptr, std::make_unique<orc::InPlaceTaskDispatcher>());
    if (!process)
      return process.takeError();
    std::unique_ptr<Linker> linker(new Linker(std::move(*process)));
    // Kernels call functions of the C and mathematical libraries, which a host
    // program may have loaded for itself alone.
    for (const char *library : {"libm.so.6", "libc.so.6"}) {
      auto symbols = orc::DynamicLibrarySearchGenerator::Load(library, '\0');
      if (!symbols)
        return symbols.takeError();
      linker->libraries.addGenerator(std::move(*symbols));
    }
    return linker;
  }

  llvm::Expected<orc::JITDylib *> link(llvm::StringRef bytes) {
    orc::JITDylib &dylib =
        session.createBareJITDylib("kernels " + std::to_string(++count));
    dylib.addToLinkOrder(libraries);
    if (llvm::Error error =
            layer.add(dylib, llvm::MemoryBuffer::getMemBufferCopy(bytes))) {
      release(dylib);
      return error;
    }
    return &dylib;
  }

  llvm::Expected<void *> lookup(orc::JITDylib &dylib, llvm::StringRef name) {
    auto symbol = session.lookup({&dylib}, name);
    if (!symbol)
      return symbol.takeError();
    return symbol->getAddress().toPtr<void *>();
  }

  void release(orc::JITDylib &dylib) {
    llvm::consumeError(session.removeJITDylib(dylib));
    session.getExecutorProcessControl()
        .getSymbolStringPool()
        ->clearDeadEntries();
  }

private:
  explicit Linker(std::unique_ptr<orc::ExecutorProcessControl> process)
      : session(std::move(process)), layer(session),
        libraries(session.createBareJITDylib("libraries")) {
    // Errors are returned by `lookup` as well.
    session.setErrorReporter(
        [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  }

  orc::ExecutionSession session;
  orc::ObjectLinkingLayer layer;
  orc::JITDylib &libraries;
  std::atomic<uint64_t> count{0};
};

class LinkedObject : public LoadedObject {
public:
  LinkedObject(Linker &linker, orc::JITDylib &dylib)
      : linker(linker), dylib(dylib) {}
  ~LinkedObject() override { linker.release(dylib); }
  llvm::Expected<void *> lookup(llvm::StringRef name) override {
    return linker.lookup(dylib, name);
  }

private:
  Linker &linker;
  orc::JITDylib &dylib;
};
} // namespace

llvm::Expected<std::unique_ptr<LoadedObject>>
pirch::loadObject(llvm::StringRef bytes) {
  // It lives as long as the process: threads may run kernels at its end.
  static Linker *const linker = []() -> Linker * {
    auto created = Linker::create();
    if (created)
      return created->release();
    llvm::consumeError(created.takeError());
    return nullptr;
  }();
  if (!linker)
    return llvm::createStringError("code cannot be loaded into this process");
  auto dylib = linker->link(bytes);
  if (!dylib)
    return dylib.takeError();
  return std::make_unique<LinkedObject>(*linker, **dylib);
}
