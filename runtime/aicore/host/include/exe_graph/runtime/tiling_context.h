// What a tiling function is told about its call, and what it decides.
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "exe_graph/runtime/storage_shape.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace openaclnn {
struct Soc;
}

namespace fe {

// The chip of a call; platform_ascendc::PlatformAscendC reads it.
struct PlatFormInfos {
  const openaclnn::Soc* soc = nullptr;
};

}  // namespace fe

namespace gert {

// The element type of an input or output.
class CompileTimeTensorDesc {
 public:
  explicit CompileTimeTensorDesc(ge::DataType type) : type_(type) {}
  ge::DataType GetDataType() const { return type_; }
  ge::Format GetOriginFormat() const { return ge::FORMAT_ND; }
  ge::Format GetStorageFormat() const { return ge::FORMAT_ND; }

 private:
  ge::DataType type_;
};

// A list of numbers that an attribute has.
template <typename T>
class TypedContinuousVector {
 public:
  explicit TypedContinuousVector(std::vector<T> values) : values_(std::move(values)) {}
  size_t GetSize() const { return values_.size(); }
  const T* GetData() const { return values_.data(); }

 private:
  std::vector<T> values_;
};

// The attributes of a call, in the order of the operator's definition.
class RuntimeAttrs {
 public:
  using Value = std::variant<bool, int64_t, float, std::string, TypedContinuousVector<int64_t>>;

  explicit RuntimeAttrs(std::vector<Value> values) : values_(std::move(values)) {}
  size_t GetAttrNum() const { return values_.size(); }
  // Null: there is no such attribute, or it has another type.
  template <typename T>
  const T* GetAttrPointer(size_t index) const {
    return index < values_.size() ? std::get_if<T>(&values_[index]) : nullptr;
  }
  const bool* GetBool(size_t index) const { return GetAttrPointer<bool>(index); }
  const int64_t* GetInt(size_t index) const { return GetAttrPointer<int64_t>(index); }
  const float* GetFloat(size_t index) const { return GetAttrPointer<float>(index); }
  const char* GetStr(size_t index) const {
    const std::string* const text = GetAttrPointer<std::string>(index);
    return text == nullptr ? nullptr : text->c_str();
  }
  const TypedContinuousVector<int64_t>* GetListInt(size_t index) const {
    return GetAttrPointer<TypedContinuousVector<int64_t>>(index);
  }

 private:
  std::vector<Value> values_;
};

// Where the tiling data go.
class TilingData {
 public:
  static constexpr size_t kCapacity = 16384;

  void* GetData() { return bytes_.data(); }
  size_t GetCapacity() const { return bytes_.size(); }
  size_t GetDataSize() const { return size_; }
  void SetDataSize(size_t size) { size_ = size; }

 private:
  // Aligned for every type, as memory of new is.
  std::vector<uint8_t> bytes_ = std::vector<uint8_t>(kCapacity);
  size_t size_ = 0;
};

// What contexts have in common: the call.
struct OperatorView {
  std::string type;
  std::vector<StorageShape> input_shapes, output_shapes;
  std::vector<CompileTimeTensorDesc> input_descs, output_descs;
  // Of each input in the definition, which of those above it is; as many as there are: left out.
  std::vector<size_t> inputs;
  const void* compile_info = nullptr;
  RuntimeAttrs attrs = RuntimeAttrs({});
  fe::PlatFormInfos platform;
};

namespace internal {

template <typename T>
const T* At(const std::vector<T>& values, size_t index) {
  return index < values.size() ? &values[index] : nullptr;
}

}  // namespace internal

class TilingContext {
 public:
  explicit TilingContext(const OperatorView& view) : view_(view) {}

