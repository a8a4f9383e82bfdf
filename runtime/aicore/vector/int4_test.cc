// int4b_t: its conversions, and tensors in whose bytes two elements lie.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore {
namespace {

using vector::Element;
using vector::Rounding;

int Nibble(const std::vector<uint8_t>& bytes, size_t i) {
  const int bits = bytes[i / 2] >> (i % 2 * 4) & 15;
  return bits < 8 ? bits : bits - 16;
}

double Rounded(double x, Rounding rounding) {
  switch (rounding) {
    case Rounding::kFloor:
      return std::floor(x);
    case Rounding::kCeil:
      return std::ceil(x);
    case Rounding::kRound:
      return std::round(x);
    case Rounding::kTrunc:
      return std::trunc(x);
    default:
      return std::nearbyint(x);
  }
}

TEST(Int4Test, EveryHalfInEveryMode) {
  constexpr size_t kHalves = 65536;
  std::vector<half> x(kHalves);
  for (size_t i = 0; i < kHalves; ++i) x[i] = std::bit_cast<half>(static_cast<uint16_t>(i));
  for (Rounding rounding : {Rounding::kNone, Rounding::kRint, Rounding::kFloor, Rounding::kCeil,
                            Rounding::kRound, Rounding::kTrunc}) {
    std::vector<uint8_t> got(kHalves / 2);
    ASSERT_TRUE(vector::Cast(Element::kInt4, Element::kHalf, rounding, got.data(), x.data(),
                             kHalves, false));
    for (size_t i = 0; i < kHalves; ++i) {
      const double value = static_cast<float>(x[i]);
      const double want = std::isnan(value) ? 0 : std::clamp(Rounded(value, rounding), -8.0, 7.0);
      ASSERT_EQ(Nibble(got, i), want) << value << ", mode " << static_cast<int>(rounding);
    }
  }
}

TEST(Int4Test, EveryPairToHalf) {
  std::vector<uint8_t> x(256);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<uint8_t>(i);
  std::vector<half> got(2 * x.size());
  ASSERT_TRUE(vector::Cast(Element::kHalf, Element::kInt4, Rounding::kNone, got.data(), x.data(),
                           got.size(), false));
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(static_cast<float>(got[i]), static_cast<float>(Nibble(x, i))) << i;
}

TEST(Int4Test, Numbers) {
  for (int i = -8; i < 8; ++i) EXPECT_EQ(int4b_t(i), i);
  EXPECT_EQ(int4b_t(8), -8);
}

// Halves 0, 1, -1, 2, -2 ...
Memory Halves() {
  Memory memory;
  for (int i = 0; i < kBytes / 2; ++i)
    Put<half>(memory.x, i * 2, half((i + 1) / 2 % 12 * (i % 2 == 0 ? 1 : -1)));
  return memory;
}
int Expected(int64_t i) {
  const auto half_step = static_cast<int>((i + 1) / 2 % 12);
  return std::clamp(i % 2 == 0 ? half_step : -half_step, -8, 7);
}

TEST(Int4Test, CountForms) {
  for (int32_t count : {0, 2, 126, 130, 1000}) {
    Memory memory = Halves();
    ASSERT_EQ(
        RunBody(memory,
                [count](const Buffers& buffers) {
                  const auto packed = buffers.y.ReinterpretCast<int4b_t>();
                  Cast(packed, buffers.x.ReinterpretCast<half>(), RoundMode::CAST_RINT, count);
                  // From the third element on.
                  PipeBarrier<PIPE_V>();
                  Cast(buffers.out.ReinterpretCast<half>(), packed, RoundMode::CAST_NONE, count);
                }),
        absl::OkStatus());
    for (int64_t i = 0; i < kBytes / 2; ++i)
      ASSERT_EQ(static_cast<float>(At<half>(memory.out, i * 2)),
                static_cast<float>(i < count ? Expected(i) : 0))
          << i << " of " << count;
  }
}

// A repeat has 128 elements, in 64 bytes, two blocks.
TEST(Int4Test, Repeats) {
  Memory memory = Halves();
  std::vector<uint8_t> want = memory.out;
  const auto put = [&](int64_t at, int64_t i) {
    const int shift = at % 2 * 4;
    uint8_t& byte = want[static_cast<size_t>(at / 2)];
    byte = static_cast<uint8_t>((byte & ~(15 << shift)) | (Expected(i) & 15) << shift);
  };
  for (int64_t r = 0; r < 3; ++r)
    for (int64_t i = 0; i < 100; ++i) put(r * 256 + i % 64 + i / 64 * 128, r * 128 + i);
  for (int64_t i : {0, 1, 6, 7, 126, 127}) put(4096 + i, i);
  for (int64_t i = 0; i < 150; ++i) put(8192 + i, i);
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const auto out = buffers.out.ReinterpretCast<int4b_t>();
                      const auto x = buffers.x.ReinterpretCast<half>();
                      Cast(out, x, RoundMode::CAST_RINT, 100, 3, {2, 1, 4, 8});
                      const uint64_t bits[] = {0xC3, uint64_t{3} << 62};
                      Cast(out[4096], x, RoundMode::CAST_RINT, bits, 1, {1, 1, 2, 8});
                      SetMaskCount();
                      Cast(out[8192], x, RoundMode::CAST_RINT, 150, 1, {1, 1, 2, 8});
                      SetMaskNorm();
                      ResetMask();
                    }),
            absl::OkStatus());
  EXPECT_EQ(memory.out, want);
}

