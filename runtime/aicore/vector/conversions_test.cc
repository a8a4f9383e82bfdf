// Instructions that compute and convert, against their formulas in exact arithmetic.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/vector/run_instructions.h"

namespace openaclnn::aicore {
namespace {

// To nearest even; half overflows to infinity, NaN stays; integers saturate, NaN becomes 0.
template <typename T>
T Converted(long double exact) {
  if constexpr (std::is_same_v<T, half>) {
    // Of what a double cannot hold: the digits of a half are found with a unit of the last place.
    if (std::isnan(exact)) return half(NAN);
    const int exponent = exact == 0 ? -14 : std::max(std::ilogb(exact), -14);
    return half(static_cast<double>(
        std::ldexp(std::nearbyint(std::ldexp(exact, 10 - exponent)), exponent - 10)));
  } else {
    if (std::isnan(exact)) return 0;
    const long double low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return static_cast<T>(std::clamp(std::nearbyint(exact), low, high));
  }
}
template <typename T>
long double Exact(T x) {
  return static_cast<long double>(static_cast<double>(x));
}
long double Relu(long double x) { return x < 0 ? 0 : x; }

template <typename T>
void ExpectElement(const Memory& memory, int64_t i, T want) {
  const T got = At<T>(memory.out, i * static_cast<int64_t>(sizeof(T)));
  ASSERT_EQ(std::memcmp(&got, &want, sizeof(T)), 0)
      << i << ": " << static_cast<double>(got) << ", not " << static_cast<double>(want);
}

// Bits at random, so all exponents; of floats those around the range of half.
template <typename T>
Memory Operands(int seed) {
  std::mt19937 random(static_cast<uint32_t>(seed));
  Memory memory;
  for (std::vector<uint8_t>* bytes : {&memory.x, &memory.y}) {
    for (size_t i = 0; i < kBytes; i += sizeof(T)) {
      const auto bits = static_cast<uint32_t>(random());
      if constexpr (std::is_same_v<T, float>) {
        const int exponent = static_cast<int>(random() % 48) - 30;
        const auto digits = static_cast<float>(static_cast<int32_t>(bits >> 7) - (1 << 24));
        Put<float>(*bytes, static_cast<int64_t>(i), std::ldexp(digits, exponent - 24));
      } else {
        std::memcpy(bytes->data() + i, &bits, sizeof(T));
      }
    }
  }
  return memory;
}

template <typename To, typename From>
void CheckAddReluCast() {
  constexpr int64_t kCount = kBytes / static_cast<int64_t>(sizeof(From));
  for (bool subtracts : {false, true}) {
    for (int seed = 0; seed < 4; ++seed) {
      Memory memory = Operands<From>(seed);
      if constexpr (std::is_same_v<From, float>) {
        // Ties of half that only a digit beyond those of double decides.
        Put<float>(memory.x, 0, 1 + 0x1p-11f);
        Put<float>(memory.y, 0, 0x1p-60f);
        Put<float>(memory.x, 4, 1 + 0x1p-10f + 0x1p-11f);
        Put<float>(memory.y, 4, -0x1p-60f);
      }
      ASSERT_EQ(RunBody(memory,
                        [&](const Buffers& buffers) {
                          const auto out = buffers.out.ReinterpretCast<To>();
                          const Typed<From> typed(buffers);
                          if (subtracts) {
                            SubReluCast(out, typed.x, typed.y, kCount);
                          } else {
                            AddReluCast(out, typed.x, typed.y, kCount);
                          }
                        }),
                absl::OkStatus());
      for (int64_t i = 0; i < kCount; ++i) {
        const auto at = i * static_cast<int64_t>(sizeof(From));
        const long double a = Exact(At<From>(memory.x, at)), b = Exact(At<From>(memory.y, at));
        ExpectElement(memory, i, Converted<To>(Relu(subtracts ? a - b : a + b)));
      }
    }
  }
}
TEST(ConversionsTest, AddReluCast) {
  CheckAddReluCast<half, float>();
  CheckAddReluCast<int8_t, half>();
  CheckAddReluCast<int8_t, int16_t>();
}

template <typename To>
void CheckMulCast() {
  for (int seed = 0; seed < 4; ++seed) {
    Memory memory = Operands<half>(seed);
    ASSERT_EQ(RunBody(memory,
                      [](const Buffers& buffers) {
                        const Typed<half> typed(buffers);
                        MulCast(buffers.out.ReinterpretCast<To>(), typed.x, typed.y, kBytes / 2);
                      }),
              absl::OkStatus());
    for (int64_t i = 0; i < kBytes / 2; ++i)
      ExpectElement(
          memory, i,
          Converted<To>(Exact(At<half>(memory.x, i * 2)) * Exact(At<half>(memory.y, i * 2))));
  }
}
TEST(ConversionsTest, MulCast) {
  CheckMulCast<int8_t>();
  CheckMulCast<uint8_t>();
}

TEST(ConversionsTest, AddDeqRelu) {
  Memory memory = Operands<int32_t>(1);
  Put<int32_t>(memory.x, 0, 1 << 30);  // the sum is no int32_t
  Put<int32_t>(memory.y, 0, 1 << 30);
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const Typed<int32_t> typed(buffers);
                      SetDeqScale(half(0x1.234p-17));
                      AddDeqRelu(buffers.out.ReinterpretCast<half>(), typed.x, typed.y, 4096);
                    }),
            absl::OkStatus());
  const long double scale = Exact(half(0x1.234p-17));
  for (int64_t i = 0; i < 4096; ++i) {
    const long double sum =
        Exact(At<int32_t>(memory.x, i * 4)) + Exact(At<int32_t>(memory.y, i * 4));
    ExpectElement(memory, i, Converted<half>(Relu(sum * scale)));
  }
  EXPECT_GT(At<half>(memory.out, 0), half(16000));
}

