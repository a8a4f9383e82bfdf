#include "testing/bounds.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "acl/acl_base_rt.h"
#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

absl::StatusOr<std::vector<double>> Bounds(const std::string& formula, std::vector<int64_t> input,
                                           std::vector<int64_t> output) {
  static const std::vector<float> kValues = {1, 2, 3, 4, 5, 6, 7, 8};
  return ElementBounds(formula, output, [&](const std::string& name) -> std::optional<BoundInput> {
    if (name != "x") return std::nullopt;
    return BoundInput{ACL_FLOAT, input, reinterpret_cast<const char*>(kValues.data())};
  });
}
using Values = std::vector<double>;

TEST(Bounds, ElementByElement) {
  EXPECT_EQ(*Bounds("1 + x^2", {2, 2}, {2, 2}), (Values{2, 5, 10, 17}));
}

TEST(Bounds, Broadcasts) {
  EXPECT_EQ(*Bounds("x", {2}, {2, 2}), (Values{1, 2, 1, 2}));
  EXPECT_EQ(*Bounds("x", {2, 1}, {2, 3}), (Values{1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(*Bounds("x", {}, {2}), (Values{1, 1}));
}

TEST(Bounds, HalvesAndWholes) {
  EXPECT_EQ(*Bounds("x", {2, 4}, {2, 2}), (Values{3, 4, 7, 8}));
  EXPECT_EQ(*Bounds("-x", {4}, {2}), (Values{0, 0}));  // never below 0
  EXPECT_EQ(*Bounds("x", {2}, {4}), (Values{1, 2, 1, 2}));
}

TEST(Bounds, Empty) { EXPECT_EQ(*Bounds("x", {0}, {0}), Values()); }

TEST(Bounds, Refused) {
  EXPECT_FALSE(Bounds("x +", {2}, {2}).ok());
  EXPECT_FALSE(Bounds("y", {2}, {2}).ok());
  EXPECT_FALSE(Bounds("x", {3}, {2}).ok());
  EXPECT_FALSE(Bounds("x", {2, 2}, {2}).ok());
}

}  // namespace
}  // namespace openaclnn::testing
