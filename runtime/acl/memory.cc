// Memory: allocation and copies.
#include "runtime/schedule/memory.h"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/schedule/callback.h"
#include "runtime/schedule/capture.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/stream.h"

namespace {

using openaclnn::Allocation;
using openaclnn::Device;
using openaclnn::Fail;
using openaclnn::FailNull;
using openaclnn::FindAllocation;
using openaclnn::Format;

// A size that rounding up to the alignment overflows is not a size.
constexpr size_t kMaxBytes = SIZE_MAX - openaclnn::kMemoryAlignment;

int Allocate(const char* function, const char* argument, void** result, size_t size,
             const Device* device) {
  if (result == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, argument);
  if (size == 0 || size > kMaxBytes) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                size == 0 ? absl::StrCat(function, ": size is 0; it must be at least 1")
                          : absl::StrCat(function, ": size is ", size, "; at most ", kMaxBytes,
                                         " is accepted"));
  }
  void* address = openaclnn::AllocateMemory(size, device);
  if (address == nullptr) {
    const std::string have =
        device == nullptr ? "this machine cannot give that"
                          : absl::StrCat("device ", device->id, " (", device->soc->name, ") has ",
                                         device->soc->hbm_bytes, " bytes, of which ",
                                         openaclnn::MemoryUsage(device).bytes,
                                         " are allocated, if this machine can give them");
    return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                absl::StrCat(function, ": out of memory for size ", size, "; ", have));
  }
  *result = address;
  return ACL_SUCCESS;
}

int AllocateOnDevice(const char* function, void** devPtr, size_t size) {
  // The vendor looks at the arguments first. The device is asked for once: another thread may end
  // its context at any time.
  const Device* const device = openaclnn::SelectedDevice();
  if (devPtr != nullptr && size != 0 && device == nullptr) {
    (void)openaclnn::RequireContext(function);
    return ACL_ERROR_RT_CONTEXT_NULL;
  }
  return Allocate(function, "devPtr", devPtr, size, device);
}

// The wishes of an allocation; `*device` receives the device they name, if any.
int ReadConfig(const char* function, const aclrtMallocConfig* config, const Device** device) {
  if (config == nullptr) return ACL_SUCCESS;
  if (config->numAttrs > 0 && config->attrs == nullptr) {
    return FailNull(ACL_ERROR_INVALID_PARAM, function, "cfg->attrs, while cfg->numAttrs is not 0,");
  }
  for (size_t i = 0; i < config->numAttrs; ++i) {
    const aclrtMallocAttribute& attribute = config->attrs[i];
    const int kind = static_cast<int>(attribute.attr);
    if (kind < ACL_RT_MEM_ATTR_RSV || kind > ACL_RT_MEM_ATTR_VA_FLAG) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  absl::StrCat(function, ": cfg->attrs[", i, "].attr is ", kind,
                               "; accepted are 0 to ", ACL_RT_MEM_ATTR_VA_FLAG));
    }
    if (kind != ACL_RT_MEM_ATTR_DEVICE_ID) continue;
    *device = openaclnn::FindDevice(function, static_cast<int32_t>(attribute.value.deviceId));
    if (*device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  }
  return ACL_SUCCESS;
}

int AllocateWithConfig(const char* function, void** devPtr, size_t size,
                       const aclrtMallocConfig* config) {
  const Device* device = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ReadConfig(function, config, &device));
  if (device == nullptr || openaclnn::SelectedDevice() == nullptr)
    return AllocateOnDevice(function, devPtr, size);
  return Allocate(function, "devPtr", devPtr, size, device);
}

// Finishes queued work of all devices, which may use the memory that is released next.
int FinishForRelease(const char* function) {
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckMayWait(function));
  openaclnn::FinishAllWork();
  return ACL_SUCCESS;
}

