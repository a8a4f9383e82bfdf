#include "testing/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/bundle.h"
#include "testing/cases.h"
#include "testing/draw.h"
#include "testing/progress.h"
#include "testing/safetensors.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

constexpr char kKey[] = "random";  // of the one golden record
constexpr int64_t kMaxElements =
    3000;  // of an output; the oracle takes about a microsecond for each
constexpr int64_t kMaxStorage = 1 << 20;  // elements
constexpr int kMaxReductions = 300;       // tries to make a failing case smaller
constexpr double kOracleUlp =
    0x1p-29;  // the oracle's float64 in ULP of float32, the widest type compared

// Where the elements of a tensor lie, whatever its extents are.
struct Placement {
  std::vector<int> order;     // dimensions, the outermost in storage first
  std::vector<int64_t> step;  // in each dimension; negative: backwards; 0: repeated
  int64_t before = 0, after = 0;

  static Placement Contiguous(size_t rank) {
    Placement placement = {std::vector<int>(rank), std::vector<int64_t>(rank, 1)};
    std::iota(placement.order.begin(), placement.order.end(), 0);
    return placement;
  }

  Json Describe(aclDataType dtype, const Dims& shape) const {
    Dims strides(shape.size());
    int64_t size = 1, offset = before;
    for (size_t i = order.size(); i-- > 0;) {
      const size_t dim = static_cast<size_t>(order[i]);
      const int64_t extent = std::max<int64_t>(shape[dim], 1);
      strides[dim] = size * step[dim];
      if (step[dim] < 0) offset -= (extent - 1) * strides[dim];
      if (step[dim] != 0) size *= extent * std::abs(step[dim]);
    }
    return {{"dtype", DTypeName(dtype)},
            {"shape", std::vector<int64_t>(shape.begin(), shape.end())},
            {"strides", std::vector<int64_t>(strides.begin(), strides.end())},
            {"offset", offset},
            {"storage_shape", {before + size + after}}};
  }
};

struct Tensor {
  aclDataType dtype;
  Dims shape;
  bool is_whole = false;  // twice as long as the others in the dimension that is split
  Placement placement = {};
  std::vector<char> elements = {};                          // of inputs, in row-major order
  std::optional<std::pair<int64_t, int64_t>> indices = {};  // those that exist, of such a tensor

  int64_t count() const { return ElementCount(shape).value_or(0); }
  double At(int64_t i) const {
    return ElementValue(dtype, elements.data() + i * static_cast<int64_t>(DTypeBytes(dtype)));
  }
  void Set(int64_t i, double value) {
    StoreElement(dtype, value, elements.data() + i * static_cast<int64_t>(DTypeBytes(dtype)));
  }
  // The bits of another tensor's element: of 64-bit integers a double has not all.
  void Copy(int64_t i, const Tensor& from, int64_t place) {
    const auto bytes = static_cast<int64_t>(DTypeBytes(dtype));
    std::memcpy(elements.data() + i * bytes, from.elements.data() + place * bytes,
                static_cast<size_t>(bytes));
  }
};

// A case before it is written down. Everything can be made smaller.
struct Draft {
  const Json* test;    // the spec's case whose function, attributes, types and aliasing it has
  const Json* record;  // of that case
  std::string product;
  Dims base;              // the shape of one half, or of the outputs if nothing is split
  int split = -1;         // dimension
  bool is_moved = false;  // the operator moves elements: every tensor has its shape in the record
  std::map<std::string, Tensor> inputs, outputs;

  Tensor* FindTensor(const std::string& name) {
    if (const auto found = inputs.find(name); found != inputs.end()) return &found->second;
    const auto found = outputs.find(name);
    return found == outputs.end() ? nullptr : &found->second;
  }

