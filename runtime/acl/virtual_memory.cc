// Virtual memory: checks of arguments; runtime/schedule/virtual_memory.h does the rest.
#include "runtime/schedule/virtual_memory.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/schedule/context.h"

namespace {

using openaclnn::Device;
using openaclnn::Fail;
using openaclnn::PhysicalMemory;

constexpr size_t kGigabyte = size_t{1} << 30;

int BadValue(const char* function, const char* argument, int64_t value, const char* accepted) {
  return Fail(ACL_ERROR_INVALID_PARAM,
              absl::StrCat(function, ": ", argument, " is ", value, "; accepted is ", accepted));
}

// For arguments that must be 0.
int CheckZero(const char* function, const char* argument, uint64_t value) {
  if (value == 0) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM,
              absl::StrCat(function, ": ", argument, " is ", value, "; accepted is 0"));
}

int CheckSize(const char* function, size_t size) {
  if (size != 0) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM,
              absl::StrCat(function, ": size is 0; accepted are 1 and more"));
}

// What physical memory may be asked for; `*device` is null for the host.
int CheckProperties(const char* function, const aclrtPhysicalMemProp& prop, const Device** device) {
  if (prop.handleType != ACL_MEM_HANDLE_TYPE_NONE) {
    return BadValue(function, "prop->handleType", prop.handleType, "0 (NONE)");
  }
  if (prop.allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED) {
    return BadValue(function, "prop->allocationType", prop.allocationType, "0 (PINNED)");
  }
  const aclrtMemLocationType where = prop.location.type;
  const bool on_device = where == ACL_MEM_LOCATION_TYPE_DEVICE;
  if (!on_device && where != ACL_MEM_LOCATION_TYPE_HOST &&
      where != ACL_MEM_LOCATION_TYPE_HOST_NUMA) {
    return BadValue(function, "prop->location.type", where,
                    "0 (HOST), 1 (DEVICE) or 4 (HOST_NUMA)");
  }
  switch (prop.memAttr) {
    case ACL_MEM_NORMAL:
    case ACL_MEM_HUGE:
    case ACL_MEM_HUGE1G:
    case ACL_MEM_P2P_NORMAL:
    case ACL_MEM_P2P_HUGE:
    case ACL_MEM_P2P_HUGE1G:
      break;
    case ACL_HBM_MEM_HUGE:
    case ACL_HBM_MEM_NORMAL:
    case ACL_HBM_MEM_HUGE1G:
      if (on_device) break;
      return BadValue(function, "prop->memAttr", prop.memAttr,
                      "memory of the host (DDR, or 12 to 17)");
    case ACL_DDR_MEM:
    case ACL_DDR_MEM_HUGE:
    case ACL_DDR_MEM_NORMAL:
    case ACL_DDR_MEM_P2P_HUGE:
    case ACL_DDR_MEM_P2P_NORMAL:
      if (!on_device) break;
      [[fallthrough]];
    default:
      return BadValue(function, "prop->memAttr", prop.memAttr,
                      "memory of the device (4, 5, 10, or 12 to 17)");
  }
  *device = nullptr;
  if (!on_device) return ACL_SUCCESS;
  *device = openaclnn::FindDevice(function, static_cast<int32_t>(prop.location.id));
  return *device == nullptr ? ACL_ERROR_RT_INVALID_DEVICEID : ACL_SUCCESS;
}

