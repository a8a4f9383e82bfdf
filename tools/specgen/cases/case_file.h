// The cases of an operator while they are made, and the file they become.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_CASE_FILE_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_CASE_FILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "acl/acl_base_rt.h"
#include "tools/specgen/cases/call.h"
#include "tools/specgen/cases/function_rules.h"
#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/rules.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

enum class CaseKind : uint8_t { kPositive, kRejected, kError };

// What a broken call must return.
struct Expectation {
  RuleId rule;
  int code;
  std::vector<std::string> words;  // of the message
};

class CaseFile {
 public:
  CaseFile(const Spec& spec, const ProductTable& products, Problems* problems)
      : spec_(spec), products_(products), problems_(problems) {}

  // `record` has the inputs and the truth's attributes; cases with the same key share one.
  void AddPositive(const FunctionRules& rules, const std::string& id,
                   const std::vector<int>& products, aclDataType dtype, const Call& call,
                   const Json& record);
  // Adds nothing if there are no products. The function's name is put in front of the id.
  void AddBroken(const FunctionRules& rules, const std::string& id, CaseKind kind,
                 const std::vector<int>& products, aclDataType dtype, const Call& call,
                 const Expectation& expectation);
  // An error case made of two others. Its name may be that of an earlier pair.
  void AddErrorPair(Json test);
  // `more` are fields that only benchmarks have.
  void AddBenchmark(const FunctionRules& rules, const std::string& id,
                    const std::vector<int>& products, aclDataType dtype, const Call& call,
                    const Json& more);

  const std::vector<Json>& cases() const { return cases_; }

  // Reports dtypes that the function declares and no case has.
  void CheckCovered(const Function& function) const;
  // Reports decisions and known failures without cases, and counts the spec does not expect.
  void CheckWhole() const;
  Json ToJson() const;

 private:
  Json Entry(const FunctionRules& rules, const std::string& id, std::string_view kind,
             const std::vector<int>& products, aclDataType dtype, const Call& call);
  void CheckDeviations() const;
  void CheckKnownFailures() const;
  void CheckCounts() const;
  Json FunctionJson(const Function& function) const;
  int64_t Count(CaseKind kind) const { return counts_[static_cast<size_t>(kind)]; }

  const Spec& spec_;
  const ProductTable& products_;
  Problems* problems_;
  std::vector<Json> values_, cases_, benchmarks_;
  std::set<std::string> records_;  // keys of values_
  std::set<std::string> ids_;
  std::set<std::tuple<std::string, int, aclDataType>> covered_;
  std::array<int64_t, 3> counts_ = {};  // by CaseKind
};

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_CASE_FILE_H_
