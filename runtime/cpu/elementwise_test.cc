// The shared loops, with a kernel whose results say which elements it was given: 2 a + b and a - b.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/elementwise_test.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

struct Kernel {
  // Right for even a only, so that the exact way has work in most vectors.
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V a, V b, V& sum, V& difference) {
    const V half = hn::Mul(a, hn::Set(d, 0.5f));
    const auto even = hn::Eq(hn::Round(half), half);
    sum = hn::IfThenElse(even, hn::Add(hn::Add(a, a), b), hn::Set(d, -99.0f));
    difference = hn::IfThenElse(even, hn::Sub(a, b), hn::Set(d, -99.0f));
    return even;
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V a, V b, V& sum, V& difference) {
    sum = hn::Add(hn::Add(a, a), b);
    difference = hn::Sub(a, b);
  }
};

// a x + b in float32, and in float64 the same with the numbers as they are.
struct Linear {
  explicit Linear(const Numbers& numbers) : a(numbers[0]), b(numbers[1]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V x, V& out) const {
    out = hn::Add(hn::Mul(hn::Set(d, a.AsFloat()), x), hn::Set(d, b.AsFloat()));
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V x, V& out) const {
    out = hn::Add(hn::Mul(hn::Set(d, a.AsDouble()), x), hn::Set(d, b.AsDouble()));
  }
  Number a, b;
};

// a + n b, in every arithmetic.
struct AddScaled {
  explicit AddScaled(const Numbers& numbers) : n(numbers[0]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V a, V b, V& out) const {
    out = hn::Add(a, hn::Mul(hn::Set(d, n.AsFloat()), b));
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V a, V b, V& out) const {
    out = hn::Add(a, hn::Mul(hn::Set(d, n.AsDouble()), b));
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V a, V b, V& out) const {
    out = hn::Add(a, hn::Mul(hn::Set(d, static_cast<hn::TFromD<D>>(n.AsInt64())), b));
  }
  Number n;
};

// A number, of no input.
struct Constantly {
  explicit Constantly(const Numbers& numbers) : n(numbers[0]) {}
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d) const {
    return n.In(d);
  }
  Constant n;
};

// Of elements of bfloat16 the float32 that has the digits of both.
struct Join {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V upper, V lower, V& out) {
    const hn::RebindToUnsigned<D> du;
    out =
        hn::BitCast(d, hn::Or(hn::BitCast(du, upper), hn::ShiftRight<16>(hn::BitCast(du, lower))));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D /*d*/, V upper, V /*lower*/, V& out) {
    out = upper;
  }
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

namespace openaclnn {
OPENACLNN_CPU_KERNEL(Combine, 2, 2, Kernel)
OPENACLNN_CPU_KERNEL(Linear, 1, 1, Linear)
OPENACLNN_CPU_KERNEL(AddScaled, 2, 1, AddScaled)
OPENACLNN_CPU_KERNEL(Constantly, 0, 1, OneFormula<Constantly>)
OPENACLNN_CPU_KERNEL(Join, 2, 1, Join)
}  // namespace openaclnn

#if HWY_ONCE
#include <algorithm>
#include <bit>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/cpu/convert.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

const ElementwiseFunction kBoth[] = {kCombineOnCpu.high_performance, kCombineOnCpu.high_precision};

void ChooseTarget(int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

void ChooseAnyTarget() {
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

class Elementwise : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { ChooseTarget(GetParam()); }
  void TearDown() override {
    EXPECT_STREQ(LastElementwiseTarget(), hwy::TargetName(GetParam()));
    ChooseAnyTarget();
  }
};

INSTANTIATE_TEST_SUITE_P(Targets, Elementwise,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const testing::TestParamInfo<int64_t>& target) {
                           return hwy::TargetName(target.param);
                         });

int64_t OffsetOf(int64_t index, const Dims& shape, const Dims& strides) {
  int64_t offset = 0;
  for (size_t i = shape.size(); i-- > 0; index /= shape[i]) offset += index % shape[i] * strides[i];
  return offset;
}

