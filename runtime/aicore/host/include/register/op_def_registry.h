// The definition of an operator, as operator repositories write it:
//
//     class AddCustom : public OpDef {
//      public:
//       explicit AddCustom(const char* name) : OpDef(name) {
//         this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
//         ...
//         this->AICore().SetTiling(optiling::TilingFunc).AddConfig("ascend910b");
//       }
//     };
//     OP_ADD(AddCustom);
//
// OperatorCall (operator_call.h) runs it.
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_REGISTER_OP_DEF_REGISTRY_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_REGISTER_OP_DEF_REGISTRY_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tiling_context.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace ops {

enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };

using TilingFunction = ge::graphStatus (*)(gert::TilingContext*);
using InferShapeFunction = ge::graphStatus (*)(gert::InferShapeContext*);
using InferDataTypeFunction = ge::graphStatus (*)(gert::InferDataTypeContext*);

// An input or output. The first types of all of them are one combination, and so on.
class OpParamDef {
 public:
  explicit OpParamDef(const char* name) : name_(name) {}

  OpParamDef& ParamType(Option option) {
    option_ = option;
    return *this;
  }
  OpParamDef& DataType(std::vector<ge::DataType> types) {
    types_ = std::move(types);
    return *this;
  }
  // Kernels get tensors of format ND.
  OpParamDef& Format(const std::vector<ge::Format>&) { return *this; }
  OpParamDef& UnknownShapeFormat(const std::vector<ge::Format>&) { return *this; }
  OpParamDef& AutoContiguous() { return *this; }

  const std::string& name() const { return name_; }
  Option option() const { return option_; }
  const std::vector<ge::DataType>& types() const { return types_; }

 private:
  std::string name_;
  Option option_ = REQUIRED;
  std::vector<ge::DataType> types_;
};

// An attribute: its type is that of its value; OPTIONAL ones have a default.
class OpAttrDef {
 public:
  using Value = gert::RuntimeAttrs::Value;

  explicit OpAttrDef(const char* name) : name_(name) {}

  OpAttrDef& AttrType(Option option) {
    option_ = option;
    return *this;
  }
  OpAttrDef& Bool(bool value = false) { return Is(value); }
  OpAttrDef& Int(int64_t value = 0) { return Is(value); }
  OpAttrDef& Float(float value = 0) { return Is(value); }
  OpAttrDef& String(const char* value = "") { return Is(std::string(value)); }
  OpAttrDef& ListInt(std::vector<int64_t> value = {}) {
    return Is(gert::TypedContinuousVector<int64_t>(std::move(value)));
  }

  const std::string& name() const { return name_; }
  Option option() const { return option_; }
  const std::optional<Value>& value() const { return value_; }

 private:
  OpAttrDef& Is(Value value) {
    value_ = std::move(value);
    return *this;
  }

  std::string name_;
  Option option_ = REQUIRED;
  std::optional<Value> value_;
};

// How an operator is compiled for a chip. Flags are for the vendor's compiler.
class OpAICoreConfig {
 public:
  OpAICoreConfig& DynamicCompileStaticFlag(bool) { return *this; }
  OpAICoreConfig& DynamicFormatFlag(bool) { return *this; }
  OpAICoreConfig& DynamicRankSupportFlag(bool) { return *this; }
  OpAICoreConfig& DynamicShapeSupportFlag(bool) { return *this; }
  OpAICoreConfig& NeedCheckSupportFlag(bool) { return *this; }
  OpAICoreConfig& PrecisionReduceFlag(bool) { return *this; }
  // "opFile.value": the kernel's name, if it is not the operator's.
  OpAICoreConfig& ExtendCfgInfo(const char* key, const char* value) {
    extended_[key] = value;
    return *this;
  }
  const std::map<std::string, std::string>& extended() const { return extended_; }

 private:
  std::map<std::string, std::string> extended_;
};

class OpAICoreDef {
 public:
  OpAICoreDef& SetTiling(TilingFunction tiling) {
    tiling_ = tiling;
    return *this;
  }
  // `soc`: a family of chips, "ascend910b".
  OpAICoreDef& AddConfig(const char* soc) { return AddConfig(soc, {}); }
  OpAICoreDef& AddConfig(const char* soc, const OpAICoreConfig& config) {
    configs_[soc] = config;
    return *this;
  }
  TilingFunction tiling() const { return tiling_; }
  const std::map<std::string, OpAICoreConfig>& configs() const { return configs_; }

 private:
  TilingFunction tiling_ = nullptr;
  std::map<std::string, OpAICoreConfig> configs_;
};

class OpDef {
 public:
  explicit OpDef(const char* type) : type_(type) {}

  OpParamDef& Input(const char* name) { return inputs_.emplace_back(name); }
  OpParamDef& Output(const char* name) { return outputs_.emplace_back(name); }
  OpAttrDef& Attr(const char* name) { return attrs_.emplace_back(name); }
  OpDef& SetInferShape(InferShapeFunction function) {
    infer_shape_ = function;
    return *this;
  }
  OpDef& SetInferDataType(InferDataTypeFunction function) {
    infer_data_type_ = function;
    return *this;
  }
  OpAICoreDef& AICore() { return ai_core_; }

  const std::string& type() const { return type_; }
  const std::deque<OpParamDef>& inputs() const { return inputs_; }
  const std::deque<OpParamDef>& outputs() const { return outputs_; }
  const std::deque<OpAttrDef>& attrs() const { return attrs_; }
  const OpAICoreDef& ai_core() const { return ai_core_; }
  InferShapeFunction infer_shape() const { return infer_shape_; }
  InferDataTypeFunction infer_data_type() const { return infer_data_type_; }

 private:
  std::string type_;
  // Their elements stay where they are while others are added.
  std::deque<OpParamDef> inputs_, outputs_;
  std::deque<OpAttrDef> attrs_;
  OpAICoreDef ai_core_;
  InferShapeFunction infer_shape_ = nullptr;
  InferDataTypeFunction infer_data_type_ = nullptr;
};

// Makes an operator known, before main() and for good.
class OpRegistrar {
 public:
  OpRegistrar(const char* type, OpDef (*make)(const char* type));
};

template <typename Operator>
OpDef MakeOpDef(const char* type) {
  return Operator(type);  // classes of operators add nothing but their constructor
}

}  // namespace ops

#define OP_ADD(type)                                                          \
  [[maybe_unused]] static const ::ops::OpRegistrar openaclnn_op_##type(#type, \
                                                                       &::ops::MakeOpDef<type>)

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_REGISTER_OP_DEF_REGISTRY_H_
