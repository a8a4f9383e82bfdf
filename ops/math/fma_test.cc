// The three functions of fma-inl.h against std::fma, bit by bit, on every target of this machine
// and the scalar one.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/fma_test.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Which function: 0 FusedMulAdd, 1 FusedNegMulAdd, 2 FusedMulSub.
template <class D, typename T>
int64_t RunWithTag(D d, int which, const T* a, const T* b, const T* c, T* out, size_t count) {
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < count; i += lanes) {
    const size_t n = HWY_MIN(lanes, count - i);
    const auto va = hn::LoadN(d, a + i, n);
    const auto vb = hn::LoadN(d, b + i, n);
    const auto vc = hn::LoadN(d, c + i, n);
    const auto result = which == 0   ? FusedMulAdd(d, va, vb, vc)
                        : which == 1 ? FusedNegMulAdd(d, va, vb, vc)
                                     : FusedMulSub(d, va, vb, vc);
    hn::StoreN(result, d, out + i, n);
  }
  return HWY_TARGET;
}

int64_t RunDouble(int which, const double* a, const double* b, const double* c, double* out,
                  size_t count) {
  return RunWithTag(hn::ScalableTag<double>(), which, a, b, c, out, count);
}

int64_t RunFloat(int which, const float* a, const float* b, const float* c, float* out,
                 size_t count) {
  return RunWithTag(hn::ScalableTag<float>(), which, a, b, c, out, count);
}