int CheckLocation(const char* function, const aclrtMemLocation& location) {
  switch (location.type) {
    case ACL_MEM_LOCATION_TYPE_HOST:
    case ACL_MEM_LOCATION_TYPE_HOST_NUMA:
      return ACL_SUCCESS;
    case ACL_MEM_LOCATION_TYPE_DEVICE: {
      const Device* const device =
          openaclnn::FindDevice(function, static_cast<int32_t>(location.id));
      return device == nullptr ? ACL_ERROR_RT_INVALID_DEVICEID : ACL_SUCCESS;
    }
    default:
      return BadValue(function, "location.type", location.type,
                      "0 (HOST), 1 (DEVICE) or 4 (HOST_NUMA)");
  }
}

}  // namespace

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                          aclrtMemGranularityOptions option,
                                          size_t* granularity) try {
  OPENACLNN_REQUIRE(prop, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(granularity, ACL_ERROR_INVALID_PARAM);
  if (option != ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM &&
      option != ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
    return BadValue(__func__, "option", option, "0 (MINIMUM) or 1 (RECOMMENDED)");
  }
  const Device* device = nullptr;
  OPENACLNN_RETURN_IF_ERROR(CheckProperties(__func__, *prop, &device));
  const bool gigabytes = prop->memAttr == ACL_HBM_MEM_HUGE1G || prop->memAttr == ACL_MEM_HUGE1G ||
                         prop->memAttr == ACL_MEM_P2P_HUGE1G;
  *granularity = gigabytes ? kGigabyte : openaclnn::kMapGranularity;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                             const aclrtPhysicalMemProp* prop, uint64_t flags) try {
  OPENACLNN_REQUIRE(handle, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(prop, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckSize(__func__, size));
  OPENACLNN_RETURN_IF_ERROR(CheckZero(__func__, "flags", flags));
  const Device* device = nullptr;
  OPENACLNN_RETURN_IF_ERROR(CheckProperties(__func__, *prop, &device));
  PhysicalMemory* created = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CreatePhysical(__func__, device, size, &created));
  *handle = created;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) try {
  OPENACLNN_REQUIRE(handle, ACL_ERROR_INVALID_PARAM);
  return openaclnn::DestroyPhysical(__func__, static_cast<PhysicalMemory*>(handle));
}
OPENACLNN_CATCH_ACL

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                uint64_t flags) try {
  OPENACLNN_REQUIRE(virPtr, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckSize(__func__, size));
  OPENACLNN_RETURN_IF_ERROR(CheckZero(__func__, "alignment", alignment));
  OPENACLNN_RETURN_IF_ERROR(
      CheckZero(__func__, "expectPtr", reinterpret_cast<uintptr_t>(expectPtr)));
  if (flags > 1) return BadValue(__func__, "flags", static_cast<int64_t>(flags), "0 or 1");
  return openaclnn::ReserveAddresses(__func__, size, virPtr);
}
OPENACLNN_CATCH_ACL

aclError aclrtReleaseMemAddress(void* virPtr) try {
  OPENACLNN_REQUIRE(virPtr, ACL_ERROR_INVALID_PARAM);
  return openaclnn::ReleaseAddresses(__func__, virPtr);
}
OPENACLNN_CATCH_ACL

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                     uint64_t flags) try {
  OPENACLNN_REQUIRE(virPtr, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(handle, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckSize(__func__, size));
  OPENACLNN_RETURN_IF_ERROR(CheckZero(__func__, "offset", offset));
  OPENACLNN_RETURN_IF_ERROR(CheckZero(__func__, "flags", flags));
  return openaclnn::MapPhysical(__func__, virPtr, size, static_cast<PhysicalMemory*>(handle));
}
OPENACLNN_CATCH_ACL

aclError aclrtUnmapMem(void* virPtr) try {
  OPENACLNN_REQUIRE(virPtr, ACL_ERROR_INVALID_PARAM);
  return openaclnn::UnmapPhysical(__func__, virPtr);
}
OPENACLNN_CATCH_ACL

aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc, size_t count) try {
  OPENACLNN_REQUIRE(virPtr, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(desc, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckSize(__func__, size));
  if (count == 0) return BadValue(__func__, "count", 0, "1 and more");
  for (size_t i = 0; i < count; ++i) {
    const aclrtMemAccessFlags flags = desc[i].flags;
    if (flags != ACL_RT_MEM_ACCESS_FLAGS_NONE && flags != ACL_RT_MEM_ACCESS_FLAGS_READ &&
        flags != ACL_RT_MEM_ACCESS_FLAGS_READWRITE) {
      return BadValue(__func__, "desc->flags", flags, "0 (NONE), 1 (READ) or 3 (READWRITE)");
    }
    OPENACLNN_RETURN_IF_ERROR(CheckLocation(__func__, desc[i].location));
  }
  return openaclnn::SetMapAccess(__func__, virPtr, size,
                                 static_cast<uint64_t>(desc[count - 1].flags));
}
OPENACLNN_CATCH_ACL

aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location, uint64_t* flags) try {
  OPENACLNN_REQUIRE(virPtr, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(location, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(flags, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckLocation(__func__, *location));
  return openaclnn::GetMapAccess(__func__, virPtr, flags);
}
OPENACLNN_CATCH_ACL
