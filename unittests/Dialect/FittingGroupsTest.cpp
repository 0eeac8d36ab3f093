#include "FittingGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace pirch;

namespace {

constexpr int64_t kGroups = int64_t(1) << 40;

/// The body of a kernel that is being formed, with the parameters `n` and `m`,
/// of 32 bits, and linear forms of them.
class Formed {
public:
  Formed() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<PirchDialect, arith::ArithDialect>();
    n = block.addArgument(builder.getI32Type(), loc);
    m = block.addArgument(builder.getI32Type(), loc);
    builder.setInsertionPointToEnd(&block);
  }

  template <typename OpTy> Value make(Value a, Value b) {
    return OpTy::create(builder, loc, a, b);
  }
  Value number(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  Value extend(Value value) {
    return arith::ExtSIOp::create(builder, loc, builder.getI64Type(), value);
  }
  Value group() {
    Value index = WgIndexOp::create(builder, loc, builder.getI64Type());
    return arith::TruncIOp::create(builder, loc, builder.getI32Type(), index);
  }

  /// What `value` is where the parameters and the group's index are given: each
  /// operation is folded.
  int64_t evaluate(Value value, int64_t ofN, int64_t ofM, int64_t ofGroup) {
    return cast<IntegerAttr>(fold(value, ofN, ofM, ofGroup)).getInt();
  }

  /// Whether group `index` is one of `range`.
  bool isIn(const GroupRange &range, int64_t ofN, int64_t ofM, int64_t index) {
    return (!range.from || evaluate(range.from, ofN, ofM, 0) <= index) &&
           (!range.to || index < evaluate(range.to, ofN, ofM, 0));
  }

  MLIRContext context;
  Block block;
  OpBuilder builder;
  Location loc;
  Value n, m;

private:
  Attribute fold(Value value, int64_t ofN, int64_t ofM, int64_t ofGroup) {
    auto attr = [&](Type type, int64_t number) -> Attribute {
      return IntegerAttr::get(
          type, APInt(64, number).trunc(type.getIntOrFloatBitWidth()));
    };
    if (value == n || value == m)
      return attr(value.getType(), value == n ? ofN : ofM);
    Operation *op = value.getDefiningOp();
    if (isa<WgIndexOp>(op))
      return attr(value.getType(), ofGroup);
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(fold(operand, ofN, ofM, ofGroup));
    SmallVector<OpFoldResult> results;
    EXPECT_TRUE(succeeded(op->fold(operands, results)));
    // A result that is an operand is known as that.
    if (auto same = dyn_cast_if_present<Value>(results.front()))
      return fold(same, ofN, ofM, ofGroup);
    return cast<Attribute>(results.front());
  }
};

/// A random expression of 32 bits that may wrap around.
Value makeScalar(Formed &formed, std::mt19937 &random, int depth) {
  auto draw = [&](int count) { return static_cast<int>(random() % count); };
  if (depth == 0 || draw(4) == 0) {
    switch (draw(4)) {
    case 0:
      return formed.n;
    case 1:
      return formed.m;
    case 2:
      return formed.group();
    default:
      return formed.number(draw(5) - 1);
    }
  }
  Value a = makeScalar(formed, random, depth - 1),
        b = makeScalar(formed, random, depth - 1);
  Value one = formed.number(1);
  switch (draw(8)) {
  case 0:
    return formed.make<arith::SubIOp>(a, b);
  case 1:
    return formed.make<arith::DivUIOp>(a, formed.make<arith::OrIOp>(b, one));
  case 2: // `(a / b) * b`, of a divisor that is no zero
    b = formed.make<arith::OrIOp>(b, one);
    return formed.make<arith::MulIOp>(formed.make<arith::DivUIOp>(a, b), b);
  case 3:
    return formed.make<arith::RemUIOp>(a, formed.make<arith::OrIOp>(b, one));
  case 4:
    return formed.make<arith::AndIOp>(a, b);
  case 5:
    return formed.make<arith::MulIOp>(a, b);
  default:
    return formed.make<arith::AddIOp>(a, b);
  }
}

/// Numbers that fit, and numbers that make products and sums wrap around.
constexpr int64_t kNumbers[] = {0,          1,          3,          8,
                                100,        65536,      1 << 20,    858993460,
                                2147483647, 2147483648, 4294967288, 4294967295};
constexpr int64_t kIndexes[] = {0, 1, 2, 7, 12, 13, 99, 1000, 268435455};

// In each group of the range, the numbers of all active lanes fit.
TEST(FittingGroups, AllThatIsAssumedHolds) {
  std::mt19937 random(1);
  int numAssumed = 0, numGroups = 0;
  for (int round = 0; round < 600; ++round) {
    Formed formed;
    LinearForm form;
    form.stride = static_cast<int64_t>(random() % 4) * 4 - 4;
    for (int64_t lane = 0; lane < 4; ++lane)
      form.offsets.push_back(lane + static_cast<int64_t>(random() % 3) - 1);
    if (random() % 4)
      form.base = formed.extend(makeScalar(formed, random, 3));
    if (random() % 3 == 0)
      form.scaledStride = formed.extend(random() % 2 ? formed.n : formed.m);
    if (random() % 3 == 0)
      form.rows.push_back({formed.extend(makeScalar(formed, random, 1)),
                           {0, 0, static_cast<int64_t>(random() % 3) - 1, 1}});
    SmallVector<bool> active = {random() % 2 == 0, true, true, true};
    FittingGroups fitting;
    if (!fitting.assume(form, active, /*isNonNegative=*/false,
                        /*mayLeaveFirst=*/true))
      continue;
    ++numAssumed;
    GroupRange range = fitting.emit(formed.builder, formed.loc, kGroups);
    for (int64_t n : kNumbers)
      for (int64_t m : kNumbers)
        for (int64_t index : kIndexes) {
          if (!formed.isIn(range, n, m, index))
            continue;
          ++numGroups;
          int64_t sum = form.stride * index;
          if (form.base)
            sum += formed.evaluate(form.base, n, m, index);
          if (form.scaledStride)
            sum += formed.evaluate(form.scaledStride, n, m, index) * index;
          for (int64_t lane = 0; lane < 4; ++lane) {
            int64_t place = sum + form.offsets[lane];
            for (const LinearForm::Rows &rows : form.rows)
              place +=
                  rows.factors[lane] * formed.evaluate(rows.scale, n, m, index);
            if (active[lane])
              ASSERT_TRUE(place >= 0 && place < int64_t(1) << 31)
                  << "round " << round << ", n " << n << ", m " << m
                  << ", group " << index << ": " << place;
          }
        }
  }
  EXPECT_GT(numAssumed, 100);
  EXPECT_GT(numGroups, 5000);
}

// Of `n * m - m + 8 * group - 1` and the next lanes, with small numbers,
// exactly the groups are left out in which a lane is negative.
TEST(FittingGroups, NothingElseIsLeftOut) {
  Formed formed;
  LinearForm form;
  form.offsets = {-1, 0, 1, 2};
  form.stride = 8;
  form.base = formed.extend(formed.make<arith::SubIOp>(
      formed.make<arith::MulIOp>(formed.n, formed.m), formed.m));
  FittingGroups fitting;
  ASSERT_TRUE(fitting.assume(form, {true, true, true, true}, false, true));
  GroupRange range = fitting.emit(formed.builder, formed.loc, kGroups);
  for (int64_t n = 0; n < 4; ++n)
    for (int64_t m = 0; m < 40; ++m)
      for (int64_t group = 0; group < 20; ++group)
        EXPECT_EQ(formed.isIn(range, n, m, group),
                  n * m - m + 8 * group - 1 >= 0)
            << n << " " << m << " " << group;
}

// The first groups are left out only where that is allowed.
TEST(FittingGroups, FirstGroupsStay) {
  Formed formed;
  LinearForm form;
  form.offsets = {-1, 0};
  form.stride = 2;
  FittingGroups fitting;
  EXPECT_FALSE(fitting.assume(form, {true, true}, false, false));
  EXPECT_TRUE(fitting.empty());
  EXPECT_TRUE(fitting.assume(form, {true, true}, false, true));
  EXPECT_FALSE(fitting.empty());
}

} // namespace
