// Each backward is the gradient of its forward, through the C API, in float32: the backward at x is
// compared with the central difference (f(x + h) - f(x - h)) / 2h of the forward. Three errors
// bound |backward - gradient * difference|.
// * Rounding of the forward: (r(f(x + h)) + r(f(x - h))) / 2h, where r is what the specs promise: 2
//   ULP in the default mode, 0.50001 in high_precision (the mode is that of OPENACLNN_IMPL_MODE).
// * Truncation: the difference is the mean of f' over [x - h, x + h]. A mean over points x - t and
//   x + t is off from f'(x) by at most the largest |f'(x + t) + f'(x - t) - 2 f'(x)| / 2. For such
//   small h that is the one at t = h, which the oracle gives.
// * Rounding of the backward, likewise.
// h is 2^-7, less where that would cross a kink; points and steps are short numbers, so that all
// arguments are exact.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "acl/acl.h"
#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"
#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"
#include "gtest/gtest.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {
namespace {

using Values = std::vector<float>;

constexpr float kLargestStep = 0x1p-7f;
constexpr double kRange = 14;  // all of GELU's tail that float32 has
// In ULP, with room for the result that the gradient of SELU starts from, whose rounding is not
// divided by h.
double Promised() {
  static const bool precise = std::getenv("OPENACLNN_IMPL_MODE") != nullptr;
  return precise ? 0.51 : 2;
}

double Rounding(double value) {
  return Promised() * std::ldexp(1.0, std::max(value == 0 ? -149 : std::ilogb(value) - 23, -149));
}

// A float32 tensor of `columns` columns in device memory.
class Tensor {
 public:
  Tensor(const Values& values, int64_t columns) : size_(values.size()) {
    const int64_t shape[] = {static_cast<int64_t>(values.size()) / columns, columns};
    EXPECT_EQ(aclrtMalloc(&memory_, bytes(), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(memory_, bytes(), values.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
    handle_ = aclCreateTensor(shape, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 2, memory_);
  }
  ~Tensor() {
    EXPECT_EQ(aclDestroyTensor(handle_), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory_), ACL_SUCCESS);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;

  aclTensor* get() const { return handle_; }
  Values Read() const {
    Values values(size_);
    EXPECT_EQ(aclrtMemcpy(values.data(), bytes(), memory_, bytes(), ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return values;
  }

 private:
  size_t bytes() const { return size_ * sizeof(float); }

  size_t size_;
  void* memory_ = nullptr;
  aclTensor* handle_ = nullptr;
};

class KernelGradientTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  static void TearDownTestSuite() {
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }

  // Runs a function whose CPU kernel needs no workspace.
  template <typename Plan>
  static void Run(Plan plan, aclnnStatus (*execute)(void*, uint64_t, aclOpExecutor*, aclrtStream)) {
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(plan(&workspace_size, &executor), ACL_SUCCESS) << aclGetRecentErrMsg();
    ASSERT_EQ(workspace_size, 0u);
    ASSERT_EQ(execute(nullptr, 0, executor, stream_), ACL_SUCCESS) << aclGetRecentErrMsg();
    ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  }

  // An operator of one or two inputs and one output, all of the same shape.
  template <typename GetWorkspaceSize, typename Execute>
  static Values Call(GetWorkspaceSize get_workspace_size, Execute execute, const Values& a) {
    const Tensor in(a, 1), out(Values(a.size()), 1);
    Run([&](auto... last) { return get_workspace_size(in.get(), out.get(), last...); }, execute);
    return out.Read();
  }
  template <typename GetWorkspaceSize, typename Execute>
  static Values Call(GetWorkspaceSize get_workspace_size, Execute execute, const Values& a,
                     const Values& b) {
    const Tensor in_a(a, 1), in_b(b, 1), out(Values(a.size()), 1);
    Run(
        [&](auto... last) {
          return get_workspace_size(in_a.get(), in_b.get(), out.get(), last...);
        },
        execute);
    return out.Read();
  }

  static aclrtStream stream_;
};

aclrtStream KernelGradientTest::stream_ = nullptr;

// x and the steps to both sides, with gradients and factors of several signs and sizes.
struct Grid {
  explicit Grid(const std::vector<float>& kinks) {
    for (double at = -kRange; at <= kRange; at += 0x1p-7) Add(static_cast<float>(at), kinks);
    for (float kink : kinks) {
      for (int i = 1; i <= 12; ++i) {
        Add(kink - std::ldexp(1.0f, -i), kinks);
        Add(kink + std::ldexp(1.0f, -i), kinks);
      }
    }
  }
  void Add(float at, const std::vector<float>& kinks) {
    if (std::find(kinks.begin(), kinks.end(), at) != kinks.end()) return;
    float h = kLargestStep;
    for (float kink : kinks) h = std::min(h, std::abs(at - kink) / 2);
    // A power of two, so that 2h divides exactly and x + h needs few bits.
    h = std::ldexp(1.0f, std::ilogb(h));
    constexpr float kGradients[] = {1, -2, 0.375f, 1000};
    constexpr float kFactors[] = {1, -1.5f, 3, 0.25f, -8};
    gradient.push_back(kGradients[x.size() % 4]);
    factor.push_back(kFactors[x.size() % 5]);
    x.push_back(at);
    step.push_back(h);
    left.push_back(at - h);
    right.push_back(at + h);
  }

  Values x, step, left, right, gradient, factor;
};

double Derivative(absl::string_view function, double x) {
  if (function == "SeluDerivative") x = OracleRounded(OracleNamed("Selu"), {x}, Format::kFloat64);
  return OracleRounded(OracleNamed(function), {x}, Format::kFloat64);
}

// got: the backward at grid.x; f_left, f_right: the forward beside it; factor: what the forward
// multiplies its function with.
void ExpectGradient(const Grid& grid, absl::string_view derivative, const Values& f_left,
                    const Values& f_right, const Values& factor, const Values& got) {
  ASSERT_EQ(got.size(), grid.x.size());
  int wrong = 0;
  for (size_t i = 0; i < grid.x.size() && wrong < 3; ++i) {
    const double width = 2.0 * grid.step[i];
    const double difference = (static_cast<double>(f_right[i]) - f_left[i]) / width;
    const double rounding = (Rounding(f_right[i]) + Rounding(f_left[i])) / width;
    const double bend = Derivative(derivative, grid.right[i]) +
                        Derivative(derivative, grid.left[i]) -
                        2 * Derivative(derivative, grid.x[i]);
    const double truncation = std::abs(factor[i] * bend) / 2;
    const double bound = std::abs(grid.gradient[i]) * (rounding + truncation) + Rounding(got[i]);
    const double error = std::abs(got[i] - grid.gradient[i] * difference);
    EXPECT_LE(error, bound) << "x = " << grid.x[i] << ", gradient " << grid.gradient[i]
                            << ", factor " << factor[i] << ": backward " << got[i]
                            << ", difference of the forward " << grid.gradient[i] * difference;
    if (!(error <= bound)) ++wrong;
  }
}

TEST_F(KernelGradientTest, Gelu) {
  const Grid grid({});
  const Values ones(grid.x.size(), 1);
  for (bool tanh : {false, true}) {
    SCOPED_TRACE(tanh ? "tanh" : "none");
    const auto forward_plan = [&](const aclTensor* x, aclTensor* y, auto... last) {
      return aclnnGeluV2GetWorkspaceSize(x, tanh ? 1 : 0, y, last...);
    };
    const auto backward_plan = [&](const aclTensor* gradient, const aclTensor* x, aclTensor* out,
                                   auto... last) {
      std::string form = tanh ? "tanh" : "none";
      return aclnnGeluBackwardV2GetWorkspaceSize(gradient, x, form.data(), out, last...);
    };
    ExpectGradient(grid, tanh ? "GeluTanhDerivative" : "GeluErfDerivative",
                   Call(forward_plan, aclnnGeluV2, grid.left),
                   Call(forward_plan, aclnnGeluV2, grid.right), ones,
                   Call(backward_plan, aclnnGeluBackwardV2, grid.gradient, grid.x));
  }
}

// The functions without a parameter for the form.
TEST_F(KernelGradientTest, GeluOfOneForm) {
  const Grid grid({});
  ExpectGradient(grid, "GeluTanhDerivative", Call(aclnnGeluGetWorkspaceSize, aclnnGelu, grid.left),
                 Call(aclnnGeluGetWorkspaceSize, aclnnGelu, grid.right), Values(grid.x.size(), 1),
                 Call(aclnnGeluBackwardGetWorkspaceSize, aclnnGeluBackward, grid.gradient, grid.x));
}

// The derivative of SELU is computed from its result.
TEST_F(KernelGradientTest, Selu) {
  const Grid grid({0});
  const auto selu = [](const Values& x) { return Call(aclnnSeluGetWorkspaceSize, aclnnSelu, x); };
  ExpectGradient(
      grid, "SeluDerivative", selu(grid.left), selu(grid.right), Values(grid.x.size(), 1),
      Call(aclnnSeluBackwardGetWorkspaceSize, aclnnSeluBackward, grid.gradient, selu(grid.x)));
}

// Both functions, which differ at the kinks only.
TEST_F(KernelGradientTest, Hardswish) {
  const Grid grid({-3, 3});
  const Values ones(grid.x.size(), 1);
  const Values left = Call(aclnnHardswishGetWorkspaceSize, aclnnHardswish, grid.left);
  const Values right = Call(aclnnHardswishGetWorkspaceSize, aclnnHardswish, grid.right);
  ExpectGradient(
      grid, "HardswishDerivative", left, right, ones,
      Call(aclnnHardswishBackwardGetWorkspaceSize, aclnnHardswishBackward, grid.gradient, grid.x));
  ExpectGradient(grid, "HardswishDerivativeOuter", left, right, ones,
                 Call(aclnnHardswishBackwardV2GetWorkspaceSize, aclnnHardswishBackwardV2,
                      grid.gradient, grid.x));
}

// GeGLU of rows of two numbers, of which one is activated.
class GeGluGradientTest : public KernelGradientTest {
 protected:
  struct Form {
    int64_t approximate;
    bool activate_left;
    bool v3;  // the functions with a parameter for the side, or those without
  };
  struct Halves {
    Values activated, other;
  };
  struct Results {
    Values out, gelu;
  };

  static Values Join(const Form& form, const Halves& halves) {
    Values rows;
    for (size_t i = 0; i < halves.other.size(); ++i) {
      rows.push_back(form.activate_left ? halves.activated[i] : halves.other[i]);
      rows.push_back(form.activate_left ? halves.other[i] : halves.activated[i]);
    }
    return rows;
  }

  static Results Forward(const Form& form, const Halves& halves) {
    const Values zeros(halves.other.size());
    const Tensor self(Join(form, halves), 2), out(zeros, 1), gelu(zeros, 1);
    if (form.v3) {
      Run(
          [&](auto... last) {
            return aclnnGeGluV3GetWorkspaceSize(self.get(), -1, form.approximate,
                                                form.activate_left, out.get(), gelu.get(), last...);
          },
          aclnnGeGluV3);
    } else {
      Run(
          [&](auto... last) {
            return aclnnGeGluGetWorkspaceSize(self.get(), -1, form.approximate, out.get(),
                                              gelu.get(), last...);
          },
          aclnnGeGlu);
    }
    return {out.Read(), gelu.Read()};
  }

  static Halves Backward(const Form& form, const Values& gradient, const Halves& halves,
                         const Values& gelu) {
    const Tensor in_gradient(gradient, 1), self(Join(form, halves), 2), in_gelu(gelu, 1),
        result(Values(2 * gradient.size()), 2);
    if (form.v3) {
      Run(
          [&](auto... last) {
            return aclnnGeGluV3BackwardGetWorkspaceSize(in_gradient.get(), self.get(),
                                                        in_gelu.get(), -1, form.approximate,
                                                        form.activate_left, result.get(), last...);
          },
          aclnnGeGluV3Backward);
    } else {
      Run(
          [&](auto... last) {
            return aclnnGeGluBackwardGetWorkspaceSize(in_gradient.get(), self.get(), in_gelu.get(),
                                                      -1, form.approximate, result.get(), last...);
          },
          aclnnGeGluBackward);
    }
    const Values rows = result.Read();
    Halves split;
    for (size_t i = 0; i < rows.size(); i += 2) {
      split.activated.push_back(rows[i + (form.activate_left ? 0 : 1)]);
      split.other.push_back(rows[i + (form.activate_left ? 1 : 0)]);
    }
    return split;
  }
};

// The gradient of each half, given the forward's second output.
TEST_F(GeGluGradientTest, BothHalves) {
  const Grid grid({});
  for (const Form& form : {Form{0, false, true}, Form{0, true, true}, Form{1, false, true},
                           Form{1, true, true}, Form{0, false, false}, Form{1, false, false}}) {
    SCOPED_TRACE(std::string(form.approximate == 1 ? "tanh" : "none") +
                 (form.activate_left ? ", left" : ", right") + (form.v3 ? ", V3" : ""));
    const Values gelu = Forward(form, {grid.x, grid.factor}).gelu;
    const Halves got = Backward(form, grid.gradient, {grid.x, grid.factor}, gelu);
    ExpectGradient(grid, form.approximate == 1 ? "GeluTanhDerivative" : "GeluErfDerivative",
                   Forward(form, {grid.left, grid.factor}).out,
                   Forward(form, {grid.right, grid.factor}).out, grid.factor, got.activated);

    // out is linear in the other half, so a difference over any width has no truncation error. The
    // backward starts from a rounded GELU.
    Values less = grid.factor, more = grid.factor;
    for (float& value : less) value -= 1;
    for (float& value : more) value += 1;
    const Values f_less = Forward(form, {grid.x, less}).out;
    const Values f_more = Forward(form, {grid.x, more}).out;
    int wrong = 0;
    for (size_t i = 0; i < grid.x.size() && wrong < 3; ++i) {
      const double want = grid.gradient[i] * (static_cast<double>(f_more[i]) - f_less[i]) / 2;
      const double rounding = (Rounding(f_more[i]) + Rounding(f_less[i])) / 2 + Rounding(gelu[i]);
      const double error = std::abs(got.other[i] - want);
      const double bound = std::abs(grid.gradient[i]) * rounding + Rounding(got.other[i]);
      EXPECT_LE(error, bound) << "the other half at x = " << grid.x[i] << ": backward "
                              << got.other[i] << ", difference " << want;
      if (!(error <= bound)) ++wrong;
    }
  }
}

}  // namespace
}  // namespace openaclnn