TEST_P(Elementwise, ContiguousOfEverySize) {
  for (int64_t count :
       {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 255, 256, 257, 16383, 16384, 16385, 40000}) {
    std::vector<float> a(count), b(count), sum(count + 1, -7), difference(count + 1, -7);
    for (int64_t i = 0; i < count; ++i)
      a[i] = static_cast<float>(i), b[i] = static_cast<float>(3 * i + 1);
    ElementwiseTask task{{count},
                         0,
                         {{a.data(), ACL_FLOAT, {1}}, {b.data(), ACL_FLOAT, {1}}},
                         {{sum.data(), ACL_FLOAT, {1}}, {difference.data(), ACL_FLOAT, {1}}}};
    Simplify(task);
    ASSERT_TRUE(IsUniformlyContiguous(task));
    for (const ElementwiseFunction function : kBoth) {
      ComputeElementwise(function, task);
      for (int64_t i = 0; i < count; ++i) {
        ASSERT_EQ(sum[i], static_cast<float>(5 * i + 1)) << i << " of " << count;
        ASSERT_EQ(difference[i], static_cast<float>(-2 * i - 1)) << i << " of " << count;
      }
      ASSERT_EQ(sum[count], -7) << count;
      ASSERT_EQ(difference[count], -7) << count;
      std::fill(sum.begin(), sum.end(), -7.0f);
      std::fill(difference.begin(), difference.end(), -7.0f);
    }
  }
}

// 1/3 differs in float32 and float64, which shows who was given what.
TEST_P(Elementwise, NumbersReachTheKernelsOfBothModes) {
  for (const int64_t stride : {1, 3}) {
    for (const int64_t count : {1, 7, 300}) {
      std::vector<float> x(static_cast<size_t>(count * stride)), out(x.size());
      for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) * 3e5f;
      ElementwiseTask task{{count},
                           count,
                           {{x.data(), ACL_FLOAT, {stride}}},
                           {{out.data(), ACL_FLOAT, {stride}}},
                           {Number::Real(1.0 / 3), Number::Integer(7)}};
      ComputeElementwise(kLinearOnCpu.high_performance, task);
      for (size_t i = 0; i < x.size(); i += static_cast<size_t>(stride)) {
        const float product = (1.0f / 3) * x[i];
        ASSERT_EQ(out[i], product + 7) << i;
      }
      ComputeElementwise(kLinearOnCpu.high_precision, task);
      for (size_t i = 0; i < x.size(); i += static_cast<size_t>(stride)) {
        ASSERT_EQ(out[i], static_cast<float>((1.0 / 3) * x[i] + 7)) << i;
      }
    }
  }
}

// Of no input: every element that is an output's, and no other; the last count is written past the
// caches.
template <class T>
void ExpectFilled(aclDataType dtype, const Number& number, T filled) {
  for (const int64_t stride : {1, 3}) {
    for (const int64_t count : {1, 7, 300, (1 << 21) + 5}) {
      std::vector<T> out(static_cast<size_t>(count * stride + 1));
      const ElementwiseTask task{{count},  count, {}, {{out.data(), dtype, {stride}}},
                                 {number}, dtype};
      for (const ElementwiseFunction function :
           {kConstantlyOnCpu.high_performance, kConstantlyOnCpu.high_precision}) {
        std::fill(out.begin(), out.end(), T{9});
        ComputeElementwise(function, task);
        int64_t wrong = 0;
        for (int64_t i = 0; i <= count * stride; ++i)
          wrong += out[static_cast<size_t>(i)] !=
                   (i % stride == 0 && i < count * stride ? filled : T{9});
        ASSERT_EQ(wrong, 0) << "of " << count << " elements, stride " << stride;
      }
    }
  }
}

TEST_P(Elementwise, AKernelMayHaveNoInputs) {
  ExpectFilled<float>(ACL_FLOAT, Number::Real(0.5), 0.5f);
  ExpectFilled<double>(ACL_DOUBLE, Number::Real(0.1), 0.1);
  ExpectFilled<int16_t>(ACL_INT16, Number::Integer(-300), -300);
  ExpectFilled<uint8_t>(ACL_UINT8, Number::Integer(200), 200);
}

