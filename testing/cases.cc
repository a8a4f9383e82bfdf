#include "testing/cases.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;
using JsonType = Json::value_t;

// Reads members of JSON objects, and keeps the first fault instead of throwing.
class Reader {
 public:
  explicit Reader(std::string where) : where_(std::move(where)) {}

  const Json& Member(const Json& object, const char* name, JsonType type) {
    static const Json* const kNone = new Json();
    if (const auto found = object.find(name); object.is_object() && found != object.end()) {
      if (found->type() == type || (type == JsonType::number_integer && found->is_number_integer()))
        return *found;
      Fail(absl::StrCat("'", name, "' has the wrong type: ", found->dump().substr(0, 80)));
    } else {
      Fail(absl::StrCat("'", name, "' is missing"));
    }
    return *kNone;
  }
  std::string Text(const Json& object, const char* name) {
    const Json& value = Member(object, name, JsonType::string);
    return value.is_string() ? value.get<std::string>() : "";
  }
  int64_t Integer(const Json& object, const char* name) {
    const Json& value = Member(object, name, JsonType::number_integer);
    return value.is_number_integer() ? value.get<int64_t>() : 0;
  }
  std::vector<std::string> Texts(const Json& object, const char* name) {
    std::vector<std::string> result;
    for (const Json& item : Member(object, name, JsonType::array)) {
      if (!item.is_string()) Fail(absl::StrCat("'", name, "' holds something else than strings"));
      if (item.is_string()) result.push_back(item.get<std::string>());
    }
    return result;
  }
  std::vector<int64_t> Integers(const Json& object, const char* name) {
    std::vector<int64_t> result;
    for (const Json& item : Member(object, name, JsonType::array)) {
      if (!item.is_number_integer())
        Fail(absl::StrCat("'", name, "' holds something else than integers"));
      if (item.is_number_integer()) result.push_back(item.get<int64_t>());
    }
    return result;
  }

  // A shape or strides.
  std::vector<int64_t> Extents(const Json& object, const char* name) {
    std::vector<int64_t> result = Integers(object, name);
    if (result.size() <= kMaxDims) return result;
    Fail(absl::StrCat("'", name, "' has ", result.size(), " dimensions; at most ", kMaxDims,
                      " are possible"));
    return {};
  }

  void Fail(const std::string& what) {
    if (status_.ok()) status_ = absl::InvalidArgumentError(absl::StrCat(where_, ": ", what));
  }
  void set_where(std::string where) { where_ = std::move(where); }
  const absl::Status& status() const { return status_; }

 private:
  std::string where_;
  absl::Status status_;
};

TensorCase ReadTensor(Reader& reader, const Json& json) {
  const std::string name = reader.Text(json, "dtype");
  const aclDataType dtype = DTypeFromName(name);
  if (dtype == ACL_DT_UNDEFINED && name != "undefined")
    reader.Fail(absl::StrCat("unknown dtype '", name, "'"));
  const std::vector<int64_t> shape = reader.Extents(json, "shape");
  const std::string layout = json.contains("layout") ? reader.Text(json, "layout") : "contiguous";
  const std::optional<TensorCase> laid_out = Layout(layout, dtype, shape);
  if (!laid_out.has_value()) reader.Fail(absl::StrCat("unknown layout '", layout, "'"));
  TensorCase tensor = laid_out.value_or(TensorCase());
  if (json.contains("strides")) {
    const std::vector<int64_t> strides = reader.Extents(json, "strides");
    tensor.view.strides = Dims(strides.begin(), strides.end());
  }
  if (json.contains("offset")) tensor.view.offset = reader.Integer(json, "offset");
  if (json.contains("storage_shape")) tensor.storage_shape = reader.Extents(json, "storage_shape");
  if (json.contains("format"))
    tensor.format = static_cast<aclFormat>(reader.Integer(json, "format"));
  if (json.contains("indices")) {
    const std::vector<int64_t> indices = reader.Integers(json, "indices");
    if (indices.size() != 2) reader.Fail("'indices' is not the least and the greatest of them");
    if (indices.size() == 2) tensor.indices = {indices[0], indices[1]};
  }
  return tensor;
}

// A number, or the text "inf", "-inf" or "nan", which JSON has no numbers for.
double ReadReal(Reader& reader, const Json& json, const std::string& name) {
  if (json.is_number()) return json.get<double>();
  double value = 0;
  if (!json.is_string() || !absl::SimpleAtod(json.get<std::string>(), &value)) {
    reader.Fail(absl::StrCat("argument '", name, "' is no number"));
  }
  return value;
}

