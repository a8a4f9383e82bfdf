// Calls an operator with all 65,536 float16 and all bfloat16 inputs, each with several gradients, in every mode, through the C API, and
// compares with the oracle. exhaustive.bzl sets the flags.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "acl/acl.h"
#include "runtime/rules/rules.h"
#include "runtime/tensor/dtype.h"
#include "testing/cases.h"
#include "testing/invoke.h"
#include "testing/oracle/oracle.h"
#include "testing/session.h"
#include "testing/ulp.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator, for its accuracy (set by the build)");
ABSL_FLAG(std::string, function, "", "the C function, such as aclnnGeluBackwardV2");
ABSL_FLAG(std::string, oracle, "", "the function of testing/oracle it must agree with, such as GeluErfDerivative");
ABSL_FLAG(std::vector<std::string>, args, {}, "its parameters in order: gradient, x, output, string:TEXT, int:NUMBER, bool:0, bool:1");
ABSL_FLAG(std::string, product, "atlas_a2", "the product");

namespace openaclnn::testing {
namespace {

constexpr int64_t kInputs = 65536;
// The truth is rounded to float64: at least 42 more bits than the types tested have.
constexpr double kTruthUlp = 0x1p-42;

absl::StatusOr<Function> FindOracle(const std::string& name) {
  std::string known;
  for (const Function function : AllFunctions()) {
    if (name == FunctionName(function)) return function;
    absl::StrAppend(&known, " ", FunctionName(function));
  }
  return absl::InvalidArgumentError(absl::StrCat("no oracle function '", name, "'; there are", known));
}

// A tensor of all kInputs elements, owned.
class Tensor {
 public:
  Tensor(aclDataType dtype, const std::vector<uint16_t>& elements) {
    const size_t bytes = elements.size() * sizeof(uint16_t);
    if (aclrtMalloc(&memory_, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return;
    std::memcpy(memory_, elements.data(), bytes);
    const int64_t shape = static_cast<int64_t>(elements.size());
    tensor_ = aclCreateTensor(&shape, 1, dtype, nullptr, 0, ACL_FORMAT_ND, &shape, 1, memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() {
    aclDestroyTensor(tensor_);
    if (memory_ != nullptr) aclrtFree(memory_);
  }
  const aclTensor* get() const { return tensor_; }
  const uint16_t* elements() const { return static_cast<const uint16_t*>(memory_); }

 private:
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

class Sweep {
 public:
  Sweep(const Invocation& invocation, Function oracle, std::vector<std::string> parameters)
      : invocation_(invocation), oracle_(oracle), parameters_(std::move(parameters)) {}

  bool has_gradient() const {
    for (const std::string& parameter : parameters_) {
      if (parameter == "gradient") return true;
    }
    return false;
  }

  // All inputs with one gradient. Prints failures, and returns false if there are any.
  absl::StatusOr<bool> Run(const Session& session, absl::string_view mode, aclDataType dtype, double gradient, double bound) const {
    uint16_t gradient_bits = 0;
    for (uint32_t bits = 0; bits < kInputs; ++bits) {
      const auto element = static_cast<uint16_t>(bits);
      if (ElementValue(dtype, &element) == gradient) gradient_bits = element;
    }
    std::vector<uint16_t> all(kInputs);
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
    const Tensor x(dtype, all), g(dtype, std::vector<uint16_t>(kInputs, gradient_bits)), output(dtype, std::vector<uint16_t>(kInputs, 0x5a5a));
    std::vector<Arg> args;
    for (const std::string& parameter : parameters_) {
      absl::StatusOr<Arg> arg = ArgOf(parameter, g, x, output);
      if (!arg.ok()) return arg.status();
      args.push_back(*arg);
    }
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    if (absl::Status status = CheckCall("phase 1", invocation_.get_workspace_size(args, &workspace_size, &executor)); !status.ok()) return status;
    void* workspace = nullptr;
    if (workspace_size > 0) {
      if (absl::Status status = CheckCall("aclrtMalloc", aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST)); !status.ok()) return status;
    }
    absl::Status status = CheckCall("phase 2", invocation_.run(workspace, workspace_size, executor, session.stream()));
    if (status.ok()) status = CheckCall("aclrtSynchronizeStream", aclrtSynchronizeStream(session.stream()));
    if (workspace != nullptr) aclrtFree(workspace);
    if (!status.ok()) return status;

    std::vector<double> truth(kInputs);
    for (size_t i = 0; i < truth.size(); ++i) truth[i] = OracleRounded(oracle_, gradient, ElementValue(dtype, &all[i]), Format::kFloat64);
    const Comparison verdict = Compare(dtype, output.elements(), truth, {.ulp = bound, .truth_ulp = kTruthUlp});
    std::printf("%s %s %s gradient %.9g: %d of %d wrong, %d not the nearest, greatest error %.9g ULP, bound %.9g\n", FunctionName(oracle_),
                std::string(DTypeName(dtype)).c_str(), std::string(mode).c_str(), gradient, static_cast<int>(verdict.failed),
                static_cast<int>(verdict.count), static_cast<int>(verdict.inexact), verdict.max_ulp, bound);
    for (const int64_t i : verdict.failures) {
      const uint16_t* got = output.elements() + i;
      std::printf("  x = %s (%.9g): got %s (%.9g), want %s (%.17g), error %.9g ULP\n", ElementHex(dtype, &all[i]).c_str(), ElementValue(dtype, &all[i]),
                  ElementHex(dtype, got).c_str(), ElementValue(dtype, got), ValueHex(dtype, RoundTo(dtype, truth[i])).c_str(), truth[i],
                  UlpError(dtype, ElementValue(dtype, got), truth[i], kTruthUlp));
    }
    return verdict.passed();
  }

 private:
  static absl::StatusOr<Arg> ArgOf(absl::string_view parameter, const Tensor& gradient, const Tensor& x, const Tensor& output) {
    int64_t number;
    absl::string_view value = parameter;
    if (parameter == "gradient") return Arg::Of(gradient.get());
    if (parameter == "x") return Arg::Of(x.get());
    if (parameter == "output") return Arg::Of(output.get());
    // A view into the flag's own text, which ends with it.
    if (absl::ConsumePrefix(&value, "string:")) return Arg::Of(value.data());
    if (absl::ConsumePrefix(&value, "int:") && absl::SimpleAtoi(value, &number)) return Arg::Of(number);
    if (parameter == "bool:0" || parameter == "bool:1") return Arg::Of(parameter == "bool:1");
    return absl::InvalidArgumentError(absl::StrCat("--args: '", parameter, "' is not one of gradient, x, output, string:TEXT, int:NUMBER, bool:0, bool:1"));
  }

  const Invocation& invocation_;
  Function oracle_;
  std::vector<std::string> parameters_;
};

absl::StatusOr<bool> RunAll() {
  const absl::StatusOr<CaseFile> file = CaseFile::Open(absl::GetFlag(FLAGS_cases), {.glob = ""});  // no case, only what is said of all
  if (!file.ok()) return file.status();
  const absl::StatusOr<Function> oracle = FindOracle(absl::GetFlag(FLAGS_oracle));
  if (!oracle.ok()) return oracle.status();
  const Invocation* invocation = nullptr;
  for (const Invocation& candidate : Invocations()) {
    if (absl::GetFlag(FLAGS_function) == candidate.function) invocation = &candidate;
  }
  if (invocation == nullptr) return absl::InvalidArgumentError(absl::StrCat("no function '", absl::GetFlag(FLAGS_function), "'"));
  const auto soc = file->socs.find(absl::GetFlag(FLAGS_product));
  if (soc == file->socs.end()) return absl::InvalidArgumentError(absl::StrCat("no product '", absl::GetFlag(FLAGS_product), "'"));
  const auto backend = file->accuracy.find("cpu");
  if (backend == file->accuracy.end()) return absl::InvalidArgumentError("the spec states no accuracy for the CPU backend");

  const Sweep sweep(*invocation, *oracle, absl::GetFlag(FLAGS_args));
  int sweeps = 0;
  bool passed = true;
  for (const auto& [mode, bounds] : backend->second) {
    absl::StatusOr<Session> session = Session::Start({soc->second, "cpu", mode, 0});
    if (!session.ok()) return session.status();
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
      const auto bound = bounds.find(std::string(DTypeName(dtype)));
      if (bound == bounds.end()) continue;
      // Exact; with rounding of its own; and so large that results overflow and tails are lifted out of the subnormal range.
      const double large = dtype == ACL_FLOAT16 ? 60000 : 0x1.8p126;
      const std::vector<double> gradients = sweep.has_gradient() ? std::vector<double>{1, -0.3, large} : std::vector<double>{1};
      for (const double gradient : gradients) {
        const absl::StatusOr<bool> ok = sweep.Run(*session, mode, dtype, RoundTo(dtype, gradient), bound->second);
        if (!ok.ok()) return ok.status();
        passed = passed && *ok;
        ++sweeps;
      }
    }
    if (absl::Status status = session->Stop(); !status.ok()) return status;
  }
  if (sweeps == 0) return absl::FailedPreconditionError("UNTESTED: the spec states no accuracy for a 16-bit type");
  return passed;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Compares an operator with the oracle on all 16-bit inputs.");
  absl::ParseCommandLine(argc, argv);
  const absl::StatusOr<bool> passed = openaclnn::testing::RunAll();
  if (!passed.ok()) {
    std::printf("ERROR: %s\n", std::string(passed.status().message()).c_str());
    return 1;
  }
  return *passed ? 0 : 1;
}
