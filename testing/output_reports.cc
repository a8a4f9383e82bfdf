#include "testing/output_reports.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runtime/tensor/shape.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

// --- reports ---
std::string Coordinates(absl::Span<const int64_t> shape, int64_t place) {
  Dims index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    index[dim] = place % shape[dim];
    place /= shape[dim];
  }
  return DimsToString(index);
}

// Where in the work of a vector loop an element lies, for vectors of up to 16 elements (64 bytes
// of float32).
std::string Position(const Output& output, int64_t place) {
  const int64_t count = ElementCount(output.shape).value_or(0), remainder = count % 16;
  return absl::StrCat("element ", place, " of ", count,
                      place >= count - remainder ? absl::StrCat(", in the remainder of ", remainder)
                                                 : ", in whole vectors");
}

std::string Number(aclDataType dtype, const void* element) {
  return absl::StrCat(ElementHex(dtype, element),
                      absl::StrFormat(" (%.9g)", ElementValue(dtype, element)));
}

}  // namespace

std::vector<OutputReports::OperandData> OutputReports::Operands(
    const Case& test, absl::Span<const int64_t> output_shape) const {
  if (file_.is_moved) return {};
  std::vector<std::pair<std::string, Dims>> inputs;
  std::vector<const StoredTensor*> tensors;
  for (const ArgCase& arg : test.args) {
    for (const std::string& name : arg.inputs) {
      const StoredTensor* golden = golden_->Find(absl::StrCat(test.values, "/in/", name));
      if (golden == nullptr) continue;
      inputs.emplace_back(name, Dims(golden->shape.begin(), golden->shape.end()));
      tensors.push_back(golden);
    }
  }
  std::vector<OperandData> data;
  for (Operand& operand : OperandsOf(inputs, output_shape)) {
    const StoredTensor* tensor = tensors[operand.input];
    data.push_back({std::move(operand), tensor});
  }
  return data;
}

std::string OutputReports::Inputs(const Case& test, const Output& output, int64_t place) const {
  std::vector<std::string> words;
  for (const OperandData& data : Operands(test, output.shape)) {
    words.push_back(absl::StrCat(data.operand.name, " = ",
                                 Number(data.tensor->dtype, data.At(output.shape, place))));
  }
  return words.empty() ? "" : absl::StrCat("; inputs: ", absl::StrJoin(words, ", "));
}

Json OutputReports::WorstElement(const Case& test, const Output& output, int64_t place,
                                 const Truth& truths, double truth_ulp) const {
  const char* element = output.elements.data() + place * DTypeBytes(output.dtype);
  const double truth = truths.high[static_cast<size_t>(place)];
  const double error =
      UlpErrorOfElement(output.dtype, element, truth, truths.LowAt(place), truth_ulp);
  Json inputs = Json::object();
  for (const OperandData& data : Operands(test, output.shape)) {
    inputs[data.operand.name] = Number(data.tensor->dtype, data.At(output.shape, place));
  }
  return {{"element", place},
          {"at", Coordinates(output.shape, place)},
          {"got", Number(output.dtype, element)},
          {"want", absl::StrCat(ValueHex(output.dtype, RoundTo(output.dtype, truth)),
                                absl::StrFormat(" (%.17g)", truth))},
          {"ulp", std::isfinite(error) ? Json(error) : Json()},
          {"inputs", std::move(inputs)}};
}

void OutputReports::AddProfiles(ErrorProfiles& profiles, const Case& test, const std::string& name,
                                aclDataType dtype, absl::Span<const int64_t> shape, const char* got,
                                const Truth& truth, double truth_ulp) const {
  if (!IsFloat(dtype)) return;
  for (const OperandData& data : Operands(test, shape)) {
    ErrorProfile& profile =
        profiles[{test.function, name, std::string(DTypeName(dtype)), data.operand.name}];
    for (int64_t i = 0; i < static_cast<int64_t>(truth.high.size()); ++i) {
      const char* element = got + i * static_cast<int64_t>(DTypeBytes(dtype));
      const double error = UlpErrorOfElement(dtype, element, truth.high[static_cast<size_t>(i)],
                                             truth.LowAt(i), truth_ulp);
      AddToProfile(profile, ElementValue(data.tensor->dtype, data.At(shape, i)), error);
    }
  }
}

std::string OutputReports::DescribeElement(const Case& test, const Output& output, int64_t place,
                                           const Truth& truths, double truth_ulp) const {
  const size_t bytes = DTypeBytes(output.dtype), at = static_cast<size_t>(place) * bytes;
  const char* element = output.elements.data() + at;
  const double truth = truths.high[static_cast<size_t>(place)];
  const bool is_untouched =
      !output.before.empty() && std::memcmp(element, output.before.data() + at, bytes) == 0;
  return absl::StrCat(
      output.name, Coordinates(output.shape, place), " (", Position(output, place), "): got ",
      Number(output.dtype, element), is_untouched ? " as before the run: not written" : "",
      ", want ", ValueHex(output.dtype, RoundTo(output.dtype, truth)),
      absl::StrFormat(" (%.17g)", truth), ", error ",
      UlpErrorOfElement(output.dtype, element, truth, truths.LowAt(place), truth_ulp), " ULP",
      Inputs(test, output, place));
}

std::string OutputReports::DescribeDifference(const Case& test, const Output& output,
                                              const FirstResult& other, int64_t place) const {
  const size_t bytes = DTypeBytes(output.dtype);
  return absl::StrCat("other bits than in the first run of the same values:\n  ", output.name,
                      Coordinates(output.shape, place), " (", Position(output, place), "): got ",
                      Number(output.dtype, output.elements.data() + place * bytes), ", before ",
                      Number(output.dtype, other.elements.data() + place * bytes),
                      Inputs(test, output, place), "\n  first run: ", other.made_by);
}

}  // namespace openaclnn::testing
