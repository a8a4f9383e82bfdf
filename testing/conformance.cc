#include "testing/conformance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "acl/acl.h"
#include "hwy/targets.h"
#include "nlohmann/json.hpp"
#include "runtime/rules/rules.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/arguments.h"
#include "testing/bounds.h"
#include "testing/bundle.h"
#include "testing/operands.h"
#include "testing/progress.h"
#include "testing/safetensors.h"
#include "testing/session.h"
#include "testing/ulp.h"
#include "testing/verdicts.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxPrintedFailures = 10;
// Storages that a broken argument makes impossible to allocate get this many bytes: no element of
// theirs may be touched anyway.
constexpr int64_t kFallbackBytes = 64;
constexpr int64_t kMaxStorageBytes = int64_t{1} << 26;
// With an even number of threads work is cut into chunks of so many elements: several already for
// the cases' small tensors.
constexpr int64_t kSmallChunk = 256;
// No result happens to end in so many bytes of the pattern that memory is filled with.
constexpr size_t kUnlikelyTail = 16;

// One way to run a case.
struct Configuration {
  std::string product;
  std::string mode;
  int threads = 1;
  int64_t target = 0;  // Highway's bit; 0: the best

  int64_t chunk() const { return threads % 2 == 0 ? kSmallChunk : 0; }
  std::string Name(const std::string& backend) const {
    return absl::StrCat("product=", product, " backend=", backend,
                        mode.empty() ? "" : " mode=", mode, " threads=", threads,
                        chunk() > 0 ? absl::StrCat(" chunk=", chunk()) : "",
                        target == 0 ? "" : " target=", target == 0 ? "" : hwy::TargetName(target));
  }
};

// Byte i of what fills guards and storages before a run: in most types numbers of large magnitude,
// and no NaN.
char Pattern(size_t i) { return static_cast<char>(((0xA5 ^ (i * 37)) | 0x40) & ~0x20); }

// Device memory between guard zones, remembered byte by byte.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(size_t bytes) : bytes_(bytes), expected_(bytes + 2 * kGuardBytes) {
    for (size_t i = 0; i < expected_.size(); ++i) expected_[i] = Pattern(i);
    if (aclrtMalloc(&memory_, expected_.size(), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS)
      memory_ = nullptr;
  }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer() {
    if (memory_ != nullptr) aclrtFree(memory_);
  }

  bool ok() const { return memory_ != nullptr; }
  size_t bytes() const { return bytes_; }
  void* data() const { return static_cast<char*>(memory_) + kGuardBytes; }

  // What the storage holds before the run; to be filled in before Upload().
  char* expected() { return expected_.data() + kGuardBytes; }
  void Upload() { std::memcpy(memory_, expected_.data(), expected_.size()); }
  // Fills the memory otherwise: large numbers that were negative become positive, and positive ones
  // negative.
  void Negate() {
    for (char& byte : expected_) byte = static_cast<char>(byte ^ 0x9F);
  }

  // Takes `bytes` at `offset` as they are now, because the run was meant to write them.
  void Accept(size_t offset, size_t bytes) {
    std::memcpy(expected() + offset, static_cast<const char*>(data()) + offset, bytes);
  }

  // Bytes at the end of the memory that are as they were before the run.
  size_t UntouchedTail() const {
    const char* now = static_cast<const char*>(data());
    size_t count = 0;
    while (count < bytes_ && now[bytes_ - 1 - count] == expected_[kGuardBytes + bytes_ - 1 - count])
      ++count;
    return count;
  }

  // Where memory differs from what is expected: "byte 12 before the storage" ...; empty if nowhere.
  std::string Damage() const {
    const char* now = static_cast<const char*>(memory_);
    if (std::memcmp(now, expected_.data(), expected_.size()) == 0) return "";
    const size_t at =
        std::mismatch(expected_.begin(), expected_.end(), now).first - expected_.begin();
    const std::string change =
        absl::StrFormat(" (was 0x%02x, is 0x%02x)", static_cast<uint8_t>(expected_[at]),
                        static_cast<uint8_t>(now[at]));
    if (at < kGuardBytes) return absl::StrCat(kGuardBytes - at, " bytes before the memory", change);
    if (at >= kGuardBytes + bytes_)
      return absl::StrCat(at - kGuardBytes - bytes_, " bytes behind the memory", change);
    return absl::StrCat("byte ", at - kGuardBytes, " of ", bytes_, change);
  }

 private:
  size_t bytes_;
  std::vector<char> expected_;
  void* memory_ = nullptr;
};

// Calls visit(element number in row-major order, place in the storage) for all elements of a view
// whose places have been checked.
template <typename Visit>
void ForEachElement(const TensorView& view, Visit visit) {
  const int64_t count = ElementCount(view.shape).value_or(0);
  std::vector<int64_t> index(view.shape.size(), 0);
  int64_t place = view.offset;
  for (int64_t i = 0; i < count; ++i) {
    visit(i, place);
    for (size_t dim = view.shape.size(); dim-- > 0;) {
      place += view.strides[dim];
      if (++index[dim] < view.shape[dim]) break;
      place -= view.strides[dim] * view.shape[dim];
      index[dim] = 0;
    }
  }
}

// The tensors of a call, their memory, and the arguments in the order of the C function.
class Call {
 public:
  explicit Call(const Case& test)
      : test_(test), tensors_(test.args.size(), nullptr), buffers_(test.args.size()) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    for (const aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
  }

  // `record` is where golden inputs come from; null: storages hold the fill pattern.
  absl::Status Build(const SafeTensors* record) {
    for (size_t i = 0; i < test_.args.size(); ++i) {
      const ArgCase& arg = test_.args[i];
      if (arg.kind != ArgCase::Kind::kTensor || arg.is_null || arg.same_as >= 0) continue;
      if (absl::Status status = BuildTensor(i, record); !status.ok()) return status;
    }
    for (size_t i = 0; i < test_.args.size(); ++i) {
      const ArgCase& arg = test_.args[i];
      args_.Add(arg, tensors_[arg.same_as >= 0 ? static_cast<size_t>(arg.same_as) : i]);
    }
    return absl::OkStatus();
  }

  absl::Span<const Arg> args() const { return args_.args(); }

