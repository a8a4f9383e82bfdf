// For tests: messages of the simulator without the place in the kernel's source, whose lines move.
#ifndef OPENACLNN_RUNTIME_AICORE_WITHOUT_PLACE_H_
#define OPENACLNN_RUNTIME_AICORE_WITHOUT_PLACE_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace openaclnn::aicore {

// The message of the status without " [file.cc:12]" at its end and " at file.cc:12" in it.
inline std::string WithoutPlace(const absl::Status& status, absl::string_view file) {
  std::string message(status.message());
  const auto remove = [&](absl::string_view before, absl::string_view after) {
    const std::string place = absl::StrCat(before, file, ":");
    const size_t begin = message.rfind(place);
    if (begin == std::string::npos) return;
    const size_t end = message.find_first_not_of("0123456789", begin + place.size());
    message.erase(begin, std::min(message.size(), end) + after.size() - begin);
  };
  remove(" [", "]");
  remove(" at ", "");
  return message;
}

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_WITHOUT_PLACE_H_
