// What the oracle knows of an operator: a C function, called with such attributes, computes gradient * f(x) from inputs that play these
// parts. An operator's BUILD file says so (`sweeps` of openaclnn_op).
#ifndef OPENACLNN_TESTING_ORACLE_CALL_H_
#define OPENACLNN_TESTING_ORACLE_CALL_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "testing/oracle/oracle.h"

namespace openaclnn::testing {

struct OracleCall {
  std::string key;
  std::string function;  // the C function
  Function oracle;
  // Of the C function, in order: "string=tanh", "int=0", "bool=1", or the parts of a tensor, joined by "|" where it has two.
  std::vector<std::string> parameters;
  // Filled in by ResolveOracleCalls, with the operator's names of parameters:
  std::map<std::string, std::vector<std::string>> parts =
      {};                     // tensor -> "gradient", "x", "one" (inputs); "output", "unit", "ignored" (outputs)
  nlohmann::json attrs = {};  // as in the golden records, without dimension numbers

  bool HasPart(absl::string_view part) const;
};

// Reads "KEY:FUNCTION:ORACLE:PARAMETER...", separated by commas. InvalidArgumentError says what is wrong with it.
absl::StatusOr<std::vector<OracleCall>> ReadOracleCalls(const std::vector<std::string>& texts);

// Finds out for which attributes of the operator the calls hold, from a case of cases.json that is called with them. A call without
// such a case is an InvalidArgumentError.
absl::Status ResolveOracleCalls(const nlohmann::json& cases, std::vector<OracleCall>& calls);

// The attributes of a golden record without dimension numbers: what decides which call holds.
nlohmann::json AttributesOf(const nlohmann::json& cases, const nlohmann::json& record);

// The call that holds for a golden record; null if none does.
const OracleCall* FindOracleCall(const nlohmann::json& cases, const nlohmann::json& record, const std::vector<OracleCall>& calls);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_ORACLE_CALL_H_