// A repeat has 256 bytes of the wider type.
TEST(ConversionsTest, Repeats) {
  Memory memory;
  for (int64_t i = 0; i < 4096; ++i) {
    Put<int32_t>(memory.x, i * 4, static_cast<int32_t>(i));
    Put<int32_t>(memory.y, i * 4, 1000);
  }
  std::vector<uint8_t> want = memory.out;
  for (int64_t r = 0; r < 2; ++r)
    for (int64_t i = 0; i < 20; ++i)
      Put<half>(want, r * 128 + i * 2, half((r * 64 + i + 1000) * 2));
  for (int64_t i = 0; i < 64; i += 63) Put<half>(want, 1024 + i * 2, half(i + 1000));
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const Typed<int32_t> typed(buffers);
                      const auto out = buffers.out.ReinterpretCast<half>();
                      SetDeqScale(half(2));
                      AddDeqRelu(out, typed.x, typed.y, 20, 2, {1, 1, 1, 4, 8, 8});
                      const uint64_t bits[] = {uint64_t{1} << 63 | 1, 0};
                      SetDeqScale(half(1));
                      AddDeqRelu(out[512], typed.x, typed.y, bits, 1, {1, 1, 1, 4, 8, 8});
                    }),
            absl::OkStatus());
  EXPECT_EQ(memory.out, want);
}

