// Text with numbers in it.
#ifndef OPENACLNN_RUNTIME_BASE_FORMAT_H_
#define OPENACLNN_RUNTIME_BASE_FORMAT_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_format.h"

namespace openaclnn {

// As absl::StrFormat, which would end the process where it gets no memory, because it asks for some
// in a destructor. This throws std::bad_alloc.
template <typename... Args>
std::string Format(const absl::FormatSpec<Args...>& format, const Args&... args) {
  char text[1024];
  const auto length =
      static_cast<size_t>(std::max(absl::SNPrintF(text, sizeof(text), format, args...), 0));
  if (length < sizeof(text)) return std::string(text, length);
  std::string all(length + 1, '\0');
  (void)absl::SNPrintF(all.data(), all.size(), format, args...);
  all.resize(length);
  return all;
}

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_BASE_FORMAT_H_
