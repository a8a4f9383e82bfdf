#include "tools/specgen/emit_python.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

constexpr size_t kWidth = 120;

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

// "gradOutput" -> "grad_output".
std::string Snake(const std::string& name) {
  std::string result;
  for (char c : name) {
    if (absl::ascii_isupper(c) && !result.empty()) result.push_back('_');
    result.push_back(absl::ascii_tolower(c));
  }
  return result;
}

std::string QuotedName(const Spec& spec, int param) { return Quoted(Snake(spec.params[param].name)); }

// "(\"a\", \"b\",)"
std::string Tuple(const std::vector<std::string>& items) {
  return absl::StrCat("(", absl::StrJoin(items, ", "), items.size() == 1 ? ",)" : ")");
}

std::string Names(const Spec& spec, const std::vector<int>& params) {
  std::vector<std::string> names;
  for (int param : params) names.push_back(QuotedName(spec, param));
  return Tuple(names);
}

std::string ValueLiteral(ParamKind kind, const Value& value) {
  switch (kind) {
    case ParamKind::kBool:
      return value.number != 0 ? "True" : "False";
    case ParamKind::kString:
    case ParamKind::kEnum:
    case ParamKind::kDType:
      return Quoted(value.text);
    default: {
      // Of a scalar "float64 0.5" the number; Python has inf and nan as functions of text only.
      const std::string number = value.text.substr(value.text.find(' ') + 1);
      if (number == "true" || number == "false") return number == "true" ? "True" : "False";
      return std::isfinite(value.real) ? number : absl::StrCat("float(", Quoted(number), ")");
    }
  }
}

bool Contains(const std::vector<int>& list, int value) { return std::find(list.begin(), list.end(), value) != list.end(); }

std::vector<int> InputsIn(const Spec& spec, const std::vector<int>& params) {
  std::vector<int> inputs;
  for (int param : params) {
    if (spec.params[param].kind == ParamKind::kInput) inputs.push_back(param);
  }
  return inputs;
}

// What a new output has to be, as the rules say: the shape that these inputs broadcast to, half of it along a dimension, and the dtype that
// those inputs promote to.
struct Inference {
  std::vector<int> shape_of, dtype_of;
  std::optional<int> halved;
};

Inference InferOutput(const Spec& spec, const Function& function, int output) {
  Inference result;
  for (const RuleUse& rule : function.rules) {
    if (!rule.has_output || !Contains(rule.params, output)) continue;
    const std::vector<int> inputs = InputsIn(spec, rule.params);
    if (rule.id == RuleId::kBroadcast) result.shape_of = inputs;
    if (rule.id == RuleId::kPromote) result.dtype_of = inputs;
    if (rule.id == RuleId::kSameShape && !inputs.empty()) result.shape_of = {inputs[0]};
    if (rule.id == RuleId::kSameDType && !inputs.empty()) result.dtype_of = {inputs[0]};
    if (rule.id == RuleId::kHalf && rule.params[1] != output) {
      result.shape_of = {rule.params[1]};
      result.halved = rule.params[0];
    }
  }
  // Where the output has any dtype the product accepts, it has that of the first input.
  if (result.dtype_of.empty()) result.dtype_of = {spec.Inputs()[0]};
  if (!result.shape_of.empty()) return result;
  // An output whose shape is only said to be that of another one.
  for (const RuleUse& rule : function.rules) {
    if (rule.id != RuleId::kSameShape || !Contains(rule.params, output) || rule.params[0] == output) continue;
    const Inference other = InferOutput(spec, function, rule.params[0]);
    result.shape_of = other.shape_of;
    result.halved = other.halved;
  }
  return result;
}

// The functions Python may call, in order: one that has its output in an input's place, or whose every call an earlier one takes too, adds
// nothing.
std::vector<const Function*> Callable(const Spec& spec) {
  std::vector<const Function*> result;
  for (const Function& function : spec.functions) {
    const bool covered = std::any_of(result.begin(), result.end(), [&](const Function* earlier) {
      return std::all_of(earlier->fixed.begin(), earlier->fixed.end(), [&](const auto& fixed) {
        const auto same = function.fixed.find(fixed.first);
        return same != function.fixed.end() && same->second.number == fixed.second.number;
      });
    });
    if (function.in_place.empty() && !covered) result.push_back(&function);
  }
  return result;
}

// The function that documents all of them, with the names of Python.
Function Documented(const Spec& spec) {
  Function function = *Callable(spec)[0];
  function.fixed.clear();
  const bool one_output = spec.Outputs().size() == 1;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    const bool output = spec.params[i].kind == ParamKind::kOutput;
    function.c_names[i] = output && one_output ? "out" : Snake(spec.params[i].name);
  }
  return function;
}

// A text of the spec with the names of Python in the place of the operator's.
std::string Renamed(const Spec& spec, const Function& documented, const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && (absl::ascii_isalnum(text[end]) || text[end] == '_')) ++end;
    const std::string word = text.substr(i, std::max<size_t>(end - i, 1));
    const std::optional<int> param = spec.FindParam(word);
    absl::StrAppend(&result, param.has_value() ? documented.c_names[*param] : word);
    i += word.size();
  }
  return result;
}

