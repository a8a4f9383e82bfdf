// When the nodes of a graph ran, for people.
#ifndef OPENACLNN_RUNTIME_GRAPH_TRACE_H_
#define OPENACLNN_RUNTIME_GRAPH_TRACE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/graph/model.h"
#include "runtime/graph/program.h"

namespace openaclnn::graph {

// Takes the time of each run of a program that is queued once, in the current context.
class Trace {
 public:
  Trace() = default;
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // Where it begins, and before and behind each run.
  aclError Begin(aclrtStream stream) { return Record(stream); }
  aclError BeginRun(size_t run, aclrtStream stream);
  aclError EndRun(aclrtStream stream) { return Record(stream); }

  // When all has run: the file for chrome://tracing and Perfetto, in which a stream has a row, and
  // nodes that ran together have one entry. What the file had before is lost.
  uint32_t Write(const std::string& path, const Model& model, const Program& program) const;

 private:
  aclError Record(aclrtStream stream);

  std::vector<aclrtEvent> events_;  // in the order of these calls
  std::vector<size_t> runs_;
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_TRACE_H_
