#include "tools/specgen/emit_python.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/inference.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

constexpr size_t kWidth = 120;

// Whether Python may call the function: one that has its output in an input's place adds nothing to
// `out=`. A function in place of what it does not read writes to a new tensor as well.
bool IsCallable(const Spec& spec, const Function& function) {
  return function.in_place.empty() || spec.structure == "filled" ||
         function.FindRule(RuleId::kRanged) != nullptr;
}

// Parameters' names in Python. Functions that differ in one parameter (a tensor `other`, a scalar
// with the C name `other`) are one function there, whose parameter has the name of the first; so
// have parameters of one C name that none of the operator's has.
std::string PythonName(const Spec& spec, int param) {
  for (const Function& function : spec.functions) {
    if (!IsCallable(spec, function) || !function.Has(param)) continue;
    const std::optional<int> replaced = spec.FindParam(function.c_names[param]);
    if (replaced.has_value() && !function.Has(*replaced)) return Snake(spec.params[*replaced].name);
    for (const Function& other : spec.functions) {
      if (replaced.has_value() || !IsCallable(spec, other)) continue;
      for (int earlier = 0; earlier < param; ++earlier) {
        if (other.Has(earlier) && !function.Has(earlier) &&
            other.c_names[earlier] == function.c_names[param])
          return Snake(spec.params[earlier].name);
      }
    }
  }
  return Snake(spec.params[param].name);
}

std::string QuotedName(const Spec& spec, int param) { return Quoted(PythonName(spec, param)); }

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
    case ParamKind::kIntArray:
      return absl::StrCat("[", absl::StrJoin(value.numbers, ", "), "]");
    default: {
      // Of a scalar "float64 0.5" the number; Python has inf and nan as functions of text only.
      const std::string number = value.text.substr(value.text.find(' ') + 1);
      if (number == "true" || number == "false") return number == "true" ? "True" : "False";
      return std::isfinite(value.real) ? number : absl::StrCat("float(", Quoted(number), ")");
    }
  }
}

// The value of an attribute that a spec's text names; nothing if there is none.
std::optional<Value> ValueOf(const Param& param, const std::string& text) {
  for (const Value& value : param.values) {
    if (value.text == text) return value;
  }
  Value value = {text};
  const aclDataType dtype = DTypeFromName(text);
  if (param.kind == ParamKind::kDType && dtype != ACL_DT_UNDEFINED) return value;
  const bool is_integer = absl::SimpleAtoi(text, &value.number);
  if ((param.kind == ParamKind::kInteger || param.kind == ParamKind::kDim) && is_integer)
    return value;
  if (param.is_number() && param.kind != ParamKind::kInteger && absl::SimpleAtod(text, &value.real))
    return value;
  return std::nullopt;
}

// Functions that Python may call and that have the same parameters, in order.
using Overload = std::vector<const Function*>;

// Whether a call of `wide` that leaves out what may be null has the parameters of `narrow`.
bool HasParamsOf(const Spec& spec, const Function& wide, const Function& narrow) {
  for (int param = 0; param < static_cast<int>(spec.params.size()); ++param) {
    if (wide.Has(param) != narrow.Has(param) && !(wide.Has(param) && spec.params[param].optional))
      return false;
  }
  return true;
}

// A function whose every call an earlier one takes too adds nothing, and is left out.
std::vector<Overload> Overloads(const Spec& spec) {
  std::vector<Overload> result;
  for (const Function& function : spec.functions) {
    if (!IsCallable(spec, function)) continue;
    auto same = std::find_if(result.begin(), result.end(), [&](const Overload& other) {
      return HasParamsOf(spec, *other[0], function);
    });
    if (same == result.end()) same = result.insert(result.end(), Overload());
    const bool covered = std::any_of(same->begin(), same->end(), [&](const Function* earlier) {
      return std::includes(function.absent.begin(), function.absent.end(), earlier->absent.begin(),
                           earlier->absent.end()) &&
             std::all_of(earlier->fixed.begin(), earlier->fixed.end(), [&](const auto& fixed) {
               const auto other = function.fixed.find(fixed.first);
               return other != function.fixed.end() &&
                      other->second.number == fixed.second.number &&
                      other->second.real == fixed.second.real;
             });
    });
    if (!covered) same->push_back(&function);
  }
  return result;
}

// Python computes the number if it is not given: it follows from the shape of an input.
bool IsComputed(const Param& param) { return param.kind == ParamKind::kInteger && param.follows(); }

// Whether None may be given in place of the attribute.
bool MayBeNone(const Param& param) { return param.optional || IsComputed(param); }