template <typename T>
void CheckDequant(float scale, float kept, int16_t offset) {
  for (bool first_half : {true, false}) {
    Memory memory = Operands<int16_t>(3);
    Put<int16_t>(memory.x, 0, 5);  // 2.5 and 3.5 with the scale 0.5
    Put<int16_t>(memory.x, 2, 7);
    std::vector<uint8_t> want = memory.out;
    constexpr int64_t kCount = 200;
    for (int64_t i = 0; i < kCount; ++i) {
      const long double product = Exact(At<int16_t>(memory.x, i * 2)) * Exact(kept);
      want[static_cast<size_t>(i / 16 * 32 + i % 16 + (first_half ? 0 : 16))] =
          static_cast<uint8_t>(Converted<T>(std::nearbyint(product) + offset));
    }
    ASSERT_EQ(RunBody(memory,
                      [=](const Buffers& buffers) {
                        const auto out = buffers.out.ReinterpretCast<T>();
                        const auto x = buffers.x.ReinterpretCast<int16_t>();
                        SetDeqScale(scale, offset, std::is_same_v<T, int8_t>);
                        if (first_half) {
                          CastDequant<T, int16_t, false>(out, x, kCount);
                        } else {
                          CastDeq<T, int16_t, false, false>(out, x, kCount);
                        }
                      }),
              absl::OkStatus());
    EXPECT_EQ(memory.out, want) << scale << ", " << first_half;
  }
}
TEST(ConversionsTest, CastDequant) {
  CheckDequant<int8_t>(0.5f, 0.5f, 0);
  CheckDequant<uint8_t>(0.5f, 0.5f, 1);
  // Of the fraction 10 bits are kept, not rounded.
  CheckDequant<int8_t>(0x1.003ffep-7f, 0x1.000p-7f, -3);
  CheckDequant<uint8_t>(-0x1.23fffep-8f, -0x1.23cp-8f, 100);
}

TEST(ConversionsTest, CastDequantRepeats) {
  Memory memory;
  for (int64_t i = 0; i < kBytes / 2; ++i)
    Put<int16_t>(memory.x, i * 2, static_cast<int16_t>(i % 100 + 1));
  std::vector<uint8_t> want = memory.out;
  const auto put = [&](int64_t at, int64_t i) {
    want[static_cast<size_t>(at)] = static_cast<uint8_t>(i % 100 + 1);
  };
  // Blocks of dst two apart; repeats 16.
  for (int64_t r = 0; r < 2; ++r)
    for (int64_t i = 0; i < 40; ++i) put(r * 512 + i / 16 * 64 + i % 16, r * 128 + i);
  for (int64_t i : {3, 4, 127}) put(8192 + i / 16 * 32 + 16 + i % 16, i);
  for (int64_t i = 0; i < 130; ++i) put(12288 + i / 16 * 32 + i % 16, i);
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const auto out = buffers.out.ReinterpretCast<int8_t>();
                      const auto x = buffers.x.ReinterpretCast<int16_t>();
                      SetDeqScale(1.0f, 0, true);
                      CastDequant<int8_t, int16_t, false>(out, x, 40, 2, {2, 1, 16, 8});
                      const uint64_t bits[] = {24, uint64_t{1} << 63};
                      CastDequant<int8_t, int16_t, false, false>(out[8192], x, bits, 1,
                                                                 {1, 1, 8, 8});
                      SetMaskCount();
                      CastDequant<int8_t, int16_t, false>(out[12288], x, 130, 1, {1, 1, 8, 8});
                      SetMaskNorm();
                      ResetMask();
                    }),
            absl::OkStatus());
  EXPECT_EQ(memory.out, want);
}

template <bool kVector, bool kFirstHalf = true>
void Dequantize(const Buffers& buffers, int64_t out_bytes, uint32_t count) {
  auto out = buffers.out.ReinterpretCast<int8_t>();
  out.SetSize(static_cast<uint32_t>(out_bytes));
  CastDequant<int8_t, int16_t, kVector, kFirstHalf>(out, buffers.x.ReinterpretCast<int16_t>(),
                                                    count);
}

