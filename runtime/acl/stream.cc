// Streams, their callbacks, and events.
#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/schedule/callback.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"

using openaclnn::Event;
using openaclnn::Fail;
using openaclnn::Stream;

namespace {

aclError CreateStream(const char* function, aclrtStream* stream, uint32_t flag) {
  Stream* created = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CreateStream(function, flag, &created));
  *stream = created;
  return ACL_SUCCESS;
}

aclError CreateEvent(const char* function, aclrtEvent* event, uint32_t flag) {
  Event* created = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CreateEvent(function, flag, &created));
  *event = created;
  return ACL_SUCCESS;
}

}  // namespace

aclError aclrtCreateStream(aclrtStream* stream) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  return CreateStream(__func__, stream, 0);
}
OPENACLNN_CATCH_ACL

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  return CreateStream(__func__, stream, flag);
}
OPENACLNN_CATCH_ACL

aclError aclrtDestroyStream(aclrtStream stream) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  return openaclnn::DestroyStream(__func__, static_cast<Stream*>(stream), /*drop_work=*/false);
}
OPENACLNN_CATCH_ACL

aclError aclrtDestroyStreamForce(aclrtStream stream) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  return openaclnn::DestroyStream(__func__, static_cast<Stream*>(stream), /*drop_work=*/true);
}
OPENACLNN_CATCH_ACL

aclError aclrtSynchronizeStream(aclrtStream stream) try {
  return openaclnn::SynchronizeStream(__func__, stream, -1);
}
OPENACLNN_CATCH_ACL

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) try {
  return openaclnn::SynchronizeStream(__func__, stream, timeout);
}
OPENACLNN_CATCH_ACL

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) try {
  OPENACLNN_REQUIRE(status, ACL_ERROR_INVALID_PARAM);
  bool complete = false;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::QueryStream(__func__, stream, &complete));
  *status = complete ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) try {
  return openaclnn::SubscribeReport(__func__, threadId, stream);
}
OPENACLNN_CATCH_ACL

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) try {
  return openaclnn::UnsubscribeReport(__func__, threadId, stream);
}
OPENACLNN_CATCH_ACL

aclError aclrtProcessReport(int32_t timeout) try {
  return openaclnn::ProcessReport(__func__, timeout);
}
OPENACLNN_CATCH_ACL

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) try {
  if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(__func__, ": blockType is ", static_cast<int>(blockType),
                             "; accepted are 0 (NO_BLOCK), 1 (BLOCK)"));
  }
  OPENACLNN_REQUIRE(fn, ACL_ERROR_RT_PARAM_INVALID);
  return openaclnn::LaunchCallback(__func__, fn, userData, blockType == ACL_CALLBACK_BLOCK, stream);
}
OPENACLNN_CATCH_ACL

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) try {
  OPENACLNN_REQUIRE(fn, ACL_ERROR_RT_PARAM_INVALID);
  return openaclnn::LaunchHostFunction(__func__, fn, args, stream);
}
OPENACLNN_CATCH_ACL

aclError aclrtCreateEvent(aclrtEvent* event) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  // What the vendor's own default allows: waiting, and times.
  return CreateEvent(__func__, event, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
}
OPENACLNN_CATCH_ACL

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return CreateEvent(__func__, event, flag);
}
OPENACLNN_CATCH_ACL

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return CreateEvent(__func__, event, flag);
}
OPENACLNN_CATCH_ACL

aclError aclrtDestroyEvent(aclrtEvent event) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return openaclnn::DestroyEvent(__func__, static_cast<Event*>(event));
}
OPENACLNN_CATCH_ACL

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return openaclnn::RecordEvent(__func__, static_cast<Event*>(event), stream);
}
OPENACLNN_CATCH_ACL

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return openaclnn::ResetEvent(__func__, static_cast<Event*>(event), stream);
}
OPENACLNN_CATCH_ACL

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return openaclnn::WaitForEvent(__func__, stream, static_cast<Event*>(event));
}
OPENACLNN_CATCH_ACL

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(status, ACL_ERROR_INVALID_PARAM);
  bool complete = false;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::QueryEvent(__func__, static_cast<Event*>(event), &complete));
  *status = complete ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(status, ACL_ERROR_INVALID_PARAM);
  bool complete = false;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::QueryEvent(__func__, static_cast<Event*>(event), &complete));
  *status = complete ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(status, ACL_ERROR_INVALID_PARAM);
  bool complete = false;
  OPENACLNN_RETURN_IF_ERROR(
      openaclnn::QueryEventWaits(__func__, static_cast<Event*>(event), &complete));
  *status = complete ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtSynchronizeEvent(aclrtEvent event) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return openaclnn::SynchronizeEvent(__func__, static_cast<Event*>(event), -1);
}
OPENACLNN_CATCH_ACL

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  return openaclnn::SynchronizeEvent(__func__, static_cast<Event*>(event), timeout);
}
OPENACLNN_CATCH_ACL

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) try {
  OPENACLNN_REQUIRE(ms, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(startEvent, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(endEvent, ACL_ERROR_INVALID_PARAM);
  int64_t start_ns = 0, end_ns = 0;
  OPENACLNN_RETURN_IF_ERROR(
      openaclnn::EventTime(__func__, static_cast<Event*>(startEvent), &start_ns));
  OPENACLNN_RETURN_IF_ERROR(openaclnn::EventTime(__func__, static_cast<Event*>(endEvent), &end_ns));
  if (end_ns < start_ns) {
    return Fail(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                absl::StrCat(__func__, ": endEvent was complete ", start_ns - end_ns,
                             " ns before startEvent"));
  }
  *ms = static_cast<float>(static_cast<double>(end_ns - start_ns) * 1e-6);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) try {
  OPENACLNN_REQUIRE(event, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(timestamp, ACL_ERROR_INVALID_PARAM);
  int64_t time_ns = 0;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::EventTime(__func__, static_cast<Event*>(event), &time_ns));
  *timestamp = static_cast<uint64_t>(time_ns / 1000);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL
