#include <string>

#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "runtime/products/default_soc.h"
#include "tools/specgen/emit_cpp.h"
#include "tools/specgen/emit_example.h"
#include "tools/specgen/emit_ir.h"
#include "tools/specgen/emit_page.h"
#include "tools/specgen/emit_python.h"
#include "tools/specgen/testing.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

class Emit : public testing::Test {
 protected:
  Emit() {
    products_ = ReadProducts(TestData("products.yaml"), "products.yaml", &problems_);
    pair_ = ReadSpec(TestData("pair.yaml"), "pair.yaml", products_, &problems_);
    halves_ = ReadSpec(TestData("halves.yaml"), "halves.yaml", products_, &problems_);
    scaled_ = ReadSpec(TestData("scaled.yaml"), "scaled.yaml", products_, &problems_);
    EXPECT_EQ(problems_.Text(), "");
  }
  Problems problems_;
  ProductTable products_;
  Spec pair_, halves_, scaled_;
};

void ExpectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}
void ExpectLacks(const std::string& text, const std::string& part) {
  EXPECT_EQ(text.find(part), std::string::npos) << part << "\nis in\n" << text;
}

TEST_F(Emit, Signatures) {
  EXPECT_EQ(Phase1Signature(pair_, pair_.functions[0]),
            "aclnnStatus aclnnPairGetWorkspaceSize(const aclTensor* x, const aclTensor* y, char* "
            "mode, bool flip, aclTensor* z, "
            "uint64_t* workspaceSize, aclOpExecutor** executor)");
  EXPECT_EQ(Phase1Signature(pair_, pair_.functions[1]),
            "aclnnStatus aclnnPairFancyGetWorkspaceSize(const aclTensor* left, const aclTensor* "
            "right, const aclTensor* z, "
            "uint64_t* workspaceSize, aclOpExecutor** executor)");
  EXPECT_EQ(Phase1Signature(pair_, pair_.functions[2]),
            "aclnnStatus aclnnInplacePairGetWorkspaceSize(aclTensor* xRef, const aclTensor* y, "
            "uint64_t* workspaceSize, aclOpExecutor** "
            "executor)");
  EXPECT_EQ(Phase1Signature(halves_, halves_.functions[0]),
            "aclnnStatus aclnnHalvesGetWorkspaceSize(const aclTensor* self, int64_t dim, int64_t "
            "form, aclTensor* out, aclTensor* rest, "
            "uint64_t* workspaceSize, aclOpExecutor** executor)");
  EXPECT_EQ(Phase2Signature(halves_.functions[0]),
            "aclnnStatus aclnnHalves(void* workspace, uint64_t workspaceSize, aclOpExecutor* "
            "executor, aclrtStream stream)");
}

TEST_F(Emit, AnInPlaceFunctionWithConstantTensors) {
  pair_.functions[2].const_outputs = true;
  ExpectContains(Phase1Signature(pair_, pair_.functions[2]), "(const aclTensor* xRef, ");
}

TEST_F(Emit, WhatASpecNeedNotSay) {
  EXPECT_EQ(pair_.functions[2].doc, "Two inputs that broadcast in place.");
  const std::string text = absl::StrReplaceAll(
      TestData("pair.yaml"),
      {{"in_place: {z: x}", "rename: {x: x}\n  in_place: {z: x}"}, {", decides: values", ""}});
  const Spec said = ReadSpec(text, "pair.yaml", products_, &problems_);
  EXPECT_EQ(problems_.Text(), "");
  ExpectContains(Phase1Signature(said, said.functions[2]), "(aclTensor* x, const aclTensor* y, ");
  EXPECT_FALSE(said.deviations[1].decides_values);
  EXPECT_TRUE(pair_.deviations[1].decides_values);
}

TEST_F(Emit, AHeaderHasItsOwnFunctionsOnly) {
  const std::string text = PublicHeader(pair_, "aclnn_pair.h", products_);
  ExpectContains(text, "aclnnPairGetWorkspaceSize(");
  ExpectContains(text, "aclnnInplacePairGetWorkspaceSize(");
  ExpectLacks(text, "aclnnPairFancy");
  ExpectContains(text, "@param mode [in] form of the product; \"plain\" or \"fancy\"");
  ExpectContains(text, "@param xRef [in, out] first factor");
  ExpectContains(text, "New chips: float32, float16, bfloat16");
  ExpectContains(text, "none on Other chips");
  ExpectContains(text, "561003: the product has no such operator");
}

