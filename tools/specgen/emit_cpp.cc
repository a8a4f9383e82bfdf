#include "tools/specgen/emit_cpp.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

constexpr size_t kWidth = 120;

// "gradOutput" -> "GradOutput", "high_precision" -> "HighPrecision".
std::string Camel(const std::string& name) {
  std::string result;
  bool upper = true;
  for (char c : name) {
    if (c == '_') {
      upper = true;
    } else {
      result.push_back(upper ? absl::ascii_toupper(c) : c);
      upper = false;
    }
  }
  return result;
}

// INT64_MIN cannot be written as a literal.
std::string Int64Literal(int64_t value) {
  return value == INT64_MIN ? "INT64_MIN" : absl::StrCat("int64_t{", value, "}");
}

std::string Origin(const Spec& spec) { return absl::StrCat("ops/", spec.op, "/spec.yaml"); }
std::string GeneratedFrom(const Spec& spec) {
  return absl::StrCat("Generated from ", Origin(spec), " by specgen.");
}

std::string ParamText(const Spec& spec, const Function& function, int param) {
  const Param& info = spec.params[param];
  const std::string choices = Choices(info);
  std::string_view direction = "[in]";
  if (info.is_output()) direction = "[out]";
  for (const auto& [output, input] : function.in_place) {
    if (input == param) direction = "[in, out]";
  }
  return absl::StrCat("@param ", function.c_names[param], " ", direction, " ", info.doc,
                      choices.empty() ? "" : absl::StrCat("; ", choices),
                      info.optional ? "; may be null" : "");
}

// Products with the same types share a line.
std::string DTypeText(const Function& function, const ProductTable& products) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lines;
  std::vector<std::string> without;
  for (size_t i = 0; i < products.rows.size(); ++i) {
    if (!function.Supports(static_cast<int>(i))) {
      without.push_back(products.rows[i].title);
      continue;
    }
    const std::string dtypes = DTypeList(function.products[i]);
    const auto same = std::find_if(lines.begin(), lines.end(),
                                   [&](const auto& line) { return line.first == dtypes; });
    if (same == lines.end()) {
      lines.push_back({dtypes, {products.rows[i].title}});
    } else {
      same->second.push_back(products.rows[i].title);
    }
  }
  std::string text = "dtypes:";
  for (const auto& [dtypes, titles] : lines)
    absl::StrAppend(&text, "\n- ", absl::StrJoin(titles, ", "), ": ", dtypes);
  if (!without.empty()) absl::StrAppend(&text, "\n- none on ", absl::StrJoin(without, ", "), ".");
  return text;
}

std::string FunctionComment(const Spec& spec, const Function& function,
                            const ProductTable& products) {
  std::string body = Wrap(absl::StrCat(function.doc.empty() ? spec.summary : function.doc, "\n\n",
                                       absl::StripAsciiWhitespace(spec.description),
                                       "\n\nPhase 1: checks the arguments, plans the work and says "
                                       "how much workspace it needs. Reads no tensor data."),
                          " * ", kWidth);
  absl::StrAppend(&body, " *\n");
  for (int param : function.CParams())
    absl::StrAppend(&body, Wrap(ParamText(spec, function, param), " * ", kWidth));
  absl::StrAppend(&body,
                  Wrap("@param workspaceSize [out] bytes of device memory to pass to phase 2\n"
                       "@param executor [out] what was planned, for one call of phase 2 (or more: "
                       "aclSetAclOpExecutorRepeatable)",
                       " * ", kWidth),
                  " *\n");
  absl::StrAppend(&body, Wrap(absl::StrCat("Shapes: any strides and offset; format ND. ",
                                           DTypeText(function, products)),
                              " * ", kWidth));
  absl::StrAppend(&body, " *\n",
                  Wrap("@return 0 (ACLNN_SUCCESS), or the code of the first of these that applies; "
                       "nothing is written then, and "
                       "aclGetRecentErrMsg() says what was wrong:",
                       " * ", kWidth));
  absl::StrAppend(&body, Wrap("161001: workspaceSize or executor is null", " *   ", kWidth));
  for (const RuleUse& rule : function.rules) {
    const std::string text = BrokenText(spec, function, rule, products);
    if (!text.empty())
      absl::StrAppend(
          &body, Wrap(absl::StrCat(rule.id == RuleId::kTensor ? "161002, 561103"
                                                              : absl::StrCat(InfoOf(rule.id).code),
                                   ": ", text),
                      " *   ", kWidth));
  }
  return absl::StrCat("/**\n", absl::StrReplaceAll(body, {{"*/", "* /"}}), " */\n");
}

}  // namespace