// A parameter of the Python function: those of the operator that have its name, and whether an
// overload goes without it.
struct Argument {
  std::string name;
  std::vector<int> params;
  bool optional;

  // Whether overloads have different things there, such as a tensor and a number.
  bool merged() const { return params.size() > 1; }
};

std::vector<Argument> Arguments(const Spec& spec) {
  std::vector<Argument> result;
  for (int i = 0; i < static_cast<int>(spec.params.size()); ++i) {
    if (spec.params[i].is_output() || spec.params[i].is_member()) continue;
    const std::string name = PythonName(spec, i);
    auto same = std::find_if(result.begin(), result.end(),
                             [&](const Argument& argument) { return argument.name == name; });
    if (same == result.end()) same = result.insert(result.end(), {name, {}, false});
    same->params.push_back(i);
  }
  for (Argument& argument : result) {
    for (int param : argument.params)
      argument.optional = argument.optional || MayBeNone(spec.params[param]);
    for (const Overload& overload : Overloads(spec)) {
      const auto has = [&](int param) { return overload[0]->Has(param); };
      if (std::none_of(argument.params.begin(), argument.params.end(), has))
        argument.optional = true;
    }
  }
  return result;
}

// What PyTorch calls the overload: by the kind of parameters where overloads have different ones,
// and by those that others go without. "" if there is one only.
std::string OverloadName(const Spec& spec, const Function& function) {
  std::vector<std::string> words;
  for (const Argument& argument : Arguments(spec)) {
    for (int param : argument.params) {
      if (!function.Has(param)) continue;
      std::string kind =
          spec.params[param].tensor() ? "tensor" : std::string(KindName(spec.params[param].kind));
      kind[0] = absl::ascii_toupper(kind[0]);
      if (argument.merged()) words.push_back(kind);
      if (argument.optional && !MayBeNone(spec.params[param])) words.push_back(argument.name);
    }
  }
  return absl::StrJoin(words, "_");
}

// The parameters that become results: outputs, and lists of them.
std::vector<int> Results(const Spec& spec) {
  std::vector<int> results;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    if (spec.params[i].is_output()) results.push_back(static_cast<int>(i));
  }
  return results;
}