TEST_F(Emit, NumbersForHostCode) {
  const std::string text = SpecHeader(halves_);
  ExpectContains(text, "enum Param : int { kSelf, kDim, kForm, kOut, kRest };");
  ExpectContains(text, "enum Form : int64_t { kFormNone = 0, kFormTanh = 1 };");
  ExpectContains(text, "namespace halves {");
}

TEST_F(Emit, Arrays) {
  const Spec moved = ReadSpec(TestData("moved.yaml"), "moved.yaml", products_, &problems_);
  EXPECT_EQ(problems_.Text(), "");
  ExpectContains(Phase1Signature(moved, moved.functions[0]),
                 "(const aclTensor* self, const aclIntArray* order, aclTensor* out, ");
  ExpectContains(ApiSource(moved), "{\"order\", ParamKind::kIntArray, {}, {}}");
  ExpectContains(ApiSource(moved), "{.id = RuleId::kPermuted, .params = kNumbers5}");
  ExpectContains(InvokeSource(moved), "args[1].int_array");
  const std::string python = PythonModule({moved}, products_, &problems_);
  ExpectContains(python, "_core.Param(\"order\", \"int_array\", default=[1, 0])");
  ExpectContains(python,
                 "shape_of=(\"self\",), dtype_of=(\"self\",), reshaped=(\"permuted\", \"order\"))");
  ExpectContains(python, "order: dimensions in their new order; a sequence of integers.");
}

TEST_F(Emit, Tables) {
  const std::string text = ApiSource(halves_);
  ExpectContains(text, "{.id = RuleId::kHalf, .params = kNumbers8}");
  ExpectContains(text, "constexpr ParamNumber kNumbers8[] = {1, 0, 3};");
  ExpectContains(text, "{.id = RuleId::kMaxRank, .params = kNumbers6, .value = 8}");
  ExpectContains(text,
                 "{.id = RuleId::kAttrProduct, .params = kNumbers10, .value = 1, .products = 2}");
  const std::string fixed = ApiSource(pair_);
  ExpectContains(fixed, "openaclnn::Arg::Of(static_cast<const char*>(\"fancy\"))");
  ExpectContains(fixed, "openaclnn::Arg::Of(true)");
}

TEST_F(Emit, Prototypes) {
  EXPECT_EQ(halves_.irs[0].Header(), "halves_proto.h");
  EXPECT_EQ(pair_.irs[0].Header(), "pair_fancy_proto.h");
  const std::string text = ProtoHeader(halves_, halves_.irs[0]);
  ExpectContains(text,
                 "// x: what is split\n// axis: dimension to split\n// form: form; \"none\" or "
                 "\"tanh\"\n// scale: only the default is supported\n// y: first result\n");
  ExpectContains(
      text,
      "REG_OP(Halves)\n    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8}))\n"
      "    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8}))\n"
      "    .OUTPUT(z, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8}))\n"
      "    .ATTR(axis, Int, -1)\n    .ATTR(form, String, \"tanh\")\n"
      "    .ATTR(scale, Float, 0.5)\n    .OP_END_FACTORY_REG(Halves)\n");
}

TEST_F(Emit, TablesOfGraphs) {
  const std::string text = IrSource(halves_);
  ExpectContains(text, "constexpr Port kInputs[] = {{\"x\", 0}};");
  ExpectContains(text, "{.name = \"axis\", .type = AttrType::kInt, .argument = 1, .number = -1},");
  ExpectContains(text,
                 "{.name = \"scale\", .type = AttrType::kFloat, .argument = kNone, .real = 0.5},");
  ExpectContains(text, "{.name = \"form\", .kind = ParamKind::kEnum, .values = kFormValues},");
  ExpectContains(text, "{.shape_of = kShapeOf1, .halved = 1, .dtype_of = kDTypeOf1, ");
  ExpectContains(text, "constexpr int kCheck0[] = {1, 0};");
  ExpectContains(text, "{RuleId::kHalf, kCheck0},");
  ExpectContains(IrSource(pair_),
                 "constexpr Port kInputs[] = {{\"b\", 1}, {\"unused\", kNone}, {\"a\", 0}};");
  ExpectContains(
      OpPage(halves_, products_, {1, 1, 1, 1}, {}),
      "| `Halves` | `halves_proto.h` | `x` (self) | `axis` (dim) Int = -1; `form` (form) "
      "String = tanh; `scale` Float = 0.5, no other value | `y` (out), `z` (rest) | "
      "`aclnnHalves` |");
}

