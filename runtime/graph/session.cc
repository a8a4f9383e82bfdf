// GEInitialize and sessions (ge_api.h).
#include <deque>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl.h"
#include "ge/ge_api.h"
#include "runtime/graph/current_context.h"
#include "runtime/graph/loaded_graph.h"
#include "runtime/graph/messages.h"

namespace openaclnn::graph {
namespace {

using Options = std::map<std::string, std::string>;

Options ToOptions(const std::map<ge::AscendString, ge::AscendString>& options) {
  Options result;
  for (const auto& [key, value] : options) result.emplace(key.GetString(), value.GetString());
  return result;
}

absl::Mutex engine_mutex(absl::kConstInit);
bool is_initialized ABSL_GUARDED_BY(engine_mutex) = false;

// What options say, of the engine for its sessions or of a session.
struct Settings {
  int32_t device = 0;
  Planning planning;
  std::string trace_file;
};
Settings engine_settings ABSL_GUARDED_BY(engine_mutex);

bool IsInitialized() {
  absl::MutexLock lock(&engine_mutex);
  return is_initialized;
}

std::optional<Fusion> FusionOf(std::string_view value) {
  if (value == "0") return Fusion::kOff;
  if (value == "1") return Fusion::kExact;
  if (value == "float32") return Fusion::kFloat32;
  return std::nullopt;
}

constexpr int kMostStreams = 16;

// Changes what the options name.
uint32_t ReadOptions(const char* function, const Options& options, Settings* settings) {
  const auto wrong = [&](const std::string& key, const std::string& value,
                         std::string_view accepted) {
    return Fail(ge::PARAM_INVALID, absl::StrCat(function, ": option ", key, " is \"", value,
                                                "\"; accepted are ", accepted));
  };
  for (const auto& [key, value] : options) {
    if (key == ge::OPTION_GRAPH_RUN_MODE) continue;
    if (key == ge::OPTION_FUSION) {
      const std::optional<Fusion> fusion = FusionOf(value);
      if (!fusion.has_value()) return wrong(key, value, "0, 1 and float32");
      settings->planning.fusion = *fusion;
      continue;
    }
    if (key == ge::OPTION_TRACE) {
      settings->trace_file = value;
      continue;
    }
    if (key == ge::OPTION_STREAMS) {
      int& streams = settings->planning.most_streams;
      if (!absl::SimpleAtoi(value, &streams) || streams < 1 || streams > kMostStreams)
        return wrong(key, value, absl::StrCat("1 to ", kMostStreams));
      continue;
    }
    if (key != ge::OPTION_EXEC_DEVICE_ID) {
      Warn(absl::StrCat(function, ": option ", key, " is not used"));
      continue;
    }
    uint32_t count = 0;
    (void)aclrtGetDeviceCount(&count);
    int32_t& device = settings->device;
    if (!absl::SimpleAtoi(value, &device) || device < 0 || static_cast<uint32_t>(device) >= count) {
      return wrong(key, value, absl::StrCat("the devices 0 to ", static_cast<int>(count) - 1));
    }
  }
  return ge::SUCCESS;
}

}  // namespace

class SessionImpl {
 public:
  explicit SessionImpl(const Options& options) {
    {
      absl::MutexLock lock(&engine_mutex);
      settings_ = engine_settings;
    }
    status_ = ReadOptions("Session", options, &settings_);
  }

  ~SessionImpl() {
    {
      absl::MutexLock lock(&mutex_);
      ends_ = true;
    }
    if (worker_.joinable()) worker_.join();
    if (context_ == nullptr) return;
    {
      const CurrentContext current(context_);
      graphs_.clear();
    }
    (void)aclrtDestroyContext(context_);
  }
  SessionImpl(const SessionImpl&) = delete;
  SessionImpl& operator=(const SessionImpl&) = delete;

  uint32_t Add(uint32_t id, const ge::Graph& graph) {
    if (const uint32_t status = Check("AddGraph"); status != ge::SUCCESS) return status;
    Model model;
    if (const uint32_t status = MakeModel(graph, &model); status != ge::SUCCESS) return status;
    absl::MutexLock lock(&mutex_);
    if (graphs_.contains(id)) {
      return Fail(ge::PARAM_INVALID, absl::StrCat("AddGraph: there is a graph ", id,
                                                  " in this session; RemoveGraph takes it away"));
    }
    graphs_.emplace(id, std::make_shared<LoadedGraph>(std::move(model), settings_.planning,
                                                      settings_.trace_file));
    return ge::SUCCESS;
  }

