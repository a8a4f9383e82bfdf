// The runner against an operator made for it: right, and wrong in every way it must notice. Cases
// and golden data are testing/testdata.
#include "testing/conformance.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "acl/acl.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "nlohmann/json.hpp"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"
#include "testing/random.h"
#include "testing/replay.h"
#include "testing/safetensors.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

// --- the operator: out = gradOutput * self / 64, negated on demand ---

enum class Fault {
  kNone,
  kWrongConstant,
  kWrongOnSecondProduct,
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
  kRemembersAddresses,
  kRunsLatestPlan,
  kChangesWithTarget,
  kChangesWithLayout,
  kReportsOtherTarget,
  kReportsNoTarget,  // as where there is nothing to compute
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
std::map<std::pair<const void*, int64_t>, double>
    remembered;  // address of the gradient and element -> result

struct Planned {
  const aclTensor* gradient;
  const aclTensor* self;
  const aclTensor* out;
  double factor;
};
std::deque<Planned> plans;  // executors are pointers to them

bool IsSecondProduct() { return std::string(aclrtGetSocName()) == "Ascend910A"; }

int Refuse(int code, const std::string& words, const Arg& out, uint64_t* workspace_size,
           aclOpExecutor** executor) {
  if (fault == Fault::kWritesSizeOnError) *workspace_size = 0;
  if (fault == Fault::kWritesExecutorOnError) *executor = nullptr;
  if (fault == Fault::kWritesOutputOnError && out.tensor != nullptr)
    *static_cast<char*>(TensorPool().Find(out.tensor)->data) ^= 1;
  if (fault == Fault::kNoMessage) return code;
  return Fail(fault == Fault::kOtherCode ? 561103 : code, words);
}

aclnnStatus Plan(const Arg& gradient, const Arg& self, const char* mode, const Arg& out,
                 uint64_t* workspace_size, aclOpExecutor** executor) {
  const auto refuse = [&](int code, const std::string& argument, const char* rule) {
    const std::string name = fault == Fault::kOtherWords ? "something" : argument;
    return Refuse(
        code,
        absl::StrCat("aclnnScaled: ", name, " is wrong", fault == Fault::kNoRuleName ? "" : rule),
        out, workspace_size, executor);
  };
  if (fault != Fault::kAcceptsEverything) {
    if (self.tensor == nullptr) return refuse(161001, "self", " [R.null]");
    if (mode == nullptr) return refuse(161001, "mode", " [R.null]");
    if (!ElementCount(TensorPool().Find(self.tensor)->view.shape).has_value())
      return refuse(161002, "self", " [R.tensor]");
    if (TensorPool().Find(gradient.tensor)->view.dtype == ACL_BF16 && IsSecondProduct()) {
      return refuse(161002, "gradOutput has dtype bfloat16", " [R.dtype]");
    }
    if (fault == Fault::kPhase1Fails) return refuse(161002, "everything", "");
  }
  plans.push_back({TensorPool().Find(gradient.tensor), TensorPool().Find(self.tensor),
                   TensorPool().Find(out.tensor),
                   mode != nullptr && std::string(mode) == "negated" ? -1 / 64.0 : 1 / 64.0});
  *workspace_size =
      fault == Fault::kOverrunsWorkspace || fault == Fault::kLeavesWorkspace ? 100 : 0;
  *executor = reinterpret_cast<aclOpExecutor*>(&plans.back());
  return 0;
}

aclnnStatus PlanScaled(std::span<const Arg> args, uint64_t* workspace_size,
                       aclOpExecutor** executor) {
  return Plan(args[0], args[1], args[2].text, args[3], workspace_size, executor);
}

aclnnStatus PlanInplaceScaled(std::span<const Arg> args, uint64_t* workspace_size,
                              aclOpExecutor** executor) {
  return Plan(args[0], args[1], "plain", args[1], workspace_size, executor);
}

void Store(aclDataType dtype, double value, char* place) {
  if (dtype == ACL_INT8) {
    *place = static_cast<char>(static_cast<int8_t>(RoundTo(dtype, value)));
    return;
  }
  const auto narrow = static_cast<float>(
      fault == Fault::kTruncates || dtype == ACL_FLOAT ? value : RoundTo(dtype, value));
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
  return static_cast<char*>(tensor->data) +
         place * static_cast<int64_t>(DTypeBytes(tensor->view.dtype));
}

// The slowest SIMD target that was compiled.
int64_t LeastTarget() { return hwy::SupportedAndGeneratedTargets().back(); }

aclnnStatus Run(void* workspace, uint64_t workspace_size, aclOpExecutor* executor, aclrtStream) {
  ++runs;
  const auto& [gradient, self, out, own_factor] = *reinterpret_cast<const Planned*>(executor);
  const double factor = fault == Fault::kRunsLatestPlan ? plans.back().factor : own_factor;
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
    double value = ElementValue(dtype, Place(gradient, shape, i)) *
                   ElementValue(dtype, Place(self, shape, i)) * factor;
    const bool is_nan = std::isnan(value);
    if (fault == Fault::kWrongConstant ||
        (fault == Fault::kWrongOnSecondProduct && IsSecondProduct())) {
      value *= 1 + 0x1p-20;
    }
    if (fault == Fault::kIgnoresAttribute) value = value / factor / 64;
    if (fault == Fault::kNanToZero && is_nan) value = 0;
    if (fault == Fault::kWrongInfinity && std::isinf(value)) value = std::copysign(3e38, value);
    if (fault == Fault::kFlushesSubnormals && std::fabs(value) < 0x1p-126) value = 0;
    if (fault == Fault::kRemembersAddresses)
      value = remembered.try_emplace({gradient->data, i}, value).first->second;
    // Small enough to be within the bound, were it not compared with other runs.
    const bool nudged =
        (fault == Fault::kChangesWithRun && runs >= 3) ||
        (fault == Fault::kChangesWithLayout && out->view.strides[0] != 9) ||
        (fault == Fault::kChangesWithTarget && hwy::SupportedTargets() == LeastTarget());
    Store(dtype, value, Place(out, shape, i));
    if (nudged && value == 0 && dtype == ACL_FLOAT) Store(dtype, -value, Place(out, shape, i));
  }
  char* const end = static_cast<char*>(out->data) +
                    *ElementCount(out->storage_shape) * static_cast<int64_t>(DTypeBytes(dtype));
  if (fault == Fault::kWritesBehind) *end ^= 1;
  if (fault == Fault::kWritesBetween) end[-1] ^= 1;
  if (fault == Fault::kWritesInput) *Place(gradient, shape, 0) ^= 1;
  return 0;
}