TEST_F(Emit, NumbersAsArguments) {
  EXPECT_EQ(Phase1Signature(scaled_, scaled_.functions[1]),
            "aclnnStatus aclnnScaledsGetWorkspaceSize(const aclTensor* self, const aclScalar* "
            "other, double limit, aclTensor* out, "
            "uint64_t* workspaceSize, aclOpExecutor** executor)");
  const std::string api = ApiSource(scaled_);
  ExpectContains(api, "openaclnn::Arg::Absent()");
  ExpectContains(api, "openaclnn::Arg::Of(static_cast<double>(1.5))");
  ExpectContains(api, "{\"number\", ParamKind::kScalar, {}, kNumberDTypes},");
  ExpectContains(api, "{.id = RuleId::kAtLeast, .params = kNumbers6}");
  ExpectContains(InvokeSource(scaled_),
                 "args[0].tensor, args[1].scalar, args[2].value.AsDouble(), "
                 "const_cast<aclTensor*>(args[3].tensor)");
  const std::string page = OpPage(scaled_, products_, {1, 1, 1, 1}, {});
  ExpectContains(page, "| `other` | other factor | scalar of float32, float64, int64 |");
  ExpectContains(
      page,
      "| R.at_least | 161002 ACLNN_ERR_PARAM_INVALID | limit is less than 0 and keep is true |");
  ExpectContains(page,
                 "| R.named_dtype | 561103 ACLNN_ERR_INNER_NULLPTR | out does not have the dtype "
                 "that target names |");
}

TEST_F(Emit, PageOfAnOperator) {
  const std::string page = OpPage(pair_, products_, {10, 20, 30, 5},
                                  {{"op", "pair"},
                                   {"measurements",
                                    {{{"sweep", "none"},
                                      {"dtype", "float16"},
                                      {"mode", "a"},
                                      {"count", 1000},
                                      {"inexact", 5},
                                      {"max_ulp", "0.51"}},
                                     {{"sweep", "none"},
                                      {"dtype", "float16"},
                                      {"mode", "b"},
                                      {"count", 1000},
                                      {"inexact", 5},
                                      {"max_ulp", "0.51"}},
                                     {{"sweep", "none"},
                                      {"dtype", "float32"},
                                      {"mode", "a"},
                                      {"count", 7},
                                      {"inexact", 0},
                                      {"max_ulp", "0.5"}}}}});
  ExpectContains(
      page,
      "### aclnnPair, aclnnInplacePair");  // the same products; the other function has its own
  ExpectContains(page, "| Old chips (`old_chips`) | not supported |");
  ExpectContains(
      page, "| R.attr | 161002 ACLNN_ERR_PARAM_INVALID | mode is not \"plain\" or \"fancy\" |");
  ExpectContains(page, "| one of x, y, mode, z is null");
  ExpectContains(page, "| one of left, right, z is null");  // what a function fixes cannot be null
  ExpectContains(page, "| x, y has a format other than ND, NCHW");
  ExpectContains(page, "| aicore |  | 1 + x^2 | 1 | 1 |");
  ExpectContains(page, "| sign | Sources differ \\| in sign. | plus | fewer strokes |");
  // Of a shared one the spec gives the cases only.
  ExpectContains(page,
                 "| formats | The vendor's functions do not look at the format of a tensor. |");
  ExpectContains(page,
                 "| none | float16 | a, b | 1000 | 0.5000 % | 0.51 |\n| none | float32 | a | 7 | "
                 "none | 0.5 |");
  ExpectContains(page, "10 calls that must be right, 20 with");
  // Nothing is said of an in-place output and its input being alike.
  ExpectContains(page, "the dtype of y, xRef is not that of xRef");
}

TEST_F(Emit, Index) {
  const std::string page = IndexPage({pair_, halves_}, products_);
  ExpectContains(page, "| function | operator | New chips | Old chips | Other chips |");
  ExpectContains(page, "| `aclnnPairFancy` | [pair](pair.md) | float32, bfloat16 |  |  |");
  EXPECT_LT(page.find("`aclnnHalves`"), page.find("`aclnnPair`"));
}

