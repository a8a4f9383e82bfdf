#include "testing/bundle.h"

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

std::string TextOf(const Json& object, const char* name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// A text that is not UTF-8 must not abort the process.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

absl::StatusOr<Bundle> ExtractCase(const std::string& cases, absl::string_view id,
                                   const SafeTensors* golden, const Json& manifest) {
  Bundle bundle;
  bundle.cases = Json::parse(cases, nullptr, /*allow_exceptions=*/false);
  if (!bundle.cases.is_object()) return absl::InvalidArgumentError("the cases are not valid JSON");
  Json found;
  for (Json& test : bundle.cases["cases"]) {
    if (TextOf(test, "id") == id) found = std::move(test);
  }
  if (found.is_null()) return absl::NotFoundError(absl::StrCat("there is no case ", id));
  const std::string key = TextOf(found, "values");
  Json record = Json::array();
  for (Json& values : bundle.cases["values"]) {
    if (!key.empty() && TextOf(values, "key") == key) record.push_back(std::move(values));
  }
  bundle.cases["values"] = std::move(record);
  bundle.cases["cases"] = Json::array({std::move(found)});
  // What is said of all cases together makes no sense for one.
  for (const char* other : {"deviations", "known_failures", "counts"}) bundle.cases.erase(other);
  bundle.manifest = {{"spec_sha256", bundle.cases["spec_sha256"]}, {"truth", Json::object()}};
  if (key.empty() || golden == nullptr) return bundle;
  if (const auto truth = manifest.find("truth"); truth != manifest.end())
    bundle.manifest["truth"] = *truth;
  for (const absl::string_view part : {"/in/", "/truth/", "/truth_low/"}) {
    const std::string prefix = absl::StrCat(key, part);
    for (auto tensor = golden->tensors().lower_bound(prefix);
         tensor != golden->tensors().end() && absl::StartsWith(tensor->first, prefix); ++tensor) {
      bundle.tensors.insert(*tensor);
    }
  }
  return bundle;
}

absl::StatusOr<std::string> WriteBundle(const Bundle& bundle) {
  return WriteSafeTensors(bundle.tensors, {{"cases", Dump(bundle.cases)},
                                           {"manifest", Dump(bundle.manifest)},
                                           {"failure", Dump(bundle.failure)}});
}

absl::StatusOr<Bundle> ReadBundle(const SafeTensors& file) {
  Bundle bundle;
  const std::pair<const char*, Json*> parts[] = {
      {"cases", &bundle.cases}, {"manifest", &bundle.manifest}, {"failure", &bundle.failure}};
  for (const auto& [name, part] : parts) {
    if (const auto text = file.metadata().find(name); text != file.metadata().end()) {
      *part = Json::parse(text->second, nullptr, /*allow_exceptions=*/false);
    }
    if (!part->is_object())
      return absl::InvalidArgumentError(
          absl::StrCat("the metadata have no '", name, "': this is no failed case"));
  }
  bundle.tensors = file.tensors();
  return bundle;
}

}  // namespace openaclnn::testing
