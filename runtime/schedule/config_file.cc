// The reader of aclInit's JSON file. In a library of its own: it is what needs a JSON library, and only programs with such a file need it.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl_base.h"
#include "nlohmann/json.hpp"
#include "runtime/rules/errors.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {
namespace {

using nlohmann::json;

std::string TextOf(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// Only the key "openaclnn" is about us; the vendor's keys may stand beside it.
int ReadConfigFile(const char* path, const std::string& text, ConfigFile* file) {
  const json whole = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (whole.is_discarded() || !whole.is_object()) {
    return Fail(ACL_ERROR_PARSE_FILE, absl::StrCat("aclInit: ", path, " is not a JSON object"));
  }
  const auto own = whole.find("openaclnn");
  if (own == whole.end()) return ACL_SUCCESS;
  const auto refuse = [path](const std::string& problem) {
    return Fail(ACL_ERROR_FILE_ATTR_INVALID, absl::StrCat("aclInit: in ", path, ", ", problem));
  };
  if (!own->is_object()) return refuse(absl::StrCat("\"openaclnn\" is ", own->dump(), "; it must be an object"));
  for (const auto& [key, value] : own->items()) {
    if (key == "devices") {
      file->devices.emplace();
      bool texts = value.is_array();
      for (const json& name : value) {
        texts = texts && name.is_string();
        if (texts) file->devices->push_back(name.get<std::string>());
      }
      if (!texts) return refuse(absl::StrCat("\"devices\" is ", value.dump(), "; it must be a list of texts"));
    } else if (key == "impl_mode") {
      file->impl_mode = TextOf(value);
    } else if (key == "threads") {
      if (!value.is_number_integer()) return refuse(absl::StrCat("\"threads\" is ", value.dump(), "; it must be a whole number"));
      file->threads = value.dump();
    } else {
      return refuse(absl::StrCat("unknown key \"", key, "\"; accepted are devices, impl_mode, threads"));
    }
  }
  file->used = own->dump();
  return ACL_SUCCESS;
}

[[maybe_unused]] const bool kRegistered = (SetConfigFileReader(&ReadConfigFile), true);

}  // namespace
}  // namespace openaclnn