  uint32_t Remove(uint32_t id) {
    return With("RemoveGraph", id, [&](const std::shared_ptr<LoadedGraph>&) {
      absl::MutexLock lock(&mutex_);
      graphs_.erase(id);
      return uint32_t{ge::SUCCESS};
    });
  }

  // Calls action(graph) with the session's context.
  template <typename Action>
  uint32_t With(const char* function, uint32_t id, const Action& action) try {
    if (const uint32_t status = Check(function); status != ge::SUCCESS) return status;
    std::shared_ptr<LoadedGraph> graph = Find(function, id);
    if (graph == nullptr) return ge::PARAM_INVALID;
    aclrtContext context = nullptr;
    if (const uint32_t status = GetContext(&context); status != ge::SUCCESS) return status;
    const CurrentContext current(context);
    if (current.code() != ACL_SUCCESS) return FailAcl(current.code(), function);
    const uint32_t status = action(graph);
    graph.reset();  // with the context, which it needs if it ends here
    return status;
  } catch (...) {
    return FailCaught(function);
  }

  // A stream belongs to the context that is current for the caller.
  uint32_t RunOnStream(const char* function, uint32_t id, void* stream,
                       const std::vector<ge::Tensor>& inputs, std::vector<ge::Tensor>* outputs) {
    aclrtContext context = nullptr;
    if (aclrtGetCurrentContext(&context) != ACL_SUCCESS || context == nullptr) {
      return Fail(ge::PARAM_INVALID,
                  absl::StrCat(function,
                               ": this thread has no current context; aclrtSetDevice "
                               "makes one, and a stream belongs to one"));
    }
    return With(function, id, [&](const std::shared_ptr<LoadedGraph>& graph) {
      const CurrentContext callers(context);
      return graph->RunOnStream(stream, inputs, outputs);
    });
  }

  uint32_t RunAsync(uint32_t id, std::vector<ge::Tensor> inputs, ge::RunAsyncCallback callback) {
    constexpr char kFunction[] = "RunGraphAsync";
    if (const uint32_t status = Check(kFunction); status != ge::SUCCESS) return status;
    if (!callback) return Fail(ge::PARAM_INVALID, "RunGraphAsync: the callback is empty");
    std::shared_ptr<LoadedGraph> graph = Find(kFunction, id);
    if (graph == nullptr) return ge::PARAM_INVALID;
    absl::MutexLock lock(&mutex_);
    // First, because without a thread nobody would take the task.
    if (!worker_.joinable()) worker_ = std::thread([this] { Work(); });
    tasks_.push_back({std::move(graph), std::move(inputs), std::move(callback)});
    return ge::SUCCESS;
  }

  std::shared_ptr<LoadedGraph> Find(const char* function, uint32_t id) {
    absl::MutexLock lock(&mutex_);
    const auto found = graphs_.find(id);
    if (found != graphs_.end()) return found->second;
    (void)Fail(ge::PARAM_INVALID, absl::StrCat(function, ": there is no graph ", id,
                                               " in this session: it was not added, or was "
                                               "removed"));
    return nullptr;
  }

  static ge::CompiledGraphSummaryPtr Wrap(std::shared_ptr<const Summary> summary) {
    return ge::CompiledGraphSummaryPtr(new ge::CompiledGraphSummary(std::move(summary)));
  }

 private:
  struct Task {
    std::shared_ptr<LoadedGraph> graph;
    std::vector<ge::Tensor> inputs;
    ge::RunAsyncCallback callback;
  };

  uint32_t Check(const char* function) const {
    if (!IsInitialized()) {
      return Fail(ge::GE_CLI_GE_NOT_INITIALIZED,
                  absl::StrCat(function,
                               ": GEInitialize has not been called, or GEFinalize has "
                               "been since"));
    }
    if (status_ != ge::SUCCESS) {
      return Fail(status_, absl::StrCat(function, ": an option of the session was wrong"));
    }
    return ge::SUCCESS;
  }