// a - 3 b in an integer type, consecutive and not.
template <class T>
void ExpectIntegers(aclDataType dtype) {
  std::mt19937_64 random(3);
  for (const int64_t count : {1, 5, 70, 1000}) {
    for (const int64_t stride : {1, 2}) {
      const size_t size = static_cast<size_t>(count * stride);
      std::vector<T> a(size), b(size), out(size, T{9});
      for (size_t i = 0; i < size; ++i)
        a[i] = static_cast<T>(random()), b[i] = static_cast<T>(random());
      ElementwiseTask task{{count},
                           count,
                           {{a.data(), dtype, {stride}}, {b.data(), dtype, {stride}}},
                           {{out.data(), dtype, {stride}}},
                           {Number::Integer(-3)},
                           dtype};
      for (const ElementwiseFunction function :
           {kAddScaledOnCpu.high_performance, kAddScaledOnCpu.high_precision}) {
        std::fill(out.begin(), out.end(), T{9});
        ComputeElementwise(function, task);
        for (size_t i = 0; i < size; ++i) {
          const T wrapped =
              static_cast<T>(static_cast<uint64_t>(a[i]) - 3 * static_cast<uint64_t>(b[i]));
          ASSERT_EQ(out[i], i % static_cast<size_t>(stride) == 0 ? wrapped : T{9})
              << DTypeName(dtype) << " " << i;
        }
      }
    }
  }
}

TEST_P(Elementwise, IntegersWrap) {
  ExpectIntegers<int8_t>(ACL_INT8);
  ExpectIntegers<uint8_t>(ACL_UINT8);
  ExpectIntegers<int16_t>(ACL_INT16);
  ExpectIntegers<int32_t>(ACL_INT32);
  ExpectIntegers<int64_t>(ACL_INT64);
}

// Inputs of one number each, and the output.
template <class A, class B, class Out>
Out AddOne(aclDataType a_type, A a, aclDataType b_type, B b, aclDataType out_type,
           aclDataType compute, Number n, bool precise) {
  Out out = {};
  ElementwiseTask task{{1}, 1,      {{&a, a_type, {1}}, {&b, b_type, {1}}}, {{&out, out_type, {1}}},
                       {n}, compute};
  (precise ? kAddScaledOnCpu.high_precision : kAddScaledOnCpu.high_performance)(task, 0, 1);
  return out;
}

// All upper halves of a float32 with the lower ones around those that decide. Those are left out
// that arithmetic never returns: signalling NaNs without digits in the upper half.
TEST_P(Elementwise, ResultsAreRoundedToBFloat16) {
  std::vector<uint16_t> lowers = {0, 1, 0x7FFE, 0x7FFF, 0x8000, 0x8001, 0x8002, 0xFFFE, 0xFFFF};
  std::mt19937_64 random(4);
  // An odd number of them, so that each is rounded as either half of a block.
  while (lowers.size() < 25) lowers.push_back(static_cast<uint16_t>(random()));
  std::vector<uint16_t> upper, lower;
  for (uint32_t half = 0; half <= 0xFFFF; ++half) {
    for (const uint16_t low : lowers) {
      if ((half & 0x7FFF) == 0x7F80 && low != 0) continue;
      upper.push_back(static_cast<uint16_t>(half));
      lower.push_back(low);
    }
  }
  const auto count = static_cast<int64_t>(upper.size());
  std::vector<uint16_t> out(upper.size());
  const ElementwiseTask task{{count},
                             count,
                             {{upper.data(), ACL_BF16, {1}}, {lower.data(), ACL_BF16, {1}}},
                             {{out.data(), ACL_BF16, {1}}}};
  ComputeElementwise(kJoinOnCpu.high_performance, task);
  for (size_t i = 0; i < out.size(); ++i) {
    const bool is_nan = (upper[i] & 0x7FFF) > 0x7F80;
    const bool up = lower[i] > 0x8000 || (lower[i] == 0x8000 && upper[i] % 2 == 1);
    ASSERT_TRUE(is_nan ? (out[i] & 0x7FFF) > 0x7F80 : out[i] == upper[i] + (up ? 1 : 0))
        << std::hex << upper[i] << " " << lower[i] << " became " << out[i];
  }
}

