// Extents or strides of a tensor.
#ifndef OPENACLNN_RUNTIME_TENSOR_DIMS_H_
#define OPENACLNN_RUNTIME_TENSOR_DIMS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iterator>

namespace openaclnn {

// The vendor's fixed vector holds this many; a tensor with more cannot be created.
inline constexpr size_t kMaxDims = 25;

// Up to kMaxDims numbers, outermost dimension first; more end the program. Never on the heap: a
// call makes and throws away dozens of these, so a copy is a few instructions, and the end of one
// none (std::inplace_vector of C++26 would do, absl::InlinedVector takes more of both).
class Dims {
 public:
  using value_type = int64_t;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = int64_t&;
  using const_reference = const int64_t&;
  using iterator = int64_t*;
  using const_iterator = const int64_t*;

  Dims() : size_(0) {}
  explicit Dims(size_t size, int64_t value = 0) : size_(Checked(size)) {
    std::fill_n(values_, size_, value);
  }
  Dims(std::initializer_list<int64_t> values) : Dims(values.begin(), values.end()) {}
  template <std::forward_iterator Iterator>
  Dims(Iterator first, Iterator last)
      : size_(Checked(static_cast<size_t>(std::distance(first, last)))) {
    std::copy(first, last, values_);
  }
  Dims(const Dims& other) { Copy(other); }
  Dims& operator=(const Dims& other) {
    Copy(other);
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t* data() { return values_; }
  const int64_t* data() const { return values_; }
  int64_t* begin() { return values_; }
  const int64_t* begin() const { return values_; }
  int64_t* end() { return values_ + size_; }
  const int64_t* end() const { return values_ + size_; }
  int64_t& operator[](size_t i) { return values_[i]; }
  int64_t operator[](size_t i) const { return values_[i]; }
  int64_t& front() { return values_[0]; }
  int64_t front() const { return values_[0]; }
  int64_t& back() { return values_[size_ - 1]; }
  int64_t back() const { return values_[size_ - 1]; }

  void assign(size_t size, int64_t value) {
    size_ = Checked(size);
    std::fill_n(values_, size, value);
  }
  void push_back(int64_t value) {
    const size_t at = size_;
    size_ = Checked(at + 1);
    values_[at] = value;
  }
  void erase(int64_t* at) { erase(at, at + 1); }
  void erase(int64_t* first, int64_t* last) {
    if (first != last) size_ = static_cast<size_t>(std::copy(last, end(), first) - values_);
  }

  // A loop, since there are so few of them that calling memcmp takes longer.
  friend bool operator==(const Dims& a, const Dims& b) {
    bool same = a.size_ == b.size_;
    for (size_t i = 0; same && i < a.size_; ++i) same = a.values_[i] == b.values_[i];
    return same;
  }

 private:
  // A copy of fixed size needs no loop; few tensors have more dimensions.
  static constexpr size_t kUsual = 8;

  static size_t Checked(size_t size) {
    if (size > kMaxDims) std::abort();
    return size;
  }
  void Copy(const Dims& other) {
    size_ = other.size_;
    std::memmove(values_, other.values_, kUsual * sizeof(int64_t));
    if (size_ > kUsual)
      std::memmove(values_ + kUsual, other.values_ + kUsual, (size_ - kUsual) * sizeof(int64_t));
  }

  size_t size_;
  int64_t values_[kMaxDims];
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_DIMS_H_
