#include "testing/conformance.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "acl/acl.h"
#include "hwy/targets.h"
#include "nlohmann/json.hpp"
#include "runtime/base/edit_distance.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/bundle.h"
#include "testing/case_caller.h"
#include "testing/case_result.h"
#include "testing/golden.h"
#include "testing/output_reports.h"
#include "testing/progress.h"
#include "testing/results_file.h"
#include "testing/safetensors.h"
#include "testing/session.h"
#include "testing/ulp.h"
#include "testing/verdicts.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxPrintedFailures = 10;
// In how many threads a case runs. Most of its runs are with the first: more of them would wait for
// each other, and take time from the test that runs beside.
constexpr std::array kThreads = {1, 2, 3, 8};
// With so many the chunks are those of users. With others, work is cut into chunks of so many
// elements: several already for the cases' small tensors.
constexpr int kThreadsOfUsualChunks = 3;
constexpr int64_t kSmallChunk = 256;

// The targets of this machine that kernels were compiled for, and the bits of all it has. The
// processor is asked once: in a virtual machine that takes longer than a case.
const std::vector<int64_t>& MachineTargets() {
  static const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets;
}
int64_t MachineTargetBits() {
  static const int64_t bits = hwy::SupportedTargets();
  return bits;
}

bool IsOneChunk(const Case& test) {
  return std::none_of(test.args.begin(), test.args.end(), [](const ArgCase& arg) {
    return arg.has_tensor() && ElementCount(arg.tensor.view.shape).value_or(0) > kSmallChunk;
  });
}

// One way to run a case.
struct Configuration {
  std::string product;
  std::string mode;
  int threads = 1;
  int64_t target = 0;  // Highway's bit; 0: the best

  int64_t chunk() const { return threads == kThreadsOfUsualChunks ? 0 : kSmallChunk; }
  std::string Name(const std::string& backend) const {
    return absl::StrCat("product=", product, " backend=", backend,
                        mode.empty() ? "" : " mode=", mode, " threads=", threads,
                        chunk() > 0 ? absl::StrCat(" chunk=", chunk()) : "",
                        target == 0 ? "" : " target=", target == 0 ? "" : hwy::TargetName(target));
  }
};

}  // namespace

struct ConformanceSuite::Data {
  CaseFile file;
  std::string bytes;                  // of a bundle, into which `golden` points
  std::optional<SafeTensors> golden;  // absent if no selected case needs it
  nlohmann::json manifest;
  std::map<std::string, std::string>
      mistrusted;  // "<values>/<output>" -> why its truth cannot show a fault
};

