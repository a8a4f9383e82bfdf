// Runs the conformance cases of an operator against every mutant of its kernels (mutants.h). A mutant that no case notices, though it
// changes results, is a hole in the cases, and fails the test. mutants.bzl sets the flags.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/invoke.h"
#include "testing/mutants/mutants.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(std::string, golden, "", "golden data of the operator (set by the build)");
ABSL_FLAG(std::string, binary, "", "label of the operator's conformance binary (set by the build)");
ABSL_FLAG(std::string, mutant, "*", "only mutants whose name matches this pattern (* and ?)");
ABSL_FLAG(std::string, function, "", "only this C function");
ABSL_FLAG(std::string, dtype, "", "only this type: fp32, fp16, bf16, int32 or int8");

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

// Cases that may notice a mutant before the rest is left out.
constexpr int kKills = 3;

constexpr Implementation kNoImplementation = {{}, &LastElementwiseTarget, &SetElementwiseChunkForTest};

// The cases of one C function and type on one product, which are what must notice a mutant.
struct Group {
  std::string function;
  std::string label;
  ConformanceOptions options;
  ConformanceSuite suite;
};

// A kernel that the cases of a group use in a mode.
struct Target {
  const Group* group;
  std::string mode;
  size_t kernel;  // number among those of the mode
  KernelUse use;
};

struct Outcome {
  enum class Kind { kKilled, kNotApplicable, kSurvived } kind;
  std::string text;  // the first case that noticed, or why it does not apply
  int failed = 0, ran = 0;
};

// Runs the cases of a group while `interceptor` stands in for its kernels. Returns the counts and the id of the first case that failed.
std::pair<ConformanceCounts, std::string> RunWith(const ConformanceOptions& options, const ConformanceSuite& suite,
                                                  const ElementwiseInterceptor& interceptor, std::string* text = nullptr) {
  std::string first;
  Implementation implementation = kNoImplementation;
  implementation.invocations = Invocations();
  InterceptElementwiseForTest(&interceptor);
  const ConformanceCounts counts = suite.Run(options, implementation, [&](absl::string_view line) {
    if (first.empty() && absl::ConsumePrefix(&line, "FAILED ")) first = std::string(line.substr(0, line.find(' ')));
    if (text != nullptr) absl::StrAppend(text, line);
  });
  InterceptElementwiseForTest(nullptr);
  return {counts, first};
}

class MutantTest {
 public:
  absl::StatusOr<bool> Run() {
    if (absl::Status status = FindGroups(); !status.ok()) return status;
    if (absl::Status status = FindKernels(); !status.ok()) return status;
    for (const Target& target : targets_) {
      for (const MutantFamily& family : MutantsOf(target.use)) {
        if (family.mutants.empty()) {
          Record(target, absl::StrCat("(", family.name, ")"), {Outcome::Kind::kNotApplicable, absl::StrCat("needs ", family.needs)});
        }
        for (const Mutant& mutant : family.mutants) {
          if (GlobMatch(absl::GetFlag(FLAGS_mutant), mutant.name)) Record(target, mutant.name, Try(target, mutant));
        }
      }
    }
    return Report();
  }

