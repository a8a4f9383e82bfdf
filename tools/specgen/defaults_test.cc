// What follows if a spec does not say it (docs/spec_format.md): one spec in few words, and what it
// means.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/products.h"
#include "tools/specgen/rules.h"
#include "tools/specgen/spec.h"
#include "tools/specgen/testing.h"

namespace openaclnn::specgen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr std::string_view kBrief = R"(summary: Distance.
description: out = distance of self and other, for tests.

params:
- {input: self, doc: first}
- {input: other, doc: second}
- {scalar: number, instead_of: other, samples: [2], doc: second}
- {enum: kind, values: {near: 0, far: 1}, doc: which}
- {output: out, doc: result}

functions:
- {name: aclnnNearTo, doc: Near., fixed: {kind: near}, const_outputs: true, twin: {}}
- name: aclnnFarFromNumber
  header: aclnn_far.h
  fixed: {kind: far}
  with: [number]
  rename: {self: from}
  profile: brief
  products: {new_chips: [floating]}
  twin: {name: aclnnFarFromNumber_, doc: By a number., profile: full, rename: {self: written}}

products:
  new_chips old_chips: [floating, integer]
  other_chips: [bfloat16]

rules: [format, dtype: [self, other], scalar_type: {scalar: number, inputs: [self]},
        castable: {inputs: [self, other], output: out}, max_rank: [self, other],
        broadcast: {inputs: [self, other], output: out}]

accuracy: {all: 0.5, reason: One rounding.}
ir: [{type: NearTo, inputs: {a: self, b: other}, outputs: {y: out}}]
golden: {generators: {self: any, other: any}, expect: {positive: 0, rejected: 0, errors: 0}}
)";

struct Reading {
  Spec spec;
  std::string problems;
};

Reading Read(std::string_view text) {
  Problems problems;
  const ProductTable products = ReadProducts(TestData("products.yaml"), "products.yaml", &problems);
  Spec spec = ReadSpec(std::string(text), "ops/distance/spec.yaml", products, &problems);
  return {std::move(spec), problems.Text()};
}

// As kBrief, but scalar_type is for a function that has the number.
Spec Brief() {
  Reading reading =
      Read(absl::StrReplaceAll(kBrief, {{" scalar_type: {scalar: number, inputs: [self]},", ""}}));
  EXPECT_EQ(reading.problems, "");
  return std::move(reading.spec);
}

// "dtype(self,other)"
std::vector<std::string> RulesOf(const Spec& spec, const Function& function) {
  std::vector<std::string> rules;
  for (const RuleUse& rule : function.rules) {
    std::vector<std::string> names;
    for (int param : rule.params) names.push_back(spec.params[param].name);
    rules.push_back(absl::StrCat(InfoOf(rule.id).name, "(", absl::StrJoin(names, ","), ")"));
  }
  return rules;
}

std::string Names(const DTypes& dtypes) {
  return absl::StrJoin(dtypes, " ", [](std::string* out, aclDataType dtype) {
    absl::StrAppend(out, DTypeName(dtype));
  });
}

std::vector<std::string> CNames(const Function& function) {
  std::vector<std::string> names;
  for (int param : function.CParams()) names.push_back(function.c_names[param]);
  return names;
}

TEST(Defaults, TheFolderNamesTheOperator) { EXPECT_EQ(Brief().op, "distance"); }

TEST(Defaults, HeadersAreNamedAfterFunctions) {
  const Spec spec = Brief();
  EXPECT_EQ(spec.functions[0].header, "aclnn_near_to.h");
  EXPECT_EQ(spec.functions[1].header, "aclnn_near_to.h");
  EXPECT_EQ(spec.functions[2].header, "aclnn_far.h");
  EXPECT_EQ(spec.functions[3].header, "aclnn_far.h");
  const Reading in_place = Read(absl::StrReplaceAll(
      kBrief,
      {{"aclnnNearTo,", "aclnnInplaceNearTo, in_place: {out: self},"}, {", twin: {}", ""}}));
  EXPECT_EQ(in_place.spec.functions[0].header, "aclnn_near_to.h");
}

