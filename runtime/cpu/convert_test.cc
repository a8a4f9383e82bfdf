// Every conversion on every SIMD target against an independent definition: all 16-bit patterns
// widened, and for narrowing all 16-bit results with the points between them, where rounding
// decides.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/convert_test.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

template <class Stored>
void WidenAll(const typename Stored::Raw* from, size_t count, double* to) {
  const hn::ScalableTag<double> d;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::StoreN(LoadWide<Stored>(d, from + i, count - i), d, to + i, count - i);
  }
}

template <class Stored>
void NarrowAll(const double* from, size_t count, typename Stored::Raw* to) {
  const hn::ScalableTag<double> d;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    StoreNarrow<Stored>(d, hn::LoadN(d, from + i, count - i), to + i, count - i);
  }
}

// By way of float, with both parts of a block.
template <class Stored>
void WidenAllToFloat(const typename Stored::Raw* from, size_t count, double* to) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<typename Stored::Raw, decltype(d)> raw;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < count; i += lanes) {
    HWY_ALIGN float wide[HWY_MAX_LANES_D(decltype(d))];
    hn::StoreU(Stored::WidenToFloat(d, hn::LoadN(raw, from + i, count - i)), d, wide);
    for (size_t k = 0; k < lanes && i + k < count; ++k) to[i + k] = static_cast<double>(wide[k]);
  }
}

// Only for doubles that are floats.
template <class Stored>
void NarrowAllFloats(const double* from, size_t count, typename Stored::Raw* to) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<typename Stored::Raw, decltype(d)> raw;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < count; i += lanes) {
    HWY_ALIGN float wide[HWY_MAX_LANES_D(decltype(d))] = {};
    for (size_t k = 0; k < lanes && i + k < count; ++k) wide[k] = static_cast<float>(from[i + k]);
    hn::StoreN(Stored::NarrowFloat(d, hn::LoadU(d, wide)), raw, to + i, count - i);
  }
}

// Through LoadBlock and StoreBlock; a multiple of the block's size.
template <class Stored>
void CopyBlocks(const typename Stored::Raw* from, size_t count, typename Stored::Raw* to,
                bool stream) {
  const hn::ScalableTag<float> d;
  const size_t block = 2 * hn::Lanes(d);
  for (size_t i = 0; i + block <= count; i += block) {
    Stored::StoreBlock(d, Stored::template LoadBlock<0>(d, from + i),
                       Stored::template LoadBlock<1>(d, from + i), to + i, stream);
  }
}

// The results of a block of one value; false if its elements, or those of NarrowComputed, are not
// all the same.
template <class Stored>
bool NarrowComputedValue(float value, typename Stored::Raw& narrow) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<typename Stored::Raw, decltype(d)> raw;
  const size_t lanes = hn::Lanes(d);
  typename Stored::Raw got[3 * HWY_MAX_LANES_D(decltype(d))];
  const auto wide = hn::Set(d, value);
  Stored::StoreBlock(d, wide, wide, got, false);
  hn::StoreU(Stored::NarrowComputed(d, wide), raw, got + 2 * lanes);
  narrow = got[0];
  bool same = true;
  for (size_t i = 0; i < 3 * lanes; ++i) same = same && got[i] == narrow;
  return same;
}

bool NarrowComputedFloat16(float value, uint16_t& narrow) {
  return NarrowComputedValue<StoredFloat16>(value, narrow);
}
bool NarrowComputedBFloat16(float value, uint16_t& narrow) {
  return NarrowComputedValue<StoredBFloat16>(value, narrow);
}
void WidenFloat16ToFloat(const uint16_t* from, size_t count, double* to) {
  WidenAllToFloat<StoredFloat16>(from, count, to);
}
void WidenBFloat16ToFloat(const uint16_t* from, size_t count, double* to) {
  WidenAllToFloat<StoredBFloat16>(from, count, to);
}
void NarrowFloat16Floats(const double* from, size_t count, uint16_t* to) {
  NarrowAllFloats<StoredFloat16>(from, count, to);
}
void NarrowBFloat16Floats(const double* from, size_t count, uint16_t* to) {
  NarrowAllFloats<StoredBFloat16>(from, count, to);
}
void CopyFloat16(const uint16_t* from, size_t count, uint16_t* to, bool stream) {
  CopyBlocks<StoredFloat16>(from, count, to, stream);
}
void CopyBFloat16(const uint16_t* from, size_t count, uint16_t* to, bool stream) {
  CopyBlocks<StoredBFloat16>(from, count, to, stream);
}
void WidenFloat16(const uint16_t* from, size_t count, double* to) {
  WidenAll<StoredFloat16>(from, count, to);
}
void WidenBFloat16(const uint16_t* from, size_t count, double* to) {
  WidenAll<StoredBFloat16>(from, count, to);
}
void WidenFloat32(const float* from, size_t count, double* to) {
  WidenAll<StoredFloat32>(from, count, to);
}
void WidenInt32(const int32_t* from, size_t count, double* to) {
  WidenAll<StoredInt32>(from, count, to);
}
void WidenInt8(const int8_t* from, size_t count, double* to) {
  WidenAll<StoredInt8>(from, count, to);
}
void NarrowFloat16(const double* from, size_t count, uint16_t* to) {
  NarrowAll<StoredFloat16>(from, count, to);
}
void NarrowBFloat16(const double* from, size_t count, uint16_t* to) {
  NarrowAll<StoredBFloat16>(from, count, to);
}
void NarrowFloat32(const double* from, size_t count, float* to) {
  NarrowAll<StoredFloat32>(from, count, to);
}
void NarrowInt32(const double* from, size_t count, int32_t* to) {
  NarrowAll<StoredInt32>(from, count, to);
}
void NarrowInt8(const double* from, size_t count, int8_t* to) {
  NarrowAll<StoredInt8>(from, count, to);
}
int64_t Target() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