TEST_P(Elementwise, ComputesInThePromotedType) {
  const Number one = Number::Integer(1);
  for (const bool precise : {false, true}) {
    // bool: 1 + 1 is 1, also as an int32.
    EXPECT_EQ((AddOne<uint8_t, uint8_t, int32_t>(ACL_BOOL, 1, ACL_BOOL, 1, ACL_INT32, ACL_BOOL, one,
                                                 precise)),
              1);
    EXPECT_EQ((AddOne<uint8_t, uint8_t, uint8_t>(ACL_BOOL, 1, ACL_BOOL, 1, ACL_BOOL, ACL_BOOL, one,
                                                 precise)),
              1);
    // int8 with int64 in int64; the low bits are stored.
    EXPECT_EQ((AddOne<int8_t, int64_t, int64_t>(ACL_INT8, -1, ACL_INT64, int64_t{1} << 62,
                                                ACL_INT64, ACL_INT64, one, precise)),
              (int64_t{1} << 62) - 1);
    EXPECT_EQ((AddOne<int8_t, int64_t, uint8_t>(ACL_INT8, -1, ACL_INT64, 0x1234, ACL_UINT8,
                                                ACL_INT64, one, precise)),
              0x33);
    // int32 in bfloat16: 257 is a tie, and becomes 256; the sum is rounded to bfloat16 before it is
    // stored.
    EXPECT_EQ((AddOne<int32_t, uint16_t, float>(ACL_INT32, 257, ACL_BF16, 0x3F80, ACL_FLOAT,
                                                ACL_BF16, one, precise)),
              256.0f);
    // 256 + 1 and 258 + 1 are ties, too, and go to 256 and 260, with and without a promoted type.
    EXPECT_EQ((AddOne<uint16_t, uint16_t, uint16_t>(ACL_BF16, 0x4380, ACL_BF16, 0x3F80, ACL_BF16,
                                                    ACL_BF16, one, precise)),
              0x4380);
    EXPECT_EQ((AddOne<uint16_t, uint16_t, uint16_t>(ACL_BF16, 0x4381, ACL_BF16, 0x3F80, ACL_BF16,
                                                    ACL_DT_UNDEFINED, one, precise)),
              0x4382);
    // float64 is computed as such in both modes, and truncated to an integer only with a promoted
    // type.
    EXPECT_EQ((AddOne<double, double, double>(ACL_DOUBLE, 1, ACL_DOUBLE, 0x1p-40, ACL_DOUBLE,
                                              ACL_DT_UNDEFINED, one, precise)),
              1 + 0x1p-40);
    EXPECT_EQ((AddOne<double, float, int32_t>(ACL_DOUBLE, 1.75, ACL_FLOAT, 1.0f, ACL_INT32,
                                              ACL_DOUBLE, one, precise)),
              2);
    EXPECT_EQ((AddOne<double, float, int32_t>(ACL_DOUBLE, 1.75, ACL_FLOAT, 1.0f, ACL_INT32,
                                              ACL_DT_UNDEFINED, one, precise)),
              3);
  }
}

// Float32 arithmetic rounds the product, too, which shows where the last bit of a float32 is not
// that of the output.
TEST_P(Elementwise, WiderOutputsGetResultsThatAreRoundedOnce) {
  constexpr int64_t kCount = 1000;
  std::vector<float> x(kCount);
  std::vector<double> out(kCount);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) * 0.37f;
  const ElementwiseTask task{{kCount},
                             kCount,
                             {{x.data(), ACL_FLOAT, {1}}},
                             {{out.data(), ACL_DOUBLE, {1}}},
                             {Number::Real(1.0 / 3), Number::Integer(7)},
                             ACL_FLOAT};
  for (const ElementwiseFunction function :
       {kLinearOnCpu.high_performance, kLinearOnCpu.high_precision}) {
    std::fill(out.begin(), out.end(), 0);
    ComputeElementwise(function, task);
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(out[i], static_cast<float>((1.0 / 3) * x[i] + 7)) << i;
  }
}

