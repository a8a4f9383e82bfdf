#include "runtime/graph/program.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "ge/ge_api_error_codes.h"
#include "opdev/op_errno.h"
#include "runtime/executor/fused.h"
#include "runtime/executor/ledger.h"
#include "runtime/graph/messages.h"
#include "runtime/graph/node_call.h"

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

// The last run that reads each value, or the one that makes it.
std::vector<size_t> LastUses(const Model& model, const Program& program) {
  std::vector<size_t> last(static_cast<size_t>(model.values));
  for (size_t run = 0; run < program.runs.size(); ++run) {
    for (size_t node : program.runs[run]) {
      for (int value : model.nodes[node].Outputs()) last[static_cast<size_t>(value)] = run;
      for (int value : model.nodes[node].inputs) last[static_cast<size_t>(value)] = run;
    }
  }
  return last;
}

// Entries that the ledger has places for, in the order of their booking.
struct Booking {
  int entry;
  int64_t* offset;
};

// Books what lives in the arena, and numbers what exists block by block only.
void PlaceValues(const Model& model, Program* program) {
  std::vector<bool> is_result(static_cast<size_t>(model.values), false);
  for (int value : model.outputs) is_result[static_cast<size_t>(value)] = true;
  const std::vector<size_t> last_uses = LastUses(model, *program);
  Ledger ledger;
  std::vector<Booking> bookings;
  for (size_t run = 0; run < program->runs.size(); ++run) {
    const int step = static_cast<int>(run);
    int blocks = 0;
    for (size_t node : program->runs[run]) {
      if (const uint64_t workspace = program->workspace_bytes[node]; workspace > 0) {
        bookings.push_back({ledger.Book("workspace", static_cast<int64_t>(workspace), step, step),
                            &program->workspace_offsets[node]});
      }
      for (int number : model.nodes[node].Outputs()) {
        const auto value = static_cast<size_t>(number);
        if (is_result[value]) continue;
        if (program->runs[run].size() > 1 && last_uses[value] == run) {
          program->blocks[value] = blocks++;
          continue;
        }
        bookings.push_back({ledger.Book("value", program->values[value].Bytes(), step,
                                        static_cast<int>(last_uses[value])),
                            &program->offsets[value]});
      }
    }
  }
  ledger.Place();
  for (const Booking& booking : bookings) *booking.offset = ledger.offset(booking.entry);
  program->arena_bytes = ledger.total_bytes();
}

}  // namespace

uint32_t MakeProgram(const Model& model, const std::vector<ValueInfo>& inputs, Fusion fusion,
                     Program* program) {
  *program = {};
  program->fusion = fusion;
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
    if (fusion != Fusion::kOff) {
      runs.Add(i, node, call);
    } else {
      runs.AddAlone(i);
    }
  }
  PlaceValues(model, program);
  return ge::SUCCESS;
}

uint32_t EnqueueProgram(const Model& model, const Program& program, std::vector<void*> addresses,
                        void* arena, aclrtStream stream) {
  const auto in_arena = [&](int64_t offset) { return static_cast<char*>(arena) + offset; };
  for (size_t value = 0; value < addresses.size(); ++value) {
    if (program.offsets[value] >= 0) addresses[value] = in_arena(program.offsets[value]);
  }
  for (const std::vector<size_t>& run : program.runs) {
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
        return Fail(ge::INTERNAL_ERROR,
                    absl::StrCat(node.Title(), ": it needs ", workspace,
                                 " bytes of workspace now; it was planned with ",
                                 program.workspace_bytes[i]));
      }
      if (run.size() > 1) {
        fused.push_back(call.Fused(program.blocks));
        continue;
      }
      void* const place = workspace == 0 ? nullptr : in_arena(program.workspace_offsets[i]);
      if (const uint32_t status = call.Run(place, workspace, stream); status != ge::SUCCESS)
        return status;
    }
    const BlockType type =
        program.fusion == Fusion::kFloat32 ? BlockType::kFloat32 : BlockType::kOfTensor;
    if (fused.empty()) continue;
    if (const aclnnStatus code = RunFused(fused, type, stream); code != ACLNN_SUCCESS)
      return FailAcl(code, absl::StrCat(model.nodes[run.front()].Title(), " and others"));
    for (NodeCall& call : calls) call.Release();
  }
  return ge::SUCCESS;
}

}  // namespace openaclnn::graph
