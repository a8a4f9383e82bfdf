// A device of the library under test, set up as a test wants it.
#ifndef OPENACLNN_TESTING_SESSION_H_
#define OPENACLNN_TESTING_SESSION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "acl/acl_rt.h"

namespace openaclnn::testing {

struct SessionOptions {
  std::string soc;              // "Ascend910B3"
  std::string backend = "cpu";  // or "aicore"
  std::string mode = "";        // "high_performance", "high_precision"; empty: the default
  int threads = 0;              // 0: the default
};

// aclInit, device 0 and a stream; all of it undone by Stop(). One at a time in a process, on the
// thread that made it. Changes the environment (OPENACLNN_DEVICES and its like).
class Session {
 public:
  // InternalError with the call that failed, its code and message.
  static absl::StatusOr<Session> Start(const SessionOptions& options);
  absl::Status Stop();

  aclrtStream stream() const { return stream_; }

 private:
  aclrtStream stream_ = nullptr;
};

// "<call> returned <code>: <message>", or OK if the code is 0.
absl::Status CheckCall(absl::string_view call, int code);

// What aclGetRecentErrMsg says; empty if nothing.
std::string RecentMessage();

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_SESSION_H_
