#include "testing/formula.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace openaclnn::testing {

// Recursive descent; every method consumes what it is named after and appends its steps. After the
// first error nothing more is consumed.
class FormulaParser {
 public:
  explicit FormulaParser(absl::string_view text) : text_(text) {}

  absl::StatusOr<Formula> Parse() {
    Sum();
    if (error_.empty() && !AtEnd()) Fail("an operator or the end");
    if (!error_.empty()) return absl::InvalidArgumentError(error_);
    return std::move(formula_);
  }

 private:
  using Op = Formula::Op;
  // Deeper nesting is refused: the parser recurses.
  static constexpr int kMaxDepth = 50;

  bool AtEnd() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
    return at_ == text_.size();
  }
  bool Take(char c) {
    if (!error_.empty() || AtEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void Fail(absl::string_view expected) {
    if (error_.empty())
      error_ =
          absl::StrCat("formula \"", text_, "\": expected ", expected, " at character ", at_ + 1);
  }
  void Expect(char c) {
    if (!Take(c)) Fail(absl::StrCat("'", absl::string_view(&c, 1), "'"));
  }
  void Add(Op op) { formula_.steps_.push_back({op}); }

  void Sum() {
    Product();
    while (error_.empty()) {
      if (Take('+')) {
        Product();
        Add(Op::kAdd);
      } else if (Take('-')) {
        Product();
        Add(Op::kSubtract);
      } else {
        return;
      }
    }
  }

  void Product() {
    Sign();
    while (error_.empty()) {
      if (Take('*')) {
        Sign();
        Add(Op::kMultiply);
      } else if (Take('/')) {
        Sign();
        Add(Op::kDivide);
      } else {
        return;
      }
    }
  }

  void Sign() {
    if (++depth_ > kMaxDepth) return Fail("less nesting");
    if (Take('-')) {
      Sign();
      Add(Op::kNegate);
    } else {
      Power();
    }
    --depth_;
  }

  void Power() {
    Primary();
    if (Take('^')) {
      Sign();
      Add(Op::kPower);
    }
  }

  void Primary() {
    if (!error_.empty()) return;
    if (Take('(')) {
      Sum();
      return Expect(')');
    }
    const auto is_part = [&](char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; };
    if (AtEnd() || !is_part(text_[at_])) return Fail("a number, a name or '('");
    const size_t begin = at_;
    while (at_ < text_.size() && is_part(text_[at_])) ++at_;
    const absl::string_view word = text_.substr(begin, at_ - begin);
    if (absl::ascii_isdigit(word[0]) || word[0] == '.') {
      double number = 0;
      if (!absl::SimpleAtod(word, &number)) {
        at_ = begin;
        return Fail("a number");
      }
      formula_.steps_.push_back({Op::kNumber, number});
    } else if (Take('(')) {
      Sum();
      if (word == "abs") {
        Expect(')');
        return Add(Op::kAbs);
      }
      if (word != "min" && word != "max") {
        at_ = begin;
        return Fail("min, max or abs");
      }
      Expect(',');
      Sum();
      Expect(')');
      Add(word == "min" ? Op::kMin : Op::kMax);
    } else {
      auto& variables = formula_.variables_;
      const size_t number = static_cast<size_t>(
          std::find(variables.begin(), variables.end(), word) - variables.begin());
      if (number == variables.size()) variables.emplace_back(word);
      formula_.steps_.push_back({Op::kVariable, 0, number});
    }
  }

  const absl::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
  Formula formula_;
};

absl::StatusOr<Formula> Formula::Parse(absl::string_view text) {
  return FormulaParser(text).Parse();
}

double Formula::Evaluate(absl::Span<const double> values) const {
  absl::InlinedVector<double, 8> stack;
  for (const Step& step : steps_) {
    switch (step.op) {
      case Op::kNumber:
        stack.push_back(step.number);
        continue;
      case Op::kVariable:
        stack.push_back(values[step.variable]);
        continue;
      case Op::kNegate:
        stack.back() = -stack.back();
        continue;
      case Op::kAbs:
        stack.back() = std::fabs(stack.back());
        continue;
      default:
        break;
    }
    const double b = stack.back();
    stack.pop_back();
    double& a = stack.back();
    switch (step.op) {
      case Op::kAdd:
        a += b;
        break;
      case Op::kSubtract:
        a -= b;
        break;
      case Op::kMultiply:
        a *= b;
        break;
      case Op::kDivide:
        a /= b;
        break;
      case Op::kPower:
        a = std::pow(a, b);
        break;
      case Op::kMin:
        a = std::fmin(a, b);
        break;
      default:
        a = std::fmax(a, b);
        break;
    }
  }
  return stack.back();
}

}  // namespace openaclnn::testing