TEST(Defaults, SomeRulesStandFirstOrLast) {
  const Spec spec = Brief();
  EXPECT_THAT(RulesOf(spec, spec.functions[0]),
              ElementsAre("null(self,other,out)", "product()", "tensor(self,other,out)",
                          "format(self,other,out)", "dtype(self,other)", "castable(self,other,out)",
                          "max_rank(self,other)", "broadcast(self,other,out)", "attr(kind)",
                          "output(out)"));
  EXPECT_EQ(spec.functions[0].FindRule(RuleId::kMaxRank)->value, 8);
  // Where a spec says them they stand where it does.
  const Reading moved = Read(
      absl::StrReplaceAll(kBrief, {{" scalar_type: {scalar: number, inputs: [self]},", ""},
                                   {"rules: [format", "rules: [null, attr, format, product"}}));
  EXPECT_EQ(moved.problems, "");
  EXPECT_THAT(RulesOf(moved.spec, moved.spec.functions[0]),
              ElementsAre("tensor(self,other,out)", "null(self,other,out)", "attr(kind)",
                          "format(self,other,out)", "product()", "dtype(self,other)",
                          "castable(self,other,out)", "max_rank(self,other)",
                          "broadcast(self,other,out)", "output(out)"));
}

TEST(Defaults, ATwinIsTheFunctionInPlace) {
  const Spec spec = Brief();
  ASSERT_EQ(spec.functions.size(), 4u);
  const Function &near = spec.functions[1], &far = spec.functions[3];
  EXPECT_EQ(near.name, "aclnnInplaceNearTo");
  EXPECT_EQ(near.doc, "Near (in place).");
  EXPECT_THAT(near.in_place, ElementsAre(Pair(4, 0)));
  EXPECT_THAT(CNames(near), ElementsAre("selfRef", "other"));
  EXPECT_TRUE(near.const_outputs);
  EXPECT_EQ(near.fixed.at(3).text, "near");
  EXPECT_EQ(near.products, spec.functions[0].products);
  EXPECT_EQ(RulesOf(spec, near), RulesOf(spec, spec.functions[0]));

  EXPECT_EQ(far.name, "aclnnFarFromNumber_");
  EXPECT_EQ(far.doc, "By a number.");
  EXPECT_EQ(far.profile, "full");
  EXPECT_THAT(CNames(far), ElementsAre("written", "other"));
  EXPECT_EQ(far.products, spec.functions[2].products);

  const Reading plain = Read(absl::StrReplaceAll(kBrief, {{"doc: Near., ", ""}}));
  EXPECT_EQ(plain.spec.functions[1].doc, "Distance in place.");
  const Reading twice =
      Read(absl::StrReplaceAll(kBrief, {{"twin: {}", "in_place: {out: self}, twin: {}"}}));
  EXPECT_THAT(twice.problems, HasSubstr("a twin in place is for functions with one output"));
}

TEST(Defaults, AParameterInsteadOfAnother) {
  const Spec spec = Brief();
  EXPECT_THAT(CNames(spec.functions[0]), ElementsAre("self", "other", "out"));
  EXPECT_FALSE(spec.functions[0].Has(2));
  const Function& number = spec.functions[2];
  EXPECT_THAT(CNames(number), ElementsAre("from", "other", "out"));
  EXPECT_FALSE(number.Has(1));
  EXPECT_TRUE(number.Has(2));
  // Rules about types are about the number; it has no shape, so that one input is left.
  EXPECT_THAT(RulesOf(spec, number),
              ElementsAre("null(self,number,out)", "product()", "tensor(self,out)",
                          "format(self,out)", "dtype(self,number)", "castable(self,number,out)",
                          "max_rank(self)", "same_shape(self,out)", "attr(kind)", "output(out)"));
  EXPECT_THAT(Read(kBrief).problems,
              HasSubstr("R.scalar_type names a parameter that aclnnNearTo is without"));
  const Reading wrong = Read(absl::StrReplaceAll(kBrief, {{"with: [number]", "with: [other]"}}));
  EXPECT_THAT(wrong.problems, HasSubstr("other is not instead of another parameter"));
}

