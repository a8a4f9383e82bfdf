#include "runtime/aicore/host/operator_call.h"

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "acl/acl_base_rt.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tiling_context.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"
#include "runtime/aicore/host/families.h"
#include "runtime/aicore/kernel_call.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::aicore {
namespace {

using Makers = std::map<std::string, ops::OpDef (*)(const char*)>;

Makers& Operators() {
  static absl::NoDestructor<Makers> makers;
  return *makers;
}

std::map<std::string, ops::OpImplFunctions>& Functions() {
  static absl::NoDestructor<std::map<std::string, ops::OpImplFunctions>> functions;
  return *functions;
}

// What the definition says, and else what was registered apart from it.
ops::OpImplFunctions FunctionsOf(const ops::OpDef& definition) {
  ops::OpImplFunctions functions;
  if (const auto found = Functions().find(definition.type()); found != Functions().end())
    functions = found->second;
  if (definition.ai_core().tiling() != nullptr) functions.tiling = definition.ai_core().tiling();
  if (definition.infer_shape() != nullptr) functions.infer_shape = definition.infer_shape();
  if (definition.infer_data_type() != nullptr)
    functions.infer_data_type = definition.infer_data_type();
  return functions;
}

// As kernels are registered: ge::DataType has the same numbers as aclDataType.
std::string NameOf(ge::DataType type) {
  return std::string(DTypeName(static_cast<aclDataType>(type)));
}

std::string TextOf(const gert::Shape& shape) {
  std::vector<int64_t> dims;
  for (size_t i = 0; i < shape.GetDimNum(); ++i) dims.push_back(shape.GetDim(i));
  return absl::StrCat("[", absl::StrJoin(dims, ","), "]");
}

// AddCustom: add_custom.
std::string SnakeCase(std::string_view type) {
  std::string name;
  for (size_t i = 0; i < type.size(); ++i) {
    if (std::isupper(type[i]) != 0 && i > 0 && std::isupper(type[i - 1]) == 0) name += '_';
    name += static_cast<char>(std::tolower(type[i]));
  }
  return name;
}

template <typename Map>
std::string Names(const Map& map) {
  if (map.empty()) return "none";
  return absl::StrJoin(map, ", ",
                       [](std::string* text, const auto& entry) { *text += entry.first; });
}

// The combinations of dtypes in the definition: "float16,float16".
std::vector<std::string> Combinations(const std::vector<const ops::OpParamDef*>& operands) {
  std::vector<std::string> combinations;
  for (size_t i = 0; i < operands[0]->types().size(); ++i) {
    std::vector<std::string> names;
    for (const ops::OpParamDef* operand : operands)
      names.push_back(i < operand->types().size() ? NameOf(operand->types()[i]) : "-");
    combinations.push_back(absl::StrJoin(names, ","));
  }
  return combinations;
}

// The first combination that has the given dtypes, of which "" stands for every one.
std::string Match(const std::vector<std::string>& combinations,
                  const std::vector<std::string>& dtypes) {
  for (const std::string& combination : combinations) {
    const std::vector<std::string> names = absl::StrSplit(combination, ',');
    bool same = true;
    for (size_t i = 0; i < dtypes.size(); ++i) same &= dtypes[i].empty() || dtypes[i] == names[i];
    if (same) return combination;
  }
  return "";
}

}  // namespace

ge::DataType DataTypeFromName(std::string_view name) {
  const aclDataType type = DTypeFromName(name);
  return type == ACL_DT_UNDEFINED ? ge::DT_UNDEFINED : static_cast<ge::DataType>(type);
}

