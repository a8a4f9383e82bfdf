// A string that passes between programs and the library whatever C++ library each was built with.
#ifndef OPENACLNN_GRAPH_ASCEND_STRING_H_
#define OPENACLNN_GRAPH_ASCEND_STRING_H_

#include <cstddef>
#include <memory>
#include <string>

namespace ge {

class AscendString {
 public:
  AscendString() = default;
  AscendString(const char* text);  // NOLINT: null is the empty string
  AscendString(const char* text, size_t length);

  // Never null.
  const char* GetString() const;
  size_t GetLength() const;
  size_t Find(const AscendString& part) const;  // std::string::npos: not there

  bool operator<(const AscendString& other) const;
  bool operator>(const AscendString& other) const;
  bool operator<=(const AscendString& other) const;
  bool operator>=(const AscendString& other) const;
  bool operator==(const AscendString& other) const;
  bool operator!=(const AscendString& other) const;

 private:
  std::shared_ptr<std::string> text_;  // read by the library only
};

}  // namespace ge

#endif  // OPENACLNN_GRAPH_ASCEND_STRING_H_
