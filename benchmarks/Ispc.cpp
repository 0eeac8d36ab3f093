//===- Ispc.cpp - Rivals written in ISPC ----------------------------------===//

#include "Ispc.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"

using namespace bench;

/// An exported function of benchmarks/ispc/forms.isph.
using Function = void (*)(void **buffers, int64_t first, int64_t count,
                          const double *scalars);

bool bench::hasIspc() {
  return static_cast<bool>(llvm::sys::findProgramByName("ispc"));
}

/// The object that ispc makes of `source` for `width` program instances.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compile(const Case &problem, const std::string &source, int width) {
  llvm::SmallString<64> object;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("ispc", "o", object))
    return llvm::errorCodeToError(code);
  llvm::FileRemover remover(object);
#ifdef __AVX512F__
  std::string target = "avx512skx-x" + std::to_string(width);
#else
  std::string target = "avx2-i32x" + std::to_string(width);
#endif
  std::string targetFlag = "--target=" + target;
  std::string real = problem.isDouble ? "-DREAL=double" : "-DREAL=float";
  std::string size = "-DSIZE=" + std::to_string(problem.size), message;
  std::string program = *llvm::sys::findProgramByName("ispc");
  if (llvm::sys::ExecuteAndWait(program,
                                {program, source, "-O3", "--pic", targetFlag,
                                 real, size, "--wno-perf", "-o", object},
                                std::nullopt, {}, 0, 0, &message))
    return llvm::createStringError("ispc failed: " + source + " for " + target +
                                   " " + message);
  auto buffer = llvm::MemoryBuffer::getFile(object);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  return std::move(*buffer);
}

/// What the object exports, as forms that keep the code alive.
static llvm::Error addForms(const Case &problem,
                            std::unique_ptr<llvm::MemoryBuffer> object,
                            int width, std::vector<Form> &forms) {
  auto made = llvm::orc::LLJITBuilder().create();
  if (!made)
    return made.takeError();
  std::shared_ptr<llvm::orc::LLJIT> jit = std::move(*made);
  if (llvm::Error error = jit->addObjectFile(std::move(object)))
    return error;
  std::vector<double> scalars;
  for (const auto &[name, value] : problem.scalars)
    scalars.push_back(value);
  for (const char *name : {"rows", "problems"}) {
    auto symbol = jit->lookup(name);
    if (!symbol) {
      llvm::consumeError(symbol.takeError());
      continue; // No such form of this kernel.
    }
    auto function = symbol->toPtr<Function>();
    forms.push_back({"ISPC x" + std::to_string(width) + " " + name,
                     [jit, function, scalars](void **buffers, int64_t first,
                                              int64_t count) {
                       function(buffers, first, count, scalars.data());
                     }});
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<Form>> bench::makeIspcForms(const Case &problem,
                                                       const std::string &dir) {
  std::vector<Form> forms;
  if (!hasIspc())
    return forms;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string source = dir + "/" + problem.kernel + ".ispc";
  for (int width : {4, 8, 16}) {
    auto object = compile(problem, source, width);
    if (!object)
      return object.takeError();
    if (llvm::Error error = addForms(problem, std::move(*object), width, forms))
      return std::move(error);
  }
  if (forms.empty())
    return llvm::createStringError(source + " exports neither rows nor "
                                            "problems");
  return forms;
}
