// Types and options of sessions.
#ifndef OPENACLNN_GE_GE_API_TYPES_H_
#define OPENACLNN_GE_GE_API_TYPES_H_

#include <functional>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/tensor.h"

namespace ge {

// Options that are obeyed. Others are accepted, and GEGetWarningMsgV2 names them.
constexpr const char OPTION_EXEC_DEVICE_ID[] = "ge.exec.deviceId";
// Of openaclnn: "0" runs each node by itself; "1", the default, runs element-wise nodes together,
// with the same bits. "float32" does so, too, and keeps float16 and bfloat16 as float32 between
// them, in high_performance: docs/graph.md.
constexpr const char OPTION_FUSION[] = "openaclnn.fusion";
constexpr const char OPTION_GRAPH_RUN_MODE[] = "ge.graphRunMode";
// Of openaclnn: on how many streams nodes run that do not need each other, "1" to "16". The default
// is "4"; bits are the same with any number.
constexpr const char OPTION_STREAMS[] = "openaclnn.streams";
// Of openaclnn: a file that each RunGraph and RunGraphAsync writes anew, with the time of each
// node, for chrome://tracing and Perfetto.
constexpr const char OPTION_TRACE[] = "openaclnn.trace";

// What RunGraphAsync calls at the end, on a thread of the session. With a status other than SUCCESS
// there are no outputs, and GEGetErrorMsgV2 gives the reason on that thread.
using RunAsyncCallback = std::function<void(Status, std::vector<Tensor>&)>;

}  // namespace ge

#endif  // OPENACLNN_GE_GE_API_TYPES_H_