std::string DocLine(const std::string& text, const std::string& indent) {
  // The first line has the indent, the others four columns more.
  const std::string wrapped = Wrap(text, absl::StrCat(indent, "    "), kWidth);
  return wrapped.substr(4);
}

std::string Docstring(const Spec& spec, const ProductTable& products) {
  const Function function = Documented(spec);
  const auto renamed = [&](const std::string& text) { return Renamed(spec, function, text); };
  const std::string description = renamed(std::string(absl::StripAsciiWhitespace(spec.description)));
  std::string text =
      absl::StrCat("    \"\"\"", spec.summary, "\n\n    ", absl::StrReplaceAll(description, {{"\n", "\n    "}}), "\n\n    Args:\n");
  for (size_t i = 0; i < spec.params.size(); ++i) {
    const Param& param = spec.params[i];
    if (param.kind == ParamKind::kOutput) continue;
    std::string doc = renamed(param.doc);
    if (param.tensor()) absl::StrAppend(&doc, "; numpy.ndarray or torch.Tensor in memory of the CPU, any strides");
    if (param.is_number()) absl::StrAppend(&doc, "; a number");
    if (param.listed()) {
      absl::StrAppend(&doc, "; ", absl::StrJoin(param.values, " or ", [](std::string* out, const Value& value) {
        absl::StrAppend(out, Quoted(value.text));
      }));
    }
    absl::StrAppend(&text, DocLine(absl::StrCat(function.c_names[i], ": ", doc, "."), "        "));
  }
  const std::vector<int> outputs = spec.Outputs();
  absl::StrAppend(
      &text,
      DocLine(absl::StrCat("out: where to write (", outputs.size() == 1 ? "an array like the result" : "a tuple of arrays like the results",
                           ", any strides; may be an input itself); new if None."),
              "        "),
      "\n    Returns:\n");
  std::vector<std::string> results;
  for (int output : outputs) {
    results.push_back(
        absl::StrCat(outputs.size() == 1 ? "" : absl::StrCat(function.c_names[output], ": "), renamed(spec.params[output].doc)));
  }
  absl::StrAppend(&text, DocLine(absl::StrCat(absl::StrJoin(results, "; "), "."), "        "), "\n    Products and dtypes:\n");
  for (size_t i = 0; i < products.rows.size(); ++i) {
    const bool has = function.Supports(static_cast<int>(i));
    absl::StrAppend(&text,
                    DocLine(absl::StrCat(products.rows[i].name, ": ", has ? DTypeList(function.products[i]) : "none", "."), "        "));
  }
  absl::StrAppend(&text, "\n    Raises:\n",
                  DocLine("TypeError, ValueError: an argument is of a kind the library cannot be given.", "        "),
                  DocLine("openaclnn.Error: the library refused; .code is that of the first of these that applies.", "        "));
  for (const RuleUse& rule : function.rules) {
    // What Python cannot get wrong, or has checked itself, is not said.
    const std::set<RuleId> silent = {RuleId::kNull, RuleId::kTensor, RuleId::kFormat, RuleId::kAttr};
    const std::string broken = silent.contains(rule.id) ? "" : BrokenText(spec, function, rule, products);
    if (!broken.empty()) absl::StrAppend(&text, DocLine(absl::StrCat(InfoOf(rule.id).code, ": ", broken, "."), "            "));
  }
  return absl::StrCat(text, "    \"\"\"\n");
}

std::string ParamLiteral(const Spec& spec, const Function& function, int number) {
  const Param& param = spec.params[number];
  std::string text = absl::StrCat("_core.Param(", QuotedName(spec, number), ", \"", KindName(param.kind), "\"");
  if (param.listed()) {
    absl::StrAppend(
        &text, ", values={",
        absl::StrJoin(param.values, ", ",
                      [](std::string* out, const Value& value) { absl::StrAppend(out, Quoted(value.text), ": ", value.number); }),
        "}");
  }
  if (param.default_value.has_value()) absl::StrAppend(&text, ", default=", ValueLiteral(param.kind, *param.default_value));
  if (param.kind == ParamKind::kOutput) {
    const Inference inferred = InferOutput(spec, function, number);
    absl::StrAppend(&text, ", shape_of=", Names(spec, inferred.shape_of), ", dtype_of=", Names(spec, inferred.dtype_of));
    if (inferred.halved.has_value()) absl::StrAppend(&text, ", halved=", QuotedName(spec, *inferred.halved));
  }
  return absl::StrCat(text, ")");
}

