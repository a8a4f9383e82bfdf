// Runs the conformance cases of an operator against every mutant of its kernels (mutants.h), and on
// the AI Core backend of the copies and the workspace around them. A mutant that no case notices,
// though it changes results, is a hole in the cases, and fails the test. mutants.bzl sets the
// flags. How many mutants there are, and how many of all are killed, must be what is checked in
// (--expected); --update writes that file.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <numbers>
#include <set>
#include <span>
#include <sstream>
#include <string>
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
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "runtime/cpu/convert.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/device_step.h"
#include "runtime/executor/step.h"
#include "runtime/products/products.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/numbers.h"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/formula.h"
#include "testing/invoke.h"
#include "testing/load_operator.h"
#include "testing/mutants/device_function.h"
#include "testing/mutants/mutants.h"
#include "testing/progress.h"

ABSL_FLAG(std::string, cases, "", "cases.json of the operator (set by the build)");
ABSL_FLAG(std::string, golden, "", "golden data of the operator (set by the build)");
ABSL_FLAG(std::string, binary, "", "label of the operator's conformance binary (set by the build)");
ABSL_FLAG(std::string, backend, "cpu", "cpu or aicore");
ABSL_FLAG(std::string, mutant, "*", "only mutants whose name matches this pattern (* and ?)");
ABSL_FLAG(std::string, function, "", "only this C function");
ABSL_FLAG(std::string, dtype, "", "only this type: fp32, fp16, bf16, int32 or int8");
ABSL_FLAG(int64_t, most, 0, "try about so many, the same every time, spread over all; 0: all");
ABSL_FLAG(std::string, expected, "", "the operator's golden/MUTANTS.json (set by the build)");
ABSL_FLAG(bool, update, false, "tries all mutants of both backends, and writes that file");

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

// Cases that kill a mutant before the rest is left out.
constexpr int kKills = 1;
// Cases that killed the last mutants of a group run before its others: most mutants meet their
// killer there. More cases in this list make those mutants slower that only another case kills.
constexpr size_t kRecentKillers = 8;

constexpr Implementation kNoImplementation = {
    {}, &TakeElementwiseTarget, &SetElementwiseChunkForTest};

// The cases of one C function and type on one product, which are what must notice a mutant.
struct Group {
  std::string function;
  std::string label;
  ConformanceOptions options;
  ConformanceSuite suite;
};

// A kernel that the cases of a group use in a mode, or another part of their plans.
struct Target {
  const Group* group;
  std::string mode;
  std::string kernel;  // its name, or its number among those of the mode
  KernelUse use;
};

struct Outcome {
  enum class Kind { kKilled, kNotApplicable, kSurvived } kind;
  std::string text;  // the first case that noticed, or why it does not apply
  int failed = 0, ran = 0;
};

// One step of a plan, on its way to be computed.
struct PlannedStep {
  Part part;
  ElementwiseFunction function;
  const ElementwiseTask& task;
  const DeviceStep* device;  // of a launch
};

using Interceptor = std::function<void(const PlannedStep& step)>;

// Whether the step copies elements to where they are: one that does nothing is as good.
bool CopiesToItself(const PlannedStep& step) {
  if (step.function != ConvertElements) return false;
  const ElementwiseOperand &from = step.task.inputs[0], &to = step.task.outputs[0];
  return from.data == to.data && from.dtype == to.dtype && from.strides == to.strides;
}

// The function that a run is about, and what stands between it and its caller. In variables,
// because an Invocation is made of plain functions.
const Invocation* invocation = nullptr;
const std::function<void()>* run_begins = nullptr;
// Phase 1 promises a byte less than plans use. Phase 2 is given as many as were promised; or kBoth:
// as if the plan believed it, too, and used the byte all the same.
enum class Shortage { kNone, kPromise, kBoth } shortage = Shortage::kNone;

aclnnStatus GetWorkspaceSize(std::span<const Arg> args, uint64_t* workspace_size,
                             aclOpExecutor** executor) {
  const aclnnStatus status = invocation->get_workspace_size(args, workspace_size, executor);
  if (shortage != Shortage::kNone && status == 0 && *workspace_size > 0) --*workspace_size;
  return status;
}