namespace {

// A line with the three cases whose names are most like a pattern that no case matches; empty if a
// case does match it.
std::string NearestCases(const std::string& cases, const std::string& glob) {
  const Json file = Json::parse(cases, nullptr, /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("cases")) return "";
  const std::string letters = absl::StrReplaceAll(glob, {{"*", ""}, {"?", ""}});
  std::vector<std::pair<size_t, std::string>> names;
  for (const Json& test : file["cases"]) {
    const std::string name = test.value("id", "");
    if (GlobMatch(glob, name)) return "";
    names.emplace_back(EditDistance(letters, name), name);
  }
  const size_t count = std::min<size_t>(names.size(), 3);
  std::partial_sort(names.begin(), names.begin() + static_cast<ptrdiff_t>(count), names.end());
  names.resize(count);
  const auto name_of = [](std::string* out, const std::pair<size_t, std::string>& entry) {
    absl::StrAppend(out, entry.second);
  };
  return absl::StrCat("  nearest names: ", absl::StrJoin(names, ", ", name_of),
                      "; --list prints all\n");
}

// The outputs of a case among results that were made elsewhere.
absl::StatusOr<std::vector<Output>> ReturnedOutputs(const Case& test, const SafeTensors& returned) {
  std::vector<Output> outputs;
  for (const ArgCase& arg : test.args) {
    if (arg.outputs.empty()) continue;
    const std::string& name = arg.outputs[0];
    const TensorView& view = arg.tensor.view;
    const StoredTensor* tensor = returned.Find(absl::StrCat(test.id, "/", name));
    if (tensor == nullptr || tensor->dtype != view.dtype ||
        tensor->shape != std::vector<int64_t>(view.shape.begin(), view.shape.end())) {
      return absl::NotFoundError(absl::StrCat("no result ", name, " of type ",
                                              DTypeName(view.dtype), " and shape ",
                                              DimsToString(view.shape)));
    }
    outputs.push_back({name, view.dtype, view.shape, {tensor->bytes.begin(), tensor->bytes.end()}});
  }
  return outputs;
}

// Writes a bundle with the outputs of a case that failed.
absl::Status WriteFailure(Bundle& bundle, const std::string& values,
                          absl::Span<const Output> outputs, const std::string& folder,
                          const std::string& name) {
  for (const Output& output : outputs) {
    bundle.tensors[absl::StrCat(values, "/got/", output.name)] = {
        output.dtype,
        {output.shape.begin(), output.shape.end()},
        {output.elements.data(), output.elements.size()}};
  }
  const absl::StatusOr<std::string> bytes = WriteBundle(bundle);
  if (!bytes.ok()) return bytes.status();
  std::ofstream stream(absl::StrCat(folder, "/", name), std::ios::binary);
  stream << *bytes;
  stream.close();
  return stream ? absl::OkStatus() : absl::InternalError(absl::StrCat("cannot write to ", folder));
}

// The modes of the backend that the options ask for.
absl::StatusOr<std::vector<std::string>> ModesOf(const ConformanceOptions& options,
                                                 const CaseFile& file) {
  const auto backend = file.accuracy.find(options.backend);
  if (backend == file.accuracy.end())
    return absl::InvalidArgumentError(
        absl::StrCat("the spec states no accuracy for backend '", options.backend, "'"));
  std::vector<std::string> modes;
  for (const auto& [mode, bounds] : backend->second) {
    if (options.mode.empty() || options.mode == mode) modes.push_back(mode);
  }
  if (modes.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("backend '", options.backend, "' has no mode '", options.mode, "'"));
  return modes;
}

// The entry of known_failures that a case has; null if it has none.
const KnownFailure* FindKnown(const CaseFile& file, const CaseResult& result,
                              const std::string& backend) {
  for (const KnownFailure& known : file.known_failures) {
    const bool named =
        std::any_of(known.cases.begin(), known.cases.end(),
                    [&](const std::string& glob) { return GlobMatch(glob, result.test->id); });
    const bool on = known.products.empty() ||
                    std::find(known.products.begin(), known.products.end(), result.product) !=
                        known.products.end();
    if (named && on && known.backend == backend) return &known;
  }
  return nullptr;
}

// A result that passed, and its verdict.
struct Passed {
  std::vector<char> elements;
  std::shared_ptr<const OutputVerdict> verdict;
};

class Runner {
 public:
  Runner(const ConformanceOptions& options, const CaseFile& file, absl::Span<const Case> cases,
         const SafeTensors* golden, const nlohmann::json& manifest,
         const std::map<std::string, std::string>& mistrusted, const Implementation& implementation,
         absl::FunctionRef<void(absl::string_view)> print)
      : options_(options),
        implementation_(implementation),
        print_(print),
        file_(file),
        cases_(cases),
        golden_(golden),
        manifest_(manifest),
        mistrusted_(mistrusted),
        reports_(file, golden),
        caller_(implementation, golden) {}

