// Runs an operator's device kernel on the simulated AI Core at every float32 input and compares the result with the function of ops/math in
// double, which is right to about 2^-50 (sweep_test.cc). Gradients are random: two of each input, with all digits and such an exponent that
// the result is normal wherever one can be. With --geglu it is GeGLU's gradient, which has another such factor, a small one.
//
// The greatest error is reported in ULP, and as a part of what the operator's spec allows there (--constant and --square: constant + square
// x^2 ULP for negative x, constant for the others).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"
#include "ops/math/evaluate.h"
#include "testing/oracle/oracle.h"
#include "testing/session.h"
#include "testing/sweep/sweep.h"
#include "testing/ulp.h"

ABSL_FLAG(std::string, soc, "Ascend910B3", "the chip that is simulated");
ABSL_FLAG(bool, geglu, false, "the gradient of GeGLU's activated half instead of GELU's");
ABSL_FLAG(double, constant, 1, "allowed, in ULP");
ABSL_FLAG(double, square, 0, "allowed besides for negative x, times x^2");

namespace openaclnn::testing {
namespace {

// Runs one block of inputs.
class Device {
 public:
  static absl::StatusOr<Device> Start(const std::string& soc) {
    absl::StatusOr<Session> session = Session::Start({.soc = soc, .backend = "aicore"});
    if (!session.ok()) return session.status();
    Device device(*session);
    for (float*& block : device.blocks_) {
      void* memory = nullptr;
      if (absl::Status status = CheckCall("aclrtMalloc", aclrtMalloc(&memory, 2 * kBytes, ACL_MEM_MALLOC_NORMAL_ONLY)); !status.ok()) {
        return status;
      }
      block = static_cast<float*>(memory);
      std::fill_n(block, 2 * kBlockSize, 0.0f);
    }
    return device;
  }
  absl::Status Stop() {
    for (float* block : blocks_) {
      if (absl::Status status = CheckCall("aclrtFree", aclrtFree(block)); !status.ok()) return status;
    }
    return session_.Stop();
  }

  // Each of kBlockSize elements. `other` is GeGLU's other half; empty: it is not GeGLU.
  absl::Status Run(Function function, const std::vector<float>& gradient, const std::vector<float>& x, const std::vector<float>& other,
                   std::vector<float>& out) {
    std::copy(gradient.begin(), gradient.end(), blocks_[kGradient]);
    std::copy(x.begin(), x.end(), blocks_[kInput]);
    std::copy(other.begin(), other.end(), blocks_[kInput] + kBlockSize);
    const int64_t halves = other.empty() ? 1 : 2;
    std::array<aclTensor*, kBlocks> tensors;
    for (size_t i = 0; i < kBlocks; ++i) {
      const int64_t shape[] = {i == kInput || i == kOutput ? halves * kBlockSize : kBlockSize};
      tensors[i] = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, blocks_[i]);
    }
    const absl::Status status =
        other.empty() ? Call(function, tensors[kGradient], tensors[kInput], tensors[kOutput])
                      : TwoPhases(aclnnGeGluV3BackwardGetWorkspaceSize, aclnnGeGluV3Backward, tensors[kGradient], tensors[kInput],
                                  tensors[kGelu], int64_t{0}, int64_t{function == Function::kGeluTanhDerivative}, true, tensors[kOutput]);
    for (aclTensor* tensor : tensors) aclDestroyTensor(tensor);
    std::copy_n(blocks_[kOutput], kBlockSize, out.begin());
    return status;
  }

 private:
  enum : size_t { kGradient, kInput, kGelu, kOutput, kBlocks };
  static constexpr size_t kBytes = kBlockSize * sizeof(float);

  explicit Device(const Session& session) : session_(session) {}

  absl::Status Call(Function function, aclTensor* g, aclTensor* x, aclTensor* y) {
    char none[] = "none", tanh[] = "tanh";
    switch (function) {
      case Function::kGeluErf:
        return TwoPhases(aclnnGeluV2GetWorkspaceSize, aclnnGeluV2, x, int64_t{0}, y);
      case Function::kGeluTanh:
        return TwoPhases(aclnnGeluV2GetWorkspaceSize, aclnnGeluV2, x, int64_t{1}, y);
      case Function::kSelu:
        return TwoPhases(aclnnSeluGetWorkspaceSize, aclnnSelu, x, y);
      case Function::kHardswish:
        return TwoPhases(aclnnHardswishGetWorkspaceSize, aclnnHardswish, x, y);
      case Function::kGeluErfDerivative:
        return TwoPhases(aclnnGeluBackwardV2GetWorkspaceSize, aclnnGeluBackwardV2, g, x, none, y);
      case Function::kGeluTanhDerivative:
        return TwoPhases(aclnnGeluBackwardV2GetWorkspaceSize, aclnnGeluBackwardV2, g, x, tanh, y);
      case Function::kSeluDerivative:
        return TwoPhases(aclnnSeluBackwardGetWorkspaceSize, aclnnSeluBackward, g, x, y);
      case Function::kHardswishDerivative:
        return TwoPhases(aclnnHardswishBackwardGetWorkspaceSize, aclnnHardswishBackward, g, x, y);
      default:
        return absl::InvalidArgumentError("no device kernel computes this function alone");
    }
  }

