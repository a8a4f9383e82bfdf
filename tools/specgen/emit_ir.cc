#include "tools/specgen/emit_ir.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/emit_cpp.h"
#include "tools/specgen/inference.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

constexpr size_t kWidth = 100;

std::string Generated(const Spec& spec) {
  return absl::StrCat("// Generated from ops/", spec.op, "/spec.yaml by specgen.\n");
}

// "TensorType({DT_FLOAT, DT_FLOAT16})": what some product accepts, but for what the C function
// alone does.
std::string TensorTypeOf(const Spec& spec, const Function& function, int param) {
  std::vector<std::string> names;
  for (size_t product = 0; product < function.products.size(); ++product) {
    if (!function.Supports(static_cast<int>(product)) || param == kNoParam) continue;
    const std::vector<DTypes>& own = spec.params[param].dtypes;
    for (aclDataType dtype : (own.empty() ? function.products : own)[product]) {
      const std::string name(DTypeVendorName(dtype));
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names.empty() ? "TensorType::ALL()"
                       : absl::StrCat("TensorType({", absl::StrJoin(names, ", "), "})");
}

std::string Literal(const IrAttr& attr) {
  const Value& value = *attr.default_value;
  if (attr.type == "String") return Quoted(value.text);
  if (attr.type == "ListInt") return absl::StrCat("{", absl::StrJoin(value.numbers, ", "), "}");
  return attr.type == "Bool" ? (value.number != 0 ? "true" : "false") : value.text;
}

// Words, where the type has words for the numbers of the function.
std::string ChoicesOf(const Spec& spec, const IrAttr& attr) {
  Param param = spec.params[attr.param];
  if (attr.type == "String") param.kind = ParamKind::kString;
  return Choices(param);
}

// The place of a parameter among those of the C function.
int PlaceOf(const Function& function, int param) {
  const std::vector<int> c_params = function.CParams();
  const auto place = std::find(c_params.begin(), c_params.end(), param);
  return place == c_params.end() ? kNoParam : static_cast<int>(place - c_params.begin());
}

// "constexpr int <name>[] = {...};" with the places of the parameters that the function has.
std::string Places(const Function& function, std::string_view name,
                   const std::vector<int>& params) {
  std::vector<int> places;
  for (int param : params) {
    const int place = PlaceOf(function, param);
    if (place != kNoParam) places.push_back(place);
  }
  return absl::StrCat("constexpr int ", name, "[] = {", absl::StrJoin(places, ", "), "};\n");
}

std::string Ports(const Function& function, std::string_view name,
                  const std::vector<std::pair<std::string, int>>& tensors) {
  std::vector<std::string> ports;
  for (const auto& [tensor, param] : tensors) {
    ports.push_back(
        absl::StrCat("{", Quoted(tensor), ", ",
                     param == kNoParam ? "kNone" : absl::StrCat(PlaceOf(function, param)), "}"));
  }
  return absl::StrCat("constexpr Port ", name, "[] = {", absl::StrJoin(ports, ", "), "};\n");
}

std::string Attrs(const Function& function, const Ir& ir) {
  if (ir.attrs.empty()) return "constexpr std::span<const AttrInfo> kAttrs = {};\n";
  std::string text, lists;
  for (const IrAttr& attr : ir.attrs) {
    absl::StrAppend(&text, "    {.name = ", Quoted(attr.name), ", .type = AttrType::k", attr.type,
                    ", .argument = ",
                    attr.param == kNoParam ? "kNone" : absl::StrCat(PlaceOf(function, attr.param)));
    if (!attr.default_value.has_value()) {
      absl::StrAppend(&text, ", .required = true");
    } else if (attr.type == "Float") {
      absl::StrAppend(&text, ", .real = ", Literal(attr));
    } else if (attr.type == "String") {
      absl::StrAppend(&text, ", .text = ", Literal(attr));
    } else if (attr.type == "ListInt") {
      absl::StrAppend(&lists, "constexpr int64_t k_", attr.name, "[] = ", Literal(attr), ";\n");
      absl::StrAppend(&text, ", .numbers = k_", attr.name);
    } else {
      absl::StrAppend(&text, ", .number = ", Literal(attr));
    }
    absl::StrAppend(&text, "},\n");
  }
  return absl::StrCat(lists, "constexpr AttrInfo kAttrs[] = {\n", text, "};\n");
}

std::string Arguments(const Spec& spec, const Function& function, const Ir& ir) {
  std::string text = "constexpr Argument kArguments[] = {\n";
  for (int number : function.CParams()) {
    const Param& param = spec.params[number];
    absl::StrAppend(&text, "    {.name = ", Quoted(function.c_names[number]),
                    ", .kind = ParamKind::", KindEnumerator(param.kind));
    if (param.listed()) absl::StrAppend(&text, ", .values = ", ValuesName(param));
    const auto has_it = [&](const IrAttr& attr) { return attr.param == number; };
    const auto fixed = ir.fixed.find(number);
    if (fixed != ir.fixed.end()) {
      const Value& value = fixed->second;
      if (value.dtype != ACL_DT_UNDEFINED)
        absl::StrAppend(&text, ", .dtype = static_cast<aclDataType>(",
                        static_cast<int>(value.dtype), ")");
      if (param.is_number() && (value.dtype == ACL_DT_UNDEFINED || IsFloat(value.dtype))) {
        absl::StrAppend(&text, ", .number = ", value.number,
                        ", .real = ", value.text.substr(value.text.find(' ') + 1));
      } else {
        absl::StrAppend(&text, ", .number = ", value.number);
      }
      if (param.kind == ParamKind::kString)
        absl::StrAppend(&text, ", .text = ", Quoted(value.text));
    } else if (param.optional && std::none_of(ir.attrs.begin(), ir.attrs.end(), has_it)) {
      absl::StrAppend(&text, ", .null = true");
    }
    absl::StrAppend(&text, "},\n");
  }
  return absl::StrCat(text, "};\n");
}

std::string Inferences(const Spec& spec, const Function& function, const Ir& ir) {
  constexpr std::string_view kResults[] = {"kPromoted", "kFloating", "kBool", "kAny"};
  std::string arrays, text = "constexpr Inference kInference[] = {\n";
  for (size_t i = 0; i < ir.outputs.size(); ++i) {
    const Inference inference = InferOutput(spec, function, ir.outputs[i].second);
    absl::StrAppend(&arrays, Places(function, absl::StrCat("kShapeOf", i), inference.shape_of),
                    Places(function, absl::StrCat("kDTypeOf", i), inference.dtype_of));
    absl::StrAppend(&text, "    {.shape_of = kShapeOf", i);
    if (inference.halved.has_value())
      absl::StrAppend(&text, ", .halved = ", PlaceOf(function, *inference.halved));
    absl::StrAppend(&text, ", .dtype_of = kDTypeOf", i,
                    ", .result = ResultKind::", kResults[static_cast<int>(inference.result)],
                    "},\n");
  }
  return absl::StrCat(arrays, text, "};\n");
}

// The rules that say something of the shapes of inputs alone.
std::string Checks(const Spec& spec, const Function& function) {
  std::string arrays, text;
  int count = 0;
  for (const RuleUse& rule : function.rules) {
    const bool splits = rule.id == RuleId::kHalf;
    if (rule.id != RuleId::kSameShape && rule.id != RuleId::kBroadcast && !splits) continue;
    std::vector<int> params = InputsIn(spec, rule.params);
    if (splits && (params.empty() || params[0] != rule.params[1])) continue;
    if (!splits && params.size() < 2) continue;
    if (splits) params.insert(params.begin(), rule.params[0]);
    const std::string name = absl::StrCat("kCheck", count++);
    absl::StrAppend(&arrays, Places(function, name, params));
    absl::StrAppend(&text, "    {RuleId::", InfoOf(rule.id).enumerator, ", ", name, "},\n");
  }
  if (count == 0) return "constexpr std::span<const ShapeCheck> kChecks = {};\n";
  return absl::StrCat(arrays, "constexpr ShapeCheck kChecks[] = {\n", text, "};\n");
}

}  // namespace

std::string ProtoHeader(const Spec& spec, const Ir& ir) {
  const Function& function = spec.functions[ir.function];
  const std::string guard =
      absl::StrCat("OPENACLNN_OP_PROTO_",
                   absl::AsciiStrToUpper(ir.Header().substr(0, ir.Header().size() - 2)), "_H_");
  std::string comment = absl::StrCat(function.doc.empty() ? spec.summary : function.doc,
                                     " Computed by ", function.name, ".\n");
  const auto describe = [&](const std::vector<std::pair<std::string, int>>& tensors) {
    for (const auto& [name, param] : tensors) {
      absl::StrAppend(&comment, "\n", name, ": ",
                      param == kNoParam ? "not read" : spec.params[param].doc);
    }
  };
  describe(ir.inputs);
  for (const IrAttr& attr : ir.attrs) {
    const std::string choices = attr.param == kNoParam ? "" : ChoicesOf(spec, attr);
    absl::StrAppend(
        &comment, "\n", attr.name, ": ",
        attr.param == kNoParam ? "only the default is supported" : spec.params[attr.param].doc,
        choices.empty() ? "" : absl::StrCat("; ", choices));
  }
  describe(ir.outputs);
  std::string text = absl::StrCat(Generated(spec), "#ifndef ", guard, "\n#define ", guard,
                                  "\n\n#include \"graph/operator_reg.h\"\n\nnamespace ge {\n\n",
                                  Wrap(comment, "// ", kWidth), "REG_OP(", ir.type, ")\n");
  for (const auto& [name, param] : ir.inputs)
    absl::StrAppend(&text, "    .INPUT(", name, ", ", TensorTypeOf(spec, function, param), ")\n");
  for (const auto& [name, param] : ir.outputs)
    absl::StrAppend(&text, "    .OUTPUT(", name, ", ", TensorTypeOf(spec, function, param), ")\n");
  for (const IrAttr& attr : ir.attrs) {
    absl::StrAppend(&text, attr.default_value.has_value() ? "    .ATTR(" : "    .REQUIRED_ATTR(",
                    attr.name, ", ", attr.type,
                    attr.default_value.has_value() ? absl::StrCat(", ", Literal(attr)) : "", ")\n");
  }
  return absl::StrCat(text, "    .OP_END_FACTORY_REG(", ir.type,
                      ")\n\n}  // namespace ge\n\n#endif  // ", guard, "\n");
}

std::string IrSource(const Spec& spec) {
  std::set<std::string> headers;
  std::set<int> listed;
  for (const Ir& ir : spec.irs) {
    const Function& function = spec.functions[ir.function];
    headers.insert(absl::StrCat("#include \"aclnnop/", function.header, "\"\n"));
    for (int param : function.CParams()) {
      if (spec.params[param].listed()) listed.insert(param);
    }
  }
  std::string text = absl::StrCat(
      Generated(spec), absl::StrJoin(headers, ""),
      "#include \"runtime/graph/registry.h\"\n\nnamespace openaclnn::graph {\nnamespace {\n\n");
  for (int param : listed) absl::StrAppend(&text, ValuesTable(spec.params[param]));
  for (const Ir& ir : spec.irs) {
    const Function& function = spec.functions[ir.function];
    absl::StrAppend(&text, "namespace ", ir.type, "_ {\n\n", Ports(function, "kInputs", ir.inputs),
                    Ports(function, "kOutputs", ir.outputs), Attrs(function, ir),
                    Arguments(spec, function, ir), Inferences(spec, function, ir),
                    Checks(spec, function), "\n}  // namespace ", ir.type, "_\n\n");
  }
  absl::StrAppend(&text, "constexpr TypeInfo kTypes[] = {\n");
  for (const Ir& ir : spec.irs) {
    const Function& function = spec.functions[ir.function];
    absl::StrAppend(&text, "    {", Quoted(ir.type), ", ", Quoted(function.name));
    for (std::string_view table :
         {"kInputs", "kOutputs", "kAttrs", "kArguments", "kInference", "kChecks"})
      absl::StrAppend(&text, ", ", ir.type, "_::", table);
    absl::StrAppend(&text, ",\n     ", Phases(spec, function), "},\n");
  }
  return absl::StrCat(text,
                      "};\n\n[[maybe_unused]] const bool kRegistered = RegisterTypes(kTypes);\n\n"
                      "}  // namespace\n}  // namespace openaclnn::graph\n");
}

}  // namespace openaclnn::specgen