HWY_EXPORT(WidenFloat16);
HWY_EXPORT(WidenBFloat16);
HWY_EXPORT(WidenFloat32);
HWY_EXPORT(WidenInt32);
HWY_EXPORT(WidenInt8);
HWY_EXPORT(NarrowFloat16);
HWY_EXPORT(NarrowBFloat16);
HWY_EXPORT(NarrowFloat32);
HWY_EXPORT(NarrowInt32);
HWY_EXPORT(NarrowInt8);
HWY_EXPORT(WidenFloat16ToFloat);
HWY_EXPORT(WidenBFloat16ToFloat);
HWY_EXPORT(NarrowFloat16Floats);
HWY_EXPORT(NarrowBFloat16Floats);
HWY_EXPORT(CopyFloat16);
HWY_EXPORT(CopyBFloat16);
HWY_EXPORT(NarrowComputedFloat16);
HWY_EXPORT(NarrowComputedBFloat16);
HWY_EXPORT(Target);

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

// A binary format, decoded by its definition.
struct Format {
  int mantissa_bits;
  int min_exponent;  // of the smallest normal number
  uint16_t infinity;

  double Decode(uint16_t bits) const {
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    const int magnitude = bits & 0x7FFF;
    if (magnitude > infinity) return kNaN;
    if (magnitude == infinity) return sign * kInf;
    const int exponent = magnitude >> mantissa_bits,
              mantissa = magnitude & ((1 << mantissa_bits) - 1);
    if (exponent == 0) return sign * std::ldexp(mantissa, min_exponent - mantissa_bits);
    return sign *
           std::ldexp((1 << mantissa_bits) + mantissa, exponent - 1 + min_exponent - mantissa_bits);
  }
};
constexpr Format kFloat16 = {10, -14, 0x7C00};
constexpr Format kBFloat16 = {7, -126, 0x7F80};

class Convert : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override {
    hwy::SetSupportedTargetsForTest(GetParam());
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    ASSERT_EQ(HWY_DYNAMIC_DISPATCH(Target)(), GetParam())
        << "the test would not test " << hwy::TargetName(GetParam());
  }
  void TearDown() override {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
};

INSTANTIATE_TEST_SUITE_P(Targets, Convert, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const testing::TestParamInfo<int64_t>& target) {
                           return hwy::TargetName(target.param);
                         });

