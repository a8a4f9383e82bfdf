#include "testing/session.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"

namespace openaclnn::testing {

std::string RecentMessage() {
  const char* message = aclGetRecentErrMsg();
  return message != nullptr ? message : "";
}

absl::Status CheckCall(absl::string_view call, int code) {
  if (code == ACL_SUCCESS) return absl::OkStatus();
  const std::string message = RecentMessage();
  return absl::InternalError(
      absl::StrCat(call, " returned ", code, ": ", message.empty() ? "(no message)" : message));
}

absl::StatusOr<Session> Session::Start(const SessionOptions& options) {
  // By the environment, because after aclFinalize aclInit accepts no other configuration file than
  // the first.
  const auto set = [](const char* name, const std::string& value) {
    value.empty() ? unsetenv(name) : setenv(name, value.c_str(), 1);
  };
  set("OPENACLNN_DEVICES",
      options.backend == "cpu" ? options.soc : absl::StrCat(options.soc, ":", options.backend));
  set("OPENACLNN_IMPL_MODE", options.mode);
  set("OPENACLNN_NUM_THREADS", options.threads > 0 ? absl::StrCat(options.threads) : "");
  if (absl::Status status = CheckCall("aclInit", aclInit(nullptr)); !status.ok()) return status;
  if (absl::Status status = CheckCall("aclrtSetDevice", aclrtSetDevice(0)); !status.ok())
    return status;
  Session session;
  if (absl::Status status = CheckCall("aclrtCreateStream", aclrtCreateStream(&session.stream_));
      !status.ok())
    return status;
  return session;
}

absl::Status Session::Stop() {
  if (absl::Status status = CheckCall("aclrtDestroyStream", aclrtDestroyStream(stream_));
      !status.ok())
    return status;
  if (absl::Status status = CheckCall("aclrtResetDevice", aclrtResetDevice(0)); !status.ok())
    return status;
  return CheckCall("aclFinalize", aclFinalize());
}

}  // namespace openaclnn::testing
