#include "testing/safetensors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

namespace openaclnn::testing {
namespace {

using Json = nlohmann::json;

struct NamedType {
  std::string_view name;
  aclDataType dtype;
};
constexpr NamedType kTypes[] = {
    {"F64", ACL_DOUBLE}, {"F32", ACL_FLOAT},  {"F16", ACL_FLOAT16}, {"BF16", ACL_BF16},
    {"I64", ACL_INT64},  {"I32", ACL_INT32},  {"I16", ACL_INT16},   {"I8", ACL_INT8},
    {"U64", ACL_UINT64}, {"U32", ACL_UINT32}, {"U16", ACL_UINT16},  {"U8", ACL_UINT8},
    {"BOOL", ACL_BOOL},
};

absl::Status Broken(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("not a valid safetensors file: ", what));
}

uint64_t LoadLittleEndian(const char* bytes) {
  uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

// A number that is a non-negative integer below 2^63.
std::optional<int64_t> Unsigned(const Json& value) {
  if (!value.is_number_unsigned() || value.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))
    return std::nullopt;
  return static_cast<int64_t>(value.get<uint64_t>());
}

absl::Status ReadEntry(const std::string& name, const Json& entry, std::string_view data,
                       StoredTensor& tensor) {
  if (!entry.is_object()) return Broken(absl::StrCat("entry '", name, "' is no object"));
  const auto dtype = entry.find("dtype"), shape = entry.find("shape"),
             offsets = entry.find("data_offsets");
  if (dtype == entry.end() || !dtype->is_string() || shape == entry.end() || !shape->is_array() ||
      offsets == entry.end() || !offsets->is_array() || offsets->size() != 2 || entry.size() != 3) {
    return Broken(absl::StrCat("'", name, "' must have exactly dtype, shape and two data_offsets"));
  }
  const std::string type_name = dtype->get<std::string>();
  const auto* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                  [&](const NamedType& known) { return known.name == type_name; });
  if (type == std::end(kTypes))
    return Broken(absl::StrCat("'", name, "' has unknown type '", type_name, "'"));
  tensor.dtype = type->dtype;
  if (shape->size() > kMaxDims)
    return Broken(absl::StrCat("'", name, "' has ", shape->size(), " dimensions; at most ",
                               kMaxDims, " are read"));
  for (const Json& extent : *shape) {
    const std::optional<int64_t> value = Unsigned(extent);
    if (!value.has_value())
      return Broken(absl::StrCat("'", name, "' has an extent that is no size: ", extent.dump()));
    tensor.shape.push_back(*value);
  }
  const std::optional<int64_t> count = ElementCount(tensor.shape), begin = Unsigned((*offsets)[0]),
                               end = Unsigned((*offsets)[1]);
  if (!begin.has_value() || !end.has_value() || *begin > *end ||
      static_cast<uint64_t>(*end) > data.size()) {
    return Broken(
        absl::StrCat("'", name, "' lies at ", offsets->dump(), " of ", data.size(), " data bytes"));
  }
  int64_t bytes;
  if (!count.has_value() ||
      __builtin_mul_overflow(*count, static_cast<int64_t>(DTypeBytes(tensor.dtype)), &bytes) ||
      bytes != *end - *begin) {
    return Broken(absl::StrCat("'", name, "' of type ", type_name, " and shape ",
                               DimsToString(tensor.shape), " does not fill its ", *end - *begin,
                               " bytes"));
  }
  tensor.bytes = data.substr(static_cast<size_t>(*begin), static_cast<size_t>(bytes));
  return absl::OkStatus();
}

// Finds a header in which a name stands twice, of which the JSON library would silently keep the
// last. A pass of its own, because that library's callbacks cost time that grows with the square of
// the number of names.
class DuplicateNames : public Json::json_sax_t {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return Open(); }
  bool end_object() override { return Close(); }
  bool start_array(size_t) override { return Open(); }
  bool end_array() override { return Close(); }
  bool key(string_t& name) override {
    if (depth_ == 1 && !names_.insert(name).second) found_ = true;
    return true;
  }
  bool parse_error(size_t, const std::string&, const Json::exception&) override { return false; }

  bool found() const { return found_; }

 private:
  bool Open() {
    ++depth_;
    return true;
  }
  bool Close() {
    --depth_;
    return true;
  }

  std::set<std::string> names_;
  int depth_ = 0;
  bool found_ = false;
};

// No header of a sane file is nested deeper than this; checked before parsing, because the JSON
// library destroys deep values recursively.
bool TooDeep(std::string_view header) {
  int depth = 0;
  for (char c : header) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > 64) return true;
  }
  return false;
}

}  // namespace

int64_t StoredTensor::count() const { return ElementCount(shape).value_or(0); }

