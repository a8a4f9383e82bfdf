// The reader of aclInit's JSON file. In a library of its own: it is what needs a JSON library, and
// only programs with such a file need it.
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl_base.h"
#include "nlohmann/json.hpp"
#include "runtime/base/errors.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {
namespace {

using nlohmann::json;

std::string TextOf(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Deeper values are no configuration, and code that walks them calls itself for each level.
constexpr int kMaxDepth = 16;

bool IsTooDeep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// Only the key "openaclnn" is about us; the vendor's keys may stand beside it.
int ReadConfigFile(const char* path, const std::string& text, ConfigFile* file) {
  if (IsTooDeep(text)) {
    return Fail(ACL_ERROR_PARSE_FILE,
                absl::StrCat("aclInit: ", path, " is nested too deeply; accepted are up to ",
                             kMaxDepth, " levels"));
  }
  const json whole = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (whole.is_discarded() || !whole.is_object()) {
    return Fail(ACL_ERROR_PARSE_FILE, absl::StrCat("aclInit: ", path, " is not a JSON object"));
  }
  const auto own = whole.find("openaclnn");
  if (own == whole.end()) return ACL_SUCCESS;
  const auto refuse = [path](const std::string& problem) {
    return Fail(ACL_ERROR_FILE_ATTR_INVALID, absl::StrCat("aclInit: in ", path, ", ", problem));
  };
  if (!own->is_object())
    return refuse(absl::StrCat("\"openaclnn\" is ", own->dump(), "; it must be an object"));
  for (const auto& [key, value] : own->items()) {
    if (key == "devices") {
      file->devices.emplace();
      bool texts = value.is_array();
      for (const json& name : value) {
        texts = texts && name.is_string();
        if (texts) file->devices->push_back(name.get<std::string>());
      }
      if (!texts)
        return refuse(
            absl::StrCat("\"devices\" is ", value.dump(), "; it must be a list of texts"));
    } else if (key == "impl_mode") {
      file->impl_mode = TextOf(value);
    } else if (key == "threads") {
      if (!value.is_number_integer())
        return refuse(absl::StrCat("\"threads\" is ", value.dump(), "; it must be a whole number"));
      file->threads = value.dump();
    } else {
      return refuse(
          absl::StrCat("unknown key \"", key, "\"; accepted are devices, impl_mode, threads"));
    }
  }
  file->used = own->dump();
  return ACL_SUCCESS;
}

[[maybe_unused]] const bool kRegistered = (SetConfigFileReader(&ReadConfigFile), true);

}  // namespace
}  // namespace openaclnn
