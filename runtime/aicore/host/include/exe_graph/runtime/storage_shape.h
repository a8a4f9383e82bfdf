// Shapes, as the host side of an operator sees them.
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace gert {

class Shape {
 public:
  static constexpr size_t kMaxDimNum = 25;

  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) {
    for (const int64_t dim : dims) AppendDim(dim);
  }

  size_t GetDimNum() const { return count_; }
  void SetDimNum(size_t count) { count_ = count < kMaxDimNum ? count : kMaxDimNum; }
  // 0 beyond the last.
  int64_t GetDim(size_t index) const { return index < count_ ? dims_[index] : 0; }
  int64_t operator[](size_t index) const { return GetDim(index); }
  void SetDim(size_t index, int64_t dim) {
    if (index < kMaxDimNum) dims_[index] = dim;
  }
  Shape& AppendDim(int64_t dim) {
    if (count_ < kMaxDimNum) dims_[count_++] = dim;
    return *this;
  }
  bool IsScalar() const { return count_ == 0; }
  // Elements.
  int64_t GetShapeSize() const {
    int64_t size = 1;
    for (size_t i = 0; i < count_; ++i) size *= dims_[i];
    return size;
  }
  bool operator==(const Shape& other) const {
    if (count_ != other.count_) return false;
    for (size_t i = 0; i < count_; ++i) {
      if (dims_[i] != other.dims_[i]) return false;
    }
    return true;
  }

 private:
  std::array<int64_t, kMaxDimNum> dims_ = {};
  size_t count_ = 0;
};

// Here tensors are of format ND, so both shapes are the same.
class StorageShape {
 public:
  StorageShape() = default;
  explicit StorageShape(const Shape& shape) : shape_(shape) {}
  const Shape& GetOriginShape() const { return shape_; }
  const Shape& GetStorageShape() const { return shape_; }

 private:
  Shape shape_;
};

}  // namespace gert

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_
