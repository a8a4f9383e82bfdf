// The safetensors file format, as far as golden data need it: an 8-byte little-endian length, a
// JSON header that names each tensor's type, shape and place, then the data. docs/golden_format.md.
#ifndef OPENACLNN_TESTING_SAFETENSORS_H_
#define OPENACLNN_TESTING_SAFETENSORS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"

namespace openaclnn::testing {

// A tensor in row-major order. `bytes` belongs to whoever made the view.
struct StoredTensor {
  aclDataType dtype = ACL_DT_UNDEFINED;
  std::vector<int64_t> shape;
  std::string_view bytes;

  int64_t count() const;
};

class SafeTensors {
 public:
  // Maps the file; nothing but the header is read before it is needed. NotFoundError, or
  // InvalidArgumentError naming file and fault.
  static absl::StatusOr<SafeTensors> Open(const std::string& path);

  // The same from memory, which must outlive the result. Never reads outside `file`, whatever it
  // contains.
  static absl::StatusOr<SafeTensors> Parse(std::string_view file);

  SafeTensors(SafeTensors&& other) noexcept;
  SafeTensors& operator=(SafeTensors&& other) noexcept;
  SafeTensors(const SafeTensors&) = delete;
  SafeTensors& operator=(const SafeTensors&) = delete;
  ~SafeTensors();

  // nullptr if there is none of that name.
  const StoredTensor* Find(std::string_view name) const;

  const std::map<std::string, StoredTensor, std::less<>>& tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  SafeTensors() = default;

  std::map<std::string, StoredTensor, std::less<>> tensors_;
  std::map<std::string, std::string> metadata_;
  void* mapping_ = nullptr;
  size_t mapped_bytes_ = 0;
};

// The bytes of a file with these tensors and this metadata. Types without a name in the format (see
// the .cc) are an InvalidArgumentError, as is a tensor whose bytes do not fit its shape.
absl::StatusOr<std::string> WriteSafeTensors(
    const std::map<std::string, StoredTensor, std::less<>>& tensors,
    const std::map<std::string, std::string>& metadata);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_SAFETENSORS_H_
