#include "testing/verdicts.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/tensor/dtype.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<VendorVerdict> Judge(aclDataType dtype, const std::vector<double>& got,
                                 const std::vector<double>& truth) {
  std::vector<char> bytes(got.size() * DTypeBytes(dtype));
  for (size_t i = 0; i < got.size(); ++i)
    StoreElement(dtype, RoundTo(dtype, got[i]), bytes.data() + i * DTypeBytes(dtype));
  return VendorVerdicts(dtype, bytes.data(), truth);
}

bool Mixed(aclDataType dtype, const std::vector<double>& got, const std::vector<double>& truth) {
  const auto verdicts = Judge(dtype, got, truth);
  EXPECT_STREQ(verdicts.at(0).standard, "cann-mixed@2026-09");
  return verdicts[0].passed;
}

bool Relative(aclDataType dtype, const std::vector<double>& got, const std::vector<double>& truth) {
  const auto verdicts = Judge(dtype, got, truth);
  EXPECT_STREQ(verdicts.at(1).standard, "cann-mere-mare@en");
  return verdicts[1].passed;
}

TEST(VendorVerdicts, CorrectlyRoundedResultsPassBoth) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const std::vector<double> truth = {0.1,   -3.3, 0,         -0.0,      1e-7,
                                       1e300, kNan, kInfinity, -kInfinity};
    for (const VendorVerdict& verdict : Judge(dtype, truth, truth)) {
      EXPECT_TRUE(verdict.passed) << verdict.standard << DTypeName(dtype);
      EXPECT_EQ(verdict.max_abs_error, 0);
      EXPECT_EQ(verdict.max_rel_error, 0);
    }
  }
}

TEST(VendorVerdicts, MixedHasTheToleranceOfTheType) {
  // Elements at g = 1: atol + rtol is 2^-8, 2^-5 and 2^-10 + 2^-16.
  EXPECT_TRUE(Mixed(ACL_FLOAT16, {1 + 0x1p-8}, {1}));
  EXPECT_FALSE(Mixed(ACL_FLOAT16, {1 + 0x1p-8 + 0x1p-10}, {1}));
  EXPECT_TRUE(Mixed(ACL_BF16, {1 + 0x1p-5}, {1}));
  EXPECT_FALSE(Mixed(ACL_BF16, {1 + 0x1p-5 + 0x1p-7}, {1}));
  EXPECT_TRUE(Mixed(ACL_FLOAT, {1 + 0x1p-10 + 0x1p-16}, {1}));
  EXPECT_FALSE(Mixed(ACL_FLOAT, {1 + 0x1p-10 + 0x1p-16 + 0x1p-23}, {1}));
}

TEST(VendorVerdicts, MixedForgivesOneInAHundredUpToALimit) {
  std::vector<double> truth(100, 0.5), got = truth;
  got[7] += 0.09;  // below the fixed limit of 0.1
  const std::vector<VendorVerdict> verdicts = Judge(ACL_FLOAT16, got, truth);
  EXPECT_TRUE(verdicts[0].passed);
  EXPECT_EQ(verdicts[0].matching_share, 0.99);
  EXPECT_NEAR(verdicts[0].max_abs_error, 0.09, 1e-3);
  got[8] += 0.09;
  EXPECT_FALSE(Mixed(ACL_FLOAT16, got, truth));
  got = truth;
  got[7] += 0.11;
  EXPECT_FALSE(Mixed(ACL_FLOAT16, got, truth));
  got[7] = kNan;
  EXPECT_FALSE(Mixed(ACL_FLOAT16, got, truth));
  // At 1024 a ULP of float16 is 1: 32 of them are the limit.
  std::vector<double> large(100, 1024), near = large;
  near[0] = 1024 + 32;
  EXPECT_TRUE(Mixed(ACL_FLOAT16, near, large));
  near[0] = 1024 + 33;
  EXPECT_FALSE(Mixed(ACL_FLOAT16, near, large));
}