// Small whole numbers, which both 16-bit types have.
TEST_P(Elementwise, SixteenBitTypes) {
  const auto bits = [](aclDataType dtype, int64_t value) {
    const uint32_t single = std::bit_cast<uint32_t>(static_cast<float>(value));
    if (dtype == ACL_BF16) return static_cast<uint16_t>(single >> 16);
    return value == 0 ? uint16_t{0}
                      : static_cast<uint16_t>((single >> 16 & 0x8000) |
                                              (((single >> 13) - (112 << 10)) & 0x7FFF));
  };
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t count : {1, 7, 8, 9, 31, 32, 33, 64, 65, 1000}) {
      for (const int64_t stride : {1, 3}) {
        const size_t size = static_cast<size_t>(count * stride);
        std::vector<uint16_t> a(size), b(size), sum(size + 1, 7), difference(size + 1, 7);
        for (int64_t i = 0; i < count; ++i)
          a[i * stride] = bits(dtype, i % 50), b[i * stride] = bits(dtype, i % 9);
        ElementwiseTask task{{count},
                             count,
                             {{a.data(), dtype, {stride}}, {b.data(), dtype, {stride}}},
                             {{sum.data(), dtype, {stride}}, {difference.data(), dtype, {stride}}}};
        for (const ElementwiseFunction function : kBoth) {
          function(task, 0, count);
          for (int64_t i = 0; i < count; ++i) {
            ASSERT_EQ(sum[i * stride], bits(dtype, 2 * (i % 50) + i % 9)) << i << " of " << count;
            ASSERT_EQ(difference[i * stride], bits(dtype, i % 50 - i % 9)) << i << " of " << count;
          }
          ASSERT_EQ(sum[size], 7) << count;
          ASSERT_EQ(difference[size], 7) << count;
          std::fill(sum.begin(), sum.end(), 7);
          std::fill(difference.begin(), difference.end(), 7);
        }
      }
    }
  }
}

// Outputs so large that they are written past the caches: aligned, not aligned, and never aligned
// at once.
TEST_P(Elementwise, StreamedOutputs) {
  const int64_t count = (int64_t{1} << 20) + 5;
  std::vector<float> a(count), b(count), sum(count + 64), difference(count + 64);
  for (int64_t i = 0; i < count; ++i)
    a[i] = static_cast<float>(i), b[i] = static_cast<float>(3 * i + 1);
  for (const auto& [first, second] : {std::pair(0, 0), std::pair(3, 3), std::pair(1, 2)}) {
    std::fill(sum.begin(), sum.end(), -7.0f);
    std::fill(difference.begin(), difference.end(), -7.0f);
    ElementwiseTask task{
        {count},
        count,
        {{a.data(), ACL_FLOAT, {1}}, {b.data(), ACL_FLOAT, {1}}},
        {{sum.data() + first, ACL_FLOAT, {1}}, {difference.data() + second, ACL_FLOAT, {1}}}};
    ASSERT_TRUE(OutputsExceedCache(task));
    ComputeElementwise(kCombineOnCpu.high_performance, task);
    int64_t wrong = 0;
    for (int64_t i = 0; i < count; ++i) {
      wrong += sum[i + first] != static_cast<float>(5 * i + 1) ||
               difference[i + second] != static_cast<float>(-2 * i - 1);
    }
    ASSERT_EQ(wrong, 0) << "at " << first << ", " << second;
    for (int64_t i = count; i < count + 20; ++i)
      ASSERT_TRUE(sum[i + first] == -7 && difference[i + second] == -7) << i;
  }
}

