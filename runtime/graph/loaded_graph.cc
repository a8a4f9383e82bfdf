#include "runtime/graph/loaded_graph.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ge/ge_api_error_codes.h"
#include "runtime/executor/ledger.h"
#include "runtime/graph/current_context.h"
#include "runtime/graph/messages.h"
#include "runtime/graph/trace.h"

namespace openaclnn::graph {
namespace {

std::string TitleOf(const Model& model) { return absl::StrCat("graph \"", model.name, "\""); }

// Waits for the stream at its end. What a program queued before it failed uses memory of the graph.
class WaitAtEnd {
 public:
  explicit WaitAtEnd(aclrtStream stream) : stream_(stream) {}
  ~WaitAtEnd() {
    if (!has_waited_) (void)aclrtSynchronizeStream(stream_);
  }
  WaitAtEnd(const WaitAtEnd&) = delete;
  WaitAtEnd& operator=(const WaitAtEnd&) = delete;

  aclError Wait() {
    has_waited_ = true;
    return aclrtSynchronizeStream(stream_);
  }

 private:
  const aclrtStream stream_;
  bool has_waited_ = false;
};

bool Fits(const ValueInfo& declared, const ValueInfo& given) {
  if (declared.dtype != ACL_DT_UNDEFINED && declared.dtype != given.dtype) return false;
  if (!declared.has_rank) return true;
  return std::equal(declared.dims.begin(), declared.dims.end(), given.dims.begin(),
                    given.dims.end(),
                    [](int64_t wanted, int64_t got) { return wanted < 0 || wanted == got; });
}

}  // namespace

DeviceBlock::~DeviceBlock() {
  if (data_ != nullptr) (void)aclrtFree(data_);
}

uint32_t DeviceBlock::Reserve(int64_t bytes) {
  // There is always something, so that tensors without elements have an address.
  bytes = std::max<int64_t>(bytes, kWorkspaceAlignment);
  if (bytes <= bytes_) return ge::SUCCESS;
  if (data_ != nullptr) (void)aclrtFree(data_);
  data_ = nullptr;
  bytes_ = 0;
  if (aclrtMalloc(&data_, static_cast<size_t>(bytes), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    data_ = nullptr;
    return Fail(ge::MEMALLOC_FAILED, AclMessage());
  }
  bytes_ = bytes;
  return ge::SUCCESS;
}

Lane::Lane(aclrtStream stream) : on_{{stream}, {}} { (void)aclrtGetCurrentContext(&context_); }

Lane::~Lane() {
  const CurrentContext current(context_);
  // Behind all that the other streams have.
  (void)aclrtSynchronizeStream(on_.streams.front());
  for (aclrtEvent event : on_.events) (void)aclrtDestroyEvent(event);
  for (size_t i = 1; i < on_.streams.size(); ++i) (void)aclrtDestroyStream(on_.streams[i]);
}

uint32_t Lane::Reserve(const Program& program) {
  const StreamPlan& plan = program.streams;
  const auto streams = static_cast<size_t>(plan.streams);
  const auto events = streams > 1 ? static_cast<size_t>(plan.events) : 0;
  // Before there is what might not find a place.
  on_.streams.reserve(streams);
  on_.events.reserve(events);
  while (on_.streams.size() < streams) {
    aclrtStream stream = nullptr;
    if (const aclError code = aclrtCreateStream(&stream); code != ACL_SUCCESS)
      return FailAcl(code, "the streams of a graph");
    on_.streams.push_back(stream);
  }
  while (on_.events.size() < events) {
    aclrtEvent event = nullptr;
    if (const aclError code = aclrtCreateEvent(&event); code != ACL_SUCCESS)
      return FailAcl(code, "the events of a graph");
    on_.events.push_back(event);
  }
  if (arena_.bytes() > 0 && arena_.bytes() < program.arena_bytes()) {
    if (const aclError code = aclrtSynchronizeStream(on_.streams.front()); code != ACL_SUCCESS)
      return FailAcl(code, "the memory of a graph");
  }
  return arena_.Reserve(program.arena_bytes());
}

LoadedGraph::~LoadedGraph() {
  lanes_.clear();
  if (stream_ != nullptr) (void)aclrtDestroyStream(stream_);
}

uint32_t LoadedGraph::ReserveLane(aclrtStream stream, Lane** lane) {
  aclrtContext context = nullptr;
  (void)aclrtGetCurrentContext(&context);
  *lane = &lanes_.try_emplace({context, stream}, stream).first->second;
  return (*lane)->Reserve(*program_);
}

uint32_t LoadedGraph::CheckInputs(const std::vector<ge::Tensor>& inputs,
                                  std::vector<ValueInfo>* infos) const {
  const auto title = [&] { return absl::StrCat(TitleOf(model_), ": "); };
  if (inputs.size() != model_.inputs.size()) {
    return Fail(
        ge::PARAM_INVALID,
        absl::StrCat(title(), inputs.size(), " inputs were given; it has ", model_.inputs.size(),
                     ": ", absl::StrJoin(model_.inputs, ", ", [&](std::string* out, int node) {
                       out->append(model_.nodes[static_cast<size_t>(node)].name);
                     })));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueInfo info = ValueInfo::Of(inputs[i].GetTensorDesc());
    const auto name = [&] {
      return absl::StrCat(title(), "input ", i, " (\"",
                          model_.nodes[static_cast<size_t>(model_.inputs[i])].name, "\"): ");
    };
    if (!Fits(declared_[i], info)) {
      return Fail(ge::PARAM_INVALID,
                  absl::StrCat(name(), "the tensor is ", info.ToString(), "; the Data node says ",
                               declared_[i].ToString()));
    }
    const int64_t bytes = info.known() ? info.Bytes() : -1;
    if (bytes < 0 || static_cast<size_t>(bytes) != inputs[i].GetSize()) {
      return Fail(
          ge::PARAM_INVALID,
          absl::StrCat(name(), "the tensor has ", inputs[i].GetSize(), " bytes; ", info.ToString(),
                       " has ", bytes < 0 ? "no number of bytes" : absl::StrCat(bytes)));
    }
    infos->push_back(info);
  }
  return ge::SUCCESS;
}

uint32_t LoadedGraph::Copy(void* to, const void* from, size_t bytes, aclrtMemcpyKind kind) const {
  if (bytes == 0) return ge::SUCCESS;
  const aclError code = aclrtMemcpy(to, bytes, from, bytes, kind);
  return code == ACL_SUCCESS ? uint32_t{ge::SUCCESS} : FailAcl(code, TitleOf(model_));
}

uint32_t LoadedGraph::PlaceConstants() {
  if (constants_are_placed_) return ge::SUCCESS;
  int64_t bytes = 0;
  for (const Node& node : model_.nodes) {
    if (node.is_constant) bytes += PlaceOfBlock(static_cast<int64_t>(node.constant.GetSize()));
  }
  if (const uint32_t status = constants_.Reserve(bytes); status != ge::SUCCESS) return status;
  char* place = constants_.data();
  for (const Node& node : model_.nodes) {
    if (!node.is_constant) continue;
    const size_t size = node.constant.GetSize();
    if (const uint32_t status =
            Copy(place, node.constant.GetData(), size, ACL_MEMCPY_HOST_TO_DEVICE);
        status != ge::SUCCESS)
      return status;
    place += PlaceOfBlock(static_cast<int64_t>(size));
  }
  constants_are_placed_ = true;
  return ge::SUCCESS;
}

std::vector<void*> LoadedGraph::Addresses() const {
  std::vector<void*> addresses(static_cast<size_t>(model_.values), nullptr);
  char* place = constants_.data();
  for (const Node& node : model_.nodes) {
    if (!node.is_constant) continue;
    addresses[static_cast<size_t>(node.first_value)] = place;
    place += PlaceOfBlock(static_cast<int64_t>(node.constant.GetSize()));
  }
  return addresses;
}

void LoadedGraph::Summarize(const std::vector<ValueInfo>& values) {
  auto summary = std::make_shared<Summary>();
  summary->is_static = program_.has_value();
  summary->arena_bytes = program_.has_value() ? static_cast<size_t>(program_->arena_bytes()) : 0;
  for (const Node& node : model_.nodes) {
    if (node.is_constant) summary->constant_bytes += node.constant.GetSize();
  }
  for (int output : model_.outputs) {
    const ValueInfo& info = values[static_cast<size_t>(output)];
    const std::vector<int64_t> unknown = {ge::UNKNOWN_DIM_NUM};
    summary->shapes.emplace_back(info.has_rank ? info.dims : unknown);
    summary->dtypes.push_back(
        info.dtype == ACL_DT_UNDEFINED ? ge::DT_UNDEFINED : static_cast<ge::DataType>(info.dtype));
  }
  summary_ = std::move(summary);
}

uint32_t LoadedGraph::Prepare(const std::vector<ValueInfo>& inputs) {
  if (!program_.has_value() || program_->inputs != inputs) {
    Program program;
    if (const uint32_t status = MakeProgram(model_, inputs, planning_, &program);
        status != ge::SUCCESS)
      return status;
    program_ = std::move(program);
  }
  return PlaceConstants();
}

uint32_t LoadedGraph::Compile() {
  absl::MutexLock lock(&mutex_);
  const bool is_static = std::all_of(declared_.begin(), declared_.end(),
                                     [](const ValueInfo& info) { return info.known(); });
  if (is_static) {
    if (const uint32_t status = Prepare(declared_); status != ge::SUCCESS) return status;
    Summarize(program_->values);
    return ge::SUCCESS;
  }
  std::vector<ValueInfo> values;
  if (const uint32_t status = InferAll(model_, declared_, &values); status != ge::SUCCESS)
    return status;
  program_.reset();
  Summarize(values);
  return ge::SUCCESS;
}

uint32_t LoadedGraph::CompileFor(const std::vector<ge::Tensor>& inputs) {
  absl::MutexLock lock(&mutex_);
  std::vector<ValueInfo> infos;
  if (const uint32_t status = CheckInputs(inputs, &infos); status != ge::SUCCESS) return status;
  if (const uint32_t status = Prepare(infos); status != ge::SUCCESS) return status;
  Summarize(program_->values);
  return ge::SUCCESS;
}

std::shared_ptr<const Summary> LoadedGraph::summary() {
  absl::MutexLock lock(&mutex_);
  return summary_;
}

ge::TensorDesc LoadedGraph::ResultDesc(size_t result, ge::Placement placement) const {
  const ValueInfo& info = ResultInfo(result);
  ge::TensorDesc desc(ge::Shape(info.dims), ge::FORMAT_ND, static_cast<ge::DataType>(info.dtype));
  desc.SetPlacement(placement);
  desc.SetRealDimCnt(static_cast<int64_t>(info.dims.size()));
  return desc;
}

uint32_t LoadedGraph::Run(const std::vector<ge::Tensor>& inputs, std::vector<ge::Tensor>* outputs) {
  absl::MutexLock lock(&mutex_);
  std::vector<ValueInfo> infos;
  if (const uint32_t status = CheckInputs(inputs, &infos); status != ge::SUCCESS) return status;
  if (const uint32_t status = Prepare(infos); status != ge::SUCCESS) return status;
  if (stream_ == nullptr) {
    if (const aclError code = aclrtCreateStream(&stream_); code != ACL_SUCCESS) {
      stream_ = nullptr;
      return FailAcl(code, TitleOf(model_));
    }
  }

  // Inputs first, then results, one after the other.
  std::vector<int64_t> places;
  int64_t bytes = 0;
  const auto place = [&](const ValueInfo& info) {
    places.push_back(bytes);
    bytes += PlaceOfBlock(info.Bytes());
  };
  for (const ValueInfo& info : infos) place(info);
  for (size_t i = 0; i < model_.outputs.size(); ++i) place(ResultInfo(i));
  if (const uint32_t status = tensors_.Reserve(bytes); status != ge::SUCCESS) return status;
  Lane* lane = nullptr;
  if (const uint32_t status = ReserveLane(stream_, &lane); status != ge::SUCCESS) return status;

  std::vector<void*> addresses = Addresses();
  for (size_t i = 0; i < inputs.size(); ++i) {
    void*& address = addresses[static_cast<size_t>(
        model_.nodes[static_cast<size_t>(model_.inputs[i])].first_value)];
    if (inputs[i].GetPlacement() == ge::kPlacementDevice) {
      address = const_cast<uint8_t*>(inputs[i].GetData());
      continue;
    }
    address = tensors_.data() + places[i];
    if (const uint32_t status =
            Copy(address, inputs[i].GetData(), inputs[i].GetSize(), ACL_MEMCPY_HOST_TO_DEVICE);
        status != ge::SUCCESS)
      return status;
  }
  for (size_t i = 0; i < model_.outputs.size(); ++i) {
    void*& address = addresses[static_cast<size_t>(model_.outputs[i])];
    if (address == nullptr) address = tensors_.data() + places[inputs.size() + i];
  }
  std::optional<Trace> trace;
  if (!trace_file_.empty()) trace.emplace();
  WaitAtEnd end(stream_);
  if (const uint32_t status = EnqueueProgram(model_, *program_, addresses, lane->arena(),
                                             lane->on(), trace.has_value() ? &*trace : nullptr);
      status != ge::SUCCESS)
    return status;
  if (const aclError code = end.Wait(); code != ACL_SUCCESS) return FailAcl(code, TitleOf(model_));
  if (trace.has_value()) {
    if (const uint32_t status = trace->Write(trace_file_, model_, *program_); status != ge::SUCCESS)
      return status;
  }

  std::vector<ge::Tensor> results;
  for (size_t i = 0; i < model_.outputs.size(); ++i) {
    const auto size = static_cast<size_t>(ResultInfo(i).Bytes());
    const void* const address = addresses[static_cast<size_t>(model_.outputs[i])];
    uint8_t* const data = static_cast<uint8_t*>(::operator new(size));
    ge::Tensor& result = results.emplace_back(ResultDesc(i, ge::kPlacementHost));
    (void)result.SetData(data, size, [](uint8_t* memory) { ::operator delete(memory); });
    if (const uint32_t status = Copy(data, address, size, ACL_MEMCPY_DEVICE_TO_HOST);
        status != ge::SUCCESS)
      return status;
  }
  *outputs = std::move(results);
  return ge::SUCCESS;
}

uint32_t LoadedGraph::MakeOutputs(std::vector<ge::Tensor>* outputs) const {
  if (outputs->empty()) {
    std::vector<ge::Tensor> made(model_.outputs.size());
    for (size_t i = 0; i < made.size(); ++i) {
      void* memory = nullptr;
      const auto bytes = static_cast<size_t>(ResultInfo(i).Bytes());
      if (const aclError code =
              aclrtMalloc(&memory, std::max<size_t>(bytes, 1), ACL_MEM_MALLOC_HUGE_FIRST);
          code != ACL_SUCCESS)
        return FailAcl(code, TitleOf(model_));
      (void)made[i].SetData(static_cast<uint8_t*>(memory), bytes,
                            [](uint8_t* data) { (void)aclrtFree(data); });
      (void)made[i].SetPlacement(ge::kPlacementDevice);
    }
    *outputs = std::move(made);
  }
  if (outputs->size() != model_.outputs.size()) {
    return Fail(ge::PARAM_INVALID,
                absl::StrCat(TitleOf(model_), ": ", outputs->size(), " outputs were given; it has ",
                             model_.outputs.size(), ", and none are made if none are given"));
  }
  for (size_t i = 0; i < outputs->size(); ++i) {
    ge::Tensor& output = (*outputs)[i];
    const auto title = [&] { return absl::StrCat(TitleOf(model_), ": output ", i, ": "); };
    if (output.GetPlacement() != ge::kPlacementDevice) {
      return Fail(ge::PARAM_INVALID, absl::StrCat(title(), "its placement is ",
                                                  static_cast<int>(output.GetPlacement()),
                                                  "; with a stream it is kPlacementDevice"));
    }
    const int64_t bytes = ResultInfo(i).Bytes();
    if (output.GetSize() < static_cast<size_t>(bytes)) {
      return Fail(ge::PARAM_INVALID, absl::StrCat(title(), "it has ", output.GetSize(), " bytes; ",
                                                  ResultInfo(i).ToString(), " needs ", bytes));
    }
    (void)output.SetTensorDesc(ResultDesc(i, ge::kPlacementDevice));
  }
  return ge::SUCCESS;
}

uint32_t LoadedGraph::RunOnStream(aclrtStream stream, const std::vector<ge::Tensor>& inputs,
                                  std::vector<ge::Tensor>* outputs) {
  absl::MutexLock lock(&mutex_);
  std::vector<ValueInfo> infos;
  if (const uint32_t status = CheckInputs(inputs, &infos); status != ge::SUCCESS) return status;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].GetPlacement() == ge::kPlacementDevice) continue;
    return Fail(ge::PARAM_INVALID,
                absl::StrCat(TitleOf(model_), ": input ", i, ": its placement is ",
                             static_cast<int>(inputs[i].GetPlacement()),
                             "; with a stream it is kPlacementDevice"));
  }
  if (const uint32_t status = Prepare(infos); status != ge::SUCCESS) return status;
  if (const uint32_t status = MakeOutputs(outputs); status != ge::SUCCESS) return status;
  Lane* lane = nullptr;
  if (const uint32_t status = ReserveLane(stream, &lane); status != ge::SUCCESS) return status;

  std::vector<void*> addresses = Addresses();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Node& node = model_.nodes[static_cast<size_t>(model_.inputs[i])];
    addresses[static_cast<size_t>(node.first_value)] = const_cast<uint8_t*>(inputs[i].GetData());
  }
  // What is no node's result, or is one for the second time, is copied at the end.
  std::vector<size_t> copies;
  for (size_t i = 0; i < outputs->size(); ++i) {
    void*& address = addresses[static_cast<size_t>(model_.outputs[i])];
    if (address == nullptr) {
      address = (*outputs)[i].GetData();
    } else {
      copies.push_back(i);
    }
  }
  if (const uint32_t status =
          EnqueueProgram(model_, *program_, addresses, lane->arena(), lane->on(), nullptr);
      status != ge::SUCCESS)
    return status;
  for (size_t i : copies) {
    const auto bytes = static_cast<size_t>(ResultInfo(i).Bytes());
    if (bytes == 0) continue;
    if (const aclError code = aclrtMemcpyAsync((*outputs)[i].GetData(), (*outputs)[i].GetSize(),
                                               addresses[static_cast<size_t>(model_.outputs[i])],
                                               bytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
        code != ACL_SUCCESS)
      return FailAcl(code, TitleOf(model_));
  }
  return ge::SUCCESS;
}

}  // namespace openaclnn::graph
