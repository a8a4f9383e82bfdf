#include "tools/specgen/ir_reader.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "tools/specgen/inference.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {
namespace {

struct AttrKind {
  std::string_view type;
  std::vector<ParamKind> params;  // that such an attribute can be given to
};

const std::vector<AttrKind>& AttrKinds() {
  using enum ParamKind;
  static const auto* const kinds = new std::vector<AttrKind>{
      {"Int", {kInteger, kDim, kEnum, kDType}},
      {"Float", {kScalar, kDouble, kFloat}},
      {"Bool", {kBool}},
      {"String", {kString, kEnum}},
      {"ListInt", {kIntArray}},
  };
  return *kinds;
}

class IrReader {
 public:
  IrReader(const Yaml& yaml, const SpecNames& names)
      : yaml_(yaml), names_(names), spec_(names.spec()) {}

  Ir Read() {
    yaml_.Fields({"type", "inputs", "outputs"}, {"function", "attrs", "fixed"});
    ir_.type = yaml_["type"].Text();
    if (yaml_["type"] && (ir_.type.empty() || !absl::ascii_isupper(ir_.type[0])))
      yaml_["type"].Error("a type's name begins with a capital letter");
    const std::string name =
        yaml_["function"] ? yaml_["function"].Text() : absl::StrCat("aclnn", ir_.type);
    const auto function = std::find_if(spec_.functions.begin(), spec_.functions.end(),
                                       [&](const Function& each) { return each.name == name; });
    if (function == spec_.functions.end()) {
      (yaml_["function"] ? yaml_["function"] : yaml_)
          .Error(absl::StrCat("there is no function ", name));
      return ir_;
    }
    function_ = &*function;
    ir_.function = static_cast<size_t>(function - spec_.functions.begin());
    if (!function_->in_place.empty())
      yaml_["function"].Error("a type needs a function with an output of its own");
    ir_.inputs = ReadTensors(yaml_["inputs"], ParamKind::kInput);
    ir_.outputs = ReadTensors(yaml_["outputs"], ParamKind::kOutput);
    for (const auto& [attr, value] : yaml_["attrs"].Entries()) ReadAttr(attr, value);
    for (const auto& [param, value] : yaml_["fixed"].Entries()) {
      const int number = names_.ParamNamed(value, param);
      ir_.fixed[number] = names_.ValueNamed(value, spec_.params[number], value);
      Take(value, number);
    }
    CheckAllGiven();
    CheckShapes();
    return ir_;
  }

 private:
  // Each parameter has one source, and is one of the C function.
  void Take(const Yaml& where, int param) {
    const std::vector<int> c_params = function_->CParams();
    if (std::find(c_params.begin(), c_params.end(), param) == c_params.end()) {
      where.Error(absl::StrCat(function_->name, " has no parameter ", spec_.params[param].name));
    } else if (!taken_.insert(param).second) {
      where.Error(absl::StrCat(spec_.params[param].name, " is given twice"));
    }
  }

  std::vector<std::pair<std::string, int>> ReadTensors(const Yaml& map, ParamKind kind) {
    std::vector<std::pair<std::string, int>> tensors;
    for (const auto& [name, value] : map.Entries()) {
      if (value.IsNull() && kind == ParamKind::kInput) {
        tensors.emplace_back(name, kNoParam);
        continue;
      }
      const int param = names_.ParamNamed(value);
      if (spec_.params[param].kind != kind) {
        value.Error(
            absl::StrCat(spec_.params[param].name, " is no tensor that is an ", KindName(kind)));
      }
      tensors.emplace_back(name, param);
      Take(value, param);
    }
    return tensors;
  }