  // The element of a tensor that belongs to element `place` of the base; `half` counts if the
  // tensor is whole.
  int64_t PlaceIn(const Tensor& tensor, int64_t place, int half) const {
    const Dims strides = ContiguousStrides(tensor.shape);
    int64_t at = 0;
    const size_t missing = base.size() - tensor.shape.size();
    for (size_t dim = base.size(); dim-- > 0;) {
      int64_t index = place % base[dim];
      place /= base[dim];
      if (dim < missing) continue;
      if (tensor.is_whole && static_cast<int>(dim) == split) index += half * base[dim];
      at += index % tensor.shape[dim - missing] * strides[dim - missing];
    }
    return at;
  }
};

class Drawer {
 public:
  Drawer(const Json& cases, const Selection& selection)
      : is_moved_(cases.value("structure", "") == "moved") {
    for (const Json& record : cases["values"]) records_[record["key"]] = &record;
    for (const Json& function : cases["functions"]) {
      for (const Json& param : function["params"]) {
        if (param["kind"] == "dim" && !is_moved_) dims_.insert(param["name"].get<std::string>());
      }
    }
    for (const Json& test : cases["cases"]) {
      if (test["kind"] != "positive") continue;
      const Json& record = *records_[test["values"]];
      for (const auto& [name, input] : record["inputs"].items()) {
        for (const auto& [other, output] : record["outputs"].items()) {
          if (!is_moved_ && SplitOf(record) < 0 && input["shape"] != output["shape"])
            broadcasts_.insert(test["function"]);
        }
      }
      const Json& products = test["products"];
      if (!selection.product.empty() &&
          std::find(products.begin(), products.end(), selection.product) == products.end())
        continue;
      if (!selection.label.empty() && LabelOf(test["dtype"].get<std::string>()) != selection.label)
        continue;
      if (!GlobMatch(selection.glob, test["id"].get<std::string>())) continue;
      if (SplitOf(record) >= 0 && !CanSplit(record)) continue;
      templates_.push_back(&test);
    }
    product_ = selection.product;
  }

  bool empty() const { return templates_.empty(); }

  Draft Draw(Random& random) const {
    Draft draft;
    draft.test = random.Of(templates_);
    draft.record = records_.at((*draft.test)["values"]);
    const auto& products = (*draft.test)["products"];
    draft.product =
        product_.empty()
            ? products[static_cast<size_t>(random.Below(static_cast<int64_t>(products.size())))]
                  .get<std::string>()
            : product_;
    const int split_before = SplitOf(*draft.record);
    draft.is_moved = is_moved_;
    DrawBase(random, split_before >= 0, draft);
    const Json in_place = draft.test->value("in_place", Json::object());
    std::set<std::string> written;  // inputs that are outputs too: as large as they are
    for (const auto& [output, input] : in_place.items()) written.insert(input.get<std::string>());
    for (const char* side : {"inputs", "outputs"}) {
      for (const auto& [name, tensor] : (*draft.record)[side].items()) {
        const bool is_output = side == std::string("outputs");
        Tensor made = {.dtype = DTypeFromName(tensor["dtype"].get<std::string>()),
                       .shape = draft.base};
        if (is_moved_) {
          const auto shape = tensor["shape"].get<std::vector<int64_t>>();
          made.shape = Dims(shape.begin(), shape.end());
        }
        if (tensor.contains("indices"))
          made.indices = {tensor["indices"][0].get<int64_t>(), tensor["indices"][1].get<int64_t>()};
        if (split_before >= 0 && IsWhole(*draft.record, tensor["shape"], split_before)) {
          made.is_whole = true;
          made.shape[draft.split] *= 2;
        }
        (is_output ? draft.outputs : draft.inputs)[name] = std::move(made);
      }
    }
    if (broadcasts_.contains((*draft.test)["function"]) && random.OneIn(3))
      DrawBroadcast(random, written, draft);
    for (auto* tensors : {&draft.inputs, &draft.outputs}) {
      for (auto& [name, tensor] : *tensors) {
        // Halves that share memory would have to be equal.
        DrawPlacement(random,
                      tensors == &draft.inputs && !written.contains(name) && !tensor.is_whole,
                      tensor);
        if (tensors == &draft.inputs) DrawValues(random, tensor);
      }
    }
    return draft;
  }