// Whether the plan that runs has temporaries. Without them it has no copies either: what it
// computes without a launch is a kernel of the CPU backend, which the chip runs on its AI CPU.
bool has_workspace = false;

aclnnStatus RunInWorkspace(void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                           aclrtStream stream) {
  (*run_begins)();
  has_workspace = workspace_size > 0;
  return invocation->run(
      workspace, workspace_size + (shortage == Shortage::kBoth && workspace != nullptr ? 1 : 0),
      executor, stream);
}

// What a run came to: the counts, and the id of the first case that failed.
struct RunResult {
  ConformanceCounts counts;
  std::string first;
  std::string text;
};

// Runs the cases of a group with `options` while `interceptor` stands in for all steps of their
// plans.
RunResult RunWith(const Group& group, const ConformanceOptions& options,
                  const Interceptor& interceptor) {
  RunResult result;
  bool launched = false;  // in this run: copies are those behind the launch
  const std::function<void()> begin = [&] { launched = false; };
  run_begins = &begin;
  const absl::Span<const Invocation> all = Invocations();
  invocation = &*std::find_if(all.begin(), all.end(), [&](const Invocation& one) {
    return one.function == group.function;
  });
  const Invocation watched[] = {{invocation->function, &GetWorkspaceSize, &RunInWorkspace}};
  Implementation implementation = kNoImplementation;
  implementation.invocations = watched;
  const bool on_device = options.backend == "aicore";
  const StepInterceptor wrong = [&](const Step& step, const StepOptions& step_options) {
    if (const DeviceStep* launch = step.device(); launch != nullptr) {
      launched = true;
      interceptor({Part::kDeviceKernel, FunctionOf(*launch, step_options.saturates),
                   TaskOf(*launch), launch});
      return TakeLaunchError();
    }
    interceptor({!on_device || !has_workspace ? Part::kCpuKernel
                 : launched                   ? Part::kCopyOut
                                              : Part::kCopyIn,
                 step.cpu()->function, step.cpu()->task, nullptr});
    return absl::OkStatus();
  };
  InterceptStepsForTest(&wrong);
  result.counts = group.suite.Run(options, implementation, [&](absl::string_view line) {
    absl::StrAppend(&result.text, line);
    if (result.first.empty() && absl::ConsumePrefix(&line, "FAILED "))
      result.first = std::string(line.substr(0, line.find(' ')));
  });
  InterceptStepsForTest(nullptr);
  return result;
}

// Whether the item is in a sample of this share. The multiples of the golden ratio are spread
// evenly whichever period the items have, so no kind of mutant is left out.
bool IsInSample(int64_t index, double share) {
  const double multiple = static_cast<double>(index) * std::numbers::phi;
  return multiple - std::floor(multiple) < share;
}

// Whether no case has results of the types that the kernel writes.
bool AlwaysConverts(const KernelUse& use) {
  return std::none_of(use.types.begin(), use.types.end(),
                      [&](const std::vector<aclDataType>& types) {
                        const auto written = types.begin() + static_cast<ptrdiff_t>(use.inputs),
                                   results = written + static_cast<ptrdiff_t>(use.outputs);
                        return std::equal(written, results, results);
                      });
}