TEST(Int4Test, SizesAndOffsets) {
  Memory memory = Halves();
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      auto x = buffers.x.ReinterpretCast<int4b_t>();
                      EXPECT_EQ(x.GetSize(), 2 * kBytes);
                      EXPECT_EQ(x[64].GetSize(), 2 * kBytes - 64);
                      EXPECT_EQ(x.GetPhyAddr(64), x.GetPhyAddr() + 32);
                      DataCopy(buffers.out.ReinterpretCast<int4b_t>()[128], x[64], 192);
                      EXPECT_EQ(x.ReinterpretCast<int16_t>().GetSize(), kBytes / 2);
                      x.SetSize(100);
                      EXPECT_EQ(x.GetSize(), 100);
                      EXPECT_EQ(x.GetLength(), 50);
                      EXPECT_EQ(x.ReinterpretCast<int8_t>().GetSize(), 50);
                      GlobalTensor<int4b_t> global;
                      global.SetGlobalBuffer(nullptr, 100);
                      EXPECT_EQ(global.GetSize(), 100);
                      EXPECT_EQ(global.span().bytes, 50);
                      EXPECT_EQ(global[6].span().begin, 3);
                    }),
            absl::OkStatus());
  EXPECT_TRUE(std::equal(memory.x.begin() + 32, memory.x.begin() + 128, memory.out.begin() + 64));
  EXPECT_EQ(memory.out[160], 0);
}

__global__ __aicore__ void copy_kernel(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  const LocalTensor<int4b_t> local = buffer.Get<int4b_t>(128);
  GlobalTensor<int4b_t> from, to;
  from.SetGlobalBuffer(reinterpret_cast<int4b_t*>(x), 256);
  to.SetGlobalBuffer(reinterpret_cast<int4b_t*>(z), 256);
  DataCopy(local, from[64], 128);
  PipeBarrier<PIPE_ALL>();
  DataCopy(to[128], local[64], 64);
}

TEST(Int4Test, GlobalMemory) {
  std::vector<uint8_t> x(128), z(128), want(128);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<uint8_t>(i);
  std::copy(x.begin() + 64, x.begin() + 96, want.begin() + 64);
  static constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(copy_kernel);
  const Launch::Tensor tensors[] = {
      {.data = x.data(), .bytes = 128, .writable = false, .name = "x"},
      {.data = z.data(), .bytes = 128, .writable = true, .name = "z"}};
  ASSERT_EQ(aicore::Run({.kernel = &kKernel, .soc = FindSoc("Ascend910B3"), .tensors = tensors}),
            absl::OkStatus());
  EXPECT_EQ(z, want);
}

TEST(Int4Test, HalvesOfBytes) {
  const auto cast = [](int32_t count) {
    return [count](const Buffers& buffers) {
      Cast(buffers.out.ReinterpretCast<int4b_t>(), buffers.x.ReinterpretCast<half>(),
           RoundMode::CAST_NONE, count);
    };
  };
  ExpectWrong("Cast: count: 7 elements of int4b_t end within a byte; an even number", cast(7));
  ExpectRight(cast(8));
  const auto masked = [](uint64_t low, uint64_t high) {
    return [=](const Buffers& buffers) {
      const uint64_t bits[] = {low, high};
      Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<int4b_t>(),
           RoundMode::CAST_NONE, bits, 1, {1, 1, 8, 2});
    };
  };
  ExpectWrong("Cast: mask: chooses one element of two that lie in a byte", masked(1, 0));
  ExpectWrong("Cast: mask: chooses one element of two that lie in a byte", masked(3, 2));
  ExpectRight(masked(3, 3));
  ExpectWrong("Cast: mask: 5 elements; an even number, for two lie in a byte",
              [](const Buffers& buffers) {
                SetMaskCount();
                Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<int4b_t>(),
                     RoundMode::CAST_NONE, 5, 1, {1, 1, 8, 2});
              });
  ExpectWrong("LocalTensor[]: offset: 3 elements of int4b_t end within a byte; an even number",
              [](const Buffers& buffers) { buffers.x.ReinterpretCast<int4b_t>()[3]; });
  ExpectWrong("GlobalTensor[]: offset: 3 elements of int4b_t end within a byte; an even number",
              [](const Buffers&) { GlobalTensor<int4b_t>()[3]; });
  ExpectWrong("LocalTensor.SetSize: size: 3 elements of int4b_t end within a byte; an even number",
              [](const Buffers& buffers) { buffers.x.ReinterpretCast<int4b_t>().SetSize(3); });
  ExpectWrong("DataCopy: count: 65 elements of int4b_t end within a byte; an even number",
              [](const Buffers& buffers) {
                const auto x = buffers.x.ReinterpretCast<int4b_t>();
                DataCopy(buffers.out.ReinterpretCast<int4b_t>(), x, 65);
              });
}

