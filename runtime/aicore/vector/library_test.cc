// The library functions and combined instructions on the simulated core: which elements, and what
// is reported of wrong ones; each wrong one has a right twin.
#include "runtime/aicore/vector/library.h"

#include <algorithm>
#include <cmath>
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

template <typename T>
void ExpectEach(const std::function<void(const Typed<T>&, LocalTensor<uint8_t>&)>& instruction,
                const std::function<double(double, double)>& want, int64_t count) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  Memory memory;
  std::mt19937 random(1);
  for (int64_t i = 0; i < kBytes / kSize; ++i) {
    Put<T>(memory.x, i * kSize, static_cast<T>(std::ldexp(random(), -30) - 2));
    Put<T>(memory.y, i * kSize, static_cast<T>(std::ldexp(random(), -30) - 2));
    Put<T>(memory.out, i * kSize, static_cast<T>(7));
  }
  const Memory before = memory;
  ASSERT_EQ(RunBody(memory,
                    [&](const Buffers& buffers) {
                      TBuf<TPosition::VECCALC> space;
                      GetTPipePtr()->InitBuffer(space, 4096);
                      LocalTensor<uint8_t> scratch = space.Get<uint8_t>();
                      instruction(Typed<T>(buffers), scratch);
                    }),
            absl::OkStatus());
  for (int64_t i = 0; i < kBytes / kSize; ++i) {
    const double result = static_cast<float>(At<T>(memory.out, i * kSize));
    const double exact = i < count ? want(static_cast<float>(At<T>(before.x, i * kSize)),
                                          static_cast<float>(At<T>(before.y, i * kSize)))
                                   : 7;
    if (std::isnan(exact)) {
      ASSERT_TRUE(std::isnan(result));
    } else {
      ASSERT_NEAR(result, exact, std::abs(exact) * (kSize == 2 ? 0x1p-11 : 0x1p-24) + 0x1p-25) << i;
    }
  }
}

// Each name is the function that it says; how exact it is, math_test says.
template <typename T>
void CheckNames() {
#define CHECK_NAME(Name, expression)                                                           \
  ExpectEach<T>([](const Typed<T>& t, LocalTensor<uint8_t>&) { Name(t.out, t.x, 100u); },      \
                [](double x, double) -> double { return expression; }, 100);                   \
  ExpectEach<T>([](const Typed<T>& t, LocalTensor<uint8_t>& s) { Name(t.out, t.x, s, 100u); }, \
                [](double x, double) -> double { return expression; }, 100)
  CHECK_NAME(Log, std::log(x));
  CHECK_NAME(Log2, std::log2(x));
  CHECK_NAME(Log10, std::log10(x));
  CHECK_NAME(Sigmoid, 1 / (1 + std::exp(-x)));
  CHECK_NAME(Sign, (x > 0) - (x < 0));
  CHECK_NAME(Ceil, std::ceil(x));
  CHECK_NAME(Floor, std::floor(x));
  CHECK_NAME(Round, std::nearbyint(x));
  CHECK_NAME(Trunc, std::trunc(x));
  CHECK_NAME(Sin, std::sin(x));
  CHECK_NAME(Cos, std::cos(x));
  CHECK_NAME(Tan, std::tan(x));
  CHECK_NAME(Asin, std::asin(x));
  CHECK_NAME(Acos, std::acos(x));
  CHECK_NAME(Atan, std::atan(x));
  CHECK_NAME(Sinh, std::sinh(x));
  CHECK_NAME(Cosh, std::cosh(x));
  CHECK_NAME(Asinh, std::asinh(x));
  CHECK_NAME(Acosh, std::acosh(x));
  CHECK_NAME(Atanh, std::atanh(x));
  CHECK_NAME(Erfc, std::erfc(x));
#undef CHECK_NAME
  // All of src.
  ExpectEach<T>([](const Typed<T>& t, LocalTensor<uint8_t>& s) { Cosh(t.out, t.x, s); },
                [](double x, double) { return std::cosh(x); }, kBytes);
  ExpectEach<T>([](const Typed<T>& t, LocalTensor<uint8_t>&) { Cosh(t.out, t.x); },
                [](double x, double) { return std::cosh(x); }, kBytes);
}