  ConformanceCounts Run() {
    const absl::Status status = RunAll();
    if (implementation_.set_chunk != nullptr) implementation_.set_chunk(0);
    if (!status.ok()) {
      print_(absl::StrCat("ERROR: ", status.message(), "\n"));
      return {};
    }
    ConformanceCounts counts = {.cases = static_cast<int>(results_.size())};
    if (!unfinished_.empty()) {
      PrintInterruption();
      return counts;
    }
    int mistrusted = 0;
    for (CaseResult& result : results_) {
      if (result.status == CaseStatus::kPassed) FailIfKnown(result);
      if (result.status == CaseStatus::kPassed) ++counts.passed;
      if (result.status == CaseStatus::kSkipped) ++counts.skipped;
      if (result.status == CaseStatus::kMistrusted && ++mistrusted <= kMaxPrintedFailures) {
        print_(absl::StrCat("MISTRUSTED ", result.test->id, " product=", result.product, ": ",
                            result.note, "\n"));
      }
      if (result.status == CaseStatus::kUntested && ++counts.untested <= kMaxPrintedFailures) {
        print_(absl::StrCat("UNTESTED ", result.test->id, " product=", result.product,
                            " mode=", result.mode, ": nothing was compared\n"));
      }
    }
    // Other shards have the rest; a product that results come from may lack the operator.
    const bool nothing_wanted =
        results_.empty() && (options_.selection.shards > 1 || !options_.returned.empty());
    if (results_.empty() && !nothing_wanted) {
      print_(absl::StrCat("UNTESTED: no case is selected by product=", options_.selection.product,
                          " dtype=", options_.selection.label, " case=", options_.selection.glob,
                          "\n", NearestCases(file_.text, options_.selection.glob)));
    }
    const int failed = counts.cases - counts.passed - counts.untested - counts.skipped - mistrusted;
    print_(absl::StrCat(counts.passed, " of ", counts.cases, " cases passed, ", failed, " failed, ",
                        counts.untested, " untested",
                        counts.skipped > 0 ? absl::StrCat(", ", counts.skipped, " skipped") : "",
                        mistrusted > 0 ? absl::StrCat(", ", mistrusted, " mistrusted") : "", "; ",
                        caller_.runs(), " runs; greatest error ", max_ulp_, " ULP; ", inexact_,
                        " of ", compared_, " results not the nearest; targets: ",
                        targets_seen_.empty() ? "none" : absl::StrJoin(targets_seen_, " "), "\n"));
    if (!options_.results.empty()) WriteResults();
    counts.ok =
        counts.passed + counts.skipped == counts.cases && (counts.cases > 0 || nothing_wanted);
    return counts;
  }

 private:
  // --- the plan: which cases in which configurations ---

  // The backend whose bounds in the spec apply.
  std::string BoundsOf() const {
    if (options_.returned.empty()) return options_.backend;
    if (!options_.bounds.empty()) return options_.bounds;
    return file_.accuracy.contains("aicore") || file_.formulas.contains("aicore") ? "aicore"
                                                                                  : "cpu";
  }

  // Compares results that were made elsewhere, on one product.
  absl::Status RunReturned() {
    const absl::StatusOr<SafeTensors> returned = SafeTensors::Open(options_.returned);
    if (!returned.ok()) return returned.status();
    const auto product = returned->metadata().find("product");
    if (product == returned->metadata().end())
      return absl::InvalidArgumentError(
          absl::StrCat(options_.returned, ": the metadata name no product"));
    const Configuration configuration = {.product = product->second, .mode = ""};
    for (const Case& test : cases_) {
      if (test.kind != Case::Kind::kPositive ||
          std::find(test.products.begin(), test.products.end(), product->second) ==
              test.products.end()) {
        continue;
      }
      CaseResult& result =
          results_.emplace_back(CaseResult{.test = &test, .product = product->second, .mode = ""});
      const auto found = returned->metadata().find(absl::StrCat("case ", test.id));
      absl::string_view status = "skipped not_returned";
      if (found != returned->metadata().end()) status = found->second;
      if (absl::string_view reason = status; absl::ConsumePrefix(&reason, "skipped ")) {
        result.skipped = SkipReasonFromName(reason);
        if (result.skipped != SkipReason::kNone) result.status = CaseStatus::kSkipped;
      }
      if (result.status == CaseStatus::kSkipped) continue;
      if (status != "done") {
        Fail(result, configuration, std::string(status));
        continue;
      }
      CompareReturned(result, configuration, *returned);
    }
    return absl::OkStatus();
  }

  void CompareReturned(CaseResult& result, const Configuration& configuration,
                       const SafeTensors& returned) {
    const absl::StatusOr<std::vector<Output>> outputs = ReturnedOutputs(*result.test, returned);
    if (!outputs.ok()) return Fail(result, configuration, std::string(outputs.status().message()));
    for (const Output& output : *outputs) {
      if (!CompareWithTruth(result, configuration, output, *outputs)) return;
    }
  }

