#include "testing/oracle_call.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

// An operator that splits its input, and a function that fixes one of its attributes.
const char kCases[] = R"({
  "functions": [
    {"name": "aclnnGate", "fixed": {"left": "false"}, "params": [{"name": "x", "kind": "input"}, {"name": "dim", "kind": "dim"},
       {"name": "form", "kind": "enum"}, {"name": "out", "kind": "output"}]},
    {"name": "aclnnGateV2", "fixed": {}, "params": [{"name": "x", "kind": "input"}, {"name": "dim", "kind": "dim"},
       {"name": "form", "kind": "enum"}, {"name": "left", "kind": "bool"}, {"name": "out", "kind": "output"}]}],
  "values": [{"key": "a", "attrs": {"dim": 0, "form": "none", "left": false}}, {"key": "b", "attrs": {"dim": 1, "form": "tanh", "left": true}}],
  "cases": [
    {"kind": "error", "function": "aclnnGateV2", "args": {"dim": 0, "form": 7, "left": true}},
    {"kind": "positive", "function": "aclnnGateV2", "values": "a", "args": {"x": {}, "dim": 0, "form": 0, "left": false, "out": {}}},
    {"kind": "positive", "function": "aclnnGateV2", "values": "b", "args": {"x": {}, "dim": -1, "form": 1, "left": true, "out": {}}}]})";

TEST(OracleCall, HoldsForTheAttributesOfACaseThatIsCalledSo) {
  const Json cases = Json::parse(kCases, nullptr, false);
  auto calls = ReadOracleCalls(
      {"none:aclnnGateV2:GeluErf:gradient|x:int=0:int=0:bool=0:output", "tanh:aclnnGateV2:GeluTanh:x|gradient:int=0:int=1:bool=1:output"});
  ASSERT_TRUE(calls.ok()) << calls.status();
  ASSERT_TRUE(ResolveOracleCalls(cases, *calls).ok());
  EXPECT_EQ(calls->at(0).attrs, Json::parse(R"({"form": "none", "left": false})"));
  EXPECT_EQ(calls->at(1).parts.at("x"), (std::vector<std::string>{"x", "gradient"}));
  EXPECT_EQ(calls->at(1).parts.at("out"), (std::vector<std::string>{"output"}));
  EXPECT_TRUE(calls->at(0).HasPart("gradient"));
  EXPECT_FALSE(calls->at(0).HasPart("unit"));
  EXPECT_EQ(FindOracleCall(cases, cases["values"][1], *calls)->key, "tanh") << "whatever the dimension is";
  EXPECT_EQ(FindOracleCall(cases, Json::parse(R"({"attrs": {"dim": 0, "form": "tanh", "left": false}})"), *calls), nullptr);
}

TEST(OracleCall, RefusesWhatItDoesNotUnderstand) {
  const auto problem = [](const std::string& text) { return std::string(ReadOracleCalls({text}).status().message()); };
  EXPECT_TRUE(absl::StrContains(problem("a:b:c"), "is not KEY:FUNCTION:ORACLE:PARAMETER"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:Relu:x:output"), "no oracle function 'Relu'"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:GeluErf:y:output"), "'y' is none of gradient"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:GeluErf:x:unit"), "compares no output"));
  const Json cases = Json::parse(kCases, nullptr, false);
  const auto unresolved = [&](const std::string& text) {
    auto calls = ReadOracleCalls({text});
    return std::string(ResolveOracleCalls(cases, *calls).message());
  };
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV3:GeluErf:x:output"), "there is no function aclnnGateV3"));
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV2:GeluErf:x:output"), "has 5 parameters, not 2"));
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV2:GeluErf:x:int=0:int=5:bool=0:output"), "no case is called as a says"));
}

}  // namespace
}  // namespace openaclnn::testing
