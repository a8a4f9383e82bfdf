#include "testing/formula.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

// An operator that splits its input, and a function that fixes one of its attributes.
const char kCases[] = R"({
  "functions": [
    {"name": "aclnnGate", "fixed": {"left": "false"}, "params": [{"name": "x", "kind": "input"}, {"name": "dim", "kind": "int"},
       {"name": "form", "kind": "enum"}, {"name": "out", "kind": "output"}]},
    {"name": "aclnnGateV2", "fixed": {}, "params": [{"name": "x", "kind": "input"}, {"name": "dim", "kind": "int"},
       {"name": "form", "kind": "enum"}, {"name": "left", "kind": "bool"}, {"name": "out", "kind": "output"}]}],
  "values": [{"key": "a", "attrs": {"dim": 0, "form": "none", "left": false}}, {"key": "b", "attrs": {"dim": 1, "form": "tanh", "left": true}}],
  "cases": [
    {"kind": "error", "function": "aclnnGateV2", "args": {"dim": 0, "form": 7, "left": true}},
    {"kind": "positive", "function": "aclnnGateV2", "values": "a", "args": {"x": {}, "dim": 0, "form": 0, "left": false, "out": {}}},
    {"kind": "positive", "function": "aclnnGateV2", "values": "b", "args": {"x": {}, "dim": -1, "form": 1, "left": true, "out": {}}}]})";

TEST(Formula, HoldsForTheAttributesOfACaseThatIsCalledSo) {
  const Json cases = Json::parse(kCases, nullptr, false);
  auto formulas = ReadFormulas({"none:aclnnGateV2:GeluErf:gradient|x:int=0:int=0:bool=0:output", "tanh:aclnnGateV2:GeluTanh:x|gradient:int=0:int=1:bool=1:output"});
  ASSERT_TRUE(formulas.ok()) << formulas.status();
  ASSERT_TRUE(ResolveFormulas(cases, *formulas).ok());
  EXPECT_EQ(formulas->at(0).attrs, Json::parse(R"({"form": "none", "left": false})"));
  EXPECT_EQ(formulas->at(1).parts.at("x"), (std::vector<std::string>{"x", "gradient"}));
  EXPECT_EQ(formulas->at(1).parts.at("out"), (std::vector<std::string>{"output"}));
  EXPECT_TRUE(formulas->at(0).HasPart("gradient"));
  EXPECT_FALSE(formulas->at(0).HasPart("unit"));
  EXPECT_EQ(FindFormula(cases, cases["values"][1], *formulas)->key, "tanh") << "whatever the dimension is";
  EXPECT_EQ(FindFormula(cases, Json::parse(R"({"attrs": {"dim": 0, "form": "tanh", "left": false}})"), *formulas), nullptr);
}

TEST(Formula, RefusesWhatItDoesNotUnderstand) {
  const auto problem = [](const std::string& text) { return std::string(ReadFormulas({text}).status().message()); };
  EXPECT_TRUE(absl::StrContains(problem("a:b:c"), "is not KEY:FUNCTION:ORACLE:PARAMETER"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:Relu:x:output"), "no oracle function 'Relu'"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:GeluErf:y:output"), "'y' is none of gradient"));
  EXPECT_TRUE(absl::StrContains(problem("a:b:GeluErf:x:unit"), "compares no output"));
  const Json cases = Json::parse(kCases, nullptr, false);
  const auto unresolved = [&](const std::string& text) {
    auto formulas = ReadFormulas({text});
    return std::string(ResolveFormulas(cases, *formulas).message());
  };
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV3:GeluErf:x:output"), "there is no function aclnnGateV3"));
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV2:GeluErf:x:output"), "has 5 parameters, not 2"));
  EXPECT_TRUE(absl::StrContains(unresolved("a:aclnnGateV2:GeluErf:x:int=0:int=5:bool=0:output"), "no case is called as a says"));
}

}  // namespace
}  // namespace openaclnn::testing
