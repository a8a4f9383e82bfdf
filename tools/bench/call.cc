#include "tools/bench/call.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "aclnn/acl_meta.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/session.h"
#include "testing/ulp.h"

namespace openaclnn::bench {
namespace {

using testing::ArgCase;
using testing::CheckCall;

// Elements drawn before they repeat.
constexpr size_t kDrawn = 1 << 12;
constexpr double kIntegerScale = 20;

}  // namespace

size_t StorageBytes(const ArgCase& arg) {
  if (arg.kind != ArgCase::Kind::kTensor) return 0;
  return static_cast<size_t>(ElementCount(arg.tensor.storage_shape).value_or(0)) *
         DTypeBytes(arg.tensor.view.dtype);
}

DeviceMemory RandomMemory(aclDataType dtype, size_t bytes, uint64_t seed, double scale) {
  void* address = nullptr;
  if (aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return nullptr;
  DeviceMemory memory(address);
  std::mt19937_64 random(seed);
  const bool integer = !IsFloat(dtype);
  const size_t element = DTypeBytes(dtype);
  const size_t drawn = std::min(kDrawn * element, bytes);
  char* to = static_cast<char*>(address);
  for (size_t at = 0; at < drawn; at += element) {
    // Twelve numbers of 16 bits, and one that fills the bits below.
    double sum = static_cast<double>(random() >> 11) * 0x1p-69 - 6;
    for (int i = 0; i < 3; ++i) {
      for (uint64_t bits = random(), j = 0; j < 4; ++j, bits >>= 16)
        sum += static_cast<double>(bits & 0xffff) * 0x1p-16;
    }
    testing::StoreElement(
        dtype, testing::RoundTo(dtype, sum * (integer ? scale * kIntegerScale : scale)), to + at);
  }
  for (size_t at = drawn; at < bytes; at += drawn)
    std::memcpy(to + at, to, std::min(drawn, bytes - at));
  return memory;
}

namespace {

// Fills memory with indices that exist.
void DrawIndices(const testing::TensorCase& tensor, size_t bytes, uint64_t seed, void* memory) {
  const auto [least, greatest] = *tensor.indices;
  std::mt19937_64 random(seed);
  const size_t element = DTypeBytes(tensor.view.dtype);
  for (size_t at = 0; at < bytes; at += element) {
    const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(greatest - least + 1));
    testing::StoreElement(tensor.view.dtype, static_cast<double>(least + index),
                          static_cast<char*>(memory) + at);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Call>> Call::Make(const testing::Case& test,
                                                 absl::Span<void* const> addresses) {
  std::unique_ptr<Call> call(new Call());
  const absl::Span<const testing::Invocation> functions = testing::Invocations();
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const testing::Invocation& function) {
        return std::string_view(function.function) == test.function;
      });
  if (found == functions.end())
    return absl::NotFoundError(
        absl::StrCat("function ", test.function, " is not linked into this program"));
  call->invocation_ = &*found;
  size_t next = 0;
  for (const ArgCase& arg : test.args) {
    const aclTensor* created = nullptr;
    if (arg.kind == ArgCase::Kind::kTensor) {
      if (next == addresses.size())
        return absl::InvalidArgumentError(
            absl::StrCat(test.id, " has more tensors than addresses were given"));
      const testing::TensorCase& tensor = arg.tensor;
      created = aclCreateTensor(tensor.view.shape.data(), tensor.view.shape.size(),
                                tensor.view.dtype, tensor.view.strides.data(), tensor.view.offset,
                                tensor.format, tensor.storage_shape.data(),
                                tensor.storage_shape.size(), addresses[next++]);
      if (created == nullptr) return CheckCall("aclCreateTensor", ACL_ERROR_INTERNAL_ERROR);
      // A list destroys its tensors itself.
      if (!call->args_.IsInList()) call->tensors_.push_back(created);
    }
    call->args_.Add(arg, created);
  }
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned =
      call->invocation_->get_workspace_size(call->args_.args(), &bytes, &executor);
  if (absl::Status status = CheckCall(test.function, planned); !status.ok()) {
    return status;
  }
  (void)aclDestroyAclOpExecutor(executor);
  if (bytes > 0) {
    void* workspace = nullptr;
    if (absl::Status status =
            CheckCall("aclrtMalloc", aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        !status.ok()) {
      return status;
    }
    call->workspace_.reset(workspace);
  }
  return call;
}

Call::~Call() {
  for (const aclTensor* tensor : tensors_) (void)aclDestroyTensor(tensor);
}

aclnnStatus Call::Plan() const {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  if (const aclnnStatus status = invocation_->get_workspace_size(args_.args(), &bytes, &executor);
      status != ACL_SUCCESS)
    return status;
  return aclDestroyAclOpExecutor(executor);
}

aclnnStatus Call::Run(aclrtStream stream) const {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  if (const aclnnStatus status = invocation_->get_workspace_size(args_.args(), &bytes, &executor);
      status != ACL_SUCCESS)
    return status;
  if (const aclnnStatus status = invocation_->run(workspace_.get(), bytes, executor, stream);
      status != ACL_SUCCESS)
    return status;
  return aclrtSynchronizeStream(stream);
}

absl::StatusOr<OwnedCall> MakeOwnedCall(const testing::Case& test, double scale) {
  OwnedCall owned;
  std::vector<void*> addresses;
  for (const ArgCase& arg : test.args) {
    if (arg.kind != ArgCase::Kind::kTensor) continue;
    owned.memory.push_back(
        RandomMemory(arg.tensor.view.dtype, StorageBytes(arg), owned.memory.size() + 1, scale));
    if (owned.memory.back() == nullptr) {
      return absl::ResourceExhaustedError(absl::StrCat("no memory for ", arg.name, " of ", test.id,
                                                       ": ", testing::RecentMessage()));
    }
    addresses.push_back(owned.memory.back().get());
    if (arg.tensor.indices.has_value())
      DrawIndices(arg.tensor, StorageBytes(arg), owned.memory.size(), addresses.back());
  }
  absl::StatusOr<std::unique_ptr<Call>> call = Call::Make(test, addresses);
  if (!call.ok()) return call.status();
  owned.call = *std::move(call);
  return owned;
}

}  // namespace openaclnn::bench