  // The memory as it is to be before a run; with zeros for inputs, if these are not the values that
  // count.
  void Upload(bool zeros) {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      if (buffers_[i] == nullptr) continue;
      buffers_[i]->Upload();
      if (!zeros || test_.args[i].inputs.empty()) continue;
      const TensorView& view = test_.args[i].tensor.view;
      const size_t bytes = DTypeBytes(view.dtype);
      ForEachElement(view, [&](int64_t, int64_t place) {
        std::memset(static_cast<char*>(buffers_[i]->data()) + static_cast<size_t>(place) * bytes, 0,
                    bytes);
      });
    }
  }

  // Elements of an argument's view, one after the other; they are then no damage any more.
  Output TakeOutput(size_t arg) {
    const TensorView& view = test_.args[arg].tensor.view;
    const size_t bytes = DTypeBytes(view.dtype),
                 count = static_cast<size_t>(ElementCount(view.shape).value_or(0));
    Output output = {test_.args[arg].outputs[0], view.dtype, view.shape,
                     std::vector<char>(count * bytes)};
    // In place of an input a result may well be what was there.
    if (test_.args[arg].inputs.empty()) output.untouched.resize(count);
    GuardedBuffer& buffer = *buffers_[arg];
    ForEachElement(view, [&](int64_t i, int64_t place) {
      const size_t offset = static_cast<size_t>(place) * bytes;
      if (!output.untouched.empty())
        output.untouched[static_cast<size_t>(i)] =
            std::memcmp(static_cast<char*>(buffer.data()) + offset, buffer.expected() + offset,
                        bytes) == 0;
      buffer.Accept(offset, bytes);
      std::memcpy(output.elements.data() + static_cast<size_t>(i) * bytes,
                  buffer.expected() + offset, bytes);
    });
    return output;
  }

  // Bytes that changed and should not have; empty if there are none.
  std::string Damage() const {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      if (buffers_[i] == nullptr) continue;
      const std::string damage = buffers_[i]->Damage();
      if (!damage.empty())
        return absl::StrCat("memory of ", test_.args[i].name,
                            " was changed where it must not be: ", damage);
    }
    return "";
  }

 private:
  absl::Status BuildTensor(size_t i, const SafeTensors* record) {
    const ArgCase& arg = test_.args[i];
    const TensorCase& tensor = arg.tensor;
    const TensorView& view = tensor.view;
    const int64_t element_bytes = static_cast<int64_t>(DTypeBytes(view.dtype));
    const std::optional<int64_t> elements = ElementCount(tensor.storage_shape);
    int64_t bytes = kFallbackBytes;
    if (elements.has_value() && element_bytes > 0 && *elements <= kMaxStorageBytes / element_bytes)
      bytes = *elements * element_bytes;
    buffers_[i] = std::make_unique<GuardedBuffer>(static_cast<size_t>(bytes));
    if (!buffers_[i]->ok())
      return absl::InternalError(
          absl::StrCat("aclrtMalloc of ", bytes, " bytes for ", arg.name, " failed"));
    if (record != nullptr) {
      const std::optional<Extent> extent = TouchedExtent(view.shape, view.strides);
      if (!extent.has_value() || view.offset + extent->lowest < 0 ||
          (view.offset + extent->highest + 1) * element_bytes > bytes) {
        return absl::InvalidArgumentError(
            absl::StrCat("cases.json: the view of ", arg.name, " leaves its storage"));
      }
      for (const std::string& input : arg.inputs) {
        if (absl::Status status = Fill(*record, input, view, *buffers_[i]); !status.ok())
          return status;
      }
    }
    buffers_[i]->Upload();
    tensors_[i] =
        aclCreateTensor(view.shape.data(), view.shape.size(), view.dtype, view.strides.data(),
                        view.offset, tensor.format, tensor.storage_shape.data(),
                        tensor.storage_shape.size(), buffers_[i]->data());
    if (tensors_[i] == nullptr)
      return absl::InternalError(absl::StrCat("aclCreateTensor failed for ", arg.name));
    return absl::OkStatus();
  }

  absl::Status Fill(const SafeTensors& record, const std::string& input, const TensorView& view,
                    GuardedBuffer& buffer) {
    const StoredTensor* golden = record.Find(absl::StrCat(test_.values, "/in/", input));
    if (golden == nullptr || golden->dtype != view.dtype ||
        golden->shape != std::vector<int64_t>(view.shape.begin(), view.shape.end())) {
      return absl::FailedPreconditionError(
          absl::StrCat("the golden file has no input ", test_.values, "/in/", input, " of type ",
                       DTypeName(view.dtype), " and shape ", DimsToString(view.shape)));
    }
    const size_t bytes = DTypeBytes(view.dtype);
    ForEachElement(view, [&](int64_t i, int64_t place) {
      std::memcpy(buffer.expected() + static_cast<size_t>(place) * bytes,
                  golden->bytes.data() + static_cast<size_t>(i) * bytes, bytes);
    });
    // Elements that share memory are stored each, and must be equal: the truth was computed from
    // what is stored.
    int64_t differs = -1;
    ForEachElement(view, [&](int64_t i, int64_t place) {
      const char* const stored = golden->bytes.data() + static_cast<size_t>(i) * bytes;
      if (differs < 0 &&
          std::memcmp(buffer.expected() + static_cast<size_t>(place) * bytes, stored, bytes) != 0)
        differs = i;
    });
    if (differs < 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("element ", differs, " of the golden input ", test_.values, "/in/", input,
                     " shares memory with another and has another value"));
  }

  const Case& test_;
  std::vector<aclTensor*> tensors_;
  std::vector<std::unique_ptr<GuardedBuffer>> buffers_;
  Arguments args_;
};

// What the results file says of one output of a case.
struct OutputVerdict {
  Comparison comparison;
  std::vector<VendorVerdict> vendor;
  Json worst;  // the element with the greatest error, described
};

// What is known of a case in one product and mode.
struct CaseResult {
  const Case* test;
  std::string product, mode;
  CaseStatus status = CaseStatus::kUntested;
  std::string note = {};  // why it was skipped, and the like
  SkipReason skipped = SkipReason::kNone;
  std::string what = {}, again = {},
              replay = {};  // of the first failure: its text, and the commands that show it again
  std::map<std::string, OutputVerdict> outputs = {};
};

// Function, output, type, operand: of what an error profile is.
using ProfileKey = std::array<std::string, 4>;

// The first result of a record in a mode: every other way to compute it must give the same bits.
struct FirstResult {
  std::string made_by;
  std::vector<char> elements;
};

}  // namespace

struct ConformanceSuite::Data {
  CaseFile file;
  std::string bytes;                  // of a bundle, into which `golden` points
  std::optional<SafeTensors> golden;  // absent if no selected case needs it
  nlohmann::json manifest;
  std::map<std::string, std::string>
      mistrusted;  // "<values>/<output>" -> why its truth cannot show a fault
};