  void ReadAttr(const std::string& name, const Yaml& yaml) {
    yaml.Fields({"type"}, {"default", "param"});
    IrAttr attr = {name, yaml["type"].Text(), kNoParam, std::nullopt};
    const auto kind = std::find_if(AttrKinds().begin(), AttrKinds().end(),
                                   [&](const AttrKind& each) { return each.type == attr.type; });
    if (kind == AttrKinds().end()) {
      const auto type_of = [](std::string* out, const AttrKind& each) { out->append(each.type); };
      if (yaml["type"]) {
        yaml["type"].Error(absl::StrCat("type \"", attr.type, "\" is none of ",
                                        absl::StrJoin(AttrKinds(), ", ", type_of)));
      }
      return;
    }
    if (yaml["param"]) {
      attr.param = names_.ParamNamed(yaml["param"]);
      Take(yaml["param"], attr.param);
      const Param& param = spec_.params[attr.param];
      if (std::find(kind->params.begin(), kind->params.end(), param.kind) == kind->params.end()) {
        yaml["param"].Error(absl::StrCat("an attribute of type ", attr.type, " cannot be given to ",
                                         param.name, ", which is of type ", KindName(param.kind)));
      }
    } else if (!yaml["default"]) {
      yaml.Error("an attribute without a parameter has a default, which alone is accepted");
    }
    if (yaml["default"]) attr.default_value = ReadDefault(attr, yaml["default"]);
    ir_.attrs.push_back(std::move(attr));
  }

  Value ReadDefault(const IrAttr& attr, const Yaml& yaml) const {
    if (attr.type == "Bool") return {yaml.Text(), yaml.Flag() ? 1 : 0};
    if (attr.type == "ListInt") return SampleOf(yaml, ParamKind::kIntArray);
    const Param* const param = attr.param == kNoParam ? nullptr : &spec_.params[attr.param];
    const bool listed = param != nullptr && param->listed();
    if (attr.type == "String") {
      return listed ? names_.ValueNamed(yaml, *param, yaml) : Value{yaml.Text()};
    }
    Value value = SampleOf(yaml, attr.type == "Int" ? ParamKind::kInteger : ParamKind::kFloat);
    const auto is_value = [&](const Value& each) { return each.number == value.number; };
    if (listed && std::none_of(param->values.begin(), param->values.end(), is_value))
      yaml.Error(absl::StrCat(value.text, " is no value of ", param->name));
    return value;
  }

  void CheckAllGiven() const {
    for (int param : function_->CParams()) {
      if (!taken_.contains(param) && !spec_.params[param].optional) {
        yaml_.Error(absl::StrCat(function_->name, " is given nothing for ",
                                 spec_.params[param].name,
                                 "; inputs, outputs, attrs or fixed names it"));
      }
    }
  }

  // Graphs know the results of what broadcasts, keeps its shape or is split.
  void CheckShapes() const {
    for (const auto& [name, output] : ir_.outputs) {
      const Inference inference = InferOutput(spec_, *function_, output);
      const std::vector<int> c_params = function_->CParams();
      const bool is_known =
          !inference.shape_of.empty() && inference.reshaped == nullptr &&
          (!inference.halved.has_value() ||
           std::find(c_params.begin(), c_params.end(), *inference.halved) != c_params.end());
      if (!is_known) {
        yaml_["outputs"].Error(
            absl::StrCat("the rules do not say the shape of ", spec_.params[output].name,
                         " in a way that graphs know: R.same_shape, R.broadcast or R.half"));
      }
    }
  }

  const Yaml yaml_;
  const SpecNames& names_;
  const Spec& spec_;
  const Function* function_ = nullptr;
  std::set<int> taken_;
  Ir ir_ = {};
};

}  // namespace

std::string Ir::Header() const { return absl::StrCat(SnakeCase(type), "_proto.h"); }

std::vector<Ir> ReadIrs(const Yaml& list, const SpecNames& names) {
  std::vector<Ir> irs;
  for (const Yaml& item : list.Items()) {
    Ir ir = IrReader(item, names).Read();
    const auto is_same = [&](const Ir& other) { return other.type == ir.type; };
    if (std::any_of(irs.begin(), irs.end(), is_same))
      item.Error(absl::StrCat("there are two types ", ir.type));
    irs.push_back(std::move(ir));
  }
  return irs;
}

}  // namespace openaclnn::specgen