// Rows of which one input is one element, or both are: as long as what loops write out of it, and
// longer; outputs in the caches and past them, aligned or not; and in parts.
template <class T>
void CheckRepeatedInputs(aclDataType dtype, ElementwiseFunction function) {
  constexpr int64_t kWrittenOut = 8192 / sizeof(T);
  struct Rows {
    int64_t rows, columns;
  };
  for (const auto& [rows, columns] :
       {Rows{1, 1}, Rows{1, 5}, Rows{1, kWrittenOut - 1}, Rows{1, kWrittenOut},
        Rows{1, kWrittenOut + 1}, Rows{1, 3 * kWrittenOut + 7}, Rows{50, 96}, Rows{50, 95},
        Rows{9, 300}, Rows{3, 2 * kWrittenOut + 3}, Rows{300, 3500}}) {
    const int64_t count = rows * columns;
    std::vector<T> a(count), b(count), sum(count + 64), difference(count + 64);
    for (int64_t i = 0; i < count; ++i)
      a[i] = static_cast<T>(i % 9999), b[i] = static_cast<T>(i % 7777 + 1);
    for (const auto& [a_step, b_step] : {std::pair(1, 0), std::pair(0, 1), std::pair(0, 0)}) {
      for (const auto& [first, second] : {std::pair(0, 0), std::pair(3, 3), std::pair(1, 2)}) {
        std::fill(sum.begin(), sum.end(), T{-7});
        std::fill(difference.begin(), difference.end(), T{-7});
        // A repeated input has an element for each row, one behind the other.
        const Dims a_strides = {a_step == 0 ? 1 : columns, a_step},
                   b_strides = {b_step == 0 ? 1 : columns, b_step}, strides = {columns, 1};
        ElementwiseTask task{
            {rows, columns},
            count,
            {{a.data(), dtype, a_strides}, {b.data(), dtype, b_strides}},
            {{sum.data() + first, dtype, strides}, {difference.data() + second, dtype, strides}}};
        Simplify(task);
        const int64_t middle = count / 3;
        function(task, middle, count);
        function(task, 0, middle);
        int64_t wrong = 0, written = 0;
        for (int64_t i = 0; i < count; ++i) {
          const T x = a[static_cast<size_t>(a_step == 0 ? i / columns : i)],
                  y = b[static_cast<size_t>(b_step == 0 ? i / columns : i)];
          wrong += sum[i + first] != 2 * x + y || difference[i + second] != x - y;
        }
        for (int64_t i = 0; i < 64; ++i) {
          written += sum[i < first ? i : count + i] != -7;
          written += difference[i < second ? i : count + i] != -7;
        }
        ASSERT_EQ(wrong, 0) << rows << " x " << columns << ", steps " << a_step << ", " << b_step;
        ASSERT_EQ(written, 0) << rows << " x " << columns << ", offset " << first;
      }
    }
  }
}

TEST_P(Elementwise, RepeatedInputs) {
  CheckRepeatedInputs<float>(ACL_FLOAT, kCombineOnCpu.high_performance);
  CheckRepeatedInputs<double>(ACL_DOUBLE, kCombineOnCpu.high_performance);
}

// One element of another type than the others, which is converted once: with full tiles and the
// rest of one, before and behind a place where work is cut.
TEST_P(Elementwise, ARepeatedElementOfAnotherType) {
  for (const int64_t count : {1, 255, 256, 257, 1000, 5000}) {
    for (const int64_t step : {1, 2}) {
      std::vector<float> a(count), sum(count * step + 1, -7), difference(count * step + 1, -7);
      const int32_t b = 31;
      for (int64_t i = 0; i < count; ++i) a[i] = static_cast<float>(i);
      ElementwiseTask task{
          {count},
          count,
          {{a.data(), ACL_FLOAT, {1}}, {const_cast<int32_t*>(&b), ACL_INT32, {0}}},
          {{sum.data(), ACL_FLOAT, {step}}, {difference.data(), ACL_FLOAT, {step}}}};
      task.compute = ACL_FLOAT;
      for (const ElementwiseFunction function : kBoth) {
        std::fill(sum.begin(), sum.end(), -7.0f);
        std::fill(difference.begin(), difference.end(), -7.0f);
        function(task, count / 3, count);
        function(task, 0, count / 3);
        for (int64_t i = 0; i < count; ++i) {
          ASSERT_EQ(sum[i * step], static_cast<float>(2 * i + 31)) << i << " of " << count;
          ASSERT_EQ(difference[i * step], static_cast<float>(i - 31)) << i << " of " << count;
        }
        for (int64_t i = 0; i < count * step; ++i) {
          if (i % step != 0) {
            ASSERT_TRUE(sum[i] == -7 && difference[i] == -7) << i;
          }
        }
        ASSERT_TRUE(sum[count * step] == -7 && difference[count * step] == -7);
      }
    }
  }
}