std::string Prototype(const std::string& signature) {
  if (signature.size() + sizeof("ACLNN_API ;") <= kWidth)
    return absl::StrCat("ACLNN_API ", signature, ";\n");
  return absl::StrCat("ACLNN_API ",
                      absl::StrReplaceAll(signature, {{"(", "(\n    "}, {", ", ",\n    "}}), ";\n");
}

std::string Header(std::string_view origin, const std::string& header,
                   const std::string& declarations) {
  const std::string guard = absl::StrCat(
      "OPENACLNN_ACLNNOP_", absl::AsciiStrToUpper(absl::StrReplaceAll(header, {{".", "_"}})), "_");
  return absl::StrCat(
      "/* Generated from ", origin, " by specgen. */\n#ifndef ", guard, "\n#define ", guard,
      "\n\n#include <stdbool.h>\n#include <stdint.h>\n\n#include \"acl/acl_base_rt.h\"\n#include "
      "\"aclnn/aclnn_base.h\"\n"
      "#include \"aclnnop/aclnn_util.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n",
      declarations, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif  /* ", guard, " */\n");
}

std::string Declarations(const Spec& spec, const std::string& header,
                         const ProductTable& products) {
  std::string text;
  for (const Function& function : spec.functions) {
    if (function.header != header) continue;
    absl::StrAppend(&text, "\n", FunctionComment(spec, function, products),
                    Prototype(Phase1Signature(spec, function)));
    absl::StrAppend(
        &text, "\n/**\n",
        Wrap(absl::StrCat(
                 "Phase 2: enqueues what ", function.name,
                 "GetWorkspaceSize planned. Asynchronous: the tensors may be destroyed at once; "
                 "their "
                 "memory and the workspace are used when the stream comes to this work, and only "
                 "then.\n\n"
                 "@param workspace [in] device memory; may be null if workspaceSize is 0\n"
                 "@param workspaceSize [in] its bytes; at least what phase 1 said\n"
                 "@param executor [in] from phase 1; used up by this call unless it is repeatable\n"
                 "@param stream [in] null: the default stream of the current context\n"
                 "@return 0 (ACLNN_SUCCESS); 161001: executor is null, or workspace is null and "
                 "workspaceSize is not "
                 "0; 161002: the workspace is "
                 "too small, or the executor is none of this function's"),
             " * ", kWidth),
        " */\n", Prototype(Phase2Signature(function)));
  }
  return text;
}

std::string PublicHeader(const Spec& spec, const std::string& header,
                         const ProductTable& products) {
  return Header(Origin(spec), header, Declarations(spec, header, products));
}

std::string SpecHeader(const Spec& spec) {
  const std::string guard =
      absl::StrCat("OPENACLNN_OPS_", absl::AsciiStrToUpper(spec.op), "_SPEC_H_");
  std::string text = absl::StrCat(
      "// ", GeneratedFrom(spec), "\n#ifndef ", guard, "\n#define ", guard,
      "\n\n#include <cstdint>\n\nnamespace openaclnn {\n\nclass PlanBuilder;\n\nnamespace ",
      spec.op, " {\n\n// Numbers of the operator's parameters.\nenum Param : int {");
  std::vector<std::string> names;
  for (const Param& param : spec.params) {
    if (!param.is_member()) names.push_back(absl::StrCat(" k", Camel(param.name)));
  }
  absl::StrAppend(&text, absl::StrJoin(names, ","), " };\n");
  for (const Param& param : spec.params) {
    if (!param.listed()) continue;
    absl::StrAppend(&text, "\n// Values of ", param.name, ".\nenum ", Camel(param.name),
                    " : int64_t {");
    absl::StrAppend(
        &text, absl::StrJoin(param.values, ",", [&](std::string* out, const Value& value) {
          absl::StrAppend(out, " k", Camel(param.name), Camel(value.text), " = ", value.number);
        }));
    absl::StrAppend(&text, " };\n");
  }
  return absl::StrCat(text, "\n// host.cc\nvoid Plan(PlanBuilder& plan);\n\n}  // namespace ",
                      spec.op, "\n}  // namespace openaclnn\n\n#endif  // ", guard, "\n");
}

std::string_view KindEnumerator(ParamKind kind) {
  constexpr std::string_view kNames[] = {"kInputTensor", "kOutputTensor", "kString", "kEnum",
                                         "kDim",         "kBool",         "kScalar", "kDouble",
                                         "kFloat",       "kInteger",      "kDType",  "kIntArray",
                                         "kInputList",   "kOutputList"};
  return kNames[static_cast<int>(kind)];
}

std::string ValuesName(const Param& param) {
  return absl::StrCat("k", Camel(param.name), "Values");
}

std::string ValuesTable(const Param& param) {
  return absl::StrCat("constexpr ParamValue ", ValuesName(param), "[] = {",
                      absl::StrJoin(param.values, ", ",
                                    [](std::string* out, const Value& value) {
                                      absl::StrAppend(out, "{", Quoted(value.text), ", ",
                                                      value.number, "}");
                                    }),
                      "};\n\n");
}

namespace {

// The initializer of an array of DTypeSet, a line for each product.
std::string DTypeSets(const std::vector<DTypes>& by_product) {
  std::string text;
  for (const DTypes& accepted : by_product) {
    absl::StrAppend(&text, "    DTypeSet::Of(",
                    absl::StrJoin(accepted, ", ",
                                  [](std::string* out, aclDataType dtype) {
                                    absl::StrAppend(out, "static_cast<aclDataType>(",
                                                    static_cast<int>(dtype), ") /* ",
                                                    DTypeName(dtype), " */");
                                  }),
                    "),\n");
  }
  return text;
}

std::string RuleLine(const RuleUse& rule, int number) {
  std::string line = absl::StrCat("    {.id = RuleId::", InfoOf(rule.id).enumerator);
  absl::StrAppend(&line,
                  ", .params = ", rule.params.empty() ? "{}" : absl::StrCat("kNumbers", number));
  if (rule.value != 0) absl::StrAppend(&line, ", .value = ", rule.value);
  if (rule.id == RuleId::kAttrProduct) {
    uint32_t mask = 0;
    for (int product : rule.products) mask |= uint32_t{1} << product;
    absl::StrAppend(&line, ", .products = ", mask);
  }
  if (!rule.has_output) absl::StrAppend(&line, ", .has_output = false");
  return absl::StrCat(line, "},\n");
}

// One function's tables, in a namespace of its own.
std::string Tables(const Spec& spec, const Function& function) {
  std::string text = absl::StrCat("namespace ", function.name, "_ {\n\n");
  for (size_t i = 0; i < function.rules.size(); ++i) {
    if (function.rules[i].params.empty()) continue;
    absl::StrAppend(&text, "constexpr ParamNumber kNumbers", i, "[] = {",
                    absl::StrJoin(function.rules[i].params, ", "), "};\n");
  }
  for (const auto& [param, dtypes] : function.dtypes) {
    absl::StrAppend(&text, "\n// By product.\nconstexpr DTypeSet k", Camel(spec.params[param].name),
                    "DTypes[] = {\n", DTypeSets(dtypes), "};\n");
  }
  absl::StrAppend(&text, "\nconstexpr Rule kRules[] = {\n");
  for (size_t i = 0; i < function.rules.size(); ++i)
    absl::StrAppend(&text, RuleLine(function.rules[i], static_cast<int>(i)));
  absl::StrAppend(&text, "};\n\nconstexpr ParamInfo kParams[] = {\n");
  for (const Param& param : spec.params) {
    if (param.is_member()) continue;
    const int number = static_cast<int>(&param - spec.params.data());
    absl::StrAppend(&text, "    {", Quoted(function.c_names[static_cast<size_t>(number)]),
                    ", ParamKind::", KindEnumerator(param.kind), ", ",
                    param.listed() ? ValuesName(param) : "{}", ", ",
                    spec.OwnDTypes(function, number).empty()
                        ? "{}"
                        : absl::StrCat("k", Camel(param.name), "DTypes"),
                    param.optional && function.Has(number) ? ", true" : "", "},\n");
  }
  const bool has_lists =
      std::any_of(spec.params.begin(), spec.params.end(), [&](const Param& param) {
        return param.is_list() && function.Has(static_cast<int>(&param - spec.params.data()));
      });
  absl::StrAppend(&text, "};\n\n// By product.\nconstexpr DTypeSet kAccepted[] = {\n",
                  DTypeSets(function.products), "};\n\nconstexpr FunctionInfo kInfo = {",
                  Quoted(function.name), ", kParams, kRules, kAccepted, &openaclnn::", spec.op,
                  "::Plan", has_lists ? ", true" : "", "};\n\n}  // namespace ", function.name,
                  "_\n\n");
  return text;
}

// The casts pick the overload of Arg::Of whatever the constness of the C parameter.
std::string ArgExpression(const Spec& spec, const Function& function, int param) {
  const ParamKind kind = spec.params[param].kind;
  if (!function.Has(param)) return "openaclnn::Arg::Absent()";
  const auto fixed = function.fixed.find(param);
  std::string value = function.c_names[param];
  if (fixed != function.fixed.end()) {
    value = kind == ParamKind::kString ? Quoted(fixed->second.text)
            : kind == ParamKind::kBool ? fixed->second.text
            : spec.params[param].is_number() && kind != ParamKind::kInteger
                ? absl::StrCat("static_cast<double>(", fixed->second.text, ")")
                : Int64Literal(fixed->second.number);
  } else if (kind == ParamKind::kFloat) {
    value = absl::StrCat("static_cast<double>(", value, ")");
  }
  if (spec.params[param].tensor())
    value = absl::StrCat("static_cast<const aclTensor*>(", value, ")");
  if (spec.params[param].is_list())
    value = absl::StrCat("static_cast<const aclTensorList*>(", value, ")");
  if (kind == ParamKind::kString) value = absl::StrCat("static_cast<const char*>(", value, ")");
  return absl::StrCat("openaclnn::Arg::Of(", value, ")");
}

std::string Functions(const Spec& spec, const Function& function) {
  std::vector<std::string> args;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    if (!spec.params[i].is_member())
      args.push_back(ArgExpression(spec, function, static_cast<int>(i)));
  }
  return absl::StrCat(Phase1Signature(spec, function), " {\n  openaclnn::Arg args[] = {\n      ",
                      absl::StrJoin(args, ",\n      "),
                      "};\n  return openaclnn::GetWorkspaceSize(openaclnn::", function.name,
                      "_::kInfo, args, workspaceSize, executor);\n}\n\n", Phase2Signature(function),
                      " {\n  return openaclnn::Run(openaclnn::", function.name,
                      "_::kInfo, workspace, workspaceSize, executor, stream);\n}\n");
}

std::string Includes(const Spec& spec) {
  std::set<std::string> headers;
  for (const Function& function : spec.functions)
    headers.insert(absl::StrCat("#include \"aclnnop/", function.header, "\"\n"));
  return absl::StrJoin(headers, "");
}

}  // namespace