  absl::Status RunAll() {
    if (!options_.returned.empty()) return RunReturned();
    absl::StatusOr<std::vector<std::string>> modes = ModesOf(options_, file_);
    if (!modes.ok()) return modes.status();
    absl::StatusOr<std::vector<int64_t>> targets = Targets();
    if (!targets.ok()) return targets.status();
    const std::vector<int> threads = options_.threads > 0
                                         ? std::vector<int>{options_.threads}
                                         : std::vector<int>(kThreads.begin(), kThreads.end());
    std::set<std::string> products;
    int64_t steps = 0;
    for (const Case& test : cases_) {
      products.insert(test.products.begin(), test.products.end());
      steps += static_cast<int64_t>(test.products.size() * modes->size() * threads.size());
    }
    if (options_.progress)
      progress_.emplace(absl::StrCat(file_.op, " on ", options_.backend), steps);
    for (const std::string& product : products) {
      for (const std::string& mode : *modes) {
        const size_t first = results_.size();
        for (const Case& test : cases_) {
          if (std::find(test.products.begin(), test.products.end(), product) != test.products.end())
            results_.push_back({.test = &test, .product = product, .mode = mode});
        }
        auto others = results_.begin() + static_cast<ptrdiff_t>(first);
        for (const std::string& id : options_.first) {
          const auto found = std::find_if(others, results_.end(), [&](const CaseResult& result) {
            return result.test->id == id;
          });
          if (found != results_.end()) std::rotate(others++, found, found + 1);
        }
        first_results_.clear();
        for (const int count : threads) {
          Configuration configuration = {product, mode, count, 0};
          if (absl::Status status = Start(configuration); !status.ok()) return status;
          const bool is_first = count == threads[0];
          // What is one chunk runs alike with any number of threads: one more, which has the usual
          // chunks, is enough.
          const bool runs_all = is_first || count == kThreadsOfUsualChunks;
          for (size_t i = first; i < results_.size(); ++i) {
            if (Enough()) break;
            if (options_.interrupted && options_.interrupted()) {
              unfinished_.assign(products.find(product), products.end());
              return session_.Stop();
            }
            if (progress_.has_value()) {
              progress_->Step([&] {
                return absl::StrCat(results_[i].test->id, " ",
                                    configuration.Name(options_.backend));
              });
            }
            // One report for each is enough.
            if (results_[i].status == CaseStatus::kFailed ||
                results_[i].status == CaseStatus::kSkipped)
              continue;
            if (options_.leaves_out && options_.leaves_out(*results_[i].test)) continue;
            if (!runs_all && IsOneChunk(*results_[i].test)) continue;
            RunCase(results_[i], configuration, is_first, *targets);
          }
          if (absl::Status status = session_.Stop(); !status.ok()) return status;
          if (Enough()) return absl::OkStatus();
        }
      }
    }
    return absl::OkStatus();
  }

  // What is done, and the commands that do the rest.
  void PrintInterruption() const {
    const auto done = std::count_if(results_.begin(), results_.end(), [](const CaseResult& result) {
      return result.status != CaseStatus::kUntested;
    });
    print_(absl::StrCat("interrupted: ", caller_.runs(), " runs of ", done, " cases are done, ",
                        failures_, " failed; to go on:\n"));
    ConformanceOptions rest = options_;
    for (const std::string& product : unfinished_) {
      rest.selection.product = product;
      print_(absl::StrCat("  ", CommandOf(rest), "\n"));
    }
  }

  bool Enough() const { return options_.stop_after > 0 && failures_ >= options_.stop_after; }

  // Highway targets to compare with the best one.
  absl::StatusOr<std::vector<int64_t>> Targets() const {
    std::vector<int64_t> targets;
    if (options_.backend != "cpu") return targets;
    std::vector<std::string> names;
    for (int64_t target : MachineTargets()) {
      names.push_back(hwy::TargetName(target));
      if (options_.target.empty() || options_.target == names.back()) targets.push_back(target);
    }
    if (targets.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("no target '", options_.target,
                                                     "' on this machine; there are ",
                                                     absl::StrJoin(names, " ")));
    }
    return targets;
  }

