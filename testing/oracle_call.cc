#include "testing/oracle_call.h"

#include <algorithm>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kParts[] = {"gradient", "one", "output", "unit", "ignored"};

// Parameters whose values do not decide what is computed.
bool IsNumber(const Json& param) {
  return param["kind"] == "double" || param["kind"] == "float" || param["kind"] == "scalar" ||
         param["kind"] == "int";
}

absl::StatusOr<const OracleFunction*> FindOracle(absl::string_view name) {
  if (const OracleFunction* function = FindOracleFunction(name)) return function;
  std::string known;
  for (const OracleFunction* function : OracleFunctions())
    absl::StrAppend(&known, " ", NameOf(*function));
  return absl::InvalidArgumentError(
      absl::StrCat("no oracle function '", name, "'; there are", known));
}

// True if an argument of a case is what a parameter of a call says: "string=tanh", "int=0",
// "bool=1".
bool IsArgument(const Json& argument, absl::string_view parameter) {
  int64_t number;
  if (absl::ConsumePrefix(&parameter, "string="))
    return argument.is_string() && argument.get_ref<const std::string&>() == parameter;
  if (absl::ConsumePrefix(&parameter, "bool="))
    return argument.is_boolean() && argument.get<bool>() == (parameter == "1");
  if (absl::ConsumePrefix(&parameter, "int=") && absl::SimpleAtoi(parameter, &number)) {
    return argument.is_number_integer() && argument.get<int64_t>() == number;
  }
  return false;
}

const Json* FunctionNamed(const Json& cases, const std::string& name) {
  for (const Json& function : cases["functions"]) {
    if (function["name"] == name) return &function;
  }
  return nullptr;
}

}  // namespace

bool OracleCall::HasPart(absl::string_view part) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const std::string& parameter) {
    const std::vector<std::string> own = absl::StrSplit(parameter, '|');
    return std::find(own.begin(), own.end(), part) != own.end();
  });
}

std::map<std::string, double> OracleCall::NumbersOf(const Json& record) const {
  std::map<std::string, double> of_record;
  for (const auto& [name, roles] : parts) {
    if (const auto number = record["attrs"].find(name);
        number != record["attrs"].end() && number->is_number())
      of_record[roles[0]] = *number;
  }
  return of_record;
}

std::optional<double> OracleCall::Evaluate(const std::map<std::string, double>& values,
                                           absl::string_view output) const {
  std::vector<double> operands;
  for (const std::string& name : OperandsOf(*oracle)) {
    const auto value = values.find(name);
    if (value == values.end()) return std::nullopt;
    operands.push_back(value->second);
  }
  const auto gradient = values.find("gradient");
  return OracleRounded(*oracle, operands, Format::kFloat64,
                       output == "unit" || gradient == values.end() ? 1 : gradient->second);
}

absl::StatusOr<std::vector<OracleCall>> ReadOracleCalls(const std::vector<std::string>& texts) {
  std::vector<OracleCall> calls;
  for (const std::string& text : texts) {
    const std::vector<std::string> words = absl::StrSplit(text, ':');
    if (words.size() < 4)
      return absl::InvalidArgumentError(
          absl::StrCat("--sweeps: '", text, "' is not KEY:FUNCTION:ORACLE:PARAMETER..."));
    const absl::StatusOr<const OracleFunction*> oracle = FindOracle(words[2]);
    if (!oracle.ok()) return oracle.status();
    OracleCall call = {.key = words[0],
                       .function = words[1],
                       .oracle = *oracle,
                       .parameters = {words.begin() + 3, words.end()}};
    const std::vector<std::string>& operands = OperandsOf(*call.oracle);
    for (const std::string& parameter : call.parameters) {
      if (const size_t equals = parameter.find('='); equals != std::string::npos) {
        const std::string name = parameter.substr(0, equals);
        if (std::find(operands.begin(), operands.end(), name) == operands.end()) continue;
        // Operators take it as a number of float32.
        double& number = call.numbers[name];
        if (!absl::SimpleAtod(parameter.substr(equals + 1), &number) ||
            number != static_cast<float>(number)) {
          return absl::InvalidArgumentError(
              absl::StrCat("--sweeps: '", parameter, "' gives no number of float32"));
        }
        continue;
      }
      for (const std::string& part : std::vector<std::string>(absl::StrSplit(parameter, '|'))) {
        if (std::find(std::begin(kParts), std::end(kParts), part) == std::end(kParts) &&
            std::find(operands.begin(), operands.end(), part) == operands.end()) {
          return absl::InvalidArgumentError(
              absl::StrCat("--sweeps: '", part, "' is none of ", absl::StrJoin(operands, ", "),
                           ", ", absl::StrJoin(kParts, ", "), ", string=, int=, bool=, scalar="));
        }
      }
    }
    if (!call.HasPart("output"))
      return absl::InvalidArgumentError(absl::StrCat("--sweeps: '", text, "' compares no output"));
    calls.push_back(std::move(call));
  }
  return calls;
}

Json AttributesOf(const Json& cases, const Json& record) {
  Json attrs = record["attrs"];
  for (const Json& function : cases["functions"]) {
    for (const Json& param : function["params"]) {
      if (param["kind"] == "dim" || IsNumber(param)) attrs.erase(param["name"].get<std::string>());
    }
  }
  return attrs;
}

absl::Status ResolveOracleCalls(const Json& cases, std::vector<OracleCall>& calls) {
  std::map<std::string, const Json*> records;
  for (const Json& record : cases["values"]) records[record["key"]] = &record;
  for (OracleCall& call : calls) {
    const Json* function = FunctionNamed(cases, call.function);
    if (function == nullptr)
      return absl::InvalidArgumentError(
          absl::StrCat("--sweeps: there is no function ", call.function));
    const Json& params = (*function)["params"];
    if (params.size() != call.parameters.size()) {
      return absl::InvalidArgumentError(absl::StrCat("--sweeps: ", call.function, " has ",
                                                     params.size(), " parameters, not ",
                                                     call.parameters.size()));
    }
    const auto is_called_so = [&](const Json& test) {
      if (test["kind"] != "positive" || test["function"] != call.function) return false;
      for (size_t i = 0; i < params.size(); ++i) {
        if (absl::StrContains(call.parameters[i], '=') && params[i]["kind"] != "dim" &&
            params[i]["kind"] != "scalar" &&
            !IsArgument(test["args"][params[i]["name"].get<std::string>()], call.parameters[i])) {
          return false;
        }
      }
      return true;
    };
    const Json& tests = cases["cases"];
    const auto test = std::find_if(tests.begin(), tests.end(), is_called_so);
    if (test == tests.end())
      return absl::InvalidArgumentError(
          absl::StrCat("--sweeps: no case is called as ", call.key, " says"));
    call.attrs = AttributesOf(cases, *records[(*test)["values"]]);
    for (size_t i = 0; i < params.size(); ++i) {
      if (!absl::StrContains(call.parameters[i], '='))
        call.parts[params[i]["name"]] = absl::StrSplit(call.parameters[i], '|');
    }
  }
  return absl::OkStatus();
}

const OracleCall* FindOracleCall(const Json& cases, const Json& record,
                                 const std::vector<OracleCall>& calls) {
  const Json attrs = AttributesOf(cases, record);
  const auto found = std::find_if(calls.begin(), calls.end(),
                                  [&](const OracleCall& call) { return call.attrs == attrs; });
  return found == calls.end() ? nullptr : &*found;
}

}  // namespace openaclnn::testing
