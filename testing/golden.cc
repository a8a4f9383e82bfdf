#include "testing/golden.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/tensor/dtype.h"
#include "testing/bounds.h"
#include "testing/verdicts.h"

namespace openaclnn::testing {
namespace {

std::vector<double> DoublesOf(const StoredTensor& tensor) {
  std::vector<double> values(static_cast<size_t>(tensor.count()));
  if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

}  // namespace

Truth ReadTruth(const SafeTensors& golden, const StoredTensor& stored, const std::string& values,
                const std::string& output) {
  Truth truth = {DoublesOf(stored), {}};
  const StoredTensor* low = golden.Find(absl::StrCat(values, "/truth_low/", output));
  if (low != nullptr && low->dtype == ACL_DOUBLE && low->shape == stored.shape)
    truth.low = DoublesOf(*low);
  return truth;
}

absl::Status OpenGolden(const ConformanceOptions& options, const CaseFile& file,
                        std::optional<SafeTensors>& golden, nlohmann::json& manifest) {
  const bool needed = std::any_of(file.cases.begin(), file.cases.end(), [](const Case& test) {
    return test.kind == Case::Kind::kPositive;
  });
  if (!needed) return absl::OkStatus();
  absl::StatusOr<SafeTensors> opened = SafeTensors::Open(options.golden);
  const std::string remedy = absl::StrCat("; run: tools/golden/update ", file.op);
  if (!opened.ok())
    return absl::FailedPreconditionError(absl::StrCat(opened.status().message(), remedy));
  golden.emplace(*std::move(opened));
  const std::filesystem::path path =
      std::filesystem::path(options.golden).replace_filename("MANIFEST.json");
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  manifest = nlohmann::json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!manifest.is_object())
    return absl::FailedPreconditionError(absl::StrCat(path.string(), " cannot be read", remedy));
  if (const auto digest = manifest.find("spec_sha256");
      digest == manifest.end() || *digest != file.spec_sha256) {
    return absl::FailedPreconditionError(
        absl::StrCat("the golden data were made from another spec than the cases", remedy));
  }
  return absl::OkStatus();
}

std::map<std::string, std::string> FindMistrusted(const CaseFile& file, const SafeTensors& golden) {
  std::map<std::string, std::string> found;
  if (file.is_filled) return found;
  std::set<std::string> seen;
  for (const Case& test : file.cases) {
    for (const ArgCase& arg : test.args) {
      if (test.kind != Case::Kind::kPositive || arg.outputs.empty()) continue;
      const std::string key = absl::StrCat(test.values, "/", arg.outputs[0]);
      const StoredTensor* truth = golden.Find(absl::StrCat(test.values, "/truth/", arg.outputs[0]));
      if (truth == nullptr || truth->dtype != ACL_DOUBLE || !seen.insert(key).second) continue;
      // Of bool inputs there may be two results only.
      const auto is_bool = [](const ArgCase& input) {
        return !input.inputs.empty() && input.tensor.view.dtype == ACL_BOOL;
      };
      // A number and bools may have one result only: none is greater than 1.
      const auto is_input = [](const ArgCase& input) { return !input.inputs.empty(); };
      const auto is_number = [](const ArgCase& input) {
        return input.kind == ArgCase::Kind::kScalar;
      };
      if (std::any_of(test.args.begin(), test.args.end(), is_number) &&
          std::any_of(test.args.begin(), test.args.end(), is_bool) &&
          std::count_if(test.args.begin(), test.args.end(), is_input) == 1) {
        continue;
      }
      aclDataType dtype = arg.tensor.view.dtype;
      const bool few_values = file.few_values || dtype == ACL_BOOL ||
                              std::any_of(test.args.begin(), test.args.end(), is_bool);
      // Of 64-bit integers the low parts tell numbers apart whose high parts are equal.
      std::vector<double> values = DoublesOf(*truth);
      const std::vector<double> low = ReadTruth(golden, *truth, test.values, arg.outputs[0]).low;
      if (!IsFloat(dtype) && !low.empty()) {
        dtype = ACL_DOUBLE;
        for (size_t i = 0; i < low.size(); ++i)
          if (low[i] != 0) values[i] = low[i];
      }
      if (std::string why = WhyMistrusted(dtype, values, few_values); !why.empty())
        found[key] = std::move(why);
    }
  }
  return found;
}

absl::StatusOr<Tolerance> ToleranceOf(const BoundsKey& key, const CaseFile& file,
                                      const SafeTensors& golden, const nlohmann::json& manifest,
                                      const std::string& values, const Output& output) {
  Tolerance tolerance;
  if (IsFloat(output.dtype)) {
    const std::string dtype(DTypeName(output.dtype));
    const auto find =
        [&](const auto& table) -> decltype(&table.begin()->second.begin()->second.begin()->second) {
      const auto backend = table.find(key.backend);
      if (backend == table.end()) return nullptr;
      // Results from elsewhere have no mode.
      const auto mode =
          key.mode.has_value() ? backend->second.find(*key.mode) : backend->second.begin();
      if (mode == backend->second.end()) return nullptr;
      const auto bound = mode->second.find(dtype);
      return bound == mode->second.end() ? nullptr : &bound->second;
    };
    if (const double* bound = find(file.accuracy); bound != nullptr) {
      tolerance.ulp = *bound;
    } else if (const std::string* formula = find(file.formulas); formula != nullptr) {
      absl::StatusOr<std::vector<double>> bounds = ElementBounds(
          *formula, output.shape, [&](const std::string& name) -> std::optional<BoundInput> {
            const StoredTensor* input = golden.Find(absl::StrCat(values, "/in/", name));
            if (input == nullptr) return std::nullopt;
            return BoundInput{input->dtype, input->shape, input->bytes.data()};
          });
      if (!bounds.ok()) return bounds.status();
      tolerance.ulps = *std::move(bounds);
    } else {
      return absl::FailedPreconditionError(absl::StrCat("no accuracy is stated for ", dtype));
    }
  }
  // at() of the JSON library would throw.
  const nlohmann::json* entry = &manifest;
  for (const std::string& name :
       {std::string("truth"), output.name, std::string(DTypeName(output.dtype)),
        std::string("max_ulp_error")}) {
    const auto found = entry->is_object() ? entry->find(name) : entry->end();
    if (found == entry->end())
      return absl::FailedPreconditionError("no error of the truth in the MANIFEST");
    entry = &*found;
  }
  if (!entry->is_number())
    return absl::FailedPreconditionError("the error of the truth in the MANIFEST is no number");
  tolerance.truth_ulp = entry->get<double>();
  return tolerance;
}

}  // namespace openaclnn::testing
