// What GEGetErrorMsgV2 and GEGetWarningMsgV2 return: the messages of the calling thread.
#ifndef OPENACLNN_RUNTIME_GRAPH_MESSAGES_H_
#define OPENACLNN_RUNTIME_GRAPH_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace openaclnn::graph {

// Records an error and returns `status`.
[[nodiscard, gnu::cold]] uint32_t Fail(uint32_t status, std::string_view message);
void Warn(std::string_view message);

// What was recorded since the last call, one message to a line.
std::string TakeErrors();
std::string TakeWarnings();

// The message of the function of the C API that failed last on this thread, without the framing
// of aclGetRecentErrMsg.
std::string AclMessage();

// For catch (...) at the border to the program: records what was thrown.
[[nodiscard]] uint32_t FailCaught(std::string_view function);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_MESSAGES_H_