// {"dtype": ..., "value": ...}
void ReadScalar(Reader& reader, const Json& json, ArgCase& arg) {
  if (!json.is_object()) return reader.Fail(absl::StrCat("argument '", arg.name, "' is no scalar"));
  arg.dtype = DTypeFromName(reader.Text(json, "dtype"));
  const auto found = json.find("value");
  if (found == json.end()) return reader.Fail(absl::StrCat("scalar '", arg.name, "' has no value"));
  if (arg.dtype == ACL_COMPLEX64)
    return StoreElement(ACL_FLOAT, ReadReal(reader, *found, arg.name), arg.bytes.data());
  if (IsFloat(arg.dtype))
    return StoreElement(arg.dtype, RoundTo(arg.dtype, ReadReal(reader, *found, arg.name)),
                        arg.bytes.data());
  if (!found->is_number_integer() || DTypeBytes(arg.dtype) == 0) {
    return reader.Fail(absl::StrCat("scalar '", arg.name, "' is no integer of a known dtype"));
  }
  const int64_t value =
      found->get<int64_t>();  // little-endian: a narrower type takes the low bytes
  std::memcpy(arg.bytes.data(), &value, std::min(DTypeBytes(arg.dtype), sizeof(value)));
}

void ReadArg(Reader& reader, const Json& param, const Json& json, ArgCase& arg) {
  const std::string kind = reader.Text(param, "kind");
  arg.is_null = json.is_null();
  arg.is_output = kind == "output";
  if (kind == "input" || kind == "output") {
    arg.kind = ArgCase::Kind::kTensor;
    if (arg.is_null) return;
    if (!json.is_object())
      return reader.Fail(absl::StrCat("argument '", arg.name, "' is no tensor"));
    arg.tensor = ReadTensor(reader, json);
  } else if (kind == "string") {
    arg.kind = ArgCase::Kind::kString;
    if (arg.is_null) return;
    if (!json.is_string())
      return reader.Fail(absl::StrCat("argument '", arg.name, "' is no string"));
    arg.text = json.get<std::string>();
  } else if (kind == "int" || kind == "enum" || kind == "dim") {
    arg.kind = ArgCase::Kind::kInteger;
    if (!json.is_number_integer())
      return reader.Fail(absl::StrCat("argument '", arg.name, "' is no integer"));
    arg.number = json.get<int64_t>();
  } else if (kind == "bool") {
    arg.kind = ArgCase::Kind::kBool;
    if (!json.is_boolean())
      return reader.Fail(absl::StrCat("argument '", arg.name, "' is no boolean"));
    arg.number = json.get<bool>() ? 1 : 0;
  } else if (kind == "double" || kind == "float") {
    arg.kind = ArgCase::Kind::kReal;
    arg.real = ReadReal(reader, json, arg.name);
  } else if (kind == "dtype") {
    arg.kind = ArgCase::Kind::kDType;
    if (!json.is_string())
      return reader.Fail(absl::StrCat("argument '", arg.name, "' is no dtype"));
    arg.dtype = DTypeFromName(json.get<std::string>());
  } else if (kind == "int_array") {
    arg.kind = ArgCase::Kind::kIntArray;
    if (arg.is_null) return;
    if (!json.is_array()) return reader.Fail(absl::StrCat("argument '", arg.name, "' is no array"));
    for (const Json& number : json) {
      if (!number.is_number_integer())
        return reader.Fail(
            absl::StrCat("argument '", arg.name, "' holds something else than integers"));
      arg.numbers.push_back(number.get<int64_t>());
    }
  } else if (kind == "scalar") {
    arg.kind = ArgCase::Kind::kScalar;
    if (!arg.is_null) ReadScalar(reader, json, arg);
  } else {
    reader.Fail(absl::StrCat("parameter '", arg.name, "' has unknown kind '", kind, "'"));
  }
}

// Completes the last of the arguments, a list, and appends its tensors, named tensors_0 and so on.
void ReadList(Reader& reader, const Json& json, bool is_output, std::vector<ArgCase>& args) {
  const std::string name = args.back().name;
  args.back().kind = ArgCase::Kind::kList;
  args.back().is_null = json.is_null();
  if (json.is_null()) return;
  if (!json.is_array()) return reader.Fail(absl::StrCat("argument '", name, "' is no list"));
  args.back().number = static_cast<int64_t>(json.size());
  for (size_t i = 0; i < json.size(); ++i) {
    ArgCase& member = args.emplace_back();
    member.name = absl::StrCat(name, "_", i);
    member.is_output = is_output;
    member.is_null = json[i].is_null();
    if (member.is_null) continue;
    if (!json[i].is_object())
      return reader.Fail(absl::StrCat("argument '", member.name, "' is no tensor"));
    member.tensor = ReadTensor(reader, json[i]);
  }
}