TEST_F(Emit, PythonFunctions) {
  halves_.backward.reset();
  const std::string text = PythonModule({halves_, pair_}, products_, &problems_);
  EXPECT_EQ(problems_.Text(), "");
  ExpectContains(text, "__all__ = (\"halves\", \"pair\")");
  ExpectContains(text, "    \"bfloat16\": 27,\n");
  // In the order of C, with attributes in Python's way.
  ExpectContains(text,
                 "def pair(x, y, mode=\"plain\", flip=False, *, out=None):\n    \"\"\"Two inputs "
                 "that broadcast.\n\n    out = x * y, for tests.");
  ExpectContains(text,
                 "return _core.call(OPS[\"pair\"], {\"x\": x, \"y\": y, \"mode\": mode, \"flip\": "
                 "flip}, out)");
  ExpectContains(text, "def halves(self, dim, form, *, out=None):");
  ExpectContains(text, "        mode: form of the product; \"plain\" or \"fancy\".\n");
  ExpectContains(text,
                 "            161002: the dtypes of x, y do not promote to one the product "
                 "accepts, or out does not have it.\n");
  ExpectContains(text, "        old_chips: float32, float16.\n        other_chips: none.\n");
  ExpectLacks(text, "is null");
  // What a new output is.
  ExpectContains(
      text, "_core.Param(\"z\", \"output\", shape_of=(\"x\", \"y\"), dtype_of=(\"x\", \"y\")),");
  ExpectContains(text,
                 "_core.Param(\"out\", \"output\", shape_of=(\"self\",), dtype_of=(\"self\",), "
                 "halved=\"dim\"),");
  ExpectContains(text,
                 "_core.Param(\"rest\", \"output\", shape_of=(\"self\",), dtype_of=(\"self\",), "
                 "halved=\"dim\"),");
  // Functions that add nothing to the first are left out, and so are those in place.
  ExpectContains(text, "functions=(\n                (\"aclnnPair\", {}),\n            ),");
  pair_.functions[0].fixed = pair_.functions[2].fixed;
  ExpectContains(PythonModule({pair_}, products_, &problems_),
                 "                (\"aclnnPair\", {\"mode\": \"plain\", \"flip\": False}),\n"
                 "                (\"aclnnPairFancy\", {\"mode\": \"fancy\", \"flip\": True}),\n");
}

TEST_F(Emit, OptionalTensors) {
  const Spec spec = ReadSpec(TestData("weighted.yaml"), "weighted.yaml", products_, &problems_);
  EXPECT_EQ(problems_.Text(), "");
  const std::string code = ApiSource(spec);
  ExpectContains(code, "{\"weight\", ParamKind::kInputTensor, {}, {}, true},");
  // Of a function that has no such parameter nothing may be null.
  const size_t last = code.find("namespace aclnnWeights_ {");
  EXPECT_EQ(code.substr(last, code.find("kInfo", last) - last).find(", true}"), std::string::npos);
  ExpectContains(PublicHeader(spec, "aclnn_weighted.h", products_),
                 "@param bias [in] summands; may be null");
  const std::string page = OpPage(spec, products_, {}, "");
  ExpectContains(page, "| `weight` | factors | tensor, any strides, may be null |");
  ExpectContains(page, "| `weight` | factors | tensor, any strides, may be null (R.some) |");
  // A tensor and a number of one C name are one argument, and None goes with the tensors.
  const std::string python = PythonModule({spec}, products_, &problems_);
  ExpectContains(python, "def weighted(self, weight=None, bias=None, *, out=None):");
  ExpectContains(python, "_core.Param(\"bias\", \"input\", optional=True),");
  ExpectContains(python, "(\"aclnnWeighted\", {}),\n            ),\n");
}

