// Cast between types of different sizes on the simulated core, SetDeqScale, and the conversions of
// the scalar unit.
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

// A repeat has 32 elements of 8 bytes.
TEST(CastTest, RepeatsOf64Bits) {
  Memory memory;
  std::vector<uint8_t> want = memory.out;
  for (int64_t i = 0; i < 500; ++i) Put<int64_t>(memory.x, i * 8, i << 40);
  for (int64_t r = 0; r < 3; ++r) {
    for (int64_t i = 0; i < 20; ++i)
      Put<float>(want, r * 4 * 32 + i * 4, static_cast<float>((r * 32 + i) << 40));
  }
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      Cast(buffers.out.ReinterpretCast<float>(),
                           buffers.x.ReinterpretCast<int64_t>(), RoundMode::CAST_RINT, 20, 3,
                           {1, 1, 4, 8});
                    }),
            absl::OkStatus());
  EXPECT_EQ(memory.out, want);
}

TEST(CastTest, Int32ToHalfMultipliesByTheScale) {
  Memory memory;
  for (int64_t i = 0; i < 100; ++i) Put<int32_t>(memory.x, i * 4, static_cast<int32_t>(i * 1001));
  const auto cast = [](const Buffers& buffers) {
    SetDeqScale(half(0.5f));
    Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<int32_t>(),
         RoundMode::CAST_NONE, 100);
  };
  for (const char* soc : {"Ascend910B3", "Ascend310P3", "Ascend950PR_9599", "Ascend910A"}) {
    ASSERT_EQ(RunBody(memory, cast, soc), absl::OkStatus());
    for (int64_t i = 0; i < 100; ++i)
      ASSERT_EQ(At<half>(memory.out, i * 2), half(static_cast<double>(i) * 500.5)) << soc;
  }
  // There the mode CAST_NONE converts without it.
  ASSERT_EQ(RunBody(memory, cast, "Ascend310B1"), absl::OkStatus());
  EXPECT_EQ(At<half>(memory.out, 10), half(5005));
}

TEST(CastTest, NoScale) {
  const auto cast = [](bool set, RoundMode mode) {
    return [=](const Buffers& buffers) {
      if (set) SetDeqScale(half(1));
      Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<int32_t>(), mode, 8);
    };
  };
  ExpectWrong(
      "Cast: from int32_t to half multiplies by the number of SetDeqScale, which the kernel has "
      "not "
      "called",
      cast(false, RoundMode::CAST_NONE));
  ExpectRight(cast(true, RoundMode::CAST_NONE));
  ExpectRight(cast(false, RoundMode::CAST_NONE), "Ascend310B1");
  ExpectWrong(
      "Cast: from int32_t to half multiplies by the number of SetDeqScale, which the kernel has "
      "not "
      "called",
      cast(false, RoundMode::CAST_RINT), "Ascend310B1");
}

template <typename To, typename From>
auto Of(RoundMode mode) {
  return [mode](const Buffers& buffers) {
    Cast(buffers.out.ReinterpretCast<To>(), buffers.x.ReinterpretCast<From>(), mode, 8);
  };
}

TEST(CastTest, ModesAndProducts) {
  constexpr const char* kDirectedModes =
      " does not exist on Ascend910B3; CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC";
  const auto expect = [&](const char* pair, const auto& wrong, const auto& right) {
    ExpectWrong(std::string("Cast: roundMode: CAST_NONE from ") + pair + kDirectedModes, wrong);
    ExpectRight(right);
  };
  expect("half to int16_t", Of<int16_t, half>(RoundMode::CAST_NONE),
         Of<int16_t, half>(RoundMode::CAST_RINT));
  expect("float to int16_t", Of<int16_t, float>(RoundMode::CAST_NONE),
         Of<int16_t, float>(RoundMode::CAST_TRUNC));
  expect("float to int64_t", Of<int64_t, float>(RoundMode::CAST_NONE),
         Of<int64_t, float>(RoundMode::CAST_CEIL));
  expect("float to float", Of<float, float>(RoundMode::CAST_NONE),
         Of<float, float>(RoundMode::CAST_FLOOR));
  expect("int64_t to float", Of<float, int64_t>(RoundMode::CAST_NONE),
         Of<float, int64_t>(RoundMode::CAST_ROUND));
  expect("bfloat16_t to int32_t", Of<int32_t, bfloat16_t>(RoundMode::CAST_NONE),
         Of<int32_t, bfloat16_t>(RoundMode::CAST_RINT));
  ExpectWrong(
      "Cast: roundMode: CAST_RINT from int32_t to int16_t does not exist on Ascend910B3; CAST_NONE",
      Of<int16_t, int32_t>(RoundMode::CAST_RINT));
  ExpectRight(Of<int16_t, int32_t>(RoundMode::CAST_NONE));
  ExpectRight(Of<half, int16_t>(RoundMode::CAST_NONE));
  ExpectWrong(
      "Cast: roundMode: CAST_NONE from int16_t to half does not exist on Ascend950PR_9599; all but "
      "CAST_ODD and CAST_HYBRID",
      Of<half, int16_t>(RoundMode::CAST_NONE), "Ascend950PR_9599");
  ExpectRight(Of<half, int16_t>(RoundMode::CAST_RINT), "Ascend950PR_9599");
  ExpectWrong("Cast: does not convert from int64_t to int32_t on Ascend310P3",
              Of<int32_t, int64_t>(RoundMode::CAST_NONE), "Ascend310P3");
  ExpectRight(Of<int32_t, int64_t>(RoundMode::CAST_NONE));
}

TEST(CastTest, ScalarUnit) {
  float widened = 0;
  bfloat16_t narrowed(0);
  half converted(0), odd(0);
  int32_t floor = 0, ceil = 0, rint = 0, round = 0, trunc = 0;
  ExpectRight([&](const Buffers&) {
    widened = ToFloat(bfloat16_t(1.5f));
    narrowed = ToBfloat16(1.00390625f);  // half way: to even
    converted = ToHalf(2049.0f);
    odd = ScalarCast<float, half, RoundMode::CAST_ODD>(2048.5f);
    floor = ScalarCast<float, int32_t, RoundMode::CAST_FLOOR>(-2.5f);
    ceil = ScalarCast<float, int32_t, RoundMode::CAST_CEIL>(-2.5f);
    rint = ScalarCast<float, int32_t, RoundMode::CAST_RINT>(-2.5f);
    round = ScalarCast<float, int32_t, RoundMode::CAST_ROUND>(-2.5f);
    trunc = ScalarCast<float, int32_t, RoundMode::CAST_TRUNC>(-2.9f);
  });
  EXPECT_EQ(widened, 1.5f);
  EXPECT_EQ(static_cast<float>(narrowed), 1.0f);
  EXPECT_EQ(static_cast<float>(converted), 2048.0f);
  EXPECT_EQ(static_cast<float>(odd), 2050.0f);
  EXPECT_EQ(floor, -3);
  EXPECT_EQ(ceil, -2);
  EXPECT_EQ(rint, -2);
  EXPECT_EQ(round, -3);
  EXPECT_EQ(trunc, -2);
  const auto to_float = [](const Buffers&) { ToFloat(bfloat16_t(1)); };
  ExpectWrong("ToFloat: bfloat16_t does not exist on Atlas inference series (Ascend310P3)",
              to_float, "Ascend310P3");
  ExpectRight(to_float);
}

}  // namespace
}  // namespace openaclnn::aicore
