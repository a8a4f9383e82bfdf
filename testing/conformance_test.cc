// The runner against an operator made for it: right, and wrong in every way it must notice. Cases and golden data are testing/testdata.
#include "testing/conformance.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "acl/acl.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "nlohmann/json.hpp"
#include "runtime/rules/errors.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

// --- the operator: out = gradOutput * self / 64, negated on demand ---

enum class Fault {
  kNone,
  kWrongConstant,
  kIgnoresAttribute,
  kTruncates,
  kNanToZero,
  kWrongInfinity,
  kFlushesSubnormals,
  kLastElementMissing,
  kWritesBehind,
  kWritesBetween,
  kWritesInput,
  kChangesWithRun,
  kChangesWithTarget,
  kChangesWithLayout,
  kReportsOtherTarget,
  kPhase1Fails,
  kPhase2Fails,
  kOverrunsWorkspace,
  kLeavesWorkspace,
  kAcceptsEverything,
  kOtherCode,
  kOtherWords,
  kNoRuleName,
  kNoMessage,
  kWritesSizeOnError,
  kWritesExecutorOnError,
  kWritesOutputOnError,
};

Fault fault = Fault::kNone;
int runs = 0;

struct Planned {
  const aclTensor* gradient;
  const aclTensor* self;
  const aclTensor* out;
  double factor;
} planned;

int Refuse(int code, const std::string& words, const Arg& out, uint64_t* workspace_size, aclOpExecutor** executor) {
  if (fault == Fault::kWritesSizeOnError) *workspace_size = 0;
  if (fault == Fault::kWritesExecutorOnError) *executor = nullptr;
  if (fault == Fault::kWritesOutputOnError && out.tensor != nullptr) *static_cast<char*>(out.tensor->data) ^= 1;
  if (fault == Fault::kNoMessage) return code;
  return Fail(fault == Fault::kOtherCode ? 561103 : code, words);
}

aclnnStatus Plan(const Arg& gradient, const Arg& self, const char* mode, const Arg& out, uint64_t* workspace_size,
                 aclOpExecutor** executor) {
  const auto refuse = [&](int code, const std::string& argument, const char* rule) {
    const std::string name = fault == Fault::kOtherWords ? "something" : argument;
    return Refuse(code, absl::StrCat("aclnnScaled: ", name, " is wrong", fault == Fault::kNoRuleName ? "" : rule), out, workspace_size,
                  executor);
  };
  if (fault != Fault::kAcceptsEverything) {
    if (self.tensor == nullptr) return refuse(161001, "self", " [R.null]");
    if (mode == nullptr) return refuse(161001, "mode", " [R.null]");
    if (!ElementCount(self.tensor->view.shape).has_value()) return refuse(161002, "self", " [R.tensor]");
    if (gradient.tensor->view.dtype == ACL_BF16 && std::string(aclrtGetSocName()) == "Ascend910A") {
      return refuse(161002, "gradOutput has dtype bfloat16", " [R.dtype]");
    }
    if (fault == Fault::kPhase1Fails) return refuse(161002, "everything", "");
  }
  planned = {gradient.tensor, self.tensor, out.tensor, mode != nullptr && std::string(mode) == "negated" ? -1 / 64.0 : 1 / 64.0};
  *workspace_size = fault == Fault::kOverrunsWorkspace || fault == Fault::kLeavesWorkspace ? 100 : 0;
  *executor = reinterpret_cast<aclOpExecutor*>(&planned);
  return 0;
}

aclnnStatus PlanScaled(absl::Span<const Arg> args, uint64_t* workspace_size, aclOpExecutor** executor) {
  return Plan(args[0], args[1], args[2].text, args[3], workspace_size, executor);
}

aclnnStatus PlanInplaceScaled(absl::Span<const Arg> args, uint64_t* workspace_size, aclOpExecutor** executor) {
  return Plan(args[0], args[1], "plain", args[1], workspace_size, executor);
}