bool SameNumber(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

// With `floats` narrow() takes doubles that are floats.
void CheckFormat(const Format& format, void (*widen)(const uint16_t*, size_t, double*),
                 void (*narrow)(const double*, size_t, uint16_t*), bool floats = false) {
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
  std::vector<double> wide(all.size());
  widen(all.data(), all.size(), wide.data());
  for (size_t i = 0; i < all.size(); ++i)
    ASSERT_TRUE(SameNumber(wide[i], format.Decode(all[i]))) << std::hex << i << " gave " << wide[i];

  // Back again: every number to itself, every NaN to a quiet NaN with its sign.
  std::vector<uint16_t> back(all.size());
  narrow(wide.data(), wide.size(), back.data());
  for (size_t i = 0; i < all.size(); ++i) {
    if (std::isnan(wide[i])) {
      ASSERT_GT(back[i] & 0x7FFF, format.infinity);
    } else {
      ASSERT_EQ(back[i], all[i]);
    }
  }

  // Between two neighbours: the middle goes to the even one, the doubles beside the middle to the
  // nearer one. The step above the largest number is the one below infinity.
  std::vector<double> points;
  std::vector<uint16_t> wanted;
  for (int i = 0; i < format.infinity; ++i) {
    for (int sign : {0, 0x8000}) {
      const uint16_t low = static_cast<uint16_t>(i | sign),
                     high = static_cast<uint16_t>((i + 1) | sign);
      const double a = format.Decode(low);
      const double b = i + 1 == format.infinity
                           ? a + (a - format.Decode(static_cast<uint16_t>(low - 1)))
                           : format.Decode(high);
      const double middle = a / 2 + b / 2;
      points.insert(points.end(), {middle, std::nextafter(middle, a), std::nextafter(middle, b),
                                   a + (b - a) * 0x1p-30});
      wanted.insert(wanted.end(), {i % 2 == 0 ? low : high, low, high, low});
    }
  }
  points.insert(points.end(), {kInf, -kInf, 1e300, -1e300, 1e-300, -1e-300, 0.0, -0.0});
  wanted.insert(wanted.end(),
                {format.infinity, static_cast<uint16_t>(format.infinity | 0x8000), format.infinity,
                 static_cast<uint16_t>(format.infinity | 0x8000), 0, 0x8000, 0, 0x8000});
  for (size_t i = 0; floats && i < points.size();) {
    if (static_cast<double>(static_cast<float>(points[i])) == points[i]) {
      ++i;
    } else {
      points[i] = points.back(), wanted[i] = wanted.back();
      points.pop_back(), wanted.pop_back();
    }
  }
  ASSERT_GT(points.size(), size_t{format.infinity});
  std::vector<uint16_t> got(points.size());
  narrow(points.data(), points.size(), got.data());
  for (size_t i = 0; i < points.size(); ++i)
    ASSERT_EQ(got[i], wanted[i]) << std::hexfloat << points[i];
}

TEST_P(Convert, Float16) {
  CheckFormat(kFloat16, HWY_DYNAMIC_POINTER(WidenFloat16), HWY_DYNAMIC_POINTER(NarrowFloat16));
}
TEST_P(Convert, BFloat16) {
  CheckFormat(kBFloat16, HWY_DYNAMIC_POINTER(WidenBFloat16), HWY_DYNAMIC_POINTER(NarrowBFloat16));
}

TEST_P(Convert, Float16AndFloat) {
  CheckFormat(kFloat16, HWY_DYNAMIC_POINTER(WidenFloat16ToFloat),
              HWY_DYNAMIC_POINTER(NarrowFloat16Floats), true);
}
TEST_P(Convert, BFloat16AndFloat) {
  CheckFormat(kBFloat16, HWY_DYNAMIC_POINTER(WidenBFloat16ToFloat),
              HWY_DYNAMIC_POINTER(NarrowBFloat16Floats), true);
}

TEST_P(Convert, Blocks) {
  alignas(64) static uint16_t from[65536], to[65536];
  for (size_t i = 0; i < 65536; ++i) from[i] = static_cast<uint16_t>(i);
  for (const bool stream : {false, true}) {
    for (const Format& format : {kFloat16, kBFloat16}) {
      format.infinity == kFloat16.infinity
          ? HWY_DYNAMIC_DISPATCH(CopyFloat16)(from, 65536, to, stream)
          : HWY_DYNAMIC_DISPATCH(CopyBFloat16)(from, 65536, to, stream);
      for (size_t i = 0; i < 65536; ++i) {
        if ((i & 0x7FFF) > format.infinity) {
          ASSERT_GT(to[i] & 0x7FFF, format.infinity) << i;
        } else {
          ASSERT_EQ(to[i], i);
        }
      }
    }
  }
}

// Between two neighbours computed results go to the nearer one; the middle to the even one in
// float16, away from zero in bfloat16.
TEST_P(Convert, ComputedResults) {
  for (const Format& format : {kFloat16, kBFloat16}) {
    const bool away = format.infinity == kBFloat16.infinity;
    const auto narrow = away ? HWY_DYNAMIC_POINTER(NarrowComputedBFloat16)
                             : HWY_DYNAMIC_POINTER(NarrowComputedFloat16);
    for (int i = 0; i < format.infinity; ++i) {
      for (int sign : {0, 0x8000}) {
        const uint16_t low = static_cast<uint16_t>(i | sign),
                       high = static_cast<uint16_t>((i + 1) | sign);
        const double a = format.Decode(low);
        const double b = i + 1 == format.infinity
                             ? a + (a - format.Decode(static_cast<uint16_t>(low - 1)))
                             : format.Decode(high);
        const float middle = static_cast<float>(a / 2 + b / 2);
        const float to_a = static_cast<float>(a), to_b = b > 3.4e38    ? kInf
                                                         : b < -3.4e38 ? -kInf
                                                                       : static_cast<float>(b);
        uint16_t got = 0;
        ASSERT_TRUE(narrow(to_a, got));
        ASSERT_EQ(got, low);
        ASSERT_TRUE(narrow(std::nextafter(middle, to_a), got));
        ASSERT_EQ(got, low) << std::hexfloat << middle;
        ASSERT_TRUE(narrow(middle, got));
        ASSERT_EQ(got, away || i % 2 == 1 ? high : low) << std::hexfloat << middle;
        ASSERT_TRUE(narrow(std::nextafter(middle, to_b), got));
        ASSERT_EQ(got, high) << std::hexfloat << middle;
      }
    }
    uint16_t got = 0;
    ASSERT_TRUE(narrow(std::numeric_limits<float>::infinity(), got));
    ASSERT_EQ(got, format.infinity);
    for (float nan :
         {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
      ASSERT_TRUE(narrow(nan, got));
      ASSERT_GT(got & 0x7FFF, format.infinity);
    }
  }
}

TEST_P(Convert, Float32) {
  std::vector<float> floats;
  for (uint32_t bits = 0; bits < 0xFFFF0000u; bits += 65521)
    floats.push_back(std::bit_cast<float>(bits));
  std::vector<double> wide(floats.size());
  HWY_DYNAMIC_DISPATCH(WidenFloat32)(floats.data(), floats.size(), wide.data());
  std::vector<double> doubles;
  std::vector<float> wanted;
  for (size_t i = 0; i < floats.size(); ++i) {
    ASSERT_TRUE(SameNumber(wide[i], floats[i]));
    for (double value :
         {wide[i], wide[i] * (1 + 0x1p-24), wide[i] * (1 + 0x1.8p-24), wide[i] * (1 - 0x1p-25)}) {
      doubles.push_back(value);
      wanted.push_back(static_cast<float>(value));
    }
  }
  // Up to half a step above the largest float rounds down, from there on it is infinity.
  for (double value : {0x1.fffffep127, 0x1.fffffefffffffp127, 0x1.ffffffp127, 0x1p128, 1e300, kInf,
                       0x1p-149, 0x1p-150, 0x1.000001p-150, 0.0, -0.0}) {
    for (double sign : {1.0, -1.0}) {
      doubles.push_back(sign * value);
      wanted.push_back(static_cast<float>(sign * value));
    }
  }
  std::vector<float> got(doubles.size());
  HWY_DYNAMIC_DISPATCH(NarrowFloat32)(doubles.data(), doubles.size(), got.data());
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_TRUE(SameNumber(got[i], wanted[i])) << std::hexfloat << doubles[i];
}

TEST_P(Convert, Integers) {
  std::vector<int8_t> bytes;
  for (int i = -128; i <= 127; ++i) bytes.push_back(static_cast<int8_t>(i));
  std::vector<double> wide(bytes.size());
  HWY_DYNAMIC_DISPATCH(WidenInt8)(bytes.data(), bytes.size(), wide.data());
  for (size_t i = 0; i < bytes.size(); ++i) ASSERT_EQ(wide[i], bytes[i]);

  const std::vector<int32_t> ints = {INT32_MIN, INT32_MIN + 1, -16777217,     -1,       0,
                                     1,         16777217,      INT32_MAX - 1, INT32_MAX};
  wide.resize(ints.size());
  HWY_DYNAMIC_DISPATCH(WidenInt32)(ints.data(), ints.size(), wide.data());
  for (size_t i = 0; i < ints.size(); ++i) ASSERT_EQ(wide[i], ints[i]);

  const struct {
    double value;
    int32_t as_int32;
    int8_t as_int8;
  } cases[] = {{0.5, 0, 0},
               {1.5, 2, 2},
               {2.5, 2, 2},
               {-0.5, 0, 0},
               {-1.5, -2, -2},
               {126.5, 126, 126},
               {127.4, 127, 127},
               {127.5, 128, 127},
               {-128.5, -128, -128},
               {-129, -129, -128},
               {1e9, 1000000000, 127},
               {2147483647.5, INT32_MAX, 127},
               {2147483646.5, 2147483646, 127},
               {-2147483648.5, INT32_MIN, -128},
               {1e300, INT32_MAX, 127},
               {-1e300, INT32_MIN, -128},
               {kInf, INT32_MAX, 127},
               {-kInf, INT32_MIN, -128},
               {kNaN, 0, 0}};
  for (const auto& c : cases) {
    int32_t int32;
    int8_t int8;
    HWY_DYNAMIC_DISPATCH(NarrowInt32)(&c.value, 1, &int32);
    HWY_DYNAMIC_DISPATCH(NarrowInt8)(&c.value, 1, &int8);
    EXPECT_EQ(int32, c.as_int32) << c.value;
    EXPECT_EQ(int8, c.as_int8) << c.value;
  }
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