namespace {

// The truth of an output as a sum of two doubles; `low` is empty for types that one is enough for.
struct Truth {
  std::vector<double> high, low;
  double LowAt(int64_t place) const { return low.empty() ? 0 : low[static_cast<size_t>(place)]; }
};

std::vector<double> DoublesOf(const StoredTensor& tensor) {
  std::vector<double> values(static_cast<size_t>(tensor.count()));
  if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

// The truth of an output of a record, whose high part is `stored`.
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

// The outputs of which so little can be said that a wrong kernel might pass.
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

// How many letters must be changed, added or taken away to make one text of the other.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b.size()];
}

// A line with the three cases whose names are most like a pattern that no case matches; empty if a
// case does match it.
std::string NearestCases(const std::string& cases, const std::string& glob) {
  const Json file = Json::parse(cases, nullptr, /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("cases")) return "";
  const std::string letters = absl::StrReplaceAll(glob, {{"*", ""}, {"?", ""}});
  std::vector<std::pair<size_t, std::string>> names;
  for (const Json& test : file["cases"]) {
    const std::string name = test.value("id", "");
    if (GlobMatch(glob, name)) return "";
    names.emplace_back(EditDistance(letters, name), name);
  }
  const size_t count = std::min<size_t>(names.size(), 3);
  std::partial_sort(names.begin(), names.begin() + static_cast<ptrdiff_t>(count), names.end());
  names.resize(count);
  const auto name_of = [](std::string* out, const std::pair<size_t, std::string>& entry) {
    absl::StrAppend(out, entry.second);
  };
  return absl::StrCat("  nearest names: ", absl::StrJoin(names, ", ", name_of),
                      "; --list prints all\n");
}

class Runner {
 public:
  Runner(const ConformanceOptions& options, const CaseFile& file, absl::Span<const Case> cases,
         const SafeTensors* golden, const nlohmann::json& manifest,
         const std::map<std::string, std::string>& mistrusted, const Implementation& implementation,
         absl::FunctionRef<void(absl::string_view)> print)
      : options_(options),
        implementation_(implementation),
        print_(print),
        file_(file),
        cases_(cases),
        golden_(golden),
        manifest_(manifest),
        mistrusted_(mistrusted) {}

  ConformanceCounts Run() {
    const absl::Status status = RunAll();
    if (implementation_.set_chunk != nullptr) implementation_.set_chunk(0);
    if (!status.ok()) {
      print_(absl::StrCat("ERROR: ", status.message(), "\n"));
      return {};
    }
    ConformanceCounts counts = {.cases = static_cast<int>(results_.size())};
    if (!unfinished_.empty()) {
      PrintInterruption();
      return counts;
    }
    int mistrusted = 0;
    for (CaseResult& result : results_) {
      if (result.status == CaseStatus::kPassed) FailIfKnown(result);
      if (result.status == CaseStatus::kPassed) ++counts.passed;
      if (result.status == CaseStatus::kSkipped) ++counts.skipped;
      if (result.status == CaseStatus::kMistrusted && ++mistrusted <= kMaxPrintedFailures) {
        print_(absl::StrCat("MISTRUSTED ", result.test->id, " product=", result.product, ": ",
                            result.note, "\n"));
      }
      if (result.status == CaseStatus::kUntested && ++counts.untested <= kMaxPrintedFailures) {
        print_(absl::StrCat("UNTESTED ", result.test->id, " product=", result.product,
                            " mode=", result.mode, ": nothing was compared\n"));
      }
    }
    // Other shards have the rest; a product that results come from may lack the operator.
    const bool nothing_wanted =
        results_.empty() && (options_.selection.shards > 1 || !options_.returned.empty());
    if (results_.empty() && !nothing_wanted) {
      print_(absl::StrCat("UNTESTED: no case is selected by product=", options_.selection.product,
                          " dtype=", options_.selection.label, " case=", options_.selection.glob,
                          "\n", NearestCases(file_.text, options_.selection.glob)));
    }
    const int failed = counts.cases - counts.passed - counts.untested - counts.skipped - mistrusted;
    print_(absl::StrCat(counts.passed, " of ", counts.cases, " cases passed, ", failed, " failed, ",
                        counts.untested, " untested",
                        counts.skipped > 0 ? absl::StrCat(", ", counts.skipped, " skipped") : "",
                        mistrusted > 0 ? absl::StrCat(", ", mistrusted, " mistrusted") : "", "; ",
                        runs_, " runs; greatest error ", max_ulp_, " ULP; ", inexact_, " of ",
                        compared_, " results not the nearest; targets: ",
                        targets_seen_.empty() ? "none" : absl::StrJoin(targets_seen_, " "), "\n"));
    if (!options_.results.empty()) WriteResults();
    counts.ok =
        counts.passed + counts.skipped == counts.cases && (counts.cases > 0 || nothing_wanted);
    return counts;
  }

 private:
  // --- the plan: which cases in which configurations ---

  // The backend whose bounds in the spec apply.
  std::string BoundsOf() const {
    if (options_.returned.empty()) return options_.backend;
    if (!options_.bounds.empty()) return options_.bounds;
    return file_.accuracy.contains("aicore") || file_.formulas.contains("aicore") ? "aicore"
                                                                                  : "cpu";
  }

  // Compares results that were made elsewhere, on one product.
  absl::Status RunReturned() {
    const absl::StatusOr<SafeTensors> returned = SafeTensors::Open(options_.returned);
    if (!returned.ok()) return returned.status();
    const auto product = returned->metadata().find("product");
    if (product == returned->metadata().end())
      return absl::InvalidArgumentError(
          absl::StrCat(options_.returned, ": the metadata name no product"));
    const Configuration configuration = {.product = product->second, .mode = ""};
    for (const Case& test : cases_) {
      if (test.kind != Case::Kind::kPositive ||
          std::find(test.products.begin(), test.products.end(), product->second) ==
              test.products.end()) {
        continue;
      }
      CaseResult& result =
          results_.emplace_back(CaseResult{.test = &test, .product = product->second, .mode = ""});
      const auto found = returned->metadata().find(absl::StrCat("case ", test.id));
      absl::string_view status = "skipped not_returned";
      if (found != returned->metadata().end()) status = found->second;
      if (absl::string_view reason = status; absl::ConsumePrefix(&reason, "skipped ")) {
        result.skipped = SkipReasonFromName(reason);
        if (result.skipped != SkipReason::kNone) result.status = CaseStatus::kSkipped;
      }
      if (result.status == CaseStatus::kSkipped) continue;
      if (status != "done") {
        Fail(result, configuration, std::string(status));
        continue;
      }
      CompareReturned(result, configuration, *returned);
    }
    return absl::OkStatus();
  }

  void CompareReturned(CaseResult& result, const Configuration& configuration,
                       const SafeTensors& returned) {
    std::vector<Output> outputs;
    for (const ArgCase& arg : result.test->args) {
      if (arg.outputs.empty()) continue;
      const TensorView& view = arg.tensor.view;
      const StoredTensor* tensor =
          returned.Find(absl::StrCat(result.test->id, "/", arg.outputs[0]));
      if (tensor == nullptr || tensor->dtype != view.dtype ||
          tensor->shape != std::vector<int64_t>(view.shape.begin(), view.shape.end())) {
        return Fail(result, configuration,
                    absl::StrCat("no result ", arg.outputs[0], " of type ", DTypeName(view.dtype),
                                 " and shape ", DimsToString(view.shape)));
      }
      outputs.push_back(
          {arg.outputs[0], view.dtype, view.shape, {tensor->bytes.begin(), tensor->bytes.end()}});
    }
    for (const Output& output : outputs) {
      if (!CompareWithTruth(result, configuration, output, outputs)) return;
    }
  }