  // The dimension a record is split in, from the front; -1 if in none.
  int SplitOf(const Json& record) const {
    for (const std::string& name : dims_) {
      if (record["attrs"].contains(name)) return record["attrs"][name].get<int>();
    }
    return -1;
  }
  const std::set<std::string>& dims() const { return dims_; }

 private:
  // Whether the shapes of a record show which tensors are split: none of rank 0, and nothing empty.
  static bool CanSplit(const Json& record) {
    for (const char* side : {"inputs", "outputs"}) {
      for (const Json& tensor : record[side]) {
        const Json& shape = tensor["shape"];
        if (shape.empty() || std::find(shape.begin(), shape.end(), 0) != shape.end()) return false;
      }
    }
    return true;
  }

  static bool IsWhole(const Json& record, const Json& shape, int split) {
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const char* side : {"inputs", "outputs"}) {
      for (const Json& tensor : record[side])
        least = std::min(least, tensor["shape"][split].get<int64_t>());
    }
    return shape[split].get<int64_t>() == 2 * least;
  }

  static void DrawBase(Random& random, bool is_split, Draft& draft) {
    if (draft.is_moved) {
      const auto shape = draft.record->at("outputs").front()["shape"].get<std::vector<int64_t>>();
      draft.base = Dims(shape.begin(), shape.end());
      return;
    }
    const int64_t rank = random.OneIn(8) ? random.Below(9) : 1 + random.Below(3);
    int64_t count = 1;
    for (int64_t dim = 0; dim < std::max<int64_t>(rank, is_split ? 1 : 0); ++dim) {
      int64_t extent = 1 + random.Below(4);
      if (random.OneIn(2)) extent = 1 + random.Below(40);
      if (random.OneIn(6)) extent = 1 + random.Below(700);
      if (random.OneIn(60) && !is_split) extent = 0;
      extent = std::min(extent, std::max<int64_t>(kMaxElements / std::max<int64_t>(count, 1), 1));
      count *= extent;
      draft.base.push_back(extent);
    }
    if (is_split)
      draft.split = static_cast<int>(random.Below(static_cast<int64_t>(draft.base.size())));
  }

  // In every dimension at most one input has extent 1, so that the output keeps its shape. That of
  // one input alone is not the output's, to which it then broadcasts.
  static void DrawBroadcast(Random& random, const std::set<std::string>& written, Draft& draft) {
    std::vector<Tensor*> free;
    for (auto& [name, tensor] : draft.inputs) {
      if (!written.contains(name)) free.push_back(&tensor);
    }
    if (free.empty()) return;
    for (size_t dim = 0; dim < draft.base.size(); ++dim) {
      if (random.OneIn(2)) random.Of(free)->shape[dim] = 1;
    }
    // Only one input may have a lower rank than the output.
    Dims& shape = free[0]->shape;
    while (!shape.empty() && shape[0] == 1 && random.OneIn(2)) shape.erase(shape.begin());
  }

  static void DrawPlacement(Random& random, bool may_repeat, Tensor& tensor) {
    tensor.placement = Placement::Contiguous(tensor.shape.size());
    if (random.OneIn(3)) return;
    Placement drawn = tensor.placement;
    for (size_t i = drawn.order.size(); i > 1; --i) {
      if (random.OneIn(2))
        std::swap(drawn.order[i - 1],
                  drawn.order[static_cast<size_t>(random.Below(static_cast<int64_t>(i)))]);
    }
    for (int64_t& step : drawn.step) {
      if (random.OneIn(5)) step = 2 + random.Below(2);
      if (random.OneIn(6)) step = -step;
    }
    drawn.before = random.OneIn(2) ? random.Below(20) : 0;
    drawn.after = random.OneIn(2) ? random.Below(20) : 0;
    if (may_repeat && !drawn.step.empty() && random.OneIn(6))
      drawn.step[static_cast<size_t>(random.Below(static_cast<int64_t>(drawn.step.size())))] = 0;
    if (drawn.Describe(tensor.dtype, tensor.shape)["storage_shape"][0].get<int64_t>() <=
        kMaxStorage)
      tensor.placement = std::move(drawn);
  }

  static void DrawValues(Random& random, Tensor& tensor) {
    tensor.elements.resize(static_cast<size_t>(tensor.count()) * DTypeBytes(tensor.dtype));
    const Dims strides = ContiguousStrides(tensor.shape);
    for (int64_t i = 0; i < tensor.count(); ++i) {
      int64_t from = i;
      for (size_t dim = 0; dim < tensor.shape.size(); ++dim) {
        if (tensor.placement.step[dim] == 0)
          from -= i / strides[dim] % tensor.shape[dim] * strides[dim];
      }
      if (from < i) {
        tensor.Copy(i, tensor, from);
      } else {
        tensor.Set(i, tensor.indices.has_value() ? DrawIndex(random, tensor.dtype, *tensor.indices)
                                                 : DrawValue(random, tensor.dtype));
      }
    }
  }

  const bool is_moved_;
  std::map<std::string, const Json*> records_;
  std::vector<const Json*> templates_;
  std::set<std::string> dims_;  // dimension numbers that tensors are split in
  std::set<std::string>
      broadcasts_;  // functions whose inputs may be of other shapes than the output
  std::string product_;
};

