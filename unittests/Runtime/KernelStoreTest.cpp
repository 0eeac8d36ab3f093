//===- KernelStoreTest.cpp - Kernels compiled once and kept ---------------===//

#include "Pirch/Runtime/KernelStore.h"
#include "Pirch/Runtime/Failure.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace pirch;
namespace fs = llvm::sys::fs;

namespace {

class KernelStoreTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("pirch-store-test", folder));
  }
  void TearDown() override { fs::remove_directories(folder); }

  /// A kernel that writes a number.
  static Request makeRequest(int number) {
    return {"__kernel void k(__global int *a) { a[get_global_id(0)] = " +
                std::to_string(number) + "; }",
            "store.cl",
            {"--wg-size=4"}};
  }

  static int run(const LoadedModule &module) {
    int result[4] = {};
    void *args[] = {result};
    module.kernels.at(0).packed(args, 0, 1);
    return result[3];
  }

  /// What the kernel of a request writes; -1 if there is none.
  static int getAndRun(KernelStore &store, const Request &request,
                       Origin *origin = nullptr) {
    auto found = store.get(request);
    if (!found) {
      ADD_FAILURE() << llvm::toString(found.takeError());
      return -1;
    }
    if (origin)
      *origin = found->origin;
    return run(*found->module);
  }

  void write(llvm::StringRef name, llvm::StringRef text) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }

  llvm::SmallString<128> folder;
};

TEST_F(KernelStoreTest, FindsWhatItCompiled) {
  Origin origin;
  KernelStore store(folder.str().str(), {});
  EXPECT_EQ(getAndRun(store, makeRequest(5), &origin), 5);
  EXPECT_EQ(origin, Origin::compiler);
  EXPECT_EQ(getAndRun(store, makeRequest(5), &origin), 5);
  EXPECT_EQ(origin, Origin::memory);
  store.forget();
  EXPECT_EQ(getAndRun(store, makeRequest(5), &origin), 5);
  EXPECT_EQ(origin, Origin::disk);
  KernelStore other(folder.str().str(), {});
  EXPECT_EQ(getAndRun(other, makeRequest(5), &origin), 5);
  EXPECT_EQ(origin, Origin::disk);
  EXPECT_EQ(store.getCounters().compilations, 1u);
  EXPECT_EQ(other.getCounters().compilations, 0u);
}

TEST_F(KernelStoreTest, OptionsAreAPartOfTheKey) {
  Request request{
      "__kernel void k(__global int *a) { a[get_global_id(0)] = N; }",
      "store.cl",
      {"--wg-size=4", "-DN=1"}};
  KernelStore store(folder.str().str(), {});
  EXPECT_EQ(getAndRun(store, request), 1);
  request.options[1] = "-DN=2";
  EXPECT_EQ(getAndRun(store, request), 2);
  EXPECT_EQ(store.getCounters().compilations, 2u);
}

TEST_F(KernelStoreTest, IncludedFilesAreAPartOfTheKey) {
  Request request{
      "#include \"number.h\"\n"
      "__kernel void k(__global int *a) { a[get_global_id(0)] = N; }",
      "store.cl",
      {"--wg-size=4", "-I" + folder.str().str()}};
  KernelStore store(folder.str().str(), {});
  write("number.h", "#define N 1\n");
  EXPECT_EQ(getAndRun(store, request), 1);
  write("number.h", "#define N 2\n");
  EXPECT_EQ(getAndRun(store, request), 2);
  write("number.h", "#define N 1\n");
  EXPECT_EQ(getAndRun(store, request), 1);
  EXPECT_EQ(store.getCounters().compilations, 2u);
  // A pragma is not among the tokens, nor is whether a file exists.
  request.source = "#if __has_include(\"absent.h\")\n#define N 3\n#else\n"
                   "#define N 4\n#endif\n" +
                   request.source.substr(request.source.find('\n') + 1);
  EXPECT_EQ(getAndRun(store, request), 4);
  write("absent.h", "");
  EXPECT_EQ(getAndRun(store, request), 3);
}

TEST_F(KernelStoreTest, ErrorsAreNotKept) {
  KernelStore store(folder.str().str(), {});
  Request request{"__kernel void k(__global int *a) { a[0] = no; }",
                  "bad.cl",
                  {"--wg-size=4"}};
  for (int round = 0; round < 2; ++round) {
    auto found = store.get(request);
    ASSERT_FALSE(found);
    llvm::handleAllErrors(found.takeError(), [](const Failure &failure) {
      EXPECT_EQ(failure.getKind(), Failure::Kind::compilation);
      EXPECT_EQ(failure.message().find("bad.cl:1:43: error: "), 0u)
          << failure.message();
    });
  }
  EXPECT_EQ(store.getCounters().compilations, 2u);
}

TEST_F(KernelStoreTest, MemoryIsLimited) {
  KernelStore::Limits limits;
  limits.memoryBytes = 200 << 10;
  KernelStore store("", limits);
  auto held = store.get(makeRequest(-1));
  ASSERT_TRUE(!!held);
  for (int number = 0; number < 12; ++number) {
    EXPECT_EQ(getAndRun(store, makeRequest(number)), number);
    EXPECT_LE(store.getKeptBytes(), limits.memoryBytes);
  }
  EXPECT_GT(store.getCounters().evictions, 0u);
  // What somebody holds works, and is found, though it was not kept.
  EXPECT_EQ(run(*held->module), -1);
  Origin origin;
  EXPECT_EQ(getAndRun(store, makeRequest(-1), &origin), -1);
  EXPECT_EQ(origin, Origin::memory);
}

TEST_F(KernelStoreTest, ThreadsCompileAKeyOnce) {
  KernelStore store(folder.str().str(), {});
  std::vector<std::thread> threads;
  std::vector<int> wrong(32);
  for (int thread = 0; thread < 32; ++thread)
    threads.emplace_back([&, thread] {
      for (int number = 0; number < 4; ++number)
        wrong[thread] += getAndRun(store, makeRequest((thread + number) % 4)) !=
                         (thread + number) % 4;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(store.getCounters().compilations, 4u);
  EXPECT_EQ(std::count(wrong.begin(), wrong.end(), 0), 32);
}

} // namespace
