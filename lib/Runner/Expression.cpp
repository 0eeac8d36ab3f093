//===- Expression.cpp - Integer expressions of the command line -----------===//

#include "Pirch/Runner/Expression.h"
#include "llvm/Support/MathExtras.h"

using namespace pirch;

namespace {
/// Evaluates one line of text by recursive descent.
class Evaluator {
public:
  Evaluator(llvm::StringRef text, const llvm::StringMap<int64_t> &names)
      : text(text), rest(text), names(names) {}

  llvm::Expected<int64_t> run() {
    int64_t value = sum();
    rest = rest.ltrim();
    if (problem.empty() && !rest.empty())
      problem = "unexpected '" + rest.str() + "'";
    if (!problem.empty())
      return llvm::createStringError("in '" + text + "': " + problem);
    return value;
  }

private:
  bool take(char c) {
    rest = rest.ltrim();
    return rest.consume_front(llvm::StringRef(&c, 1));
  }
  int64_t fail(const llvm::Twine &why) {
    if (problem.empty())
      problem = why.str();
    return 0;
  }
  int64_t sum() {
    int64_t value = product();
    while (problem.empty()) {
      bool overflow = false;
      if (take('+'))
        overflow = llvm::AddOverflow(value, product(), value);
      else if (take('-'))
        overflow = llvm::SubOverflow(value, product(), value);
      else
        break;
      if (overflow)
        return fail("overflow");
    }
    return value;
  }
  int64_t product() {
    int64_t value = atom();
    while (problem.empty()) {
      if (take('*')) {
        if (llvm::MulOverflow(value, atom(), value))
          return fail("overflow");
        continue;
      }
      bool divides = take('/');
      if (!divides && !take('%'))
        break;
      int64_t divisor = atom();
      if (divisor == 0 || divisor == -1)
        return fail("division by zero or -1");
      value = divides ? value / divisor : value % divisor;
    }
    return value;
  }
  int64_t atom() {
    if (++depth > 200)
      return fail("nested too deep");
    int64_t value = 0;
    if (take('(')) {
      value = sum();
      if (!take(')'))
        return fail("expected ')'");
    } else if (take('-')) {
      if (llvm::SubOverflow<int64_t>(0, atom(), value))
        return fail("overflow");
    } else {
      value = word();
    }
    --depth;
    return value;
  }
  int64_t word() {
    rest = rest.ltrim();
    llvm::StringRef token =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(token.size());
    int64_t value;
    if (token.empty())
      return fail(rest.empty() ? llvm::Twine("expected a number or name")
                               : llvm::Twine("unexpected '") + rest + "'");
    if (!token.getAsInteger(0, value))
      return value;
    auto found = names.find(token);
    if (found == names.end())
      return fail("'" + token + "' is not known");
    return found->second;
  }

  llvm::StringRef text, rest;
  const llvm::StringMap<int64_t> &names;
  std::string problem;
  int depth = 0;
};
} // namespace

llvm::Expected<int64_t>
pirch::evaluateExpression(llvm::StringRef text,
                          const llvm::StringMap<int64_t> &names) {
  return Evaluator(text, names).run();
}