bool AreSame(const Numbers& a, const Numbers& b) {
  const auto is_same = [](const Number& x, const Number& y) {
    return x.is_real() == y.is_real() && x.AsInt64() == y.AsInt64() &&
           std::bit_cast<int64_t>(x.AsDouble()) == std::bit_cast<int64_t>(y.AsDouble());
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
}

// Operands of a device kernel.
std::vector<aclDataType> WrittenTypes(const KernelUse& use) {
  const std::vector<aclDataType>& types = *use.types.begin();
  return {types.begin(), types.begin() + static_cast<ptrdiff_t>(use.inputs + use.outputs)};
}

class MutantTest {
 public:
  explicit MutantTest(std::string backend) : backend_(std::move(backend)) {}

  // How many mutants there are, and how many were killed.
  int64_t found() const { return found_; }
  int64_t killed() const { return killed_; }
  // Whether all were tried.
  bool is_whole() const { return is_whole_; }
  const std::string& op() const { return op_; }

  absl::StatusOr<bool> Run() {
    if (absl::Status status = FindGroups(); !status.ok()) return status;
    if (absl::Status status = FindKernels(); !status.ok()) return status;
    // The right kernels have just passed all checks, and it is right kernels that are launched from
    // here on, too.
    setenv("OPENACLNN_AICORE_CHECKS", "fast", 1);
    struct Job {
      const Target* target;
      Mutant mutant;
    };
    std::vector<Job> jobs;
    for (const Target& target : targets_) {
      for (MutantFamily& family : MutantsOf(target.use)) {
        if (family.mutants.empty()) {
          Record(target, absl::StrCat("(", family.name, ")"),
                 {Outcome::Kind::kNotApplicable, absl::StrCat("needs ", family.needs)});
        }
        for (Mutant& mutant : family.mutants) {
          if (IsSelected(mutant.name)) jobs.push_back({&target, std::move(mutant)});
        }
      }
    }
    const size_t found = jobs.size();
    found_ = static_cast<int64_t>(found);
    if (const int64_t most = absl::GetFlag(FLAGS_most); most > 0) {
      const double share = static_cast<double>(most) / static_cast<double>(found);
      int64_t index = 0;
      std::erase_if(jobs, [&](const Job&) { return !IsInSample(index++, share); });
    }
    Progress progress(absl::StrCat("mutants of ", op_, " on ", backend_),
                      static_cast<int64_t>(jobs.size()));
    for (const Job& job : jobs) {
      progress.Step([&] { return absl::StrCat(job.mutant.name, ": ", Where(*job.target)); });
      Record(*job.target, job.mutant.name, Try(*job.target, job.mutant));
    }
    if (backend_ == "aicore") TryWorkspaces();
    is_whole_ = jobs.size() == found;
    if (!is_whole_)
      std::printf("%d of %d mutants are tried; all: --most=0\n", static_cast<int>(jobs.size()),
                  static_cast<int>(found));
    return Report();
  }

 private:
  static bool IsSelected(const std::string& mutant) {
    return GlobMatch(absl::GetFlag(FLAGS_mutant), mutant);
  }

  static std::string Where(const Target& target) {
    return absl::StrCat(target.group->function, " kernel ", target.kernel, " ", target.group->label,
                        target.mode.empty() ? "" : absl::StrCat(" ", target.mode));
  }

  absl::Status FindGroups() {
    ConformanceOptions options;
    options.cases = absl::GetFlag(FLAGS_cases);
    options.golden = absl::GetFlag(FLAGS_golden);
    options.binary = absl::GetFlag(FLAGS_binary);
    const absl::StatusOr<ConformanceSuite> suite = ConformanceSuite::Open(options);
    if (!suite.ok()) return suite.status();
    const CaseFile& all = suite->file();
    op_ = all.op;
    options.backend = backend_;
    if (all.accuracy.contains(backend_)) accuracy_ = all.accuracy.at(backend_);
    if (all.formulas.contains(backend_)) formulas_ = all.formulas.at(backend_);
    const Json file = Json::parse(all.text);
    for (const Json& function : file["functions"]) {
      for (const Json& param : function["params"])
        names_[{function["name"], param["c_name"]}] = param["name"];
    }
    // One product is enough, and the one with the most cases has them all; of several the first,
    // which has the most cores and the smallest chunks.
    std::map<std::pair<std::string, std::string>, std::map<std::string, std::vector<Case>>> found;
    for (const Case& test : all.cases) {
      if (test.kind != Case::Kind::kPositive) continue;
      for (const std::string& product : test.products)
        found[{test.label, test.function}][product].push_back(test);
    }
    for (auto& [key, products] : found) {
      const auto& [label, function] = key;
      if (!absl::GetFlag(FLAGS_function).empty() && absl::GetFlag(FLAGS_function) != function)
        continue;
      if (!absl::GetFlag(FLAGS_dtype).empty() && absl::GetFlag(FLAGS_dtype) != label) continue;
      const auto rank = [](const auto& product) {
        return std::pair(product.second.size(), -FindProduct(product.first)->index);
      };
      auto& [product, cases] =
          *std::max_element(products.begin(), products.end(),
                            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
      for (Case& test : cases) test.products = {product};
      groups_.push_back({function, label, options, suite->WithCases(std::move(cases))});
    }
    return absl::OkStatus();
  }

  // The kernels that the cases use are those that plans ask for; where a plan copies, its copies
  // are two more.
  absl::Status FindKernels() {
    for (const auto& [mode, bounds] : accuracy_) {
      const size_t first = targets_.size();
      std::vector<ElementwiseFunction> kernels;
      for (const Group& group : groups_) {
        // A function is used in one part of plans, but for the copies.
        std::map<std::pair<Part, ElementwiseFunction>, KernelUse> uses;
        absl::Status status;
        // The last launch, the types of its use and where its outputs lie: copies of these may
        // follow.
        KernelUse* launch = nullptr;
        std::vector<aclDataType> launch_types;
        std::vector<const void*> launch_outputs;
        std::map<const void*, aclDataType>
            copied_from;  // what was copied for the next launch, by where it lies
        const Interceptor record = [&](const PlannedStep& step) {
          if (step.part == Part::kCpuKernel && backend_ != "cpu") {
            on_ai_cpu_ = true;
            return ComputeElementwise(step.function, step.task);
          }
          if (CopiesToItself(step)) return ComputeElementwise(step.function, step.task);
          KernelUse& use = uses[{step.part, step.function}];
          if (use.function == nullptr &&
              std::find(kernels.begin(), kernels.end(), step.function) == kernels.end())
            kernels.push_back(step.function);
          use.part = step.part;
          use.function = step.function;
          const ElementwiseTask& task = step.task;
          use.inputs = task.inputs.size();
          use.outputs = task.outputs.size();
          use.dimensions = std::max(use.dimensions, task.shape.size());
          std::vector<aclDataType> types;
          for (const ElementwiseOperand& input : task.inputs) {
            types.push_back(input.dtype);
            use.transposed =
                use.transposed ||
                !std::is_sorted(input.strides.begin(), input.strides.end(), std::greater<>());
            if (std::find(input.strides.begin(), input.strides.end(), 0) != input.strides.end())
              use.repeats.insert(types.size() - 1);
            for (const ElementwiseOperand& output : task.outputs)
              use.in_place = use.in_place || input.data == output.data;
          }
          std::vector<aclDataType> key = types;
          for (const ElementwiseOperand& output : task.outputs) key.push_back(output.dtype);
          key = use.KeyOf(key);
          use.compute[key] = task.compute;
          std::vector<Numbers>& numbers = use.numbers[key];
          if (std::none_of(numbers.begin(), numbers.end(),
                           [&](const Numbers& known) { return AreSame(known, task.numbers); }))
            numbers.push_back(task.numbers);
          for (int written_and_result = 0; written_and_result < 2; ++written_and_result) {
            for (const ElementwiseOperand& output : task.outputs) types.push_back(output.dtype);
          }
          if (step.part == Part::kDeviceKernel) {
            if (launch != nullptr) launch->types.insert(std::move(launch_types));
            launch = &use;
            for (size_t k = 0; k < use.inputs; ++k) {
              const auto copy = copied_from.find(task.inputs[k].data);
              use.sources[k].insert(copy != copied_from.end() ? copy->second : types[k]);
              if (copy == copied_from.end()) use.uncopied.insert(k);
            }
            copied_from.clear();
            launch_types = std::move(types);
            launch_outputs.clear();
            for (const ElementwiseOperand& output : task.outputs)
              launch_outputs.push_back(output.data);
            if (use.bounds.empty())
              status.Update(AddBounds(use, mode, NamesOfInputs(group, *step.device)));
          } else {
            if (step.part == Part::kCopyIn)
              copied_from[task.outputs[0].data] = task.inputs[0].dtype;
            if (step.part == Part::kCopyOut) {
              const auto copied =
                  std::find(launch_outputs.begin(), launch_outputs.end(), task.inputs[0].data);
              const auto output = copied - launch_outputs.begin();
              if (copied != launch_outputs.end())
                launch_types[launch->inputs + launch->outputs + output] = task.outputs[0].dtype;
            }
            use.types.insert(std::move(types));
            if (step.part == Part::kCpuKernel && use.bounds.empty())
              status.Update(AddBounds(use, mode, {}));
          }
          ComputeElementwise(step.function, task);
          if (best_target_.empty() && backend_ == "cpu")
            best_target_ = LastElementwiseTarget();  // cases run on it before others
        };
        ConformanceOptions options = group.options;
        options.mode = mode;
        const RunResult result = RunWith(group, options, record);
        if (launch != nullptr) launch->types.insert(std::move(launch_types));
        if (!status.ok()) return status;
        if (!result.counts.ok)
          return absl::FailedPreconditionError(
              absl::StrCat("the right kernels fail; mutants prove nothing:\n", result.text));
        // Few cases convert an operand before the kernel; operators that only convert try what can
        // be wrong with that.
        if (uses.size() > 1) uses.erase({Part::kCpuKernel, &ConvertElements});
        for (auto& [key, use] : uses) {
          const bool again =
              std::any_of(targets_.begin(), targets_.begin() + static_cast<ptrdiff_t>(first),
                          [&](const Target& target) {
                            return target.group == &group && target.use.function == use.function &&
                                   accuracy_.at(target.mode) == bounds;
                          });
          const auto number =
              std::find(kernels.begin(), kernels.end(), use.function) - kernels.begin();
          // A mode with the kernels and bounds of another has its outcomes too.
          if (!again) targets_.push_back({&group, mode, NameOf(use, number), std::move(use)});
        }
      }
      for (size_t i = first; i < targets_.size(); ++i) {
        KernelUse& use = targets_[i].use;
        use.always_converted =
            AlwaysConverts(use) && std::any_of(targets_.begin() + static_cast<ptrdiff_t>(first),
                                               targets_.end(), [&](const Target& other) {
                                                 return other.use.function == use.function &&
                                                        !AlwaysConverts(other.use);
                                               });
        for (size_t j = first; j < targets_.size(); ++j) {
          const Target& other = targets_[j];
          if (other.group == targets_[i].group && other.use.part == Part::kDeviceKernel)
            use.launch_inputs = std::max(use.launch_inputs, other.use.inputs);
        }
        std::set<ElementwiseFunction> others;
        for (size_t j = first; j < targets_.size(); ++j) {
          const KernelUse& other = targets_[j].use;
          const bool fits =
              other.part == use.part && other.inputs == use.inputs && other.outputs == use.outputs;
          // Device kernels were compiled for certain types.
          const bool has_types =
              use.part != Part::kDeviceKernel || WrittenTypes(other) == WrittenTypes(use);
          if (other.function != use.function && fits && has_types) others.insert(other.function);
        }
        use.other_kernels.assign(others.begin(), others.end());
      }
    }
    if (targets_.empty() && !on_ai_cpu_)
      return absl::FailedPreconditionError(
          absl::StrCat("UNTESTED: no case uses a kernel of the backend '", backend_, "'"));
    return absl::OkStatus();
  }

  static std::string NameOf(const KernelUse& use, ptrdiff_t number) {
    switch (use.part) {
      case Part::kDeviceKernel:
        return KernelNameOf(use.function);
      case Part::kCopyIn:
        return "copies in";
      case Part::kCopyOut:
        return "copies out";
      default:
        return absl::StrCat(number);
    }
  }

  // The operator's names of what a launch reads.
  std::vector<std::string> NamesOfInputs(const Group& group, const DeviceStep& step) const {
    std::vector<std::string> names;
    for (const aicore::Launch::Tensor& tensor : step.tensors) {
      const auto name = names_.find({group.function, tensor.name});
      if (!tensor.writable) names.push_back(name == names_.end() ? "" : name->second);
    }
    return names;
  }

  // What results may be wrong by. `names`: of the inputs, as formulas know them.
  absl::Status AddBounds(KernelUse& use, const std::string& mode,
                         const std::vector<std::string>& names) const {
    for (const auto& [name, ulp] : accuracy_.at(mode)) use.bounds[DTypeFromName(name)].ulp = ulp;
    const auto formulas = formulas_.find(mode);
    if (formulas == formulas_.end()) return absl::OkStatus();
    for (const auto& [name, text] : formulas->second) {
      absl::StatusOr<Formula> formula = Formula::Parse(text);
      if (!formula.ok()) return formula.status();
      ResultBound& bound = use.bounds[DTypeFromName(name)];
      for (const std::string& variable : formula->variables()) {
        std::vector<size_t>& inputs = bound.variables.emplace_back();
        for (size_t k = 0; k < names.size(); ++k) {
          if (names[k] == variable) inputs.push_back(k);
        }
        if (inputs.empty())
          return absl::FailedPreconditionError(
              absl::StrCat("the bound ", text, " needs an input ", variable));
      }
      bound.formula = *std::move(formula);
    }
    return absl::OkStatus();
  }

  Outcome Try(const Target& target, const Mutant& mutant) {
    ConformanceOptions options = target.group->options;
    std::vector<std::string>& killers = killers_[target.group];
    options.first = killers;
    options.mode = target.mode;
    options.target = best_target_;
    options.stop_after = kKills;
    bool has_run = false;  // the mutant, in the case that runs
    const Interceptor interceptor = [&](const PlannedStep& step) {
      const bool is_target = step.part == target.use.part && step.function == target.use.function;
      has_run = has_run || is_target;
      is_target ? mutant.run(step.function, step.task)
                : ComputeElementwise(step.function, step.task);
    };
    // Most are noticed without threads. What works on single elements does the same with any number
    // of them, and in every layout: of each record one case that ran the mutant is enough.
    options.threads = 1;
    options.once = mutant.pointwise;
    std::set<std::string> tried;  // records
    std::string record;           // of the case that runs
    if (mutant.pointwise) {
      options.leaves_out = [&](const Case& test) {
        if (std::exchange(has_run, false)) tried.insert(record);
        record = test.values;
        return tried.contains(record);
      };
    }
    RunResult result = RunWith(*target.group, options, interceptor);
    if (result.first.empty() && !mutant.pointwise) {
      options.threads = 0;
      result = RunWith(*target.group, options, interceptor);
    }
    const Outcome outcome = OutcomeOf(result);
    if (outcome.kind == Outcome::Kind::kKilled) {
      killers.erase(std::remove(killers.begin(), killers.end(), result.first), killers.end());
      killers.insert(killers.begin(), result.first);
      killers.resize(std::min(killers.size(), kRecentKillers));
      return outcome;
    }
    // Of the CPU backend's results sweeps know more than the bounds.
    const bool sweeps_decide = mutant.left_to_sweeps != nullptr && backend_ == "cpu";
    if (mutant.pointwise && !sweeps_decide && !CanChange(target, mutant)) {
      return {Outcome::Kind::kNotApplicable,
              "changes no result by more than the accuracy allows, for any 16-bit or 8-bit input",
              0, outcome.ran};
    }
    if (mutant.left_to_sweeps == nullptr) return outcome;
    return {
        Outcome::Kind::kNotApplicable,
        absl::StrCat(mutant.left_to_sweeps, "; the sweeps over all 16-bit inputs notice that (:",
                     backend_ == "cpu" ? "accuracy_test" : "accuracy_aicore_test", ")"),
        0, outcome.ran};
  }

  // Whether the mutant changes results at all.
  bool CanChange(const Target& target, const Mutant& mutant) {
    return MaxChange(target.use, mutant, changes_[target.mode]) > 1;
  }

  static Outcome OutcomeOf(const RunResult& result) {
    const ConformanceCounts& counts = result.counts;
    const int ran = counts.cases - counts.untested - counts.skipped, failed = ran - counts.passed;
    return {failed > 0 ? Outcome::Kind::kKilled : Outcome::Kind::kSurvived,
            failed > 0 ? result.first : "", failed, ran};
  }

  void TryWorkspaces() {
    const Interceptor right = [](const PlannedStep& step) {
      ComputeElementwise(step.function, step.task);
    };
    for (const Group& group : groups_) {
      const Target& target = workspaces_.emplace_back(Target{&group, "", "workspace", {}});
      const bool is_used = std::any_of(targets_.begin(), targets_.end(), [&](const Target& other) {
        return other.group == &group &&
               (other.use.part == Part::kCopyIn || other.use.part == Part::kCopyOut);
      });
      for (const bool agrees : {false, true}) {
        const std::string mutant =
            absl::StrCat("workspace one byte short", agrees ? ", also in phase 2" : "");
        if (!IsSelected(mutant)) continue;
        if (!is_used) {
          Record(target, mutant,
                 {Outcome::Kind::kNotApplicable, "needs a case that takes workspace"});
          continue;
        }
        ++found_;
        shortage = agrees ? Shortage::kBoth : Shortage::kPromise;
        ConformanceOptions options = group.options;
        options.threads = 1;
        options.stop_after = kKills;
        Record(target, mutant, OutcomeOf(RunWith(group, options, right)));
        shortage = Shortage::kNone;
      }
    }
  }

  void Record(const Target& target, const std::string& mutant, Outcome outcome) {
    const auto [row, is_new] = rows_.try_emplace(mutant);
    if (is_new) order_.push_back(mutant);
    row->second.push_back({&target, std::move(outcome)});
  }

  // The kill matrix: mutants by types. A cell sums up functions, kernels and modes.
  bool Report() {
    std::vector<std::string> labels;
    for (const Group& group : groups_) {
      if (std::find(labels.begin(), labels.end(), group.label) == labels.end())
        labels.push_back(group.label);
    }
    size_t width = 0;
    for (const std::string& mutant : order_) width = std::max(width, mutant.size());
    std::printf(
        "%s on %s: killed in so many of (function, kernel, mode), with cases that failed of those "
        "run; n/a: by the rule in "
        "kills.json\n%-*s",
        op_.c_str(), backend_.c_str(), static_cast<int>(width), "");
    for (const std::string& label : labels) std::printf("  %-20s", label.c_str());
    std::printf("\n");
    Json file = {{"schema", "openaclnn-kills/1"},
                 {"op", op_},
                 {"backend", backend_},
                 {"kills", Json::array()}};
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
          if (outcome.kind == Outcome::Kind::kSurvived)
            survivors.push_back(
                absl::StrCat(mutant, ": ", Where(*target), ", ", outcome.ran, " cases"));
          Json entry = {{"mutant", mutant},
                        {"dtype", label},
                        {"function", target->group->function},
                        {"kernel", target->kernel},
                        {"mode", target->mode}};
          entry["status"] = was_killed                                      ? "KILLED"
                            : outcome.kind == Outcome::Kind::kNotApplicable ? "NOT_APPLICABLE"
                                                                            : "SURVIVED";
          if (outcome.kind == Outcome::Kind::kNotApplicable) entry["reason"] = outcome.text;
          if (was_killed) entry["first_case"] = outcome.text;
          entry["failed"] = outcome.failed;
          entry["ran"] = outcome.ran;
          file["kills"].push_back(std::move(entry));
        }
        killed_all += killed;
        const std::string cell = applicable == 0
                                     ? "n/a"
                                     : absl::StrCat(killed, "/", applicable, " (", failed, " of ",
                                                    ran, ")", killed < applicable ? " !" : "");
        absl::StrAppend(&line, absl::StrFormat("  %-20s", cell));
      }
      std::printf("%s\n", line.c_str());
    }
    for (const std::string& survivor : survivors) std::printf("SURVIVED %s\n", survivor.c_str());
    std::printf("%d mutants killed, %d not applicable, %d survived\n", killed_all,
                not_applicable_all, static_cast<int>(survivors.size()));
    killed_ = killed_all;
    if (const char* outputs = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR"); outputs != nullptr) {
      const std::string path = absl::StrCat(outputs, "/kills.json");
      std::ofstream stream(path);
      stream << file.dump() << "\n";
      if (!stream) std::printf("warning: cannot write %s\n", path.c_str());
    }
    // What runs on the AI CPU alone has its mutants on the CPU backend.
    return survivors.empty() && (killed_all > 0 || (on_ai_cpu_ && targets_.empty()));
  }

  const std::string backend_;
  std::string op_;
  int64_t found_ = 0, killed_ = 0;
  bool is_whole_ = false;
  // Of the backend, by mode and type.
  std::map<std::string, std::map<std::string, double>> accuracy_;
  std::map<std::string, std::map<std::string, std::string>> formulas_;
  std::map<std::pair<std::string, std::string>, std::string>
      names_;                // function, C parameter -> the operator's parameter
  std::string best_target_;  // Highway's, on the CPU backend
  std::vector<Group> groups_;
  std::vector<Target> targets_;
  bool on_ai_cpu_ =
      false;  // some case ran a kernel of the CPU backend, whose mutants are tried there
  std::map<std::string, KnownChanges> changes_;  // by mode
  std::deque<Target> workspaces_;
  std::map<const Group*, std::vector<std::string>> killers_;  // ids of cases, the latest first
  std::vector<std::string> order_;
  std::map<std::string, std::vector<std::pair<const Target*, Outcome>>> rows_;
};