// Keeps the indices [begin, end) of a dimension of the base.
Draft Slice(const Draft& draft, size_t dim, int64_t begin, int64_t end) {
  Draft result = draft;
  result.base[dim] = end - begin;
  for (auto* tensors : {&result.inputs, &result.outputs}) {
    for (auto& [name, tensor] : *tensors) {
      const size_t missing = draft.base.size() - tensor.shape.size();
      if (dim < missing || (tensor.shape[dim - missing] == 1 && draft.base[dim] != 1)) continue;
      const Tensor before = tensor;
      const bool both = tensor.is_whole && static_cast<int>(dim) == draft.split;
      tensor.shape[dim - missing] = (end - begin) * (both ? 2 : 1);
      if (before.elements.empty()) continue;
      tensor.elements.resize(static_cast<size_t>(tensor.count()) * DTypeBytes(tensor.dtype));
      const Dims from = ContiguousStrides(before.shape), to = ContiguousStrides(tensor.shape);
      for (int64_t i = 0; i < tensor.count(); ++i) {
        int64_t at = 0;
        for (size_t d = 0; d < tensor.shape.size(); ++d) {
          int64_t index = i / to[d] % tensor.shape[d];
          if (d == dim - missing)
            index = index % (end - begin) + begin + index / (end - begin) * draft.base[dim];
          at += index * from[d];
        }
        tensor.Copy(i, before, at);
      }
    }
  }
  return result;
}

// Without the outermost dimension, of extent 1, that nothing is split in.
Draft DropOutermost(const Draft& draft) {
  Draft result = draft;
  for (auto* tensors : {&result.inputs, &result.outputs}) {
    for (auto& [name, tensor] : *tensors) {
      if (tensor.shape.size() < draft.base.size()) continue;
      tensor.shape.erase(tensor.shape.begin());
      tensor.placement = Placement::Contiguous(tensor.shape.size());
    }
  }
  result.base.erase(result.base.begin());
  if (result.split > 0) --result.split;
  return result;
}

class RandomRunner {
 public:
  RandomRunner(const RandomOptions& options, const Json& cases,
               const Implementation& implementation,
               absl::FunctionRef<void(absl::string_view)> print)
      : options_(options),
        cases_(cases),
        implementation_(implementation),
        print_(print),
        drawer_(cases, options.conformance.selection) {}

