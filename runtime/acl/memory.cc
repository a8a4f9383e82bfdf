// Memory: allocation and copies.
#include "runtime/schedule/memory.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/rules/errors.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/stream.h"

namespace {

using openaclnn::Allocation;
using openaclnn::Device;
using openaclnn::Fail;
using openaclnn::FailNull;
using openaclnn::FindAllocation;

// A size that rounding up to the alignment overflows is not a size.
constexpr size_t kMaxBytes = SIZE_MAX - openaclnn::kMemoryAlignment;

int Allocate(const char* function, const char* argument, void** result, size_t size, const Device* device) {
  if (result == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, argument);
  if (size == 0 || size > kMaxBytes) {
    return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(function, ": size is ", size, "; accepted are 1 to ", kMaxBytes));
  }
  void* address = openaclnn::AllocateMemory(size, device);
  if (address == nullptr) {
    const std::string have =
        device == nullptr
            ? "this machine cannot give that"
            : absl::StrCat("device ", device->id, " (", device->soc->name, ") has ", device->soc->hbm_bytes, " bytes, of which ",
                           openaclnn::AllocatedBytes(device), " are allocated, if this machine can give them");
    return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION, absl::StrCat(function, ": out of memory for size ", size, "; ", have));
  }
  *result = address;
  return ACL_SUCCESS;
}

int AllocateOnDevice(const char* function, void** devPtr, size_t size) {
  // The vendor looks at the arguments first. The device is asked for once: another thread may end its context at any time.
  const Device* const device = openaclnn::CurrentDevice();
  if (devPtr != nullptr && size != 0 && device == nullptr) {
    (void)openaclnn::RequireContext(function);
    return ACL_ERROR_RT_CONTEXT_NULL;
  }
  return Allocate(function, "devPtr", devPtr, size, device);
}

int Release(const char* function, const char* argument, void* address, bool device_memory) {
  const std::optional<Allocation> allocation = FindAllocation(address);
  // Queued work of any device may still use the memory. What cannot be released is refused below.
  if (allocation.has_value() && allocation->begin == reinterpret_cast<uintptr_t>(address) &&
      (allocation->device != nullptr) == device_memory) {
    openaclnn::FinishAllWork();
  }
  if (openaclnn::ReleaseMemory(address, device_memory)) return ACL_SUCCESS;
  const uintptr_t at = reinterpret_cast<uintptr_t>(address);
  const std::string what = !allocation.has_value()   ? "which is in no live allocation; it was released already, or did not come from here"
                           : allocation->begin != at ? absl::StrCat("which is ", at - allocation->begin, " bytes inside an allocation of ",
                                                                    allocation->bytes, " bytes")
                           : device_memory           ? "which is host memory; aclrtFreeHost releases it"
                                                     : "which is device memory; aclrtFree releases it";
  return Fail(ACL_ERROR_RT_PARAM_INVALID, absl::StrFormat("%s: %s is %p, %s", function, argument, address, what));
}

// A range that begins in an allocation of ours must end in it.
int CheckRange(const char* function, const char* argument, const void* address, size_t bytes) {
  const std::optional<Allocation> allocation = FindAllocation(address);
  if (!allocation.has_value()) return ACL_SUCCESS;
  const size_t offset = reinterpret_cast<uintptr_t>(address) - allocation->begin;
  if (bytes <= allocation->bytes - offset) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              absl::StrFormat("%s: %s is %p, %d bytes into an allocation of %d bytes; %d bytes from there leave it, accepted are up to %d",
                              function, argument, address, offset, allocation->bytes, bytes, allocation->bytes - offset));
}

int CheckKind(const char* function, aclrtMemcpyKind kind, int last) {
  if (static_cast<int>(kind) >= 0 && static_cast<int>(kind) <= last) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(function, ": kind is ", static_cast<int>(kind), "; accepted are 0 to ", last));
}

int CheckRoom(const char* function, const char* room_name, size_t room, size_t count) {
  if (count <= room) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              absl::StrCat(function, ": count is ", count, "; accepted are up to ", room_name, ", which is ", room));
}

int CheckCopy(const char* function, const void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind) {
  if (dst == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "dst");
  if (src == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "src");
  OPENACLNN_RETURN_IF_ERROR(CheckKind(function, kind, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE));
  OPENACLNN_RETURN_IF_ERROR(CheckRoom(function, "destMax", destMax, count));
  OPENACLNN_RETURN_IF_ERROR(CheckRange(function, "dst", dst, count));
  return CheckRange(function, "src", src, count);
}

int CheckSet(const char* function, const void* devPtr, size_t maxCount, size_t count) {
  if (devPtr == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "devPtr");
  OPENACLNN_RETURN_IF_ERROR(CheckRoom(function, "maxCount", maxCount, count));
  return CheckRange(function, "devPtr", devPtr, count);
}

// Rough, for the scheduler: 8 bytes in a nanosecond.
int64_t CostOf(size_t bytes) { return static_cast<int64_t>(bytes / 8); }

}  // namespace

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) try { return AllocateOnDevice(__func__, devPtr, size); }
OPENACLNN_CATCH_ACL

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) try {
  return AllocateOnDevice(__func__, devPtr, size);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) try { return AllocateOnDevice(__func__, devPtr, size); }
