// Instructions that move elements or count, against loops over elements.
#include "runtime/aicore/vector/gather.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

void ExpectOut(Memory& memory, const std::vector<uint8_t>& want,
               const std::function<void(const Buffers&)>& instructions,
               const char* soc = "Ascend910B3") {
  ASSERT_EQ(RunBody(memory, instructions, soc), absl::OkStatus());
  ASSERT_EQ(memory.out, want);
}

template <typename T>
void CheckBrcb(uint16_t block, uint16_t repeat, const char* soc) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  std::mt19937 random(1);
  Memory memory = RandomMemory<T>(random);
  std::vector<uint8_t> want = memory.out;
  for (int64_t i = 0; i < 5 * 8; ++i) {
    for (int64_t k = 0; k < 32 / kSize; ++k)
      Put<T>(want, (i / 8 * repeat + i % 8 * block) * 32 + k * kSize, At<T>(memory.x, i * kSize));
  }
  ExpectOut(
      memory, want,
      [&](const Buffers& buffers) {
        const Typed<T> t(buffers);
        Brcb(t.out, t.x, 5, {block, repeat});
      },
      soc);
}

TEST(GatherTest, Brcb) {
  CheckBrcb<float>(1, 8, "Ascend910B3");
  CheckBrcb<half>(2, 17, "Ascend310P3");
  CheckBrcb<bfloat16_t>(1, 10, "Ascend910B3");
  CheckBrcb<int64_t>(1, 8, "Ascend950PR_9599");
}

TEST(GatherTest, CopyOfRepeats) {
  std::mt19937 random(2);
  for (int round = 0; round < 30; ++round) {
    Memory memory = RandomMemory<half>(random);
    const uint64_t mask[2] = {random() | uint64_t{random()} << 32, random()};
    const int64_t repeats = static_cast<int64_t>(random() % 8);
    const int64_t dst_block = 1 + static_cast<int64_t>(random() % 2);
    const int64_t src_block = static_cast<int64_t>(random() % 3);
    const int64_t src_repeat = static_cast<int64_t>(random() % 30);
    std::vector<uint8_t> want = memory.out;
    for (int64_t r = 0; r < repeats; ++r) {
      for (int64_t i = 0; i < 128; ++i) {
        if ((mask[i / 64] >> (i % 64) & 1) == 0) continue;
        Put<half>(want, (r * 20 + i / 16 * dst_block) * 32 + i % 16 * 2,
                  At<half>(memory.x, (r * src_repeat + i / 16 * src_block) * 32 + i % 16 * 2));
      }
    }
    ExpectOut(memory, want, [&](const Buffers& buffers) {
      const Typed<half> t(buffers);
      Copy(t.out, t.x, mask, repeats,
           {static_cast<uint16_t>(dst_block), static_cast<uint16_t>(src_block), 20,
            static_cast<uint16_t>(src_repeat)});
    });
  }
}

// Here the mask is the length of each repeat, which may be more than 256 bytes.
TEST(GatherTest, CopyWhileCounting) {
  std::mt19937 random(3);
  Memory memory = RandomMemory<float>(random);
  std::vector<uint8_t> want = memory.out;
  for (int64_t r = 0; r < 3; ++r) {
    for (int64_t i = 0; i < 77; ++i)
      Put<float>(want, (r * 12 + i / 8) * 32 + i % 8 * 4,
                 At<float>(memory.x, i / 8 * 2 * 32 + i % 8 * 4));
  }
  ExpectOut(memory, want, [&](const Buffers& buffers) {
    const Typed<float> t(buffers);
    SetMaskCount();
    Copy(t.out, t.x, 77, 3, {1, 2, 12, 0});
    SetMaskNorm();
  });
}

TEST(GatherTest, CopyOfACount) {
  std::mt19937 random(3);
  Memory memory = RandomMemory<uint8_t>(random);
  std::vector<uint8_t> want = memory.out;
  for (size_t i = 0; i < 777; ++i) want[i] = memory.x[i];
  ExpectOut(
      memory, want, [&](const Buffers& buffers) { Copy(buffers.out, buffers.x, 777); },
      "Ascend950PR_9599");
}