TEST_F(Emit, PythonNumbers) {
  const std::string text = PythonModule({scaled_}, products_, &problems_);
  EXPECT_EQ(problems_.Text(), "");
  // A tensor `other` and a number of the same C name are one parameter; what some functions go
  // without is optional.
  ExpectContains(text, "def scaled(self, other, limit=1.5, keep=False, target=None, *, out=None):");
  ExpectContains(text,
                 "{\"self\": self, \"other\": other, \"limit\": limit, \"keep\": keep, "
                 "\"target\": target}, out)");
  ExpectContains(
      text,
      "        other: other factor; numpy.ndarray or torch.Tensor in memory of the CPU, any "
      "strides; or a "
      "number: bool, int\n            (as int64), float (as float64) or one of NumPy's.\n");
  ExpectContains(text,
                 "        target: dtype of out; a dtype: its name, or NumPy's or PyTorch's own; "
                 "None if not given.\n");
  ExpectContains(
      text,
      "    Products and dtypes of aclnnScaleds:\n        new_chips: float32, float16, int32.\n");
  ExpectContains(text, "    Raises of aclnnScaled:\n");
  ExpectContains(text, "            161002: limit is less than 0 and keep is true.\n");
  ExpectContains(text, "            561103: out does not have the dtype that target names.\n");
  // Each overload has its own parameters, function and way to find the dtype of a new result.
  const std::string numbers =
      "                _core.Param(\"limit\", \"double\", default=1.5),\n"
      "                _core.Param(\"keep\", \"bool\", default=False),\n";
  ExpectContains(
      text,
      "            overload=\"Tensor\",\n            params=(\n"
      "                _core.Param(\"self\", \"input\"),\n                _core.Param(\"other\", "
      "\"input\"),\n" +
          numbers +
          "                _core.Param(\"out\", \"output\", shape_of=(\"self\", \"other\"), "
          "dtype_of=(\"self\", \"other\")),\n            ),\n"
          "            functions=(\n                (\"aclnnScaled\", {}),\n            ),\n");
  ExpectContains(text,
                 "            overload=\"Scalar\",\n            params=(\n"
                 "                _core.Param(\"self\", \"input\"),\n                "
                 "_core.Param(\"other\", \"scalar\"),\n" +
                     numbers +
                     "                _core.Param(\"out\", \"output\", shape_of=(\"self\",), "
                     "dtype_of=(\"self\", \"other\")),\n            ),\n"
                     "            functions=(\n                (\"aclnnScaleds\", {\"keep\": "
                     "False}),\n            ),\n");
  ExpectContains(text, "            overload=\"Scalar_target\",\n");
  ExpectContains(text, "shape_of=(\"self\",), dtype_of=(\"target\",)),");
  // The tables of runtime/tensor.
  ExpectContains(text,
                 "_core.PROMOTED.update({\n    \"float32\": {\"float32\": \"float32\", "
                 "\"float16\": \"float32\", ");
  ExpectContains(text, "\n    \"bool\": {\"float32\": \"float32\", \"float16\": \"float16\", ");
  ExpectContains(text,
                 "_core.PROMOTED_WITH_SCALAR.update({\n    \"float32\": {\"float32\": \"float32\", "
                 "\"float16\": \"float32\", ");
  ExpectContains(text,
                 "\"float64\": \"float32\", \"bool\": \"int8\"");  // int8 with a float64 number
}

TEST_F(Emit, PythonNeedsAFunctionWithAnOutputOfItsOwn) {
  for (Function& function : pair_.functions) function.in_place = {{4, 0}};
  PythonModule({pair_}, products_, &problems_);
  ExpectContains(problems_.Text(), "pair.yaml:1: all functions are in place");
}

TEST_F(Emit, PythonGradients) {
  const int self = 0, dim = 1, out = 3;
  ASSERT_TRUE(halves_.backward.has_value());
  EXPECT_EQ(halves_.backward->gradient.at("gradOut"), out);
  EXPECT_EQ(halves_.backward->args.at("dim"), dim);
  EXPECT_EQ(halves_.backward->fixed.at("form"), "none");
  halves_.backward = {.op = "pair",
                      .gradient = {{"x", out}},
                      .args = {{"y", self}},
                      .fixed = {{"mode", "fancy"}, {"flip", "true"}},
                      .line = 7};
  ExpectContains(PythonModule({halves_, pair_}, products_, &problems_),
                 "backward=(\"pair\", ((\"gradient\", \"out\"), (\"param\", \"self\"), (\"value\", "
                 "\"fancy\"), (\"value\", True))),");
  EXPECT_EQ(problems_.Text(), "");

  const auto expect_problem = [&](const std::vector<Spec>& specs, const std::string& message) {
    Problems problems;
    PythonModule(specs, products_, &problems);
    ExpectContains(problems.Text(), "halves.yaml:7: " + message);
  };
  expect_problem({halves_}, "there is no operator \"pair\"");
  halves_.backward->fixed = {{"mode", "plane"}};
  expect_problem({halves_, pair_}, "\"plane\" is no value of mode of pair");
  expect_problem({halves_, pair_}, "nothing says what pair has for its parameter flip");
  halves_.backward->op = "scaled";
  halves_.backward->fixed = {{"limit", "much"}, {"target", "float33"}};
  expect_problem({halves_, scaled_}, "scaled has functions with different parameters");
  expect_problem({halves_, scaled_}, "\"much\" is no value of limit of scaled");
  expect_problem({halves_, scaled_}, "\"float33\" is no value of target of scaled");
  halves_.backward->fixed = {{"limit", "0.75"}, {"target", "float16"}};
  Problems ignored;
  const std::string fixed = PythonModule({halves_, scaled_}, products_, &ignored);
  ExpectContains(fixed, "(\"value\", 0.75)");
  ExpectContains(fixed, "(\"value\", \"float16\")");
  halves_.backward->op = "pair";
  halves_.backward->args = {{"x", self}, {"y", dim}, {"z", self}};
  expect_problem({halves_, pair_}, "it is said twice what pair has for its parameter x");
  expect_problem({halves_, pair_}, "y of pair and dim are not both tensors");
  expect_problem({halves_, pair_}, "pair lacks a parameter that is named here, or it is an output");
  halves_.backward->op = "halves";
  expect_problem({halves_, pair_}, "halves has more than one output");
}

