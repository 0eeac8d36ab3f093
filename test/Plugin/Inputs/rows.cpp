// A kernel as a lambda.
#include "pirch/for_groups.hpp"

void run(std::vector<double> &a, double scale) {
  // What is captured is known by its name.
  pirch::for_groups<4>(
      a.size() / 4,
      [scale, row = a.data()](pirch::item me) {
        double x = row[me.global()];
        double next = me.shuffle(x, std::int64_t(me.local()) + 1);
        row[me.global()] = (x * scale + next) / me.reduce_add(x);
      });
}
