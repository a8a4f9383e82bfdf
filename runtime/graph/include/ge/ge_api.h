// Sessions: graphs are added to them, compiled and run.
#ifndef OPENACLNN_GE_GE_API_H_
#define OPENACLNN_GE_GE_API_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/tensor.h"

namespace openaclnn {
namespace graph {
class SessionImpl;
struct Summary;
}  // namespace graph
}  // namespace openaclnn

namespace ge {

// Once before everything else; again it does nothing. PARAM_INVALID: no such device.
Status GEInitialize(const std::map<std::string, std::string>& options);
Status GEInitialize(const std::map<AscendString, AscendString>& options);
// Sessions end before. Without GEInitialize it does nothing.
Status GEFinalize();

// The messages of the calling thread since it asked last, one to a line; empty if there are none.
std::string GEGetErrorMsg();
std::string GEGetWarningMsg();
AscendString GEGetErrorMsgV2();
AscendString GEGetWarningMsgV2();

// Of a compiled graph.
class CompiledGraphSummary {
 public:
  // Whether all shapes are known before it runs.
  bool IsStatic() const;
  Status GetConstMemorySize(size_t& size) const;
  // Bytes of device memory for intermediate results and workspace at the peak: those that are not
  // needed at the same time share memory. FAILED unless the graph is static.
  Status GetFeatureMemorySize(size_t& size) const;
  Status GetOutputShapes(std::vector<Shape>& shapes) const;
  Status GetOutputDtypes(std::vector<DataType>& dtypes) const;

 private:
  friend class openaclnn::graph::SessionImpl;
  explicit CompiledGraphSummary(std::shared_ptr<const openaclnn::graph::Summary> summary);
  std::shared_ptr<const openaclnn::graph::Summary> summary_;
};
using CompiledGraphSummaryPtr = std::shared_ptr<CompiledGraphSummary>;

// May be used by several threads. Runs of one graph follow one another.
class Session {
 public:
  explicit Session(const std::map<std::string, std::string>& options);
  explicit Session(const std::map<AscendString, AscendString>& options);
  // Finishes what RunGraphAsync was given; not to be called by a callback.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Checks the graph and keeps a copy; what happens to `graph` later is of no account.
  // PARAM_INVALID if it is wrong, or if there is a graph of this number.
  Status AddGraph(uint32_t graph_id, const Graph& graph);
  Status AddGraph(uint32_t graph_id, const Graph& graph,
                  const std::map<std::string, std::string>& options);
  Status AddGraph(uint32_t graph_id, const Graph& graph,
                  const std::map<AscendString, AscendString>& options);
  // A run that has begun ends first.
  Status RemoveGraph(uint32_t graph_id);

  // Checks all that is known of the shapes, and plans the memory if all are known. RunGraph does
  // so, too, if it was not done before.
  Status CompileGraph(uint32_t graph_id);
  Status BuildGraph(uint32_t graph_id, const std::vector<Tensor>& inputs);
  // Null, with a message, if the graph does not exist or was not compiled.
  CompiledGraphSummaryPtr GetCompiledGraphSummary(uint32_t graph_id);

  // Inputs may be in memory of the host or of the device, as their placement says; outputs are new
  // tensors in memory of the host.
  Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs,
                  std::vector<Tensor>& outputs);
  Status RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs,
                       RunAsyncCallback callback);
  // As work of a stream of the current context. Inputs are in memory of the device. Outputs have
  // memory of the device for the results; if there are none, they are made.
  Status RunGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<Tensor>& inputs,
                                 std::vector<Tensor>& outputs);
  Status ExecuteGraphWithStreamAsync(uint32_t graph_id, void* stream,
                                     const std::vector<Tensor>& inputs,
                                     std::vector<Tensor>& outputs);

 private:
  std::unique_ptr<openaclnn::graph::SessionImpl> impl_;
};

}  // namespace ge

#endif  // OPENACLNN_GE_GE_API_H_
