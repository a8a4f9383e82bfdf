// Devices and contexts.
#include <array>
#include <atomic>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/settings.h"

namespace {

using openaclnn::Context;
using openaclnn::Device;
using openaclnn::Fail;
using openaclnn::RequireContext;
using openaclnn::RequireDevice;

constexpr int kProcessOptions = 4;
constexpr int kContextOptions = 3;

std::array<std::atomic<int64_t>, kProcessOptions> options;

using PinnedContext = openaclnn::HandlePool<Context>::Owner;

// Null with 107002 recorded.
PinnedContext PinCurrentContext(const char* function) {
  PinnedContext context = openaclnn::ContextPool().Pin(RequireContext(function));
  // Another thread may have destroyed it meanwhile.
  if (context == nullptr) (void)RequireContext(function);
  return context;
}

int CheckOption(const char* function, aclSysParamOpt option, int count) {
  if (static_cast<int>(option) >= 0 && static_cast<int>(option) < count) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(function, ": opt is ", static_cast<int>(option),
                                                    "; accepted are 0 to ", count - 1));
}

}  // namespace

aclError aclrtSetDevice(int32_t deviceId) try { return openaclnn::SetDevice(__func__, deviceId); }
OPENACLNN_CATCH_ACL

aclError aclrtResetDevice(int32_t deviceId) try {
  return openaclnn::ResetDevice(__func__, deviceId, /*force=*/false);
}
OPENACLNN_CATCH_ACL

aclError aclrtResetDeviceForce(int32_t deviceId) try {
  return openaclnn::ResetDevice(__func__, deviceId, /*force=*/true);
}
OPENACLNN_CATCH_ACL

aclError aclrtGetDevice(int32_t* deviceId) try {
  OPENACLNN_REQUIRE(deviceId, ACL_ERROR_INVALID_PARAM);
  const Device* device = RequireDevice(__func__);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  *deviceId = device->id;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtGetDeviceCount(uint32_t* count) try {
  OPENACLNN_REQUIRE(count, ACL_ERROR_INVALID_PARAM);
  const std::string& problem = openaclnn::SettingsProblem();
  if (!problem.empty()) return Fail(ACL_ERROR_INVALID_PARAM, absl::StrCat(__func__, ": ", problem));
  *count = static_cast<uint32_t>(openaclnn::Devices().size());
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

const char* aclrtGetSocName(void) try {
  const auto& devices = openaclnn::Devices();
  // The names are literals of the table of products, so they end with a zero.
  return devices.empty() ? nullptr : devices[0].soc->name.data();
}
OPENACLNN_CATCH_NULL

aclError aclrtGetRunMode(aclrtRunMode* runMode) try {
  OPENACLNN_REQUIRE(runMode, ACL_ERROR_INVALID_PARAM);
  *runMode = ACL_HOST;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtSynchronizeDevice(void) try { return openaclnn::SynchronizeDevice(__func__, -1); }
OPENACLNN_CATCH_ACL

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) try {
  return openaclnn::SynchronizeDevice(__func__, timeout);
}
OPENACLNN_CATCH_ACL

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) try {
  if (mode != ACL_RT_OVERFLOW_MODE_SATURATION && mode != ACL_RT_OVERFLOW_MODE_INFNAN) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": mode is ", static_cast<int>(mode),
                             "; accepted are 0 (SATURATION), 1 (INFNAN)"));
  }
  const Device* device = RequireDevice(__func__);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  return openaclnn::SetDeviceSaturates(__func__, device, mode == ACL_RT_OVERFLOW_MODE_SATURATION);
}
OPENACLNN_CATCH_ACL

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) try {
  OPENACLNN_REQUIRE(mode, ACL_ERROR_INVALID_PARAM);
  const Device* device = RequireDevice(__func__);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  *mode = openaclnn::DeviceSaturates(device) ? ACL_RT_OVERFLOW_MODE_SATURATION
                                             : ACL_RT_OVERFLOW_MODE_INFNAN;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) try {
  OPENACLNN_RETURN_IF_ERROR(CheckOption(__func__, opt, kProcessOptions));
  options[opt].store(value, std::memory_order_relaxed);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) try {
  OPENACLNN_REQUIRE(value, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckOption(__func__, opt, kProcessOptions));
  *value = options[opt].load(std::memory_order_relaxed);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) try {
  OPENACLNN_RETURN_IF_ERROR(CheckOption(__func__, opt, kContextOptions));
  const PinnedContext context = PinCurrentContext(__func__);
  if (context == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  absl::MutexLock lock(&context->options_mutex);
  context->options[opt] = value;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) try {
  OPENACLNN_REQUIRE(value, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckOption(__func__, opt, kContextOptions));
  const PinnedContext context = PinCurrentContext(__func__);
  if (context == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  absl::MutexLock lock(&context->options_mutex);
  if (!context->options[opt].has_value()) {
    return Fail(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                absl::StrCat(__func__, ": opt ", static_cast<int>(opt),
                             " is not set for this context; aclrtCtxSetSysParamOpt sets it"));
  }
  *value = *context->options[opt];
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) try {
  OPENACLNN_REQUIRE(context, ACL_ERROR_INVALID_PARAM);
  Context* created = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CreateContext(__func__, deviceId, &created));
  *context = created;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtDestroyContext(aclrtContext context) try {
  OPENACLNN_REQUIRE(context, ACL_ERROR_INVALID_PARAM);
  return openaclnn::DestroyContext(__func__, static_cast<Context*>(context));
}
OPENACLNN_CATCH_ACL

aclError aclrtSetCurrentContext(aclrtContext context) try {
  OPENACLNN_REQUIRE(context, ACL_ERROR_INVALID_PARAM);
  return openaclnn::SetCurrentContext(__func__, static_cast<Context*>(context));
}
OPENACLNN_CATCH_ACL

aclError aclrtGetCurrentContext(aclrtContext* context) try {
  OPENACLNN_REQUIRE(context, ACL_ERROR_INVALID_PARAM);
  Context* current = RequireContext(__func__);
  if (current == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  *context = current;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  openaclnn::Stream* default_stream = openaclnn::RequireDefaultStream(__func__);
  if (default_stream == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  *stream = default_stream;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL
