#include "Pirch/Mapping/LaneNetwork.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace pirch;

namespace {

using Register = std::vector<ChunkLane>;

/// What the steps make of sources whose lanes are all different.
std::vector<Register> apply(const LaneNetwork &network, int32_t numSources,
                            int64_t lanes) {
  std::vector<Register> registers;
  for (int32_t source = 0; source < numSources; ++source) {
    Register reg;
    for (int32_t lane = 0; lane < lanes; ++lane)
      reg.push_back({source, lane});
    registers.push_back(std::move(reg));
  }
  for (const NetworkStep &step : network.steps) {
    EXPECT_EQ(static_cast<int64_t>(step.lanes.size()), lanes);
    Register reg;
    for (int32_t lane : step.lanes)
      reg.push_back(lane < 0 ? ChunkLane()
                    : lane < lanes
                        ? registers.at(step.first).at(lane)
                        : registers.at(step.second).at(lane - lanes));
    registers.push_back(std::move(reg));
  }
  return registers;
}

void expectRight(const std::vector<ChunkOrigins> &wanted,
                 const LaneNetwork &network, int32_t numSources,
                 int64_t lanes) {
  std::vector<Register> registers = apply(network, numSources, lanes);
  ASSERT_EQ(network.results.size(), wanted.size());
  for (size_t result = 0; result < wanted.size(); ++result)
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (wanted[result][lane].isRead())
        EXPECT_TRUE(registers.at(network.results[result])[lane] ==
                    wanted[result][lane])
            << "result " << result << ", lane " << lane;
}

/// Result `r` takes element `r` of each of `lanes` records of `stride` elements
/// that lie one after the other in `stride` registers.
std::vector<ChunkOrigins> makeFields(int64_t stride, int64_t lanes) {
  std::vector<ChunkOrigins> results;
  for (int64_t field = 0; field < stride; ++field) {
    ChunkOrigins origins;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t at = lane * stride + field;
      origins.push_back({static_cast<int32_t>(at / lanes),
                         static_cast<int32_t>(at % lanes)});
    }
    results.push_back(std::move(origins));
  }
  return results;
}

/// The inverse: vectors of memory from registers of fields.
std::vector<ChunkOrigins> makeRecords(int64_t stride, int64_t lanes) {
  std::vector<ChunkOrigins> results;
  for (int64_t vector = 0; vector < stride; ++vector) {
    ChunkOrigins origins;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t at = vector * lanes + lane;
      origins.push_back({static_cast<int32_t>(at % stride),
                         static_cast<int32_t>(at / stride)});
    }
    results.push_back(std::move(origins));
  }
  return results;
}

class Placements : public testing::TestWithParam<LanePlacement> {};

TEST_P(Placements, RecordsBecomeFieldsAndBack) {
  for (int64_t lanes : {2, 4, 8, 16, 32})
    for (int64_t stride = 1; stride <= 20; ++stride)
      for (const auto &wanted :
           {makeFields(stride, lanes), makeRecords(stride, lanes)}) {
        SCOPED_TRACE(testing::Message() << lanes << " by " << stride);
        LaneNetwork network = planNetwork(wanted, stride, lanes, GetParam());
        expectRight(wanted, network, stride, lanes);
        // No more than what each result takes by itself.
        int64_t alone = 0;
        for (const ChunkOrigins &origins : wanted)
          alone += std::max<int64_t>(1, sourceChunks(origins).size() - 1);
        EXPECT_LE(static_cast<int64_t>(network.steps.size()), alone);
      }
}

TEST_P(Placements, TranspositionIsLogarithmic) {
  for (int64_t lanes : {4, 8, 16})
    for (int64_t stride = 2; stride <= lanes; stride *= 2) {
      auto wanted = makeFields(stride, lanes);
      LaneNetwork network = planNetwork(wanted, stride, lanes, GetParam());
      EXPECT_EQ(static_cast<int64_t>(network.steps.size()),
                stride * llvm::Log2_64(stride))
          << lanes << " by " << stride;
    }
}

/// A transposition by shuffles within and of blocks has two kinds of shuffles a
/// round, and each is one of the two that machines with blocks have.
TEST_P(Placements, TranspositionInBlocks) {
  for (int64_t lanes : {4, 8, 16, 32})
    for (int64_t block = 2; block <= lanes; block *= 2) {
      SCOPED_TRACE(testing::Message() << lanes << " by blocks of " << block);
      std::vector<ChunkOrigins> wanted(lanes, ChunkOrigins(lanes));
      for (int32_t row = 0; row < lanes; ++row)
        for (int32_t lane = 0; lane < lanes; ++lane)
          wanted[row][lane] = {lane, row};
      LaneNetwork network =
          planNetwork(wanted, lanes, lanes, GetParam(), block);
      expectRight(wanted, network, lanes, lanes);
      EXPECT_EQ(static_cast<int64_t>(network.steps.size()),
                lanes * llvm::Log2_64(lanes));
      std::set<std::vector<int32_t>> tables;
      for (const NetworkStep &step : network.steps)
        tables.emplace(step.lanes.begin(), step.lanes.end());
      int64_t rounds = llvm::Log2_64(block) + (block < lanes ? 1 : 0);
      EXPECT_EQ(static_cast<int64_t>(tables.size()), 2 * rounds);
    }
}

TEST_P(Placements, SourcesThatAreResultsTakeNoStep) {
  std::vector<ChunkOrigins> wanted(2, ChunkOrigins(4));
  for (int32_t lane = 0; lane < 4; ++lane) {
    wanted[0][lane] = {1, lane};
    wanted[1][lane] = lane < 2 ? ChunkLane{0, lane} : ChunkLane();
  }
  LaneNetwork network = planNetwork(wanted, 3, 4, GetParam());
  EXPECT_TRUE(network.steps.empty());
  EXPECT_EQ(network.results[0], 1);
  EXPECT_EQ(network.results[1], 0);
}

TEST_P(Placements, UnreadResultsHaveNoRegister) {
  std::vector<ChunkOrigins> wanted(1, ChunkOrigins(4));
  EXPECT_EQ(planNetwork(wanted, 2, 4, GetParam()).results[0], -1);
  EXPECT_EQ(planNetwork(wanted, 0, 4, GetParam()).results[0], -1);
}

TEST_P(Placements, AnyMapIsRight) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    int64_t lanes = 1 << (1 + random() % 5);
    int32_t sources = 1 + random() % 9, results = 1 + random() % 9;
    std::vector<ChunkOrigins> wanted(results, ChunkOrigins(lanes));
    for (ChunkOrigins &origins : wanted)
      for (ChunkLane &origin : origins)
        if (random() % 5)
          origin = {static_cast<int32_t>(random() % sources),
                    static_cast<int32_t>(random() % lanes)};
    expectRight(wanted, planNetwork(wanted, sources, lanes, GetParam()),
                sources, lanes);
  }
}

INSTANTIATE_TEST_SUITE_P(LaneNetwork, Placements,
                         testing::Values(LanePlacement::asInSource,
                                         LanePlacement::asInResult));

} // namespace
