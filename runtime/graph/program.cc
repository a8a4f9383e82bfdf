#include "runtime/graph/program.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "ge/ge_api_error_codes.h"
#include "opdev/op_errno.h"
#include "runtime/executor/fused.h"
#include "runtime/graph/messages.h"
#include "runtime/graph/node_call.h"
#include "runtime/graph/trace.h"

namespace openaclnn::graph {
namespace {

std::vector<NodeCall::Operand> OperandsOf(const std::vector<int>& numbers, const Program& program,
                                          const std::vector<void*>& addresses) {
  std::vector<NodeCall::Operand> operands;
  for (int number : numbers) {
    const auto value = static_cast<size_t>(number);
    operands.push_back({&program.values[value], addresses.empty() ? nullptr : addresses[value]});
  }
  return operands;
}

// More would leave blocks of few elements.
constexpr size_t kMostInRun = 16;

// Says which nodes run together: consecutive ones that are passes over as many elements and have a
// value in common.
class Runs {
 public:
  explicit Runs(std::vector<std::vector<size_t>>* runs) : runs_(*runs) {}

  // The next node, which was planned.
  void Add(size_t place, const Node& node, const NodeCall& call) {
    const std::optional<int64_t> elements = call.PassElements();
    if (!elements.has_value() || elements != elements_ || runs_.back().size() == kMostInRun ||
        !SharesValue(node) || !call.ReadsInPlace([&](int value) { return made_.contains(value); }))
      Begin(elements);
    runs_.back().push_back(place);
    read_.insert(node.inputs.begin(), node.inputs.end());
    for (int value : node.Outputs()) made_.insert(value);
  }

  // A node that runs alone.
  void AddAlone(size_t place) {
    Begin(std::nullopt);
    runs_.back().push_back(place);
  }

 private:
  void Begin(std::optional<int64_t> elements) {
    runs_.emplace_back();
    elements_ = elements;
    read_.clear();
    made_.clear();
  }

  bool SharesValue(const Node& node) const {
    return std::any_of(node.inputs.begin(), node.inputs.end(),
                       [&](int value) { return made_.contains(value) || read_.contains(value); });
  }

  std::vector<std::vector<size_t>>& runs_;
  std::optional<int64_t> elements_;  // of the last run's nodes; none: nothing joins it
  std::set<int> read_, made_;
};

// Which runs make and read each value.
struct Uses {
  Uses(const Model& model, const Program& program)
      : makers(static_cast<size_t>(model.values), -1),
        readers(static_cast<size_t>(model.values)),
        needs(program.runs.size()) {
    for (size_t run = 0; run < program.runs.size(); ++run) {
      std::set<int> needed;
      for (size_t node : program.runs[run]) {
        for (int value : model.nodes[node].inputs) {
          const int maker = makers[static_cast<size_t>(value)];
          if (maker < 0 || maker == static_cast<int>(run)) continue;
          needed.insert(maker);
          readers[static_cast<size_t>(value)].push_back(static_cast<int>(run));
        }
        for (int value : model.nodes[node].Outputs())
          makers[static_cast<size_t>(value)] = static_cast<int>(run);
      }
      needs[run].assign(needed.begin(), needed.end());
    }
  }

