#include "Pirch/Analysis/Work.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

TEST(Work, UnitsThatTakeTurnsTakeTheSum) {
  Work work{8, 6, 4, 2, 1};
  EXPECT_EQ(work.sum(), 21);
  EXPECT_EQ(work.getTime(0), 21);
}

TEST(Work, TheBusiestUnitDecidesWhereAllWorkAtOnce) {
  EXPECT_EQ((Work{8, 6, 4, 2, 0}.getTime(1)), 11); // movements compute, too
  EXPECT_EQ((Work{1, 6, 4, 2, 0}.getTime(1)), 6);
  EXPECT_EQ((Work{1, 2, 40, 2, 0}.getTime(1)), 40);
  EXPECT_EQ((Work{1, 2, 4, 50, 0}.getTime(1)), 50);
}

// More of any work takes no less time, and nothing is done beside waiting.
TEST(Work, TimeGrowsWithWork) {
  for (double overlap : {0.0, 0.5, 1.0}) {
    Work work{3, 5, 2, 7, 1};
    double before = work.getTime(overlap);
    for (double Work::*unit :
         {&Work::compute, &Work::shuffle, &Work::load, &Work::store}) {
      Work more = work;
      more.*unit += 10;
      EXPECT_GE(more.getTime(overlap), before);
    }
    Work more = work;
    more.wait += 10;
    EXPECT_EQ(more.getTime(overlap), before + 10);
    EXPECT_LE(before, work.sum());
    EXPECT_DOUBLE_EQ((work * 3).getTime(overlap), 3 * before);
    EXPECT_DOUBLE_EQ((work + work).getTime(overlap), 2 * before);
  }
}

} // namespace