OPENACLNN_CATCH_ACL

aclError aclrtFree(void* devPtr) try {
  OPENACLNN_REQUIRE(devPtr, ACL_ERROR_INVALID_PARAM);
  return Release(__func__, "devPtr", devPtr, /*device_memory=*/true);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocHost(void** hostPtr, size_t size) try { return Allocate(__func__, "hostPtr", hostPtr, size, nullptr); }
OPENACLNN_CATCH_ACL

aclError aclrtFreeHost(void* hostPtr) try {
  OPENACLNN_REQUIRE(hostPtr, ACL_ERROR_INVALID_PARAM);
  return Release(__func__, "hostPtr", hostPtr, /*device_memory=*/false);
}
OPENACLNN_CATCH_ACL

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) try {
  OPENACLNN_REQUIRE(ptr, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(devPtr, ACL_ERROR_INVALID_PARAM);
  if (size == 0) return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(__func__, ": size is 0; accepted are 1 and more"));
  if (type != ACL_HOST_REGISTER_MAPPED) {
    return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(__func__, ": type is ", static_cast<int>(type), "; accepted is 0 (MAPPED)"));
  }
  if (openaclnn::RequireContext(__func__) == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  if (!openaclnn::RegisterMemory(ptr, size)) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID,
                absl::StrFormat("%s: size is %d; memory that begins at %p ends before that", __func__, size, ptr));
  }
  *devPtr = ptr;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtHostUnregister(void* ptr) try {
  OPENACLNN_REQUIRE(ptr, ACL_ERROR_INVALID_PARAM);
  // Queued work of any device may still use the memory.
  if (openaclnn::IsRegistered(ptr)) {
    openaclnn::FinishAllWork();
    if (openaclnn::UnregisterMemory(ptr)) return ACL_SUCCESS;
  }
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              absl::StrFormat("%s: ptr is %p, at which no registered region begins; aclrtHostRegister registers", __func__, ptr));
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind) try {
  if (count == 0) return ACL_SUCCESS;
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(__func__, dst, destMax, src, count, kind));
  std::memmove(dst, src, count);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind, aclrtStream stream) try {
  if (count == 0) return ACL_SUCCESS;
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(__func__, dst, destMax, src, count, kind));
  if (kind == ACL_MEMCPY_HOST_TO_HOST) {
    return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                absl::StrCat(__func__, ": kind is 0 (HOST_TO_HOST), which is not supported; accepted are 1 to 5"));
  }
  // Memory of the caller's own may be gone when the call has returned.
  const bool finish = !FindAllocation(dst).has_value() || !FindAllocation(src).has_value();
  return openaclnn::EnqueueWork(
      __func__, stream, CostOf(count),
      [=]() -> openaclnn::WorkResult {
        std::memmove(dst, src, count);
        return {};
      },
      finish);
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind) try {
  OPENACLNN_REQUIRE(dst, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(src, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckKind(__func__, kind, ACL_MEMCPY_DEFAULT));
  if (width > dpitch || width > spitch) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": width is ", width, "; accepted are up to dpitch (", dpitch, ") and spitch (", spitch, ")"));
  }
  if (width == 0 || height == 0) return ACL_SUCCESS;
  for (const auto& [name, address, pitch] : {std::tuple<const char*, const void*, size_t>("dst", dst, dpitch), {"src", src, spitch}}) {
    size_t bytes;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) || __builtin_add_overflow(bytes, width, &bytes)) {
      return Fail(ACL_ERROR_RT_PARAM_INVALID,
                  absl::StrCat(__func__, ": height is ", height, "; that many rows of ", pitch, " bytes are more than memory can hold"));
    }
    OPENACLNN_RETURN_IF_ERROR(CheckRange(__func__, name, address, bytes));
  }
  for (size_t row = 0; row < height; ++row) {
    std::memmove(static_cast<char*>(dst) + row * dpitch, static_cast<const char*>(src) + row * spitch, width);
  }
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) try {
  if (count == 0) return ACL_SUCCESS;
  OPENACLNN_RETURN_IF_ERROR(CheckSet(__func__, devPtr, maxCount, count));
  std::memset(devPtr, value, count);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) try {
  if (count == 0) return ACL_SUCCESS;
  OPENACLNN_RETURN_IF_ERROR(CheckSet(__func__, devPtr, maxCount, count));
  const bool finish = !FindAllocation(devPtr).has_value();
  return openaclnn::EnqueueWork(
      __func__, stream, CostOf(count),
      [=]() -> openaclnn::WorkResult {
        std::memset(devPtr, value, count);
        return {};
      },
      finish);
}
OPENACLNN_CATCH_ACL

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) try {
  OPENACLNN_REQUIRE(free, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(total, ACL_ERROR_INVALID_PARAM);
  if (static_cast<int>(attr) < ACL_DDR_MEM || static_cast<int>(attr) > ACL_MEM_P2P_HUGE1G) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": attr is ", static_cast<int>(attr), "; accepted are 0 to ", ACL_MEM_P2P_HUGE1G));
  }
  const Device* device = openaclnn::RequireDevice(__func__);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  *total = static_cast<size_t>(device->soc->hbm_bytes);
  *free = *total - openaclnn::AllocatedBytes(device);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL
