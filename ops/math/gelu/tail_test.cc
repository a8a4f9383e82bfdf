// GeGLU multiplies the derivative of GELU with two float32 numbers, so its tail is seen down to
// 2^-149 / 2^256: beyond the bounds that vector_forms_test checks.
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "testing/vector_forms/vector_forms.h"

namespace openaclnn {
namespace {

TEST(GeluTailTest, IsRightUnderTwoFactors) {
  constexpr double kLeastSeen = 0x1p-406;
  for (const char* name : {"GeluErfDerivative", "GeluTanhDerivative"}) {
    const VectorForm& form = *FindVectorForm(name);
    std::vector<float> x;
    for (int i = 0; i <= 1000; ++i) x.push_back(-6 - 0.02f * static_cast<float>(i));
    x.insert(x.end(), {-1e3f, -1e17f, -std::numeric_limits<float>::max(),
                       -std::numeric_limits<float>::infinity()});
    const std::vector<float> ones(x.size(), 1.0f);
    std::vector<double> got(x.size());
    form.in_double(ones.data(), x.data(), got.data(), x.size(), InDouble::kHighPrecision);
    for (size_t i = 0; i < x.size(); ++i) {
      const double exact = form.Exact(1, x[i], Format::kFloat64);
      if (std::abs(exact) >= kLeastSeen) {
        EXPECT_NEAR(got[i] / exact, 1, 0x1p-40) << name << " " << x[i];
      } else {
        EXPECT_LT(std::abs(got[i]), kLeastSeen) << name << " " << x[i];
        EXPECT_TRUE(std::signbit(got[i])) << name << " " << x[i];
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
