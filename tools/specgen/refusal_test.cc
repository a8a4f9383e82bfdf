// What specgen refuses: each fixture with one thing broken, the line it must point to and what it
// must say.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/specgen/cases/cases.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/spec.h"
#include "tools/specgen/testing.h"

namespace openaclnn::specgen {
namespace {

// The end of the last deviation, and behind it an entry of known_failures.
#define KNOWN(entry) "held_by: [\"aclnnPair.types.*\"]}\n\nknown_failures:\n- {" entry "}"

struct Refusal {
  std::string_view find;     // in the fixture; must be there
  std::string_view replace;  // what stands there instead
  std::string_view message;  // of the line where `find` begins, plus `below`
  int below = 0;
};

// The fixture with the change, and the beginning of the problem it must give.
struct Broken {
  std::string text;
  std::string place;
};

Broken Break(const std::string& file, const Refusal& refusal) {
  std::string text = TestData(file);
  const size_t at = text.find(refusal.find);
  EXPECT_NE(at, std::string::npos) << refusal.find;
  if (at == std::string::npos) return {text, ""};
  const auto line = 1 +
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') +
                    refusal.below;
  text.replace(at, refusal.find.size(), refusal.replace);
  return {text, absl::StrCat(file, ":", line, ": ", refusal.message)};
}

std::string ProblemsOfSpec(const std::string& file, const std::string& text) {
  Problems problems;
  const ProductTable products = ReadProducts(TestData("products.yaml"), "products.yaml", &problems);
  const Profile profile = ReadProfile(TestData("profile.yaml"), "profile.yaml", &problems);
  const Spec spec = ReadSpec(text, file, products, &problems);
  if (problems.empty()) ExpandCases(spec, products, {profile}, &problems);
  return problems.Text();
}

void ExpectRefused(const std::string& file, const std::vector<Refusal>& refusals,
                   std::string (*problems_of)(const std::string&, const std::string&)) {
  for (const Refusal& refusal : refusals) {
    const Broken broken = Break(file, refusal);
    const std::string problems = problems_of(file, broken.text);
    EXPECT_NE(problems.find(broken.place), std::string::npos)
        << "expected: " << broken.place << "\ngot:\n"
        << problems;
  }
}

TEST(Refusal, Examples) {
  ExpectRefused(
      "pair.yaml",
      {
          {"- aclnnPair: {x: [[1, 2], [3, 4]],", "- aclnnPear: {x: [[1, 2], [3, 4]],",
           "there is no function \"aclnnPear\""},
          {"- aclnnPair: {x: [[1, 2], [3, 4]],", "- aclnnPair: {w: 1, x: [[1, 2], [3, 4]],",
           "aclnnPair has no parameter \"w\""},
          {"- aclnnInplacePair: {x:", "- aclnnInplacePair: {mode: plain, x:",
           "aclnnInplacePair has no parameter \"mode\""},
          {"x: [[1, 2], [3, 4]], y", "y", "x needs elements, such as [0, 0.5, 1]"},
          {"[[1, 2], [3, 4]]", "[[1, 2], [3]]", "rows differ in their length"},
          {"[[1, 2], [3, 4]]", "[[1, 2], 3]", "rows differ in their length"},
          {"[[1, 2], [3, 4]]", "[1, [2, 3]]", "rows differ in their length"},
          {"[[1, 2], [3, 4]]", "[[1, 2], [3, four]]", "\"four\" is not a number"},
          {"{int64: [0, -1]}", "{int65: [0, -1]}", "there is no dtype \"int65\""},
          {"{int64: [0, -1]}", "{int64: [0], int32: [1]}", "elements have one type, such as"},
          {"{float64: [2, 2]}", "{float64: [2, x]}", "an integer is expected here"},
          {"- aclnnInplacePair: {x: [0.5, 1e-3], y: [1, 1]}", "- aclnnPair: {}\n  aclnnPairs: {}",
           "a call is one function with its arguments"},
      },
      ProblemsOfSpec);
}

TEST(Refusal, TypesOfGraphs) {
  ExpectRefused(
      "halves.yaml",
      {{"type: Halves", "type: halves", "a type's name begins with a capital letter"},
       {"  function: aclnnHalves", "  function: aclnnHalve", "there is no function aclnnHalve"},
       {"  inputs: {x: self}", "  inputs: {x: dim}", "dim is no tensor that is an input"},
       {"  inputs: {x: self}", "  inputs: {x: self, w: self}", "self is given twice"},
       {"  outputs: {y: out, z: rest}", "  outputs: {y: out}",
        "aclnnHalves is given nothing for rest", -3},
       {"type: Int, default: -1", "type: Float, default: -1",
        "an attribute of type Float cannot be given to dim, which is of type dim"},
       {"type: Int, default: -1", "type: Integer, default: -1",
        "type \"Integer\" is none of Int, Float, Bool, String, ListInt"},
       {"axis: {type: Int,", "axis: {kind: Int,", "unknown key \"kind\""},
       {"default: tanh, param: form", "default: cosh, param: form", "\"cosh\" is no value of form"},
       {"default: tanh, param: form", "default: tanh, param: shape",
        "there is no parameter \"shape\""},
       {"scale: {type: Float, default: 0.5}", "scale: {type: Float}",
        "an attribute without a parameter has a default"}},
      ProblemsOfSpec);
  ExpectRefused("pair.yaml",
                {{"function: aclnnPairFancy,", "function: aclnnInplacePair,",
                  "a type needs a function with an output of its own"}},
                ProblemsOfSpec);
  ExpectRefused(
      "moved.yaml",
      {{"products:\n",
        "ir:\n- {type: Moved, function: aclnnMoved, inputs: {x: self}, outputs: {y: out}, "
        "attrs: {order: {type: ListInt, param: order}}}\n\nproducts:\n",
        "the rules do not say the shape of out in a way that graphs know", 1}},
      ProblemsOfSpec);
}

TEST(Refusal, SpecsWithArrays) {
  ExpectRefused(
      "moved.yaml",
      {{"structure: moved", "structure: moving", "structure is one of elementwise, moved, filled"},
       {"samples: [[1, 0], [0], [0, -1], []]", "samples: []",
        "an attribute of type int_array needs samples"},
       {", samples: [[1, 0], [0], [0, -1], []], default: [1, 0]", "",
        "order needs samples, or a rule from which it follows", 12},
       {"samples: [[1, 0], [0]", "samples: [1, [0]",
        "a sample of type int_array is a list of integers"},
       {"header: aclnn_moved.h}", "header: aclnn_moved.h, fixed: {order: [1, 0]}}",
        "an array cannot be fixed"},
       {"permuted: {dims: order", "permuted: {dims: self",
        "R.permuted needs an attribute of type int_array, which self is not"},
       {"dims: {dims: order, tensor", "dims: {dim: order, tensor", "unknown key \"dim\""}},
      ProblemsOfSpec);
}

TEST(Refusal, SpecsWithLists) {
  ExpectRefused("joined.yaml",
                {{"list: [2, 1, 3]", "list: []", "list names the lengths that cases use"},
                 {"list: [2, 1, 3]", "list: [2, 0]", "a list has at least one tensor in cases"},
                 {"{dim: dim, doc", "{dim: dim, list: [1], doc", "list is for inputs and outputs"},
                 {"joined: {dim: dim, inputs: [parts]", "joined: {dim: parts, inputs: [parts]",
                  "R.joined needs an attribute of type dim, which parts is not"},
                 {"generators: {parts: normal}", "generators: {}", "no generator for parts_0"},
                 {"pieces, lists", "pieces, broadcast: [[[2], [2]]], lists",
                  "a group has either shapes or broadcast or lists"}},
                ProblemsOfSpec);
}

TEST(Refusal, SpecsWithOptionalScalars) {
  ExpectRefused("bounded.yaml",
                {{"{scalar: least, optional: true", "{double: least, optional: true",
                  "optional is for inputs that are no lists, and for scalars"},
                 {"optional: true, samples: [0, 0.5]", "optional: yes, samples: [0, 0.5]",
                  "true or false is expected here"},
                 {"rules: [some,", "rules: [some: [self],", "R.some cannot be applied to self"},
                 {"optional: true, samples: [0, 0.5]", "optional: true",
                  "an attribute of type scalar needs samples"},
                 {"samples: {greatest: [float32 nan]}", "samples: {greater: [1]}",
                  "there is no parameter \"greater\""},
                 {"samples: {greatest: [float32 nan]}", "samples: {self: [1]}",
                  "samples are for attributes that are numbers"},
                 {"samples: {greatest: [float32 nan]}", "samples: {greatest: [many]}",
                  "\"many\" is not a number"}},
                ProblemsOfSpec);
}

TEST(Refusal, SpecsWithOptionalTensors) {
  ExpectRefused("weighted.yaml",
                {{"{output: out", "{output: out, optional: true",
                  "optional is for inputs that are no lists, and for scalars"},
                 {"optional: true, doc: factors", "optional: true, list: [2], doc: factors",
                  "optional is for inputs that are no lists, and for scalars"},
                 {"optional: true, doc: factors", "optional: yes, doc: factors",
                  "true or false is expected here"},
                 {"rules: [some, null, ",
                  "rules: [some, null, {named_dtype: {dtype: number, tensor: bias}}, ",
                  "R.named_dtype cannot be applied to bias, which may be null"}},
                ProblemsOfSpec);
}

TEST(Refusal, Specs) {
  ExpectRefused(
      "pair.yaml",
      {
          {"summary: Two", "summary: [Two", "not YAML", 1},
          {"summary: Two", "sumary: Two", "unknown key \"sumary\"; known here: summary, descr"},
          {"golden:\n", "gold:\n", "unknown key \"gold\""},
          {"summary: Two", "summary: a\nsummary: Two", "key \"summary\" stands here twice", 1},
          {"summary: Two inputs", "summary: [a]\n# ", "a text is expected here"},
          // Parameters.
          {"{input: x, doc: first factor}", "{input: x}", "missing key \"doc\""},
          {"{input: y", "{input: x", "there are two parameters \"x\""},
          {"{input: y", "{name: y", "a parameter begins with what it is, and its name: input"},
          {"{input: y", "{input: y, bool: y", "a parameter is not input and bool"},
          {"{input: y", "{input: y, instead_of: w", "there is no parameter \"w\""},
          {"{input: y", "{input: 2y", "\"2y\" is no name for a parameter"},
          {"{input: y", "{input: y, values: {a: 0}",
           "values, samples and default are for attributes"},
          {"{string: mode, values", "{text: mode, values", "unknown key \"text\""},
          {"{string: mode, values: {plain: 0, fancy: 1}", "{string: mode",
           "an attribute of type string needs values"},
          {"{plain: 0, fancy: 1}", "{plain: 0, fancy: 0}",
           "values \"plain\" and \"fancy\" have the same number"},
          {"{plain: 0, fancy: 1}", "{plain: 0, plain: 1}", "key \"plain\" stands here twice"},
          {"{plain: 0, fancy: 1}", "{plain: zero, fancy: 1}", "an integer is expected here"},
          {"{bool: flip, doc", "{bool: flip, values: {a: 1}, doc",
           "values are for attributes of type string or enum"},
          {"{input: y", "{input: y, default: 1", "values, samples and default are for attributes"},
          {"default: plain", "default: plane",
           "\"plane\" is no value of mode; it has plain, fancy"},
          {"default: false", "default: no", "\"no\" is no value of flip; it has false, true"},
          {"doc: whether to change the sign, default: false}", "doc: whether to change the sign}",
           "flip has no default, but stands after mode, which has one"},
          {"{input: y, doc: second factor}\n- {string: mode",
           "{bool: w, default: true, doc: a}\n"
           "- {input: y, doc: second factor}\n- {string: mode",
           "y has no default, but stands after w, which has one", 1},
          {"- {output: z, doc: product}\n", "", "an operator has at least one input and one output",
           -4},
          // Functions.
          {"name: aclnnPairFancy", "name: aclnnPair", "there are two functions aclnnPair"},
          {"name: aclnnPairFancy", "name: PairFancy", "a function's name begins with aclnn"},
          {"header: aclnn_pair_fancy.h", "header: aclnnop/aclnn_pair_fancy.h",
           "a header's name is aclnn_<name>.h"},
          {"const_outputs: true", "const_outputs: yes", "true or false is expected here"},
          {"fixed: {mode: fancy, flip: true}", "fixed: {mood: fancy}",
           "there is no parameter \"mood\"; params has x, y, mode, flip, z"},
          {"fixed: {mode: fancy, flip: true}", "fixed: {mode: loud}",
           "\"loud\" is no value of mode; it has plain, fancy"},
          {"fixed: {mode: fancy, flip: true}", "fixed: {x: 1}", "x is a tensor and has no values"},
          {"rename: {x: left, y: right}", "rename: {x: left, y: left}",
           "two parameters of aclnnPairFancy have the name left", -4},
          {"rename: {x: left, y: right}", "rename: {x: 1left}",
           "\"1left\" is no name for a parameter"},
          {"in_place: {z: x}", "in_place: {x: z}", "in_place names an output and the input it is"},
          {"in_place: {z: x}", "in_place: x", "a map is expected here"},
          // Products.
          {"  old_chips: [float32, float16]", "  lost_chips: [float32]",
           "there is no product \"lost_chips\"; known are new_chips, old_chips"},
          {"  old_chips: [float32, float16]", "  old_chips: [float33]",
           "there is no dtype \"float33\""},
          {"  old_chips: [float32, float16]", "  old_chips: [float32, float32]",
           "float32 stands here twice"},
          {"  old_chips: [float32, float16]", "  old_chips: []",
           "a product that lacks the operator is left out"},
          {"  old_chips: [float32, float16]", "  old_chips: float32", "a list is expected here"},
          // Rules.
          {"- attr\n- output\n\naccuracy", "- atr\n- output\n\naccuracy",
           "there is no rule \"atr\"; known are some, null, product"},
          {"- format: [x, y]", "- format: [x, w]", "there is no parameter \"w\""},
          {"- format: [x, y]", "- format: [x, mode]", "R.format cannot be applied to mode"},
          {"- format: [x, y]", "- format: [x, x]", "x stands here twice"},
          {"- format: [x, y]", "- format: []", "R.format takes at least 1 parameters"},
          {"- format: [x, y]", "- same_shape: [x]", "R.same_shape takes at least 2 parameters"},
          {"- format: [x, y]", "- same_shape", "R.same_shape needs arguments"},
          {"- format: [x, y]", "- {format: [x], dtype: [x]}",
           "a rule is a name, or a name with its arguments"},
          {"- product\n- tensor\n- format", "- product: [x]\n- tensor\n- format",
           "R.product takes no arguments"},
          {"- null\n- product\n- tensor\n- format",
           "- null: [x, y, z]\n- product\n- tensor\n- format", "R.null must also name mode"},
          {"- tensor\n- format", "- tensor: [x, y]\n- format", "R.tensor must also name z", -2},
          {"- format: [x, y]", "- tensor", "the rule tensor stands here twice", -3},
          {"- promote: {inputs: [x, y], output: z}", "- promote: {inputs: [x, y], out: z}",
           "unknown key \"out\"; known here: inputs, output"},
          {"- promote: {inputs: [x, y], output: z}", "- promote: {output: z}",
           "missing key \"inputs\""},
          {"- promote: {inputs: [x, y], output: z}", "- promote: {inputs: [x, y], output: y}",
           "R.promote cannot be applied to y"},
          {"- promote: {inputs: [x, y], output: z}", "- format: [z]",
           "no rule says which dtypes z may have", -5},
          {"- broadcast: {inputs: [x, y], output: z}", "- same_shape: [x, y]",
           "no rule says which shape z must have", -7},
          {"max_rank: [x, y]", "max_rank: {params: [x, y], rank: eight}",
           "an integer is expected here"},
          {"max_rank: [x, y]", "min_rank: [x, y]", "a map is expected here"},
          {"- format: [x, y]", "- dim: {dim: mode, tensor: x}",
           "R.dim needs an attribute of type dim, which mode is not"},
          // Accuracy, golden data, deviations, gradient.
          {"accuracy:\n", "backward: {op: pair, gradient: {x: z}}\naccuracy:\n",
           "backward is for operators with one input"},
          {"  high_precision: {float32: 0.5, float16: 0.5, bfloat16: 0.5}\n", "",
           "missing key \"high_precision\"", -1},
          {"  high_precision: {float32: 0.5, float16: 0.5, bfloat16: 0.5}", "  all: 0.5",
           "unknown key \"high_performance\"; known here: all, reason", -1},
          {"high_precision: {float32: 0.5, float16: 0.5, bfloat16: 0.5}", "high_precision: half",
           "\"half\" is no number; formulas are for aicore"},
          {"high_performance: {float32: 0.5, float16: 0.5,",
           "high_performance: {float32 float16: 0.5, float16: 0.5,", "float16 stands here twice"},
          {"high_performance: {float32: 0.5, float16: 0.5,", "high_performance: {float32: 0.5,",
           "no bound for float16"},
          {"high_performance: {float32: 0.5,", "high_performance: {int8: 0, float32: 0.5,",
           "no product accepts int8"},
          {"float32: 1 + x^2,", "float32: 1 + x^,",
           "formula \"1 + x^\": expected a number, a name or '(' at character 7"},
          {"float32: 1 + x^2,", "float32: 1 + z^2,",
           "the formula \"1 + z^2\" uses \"z\", which is no input"},
          {"float32: 1 + x^2,", "float32: -1,", "a bound is at least 0, which -1 is not"},
          {"high_performance: {float32: 0.5,", "high_performance: {float32: x,",
           "\"x\" is no number; formulas are for aicore"},
          {"seed: 7", "seed: seven", "an integer is expected here"},
          {"seed: 7", "few_values: 1\n  seed: 7", "true or false is expected here"},
          {"generators: {x: normal, y: normal}", "generators: {x: normal}", "no generator for y"},
          {"generators: {x: normal, y: normal}", "generators: {x: normal, y: normal, z: normal}",
           "z is no input"},
          {"profile: small", "profile: tiny", "there is no profile \"tiny\"; known are small", 6},
          {"{name: extra, shapes: [[11]]}", "{name: extra}",
           "a group has either shapes or broadcast"},
          {"const_outputs: true", "dtypes: {mode: [int8]}", "dtypes are for tensors and scalars"},
          {"{name: extra, shapes: [[11]]}", "{name: extra, shapes: [[11]], own_dtypes: {x: int}}",
           "there is no dtype \"int\""},
          {"{name: extra, shapes: [[11]]}", "{name: extra, shapes: [[11]], dtypes: some}",
           "\"some\" is none of equal, all"},
          {"{name: extra, shapes: [[11]]}", "{name: extra, shapes: [[-1]]}",
           "an extent must not be negative"},
          {"{name: extra, shapes: [[11]]}", "{name: types, shapes: [[3]]}",
           "two cases have the name aclnnPair.types.3", 3},
          {"function: aclnnPair,", "function: aclnnPear,", "there is no function aclnnPear"},
          {"rule: dtype, message", "rule: dtypes, message", "there is no rule \"dtypes\""},
          {"'{\"dtype\": \"int64\"}'", "'{dtype}'", "an argument is written as JSON, in quotes"},
          {"expect: {positive: 0,", "expect: {", "missing key \"positive\""},
          {"expect: {positive: 0, rejected: 0,", "expect: {positive: 1, rejected: 2,",
           "the cases are {positive: "},
          {"- {id: sign,",
           "- {id: sign, what: a, we: b, why: c, decides: values, held_by: [\"*\"]}\n- {id: sign,",
           "there are two deviations sign", 1},
          {"we: plus, ", "", "missing key \"we\""},
          {"decides: values", "decides: value", "\"value\" is none of values, acceptance"},
          {"held_by: [\"aclnnPair.types.*\"]", "held_by: []",
           "a decision needs at least one case that holds it"},
          {"held_by: [\"aclnnPair.types.*\"]", "held_by: [\"aclnnPair.typos.*\"]",
           "no case has a name like \"aclnnPair.typos.*\""},
          {"held_by: [\"aclnnPair.types.*\"]}",
           KNOWN("case: [\"*\"], backend: cpu, message: m, reason: r"), "unknown key \"case\"", 3},
          {"held_by: [\"aclnnPair.types.*\"]}", KNOWN("cases: [\"*\"], backend: cpu, message: m"),
           "missing key \"reason\"", 3},
          {"held_by: [\"aclnnPair.types.*\"]}",
           KNOWN("cases: [\"*\"], backend: cpu, message: '', reason: r"),
           "a known failure has a message and a reason", 3},
          {"held_by: [\"aclnnPair.types.*\"]}",
           KNOWN("cases: [], backend: cpu, message: m, reason: r"), "at least one case is needed",
           3},
          {"held_by: [\"aclnnPair.types.*\"]}",
           KNOWN("cases: [\"*.typos.*\"], backend: cpu, message: m, reason: r"),
           "no case has a name like \"*.typos.*\"", 3},
          {"held_by: [\"aclnnPair.types.*\"]}",
           KNOWN("cases: [\"*\"], backend: gpu, message: m, reason: r"),
           "accuracy has no backend \"gpu\"", 3},
          {"held_by: [\"aclnnPair.types.*\"]}",
           KNOWN("cases: [\"*\"], backend: cpu, message: m, reason: r, products: [lost_chips]"),
           "there is no product \"lost_chips\"", 3},
          {"held_by: [\"aclnnPair.types.*\"]", "held_by: [\"*@lost_chips\"]",
           "no case has a name like \"*@lost_chips\""},
      },
      ProblemsOfSpec);
  ExpectRefused(
      "halves.yaml",
      {
          {"gradient: {gradOut: out}", "gradient: {gradOut: self}",
           "self is no output; only outputs have gradients here"},
          {"args: {self: self, dim: dim}", "args: {self: x}", "there is no parameter \"x\""},
          {"gradient: {gradOut: out}, ", "", "missing key \"gradient\""},
          {"{dim: dim, doc", "{dim: dim, default: last, doc", "an integer is expected here"},
          {"value: tanh}", "value: tan}", "\"tan\" is no value of form; it has none, tanh"},
          {"products: [old_chips]", "products: [lost_chips]", "there is no product \"lost_chips\""},
          {"products: [old_chips]", "products: []", "at least one product is needed"},
          {"param: form, products", "param: dim, products",
           "R.attr_product cannot be applied to dim"},
          {"- dim: {dim: dim, tensor: self}\n", "",
           "no rule says which values dim may have (R.dim)", -7},
          {"halves: [out]", "halves: []", "R.half takes at least 1 parameters"},
      },
      ProblemsOfSpec);
  ExpectRefused(
      "scaled.yaml",
      {
          {"samples: [1.5, -0.25], ", "", "an attribute of type double needs samples"},
          {"samples: [1.5, -0.25]", "samples: [1.5, many]", "\"many\" is not a number"},
          {"samples: [0.5, 2,", "samples: [int8 0.5, 2,", "\"0.5\" is not an integer"},
          {"samples: [0.5, 2,", "samples: [float17 0.5, 2,", "there is no dtype \"float17\""},
          {"samples: [0.5, 2,", "samples: [float16 0.1, 2,", "0.1 is not a number of type float16"},
          {"{bool: keep, default", "{bool: keep, samples: [true], default",
           "samples are for attributes that are numbers"},
          {"{dtype: target,", "{dtype: target, dtypes: [int8],",
           "dtypes are for tensors and scalars"},
          {"dtypes: [float32, float64, int64]", "dtypes: [float32, float]",
           "there is no dtype \"float\""},
          {"without: [number, target]", "without: [numbers]", "there is no parameter \"numbers\""},
          {"fixed: {keep: false}", "fixed: {keep: false, number: 0.5}", "a scalar cannot be fixed"},
          {"castable: {inputs: [self, other], output: out}", "castable: {inputs: [self, other]}",
           "missing key \"output\""},
          {"scalar: number, inputs", "scalar: limit, inputs",
           "R.scalar_type needs an attribute of type scalar, which limit is not"},
          {"named_dtype: {dtype: target", "named_dtype: {dtype: keep",
           "R.named_dtype needs an attribute of type dtype"},
          {"{param: limit, value", "{param: keep, value", "R.at_least cannot be applied to keep"},
          {"when: keep", "when: number",
           "R.at_least needs an attribute of type bool, which number is not"},
          {"- same_shape: [self, out]\n  - output\n- name: aclnnScaledTo",
           "- output\n- name: aclnnScaledTo", "no rule says which shape self must have", -6},
      },
      ProblemsOfSpec);
}

// Groups, gradients and rules name parameters; here there are none.
TEST(Refusal, SpecsWithoutParameters) {
  for (const std::string file : {"bounded.yaml", "copied.yaml", "halves.yaml", "joined.yaml",
                                 "moved.yaml", "pair.yaml", "scaled.yaml", "weighted.yaml"}) {
    ExpectRefused(file, {{"\nparams:", "\nparameters:", "unknown key \"parameters\"", 1}},
                  ProblemsOfSpec);
    for (const std::string none : {"", " []", " {}", " none"}) {
      std::string text = TestData(file);
      const size_t params = text.find("\nparams:");
      ASSERT_NE(params, std::string::npos) << file;
      text.replace(params, text.find("\nfunctions:") - params, "\nparams:" + none);
      EXPECT_NE(ProblemsOfSpec(file, text), "") << file << none;
    }
  }
}

TEST(Refusal, TheMessageAboutCountsHasTheRightOnes) {
  std::string text = TestData("halves.yaml");
  const std::string problems = ProblemsOfSpec("halves.yaml", text);
  const size_t begin = problems.find("{positive: ");
  ASSERT_NE(begin, std::string::npos) << problems;
  const std::string right = problems.substr(begin, problems.find('}') + 1 - begin);
  text.replace(text.find("{positive: 0, rejected: 0, errors: 0}"), 37, right);
  EXPECT_EQ(ProblemsOfSpec("halves.yaml", text), "");
}

TEST(Refusal, SeveralProblemsAtOnce) {
  std::string text = TestData("pair.yaml");
  text.replace(text.find("seed: 7"), 7, "seed: a");
  const std::string problems = ProblemsOfSpec("a b/spec.yaml", text);
  EXPECT_EQ(problems,
            "a b/spec.yaml:1: an operator's folder has a name in lower case with underscores\n"
            "a b/spec.yaml:67: an integer is expected here");
}

TEST(Refusal, Profiles) {
  ExpectRefused(
      "profile.yaml",
      {
          {"schema: openaclnn-profile/1", "schema: openaclnn/1",
           "schema must be openaclnn-profile/1"},
          {"profile: small", "name: small", "unknown key \"name\""},
          {"- name: dims", "- name: types", "there are two groups \"types\""},
          {"  layouts: each", "  layouts: all",
           "\"all\" is none of contiguous, each, together, transposed, offset, stepped"},
          {"  dims: all", "  dims: some", "\"some\" is none of all"},
          {"  in_place: true", "  in_place: 1", "true or false is expected here"},
          {"[[[2, 1], [3]]]", "[[[2, 1]]]", "broadcast takes a list of shapes, one for each input"},
          {"  in_place: true", "  samples: {x: [1]}", "samples are for the groups of an operator"},
          {"[[3]]", "[]", "a group without shapes makes no cases", -1},
      },
      [](const std::string& file, const std::string& text) {
        Problems problems;
        ReadProfile(text, file, &problems);
        return problems.Text();
      });
}

TEST(Refusal, ProductTables) {
  ExpectRefused(
      "products.yaml",
      {
          {"schema: openaclnn-products/1", "schema: 1", "schema must be openaclnn-products/1"},
          {"  bfloat16: true", "  bfloat16: 1", "true or false is expected here"},
          {"  max_streams: 8\n", "", "missing key \"max_streams\"", -3},
          {"  npu_arch: 10", "  npu_arch: -10", "a positive number is expected here"},
          {"overflow: saturate", "overflow: wrap",
           "\"wrap\" is none of infnan, saturate, selectable"},
          {"soc: Old1", "soc: Old2", "\"Old2\" is not among the socs"},
          {"- name: old_chips", "- name: new_chips", "there are two products \"new_chips\""},
          {"{name: Old1", "{name: New1", "there are two SoCs \"New1\"", -11},
          {"l0c: 64}", "l0d: 64}", "unknown key \"l0d\""},
      },
      [](const std::string& file, const std::string& text) {
        Problems problems;
        ReadProducts(text, file, &problems);
        return problems.Text();
      });
}

}  // namespace
}  // namespace openaclnn::specgen
