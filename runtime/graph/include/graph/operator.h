// A node of a graph: an operator type, where its inputs come from, and its attributes.
#ifndef OPENACLNN_GRAPH_OPERATOR_H_
#define OPENACLNN_GRAPH_OPERATOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace openaclnn {
namespace graph {
struct OperatorImpl;
struct OperatorAccess;
}  // namespace graph
}  // namespace openaclnn

namespace ge {

// Copies are the same node. A node keeps those that its inputs come from. Mistakes that a call
// cannot return, such as a name that the type does not have, are kept with the node: AddGraph of a
// graph that has it returns them.
class Operator {
 public:
  Operator();  // empty: no node
  explicit Operator(const char* type);
  Operator(const char* name, const char* type);
  Operator(const std::string& name, const std::string& type);
  Operator(const AscendString& name, const AscendString& type);

  bool IsEmpty() const;
  graphStatus GetName(AscendString& name) const;
  graphStatus GetOpType(AscendString& type) const;

  // The input `dst_name` comes from an output of `source`: its first, one by number, one by name.
  Operator& SetInput(const char* dst_name, const Operator& source);
  Operator& SetInput(const char* dst_name, const Operator& source, uint32_t index);
  Operator& SetInput(const char* dst_name, const Operator& source, const char* source_name);
  Operator& SetInput(const std::string& dst_name, const Operator& source);
  Operator& SetInput(const std::string& dst_name, const Operator& source, uint32_t index);
  Operator& SetInput(const std::string& dst_name, const Operator& source,
                     const std::string& source_name);
  Operator& SetInput(uint32_t dst_index, const Operator& source, uint32_t source_index);

  size_t GetInputsSize() const;
  size_t GetOutputsSize() const;
  TensorDesc GetInputDesc(uint32_t index) const;
  TensorDesc GetOutputDesc(uint32_t index) const;
  TensorDesc GetInputDescByName(const char* name) const;
  TensorDesc GetOutputDescByName(const char* name) const;
  graphStatus UpdateInputDesc(uint32_t index, const TensorDesc& desc);
  graphStatus UpdateOutputDesc(uint32_t index, const TensorDesc& desc);
  graphStatus UpdateInputDesc(const char* name, const TensorDesc& desc);
  graphStatus UpdateOutputDesc(const char* name, const TensorDesc& desc);

  Operator& SetAttr(const char* name, int64_t value);
  Operator& SetAttr(const char* name, int32_t value);
  Operator& SetAttr(const char* name, uint32_t value);
  Operator& SetAttr(const char* name, float value);
  Operator& SetAttr(const char* name, bool value);
  Operator& SetAttr(const char* name, const char* value);
  Operator& SetAttr(const char* name, const std::string& value);
  Operator& SetAttr(const char* name, const AscendString& value);
  Operator& SetAttr(const char* name, DataType value);
  Operator& SetAttr(const char* name, const Tensor& value);
  Operator& SetAttr(const char* name, const std::vector<int64_t>& value);
  Operator& SetAttr(const char* name, const std::vector<float>& value);
  Operator& SetAttr(const char* name, const std::vector<bool>& value);
  Operator& SetAttr(const char* name, const std::vector<std::string>& value);
  Operator& SetAttr(const char* name, const std::vector<DataType>& value);
  Operator& SetAttr(const char* name, const std::vector<std::vector<int64_t>>& value);
  template <typename Value>
  Operator& SetAttr(const std::string& name, const Value& value) {
    return SetAttr(name.c_str(), value);
  }

  // GRAPH_FAILED, with `value` as it was, if the node has no such attribute of this type.
  graphStatus GetAttr(const char* name, int64_t& value) const;
  graphStatus GetAttr(const char* name, int32_t& value) const;
  graphStatus GetAttr(const char* name, float& value) const;
  graphStatus GetAttr(const char* name, bool& value) const;
  graphStatus GetAttr(const char* name, std::string& value) const;
  graphStatus GetAttr(const char* name, AscendString& value) const;
  graphStatus GetAttr(const char* name, DataType& value) const;
  graphStatus GetAttr(const char* name, Tensor& value) const;
  graphStatus GetAttr(const char* name, std::vector<int64_t>& value) const;
  graphStatus GetAttr(const char* name, std::vector<float>& value) const;
  graphStatus GetAttr(const char* name, std::vector<bool>& value) const;
  graphStatus GetAttr(const char* name, std::vector<std::string>& value) const;
  graphStatus GetAttr(const char* name, std::vector<DataType>& value) const;
  graphStatus GetAttr(const char* name, std::vector<std::vector<int64_t>>& value) const;
  template <typename Value>
  graphStatus GetAttr(const std::string& name, Value& value) const {
    return GetAttr(name.c_str(), value);
  }

 protected:
  // For REG_OP: what the type has, in order.
  void InputRegister(const char* name);
  void OptionalInputRegister(const char* name);
  void OutputRegister(const char* name);
  void DynamicInputRegister(const char* name, uint32_t count, bool at_end = true);
  void DynamicInputRegisterByIndex(const char* name, uint32_t count, size_t index);
  void DynamicOutputRegister(const char* name, uint32_t count, bool at_end = true);

 private:
  friend struct openaclnn::graph::OperatorAccess;
  std::shared_ptr<openaclnn::graph::OperatorImpl> impl_;
};

}  // namespace ge

#endif  // OPENACLNN_GRAPH_OPERATOR_H_
