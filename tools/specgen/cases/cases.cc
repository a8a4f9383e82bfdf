#include "tools/specgen/cases/cases.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/specgen/cases/benchmark_cases.h"
#include "tools/specgen/cases/case_file.h"
#include "tools/specgen/cases/error_cases.h"
#include "tools/specgen/cases/function_rules.h"
#include "tools/specgen/cases/positive_cases.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {

namespace {

const Profile* FindProfile(const std::vector<Profile>& profiles, const std::string& name) {
  const auto found = std::find_if(profiles.begin(), profiles.end(),
                                  [&](const Profile& profile) { return profile.name == name; });
  return found != profiles.end() ? &*found : nullptr;
}

}  // namespace

nlohmann::ordered_json ExpandCases(const Spec& spec, const ProductTable& products,
                                   const std::vector<Profile>& profiles, Problems* problems) {
  CaseFile file(spec, products, problems);
  std::set<std::string> measured;
  const auto report = [&](std::string_view problem) {
    problems->Add(spec.file, spec.golden.expect_line, problem);
  };
  for (const Function& function : spec.functions) {
    const std::vector<Function> forms = spec.FormsOf(function);
    const FunctionRules rules(spec, products, forms[0]);
    const Profile* profile = FindProfile(profiles, function.profile);
    if (profile == nullptr) {
      const auto its_name = [](std::string* out, const Profile& known) { out->append(known.name); };
      report(absl::StrCat("there is no profile \"", function.profile, "\"; known are ",
                          absl::StrJoin(profiles, ", ", its_name)));
      return {};
    }
    // Without a tensor most functions are what others are.
    const Profile* brief = FindProfile(profiles, function.profile + "_brief");
    for (const Function& form : forms) {
      const FunctionRules form_rules(spec, products, form);
      const Profile* own = form.null.empty() || brief == nullptr ? profile : brief;
      for (const Group& group : own->groups) AddPositiveCases(form_rules, group, &file);
      for (const Group& group : spec.golden.groups) AddPositiveCases(form_rules, group, &file);
    }
    if (BaseCall(rules).tensors.empty()) {
      report(absl::StrCat("no samples of the numbers and arrays of ", function.name,
                          " follow its rules with tensors of ", Name(BaseDType(rules))));
    } else {
      AddRejectedCases(rules, &file);
      AddErrorCases(rules, &file);
    }
    AddBenchmarks(rules, &measured, &file);
    file.CheckCovered(function);
  }
  file.CheckWhole();
  return file.ToJson();
}

}  // namespace openaclnn::specgen