  const char* GetNodeType() const { return view_.type.c_str(); }
  const char* GetNodeName() const { return GetNodeType(); }
  size_t GetComputeNodeInputNum() const { return view_.input_shapes.size(); }
  size_t GetComputeNodeOutputNum() const { return view_.output_shapes.size(); }
  // Null: there is no such tensor.
  const StorageShape* GetInputShape(size_t i) const { return internal::At(view_.input_shapes, i); }
  const StorageShape* GetOutputShape(size_t i) const {
    return internal::At(view_.output_shapes, i);
  }
  const CompileTimeTensorDesc* GetInputDesc(size_t i) const {
    return internal::At(view_.input_descs, i);
  }
  const CompileTimeTensorDesc* GetOutputDesc(size_t i) const {
    return internal::At(view_.output_descs, i);
  }
  // By the number in the definition; null also if the call leaves it out.
  const StorageShape* GetOptionalInputShape(size_t i) const {
    return i < view_.inputs.size() ? GetInputShape(view_.inputs[i]) : nullptr;
  }
  const CompileTimeTensorDesc* GetOptionalInputDesc(size_t i) const {
    return i < view_.inputs.size() ? GetInputDesc(view_.inputs[i]) : nullptr;
  }
  const RuntimeAttrs* GetAttrs() const { return &view_.attrs; }
  fe::PlatFormInfos* GetPlatformInfo() { return &view_.platform; }
  // What the function of TilingParse<T> filled in; null if there is none.
  template <typename T>
  const T* GetCompileInfo() const {
    return static_cast<const T*>(view_.compile_info);
  }

  TilingData* GetRawTilingData() { return &tiling_; }
  // The tiling data as a structure, which has then been written.
  template <typename T>
  T* GetTilingData() {
    tiling_.SetDataSize(sizeof(T));
    return static_cast<T*>(tiling_.GetData());
  }
  size_t* GetWorkspaceSizes(size_t count) {
    workspaces_.resize(count);
    return workspaces_.data();
  }
  ge::graphStatus SetBlockDim(uint32_t blocks) {
    blocks_ = blocks;
    return ge::GRAPH_SUCCESS;
  }
  uint32_t GetBlockDim() const { return blocks_; }
  ge::graphStatus SetTilingKey(uint64_t key) {
    key_ = key;
    return ge::GRAPH_SUCCESS;
  }
  uint64_t GetTilingKey() const { return key_; }

  const std::vector<size_t>& workspaces() const { return workspaces_; }

 private:
  OperatorView view_;
  TilingData tiling_;
  std::vector<size_t> workspaces_;
  uint32_t blocks_ = 1;
  uint64_t key_ = 0;
};

// For functions that keep what tiling functions will want to know about the chip.
class TilingParseContext {
 public:
  TilingParseContext(fe::PlatFormInfos platform, void* info) : platform_(platform), info_(info) {}
  template <typename T>
  T* GetCompiledInfo() {
    return static_cast<T*>(info_);
  }
  fe::PlatFormInfos* GetPlatformInfo() { return &platform_; }

 private:
  fe::PlatFormInfos platform_;
  void* info_;
};

// For functions that say which shapes an operator's outputs have.
class InferShapeContext {
 public:
  explicit InferShapeContext(const OperatorView& view)
      : view_(view), outputs_(view.output_shapes.size()) {}

  const char* GetNodeType() const { return view_.type.c_str(); }
  const char* GetNodeName() const { return GetNodeType(); }
  const Shape* GetInputShape(size_t i) const {
    const StorageShape* const shape = internal::At(view_.input_shapes, i);
    return shape == nullptr ? nullptr : &shape->GetStorageShape();
  }
  Shape* GetOutputShape(size_t i) { return i < outputs_.size() ? &outputs_[i] : nullptr; }
  const RuntimeAttrs* GetAttrs() const { return &view_.attrs; }

 private:
  OperatorView view_;
  std::vector<Shape> outputs_;
};

// For functions that say which element types an operator's outputs have.
class InferDataTypeContext {
 public:
  explicit InferDataTypeContext(const OperatorView& view)
      : view_(view), outputs_(view.output_descs.size(), ge::DT_UNDEFINED) {}

  ge::DataType GetInputDataType(size_t i) const {
    const CompileTimeTensorDesc* const desc = internal::At(view_.input_descs, i);
    return desc == nullptr ? ge::DT_UNDEFINED : desc->GetDataType();
  }
  ge::graphStatus SetOutputDataType(size_t i, ge::DataType type) {
    if (i >= outputs_.size()) return ge::GRAPH_FAILED;
    outputs_[i] = type;
    return ge::GRAPH_SUCCESS;
  }
  ge::DataType GetOutputDataType(size_t i) const {
    return i < outputs_.size() ? outputs_[i] : ge::DT_UNDEFINED;
  }

 private:
  OperatorView view_;
  std::vector<ge::DataType> outputs_;
};

}  // namespace gert

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_