// As many floats as there are doubles in a vector, or one: partial vectors take another way through
// the emulation.
int64_t RunHalfFloat(int which, const float* a, const float* b, const float* c, float* out,
                     size_t count) {
  return RunWithTag(hn::Rebind<float, hn::ScalableTag<double>>(), which, a, b, c, out, count);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(RunDouble);
HWY_EXPORT(RunFloat);
HWY_EXPORT(RunHalfFloat);

// NaNs are one class: their payloads differ between targets.
template <typename T>
bool SameBits(T x, T y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return x == y && std::signbit(x) == std::signbit(y);
}

template <typename T>
struct Triples {
  std::vector<T> a, b, c;

  void Add(T x, T y, T z) {
    a.push_back(x);
    b.push_back(y);
    c.push_back(z);
  }
};

template <typename T>
T RandomWithExponent(std::mt19937_64& random, int low, int high) {
  const T mantissa = 1 + static_cast<T>(random() >> 11) * static_cast<T>(0x1p-53);
  const int exponent = low + static_cast<int>(random() % static_cast<uint64_t>(high - low + 1));
  return std::ldexp(random() % 2 == 0 ? mantissa : -mantissa, exponent);
}

template <typename T>
Triples<T> MakeTriples() {
  using Limits = std::numeric_limits<T>;
  constexpr T kUlp = Limits::epsilon();
  const int min_exponent = Limits::min_exponent - Limits::digits - 1;
  const int max_exponent = Limits::max_exponent - 1;
  Triples<T> triples;
  const std::vector<T> special = {0,
                                  1,
                                  1 + kUlp,
                                  1 - kUlp / 2,
                                  1 + std::sqrt(kUlp),
                                  3,
                                  static_cast<T>(1) / 3,
                                  kUlp,
                                  kUlp / 2,
                                  kUlp / 4,
                                  kUlp / 4 * (1 + kUlp),
                                  1 / kUlp,
                                  2 / kUlp - 1,
                                  Limits::min(),
                                  Limits::min() * (1 + kUlp),
                                  Limits::denorm_min(),
                                  3 * Limits::denorm_min(),
                                  Limits::min() - Limits::denorm_min(),
                                  Limits::max(),
                                  Limits::max() / 2,
                                  std::sqrt(Limits::max()),
                                  std::sqrt(Limits::min()),
                                  Limits::infinity(),
                                  Limits::quiet_NaN()};
  for (T x : special) {
    for (T y : special) {
      for (T z : special) {
        for (int signs = 0; signs < 4; ++signs)
          triples.Add(signs & 1 ? -x : x, y, signs & 2 ? -z : z);
      }
    }
  }
  std::mt19937_64 random(20240607);
  for (int i = 0; i < 100000; ++i) {
    // Any exponents.
    triples.Add(RandomWithExponent<T>(random, min_exponent, max_exponent),
                RandomWithExponent<T>(random, min_exponent, max_exponent),
                RandomWithExponent<T>(random, min_exponent, max_exponent));
    // Comparable product and addend.
    const T a = RandomWithExponent<T>(random, -10, 10);
    const T b = RandomWithExponent<T>(random, -10, 10);
    triples.Add(a, b, RandomWithExponent<T>(random, -60, 20));
    // Cancellation: what remains is the product's rounding error, or a few units more.
    const T product = a * b;
    triples.Add(a, b, -product);
    triples.Add(a, b, -std::nextafter(product, Limits::infinity()));
    // The product lies next to the middle between two neighbours of the addend, on either side: the
    // second rounding would go wrong.
    const T half = std::ldexp(static_cast<T>(1), -Limits::digits);
    triples.Add(half * (1 + kUlp), 1 - kUlp / 2 * (1 + static_cast<T>(random() % 3)),
                1 + kUlp * static_cast<T>(random() % 1000));
    triples.Add(half * (1 - kUlp / 2), (1 + kUlp), -1 - kUlp * static_cast<T>(random() % 1000));
    // Results in the subnormal range.
    triples.Add(RandomWithExponent<T>(random, min_exponent / 2 - 20, min_exponent / 2 + 20),
                RandomWithExponent<T>(random, min_exponent / 2 - 20, min_exponent / 2 + 20),
                RandomWithExponent<T>(random, min_exponent, min_exponent + 60));
    // Products and sums around the overflow threshold.
    triples.Add(RandomWithExponent<T>(random, max_exponent / 2 - 2, max_exponent / 2 + 2),
                RandomWithExponent<T>(random, max_exponent / 2 - 2, max_exponent / 2 + 2),
                RandomWithExponent<T>(random, max_exponent - 3, max_exponent));
  }
  return triples;
}

template <typename T, class Run>
void CompareWithStd(const Triples<T>& t, int64_t target, Run run) {
  std::vector<T> got(t.a.size());
  for (int which = 0; which < 3; ++which) {
    ASSERT_EQ(run(which, t.a.data(), t.b.data(), t.c.data(), got.data(), got.size()), target);
    int reported = 0;
    for (size_t i = 0; i < got.size() && reported < 10; ++i) {
      const T want = std::fma(which == 1 ? -t.a[i] : t.a[i], t.b[i], which == 2 ? -t.c[i] : t.c[i]);
      if (SameBits(got[i], want)) continue;
      ++reported;
      ADD_FAILURE() << "function " << which << " of " << std::hexfloat << t.a[i] << ", " << t.b[i]
                    << ", " << t.c[i] << ": got " << got[i] << ", want " << want;
    }
  }
}

class FmaTest : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

INSTANTIATE_TEST_SUITE_P(Targets, FmaTest, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

TEST_P(FmaTest, DoubleHasTheBitsOfStdFma) {
  CompareWithStd(MakeTriples<double>(), GetParam(),
                 [](auto... args) { return HWY_DYNAMIC_DISPATCH(RunDouble)(args...); });
}

TEST_P(FmaTest, FloatHasTheBitsOfStdFma) {
  const Triples<float> triples = MakeTriples<float>();
  CompareWithStd(triples, GetParam(),
                 [](auto... args) { return HWY_DYNAMIC_DISPATCH(RunFloat)(args...); });
  CompareWithStd(triples, GetParam(),
                 [](auto... args) { return HWY_DYNAMIC_DISPATCH(RunHalfFloat)(args...); });
}

// An x86 machine without fused multiply-add is what this test is about, so its code must be among
// the targets.
TEST(FmaTargetsTest, IncludeEmulation) {
  int64_t targets = 0;
  for (int64_t target : hwy::SupportedAndGeneratedTargets()) targets |= target;
  EXPECT_NE(targets & (HWY_SCALAR | HWY_EMU128), 0);
#if HWY_ARCH_X86
  EXPECT_NE(targets & HWY_SSE2, 0);
#endif
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