TEST(LibraryTest, Functions) {
  CheckNames<float>();
  CheckNames<half>();
}

TEST(LibraryTest, FunctionsOfTwoOperands) {
  using T = float;
  using Space = LocalTensor<uint8_t>;
  ExpectEach<T>([](const Typed<T>& t, Space&) { Swish(t.out, t.x, 33u, 2.0f); },
                [](double x, double) { return x / (1 + std::exp(-2 * x)); }, 33);
  ExpectEach<T>([](const Typed<T>& t, Space&) { Silu(t.out, t.x, 33u); },
                [](double x, double) { return x / (1 + std::exp(-x)); }, 33);
  const auto power = [](double x, double y) { return std::pow(x, y); };
  const auto square = [](double x, double) { return x * x; };
  const auto of_two = [](double x, double) { return std::exp2(x); };
  ExpectEach<T>([](const Typed<T>& t, Space&) { Power(t.out, t.x, t.y, 33u); }, power, 33);
  ExpectEach<T>([](const Typed<T>& t, Space& s) { Power(t.out, t.x, t.y, s, 33u); }, power, 33);
  ExpectEach<T>([](const Typed<T>& t, Space& s) { Power<T>(t.out, t.x, 2.0f, s, 33u); }, square,
                33);
  ExpectEach<T>([](const Typed<T>& t, Space&) { Power<T>(t.out, t.x, 2.0f); }, square, kBytes);
  ExpectEach<T>([](const Typed<T>& t, Space& s) { Power<T>(t.out, 2.0f, t.x, s); }, of_two, kBytes);
  ExpectEach<T>([](const Typed<T>& t, Space&) { Power<T>(t.out, 2.0f, t.x, 33u); }, of_two, 33);
  ExpectEach<T>([](const Typed<T>& t, Space& s) { ClampMax(t.out, t.x, s, 0.5f, 33u); },
                [](double x, double) { return std::min(x, 0.5); }, 33);
  ExpectEach<T>([](const Typed<T>& t, Space&) { ClampMin(t.out, t.x, 0.5f, 33u); },
                [](double x, double) { return std::max(x, 0.5); }, 33);
}

TEST(LibraryTest, CombinedInstructions) {
  using T = float;
  using Space = LocalTensor<uint8_t>;
  ExpectEach<T>([](const Typed<T>& t, Space&) { AddRelu(t.out, t.x, t.y, 70); },
                [](double x, double y) { return std::max(x + y, 0.0); }, 70);
  ExpectEach<T>([](const Typed<T>& t, Space&) { SubRelu(t.out, t.x, t.y, 64, 1, {}); },
                [](double x, double y) { return std::max(x - y, 0.0); }, 64);
  ExpectEach<T>([](const Typed<T>& t, Space&) { LeakyRelu(t.out, t.x, 0.1f, 70); },
                [](double x, double) { return x > 0 ? x : x * static_cast<double>(0.1f); }, 70);
  ExpectEach<T>([](const Typed<T>& t, Space&) { LeakyRelu(t.out, t.x, 0.1f, 64, 1, {}); },
                [](double x, double) { return x > 0 ? x : x * static_cast<double>(0.1f); }, 64);
  ExpectEach<T>([](const Typed<T>& t, Space&) { MulAddDst(t.out, t.x, t.y, 70); },
                [](double x, double y) { return 7 + x * y; }, 70);
  ExpectEach<T>([](const Typed<T>& t, Space&) { FusedMulAdd(t.out, t.x, t.y, 64, 1, {}); },
                [](double x, double y) { return x * 7 + y; }, 64);
  ExpectEach<T>([](const Typed<T>& t, Space&) { FusedMulAddRelu(t.out, t.x, t.y, 70); },
                [](double x, double y) { return std::max(x * 7 + y, 0.0); }, 70);
  ExpectEach<T>([](const Typed<T>& t, Space&) { MulAddRelu(t.out, t.x, t.y, 70); },
                [](double x, double y) { return std::max(x * 7 + y, 0.0); }, 70);
}