TEST(Int4Test, ModesAndProducts) {
  const auto to = [](RoundMode mode) {
    return [mode](const Buffers& buffers) {
      Cast(buffers.out.ReinterpretCast<int4b_t>(), buffers.x.ReinterpretCast<half>(), mode, 8);
    };
  };
  const auto from = [](RoundMode mode) {
    return [mode](const Buffers& buffers) {
      Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<int4b_t>(), mode, 8);
    };
  };
  ExpectRight(to(RoundMode::CAST_CEIL), "Ascend910_9391");
  ExpectRight(from(RoundMode::CAST_NONE), "Ascend910_9391");
  ExpectWrong(
      "Cast: roundMode: CAST_ODD from half to int4b_t does not exist on Ascend910B3; all but "
      "CAST_ODD and CAST_HYBRID",
      to(RoundMode::CAST_ODD));
  ExpectWrong(
      "Cast: roundMode: CAST_RINT from int4b_t to half does not exist on Ascend910B3; CAST_NONE",
      from(RoundMode::CAST_RINT));
  for (const char* soc : {"Ascend310P3", "Ascend310B1", "Ascend910A", "Ascend950PR_9599"}) {
    ExpectWrong("Cast: does not convert from half to int4b_t on " + std::string(soc),
                to(RoundMode::CAST_NONE), soc);
    ExpectWrong("Cast: does not convert from int4b_t to half on " + std::string(soc),
                from(RoundMode::CAST_NONE), soc);
  }
  ExpectWrong(
      "Add: does not exist for int4b_t on Ascend910B3; it does for half, float, int16_t, int32_t "
      "(Ascend 950: bfloat16_t)",
      [](const Buffers& buffers) {
        const Typed<int4b_t> typed(buffers);
        Add(typed.out, typed.x, typed.y, 8);
      });
}

// Only the first `defined` halves of 16 are written before they become int4b_t and half again.
__global__ __aicore__ void partly_kernel(GM_ADDR z, GM_ADDR defined, GM_ADDR used,
                                         GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 128);
  const LocalTensor<half> halves = buffer.Get<half>();
  const LocalTensor<int4b_t> packed = halves[16].ReinterpretCast<int4b_t>();
  GlobalTensor<int32_t> numbers[2];
  numbers[0].SetGlobalBuffer(reinterpret_cast<int32_t*>(defined), 8);
  numbers[1].SetGlobalBuffer(reinterpret_cast<int32_t*>(used), 8);
  GlobalTensor<half> out;
  out.SetGlobalBuffer(reinterpret_cast<half*>(z), 16);
  for (uint32_t i = 0; i < static_cast<uint32_t>(numbers[0].GetValue(0)); ++i)
    halves.SetValue(i, half(i));
  PipeBarrier<PIPE_ALL>();
  if (numbers[0].GetValue(1) == 0) {
    Cast(packed, halves, RoundMode::CAST_NONE, 16);
    PipeBarrier<PIPE_ALL>();
    Cast(halves[32], packed, RoundMode::CAST_NONE, 16);
  } else {
    Cast(packed, halves, RoundMode::CAST_NONE, 16, 1, {1, 1, 2, 8});
    PipeBarrier<PIPE_ALL>();
    Cast(halves[32], packed, RoundMode::CAST_NONE, 16, 1, {1, 1, 8, 2});
  }
  PipeBarrier<PIPE_ALL>();
  DataCopyPad(out, halves[32],
              {1, static_cast<uint16_t>(numbers[1].GetValue(0) * sizeof(half)), 0, 0});
}

TEST(Int4Test, HalfOfAByteMayBeUndefined) {
  static constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(partly_kernel);
  for (int32_t repeats : {0, 1}) {
    for (int32_t defined : {4, 5, 16}) {
      for (int32_t used : {4, 5, 6, 16}) {
        std::vector<int32_t> numbers0(8, repeats), numbers1(8, used);
        numbers0[0] = defined;
        std::vector<half> z(16, half(0));
        const Launch::Tensor tensors[] = {
            {.data = z.data(), .bytes = 32, .writable = true, .name = "z"},
            {.data = numbers0.data(), .bytes = 32, .writable = false, .name = "defined"},
            {.data = numbers1.data(), .bytes = 32, .writable = false, .name = "used"}};
        const absl::Status status = aicore::Run({.kernel = &kKernel,
                                                 .soc = FindSoc("Ascend910B3"),
                                                 .tensors = tensors,
                                                 .checks = Checks::kStrict});
        EXPECT_EQ(status.ok(), used <= defined) << used << " of " << defined << ": " << status;
        for (int32_t i = 0; i < used && status.ok(); ++i)
          EXPECT_EQ(z[static_cast<size_t>(i)], half(std::min(i, 7)));
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::aicore
