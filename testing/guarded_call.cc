#include "testing/guarded_call.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::testing {
namespace {

// Storages that a broken argument makes impossible to allocate get this many bytes: no element of
// theirs may be touched anyway.
constexpr int64_t kFallbackBytes = 64;
constexpr int64_t kMaxStorageBytes = int64_t{1} << 26;

// What fills guards and storages before a run, again and again: in most types numbers of large
// magnitude, and no NaN.
constexpr std::array<char, 256> kPattern = [] {
  std::array<char, 256> pattern = {};
  for (size_t i = 0; i < pattern.size(); ++i)
    pattern[i] = static_cast<char>(((0xA5 ^ (i * 37)) | 0x40) & ~size_t{0x20});
  return pattern;
}();

// Calls visit(element number in row-major order, place in the storage, elements) for all elements
// of a view whose places have been checked: as many at a time as lie one behind the other.
template <typename Visit>
void ForEachRun(const TensorView& view, Visit visit) {
  const int64_t count = ElementCount(view.shape).value_or(0);
  size_t outer = view.shape.size();
  int64_t run = 1;
  while (outer > 0 && (view.strides[outer - 1] == run || view.shape[outer - 1] == 1))
    run *= view.shape[--outer];
  std::vector<int64_t> index(outer, 0);
  int64_t place = view.offset;
  for (int64_t i = 0; i < count; i += run) {
    visit(static_cast<size_t>(i), static_cast<size_t>(place), static_cast<size_t>(run));
    for (size_t dim = outer; dim-- > 0;) {
      place += view.strides[dim];
      if (++index[dim] < view.shape[dim]) break;
      place -= view.strides[dim] * view.shape[dim];
      index[dim] = 0;
    }
  }
}

}  // namespace

GuardedBuffer::GuardedBuffer(size_t bytes) : bytes_(bytes), expected_(bytes + 2 * kGuardBytes) {
  for (size_t i = 0; i < expected_.size(); i += kPattern.size())
    std::copy_n(kPattern.begin(), std::min(kPattern.size(), expected_.size() - i), &expected_[i]);
  if (aclrtMalloc(&memory_, expected_.size(), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS)
    memory_ = nullptr;
}

void GuardedBuffer::Negate() {
  for (char& byte : expected_) byte = static_cast<char>(byte ^ 0x9F);
}

void GuardedBuffer::Accept(size_t offset, size_t bytes) {
  std::memcpy(expected() + offset, static_cast<const char*>(data()) + offset, bytes);
}

size_t GuardedBuffer::UntouchedTail() const {
  const char* now = static_cast<const char*>(data());
  size_t count = 0;
  while (count < bytes_ && now[bytes_ - 1 - count] == expected_[kGuardBytes + bytes_ - 1 - count])
    ++count;
  return count;
}

std::string GuardedBuffer::Damage() const {
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

absl::Status GuardedCall::Build(const SafeTensors* record) {
  for (size_t i = 0; i < test_.args.size(); ++i) {
    const ArgCase& arg = test_.args[i];
    if (!arg.has_tensor() || arg.same_as >= 0) continue;
    if (absl::Status status = BuildTensor(i, record); !status.ok()) return status;
  }
  for (size_t i = 0; i < test_.args.size(); ++i) {
    const ArgCase& arg = test_.args[i];
    const bool is_member = args_.IsInList();
    args_.Add(arg, tensors_[arg.same_as >= 0 ? static_cast<size_t>(arg.same_as) : i]);
    if (is_member) tensors_[i] = nullptr;  // the list destroys it
  }
  return absl::OkStatus();
}

void GuardedCall::Upload(bool zeros) {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i] == nullptr) continue;
    buffers_[i]->Upload();
    if (!zeros || test_.args[i].inputs.empty()) continue;
    const TensorView& view = test_.args[i].tensor.view;
    const size_t bytes = DTypeBytes(view.dtype);
    ForEachRun(view, [&](size_t, size_t place, size_t run) {
      std::memset(static_cast<char*>(buffers_[i]->data()) + place * bytes, 0, run * bytes);
    });
  }
}

Output GuardedCall::TakeOutput(size_t arg) {
  const TensorView& view = test_.args[arg].tensor.view;
  const size_t bytes = DTypeBytes(view.dtype),
               count = static_cast<size_t>(ElementCount(view.shape).value_or(0));
  Output output = {test_.args[arg].outputs[0], view.dtype, view.shape,
                   std::vector<char>(count * bytes)};
  // In place of an input a result may well be what was there.
  if (test_.args[arg].inputs.empty()) output.before.resize(count * bytes);
  GuardedBuffer& buffer = *buffers_[arg];
  ForEachRun(view, [&](size_t i, size_t place, size_t run) {
    const size_t offset = place * bytes;
    if (!output.before.empty())
      std::memcpy(output.before.data() + i * bytes, buffer.expected() + offset, run * bytes);
    buffer.Accept(offset, run * bytes);
    std::memcpy(output.elements.data() + i * bytes, buffer.expected() + offset, run * bytes);
  });
  return output;
}

std::string GuardedCall::Damage() const {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i] == nullptr) continue;
    const std::string damage = buffers_[i]->Damage();
    if (!damage.empty())
      return absl::StrCat("memory of ", test_.args[i].name,
                          " was changed where it must not be: ", damage);
  }
  return "";
}

absl::Status GuardedCall::BuildTensor(size_t i, const SafeTensors* record) {
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
  tensors_[i] = aclCreateTensor(
      view.shape.data(), view.shape.size(), view.dtype, view.strides.data(), view.offset,
      tensor.format, tensor.storage_shape.data(), tensor.storage_shape.size(), buffers_[i]->data());
  if (tensors_[i] == nullptr)
    return absl::InternalError(absl::StrCat("aclCreateTensor failed for ", arg.name));
  return absl::OkStatus();
}

absl::Status GuardedCall::Fill(const SafeTensors& record, const std::string& input,
                               const TensorView& view, GuardedBuffer& buffer) {
  const StoredTensor* golden = record.Find(absl::StrCat(test_.values, "/in/", input));
  if (golden == nullptr || golden->dtype != view.dtype ||
      golden->shape != std::vector<int64_t>(view.shape.begin(), view.shape.end())) {
    return absl::FailedPreconditionError(
        absl::StrCat("the golden file has no input ", test_.values, "/in/", input, " of type ",
                     DTypeName(view.dtype), " and shape ", DimsToString(view.shape)));
  }
  const size_t bytes = DTypeBytes(view.dtype);
  ForEachRun(view, [&](size_t i, size_t place, size_t run) {
    std::memcpy(buffer.expected() + place * bytes, golden->bytes.data() + i * bytes, run * bytes);
  });
  if (!OverlapsItself(view.shape, view.strides)) return absl::OkStatus();
  // Elements that share memory are stored each, and must be equal: the truth was computed from
  // what is stored.
  int64_t differs = -1;
  ForEachRun(view, [&](size_t i, size_t place, size_t run) {
    const char *const stored = golden->bytes.data() + i * bytes, *const kept = buffer.expected() +
                                                                               place * bytes;
    if (differs >= 0 || std::memcmp(kept, stored, run * bytes) == 0) return;
    const ptrdiff_t byte = std::mismatch(stored, stored + run * bytes, kept).first - stored;
    differs = static_cast<int64_t>(i) + byte / static_cast<ptrdiff_t>(bytes);
  });
  if (differs < 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("element ", differs, " of the golden input ", test_.values, "/in/", input,
                   " shares memory with another and has another value"));
}

}  // namespace openaclnn::testing