  int Run() {
    if (drawer_.empty()) {
      print_("UNTESTED: no case is selected to draw from\n");
      return 1;
    }
    std::vector<std::string> modes;
    const Json& bounds = cases_["accuracy"].value(options_.conformance.backend, Json::object());
    for (const auto& [mode, values] : bounds.items()) {
      if (!values.is_object()) modes = {""};  // a backend without modes: type -> bound
      if (values.is_object() &&
          (options_.conformance.mode.empty() || options_.conformance.mode == mode))
        modes.push_back(mode);
    }
    if (modes.empty()) {
      print_(absl::StrCat("ERROR: backend '", options_.conformance.backend, "' has no mode '",
                          options_.conformance.mode, "'\n"));
      return 1;
    }
    Progress progress(absl::StrCat("random cases of ", cases_["op"].get<std::string>()),
                      options_.runs);
    for (int run = 0; run < options_.runs; ++run) {
      const uint64_t seed = options_.seed + static_cast<uint64_t>(run);
      if (options_.conformance.interrupted && options_.conformance.interrupted()) {
        print_(absl::StrCat("interrupted: ", run, " of ", options_.runs,
                            " random cases passed; to go on:\n  ", CommandOf(options_.conformance),
                            " --runs=", options_.runs - run, " --seed=", seed, "\n"));
        return 1;
      }
      progress.Step([&] { return absl::StrCat("seed ", seed); });
      Random random(seed);
      const Draft draft = WithOnes(drawer_.Draw(random));
      for (const std::string& mode : modes) {
        if (Passes(draft, mode, seed, nullptr)) continue;
        Report(draft, mode, seed);
        return 1;
      }
    }
    print_(absl::StrCat(options_.runs, " random cases passed, seeds ", options_.seed, " to ",
                        options_.seed + options_.runs - 1, "; ", with_oracle_,
                        " results compared with the oracle, ", without_oracle_,
                        " with their contiguous copies only\n"));
    return 0;
  }

 private:
  const OracleCall* OracleCallOf(const Draft& draft) const {
    return FindOracleCall(cases_, *draft.record, options_.calls);
  }

  // Where a call holds only if some operand is 1, it is.
  Draft WithOnes(Draft draft) const {
    const OracleCall* call = OracleCallOf(draft);
    if (call == nullptr) return draft;
    for (const auto& [name, parts] : call->parts) {
      const auto tensor = draft.inputs.find(name);
      if (tensor == draft.inputs.end()) continue;
      const int64_t count = ElementCount(draft.base).value_or(0);
      for (size_t half = 0; half < parts.size(); ++half) {
        for (int64_t i = 0; parts[half] == "one" && i < count; ++i) {
          tensor->second.Set(draft.PlaceIn(tensor->second, i, static_cast<int>(half)), 1);
        }
      }
    }
    return draft;
  }

  // What the oracle says of an output; NaN and false in `known` where it says nothing.
  std::vector<double> OracleOf(const Draft& draft, const std::string& name, const Tensor& output,
                               std::vector<bool>& known) const {
    std::vector<double> truth(static_cast<size_t>(output.count()),
                              std::numeric_limits<double>::quiet_NaN());
    known.assign(truth.size(), false);
    const OracleCall* call = OracleCallOf(draft);
    if (call == nullptr) return truth;
    const auto own = call->parts.find(name);
    if (own == call->parts.end()) return truth;
    const int64_t count = ElementCount(draft.base).value_or(0);
    std::map<std::string, double> values = call->NumbersOf(*draft.record);
    // An integer beside a float is converted to what both promote to.
    aclDataType promoted = draft.inputs.begin()->second.dtype;
    for (const auto& [input, tensor] : draft.inputs)
      promoted = PromoteTypes(promoted, tensor.dtype);
    const auto value_in = [&](const Tensor& tensor, int64_t place) {
      const double value = tensor.At(place);
      return IsFloat(promoted) && !IsFloat(tensor.dtype) ? RoundTo(promoted, value) : value;
    };
    for (int64_t i = 0; i < count; ++i) {
      for (const auto& [input, parts] : call->parts) {
        const auto tensor = draft.inputs.find(input);
        for (size_t half = 0; tensor != draft.inputs.end() && half < parts.size(); ++half) {
          values[parts[half]] =
              value_in(tensor->second, draft.PlaceIn(tensor->second, i, static_cast<int>(half)));
        }
      }
      for (size_t half = 0; half < own->second.size(); ++half) {
        if (own->second[half] == "ignored") continue;
        const std::optional<double> value = call->Evaluate(values, own->second[half]);
        if (!value) continue;
        const auto place = static_cast<size_t>(draft.PlaceIn(output, i, static_cast<int>(half)));
        truth[place] = *value;
        known[place] = true;
      }
    }
    return truth;
  }

