#include "testing/replay.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "runtime/tensor/dtype.h"
#include "testing/bundle.h"
#include "testing/operands.h"
#include "testing/safetensors.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

std::string TextOf(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// What a run made of the element, and in which configurations.
using Seen = std::map<std::string, std::vector<std::string>>;

class ElementReport {
 public:
  ElementReport(const Bundle& bundle, const std::string& values, const std::string& output,
                const std::vector<OracleCall>& calls)
      : bundle_(bundle), values_(values), output_(output), calls_(calls) {}

  const StoredTensor* Find(absl::string_view part, absl::string_view name) const {
    const auto found = bundle_.tensors.find(absl::StrCat(values_, "/", part, "/", name));
    return found == bundle_.tensors.end() ? nullptr : &found->second;
  }

  // The element that was furthest off when the case failed; 0 if nothing was got then.
  int64_t Worst(aclDataType dtype) const {
    const StoredTensor* got = Find("got", output_);
    const StoredTensor* truth = Find("truth", output_);
    if (got == nullptr || truth == nullptr || got->dtype != dtype || got->count() != truth->count())
      return 0;
    std::vector<double> exact(static_cast<size_t>(truth->count()));
    if (!exact.empty()) std::memcpy(exact.data(), truth->bytes.data(), truth->bytes.size());
    return std::max<int64_t>(Compare(dtype, got->bytes.data(), exact, {}).worst, 0);
  }

  std::string Describe(aclDataType dtype, int64_t place, const Seen& seen) const {
    const StoredTensor* stored = Find("truth", output_);
    double truth;
    std::memcpy(&truth, stored->bytes.data() + place * 8, 8);
    const Dims shape(stored->shape.begin(), stored->shape.end());
    std::string text = absl::StrCat(output_, ", element ", place, " of ", stored->count(), ", ",
                                    DTypeName(dtype), ", shape ", DimsToString(shape), "\n");
    std::vector<std::pair<std::string, Dims>> inputs;
    std::vector<const StoredTensor*> tensors;
    const std::string prefix = absl::StrCat(values_, "/in/");
    const bool is_moved = bundle_.cases.value("structure", "") == "moved";
    for (auto in = bundle_.tensors.lower_bound(prefix);
         !is_moved && in != bundle_.tensors.end() && in->first.starts_with(prefix); ++in) {
      inputs.emplace_back(in->first.substr(prefix.size()),
                          Dims(in->second.shape.begin(), in->second.shape.end()));
      tensors.push_back(&in->second);
    }
    std::map<std::string, double> operands;
    for (const Operand& operand : OperandsOf(inputs, shape)) {
      const StoredTensor& tensor = *tensors[operand.input];
      const char* element =
          tensor.bytes.data() +
          operand.PlaceOf(shape, place) * static_cast<int64_t>(DTypeBytes(tensor.dtype));
      operands[operand.name] = ElementValue(tensor.dtype, element);
      absl::StrAppend(
          &text, "  ", operand.name, " = ", ElementHex(tensor.dtype, element),
          absl::StrFormat(" (%.17g), %s\n", operands[operand.name], DTypeName(tensor.dtype)));
    }
    absl::StrAppend(&text,
                    absl::StrFormat("  expected, before rounding: %.17g (%a)\n", truth, truth));
    absl::StrAppend(&text, Oracle(operands));
    const double nearest = RoundTo(dtype, truth);
    if (IsFloat(dtype) && std::isfinite(nearest)) {
      // Half a ULP and a little more reaches the neighbour, also where the distance to it is half
      // as large.
      const double step = 0.505 * UlpOf(dtype, nearest);
      for (const auto& [name, value] :
           {std::pair<const char*, double>{"next below", RoundTo(dtype, nearest - step)},
            {"nearest", nearest},
            {"next above", RoundTo(dtype, nearest + step)}}) {
        absl::StrAppend(&text, "  ", name, ": ", Value(dtype, value, truth), "\n");
      }
    } else {
      absl::StrAppend(&text, "  must be: ", Value(dtype, nearest, truth), "\n");
    }
    if (const StoredTensor* got = Find("got", output_);
        got != nullptr && got->dtype == dtype && place < got->count()) {
      const double value =
          ElementValue(dtype, got->bytes.data() + place * static_cast<int64_t>(DTypeBytes(dtype)));
      absl::StrAppend(&text, "  got when it failed: ", Value(dtype, value, truth), "\n");
    }
    for (const auto& [bytes, configurations] : seen) {
      absl::StrAppend(&text, "  got now: ", Value(dtype, ElementValue(dtype, bytes.data()), truth),
                      " in ", configurations.size(), " runs:\n    ",
                      absl::StrJoin(configurations, "\n    "), "\n");
    }
    return text;
  }

 private:
  static std::string Value(aclDataType dtype, double value, double truth) {
    return absl::StrCat(ValueHex(dtype, value), absl::StrFormat(" (%.17g), error ", value),
                        UlpError(dtype, value, truth, 0), " ULP");
  }

  // Gradient, factor and product as the oracle has them, where an operand plays each part.
  std::string Oracle(const std::map<std::string, double>& operands) const {
    const auto records = bundle_.cases.find("values");
    if (records == bundle_.cases.end() || !records->is_array() || records->empty() ||
        !(*records)[0].is_object() || !(*records)[0].contains("attrs") ||
        !(*records)[0]["attrs"].is_object()) {
      return "";
    }
    const OracleCall* call = FindOracleCall(bundle_.cases, (*records)[0], calls_);
    if (call == nullptr) return "";
    std::map<std::string, double> parts = call->NumbersOf((*records)[0]);
    parts["gradient"] = 1;
    for (const auto& [name, roles] : call->parts) {
      for (size_t i = 0; i < roles.size(); ++i) {
        const char* const half = roles.size() == 1 ? ""
                                 : i == 0          ? " (first half)"
                                                   : " (second half)";
        if (const auto operand = operands.find(absl::StrCat(name, half)); operand != operands.end())
          parts[roles[i]] = operand->second;
      }
    }
    const std::optional<double> factor = call->Evaluate(parts, "unit");
    if (!factor) return "";
    std::vector<std::string> known;
    for (const std::string& name : OperandsOf(*call->oracle))
      known.push_back(absl::StrFormat("%s = %.17g", name, parts[name]));
    return absl::StrFormat("  oracle (MPFR): %s(%s) = %.17g, times %.17g = %.17g\n",
                           NameOf(*call->oracle), absl::StrJoin(known, ", "), *factor,
                           parts["gradient"], *call->Evaluate(parts, "output"));
  }

  const Bundle& bundle_;
  const std::string values_, output_;
  const std::vector<OracleCall>& calls_;
};

}  // namespace

