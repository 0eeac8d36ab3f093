//===- Tuning.cpp - What may be chosen for a kernel -----------------------===//

#include "Pirch/Driver/Tuning.h"

using namespace pirch;

std::vector<Configuration>
pirch::listConfigurations(const CompileOptions &options) {
  std::vector<std::string> packs = {"1", "2", "4", "8", "16"};
  std::vector<std::string> orders = {"wg-wi-ix", "ix-wi-wg", "ix-wg-wi"};
  if (options.wgPack != "auto")
    packs.assign(1, options.wgPack);
  if (options.laneOrder != "auto")
    orders.assign(1, options.laneOrder);
  std::vector<Configuration> all;
  // It may be none of the others: packs of parts of groups.
  if (options.wgPack == "auto" && options.laneOrder == "auto")
    all.push_back({"auto", "auto"});
  for (const std::string &pack : packs)
    for (const std::string &order : orders)
      all.push_back({pack, order});
  return all;
}