TEST(ConversionsTest, WrongScales) {
  const auto add = [](const Buffers& buffers) {
    const Typed<int32_t> typed(buffers);
    AddDeqRelu(buffers.out.ReinterpretCast<half>(), typed.x, typed.y, 8);
  };
  const auto dequantize = [](const Buffers& buffers) { Dequantize<false>(buffers, 32, 8); };
  const auto after = [](auto set, auto instruction) {
    return [=](const Buffers& buffers) {
      set();
      instruction(buffers);
    };
  };
  const auto number = [] { SetDeqScale(half(1)); };
  const auto offset = [] { SetDeqScale(1.0f, 0, true); };
  const auto not_signed = [] { SetDeqScale(1.0f, 0, false); };
  ExpectRight(after(number, add));
  ExpectRight(after(offset, dequantize));
  ExpectWrong(
      "AddDeqRelu: multiplies by the number of SetDeqScale, which the kernel has not called", add);
  ExpectWrong(
      "AddDeqRelu: multiplies by the number of SetDeqScale, which the kernel has called with "
      "offset and signMode",
      after(offset, add));
  ExpectWrong(
      "CastDequant: multiplies by the number of SetDeqScale with offset and signMode, which the "
      "kernel has not called",
      dequantize);
  ExpectWrong(
      "CastDequant: multiplies by the number of SetDeqScale with offset and signMode, which the "
      "kernel has called without these",
      after(number, dequantize));
  ExpectWrong("CastDequant: dst: is int8_t, but the signMode of SetDeqScale is false, for uint8_t",
              after(not_signed, dequantize));
  ExpectWrong(
      "CastDequant: isVecDeq: numbers in a tensor are not in the simulator; with isVecDeq = false "
      "one number of SetDeqScale is for all",
      [](const Buffers& buffers) { Dequantize<true>(buffers, 32, 8); });
  ExpectWrong(
      "Cast: from int32_t to half multiplies by the number of SetDeqScale, which the kernel has "
      "called with offset and signMode",
      after(offset, [](const Buffers& buffers) {
        Cast(buffers.out.ReinterpretCast<half>(), buffers.x.ReinterpretCast<int32_t>(),
             RoundMode::CAST_NONE, 8);
      }));
}

TEST(ConversionsTest, DequantizedBlocksLieInsideAndApart) {
  const auto set = [] { SetDeqScale(1.0f, 0, true); };
  // 20 elements: 16 in the first block, 4 in the second.
  for (int64_t bytes : {36, 35}) {
    const auto run = [=](const Buffers& buffers) {
      set();
      Dequantize<false>(buffers, bytes, 20);
    };
    const auto run_second = [=](const Buffers& buffers) {
      set();
      Dequantize<false, false>(buffers, bytes + 16, 20);
    };
    if (bytes == 36) {
      ExpectRight(run);
      ExpectRight(run_second);
    } else {
      Memory memory;
      EXPECT_FALSE(RunBody(memory, run).ok());
      EXPECT_FALSE(RunBody(memory, run_second).ok());
    }
  }
  ExpectWrong(
      "CastDequant: src: overlaps dst: bytes 0 to 40 and 0 to 36 of the unified buffer; the "
      "operands must be apart",
      [=](const Buffers& buffers) {
        set();
        CastDequant<int8_t, int16_t, false>(buffers.out.ReinterpretCast<int8_t>(),
                                            buffers.out.ReinterpretCast<int16_t>(), 20);
      });
}

TEST(ConversionsTest, TypesAndProducts) {
  const auto add = [](const Buffers& buffers) {
    const Typed<half> typed(buffers);
    AddReluCast(buffers.out.ReinterpretCast<int8_t>(), typed.x, typed.y, 8);
  };
  ExpectRight(add, "Ascend310P3");
  ExpectWrong("AddReluCast: AddReluCast does not exist on Atlas training series (Ascend910A)", add,
              "Ascend910A");
  ExpectWrong(
      "SubReluCast: does not convert from float to int8_t; from float to half, from half and "
      "int16_t to int8_t",
      [](const Buffers& buffers) {
        const Typed<float> typed(buffers);
        SubReluCast(buffers.out.ReinterpretCast<int8_t>(), typed.x, typed.y, 8);
      });
  ExpectWrong("MulCast: does not convert from half to half; from half to int8_t and uint8_t",
              [](const Buffers& buffers) {
                const Typed<half> typed(buffers);
                MulCast(typed.out, typed.x, typed.y, 8);
              });
  ExpectWrong("CastDeq: does not convert from half to int8_t; from int16_t to int8_t and uint8_t",
              [](const Buffers& buffers) {
                CastDeq<int8_t, half, false>(buffers.out.ReinterpretCast<int8_t>(),
                                             buffers.x.ReinterpretCast<half>(), 8);
              });
}

}  // namespace
}  // namespace openaclnn::aicore
