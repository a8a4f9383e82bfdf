// What can be done with a graph without a session.
#ifndef OPENACLNN_GE_GE_IR_BUILD_H_
#define OPENACLNN_GE_GE_IR_BUILD_H_

#include <cstddef>

#include "graph/ge_error_codes.h"
#include "graph/graph.h"

namespace ge {

// Writes the graph into the file whose name are the `length` characters at `file`, as text in the
// language DOT: nodes with types and attributes, edges with types and shapes as far as they are
// known. GRAPH_PARAM_INVALID if the graph is wrong, GRAPH_FAILED if the file cannot be written.
graphStatus aclgrphDumpGraph(const Graph& graph, const char* file, size_t length);

}  // namespace ge

#endif  // OPENACLNN_GE_GE_IR_BUILD_H_