// Random shapes, strides (negative and zero among them), types and chunk borders.
TEST_P(Elementwise, StridedMixedTypes) {
  std::mt19937 random(11);
  const auto draw = [&](int low, int high) {
    return static_cast<int64_t>(low + static_cast<int>(random() % (high - low + 1)));
  };
  constexpr aclDataType kTypes[] = {ACL_FLOAT, ACL_INT32};
  for (int round = 0; round < 400; ++round) {
    const bool floats_only = round % 4 < 2;
    Dims shape;
    for (int64_t i = draw(0, 4); i > 0; --i) shape.push_back(draw(1, round % 10 == 0 ? 40 : 7));
    int64_t count = 1;
    for (int64_t extent : shape) count *= extent;
    if (count > 60000) continue;

    // Operands 0 and 1 are read, 2 and 3 written; the written ones get strides that do not meet.
    std::vector<int32_t> memory[4];
    aclDataType types[4];
    Dims strides[4];
    int64_t first[4];
    for (int k = 0; k < 4; ++k) {
      types[k] = floats_only ? ACL_FLOAT : kTypes[draw(0, 1)];
      int64_t step = draw(1, 2), lowest = 0, highest = 0;
      strides[k] = Dims(shape.size());
      for (size_t i = shape.size(); i-- > 0;) {
        strides[k][i] = (draw(0, 3) == 0 ? -step : step) * (k < 2 && draw(0, 4) == 0 ? 0 : 1);
        (strides[k][i] < 0 ? lowest : highest) += strides[k][i] * (shape[i] - 1);
        step = step * shape[i] + draw(0, 2);
      }
      first[k] = -lowest;
      memory[k].assign(static_cast<size_t>(highest - lowest + 1), -7);
      for (size_t i = 0; k < 2 && i < memory[k].size(); ++i) {
        const int32_t value = static_cast<int32_t>(draw(-1000, 1000));
        memory[k][i] =
            types[k] == ACL_FLOAT ? std::bit_cast<int32_t>(static_cast<float>(value)) : value;
      }
    }
    const auto read = [&](int k, int64_t index) {
      const int32_t raw =
          memory[k][static_cast<size_t>(first[k] + OffsetOf(index, shape, strides[k]))];
      return types[k] == ACL_FLOAT ? std::bit_cast<float>(raw) : static_cast<float>(raw);
    };
    ElementwiseTask task;
    task.shape = shape;
    for (int k = 0; k < 4; ++k) {
      ElementwiseOperand operand{memory[k].data() + first[k], types[k], strides[k]};
      k < 2 ? task.inputs.push_back(operand) : task.outputs.push_back(operand);
    }
    if (draw(0, 3) > 0) Simplify(task);
    task.count = count;
    const int64_t middle = draw(0, static_cast<int>(count));
    const ElementwiseFunction function = kBoth[round % 2];
    function(task, middle, count);
    function(task, 0, middle);
    size_t untouched[2] = {memory[2].size(), memory[3].size()};
    for (int64_t i = 0; i < count; ++i) {
      ASSERT_EQ(read(2, i), 2 * read(0, i) + read(1, i)) << round << " element " << i;
      ASSERT_EQ(read(3, i), read(0, i) - read(1, i)) << round << " element " << i;
    }
    for (int k : {2, 3}) {
      for (int64_t i = 0; i < count; ++i)
        memory[k][static_cast<size_t>(first[k] + OffsetOf(i, shape, strides[k]))] = -7;
      for (int32_t value : memory[k]) untouched[k - 2] -= value == -7;
      ASSERT_EQ(untouched[k - 2], 0u) << "round " << round << " wrote outside its view";
    }
  }
}