// The counts of each backend that are checked in.
absl::StatusOr<Json> ReadExpected() {
  std::ifstream stream(absl::GetFlag(FLAGS_expected), std::ios::binary);
  if (!stream) return Json::object();
  Json counts = Json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (!counts.is_object())
    return absl::InvalidArgumentError(
        absl::StrCat(absl::GetFlag(FLAGS_expected), " is no JSON object"));
  return counts;
}

// Whether the counts are those that are checked in, which a part of the functions or types says
// nothing about. Operators without the file have no counts that could be out of date.
absl::StatusOr<bool> AreExpected(const MutantTest& test, const std::string& backend) {
  if (absl::GetFlag(FLAGS_mutant) != "*" || !absl::GetFlag(FLAGS_function).empty() ||
      !absl::GetFlag(FLAGS_dtype).empty())
    return true;
  const absl::StatusOr<Json> expected = ReadExpected();
  if (!expected.ok()) return expected.status();
  if (expected->empty()) return true;
  const Json of_backend = expected->value(backend, Json::object());
  const int64_t found = of_backend.value("found", int64_t{-1}),
                killed = of_backend.value("killed", int64_t{-1});
  if (found == test.found() && (killed == test.killed() || !test.is_whole())) return true;
  std::printf("%s says that %d of %d mutants on %s are killed; there are %d",
              absl::GetFlag(FLAGS_expected).c_str(), static_cast<int>(killed),
              static_cast<int>(found), backend.c_str(), static_cast<int>(test.found()));
  if (test.is_whole()) std::printf(", of which %d are", static_cast<int>(test.killed()));
  std::printf("; if that is meant to be so: tools/bazel run //ops/%s:mutants -- --update\n",
              test.op().c_str());
  return false;
}