template <typename T>
void CheckGather(const char* soc, bool scatters) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  constexpr int64_t kLanes = std::min<int64_t>(256 / kSize, 128);
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    Memory memory = RandomMemory<T>(random);
    constexpr int64_t kBase = 64;
    std::vector<int64_t> offsets;
    for (int64_t i = 0; i < kBytes / 4; ++i) {
      offsets.push_back(static_cast<int64_t>(random() % 2000) * kSize);
      Put<uint32_t>(memory.y, i * 4, static_cast<uint32_t>(offsets.back()));
    }
    const uint64_t mask[2] = {round % 2 == 0 ? ~uint64_t{0} : random(),
                              kLanes == 64 ? 0 : ~uint64_t{0}};
    const int64_t repeats = static_cast<int64_t>(random() % 5);
    const uint8_t stride = 9;
    const int64_t count = static_cast<int64_t>(random() % 500);
    const bool counted = round % 4 < 2;
    std::vector<uint8_t> want = memory.out;
    const auto move = [&](int64_t at, int64_t index) {
      const int64_t chosen = kBase + offsets[static_cast<size_t>(index)];
      if (scatters) {
        Put<T>(want, chosen, At<T>(memory.x, at));
      } else {
        Put<T>(want, at, At<T>(memory.x, chosen));
      }
    };
    if (counted) {
      for (int64_t i = 0; i < count; ++i) move(i * kSize, i);
    } else {
      for (int64_t i = 0; i < repeats * kLanes; ++i) {
        const int64_t lane = i % kLanes;
        if ((mask[lane / 64] >> (lane % 64) & 1) != 0)
          move(i / kLanes * stride * 32 + lane * kSize, i);
      }
    }
    ExpectOut(
        memory, want,
        [&](const Buffers& buffers) {
          const Typed<T> t(buffers);
          const LocalTensor<uint32_t> from = buffers.y.ReinterpretCast<uint32_t>();
          if (scatters && counted) {
            Scatter(t.out, t.x, from, kBase, static_cast<uint32_t>(count));
          } else if (scatters) {
            Scatter(t.out, t.x, from, kBase, mask, repeats, stride);
          } else if (counted) {
            Gather(t.out, t.x, from, kBase, static_cast<uint32_t>(count));
          } else {
            Gather(t.out, t.x, from, kBase, mask, repeats, stride);
          }
        },
        soc);
  }
}

TEST(GatherTest, Gather) {
  CheckGather<float>("Ascend910B3", false);
  CheckGather<half>("Ascend310P3", false);
  CheckGather<bfloat16_t>("Ascend910B3", false);
  CheckGather<uint8_t>("Ascend950PR_9599", false);
}

TEST(GatherTest, Scatter) {
  CheckGather<float>("Ascend310P3", true);
  CheckGather<int16_t>("Ascend310B1", true);
  CheckGather<uint8_t>("Ascend950PR_9599", true);
}

TEST(GatherTest, OffsetsMayBecomeTheResult) {
  std::mt19937 random(5);
  Memory memory = RandomMemory<float>(random);
  for (int64_t i = 0; i < 100; ++i) Put<uint32_t>(memory.out, i * 4, uint32_t(400 - 4 * i));
  std::vector<uint8_t> want = memory.out;
  for (int64_t i = 0; i < 100; ++i) Put<float>(want, i * 4, At<float>(memory.x, 400 - 4 * i));
  ExpectOut(memory, want, [&](const Buffers& buffers) {
    const Typed<float> t(buffers);
    Gather(t.out, t.x, buffers.out.ReinterpretCast<uint32_t>(), 0, 100);
  });
}

TEST(GatherTest, GatherOfBlocks) {
  std::mt19937 random(6);
  Memory memory = RandomMemory<uint16_t>(random);
  std::vector<uint8_t> want = memory.out;
  for (int64_t i = 0; i < 24; ++i) {
    const auto from = static_cast<int64_t>(random() % 500) * 32;
    Put<uint32_t>(memory.y, i * 4, static_cast<uint32_t>(from));
    for (int64_t k = 0; k < 32; ++k)
      want[static_cast<size_t>((i / 8 * 20 + i % 8 * 2) * 32 + k)] =
          memory.x[static_cast<size_t>(from + k)];
  }
  ExpectOut(memory, want, [&](const Buffers& buffers) {
    const Typed<uint16_t> t(buffers);
    Gatherb(t.out, t.x, buffers.y.ReinterpretCast<uint32_t>(), 3, {2, 20});
  });
}