void Store(aclDataType dtype, double value, char* place) {
  if (dtype == ACL_INT8) {
    *place = static_cast<char>(static_cast<int8_t>(RoundTo(dtype, value)));
    return;
  }
  const auto narrow = static_cast<float>(fault == Fault::kTruncates || dtype == ACL_FLOAT ? value : RoundTo(dtype, value));
  uint32_t bits;
  std::memcpy(&bits, &narrow, 4);
  if (dtype == ACL_FLOAT) std::memcpy(place, &bits, 4);
  const auto half = static_cast<uint16_t>(bits >> 16);
  if (dtype == ACL_BF16) std::memcpy(place, &half, 2);
}

char* Place(const aclTensor* tensor, const Dims& shape, int64_t element) {
  const Dims strides = BroadcastStrides(tensor->view.shape, tensor->view.strides, shape);
  int64_t place = tensor->view.offset;
  for (size_t dim = shape.size(); dim-- > 0;) {
    place += element % shape[dim] * strides[dim];
    element /= shape[dim];
  }
  return static_cast<char*>(tensor->data) + place * static_cast<int64_t>(DTypeBytes(tensor->view.dtype));
}

aclnnStatus Run(void* workspace, uint64_t workspace_size, aclOpExecutor*, aclrtStream) {
  ++runs;
  const auto& [gradient, self, out, factor] = planned;
  if (fault == Fault::kPhase2Fails) return Fail(361001, "aclnnScaled: cannot");
  if (fault == Fault::kOverrunsWorkspace) {
    std::memset(workspace, 0, workspace_size);
    static_cast<char*>(workspace)[workspace_size] ^= 1;
  }
  const Dims& shape = out->view.shape;
  const aclDataType dtype = out->view.dtype;
  const int64_t count = *ElementCount(shape);
  for (int64_t i = 0; i < count; ++i) {
    if (fault == Fault::kLastElementMissing && i == count - 1) break;
    double value = ElementValue(dtype, Place(gradient, shape, i)) * ElementValue(dtype, Place(self, shape, i)) * factor;
    const bool is_nan = std::isnan(value);
    if (fault == Fault::kWrongConstant) value *= 1 + 0x1p-20;
    if (fault == Fault::kIgnoresAttribute) value = value / factor / 64;
    if (fault == Fault::kNanToZero && is_nan) value = 0;
    if (fault == Fault::kWrongInfinity && std::isinf(value)) value = std::copysign(3e38, value);
    if (fault == Fault::kFlushesSubnormals && std::fabs(value) < 0x1p-126) value = 0;
    // Small enough to be within the bound, were it not compared with other runs.
    const bool nudged = (fault == Fault::kChangesWithRun && runs >= 3) ||
                        (fault == Fault::kChangesWithLayout && out->view.strides[0] != 9) ||
                        (fault == Fault::kChangesWithTarget && hwy::SupportedTargets() == HWY_EMU128);
    Store(dtype, value, Place(out, shape, i));
    if (nudged && value == 0 && dtype == ACL_FLOAT) Store(dtype, -value, Place(out, shape, i));
  }
  char* const end = static_cast<char*>(out->data) + *ElementCount(out->storage_shape) * static_cast<int64_t>(DTypeBytes(dtype));
  if (fault == Fault::kWritesBehind) *end ^= 1;
  if (fault == Fault::kWritesBetween) end[-1] ^= 1;
  if (fault == Fault::kWritesInput) *Place(gradient, shape, 0) ^= 1;
  return 0;
}

const char* LastTarget() {
  if (fault == Fault::kReportsOtherTarget) return "other";
  return hwy::TargetName(hwy::SupportedTargets() & -hwy::SupportedTargets());
}

constexpr Invocation kInvocations[] = {{"aclnnScaled", &PlanScaled, &Run}, {"aclnnInplaceScaled", &PlanInplaceScaled, &Run}};

// --- the tests ---

struct Outcome {
  int code;
  std::string text;
};

ConformanceOptions Options() {
  ConformanceOptions options;
  options.cases = "testing/testdata/cases.json";
  options.golden = "testing/testdata/golden/scaled.safetensors";
  options.binary = "//testing:fixture";
  return options;
}

Outcome RunWith(Fault injected, const ConformanceOptions& options) {
  fault = injected;
  runs = 0;
  Outcome outcome;
  outcome.code =
      RunConformance(options, {kInvocations, &LastTarget, nullptr}, [&](absl::string_view text) { absl::StrAppend(&outcome.text, text); });
  fault = Fault::kNone;
  return outcome;
}