  std::vector<int> makers;                // by value; -1: an input or a constant
  std::vector<std::vector<int>> readers;  // by value: runs behind its maker
  std::vector<std::vector<int>> needs;    // by run: runs
};

// Chooses streams and what lies where in the arena, and numbers what exists block by block only.
void PlaceValues(const Model& model, Program* program) {
  std::vector<bool> is_result(static_cast<size_t>(model.values), false);
  for (int value : model.outputs) is_result[static_cast<size_t>(value)] = true;
  Uses uses(model, *program);
  std::vector<ArenaBlock> blocks;
  std::vector<int64_t*> offsets;  // of blocks
  for (size_t run = 0; run < program->runs.size(); ++run) {
    const int number_of_run = static_cast<int>(run);
    int in_run = 0;
    for (size_t node : program->runs[run]) {
      if (const uint64_t workspace = program->workspace_bytes[node]; workspace > 0) {
        blocks.push_back({number_of_run, static_cast<int64_t>(workspace)});
        offsets.push_back(&program->workspace_offsets[node]);
      }
      for (int number : model.nodes[node].Outputs()) {
        const auto value = static_cast<size_t>(number);
        if (is_result[value]) continue;
        if (program->runs[run].size() > 1 && uses.readers[value].empty()) {
          program->blocks[value] = in_run++;
          continue;
        }
        blocks.push_back({number_of_run, program->values[value].Bytes(), uses.readers[value]});
        offsets.push_back(&program->offsets[value]);
      }
    }
  }
  program->streams = PlanStreams(uses.needs, program->planning.most_streams, &blocks);
  for (size_t i = 0; i < blocks.size(); ++i) *offsets[i] = blocks[i].offset;
}

// Whether a result of the graph lies where another or an input does.
bool ResultsOverlap(const Model& model, const Program& program,
                    const std::vector<void*>& addresses) {
  struct Place {
    const char* begin;
    const char* end;
    bool is_result;
  };
  std::vector<Place> places;
  const auto add = [&](int number, bool is_result) {
    const auto value = static_cast<size_t>(number);
    const char* const begin = static_cast<const char*>(addresses[value]);
    places.push_back({begin, begin + program.values[value].Bytes(), is_result});
  };
  std::set<int> values;
  for (int node : model.inputs) {
    const int value = model.nodes[static_cast<size_t>(node)].first_value;
    if (values.insert(value).second) add(value, /*is_result=*/false);
  }
  for (int value : model.outputs) {
    if (values.insert(value).second) add(value, /*is_result=*/true);
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return std::less<>()(a.begin, b.begin); });
  const char* end_of_inputs = nullptr;
  const char* end_of_results = nullptr;
  for (const Place& place : places) {
    if (place.begin == place.end) continue;
    if (place.begin < end_of_results || (place.is_result && place.begin < end_of_inputs))
      return true;
    const char*& end = place.is_result ? end_of_results : end_of_inputs;
    end = std::max(end, place.end);
  }
  return false;
}

// The streams and events of one time that a program is queued.
class Queues {
 public:
  // Without `orders` all goes to stream 0.
  Queues(const StreamPlan& plan, const ProgramStreams& on, bool orders, Trace* trace)
      : plan_(plan), on_(on), orders_(orders), trace_(trace) {}
  // After a failure streams may have work that nothing orders.
  ~Queues() {
    for (size_t i = 1; orders_ && !ended_ && i < on_.streams.size(); ++i)
      (void)aclrtSynchronizeStream(on_.streams[i]);
  }
  Queues(const Queues&) = delete;
  Queues& operator=(const Queues&) = delete;

  aclError Begin() {
    const aclError code = trace_ == nullptr ? ACL_SUCCESS : trace_->Begin(Stream(0));
    return code != ACL_SUCCESS ? code : Record(0, 0);
  }
  // Before and behind what is queued for a run.
  aclError BeginRun(size_t run) {
    const aclError code = Wait(plan_.runs[run].stream, plan_.runs[run].waits);
    return code != ACL_SUCCESS || trace_ == nullptr ? code : trace_->BeginRun(run, stream(run));
  }
  aclError EndRun(size_t run) {
    const aclError code = trace_ == nullptr ? ACL_SUCCESS : trace_->EndRun(stream(run));
    return code != ACL_SUCCESS ? code : Record(plan_.runs[run].event, plan_.runs[run].stream);
  }
  aclError End() {
    const aclError code = Wait(0, plan_.last_waits);
    ended_ = code == ACL_SUCCESS;
    return code;
  }

  aclrtStream stream(size_t run) const { return Stream(plan_.runs[run].stream); }

 private:
  aclrtStream Stream(int number) const {
    return on_.streams[orders_ ? static_cast<size_t>(number) : 0];
  }
  aclError Record(int event, int stream) {
    if (!orders_ || event < 0) return ACL_SUCCESS;
    return aclrtRecordEvent(on_.events[static_cast<size_t>(event)], Stream(stream));
  }
  aclError Wait(int stream, const std::vector<int>& events) {
    for (int event : events) {
      if (!orders_) break;
      if (const aclError code =
              aclrtStreamWaitEvent(Stream(stream), on_.events[static_cast<size_t>(event)]);
          code != ACL_SUCCESS)
        return code;
    }
    return ACL_SUCCESS;
  }

  const StreamPlan& plan_;
  const ProgramStreams& on_;
  const bool orders_;
  Trace* const trace_;
  bool ended_ = false;
};

}  // namespace

std::string Program::PlaceText(size_t value) const {
  if (blocks[value] >= 0) return "block by block";
  const int64_t bytes = values[value].Bytes();
  return offsets[value] < 0 ? absl::StrCat(bytes, " bytes")
                            : absl::StrCat(bytes, " bytes at ", offsets[value]);
}

