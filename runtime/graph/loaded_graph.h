// A graph of a session, with the memory that its runs use.
#ifndef OPENACLNN_RUNTIME_GRAPH_LOADED_GRAPH_H_
#define OPENACLNN_RUNTIME_GRAPH_LOADED_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl_rt.h"
#include "graph/tensor.h"
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

// Every function needs a current context. May be used by several threads.
class LoadedGraph {
 public:
  LoadedGraph(Model model, Fusion fusion) : model_(std::move(model)), fusion_(fusion) {}
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
  // Where constants lie, and null for all other values.
  std::vector<void*> Addresses() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Model model_;
  const Fusion fusion_;
  absl::Mutex mutex_;  // held while RunGraph runs: runs of one graph follow one another
  std::optional<Program> program_ ABSL_GUARDED_BY(mutex_);  // of the last inputs
  std::shared_ptr<const Summary> summary_ ABSL_GUARDED_BY(mutex_);
  aclrtStream stream_ ABSL_GUARDED_BY(mutex_) = nullptr;  // of Run
  DeviceBlock constants_ ABSL_GUARDED_BY(mutex_);
  bool constants_are_placed_ ABSL_GUARDED_BY(mutex_) = false;
  DeviceBlock tensors_ ABSL_GUARDED_BY(mutex_);  // of Run: inputs from the host, and results
  // By stream: runs of one stream follow one another and share memory.
  std::map<aclrtStream, DeviceBlock> arenas_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_LOADED_GRAPH_H_
