#include "tools/specgen/cases/case_file.h"

#include <fnmatch.h>

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/specgen/cases/call_json.h"
#include "tools/specgen/sha256.h"

namespace openaclnn::specgen {
namespace {

constexpr std::string_view kKindNames[] = {"positive", "rejected", "error"};  // by CaseKind

}  // namespace

void CaseFile::AddPositive(const FunctionRules& rules, const std::string& id,
                           const std::vector<int>& products, aclDataType dtype, const Call& call,
                           const Json& record) {
  Json entry = Entry(rules, id, kKindNames[0], products, dtype, call);
  const std::string key = record["key"];
  if (records_.insert(key).second) values_.push_back(record);
  entry["values"] = key;
  cases_.push_back(std::move(entry));
  ++counts_[static_cast<size_t>(CaseKind::kPositive)];
  for (int product : products) {
    for (const auto& [param, tensor] : call.tensors) {
      covered_.insert({rules.function().name, product, tensor.dtype});
    }
  }
}

void CaseFile::AddBroken(const FunctionRules& rules, const std::string& id, CaseKind kind,
                         const std::vector<int>& products, aclDataType dtype, const Call& call,
                         const Expectation& expectation) {
  if (products.empty()) return;
  const auto number = static_cast<size_t>(kind);
  Json entry = Entry(rules, absl::StrCat(rules.function().name, ".", id), kKindNames[number],
                     products, dtype, call);
  entry["expect"] = {{"code", expectation.code},
                     {"rule", absl::StrCat("R.", InfoOf(expectation.rule).name)},
                     {"message", expectation.words}};
  cases_.push_back(std::move(entry));
  ++counts_[number];
}

void CaseFile::AddErrorPair(Json test) {
  ids_.insert(test["id"]);
  cases_.push_back(std::move(test));
  ++counts_[static_cast<size_t>(CaseKind::kError)];
}

void CaseFile::AddBenchmark(const FunctionRules& rules, const std::string& id,
                            const std::vector<int>& products, aclDataType dtype, const Call& call,
                            const Json& more) {
  Json entry = Entry(rules, id, "benchmark", products, dtype, call);
  entry.update(more);
  benchmarks_.push_back(std::move(entry));
}

void CaseFile::CheckCovered(const Function& function) const {
  for (int product = 0; product < static_cast<int>(products_.rows.size()); ++product) {
    for (aclDataType dtype : function.products[product]) {
      if (covered_.contains({function.name, product, dtype})) continue;
      problems_->Add(spec_.file, spec_.golden.expect_line,
                     absl::StrCat("no case of ", function.name, " uses ", Name(dtype), " on ",
                                  products_.rows[product].name));
    }
  }
}

void CaseFile::CheckWhole() const {
  CheckDeviations();
  CheckKnownFailures();
  CheckCounts();
}

void CaseFile::CheckDeviations() const {
  for (const Deviation& deviation : spec_.deviations) {
    for (const std::string& held_by : deviation.held_by) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(held_by, absl::MaxSplits('@', 1));
      const bool found = std::any_of(
          cases_.begin(), cases_.end(),
          [&, &pattern = parts.first, &product = parts.second](const Json& test) {
            const Json& on = test["products"];
            return fnmatch(pattern.c_str(), test["id"].get_ref<const std::string&>().c_str(), 0) ==
                       0 &&
                   (product.empty() || std::find(on.begin(), on.end(), product) != on.end());
          });
      if (!found)
        problems_->Add(spec_.file, deviation.line,
                       absl::StrCat("no case has a name like \"", held_by, "\""));
    }
  }
}

void CaseFile::CheckKnownFailures() const {
  for (const KnownFailure& known : spec_.known_failures) {
    for (const std::string& pattern : known.cases) {
      const bool found = std::any_of(cases_.begin(), cases_.end(), [&](const Json& test) {
        const Json& on = test["products"];
        return fnmatch(pattern.c_str(), test["id"].get_ref<const std::string&>().c_str(), 0) == 0 &&
               (known.products.empty() ||
                std::find_first_of(on.begin(), on.end(), known.products.begin(),
                                   known.products.end()) != on.end());
      });
      if (!found)
        problems_->Add(spec_.file, known.line,
                       absl::StrCat("no case has a name like \"", pattern, "\""));
    }
  }
}

void CaseFile::CheckCounts() const {
  const Golden& golden = spec_.golden;
  if (golden.positive == Count(CaseKind::kPositive) &&
      golden.rejected == Count(CaseKind::kRejected) && golden.error == Count(CaseKind::kError))
    return;
  problems_->Add(spec_.file, golden.expect_line,
                 absl::StrCat("the cases are {positive: ", Count(CaseKind::kPositive),
                              ", rejected: ", Count(CaseKind::kRejected),
                              ", errors: ", Count(CaseKind::kError),
                              "}, but expect says {positive: ", golden.positive,
                              ", rejected: ", golden.rejected, ", errors: ", golden.error, "}"));
}

Json CaseFile::ToJson() const {
  Json file = {{"schema", "openaclnn-cases/1"}, {"op", spec_.op}, {"structure", spec_.structure}};
  const Json golden_depends_on = {{"seed", spec_.golden.seed}, {"values", values_}};
  file["spec_sha256"] = Sha256(golden_depends_on.dump());
  file["seed"] = spec_.golden.seed;
  for (const ProductRow& row : products_.rows) file["socs"][row.name] = row.soc;
  for (const Function& function : spec_.functions)
    file["functions"].push_back(FunctionJson(function));
  for (const BackendAccuracy& backend : spec_.accuracy) {
    for (const auto& [mode, bounds] : backend.modes) {
      Json& target = mode.empty() ? file["accuracy"][backend.backend]
                                  : file["accuracy"][backend.backend][mode];
      for (const auto& [dtype, bound] : bounds) {
        double number;
        target[dtype] = absl::SimpleAtod(bound, &number) ? Json(number) : Json(bound);
      }
    }
  }
  if (spec_.golden.few_values) file["few_values"] = true;
  file["values"] = values_;
  file["cases"] = cases_;
  file["benchmarks"] = benchmarks_;
  file["deviations"] = Json::array();
  for (const Deviation& deviation : spec_.deviations) {
    file["deviations"].push_back({{"id", deviation.id},
                                  {"what", deviation.what},
                                  {"we", deviation.we},
                                  {"why", deviation.why},
                                  {"decides", deviation.decides_values ? "values" : "acceptance"},
                                  {"held_by", deviation.held_by}});
  }
  for (const KnownFailure& known : spec_.known_failures) {
    file["known_failures"].push_back({{"cases", known.cases},
                                      {"backend", known.backend},
                                      {"products", known.products},
                                      {"message", known.message},
                                      {"reason", known.reason}});
  }
  file["counts"] = {{"positive", Count(CaseKind::kPositive)},
                    {"rejected", Count(CaseKind::kRejected)},
                    {"errors", Count(CaseKind::kError)}};
  return file;
}

Json CaseFile::Entry(const FunctionRules& rules, const std::string& id, std::string_view kind,
                     const std::vector<int>& products, aclDataType dtype, const Call& call) {
  if (!ids_.insert(id).second)
    problems_->Add(spec_.file, spec_.golden.expect_line,
                   absl::StrCat("two cases have the name ", id));
  Json entry = {{"id", id}, {"kind", kind}, {"function", rules.function().name}};
  for (int product : products) entry["products"].push_back(products_.rows[product].name);
  entry["dtype"] = Name(dtype);
  entry["args"] = ArgsJson(rules, call);
  for (const auto& [output, input] : call.in_place)
    entry["in_place"][spec_.params[output].name] = spec_.params[input].name;
  return entry;
}

Json CaseFile::FunctionJson(const Function& function) const {
  Json json = {{"name", function.name},
               {"header", function.header},
               {"params", Json::array()},
               {"fixed", Json::object()},
               {"products", Json::object()}};
  for (int param : function.CParams()) {
    json["params"].push_back({{"name", spec_.params[param].name},
                              {"c_name", function.c_names[param]},
                              {"kind", KindName(spec_.params[param].kind)}});
  }
  for (const auto& [param, value] : function.fixed)
    json["fixed"][spec_.params[param].name] = value.text;
  for (size_t product = 0; product < products_.rows.size(); ++product) {
    for (aclDataType dtype : function.products[product])
      json["products"][products_.rows[product].name].push_back(Name(dtype));
  }
  return json;
}

}  // namespace openaclnn::specgen