int RunReplay(const ReplayOptions& options, const Implementation& implementation,
              absl::FunctionRef<void(absl::string_view)> print) {
  std::ifstream stream(options.file, std::ios::binary);
  std::stringstream bytes;
  bytes << stream.rdbuf();
  const absl::StatusOr<SafeTensors> file = SafeTensors::Parse(bytes.view());
  const absl::StatusOr<Bundle> bundle = file.ok() ? ReadBundle(*file) : file.status();
  if (!stream || !bundle.ok()) {
    print(absl::StrCat("ERROR: ", options.file, ": ",
                       stream ? bundle.status().message() : "cannot be read", "\n"));
    return 2;
  }
  const Json& failure = bundle->failure;
  ConformanceOptions run;
  run.binary = TextOf(failure, "binary");
  run.backend = options.backend.empty() ? TextOf(failure, "backend") : options.backend;
  run.mode = options.mode.empty() ? TextOf(failure, "mode") : options.mode;
  run.selection.product = options.product.empty() ? TextOf(failure, "product") : options.product;
  run.target = options.target;
  run.threads = options.threads;
  // A backend with other modes than the one that failed runs in its own.
  if (options.mode.empty() && run.backend != TextOf(failure, "backend")) run.mode.clear();
  const absl::StatusOr<ConformanceSuite> suite =
      ConformanceSuite::OpenBundle(bytes.str(), options.file, run.selection);
  if (!suite.ok()) {
    print(absl::StrCat("ERROR: ", suite.status().message(), "\n"));
    return 2;
  }
  if (suite->file().cases.empty()) {
    print(absl::StrCat("ERROR: the case does not run on product '", run.selection.product, "'\n"));
    return 2;
  }
  const Case& test = suite->file().cases.front();
  print(absl::StrCat("case ", test.id, "\nit failed with product=", TextOf(failure, "product"),
                     " backend=", TextOf(failure, "backend"), " mode=", TextOf(failure, "mode"),
                     ": ", TextOf(failure, "what"), "\n"));
  for (const ArgCase& arg : test.args) {
    if (!arg.has_tensor() || arg.same_as >= 0) continue;
    const TensorView& view = arg.tensor.view;
    print(absl::StrCat("  ", arg.name, ": ", DTypeName(view.dtype), DimsToString(view.shape),
                       ", strides ", DimsToString(view.strides), ", offset ", view.offset,
                       arg.outputs.empty() || arg.inputs.empty() ? "" : ", written in place",
                       "\n"));
  }
  const auto written = std::find_if(test.args.begin(), test.args.end(),
                                    [](const ArgCase& arg) { return !arg.outputs.empty(); });
  Seen seen;
  std::optional<ElementReport> report;
  aclDataType dtype = ACL_DT_UNDEFINED;
  int64_t place = options.element;
  if (test.kind == Case::Kind::kPositive && written != test.args.end()) {
    const std::string output = written->outputs[0];
    report.emplace(*bundle, test.values, output, options.calls);
    dtype = written->tensor.view.dtype;
    const StoredTensor* truth = report->Find("truth", output);
    if (place < 0) place = report->Worst(dtype);
    if (truth == nullptr || truth->dtype != ACL_DOUBLE ||
        (truth->count() > 0 && place >= truth->count())) {
      print(absl::StrCat("ERROR: there is no element ", place, " of ", output, ", which has ",
                         truth == nullptr ? 0 : truth->count(), "\n"));
      return 2;
    }
    if (truth->count() == 0) report.reset();
    run.observe = [&, output](const std::string& configuration, const Output& got) {
      const size_t size = DTypeBytes(got.dtype), begin = static_cast<size_t>(place) * size;
      if (got.name != output || begin + size > got.elements.size()) return;
      seen[std::string(got.elements.data() + begin, size)].push_back(configuration);
    };
  }
  std::string run_text;
  const ConformanceCounts counts = suite->Run(
      run, implementation, [&](absl::string_view text) { absl::StrAppend(&run_text, text); });
  if (report.has_value()) print(report->Describe(dtype, place, seen));
  print(run_text);
  return counts.ok ? 0 : 1;
}

}  // namespace openaclnn::testing
