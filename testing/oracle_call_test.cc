#include "testing/oracle_call.h"

#include <map>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "testing/oracle/register.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

const OracleRegistration kTwice("Twice", [](const auto& x) { return 2 * x; }, "x");
const OracleRegistration kCube("Cube", [](const auto& x) { return x * x * x; }, "x");
const OracleRegistration kSum(
    "Sum", [](const auto& x, const auto& y, const auto& scale) { return x + scale * y; }, "x", "y",
    "scale");

// An operator that splits its input, and a function that fixes one of its attributes.
const char kCases[] = R"({
  "functions": [
    {"name": "aclnnGate", "fixed": {"left": "false"}, "params": [
       {"name": "x", "kind": "input"}, {"name": "dim", "kind": "dim"},
       {"name": "form", "kind": "enum"}, {"name": "out", "kind": "output"}]},
    {"name": "aclnnGateV2", "fixed": {}, "params": [
       {"name": "x", "kind": "input"}, {"name": "dim", "kind": "dim"},
       {"name": "form", "kind": "enum"}, {"name": "left", "kind": "bool"},
       {"name": "out", "kind": "output"}]}],
  "values": [
    {"key": "a", "attrs": {"dim": 0, "form": "none", "left": false}},
    {"key": "b", "attrs": {"dim": 1, "form": "tanh", "left": true}}],
  "cases": [
    {"kind": "error", "function": "aclnnGateV2", "args": {"dim": 0, "form": 7, "left": true}},
    {"kind": "positive", "function": "aclnnGateV2", "values": "a",
     "args": {"x": {}, "dim": 0, "form": 0, "left": false, "out": {}}},
    {"kind": "positive", "function": "aclnnGateV2", "values": "b",
     "args": {"x": {}, "dim": -1, "form": 1, "left": true, "out": {}}}]})";

TEST(OracleCall, HoldsForTheAttributesOfACaseThatIsCalledSo) {
  const Json cases = Json::parse(kCases, nullptr, false);
  auto calls = ReadOracleCalls({"none:aclnnGateV2:Twice:gradient|x:int=0:int=0:bool=0:output",
                                "tanh:aclnnGateV2:Cube:x|gradient:int=0:int=1:bool=1:output"});
  ASSERT_TRUE(calls.ok()) << calls.status();
  ASSERT_TRUE(ResolveOracleCalls(cases, *calls).ok());
  EXPECT_EQ(calls->at(0).attrs, Json::parse(R"({"form": "none", "left": false})"));
  EXPECT_EQ(calls->at(1).parts.at("x"), (std::vector<std::string>{"x", "gradient"}));
  EXPECT_EQ(calls->at(1).parts.at("out"), (std::vector<std::string>{"output"}));
  EXPECT_TRUE(calls->at(0).HasPart("gradient"));
  EXPECT_FALSE(calls->at(0).HasPart("unit"));
  EXPECT_EQ(FindOracleCall(cases, cases["values"][1], *calls)->key, "tanh")
      << "whatever the dimension is";
  EXPECT_EQ(
      FindOracleCall(cases, Json::parse(R"({"attrs": {"dim": 0, "form": "tanh", "left": false}})"),
                     *calls),
      nullptr);
}

TEST(OracleCall, RefusesWhatItDoesNotUnderstand) {
  const auto problem = [](const std::string& text) {
    return std::string(ReadOracleCalls({text}).status().message());
  };
  EXPECT_TRUE(absl::StrContains(problem("a:b:c"), "is not KEY:FUNCTION:ORACLE:PARAMETER"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:Relu:x:output"), "no oracle function 'Relu'"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:Twice:y:output"), "'y' is none of x, gradient"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:Twice:x:unit"), "compares no output"));
  for (const char* number : {"scale=much", "scale=0.1"}) {
    EXPECT_TRUE(absl::StrContains(problem(std::string("a:b:Sum:x:y:") + number + ":output"),
                                  std::string(number) + "' gives no number of float32"));
  }
  const Json cases = Json::parse(kCases, nullptr, false);
  const auto unresolved = [&](const std::string& text) {
    auto calls = ReadOracleCalls({text});
    return std::string(ResolveOracleCalls(cases, *calls).message());
  };
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV3:Twice:x:output"),
                                "there is no function aclnnGateV3"));
  EXPECT_TRUE(
      absl::StrContains(unresolved("a:aclnnGateV2:Twice:x:output"), "has 5 parameters, not 2"));
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV2:Twice:x:int=0:int=5:bool=0:output"),
                                "no case is called as a says"));
}

// A number may be any: it does not decide which call holds, and goes to the oracle.
TEST(OracleCall, PassesNumbersToTheOracle) {
  const Json cases = Json::parse(R"({
    "functions": [{"name": "aclnnSum", "fixed": {}, "params": [
       {"name": "self", "kind": "input"}, {"name": "other", "kind": "input"},
       {"name": "alpha", "kind": "scalar"}, {"name": "out", "kind": "output"}]}],
    "values": [{"key": "a", "attrs": {"alpha": 2.5}}, {"key": "b", "attrs": {"alpha": -3}}],
    "cases": [{"kind": "positive", "function": "aclnnSum", "values": "a",
       "args": {"self": {}, "other": {}, "alpha": 2.5, "out": {}}}]})",
                                 nullptr, false);
  auto calls = ReadOracleCalls({"sum:aclnnSum:Sum:x:y:scale:output"});
  ASSERT_TRUE(calls.ok()) << calls.status();
  ASSERT_TRUE(ResolveOracleCalls(cases, *calls).ok());
  const OracleCall* call = FindOracleCall(cases, cases["values"][1], *calls);
  ASSERT_NE(call, nullptr);
  std::map<std::string, double> values = call->NumbersOf(cases["values"][1]);
  EXPECT_EQ(values, (std::map<std::string, double>{{"scale", -3}}));
  EXPECT_EQ(call->Evaluate(values, "output"), std::nullopt) << "x and y are missing";
  values["x"] = 10;
  values["y"] = 0.5;
  EXPECT_EQ(call->Evaluate(values, "output"), 8.5);
  values["gradient"] = -2;
  EXPECT_EQ(call->Evaluate(values, "output"), -17);
  EXPECT_EQ(call->Evaluate(values, "unit"), 8.5);
}

// A number that the call itself gives; the threshold is none of the oracle's operands.
TEST(OracleCall, HasNumbersOfItsOwn) {
  const Json cases = Json::parse(R"({
    "functions": [{"name": "aclnnSum", "fixed": {}, "params": [
       {"name": "self", "kind": "input"}, {"name": "other", "kind": "input"},
       {"name": "alpha", "kind": "scalar"}, {"name": "threshold", "kind": "scalar"},
       {"name": "out", "kind": "output"}]}],
    "values": [{"key": "a", "attrs": {"alpha": 1, "threshold": 20}}],
    "cases": [{"kind": "positive", "function": "aclnnSum", "values": "a",
       "args": {"self": {}, "other": {}, "alpha": 1, "threshold": 20, "out": {}}}]})",
                                 nullptr, false);
  auto calls = ReadOracleCalls({"sum:aclnnSum:Sum:x:y:scale=-2.5:scalar=1e30:output"});
  ASSERT_TRUE(calls.ok()) << calls.status();
  EXPECT_EQ(calls->at(0).numbers, (std::map<std::string, double>{{"scale", -2.5}}));
  EXPECT_TRUE(ResolveOracleCalls(cases, *calls).ok());
}

}  // namespace
}  // namespace openaclnn::testing