std::string ApiSource(const Spec& spec) {
  std::string text = absl::StrCat(
      "// ", GeneratedFrom(spec), "\n", Includes(spec), "#include \"ops/", spec.op, "/", spec.op,
      "_spec.h\"\n#include \"runtime/executor/function.h\"\n#include \"runtime/rules/rules.h\"\n"
      "#include \"runtime/tensor/dtype.h\"\n\nnamespace openaclnn {\nnamespace {\n\n");
  for (const Param& param : spec.params) {
    if (!param.dtypes.empty())
      absl::StrAppend(&text, "constexpr DTypeSet k", Camel(param.name), "DTypes[] = {\n",
                      DTypeSets(param.dtypes), "};\n\n");
    if (param.listed()) absl::StrAppend(&text, ValuesTable(param));
  }
  for (const Function& function : spec.functions) absl::StrAppend(&text, Tables(spec, function));
  absl::StrAppend(&text, "}  // namespace\n}  // namespace openaclnn\n\nextern \"C\" {\n");
  for (const Function& function : spec.functions)
    absl::StrAppend(&text, "\n", Functions(spec, function));
  return absl::StrCat(text, "\n}  // extern \"C\"\n");
}

std::string Phases(const Spec& spec, const Function& function) {
  std::vector<std::string> args;
  for (int param : function.CParams()) {
    const std::string arg = absl::StrCat("args[", args.size(), "]");
    const std::string declaration = Declaration(spec, function, param);
    const bool is_const = declaration.starts_with("const ");
    switch (spec.params[param].kind) {
      case ParamKind::kInput:
      case ParamKind::kOutput:
        args.push_back(is_const ? arg + ".tensor"
                                : absl::StrCat("const_cast<aclTensor*>(", arg, ".tensor)"));
        break;
      case ParamKind::kInputList:
      case ParamKind::kOutputList:
        args.push_back(is_const ? arg + ".tensors"
                                : absl::StrCat("const_cast<aclTensorList*>(", arg, ".tensors)"));
        break;
      case ParamKind::kString:
        args.push_back(absl::StrCat("const_cast<char*>(", arg, ".text)"));
        break;
      case ParamKind::kBool:
        args.push_back(arg + ".number != 0");
        break;
      case ParamKind::kScalar:
        args.push_back(arg + ".scalar");
        break;
      case ParamKind::kIntArray:
        args.push_back(arg + ".int_array");
        break;
      case ParamKind::kDouble:
        args.push_back(arg + ".value.AsDouble()");
        break;
      case ParamKind::kFloat:
        args.push_back(arg + ".value.AsFloat()");
        break;
      case ParamKind::kDType:
        args.push_back(absl::StrCat("static_cast<aclDataType>(", arg, ".number)"));
        break;
      default:
        args.push_back(arg + ".number");
    }
  }
  return absl::StrCat(
      "[](std::span<const Arg> args, uint64_t* workspace_size, aclOpExecutor** executor) {\n",
      "       return ", function.name, "GetWorkspaceSize(\n           ", absl::StrJoin(args, ", "),
      ", workspace_size, executor);\n     },\n     ", function.name);
}

std::string InvokeSource(const Spec& spec) {
  std::string text = absl::StrCat(
      "// ", GeneratedFrom(spec), "\n#include \"testing/invoke.h\"\n\n", Includes(spec),
      "\nnamespace openaclnn::testing {\nnamespace {\n\nconstexpr Invocation kInvocations[] = {\n");
  for (const Function& function : spec.functions) {
    absl::StrAppend(&text, "    {", Quoted(function.name), ",\n     ", Phases(spec, function),
                    "},\n");
  }
  return absl::StrCat(text,
                      "};\n\n[[maybe_unused]] const bool kRegistered = "
                      "RegisterInvocations(kInvocations);\n\n}  // namespace\n\n}  // namespace "
                      "openaclnn::testing\n");
}

}  // namespace openaclnn::specgen
