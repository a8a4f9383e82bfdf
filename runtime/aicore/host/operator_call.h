// A call of an operator of another repository: its definition (OP_ADD), tiling function and kernel,
// in a few lines:
//
//     OperatorCall call("AddCustom", "Ascend910B3");
//     call.Input("x", x, {8, 2048}).Input("y", y, {8, 2048}).Output("z", z, {8, 2048});
//     absl::Status status = call.Run();
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_OPERATOR_CALL_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_OPERATOR_CALL_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "exe_graph/runtime/storage_shape.h"
#include "graph/types.h"
#include "register/op_def_registry.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/vector/half.h"

namespace openaclnn::aicore {

// The type "float32"; DT_UNDEFINED if there is none of that name.
ge::DataType DataTypeFromName(std::string_view name);

// The type of elements of a C++ type.
template <typename T>
constexpr ge::DataType DataTypeOf() {
  if constexpr (std::is_same_v<T, float>) return ge::DT_FLOAT;
  if constexpr (std::is_same_v<T, Half>) return ge::DT_FLOAT16;
  if constexpr (std::is_same_v<T, BFloat16>) return ge::DT_BF16;
  if constexpr (std::is_same_v<T, int8_t>) return ge::DT_INT8;
  if constexpr (std::is_same_v<T, int16_t>) return ge::DT_INT16;
  if constexpr (std::is_same_v<T, int32_t>) return ge::DT_INT32;
  if constexpr (std::is_same_v<T, int64_t>) return ge::DT_INT64;
  if constexpr (std::is_same_v<T, uint8_t>) return ge::DT_UINT8;
  if constexpr (std::is_same_v<T, uint16_t>) return ge::DT_UINT16;
  if constexpr (std::is_same_v<T, uint32_t>) return ge::DT_UINT32;
  if constexpr (std::is_same_v<T, uint64_t>) return ge::DT_UINT64;
  return ge::DT_UNDEFINED;
}

// The memory of tensors stays the caller's, and must outlive Run(). Operands that the definition
// calls OPTIONAL may be left out.
class OperatorCall {
 public:
  // `soc`: a chip, "Ascend910B3", or a product, "atlas_a2".
  OperatorCall(std::string type, std::string soc) : type_(std::move(type)), soc_(std::move(soc)) {}

  // Without a shape: of one dimension.
  template <typename T>
  OperatorCall& Input(const char* name, const std::vector<T>& values, gert::Shape shape = {}) {
    // The launch does not write what is not writable.
    return Add(name, const_cast<T*>(values.data()), values.size(), shape, DataTypeOf<T>(), false);
  }
  template <typename T>
  OperatorCall& Output(const char* name, std::vector<T>& values, gert::Shape shape = {}) {
    return Add(name, values.data(), values.size(), shape, DataTypeOf<T>(), true);
  }
  OperatorCall& Add(const char* name, void* data, size_t elements, const gert::Shape& shape,
                    ge::DataType type, bool output) {
    const bool flat = shape.GetDimNum() == 0;
    operands_[name] = {.data = data,
                       .elements = elements,
                       .shape = flat ? gert::Shape({static_cast<int64_t>(elements)}) : shape,
                       .type = type,
                       .output = output};
    return *this;
  }
  // A number of the C++ type that the definition has: bool, int64_t, float, std::string or a list.
  OperatorCall& Attr(const char* name, gert::RuntimeAttrs::Value value) {
    attrs_.insert_or_assign(name, std::move(value));
    return *this;
  }
  OperatorCall& CheckWith(Checks checks) {
    checks_ = checks;
    return *this;
  }
  // Counts cycles.
  OperatorCall& Timed(bool timed) {
    timed_ = timed;
    return *this;
  }
  // As a device's allocator would place the tensors (Launch::padded).
  OperatorCall& Padded(bool padded) {
    padded_ = padded;
    return *this;
  }

  // Error: kNotFound if there is no such operator, chip or kernel; kInvalidArgument if the call
  // does not fit the operator's definition, or its host side fails; else as Run() of launch.h.
  absl::Status Run(Counters* counters = nullptr) const;

 private:
  struct Operand {
    void* data;
    size_t elements;
    gert::Shape shape;
    ge::DataType type;
    bool output;
  };

  std::string type_;
  std::string soc_;
  std::map<std::string, Operand> operands_;
  std::map<std::string, gert::RuntimeAttrs::Value> attrs_;
  Checks checks_ = Checks::kDefault;
  bool timed_ = false;
  bool padded_ = false;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_OPERATOR_CALL_H_