  absl::Status RunAll() {
    if (!options_.returned.empty()) return RunReturned();
    absl::StatusOr<std::vector<std::string>> modes = Modes();
    if (!modes.ok()) return modes.status();
    absl::StatusOr<std::vector<int64_t>> targets = Targets();
    if (!targets.ok()) return targets.status();
    const std::vector<int> threads =
        options_.threads > 0 ? std::vector<int>{options_.threads} : std::vector<int>{8, 1, 2, 3};
    std::set<std::string> products;
    int64_t steps = 0;
    for (const Case& test : cases_) {
      products.insert(test.products.begin(), test.products.end());
      steps += static_cast<int64_t>(test.products.size() * modes->size() * threads.size());
    }
    if (options_.progress)
      progress_.emplace(absl::StrCat(file_.op, " on ", options_.backend), steps);
    for (const std::string& product : products) {
      for (const std::string& mode : *modes) {
        const size_t first = results_.size();
        for (const Case& test : cases_) {
          if (std::find(test.products.begin(), test.products.end(), product) != test.products.end())
            results_.push_back({.test = &test, .product = product, .mode = mode});
        }
        auto others = results_.begin() + static_cast<ptrdiff_t>(first);
        for (const std::string& id : options_.first) {
          const auto found = std::find_if(others, results_.end(), [&](const CaseResult& result) {
            return result.test->id == id;
          });
          if (found != results_.end()) std::rotate(others++, found, found + 1);
        }
        first_results_.clear();
        for (const int count : threads) {
          Configuration configuration = {product, mode, count, 0};
          if (absl::Status status = Start(configuration); !status.ok()) return status;
          const bool is_first = count == threads[0];
          for (size_t i = first; i < results_.size(); ++i) {
            if (Enough()) break;
            if (options_.interrupted && options_.interrupted()) {
              unfinished_.assign(products.find(product), products.end());
              return session_.Stop();
            }
            if (progress_.has_value()) {
              progress_->Step([&] {
                return absl::StrCat(results_[i].test->id, " ",
                                    configuration.Name(options_.backend));
              });
            }
            // One report for each is enough.
            if (results_[i].status == CaseStatus::kFailed ||
                results_[i].status == CaseStatus::kSkipped)
              continue;
            RunCase(results_[i], configuration, is_first, *targets);
          }
          if (absl::Status status = session_.Stop(); !status.ok()) return status;
          if (Enough()) return absl::OkStatus();
        }
      }
    }
    return absl::OkStatus();
  }

  // What is done, and the commands that do the rest.
  void PrintInterruption() const {
    const auto done = std::count_if(results_.begin(), results_.end(), [](const CaseResult& result) {
      return result.status != CaseStatus::kUntested;
    });
    print_(absl::StrCat("interrupted: ", runs_, " runs of ", done, " cases are done, ", failures_,
                        " failed; to go on:\n"));
    for (const std::string& product : unfinished_) {
      print_(absl::StrCat("  tools/bazel run ", options_.binary, " -- --backend=", options_.backend,
                          " --product=", product,
                          options_.selection.label.empty() ? "" : " --dtype=",
                          options_.selection.label, " --case='", options_.selection.glob, "'",
                          options_.mode.empty() ? "" : " --mode=", options_.mode, "\n"));
    }
  }

  bool Enough() const { return options_.stop_after > 0 && failures_ >= options_.stop_after; }

  absl::StatusOr<std::vector<std::string>> Modes() const {
    const auto backend = file_.accuracy.find(options_.backend);
    if (backend == file_.accuracy.end())
      return absl::InvalidArgumentError(
          absl::StrCat("the spec states no accuracy for backend '", options_.backend, "'"));
    std::vector<std::string> modes;
    for (const auto& [mode, bounds] : backend->second) {
      if (options_.mode.empty() || options_.mode == mode) modes.push_back(mode);
    }
    if (modes.empty())
      return absl::InvalidArgumentError(
          absl::StrCat("backend '", options_.backend, "' has no mode '", options_.mode, "'"));
    return modes;
  }

  // Highway targets to compare with the best one.
  absl::StatusOr<std::vector<int64_t>> Targets() const {
    std::vector<int64_t> targets;
    if (options_.backend != "cpu") return targets;
    std::vector<std::string> names;
    for (int64_t target : hwy::SupportedAndGeneratedTargets()) {
      names.push_back(hwy::TargetName(target));
      if (options_.target.empty() || options_.target == names.back()) targets.push_back(target);
    }
    if (targets.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("no target '", options_.target,
                                                     "' on this machine; there are ",
                                                     absl::StrJoin(names, " ")));
    }
    return targets;
  }

  absl::Status Start(const Configuration& configuration) {
    const auto soc = file_.socs.find(configuration.product);
    if (soc == file_.socs.end())
      return absl::InvalidArgumentError(
          absl::StrCat("cases.json names no SoC for product ", configuration.product));
    absl::StatusOr<Session> session =
        Session::Start({soc->second, options_.backend, configuration.mode, configuration.threads});
    if (session.ok()) session_ = *session;
    other_ = {};  // another product may lack it
    if (implementation_.set_chunk != nullptr) implementation_.set_chunk(configuration.chunk());
    return session.status();
  }

  // --- one case ---

  // Whether the case's memory held other values in a run before, of the same executor, with another
  // call planned in between: results that are remembered by addresses, or made by the latest plan,
  // are then wrong ones.
  enum class Memory { kFresh, kReused };

  void RunCase(CaseResult& result, Configuration configuration, bool is_first,
               absl::Span<const int64_t> targets) {
    const Case& test = *result.test;
    const Invocation* invocation = nullptr;
    for (const Invocation& candidate : implementation_.invocations) {
      if (test.function == candidate.function) invocation = &candidate;
    }
    if (invocation == nullptr)
      return Fail(result, configuration, absl::StrCat("the invoke table has no ", test.function));
    if (test.kind != Case::Kind::kPositive) {
      if (is_first) RunRefused(result, configuration, *invocation);
      return;
    }
    if (!is_first) {
      const int64_t target = options_.target.empty() || targets.empty() ? 0 : targets[0];
      RunOnTarget(result, configuration, *invocation, Memory::kFresh, target);
      return;
    }
    // Twice on the best target, then on each by name.
    Memory memory = options_.once ? Memory::kFresh : Memory::kReused;
    if (options_.target.empty()) {
      if (!RunPositive(result, configuration, *invocation, memory)) return;
      memory = Memory::kFresh;
      if (!RunPositive(result, configuration, *invocation, memory)) return;
    }
    for (const int64_t target : targets) {
      if (!RunOnTarget(result, configuration, *invocation, memory, target)) return;
      memory = Memory::kFresh;
    }
  }

  // Whether the case passed on the Highway target `target`; 0: the best.
  bool RunOnTarget(CaseResult& result, Configuration configuration, const Invocation& invocation,
                   Memory memory, int64_t target) {
    configuration.target = target;
    hwy::SetSupportedTargetsForTest(target);
    const bool passed = RunPositive(result, configuration, invocation, memory);
    hwy::SetSupportedTargetsForTest(0);
    return passed;
  }