 private:
  absl::Status FindGroups() {
    ConformanceOptions options;
    options.cases = absl::GetFlag(FLAGS_cases);
    options.golden = absl::GetFlag(FLAGS_golden);
    options.binary = absl::GetFlag(FLAGS_binary);
    const absl::StatusOr<CaseFile> all = CaseFile::Open(options.cases, {});
    if (!all.ok()) return all.status();
    op_ = all->op;
    accuracy_ = all->accuracy.contains("cpu") ? all->accuracy.at("cpu") : decltype(accuracy_)();
    // One product is enough, and the one with the most cases has them all.
    std::map<std::pair<std::string, std::string>, std::map<std::string, int>> found;
    for (const Case& test : all->cases) {
      if (test.kind != Case::Kind::kPositive) continue;
      for (const std::string& product : test.products) ++found[{test.label, test.function}][product];
    }
    for (const auto& [key, products] : found) {
      const auto& [label, function] = key;
      if (!absl::GetFlag(FLAGS_function).empty() && absl::GetFlag(FLAGS_function) != function) continue;
      if (!absl::GetFlag(FLAGS_dtype).empty() && absl::GetFlag(FLAGS_dtype) != label) continue;
      options.selection.product =
          std::max_element(products.begin(), products.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
      options.selection.label = label;
      options.selection.glob = absl::StrCat(function, ".*");
      absl::StatusOr<ConformanceSuite> suite = ConformanceSuite::Open(options);
      if (!suite.ok()) return suite.status();
      groups_.push_back({function, label, options, *std::move(suite)});
    }
    return absl::OkStatus();
  }

  // The kernels that the cases use are those that plans ask for.
  absl::Status FindKernels() {
    for (const auto& [mode, bounds] : accuracy_) {
      const size_t first = targets_.size();
      std::vector<ElementwiseFunction> kernels;
      for (const Group& group : groups_) {
        std::map<size_t, KernelUse> uses;
        const ElementwiseInterceptor record = [&](ElementwiseFunction function, const ElementwiseTask& task) {
          const auto known = std::find(kernels.begin(), kernels.end(), function);
          const size_t number = static_cast<size_t>(known - kernels.begin());
          if (known == kernels.end()) kernels.push_back(function);
          KernelUse& use = uses[number];
          use.function = function;
          use.inputs = task.inputs.size();
          use.outputs = task.outputs.size();
          use.dimensions = std::max(use.dimensions, task.shape.size());
          std::vector<aclDataType> types;
          for (const ElementwiseOperand& input : task.inputs) {
            types.push_back(input.dtype);
            use.transposed = use.transposed || !std::is_sorted(input.strides.rbegin(), input.strides.rend());
            use.repeats = use.repeats || std::find(input.strides.begin(), input.strides.end(), 0) != input.strides.end();
            for (const ElementwiseOperand& output : task.outputs) use.in_place = use.in_place || input.data == output.data;
          }
          for (const ElementwiseOperand& output : task.outputs) types.push_back(output.dtype);
          use.types.insert(std::move(types));
          ComputeElementwise(function, task);
          if (best_target_.empty()) best_target_ = LastElementwiseTarget();  // cases run on it before others
        };
        ConformanceOptions options = group.options;
        options.mode = mode;
        std::string text;
        const ConformanceCounts counts = RunWith(options, group.suite, record, &text).first;
        if (!counts.ok) return absl::FailedPreconditionError(absl::StrCat("the right kernels fail; mutants prove nothing:\n", text));
        for (auto& [number, use] : uses) {
          for (const auto& [name, bound] : bounds) use.bounds[DTypeFromName(name)] = bound;
          const bool again = std::any_of(targets_.begin(), targets_.begin() + static_cast<ptrdiff_t>(first), [&](const Target& target) {
            return target.group == &group && target.use.function == use.function && target.use.bounds == use.bounds;
          });
          // A mode with the kernels and bounds of another has its outcomes too.
          if (!again) targets_.push_back({&group, mode, number, std::move(use)});
        }
      }
      for (size_t i = first; i < targets_.size(); ++i) {
        KernelUse& use = targets_[i].use;
        std::set<size_t> others;
        for (size_t j = first; j < targets_.size(); ++j) {
          const KernelUse& other = targets_[j].use;
          if (targets_[j].kernel != targets_[i].kernel && other.inputs == use.inputs && other.outputs == use.outputs)
            others.insert(targets_[j].kernel);
        }
        for (const size_t other : others) use.other_kernels.push_back(kernels[other]);
      }
    }
    if (targets_.empty()) return absl::FailedPreconditionError("UNTESTED: no case uses a kernel of the CPU backend");
    return absl::OkStatus();
  }

  Outcome Try(const Target& target, const Mutant& mutant) const {
    ConformanceOptions options = target.group->options;
    options.mode = target.mode;
    options.target = best_target_;
    options.stop_after = kKills;
    const ElementwiseInterceptor interceptor = [&](ElementwiseFunction function, const ElementwiseTask& task) {
      function == target.use.function ? mutant.run(function, task) : ComputeElementwise(function, task);
    };
    // Most are noticed without threads. What works on single elements does the same with any number of them.
    options.threads = 1;
    auto [counts, first] = RunWith(options, target.group->suite, interceptor);
    if (first.empty() && !mutant.pointwise) {
      options.threads = 0;
      std::tie(counts, first) = RunWith(options, target.group->suite, interceptor);
    }
    const int ran = counts.cases - counts.untested - counts.skipped, failed = ran - counts.passed;
    if (failed > 0) return {Outcome::Kind::kKilled, first, failed, ran};
    if (mutant.only_ties)
      return {Outcome::Kind::kNotApplicable, "decides ties only; the sweeps over all 16-bit inputs notice that (:accuracy_test)", 0, ran};
    if (mutant.pointwise && MaxChange(target.use, mutant) <= 1) {
      return {Outcome::Kind::kNotApplicable, "changes no result by more than the accuracy allows, for any 16-bit or 8-bit input", 0, ran};
    }
    return {Outcome::Kind::kSurvived, "", 0, ran};
  }

  void Record(const Target& target, const std::string& mutant, Outcome outcome) {
    const auto [row, is_new] = rows_.try_emplace(mutant);
    if (is_new) order_.push_back(mutant);
    row->second.push_back({&target, std::move(outcome)});
  }

  // The kill matrix: mutants by types. A cell sums up functions, kernels and modes.
  bool Report() const {
    std::vector<std::string> labels;
    for (const Group& group : groups_) {
      if (std::find(labels.begin(), labels.end(), group.label) == labels.end()) labels.push_back(group.label);
    }
    size_t width = 0;
    for (const std::string& mutant : order_) width = std::max(width, mutant.size());
    std::printf(
        "%s: killed in so many of (function, kernel, mode), with cases that failed of those run; n/a: by the rule in kills.json\n%-*s",
        op_.c_str(), static_cast<int>(width), "");
    for (const std::string& label : labels) std::printf("  %-20s", label.c_str());
    std::printf("\n");
    Json file = {{"schema", "openaclnn-kills/1"}, {"op", op_}, {"backend", "cpu"}, {"kills", Json::array()}};
    int killed_all = 0, not_applicable_all = 0;
    std::vector<std::string> survivors;
    for (const std::string& mutant : order_) {
      std::string line = absl::StrFormat("%-*s", static_cast<int>(width), mutant);
      for (const std::string& label : labels) {
        int killed = 0, applicable = 0, failed = 0, ran = 0;
        for (const auto& [target, outcome] : rows_.at(mutant)) {
          if (target->group->label != label) continue;
          const bool was_killed = outcome.kind == Outcome::Kind::kKilled;
          applicable += outcome.kind != Outcome::Kind::kNotApplicable;
          not_applicable_all += outcome.kind == Outcome::Kind::kNotApplicable;
          killed += was_killed;
          if (was_killed) {
            failed += outcome.failed;
            ran += outcome.ran;
          }
          const std::string where = absl::StrCat(target->group->function, " kernel ", target->kernel, " ", label, " ", target->mode);
          if (outcome.kind == Outcome::Kind::kSurvived) survivors.push_back(absl::StrCat(mutant, ": ", where, ", ", outcome.ran, " cases"));
          Json entry = {{"mutant", mutant},
                        {"dtype", label},
                        {"function", target->group->function},
                        {"kernel", target->kernel},
                        {"mode", target->mode}};
          entry["status"] = was_killed ? "KILLED" : outcome.kind == Outcome::Kind::kNotApplicable ? "NOT_APPLICABLE" : "SURVIVED";
          if (outcome.kind == Outcome::Kind::kNotApplicable) entry["reason"] = outcome.text;
          if (was_killed) entry["first_case"] = outcome.text;
          entry["failed"] = outcome.failed;
          entry["ran"] = outcome.ran;
          file["kills"].push_back(std::move(entry));
        }
        killed_all += killed;
        const std::string cell =
            applicable == 0 ? "n/a"
                            : absl::StrCat(killed, "/", applicable, " (", failed, " of ", ran, ")", killed < applicable ? " !" : "");
        absl::StrAppend(&line, absl::StrFormat("  %-20s", cell));
      }
      std::printf("%s\n", line.c_str());
    }
    for (const std::string& survivor : survivors) std::printf("SURVIVED %s\n", survivor.c_str());
    std::printf("%d mutants killed, %d not applicable, %d survived\n", killed_all, not_applicable_all, static_cast<int>(survivors.size()));
    if (const char* outputs = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR"); outputs != nullptr) {
      const std::string path = absl::StrCat(outputs, "/kills.json");
      std::ofstream stream(path);
      stream << file.dump() << "\n";
      if (!stream) std::printf("warning: cannot write %s\n", path.c_str());
    }
    return survivors.empty() && killed_all > 0;
  }

  std::string op_;
  std::map<std::string, std::map<std::string, double>> accuracy_;  // of the CPU backend
  std::string best_target_;
  std::vector<Group> groups_;
  std::vector<Target> targets_;
  std::vector<std::string> order_;
  std::map<std::string, std::vector<std::pair<const Target*, Outcome>>> rows_;
};

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Puts wrong kernels in place of an operator's own, and checks that its conformance cases notice each.");
  absl::ParseCommandLine(argc, argv);
  const absl::StatusOr<bool> passed = openaclnn::testing::MutantTest().Run();
  if (!passed.ok()) {
    std::printf("ERROR: %s\n", std::string(passed.status().message()).c_str());
    return 1;
  }
  return *passed ? 0 : 1;
}