  absl::Status Start(const Configuration& configuration) {
    const auto soc = file_.socs.find(configuration.product);
    if (soc == file_.socs.end())
      return absl::InvalidArgumentError(
          absl::StrCat("cases.json names no SoC for product ", configuration.product));
    absl::StatusOr<Session> session =
        Session::Start({soc->second, options_.backend, configuration.mode, configuration.threads});
    if (session.ok()) session_ = *session;
    caller_.Start(session_);
    if (implementation_.set_chunk != nullptr) implementation_.set_chunk(configuration.chunk());
    return session.status();
  }

  // --- one case ---

  void RunCase(CaseResult& result, Configuration configuration, bool is_first,
               absl::Span<const int64_t> targets) {
    const Case& test = *result.test;
    const Invocation* invocation = nullptr;
    for (const Invocation& candidate : implementation_.invocations) {
      if (test.function == candidate.function) invocation = &candidate;
    }
    if (invocation == nullptr)
      return Fail(result, configuration, absl::StrCat("the invoke table has no ", test.function));
    if (test.kind != Case::Kind::kPositive) {
      if (!is_first) return;
      const std::string fault = caller_.CallRejected(test, *invocation);
      if (!fault.empty()) return Fail(result, configuration, fault);
      result.status = CaseStatus::kPassed;
      return;
    }
    if (!is_first) {
      const int64_t target = options_.target.empty() || targets.empty() ? 0 : targets[0];
      RunOnTarget(result, configuration, *invocation, CaseCaller::Memory::kFresh, target);
      return;
    }
    // On the best target, then on each by name, that one again. What has no targets runs twice.
    CaseCaller::Memory memory =
        options_.once ? CaseCaller::Memory::kFresh : CaseCaller::Memory::kReused;
    if (options_.target.empty()) {
      if (!RunPositive(result, configuration, *invocation, memory)) return;
      memory = CaseCaller::Memory::kFresh;
      if (targets.empty() && !RunPositive(result, configuration, *invocation, memory)) return;
    }
    for (const int64_t target : targets) {
      if (!RunOnTarget(result, configuration, *invocation, memory, target)) return;
      memory = CaseCaller::Memory::kFresh;
    }
  }

  // Whether the case passed on the Highway target `target`; 0: the best.
  bool RunOnTarget(CaseResult& result, Configuration configuration, const Invocation& invocation,
                   CaseCaller::Memory memory, int64_t target) {
    configuration.target = target;
    if (target == 0) return RunPositive(result, configuration, invocation, memory);
    hwy::SetSupportedTargetsForTest(target);
    const bool passed = RunPositive(result, configuration, invocation, memory);
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(MachineTargetBits());
    return passed;
  }

  bool RunPositive(CaseResult& result, const Configuration& configuration,
                   const Invocation& invocation, CaseCaller::Memory memory) {
    absl::StatusOr<std::vector<Output>> outputs = caller_.Execute(*result.test, invocation, memory);
    if (!outputs.ok()) {
      Fail(result, configuration, std::string(outputs.status().message()));
      return false;
    }
    if (options_.observe) {
      for (const Output& output : *outputs)
        options_.observe(configuration.Name(options_.backend), output);
    }
    if (!CheckTarget(result, configuration, *outputs)) return false;
    for (const Output& output : *outputs) {
      const std::string key = absl::StrCat(result.test->values, "/", output.name);
      if (const auto found = first_results_.find(key); found != first_results_.end()) {
        const int64_t place =
            FirstDifference(output.dtype, output.elements, found->second.elements);
        if (place >= 0) {
          Fail(result, configuration,
               reports_.DescribeDifference(*result.test, output, found->second, place), *outputs);
          return false;
        }
        if (result.outputs.contains(output.name))
          continue;  // compared with the truth before, and the same bits since
      } else {
        first_results_[key] = {
            absl::StrCat(result.test->id, " ", configuration.Name(options_.backend)),
            output.elements};
      }
      if (!CompareWithTruth(result, configuration, output, *outputs)) return false;
    }
    return true;
  }

