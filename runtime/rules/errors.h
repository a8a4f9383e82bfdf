// Status codes with their messages. Functions of this project return the vendor's code as an integer; whoever detects a failure records the
// message here, for the calling thread, where aclGetRecentErrMsg finds it.
#ifndef OPENACLNN_RUNTIME_RULES_ERRORS_H_
#define OPENACLNN_RUNTIME_RULES_ERRORS_H_

#include <string>
#include <string_view>

namespace openaclnn {

// Records `message` for this thread and returns `code`. Messages are cut at 1024 bytes; one that is recorded already is not repeated; of
// very many that nobody reads the oldest are dropped. The framing of aclGetRecentErrMsg (time, process, EZ1001/EZ9903/EZ9999 or
// EH0007/EE1001 ... by the code) is added here.
[[nodiscard]] int Fail(int code, std::string_view message);

// The same for a null pointer: "<function>: <argument> is a null pointer".
[[nodiscard]] int FailNull(int code, std::string_view function, std::string_view argument);

// The messages recorded on this thread since the last call, framed as the vendor does, in front of the text of the last call; nullptr if
// there never was one. Valid until the next call on this thread.
const char* RecentErrorText();

}  // namespace openaclnn

#define OPENACLNN_RETURN_IF_ERROR(expression)                                                         \
  do {                                                                                                \
    if (const int openaclnn_status_ = (expression); openaclnn_status_ != 0) return openaclnn_status_; \
  } while (0)

#endif  // OPENACLNN_RUNTIME_RULES_ERRORS_H_