// Transposed, reversed and stepped inputs, in parts that begin and end anywhere, against one
// element after the other.
TEST_P(Elementwise, CopiesInAnyOrder) {
  std::mt19937_64 random(1);
  const auto below = [&](size_t n) { return static_cast<int64_t>(random() % n); };
  constexpr aclDataType kTypes[] = {ACL_BOOL, ACL_BF16, ACL_FLOAT, ACL_DOUBLE};
  for (int run = 0; run < 2000; ++run) {
    const aclDataType dtype = kTypes[below(4)];
    const auto bytes = static_cast<int64_t>(DTypeBytes(dtype));
    ElementwiseTask task;
    task.count = 1;
    for (int64_t rank = 1 + below(4); rank > 0; --rank)
      task.shape.push_back(1 + below(rank > 2 || below(3) == 0 ? 4 : 70));
    for (const int64_t extent : task.shape) task.count *= extent;
    // Strides of a storage with the dimensions in another order, perhaps with gaps; then some are
    // reversed.
    std::vector<size_t> order(task.shape.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    Dims strides(order.size());
    int64_t size = below(5) == 0 ? 2 : 1, first = 0;
    for (const size_t dim : order) {
      strides[dim] = size;
      size *= task.shape[dim] + below(2);
    }
    for (size_t dim = 0; dim < strides.size(); ++dim) {
      if (below(4) != 0) continue;
      first += (task.shape[dim] - 1) * strides[dim];
      strides[dim] = -strides[dim];
    }
    std::vector<char> from(static_cast<size_t>(size * bytes)),
        to(static_cast<size_t>(task.count * bytes), 'x');
    for (char& byte : from) byte = static_cast<char>(random());
    std::vector<char> want = to;
    const int64_t begin = below(3) == 0 ? below(static_cast<size_t>(task.count)) : 0;
    const int64_t end =
        below(3) == 0 ? begin + below(static_cast<size_t>(task.count - begin + 1)) : task.count;
    for (int64_t at = begin; at < end; ++at) {
      const int64_t place = first + OffsetOf(at, task.shape, strides);
      std::memcpy(&want[static_cast<size_t>(at * bytes)], &from[static_cast<size_t>(place * bytes)],
                  static_cast<size_t>(bytes));
    }
    task.inputs = {{from.data() + first * bytes, dtype, strides}};
    task.outputs = {{to.data(), dtype, ContiguousStrides(task.shape)}};
    ConvertElements(task, begin, end);
    ASSERT_EQ(to, want) << DTypeName(dtype) << " " << DimsToString(task.shape) << " strides "
                        << DimsToString(strides) << " from " << begin << " to " << end;
  }
}

// Past the caches and not, with rows that fill cache lines and rows that do not, ends of rows and
// columns that fill no tile, and few columns.
// On every target: making a matrix and what is expected of it takes longer than the test.
TEST(LargeMatrices, AreTransposed) {
  struct Layout {
    int64_t columns, to_step, first;
  };
  for (const aclDataType dtype : {ACL_BOOL, ACL_BF16, ACL_FLOAT, ACL_DOUBLE}) {
    const auto bytes = static_cast<int64_t>(DTypeBytes(dtype));
    for (const auto& [columns, to_step, first] : {Layout{1061, 1088, 0},
                                                  {1061, 1088, 1},
                                                  {1061, 1061, 0},
                                                  {2, 2, 0},
                                                  {3, 3, 1},
                                                  {4, 4, 0},
                                                  {4, 5, 0}}) {
      const int64_t rows = (int64_t{8} << 20) / bytes / columns + 1, from_step = rows + 1;
      std::vector<char> from(static_cast<size_t>(columns * from_step * bytes));
      std::mt19937_64 random(1);
      for (char& byte : from) byte = static_cast<char>(random());
      // One more cache line, where the aligned ones begin.
      std::vector<char> memory(static_cast<size_t>((rows * to_step + first) * bytes + 64), 'x');
      const size_t line = 64 - reinterpret_cast<uintptr_t>(memory.data()) % 64;
      std::vector<char> want = memory;
      const size_t start = line + static_cast<size_t>(first * bytes);
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          std::memcpy(&want[start + static_cast<size_t>((i * to_step + j) * bytes)],
                      &from[static_cast<size_t>((j * from_step + i) * bytes)],
                      static_cast<size_t>(bytes));
        }
      }
      ElementwiseTask task;
      task.shape = {rows, columns};
      task.count = rows * columns;
      task.inputs = {{from.data(), dtype, {1, from_step}}};
      task.outputs = {{memory.data() + start, dtype, {to_step, 1}}};
      ASSERT_TRUE(OutputsExceedCache(task));
      for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        std::fill(memory.begin(), memory.end(), 'x');
        ChooseTarget(target);
        ConvertElements(task, 0, task.count);
        ASSERT_STREQ(LastElementwiseTarget(), hwy::TargetName(target));
        ASSERT_TRUE(memory == want)
            << hwy::TargetName(target) << ", " << DTypeName(dtype) << " " << columns
            << " columns, rows of " << to_step << " at " << first;
      }
      ChooseAnyTarget();
    }
  }
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
