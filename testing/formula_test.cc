#include "testing/formula.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

double Value(const std::string& text, const std::vector<double>& values = {}) {
  const absl::StatusOr<Formula> formula = Formula::Parse(text);
  EXPECT_TRUE(formula.ok()) << formula.status();
  return formula.ok() ? formula->Evaluate(values) : -1;
}

TEST(Formula, Values) {
  EXPECT_EQ(Value("4"), 4);
  EXPECT_EQ(Value(" 1 + 2 * 3 - 4 / 8 "), 6.5);
  EXPECT_EQ(Value("2^3^2"), 512);
  EXPECT_EQ(Value("-2^2"), -4);
  EXPECT_EQ(Value("2^-1"), 0.5);
  EXPECT_EQ(Value("8 - 4 - 2"), 2);
  EXPECT_EQ(Value("(1 + 2) * (3 - 1)"), 6);
  EXPECT_EQ(Value("min(3, max(1, 2)) + abs(-4)"), 6);
}

TEST(Formula, Variables) {
  EXPECT_EQ(Value("4 + x^2", {-3}), 13);
  EXPECT_EQ(Value("self - grad * self", {2, 5}), -8);
  const absl::StatusOr<Formula> formula = Formula::Parse("b * a + b");
  ASSERT_TRUE(formula.ok());
  EXPECT_EQ(formula->variables(), (std::vector<std::string>{"b", "a"}));
}

TEST(Formula, NanIsNoBound) {
  EXPECT_EQ(Value("4 + min(max(x, -20), 0)^2", {std::nan("")}), 404);
  EXPECT_EQ(Value("4 + min(max(x, -20), 0)^2", {INFINITY}), 4);
}

TEST(Formula, Refused) {
  const struct {
    std::string text;
    const char* words;
  } kRows[] = {
      {"", "expected a number, a name or '(' at character 1"},
      {"4 +", "expected a number, a name or '(' at character 4"},
      {"4 x", "expected an operator or the end at character 3"},
      {"(4", "expected ')' at character 3"},
      {"sin(x)", "expected min, max or abs at character 1"},
      {"min(x)", "expected ',' at character 6"},
      {"1.2.3", "expected a number at character 1"},
      {"$", "expected a number, a name or '(' at character 1"},
      {std::string(100, '('), "expected less nesting"},
      {std::string(100, '-') + "1", "expected less nesting"},
  };
  for (const auto& row : kRows) {
    const absl::StatusOr<Formula> formula = Formula::Parse(row.text);
    ASSERT_FALSE(formula.ok()) << row.text;
    EXPECT_NE(std::string(formula.status().message()).find(row.words), std::string::npos)
        << formula.status();
  }
}

}  // namespace
}  // namespace openaclnn::testing
