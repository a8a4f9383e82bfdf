#include "tools/specgen/cases/cases.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tools/specgen/cases/rule_cases.h"
#include "tools/specgen/testing.h"

namespace openaclnn::specgen {
namespace {

using Json = nlohmann::ordered_json;

Json ExpandText(const std::string& text) {
  Problems problems;
  const ProductTable products = ReadProducts(TestData("products.yaml"), "products.yaml", &problems);
  const Profile profile = ReadProfile(TestData("profile.yaml"), "profile.yaml", &problems);
  const Spec spec = ReadSpec(text, "ops/tested/spec.yaml", products, &problems);
  EXPECT_EQ(problems.Text(), "");
  return ExpandCases(spec, products, {profile}, &problems);
}

Json Expand(const std::string& file) { return ExpandText(TestData(file)); }

const Json& Case(const Json& file, const std::string& id) {
  static const Json kNone;
  for (const Json& item : file["cases"]) {
    if (item["id"] == id) return item;
  }
  ADD_FAILURE() << "no case " << id;
  return kNone;
}

bool Has(const Json& file, const std::string& id) {
  return std::any_of(file["cases"].begin(), file["cases"].end(),
                     [&](const Json& item) { return item["id"] == id; });
}

const Json& Record(const Json& file, const std::string& key) {
  static const Json kNone;
  for (const Json& item : file["values"]) {
    if (item["key"] == key) return item;
  }
  ADD_FAILURE() << "no record " << key;
  return kNone;
}

TEST(Cases, EveryRuleHasAnEntry) {
  for (const RuleInfo& rule : kRules) EXPECT_EQ(CasesOf(rule.id).id, rule.id) << rule.name;
}

TEST(Cases, APositiveCaseIsWhole) {
  const Json file = Expand("pair.yaml");
  const Json& item = Case(file, "aclnnPair.types.3.fancy.flip_true.float16_bfloat16");
  EXPECT_EQ(item["products"], Json::parse(R"(["new_chips"])"));
  EXPECT_EQ(item["dtype"], "float32");  // what float16 and bfloat16 promote to
  EXPECT_EQ(item["args"], Json::parse(R"({
              "x": {"dtype": "float16", "shape": [3], "layout": "contiguous"},
              "y": {"dtype": "bfloat16", "shape": [3], "layout": "contiguous"},
              "mode": "fancy", "flip": true,
              "z": {"dtype": "float32", "shape": [3], "layout": "contiguous"}})"));
  const Json& record = Record(file, item["values"]);
  EXPECT_EQ(record["attrs"], Json::parse(R"({"mode": "fancy", "flip": true})"));
  EXPECT_EQ(record["inputs"]["x"],
            Json::parse(
                R"({"dtype": "float16", "shape": [3], "generator": "normal", "repeat_dims": []})"));
  EXPECT_EQ(record["outputs"]["z"], Json::parse(R"({"dtype": "float32", "shape": [3]})"));
}

TEST(Cases, ProductsAreThoseThatAcceptEveryType) {
  const Json file = Expand("pair.yaml");
  EXPECT_EQ(Case(file, "aclnnPair.types.3.plain.flip_false.float16_float32")["products"],
            Json::parse(R"(["new_chips", "old_chips"])"));
  EXPECT_EQ(Case(file, "aclnnPairFancy.types.3.float32")["products"],
            Json::parse(R"(["new_chips"])"));
  EXPECT_FALSE(Has(file, "aclnnPairFancy.types.3.float16"));
}

TEST(Cases, RecordsAreSharedByFunctionsAndLayouts) {
  const Json file = Expand("pair.yaml");
  const std::string key =
      Case(file, "aclnnPair.layouts.2x3.fancy.flip_true.float32.reversed_z")["values"];
  EXPECT_EQ(Case(file, "aclnnPairFancy.layouts.2x3.float32.stepped_x")["values"], key);
  EXPECT_EQ(Case(file, "aclnnPair.in_place.2x3.fancy.flip_true.float32.in_place_y")["values"], key);
  EXPECT_NE(Case(file, "aclnnPairFancy.layouts.2x3.float32.expanded_x")["values"], key);
  std::set<std::string> keys;
  for (const Json& record : file["values"])
    EXPECT_TRUE(keys.insert(record["key"]).second) << record["key"];
}

TEST(Cases, EachLayoutForEachOperand) {
  const Json file = Expand("pair.yaml");
  for (std::string_view layout : kLayouts) {
    for (const std::string param : {"x", "y", "z"}) {
      const std::string id =
          absl::StrCat("aclnnPair.layouts.2x3.plain.flip_false.float32.", layout, "_", param);
      if (layout == "expanded" && param == "z") {
        EXPECT_FALSE(Has(file, id)) << id;
        continue;
      }
      const Json& item = Case(file, id);
      for (const std::string other : {"x", "y", "z"})
        EXPECT_EQ(item["args"][other]["layout"], other == param ? layout : "contiguous") << id;
      if (param == "z") continue;
      const Json repeated = layout == "expanded" ? Json::parse("[0]") : Json::array();
      EXPECT_EQ(Record(file, item["values"])["inputs"][param]["repeat_dims"], repeated) << id;
    }
  }
  const Json& together = Case(file, "aclnnPair.together.2x3.plain.flip_false.float32.expanded");
  EXPECT_EQ(together["args"]["x"]["layout"], "expanded");
  EXPECT_EQ(together["args"]["z"]["layout"], "contiguous");
  for (const std::string param : {"x", "y", "z"}) {
    EXPECT_EQ(
        Case(file,
             "aclnnPair.one_layout.2x3.plain.flip_false.float32.stepped")["args"][param]["layout"],
        "stepped");
  }
  EXPECT_FALSE(Has(file, "aclnnPair.one_layout.2x3.plain.flip_false.float32.padded"));
}

TEST(Cases, Broadcasting) {
  const Json file = Expand("pair.yaml");
  const Json& item = Case(file, "aclnnPair.broadcast.2x1_3.plain.flip_false.float32");
  EXPECT_EQ(item["args"]["x"]["shape"], Json::parse("[2, 1]"));
  EXPECT_EQ(item["args"]["y"]["shape"], Json::parse("[3]"));
  EXPECT_EQ(item["args"]["z"]["shape"], Json::parse("[2, 3]"));
  EXPECT_FALSE(Has(file, "aclnnInplacePair.broadcast.2x1_3.float32"));
}

TEST(Cases, AnOutputToWhichInputsBroadcast) {
  const Json file = Expand("copied.yaml");
  const Json& item = Case(file, "aclnnInplaceCopied.extra.2x3_3.float32");
  EXPECT_EQ(item["args"]["to"]["shape"], Json::parse("[2, 3]"));
  EXPECT_EQ(item["args"]["from"]["shape"], Json::parse("[3]"));
  // Records differ by the shape of the output, too.
  EXPECT_EQ(Record(file, item["values"])["outputs"]["to"]["shape"], Json::parse("[2, 3]"));
  EXPECT_EQ(
      Record(
          file,
          Case(file, "aclnnInplaceCopied.extra.5x3_3.float32")["values"])["outputs"]["to"]["shape"],
      Json::parse("[5, 3]"));
  // A shape that `from` does not broadcast to breaks the rule; one more dimension of extent 1 does
  // not.
  const Json& broken = Case(file, "aclnnInplaceCopied.error.broadcast.to.2x1");
  EXPECT_EQ(broken["args"]["to"]["shape"], Json::parse("[2, 1]"));
  EXPECT_EQ(broken["expect"]["message"], Json::parse(R"(["to", "[2, 1]"])"));
  EXPECT_FALSE(Has(file, "aclnnInplaceCopied.error.broadcast.to.1x2x3"));
}

TEST(Cases, InPlace) {
  const Json file = Expand("pair.yaml");
  EXPECT_EQ(
      Case(file,
           "aclnnPair.in_place.2x3.plain.flip_false.float32.in_place_y_transposed")["in_place"],
      Json::parse(R"({"z": "y"})"));
  // The function that works in place: its one argument is both, and never repeats elements.
  const Json& item = Case(file, "aclnnInplacePair.layouts.2x3.float32.stepped_x");
  EXPECT_EQ(item["in_place"], Json::parse(R"({"z": "x"})"));
  EXPECT_EQ(item["args"]["z"], item["args"]["x"]);
  EXPECT_FALSE(Has(file, "aclnnInplacePair.layouts.2x3.float32.expanded_x"));
  for (const Json& function : file["functions"]) {
    if (function["name"] != "aclnnInplacePair") continue;
    EXPECT_EQ(function["params"].size(), 2u);
    EXPECT_EQ(function["params"][0],
              Json::parse(R"({"name": "x", "c_name": "xRef", "kind": "input"})"));
    EXPECT_EQ(function["fixed"], Json::parse(R"({"mode": "plain", "flip": "false"})"));
  }
}

TEST(Cases, WhatIsNotDeclaredIsRejected) {
  const Json file = Expand("pair.yaml");
  const Json& dtype = Case(file, "aclnnPair.rejected.bfloat16");
  EXPECT_EQ(dtype["products"], Json::parse(R"(["old_chips"])"));
  EXPECT_EQ(dtype["expect"],
            Json::parse(R"({"code": 161002, "rule": "R.dtype", "message": ["x", "bfloat16"]})"));
  const Json& product = Case(file, "aclnnPairFancy.no_operator.int8");
  EXPECT_EQ(product["products"], Json::parse(R"(["old_chips", "other_chips"])"));
  EXPECT_EQ(
      product["expect"],
      Json::parse(R"({"code": 561003, "rule": "R.product", "message": ["OPENACLNN_DEVICES"]})"));
  // A message names the parameter as the function calls it.
  EXPECT_EQ(Case(file, "aclnnInplacePair.rejected.float64")["expect"]["message"],
            Json::parse(R"(["xRef", "float64"])"));
}

TEST(Cases, EveryProductAndLabelHasACase) {
  const Json file = Expand("halves.yaml");
  for (const std::string product : {"new_chips", "old_chips", "other_chips"}) {
    for (const std::string dtype : {"float32", "float16", "bfloat16", "int32", "int8", "float64"}) {
      const bool found =
          std::any_of(file["cases"].begin(), file["cases"].end(), [&](const Json& item) {
            return item["dtype"] == dtype &&
                   std::count(item["products"].begin(), item["products"].end(), product) > 0;
          });
      EXPECT_TRUE(found) << product << " " << dtype;
    }
  }
}

TEST(Cases, EveryRuleIsBrokenForEachOfItsParameters) {
  const Json pair = Expand("pair.yaml"), halves = Expand("halves.yaml");
  const auto expect = [](const Json& file, const std::string& id, int code,
                         const std::vector<std::string>& words) {
    const Json& item = Case(file, id);
    if (item.is_null()) return;
    EXPECT_EQ(item["kind"], "error");
    EXPECT_EQ(item["expect"]["code"], code) << id;
    EXPECT_EQ(item["expect"]["message"], Json(words)) << id;
  };
  expect(pair, "aclnnPair.error.null.mode", 161001, {"mode"});
  expect(pair, "aclnnPair.error.null.z.no_operator", 161001, {"z"});
  EXPECT_EQ(Case(pair, "aclnnPair.error.null.y")["args"]["y"], nullptr);
  expect(pair, "aclnnPair.error.tensor.z.short_storage", 561103, {"z"});
  expect(pair, "aclnnPair.error.tensor.x.negative_extent", 161002, {"x"});
  expect(pair, "aclnnPair.error.format.y.format_29", 161002, {"y", "29"});
  expect(pair, "aclnnPair.error.dtype.y", 161002, {"y", "float64"});
  expect(pair, "aclnnPair.error.promote.z.other", 161002, {"z", "float16"});
  expect(pair, "aclnnPair.error.promote.z.unsupported", 161002, {"z", "float64"});
  expect(pair, "aclnnPair.error.broadcast.y.2x4", 161002, {"y", "[2, 4]"});
  expect(pair, "aclnnPair.error.broadcast.z.3", 161002, {"z", "[3]"});
  expect(pair, "aclnnPair.error.attr.mode.upper_case", 161002, {"mode", "\"PLAIN\""});
  expect(pair, "aclnnPair.error.output.z.sliding", 161002, {"z"});
  expect(pair, "aclnnPair.error.integer", 161002, {"x", "int64"});
  // The shapes of x and y are compared by a later rule only, so that each can be too long alone.
  expect(pair, "aclnnPair.error.max_rank.y", 161002, {"y", "8"});
  // All are one type by the rule before, so that the first is named.
  expect(pair, "aclnnInplacePair.error.same_dtype.y", 161002, {"y", "float16"});
  expect(pair, "aclnnInplacePair.error.dtype.x", 161002, {"xRef", "float64"});
  expect(pair, "aclnnInplacePair.error.output.z.repeated", 161002, {"xRef"});
  EXPECT_FALSE(Has(pair, "aclnnInplacePair.error.null.z"));
  EXPECT_FALSE(Has(pair, "aclnnPairFancy.error.attr.mode.empty"));
  EXPECT_FALSE(Has(pair, "aclnnPair.error.attr.integer"));

  expect(halves, "aclnnHalves.error.same_dtype.rest", 161002, {"rest", "float16"});
  expect(halves, "aclnnHalves.error.same_shape.rest.swapped", 161002, {"rest", "[3, 2]"});
  expect(halves, "aclnnHalves.error.max_rank.out", 161002, {"self", "8"});
  expect(halves, "aclnnHalves.error.dim.dim.2", 161002, {"dim", "2"});
  expect(halves, "aclnnHalves.error.dim.dim.4294967295", 161002, {"dim", "4294967295"});
  expect(halves, "aclnnHalves.error.half.out.whole", 161002, {"out", "[2, 6]"});
  expect(halves, "aclnnHalves.error.half.self.odd", 161002, {"out", "[2, 7]"});
  expect(halves, "aclnnHalves.error.attr.form.-1", 161002, {"form", "-1"});
  expect(halves, "aclnnHalves.error.attr_product.form.none", 161002, {"form"});
  EXPECT_EQ(Case(halves, "aclnnHalves.error.attr_product.form.none")["products"],
            Json::parse(R"(["old_chips"])"));
}

TEST(Cases, ADTypeIsRejectedByTheParametersOwnList) {
  EXPECT_EQ(Case(Expand("scaled.yaml"), "aclnnScaled.error.dtype.other")["args"]["other"]["dtype"],
            "float64");
  std::string text = TestData("scaled.yaml");
  const std::string other = "{input: other, ";
  text.insert(text.find(other) + other.size(),
              "dtypes: [float32, float16, int32, bool, float64], ");
  const Json file = ExpandText(text);
  EXPECT_EQ(Case(file, "aclnnScaled.error.dtype.other")["args"]["other"]["dtype"], "int64");
  EXPECT_EQ(Case(file, "aclnnScaled.error.dtype.self")["args"]["self"]["dtype"], "float64");
}

TEST(Cases, Splitting) {
  const Json file = Expand("halves.yaml");
  const Json& last = Case(file, "aclnnHalves.dims.2x3.dim_-1.none.float32");
  EXPECT_EQ(last["args"]["self"]["shape"], Json::parse("[2, 6]"));
  EXPECT_EQ(last["args"]["out"]["shape"], Json::parse("[2, 3]"));
  EXPECT_EQ(last["args"]["dim"], -1);
  EXPECT_EQ(last["args"]["form"], 0);
  EXPECT_EQ(last["products"], Json::parse(R"(["new_chips"])"));  // the other one takes tanh only
  const Json& first = Case(file, "aclnnHalves.dims.2x3.dim_0.tanh.float16");
  EXPECT_EQ(first["args"]["self"]["shape"], Json::parse("[4, 3]"));
  EXPECT_EQ(first["products"], Json::parse(R"(["new_chips", "old_chips"])"));
  // The golden record counts from the front.
  EXPECT_EQ(Record(file, last["values"])["attrs"], Json::parse(R"({"dim": 1, "form": "none"})"));
  EXPECT_EQ(Case(file, "aclnnHalves.dims.2x3.dim_1.none.float32")["values"], last["values"]);
}

TEST(Cases, AFunctionMayHaveAProfileOfItsOwn) {
  Problems problems;
  const ProductTable products = ReadProducts(TestData("products.yaml"), "products.yaml", &problems);
  const Profile small = ReadProfile(TestData("profile.yaml"), "profile.yaml", &problems);
  Profile brief = small;
  brief.name = "brief";
  brief.groups.resize(1);
  std::string text = TestData("pair.yaml");
  const std::string_view name = "name: aclnnPairFancy";
  text.insert(text.find(name) + name.size(), "\n  profile: brief");
  const Spec spec = ReadSpec(text, "pair.yaml", products, &problems);
  EXPECT_EQ(problems.Text(), "");
  const Json file = ExpandCases(spec, products, {small, brief}, &problems);
  std::set<std::string> functions;
  for (const Json& item : file["cases"]) {
    const std::string id = item["id"];
    if (id.find(".layouts.") != std::string::npos) functions.insert(item["function"]);
  }
  EXPECT_EQ(functions, (std::set<std::string>{"aclnnPair", "aclnnInplacePair"}));
}

TEST(Cases, AFunctionMayAcceptDTypesThatOthersDoNot) {
  std::string text = TestData("pair.yaml");
  const auto insert = [&](std::string_view behind, std::string_view what) {
    text.insert(text.find(behind) + behind.size(), what);
  };
  insert("name: aclnnPairFancy", "\n  dtypes: {x: [float32, bfloat16, int32]}");
  insert("{name: extra, shapes: [[11]]}",
         "\n  - {name: every, shapes: [[5]], dtypes: every}"
         "\n  - {name: own, shapes: [[5]], own_dtypes: {x: int32}}");
  const Json file = ExpandText(text);
  EXPECT_TRUE(Has(file, "aclnnPairFancy.every.5.int32_float32"));
  EXPECT_TRUE(Has(file, "aclnnPairFancy.own.5.int32_bfloat16"));
  EXPECT_FALSE(Has(file, "aclnnPairFancy.own.5.float32"));
  // Groups of profiles do not combine it, and other functions reject it.
  EXPECT_FALSE(Has(file, "aclnnPairFancy.types.3.int32_float32"));
  EXPECT_FALSE(Has(file, "aclnnPair.every.5.plain.flip_false.int32_float32"));
  EXPECT_FALSE(Has(file, "aclnnPair.own.5.plain.flip_false.int32_float32"));
  EXPECT_TRUE(Has(file, "aclnnPairFancy.every.5.bfloat16_float32"));
}

TEST(Cases, WhatDoesNotPromoteToATypeOfTheFunctionIsAnError) {
  std::string text = TestData("pair.yaml");
  const std::string_view name = "name: aclnnPairFancy";
  text.insert(text.find(name) + name.size(),
              "\n  dtypes: {x: [float32, bfloat16, int32], y: [float32, bfloat16, int32]}");
  const Json file = ExpandText(text);
  const Json& error = Case(file, "aclnnPairFancy.error.promote.int32");
  EXPECT_EQ(error["args"]["y"]["dtype"], "int32");
  EXPECT_EQ(error["expect"]["rule"], "R.promote");
}

TEST(Cases, KnownFailuresAreHandedOn) {
  const std::string entry =
      "known_failures:\n- {cases: ['*.types.*'], backend: cpu, products: [old_chips], message: "
      "wrong, reason: slow}\n";
  const Json file = ExpandText(TestData("pair.yaml") + entry);
  EXPECT_EQ(file["known_failures"],
            Json::parse(R"([{"cases": ["*.types.*"], "backend": "cpu", "products": ["old_chips"],
                                                     "message": "wrong", "reason": "slow"}])"));
  EXPECT_FALSE(Expand("pair.yaml").contains("known_failures"));
}

TEST(Cases, FewValuesAreHandedOn) {
  std::string text = TestData("pair.yaml");
  text.insert(text.find("  profile: small"), "  few_values: true\n");
  Problems problems;
  const ProductTable products = ReadProducts(TestData("products.yaml"), "products.yaml", &problems);
  const Profile profile = ReadProfile(TestData("profile.yaml"), "profile.yaml", &problems);
  const Spec spec = ReadSpec(text, "pair.yaml", products, &problems);
  EXPECT_EQ(ExpandCases(spec, products, {profile}, &problems)["few_values"], true);
  EXPECT_FALSE(Expand("pair.yaml").contains("few_values"));
}

TEST(Cases, EachVariantIsMeasuredOnce) {
  const auto ids = [](const Json& file) {
    std::set<std::string> found;
    for (const Json& item : file["benchmarks"]) {
      EXPECT_EQ(item["kind"], "benchmark");
      EXPECT_TRUE(found.insert(item["id"]).second) << item["id"];
    }
    return found;
  };
  const Json pair = Expand("pair.yaml"), halves = Expand("halves.yaml");
  // Two variants, three types, layouts and sizes; the other functions have nothing new.
  EXPECT_EQ(ids(pair).size(), 2u * 3 * 4 * 3);
  for (const Json& item : pair["benchmarks"]) {
    EXPECT_EQ(item["function"], "aclnnPair");
    if (item["id"] == "fancy.bfloat16.stepped.1024") {
      EXPECT_EQ(item["attrs"], Json::parse(R"({"mode": "fancy", "flip": false})"));
      EXPECT_EQ(item["args"], Json::parse(R"({
                  "x": {"dtype": "bfloat16", "shape": [4, 256], "layout": "stepped"},
                  "y": {"dtype": "bfloat16", "shape": [4, 256], "layout": "stepped"},
                  "mode": "fancy", "flip": false,
                  "z": {"dtype": "bfloat16", "shape": [4, 256], "layout": "contiguous"}})"));
    }
    if (item["id"] == "plain.float32.expanded.65536") {
      EXPECT_EQ(item["args"]["x"]["layout"], "expanded");
      EXPECT_EQ(item["args"]["y"]["layout"], "contiguous");
    }
    if (item["id"] == "plain.float32.column.65536") {
      EXPECT_EQ(item["args"]["x"]["shape"], Json::parse("[64, 1024]"));
      EXPECT_EQ(item["args"]["y"]["shape"], Json::parse("[64, 1]"));
      EXPECT_EQ(item["args"]["z"]["shape"], Json::parse("[64, 1024]"));
    }
  }
  EXPECT_TRUE(ids(pair).contains("fancy.bfloat16.stepped.1024"));
  EXPECT_TRUE(ids(pair).contains("plain.float32.expanded.65536"));
  EXPECT_TRUE(ids(pair).contains("plain.float32.column.65536"));
  EXPECT_FALSE(ids(halves).contains("tanh.float32.column.65536"));  // no tensor is broadcast
  EXPECT_TRUE(ids(halves).contains("tanh.float32.contiguous.16777216"));
  for (const Json& item : halves["benchmarks"]) {
    if (item["id"] != "tanh.float32.contiguous.1024") continue;
    EXPECT_EQ(item["args"]["self"]["shape"], Json::parse("[4, 512]"));
  }
}

TEST(Cases, TheDigestDependsOnWhatGoldenDataDependsOn) {
  Problems problems;
  const ProductTable products = ReadProducts(TestData("products.yaml"), "products.yaml", &problems);
  const Profile profile = ReadProfile(TestData("profile.yaml"), "profile.yaml", &problems);
  const auto digest = [&](std::string_view find, std::string_view replace) {
    std::string text = TestData("pair.yaml");
    text.replace(text.find(find), find.size(), replace);
    return ExpandCases(ReadSpec(text, "pair.yaml", products, &problems), products, {profile},
                       &problems)["spec_sha256"]
        .get<std::string>();
  };
  const std::string before = digest("summary: Two", "summary: Two");
  EXPECT_EQ(before.size(), 64u);
  EXPECT_EQ(digest("first factor", "left factor"), before);
  EXPECT_NE(digest("seed: 7", "seed: 8"), before);
  EXPECT_NE(digest("{x: normal,", "{x: uniform,"), before);
  EXPECT_NE(digest("[[11]]", "[[12]]"), before);
}

TEST(Cases, NumbersAreTriedOneAtATime) {
  const Json file = Expand("scaled.yaml");
  // Only the first that fits in ordinary groups: an integer tensor promotes to float32 with 0.5.
  EXPECT_TRUE(Has(file, "aclnnScaleds.all.3.number_0.5.limit_1.5.float32"));
  EXPECT_FALSE(Has(file, "aclnnScaleds.all.3.number_2.limit_1.5.float32"));
  for (const char* varied : {"number_2.limit_1.5", "number_float64_0.1.limit_1.5",
                             "number_inf.limit_1.5", "number_0.5.limit_-0.25"}) {
    EXPECT_TRUE(Has(file, std::string("aclnnScaleds.numbers.11.") + varied + ".float32")) << varied;
  }
  EXPECT_FALSE(Has(file, "aclnnScaleds.numbers.11.number_2.limit_-0.25.float32"));
  const Json& item = Case(file, "aclnnScaleds.numbers.11.number_inf.limit_1.5.float32");
  EXPECT_EQ(item["args"]["number"], Json::parse(R"({"dtype": "float32", "value": "inf"})"));
  EXPECT_EQ(item["args"]["limit"], 1.5);
  EXPECT_FALSE(item["args"].contains("other"));
  EXPECT_EQ(Record(file, item["values"])["attrs"]["number"], item["args"]["number"]);
}

TEST(Cases, NumbersFollowTheRules) {
  const Json file = Expand("scaled.yaml");
  // scalar_type: no float with an integer tensor, so the first sample that fits is another one.
  EXPECT_FALSE(Has(file, "aclnnScaleds.all.3.number_0.5.limit_1.5.int32_to_float32"));
  EXPECT_TRUE(Has(file, "aclnnScaleds.all.3.number_2.limit_1.5.int32"));
  EXPECT_EQ(Case(file, "aclnnScaleds.numbers.11.number_2.limit_1.5.int32")["args"]["out"]["dtype"],
            "int32");
  // at_least: with `keep` no case has a negative limit.
  EXPECT_TRUE(Has(file, "aclnnScaled.numbers.11.limit_-0.25.keep_false.float32"));
  EXPECT_FALSE(Has(file, "aclnnScaled.numbers.11.limit_-0.25.keep_true.float32"));
  EXPECT_EQ(Case(file, "aclnnScaled.error.at_least.limit.less_by_0.5")["args"]["keep"], true);
  // castable: every pair of inputs into what it promotes to, and equal inputs into all that they
  // can be converted to.
  EXPECT_TRUE(Has(file, "aclnnScaled.all.3.limit_1.5.keep_false.int32_int32_to_float16"));
  EXPECT_TRUE(Has(file, "aclnnScaled.all.3.limit_1.5.keep_false.float16_int32"));
  EXPECT_FALSE(Has(file, "aclnnScaled.all.3.limit_1.5.keep_false.float16_int32_to_float32"));
  EXPECT_FALSE(Has(file, "aclnnScaled.all.3.limit_1.5.keep_false.float32_float32_to_int32"));
  EXPECT_EQ(Case(file, "aclnnScaled.error.castable.out.integer")["args"]["out"]["dtype"], "int32");
  // A dtype that is named is the output's.
  EXPECT_EQ(Case(file, "aclnnScaledTo.all.3.number_0.5.float32_to_int32")["args"]["target"],
            "int32");
  EXPECT_EQ(Case(file, "aclnnScaledTo.error.named_dtype.target")["expect"]["code"], 561103);
}

TEST(Cases, OfTwoNeighbouringRulesTheFirstDecides) {
  const Json file = Expand("pair.yaml");
  // x has another format, and a type that no product accepts.
  const Json& both = Case(file, "aclnnPair.error.format_before_dtype");
  EXPECT_EQ(both["expect"]["rule"], "R.format");
  EXPECT_TRUE(both["args"]["x"].contains("format"));
  EXPECT_EQ(both["expect"], Case(file, "aclnnPair.error.format.x.format_3")["expect"]);
  EXPECT_NE(both["args"], Case(file, "aclnnPair.error.format.x.format_3")["args"]);
  // A tensor that is null has nothing else to be broken: another one is.
  const Json& null = Case(file, "aclnnPair.error.null_before_tensor");
  EXPECT_EQ(null["expect"]["rule"], "R.null");
  EXPECT_TRUE(null["args"]["x"].is_null());
  EXPECT_TRUE(null["args"]["y"].contains("storage_shape"));
}

TEST(Cases, OptionalScalarsAreGivenOrNull) {
  const Json file = Expand("bounded.yaml");
  const Json& item = Case(file, "aclnnBounded.given.5.least_0.greatest_null.float32");
  EXPECT_EQ(item["args"]["least"], Json::parse(R"({"dtype": "int64", "value": 0})"));
  EXPECT_TRUE(item["args"].at("greatest").is_null());
  EXPECT_TRUE(Record(file, item["values"])["attrs"].at("greatest").is_null());
  EXPECT_TRUE(Has(file, "aclnnBounded.given.5.least_null.greatest_9.float32"));
  EXPECT_FALSE(Has(file, "aclnnBounded.given.5.least_null.greatest_null.float32"));  // R.some
  EXPECT_FALSE(Has(file, "aclnnBoundedBelow.given.5.least_null.float32"));
  for (const char* function : {"aclnnBounded", "aclnnBoundedBelow"}) {
    const Json& error = Case(file, std::string(function) + ".error.some.all");
    EXPECT_TRUE(error["args"].at("least").is_null());
    EXPECT_EQ(error["expect"]["code"], 161001);
    EXPECT_EQ(error["expect"]["rule"], "R.some");
  }
}

TEST(Cases, OptionalTensorsAreGivenOrNull) {
  const Json file = Expand("weighted.yaml");
  const Json& whole = Case(file, "aclnnWeighted.given.5.float32");
  EXPECT_TRUE(whole["args"].at("weight").contains("shape"));
  const Json& item = Case(file, "aclnnWeighted.given.5.no_weight.float32");
  EXPECT_TRUE(item["args"].at("weight").is_null());
  EXPECT_TRUE(item["args"].at("bias").contains("shape"));
  const Json& record = Record(file, item["values"]);
  EXPECT_FALSE(record["inputs"].contains("weight"));
  EXPECT_TRUE(record["inputs"].contains("bias"));
  // What differs in the tensor that is missing has other values.
  EXPECT_NE(item["values"], whole["values"]);
  EXPECT_NE(item["values"], Case(file, "aclnnWeighted.given.5.no_bias.float32")["values"]);
  EXPECT_TRUE(Has(file, "aclnnWeighted.given.5.no_weight.no_bias.float32"));
  EXPECT_TRUE(Has(file, "aclnnWeightedSome.given.5.no_bias.float32"));
  EXPECT_FALSE(Has(file, "aclnnWeightedSome.given.5.no_weight.no_bias.float32"));  // R.some
  // Shapes of three tensors are for calls that have three.
  EXPECT_TRUE(Has(file, "aclnnWeighted.three.5_scalar_2x1.float32"));
  EXPECT_FALSE(Has(file, "aclnnWeighted.three.5_scalar_2x1.no_bias.float32"));
  EXPECT_FALSE(Has(file, "aclnnWeighted.error.null.weight"));
  EXPECT_TRUE(Has(file, "aclnnWeighted.error.null.self"));
  EXPECT_TRUE(Has(file, "aclnnWeighted.error.dtype.weight"));
  const Json& some = Case(file, "aclnnWeightedSome.error.some.all");
  EXPECT_TRUE(some["args"].at("weight").is_null() && some["args"].at("bias").is_null());
  EXPECT_EQ(some["expect"]["code"], 161001);
  EXPECT_FALSE(Case(file, "aclnnWeights.given.5.number_2.float32")["args"].contains("weight"));
}

TEST(Cases, AGroupMayHaveSamplesOfItsOwn) {
  const Json file = Expand("bounded.yaml");
  const Json& item = Case(file, "aclnnBounded.own.7.least_0.greatest_float32_nan.float32");
  EXPECT_EQ(item["args"]["greatest"], Json::parse(R"({"dtype": "float32", "value": "nan"})"));
  const auto is_other = [](const Json& other) {
    const std::string id = other["id"];
    return id.find(".own.") != std::string::npos &&
           id.find("greatest_float32_nan") == std::string::npos;
  };
  EXPECT_TRUE(std::none_of(file["cases"].begin(), file["cases"].end(), is_other));
}

TEST(Cases, WhatIsFilledIsSaid) {
  std::string text = TestData("bounded.yaml");
  text.insert(text.find("params:"), "structure: filled\n");
  EXPECT_EQ(ExpandText(text)["structure"], "filled");
}

TEST(Cases, ArraysFollowTheShapes) {
  const Json file = Expand("moved.yaml");
  EXPECT_EQ(file["structure"], "moved");
  const Json& moved = Case(file, "aclnnMoved.orders.2x3.order_1_0.float32");
  EXPECT_EQ(moved["args"]["order"], Json::parse("[1, 0]"));
  EXPECT_EQ(moved["args"]["out"]["shape"], Json::parse("[3, 2]"));
  EXPECT_EQ(Record(file, moved["values"])["outputs"]["out"]["shape"], Json::parse("[3, 2]"));
  EXPECT_EQ(Case(file, "aclnnMoved.orders.2x3.order_0_-1.float32")["args"]["out"]["shape"],
            Json::parse("[2, 3]"));
  // The first sample that fits the shape, in groups that are not about numbers.
  EXPECT_TRUE(Has(file, "aclnnMoved.types.3.order_0.float32"));
  EXPECT_FALSE(Has(file, "aclnnMoved.orders.2x3.order_0.float32"));
  EXPECT_TRUE(Has(file, "aclnnMoved.orders.scalar.order_none.float32"));
  // R.dims wants no number for each dimension.
  EXPECT_TRUE(Has(file, "aclnnTurned.orders.2x3.order_0.float32"));
  EXPECT_TRUE(Has(file, "aclnnTurned.orders.2x3.order_none.float32"));
  for (const char* error :
       {"aclnnMoved.error.null.order", "aclnnMoved.error.permuted.order.too_few",
        "aclnnMoved.error.permuted.out.2x3", "aclnnMoved.error.permuted.order.twice",
        "aclnnTurned.error.dims.order.second_2",
        "aclnnTurned.error.dims.order.twice_from_both_ends"}) {
    EXPECT_TRUE(Has(file, error)) << error;
  }
}

TEST(Cases, ListsHaveTheirTensors) {
  const Json file = Expand("joined.yaml");
  EXPECT_EQ(file["functions"][0]["params"][0]["kind"], "input_list");
  EXPECT_EQ(file["functions"][0]["params"].size(), 3u);
  const Json& two = Case(file, "aclnnJoined.pieces.2x3_2x5.dim_-1.2_tensors.float32");
  EXPECT_EQ(two["args"]["parts"].size(), 2u);
  EXPECT_EQ(two["args"]["parts"][1]["shape"], Json::parse("[2, 5]"));
  EXPECT_EQ(two["args"]["out"]["shape"], Json::parse("[2, 8]"));
  const Json& record = Record(file, two["values"]);
  EXPECT_EQ(record["inputs"]["parts_1"]["shape"], Json::parse("[2, 5]"));
  EXPECT_EQ(record["inputs"].size(), 2u);
  // Tensors of shape [0] count for nothing.
  EXPECT_EQ(
      Case(file, "aclnnJoined.pieces.2x3_0_2x4.dim_-1.3_tensors.float32")["args"]["out"]["shape"],
      Json::parse("[2, 7]"));
  // One shape for all is for lists of the first length.
  EXPECT_EQ(Case(file, "aclnnJoined.types.3.dim_-1.2_tensors.float32")["args"]["parts"].size(), 2u);
  EXPECT_FALSE(Has(file, "aclnnJoined.types.3.dim_-1.3_tensors.float32"));
  EXPECT_EQ(
      Case(file, "aclnnStacked.pieces.2_2_2.dim_-1.3_tensors.float32")["args"]["out"]["shape"],
      Json::parse("[2, 3]"));
  EXPECT_FALSE(Has(file, "aclnnStacked.pieces.2x3_2x5.dim_-1.2_tensors.float32"));
  EXPECT_EQ(Case(file, "aclnnJoined.error.null.parts")["args"]["parts"], nullptr);
  EXPECT_EQ(Case(file, "aclnnJoined.error.null.parts_1")["args"]["parts"][1], nullptr);
  const Json& none = Case(file, "aclnnJoined.error.null.parts.no_tensors");
  EXPECT_EQ(none["args"]["parts"], Json::array());
  EXPECT_EQ(none["expect"]["code"], 161002);
  EXPECT_EQ(Case(file, "aclnnJoined.error.joined.parts_1.3x3")["expect"]["message"][0], "parts[1]");
  // Two rules are broken in different tensors of a list.
  EXPECT_TRUE(Has(file, "aclnnJoined.error.tensor_before_dtype"));
}

TEST(Cases, ScalarsAreBrokenToo) {
  const Json file = Expand("scaled.yaml");
  EXPECT_EQ(Case(file, "aclnnScaleds.error.null.number")["args"]["number"], nullptr);
  EXPECT_EQ(Case(file, "aclnnScaleds.error.dtype.number")["args"]["number"],
            Json::parse(R"({"dtype": "complex64", "value": 1})"));
  EXPECT_EQ(
      Case(file,
           "aclnnScaleds.error.scalar_type.number.float32_with_integer")["args"]["self"]["dtype"],
      "int32");
}

}  // namespace
}  // namespace openaclnn::specgen