TEST_F(Emit, Example) {
  products_.rows[0].soc = kDefaultSoc;
  EXPECT_EQ(ExampleSource(pair_, products_), R"(// Two inputs that broadcast.
//
//   tools/bazel run //ops/pair:example

#include "acl_example.h"
#include "aclnnop/aclnn_pair.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  {
    const Tensor x({2, 2}, {1, 2, 3, 4});
    const Tensor y({2}, {0, -1}, ACL_INT64);
    char mode[] = "plain";
    const Tensor z({2, 2}, {}, ACL_DOUBLE);
    session.Run(aclnnPairGetWorkspaceSize, aclnnPair, x, y, mode, /*flip=*/false, z);
    z.Print("z");
  }
  {
    const Tensor x_ref({2}, {0.5, 1e-3});
    const Tensor y({2}, {1, 1});
    session.Run(aclnnInplacePairGetWorkspaceSize, aclnnInplacePair, x_ref, y);
    x_ref.Print("xRef");
  }
}
)");
}

TEST_F(Emit, ExampleOfAnotherChip) {
  products_.rows[0].soc = kDefaultSoc;
  pair_.functions[0].products[0] = {};
  const std::string text = ExampleSource(pair_, products_);
  ExpectContains(text, "#include <cstdlib>\n\n#include \"acl_example.h\"\n");
  ExpectContains(text, "  setenv(\"OPENACLNN_DEVICES\", \"Old1\", 1);\n");
  products_.rows[1].soc = kDefaultSoc;
  ExpectLacks(ExampleSource(pair_, products_), "setenv");
}

TEST_F(Emit, ExampleWithNumbersAndOneCall) {
  const int self = 0, number = 2, limit = 3, target = 5, out = 6;
  products_.rows[0].soc = kDefaultSoc;
  scaled_.example = {{.function = 1,
                      .tensors = {{self, {{.shape = {30}, .values = {}}}}, {out, {{.shape = {}}}}},
                      .attributes = {{number, {.text = "float64 0.1", .real = 0.1}},
                                     {limit, {.text = "1.5", .real = 1.5}},
                                     {target, {.text = "int32", .number = ACL_INT32}}}}};
  scaled_.example[0].tensors[self][0].values.assign(30, "-0.25");
  const std::string text = ExampleSource(scaled_, products_);
  ExpectContains(text, "  const Tensor self({30}, {-0.25, -0.25, ");
  ExpectContains(text, ",\n                    -0.25, -0.25, ");
  ExpectContains(text, "  const acl_example::Scalar other(0.1);\n");
  ExpectContains(text, "  const Tensor out({});\n");
  ExpectContains(text, ", self, other, /*limit=*/1.5, out);\n  out.Print(\"out\");\n}\n");
}

TEST_F(Emit, ProductsAsCpp) {
  const std::string text = ProductsSource(TestData("products.yaml"), "products.yaml", &problems_);
  ExpectContains(
      text, "{0, \"new_chips\", \"New chips\", 10, 8, true, true, true, false, true, \"New1\"},");
  ExpectContains(
      text, "{1, \"old_chips\", \"Old chips\", 5, 4, false, false, false, true, false, \"Old1\"},");
  ExpectContains(text, "{\"Old1\", &kProducts[1], 1, 0, 512, 1024, 8, 16, 32, 2048, 32768},");
}

TEST(Text, Wrap) {
  EXPECT_EQ(Wrap("one two three", "# ", 9), "# one two\n# three\n");
  EXPECT_EQ(Wrap("a\n\nb", "* ", 20), "* a\n*\n* b\n");
}

}  // namespace
}  // namespace openaclnn::specgen