  // The results must come from the Highway target that was asked for.
  bool CheckTarget(CaseResult& result, const Configuration& configuration,
                   absl::Span<const Output> outputs) {
    if (options_.backend != "cpu") return true;
    const std::string ran = implementation_.take_target();
    if (ran.empty()) return true;  // there was nothing to compute
    targets_seen_.insert(ran);
    if (configuration.target == 0 || ran == hwy::TargetName(configuration.target)) return true;
    Fail(result, configuration, absl::StrCat("the kernel ran on target '", ran, "'"));
    return false;
  }

  bool CompareWithTruth(CaseResult& result, const Configuration& configuration,
                        const Output& output, absl::Span<const Output> outputs) {
    const Case& test = *result.test;
    const std::string key = absl::StrCat(test.values, "/truth/", output.name);
    const StoredTensor* stored = golden_->Find(key);
    if (stored == nullptr || stored->dtype != ACL_DOUBLE ||
        stored->shape != std::vector<int64_t>(output.shape.begin(), output.shape.end())) {
      Fail(result, configuration,
           absl::StrCat("the golden file has no ", key, " of type float64 and shape ",
                        DimsToString(output.shape)));
      return false;
    }
    if (!IsComparable(output.dtype)) {
      Fail(result, configuration,
           absl::StrCat("results of type ", DTypeName(output.dtype), " cannot be compared"));
      return false;
    }
    // Of the same values on another product, or in another layout: the bounds do not depend on it.
    Passed& known = passed_[{result.mode, test.function, test.values, output.name}];
    if (known.verdict != nullptr && known.elements == output.elements) {
      Take(result, output.name, known.verdict);
      return true;
    }
    std::optional<std::string> mode;
    if (options_.returned.empty()) mode = result.mode;
    const absl::StatusOr<Tolerance> tolerance =
        ToleranceOf({BoundsOf(), mode}, file_, *golden_, manifest_, test.values, output);
    if (!tolerance.ok()) {
      Fail(result, configuration, std::string(tolerance.status().message()));
      return false;
    }
    const Truth truth = ReadTruth(*golden_, *stored, test.values, output.name);
    auto made = std::make_shared<OutputVerdict>();
    const Comparison& verdict = made->comparison =
        Compare(output.dtype, output.elements.data(), truth.high, *tolerance, truth.low);
    if (!options_.results.empty()) {
      made->digest = DigestOf(output.dtype, output.elements);
      made->vendor = VendorVerdicts(output.dtype, output.elements.data(), truth.high);
      if (verdict.worst >= 0)
        made->worst =
            reports_.WorstElement(test, output, verdict.worst, truth, tolerance->truth_ulp);
      reports_.AddProfiles(profiles_[result.mode], test, output.name, output.dtype, output.shape,
                           output.elements.data(), truth, tolerance->truth_ulp);
    }
    Take(result, output.name, made);
    if (verdict.passed()) {
      known = {output.elements, std::move(made)};
      return true;
    }
    std::string text =
        absl::StrCat(verdict.failed, " of ", verdict.count, " elements of ", output.name,
                     " are wrong, the worst by ", verdict.max_ulp, " ULP; bound ",
                     tolerance->ulps.empty() ? absl::StrCat(tolerance->ulp) : "by formula");
    for (const int64_t place : verdict.failures)
      absl::StrAppend(&text, "\n  ",
                      reports_.DescribeElement(test, output, place, truth, tolerance->truth_ulp));
    Fail(result, configuration, text, outputs);
    return false;
  }

  void Take(CaseResult& result, const std::string& output,
            const std::shared_ptr<const OutputVerdict>& verdict) {
    result.outputs[output] = verdict;
    compared_ += verdict->comparison.count;
    inexact_ += verdict->comparison.inexact;
    max_ulp_ = std::max(max_ulp_, verdict->comparison.max_ulp);
    if (!verdict->comparison.passed()) return;
    if (result.status == CaseStatus::kUntested) result.status = CaseStatus::kPassed;
    if (const auto why = mistrusted_.find(absl::StrCat(result.test->values, "/", output));
        why != mistrusted_.end()) {
      result.status = CaseStatus::kMistrusted;
      result.note = why->second;
    }
  }

