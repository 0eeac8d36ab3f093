#include "Pirch/Target/GPU/Emulator.h"
#include "gtest/gtest.h"
#include <vector>

using namespace pirch::simt;

namespace {

constexpr uint32_t kAll = ~0u;

class Emulator : public testing::Test {
protected:
  void SetUp() override { takeEmulatorError(); }
};

struct Results {
  std::vector<uint32_t> values = std::vector<uint32_t>(32);
};

template <typename Body> Results runThreads(Body body) {
  struct Data {
    Results results;
    Body *body;
  } data{{}, &body};
  runWarp(
      [](void *pointer) {
        auto *data = static_cast<Data *>(pointer);
        uint32_t thread = threadIndex();
        data->results.values[thread] = (*data->body)(thread);
      },
      &data, /*block=*/0);
  return data.results;
}

TEST_F(Emulator, ShufflesReadWhatOthersPassed) {
  Results results = runThreads([](uint32_t thread) {
    uint32_t next = shuffle(kAll, thread * 10, (thread + 1) % 32);
    return shuffle(kAll, next, 3); // thread 3 holds what thread 4 passed
  });
  for (uint32_t value : results.values)
    EXPECT_EQ(value, 40u);
  EXPECT_EQ(takeEmulatorError(), "");
}

TEST_F(Emulator, VotesAndBarriers) {
  Results results = runThreads([](uint32_t thread) -> uint32_t {
    bool one = voteAny(kAll, thread == 17);
    barrier(kAll);
    bool none = voteAny(kAll, false);
    return one && !none;
  });
  for (uint32_t value : results.values)
    EXPECT_EQ(value, 1u);
  EXPECT_EQ(takeEmulatorError(), "");
}

TEST_F(Emulator, LoopsOfDifferentLengthsMissEachOther) {
  runThreads([](uint32_t thread) {
    uint32_t sum = 0;
    for (uint32_t round = 0; round <= thread % 2; ++round)
      sum += shuffle(kAll, round, 0);
    return sum;
  });
  EXPECT_NE(takeEmulatorError().find("is missing where the others exchange"),
            std::string::npos);
}

TEST_F(Emulator, DifferentInstructionsMissEachOther) {
  runThreads([](uint32_t thread) -> uint32_t {
    if (thread < 16)
      return shuffle(kAll, thread, 0);
    barrier(kAll);
    return 0;
  });
  EXPECT_NE(takeEmulatorError().find("is missing"), std::string::npos);
}

TEST_F(Emulator, ReadingFromNoMemberIsAnError) {
  runThreads([](uint32_t thread) -> uint32_t {
    return thread < 8 ? shuffle(0xff, thread, 8) : 0;
  });
  EXPECT_NE(takeEmulatorError().find("thread 8, which is no member"),
            std::string::npos);
}

TEST_F(Emulator, OnlyMembersExchange) {
  runThreads([](uint32_t thread) { return shuffle(0xff, thread, 0); });
  EXPECT_NE(takeEmulatorError().find("among members that it is none of"),
            std::string::npos);
}

/// The order of two blocks: a loop, and what follows it.
struct LoopAndExit {
  BlockOrder order{2};
  uint8_t matrix[4] = {1, 1, 0, 0};
};

TEST_F(Emulator, ThreadsPastABallotVoteNo) {
  static const LoopAndExit program;
  Results results = runThreads([](uint32_t thread) {
    uint64_t inLoop = 0;
    for (uint32_t round = 0; round <= thread % 2; ++round) {
      comeTo(&program.order, /*block=*/0, /*place=*/0);
      inLoop = ballot(true);
    }
    comeTo(&program.order, /*block=*/1, /*place=*/1);
    return static_cast<uint32_t>(ballot(true) == kAll ? inLoop : 1);
  });
  for (uint32_t thread = 0; thread < 32; ++thread)
    EXPECT_EQ(results.values[thread], thread % 2 ? 0xaaaaaaaau : kAll);
  EXPECT_EQ(takeEmulatorError(), "");
}

TEST_F(Emulator, ThreadsPastAShuffleAreMissing) {
  static const LoopAndExit program;
  runThreads([](uint32_t thread) -> uint32_t {
    for (uint32_t round = 0; round <= thread % 2; ++round) {
      comeTo(&program.order, /*block=*/0, /*place=*/0);
      shuffle(kAll, 0, 0);
    }
    comeTo(&program.order, /*block=*/1, /*place=*/1);
    ballot(true);
    return 0;
  });
  EXPECT_EQ(takeEmulatorError(),
            "thread 0 is missing where the others exchange");
}

TEST_F(Emulator, BallotsOfUnknownOrderMissThreads) {
  runThreads([](uint32_t thread) -> uint32_t {
    if (thread == 0)
      warpBarrier();
    else
      ballot(true);
    return 0;
  });
  EXPECT_NE(takeEmulatorError().find("is missing where the others exchange"),
            std::string::npos);
}

TEST_F(Emulator, SharedMemoryNeedsBarriers) {
  auto exchange = [](bool withBarrier) {
    runThreads([&](uint32_t thread) -> uint32_t {
      auto *words = static_cast<uint32_t *>(sharedMemory(4 * 32));
      accessShared(&words[thread], 4, /*isStore=*/true);
      words[thread] = thread;
      if (withBarrier)
        barrier(kAll);
      else
        shuffle(kAll, 0, 0); // orders no memory
      uint32_t other = 32 - 1 - thread;
      accessShared(&words[other], 4, /*isStore=*/false);
      return words[other];
    });
    return takeEmulatorError();
  };
  EXPECT_EQ(exchange(true), "");
  EXPECT_NE(exchange(false).find("another thread accessed since the last "),
            std::string::npos);
}

TEST_F(Emulator, ReadsBeforeWritesNeedBarriersToo) {
  runThreads([](uint32_t thread) -> uint32_t {
    auto *words = static_cast<uint32_t *>(sharedMemory(4 * 32));
    accessShared(&words[0], 4, /*isStore=*/false);
    if (thread == 5)
      accessShared(&words[0], 4, /*isStore=*/true);
    return 0;
  });
  EXPECT_NE(takeEmulatorError().find("thread 5 writes shared memory"),
            std::string::npos);
}

TEST_F(Emulator, ThreadsKnowTheirBlock) {
  runWarp(
      [](void *) {
        EXPECT_GE(threadIndex(), 64u);
        EXPECT_LT(threadIndex(), 96u);
        EXPECT_EQ(blockIndex(), 7u);
        EXPECT_EQ(blockSize(), 128u);
      },
      nullptr, /*block=*/7, /*firstThread=*/64, /*blockThreads=*/128);
}

/// Each thread of a block of three warps.
template <typename Body> std::vector<uint32_t> runThreeWarps(Body body) {
  struct Data {
    std::vector<uint32_t> values;
    Body *body;
  } data{std::vector<uint32_t>(3 * 32), &body};
  runBlock(
      [](void *pointer) {
        auto *data = static_cast<Data *>(pointer);
        uint32_t thread = threadIndex();
        data->values[thread] = (*data->body)(thread);
      },
      &data, /*block=*/2, /*blockThreads=*/3 * 32);
  return data.values;
}

TEST_F(Emulator, WarpsOfABlockMeetThroughSharedMemory) {
  auto values = runThreeWarps([](uint32_t thread) -> uint32_t {
    auto *words = static_cast<uint32_t *>(sharedMemory(4 * 3 * 32));
    accessShared(&words[thread], 4, /*isStore=*/true);
    words[thread] = thread;
    blockBarrier(0);
    uint32_t other = 3 * 32 - 1 - thread;
    accessShared(&words[other], 4, /*isStore=*/false);
    // A warp exchanges in between, as often as it likes.
    uint32_t value = words[other];
    for (uint32_t round = 0; round < thread / 32; ++round)
      value = shuffle(kAll, value, thread % 32);
    blockBarrier(0);
    return value;
  });
  for (uint32_t thread = 0; thread < 3 * 32; ++thread)
    EXPECT_EQ(values[thread], 3 * 32 - 1 - thread);
  EXPECT_EQ(takeEmulatorError(), "");
}

TEST_F(Emulator, BlocksVote) {
  auto values = runThreeWarps([](uint32_t thread) -> uint32_t {
    bool one = blockVoteAny(0, thread == 70);
    return one && !blockVoteAny(0, false) && blockIndex() == 2;
  });
  for (uint32_t value : values)
    EXPECT_EQ(value, 1u);
  EXPECT_EQ(takeEmulatorError(), "");
}

TEST_F(Emulator, ShufflesStayInTheWarp) {
  auto values =
      runThreeWarps([](uint32_t thread) { return shuffle(kAll, thread, 3); });
  EXPECT_EQ(values[40], 35u);
  EXPECT_EQ(values[95], 67u);
}

TEST_F(Emulator, ABarrierOfAWarpOrdersNoOtherWarp) {
  runThreeWarps([](uint32_t thread) -> uint32_t {
    auto *words = static_cast<uint32_t *>(sharedMemory(4));
    if (thread == 0)
      accessShared(&words[0], 4, /*isStore=*/true);
    barrier(kAll);
    if (thread == 50)
      accessShared(&words[0], 4, /*isStore=*/false);
    return 0;
  });
  EXPECT_NE(takeEmulatorError().find("thread 50 reads shared memory"),
            std::string::npos);
}

TEST_F(Emulator, AWarpMissingAtABlockBarrierIsAnError) {
  runThreeWarps([](uint32_t thread) -> uint32_t {
    if (thread < 64)
      blockBarrier(0);
    return 0;
  });
  EXPECT_NE(takeEmulatorError().find("thread 64 is missing"),
            std::string::npos);
}

TEST_F(Emulator, OneInstructionOfAWarpIsOneRequest) {
  alignas(128) static double memory[32 * 4];
  takeAccessTrace();
  runThreads([](uint32_t thread) -> uint32_t {
    for (int round = 0; round < 2; ++round)
      accessGlobal(&memory[thread], 8, /*isStore=*/false, /*site=*/0);
    accessGlobal(&memory[thread * 4], 8, /*isStore=*/true, /*site=*/1);
    return 0;
  });
  AccessTrace trace = takeAccessTrace();
  EXPECT_EQ(trace.loads.requests, 2);
  EXPECT_EQ(trace.loads.sectors, 16);
  EXPECT_EQ(trace.loads.leastSectors, 16);
  EXPECT_EQ(trace.stores.requests, 1);
  EXPECT_EQ(trace.stores.sectors, 32);
  EXPECT_EQ(trace.stores.leastSectors, 8);
  EXPECT_EQ(takeAccessTrace().loads.requests, 0);
}

} // namespace
