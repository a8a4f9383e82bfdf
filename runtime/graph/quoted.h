#ifndef OPENACLNN_RUNTIME_GRAPH_QUOTED_H_
#define OPENACLNN_RUNTIME_GRAPH_QUOTED_H_

#include <string>
#include <string_view>

namespace openaclnn::graph {

// The text as a string of JSON, which DOT reads as well.
std::string Quoted(std::string_view text);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_QUOTED_H_