int Release(const char* function, const char* argument, void* address, bool device_memory) {
  const std::optional<Allocation> allocation = FindAllocation(address);
  // Queued work of any device may still use the memory. What cannot be released is refused below.
  if (allocation.has_value() && !allocation->mapped &&
      allocation->begin == reinterpret_cast<uintptr_t>(address) &&
      (allocation->device != nullptr) == device_memory) {
    OPENACLNN_RETURN_IF_ERROR(FinishForRelease(function));
  }
  if (openaclnn::ReleaseMemory(address, device_memory)) return ACL_SUCCESS;
  const uintptr_t at = reinterpret_cast<uintptr_t>(address);
  const std::string what =
      allocation.has_value() && allocation->mapped ? "which is mapped; aclrtUnmapMem unmaps it"
      : !allocation.has_value()
          ? "which is in no live allocation; it was released already, or did not come from here"
      : allocation->begin != at
          ? absl::StrCat("which is ", at - allocation->begin, " bytes inside an allocation of ",
                         allocation->bytes, " bytes")
      : device_memory ? "which is host memory; aclrtFreeHost releases it"
                      : "which is device memory; aclrtFree releases it";
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              Format("%s: %s is %p, %s", function, argument, address, what));
}

// A range that begins in an allocation of ours must end in it.
int CheckRange(const char* function, const char* argument, const void* address, size_t bytes) {
  const std::optional<Allocation> allocation = FindAllocation(address);
  if (!allocation.has_value()) return ACL_SUCCESS;
  const size_t offset = reinterpret_cast<uintptr_t>(address) - allocation->begin;
  if (bytes <= allocation->bytes - offset) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              Format("%s: %s is %p, %d bytes into an allocation of %d bytes; %d bytes "
                     "from there leave it, accepted are up to %d",
                     function, argument, address, offset, allocation->bytes, bytes,
                     allocation->bytes - offset));
}

int CheckKind(const char* function, aclrtMemcpyKind kind, int first, int last) {
  if (static_cast<int>(kind) >= first && static_cast<int>(kind) <= last) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(function, ": kind is ", static_cast<int>(kind),
                                                    "; accepted are ", first, " to ", last));
}

int CheckRoom(const char* function, const char* room_name, size_t room, size_t count) {
  if (count <= room) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              absl::StrCat(function, ": count is ", count, "; accepted are up to ", room_name,
                           ", which is ", room));
}

int CheckCopy(const char* function, const void* dst, size_t destMax, const void* src, size_t count,
              aclrtMemcpyKind kind) {
  if (dst == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "dst");
  if (src == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "src");
  OPENACLNN_RETURN_IF_ERROR(
      CheckKind(function, kind, ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE));
  OPENACLNN_RETURN_IF_ERROR(CheckRoom(function, "destMax", destMax, count));
  OPENACLNN_RETURN_IF_ERROR(CheckRange(function, "dst", dst, count));
  return CheckRange(function, "src", src, count);
}

int CheckSet(const char* function, const void* devPtr, size_t maxCount, size_t count) {
  if (devPtr == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "devPtr");
  OPENACLNN_RETURN_IF_ERROR(CheckRoom(function, "maxCount", maxCount, count));
  return CheckRange(function, "devPtr", devPtr, count);
}

// Rows of `width` bytes that begin a pitch apart.
struct Rectangle {
  char* dst;
  size_t dst_pitch;
  const char* src;
  size_t src_pitch;
  size_t width, height;

  bool Empty() const { return width == 0 || height == 0; }
};

