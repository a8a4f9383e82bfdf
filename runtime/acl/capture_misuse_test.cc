// Every way to call the functions of captures and of groups of tasks wrongly.
#include "acl/acl.h"
#include "gtest/gtest.h"
#include "runtime/acl/misuse.h"

namespace openaclnn {
namespace {

TEST_F(MisuseTest, Captures) {
  aclrtStream stream = nullptr, dead = nullptr, elsewhere = nullptr, default_stream = nullptr;
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  ASSERT_EQ(aclrtCreateStream(&dead), 0);
  ASSERT_EQ(aclrtDestroyStream(dead), 0);
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&default_stream), 0);
  ASSERT_EQ(aclrtCreateContext(&other, 0), 0);
  ASSERT_EQ(aclrtCreateStream(&elsewhere), 0);
  ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
  aclmdlRI model = nullptr, dead_model = nullptr;
  ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), 0);
  ASSERT_EQ(aclmdlRICaptureEnd(stream, &dead_model), 0);
  ASSERT_EQ(aclmdlRIDestroy(dead_model), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), 0);
  ASSERT_EQ(aclmdlRICaptureEnd(stream, &model), 0);
  int local = 0;
  aclmdlRI foreign = &local;
  aclmdlRICaptureStatus status;
  const auto global = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
  const auto strange = static_cast<aclmdlRICaptureMode>(3);
  auto mode = strange;
  aclmdlRI none = nullptr;
  const char* const not_live = "not a live";
  CheckAll({
      {CALL(aclmdlRICaptureBegin(nullptr, global)), kNull, {"stream is a null pointer"}},
      {CALL(aclmdlRICaptureBegin(default_stream, global)), kNull, {"a default stream"}},
      {CALL(aclmdlRICaptureBegin(stream, strange)), kNull, {"mode is 3", "2 (RELAXED)"}},
      {CALL(aclmdlRICaptureBegin(dead, global)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureBegin(elsewhere, global)), 107003, {"belongs to context"}},
      {CALL(aclmdlRICaptureEnd(nullptr, &none)), kNull, {"stream is a null pointer"}},
      {CALL(aclmdlRICaptureEnd(stream, nullptr)), kNull, {"modelRI is a null pointer"}},
      {CALL(aclmdlRICaptureEnd(stream, &none)), 107029, {"not captured", "aclmdlRICaptureBegin"}},
      {CALL(aclmdlRICaptureEnd(dead, &none)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureGetInfo(stream, nullptr, &none)), kNull, {"status is a null pointer"}},
      {CALL(aclmdlRICaptureGetInfo(stream, &status, nullptr)), kNull, {"modelRI is a null"}},
      {CALL(aclmdlRICaptureGetInfo(dead, &status, &none)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureThreadExchangeMode(nullptr)), kNull, {"mode is a null pointer"}},
      {CALL(aclmdlRICaptureThreadExchangeMode(&mode)), kNull, {"mode is 3"}},
      {CALL(aclmdlRIExecuteAsync(nullptr, stream)), kNull, {"modelRI is a null pointer"}},
      {CALL(aclmdlRIExecuteAsync(dead_model, stream)), kHandle, {not_live, "aclmdlRICaptureEnd"}},
      {CALL(aclmdlRIExecuteAsync(foreign, stream)), kHandle, {not_live}},
      {CALL(aclmdlRIExecuteAsync(stream, stream)), kHandle, {not_live}},
      {CALL(aclmdlRIExecuteAsync(model, dead)), kHandle, {not_live}},
      {CALL(aclmdlRIExecuteAsync(model, model)), kHandle, {not_live}},
      {CALL(aclmdlRIExecuteAsync(model, elsewhere)), 107003, {"belongs to context"}},
      {CALL(aclmdlRIExecute(nullptr, -1)), kNull, {"modelRI is a null pointer"}},
      {CALL(aclmdlRIExecute(dead_model, -1)), kHandle, {not_live}},
      {CALL(aclmdlRIExecute(model, 0)), kParam, {"timeout is 0"}},
      {CALL(aclmdlRIExecute(model, -2)), kParam, {"timeout is -2"}},
      {CALL(aclmdlRIAbort(nullptr)), kNull, {"modelRI is a null pointer"}},
      {CALL(aclmdlRIAbort(dead_model)), kHandle, {not_live}},
      {CALL(aclmdlRIDestroy(nullptr)), kNull, {"modelRI is a null pointer"}},
      {CALL(aclmdlRIDestroy(dead_model)), kHandle, {not_live}},
      {CALL(aclmdlRIDestroy(stream)), kHandle, {not_live}},
      {CALL(aclmdlRIDebugPrint(nullptr)), kNull, {"modelRI is a null pointer"}},
      {CALL(aclmdlRIDebugPrint(dead_model)), kHandle, {not_live}},
      {CALL(aclmdlRIDebugJsonPrint(nullptr, "/dev/null", 0)), kNull, {"modelRI is a null"}},
      {CALL(aclmdlRIDebugJsonPrint(model, nullptr, 0)), kNull, {"path is a null pointer"}},
      {CALL(aclmdlRIDebugJsonPrint(dead_model, "/dev/null", 0)), kHandle, {not_live}},
      {CALL(aclmdlRIDebugJsonPrint(model, "/nonexistent/model", 0)), 100004, {"path is \"/none"}},
      {CALL(aclmdlRIDebugJsonPrint(model, "/dev/full", 0)), 100004, {"cannot be written"}},
  });
  EXPECT_EQ(none, nullptr);
  CheckAll({{CALL(aclmdlRICaptureBegin(stream, global)), 107002, {"no current context"}},
            {CALL(aclmdlRIExecuteAsync(model, nullptr)), 107002, {"no current context"}},
            {CALL(aclmdlRIExecute(model, -1)), 107002, {"no current context"}}},
           /*with_context=*/false);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtDestroyContext(other), 0);
}

// One stream in every state that a call can meet.
TEST_F(MisuseTest, TaskGroups) {
  const auto relaxed = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
  aclrtStream idle = nullptr, dead = nullptr, elsewhere = nullptr, captured = nullptr;
  aclrtStream grouping = nullptr, own = nullptr, spoiled = nullptr;  // captured, too
  aclrtStream none = nullptr, other_kind = nullptr, event_in = nullptr, orphan = nullptr;
  for (aclrtStream* const stream :
       {&idle, &dead, &captured, &grouping, &own, &spoiled, &none, &other_kind, &event_in, &orphan})
    ASSERT_EQ(aclrtCreateStream(stream), 0);
  ASSERT_EQ(aclrtDestroyStream(dead), 0);
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 0), 0);
  ASSERT_EQ(aclrtCreateStream(&elsewhere), 0);
  ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
  void* device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), 0);

  const auto capture_fill = [&](aclmdlRI* model, aclrtTaskGrp* group) {
    ASSERT_EQ(aclmdlRICaptureBegin(idle, relaxed), 0);
    ASSERT_EQ(aclmdlRICaptureTaskGrpBegin(idle), 0);
    ASSERT_EQ(aclrtMemsetAsync(device, 64, 1, 64, idle), 0);
    ASSERT_EQ(aclmdlRICaptureTaskGrpEnd(idle, group), 0);
    ASSERT_EQ(aclmdlRICaptureEnd(idle, model), 0);
  };
  aclmdlRI model = nullptr, dead_model = nullptr, no_model = nullptr;
  aclrtTaskGrp group = nullptr, dead_group = nullptr, unfinished = nullptr, no_group = nullptr;
  capture_fill(&model, &group);
  capture_fill(&dead_model, &dead_group);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(orphan, dead_group), 0);
  ASSERT_EQ(aclmdlRIDestroy(dead_model), 0);
  int local = 0;
  aclrtTaskGrp foreign = &local;
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(none, group), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_kind, group), 0);
  ASSERT_EQ(aclrtMemcpyAsync(device, 8, static_cast<char*>(device) + 8, 8,
                             ACL_MEMCPY_DEVICE_TO_DEVICE, other_kind),
            0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(event_in, group), 0);
  ASSERT_EQ(aclrtRecordEvent(event, event_in), 107030);
  for (const aclrtStream stream : {captured, grouping, spoiled})
    ASSERT_EQ(aclmdlRICaptureBegin(stream, relaxed), 0);
  ASSERT_EQ(aclmdlRICaptureTaskGrpBegin(captured), 0);
  ASSERT_EQ(aclmdlRICaptureTaskGrpEnd(captured, &unfinished), 0);
  ASSERT_EQ(aclmdlRICaptureTaskGrpBegin(grouping), 0);
  aclrtStreamStatus status;
  ASSERT_EQ(aclrtStreamQuery(spoiled, &status), 107030);
  ASSERT_EQ(aclmdlRICaptureBegin(own, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), 0);

  const char* const not_live = "not a live";
  const char* const no_capture = "not captured; aclmdlRICaptureBegin";
  const char* const no_such_group = "which is not a live group of tasks; its model was destroyed";
  CheckAll({
      {CALL(aclmdlRICaptureTaskGrpBegin(nullptr)), kNull, {"stream is a null pointer"}},
      {CALL(aclmdlRICaptureTaskGrpBegin(dead)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureTaskGrpBegin(idle)), 107029, {no_capture}},
      {CALL(aclmdlRICaptureTaskGrpBegin(none)), 107029, {no_capture}},
      {CALL(aclmdlRICaptureTaskGrpBegin(grouping)), 107036, {"has an open group of tasks"}},
      {CALL(aclmdlRICaptureTaskGrpBegin(own)), 107038, {"this is thread", "in mode 1"}},
      {CALL(aclmdlRICaptureTaskGrpBegin(spoiled)), 507903, {"was invalidated by aclrtStreamQuery"}},
      {CALL(aclmdlRICaptureTaskGrpEnd(nullptr, &no_group)), kNull, {"stream is a null pointer"}},
      {CALL(aclmdlRICaptureTaskGrpEnd(grouping, nullptr)), kNull, {"grp is a null pointer"}},
      {CALL(aclmdlRICaptureTaskGrpEnd(dead, &no_group)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureTaskGrpEnd(idle, &no_group)), 107029, {no_capture}},
      {CALL(aclmdlRICaptureTaskGrpEnd(captured, &no_group)), 107036, {"has no open group"}},
      {CALL(aclmdlRICaptureTaskGrpEnd(own, &no_group)), 107038, {"this is thread"}},
      {CALL(aclmdlRICaptureTaskGrpEnd(spoiled, &no_group)), 507903, {"was invalidated by"}},
      {CALL(aclmdlRICaptureEnd(grouping, &no_model)),
       107036,
       {"has an open group of tasks; aclmdlRICaptureTaskGrpEnd ends it"}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(nullptr, group)), kNull, {"stream is a null pointer"}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(idle, nullptr)), kNull, {"grp is a null pointer"}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(dead, group)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(elsewhere, group)), 107003, {"belongs to context"}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(captured, group)), 107027, {"which is captured"}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(none, group)),
       107027,
       {"which has an update of tasks; aclmdlRICaptureTaskUpdateEnd ends that"}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(idle, dead_group)), kHandle, {no_such_group}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(idle, foreign)), kHandle, {no_such_group}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(idle, model)), kHandle, {no_such_group}},
      {CALL(aclmdlRICaptureTaskUpdateBegin(idle, unfinished)), 107027, {"is still captured"}},
      {CALL(aclmdlRICaptureBegin(none, relaxed)), 107027, {"which has an update of tasks"}},
      {CALL(aclmdlRICaptureEnd(none, &no_model)), 107029, {no_capture}},
      {CALL(aclmdlRIExecuteAsync(model, none)), 107027, {"which has an update of tasks"}},
      {CALL(aclmdlRIExecuteAsync(group, idle)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(nullptr)), kNull, {"stream is a null pointer"}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(dead)), kHandle, {not_live}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(idle)), 107029, {"which has no update of tasks"}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(captured)), 107029, {"which has no update of tasks"}},
      // These end the update, so the stream is another each time.
      {CALL(aclmdlRICaptureTaskUpdateEnd(none)),
       kParam,
       {"number of tasks in the update is 0; accepted is 1"}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(other_kind)),
       kParam,
       {"task 0", "is of aclrtMemcpyAsync; accepted is aclrtMemsetAsync"}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(event_in)),
       507903,
       {"the update of tasks was invalidated by aclrtRecordEvent"}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(orphan)), kHandle, {no_such_group}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(none)), 107029, {"which has no update of tasks"}},
      {CALL(aclmdlRICaptureTaskUpdateEnd(event_in)), 107029, {"which has no update of tasks"}},
  });
  CheckAll({{CALL(aclmdlRICaptureTaskUpdateBegin(idle, group)), 107002, {"no current context"}}},
           /*with_context=*/false);
  EXPECT_EQ(no_model, nullptr);
  EXPECT_EQ(no_group, nullptr);

  // Nothing has changed.
  EXPECT_EQ(aclmdlRICaptureEnd(spoiled, &no_model), 507903);
  EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(grouping, &no_group), 0);
  for (const aclrtStream stream : {captured, grouping, own}) {
    EXPECT_EQ(aclmdlRICaptureEnd(stream, &no_model), 0);
    EXPECT_EQ(aclmdlRIDestroy(no_model), 0);
  }
  EXPECT_EQ(aclrtMemset(device, 64, 0, 64), 0);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(static_cast<const char*>(device)[63], 1);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtFree(device), 0);
  EXPECT_EQ(aclrtDestroyContext(other), 0);
}

}  // namespace
}  // namespace openaclnn