TEST(VendorVerdicts, RelativeLimitsMeanAndMaximum) {
  // T = 2^-13 for float32.
  EXPECT_TRUE(Relative(ACL_FLOAT, {1 + 0x1p-14}, {1}));
  EXPECT_FALSE(Relative(ACL_FLOAT, {1 + 0x1p-13}, {1}));
  std::vector<double> truth(1000, 2), got = truth;
  got[0] *= 1 + 9 * 0x1p-13;
  EXPECT_TRUE(Relative(ACL_FLOAT, got, truth));
  got[0] = 2 * (1 + 10 * 0x1p-13);
  EXPECT_FALSE(Relative(ACL_FLOAT, got, truth));
  EXPECT_FALSE(Relative(ACL_FLOAT16, {0x1p-20}, {0}));
  EXPECT_TRUE(Relative(ACL_FLOAT16, {1 + 0x1p-10, 1, 1}, {1, 1, 1}));
  EXPECT_TRUE(Relative(ACL_BF16, {1 + 0x1p-7, 1, 1}, {1, 1, 1}));
  EXPECT_FALSE(Relative(ACL_BF16, {1 + 0x1p-7}, {1}));
}

TEST(VendorVerdicts, CatchNoneOfWhatTheUlpGateIsFor) {
  // What facts/conformance.md says of the standard: a gradient of GELU that is 0 from -2.89 on
  // passes in bfloat16.
  EXPECT_TRUE(Mixed(ACL_BF16, {0, 0}, {-0.0106, -0.0085}));
}

TEST(VendorVerdicts, OnlyForFloats) {
  const int32_t got = 1;
  EXPECT_TRUE(VendorVerdicts(ACL_INT32, &got, {1.0}).empty());
  EXPECT_EQ(Judge(ACL_FLOAT, {}, {}).size(), 2u);
  EXPECT_TRUE(Judge(ACL_FLOAT, {}, {})[0].passed);
}

TEST(WhyMistrusted, SaysWhatCouldNotFail) {
  std::vector<double> truth(16, 0.25);
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "100 % of 16 results are 0.25");
  truth.pop_back();
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "") << "small cases may be as they are";
  truth.assign(20, 0);
  for (int i = 0; i < 10; ++i) truth[i] = 1 + i;
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "");
  truth[0] = -0.0;
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "55 % of 20 results are 0");
  truth.assign(20, 0);
  for (int i = 0; i < 10; ++i) truth[i] = 1 + i;
  truth[0] = 1e-30;  // rounds to 0 in float16
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "");
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT16, truth), "55 % of 20 results are 0");
  truth.assign(20, kNan);
  for (int i = 0; i < 9; ++i) truth[i] = 1 + i;
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "55 % of 20 results are infinite or NaN");
  truth.assign(100, 0);
  for (int i = 0; i < 60; ++i) truth[i] = -INFINITY;
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth), "60 % of 100 results are infinite or NaN");
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth, /*few_values=*/true), "")
      << "one of the two results may be infinite";
  truth.assign(100, 1);
  for (int i = 0; i < 4; ++i) truth[i] = -1;
  EXPECT_EQ(WhyMistrusted(ACL_FLOAT, truth, /*few_values=*/true), "96 % of 100 results are 1");
}

TEST(Names, AreDistinctAndFoundAgain) {
  std::set<std::string> names;
  for (const CaseStatus status : {CaseStatus::kUntested, CaseStatus::kPassed, CaseStatus::kFailed,
                                  CaseStatus::kSkipped, CaseStatus::kMistrusted}) {
    EXPECT_TRUE(names.insert(StatusName(status)).second);
  }
  for (const SkipReason reason :
       {SkipReason::kNone, SkipReason::kKnownFailure, SkipReason::kOtherProduct,
        SkipReason::kNoFunction, SkipReason::kNotReturned}) {
    EXPECT_TRUE(names.insert(SkipReasonName(reason)).second);
    EXPECT_EQ(SkipReasonFromName(SkipReasonName(reason)), reason);
  }
  EXPECT_EQ(SkipReasonFromName("too_lazy"), SkipReason::kNone);
}

}  // namespace
}  // namespace openaclnn::testing
