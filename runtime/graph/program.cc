#include "runtime/graph/program.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "ge/ge_api_error_codes.h"
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

std::vector<int> OutputsOf(const Node& node) {
  std::vector<int> values;
  for (int i = 0; i < node.outputs; ++i) values.push_back(node.first_value + i);
  return values;
}

// The last node that reads each value, or the one that makes it.
std::vector<int> LastUses(const Model& model) {
  std::vector<int> last(static_cast<size_t>(model.values));
  for (size_t i = 0; i < model.nodes.size(); ++i) {
    for (int value : OutputsOf(model.nodes[i]))
      last[static_cast<size_t>(value)] = static_cast<int>(i);
    for (int value : model.nodes[i].inputs) last[static_cast<size_t>(value)] = static_cast<int>(i);
  }
  return last;
}

// Entries that the ledger has places for, in the order of their booking.
struct Booking {
  int entry;
  int64_t* offset;
};

}  // namespace

uint32_t MakeProgram(const Model& model, const std::vector<ValueInfo>& inputs, Program* program) {
  *program = {};
  program->inputs = inputs;
  const auto nodes = model.nodes.size();
  program->offsets.assign(static_cast<size_t>(model.values), -1);
  program->workspace_bytes.assign(nodes, 0);
  program->workspace_offsets.assign(nodes, 0);
  if (const uint32_t status = InferAll(model, inputs, &program->values); status != ge::SUCCESS)
    return status;

  std::vector<bool> is_result(static_cast<size_t>(model.values), false);
  for (int value : model.outputs) is_result[static_cast<size_t>(value)] = true;
  const std::vector<int> last_uses = LastUses(model);
  Ledger ledger;
  std::vector<Booking> bookings;
  for (size_t i = 0; i < nodes; ++i) {
    const Node& node = model.nodes[i];
    if (node.info == nullptr) continue;
    const int step = static_cast<int>(i);
    NodeCall call(node);
    uint64_t& workspace = program->workspace_bytes[i];
    if (const uint32_t status = call.Plan(OperandsOf(node.inputs, *program, {}),
                                          OperandsOf(OutputsOf(node), *program, {}), &workspace);
        status != ge::SUCCESS)
      return status;
    if (workspace > 0) {
      bookings.push_back({ledger.Book("workspace", static_cast<int64_t>(workspace), step, step),
                          &program->workspace_offsets[i]});
    }
    for (int number : OutputsOf(node)) {
      const auto value = static_cast<size_t>(number);
      if (is_result[value]) continue;
      bookings.push_back(
          {ledger.Book("value", program->values[value].Bytes(), step, last_uses[value]),
           &program->offsets[value]});
    }
  }
  ledger.Place();
  for (const Booking& booking : bookings) *booking.offset = ledger.offset(booking.entry);
  program->arena_bytes = ledger.total_bytes();
  return ge::SUCCESS;
}

uint32_t EnqueueProgram(const Model& model, const Program& program, std::vector<void*> addresses,
                        void* arena, aclrtStream stream) {
  const auto in_arena = [&](int64_t offset) { return static_cast<char*>(arena) + offset; };
  for (size_t value = 0; value < addresses.size(); ++value) {
    if (program.offsets[value] >= 0) addresses[value] = in_arena(program.offsets[value]);
  }
  for (size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    if (node.info == nullptr) continue;
    NodeCall call(node);
    uint64_t workspace = 0;
    if (const uint32_t status =
            call.Plan(OperandsOf(node.inputs, program, addresses),
                      OperandsOf(OutputsOf(node), program, addresses), &workspace);
        status != ge::SUCCESS)
      return status;
    if (workspace > program.workspace_bytes[i]) {
      return Fail(ge::INTERNAL_ERROR, absl::StrCat(node.Title(), ": it needs ", workspace,
                                                   " bytes of workspace now; it was planned with ",
                                                   program.workspace_bytes[i]));
    }
    void* const place = workspace == 0 ? nullptr : in_arena(program.workspace_offsets[i]);
    if (const uint32_t status = call.Run(place, workspace, stream); status != ge::SUCCESS)
      return status;
  }
  return ge::SUCCESS;
}

}  // namespace openaclnn::graph