  bool HasParam(const std::string& function, const std::string& name) const {
    for (const Json& candidate : cases_["functions"]) {
      if (candidate["name"] != function) continue;
      const Json& params = candidate["params"];
      return std::any_of(params.begin(), params.end(),
                         [&](const Json& param) { return param["name"] == name; });
    }
    return false;
  }

  // A tensor among the arguments of a case; of a list tensors_0 is the first.
  static Json& ArgumentOf(Json& args, const std::string& name) {
    const size_t end = name.rfind('_');
    if (args.contains(name) || end == std::string::npos || !args.contains(name.substr(0, end)))
      return args[name];
    return args[name.substr(0, end)][std::stoul(name.substr(end + 1))];
  }

  // The case as cases.json has it; `plain`: its contiguous copy, with outputs of their own where
  // the function has them.
  Json CaseJson(const Draft& draft, const std::string& id, bool plain) const {
    Json test = *draft.test;
    test["id"] = id;
    test["products"] = {draft.product};
    test["values"] = kKey;
    Json& args = test["args"];
    Json in_place = Json::object();
    const Json drawn = test.value("in_place", Json::object());
    for (const auto& [output, input] : drawn.items()) {
      if (!plain || !HasParam(test["function"], output)) in_place[output] = input;
    }
    test.erase("in_place");
    if (!in_place.empty()) test["in_place"] = in_place;
    const auto describe = [&](const Tensor& tensor) {
      return (plain ? Placement::Contiguous(tensor.shape.size()) : tensor.placement)
          .Describe(tensor.dtype, tensor.shape);
    };
    for (const auto& [name, tensor] : draft.inputs) ArgumentOf(args, name) = describe(tensor);
    for (const auto& [name, tensor] : draft.outputs) {
      if (args.contains(name))
        args[name] =
            in_place.contains(name) ? args[in_place[name].get<std::string>()] : describe(tensor);
    }
    for (const std::string& dim : drawer_.dims()) {
      if (!args.contains(dim)) continue;
      // From the front or from the back, as the template had it.
      args[dim] = (*draft.test)["args"][dim].get<int64_t>() < 0
                      ? draft.split - static_cast<int64_t>(draft.base.size())
                      : draft.split;
    }
    return test;
  }

