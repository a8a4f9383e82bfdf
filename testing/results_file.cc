#include "testing/results_file.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "testing/golden.h"
#include "testing/ulp.h"
#include "testing/verdicts.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

Json Summary(const Comparison& verdict) {
  // JSON has no infinity: an error without measure is null.
  return {{"count", verdict.count},
          {"max_ulp", std::isfinite(verdict.max_ulp) ? Json(verdict.max_ulp) : Json()},
          {"inexact", verdict.inexact},
          {"failed", verdict.failed},
          {"histogram", verdict.histogram}};
}

Json Verdicts(absl::Span<const VendorVerdict> verdicts) {
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json json = Json::object();
  for (const VendorVerdict& verdict : verdicts) {
    json[verdict.standard] = {{"passed", verdict.passed},
                              {"matching_share", verdict.matching_share},
                              {"max_abs_error", number(verdict.max_abs_error)},
                              {"mean_rel_error", number(verdict.mean_rel_error)},
                              {"max_rel_error", number(verdict.max_rel_error)}};
  }
  return json;
}

void AppendProfiles(Json& list, const std::string& source, const ErrorProfiles& profiles) {
  for (const auto& [key, profile] : profiles) {
    Json bins = Json::array();
    for (const auto& [bin, error] : profile)
      bins.push_back({bin, std::isfinite(error) ? Json(error) : Json()});
    list.push_back({{"source", source},
                    {"function", key[0]},
                    {"output", key[1]},
                    {"dtype", key[2]},
                    {"operand", key[3]},
                    {"bins", std::move(bins)}});
  }
}

// How close PyTorch's own results to the same inputs come.
void AddPyTorch(const ResultsSource& run, Json& file) {
  ErrorProfiles profiles;
  std::set<std::pair<std::string, std::string>> seen;  // function and record
  for (const Case& test : run.cases) {
    if (test.values.empty() || run.golden == nullptr ||
        !seen.emplace(test.function, test.values).second)
      continue;
    const std::string prefix = absl::StrCat(test.values, "/pytorch/");
    for (auto tensor = run.golden->tensors().lower_bound(prefix);
         tensor != run.golden->tensors().end() && absl::StartsWith(tensor->first, prefix);
         ++tensor) {
      const auto& [dtype, shape, bytes] = tensor->second;
      const std::string name = tensor->first.substr(prefix.size());
      const StoredTensor* stored = run.golden->Find(absl::StrCat(test.values, "/truth/", name));
      if (stored == nullptr || stored->shape != shape || !IsComparable(dtype)) continue;
      const Truth truth = ReadTruth(*run.golden, *stored, test.values, name);
      file["pytorch"][test.values][name] =
          Summary(Compare(dtype, bytes.data(), truth.high, {.ulp = 0.5}, truth.low));
      run.reports.AddProfiles(profiles, test, name, dtype, shape, bytes.data(), truth, 0);
    }
  }
  AppendProfiles(file["profiles"], "pytorch", profiles);
}

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string TextOf(const OutputVerdict& verdict) {
  Json output = Summary(verdict.comparison);
  if (!verdict.vendor.empty()) output["vendor"] = Verdicts(verdict.vendor);
  if (!verdict.worst.is_null()) output["worst"] = verdict.worst;
  output["digest"] = absl::StrFormat("%016x", verdict.digest);
  return Text(output);
}

// An object with one more member.
std::string WithMember(std::string object, const std::string& key, absl::string_view value) {
  object.back() = ',';  // no object of ours is empty
  return absl::StrCat(object, Text(key), ":", value, "}");
}

// Most verdicts are those of many cases, and writing them takes longer than computing them.
std::string CasesText(const std::vector<CaseResult>& results) {
  std::map<const OutputVerdict*, std::string> written;
  std::vector<std::string> cases;
  for (const CaseResult& result : results) {
    Json entry = {{"id", result.test->id},
                  {"product", result.product},
                  {"mode", result.mode},
                  {"status", StatusName(result.status)}};
    if (result.skipped != SkipReason::kNone) entry["skipped"] = SkipReasonName(result.skipped);
    if (!result.note.empty()) entry["note"] = result.note;
    if (!result.what.empty()) entry["what"] = result.what;
    if (!result.again.empty()) entry["again"] = result.again;
    if (!result.replay.empty()) entry["replay"] = result.replay;
    std::vector<std::string> outputs;
    for (const auto& [name, verdict] : result.outputs) {
      std::string& text = written[verdict.get()];
      if (text.empty()) text = TextOf(*verdict);
      outputs.push_back(absl::StrCat(Text(name), ":", text));
    }
    cases.push_back(Text(entry));
    if (!outputs.empty()) {
      cases.back() = WithMember(std::move(cases.back()), "outputs",
                                absl::StrCat("{", absl::StrJoin(outputs, ","), "}"));
    }
  }
  return absl::StrCat("[", absl::StrJoin(cases, ","), "]");
}

}  // namespace

std::string ResultsText(const ResultsSource& run) {
  Json file = {{"schema", "openaclnn-results/2"},
               {"op", run.file.op},
               {"spec_sha256", run.file.spec_sha256},
               {"backend", run.backend},
               {"targets", run.targets},
               {"runs", run.runs},
               {"pytorch", Json::object()},
               {"profiles", Json::array()}};
  AddPyTorch(run, file);
  for (const auto& [mode, profiles] : run.profiles)
    AppendProfiles(file["profiles"], mode, profiles);
  return absl::StrCat(WithMember(Text(file), "cases", CasesText(run.results)), "\n");
}

}  // namespace openaclnn::testing
