// What programs ask about devices, and access between them.
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/products/products.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/settings.h"

namespace {

using openaclnn::Device;
using openaclnn::Fail;
using openaclnn::FindDevice;
using openaclnn::Soc;

int CheckPeer(const char* function, int32_t device, int32_t peer) {
  if (device != peer) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(function, ": peerDeviceId is ", peer,
                                                    ", the device itself; accepted are others"));
}

// For the functions that name both devices.
int CheckPeers(const char* function, int32_t device, int32_t peer) {
  OPENACLNN_RETURN_IF_ERROR(CheckPeer(function, device, peer));
  for (const int32_t id : {device, peer}) {
    if (FindDevice(function, id) == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  }
  return ACL_SUCCESS;
}

int SetAccessFromCurrent(const char* function, int32_t peer_id, bool enabled) {
  const Device* const device = openaclnn::RequireDevice(function);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  OPENACLNN_RETURN_IF_ERROR(CheckPeer(function, device->id, peer_id));
  const Device* const peer = FindDevice(function, peer_id);
  if (peer == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  openaclnn::SetPeerAccess(device, peer, enabled);
  return ACL_SUCCESS;
}

int BadAttribute(const char* function, const char* argument, int value, const char* accepted) {
  return Fail(ACL_ERROR_RT_PARAM_INVALID, absl::StrCat(function, ": ", argument, " is ", value,
                                                       "; accepted are those of ", accepted));
}

}  // namespace

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                  int32_t peerDeviceId) try {
  OPENACLNN_REQUIRE(canAccessPeer, ACL_ERROR_RT_PARAM_INVALID);
  OPENACLNN_RETURN_IF_ERROR(CheckPeers(__func__, deviceId, peerDeviceId));
  const Device* const device = openaclnn::RequireDevice(__func__);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  if (device->id != deviceId) {
    return Fail(ACL_ERROR_RT_CONTEXT_NULL,
                absl::StrCat(__func__, ": deviceId is ", deviceId,
                             ", and the current context is one of device ", device->id,
                             "; call aclrtSetDevice first"));
  }
  *canAccessPeer = 1;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) try {
  if (flags != 0) {
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED,
                absl::StrCat(__func__, ": flags is ", flags, "; accepted is 0"));
  }
  return SetAccessFromCurrent(__func__, peerDeviceId, /*enabled=*/true);
}
OPENACLNN_CATCH_ACL

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) try {
  return SetAccessFromCurrent(__func__, peerDeviceId, /*enabled=*/false);
}
OPENACLNN_CATCH_ACL

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status) try {
  OPENACLNN_REQUIRE(status, ACL_ERROR_RT_PARAM_INVALID);
  OPENACLNN_RETURN_IF_ERROR(CheckPeers(__func__, deviceId, peerDeviceId));
  const bool enabled =
      openaclnn::HasPeerAccess(FindDevice(__func__, deviceId), FindDevice(__func__, peerDeviceId));
  *status = enabled ? 1 : 0;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) try {
  OPENACLNN_REQUIRE(value, ACL_ERROR_INVALID_PARAM);
  // Numbers beyond int32_t become negative, and are no devices either.
  const Device* const device = FindDevice(__func__, static_cast<int32_t>(deviceId));
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  const Soc& soc = *device->soc;
  switch (attr) {
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM:
      *value = soc.ai_cores;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_VECTOR_CORE_NUM:
      *value = soc.cores();
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
      *value = soc.unified_buffer_bytes;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
      *value = soc.hbm_bytes;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_L2_CACHE_SIZE:
      *value = soc.l2_bytes;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_PHY_CHIP_ID:
      *value = device->physical_id;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_NPU_ARCH:
      *value = soc.product->npu_arch;
      return ACL_SUCCESS;
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
    case ACL_DEV_ATTR_WARP_SIZE:
    case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
    case ACL_DEV_ATTR_MAX_GRID_DIM_X:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
    case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
    case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_X:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_Y:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_Z:
    case ACL_DEV_ATTR_SMP_ID:
    case ACL_DEV_ATTR_SUPER_POD_DEVICE_ID:
    case ACL_DEV_ATTR_SUPER_POD_SERVER_ID:
    case ACL_DEV_ATTR_SUPER_POD_ID:
    case ACL_DEV_ATTR_CUST_OP_PRIVILEGE:
    case ACL_DEV_ATTR_MAINBOARD_ID:
    case ACL_DEV_ATTR_HD_CONNECT_TYPE:
    case ACL_DEV_ATTR_DEVICE_FORM_FACTOR:
    case ACL_DEV_ATTR_IS_VIRTUAL:
      *value = 0;
      return ACL_SUCCESS;
  }
  return BadAttribute(__func__, "attr", static_cast<int>(attr), "aclrtDevAttr");
}
OPENACLNN_CATCH_ACL

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                  int32_t* value) try {
  OPENACLNN_REQUIRE(value, ACL_ERROR_INVALID_PARAM);
  if (FindDevice(__func__, deviceId) == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  switch (devFeatureType) {
    case ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV:
    case ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV:
      *value = 0;
      return ACL_SUCCESS;
  }
  return BadAttribute(__func__, "devFeatureType", static_cast<int>(devFeatureType),
                      "aclrtDevFeatureType");
}
OPENACLNN_CATCH_ACL

aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible) try {
  OPENACLNN_REQUIRE(socVersion, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(canCompatible, ACL_ERROR_INVALID_PARAM);
  const Device* const device = FindDevice(__func__, 0);
  if (device == nullptr) return ACL_ERROR_INTERNAL_ERROR;
  const Soc* const soc = openaclnn::FindSoc(socVersion);
  *canCompatible =
      soc != nullptr && soc->product->npu_arch == device->soc->product->npu_arch ? 1 : 0;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum,
                              size_t* outputNum) try {
  OPENACLNN_REQUIRE(memUsageInfo, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(outputNum, ACL_ERROR_INVALID_PARAM);
  if (inputNum == 0) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": inputNum is 0; accepted are 1 and more"));
  }
  const Device* const device = FindDevice(__func__, deviceId);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  const openaclnn::Usage usage = openaclnn::MemoryUsage(device);
  memUsageInfo[0] = {"ACL", usage.bytes, usage.peak, {}};
  *outputNum = 1;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL
