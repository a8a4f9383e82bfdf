// What the oracle knows of an operator: a C function, called with such attributes, computes
// gradient * f(operands) from arguments that play these parts. An operator's BUILD file says so
// (`sweeps` of openaclnn_op).
#ifndef OPENACLNN_TESTING_ORACLE_CALL_H_
#define OPENACLNN_TESTING_ORACLE_CALL_H_

#include <map>
#include <optional>
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
  const OracleFunction* oracle = nullptr;
  // Of the C function, in order: "string=tanh", "int=0", "bool=1", "scalar=2.5", or the parts of a
  // tensor, joined by "|" where it has two, or the operand of `oracle` that a number is: "alpha",
  // or "alpha=2.5" for one that is called with this number.
  std::vector<std::string> parameters;
  std::map<std::string, double> numbers = {};  // what the parameters say of operands: alpha -> 2.5
  // Filled in by ResolveOracleCalls, with the operator's names of parameters:
  std::map<std::string, std::vector<std::string>> parts =
      {};  // -> "gradient", "one", an operand (inputs and numbers); "output", "unit", "ignored"
           // (outputs)
  nlohmann::json attrs = {};  // as in the golden records, without numbers that may be any

  bool HasPart(absl::string_view part) const;

  // The numbers among the arguments of a golden record, by the operands that they are.
  std::map<std::string, double> NumbersOf(const nlohmann::json& record) const;

  // What the oracle says of "unit" or, times "gradient" if that is one of `parts`, of "output";
  // absent if `parts`, which has the value of each operand, lacks one.
  std::optional<double> Evaluate(const std::map<std::string, double>& parts,
                                 absl::string_view output) const;
};

// Reads texts "KEY:FUNCTION:ORACLE:PARAMETER...". InvalidArgumentError says what is wrong with one.
absl::StatusOr<std::vector<OracleCall>> ReadOracleCalls(const std::vector<std::string>& texts);

// Finds out for which attributes of the operator the calls hold, from a case of cases.json that is
// called with them. A call without such a case is an InvalidArgumentError.
absl::Status ResolveOracleCalls(const nlohmann::json& cases, std::vector<OracleCall>& calls);

// The attributes of a golden record without dimensions and real numbers: they decide which call
// holds.
nlohmann::json AttributesOf(const nlohmann::json& cases, const nlohmann::json& record);

// The call that holds for a golden record; null if none does.
const OracleCall* FindOracleCall(const nlohmann::json& cases, const nlohmann::json& record,
                                 const std::vector<OracleCall>& calls);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_ORACLE_CALL_H_