Case ReadCase(Reader& reader, const Json& json, const std::map<std::string, Json>& functions) {
  Case result;
  result.id = reader.Text(json, "id");
  reader.set_where(absl::StrCat("case ", result.id));
  result.function = reader.Text(json, "function");
  result.products = reader.Texts(json, "products");
  result.label = LabelOf(reader.Text(json, "dtype"));
  const std::string kind = reader.Text(json, "kind");
  if (kind == "positive") {
    result.kind = Case::Kind::kPositive;
    result.values = reader.Text(json, "values");
  } else if (kind == "rejected" || kind == "error") {
    result.kind = kind == "error" ? Case::Kind::kError : Case::Kind::kRejected;
    const Json& expect = reader.Member(json, "expect", JsonType::object);
    result.code = static_cast<int32_t>(reader.Integer(expect, "code"));
    result.rule = reader.Text(expect, "rule");
    result.words = reader.Texts(expect, "message");
  } else if (kind == "benchmark") {
    result.kind = Case::Kind::kBenchmark;
    result.layout = reader.Text(json, "layout");
    result.elements = reader.Integer(json, "elements");
  } else {
    reader.Fail(absl::StrCat("unknown kind '", kind, "'"));
  }
  const auto function = functions.find(result.function);
  if (function == functions.end()) {
    reader.Fail(absl::StrCat("unknown function '", result.function, "'"));
    return result;
  }
  const Json& args = reader.Member(json, "args", JsonType::object);
  for (const Json& param : function->second) {
    ArgCase& arg = result.args.emplace_back();
    arg.name = reader.Text(param, "name");
    const auto value = args.find(arg.name);
    if (value == args.end()) {
      reader.Fail(absl::StrCat("argument '", arg.name, "' is missing"));
      continue;
    }
    const std::string of = reader.Text(param, "kind");
    if (of == "input_list" || of == "output_list") {
      ReadList(reader, *value, of == "output_list", result.args);
    } else {
      ReadArg(reader, param, *value, arg);
    }
  }
  for (ArgCase& arg : result.args) {
    if (arg.has_tensor()) (arg.is_output ? arg.outputs : arg.inputs).push_back(arg.name);
  }
  if (!json.contains("in_place")) return result;
  const auto named = [&](const std::string& name) {
    return std::find_if(result.args.begin(), result.args.end(),
                        [&](const ArgCase& arg) { return arg.name == name; });
  };
  for (const auto& [output, input] : reader.Member(json, "in_place", JsonType::object).items()) {
    const auto from = input.is_string() ? named(input.get<std::string>()) : result.args.end();
    if (from == result.args.end()) {
      reader.Fail(absl::StrCat("in_place: '", output, "' is no argument but ", input.dump()));
      continue;
    }
    from->outputs.push_back(output);
    if (const auto to = named(output); to != result.args.end()) {
      to->same_as = static_cast<int>(from - result.args.begin());
      to->outputs.clear();
    }
  }
  return result;
}

bool Contains(const Json& list, const std::string& text) {
  return list.is_array() && std::any_of(list.begin(), list.end(), [&](const Json& item) {
           return item.is_string() && item == text;
         });
}

}  // namespace

std::string_view LabelOf(std::string_view dtype) {
  if (dtype == "float32") return "fp32";
  if (dtype == "float16") return "fp16";
  if (dtype == "bfloat16") return "bf16";
  if (dtype == "int32" || dtype == "int8") return dtype;
  return "other";
}

std::optional<TensorCase> Layout(std::string_view layout, aclDataType dtype,
                                 const std::vector<int64_t>& shape) {
  TensorCase result;
  TensorView& view = result.view;
  view.dtype = dtype;
  view.shape = Dims(shape.begin(), shape.end());
  view.strides = ContiguousStrides(shape);
  result.storage_shape = shape;
  const bool plain = shape.empty() || ElementCount(shape).value_or(0) == 0;
  const size_t last = shape.size() - 1;
  // The strides of a storage in which the last dimension has another extent.
  const auto widen = [&](int64_t extent) {
    result.storage_shape[last] = extent;
    view.strides = ContiguousStrides(result.storage_shape);
  };
  if (layout == "contiguous") {
  } else if (layout == "transposed") {
    if (plain) return result;
    std::reverse(result.storage_shape.begin(), result.storage_shape.end());
    view.strides = ContiguousStrides(result.storage_shape);
    std::reverse(view.strides.begin(), view.strides.end());
  } else if (layout == "offset") {
    if (plain) return result;
    view.offset = 7;
    result.storage_shape = {*ElementCount(shape) + 9};
  } else if (layout == "stepped") {
    if (plain) return result;
    widen(shape[last] * 2);
    view.strides[last] = 2;
  } else if (layout == "padded") {
    if (plain) return result;
    widen(shape[last] + 3);
    view.offset = 1;
  } else if (layout == "reversed") {
    if (plain) return result;
    view.strides[last] = -1;
    view.offset = shape[last] - 1;
  } else if (layout == "expanded") {
    if (plain) return result;
    view.strides[0] = 0;
    result.storage_shape[0] = 1;
  } else {
    return std::nullopt;
  }
  return result;
}