  // `rests`: what is to be added to the truth of outputs of 64-bit integers.
  absl::StatusOr<std::string> WriteDraft(
      const Draft& draft, uint64_t seed, const std::map<std::string, std::vector<double>>& truth,
      const std::map<std::string, std::vector<double>>& rests) const {
    Bundle bundle;
    // What the file says of its operator, not what it says of its cases.
    for (const char* part :
         {"schema", "op", "structure", "spec_sha256", "socs", "functions", "accuracy"}) {
      if (const auto found = cases_.find(part); found != cases_.end()) bundle.cases[part] = *found;
    }
    Json record = *draft.record;
    record["key"] = kKey;
    for (const std::string& dim : drawer_.dims()) {
      if (record["attrs"].contains(dim)) record["attrs"][dim] = draft.split;
    }
    const std::string id = absl::StrCat("random.", seed);
    bundle.cases["values"] = {record};
    bundle.cases["cases"] = {CaseJson(draft, absl::StrCat(id, ".contiguous"), true),
                             CaseJson(draft, id, false)};
    bundle.manifest["truth"] = Json::object();
    bundle.failure = {{"op", cases_["op"]}, {"binary", options_.conformance.binary}};
    for (const auto& [name, tensor] : draft.inputs) {
      bundle.tensors[absl::StrCat(kKey, "/in/", name)] = {
          tensor.dtype,
          {tensor.shape.begin(), tensor.shape.end()},
          {tensor.elements.data(), tensor.elements.size()}};
    }
    const auto write = [&](const char* part, const std::string& name,
                           const std::vector<double>& values) {
      const Dims& shape = draft.outputs.at(name).shape;
      bundle.tensors[absl::StrCat(kKey, part, name)] = {
          ACL_DOUBLE,
          {shape.begin(), shape.end()},
          {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)}};
    };
    for (const auto& [name, values] : rests) write("/truth_low/", name, values);
    for (const auto& [name, values] : truth) {
      write("/truth/", name, values);
      bundle.manifest["truth"][name][DTypeName(draft.outputs.at(name).dtype)]["max_ulp_error"] =
          kOracleUlp;
    }
    return WriteBundle(bundle);
  }

  ConformanceOptions Options(const Draft& draft, const std::string& mode, uint64_t seed) const {
    ConformanceOptions options = options_.conformance;
    options.selection = {.product = draft.product};
    options.mode = mode;
    options.threads = threads_;
    options.results.clear();
    options.failures.clear();
    options.progress = false;
    // A case is done or not; between two the run may end.
    options.interrupted = nullptr;
    // Drawn from the same cases.
    ConformanceOptions again = options_.conformance;
    again.mode = mode;
    options.again = absl::StrCat(CommandOf(again), " --runs=1 --seed=", seed);
    return options;
  }

  // Runs a draft in a mode. `text`: where the report goes; null: nowhere, and failures are not
  // written down either.
  bool Passes(const Draft& draft, const std::string& mode, uint64_t seed, std::string* text) {
    std::map<std::string, std::vector<double>> truth, rests;
    std::map<std::string, std::vector<bool>> known;
    bool complete = true;
    for (const auto& [name, tensor] : draft.outputs) {
      truth[name] = OracleOf(draft, name, tensor, known[name]);
      complete =
          complete && std::find(known[name].begin(), known[name].end(), false) == known[name].end();
    }
    ConformanceOptions options = Options(draft, mode, seed);
    if (!complete) {
      // What the oracle does not know is what the contiguous copy gives.
      ConformanceOptions first = options;
      first.threads = 1;
      first.stop_after = 1;
      first.selection.glob = absl::StrCat("random.", seed, ".contiguous");
      std::set<std::string> seen;
      first.observe = [&](const std::string&, const Output& output) {
        if (!seen.insert(output.name).second) return;
        std::vector<double>& values = truth[output.name];
        std::vector<double>& rest = rests[output.name];
        rest.resize(values.size());
        for (size_t i = 0; i < values.size(); ++i) {
          const char* element = output.elements.data() + i * DTypeBytes(output.dtype);
          if (known[output.name][i]) continue;
          values[i] = ElementValue(output.dtype, element);
          rest[i] = ElementRest(output.dtype, element);
        }
      };
      const absl::StatusOr<std::string> bytes = WriteDraft(draft, seed, truth, rests);
      const absl::StatusOr<ConformanceSuite> suite =
          bytes.ok() ? ConformanceSuite::OpenBundle(*bytes, "random case", first.selection)
                     : bytes.status();
      if (suite.ok()) suite->Run(first, implementation_, [](absl::string_view) {});
    }
    const absl::StatusOr<std::string> bytes = WriteDraft(draft, seed, truth, rests);
    const absl::StatusOr<ConformanceSuite> suite =
        bytes.ok() ? ConformanceSuite::OpenBundle(*bytes, "random case", options.selection)
                   : bytes.status();
    if (!suite.ok()) {
      if (text != nullptr) absl::StrAppend(text, "ERROR: ", suite.status().message(), "\n");
      return false;
    }
    for (const auto& [name, elements] : known) {
      const auto count = std::count(elements.begin(), elements.end(), true);
      with_oracle_ += count;
      without_oracle_ += static_cast<int64_t>(elements.size()) - count;
    }
    if (text != nullptr) options.failures = options_.conformance.failures;
    return suite
        ->Run(options, implementation_,
              [&](absl::string_view line) {
                if (text != nullptr) absl::StrAppend(text, line);
              })
        .ok;
  }

  // Smaller drafts that might fail as well, the greatest steps first.
  static std::vector<Draft> Smaller(const Draft& draft) {
    std::vector<Draft> drafts;
    for (size_t dim = 0; !draft.is_moved && dim < draft.base.size(); ++dim) {
      const int64_t extent = draft.base[dim], half = extent / 2;
      if (extent < 2) continue;
      drafts.push_back(Slice(draft, dim, 0, half));
      drafts.push_back(Slice(draft, dim, half, extent));
      drafts.push_back(Slice(draft, dim, 0, extent - 1));
    }
    if (!draft.base.empty() && draft.base[0] == 1 && draft.split != 0 && !draft.is_moved)
      drafts.push_back(DropOutermost(draft));
    for (const auto tensors : {&Draft::inputs, &Draft::outputs}) {
      for (const auto& [name, tensor] : draft.*tensors) {
        const Placement contiguous = Placement::Contiguous(tensor.shape.size());
        if (tensor.placement.Describe(tensor.dtype, tensor.shape) ==
            contiguous.Describe(tensor.dtype, tensor.shape))
          continue;
        Draft next = draft;
        (next.*tensors)[name].placement = contiguous;
        drafts.push_back(std::move(next));
      }
    }
    for (const auto& [name, tensor] : draft.inputs) {
      const std::vector<int64_t>& steps = tensor.placement.step;
      if (tensor.count() > 4 || std::find(steps.begin(), steps.end(), 0) != steps.end()) continue;
      for (int64_t i = 0; i < tensor.count(); ++i) {
        if (tensor.At(i) == 1) continue;
        Draft next = draft;
        next.inputs[name].Set(i, 1);
        drafts.push_back(std::move(next));
      }
    }
    return drafts;
  }

  static std::string Size(const Draft& draft) {
    std::string text;
    for (const auto* tensors : {&draft.inputs, &draft.outputs}) {
      for (const auto& [name, tensor] : *tensors) {
        absl::StrAppend(&text, text.empty() ? "" : ", ", name, " ", DTypeName(tensor.dtype),
                        DimsToString(tensor.shape));
      }
    }
    return text;
  }

  void Report(const Draft& first, const std::string& mode, uint64_t seed) {
    Draft draft = first;
    int tries = 0;
    // With one thread it is faster, if it fails then as well.
    threads_ = 1;
    if (Passes(first, mode, seed, nullptr)) threads_ = options_.conformance.threads;
    for (bool smaller = true; smaller && tries < kMaxReductions;) {
      smaller = false;
      for (Draft& next : Smaller(draft)) {
        if (++tries > kMaxReductions) break;
        if (Passes(next, mode, seed, nullptr)) continue;
        draft = std::move(next);
        smaller = true;
        break;
      }
    }
    threads_ = options_.conformance.threads;
    std::string text;
    const bool passed = Passes(draft, mode, seed, &text);
    print_(absl::StrCat("FAILED random case of seed ", seed, ", drawn from ",
                        (*first.test)["id"].get<std::string>(), ": ", Size(first),
                        "\n  reduced in ", tries, " tries to ", Size(draft), "\n"));
    print_(passed ? "  which passed when it was run again: the result changes from run to run\n"
                  : text);
  }

  const RandomOptions& options_;
  const Json& cases_;
  const Implementation& implementation_;
  absl::FunctionRef<void(absl::string_view)> print_;
  const Drawer drawer_;
  int threads_ = options_.conformance.threads;
  int64_t with_oracle_ = 0, without_oracle_ = 0;
};

}  // namespace

int RunRandom(const RandomOptions& options, const Implementation& implementation,
              absl::FunctionRef<void(absl::string_view)> print) {
  std::stringstream text;
  text << std::ifstream(options.conformance.cases, std::ios::binary).rdbuf();
  const absl::StatusOr<CaseFile> checked =
      CaseFile::Parse(text.str(), options.conformance.cases, {});
  if (!checked.ok()) {
    print(absl::StrCat("ERROR: ", checked.status().message(), "\n"));
    return 1;
  }
  const Json cases = Json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  return RandomRunner(options, cases, implementation, print).Run();
}

}  // namespace openaclnn::testing