const char* TakeTarget() {
  if (fault == Fault::kReportsNoTarget) return "";
  if (fault == Fault::kReportsOtherTarget) return "other";
  return hwy::TargetName(hwy::SupportedTargets() & -hwy::SupportedTargets());
}

aclnnStatus Accept(aclOpExecutor*) { return 0; }

constexpr Invocation kInvocations[] = {{"aclnnScaled", &PlanScaled, &Run},
                                       {"aclnnInplaceScaled", &PlanInplaceScaled, &Run}};

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
  remembered.clear();
  plans.clear();
  Outcome outcome;
  outcome.code =
      RunConformance(options, {kInvocations, &TakeTarget, nullptr, &Accept, &Accept},
                     [&](absl::string_view text) { absl::StrAppend(&outcome.text, text); });
  fault = Fault::kNone;
  return outcome;
}

TEST(Conformance, RightOperatorPasses) {
  const Outcome outcome = RunWith(Fault::kNone, Options());
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  // 9 positive and 4 other cases; 3 positive ones and 1 other are on two products; two modes.
  EXPECT_TRUE(absl::StartsWith(outcome.text, "34 of 34 cases passed, 0 failed, 0 untested"))
      << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, hwy::TargetName(LeastTarget()))) << outcome.text;
}

TEST(Conformance, RunsWithoutAKernelHaveNoTarget) {
  const Outcome outcome = RunWith(Fault::kReportsNoTarget, Options());
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "targets: none")) << outcome.text;
}

TEST(Conformance, EveryFaultIsReported) {
  const struct {
    Fault fault;
    const char* glob;
    const char* words;
  } kRows[] = {
      {Fault::kWrongConstant, "*", "elements of out are wrong"},
      {Fault::kWrongOnSecondProduct, "*4x9.contiguous", "elements of out are wrong"},
      {Fault::kIgnoresAttribute, "*negated*", "elements of out are wrong"},
      {Fault::kTruncates, "*bfloat16", "elements of out are wrong"},
      {Fault::kNanToZero, "*bfloat16", "want 0x7fc0 (nan), error inf ULP"},
      {Fault::kWrongInfinity, "*bfloat16", "(inf)"},
      {Fault::kFlushesSubnormals, "*", "elements of out are wrong"},
      {Fault::kLastElementMissing, "*4x9.contiguous",
       "out[3, 8] (element 35 of 36, in the remainder of 4)"},
      {Fault::kLastElementMissing, "*4x9.contiguous", " as before the run: not written, want "},
      {Fault::kWritesBehind, "*",
       "memory of out was changed where it must not be: 0 bytes behind the memory"},
      {Fault::kWritesBetween, "*strided",
       "memory of out was changed where it must not be: byte 287 of 288"},
      {Fault::kWritesInput, "*4x9.contiguous",
       "memory of gradOutput was changed where it must not be: byte 0 of 144"},
      {Fault::kRunsLatestPlan, "*", "elements of out are wrong"},
      {Fault::kRemembersAddresses, "*plain.4x9.contiguous", "elements of out are wrong"},
      {Fault::kChangesWithRun, "*4x9.contiguous",
       "other bits than in the first run of the same values"},
      {Fault::kChangesWithTarget, "*4x9.contiguous",
       "other bits than in the first run of the same values"},
      {Fault::kChangesWithLayout, "aclnnScaled.plain.4x9.*",
       "other bits than in the first run of the same values"},
      {Fault::kReportsOtherTarget, "*", "the kernel ran on target 'other'"},
      {Fault::kPhase1Fails, "*4x9*", "phase 1 returned 161002: "},
      {Fault::kPhase2Fails, "*4x9*", "phase 2 returned 361001: "},
      {Fault::kOverrunsWorkspace, "*4x9*",
       "the workspace of 100 bytes was overrun: 0 bytes behind the memory"},
      {Fault::kLeavesWorkspace, "*4x9*",
       "asks for more workspace than is used: the last 100 of 100 bytes are untouched"},
      {Fault::kAcceptsEverything, "*null*", "returned 0, must return 161001 [R.null]"},
      {Fault::kOtherCode, "*null*", "returned 561103, must return 161001 [R.null]"},
      {Fault::kOtherWords, "*null*", "the message does not name 'self'"},
      {Fault::kNoRuleName, "*null*", "the message does not name the rule R.null"},
      {Fault::kNoMessage, "*null*", "message: (none)"},
      {Fault::kWritesSizeOnError, "*null*", "*workspaceSize was written"},
      {Fault::kWritesExecutorOnError, "*rejected*", "*executor was written"},
      {Fault::kWritesOutputOnError, "*rejected*",
       "memory of out was changed where it must not be: byte 0 of 4"},
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
  // A run with other values, and one for each number of threads: two, as the case is one chunk. The
  // last differs.
  options.target = hwy::TargetName(LeastTarget());
  const Outcome outcome = RunWith(Fault::kChangesWithRun, options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(absl::StrContains(outcome.text, "threads=1")) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "threads=3")) << outcome.text;
}

TEST(Conformance, ATargetIsTheOnlyOne) {
  ConformanceOptions options = Options();
  options.selection.glob = "aclnnScaled.plain.4x9.contiguous";
  options.target = hwy::TargetName(LeastTarget());
  std::vector<std::string> names;
  options.observe = [&](const std::string& name, const auto&) { names.push_back(name); };
  EXPECT_EQ(RunWith(Fault::kNone, options).code, 0);
  EXPECT_GT(names.size(), 2u);
  for (const std::string& name : names)
    EXPECT_TRUE(absl::EndsWith(name, absl::StrCat("target=", options.target))) << name;
}