  // An entry of known_failures that is no longer true must go.
  void FailIfKnown(CaseResult& result) {
    if (const KnownFailure* known = FindKnown(file_, result, options_.backend); known != nullptr) {
      Fail(result, {result.product, result.mode, options_.threads, 0},
           absl::StrCat("passed, but spec.yaml lists it in known_failures (", known->reason,
                        "); take it out there"));
    }
  }

  void Fail(CaseResult& result, const Configuration& configuration, const std::string& what,
            absl::Span<const Output> outputs = {}) {
    const KnownFailure* known =
        result.status == CaseStatus::kPassed ? nullptr : FindKnown(file_, result, options_.backend);
    if (known != nullptr && absl::StrContains(what, known->message)) {
      result.status = CaseStatus::kSkipped;
      result.skipped = SkipReason::kKnownFailure;
      result.note = known->reason;
      return;
    }
    result.status = CaseStatus::kFailed;
    std::string again = options_.again;
    if (again.empty()) {
      ConformanceOptions one;  // on every target and with every number of threads
      one.binary = options_.binary;
      one.backend = options_.backend;
      one.selection.product = configuration.product;
      one.selection.glob = result.test->id;
      one.mode = configuration.mode;
      again = CommandOf(one);
    }
    if (result.what.empty()) {
      result.what = what;
      result.again = again;
    }
    if (++failures_ > kMaxPrintedFailures) return;
    print_(absl::StrCat("FAILED ", result.test->id, " ", configuration.Name(options_.backend), ": ",
                        what, "\n  again: ", again, "\n"));
    if (!options_.failures.empty()) SaveFailure(result, configuration, what, outputs);
    if (failures_ == kMaxPrintedFailures) print_("(further failures are only counted)\n");
  }

  // Writes what the replay tool needs, and prints its command.
  void SaveFailure(CaseResult& result, const Configuration& configuration, const std::string& what,
                   absl::Span<const Output> outputs) {
    const Json failure = {
        {"op", file_.op},
        {"binary", options_.binary},
        {"backend", options_.backend},
        {"product", configuration.product},
        {"mode", configuration.mode},
        {"threads", configuration.threads},
        {"target", configuration.target == 0 ? "" : hwy::TargetName(configuration.target)},
        {"what", what}};
    const std::string name = absl::StrCat("failure_", failures_, ".safetensors");
    absl::StatusOr<Bundle> bundle = ExtractCase(file_.text, result.test->id, golden_, manifest_);
    absl::Status status = bundle.status();
    if (bundle.ok()) {
      bundle->failure = failure;
      status = WriteFailure(*bundle, result.test->values, outputs, options_.failures, name);
    }
    const std::string replay = absl::StrCat("tools/bazel run ", options_.binary,
                                            " -- --replay=", options_.failures_shown, "/", name);
    if (status.ok() && result.replay.empty()) result.replay = replay;
    print_(status.ok() ? absl::StrCat("  replay: ", replay, "\n")
                       : absl::StrCat("  warning: no file for a replay: ", status.message(), "\n"));
  }

  void WriteResults() {
    std::ofstream stream(options_.results);
    stream << ResultsText({file_, cases_, golden_, reports_, options_.backend, targets_seen_,
                           caller_.runs(), results_, profiles_});
    if (!stream) print_(absl::StrCat("warning: cannot write ", options_.results, "\n"));
  }

  const ConformanceOptions& options_;
  const Implementation& implementation_;
  absl::FunctionRef<void(absl::string_view)> print_;
  const CaseFile& file_;
  absl::Span<const Case> cases_;
  const SafeTensors* golden_;
  const nlohmann::json& manifest_;
  const std::map<std::string, std::string>& mistrusted_;
  std::optional<Progress> progress_;
  OutputReports reports_;
  CaseCaller caller_;
  std::map<std::string, ErrorProfiles> profiles_;  // by mode
  Session session_;
  std::vector<CaseResult> results_;
  std::map<std::string, FirstResult> first_results_;
  std::map<std::array<std::string, 4>, Passed> passed_;  // by mode, function, values, output
  std::set<std::string> targets_seen_;
  std::vector<std::string> unfinished_;  // products, from the one in which the run was interrupted
  int64_t compared_ = 0, inexact_ = 0;
  double max_ulp_ = 0;
  int failures_ = 0;
};

}  // namespace