TEST(GatherTest, CreateVecIndex) {
  std::mt19937 random(7);
  Memory memory = RandomMemory<half>(random);
  std::vector<uint8_t> want = memory.out;
  // Beyond 2048 each is rounded, to even where it is half way.
  for (int64_t i = 0; i < 4000; ++i) Put<half>(want, i * 2, half(static_cast<int>(i) + 3));
  for (int64_t r = 0; r < 3; ++r) {
    for (int64_t i = 0; i < 10; ++i)
      Put<half>(want, 8192 + (r * 10 + i / 16) * 32 + i % 16 * 2,
                half(static_cast<float>(r * 128 + i) - 0.5f));
  }
  Put<half>(want, 16000, half(-65504));
  for (int64_t i = 0; i < 20; ++i) Put<int16_t>(want, 10240 + i * 2, int16_t(32767 + i));
  ExpectOut(memory, want, [&](const Buffers& buffers) {
    const Typed<half> t(buffers);
    CreateVecIndex(t.out, half(3), 4000u);
    CreateVecIndex(t.out[4096], half(-0.5f), 10, 3, 1, 10);
    CreateVecIndex(t.out[8000], half(-65504), 1u);
    CreateVecIndex(buffers.out[10240].ReinterpretCast<int16_t>(), int16_t(32767), 20u);
  });
}

template <typename T>
void CheckProgression(T first, T diff, int64_t count) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  constexpr int64_t kBlock = 32 / kSize;
  std::mt19937 random(8);
  Memory memory = RandomMemory<T>(random);
  std::vector<uint8_t> want = memory.out;
  std::vector<T> x;
  for (int64_t i = 0; i < count; ++i) {
    if (i < kBlock) {
      x.push_back(static_cast<T>(first + static_cast<T>(diff * static_cast<T>(i))));
    } else {
      const int64_t back = i < 8 * kBlock ? kBlock : 8 * kBlock;
      x.push_back(static_cast<T>(x[static_cast<size_t>(i - back)] +
                                 static_cast<T>(diff * static_cast<T>(back))));
    }
    Put<T>(want, i * kSize, x.back());
  }
  ExpectOut(memory, want, [&](const Buffers& buffers) {
    const Typed<T> t(buffers);
    ArithProgression(t.out, first, diff, static_cast<int32_t>(count));
  });
}

TEST(GatherTest, ArithProgression) {
  for (const int64_t count : {1, 5, 16, 17, 100, 129, 1000, 4000}) {
    CheckProgression<float>(0.1f, 0.3f, count);
    CheckProgression<half>(half(0.1f), half(0.3f), count);
    CheckProgression<int32_t>(-7, 3, count);
    CheckProgression<int16_t>(5, -2, count);
  }
}

template <typename T>
void CheckBroadcasts() {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  std::mt19937 random(9);
  Memory memory = RandomMemory<T>(random);
  std::vector<uint8_t> want = memory.out;
  for (int64_t i = 0; i < 5; ++i) {
    for (int64_t k = 0; k < 64; ++k) Put<T>(want, (i * 64 + k) * kSize, At<T>(memory.x, k * kSize));
    for (int64_t k = 0; k < 11; ++k)
      Put<T>(want, 2048 + (i * 11 + k) * kSize, At<T>(memory.x, i * kSize));
  }
  for (int64_t i = 0; i < 9; ++i) Put<T>(want, 4096 + i * kSize, At<T>(memory.x, 0));
  ExpectOut(memory, want, [&](const Buffers& buffers) {
    const Typed<T> t(buffers);
    const uint32_t whole[2] = {5, 64}, row[2] = {1, 64}, odd[2] = {5, 11}, column[2] = {5, 1};
    const uint32_t many[1] = {9}, one[1] = {1};
    LocalTensor<uint8_t> space = buffers.y;
    Broadcast<T, 2, 0>(t.out, t.x, whole, row);
    BroadCast<T, 2, 1>(t.out[2048 / kSize], t.x, odd, column, space);
    Broadcast<T, 1, 0>(t.out[4096 / kSize], t.x, many, one);
  });
}

TEST(GatherTest, Broadcast) {
  CheckBroadcasts<float>();
  CheckBroadcasts<half>();
  CheckBroadcasts<int8_t>();
}

}  // namespace
}  // namespace openaclnn::aicore