  // Phase 1 must refuse, with the code and the words the spec states, and touch nothing.
  void RunRefused(CaseResult& result, const Configuration& configuration,
                  const Invocation& invocation) {
    const Case& test = *result.test;
    Call call(test);
    if (absl::Status status = call.Build(nullptr); !status.ok())
      return Fail(result, configuration, std::string(status.message()));
    constexpr uint64_t kUntouchedSize = 0x5a5a5a5a5a5a5a5a;
    uint64_t workspace_size = kUntouchedSize;
    aclOpExecutor* const untouched_executor = reinterpret_cast<aclOpExecutor*>(&workspace_size);
    aclOpExecutor* executor = untouched_executor;
    const std::string before = RecentMessage();
    ++runs_;
    const aclnnStatus status =
        invocation.get_workspace_size(call.args(), &workspace_size, &executor);
    // A text that was fetched before stays in the buffer, behind what is new.
    std::string message = RecentMessage();
    if (!before.empty() && absl::EndsWith(message, before))
      message.resize(message.size() - before.size());

    std::vector<std::string> faults;
    if (status != test.code)
      faults.push_back(
          absl::StrCat("returned ", status, ", must return ", test.code, " [", test.rule, "]"));
    for (const std::string& word : test.words) {
      if (!absl::StrContains(message, word))
        faults.push_back(absl::StrCat("the message does not name '", word, "'"));
    }
    if (!test.rule.empty() && status == test.code && !absl::StrContains(message, test.rule))
      faults.push_back(absl::StrCat("the message does not name the rule ", test.rule));
    if (workspace_size != kUntouchedSize) faults.push_back("*workspaceSize was written");
    if (executor != untouched_executor) faults.push_back("*executor was written");
    if (std::string damage = call.Damage(); !damage.empty()) faults.push_back(std::move(damage));
    if (status == ACL_SUCCESS && executor != untouched_executor) aclDestroyAclOpExecutor(executor);
    if (faults.empty()) {
      result.status = CaseStatus::kPassed;
      return;
    }
    Fail(result, configuration,
         absl::StrCat(absl::StrJoin(faults, "; "),
                      "\n  message: ", message.empty() ? "(none)" : message));
  }

  bool RunPositive(CaseResult& result, const Configuration& configuration,
                   const Invocation& invocation, Memory memory) {
    absl::StatusOr<std::vector<Output>> outputs = Execute(*result.test, invocation, memory);
    if (!outputs.ok()) {
      Fail(result, configuration, std::string(outputs.status().message()));
      return false;
    }
    if (options_.observe) {
      for (const Output& output : *outputs)
        options_.observe(configuration.Name(options_.backend), output);
    }
    if (!CheckTarget(result, configuration, *outputs)) return false;
    for (const Output& output : *outputs) {
      const std::string key = absl::StrCat(result.test->values, "/", output.name);
      if (const auto found = first_results_.find(key); found != first_results_.end()) {
        const int64_t place =
            FirstDifference(output.dtype, output.elements, found->second.elements);
        if (place >= 0) {
          Fail(result, configuration,
               DescribeDifference(*result.test, output, found->second, place), *outputs);
          return false;
        }
        if (result.outputs.contains(output.name))
          continue;  // compared with the truth before, and the same bits since
      } else {
        first_results_[key] = {
            absl::StrCat(result.test->id, " ", configuration.Name(options_.backend)),
            output.elements};
      }
      if (!CompareWithTruth(result, configuration, output, *outputs)) return false;
    }
    return true;
  }

  absl::StatusOr<std::vector<Output>> Execute(const Case& test, const Invocation& invocation,
                                              Memory memory) {
    Call call(test);
    if (absl::Status status = call.Build(golden_); !status.ok()) return status;
    uint64_t workspace_size = 0;
    std::optional<GuardedBuffer> workspace;
    aclOpExecutor* executor = nullptr;
    const auto plan = [&]() -> absl::Status {
      const aclnnStatus planned =
          invocation.get_workspace_size(call.args(), &workspace_size, &executor);
      return CheckCall("phase 1", planned);
    };
    const auto run_once = [&](bool zeros) -> absl::Status {
      call.Upload(zeros);
      ++runs_;
      if (workspace_size > 0) {
        // What was not written must not be right by chance in all runs, though results be only true
        // or false.
        bool negate = true;
        if (!workspace.has_value() || workspace->bytes() != workspace_size) {
          workspace.emplace(workspace_size);
          negate = runs_ % 2 == 0;
        }
        if (negate) workspace->Negate();
        if (!workspace->ok())
          return absl::InternalError(
              absl::StrCat("aclrtMalloc of ", workspace_size, " bytes of workspace failed"));
        workspace->Upload();
      }
      const aclnnStatus run = invocation.run(workspace.has_value() ? workspace->data() : nullptr,
                                             workspace_size, executor, session_.stream());
      if (absl::Status status = CheckCall("phase 2", run); !status.ok()) return status;
      return CheckCall("aclrtSynchronizeStream", aclrtSynchronizeStream(session_.stream()));
    };
    if (absl::Status status = plan(); !status.ok()) return status;
    if (memory == Memory::kReused) {
      if (absl::Status status =
              CheckCall("aclSetAclOpExecutorRepeatable", implementation_.set_repeatable(executor));
          !status.ok())
        return status;
      if (absl::Status status = run_once(/*zeros=*/true); !status.ok()) return status;
      if (absl::Status status = PlanOther(); !status.ok()) return status;
    }
    if (absl::Status status = run_once(/*zeros=*/false); !status.ok()) return status;
    if (memory == Memory::kReused) {
      if (absl::Status status =
              CheckCall("aclDestroyAclOpExecutor", implementation_.destroy_executor(executor));
          !status.ok())
        return status;
      other_ = {&test, &invocation};
    }
    std::vector<Output> outputs;
    for (size_t i = 0; i < test.args.size(); ++i) {
      if (!test.args[i].outputs.empty()) outputs.push_back(call.TakeOutput(i));
    }
    if (workspace.has_value()) {
      if (const size_t untouched = workspace->UntouchedTail(); untouched >= kUnlikelyTail) {
        return absl::InternalError(
            absl::StrCat("phase 1 asks for more workspace than is used: the last ", untouched,
                         " of ", workspace_size, " bytes are untouched"));
      }
      workspace->Accept(0, workspace_size);
      if (const std::string damage = workspace->Damage(); !damage.empty()) {
        return absl::InternalError(
            absl::StrCat("the workspace of ", workspace_size, " bytes was overrun: ", damage));
      }
    }
    if (const std::string damage = call.Damage(); !damage.empty())
      return absl::InternalError(damage);
    return outputs;
  }

  // Plans the call of the case before, and does not run it: an executor that is run again must not
  // take anything from a later plan.
  absl::Status PlanOther() {
    if (other_.test == nullptr) return absl::OkStatus();
    Call call(*other_.test);
    if (absl::Status status = call.Build(golden_); !status.ok()) return status;
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus planned =
        other_.invocation->get_workspace_size(call.args(), &workspace_size, &executor);
    if (absl::Status status = CheckCall("phase 1 of another call", planned); !status.ok())
      return status;
    return CheckCall("aclDestroyAclOpExecutor", implementation_.destroy_executor(executor));
  }