absl::StatusOr<bool> RunBackend(const std::string& backend) {
  MutantTest test(backend);
  const absl::StatusOr<bool> passed = test.Run();
  if (!passed.ok()) return passed.status();
  const absl::StatusOr<bool> expected = AreExpected(test, backend);
  if (!expected.ok()) return expected.status();
  return *passed && *expected;
}

absl::StatusOr<bool> Update() {
  const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (root == nullptr)
    return absl::FailedPreconditionError("--update works under tools/bazel run only");
  absl::SetFlag(&FLAGS_most, 0);
  bool all_passed = true;
  Json counts = Json::object();
  for (const std::string backend : {"cpu", "aicore"}) {
    MutantTest test(backend);
    const absl::StatusOr<bool> passed = test.Run();
    if (!passed.ok()) return passed.status();
    all_passed = all_passed && *passed;
    counts[backend] = {{"found", test.found()}, {"killed", test.killed()}};
  }
  const std::string path = absl::GetFlag(FLAGS_expected);
  std::ofstream stream(absl::StrCat(root, "/", path), std::ios::binary);
  stream << counts.dump(1) << "\n";
  stream.close();
  if (!stream) return absl::InternalError(absl::StrCat("cannot write ", path));
  std::printf("%s written\n", path.c_str());
  return all_passed;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "Puts wrong kernels in place of an operator's own, and checks that its conformance cases "
      "notice each.");
  absl::ParseCommandLine(argc, argv);
  if (!openaclnn::testing::LoadOperator()) return 1;
  const absl::StatusOr<bool> passed =
      absl::GetFlag(FLAGS_update) ? openaclnn::testing::Update()
                                  : openaclnn::testing::RunBackend(absl::GetFlag(FLAGS_backend));
  if (!passed.ok()) {
    std::printf("ERROR: %s\n", std::string(passed.status().message()).c_str());
    return 1;
  }
  return *passed ? 0 : 1;
}