std::string CommandOf(const ConformanceOptions& options) {
  std::string command =
      absl::StrCat("tools/bazel run ", options.binary, " -- --backend=", options.backend);
  const Selection& selection = options.selection;
  if (!selection.product.empty()) absl::StrAppend(&command, " --product=", selection.product);
  if (!selection.label.empty()) absl::StrAppend(&command, " --dtype=", selection.label);
  if (selection.glob != "*") absl::StrAppend(&command, " --case='", selection.glob, "'");
  if (!options.mode.empty()) absl::StrAppend(&command, " --mode=", options.mode);
  if (!options.target.empty()) absl::StrAppend(&command, " --target=", options.target);
  if (options.threads != 0) absl::StrAppend(&command, " --threads=", options.threads);
  return command;
}

ConformanceSuite::ConformanceSuite(std::shared_ptr<const Data> data)
    : data_(std::move(data)), cases_(data_, &data_->file.cases) {}

absl::StatusOr<ConformanceSuite> ConformanceSuite::Open(const ConformanceOptions& options) {
  absl::StatusOr<CaseFile> file = CaseFile::Open(options.cases, options.selection);
  if (!file.ok()) return file.status();
  auto data = std::make_shared<Data>();
  data->file = *std::move(file);
  if (absl::Status status = OpenGolden(options, data->file, data->golden, data->manifest);
      !status.ok())
    return status;
  if (data->golden.has_value()) data->mistrusted = FindMistrusted(data->file, *data->golden);
  return ConformanceSuite(std::move(data));
}

absl::StatusOr<ConformanceSuite> ConformanceSuite::OpenBundle(std::string bytes,
                                                              const std::string& name,
                                                              const Selection& selection) {
  auto data = std::make_shared<Data>();
  data->bytes = std::move(bytes);
  absl::StatusOr<SafeTensors> golden = SafeTensors::Parse(data->bytes);
  if (!golden.ok())
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", golden.status().message()));
  absl::StatusOr<Bundle> bundle = ReadBundle(*golden);
  if (!bundle.ok())
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", bundle.status().message()));
  absl::StatusOr<CaseFile> file = CaseFile::Parse(bundle->cases.dump(), name, selection);
  if (!file.ok()) return file.status();
  data->file = *std::move(file);
  data->golden.emplace(*std::move(golden));
  data->manifest = std::move(bundle->manifest);
  return ConformanceSuite(std::move(data));
}

const CaseFile& ConformanceSuite::file() const { return data_->file; }

ConformanceSuite ConformanceSuite::WithCases(std::vector<Case> cases) const {
  ConformanceSuite suite = *this;
  suite.cases_ = std::make_shared<const std::vector<Case>>(std::move(cases));
  return suite;
}

const char* TakeElementwiseTarget() {
  const char* const target = LastElementwiseTarget();
  RecordElementwiseTarget(0);
  return target;
}

ConformanceCounts ConformanceSuite::Run(const ConformanceOptions& options,
                                        const Implementation& implementation,
                                        absl::FunctionRef<void(absl::string_view)> print) const {
  return Runner(options, data_->file, *cases_,
                data_->golden.has_value() ? &*data_->golden : nullptr, data_->manifest,
                data_->mistrusted, implementation, print)
      .Run();
}

int RunConformance(const ConformanceOptions& options, const Implementation& implementation,
                   absl::FunctionRef<void(absl::string_view)> print) {
  const absl::StatusOr<ConformanceSuite> suite = ConformanceSuite::Open(options);
  if (!suite.ok()) {
    print(absl::StrCat("ERROR: ", suite.status().message(), "\n"));
    return 1;
  }
  if (options.list) {
    for (const Case& test : suite->file().cases)
      print(absl::StrCat(test.id, " ", absl::StrJoin(test.products, ","), "\n"));
    return suite->file().cases.empty() ? 1 : 0;
  }
  return suite->Run(options, implementation, print).ok ? 0 : 1;
}

}  // namespace openaclnn::testing