  // The results must come from the Highway target that was asked for.
  bool CheckTarget(CaseResult& result, const Configuration& configuration,
                   absl::Span<const Output> outputs) {
    if (options_.backend != "cpu") return true;
    const bool computed = std::any_of(outputs.begin(), outputs.end(), [](const Output& output) {
      return !output.elements.empty();
    });
    if (!computed) return true;
    const std::string ran = implementation_.last_target();
    targets_seen_.insert(ran);
    if (configuration.target == 0 || ran == hwy::TargetName(configuration.target)) return true;
    Fail(result, configuration, absl::StrCat("the kernel ran on target '", ran, "'"));
    return false;
  }

  bool CompareWithTruth(CaseResult& result, const Configuration& configuration,
                        const Output& output, absl::Span<const Output> outputs) {
    const Case& test = *result.test;
    const std::string key = absl::StrCat(test.values, "/truth/", output.name);
    const StoredTensor* stored = golden_->Find(key);
    if (stored == nullptr || stored->dtype != ACL_DOUBLE ||
        stored->shape != std::vector<int64_t>(output.shape.begin(), output.shape.end())) {
      Fail(result, configuration,
           absl::StrCat("the golden file has no ", key, " of type float64 and shape ",
                        DimsToString(output.shape)));
      return false;
    }
    if (!IsComparable(output.dtype)) {
      Fail(result, configuration,
           absl::StrCat("results of type ", DTypeName(output.dtype), " cannot be compared"));
      return false;
    }
    const absl::StatusOr<Tolerance> tolerance = ToleranceOf(result, output);
    if (!tolerance.ok()) {
      Fail(result, configuration, std::string(tolerance.status().message()));
      return false;
    }
    const Truth truth = ReadTruth(*golden_, *stored, test.values, output.name);
    const Comparison verdict =
        Compare(output.dtype, output.elements.data(), truth.high, *tolerance, truth.low);
    compared_ += verdict.count;
    inexact_ += verdict.inexact;
    max_ulp_ = std::max(max_ulp_, verdict.max_ulp);
    OutputVerdict& entry = result.outputs[output.name];
    entry.comparison = verdict;
    if (!options_.results.empty()) {
      entry.vendor = VendorVerdicts(output.dtype, output.elements.data(), truth.high);
      if (verdict.worst >= 0)
        entry.worst = WorstElement(test, output, verdict.worst, truth, tolerance->truth_ulp);
      AddProfiles(profiles_[result.mode], test, output.name, output.dtype, output.shape,
                  output.elements.data(), truth, tolerance->truth_ulp);
    }
    if (verdict.passed()) {
      if (result.status == CaseStatus::kUntested) result.status = CaseStatus::kPassed;
      if (const auto why = mistrusted_.find(absl::StrCat(test.values, "/", output.name));
          why != mistrusted_.end()) {
        result.status = CaseStatus::kMistrusted;
        result.note = why->second;
      }
      return true;
    }
    std::string text =
        absl::StrCat(verdict.failed, " of ", verdict.count, " elements of ", output.name,
                     " are wrong, the worst by ", verdict.max_ulp, " ULP; bound ",
                     tolerance->ulps.empty() ? absl::StrCat(tolerance->ulp) : "by formula");
    for (const int64_t place : verdict.failures)
      absl::StrAppend(&text, "\n  ",
                      DescribeElement(test, output, place, truth, tolerance->truth_ulp));
    Fail(result, configuration, text, outputs);
    return false;
  }

