// AscendString, shapes, descriptions and tensors of ge::.
#include "graph/types.h"

#include <cstring>
#include <utility>

#include "graph/ascend_string.h"
#include "graph/tensor.h"
#include "runtime/tensor/dtype.h"

namespace ge {

AscendString::AscendString(const char* text)
    : text_(text == nullptr ? nullptr : std::make_shared<std::string>(text)) {}
AscendString::AscendString(const char* text, size_t length)
    : text_(text == nullptr ? nullptr : std::make_shared<std::string>(text, length)) {}

const char* AscendString::GetString() const { return text_ == nullptr ? "" : text_->c_str(); }
size_t AscendString::GetLength() const { return text_ == nullptr ? 0 : text_->size(); }
size_t AscendString::Find(const AscendString& part) const {
  return std::string(GetString(), GetLength()).find(part.GetString(), 0, part.GetLength());
}

bool AscendString::operator<(const AscendString& other) const {
  return std::string_view(GetString(), GetLength()) <
         std::string_view(other.GetString(), other.GetLength());
}
bool AscendString::operator>(const AscendString& other) const { return other < *this; }
bool AscendString::operator<=(const AscendString& other) const { return !(other < *this); }
bool AscendString::operator>=(const AscendString& other) const { return !(*this < other); }
bool AscendString::operator==(const AscendString& other) const {
  return !(*this < other) && !(other < *this);
}
bool AscendString::operator!=(const AscendString& other) const { return !(*this == other); }

int GetSizeByDataType(DataType data_type) {
  const size_t bytes = openaclnn::DTypeBytes(static_cast<aclDataType>(data_type));
  return bytes == 0 ? -1 : static_cast<int>(bytes);
}

Shape::Shape(const std::vector<int64_t>& dims) : dims_(dims) {}

size_t Shape::GetDimNum() const {
  return dims_.size() == 1 && dims_[0] == UNKNOWN_DIM_NUM ? 0 : dims_.size();
}
int64_t Shape::GetDim(size_t index) const { return index < dims_.size() ? dims_[index] : 0; }
graphStatus Shape::SetDim(size_t index, int64_t value) {
  if (index >= dims_.size()) return GRAPH_FAILED;
  dims_[index] = value;
  return GRAPH_SUCCESS;
}
std::vector<int64_t> Shape::GetDims() const { return dims_; }
int64_t Shape::GetShapeSize() const {
  int64_t count = 1;
  for (int64_t dim : dims_) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return -1;
  }
  return count;
}

TensorDesc::TensorDesc(Shape shape, Format format, DataType data_type)
    : shape_(std::move(shape)), format_(format), origin_format_(format), data_type_(data_type) {
  origin_shape_ = shape_;
}

void TensorDesc::Update(const Shape& shape, Format format, DataType data_type) {
  shape_ = shape;
  format_ = format;
  data_type_ = data_type;
}
Shape TensorDesc::GetShape() const { return shape_; }
void TensorDesc::SetShape(const Shape& shape) { shape_ = shape; }
Shape TensorDesc::GetOriginShape() const { return origin_shape_; }
void TensorDesc::SetOriginShape(const Shape& shape) { origin_shape_ = shape; }
Format TensorDesc::GetFormat() const { return format_; }
void TensorDesc::SetFormat(Format format) { format_ = format; }
Format TensorDesc::GetOriginFormat() const { return origin_format_; }
void TensorDesc::SetOriginFormat(Format format) { origin_format_ = format; }
DataType TensorDesc::GetDataType() const { return data_type_; }
void TensorDesc::SetDataType(DataType data_type) { data_type_ = data_type; }
graphStatus TensorDesc::GetName(AscendString& name) const {
  name = name_;
  return GRAPH_SUCCESS;
}
void TensorDesc::SetName(const char* name) { name_ = name; }
Placement TensorDesc::GetPlacement() const { return placement_; }
void TensorDesc::SetPlacement(Placement placement) { placement_ = placement; }
int64_t TensorDesc::GetRealDimCnt() const { return real_dim_count_; }
void TensorDesc::SetRealDimCnt(int64_t count) { real_dim_count_ = count; }
int64_t TensorDesc::GetSize() const { return size_; }
void TensorDesc::SetSize(int64_t size) { size_ = size; }

