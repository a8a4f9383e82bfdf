// Capture of streams, and the models it makes.
#include "runtime/schedule/capture.h"

#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"

using openaclnn::Fail;
using openaclnn::Graph;
using openaclnn::TaskGroup;

namespace {

int CheckMode(const char* function, aclmdlRICaptureMode mode) {
  if (static_cast<int>(mode) >= ACL_MODEL_RI_CAPTURE_MODE_GLOBAL &&
      static_cast<int>(mode) <= ACL_MODEL_RI_CAPTURE_MODE_RELAXED)
    return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM,
              absl::StrCat(function, ": mode is ", static_cast<int>(mode),
                           "; accepted are 0 (GLOBAL), 1 (THREAD_LOCAL), 2 (RELAXED)"));
}

}  // namespace

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckMode(__func__, mode));
  return openaclnn::BeginCapture(__func__, stream, mode);
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  Graph* graph = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::EndCapture(__func__, stream, &graph));
  *modelRI = graph;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                aclmdlRI* modelRI) try {
  OPENACLNN_REQUIRE(status, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  Graph* graph = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::GetCaptureInfo(__func__, stream, status, &graph));
  *modelRI = graph;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) try {
  OPENACLNN_REQUIRE(mode, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckMode(__func__, *mode));
  *mode = openaclnn::ExchangeCaptureMode(*mode);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  return openaclnn::BeginTaskGroup(__func__, stream);
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* grp) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(grp, ACL_ERROR_INVALID_PARAM);
  TaskGroup* group = nullptr;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::EndTaskGroup(__func__, stream, &group));
  *grp = group;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp grp) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(grp, ACL_ERROR_INVALID_PARAM);
  return openaclnn::BeginTaskUpdate(__func__, stream, static_cast<TaskGroup*>(grp));
}
OPENACLNN_CATCH_ACL

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream) try {
  OPENACLNN_REQUIRE(stream, ACL_ERROR_INVALID_PARAM);
  return openaclnn::EndTaskUpdate(__func__, stream);
}
OPENACLNN_CATCH_ACL

aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) try {
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  return openaclnn::LaunchGraph(__func__, static_cast<Graph*>(modelRI), stream);
}
OPENACLNN_CATCH_ACL

aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout) try {
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  return openaclnn::RunGraph(__func__, static_cast<Graph*>(modelRI), timeout);
}
OPENACLNN_CATCH_ACL

aclError aclmdlRIAbort(aclmdlRI modelRI) try {
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  return openaclnn::AbortGraph(__func__, static_cast<Graph*>(modelRI));
}
OPENACLNN_CATCH_ACL

aclError aclmdlRIDestroy(aclmdlRI modelRI) try {
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  return openaclnn::DestroyGraph(__func__, static_cast<Graph*>(modelRI));
}
OPENACLNN_CATCH_ACL

aclError aclmdlRIDebugPrint(aclmdlRI modelRI) try {
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  std::string text;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::DescribeGraph(__func__, static_cast<Graph*>(modelRI),
                                                     /*json=*/false, &text));
  std::fwrite(text.data(), 1, text.size(), stderr);
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags) try {
  OPENACLNN_REQUIRE(modelRI, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(path, ACL_ERROR_INVALID_PARAM);
  (void)flags;
  std::string text;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::DescribeGraph(__func__, static_cast<Graph*>(modelRI),
                                                     /*json=*/true, &text));
  std::FILE* const file = std::fopen(path, "w");
  bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  // What is left in the buffer may fail to be written, too.
  if (file != nullptr) written = std::fclose(file) == 0 && written;
  if (written) return ACL_SUCCESS;
  return Fail(ACL_ERROR_WRITE_FILE,
              absl::StrCat(__func__, ": path is \"", path, "\", which cannot be written"));
}
OPENACLNN_CATCH_ACL