  template <typename Plan, typename Execute, typename... Argument>
  absl::Status TwoPhases(Plan plan, Execute execute, Argument... arguments) {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    if (absl::Status status = CheckCall("GetWorkspaceSize", plan(arguments..., &bytes, &executor)); !status.ok()) return status;
    if (bytes != 0) return absl::InternalError("one operand after the other needs no workspace");
    if (absl::Status status = CheckCall("the operator", execute(nullptr, 0, executor, session_.stream())); !status.ok()) return status;
    return CheckCall("aclrtSynchronizeStream", aclrtSynchronizeStream(session_.stream()));
  }

  Session session_;
  std::array<float*, kBlocks> blocks_ = {};  // the simulated device's memory is the host's
};

bool HasGradient(Function function) {
  switch (function) {
    case Function::kGeluErf:
    case Function::kGeluTanh:
    case Function::kSelu:
    case Function::kHardswish:
      return false;
    default:
      return true;
  }
}

struct Worst {
  double error = 0;
  float gradient = 1, x = 0;

  void Take(double candidate, float g, float at) {
    if (candidate <= error) return;
    *this = {candidate, g, at};
  }
};

int Run() {
  const std::optional<Function> function = SweptFunction();
  if (!function) return EXIT_FAILURE;
  absl::StatusOr<Device> device = Device::Start(absl::GetFlag(FLAGS_soc));
  if (!device.ok()) {
    std::printf("%s\n", device.status().ToString().c_str());
    return EXIT_FAILURE;
  }
  const double constant = absl::GetFlag(FLAGS_constant), square = absl::GetFlag(FLAGS_square);
  std::mt19937 random(1);
  const bool geglu = absl::GetFlag(FLAGS_geglu);
  std::vector<float> x, gradient(kBlockSize, 1.0f), other(geglu ? kBlockSize : 0), got(kBlockSize);
  std::vector<double> exact(kBlockSize);
  Worst ulp, part;
  int64_t checked = 0, wrong = 0;
  const auto number = [&](int exponent) { return std::ldexp(static_cast<float>(0x800000 + random() % 0x800000), exponent - 23); };
  const auto draw = [&] {
    for (float& factor : other) factor = number(static_cast<int>(random() % 2));
    std::fill(gradient.begin(), gradient.end(), 1.0f);
    EvaluateOnChosenTarget(*function, gradient.data(), x.data(), exact.data(), kBlockSize);
    for (uint32_t i = 0; i < kBlockSize; ++i) {
      const bool tiny = std::isfinite(exact[i]) && exact[i] != 0 && std::ilogb(exact[i]) < -100;
      const int exponent = tiny ? std::min(125, -20 - std::ilogb(exact[i])) : static_cast<int>(random() % 8);
      gradient[i] = number(exponent);
    }
  };
  absl::Status status;
  const auto check = [&] {
    for (int pass = 0; pass < (HasGradient(*function) ? 2 : 1) && status.ok(); ++pass) {
      if (HasGradient(*function)) draw();
      EvaluateOnChosenTarget(*function, gradient.data(), x.data(), exact.data(), kBlockSize);
      for (size_t i = 0; i < other.size(); ++i) exact[i] *= other[i];
      status = device->Run(*function, gradient, x, other, got);
      for (uint32_t i = 0; i < kBlockSize && status.ok(); ++i) {
        ++checked;
        const double negative = x[i] < 0 ? std::max(x[i], -20.0f) : 0;  // as in the specs: beyond, every result is 0
        const double allowed = constant + square * negative * negative;
        const double error = UlpError(ACL_FLOAT, got[i], exact[i], 0);
        if (!(error <= allowed) && ++wrong <= 10) {
          std::printf("gradient = %a, x = %a: got %a, want %a, error %.3f ULP\n", gradient[i], x[i], got[i], exact[i], error);
        }
        ulp.Take(error, gradient[i], x[i]);
        part.Take(error / allowed, gradient[i], x[i]);
      }
    }
  };
  ForEachBlock(x, check, [&] { return wrong; });
  if (absl::Status stopped = device->Stop(); status.ok()) status = stopped;
  if (!status.ok()) std::printf("%s\n", status.ToString().c_str());
  std::printf(
      "%s: %lld results, %lld beyond the bound; worst %.8f ULP with gradient %a at x = %a; worst part of the bound %.4f with gradient %a "
      "at x = %a\n",
      FunctionName(*function), static_cast<long long>(checked), static_cast<long long>(wrong), ulp.error, ulp.gradient, ulp.x, part.error,
      part.gradient, part.x);
  return status.ok() && wrong == 0 && checked > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::testing::Run();
}