TEST(Defaults, DTypesInAFewWords) {
  const Spec spec = Brief();
  const std::vector<DTypes>& products = spec.functions[0].products;
  EXPECT_EQ(Names(products[0]), "float32 float16 bfloat16 float64 int8 int16 int32 int64 uint8");
  // Of several products, those without bfloat16 leave it out; one that is alone says what it has.
  EXPECT_EQ(Names(products[1]), "float32 float16 float64 int8 int16 int32 int64 uint8");
  EXPECT_EQ(Names(products[2]), "bfloat16");
  const Reading twice =
      Read(absl::StrReplaceAll(kBrief, {{"[floating, integer]", "[floating, float16]"}}));
  EXPECT_THAT(twice.problems, HasSubstr("float16 stands here twice"));
  const Reading again = Read(absl::StrReplaceAll(
      kBrief, {{"other_chips: [bfloat16]", "old_chips other_chips: [float32]"}}));
  EXPECT_THAT(again.problems, HasSubstr("float32 stands here twice"));
}

TEST(Defaults, TheDTypesOfAParameterAreThoseOfAllProducts) {
  const Reading reading = Read(
      absl::StrReplaceAll(kBrief, {{"{input: self,", "{input: self, dtypes: [bfloat16, bool],"}}));
  for (const DTypes& dtypes : reading.spec.params[0].dtypes)
    EXPECT_EQ(Names(dtypes), "bfloat16 bool");
}

TEST(Defaults, OneBoundForAll) {
  const Spec spec = Brief();
  ASSERT_EQ(spec.accuracy.size(), 2u);
  const auto bound = [](const Bounds& bounds, std::string_view dtype) {
    const auto found =
        absl::c_find_if(bounds, [&](const auto& each) { return each.first == dtype; });
    return found == bounds.end() ? "none" : found->second;
  };
  for (const BackendAccuracy& backend : spec.accuracy) {
    for (const auto& [mode, bounds] : backend.modes) {
      for (std::string_view dtype : {"float32", "float16", "bfloat16", "float64"})
        EXPECT_EQ(bound(bounds, dtype), "0.5") << backend.backend << mode << dtype;
      EXPECT_EQ(bound(bounds, "int8"), "0");
      EXPECT_EQ(bounds.size(), 9u);
    }
  }
  // Several types with one bound; one bound in one mode; float64 of the AI Core as in
  // high_precision.
  const Spec modes =
      Read(absl::StrReplaceAll(kBrief,
                               {{"all: 0.5",
                                 "high_performance: {float32: 1, float16 bfloat16: 2, float64: 3}, "
                                 "high_precision: 4, aicore: 5"}}))
          .spec;
  ASSERT_EQ(modes.accuracy.size(), 2u);
  const Bounds& fast = modes.accuracy[0].modes[0].second;
  EXPECT_EQ(bound(fast, "float16"), "2");
  EXPECT_EQ(bound(fast, "bfloat16"), "2");
  EXPECT_EQ(bound(modes.accuracy[0].modes[1].second, "float64"), "4");
  EXPECT_EQ(bound(modes.accuracy[1].modes[0].second, "bfloat16"), "5");
  EXPECT_EQ(bound(modes.accuracy[1].modes[0].second, "float64"), "4");
}

TEST(Defaults, TypesOfGraphsAreNamedAfterFunctions) {
  const Spec spec = Brief();
  ASSERT_EQ(spec.irs.size(), 1u);
  EXPECT_EQ(spec.functions[spec.irs[0].function].name, "aclnnNearTo");
  EXPECT_THAT(Read(absl::StrReplaceAll(kBrief, {{"type: NearTo", "type: FarTo"}})).problems,
              HasSubstr("there is no function aclnnFarTo"));
}

TEST(Defaults, GoldenData) {
  const Spec spec = Brief();
  EXPECT_EQ(spec.golden.seed, 1);
  EXPECT_EQ(spec.golden.profile, "elementwise");
  EXPECT_EQ(spec.functions[0].profile, "elementwise");
  EXPECT_EQ(spec.functions[2].profile, "brief");
}

}  // namespace
}  // namespace openaclnn::specgen
