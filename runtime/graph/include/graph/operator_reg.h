// REG_OP: makes the class of an operator type from its prototype.
//
//   REG_OP(Name).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL())
//       .ATTR(axis, Int, -1).OP_END_FACTORY_REG(Name)
//
// in namespace ge makes class ge::op::Name with set_input_x, update_output_desc_y, set_attr_axis
// and the like. Each part ends the function that registers the part before it and begins one of its
// own, which is why every macro begins with the end of a chain.
#ifndef OPENACLNN_GRAPH_OPERATOR_REG_H_
#define OPENACLNN_GRAPH_OPERATOR_REG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

using OpInt = int64_t;
using OpFloat = float;
using OpBool = bool;
using OpString = std::string;
using OpAscendString = AscendString;
using OpTensor = Tensor;
using OpType = DataType;
using OpListInt = std::vector<int64_t>;
using OpListFloat = std::vector<float>;
using OpListBool = std::vector<bool>;
using OpListString = std::vector<std::string>;
using OpListType = std::vector<DataType>;
using OpListListInt = std::vector<std::vector<int64_t>>;

// What the dots between the parts of a prototype belong to.
class OpReg {
 public:
  OpReg& N() { return *this; }
};

}  // namespace ge

#define REG_OP(x)                                                                                \
  namespace op {                                                                                 \
  class x : public ::ge::Operator {                                                              \
    using ThisType = x;                                                                          \
                                                                                                 \
   public:                                                                                       \
    x() : Operator(#x) { Begin_##x(); }                                                          \
    explicit x(const char* name) : Operator(name, #x) { Begin_##x(); }                           \
    explicit x(const std::string& name) : Operator(name.c_str(), #x) { Begin_##x(); }            \
    explicit x(const ::ge::AscendString& name) : Operator(name.GetString(), #x) { Begin_##x(); } \
                                                                                                 \
   private:                                                                                      \
    void Begin_##x() {                                                                           \
      ::ge::OpReg()

#define OPENACLNN_INPUT(x, Register)                                                       \
  N();                                                                                     \
  Input_##x();                                                                             \
  }                                                                                        \
                                                                                           \
 public:                                                                                   \
  static std::string name_in_##x() { return #x; }                                          \
  ThisType& set_input_##x(::ge::Operator& source) {                                        \
    Operator::SetInput(#x, source);                                                        \
    return *this;                                                                          \
  }                                                                                        \
  ThisType& set_input_##x(::ge::Operator& source, uint32_t index) {                        \
    Operator::SetInput(#x, source, index);                                                 \
    return *this;                                                                          \
  }                                                                                        \
  ThisType& set_input_##x(::ge::Operator& source, const std::string& source_name) {        \
    Operator::SetInput(#x, source, source_name.c_str());                                   \
    return *this;                                                                          \
  }                                                                                        \
  ThisType& set_input_##x##_by_name(::ge::Operator& source, const char* source_name) {     \
    Operator::SetInput(#x, source, source_name);                                           \
    return *this;                                                                          \
  }                                                                                        \
  ::ge::TensorDesc get_input_desc_##x() const { return Operator::GetInputDescByName(#x); } \
  ::ge::graphStatus update_input_desc_##x(const ::ge::TensorDesc& desc) {                  \
    return Operator::UpdateInputDesc(#x, desc);                                            \
  }                                                                                        \
                                                                                           \
 private:                                                                                  \
  void Input_##x() {                                                                       \
    this->Register(#x);                                                                    \
    (void)::ge::OpReg()

#define INPUT(x, type) OPENACLNN_INPUT(x, InputRegister)
#define OPTIONAL_INPUT(x, type) OPENACLNN_INPUT(x, OptionalInputRegister)

#define OUTPUT(x, type)                                                                      \
  N();                                                                                       \
  Output_##x();                                                                              \
  }                                                                                          \
                                                                                             \
 public:                                                                                     \
  static std::string name_out_##x() { return #x; }                                           \
  ::ge::TensorDesc get_output_desc_##x() const { return Operator::GetOutputDescByName(#x); } \
  ::ge::graphStatus update_output_desc_##x(const ::ge::TensorDesc& desc) {                   \
    return Operator::UpdateOutputDesc(#x, desc);                                             \
  }                                                                                          \
                                                                                             \
 private:                                                                                    \
  void Output_##x() {                                                                        \
    Operator::OutputRegister(#x);                                                            \
    (void)::ge::OpReg()

#define OPENACLNN_ATTR_FUNCTIONS(x, Type)               \
 public:                                                \
  static std::string name_attr_##x() { return #x; }     \
  ::ge::Op##Type get_attr_##x() const {                 \
    ::ge::Op##Type value = {};                          \
    (void)Operator::GetAttr(#x, value);                 \
    return value;                                       \
  }                                                     \
  ThisType& set_attr_##x(const ::ge::Op##Type& value) { \
    Operator::SetAttr(#x, value);                       \
    return *this;                                       \
  }                                                     \
                                                        \
 private:

#define ATTR(x, Type, ...)                              \
  N();                                                  \
  Attr_##x();                                           \
  }                                                     \
  OPENACLNN_ATTR_FUNCTIONS(x, Type)                     \
  void Attr_##x() {                                     \
    Operator::SetAttr(#x, ::ge::Op##Type(__VA_ARGS__)); \
    (void)::ge::OpReg()

#define REQUIRED_ATTR(x, Type)      \
  N();                              \
  Attr_##x();                       \
  }                                 \
  OPENACLNN_ATTR_FUNCTIONS(x, Type) \
  void Attr_##x() {                 \
    (void)::ge::OpReg()

// Inputs x0, x1 ..., as many as create_dynamic_input_x says.
#define DYNAMIC_INPUT(x, type)                                                                     \
  N();                                                                                             \
  DynamicInput_##x();                                                                              \
  }                                                                                                \
                                                                                                   \
 public:                                                                                           \
  ThisType& create_dynamic_input_##x(uint32_t count, bool at_end = true) {                         \
    Operator::DynamicInputRegister(#x, count, at_end);                                             \
    return *this;                                                                                  \
  }                                                                                                \
  ThisType& create_dynamic_input_byindex_##x(uint32_t count, size_t index) {                       \
    Operator::DynamicInputRegisterByIndex(#x, count, index);                                       \
    return *this;                                                                                  \
  }                                                                                                \
  ThisType& set_dynamic_input_##x(uint32_t number, ::ge::Operator& source) {                       \
    Operator::SetInput((#x + std::to_string(number)).c_str(), source);                             \
    return *this;                                                                                  \
  }                                                                                                \
  ThisType& set_dynamic_input_##x(uint32_t number, ::ge::Operator& source,                         \
                                  const char* source_name) {                                       \
    Operator::SetInput((#x + std::to_string(number)).c_str(), source, source_name);                \
    return *this;                                                                                  \
  }                                                                                                \
  ::ge::TensorDesc get_dynamic_input_desc_##x(uint32_t number) const {                             \
    return Operator::GetInputDescByName((#x + std::to_string(number)).c_str());                    \
  }                                                                                                \
  ::ge::graphStatus update_dynamic_input_desc_##x(uint32_t number, const ::ge::TensorDesc& desc) { \
    return Operator::UpdateInputDesc((#x + std::to_string(number)).c_str(), desc);                 \
  }                                                                                                \
                                                                                                   \
 private:                                                                                          \
  void DynamicInput_##x() {                                                                        \
    (void)::ge::OpReg()

#define DYNAMIC_OUTPUT(x, type)                                                     \
  N();                                                                              \
  DynamicOutput_##x();                                                              \
  }                                                                                 \
                                                                                    \
 public:                                                                            \
  ThisType& create_dynamic_output_##x(uint32_t count, bool at_end = true) {         \
    Operator::DynamicOutputRegister(#x, count, at_end);                             \
    return *this;                                                                   \
  }                                                                                 \
  ::ge::TensorDesc get_dynamic_output_desc_##x(uint32_t number) const {             \
    return Operator::GetOutputDescByName((#x + std::to_string(number)).c_str());    \
  }                                                                                 \
  ::ge::graphStatus update_dynamic_output_desc_##x(uint32_t number,                 \
                                                   const ::ge::TensorDesc& desc) {  \
    return Operator::UpdateOutputDesc((#x + std::to_string(number)).c_str(), desc); \
  }                                                                                 \
                                                                                    \
 private:                                                                           \
  void DynamicOutput_##x() {                                                        \
    (void)::ge::OpReg()

// Names a set of types, for readers; the library has the sets from where it has the operators.
#define DATATYPE(name, type) N()

#define OP_END() \
  N();           \
  }              \
  }              \
  ;              \
  }

#define OP_END_FACTORY_REG(x) OP_END()

#endif  // OPENACLNN_GRAPH_OPERATOR_REG_H_
