#include "runtime/executor/chains.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace openaclnn {
namespace {

const ElementwiseOperand& OperandOf(const ElementwiseTask& task, size_t operand) {
  const size_t inputs = task.inputs.size();
  return operand < inputs ? task.inputs[operand] : task.outputs[operand - inputs];
}

// Whether the step is a kernel of high_performance that computes one float32 result from float32.
bool IsFloatKernel(const FusedPart& part) {
  const CpuStep& step = part.step;
  const ElementwiseTask& task = step.task;
  return step.kernel != nullptr && task.outputs.size() == 1 &&
         (task.compute == ACL_DT_UNDEFINED || task.compute == ACL_FLOAT) && AreAll(task, ACL_FLOAT);
}

bool TakesLights(const FusedPart& part) {
  return IsFloatKernel(part) && part.step.kernel->takes_lights;
}

// What the step is for a chain whose value is its input `value`.
LightOp LightOpOf(const FusedPart& part, size_t value) {
  const auto is_one = [](const Number& number) { return number.AsDouble() == 1; };
  const Numbers& numbers = part.step.task.numbers;
  if (!IsFloatKernel(part) || !std::all_of(numbers.begin(), numbers.end(), is_one))
    return LightOp::kNone;
  const LightOp op = part.step.kernel->light;
  return op == LightOp::kSubtract && value == 1 ? LightOp::kSubtractFrom : op;
}

// Finds the chain that begins with a part, and makes one part of it.
class ChainFinder {
 public:
  explicit ChainFinder(const std::vector<FusedPart>& parts) : parts_(parts) {
    for (const FusedPart& part : parts) {
      for (size_t i = 0; i < part.step.inputs(); ++i) {
        const int number = part.numbers[i];
        if (number < 0) continue;
        readers_.resize(std::max(readers_.size(), static_cast<size_t>(number) + 1), 0);
        ++readers_[static_cast<size_t>(number)];
      }
    }
  }

  // The chain, and the number of parts it has: one, if none begins here.
  std::pair<FusedPart, size_t> From(size_t first) const {
    Chain chain;
    std::optional<size_t> kernel;
    std::vector<std::pair<const FusedPart*, size_t>> inputs;  // a part and its operand
    size_t end = first;
    for (; end < parts_.size(); ++end) {
      const FusedPart& part = parts_[end];
      const std::optional<size_t> value = end == first ? FirstValue(part) : ValueFrom(end);
      if (!value.has_value()) break;
      if (!kernel.has_value() && TakesLights(part)) {
        kernel = end;
        chain.before = chain.count;
      } else {
        const LightOp op = LightOpOf(part, *value);
        if (op == LightOp::kNone || chain.count == Chain::kMostOps) break;
        chain.ops[chain.count++] = op;
      }
      if (inputs.empty()) inputs.push_back({&part, *value});
      if (part.step.inputs() == 2) inputs.push_back({&part, 1 - *value});
    }
    if (!kernel.has_value() || chain.count == 0) return {parts_[first], 1};

    FusedPart joined = parts_[*kernel];
    joined.chain = chain;
    joined.numbers.clear();
    joined.step.task.inputs.clear();
    for (const auto& [part, operand] : inputs) {
      joined.step.task.inputs.push_back(OperandOf(part->step.task, operand));
      joined.numbers.push_back(part->numbers[operand]);
    }
    const FusedPart& last = parts_[end - 1];
    joined.step.task.outputs = last.step.task.outputs;
    joined.numbers.push_back(last.numbers.back());
    return {std::move(joined), end - first};
  }

 private:
  // Which input of the first part is the chain's value: better one of all elements than a number.
  static std::optional<size_t> FirstValue(const FusedPart& part) {
    const auto& inputs = part.step.task.inputs;
    if (inputs.empty() || inputs.size() > 2) return std::nullopt;
    return inputs.size() == 2 && inputs[0].strides[0] == 0 ? 1 : 0;
  }

  // Which input of a part is the result of the part before it, if nothing else needs that.
  std::optional<size_t> ValueFrom(size_t place) const {
    const int number = parts_[place - 1].numbers.back();
    if (number < 0 || static_cast<size_t>(number) >= readers_.size() ||
        readers_[static_cast<size_t>(number)] != 1)
      return std::nullopt;
    const FusedPart& part = parts_[place];
    for (size_t i = 0; i < part.step.inputs(); ++i) {
      if (part.numbers[i] == number) return i;
    }
    return std::nullopt;
  }

  const std::vector<FusedPart>& parts_;
  std::vector<int> readers_;  // by number
};

}  // namespace

void JoinChains(std::vector<FusedPart>& parts) {
  const ChainFinder finder(parts);
  std::vector<FusedPart> joined;
  joined.reserve(parts.size());
  for (size_t first = 0; first < parts.size();) {
    auto [part, length] = finder.From(first);
    joined.push_back(std::move(part));
    first += length;
  }
  parts = std::move(joined);
}

}  // namespace openaclnn