absl::Status OperatorCall::Run(Counters* counters) const {
  const auto maker = Operators().find(type_);
  if (maker == Operators().end()) {
    return absl::NotFoundError(
        absl::StrCat("operator ", type_, " is not linked; these are: ", Names(Operators())));
  }
  const ops::OpDef definition = maker->second(type_.c_str());
  const auto wrong = [&](auto... pieces) {
    return absl::InvalidArgumentError(absl::StrCat("operator ", type_, ": ", pieces...));
  };
  const Product* const product = FindProduct(soc_);
  const Soc* const soc = FindSoc(product == nullptr ? soc_ : product->soc);
  if (soc == nullptr)
    return absl::NotFoundError(absl::StrCat(soc_, " is no chip or product of products.yaml"));
  const Family& family = FamilyOf(*soc->product);
  const auto& configs = definition.ai_core().configs();
  auto config = configs.find(std::string(family.config));
  if (config == configs.end()) config = configs.find(std::string(family.other_config));
  if (config == configs.end())
    return wrong(soc->name, " is ", family.config, "; it is defined for ", Names(configs));

  // The operands in the order of the definition, which is that of the kernel's arguments.
  gert::OperatorView view;
  view.type = type_;
  view.platform.soc = soc;
  std::vector<const ops::OpParamDef*> operands;
  std::vector<std::string> dtypes;
  for (const auto* list : {&definition.inputs(), &definition.outputs()}) {
    const bool output = list == &definition.outputs();
    for (const ops::OpParamDef& operand : *list) {
      operands.push_back(&operand);
      const auto given = operands_.find(operand.name());
      if (!output) view.inputs.push_back(view.input_shapes.size());
      if (given == operands_.end() && operand.option() == ops::OPTIONAL) {
        if (!output) view.inputs.back() = definition.inputs().size();
        dtypes.emplace_back();
        continue;
      }
      if (given == operands_.end() || given->second.output != output)
        return wrong(output ? "output " : "input ", operand.name(), " is missing");
      const Operand& value = given->second;
      if (value.shape.GetShapeSize() != static_cast<int64_t>(value.elements)) {
        return wrong(operand.name(), " has ", value.elements, " elements; the shape ",
                     TextOf(value.shape), " has ", value.shape.GetShapeSize());
      }
      dtypes.push_back(NameOf(value.type));
      (output ? view.output_shapes : view.input_shapes).emplace_back(value.shape);
      (output ? view.output_descs : view.input_descs).emplace_back(value.type);
    }
  }
  for (const auto& [name, operand] : operands_) {
    bool known = false;
    for (const ops::OpParamDef* defined : operands) known |= defined->name() == name;
    if (!known) return wrong("it has no operand ", name);
  }
  if (operands.empty()) return wrong("it has no operands");
  const std::vector<std::string> combinations = Combinations(operands);
  const std::string combination = Match(combinations, dtypes);
  if (combination.empty()) {
    return wrong("dtypes ", absl::StrJoin(dtypes, ","), "; accepted are ",
                 absl::StrJoin(combinations, "; "));
  }

  std::vector<gert::RuntimeAttrs::Value> attrs;
  std::map<std::string, gert::RuntimeAttrs::Value> unused = attrs_;
  for (const ops::OpAttrDef& attr : definition.attrs()) {
    if (!attr.value().has_value()) return wrong("attribute ", attr.name(), " has no type");
    const auto given = unused.find(attr.name());
    if (given == unused.end()) {
      if (attr.option() == ops::REQUIRED) return wrong("attribute ", attr.name(), " is missing");
      attrs.push_back(*attr.value());
      continue;
    }
    if (given->second.index() != attr.value()->index())
      return wrong("attribute ", attr.name(), " has another type in the definition");
    attrs.push_back(std::move(given->second));
    unused.erase(given);
  }
  if (!unused.empty()) return wrong("it has no attribute ", unused.begin()->first);
  view.attrs = gert::RuntimeAttrs(std::move(attrs));

  const ops::OpImplFunctions functions = FunctionsOf(definition);
  if (functions.infer_shape != nullptr) {
    gert::InferShapeContext context(view);
    if (const ge::graphStatus status = functions.infer_shape(&context);
        status != ge::GRAPH_SUCCESS) {
      return wrong("its function of shapes failed with ", status);
    }
    for (size_t i = 0; i < view.output_shapes.size(); ++i) {
      const gert::Shape& given = view.output_shapes[i].GetStorageShape();
      if (*context.GetOutputShape(i) == given) continue;
      return wrong(definition.outputs()[i].name(), " has shape ", TextOf(given),
                   "; its function of shapes says ", TextOf(*context.GetOutputShape(i)));
    }
  }
  if (functions.infer_data_type != nullptr) {
    gert::InferDataTypeContext context(view);
    if (const ge::graphStatus status = functions.infer_data_type(&context);
        status != ge::GRAPH_SUCCESS) {
      return wrong("its function of dtypes failed with ", status);
    }
    for (size_t i = 0; i < view.output_descs.size(); ++i) {
      const ge::DataType given = view.output_descs[i].GetDataType();
      if (context.GetOutputDataType(i) == given) continue;
      return wrong(definition.outputs()[i].name(), " is ", NameOf(given),
                   "; its function of dtypes says ", NameOf(context.GetOutputDataType(i)));
    }
  }

  if (functions.tiling == nullptr) return wrong("it has no tiling function");
  std::shared_ptr<void> info;
  if (functions.tiling_parse != nullptr) {
    info = functions.make_compile_info();
    view.compile_info = info.get();
    gert::TilingParseContext context(view.platform, info.get());
    if (const ge::graphStatus status = functions.tiling_parse(&context);
        status != ge::GRAPH_SUCCESS) {
      return wrong("its function of TilingParse failed with ", status);
    }
  }
  gert::TilingContext context(view);
  if (const ge::graphStatus status = functions.tiling(&context); status != ge::GRAPH_SUCCESS) {
    return wrong("its tiling function failed with ", status);
  }
  gert::TilingData& tiling = *context.GetRawTilingData();
  if (tiling.GetDataSize() > tiling.GetCapacity()) {
    return wrong("its tiling function gives ", tiling.GetDataSize(),
                 " bytes of tiling data; there ", "is room for ", tiling.GetCapacity());
  }

  const auto& extended = config->second.extended();
  const auto file = extended.find("opFile.value");
  KernelCall call(file == extended.end() ? SnakeCase(type_) : file->second, std::string(soc->name),
                  combination);
  for (const ops::OpParamDef* operand : operands) {
    const auto given = operands_.find(operand->name());
    if (given == operands_.end()) {
      call.Add(operand->name().c_str(), nullptr, 0, false);
      continue;
    }
    const Operand& value = given->second;
    call.Add(operand->name().c_str(), value.data,
             value.elements * DTypeBytes(static_cast<aclDataType>(value.type)), value.output);
  }
  size_t workspace = 0;
  for (const size_t bytes : context.workspaces()) workspace += bytes;
  return call.TilingBytes(tiling.GetData(), tiling.GetDataSize())
      .TilingKey(context.GetTilingKey())
      .Blocks(context.GetBlockDim())
      .CheckWith(checks_)
      .Timed(timed_)
      .Padded(padded_)
      .Workspace(static_cast<int64_t>(workspace))
      .Run(counters);
}

}  // namespace openaclnn::aicore

namespace ops {

OpRegistrar::OpRegistrar(const char* type, OpDef (*make)(const char* type)) {
  openaclnn::aicore::Operators()[type] = make;
}

OpImplRegistrar::OpImplRegistrar(const char* type)
    : functions_(&openaclnn::aicore::Functions()[type]) {}

}  // namespace ops