// 64 elements in each repeat, as the wider type has.
TEST(LibraryTest, MulAddDstOfHalfToFloat) {
  Memory memory;
  for (int64_t i = 0; i < 2000; ++i) {
    Put<half>(memory.x, i * 2, half(i));
    Put<half>(memory.y, i * 2, half(0.5f));
    Put<float>(memory.out, i * 4, 1.0f);
  }
  std::vector<uint8_t> want = memory.out;
  for (int64_t r = 0; r < 2; ++r) {
    for (int64_t i = 0; i < 40; ++i)
      Put<float>(want, (r * 64 + i) * 4, 1.0f + static_cast<float>(r * 64 + i) * 0.5f);
  }
  ASSERT_EQ(RunBody(memory,
                    [](const Buffers& buffers) {
                      const Typed<half> t(buffers);
                      MulAddDst(buffers.out.ReinterpretCast<float>(), t.x, t.y, 40, 2,
                                {1, 1, 1, 8, 4, 4});
                    }),
            absl::OkStatus());
  EXPECT_EQ(memory.out, want);
}

TEST(WrongLibraryTest, OperandsOverlap) {
  const auto cosh = [](uint32_t src) {
    return [src](const Buffers& buffers) {
      const Typed<float> t(buffers);
      Cosh(t.out, t.out[src], 64u);
    };
  };
  ExpectWrong(
      "Cosh: src: overlaps dst: bytes 0 to 256 and 0 to 256 of the unified buffer; the operands "
      "must be apart",
      cosh(0));
  ExpectRight(cosh(64));
  const auto power = [](uint32_t src) {
    return [src](const Buffers& buffers) {
      const Typed<float> t(buffers);
      Power(t.out, t.x, t.out[src], 64u);
    };
  };
  ExpectWrong(
      "Power: src1: overlaps dst: bytes 32 to 288 and 0 to 256 of the unified buffer; the operands "
      "must be apart",
      power(8));
  ExpectRight(power(64));
  const auto scratch = [](uint32_t begin) {
    return [begin](const Buffers& buffers) {
      const Typed<float> t(buffers);
      Cosh(t.out, t.x, buffers.out[begin], 64u);
    };
  };
  ExpectWrong(
      "Cosh: dst: overlaps sharedTmpBuffer: bytes 0 to 256 and 0 to 512 of the unified buffer; the "
      "operands must be apart",
      scratch(0));
  ExpectRight(scratch(256));
  ExpectWrong(
      "Cosh: src: overlaps sharedTmpBuffer: bytes 16384 to 16640 and 16384 to 16896 of the unified "
      "buffer; the operands must be apart",
      [](const Buffers& buffers) {
        const Typed<float> t(buffers);
        Cosh(t.out, t.x, buffers.x, 64u);
      });
}