absl::StatusOr<SafeTensors> SafeTensors::Parse(std::string_view file) {
  if (file.size() < 8) return Broken(absl::StrCat("only ", file.size(), " bytes long"));
  const uint64_t header_bytes = LoadLittleEndian(file.data());
  if (header_bytes > file.size() - 8)
    return Broken(absl::StrCat("header of ", header_bytes, " bytes in a file of ", file.size()));
  const std::string_view text = file.substr(8, header_bytes), data = file.substr(8 + header_bytes);
  if (TooDeep(text)) return Broken("the header is nested too deeply");
  DuplicateNames duplicates;
  Json::sax_parse(text, &duplicates);
  const Json header = Json::parse(text, /*cb=*/nullptr, /*allow_exceptions=*/false);
  if (header.is_discarded() || !header.is_object()) return Broken("the header is no JSON object");
  if (duplicates.found()) return Broken("a tensor is named twice");

  SafeTensors result;
  std::vector<std::pair<const char*, const char*>> ranges;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") {
      if (!entry.is_object()) return Broken("__metadata__ is no object");
      for (const auto& [key, value] : entry.items()) {
        if (!value.is_string()) return Broken(absl::StrCat("metadata '", key, "' is no string"));
        result.metadata_.emplace(key, value.get<std::string>());
      }
      continue;
    }
    StoredTensor tensor;
    if (absl::Status status = ReadEntry(name, entry, data, tensor); !status.ok()) return status;
    if (!tensor.bytes.empty())
      ranges.emplace_back(tensor.bytes.data(), tensor.bytes.data() + tensor.bytes.size());
    result.tensors_.emplace(name, std::move(tensor));
  }
  // The format wants the data used completely and once.
  std::sort(ranges.begin(), ranges.end());
  const char* next = data.data();
  for (const auto& [begin, end] : ranges) {
    if (begin != next) return Broken("tensors overlap or leave a gap");
    next = end;
  }
  if (next != data.data() + data.size()) return Broken("data that belong to no tensor");
  return result;
}

absl::StatusOr<SafeTensors> SafeTensors::Open(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return absl::NotFoundError(absl::StrCat(path, ": ", std::strerror(errno)));
  absl::Cleanup close_file = [fd] { close(fd); };
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
    return absl::InvalidArgumentError(absl::StrCat(path, ": not a regular file"));
  const size_t size = static_cast<size_t>(info.st_size);
  if (size == 0) return absl::InvalidArgumentError(absl::StrCat(path, ": empty"));
  void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (mapping == MAP_FAILED)
    return absl::InternalError(absl::StrCat(path, ": ", std::strerror(errno)));
  absl::StatusOr<SafeTensors> result = Parse({static_cast<const char*>(mapping), size});
  if (!result.ok()) {
    munmap(mapping, size);
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", result.status().message()));
  }
  result->mapping_ = mapping;
  result->mapped_bytes_ = size;
  return result;
}

SafeTensors::SafeTensors(SafeTensors&& other) noexcept { *this = std::move(other); }

SafeTensors& SafeTensors::operator=(SafeTensors&& other) noexcept {
  std::swap(tensors_, other.tensors_);
  std::swap(metadata_, other.metadata_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_bytes_, other.mapped_bytes_);
  return *this;
}

SafeTensors::~SafeTensors() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
}

const StoredTensor* SafeTensors::Find(std::string_view name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

absl::StatusOr<std::string> WriteSafeTensors(
    const std::map<std::string, StoredTensor, std::less<>>& tensors,
    const std::map<std::string, std::string>& metadata) {
  Json header = Json::object();
  if (!metadata.empty()) {
    Json& entries = header["__metadata__"];
    for (const auto& [key, value] : metadata) entries[key] = value;
  }
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    const auto* type =
        std::find_if(std::begin(kTypes), std::end(kTypes),
                     [&](const NamedType& known) { return known.dtype == tensor.dtype; });
    if (type == std::end(kTypes))
      return absl::InvalidArgumentError(
          absl::StrCat("'", name, "': the format has no ", DTypeName(tensor.dtype)));
    const std::optional<int64_t> count = ElementCount(tensor.shape);
    int64_t bytes;
    if (!count.has_value() ||
        __builtin_mul_overflow(*count, static_cast<int64_t>(DTypeBytes(tensor.dtype)), &bytes) ||
        static_cast<size_t>(bytes) != tensor.bytes.size()) {
      return absl::InvalidArgumentError(absl::StrCat("'", name, "': ", tensor.bytes.size(),
                                                     " bytes do not fit shape ",
                                                     DimsToString(tensor.shape)));
    }
    Json& entry = header[name];
    entry["dtype"] = type->name;
    entry["shape"] = tensor.shape;
    entry["data_offsets"] = {data.size(), data.size() + tensor.bytes.size()};
    data.append(tensor.bytes);
  }
  // "replace": a name that is not UTF-8 must not abort the process.
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.append((8 - text.size() % 8) % 8, ' ');  // the data start aligned
  std::string file(8, '\0');
  for (int i = 0; i < 8; ++i) file[i] = static_cast<char>(text.size() >> (8 * i));
  return file + text + data;
}

}  // namespace openaclnn::testing