TEST(Conformance, FailureSaysHowToRunItAgain) {
  ConformanceOptions options = Options();
  options.selection.glob = "*4x9.contiguous";
  options.selection.product = "atlas_training";
  const Outcome outcome = RunWith(Fault::kWrongConstant, options);
  EXPECT_TRUE(absl::StrContains(
      outcome.text,
      "again: tools/bazel run //testing:fixture -- --backend=cpu --product=atlas_training "
      "--case='aclnnScaled.plain.4x9.contiguous' --mode=high_precision"))
      << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "inputs: gradOutput = 0x")) << outcome.text;
}

TEST(Conformance, AtMostTenFailuresArePrinted) {
  const Outcome outcome = RunWith(Fault::kWritesBehind, Options());
  size_t count = 0;
  for (size_t at = outcome.text.find("FAILED "); at != std::string::npos;
       at = outcome.text.find("FAILED ", at + 1))
    ++count;
  EXPECT_EQ(count, 10u) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, "24 failed, 0 untested")) << outcome.text;
}

TEST(Conformance, ListsCasesAndNamesTheNearest) {
  ConformanceOptions options = Options();
  options.selection.glob = "*4x9.contiguous";
  options.list = true;
  const Outcome list = RunWith(Fault::kWrongConstant, options);
  EXPECT_EQ(list.code, 0) << list.text;
  EXPECT_TRUE(absl::StrContains(list.text, "aclnnScaled.plain.4x9.contiguous atlas_a2,"))
      << list.text;
  EXPECT_FALSE(absl::StrContains(list.text, "FAILED")) << list.text;
  options.list = false;
  options.selection.glob = "aclnnScaled.plan.4x9.contigous*";
  const Outcome miss = RunWith(Fault::kNone, options);
  EXPECT_EQ(miss.code, 1);
  EXPECT_TRUE(absl::StrContains(miss.text, "nearest names: aclnnScaled.plain.4x9.contiguous, "))
      << miss.text;
}

TEST(Conformance, AnInterruptedRunSaysHowToGoOn) {
  ConformanceOptions options = Options();
  options.selection.glob = "*4x9.contiguous";
  int cases = 0;
  options.interrupted = [&] { return ++cases > 3; };
  const Outcome outcome = RunWith(Fault::kNone, options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(absl::StrContains(outcome.text, "interrupted: ")) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text,
                                "  tools/bazel run //testing:fixture -- --backend=cpu --product="))
      << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, " --case='*4x9.contiguous'\n")) << outcome.text;
  EXPECT_FALSE(absl::StrContains(outcome.text, "UNTESTED")) << outcome.text;
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
  EXPECT_TRUE(
      absl::StrContains(text([](auto& options) { options.mode = "fast"; }), "no mode 'fast'"));
  EXPECT_TRUE(absl::StrContains(text([](auto& options) { options.backend = "npu"; }),
                                "no accuracy for backend 'npu'"));
  EXPECT_TRUE(
      absl::StrContains(text([](auto& options) { options.target = "MMX"; }), "no target 'MMX'"));
  EXPECT_TRUE(absl::StrContains(text([](auto& options) { options.golden += "x"; }),
                                "run: tools/golden/update scaled"));
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
  std::ofstream(absl::StrCat(folder, "/scaled.safetensors"), std::ios::binary)
      << read(options.golden);
  const std::string manifest = read("testing/testdata/golden/MANIFEST.json");
  options.golden = absl::StrCat(folder, "/scaled.safetensors");
  const auto run = [&](const std::string& text) {
    std::ofstream(absl::StrCat(folder, "/MANIFEST.json"), std::ios::trunc) << text;
    return RunWith(Fault::kNone, options);
  };
  EXPECT_EQ(run(manifest).code, 0);
  EXPECT_TRUE(absl::StrContains(
      run(absl::StrReplaceAll(manifest, {{"fixture-1", "fixture-2"}})).text, "another spec"));
  EXPECT_TRUE(absl::StrContains(run(absl::StrReplaceAll(manifest, {{"max_ulp_error", "ulp"}})).text,
                                "no error of the truth"));
  EXPECT_TRUE(absl::StrContains(run("").text, "cannot be read"));
}