int CheckRectangle(const char* function, const Rectangle& rectangle, aclrtMemcpyKind kind,
                   int first_kind) {
  const auto& [dst, dst_pitch, src, src_pitch, width, height] = rectangle;
  if (dst == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "dst");
  if (src == nullptr) return FailNull(ACL_ERROR_INVALID_PARAM, function, "src");
  OPENACLNN_RETURN_IF_ERROR(CheckKind(function, kind, first_kind, ACL_MEMCPY_DEFAULT));
  if (width > dst_pitch || width > src_pitch) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(function, ": width is ", width, "; accepted are up to dpitch (",
                             dst_pitch, ") and spitch (", src_pitch, ")"));
  }
  if (rectangle.Empty()) return ACL_SUCCESS;
  for (const auto& [name, address, pitch] :
       {std::tuple<const char*, const void*, size_t>("dst", dst, dst_pitch),
        {"src", src, src_pitch}}) {
    size_t bytes;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
        __builtin_add_overflow(bytes, width, &bytes)) {
      return Fail(ACL_ERROR_RT_PARAM_INVALID,
                  absl::StrCat(function, ": height is ", height, "; that many rows of ", pitch,
                               " bytes are more than memory can hold"));
    }
    OPENACLNN_RETURN_IF_ERROR(CheckRange(function, name, address, bytes));
  }
  return ACL_SUCCESS;
}

void Copy(const Rectangle& rectangle) {
  const auto& [dst, dst_pitch, src, src_pitch, width, height] = rectangle;
  for (size_t row = 0; row < height && width > 0; ++row) {
    std::memmove(dst + row * dst_pitch, src + row * src_pitch, width);
  }
}

// Whether the memory is the caller's own, which may be gone when the call has returned.
bool IsCallers(const void* address) { return !FindAllocation(address).has_value(); }

std::vector<openaclnn::MemoryRange> Ranges(
    std::initializer_list<std::pair<const void*, size_t>> ranges) {
  std::vector<openaclnn::MemoryRange> result;
  for (const auto& [begin, bytes] : ranges) result.push_back({begin, static_cast<int64_t>(bytes)});
  return result;
}

// Rough, for the scheduler: 8 bytes in a nanosecond.
int64_t CostOf(size_t bytes) { return static_cast<int64_t>(bytes / 8); }

}  // namespace

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) try {
  return AllocateOnDevice(__func__, devPtr, size);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) try {
  return AllocateOnDevice(__func__, devPtr, size);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) try {
  return AllocateOnDevice(__func__, devPtr, size);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) try {
  return AllocateWithConfig(__func__, devPtr, size, cfg);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                     aclrtMallocConfig* cfg) try {
  return AllocateWithConfig(__func__, devPtr, size, cfg);
}
OPENACLNN_CATCH_ACL

aclError aclrtFree(void* devPtr) try {
  OPENACLNN_REQUIRE(devPtr, ACL_ERROR_INVALID_PARAM);
  return Release(__func__, "devPtr", devPtr, /*device_memory=*/true);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocHost(void** hostPtr, size_t size) try {
  return Allocate(__func__, "hostPtr", hostPtr, size, nullptr);
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg) try {
  const Device* device = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ReadConfig(__func__, cfg, &device));
  return Allocate(__func__, "ptr", ptr, size, nullptr);
}
OPENACLNN_CATCH_ACL

