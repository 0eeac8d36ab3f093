//===- Toolkit.cpp - NVIDIA's assembler -----------------------------------===//

#include "Pirch/Target/NVVM/Toolkit.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace pirch;
using namespace llvm;

static ErrorOr<std::string> findTool(StringRef name) {
  if (auto onPath = sys::findProgramByName(name))
    return onPath;
  SmallVector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (auto home = sys::Process::GetEnv(variable))
      folders.push_back(*home + "/bin");
  folders.push_back("/usr/local/cuda/bin");
  return sys::findProgramByName(
      name, SmallVector<StringRef>(folders.begin(), folders.end()));
}

bool nvvm::hasToolkit() {
  return static_cast<bool>(findTool("ptxas")) &&
         static_cast<bool>(findTool("fatbinary"));
}

namespace {
/// A temporary file that is removed with this object.
class ScratchFile {
public:
  static Expected<ScratchFile> create(StringRef suffix,
                                      StringRef content = {}) {
    ScratchFile file;
    int descriptor;
    if (std::error_code code = sys::fs::createTemporaryFile(
            "pirch", suffix, descriptor, file.path))
      return createStringError(code, "cannot make a temporary file: " +
                                         code.message());
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << content;
    os.flush();
    if (os.has_error()) {
      std::string reason = os.error().message();
      os.clear_error();
      return createStringError("cannot write '" + file.path.str().str() +
                               "': " + reason);
    }
    return file;
  }
  ScratchFile(ScratchFile &&other) : path(std::move(other.path)) {
    other.path.clear();
  }
  ~ScratchFile() {
    if (!path.empty())
      sys::fs::remove(path);
  }

  StringRef getPath() const { return path; }
  Expected<std::string> read() const {
    auto buffer = MemoryBuffer::getFile(path);
    if (!buffer)
      return createStringError(buffer.getError(),
                               "cannot read '" + path.str().str() + "'");
    return (*buffer)->getBuffer().str();
  }

private:
  ScratchFile() = default;
  SmallString<128> path;
};
} // namespace

/// Run a tool. If it fails, the error has what it printed.
static Error run(StringRef tool, ArrayRef<std::string> arguments) {
  ErrorOr<std::string> program = findTool(tool);
  if (!program)
    return createStringError("no " + tool.str() +
                             " here: install a CUDA toolkit or put it on PATH; "
                             "--emit=ptx needs none");
  Expected<ScratchFile> messages = ScratchFile::create("log");
  if (!messages)
    return messages.takeError();
  SmallVector<StringRef> words = {*program};
  words.append(arguments.begin(), arguments.end());
  std::optional<StringRef> redirects[] = {StringRef(), messages->getPath(),
                                          messages->getPath()};
  std::string reason;
  int code = sys::ExecuteAndWait(*program, words, std::nullopt, redirects, 0, 0,
                                 &reason);
  if (code == 0)
    return Error::success();
  Expected<std::string> text = messages->read();
  if (text)
    reason += *text;
  else
    consumeError(text.takeError());
  return createStringError(tool.str() + " failed: " + reason);
}

Expected<std::string> nvvm::assemble(StringRef ptx, StringRef chip) {
  Expected<ScratchFile> source = ScratchFile::create("ptx", ptx);
  if (!source)
    return source.takeError();
  Expected<ScratchFile> result = ScratchFile::create("cubin");
  if (!result)
    return result.takeError();
  if (Error error =
          run("ptxas", {("-arch=" + chip).str(), source->getPath().str(), "-o",
                        result->getPath().str()}))
    return error;
  return result->read();
}

Expected<std::string> nvvm::makeFatBinary(StringRef ptx, StringRef chip) {
  Expected<std::string> code = assemble(ptx, chip);
  if (!code)
    return code.takeError();
  Expected<ScratchFile> source = ScratchFile::create("ptx", ptx);
  if (!source)
    return source.takeError();
  Expected<ScratchFile> cubin = ScratchFile::create("cubin", *code);
  if (!cubin)
    return cubin.takeError();
  Expected<ScratchFile> result = ScratchFile::create("fatbin");
  if (!result)
    return result.takeError();
  std::string number = chip.drop_front(strlen("sm_")).str();
  auto image = [&](const char *kind, StringRef path) {
    return "--image3=kind=" + std::string(kind) + ",sm=" + number +
           ",file=" + path.str();
  };
  if (Error error =
          run("fatbinary", {"-64", "--create=" + result->getPath().str(),
                            image("elf", cubin->getPath()),
                            image("ptx", source->getPath())}))
    return error;
  return result->read();
}