  uint32_t GetContext(aclrtContext* context) {
    absl::MutexLock lock(&mutex_);
    if (context_ == nullptr) {
      aclrtContext before = nullptr;
      (void)aclrtGetCurrentContext(&before);
      if (const aclError code = aclrtCreateContext(&context_, settings_.device);
          code != ACL_SUCCESS) {
        context_ = nullptr;
        return FailAcl(code, "Session");
      }
      if (before != nullptr) (void)aclrtSetCurrentContext(before);
    }
    *context = context_;
    return ge::SUCCESS;
  }

  bool HasWork() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !tasks_.empty() || ends_; }

  void Work() {
    while (true) {
      Task task;
      {
        absl::MutexLock lock(&mutex_);
        mutex_.Await(absl::Condition(this, &SessionImpl::HasWork));
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      std::vector<ge::Tensor> outputs;
      const uint32_t status = RunTask(task, &outputs);
      task.callback(status, outputs);
    }
  }

  uint32_t RunTask(Task& task, std::vector<ge::Tensor>* outputs) try {
    aclrtContext context = nullptr;
    if (const uint32_t status = GetContext(&context); status != ge::SUCCESS) return status;
    const CurrentContext current(context);
    if (current.code() != ACL_SUCCESS) return FailAcl(current.code(), "RunGraphAsync");
    const uint32_t status = task.graph->Run(task.inputs, outputs);
    task.graph.reset();
    return status;
  } catch (...) {
    return FailCaught("RunGraphAsync");
  }

  uint32_t status_ = ge::SUCCESS;
  Settings settings_;
  absl::Mutex mutex_;
  std::map<uint32_t, std::shared_ptr<LoadedGraph>> graphs_ ABSL_GUARDED_BY(mutex_);
  aclrtContext context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::deque<Task> tasks_ ABSL_GUARDED_BY(mutex_);
  bool ends_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread worker_;
};

}  // namespace openaclnn::graph