TEST(Conformance, RightOperatorPasses) {
  const Outcome outcome = RunWith(Fault::kNone, Options());
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  // 9 positive and 4 other cases; 3 positive ones and 1 other are on two products; two modes.
  EXPECT_TRUE(absl::StartsWith(outcome.text, "34 of 34 cases passed, 0 failed, 0 untested")) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "EMU128")) << outcome.text;
}

TEST(Conformance, EveryFaultIsReported) {
  const struct {
    Fault fault;
    const char* glob;
    const char* words;
  } kRows[] = {
      {Fault::kWrongConstant, "*", "elements of out are wrong"},
      {Fault::kIgnoresAttribute, "*negated*", "elements of out are wrong"},
      {Fault::kTruncates, "*bfloat16", "elements of out are wrong"},
      {Fault::kNanToZero, "*bfloat16", "want 0x7fc0 (nan), error inf ULP"},
      {Fault::kWrongInfinity, "*bfloat16", "(inf)"},
      {Fault::kFlushesSubnormals, "*", "elements of out are wrong"},
      {Fault::kLastElementMissing, "*4x9.contiguous", "out[3, 8] (element 35 of 36, in the remainder of 4)"},
      {Fault::kWritesBehind, "*", "memory of out was changed where it must not be: 0 bytes behind the memory"},
      {Fault::kWritesBetween, "*strided", "memory of out was changed where it must not be: byte 287 of 288"},
      {Fault::kWritesInput, "*4x9.contiguous", "memory of gradOutput was changed where it must not be: byte 0 of 144"},
      {Fault::kChangesWithRun, "*4x9.contiguous", "other bits than in the first run of the same values"},
      {Fault::kChangesWithTarget, "*4x9.contiguous", "other bits than in the first run of the same values"},
      {Fault::kChangesWithLayout, "aclnnScaled.plain.4x9.*", "other bits than in the first run of the same values"},
      {Fault::kReportsOtherTarget, "*", "the kernel ran on target 'other'"},
      {Fault::kPhase1Fails, "*4x9*", "phase 1 returned 161002: "},
      {Fault::kPhase2Fails, "*4x9*", "phase 2 returned 361001: "},
      {Fault::kOverrunsWorkspace, "*4x9*", "the workspace of 100 bytes was overrun: 0 bytes behind the memory"},
      {Fault::kLeavesWorkspace, "*4x9*", "asks for more workspace than is used: the last 100 of 100 bytes are untouched"},
      {Fault::kAcceptsEverything, "*null*", "returned 0, must return 161001 [R.null]"},
      {Fault::kOtherCode, "*null*", "returned 561103, must return 161001 [R.null]"},
      {Fault::kOtherWords, "*null*", "the message does not name 'self'"},
      {Fault::kNoRuleName, "*null*", "the message does not name the rule R.null"},
      {Fault::kNoMessage, "*null*", "message: (none)"},
      {Fault::kWritesSizeOnError, "*null*", "*workspaceSize was written"},
      {Fault::kWritesExecutorOnError, "*rejected*", "*executor was written"},
      {Fault::kWritesOutputOnError, "*rejected*", "memory of out was changed where it must not be: byte 0 of 4"},
  };
  for (const auto& row : kRows) {
    ConformanceOptions options = Options();
    options.selection.glob = row.glob;
    const Outcome outcome = RunWith(row.fault, options);
    EXPECT_EQ(outcome.code, 1) << row.words << "\n" << outcome.text;
    EXPECT_TRUE(absl::StrContains(outcome.text, row.words)) << row.words << "\n" << outcome.text;
    EXPECT_EQ(RunWith(Fault::kNone, options).code, 0);
  }
}

TEST(Conformance, ChangesBetweenThreadCountsAreReported) {
  ConformanceOptions options = Options();
  options.selection.glob = "aclnnScaled.plain.4x9.contiguous";
  options.target = "EMU128";  // one run for each number of threads; the third one differs
  const Outcome outcome = RunWith(Fault::kChangesWithRun, options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(absl::StrContains(outcome.text, "threads=2")) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "threads=8")) << outcome.text;
}

TEST(Conformance, FailureSaysHowToRunItAgain) {
  ConformanceOptions options = Options();
  options.selection.glob = "*4x9.contiguous";
  options.selection.product = "atlas_training";
  const Outcome outcome = RunWith(Fault::kWrongConstant, options);
  EXPECT_TRUE(absl::StrContains(outcome.text,
                                "again: tools/bazel run //testing:fixture -- --backend=cpu --product=atlas_training "
                                "--case='aclnnScaled.plain.4x9.contiguous' --mode=high_precision"))
      << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "inputs: gradOutput = 0x")) << outcome.text;
}

TEST(Conformance, AtMostTenFailuresArePrinted) {
  const Outcome outcome = RunWith(Fault::kWritesBehind, Options());
  size_t count = 0;
  for (size_t at = outcome.text.find("FAILED "); at != std::string::npos; at = outcome.text.find("FAILED ", at + 1)) ++count;
  EXPECT_EQ(count, 10u) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "24 failed, 0 untested")) << outcome.text;
}

TEST(Conformance, NothingSelectedIsAFailure) {
  ConformanceOptions options = Options();
  options.selection.glob = "none";
  EXPECT_EQ(RunWith(Fault::kNone, options).code, 1);
  options.selection.shards = 2;  // unless others run the rest
  EXPECT_EQ(RunWith(Fault::kNone, options).code, 0);
}

TEST(Conformance, RefusesWhatItCannotRun) {
  const auto text = [](auto change) {
    ConformanceOptions options = Options();
    change(options);
    const Outcome outcome = RunWith(Fault::kNone, options);
    EXPECT_EQ(outcome.code, 1);
    return outcome.text;
  };
  EXPECT_TRUE(absl::StrContains(text([](auto& options) { options.mode = "fast"; }), "no mode 'fast'"));
  EXPECT_TRUE(absl::StrContains(text([](auto& options) { options.backend = "npu"; }), "no accuracy for backend 'npu'"));
  EXPECT_TRUE(absl::StrContains(text([](auto& options) { options.target = "MMX"; }), "no target 'MMX'"));
  EXPECT_TRUE(absl::StrContains(text([](auto& options) { options.golden += "x"; }), "run: tools/golden/update scaled"));
}

// Golden data of another spec, or of which nobody knows how good they are, decide nothing.
TEST(Conformance, RefusesStaleOrUnknownGoldenData) {
  const auto read = [](const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  };
  const std::string folder = ::testing::TempDir();
  ConformanceOptions options = Options();
  std::ofstream(absl::StrCat(folder, "/scaled.safetensors"), std::ios::binary) << read(options.golden);
  const std::string manifest = read("testing/testdata/golden/MANIFEST.json");
  options.golden = absl::StrCat(folder, "/scaled.safetensors");
  const auto run = [&](const std::string& text) {
    std::ofstream(absl::StrCat(folder, "/MANIFEST.json"), std::ios::trunc) << text;
    return RunWith(Fault::kNone, options);
  };
  EXPECT_EQ(run(manifest).code, 0);
  EXPECT_TRUE(absl::StrContains(run(absl::StrReplaceAll(manifest, {{"fixture-1", "fixture-2"}})).text, "another spec"));
  EXPECT_TRUE(absl::StrContains(run(absl::StrReplaceAll(manifest, {{"max_ulp_error", "ulp"}})).text, "no error of the truth"));
  EXPECT_TRUE(absl::StrContains(run("").text, "cannot be read"));
}

TEST(Conformance, WritesResults) {
  ConformanceOptions options = Options();
  options.results = absl::StrCat(::testing::TempDir(), "/results.json");
  EXPECT_EQ(RunWith(Fault::kNone, options).code, 0);
  const auto results = nlohmann::json::parse(std::ifstream(options.results), nullptr, false);
  ASSERT_TRUE(results.is_object());
  EXPECT_EQ(results["op"], "scaled");
  EXPECT_EQ(results["cases"].size(), 34u);
  EXPECT_EQ(results["cases"][0]["status"], "PASSED");
  EXPECT_EQ(results["cases"][0]["outputs"]["out"]["count"], 36);
  EXPECT_LE(results["cases"][0]["outputs"]["out"]["max_ulp"], 0.5);
  EXPECT_EQ(results["pytorch"]["plain.float32.4x9"]["out"]["count"], 36);
}

}  // namespace
}  // namespace openaclnn::testing