aclError aclrtFreeHost(void* hostPtr) try {
  OPENACLNN_REQUIRE(hostPtr, ACL_ERROR_INVALID_PARAM);
  return Release(__func__, "hostPtr", hostPtr, /*device_memory=*/false);
}
OPENACLNN_CATCH_ACL

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                           void** devPtr) try {
  OPENACLNN_REQUIRE(ptr, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(devPtr, ACL_ERROR_INVALID_PARAM);
  if (size == 0)
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": size is 0; accepted are 1 and more"));
  if (type != ACL_HOST_REGISTER_MAPPED) {
    return Fail(
        ACL_ERROR_INVALID_PARAM,
        absl::StrCat(__func__, ": type is ", static_cast<int>(type), "; accepted is 0 (MAPPED)"));
  }
  if (openaclnn::RequireContext(__func__) == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  if (!openaclnn::RegisterMemory(ptr, size)) {
    return Fail(
        ACL_ERROR_RT_PARAM_INVALID,
        Format("%s: size is %d; memory that begins at %p ends before that", __func__, size, ptr));
  }
  *devPtr = ptr;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtHostUnregister(void* ptr) try {
  OPENACLNN_REQUIRE(ptr, ACL_ERROR_INVALID_PARAM);
  // Queued work of any device may still use the memory.
  if (openaclnn::IsRegistered(ptr)) {
    OPENACLNN_RETURN_IF_ERROR(FinishForRelease(__func__));
    if (openaclnn::UnregisterMemory(ptr)) return ACL_SUCCESS;
  }
  return Fail(
      ACL_ERROR_RT_PARAM_INVALID,
      Format("%s: ptr is %p, at which no registered region begins; aclrtHostRegister registers",
             __func__, ptr));
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) try {
  if (count == 0) return ACL_SUCCESS;
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(__func__, dst, destMax, src, count, kind));
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckCaptures(__func__));
  std::memmove(dst, src, count);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) try {
  if (count == 0) return openaclnn::CheckStream(__func__, stream);
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(__func__, dst, destMax, src, count, kind));
  if (kind == ACL_MEMCPY_HOST_TO_HOST) {
    return Fail(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        absl::StrCat(__func__,
                     ": kind is 0 (HOST_TO_HOST), which is not supported; accepted are 1 to 5"));
  }
  return openaclnn::EnqueueWork(
      __func__, stream, CostOf(count),
      [=]() -> openaclnn::WorkResult {
        std::memmove(dst, src, count);
        return {};
      },
      IsCallers(dst) || IsCallers(src), [=] { return Ranges({{dst, count}, {src, count}}); });
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) try {
  const Rectangle rectangle = {
      static_cast<char*>(dst), dpitch, static_cast<const char*>(src), spitch, width, height};
  OPENACLNN_RETURN_IF_ERROR(CheckRectangle(__func__, rectangle, kind, ACL_MEMCPY_HOST_TO_HOST));
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckCaptures(__func__));
  Copy(rectangle);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) try {
  const Rectangle rectangle = {
      static_cast<char*>(dst), dpitch, static_cast<const char*>(src), spitch, width, height};
  if (rectangle.Empty()) return openaclnn::CheckStream(__func__, stream);
  OPENACLNN_RETURN_IF_ERROR(CheckRectangle(__func__, rectangle, kind, ACL_MEMCPY_HOST_TO_DEVICE));
  return openaclnn::EnqueueWork(
      __func__, stream, CostOf(width * height),
      [=]() -> openaclnn::WorkResult {
        Copy(rectangle);
        return {};
      },
      IsCallers(dst) || IsCallers(src),
      [&] {
        return Ranges({{dst, dpitch * (height - 1) + width}, {src, spitch * (height - 1) + width}});
      });
}
OPENACLNN_CATCH_ACL

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) try {
  if (count == 0) return ACL_SUCCESS;
  OPENACLNN_RETURN_IF_ERROR(CheckSet(__func__, devPtr, maxCount, count));
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckCaptures(__func__));
  std::memset(devPtr, value, count);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) try {
  if (count == 0) return openaclnn::CheckStream(__func__, stream);
  OPENACLNN_RETURN_IF_ERROR(CheckSet(__func__, devPtr, maxCount, count));
  return openaclnn::EnqueueWork(
      __func__, stream, CostOf(count),
      [=]() -> openaclnn::WorkResult {
        std::memset(devPtr, value, count);
        return {};
      },
      IsCallers(devPtr), [=] { return Ranges({{devPtr, count}}); });
}
OPENACLNN_CATCH_ACL

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) try {
  OPENACLNN_REQUIRE(free, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(total, ACL_ERROR_INVALID_PARAM);
  if (static_cast<int>(attr) < ACL_DDR_MEM || static_cast<int>(attr) > ACL_MEM_P2P_HUGE1G) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": attr is ", static_cast<int>(attr), "; accepted are 0 to ",
                             ACL_MEM_P2P_HUGE1G));
  }
  const Device* device = openaclnn::RequireDevice(__func__);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  *total = static_cast<size_t>(device->soc->hbm_bytes);
  *free = *total - openaclnn::MemoryUsage(device).bytes;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL
