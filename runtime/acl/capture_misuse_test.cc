// Every way to call the functions of captures wrongly.
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

}  // namespace
}  // namespace openaclnn