// The fixture's cases with a known failure.
ConformanceOptions WithKnownFailure(const std::string& cases, const std::string& message) {
  ConformanceOptions options = Options();
  auto file = nlohmann::json::parse(std::ifstream(options.cases), nullptr, false);
  file["known_failures"] = {{{"cases", {cases}},
                             {"backend", "cpu"},
                             {"products", {"atlas_a2"}},
                             {"message", message},
                             {"reason", "bfloat16 truncates"}}};
  options.cases = absl::StrCat(::testing::TempDir(), "/known_failures.json");
  std::ofstream(options.cases, std::ios::trunc) << file.dump();
  return options;
}

TEST(Conformance, KnownFailuresAreSkipped) {
  ConformanceOptions options = WithKnownFailure("*bfloat16*", "are wrong");
  options.results = absl::StrCat(::testing::TempDir(), "/results.json");
  const Outcome outcome = RunWith(Fault::kTruncates, options);
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, " skipped; ")) << outcome.text;
  EXPECT_FALSE(absl::StrContains(outcome.text, "FAILED")) << outcome.text;
  int skipped = 0;
  const auto results = nlohmann::json::parse(std::ifstream(options.results), nullptr, false);
  for (const auto& test : results["cases"]) {
    if (test["status"] != "SKIPPED") continue;
    ++skipped;
    EXPECT_EQ(test["skipped"], "known_failure");
    EXPECT_EQ(test["note"], "bfloat16 truncates");
  }
  EXPECT_EQ(skipped, 2) << "one case, two modes";
}

TEST(Conformance, KnownFailuresMustFailAsTheyAreSaidTo) {
  const Outcome passed = RunWith(Fault::kNone, WithKnownFailure("*bfloat16*", "are wrong"));
  EXPECT_EQ(passed.code, 1);
  EXPECT_TRUE(absl::StrContains(
      passed.text, "passed, but spec.yaml lists it in known_failures (bfloat16 truncates)"))
      << passed.text;
  const Outcome otherwise = RunWith(Fault::kTruncates, WithKnownFailure("*bfloat16*", "phase 2"));
  EXPECT_EQ(otherwise.code, 1);
  EXPECT_TRUE(absl::StrContains(otherwise.text, "are wrong")) << otherwise.text;
  EXPECT_EQ(RunWith(Fault::kTruncates, WithKnownFailure("*float32*", "are wrong")).code, 1);
}

// The golden data with `change` made to them.
template <typename Change>
ConformanceOptions WithGolden(Change change) {
  ConformanceOptions options = Options();
  const auto golden = SafeTensors::Open(options.golden);
  EXPECT_TRUE(golden.ok());
  std::map<std::string, std::string> bytes;
  std::map<std::string, StoredTensor, std::less<>> tensors = golden->tensors();
  for (auto& [name, tensor] : tensors) {
    std::string& own = bytes[name] = std::string(tensor.bytes);
    change(name, own);
    tensor.bytes = own;
  }
  const std::string folder = absl::StrCat(::testing::TempDir(), "/changed");
  std::filesystem::create_directories(folder);
  std::ofstream(absl::StrCat(folder, "/scaled.safetensors"), std::ios::binary | std::ios::trunc)
      << WriteSafeTensors(tensors, golden->metadata()).value_or("");
  std::filesystem::copy_file("testing/testdata/golden/MANIFEST.json",
                             absl::StrCat(folder, "/MANIFEST.json"),
                             std::filesystem::copy_options::overwrite_existing);
  options.golden = absl::StrCat(folder, "/scaled.safetensors");
  return options;
}

TEST(Conformance, ACaseThatCouldNotFailIsMistrusted) {
  const ConformanceOptions options = WithGolden([](const std::string& name, std::string& bytes) {
    if (name == "plain.float32.4x9/in/self" || name == "plain.float32.4x9/truth/out")
      bytes.assign(bytes.size(), '\0');
    if (name == "plain.float32.4x9/in/gradOutput")
      bytes.assign(bytes.size(), '\1');  // small and finite
  });
  const Outcome outcome = RunWith(Fault::kNone, options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(absl::StrContains(
      outcome.text,
      "MISTRUSTED aclnnScaled.plain.4x9.contiguous product=atlas_a2: 100 % of 36 results are 0"))
      << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, " mistrusted; ")) << outcome.text;
  EXPECT_TRUE(absl::StrContains(outcome.text, " 0 failed, 0 untested")) << outcome.text;
}

TEST(Conformance, ResultsThatMayBeFewAreTrusted) {
  ConformanceOptions options = WithGolden([](const std::string& name, std::string& bytes) {
    if (name == "plain.float32.4x9/in/self" || name == "plain.float32.4x9/truth/out")
      bytes.assign(bytes.size(), '\0');
    if (name == "plain.float32.4x9/in/gradOutput")
      bytes.assign(bytes.size(), '\1');  // small and finite
  });
  auto file = nlohmann::json::parse(std::ifstream(options.cases), nullptr, false);
  file["few_values"] = true;
  options.cases = absl::StrCat(::testing::TempDir(), "/few_values.json");
  std::ofstream(options.cases, std::ios::trunc) << file.dump();
  EXPECT_EQ(RunWith(Fault::kNone, options).code, 0);
}

