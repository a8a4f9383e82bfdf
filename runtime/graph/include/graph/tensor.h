// Shapes, descriptions of tensors, and tensors with their data.
#ifndef OPENACLNN_GRAPH_TENSOR_H_
#define OPENACLNN_GRAPH_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace ge {

class Shape {
 public:
  Shape() = default;  // no dimensions: one element
  explicit Shape(const std::vector<int64_t>& dims);

  size_t GetDimNum() const;            // 0 also if the rank is unknown
  int64_t GetDim(size_t index) const;  // 0 if there is no such dimension
  graphStatus SetDim(size_t index, int64_t value);
  std::vector<int64_t> GetDims() const;
  // How many elements; 1 without dimensions, -1 if an extent is unknown.
  int64_t GetShapeSize() const;

 private:
  std::vector<int64_t> dims_;
};

class TensorDesc {
 public:
  TensorDesc() = default;
  explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType data_type = DT_FLOAT);

  void Update(const Shape& shape, Format format = FORMAT_ND, DataType data_type = DT_FLOAT);
  Shape GetShape() const;
  void SetShape(const Shape& shape);
  Shape GetOriginShape() const;
  void SetOriginShape(const Shape& shape);
  Format GetFormat() const;
  void SetFormat(Format format);
  Format GetOriginFormat() const;
  void SetOriginFormat(Format format);
  DataType GetDataType() const;
  void SetDataType(DataType data_type);
  graphStatus GetName(AscendString& name) const;
  void SetName(const char* name);
  Placement GetPlacement() const;
  void SetPlacement(Placement placement);
  int64_t GetRealDimCnt() const;
  void SetRealDimCnt(int64_t count);
  int64_t GetSize() const;
  void SetSize(int64_t size);

 private:
  Shape shape_;
  Shape origin_shape_;
  Format format_ = FORMAT_ND;
  Format origin_format_ = FORMAT_ND;
  DataType data_type_ = DT_FLOAT;
  Placement placement_ = kPlacementHost;
  int64_t real_dim_count_ = 0;
  int64_t size_ = 0;
  AscendString name_;
};

// A copy has the same data; Clone() makes its own.
class Tensor {
 public:
  using DeleteFunc = std::function<void(uint8_t*)>;

  Tensor();
  explicit Tensor(const TensorDesc& desc);
  Tensor(const TensorDesc& desc, const std::vector<uint8_t>& data);
  Tensor(const TensorDesc& desc, const uint8_t* data, size_t size);  // copies the data

  TensorDesc GetTensorDesc() const;
  graphStatus SetTensorDesc(const TensorDesc& desc);
  DataType GetDataType() const;
  graphStatus SetDataType(DataType data_type);
  Format GetFormat() const;
  graphStatus SetFormat(Format format);
  Placement GetPlacement() const;
  graphStatus SetPlacement(Placement placement);

  const uint8_t* GetData() const;
  uint8_t* GetData();
  size_t GetSize() const;  // bytes
  graphStatus SetData(const std::vector<uint8_t>& data);
  graphStatus SetData(const uint8_t* data, size_t size);  // copies the data
  // Takes the memory, for which `deleter` (may be null) is called when the last copy goes.
  graphStatus SetData(uint8_t* data, size_t size, const DeleteFunc& deleter);

  // Whether there are as many bytes as shape and type say.
  graphStatus IsValid() const;
  Tensor Clone() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace ge

#endif  // OPENACLNN_GRAPH_TENSOR_H_