struct Tensor::Impl {
  TensorDesc desc;
  std::shared_ptr<uint8_t> data;
  size_t size = 0;
};

Tensor::Tensor() : impl_(std::make_shared<Impl>()) {}
Tensor::Tensor(const TensorDesc& desc) : Tensor() { impl_->desc = desc; }
Tensor::Tensor(const TensorDesc& desc, const std::vector<uint8_t>& data)
    : Tensor(desc, data.data(), data.size()) {}
Tensor::Tensor(const TensorDesc& desc, const uint8_t* data, size_t size) : Tensor(desc) {
  (void)SetData(data, size);
}

TensorDesc Tensor::GetTensorDesc() const { return impl_->desc; }
graphStatus Tensor::SetTensorDesc(const TensorDesc& desc) {
  impl_->desc = desc;
  return GRAPH_SUCCESS;
}
DataType Tensor::GetDataType() const { return impl_->desc.GetDataType(); }
graphStatus Tensor::SetDataType(DataType data_type) {
  impl_->desc.SetDataType(data_type);
  return GRAPH_SUCCESS;
}
Format Tensor::GetFormat() const { return impl_->desc.GetFormat(); }
graphStatus Tensor::SetFormat(Format format) {
  impl_->desc.SetFormat(format);
  return GRAPH_SUCCESS;
}
Placement Tensor::GetPlacement() const { return impl_->desc.GetPlacement(); }
graphStatus Tensor::SetPlacement(Placement placement) {
  impl_->desc.SetPlacement(placement);
  return GRAPH_SUCCESS;
}

const uint8_t* Tensor::GetData() const { return impl_->data.get(); }
uint8_t* Tensor::GetData() { return impl_->data.get(); }
size_t Tensor::GetSize() const { return impl_->size; }

graphStatus Tensor::SetData(const std::vector<uint8_t>& data) {
  return SetData(data.data(), data.size());
}
graphStatus Tensor::SetData(const uint8_t* data, size_t size) {
  if (data == nullptr && size > 0) return GRAPH_PARAM_INVALID;
  // Aligned for every type of element.
  std::shared_ptr<uint8_t> copy(static_cast<uint8_t*>(::operator new(size)),
                                [](uint8_t* bytes) { ::operator delete(bytes); });
  if (size > 0) std::memcpy(copy.get(), data, size);
  impl_->data = std::move(copy);
  impl_->size = size;
  return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(uint8_t* data, size_t size, const DeleteFunc& deleter) {
  if (data == nullptr && size > 0) return GRAPH_PARAM_INVALID;
  impl_->data = std::shared_ptr<uint8_t>(data, [deleter](uint8_t* bytes) {
    if (deleter && bytes != nullptr) deleter(bytes);
  });
  impl_->size = size;
  return GRAPH_SUCCESS;
}

graphStatus Tensor::IsValid() const {
  const int64_t count = impl_->desc.GetShape().GetShapeSize();
  const int bytes = GetSizeByDataType(impl_->desc.GetDataType());
  int64_t wanted = 0;
  const bool fits = count >= 0 && bytes > 0 && !__builtin_mul_overflow(count, bytes, &wanted) &&
                    static_cast<size_t>(wanted) == impl_->size;
  return fits ? GRAPH_SUCCESS : GRAPH_FAILED;
}

Tensor Tensor::Clone() const {
  if (impl_->data == nullptr) return Tensor(impl_->desc);
  return Tensor(impl_->desc, impl_->data.get(), impl_->size);
}

}  // namespace ge
