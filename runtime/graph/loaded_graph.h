// A graph of a session, with the memory that its runs use.
#ifndef OPENACLNN_RUNTIME_GRAPH_LOADED_GRAPH_H_
#define OPENACLNN_RUNTIME_GRAPH_LOADED_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl_rt.h"
#include "graph/tensor.h"
#include "runtime/graph/infer.h"
#include "runtime/graph/model.h"
#include "runtime/graph/program.h"

namespace openaclnn::graph {

// What GetCompiledGraphSummary returns.
struct Summary {
  bool is_static = false;
  size_t constant_bytes = 0;
  size_t arena_bytes = 0;  // of a static graph
  std::vector<ge::Shape> shapes;
  std::vector<ge::DataType> dtypes;
};

// Device memory that grows.
class DeviceBlock {
 public:
  DeviceBlock() = default;
  ~DeviceBlock();
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;

  // What was there is lost if it has to grow.
  uint32_t Reserve(int64_t bytes);
  int64_t bytes() const { return bytes_; }
  char* data() const { return static_cast<char*>(data_); }

 private:
  void* data_ = nullptr;
  int64_t bytes_ = 0;
};

// What the runs of a graph on one stream use one after the other.
class Lane {
 public:
  // In the current context.
  explicit Lane(aclrtStream stream);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Room for the program. What is on its way is waited for if memory has to grow.
  uint32_t Reserve(const Program& program);

  void* arena() const { return arena_.data(); }
  const ProgramStreams& on() const { return on_; }

 private:
  aclrtContext context_ = nullptr;
  DeviceBlock arena_;
  ProgramStreams on_;
};

// Every function needs a current context. May be used by several threads.
class LoadedGraph {
 public:
  // `trace_file`: where Run writes when nodes ran, or empty.
  LoadedGraph(Model model, const Planning& planning, std::string trace_file)
      : model_(std::move(model)),
        declared_(DeclaredInputs(model_)),
        planning_(planning),
        trace_file_(std::move(trace_file)) {}
  // Waits for runs that are on their way.
  ~LoadedGraph();

  const Model& model() const { return model_; }

  // With what the Data nodes say, or with these inputs.
  uint32_t Compile() ABSL_LOCKS_EXCLUDED(mutex_);
  uint32_t CompileFor(const std::vector<ge::Tensor>& inputs) ABSL_LOCKS_EXCLUDED(mutex_);
  // Null if it was not compiled.
  std::shared_ptr<const Summary> summary() ABSL_LOCKS_EXCLUDED(mutex_);

  uint32_t Run(const std::vector<ge::Tensor>& inputs, std::vector<ge::Tensor>* outputs)
      ABSL_LOCKS_EXCLUDED(mutex_);
  uint32_t RunOnStream(aclrtStream stream, const std::vector<ge::Tensor>& inputs,
                       std::vector<ge::Tensor>* outputs) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  uint32_t CheckInputs(const std::vector<ge::Tensor>& inputs, std::vector<ValueInfo>* infos) const;
  uint32_t Copy(void* to, const void* from, size_t bytes, aclrtMemcpyKind kind) const;
  // The program for these inputs, and the constants in device memory.
  uint32_t Prepare(const std::vector<ValueInfo>& inputs) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  uint32_t PlaceConstants() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Summarize(const std::vector<ValueInfo>& values) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  const ValueInfo& ResultInfo(size_t result) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return program_->values[static_cast<size_t>(model_.outputs[result])];
  }
  ge::TensorDesc ResultDesc(size_t result, ge::Placement placement) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  uint32_t MakeOutputs(std::vector<ge::Tensor>* outputs) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The lane of a stream of the current context, with room for the program.
  uint32_t ReserveLane(aclrtStream stream, Lane** lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Where constants lie, and null for all other values.
  std::vector<void*> Addresses() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Model model_;
  const std::vector<ValueInfo> declared_;  // inputs, as the Data nodes say
  const Planning planning_;
  const std::string trace_file_;
  absl::Mutex mutex_;  // held while RunGraph runs: runs of one graph follow one another
  std::optional<Program> program_ ABSL_GUARDED_BY(mutex_);  // of the last inputs
  std::shared_ptr<const Summary> summary_ ABSL_GUARDED_BY(mutex_);
  aclrtStream stream_ ABSL_GUARDED_BY(mutex_) = nullptr;  // of Run
  DeviceBlock constants_ ABSL_GUARDED_BY(mutex_);
  bool constants_are_placed_ ABSL_GUARDED_BY(mutex_) = false;
  DeviceBlock tensors_ ABSL_GUARDED_BY(mutex_);  // of Run: inputs from the host, and results
  // By context, for each has a default stream, and stream.
  std::map<std::pair<aclrtContext, aclrtStream>, Lane> lanes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_LOADED_GRAPH_H_
