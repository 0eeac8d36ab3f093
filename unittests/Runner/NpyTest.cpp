#include "Pirch/Runner/Npy.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

class Npy : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("pirch", "npy", path));
  }
  void TearDown() override { llvm::sys::fs::remove(path); }
  void write(llvm::StringRef content) {
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    os << content;
  }
  std::string problem() {
    auto array = readNpy(path);
    EXPECT_FALSE(static_cast<bool>(array));
    return array ? "" : llvm::toString(array.takeError());
  }
  llvm::SmallString<64> path;
};

TEST_F(Npy, RoundTrip) {
  Array array;
  array.dtype = "f4";
  array.shape = {2, 3};
  for (int i = 0; i < 24; ++i)
    array.bytes.push_back(i);
  ASSERT_FALSE(static_cast<bool>(writeNpy(path, array)));
  auto back = readNpy(path);
  ASSERT_TRUE(static_cast<bool>(back));
  EXPECT_EQ(back->dtype, "f4");
  EXPECT_EQ(back->shape, array.shape);
  EXPECT_EQ(back->bytes, array.bytes);
}

TEST_F(Npy, RejectsWhatIsNotNpy) {
  write("hello");
  EXPECT_NE(problem().find("is not an .npy file"), std::string::npos);
}

TEST_F(Npy, RejectsTruncatedData) {
  Array array;
  array.dtype = "f8";
  array.shape = {4};
  array.bytes.resize(32);
  ASSERT_FALSE(static_cast<bool>(writeNpy(path, array)));
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(static_cast<bool>(file));
  write((*file)->getBuffer().drop_back(1).str());
  EXPECT_NE(problem().find("holds 31 bytes of data, but its shape needs 32"),
            std::string::npos);
}

TEST_F(Npy, RejectsOtherElementTypes) {
  std::string header =
      "{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }\n";
  write(std::string("\x93NUMPY\x01\x00", 8) +
        std::string{static_cast<char>(header.size()), 0} + header +
        std::string(16, 0));
  EXPECT_NE(problem().find("element type '<c16' is not supported"),
            std::string::npos);
}

} // namespace
