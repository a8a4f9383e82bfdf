#include "runtime/graph/quoted.h"

#include "absl/strings/str_cat.h"
#include "runtime/base/format.h"

namespace openaclnn::graph {

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      absl::StrAppend(&quoted, "\\", std::string_view(&c, 1));
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += Format("\\u%04x", static_cast<int>(c));
    } else {
      quoted.push_back(c);
    }
  }
  return quoted + "\"";
}

}  // namespace openaclnn::graph