// Where each argument of the operator's gradient comes from.
std::string BackwardLiteral(const Spec& spec, const std::vector<Spec>& specs, Problems* problems) {
  const Backward& backward = *spec.backward;
  const auto problem = [&](const std::string& message) { problems->Add(spec.file, backward.line, message); };
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const Spec& other) { return other.op == backward.op; });
  if (found == specs.end()) {
    problem(absl::StrCat("there is no operator \"", backward.op, "\""));
    return "None";
  }
  if (found->Outputs().size() != 1) problem(absl::StrCat(backward.op, " has more than one output"));
  size_t used = 0;
  std::vector<std::string> sources;
  for (const Param& param : found->params) {
    if (param.kind == ParamKind::kOutput) continue;
    const auto gradient = backward.gradient.find(param.name);
    const auto arg = backward.args.find(param.name);
    const auto fixed = backward.fixed.find(param.name);
    const int count = (gradient != backward.gradient.end()) + (arg != backward.args.end()) + (fixed != backward.fixed.end());
    used += static_cast<size_t>(count);
    if (count != 1) {
      problem(absl::StrCat(count == 0 ? "nothing says" : "it is said twice", " what ", backward.op, " has for its parameter ", param.name));
    } else if (gradient != backward.gradient.end()) {
      sources.push_back(absl::StrCat("(\"gradient\", ", QuotedName(spec, gradient->second), ")"));
    } else if (arg != backward.args.end()) {
      sources.push_back(absl::StrCat("(\"param\", ", QuotedName(spec, arg->second), ")"));
      if (param.tensor() != spec.params[arg->second].tensor()) {
        problem(absl::StrCat(param.name, " of ", backward.op, " and ", spec.params[arg->second].name, " are not both tensors"));
      }
    } else {
      const auto value = std::find_if(param.values.begin(), param.values.end(), [&](const Value& v) { return v.text == fixed->second; });
      if (value == param.values.end()) {
        problem(absl::StrCat("\"", fixed->second, "\" is no value of ", param.name, " of ", backward.op));
      } else {
        sources.push_back(absl::StrCat("(\"value\", ", ValueLiteral(param.kind, *value), ")"));
      }
    }
  }
  if (used != backward.gradient.size() + backward.args.size() + backward.fixed.size()) {
    problem(absl::StrCat(backward.op, " lacks a parameter that is named here, or it is an output"));
  }
  return absl::StrCat("(", Quoted(backward.op), ", ", Tuple(sources), ")");
}

std::string OpLiteral(const Spec& spec, const std::vector<Spec>& specs, Problems* problems) {
  const std::vector<const Function*> functions = Callable(spec);
  std::string text = absl::StrCat("    ", Quoted(spec.op), ": _core.Op(\n        name=", Quoted(spec.op), ",\n        params=(\n");
  for (size_t i = 0; i < spec.params.size(); ++i) {
    absl::StrAppend(&text, "            ", ParamLiteral(spec, *functions[0], static_cast<int>(i)), ",\n");
  }
  absl::StrAppend(&text, "        ),\n        functions=(\n");
  for (const Function* function : functions) {
    const std::string fixed = absl::StrJoin(function->fixed, ", ", [&](std::string* out, const auto& entry) {
      absl::StrAppend(out, QuotedName(spec, entry.first), ": ", ValueLiteral(spec.params[entry.first].kind, entry.second));
    });
    absl::StrAppend(&text, "            (", Quoted(function->name), ", {", fixed, "}),\n");
  }
  absl::StrAppend(&text, "        ),\n");
  if (spec.backward.has_value()) absl::StrAppend(&text, "        backward=", BackwardLiteral(spec, specs, problems), ",\n");
  return absl::StrCat(text, "    ),\n");
}

std::string FunctionText(const Spec& spec, const ProductTable& products) {
  std::vector<std::string> signature, inputs, attrs;
  for (const Param& param : spec.params) {
    if (param.kind == ParamKind::kOutput) continue;
    const std::string name = Snake(param.name);
    (param.tensor() ? inputs : attrs).push_back(name);
    signature.push_back(param.default_value.has_value() ? absl::StrCat(name, "=", ValueLiteral(param.kind, *param.default_value)) : name);
  }
  return absl::StrCat("\n\ndef ", spec.op, "(", absl::StrJoin(signature, ", "), ", *, out=None):\n", Docstring(spec, products),
                      "    return _core.call(OPS[", Quoted(spec.op), "], ", Tuple(inputs), ", ", Tuple(attrs), ", out)\n");
}

}  // namespace

std::string PythonModule(const std::vector<Spec>& specs, const ProductTable& products, Problems* problems) {
  std::vector<std::string> names;
  for (const Spec& spec : specs) names.push_back(Quoted(spec.op));
  std::string text = absl::StrCat(
      "\"\"\"The operators. Generated from ops/*/spec.yaml by specgen.\"\"\"\n\nfrom openaclnn import _core\n\n__all__ = ", Tuple(names),
      "\n\n_core.DTYPES.update({\n");
  for (int number = 0; number <= ACL_FLOAT4_E1M2; ++number) {
    const aclDataType dtype = static_cast<aclDataType>(number);
    if (DTypeBytes(dtype) > 0) absl::StrAppend(&text, "    \"", DTypeName(dtype), "\": ", number, ",\n");
  }
  absl::StrAppend(&text, "})\n\nOPS = {\n");
  for (const Spec& spec : specs) absl::StrAppend(&text, OpLiteral(spec, specs, problems));
  absl::StrAppend(&text, "}\n");
  for (const Spec& spec : specs) absl::StrAppend(&text, FunctionText(spec, products));
  return text;
}

}  // namespace openaclnn::specgen