TEST(Conformance, ElementsThatShareMemoryMustBeEqual) {
  const ConformanceOptions options = WithGolden([](const std::string& name, std::string& bytes) {
    if (name == "negated.float32.4x9_9/in/gradOutput") bytes[0] = static_cast<char>(bytes[0] ^ 1);
  });
  const Outcome outcome = RunWith(Fault::kNone, options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(absl::StrContains(
      outcome.text,
      "element 0 of the golden input negated.float32.4x9_9/in/gradOutput shares memory with "
      "another and has another value"))
      << outcome.text;
}

TEST(Conformance, AFailureCanBeRunAgainFromItsFile) {
  ConformanceOptions options = Options();
  options.selection.glob = "*4x9.contiguous";
  options.failures = ::testing::TempDir();
  options.failures_shown = "shown";
  options.results = absl::StrCat(::testing::TempDir(), "/results.json");
  const Outcome failed = RunWith(Fault::kWrongConstant, options);
  const auto results = nlohmann::json::parse(std::ifstream(options.results), nullptr, false);
  const auto& first = results["cases"][0];
  EXPECT_TRUE(
      absl::StrContains(failed.text, absl::StrCat("  again: ", first.value("again", "none"), "\n")))
      << results;
  EXPECT_TRUE(absl::StrContains(failed.text,
                                absl::StrCat("  replay: ", first.value("replay", "none"), "\n")))
      << results;
  EXPECT_TRUE(absl::StrContains(failed.text, first.value("what", "none"))) << results;
  EXPECT_TRUE(absl::StrContains(
      failed.text,
      "replay: tools/bazel run //testing:fixture -- --replay=shown/failure_1.safetensors"))
      << failed.text;
  std::stringstream bytes;
  bytes << std::ifstream(absl::StrCat(options.failures, "/failure_1.safetensors"), std::ios::binary)
               .rdbuf();
  const auto file = SafeTensors::Parse(bytes.view());
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(nlohmann::json::parse(file->metadata().at("failure"), nullptr, false)["product"],
            "atlas_a2");
  for (const char* name : {"in/self", "in/gradOutput", "truth/out", "got/out"}) {
    EXPECT_NE(file->Find(absl::StrCat("plain.float32.4x9/", name)), nullptr) << name;
  }
  const auto suite = ConformanceSuite::OpenBundle(bytes.str(), "failure_1.safetensors");
  ASSERT_TRUE(suite.ok()) << suite.status();
  std::string text;
  const auto again = [&](Fault injected) {
    fault = injected;
    text.clear();
    const auto counts = suite->Run({}, {kInvocations, &TakeTarget, nullptr, &Accept, &Accept},
                                   [&](absl::string_view line) { absl::StrAppend(&text, line); });
    fault = Fault::kNone;
    return counts;
  };
  EXPECT_FALSE(again(Fault::kWrongConstant).ok);
  EXPECT_TRUE(absl::StrContains(text, "FAILED aclnnScaled.plain.4x9.contiguous product=atlas_a2"))
      << text;
  const ConformanceCounts counts = again(Fault::kNone);
  EXPECT_TRUE(counts.ok) << text;
  EXPECT_EQ(counts.cases, 4) << "one case on two products in two modes";
  EXPECT_FALSE(ConformanceSuite::OpenBundle("no file", "x").ok());
  EXPECT_FALSE(ConformanceSuite::OpenBundle(WriteSafeTensors({}, {}).value_or(""), "x").ok());
}

TEST(Replay, ShowsTheElementInFull) {
  ConformanceOptions options = Options();
  options.selection.glob = "*4x9.contiguous";
  options.failures = ::testing::TempDir();
  RunWith(Fault::kLastElementMissing, options);
  ReplayOptions replay;
  replay.file = absl::StrCat(options.failures, "/failure_1.safetensors");
  std::string text;
  const auto run = [&](Fault injected) {
    fault = injected;
    text.clear();
    const int code = RunReplay(replay, {kInvocations, &TakeTarget, nullptr, &Accept, &Accept},
                               [&](absl::string_view line) { absl::StrAppend(&text, line); });
    fault = Fault::kNone;
    return code;
  };
  EXPECT_EQ(run(Fault::kLastElementMissing), 1) << text;
  for (const char* words :
       {"out, element 35 of 36, float32, shape [4, 9]", "gradOutput = 0x", "self = 0x",
        "expected, before rounding: ", "next below: 0x", "nearest: 0x", "next above: 0x",
        "got when it failed: 0x", "got now: 0x", "elements of out are wrong"}) {
    EXPECT_TRUE(absl::StrContains(text, words)) << words << "\n" << text;
  }
  EXPECT_EQ(run(Fault::kNone), 0) << text;
  replay.element = 3;
  replay.target = hwy::TargetName(LeastTarget());
  EXPECT_EQ(run(Fault::kLastElementMissing), 1) << text;
  EXPECT_TRUE(absl::StrContains(text, "out, element 3 of 36")) << text;
  replay.element = 36;
  EXPECT_EQ(run(Fault::kNone), 2);
  replay.element = -1;
  replay.product = "atlas_a9";
  EXPECT_EQ(run(Fault::kNone), 2);
  replay.file = "testing/testdata/cases.json";
  EXPECT_EQ(run(Fault::kNone), 2);
}

std::pair<int, std::string> RunRandomWith(Fault injected, int cases, RandomOptions options) {
  fault = injected;
  options.runs = cases;
  std::string text;
  const int code = RunRandom(options, {kInvocations, &TakeTarget, nullptr, &Accept, &Accept},
                             [&](absl::string_view line) { absl::StrAppend(&text, line); });
  fault = Fault::kNone;
  return {code, text};
}

std::pair<int, std::string> RunRandomWith(Fault injected, int cases) {
  RandomOptions options;
  options.conformance = Options();
  return RunRandomWith(injected, cases, std::move(options));
}

TEST(Random, RightOperatorPasses) {
  const auto [code, text] = RunRandomWith(Fault::kNone, 20);
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(absl::StartsWith(
      text, "20 random cases passed, seeds 1 to 20; 0 results compared with the oracle, "))
      << text;
}

TEST(Random, FaultsAreFoundAndReduced) {
  const struct {
    Fault fault;
    const char* words;
  } kRows[] = {
      {Fault::kLastElementMissing, "other bits"},
      {Fault::kWritesBehind, "memory of"},
      {Fault::kWritesInput, "memory of"},
      {Fault::kChangesWithTarget, "other bits"},
      {Fault::kReportsOtherTarget, "the kernel ran on target 'other'"},
      {Fault::kPhase2Fails, "phase 2 returned 361001"},
  };
  for (const auto& row : kRows) {
    const auto [code, text] = RunRandomWith(row.fault, 30);
    EXPECT_EQ(code, 1) << row.words;
    EXPECT_TRUE(absl::StrContains(text, "FAILED random case of seed ")) << text;
    EXPECT_TRUE(absl::StrContains(text, "reduced in ")) << text;
    EXPECT_TRUE(absl::StrContains(text, row.words)) << text;
    EXPECT_TRUE(
        absl::StrContains(text, "again: tools/bazel run //testing:fixture -- --backend=cpu "))
        << text;
    EXPECT_TRUE(absl::StrContains(text, " --runs=1 --seed=")) << text;
  }
}

// A case is drawn from those that are selected, so the command must select the same.
TEST(Random, ACaseIsDrawnAgainFromTheSameCases) {
  RandomOptions options;
  options.conformance = Options();
  options.conformance.selection.product = "atlas_a2";
  options.conformance.selection.label = "fp32";
  options.conformance.selection.glob = "*4x9*";
  const auto [code, text] = RunRandomWith(Fault::kLastElementMissing, 30, options);
  EXPECT_EQ(code, 1) << text;
  EXPECT_TRUE(absl::StrContains(text,
                                "again: tools/bazel run //testing:fixture -- --backend=cpu "
                                "--product=atlas_a2 --dtype=fp32 --case='*4x9*' --mode="))
      << text;
}

TEST(Random, AnInterruptedRunSaysHowToGoOn) {
  RandomOptions options;
  options.conformance = Options();
  options.conformance.selection.label = "fp32";
  options.seed = 5;
  int asked = 0;
  options.conformance.interrupted = [&] { return ++asked > 3; };
  const auto [code, text] = RunRandomWith(Fault::kNone, 20, options);
  EXPECT_EQ(code, 1);
  EXPECT_EQ(text,
            "interrupted: 3 of 20 random cases passed; to go on:\n"
            "  tools/bazel run //testing:fixture -- --backend=cpu --dtype=fp32 --runs=17 "
            "--seed=8\n");
}

TEST(Random, NothingToDrawFromIsAFailure) {
  RandomOptions options;
  options.conformance = Options();
  options.conformance.selection.product = "atlas_a9";
  std::string text;
  EXPECT_EQ(RunRandom(options, {kInvocations, &TakeTarget, nullptr, &Accept, &Accept},
                      [&](absl::string_view line) { absl::StrAppend(&text, line); }),
            1);
  EXPECT_TRUE(absl::StrContains(text, "UNTESTED")) << text;
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
  EXPECT_EQ(results["cases"][0]["outputs"]["out"]["digest"].get<std::string>().size(), 16u);
  EXPECT_EQ(results["pytorch"]["plain.float32.4x9"]["out"]["count"], 36);
  EXPECT_EQ(results["cases"][0]["outputs"]["out"]["vendor"]["cann-mixed@2026-09"]["passed"], true);
  EXPECT_EQ(results["cases"][0]["outputs"]["out"]["vendor"]["cann-mere-mare@en"]["max_rel_error"],
            0);
  EXPECT_TRUE(results["cases"][0]["outputs"]["out"]["worst"]["inputs"].contains("self"));
  std::set<std::string> sources, operands;
  for (const auto& profile : results["profiles"]) {
    sources.insert(profile["source"]);
    operands.insert(profile["operand"]);
    EXPECT_FALSE(profile["bins"].empty());
  }
  EXPECT_EQ(sources, (std::set<std::string>{"high_performance", "high_precision", "pytorch"}));
  EXPECT_EQ(operands, (std::set<std::string>{"gradOutput", "self"}));
}

}  // namespace
}  // namespace openaclnn::testing