// The function with the names of Python, for texts.
Function Documented(const Spec& spec, Function function) {
  function.fixed.clear();
  const bool one_output = Results(spec).size() == 1;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    const bool output = spec.params[i].is_output();
    function.c_names[i] = output && one_output ? "out" : PythonName(spec, static_cast<int>(i));
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

// "numpy.ndarray or torch.Tensor ...": what may be given for a parameter.
std::string AcceptedText(const Param& param) {
  switch (param.kind) {
    case ParamKind::kInput:
    case ParamKind::kOutput:
      return "numpy.ndarray or torch.Tensor in memory of the CPU, any strides";
    case ParamKind::kInputList:
    case ParamKind::kOutputList:
      return "a list or tuple of numpy.ndarray or torch.Tensor in memory of the CPU, any strides";
    case ParamKind::kString:
    case ParamKind::kEnum:
      return absl::StrJoin(param.values, " or ", [](std::string* out, const Value& value) {
        absl::StrAppend(out, Quoted(value.text));
      });
    case ParamKind::kBool:
      return "";
    case ParamKind::kDim:
    case ParamKind::kInteger:
      return "an integer";
    case ParamKind::kScalar:
      return "a number: bool, int (as int64), float (as float64) or one of NumPy's";
    case ParamKind::kDouble:
    case ParamKind::kFloat:
      return "a number";
    case ParamKind::kDType:
      return "a dtype: its name, or NumPy's or PyTorch's own";
    case ParamKind::kIntArray:
      return "a sequence of integers";
  }
  return "";
}

std::string ArgumentText(const Spec& spec, const Function& documented, const Argument& argument) {
  std::vector<std::string> docs, accepted;
  for (int param : argument.params) {
    const std::string doc = Renamed(spec, documented, spec.params[param].doc);
    if (std::find(docs.begin(), docs.end(), doc) == docs.end()) docs.push_back(doc);
    if (const std::string text = AcceptedText(spec.params[param]); !text.empty())
      accepted.push_back(text);
  }
  const std::string text = absl::StrCat(
      argument.name, ": ", absl::StrJoin(docs, "; or "), accepted.empty() ? "" : "; ",
      absl::StrJoin(accepted, "; or "), argument.optional ? "; None if not given" : "");
  return DocLine(absl::StrCat(text, "."), "        ");
}

std::string Docstring(const Spec& spec, const ProductTable& products) {
  const std::vector<Overload> overloads = Overloads(spec);
  const Function first = Documented(spec, *overloads[0][0]);
  const auto renamed = [&](const std::string& text) { return Renamed(spec, first, text); };
  const std::string description =
      renamed(std::string(absl::StripAsciiWhitespace(spec.description)));
  std::string text =
      absl::StrCat("    \"\"\"", spec.summary, "\n\n    ",
                   absl::StrReplaceAll(description, {{"\n", "\n    "}}), "\n\n    Args:\n");
  for (const Argument& argument : Arguments(spec))
    absl::StrAppend(&text, ArgumentText(spec, first, argument));
  const std::vector<int> outputs = Results(spec);
  const bool is_list = outputs.size() == 1 && spec.params[outputs[0]].is_list();
  absl::StrAppend(&text,
                  DocLine(absl::StrCat("out: where to write (",
                                       is_list               ? "a list of arrays like the results"
                                       : outputs.size() == 1 ? "an array like the result"
                                                             : "a tuple of arrays like the results",
                                       ", any strides; may be an input itself); new if None."),
                          "        "),
                  "\n    Returns:\n");
  std::vector<std::string> results;
  for (int output : outputs) {
    results.push_back(
        absl::StrCat(outputs.size() == 1 ? "" : absl::StrCat(first.c_names[output], ": "),
                     renamed(spec.params[output].doc)));
  }
  absl::StrAppend(&text, DocLine(absl::StrCat(absl::StrJoin(results, "; "), "."), "        "));
  const auto heading = [&](std::string_view words, const Overload& overload) {
    const std::string of = overloads.size() == 1 ? "" : absl::StrCat(" of ", overload[0]->name);
    absl::StrAppend(&text, "\n    ", words, of, ":\n");
  };
  for (const Overload& overload : overloads) {
    heading("Products and dtypes", overload);
    for (size_t i = 0; i < products.rows.size(); ++i) {
      const bool has = overload[0]->Supports(static_cast<int>(i));
      const std::string dtypes = has ? DTypeList(overload[0]->products[i]) : "none";
      absl::StrAppend(&text,
                      DocLine(absl::StrCat(products.rows[i].name, ": ", dtypes, "."), "        "));
    }
  }
  for (const Overload& overload : overloads) {
    heading("Raises", overload);
    absl::StrAppend(
        &text,
        DocLine("TypeError, ValueError: an argument is of a kind the library cannot be given.",
                "        "),
        DocLine("openaclnn.Error: the library rejected the call; .code is that of the first of "
                "these that applies.",
                "        "));
    const Function function = Documented(spec, *overload[0]);
    for (const RuleUse& rule : function.rules) {
      // What Python cannot get wrong, or has checked itself, is not said.
      const std::set<RuleId> silent = {RuleId::kNull, RuleId::kTensor, RuleId::kFormat,
                                       RuleId::kAttr};
      const std::string broken =
          silent.contains(rule.id) ? "" : BrokenText(spec, function, rule, products);
      if (!broken.empty())
        absl::StrAppend(
            &text, DocLine(absl::StrCat(InfoOf(rule.id).code, ": ", broken, "."), "            "));
    }
  }
  return absl::StrCat(text, "    \"\"\"\n");
}

std::string ParamLiteral(const Spec& spec, const Function& function, int number) {
  const Param& param = spec.params[number];
  std::string text =
      absl::StrCat("_core.Param(", QuotedName(spec, number), ", \"", KindName(param.kind), "\"");
  if (param.listed()) {
    absl::StrAppend(&text, ", values={",
                    absl::StrJoin(param.values, ", ",
                                  [](std::string* out, const Value& value) {
                                    absl::StrAppend(out, Quoted(value.text), ": ", value.number);
                                  }),
                    "}");
  }
  if (MayBeNone(param)) text += ", optional=True";
  for (const RuleUse& rule : function.rules) {
    if (!IsComputed(param) || rule.params.size() < 2 || rule.params[1] != number ||
        rule.id != RuleId::kInterleaved) {
      continue;
    }
    // The rule, the input, the other attributes.
    std::vector<std::string> words = {Quoted(std::string(InfoOf(rule.id).name)),
                                      QuotedName(spec, rule.params[rule.params.size() - 2]),
                                      QuotedName(spec, rule.params[0])};
    if (rule.params.size() == 5) words.push_back(QuotedName(spec, rule.params[2]));
    absl::StrAppend(&text, ", follows=", Tuple(words));
  }
  if (param.default_value.has_value())
    absl::StrAppend(&text, ", default=", ValueLiteral(param.kind, *param.default_value));
  if (param.is_output()) {
    const Inference inferred = InferOutput(spec, function, number);
    absl::StrAppend(&text, ", shape_of=", Names(spec, inferred.shape_of),
                    ", dtype_of=", Names(spec, inferred.dtype_of));
    if (inferred.result == ResultKind::kFloating) text += ", result=\"floating\"";
    if (inferred.result == ResultKind::kBool) text += ", result=\"bool\"";
    if (inferred.reshaped != nullptr) {
      const std::vector<int>& params = inferred.reshaped->params;
      std::vector<std::string> words = {Quoted(std::string(InfoOf(inferred.reshaped->id).name))};
      for (int used : params) {
        const bool is_attr = !spec.params[used].tensor() && !spec.params[used].is_list();
        if (is_attr) words.push_back(QuotedName(spec, used));
      }
      absl::StrAppend(&text, ", reshaped=", Tuple(words));
    }
    if (inferred.halved.has_value())
      absl::StrAppend(&text, ", halved=", QuotedName(spec, *inferred.halved));
  }
  return absl::StrCat(text, ")");
}

// Where each argument of the operator's gradient comes from.
std::string BackwardLiteral(const Spec& spec, const std::vector<Spec>& specs, Problems* problems) {
  const Backward& backward = *spec.backward;
  const auto problem = [&](const std::string& message) {
    problems->Add(spec.file, backward.line, message);
  };
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const Spec& other) { return other.op == backward.op; });
  if (found == specs.end()) {
    problem(absl::StrCat("there is no operator \"", backward.op, "\""));
    return "None";
  }
  if (Results(*found).size() != 1) problem(absl::StrCat(backward.op, " has more than one output"));
  if (Overloads(*found).size() != 1)
    problem(absl::StrCat(backward.op, " has functions with different parameters"));
  size_t used = 0;
  std::vector<std::string> sources;
  for (const Param& param : found->params) {
    if (param.is_output()) continue;
    const auto gradient = backward.gradient.find(param.name);
    const auto arg = backward.args.find(param.name);
    const auto fixed = backward.fixed.find(param.name);
    const int count = (gradient != backward.gradient.end()) + (arg != backward.args.end()) +
                      (fixed != backward.fixed.end());
    used += static_cast<size_t>(count);
    if (count != 1) {
      problem(absl::StrCat(count == 0 ? "nothing says" : "it is said twice", " what ", backward.op,
                           " has for its parameter ", param.name));
    } else if (gradient != backward.gradient.end()) {
      sources.push_back(absl::StrCat("(\"gradient\", ", QuotedName(spec, gradient->second), ")"));
    } else if (arg != backward.args.end()) {
      sources.push_back(absl::StrCat("(\"param\", ", QuotedName(spec, arg->second), ")"));
      if (param.tensor() != spec.params[arg->second].tensor()) {
        problem(absl::StrCat(param.name, " of ", backward.op, " and ",
                             spec.params[arg->second].name, " are not both tensors"));
      }
    } else {
      const std::optional<Value> value = ValueOf(param, fixed->second);
      if (!value.has_value()) {
        problem(absl::StrCat("\"", fixed->second, "\" is no value of ", param.name, " of ",
                             backward.op));
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

std::string OpLiteral(const Spec& spec, const Overload& overload, const std::string& backward) {
  std::string text = absl::StrCat("        _core.Op(\n            name=", Quoted(spec.op), ",\n");
  if (const std::string name = OverloadName(spec, *overload[0]); !name.empty())
    absl::StrAppend(&text, "            overload=", Quoted(name), ",\n");
  absl::StrAppend(&text, "            params=(\n");
  for (int i = 0; i < static_cast<int>(spec.params.size()); ++i) {
    if (overload[0]->Has(i))
      absl::StrAppend(&text, "                ", ParamLiteral(spec, *overload[0], i), ",\n");
  }
  absl::StrAppend(&text, "            ),\n            functions=(\n");
  for (const Function* function : overload) {
    const std::string fixed =
        absl::StrJoin(function->fixed, ", ", [&](std::string* out, const auto& entry) {
          absl::StrAppend(out, QuotedName(spec, entry.first), ": ",
                          ValueLiteral(spec.params[entry.first].kind, entry.second));
        });
    const std::string in_place =
        absl::StrJoin(function->in_place, ", ", [&](std::string* out, const auto& entry) {
          absl::StrAppend(out, QuotedName(spec, entry.second), ": ", QuotedName(spec, entry.first));
        });
    absl::StrAppend(&text, "                (", Quoted(function->name), ", {", fixed, "}",
                    in_place.empty() ? "" : ", {", in_place, in_place.empty() ? "" : "}", "),\n");
  }
  absl::StrAppend(&text, "            ),\n");
  if (!backward.empty()) absl::StrAppend(&text, "            backward=", backward, ",\n");
  return absl::StrCat(text, "        ),\n");
}

// An operator's entry: its overloads.
std::string OpsEntry(const Spec& spec, const std::vector<Spec>& specs, Problems* problems) {
  const std::string backward =
      spec.backward.has_value() ? BackwardLiteral(spec, specs, problems) : "";
  std::string text = absl::StrCat("    ", Quoted(spec.op), ": (\n");
  for (const Overload& overload : Overloads(spec)) {
    // An overload without a parameter that the gradient takes has no gradient.
    const auto has = [&](const auto& arg) { return overload[0]->Has(arg.second); };
    const bool whole = spec.backward.has_value() &&
                       std::all_of(spec.backward->args.begin(), spec.backward->args.end(), has);
    absl::StrAppend(&text, OpLiteral(spec, overload, whole ? backward : ""));
  }
  return absl::StrCat(text, "    ),\n");
}

std::string FunctionText(const Spec& spec, const ProductTable& products) {
  std::vector<std::string> signature, values;
  for (const Argument& argument : Arguments(spec)) {
    const Param& param = spec.params[argument.params[0]];
    values.push_back(absl::StrCat(Quoted(argument.name), ": ", argument.name));
    signature.push_back(argument.name);
    if (argument.optional) {
      absl::StrAppend(&signature.back(), "=None");
    } else if (param.default_value.has_value()) {
      absl::StrAppend(&signature.back(), "=", ValueLiteral(param.kind, *param.default_value));
    }
  }
  return absl::StrCat("\n\ndef ", spec.op, "(", absl::StrJoin(signature, ", "), ", *, out=None):\n",
                      Docstring(spec, products), "    return _core.call(OPS[", Quoted(spec.op),
                      "], {", absl::StrJoin(values, ", "), "}, out)\n");
}

using Promotion = aclDataType (*)(aclDataType, aclDataType);

// A table dtype -> dtype -> what both give.
std::string PromotionTable(std::string_view name, Promotion promote,
                           const std::vector<aclDataType>& dtypes) {
  std::string text = absl::StrCat("\n_core.", name, ".update({\n");
  for (aclDataType left : dtypes) {
    std::vector<std::string> entries;
    for (aclDataType right : dtypes) {
      const aclDataType both = promote(left, right);
      if (both != ACL_DT_UNDEFINED)
        entries.push_back(absl::StrCat("\"", DTypeName(right), "\": \"", DTypeName(both), "\""));
    }
    absl::StrAppend(&text, "    \"", DTypeName(left), "\": {", absl::StrJoin(entries, ", "),
                    "},\n");
  }
  return absl::StrCat(text, "})\n");
}

}  // namespace

std::string PythonModule(const std::vector<Spec>& specs, const ProductTable& products,
                         Problems* problems) {
  std::vector<std::string> names;
  for (const Spec& spec : specs) {
    names.push_back(Quoted(spec.op));
    if (std::none_of(spec.functions.begin(), spec.functions.end(),
                     [&](const Function& function) { return IsCallable(spec, function); })) {
      problems->Add(spec.file, 1,
                    "all functions are in place; Python needs one that has an output of its own");
      return "";
    }
  }
  std::string text = absl::StrCat(
      "\"\"\"The operators. Generated from ops/*/spec.yaml by specgen.\"\"\"\n\nfrom openaclnn "
      "import _core\n\n__all__ = ",
      Tuple(names), "\n\n_core.DTYPES.update({\n");
  std::vector<aclDataType> dtypes;
  for (int number = 0; number <= ACL_FLOAT4_E1M2; ++number) {
    const aclDataType dtype = static_cast<aclDataType>(number);
    if (DTypeBytes(dtype) == 0) continue;
    dtypes.push_back(dtype);
    absl::StrAppend(&text, "    \"", DTypeName(dtype), "\": ", number, ",\n");
  }
  absl::StrAppend(&text, "})\n", PromotionTable("PROMOTED", PromoteTypes, dtypes),
                  PromotionTable("PROMOTED_WITH_SCALAR", PromoteWithScalar, dtypes), "\nOPS = {\n");
  for (const Spec& spec : specs) absl::StrAppend(&text, OpsEntry(spec, specs, problems));
  absl::StrAppend(&text, "}\n");
  for (const Spec& spec : specs) absl::StrAppend(&text, FunctionText(spec, products));
  return text;
}

}  // namespace openaclnn::specgen
