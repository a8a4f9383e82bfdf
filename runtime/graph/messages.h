// What GEGetErrorMsgV2 and GEGetWarningMsgV2 return: the messages of the calling thread.
#ifndef OPENACLNN_RUNTIME_GRAPH_MESSAGES_H_
#define OPENACLNN_RUNTIME_GRAPH_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace openaclnn::graph {

// Records an error and returns `status`. Without memory the message is lost; the status is not.
[[nodiscard, gnu::cold]] uint32_t Fail(uint32_t status, std::string_view message) noexcept;
void Warn(std::string_view message);

// What was recorded since the last call, one message to a line.
std::string TakeErrors();
std::string TakeWarnings();

// The message of the function of the C API that failed last on this thread, without the framing
// of aclGetRecentErrMsg.
std::string AclMessage();

// The status for a code of the C API: MEMALLOC_FAILED if it says that there is no memory, else
// `otherwise`.
uint32_t StatusOf(int code, uint32_t otherwise);

// After a function of the C API returned `code`: records its message behind `title`.
[[nodiscard, gnu::cold]] uint32_t FailAcl(int code, std::string_view title);

// For catch (...) at the border to the program: records what was thrown.
[[nodiscard]] uint32_t FailCaught(std::string_view function) noexcept;

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_MESSAGES_H_