TEST(WrongLibraryTest, ScratchSpace) {
  const auto sinh = []<typename T>(T, uint32_t bytes) {
    return [bytes](const Buffers& buffers) {
      const Typed<T> t(buffers);
      LocalTensor<uint8_t> scratch = buffers.y;
      scratch.SetBufferLen(bytes);
      Sinh(t.out, t.x, scratch, 8u);
    };
  };
  ExpectWrong("Sinh: sharedTmpBuffer: 224 bytes; at least 256 are needed", sinh(float(), 224));
  ExpectRight(sinh(float(), 256));
  ExpectWrong("Sinh: sharedTmpBuffer: 992 bytes; at least 1024 are needed", sinh(half(), 992));
  ExpectRight(sinh(half(), 1024));
  ExpectRight(sinh(half(), 32), "Ascend950PR_9599");
  const auto round = [](uint32_t bytes) {
    return [bytes](const Buffers& buffers) {
      const Typed<float> t(buffers);
      LocalTensor<uint8_t> scratch = buffers.y;
      scratch.SetBufferLen(bytes);
      Round(t.out, t.x, scratch, 8u);
    };
  };
  ExpectRight(round(0));
  ExpectWrong("Round: sharedTmpBuffer: 0 bytes; at least 256 are needed", round(0), "Ascend310P3");
  ExpectRight(round(256), "Ascend310P3");
  const auto power = [](bool scalar, uint32_t bytes) {
    return [=](const Buffers& buffers) {
      const Typed<int32_t> t(buffers);
      LocalTensor<uint8_t> scratch = buffers.y[64];
      scratch.SetBufferLen(bytes);
      if (scalar) {
        Power<int32_t>(t.out, t.x, 3, scratch, 8u);
      } else {
        Power(t.out, t.x, t.y, scratch, 8u);
      }
    };
  };
  ExpectWrong("Power: sharedTmpBuffer: 1760 bytes; at least 1792 are needed", power(false, 1760));
  ExpectRight(power(false, 1792));
  ExpectWrong("Power: sharedTmpBuffer: 1792 bytes; at least 2048 are needed", power(true, 1792));
  ExpectRight(power(true, 2048));
}

TEST(WrongLibraryTest, NoRoomForScratchSpace) {
  const auto sinh = [](uint32_t left) {
    return [left](const Buffers& buffers) {
      const Typed<float> t(buffers);
      TBuf<TPosition::VECCALC> rest;
      GetTPipePtr()->InitBuffer(rest, 196608 - 3 * 16384 - left);
      Sinh(t.out, t.x, 8u);
    };
  };
  ExpectWrong(
      "Sinh: needs 256 bytes of the unified buffer for itself; the kernel's buffers leave 224",
      sinh(224));
  ExpectRight(sinh(256));
}

TEST(WrongLibraryTest, TypesAndProducts) {
  const auto sigmoid = []<typename T>(T) {
    return [](const Buffers& buffers) {
      const Typed<T> t(buffers);
      Sigmoid(t.out, t.x, 8u);
    };
  };
  ExpectWrong("Sigmoid: does not exist for int32_t on Ascend910B3; it does for half, float",
              sigmoid(int32_t()));
  ExpectRight(sigmoid(half()));
  ExpectWrong("Sigmoid: Sigmoid does not exist on Atlas training series (Ascend910A)",
              sigmoid(half()), "Ascend910A");
  ExpectWrong(
      "Sigmoid: Sigmoid does not exist on Atlas 200I/500 A2 inference products (Ascend310B1)",
      sigmoid(half()), "Ascend310B1");
  const auto add = []<typename T>(T) {
    return [](const Buffers& buffers) {
      const Typed<T> t(buffers);
      AddRelu(t.out, t.x, t.y, 8);
    };
  };
  ExpectWrong("AddRelu: does not exist for float on Ascend910A; it does for half", add(float()),
              "Ascend910A");
  ExpectRight(add(half()), "Ascend910A");
  ExpectWrong(
      "AddRelu: does not exist for int64_t on Ascend910B3; it does for half, float, int16_t "
      "(Ascend 950: int64_t)",
      add(int64_t()));
  ExpectRight(add(int64_t()), "Ascend950PR_9599");
  const auto mul_add = []<typename T, typename U>(T, U) {
    return [](const Buffers& buffers) {
      MulAddDst(buffers.out.ReinterpretCast<T>(), buffers.x.ReinterpretCast<U>(),
                buffers.y.ReinterpretCast<U>(), 8);
    };
  };
  ExpectWrong(
      "MulAddDst: does not add products of float to half; to half are added those of half, to "
      "float "
      "those of float or half",
      mul_add(half(), float()));
  ExpectRight(mul_add(float(), half()));
}

}  // namespace
}  // namespace openaclnn::aicore
