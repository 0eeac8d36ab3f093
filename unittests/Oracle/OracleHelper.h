//===- OracleHelper.h - Oracles and runs for tests --------------*- C++ -*-===//

#ifndef PIRCH_UNITTESTS_ORACLE_ORACLEHELPER_H
#define PIRCH_UNITTESTS_ORACLE_ORACLEHELPER_H

#include "Pirch/Oracle/Oracle.h"
#include "gtest/gtest.h"

namespace pirch {

/// The oracle of `source`; a failure of the test and null after an error.
inline std::unique_ptr<Oracle> load(llvm::StringRef source, int64_t wgSize,
                                    std::vector<std::string> defines = {},
                                    bool fpContract = true) {
  std::string text;
  llvm::raw_string_ostream diag(text);
  SourceOptions options;
  options.wgShape = {wgSize};
  options.defines = std::move(defines);
  options.fpContract = fpContract;
  auto oracle = Oracle::create(source, "test.cl", options, diag);
  if (!oracle) {
    ADD_FAILURE() << llvm::toString(oracle.takeError()) << '\n' << text;
    return nullptr;
  }
  return std::move(*oracle);
}

/// Run kernel `k`, whose only parameter is `data`, on `groups` groups.
template <typename T>
std::vector<T> runOn(llvm::StringRef source, int64_t wgSize,
                     std::vector<T> data, int64_t groups = 1) {
  std::unique_ptr<Oracle> oracle = load(source, wgSize);
  if (!oracle)
    return {};
  void *args[] = {data.data()};
  int64_t bytes[] = {static_cast<int64_t>(data.size() * sizeof(T))};
  llvm::Error error = oracle->run("k", args, 0, groups, bytes);
  EXPECT_FALSE(static_cast<bool>(error)) << llvm::toString(std::move(error));
  return data;
}

/// The message of `error`, which has to be one.
inline std::string failure(llvm::Error error) {
  EXPECT_TRUE(static_cast<bool>(error));
  return llvm::toString(std::move(error));
}

} // namespace pirch

#endif // PIRCH_UNITTESTS_ORACLE_ORACLEHELPER_H