namespace ge {

using openaclnn::graph::Fail;
using openaclnn::graph::FailCaught;
using openaclnn::graph::LoadedGraph;
using openaclnn::graph::SessionImpl;
using GraphPtr = std::shared_ptr<LoadedGraph>;

Status GEInitialize(const std::map<std::string, std::string>& options) try {
  absl::MutexLock lock(&openaclnn::graph::engine_mutex);
  if (openaclnn::graph::is_initialized) return SUCCESS;
  const aclError code = aclInit(nullptr);
  if (code != ACL_SUCCESS && code != ACL_ERROR_REPEAT_INITIALIZE)
    return openaclnn::graph::FailAcl(code, "GEInitialize");
  // After a mistake, and if there is no memory.
  struct Finalize {
    void operator()(void*) const {
      uint64_t count = 0;
      (void)aclFinalizeReference(&count);
    }
  };
  openaclnn::graph::Settings settings;
  std::unique_ptr<void, Finalize> initialized(&settings);
  if (const Status read = openaclnn::graph::ReadOptions("GEInitialize", options, &settings);
      read != SUCCESS)
    return read;
  (void)initialized.release();
  openaclnn::graph::engine_settings = settings;
  openaclnn::graph::is_initialized = true;
  return SUCCESS;
} catch (...) {
  return FailCaught("GEInitialize");
}
Status GEInitialize(const std::map<AscendString, AscendString>& options) try {
  return GEInitialize(openaclnn::graph::ToOptions(options));
} catch (...) {
  return FailCaught("GEInitialize");
}

Status GEFinalize() {
  absl::MutexLock lock(&openaclnn::graph::engine_mutex);
  if (!openaclnn::graph::is_initialized) return SUCCESS;
  openaclnn::graph::is_initialized = false;
  // The program may have called aclInit as well, and have finalised already.
  uint64_t count = 0;
  (void)aclFinalizeReference(&count);
  return SUCCESS;
}

CompiledGraphSummary::CompiledGraphSummary(std::shared_ptr<const openaclnn::graph::Summary> summary)
    : summary_(std::move(summary)) {}
bool CompiledGraphSummary::IsStatic() const { return summary_->is_static; }
Status CompiledGraphSummary::GetConstMemorySize(size_t& size) const {
  size = summary_->constant_bytes;
  return SUCCESS;
}
Status CompiledGraphSummary::GetFeatureMemorySize(size_t& size) const {
  if (!summary_->is_static) {
    return Fail(FAILED,
                "GetFeatureMemorySize: the graph has inputs of unknown shape, so its memory is "
                "planned when it runs");
  }
  size = summary_->arena_bytes;
  return SUCCESS;
}
Status CompiledGraphSummary::GetOutputShapes(std::vector<Shape>& shapes) const {
  shapes = summary_->shapes;
  return SUCCESS;
}
Status CompiledGraphSummary::GetOutputDtypes(std::vector<DataType>& dtypes) const {
  dtypes = summary_->dtypes;
  return SUCCESS;
}

Session::Session(const std::map<std::string, std::string>& options)
    : impl_(std::make_unique<SessionImpl>(options)) {}
Session::Session(const std::map<AscendString, AscendString>& options)
    : Session(openaclnn::graph::ToOptions(options)) {}
Session::~Session() = default;

Status Session::AddGraph(uint32_t graph_id, const Graph& graph) {
  return AddGraph(graph_id, graph, std::map<std::string, std::string>());
}
Status Session::AddGraph(uint32_t graph_id, const Graph& graph,
                         const std::map<std::string, std::string>& options) try {
  for (const auto& [key, value] : options)
    openaclnn::graph::Warn(absl::StrCat("AddGraph: option ", key, " is not used"));
  return impl_->Add(graph_id, graph);
} catch (...) {
  return FailCaught("AddGraph");
}
Status Session::AddGraph(uint32_t graph_id, const Graph& graph,
                         const std::map<AscendString, AscendString>& options) try {
  return AddGraph(graph_id, graph, openaclnn::graph::ToOptions(options));
} catch (...) {
  return FailCaught("AddGraph");
}

Status Session::RemoveGraph(uint32_t graph_id) { return impl_->Remove(graph_id); }

Status Session::CompileGraph(uint32_t graph_id) {
  return impl_->With("CompileGraph", graph_id,
                     [](const GraphPtr& graph) { return graph->Compile(); });
}
Status Session::BuildGraph(uint32_t graph_id, const std::vector<Tensor>& inputs) {
  return impl_->With("BuildGraph", graph_id,
                     [&](const GraphPtr& graph) { return graph->CompileFor(inputs); });
}
CompiledGraphSummaryPtr Session::GetCompiledGraphSummary(uint32_t graph_id) {
  constexpr char kFunction[] = "GetCompiledGraphSummary";
  const GraphPtr graph = impl_->Find(kFunction, graph_id);
  if (graph == nullptr) return nullptr;
  auto summary = graph->summary();
  if (summary == nullptr) {
    (void)Fail(PARAM_INVALID, absl::StrCat(kFunction, ": graph ", graph_id,
                                           " was not compiled; CompileGraph does that"));
    return nullptr;
  }
  return SessionImpl::Wrap(std::move(summary));
}

Status Session::RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs,
                         std::vector<Tensor>& outputs) {
  return impl_->With("RunGraph", graph_id,
                     [&](const GraphPtr& graph) { return graph->Run(inputs, &outputs); });
}
Status Session::RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs,
                              RunAsyncCallback callback) try {
  return impl_->RunAsync(graph_id, inputs, std::move(callback));
} catch (...) {
  return FailCaught("RunGraphAsync");
}
Status Session::RunGraphWithStreamAsync(uint32_t graph_id, void* stream,
                                        const std::vector<Tensor>& inputs,
                                        std::vector<Tensor>& outputs) {
  return impl_->RunOnStream("RunGraphWithStreamAsync", graph_id, stream, inputs, &outputs);
}
Status Session::ExecuteGraphWithStreamAsync(uint32_t graph_id, void* stream,
                                            const std::vector<Tensor>& inputs,
                                            std::vector<Tensor>& outputs) {
  return impl_->RunOnStream("ExecuteGraphWithStreamAsync", graph_id, stream, inputs, &outputs);
}

}  // namespace ge