bool GlobMatch(std::string_view glob, std::string_view text) {
  return fnmatch(std::string(glob).c_str(), std::string(text).c_str(), 0) == 0;
}

absl::StatusOr<CaseFile> CaseFile::Open(const std::string& path, const Selection& selection) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return absl::NotFoundError(absl::StrCat(path, ": cannot be read"));
  std::stringstream text;
  text << stream.rdbuf();
  return Parse(std::move(text).str(), path, selection);
}

absl::StatusOr<CaseFile> CaseFile::Parse(std::string text, const std::string& name,
                                         const Selection& selection) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return absl::InvalidArgumentError(absl::StrCat(name, ": not valid JSON"));
  Reader reader(name);
  CaseFile file;
  file.text = std::move(text);
  const std::string schema = reader.Text(json, "schema");
  if (reader.status().ok() && schema != "openaclnn-cases/1")
    reader.Fail(absl::StrCat("schema is '", schema, "', not 'openaclnn-cases/1'"));
  file.op = reader.Text(json, "op");
  const std::string structure = reader.Text(json, "structure");
  if (reader.status().ok() && structure != "elementwise" && structure != "moved" &&
      structure != "filled")
    reader.Fail(
        absl::StrCat("structure is '", structure, "', not 'elementwise', 'moved' or 'filled'"));
  file.is_moved = structure == "moved";
  file.is_filled = structure == "filled";
  file.spec_sha256 = reader.Text(json, "spec_sha256");
  for (const auto& [product, soc] : reader.Member(json, "socs", JsonType::object).items()) {
    if (soc.is_string()) file.socs[product] = soc.get<std::string>();
  }
  for (const auto& [backend, modes] : reader.Member(json, "accuracy", JsonType::object).items()) {
    const auto add = [&, &name = backend](const std::string& mode, const std::string& dtype,
                                          const Json& bound) {
      file.accuracy[name][mode];  // exists, whatever its bounds are
      if (bound.is_number()) file.accuracy[name][mode][dtype] = bound.get<double>();
      if (bound.is_string()) file.formulas[name][mode][dtype] = bound.get<std::string>();
    };
    if (!modes.is_object()) continue;
    for (const auto& [mode, bounds] : modes.items()) {
      if (!bounds.is_object()) {
        add("", mode, bounds);  // a backend without modes: dtype -> bound
        continue;
      }
      for (const auto& [dtype, bound] : bounds.items()) add(mode, dtype, bound);
    }
  }
  file.few_values = json.is_object() && json.contains("few_values");
  std::map<std::string, Json> functions;
  for (const Json& function : reader.Member(json, "functions", JsonType::array)) {
    functions[reader.Text(function, "name")] = reader.Member(function, "params", JsonType::array);
  }
  if (json.is_object() && json.contains("known_failures")) {
    for (const Json& item : reader.Member(json, "known_failures", JsonType::array)) {
      KnownFailure& known = file.known_failures.emplace_back();
      known.cases = reader.Texts(item, "cases");
      known.backend = reader.Text(item, "backend");
      known.products = reader.Texts(item, "products");
      known.message = reader.Text(item, "message");
      known.reason = reader.Text(item, "reason");
    }
  }
  int64_t index = 0;
  for (const Json& item :
       reader.Member(json, selection.benchmarks ? "benchmarks" : "cases", JsonType::array)) {
    if (!item.is_object()) {
      reader.Fail("a case is no object");
      break;
    }
    if (!selection.product.empty() && !Contains(item.value("products", Json()), selection.product))
      continue;
    const Json dtype = item.value("dtype", Json()), id = item.value("id", Json());
    if (!selection.label.empty() &&
        (!dtype.is_string() || LabelOf(dtype.get_ref<const std::string&>()) != selection.label))
      continue;
    if (!id.is_string() || !GlobMatch(selection.glob, id.get_ref<const std::string&>())) {
      if (!id.is_string()) reader.Fail("a case without id");
      continue;
    }
    if (index++ % selection.shards != selection.shard) continue;
    file.cases.push_back(ReadCase(reader, item, functions));
    if (!selection.product.empty()) file.cases.back().products = {selection.product};
  }
  if (!reader.status().ok()) return reader.status();
  return file;
}

}  // namespace openaclnn::testing