  absl::StatusOr<Tolerance> ToleranceOf(const CaseResult& result, const Output& output) const {
    Tolerance tolerance;
    if (IsFloat(output.dtype)) {
      const std::string dtype(DTypeName(output.dtype));
      const auto find = [&](const auto& table)
          -> decltype(&table.begin()->second.begin()->second.begin()->second) {
        const auto backend = table.find(BoundsOf());
        if (backend == table.end()) return nullptr;
        // Results from elsewhere have no mode.
        const auto mode =
            options_.returned.empty() ? backend->second.find(result.mode) : backend->second.begin();
        if (mode == backend->second.end()) return nullptr;
        const auto bound = mode->second.find(dtype);
        return bound == mode->second.end() ? nullptr : &bound->second;
      };
      if (const double* bound = find(file_.accuracy); bound != nullptr) {
        tolerance.ulp = *bound;
      } else if (const std::string* formula = find(file_.formulas); formula != nullptr) {
        absl::StatusOr<std::vector<double>> bounds = ElementBounds(
            *formula, output.shape, [&](const std::string& name) -> std::optional<BoundInput> {
              const StoredTensor* input =
                  golden_->Find(absl::StrCat(result.test->values, "/in/", name));
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
    const nlohmann::json* entry = &manifest_;
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

  // --- reports ---

  static std::string Coordinates(absl::Span<const int64_t> shape, int64_t place) {
    Dims index(shape.size());
    for (size_t dim = shape.size(); dim-- > 0;) {
      index[dim] = place % shape[dim];
      place /= shape[dim];
    }
    return DimsToString(index);
  }

  // Where in the work of a vector loop an element lies, for vectors of up to 16 elements (64 bytes
  // of float32).
  static std::string Position(const Output& output, int64_t place) {
    const int64_t count = ElementCount(output.shape).value_or(0), remainder = count % 16;
    return absl::StrCat("element ", place, " of ", count,
                        place >= count - remainder
                            ? absl::StrCat(", in the remainder of ", remainder)
                            : ", in whole vectors");
  }

  std::string Number(aclDataType dtype, const void* element) const {
    return absl::StrCat(ElementHex(dtype, element),
                        absl::StrFormat(" (%.9g)", ElementValue(dtype, element)));
  }

  // The golden inputs of a case that its output is made of, element by element.
  struct OperandData {
    Operand operand;
    const StoredTensor* tensor;

    const char* At(absl::Span<const int64_t> output_shape, int64_t place) const {
      return tensor->bytes.data() +
             operand.PlaceOf(output_shape, place) * static_cast<int64_t>(DTypeBytes(tensor->dtype));
    }
  };

  std::vector<OperandData> Operands(const Case& test,
                                    absl::Span<const int64_t> output_shape) const {
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

  std::string Inputs(const Case& test, const Output& output, int64_t place) const {
    std::vector<std::string> words;
    for (const OperandData& data : Operands(test, output.shape)) {
      words.push_back(absl::StrCat(data.operand.name, " = ",
                                   Number(data.tensor->dtype, data.At(output.shape, place))));
    }
    return words.empty() ? "" : absl::StrCat("; inputs: ", absl::StrJoin(words, ", "));
  }

  Json WorstElement(const Case& test, const Output& output, int64_t place, const Truth& truths,
                    double truth_ulp) const {
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

  // Adds the errors of an output to the profiles of its function, by each operand.
  void AddProfiles(std::map<ProfileKey, ErrorProfile>& profiles, const Case& test,
                   const std::string& name, aclDataType dtype, absl::Span<const int64_t> shape,
                   const char* got, const Truth& truth, double truth_ulp) const {
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

  std::string DescribeElement(const Case& test, const Output& output, int64_t place,
                              const Truth& truths, double truth_ulp) const {
    const char* element = output.elements.data() + place * DTypeBytes(output.dtype);
    const double truth = truths.high[static_cast<size_t>(place)];
    return absl::StrCat(
        output.name, Coordinates(output.shape, place), " (", Position(output, place), "): got ",
        Number(output.dtype, element),
        !output.untouched.empty() && output.untouched[static_cast<size_t>(place)]
            ? " as before the run: not written"
            : "",
        ", want ", ValueHex(output.dtype, RoundTo(output.dtype, truth)),
        absl::StrFormat(" (%.17g)", truth), ", error ",
        UlpErrorOfElement(output.dtype, element, truth, truths.LowAt(place), truth_ulp), " ULP",
        Inputs(test, output, place));
  }

  std::string DescribeDifference(const Case& test, const Output& output, const FirstResult& other,
                                 int64_t place) const {
    const size_t bytes = DTypeBytes(output.dtype);
    return absl::StrCat("other bits than in the first run of the same values:\n  ", output.name,
                        Coordinates(output.shape, place), " (", Position(output, place), "): got ",
                        Number(output.dtype, output.elements.data() + place * bytes), ", before ",
                        Number(output.dtype, other.elements.data() + place * bytes),
                        Inputs(test, output, place), "\n  first run: ", other.made_by);
  }

  // The entry of known_failures that a case has; null if it has none.
  const KnownFailure* FindKnown(const CaseResult& result) const {
    for (const KnownFailure& known : file_.known_failures) {
      const bool named =
          std::any_of(known.cases.begin(), known.cases.end(),
                      [&](const std::string& glob) { return GlobMatch(glob, result.test->id); });
      const bool on = known.products.empty() ||
                      std::find(known.products.begin(), known.products.end(), result.product) !=
                          known.products.end();
      if (named && on && known.backend == options_.backend) return &known;
    }
    return nullptr;
  }

  // An entry of known_failures that is no longer true must go.
  void FailIfKnown(CaseResult& result) {
    if (const KnownFailure* known = FindKnown(result); known != nullptr) {
      Fail(result, {result.product, result.mode, options_.threads, 0},
           absl::StrCat("passed, but spec.yaml lists it in known_failures (", known->reason,
                        "); take it out there"));
    }
  }

  void Fail(CaseResult& result, const Configuration& configuration, const std::string& what,
            absl::Span<const Output> outputs = {}) {
    const KnownFailure* known = result.status == CaseStatus::kPassed ? nullptr : FindKnown(result);
    if (known != nullptr && absl::StrContains(what, known->message)) {
      result.status = CaseStatus::kSkipped;
      result.skipped = SkipReason::kKnownFailure;
      result.note = known->reason;
      return;
    }
    result.status = CaseStatus::kFailed;
    const std::string again =
        options_.again.empty()
            ? absl::StrCat("tools/bazel run ", options_.binary, " -- --backend=", options_.backend,
                           " --product=", configuration.product, " --case='", result.test->id, "'",
                           configuration.mode.empty() ? "" : " --mode=", configuration.mode)
            : options_.again;
    if (result.what.empty()) {
      result.what = what;
      result.again = again;
    }
    if (++failures_ > kMaxPrintedFailures) return;
    print_(absl::StrCat("FAILED ", result.test->id, " ", configuration.Name(options_.backend), ": ",
                        what, "\n  again: ", again, "\n"));
    if (!options_.failures.empty()) SaveFailure(result, configuration, what, outputs);
    if (failures_ == kMaxPrintedFailures) print_("(further failures are only counted)\n");
  }

  // What the replay tool needs, in a file.
  void SaveFailure(CaseResult& result, const Configuration& configuration, const std::string& what,
                   absl::Span<const Output> outputs) {
    absl::StatusOr<Bundle> bundle = ExtractCase(file_.text, result.test->id, golden_, manifest_);
    absl::Status status = bundle.status();
    const std::string name = absl::StrCat("failure_", failures_, ".safetensors");
    if (bundle.ok()) {
      bundle->failure = {
          {"op", file_.op},
          {"binary", options_.binary},
          {"backend", options_.backend},
          {"product", configuration.product},
          {"mode", configuration.mode},
          {"threads", configuration.threads},
          {"target", configuration.target == 0 ? "" : hwy::TargetName(configuration.target)},
          {"what", what}};
      for (const Output& output : outputs) {
        bundle->tensors[absl::StrCat(result.test->values, "/got/", output.name)] = {
            output.dtype,
            {output.shape.begin(), output.shape.end()},
            {output.elements.data(), output.elements.size()}};
      }
      const absl::StatusOr<std::string> bytes = WriteBundle(*bundle);
      status = bytes.status();
      if (bytes.ok()) {
        std::ofstream stream(absl::StrCat(options_.failures, "/", name), std::ios::binary);
        stream << *bytes;
        stream.close();
        if (!stream)
          status = absl::InternalError(absl::StrCat("cannot write to ", options_.failures));
      }
    }
    const std::string replay = absl::StrCat("tools/bazel run ", options_.binary,
                                            " -- --replay=", options_.failures_shown, "/", name);
    if (status.ok() && result.replay.empty()) result.replay = replay;
    print_(status.ok() ? absl::StrCat("  replay: ", replay, "\n")
                       : absl::StrCat("  warning: no file for a replay: ", status.message(), "\n"));
  }

  static Json Summary(const Comparison& verdict) {
    // JSON has no infinity: an error without measure is null.
    return {{"count", verdict.count},
            {"max_ulp", std::isfinite(verdict.max_ulp) ? Json(verdict.max_ulp) : Json()},
            {"inexact", verdict.inexact},
            {"failed", verdict.failed},
            {"histogram", verdict.histogram}};
  }

  static Json Verdicts(absl::Span<const VendorVerdict> verdicts) {
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    Json json = Json::object();
    for (const VendorVerdict& verdict : verdicts) {
      json[verdict.standard] = {{"passed", verdict.passed},
                                {"matching_share", verdict.matching_share},
                                {"max_abs_error", number(verdict.max_abs_error)},
                                {"mean_rel_error", number(verdict.mean_rel_error)},
                                {"max_rel_error", number(verdict.max_rel_error)}};
    }
    return json;
  }

  static void AppendProfiles(Json& list, const std::string& source,
                             const std::map<ProfileKey, ErrorProfile>& profiles) {
    for (const auto& [key, profile] : profiles) {
      Json bins = Json::array();
      for (const auto& [bin, error] : profile)
        bins.push_back({bin, std::isfinite(error) ? Json(error) : Json()});
      list.push_back({{"source", source},
                      {"function", key[0]},
                      {"output", key[1]},
                      {"dtype", key[2]},
                      {"operand", key[3]},
                      {"bins", std::move(bins)}});
    }
  }

  void WriteResults() {
    Json file = {{"schema", "openaclnn-results/2"},  {"op", file_.op},
                 {"spec_sha256", file_.spec_sha256}, {"backend", options_.backend},
                 {"targets", targets_seen_},         {"runs", runs_},
                 {"cases", Json::array()},           {"pytorch", Json::object()},
                 {"profiles", Json::array()}};
    for (const CaseResult& result : results_) {
      Json entry = {{"id", result.test->id},
                    {"product", result.product},
                    {"mode", result.mode},
                    {"status", StatusName(result.status)}};
      if (result.skipped != SkipReason::kNone) entry["skipped"] = SkipReasonName(result.skipped);
      if (!result.note.empty()) entry["note"] = result.note;
      if (!result.what.empty()) entry["what"] = result.what;
      if (!result.again.empty()) entry["again"] = result.again;
      if (!result.replay.empty()) entry["replay"] = result.replay;
      for (const auto& [name, verdict] : result.outputs) {
        Json& output = entry["outputs"][name] = Summary(verdict.comparison);
        if (!verdict.vendor.empty()) output["vendor"] = Verdicts(verdict.vendor);
        if (!verdict.worst.is_null()) output["worst"] = verdict.worst;
      }
      file["cases"].push_back(std::move(entry));
    }
    AddPyTorch(file);
    for (const auto& [mode, profiles] : profiles_) AppendProfiles(file["profiles"], mode, profiles);
    std::ofstream stream(options_.results);
    stream << file.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
    if (!stream) print_(absl::StrCat("warning: cannot write ", options_.results, "\n"));
  }

  // How close PyTorch's own results to the same inputs come.
  void AddPyTorch(Json& file) const {
    std::map<ProfileKey, ErrorProfile> profiles;
    std::set<std::pair<std::string, std::string>> seen;  // function and record
    for (const Case& test : cases_) {
      if (test.values.empty() || golden_ == nullptr ||
          !seen.emplace(test.function, test.values).second)
        continue;
      const std::string prefix = absl::StrCat(test.values, "/pytorch/");
      for (auto tensor = golden_->tensors().lower_bound(prefix);
           tensor != golden_->tensors().end() && absl::StartsWith(tensor->first, prefix);
           ++tensor) {
        const auto& [dtype, shape, bytes] = tensor->second;
        const std::string name = tensor->first.substr(prefix.size());
        const StoredTensor* stored = golden_->Find(absl::StrCat(test.values, "/truth/", name));
        if (stored == nullptr || stored->shape != shape || !IsComparable(dtype)) continue;
        const Truth truth = ReadTruth(*golden_, *stored, test.values, name);
        file["pytorch"][test.values][name] =
            Summary(Compare(dtype, bytes.data(), truth.high, {.ulp = 0.5}, truth.low));
        AddProfiles(profiles, test, name, dtype, shape, bytes.data(), truth, 0);
      }
    }
    AppendProfiles(file["profiles"], "pytorch", profiles);
  }

  const ConformanceOptions& options_;
  const Implementation& implementation_;
  absl::FunctionRef<void(absl::string_view)> print_;
  const CaseFile& file_;
  absl::Span<const Case> cases_;
  const SafeTensors* golden_;
  const nlohmann::json& manifest_;
  const std::map<std::string, std::string>& mistrusted_;
  std::optional<Progress> progress_;
  std::map<std::string, std::map<ProfileKey, ErrorProfile>> profiles_;  // by mode
  Session session_;
  // The last case that ran by a repeatable executor.
  struct {
    const Case* test = nullptr;
    const Invocation* invocation = nullptr;
  } other_;
  std::vector<CaseResult> results_;
  std::map<std::string, FirstResult> first_results_;
  std::set<std::string> targets_seen_;
  std::vector<std::string> unfinished_;  // products, from the one in which the run was interrupted
  int64_t runs_ = 0, compared_ = 0, inexact_ = 0;
  double max_ulp_ = 0;
  int failures_ = 0;
};

}  // namespace

ConformanceSuite::ConformanceSuite(std::shared_ptr<const Data> data)
    : data_(std::move(data)), cases_(data_, &data_->file.cases) {}

absl::StatusOr<ConformanceSuite> ConformanceSuite::Open(const ConformanceOptions& options) {
  absl::StatusOr<CaseFile> file = CaseFile::Open(options.cases, options.selection);
  if (!file.ok()) return file.status();
  auto data = std::make_shared<Data>();
  data->file = *std::move(file);
  if (absl::Status status = OpenGolden(options, data->file, data->golden, data->manifest);
      !status.ok())
    return status;
  if (data->golden.has_value()) data->mistrusted = FindMistrusted(data->file, *data->golden);
  return ConformanceSuite(std::move(data));
}

absl::StatusOr<ConformanceSuite> ConformanceSuite::OpenBundle(std::string bytes,
                                                              const std::string& name,
                                                              const Selection& selection) {
  auto data = std::make_shared<Data>();
  data->bytes = std::move(bytes);
  absl::StatusOr<SafeTensors> golden = SafeTensors::Parse(data->bytes);
  if (!golden.ok())
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", golden.status().message()));
  absl::StatusOr<Bundle> bundle = ReadBundle(*golden);
  if (!bundle.ok())
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", bundle.status().message()));
  absl::StatusOr<CaseFile> file = CaseFile::Parse(bundle->cases.dump(), name, selection);
  if (!file.ok()) return file.status();
  data->file = *std::move(file);
  data->golden.emplace(*std::move(golden));
  data->manifest = std::move(bundle->manifest);
  return ConformanceSuite(std::move(data));
}

const CaseFile& ConformanceSuite::file() const { return data_->file; }

ConformanceSuite ConformanceSuite::WithCases(std::vector<Case> cases) const {
  ConformanceSuite suite = *this;
  suite.cases_ = std::make_shared<const std::vector<Case>>(std::move(cases));
  return suite;
}

ConformanceCounts ConformanceSuite::Run(const ConformanceOptions& options,
                                        const Implementation& implementation,
                                        absl::FunctionRef<void(absl::string_view)> print) const {
  return Runner(options, data_->file, *cases_,
                data_->golden.has_value() ? &*data_->golden : nullptr, data_->manifest,
                data_->mistrusted, implementation, print)
      .Run();
}

int RunConformance(const ConformanceOptions& options, const Implementation& implementation,
                   absl::FunctionRef<void(absl::string_view)> print) {
  const absl::StatusOr<ConformanceSuite> suite = ConformanceSuite::Open(options);
  if (!suite.ok()) {
    print(absl::StrCat("ERROR: ", suite.status().message(), "\n"));
    return 1;
  }
  if (options.list) {
    for (const Case& test : suite->file().cases)
      print(absl::StrCat(test.id, " ", absl::StrJoin(test.products, ","), "\n"));
    return suite->file().cases.empty() ? 1 : 0;
  }
  return suite->Run(options, implementation, print).ok ? 0 : 1;
}

}  // namespace openaclnn::testing
