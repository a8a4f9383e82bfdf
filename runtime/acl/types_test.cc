#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "acl/acl_base_rt.h"
#include "gtest/gtest.h"

namespace {

uint32_t Bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

float FromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

TEST(DataTypeSize, Table) {
  struct Row {
    int type;
    size_t bytes;
  };
  for (const Row& row : {Row{-1, 0}, {0, 4},  {1, 2},  {2, 1},  {3, 4},  {4, 1},  {5, 8},   {6, 2},
                         {7, 2},     {8, 4},  {9, 8},  {10, 8}, {11, 8}, {12, 1}, {13, 0},  {16, 8},
                         {17, 16},   {27, 2}, {29, 1}, {30, 1}, {33, 4}, {34, 1}, {35, 1},  {36, 1},
                         {37, 1},    {38, 8}, {39, 8}, {40, 8}, {41, 8}, {42, 8}, {1000, 8}}) {
    EXPECT_EQ(aclDataTypeSize(static_cast<aclDataType>(row.type)), row.bytes) << row.type;
  }
}

// The value by definition, in double.
double HalfValue(uint32_t half) {
  const int exponent = (half >> 10) & 31;
  const int fraction = half & 1023;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Float16, ToFloatEveryValue) {
  for (uint32_t half = 0; half < 65536; ++half) {
    ASSERT_EQ(Bits(aclFloat16ToFloat(static_cast<aclFloat16>(half))),
              Bits(static_cast<float>(HalfValue(half))))
        << std::hex << half;
  }
  EXPECT_EQ(aclFloat16ToFloat(0x7C00), 65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0xFC00), -65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0x7E00), 98304.0f);
}

TEST(Float16, FromFloatIsNearestEvenAndSaturates) {
  EXPECT_EQ(aclFloatToFloat16(65504.0f), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(65519.9f), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(65520.0f), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(1e30f), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(-1e30f), 0xFBFF);
  EXPECT_EQ(aclFloatToFloat16(std::numeric_limits<float>::infinity()), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(-std::numeric_limits<float>::infinity()), 0xFBFF);
  EXPECT_EQ(aclFloatToFloat16(FromBits(0x7FC00000)), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(FromBits(0xFFC00000)), 0xFBFF);
  EXPECT_EQ(aclFloatToFloat16(0.0f), 0x0000);
  EXPECT_EQ(aclFloatToFloat16(-0.0f), 0x8000);
  EXPECT_EQ(aclFloatToFloat16(FromBits(0x33000000)), 0x0000) << "the tie 2^-25";
  EXPECT_EQ(aclFloatToFloat16(FromBits(0x33000001)), 0x0001);
  EXPECT_EQ(aclFloatToFloat16(FromBits(0x00000001)), 0x0000);
  EXPECT_EQ(aclFloatToFloat16(FromBits(0xB3000001)), 0x8001);
}

// Around every half and every middle between two: the exact value, and its neighbours among floats.
TEST(Float16, FromFloatEveryBorder) {
  for (uint32_t half = 0; half < 0x7BFF; ++half) {
    const double low = HalfValue(half), high = HalfValue(half + 1);
    const float middle = static_cast<float>((low + high) / 2);
    ASSERT_EQ(static_cast<double>(middle), (low + high) / 2);
    const uint32_t even = (half & 1) == 0 ? half : half + 1;
    for (const uint32_t sign : {0u, 0x8000u}) {
      const auto convert = [sign](float value) {
        return aclFloatToFloat16(sign != 0 ? -value : value);
      };
      ASSERT_EQ(convert(static_cast<float>(low)), sign | half);
      ASSERT_EQ(convert(middle), sign | even) << std::hex << half;
      ASSERT_EQ(convert(std::nextafterf(middle, 0.0f)), sign | half) << std::hex << half;
      ASSERT_EQ(convert(std::nextafterf(middle, 1e10f)), sign | (half + 1)) << std::hex << half;
    }
  }
}

// Between the borders, too: every 251st float (a prime, so that all bits take part).
TEST(Float16, FromFloatIsMonotonicAndNearest) {
  uint32_t previous = 0;
  for (uint64_t bits = 0; bits < 0x47800000; bits += 251) {
    const float value = FromBits(static_cast<uint32_t>(bits));
    const uint32_t half = aclFloatToFloat16(value);
    ASSERT_GE(half, previous);
    ASSERT_LE(half, 0x7BFFu);
    const double error = std::abs(HalfValue(half) - value);
    for (const uint32_t other : {half - 1, half + 1}) {
      if (other > 0x7BFF) continue;  // also below 0
      ASSERT_LE(error, std::abs(HalfValue(other) - value)) << value;
    }
    previous = half;
  }
}

TEST(DataBuffer, LifeOfABuffer) {
  int data[4];
  aclDataBuffer* buffer = aclCreateDataBuffer(data, sizeof(data));
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), data);
  EXPECT_EQ(aclGetDataBufferSize(buffer), sizeof(data));
  EXPECT_EQ(aclUpdateDataBuffer(buffer, nullptr, size_t{1} << 33), 0);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), size_t{1} << 33);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), 0);
  EXPECT_EQ(aclDestroyDataBuffer(nullptr), 0);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclUpdateDataBuffer(buffer, data, 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclUpdateDataBuffer(nullptr, data, 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSize(buffer), 0u);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0u);
}

TEST(TensorDesc, LifeOfADescription) {
  const int64_t dims[] = {2, 3, 4};
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT16, 3, dims, ACL_FORMAT_NCHW);
  ASSERT_NE(desc, nullptr);
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_FLOAT16);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_NCHW);
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 3u);
  EXPECT_EQ(aclGetTensorDescElementCount(desc), 24u);
  EXPECT_EQ(aclGetTensorDescSize(desc), 48u);
  int64_t size = 0;
  EXPECT_EQ(aclGetTensorDescDimV2(desc, 2, &size), 0);
  EXPECT_EQ(size, 4);
  EXPECT_EQ(aclGetTensorDescDim(desc, 1), 3);
  EXPECT_EQ(aclGetTensorDescDim(desc, 3), -1);
  EXPECT_EQ(aclGetTensorDescDimV2(desc, 3, &size), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetTensorDescDimV2(desc, 0, nullptr), ACL_ERROR_INVALID_PARAM);
  aclDestroyTensorDesc(desc);
  aclDestroyTensorDesc(desc);
  aclDestroyTensorDesc(nullptr);
  EXPECT_EQ(aclGetTensorDescType(desc), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescFormat(desc), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescNumDims(desc), 0u);
  EXPECT_EQ(aclGetTensorDescElementCount(desc), 0u);
  EXPECT_EQ(aclGetTensorDescSize(nullptr), 0u);
  EXPECT_EQ(aclGetTensorDescDim(nullptr, 0), -1);
}

TEST(TensorDesc, SizesThatAreNotKnown) {
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, -1, nullptr, ACL_FORMAT_ND), nullptr);
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, nullptr, ACL_FORMAT_ND), nullptr);
  aclTensorDesc* scalar = aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND);
  EXPECT_EQ(aclGetTensorDescSize(scalar), 4u);
  aclDestroyTensorDesc(scalar);
  for (const int64_t first : {int64_t{-1}, int64_t{1} << 62}) {
    const int64_t dims[] = {first, 4};
    aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 2, dims, ACL_FORMAT_ND);
    EXPECT_EQ(aclGetTensorDescElementCount(desc), 0u);
    EXPECT_EQ(aclGetTensorDescSize(desc), 0u);
    aclDestroyTensorDesc(desc);
  }
}

}  // namespace
