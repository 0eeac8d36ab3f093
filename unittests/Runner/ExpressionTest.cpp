#include "Pirch/Runner/Expression.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

class Expression : public testing::Test {
protected:
  int64_t value(llvm::StringRef text) {
    auto result = evaluateExpression(text, names);
    EXPECT_TRUE(static_cast<bool>(result)) << text.str();
    return result ? *result : (llvm::consumeError(result.takeError()), -1);
  }
  std::string problem(llvm::StringRef text) {
    auto result = evaluateExpression(text, names);
    EXPECT_FALSE(static_cast<bool>(result)) << text.str();
    return result ? "" : llvm::toString(result.takeError());
  }
  llvm::StringMap<int64_t> names{{"WG_SIZE", 8}, {"GROUPS", 100}};
};

TEST_F(Expression, Values) {
  EXPECT_EQ(value("7"), 7);
  EXPECT_EQ(value(" 2 + 3*4 "), 14);
  EXPECT_EQ(value("(2+3)*4 - -1"), 21);
  EXPECT_EQ(value("GROUPS * WG_SIZE / 3 % 5"), 800 / 3 % 5);
}

TEST_F(Expression, Errors) {
  EXPECT_EQ(problem("N+1"), "in 'N+1': 'N' is not known");
  EXPECT_EQ(problem("1 +"), "in '1 +': expected a number or name");
  EXPECT_EQ(problem("(1"), "in '(1': expected ')'");
  EXPECT_EQ(problem("1 2"), "in '1 2': unexpected '2'");
  EXPECT_EQ(problem("1/0"), "in '1/0': division by zero or -1");
  EXPECT_NE(problem("9223372036854775807 + 1").find("overflow"),
            std::string::npos);
  EXPECT_NE(problem(std::string(1000, '(')).find("too deep"),
            std::string::npos);
}

} // namespace