uint32_t MakeProgram(const Model& model, const std::vector<ValueInfo>& inputs,
                     const Planning& planning, Program* program) {
  *program = {};
  program->planning = planning;
  program->inputs = inputs;
  const auto nodes = model.nodes.size();
  program->blocks.assign(static_cast<size_t>(model.values), -1);
  program->offsets.assign(static_cast<size_t>(model.values), -1);
  program->workspace_bytes.assign(nodes, 0);
  program->workspace_offsets.assign(nodes, 0);
  if (const uint32_t status = InferAll(model, inputs, &program->values); status != ge::SUCCESS)
    return status;

  Runs runs(&program->runs);
  for (size_t i = 0; i < nodes; ++i) {
    const Node& node = model.nodes[i];
    if (node.info == nullptr) continue;
    NodeCall call(node);
    if (const uint32_t status =
            call.Plan(OperandsOf(node.inputs, *program, {}),
                      OperandsOf(node.Outputs(), *program, {}), &program->workspace_bytes[i]);
        status != ge::SUCCESS)
      return status;
    if (planning.fusion != Fusion::kOff) {
      runs.Add(i, node, call);
    } else {
      runs.AddAlone(i);
    }
  }
  PlaceValues(model, program);
  return ge::SUCCESS;
}

namespace {

// Queues the nodes of a run. `addresses` has those of all values.
uint32_t EnqueueRun(const Model& model, const Program& program, const std::vector<size_t>& run,
                    const std::vector<void*>& addresses, void* arena, aclrtStream stream) {
  std::deque<NodeCall> calls;
  std::vector<FusedCall> fused;
  for (size_t i : run) {
    const Node& node = model.nodes[i];
    NodeCall& call = calls.emplace_back(node);
    uint64_t workspace = 0;
    if (const uint32_t status =
            call.Plan(OperandsOf(node.inputs, program, addresses),
                      OperandsOf(node.Outputs(), program, addresses), &workspace);
        status != ge::SUCCESS)
      return status;
    if (workspace > program.workspace_bytes[i]) {
      return Fail(ge::INTERNAL_ERROR, absl::StrCat(node.Title(), ": it needs ", workspace,
                                                   " bytes of workspace now; it was planned with ",
                                                   program.workspace_bytes[i]));
    }
    if (run.size() > 1) {
      fused.push_back(call.Fused(program.blocks));
      continue;
    }
    void* const place =
        workspace == 0 ? nullptr : static_cast<char*>(arena) + program.workspace_offsets[i];
    if (const uint32_t status = call.Run(place, workspace, stream); status != ge::SUCCESS)
      return status;
  }
  const BlockType type =
      program.planning.fusion == Fusion::kFloat32 ? BlockType::kFloat32 : BlockType::kOfTensor;
  if (fused.empty()) return ge::SUCCESS;
  if (const aclnnStatus code = RunFused(fused, type, stream); code != ACLNN_SUCCESS)
    return FailAcl(code, absl::StrCat(model.nodes[run.front()].Title(), " and others"));
  for (NodeCall& call : calls) call.Release();
  return ge::SUCCESS;
}

}  // namespace

uint32_t EnqueueProgram(const Model& model, const Program& program, std::vector<void*> addresses,
                        void* arena, const ProgramStreams& on, Trace* trace) {
  for (size_t value = 0; value < addresses.size(); ++value) {
    if (program.offsets[value] >= 0)
      addresses[value] = static_cast<char*>(arena) + program.offsets[value];
  }
  const bool orders = program.streams.streams > 1 && !ResultsOverlap(model, program, addresses);
  Queues queues(program.streams, on, orders, trace);
  aclError code = queues.Begin();
  for (size_t run = 0; code == ACL_SUCCESS && run < program.runs.size(); ++run) {
    code = queues.BeginRun(run);
    if (code != ACL_SUCCESS) break;
    if (const uint32_t status =
            EnqueueRun(model, program, program.runs[run], addresses, arena, queues.stream(run));
        status != ge::SUCCESS)
      return status;
    code = queues.EndRun(run);
  }
  if (code == ACL_SUCCESS) code = queues.End();
  return code == ACL_SUCCESS ? uint32_t{ge::SUCCESS}
                             : FailAcl(code, absl::StrCat("graph \"", model.name, "\""));
}

}  // namespace openaclnn::graph
