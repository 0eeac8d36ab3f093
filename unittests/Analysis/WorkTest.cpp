#include "Pirch/Analysis/Work.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

TEST(Work, UnitsThatTakeTurnsTakeTheSum) {
  Work work{8, 6, 4, 2, 1};
  EXPECT_EQ(work.sum(), 21);
  EXPECT_EQ(work.getTime({0, 0.5}), 21);
}

TEST(Work, TheBusiestUnitDecidesWhereAllWorkAtOnce) {
  UnitModel halves{1, 0.5};
  EXPECT_EQ((Work{8, 6, 4, 2, 0}.getTime(halves)), 11);
  EXPECT_EQ((Work{1, 6, 4, 2, 0}.getTime(halves)), 6);
  EXPECT_EQ((Work{1, 2, 40, 2, 0}.getTime(halves)), 40);
  EXPECT_EQ((Work{1, 2, 4, 50, 0}.getTime(halves)), 50);
  EXPECT_EQ((Work{8, 6, 4, 2, 0}.getTime({1, 0})), 8);
}

// More of any work takes no less time, and nothing is done beside waiting.
TEST(Work, TimeGrowsWithWork) {
  for (double overlap : {0.0, 0.5, 1.0}) {
    Work work{3, 5, 2, 7, 1};
    UnitModel units{overlap, 0.5};
    double before = work.getTime(units);
    for (double Work::*unit :
         {&Work::compute, &Work::shuffle, &Work::load, &Work::store}) {
      Work more = work;
      more.*unit += 10;
      EXPECT_GE(more.getTime(units), before);
    }
    Work more = work;
    more.wait += 10;
    EXPECT_EQ(more.getTime(units), before + 10);
    EXPECT_LE(before, work.sum());
    EXPECT_DOUBLE_EQ((work * 3).getTime(units), 3 * before);
    EXPECT_DOUBLE_EQ((work + work).getTime(units), 2 * before);
  }
}

} // namespace
